package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// writeJSON writes one JSON document and a line feed to standard output.
func (a *app) writeJSON(v any) error {
	enc := json.NewEncoder(a.stdout)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("legwork: standard output: %w", err)
	}
	return nil
}

// printf writes to standard output; a reader that has gone away ends the program elsewhere.
func (a *app) printf(format string, args ...any) { _, _ = fmt.Fprintf(a.stdout, format, args...) }

// printable keeps what others wrote from steering a terminal: control characters but line feeds
// and tabs, and such as turn the direction of the text, become a replacement character.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// writeLine writes one JSON line to a buffered writer, whose Flush tells of errors.
func writeLine(w io.Writer, v any) {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v)
}
