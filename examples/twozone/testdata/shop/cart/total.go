// Package cart adds up what customers buy.
package cart

import (
	"errors"
	"math"
)

// Line is a product in a cart.
type Line struct {
	Product  string
	Quantity int
	Price    int64   // of one piece, in cents
	Rebate   float64 // of the line, e.g. 0.05
}

// ErrQuantity is the error for a line without pieces.
var ErrQuantity = errors.New("quantity is not positive")

// Check refuses carts that can't be added up.
func Check(lines []Line) error {
	for _, l := range lines {
		if l.Quantity <= 0 {
			return ErrQuantity
		}
	}
	return nil
}

// Total is the sum of all lines, in cents.
func Total(lines []Line) (int64, error) {
	if err := Check(lines); err != nil {
		return 0, err
	}
	var sum int64
	for _, l := range lines {
		whole := float64(l.Quantity) * float64(l.Price)
		sum += int64(math.Round(whole * (1 - l.Rebate)))
	}
	return sum, nil
}

// Shipping is free from 50 euros on.
func Shipping(total int64) int64 {
	if total >= 5000 {
		return 0
	}
	return 490
}
