package console

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// How much of the members of an object is shown; of code more, so that a person can check a calculation.
const (
	maxOfMember = 60
	maxOfCode   = 2000
	maxOfGist   = 200
)

// Gist says the members of an object on one line, each cut.
func Gist(object trip.Raw) string {
	if object == "" {
		return ""
	}
	var d wire.Decoder
	d.Reset(string(object), trip.MaxDepth)
	var out strings.Builder
	for d.Object(); d.Next(); {
		key, limit := d.Key(), maxOfMember
		if key == "code" {
			limit = maxOfCode
		} else if out.Len() > maxOfGist {
			out.WriteString(" …")
			break
		}
		value := d.Raw()
		if runes := []rune(value); len(runes) > limit {
			value = string(runes[:limit]) + "…"
		}
		fmt.Fprintf(&out, " %s=%s", key, value)
	}
	return out.String()
}

// Printable keeps what others wrote from steering a terminal: control characters but line feeds
// and tabs, and such as turn the direction of the text, become a replacement character.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}
