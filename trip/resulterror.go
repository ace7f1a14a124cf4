package trip

import (
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
)

// ResultError reports whether a result is an error in disguise: an object with a non-blank
// string member `error` (BEHAVIOUR 2.1). code is its string member `code`, if it has one.
func ResultError(raw Raw) (text, code string, isError bool) {
	if !strings.Contains(string(raw), `"error"`) && !strings.Contains(string(raw), `\u`) {
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
