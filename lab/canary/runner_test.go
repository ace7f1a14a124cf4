package canary

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// handler performs a call.
type handler func(ctx context.Context, req tools.Request) ([]byte, error)

// crashes are the ways in which a handler can go wrong.
var crashes = map[string]handler{
	"an error": func(context.Context, tools.Request) ([]byte, error) { return nil, errors.New("dial: token=" + secret) },
	"a wrapped error": func(context.Context, tools.Request) ([]byte, error) {
		return nil, fmt.Errorf("x: %w", errors.New(secret))
	},
	"a denial":         failure(trip.ClassDenied),
	"a final failure":  failure(trip.ClassPermanent),
	"a rate limit":     failure(trip.ClassRateLimited),
	"a question":       failure(trip.ClassNeedsInput),
	"an unknown class": failure(secret),
	"a panic":          func(context.Context, tools.Request) ([]byte, error) { panic(secret) },
	"a panic of an error": func(context.Context, tools.Request) ([]byte, error) {
		panic(fmt.Errorf("at %s", secret))
	},
	"a panic of a value": func(context.Context, tools.Request) ([]byte, error) { panic(struct{ Token string }{secret}) },
	"no time left": func(ctx context.Context, _ tools.Request) ([]byte, error) {
		<-ctx.Done()
		return nil, fmt.Errorf("%s: %w", secret, ctx.Err())
	},
	"an error as a result": answers(`{"error":"` + secret + `"}`),
	"a coded error":        answers(`{"error":"` + secret + `","code":"` + secret + `"}`),
	"no JSON":              answers(`token=` + secret),
	"half a JSON":          answers(`{"results":["` + secret),
	"a broken result":      answers(`["` + secret + `"]`),
	"too much":             answers(`{"text":"` + strings.Repeat(secret, 1000) + `"}`),
}

func failure(class trip.Class) handler {
	return func(context.Context, tools.Request) ([]byte, error) {
		return nil, tools.Failure(class, "token="+secret)
	}
}

func answers(text string) handler {
	return func(context.Context, tools.Request) ([]byte, error) { return []byte(text), nil }
}

// TestRunner goes through the story of each tool on the runner, with a handler that goes wrong in
// every way and a logger at its default level.
func TestRunner(t *testing.T) {
	eachTool(t, func(t *testing.T, tool string) {
		for name, crash := range crashes {
			t.Run(name, func(t *testing.T) { runStory(t, tool, name, crash) })
		}
	})
}

// handlers answer a story; the target goes wrong until the story has been told.
type handlers struct {
	mu     sync.Mutex
	told   teller
	target string
	crash  handler
	over   bool
	called bool
}

func (h *handlers) run(ctx context.Context, req tools.Request) ([]byte, error) {
	h.mu.Lock()
	crash := h.target == req.Name && !h.over
	h.called = h.called || crash
	answer := ""
	if !crash {
		answer = h.told.answer(req.Name)
	}
	h.mu.Unlock()
	if crash {
		return h.crash(ctx, req)
	}
	return []byte(answer), nil
}

// closedBooks is the lookup of a tool whose books cannot be read, and say why.
func closedBooks(_ context.Context, req tools.Request) ([]byte, bool, error) {
	if req.Key < "8" {
		panic("lookup: " + secret)
	}
	return nil, false, errors.New("lookup: " + secret)
}

func (h *handlers) registry() tools.Registry {
	reg := tools.Registry{}
	for tool := range catalog.Default().Tools {
		if tool.Effect == catalog.Write {
			reg[tool.Name] = tools.Tool{Run: h.run, Lookup: closedBooks}
			continue
		}
		reg[tool.Name] = tools.Tool{Run: h.run}
	}
	return reg
}

// session is a runner with its store and its log.
type session struct {
	t     *testing.T
	r     *runner.Runner
	store *mem.Store
	log   bytes.Buffer
	seen  strings.Builder // all that the runner told
}

// The target has the time that the catalog gives it, or limit where that is not zero.
func open(t *testing.T, h *handlers, limit time.Duration) *session {
	t.Helper()
	s := &session{t: t, store: mem.New(mem.Options{})}
	r, err := runner.New(runner.Config{
		Store: s.store, Tools: h.registry(), Logger: slog.New(slog.NewJSONHandler(&s.log, nil)),
		Limits:     runner.Limits{RetryFirst: time.Microsecond, RetryMax: time.Microsecond, BreakerFailures: -1, ResultBytes: 4000, LookupTimeout: time.Second},
		ToolLimits: map[string]runner.ToolLimits{h.target: {Timeout: limit}},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.r = r
	return s
}

// handle sends an event and keeps what the runner tells of it.
func (s *session) handle(data trip.EventData) {
	for u, err := range s.r.Handle(context.Background(), "t1", trip.Event{Data: data}) {
		if err != nil {
			fmt.Fprintln(&s.seen, err)
			continue
		}
		fmt.Fprintf(&s.seen, "%+v %s\n", u, u.Patch())
		if u.Call != nil {
			fmt.Fprintf(&s.seen, "%+v\n", *u.Call)
		}
		if u.Decision != nil {
			fmt.Fprintf(&s.seen, "%s %s %+v\n", u.Decision.AppendJSON(nil), u.Decision.Next.AppendJSON(nil), *u.Decision)
		}
	}
}

// close ends the session and returns the trip and its log as the store has them.
func (s *session) close() (store.Trip, string) {
	s.t.Helper()
	ctx := context.Background()
	if err := s.r.Close(ctx); err != nil {
		s.t.Fatal(err)
	}
	kept, err := s.store.Load(ctx, "t1")
	if err != nil {
		s.t.Fatal(err)
	}
	var events strings.Builder
	for record, err := range s.store.Log(ctx, "t1", 1) {
		if err != nil {
			s.t.Fatal(err)
		}
		events.Write(record.Event)
	}
	return kept, events.String()
}

// runStory tells the story. A write that is not sent in its time is not called at all: where time is what
// is short, a machine that stood still meanwhile has another try, with more of it.
func runStory(t *testing.T, tool, name string, crash handler) {
	t.Parallel()
	if name != "no time left" {
		if !tellStory(t, tool, name, crash, 0) {
			t.Fatalf("the story never calls %s", tool)
		}
		return
	}
	for limit := 30 * time.Millisecond; !tellStory(t, tool, name, crash, limit); limit *= 4 {
		if limit > time.Minute {
			t.Fatalf("the story never calls %s", tool)
		}
	}
}

// tellStory tells the story, and reports whether the target was called.
func tellStory(t *testing.T, tool, name string, crash handler, limit time.Duration) bool {
	t.Helper()
	h := &handlers{told: teller{story: storyOf(tool)}, target: tool, crash: crash}
	s := open(t, h, limit)
	if h.told.intent != "" {
		header, _, err := trip.DecodeHeader(h.told.header())
		if err != nil {
			t.Fatal(err)
		}
		if err := s.r.Create(context.Background(), "t1", header.Intent); err != nil {
			t.Fatal(err)
		}
	}
	for _, data := range h.told.events {
		s.handle(data)
	}
	told := s.throughMCP(t)
	h.mu.Lock()
	h.over = true
	called := h.called
	h.mu.Unlock()
	if !called {
		s.close()
		return false
	}
	if !strings.Contains(told, `"equal":true`) {
		t.Errorf("the trip does not replay over MCP: %s", told)
	}
	s.handle(trip.UserMessage{Text: "try again"})
	kept, events := s.close()
	isClean(t, "an update", s.seen.String())
	isClean(t, "a log record", s.log.String())
	isClean(t, "what an agent is told over MCP", told)
	isClean(t, "the snapshot", string(kept.Snapshot))
	isClean(t, "the header", string(kept.Header))
	isClean(t, "an outstanding call", fmt.Sprintf("%s", kept.Outstanding))
	if (name == "an error" || name == "a panic" || name == "no JSON") && !strings.Contains(events, secret) {
		t.Error("the secret is not in the event log either: nobody can find out what happened")
	}
	return true
}
