// Package sample has one of everything that a mistake is planted in.
package sample

// Clamp returns n, but no less than low and no more than high.
func Clamp(n, low, high int) int {
	if n < low {
		return low
	}
	if n > high {
		return high
	}
	return n
}

// Both reports whether a list has both.
func Both(list []string, a, b string) bool {
	hasA, hasB := false, false
	for _, s := range list {
		if s == a {
			hasA = true
		}
		if s == b {
			hasB = true
		}
	}
	return hasA && hasB
}

// Span returns how many whole numbers lie between two, both included.
func Span(from, to int) int {
	n := to - from + 1
	if n < 0 || from > to {
		n = 0
	}
	return n
}

// IsSet reports whether a value says something. The case of its type switch is a type, no condition.
func IsSet(value any) bool {
	switch v := value.(type) {
	case bool:
		return v
	}
	return false
}
