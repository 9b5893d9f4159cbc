package keys

import "math/bits"

// prime is 2^61-1, so that a remainder is a mask and a shift.
const prime = 1<<61 - 1

// sum stands for a string: two polynomial hashes of 61 bits, which compose. The sum of a+b follows from the sums of a
// and b, so a text is never put together to be compared with another.
type sum struct {
	hash  [2]uint64
	power [2]uint64 // base to the length: what a string in front is multiplied by
	blank bool      // nothing but blanks
}

func bases() [2]uint64 { return [2]uint64{0x12d3f5a79b1c6e85, 0x0f1e9c3b5a7d4826} }

// sumOf returns the sum of s; blank says whether s is.
func sumOf(s string, blank bool) sum {
	out := sum{power: [2]uint64{1, 1}, blank: blank}
	for i, base := range bases() {
		var h uint64
		p := uint64(1)
		for _, c := range []byte(s) {
			h = mod(mul(h, base) + uint64(c) + 1)
			p = mul(p, base)
		}
		out.hash[i], out.power[i] = h, p
	}
	return out
}

// then returns the sum of a string followed by another.
func (a sum) then(b sum) sum {
	out := sum{blank: a.blank && b.blank}
	for i := range out.hash {
		out.hash[i] = mod(mul(a.hash[i], b.power[i]) + b.hash[i])
		out.power[i] = mul(a.power[i], b.power[i])
	}
	return out
}

// mul multiplies modulo the prime.
func mul(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return mod(lo&prime + (lo>>61 | hi<<3))
}

// mod reduces what is below twice the prime and a little.
func mod(x uint64) uint64 {
	x = x&prime + x>>61
	if x >= prime {
		x -= prime
	}
	return x
}
