package models_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/legwork-go/legwork/adapters/llm"
	"github.com/legwork-go/legwork/adapters/llm/models"
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// TestMain runs more tests at once than there are processors: most wait, some of them for the time of a step to be over.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "16"); err != nil {
		panic(err)
	}
	m.Run()
}

// canary is the key of every test: it may reach the server and nothing else.
const canary = "sk-canary-5f0c2a"

// server answers with one handler after the other and keeps what it was asked.
type server struct {
	*httptest.Server
	mu     sync.Mutex
	script []http.HandlerFunc
	always http.HandlerFunc // in place of a script
	asked  []asked
}

type asked struct {
	path   string
	header http.Header
	body   map[string]any
}

// text joins the messages that the model was told.
func (a asked) text(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	messages, _ := a.body["messages"].([]any)
	for _, m := range messages {
		m, _ := m.(map[string]any)
		content, _ := m["content"].(string)
		b.WriteString(content + "\n")
	}
	return b.String()
}

func newServer(t *testing.T, script ...http.HandlerFunc) *server {
	t.Helper()
	s := &server{script: script}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

func (s *server) serve(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	a := asked{path: r.URL.Path, header: r.Header}
	_ = json.Unmarshal(raw, &a.body)
	s.mu.Lock()
	s.asked = append(s.asked, a)
	n := len(s.asked)
	s.mu.Unlock()
	if s.always != nil {
		s.always(w, r)
		return
	}
	if n > len(s.script) {
		http.Error(w, "not expected", http.StatusTeapot)
		return
	}
	s.script[n-1](w, r)
}

// count returns how often the server was asked.
func (s *server) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.asked)
}

// patience is the time of a step that is not to end by it, however busy the machine is. Servers that want to be left alone
// for longer are not waited for.
const patience = 10 * time.Minute

// registry opens a model on the server and registers the handlers. Steps have patience where the options give them no time.
func (s *server) registry(t *testing.T, c llm.Config, o llm.Options) tools.Registry {
	t.Helper()
	c.BaseURL, c.Key, o.Timeout = s.URL, canary, cmp.Or(o.Timeout, patience)
	m, err := models.Open(c)
	if err != nil {
		t.Fatal(err)
	}
	reg := tools.Registry{}
	if err := llm.Register(reg, m, catalog.Default(), o); err != nil {
		t.Fatal(err)
	}
	return reg
}

var (
	streamed = llm.Config{Provider: llm.OpenAI, Model: "m"}
	whole    = llm.Config{Provider: llm.OpenAI, Model: "m", Whole: true}
	claude   = llm.Config{Provider: llm.Anthropic, Model: "claude"}
)

// body answers with a status and a text.
func body(status int, text string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	}
}

// events answers with server-sent events, one for each text.
func events(data ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for _, d := range data {
			_, _ = fmt.Fprintf(w, "data: %s\n\n", d)
		}
	}
}

// drip sends a byte at a time until the client goes away.
func drip(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	for r.Context().Err() == nil {
		_, _ = io.WriteString(w, ":")
		_ = http.NewResponseController(w).Flush()
		time.Sleep(5 * time.Millisecond)
	}
}

// endless sends a huge answer until the client goes away.
func endless(kind, head, piece string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, err := io.WriteString(w, head)
		for block := strings.Repeat(piece, 4096/len(piece)); err == nil; {
			_, err = io.WriteString(w, block)
		}
	}
}

// assistArguments allows two tools.
const assistArguments = `{"allowed_tools":["search_places","execute_javascript"],"tool_choice":"auto"}`

func request(arguments string, messages ...tools.Message) tools.Request {
	at, err := trip.ParseInstant("2026-03-01T09:00:00Z")
	if err != nil {
		panic(err)
	}
	if len(messages) == 0 {
		messages = []tools.Message{{Role: "user", Content: "Where can we eat in Lisbon?"}}
	}
	return tools.Request{Trip: "t1", CallID: "c1", At: at, Arguments: []byte(arguments), Intent: trip.NewIntent(), Messages: messages}
}

// fails runs a handler that must fail, checks the class, and that no key leaks.
func fails(t *testing.T, h tools.Tool, req tools.Request, want trip.Class) string {
	t.Helper()
	out, err := h.Run(t.Context(), req)
	var e *tools.Error
	if !errors.As(err, &e) {
		t.Fatalf("got %s, %v; want class %s", out, err, want)
	}
	if e.Class != want {
		t.Errorf("class %s, want %s: %s", e.Class, want, e.Text)
	}
	if strings.Contains(e.Text, canary) || strings.Contains(e.Error(), canary) {
		t.Errorf("the key leaks: %s", e.Text)
	}
	if len(e.Text) > 1000 {
		t.Errorf("the text has %d bytes", len(e.Text))
	}
	return e.Text
}

// runs calls a handler that must succeed.
func runs(t *testing.T, h tools.Tool, req tools.Request) string {
	t.Helper()
	out, err := h.Run(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(out), canary) {
		t.Errorf("the key leaks: %s", out)
	}
	return string(out)
}

func cancelled(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}
