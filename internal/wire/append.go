package wire

import (
	"math/bits"
	"strconv"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// AppendString appends s as a canonical JSON string. Bytes that are no valid UTF-8 become
// U+FFFD, since canonical JSON cannot hold them.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	if n := asciiTo(s); n == len(s) {
		dst = append(dst, s...)
	} else {
		dst = appendEscaped(dst, s, n)
	}
	return append(dst, '"')
}

// asciiTo returns how many bytes of s, from its start, are ASCII that needs no escape.
func asciiTo(s string) int {
	i := 0
	for ; i < len(s)-8; i += 8 {
		if m := escaped(load(s, i)); m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
	}
	if n := len(s) - 8; n >= 0 && escaped(load(s, n)) == 0 { // with some that were seen, unless nothing is left over
		return len(s)
	}
	for ; i < len(s); i++ {
		if c := s[i]; c < 0x20 || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			return i
		}
	}
	return i
}

// appendEscaped appends s; its first n bytes need no escape.
func appendEscaped(dst []byte, s string, n int) []byte {
	for {
		dst = append(dst, s[:n]...)
		s = s[n:]
		if s == "" {
			return dst
		}
		if s[0] < utf8.RuneSelf {
			dst = appendEscape(dst, s[0])
			s = s[1:]
		} else {
			r, size := utf8.DecodeRuneInString(s)
			dst = utf8.AppendRune(dst, r)
			s = s[size:]
		}
		n = asciiTo(s)
	}
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

// AppendInt appends an integer. It is canonical within ±MaxInt.
func AppendInt(dst []byte, v int64) []byte {
	if uint64(v) < 10 {
		return append(dst, byte('0'+v))
	}
	return strconv.AppendInt(dst, v, 10)
}

// AppendBool appends true or false.
func AppendBool(dst []byte, v bool) []byte {
	if v {
		return append(dst, "true"...)
	}
	return append(dst, "false"...)
}

// AppendNull appends null.
func AppendNull(dst []byte) []byte { return append(dst, "null"...) }

// AppendKey appends a member name that needs no escape and its colon, after a comma unless it is
// the first of its object.
func AppendKey(dst []byte, key string) []byte {
	if n := len(dst); n > 0 && dst[n-1] != '{' {
		dst = append(dst, ',')
	}
	dst = append(dst, '"')
	dst = append(dst, key...)
	return append(dst, '"', ':')
}

// AppendStrings appends a list of strings; nil is the empty list.
func AppendStrings(dst []byte, list []string) []byte { return AppendList(dst, list, AppendString) }

// AppendInts appends a list of integers; nil is the empty list.
func AppendInts(dst []byte, list []int64) []byte { return AppendList(dst, list, AppendInt) }

// AppendList appends a list of values that a function appends; nil is the empty list.
func AppendList[T any](dst []byte, list []T, one func([]byte, T) []byte) []byte {
	dst = append(dst, '[')
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = one(dst, v)
	}
	return append(dst, ']')
}
