package wire

import "strconv"

// appendNumber appends a JSON number in the form of ECMAScript, which RFC 8785 prescribes:
// the shortest digits that read back as the same double. It is the only place of the pure
// packages where a number becomes a float; no decision reads one. It reports false when
// the text has not the form of a JSON number or is beyond the range of a double.
func appendNumber(dst []byte, number string) ([]byte, bool) {
	if !IsNumber(number) {
		return dst, false
	}
	if isPlainInt(number) {
		return append(dst, number...), true
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return dst, false
	}
	if v == 0 {
		return append(dst, '0'), true
	}
	if abs := max(v, -v); abs >= 1e-6 && abs < 1e21 {
		return strconv.AppendFloat(dst, v, 'f', -1, 64), true
	}
	start := len(dst)
	dst = strconv.AppendFloat(dst, v, 'e', -1, 64)
	// Go pads exponents to two digits (1e-07), ECMAScript does not.
	if n := len(dst); n-start >= 4 && dst[n-2] == '0' && (dst[n-3] == '-' || dst[n-3] == '+') {
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst, true
}

// isPlainInt reports whether a number is an integer that a double holds exactly, in its
// canonical form.
func isPlainInt(number string) bool {
	digits := number
	if digits[0] == '-' {
		digits = digits[1:]
	}
	if len(digits) > 15 || number == "-0" {
		return false
	}
	for i := range len(digits) {
		if digits[i]-'0' > 9 {
			return false
		}
	}
	return true
}

// canonicalNumber reports whether a JSON number is in canonical form.
func canonicalNumber(number string) bool {
	if !IsNumber(number) {
		return false
	}
	if isPlainInt(number) {
		return true
	}
	var buf [32]byte
	out, ok := appendNumber(buf[:0], number)
	return ok && string(out) == number
}
