package cli

import (
	"encoding/json"
	"fmt"
	"io"
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

// writeLine writes one JSON line to a buffered writer, whose Flush tells of errors.
func writeLine(w io.Writer, v any) {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v)
}
