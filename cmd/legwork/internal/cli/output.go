package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"unicode"
)

// writeJSON writes one JSON document and a line feed to standard output.
func (a *app) writeJSON(v any) error {
	enc := json.NewEncoder(a.stdout)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// sink is standard output. It remembers that a write failed, so that no verb need ask each time and none
// ends as if it had been heard.
type sink struct {
	io.Writer
	failure atomic.Pointer[error]
}

// Write implements io.Writer.
func (s *sink) Write(p []byte) (int, error) {
	n, err := s.Writer.Write(p)
	if err != nil {
		err = fmt.Errorf("legwork: standard output: %w", err)
		s.failure.CompareAndSwap(nil, &err)
	}
	return n, err
}

// failed returns the first error of a write.
func (s *sink) failed() error {
	if err := s.failure.Load(); err != nil {
		return *err
	}
	return nil
}

// printf writes to standard output.
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
