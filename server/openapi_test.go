package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/legwork-go/legwork/trip"
)

// description is openapi.json, which every answer of every test must fit. Its own form is checked by
// lab/openapi.
type description struct {
	Paths      map[string]map[string]json.RawMessage
	Components struct {
		Schemas struct {
			Event struct {
				OneOf []struct {
					Properties struct {
						Type struct{ Const trip.EventType }
					}
				}
			}
		}
	}

	mu       sync.Mutex
	compiler *jsonschema.Compiler
}

var described = sync.OnceValues(func() (*description, error) {
	text, err := os.ReadFile("openapi.json")
	if err != nil {
		return nil, err
	}
	d := &description{compiler: jsonschema.NewCompiler()}
	if err := json.Unmarshal(text, d); err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	d.compiler.DefaultDraft(jsonschema.Draft2020)
	return d, d.compiler.AddResource("openapi.json", doc)
})

// TestDescription compares the paths that are described with the routes, and the events with those that can be sent.
func TestDescription(t *testing.T) {
	d, err := described()
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for path, methods := range d.Paths {
		for method := range methods {
			if method != "parameters" {
				listed = append(listed, strings.ToUpper(method)+" "+path)
			}
		}
	}
	w := serve(t, nil)
	routes := w.s.Patterns()
	slices.Sort(listed)
	slices.Sort(routes)
	if !slices.Equal(listed, routes) {
		t.Errorf("described:\n%q\nserved:\n%q", listed, routes)
	}
	events := d.Components.Schemas.Event.OneOf
	for _, e := range events {
		if kind := e.Properties.Type.Const; !kind.FromPerson() {
			t.Errorf("%s cannot be sent", kind)
		}
	}
	if len(events) != 9 {
		t.Errorf("%d events can be sent", len(events))
	}
	if text, err := os.ReadFile("openapi.json"); err != nil {
		t.Error(err)
	} else if _, got := w.send("GET", "/openapi.json", ""); got != string(text) {
		t.Error("what is served is another document")
	}
}

// fits reports an answer that is not as the description says.
func fits(t testing.TB, req *http.Request, res *http.Response) {
	t.Helper()
	d, err := described()
	if err != nil {
		t.Fatal(err)
	}
	path, known := d.path(req.URL.EscapedPath())
	if !known || res.StatusCode == http.StatusMethodNotAllowed || req.Method == http.MethodOptions {
		return
	}
	what := fmt.Sprintf("%s %s: %d", req.Method, path, res.StatusCode)
	var operation struct {
		Responses map[string]struct {
			Ref     string `json:"$ref"`
			Content map[string]json.RawMessage
		}
	}
	if err := json.Unmarshal(d.Paths[path][strings.ToLower(req.Method)], &operation); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	answer, is := operation.Responses[fmt.Sprint(res.StatusCode)]
	kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	_, has := answer.Content[kind]
	if !is || !has && kind != "" && (answer.Ref == "" || kind != "application/problem+json") {
		t.Errorf("%s %q is not described", what, kind)
		return
	}
	pointer := "#/components/schemas/Problem"
	if answer.Ref == "" {
		escape := strings.NewReplacer("~", "~0", "/", "~1")
		pointer = fmt.Sprintf("#/paths/%s/%s/responses/%d/content/%s/schema",
			escape.Replace(path), strings.ToLower(req.Method), res.StatusCode, escape.Replace(kind))
	}
	if kind == "application/json" || kind == "application/problem+json" {
		d.check(t, what, pointer, res)
	}
}

// path returns the path of the description that an escaped path of a request is of.
func (d *description) path(escaped string) (string, bool) {
	asked := strings.Split(escaped, "/")
	for path := range d.Paths {
		if slices.EqualFunc(strings.Split(path, "/"), asked, func(want, got string) bool { return want == got || want == "{id}" && got != "" }) {
			return path, true
		}
	}
	return "", false
}

// check holds the body of an answer against a schema, and puts it back.
func (d *description) check(t testing.TB, what, pointer string, res *http.Response) {
	t.Helper()
	d.mu.Lock()
	schema, err := d.compiler.Compile("openapi.json" + pointer)
	d.mu.Unlock()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	res.Body = io.NopCloser(bytes.NewReader(body))
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err == nil {
		err = schema.Validate(doc)
	}
	if err != nil {
		t.Errorf("%s: %v: %.300s", what, err, body)
	}
}
