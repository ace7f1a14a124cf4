package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/legwork-go/legwork/cmd/legwork/internal/console"
)

// writeJSON writes one JSON document and a line feed to standard output.
func (a *app) writeJSON(v any) error { return encode(a.stdout, v) }

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

// printable keeps what others wrote from steering a terminal.
func printable(text string) string { return console.Printable(text) }

// writeLine writes one JSON line to a buffered writer, whose Flush tells of errors.
func writeLine(w io.Writer, v any) { _ = encode(w, v) }

func encode(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
