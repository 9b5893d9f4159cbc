package load

import (
	"fmt"

	"cuelang.org/go/cue/format"
)

// Format lays out the text of a CUE file as "cue fmt" does.
func Format(src []byte) ([]byte, error) {
	out, err := format.Source(src)
	if err != nil {
		return nil, fmt.Errorf("laying out CUE: %w", err)
	}
	return out, nil
}
