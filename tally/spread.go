package tally

import (
	"encoding/json"
	"math/bits"
)

// parts is the number of classes between a power of two and the next.
const parts = 16

// Spread is how numbers are spread. A number below 16 is exact, others are to one part in sixteen.
type Spread struct {
	n, largest int64
	classes [64 * parts]int64
}

// Add adds a number, which is not negative.
func (s *Spread) Add(v int64) {
	s.n++
	s.largest = max(s.largest, v)
	s.classes[class(v)]++
}

// N returns how many numbers there are.
func (s *Spread) N() int64 { return s.n }

// Max returns the greatest number.
func (s *Spread) Max() int64 { return s.largest }

// Percentile returns a number that p percent of the numbers are not above; 0 of none.
func (s *Spread) Percentile(p int64) int64 {
	want, seen := (s.n*p+99)/100, int64(0)
	for i, n := range &s.classes {
		if seen += n; n > 0 && seen >= want {
			return min(last(i), s.largest)
		}
	}
	return 0
}

// MarshalJSON implements json.Marshaler.
func (s *Spread) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]int64{
		"n": s.n, "p50": s.Percentile(50), "p90": s.Percentile(90), "p99": s.Percentile(99), "max": s.largest,
	})
}

func (s *Spread) merge(o *Spread) {
	s.n += o.n
	s.largest = max(s.largest, o.largest)
	for i, n := range &o.classes {
		s.classes[i] += n
	}
}

// class returns the class of a number.
func class(v int64) int {
	v = max(v, 0)
	if v < parts {
		return int(v)
	}
	shift := bits.Len64(uint64(v)) - bits.Len64(parts)
	return (shift+1)*parts + int(v>>shift) - parts
}

// last returns the greatest number of a class.
func last(class int) int64 {
	if class < parts {
		return int64(class)
	}
	shift := class/parts - 1
	return (int64(class%parts)+parts+1)<<shift - 1
}
