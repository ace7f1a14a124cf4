package trip

import (
	"cmp"
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
)

// ResultError reports whether a result is an error in disguise: an object whose member `error` says
// something (behaviour 2.1): a text that is not empty, an object or list that is not, true, or a number
// other than 0. text is what it says: of an object its `message`, if that is a text. code is the member
// `code` or `error_code` beside it, else the one in it.
//
// Rule: 2.1.error-in-result
func ResultError(raw Raw) (text, code string, isError bool) {
	if !mayNameError(string(raw)) {
		return "", "", false
	}
	var d wire.Decoder
	d.Reset(string(raw), MaxDepth)
	if d.Kind() != wire.Object || !d.Object() {
		return "", "", false
	}
	var inner, named string
	for d.Next() {
		switch {
		case d.Key() == "error":
			text, inner, isError = errorValue(&d)
		case d.Key() == "code" && d.Kind() == wire.Text:
			code = d.String()
		case d.Key() == "error_code" && d.Kind() == wire.Text:
			named = d.String()
		default:
			d.Skip()
		}
	}
	return text, cmp.Or(code, named, inner), isError && d.Err() == nil
}

// errorValue reads the value of a member `error`.
// Rule: 2.1.error-none
func errorValue(d *wire.Decoder) (text, code string, isError bool) {
	switch d.Kind() {
	case wire.Text:
		text = d.String()
		return text, "", text != ""
	case wire.Bool:
		return "true", "", d.Bool()
	case wire.Number:
		text = d.NumberText()
		return text, "", !isZero(text)
	case wire.Object, wire.List:
		text = d.Raw()
		if len(text) < len("{}") || strings.TrimSpace(text[1:len(text)-1]) == "" {
			return "", "", false
		}
		if message, code := errorObject(text); message != "" {
			return message, code, true
		}
		return text, "", true
	case wire.Null, wire.Invalid:
	}
	d.Skip()
	return "", "", false
}

// errorObject returns the message and the code of an error that is an object; without a message the
// whole object is the text, and a code in it is part of that.
func errorObject(text string) (message, code string) {
	var d wire.Decoder
	d.Reset(text, MaxDepth)
	if d.Kind() != wire.Object {
		return "", ""
	}
	for d.Object(); d.Next(); {
		switch {
		case d.Key() == "message" && d.Kind() == wire.Text:
			message = d.String()
		case (d.Key() == "code" || d.Key() == "error_code") && d.Kind() == wire.Text:
			code = d.String()
		case d.Key() == "code" && d.Kind() == wire.Number:
			code = d.NumberText()
		default:
			d.Skip()
		}
	}
	return message, code
}

// isZero reports whether a number is 0, however it is written.
func isZero(number string) bool {
	digits, _, _ := strings.Cut(strings.ToLower(number), "e")
	return strings.Trim(digits, "-0.") == ""
}

// ResultRetryable reports whether a result that is an error says that trying again helps: what its member `retryable`
// says, else False where `permanent` is true, beside the error or in it; else Unset.
//
// Rule: 2.1.permanent
func ResultRetryable(raw Raw) OptBool {
	var d wire.Decoder
	d.Reset(string(raw), MaxDepth)
	if d.Kind() != wire.Object || !d.Object() {
		return Unset
	}
	out, permanent := Unset, false
	for d.Next() {
		switch {
		case d.Key() == "retryable" && d.Kind() == wire.Bool:
			out = SomeBool(d.Bool())
		case d.Key() == "permanent" && d.Kind() == wire.Bool:
			permanent = d.Bool() || permanent
		case d.Key() == "error" && d.Kind() == wire.Object:
			permanent = ResultRetryable(Raw(d.Raw())) == False || permanent
		default:
			d.Skip()
		}
	}
	if out == Unset && permanent {
		return False
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
