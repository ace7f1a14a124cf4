package trip

import (
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
)

// ResultError reports whether a result is an error in disguise: an object with a non-blank
// string member `error` (BEHAVIOUR 2.1). code is its string member `code`, if it has one.
func ResultError(raw Raw) (text, code string, isError bool) {
	if !mayNameError(string(raw)) {
		return "", "", false
	}
	var d wire.Decoder
	d.Reset(string(raw), MaxDepth)
	if d.Kind() != wire.Object || !d.Object() {
		return "", "", false
	}
	for d.Next() {
		switch {
		case d.Key() == "error" && d.Kind() == wire.Text:
			text = d.String()
		case d.Key() == "code" && d.Kind() == wire.Text:
			code = d.String()
		default:
			d.Skip()
		}
	}
	isError = d.Err() == nil && strings.TrimSpace(text) != ""
	return text, code, isError
}

// ResultRetryable returns the member `retryable` of a result that is an error; Unset when it has none.
func ResultRetryable(raw Raw) OptBool {
	var d wire.Decoder
	d.Reset(string(raw), MaxDepth)
	if d.Kind() != wire.Object || !d.Object() {
		return Unset
	}
	out := Unset
	for d.Next() {
		if d.Key() != "retryable" || d.Kind() != wire.Bool {
			d.Skip()
			continue
		}
		out = SomeBool(d.Bool())
	}
	return out
}

const (
	eachByte = 0x0101010101010101
	highBits = 0x8080808080808080
)

// mayNameError reports whether a text may have a member `error`: it holds "rro", or an escape
// that could spell it. Every result passes here, most are some hundred bytes without either, and
// looking at eight bytes at once costs a fraction of searching the word.
func mayNameError(text string) bool {
	if strings.IndexByte(text, '\\') >= 0 {
		return true
	}
	i := 0
	for ; i+8 <= len(text); i += 6 { // six, so that nothing falls between two looks
		w := uint64(text[i]) | uint64(text[i+1])<<8 | uint64(text[i+2])<<16 | uint64(text[i+3])<<24 |
			uint64(text[i+4])<<32 | uint64(text[i+5])<<40 | uint64(text[i+6])<<48 | uint64(text[i+7])<<56
		r := bytesEqual(w, 'r')
		if r&(r>>8)&(bytesEqual(w, 'o')>>16) != 0 {
			return true
		}
	}
	return strings.Contains(text[i:], "rro")
}

// bytesEqual sets the high bit of at least those bytes of w that are c.
func bytesEqual(w, c uint64) uint64 {
	w ^= c * eachByte
	return (w - eachByte) &^ w & highBits
}
