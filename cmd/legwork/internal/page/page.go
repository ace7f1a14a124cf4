// Package page writes pages that need nothing else: one file with its styles, its script and its data, to mail to a
// colleague. Whatever a recording says is data of the page, never a part of it.
package page

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
)

//go:embed diff.html inspect.html style.css
var files embed.FS

// Diff writes the page of differences.
func Diff(w io.Writer, title string, data any) error { return write(w, "diff.html", title, data) }

// Inspect writes the page of one recording.
func Inspect(w io.Writer, title string, data any) error { return write(w, "inspect.html", title, data) }

func write(w io.Writer, name, title string, data any) error {
	t, err := template.ParseFS(files, name)
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	style, err := files.ReadFile("style.css")
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text) // escapes <, > and &, so that no text ends the script that holds it
	if err := enc.Encode(data); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	err = t.Execute(w, map[string]any{
		"Title": title, "Style": template.CSS(style), //nolint:gosec // our own
		"Data": template.JS(text.String()), //nolint:gosec // JSON with <, > and & escaped
	})
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	return nil
}
