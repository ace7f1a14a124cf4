// Package report makes pages of what was recorded: the timeline of a trip, and the differences between two versions;
// and the page of operators.
//
// # Basics
//
// A page stands alone, as one file with its styles, script and data that is mailed to a colleague ([WriteTimeline],
// [WriteDifferences]), or it is one of a server's, which reads its data as lines (the files of [FS]). Both are made of
// the same files. Whatever a recording says is data of the page, never a part of it.
package report

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"io/fs"
)

//go:embed files
var embedded embed.FS

// The parts of a page, beside its body of the same name.
const (
	shared     = "report.js"
	timeline   = "timeline"
	diff       = "diff"
	operations = "operations"
)

// FS returns the files that the served page of a timeline reads, under report/.
func FS() fs.FS {
	files, err := fs.Sub(embedded, "files")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return files
}

// ServedTimeline returns the served page of a timeline. What it shows is read by its own script, js/timeline.js.
func ServedTimeline() []byte {
	return served(timeline, "Timeline", "report/"+shared, "report/"+timeline+".js")
}

// ServedOperations returns the served page of operators, which js/operations.js fills.
func ServedOperations() []byte { return served(operations, "Operations") }

// served returns a page of a server, with scripts, and a module of its name.
func served(name, title string, scripts ...string) []byte {
	var out bytes.Buffer
	err := write(&out, name, map[string]any{"Served": true, "Title": title, "Scripts": scripts, "Module": name})
	if err != nil {
		panic(err) // of this package's own files
	}
	return out.Bytes()
}

// WriteDifferences writes the page of differences.
func WriteDifferences(w io.Writer, title string, data any) error {
	return writeAlone(w, diff, title, data)
}

// WriteTimeline writes the page of one recording.
func WriteTimeline(w io.Writer, data Timeline) error { return writeAlone(w, timeline, data.Name, data) }

// writeAlone writes a page that needs nothing else.
func writeAlone(w io.Writer, name, title string, data any) error {
	var text bytes.Buffer
	if err := json.NewEncoder(&text).Encode(data); err != nil { // escapes <, > and &: no text ends the script it is in
		return fmt.Errorf("report: %w", err)
	}
	return write(w, name, map[string]any{
		"Title": title, "Style": template.CSS(file("style.css")), //nolint:gosec // our own
		"Script": template.JS(file(shared) + file(name+".js")), //nolint:gosec // our own
		"Data":   template.JS(text.String()),                   //nolint:gosec // JSON with <, > and & escaped
	})
}

func write(w io.Writer, name string, parts map[string]any) error {
	t, err := template.ParseFS(embedded, "files/page.html")
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	parts["Body"] = template.HTML(file(name + ".html")) //nolint:gosec // our own
	if err := t.Execute(w, parts); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// file returns a file of this package.
func file(name string) string {
	text, err := embedded.ReadFile("files/" + name)
	if err != nil {
		panic(err) // it is embedded above
	}
	return string(text)
}
