package webclients

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/legwork-go/legwork/adapters/javascript"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// required is the environment variable under which missing programs fail the tests: CI sets it.
const required = "WEBCLIENTS_REQUIRED"

// find returns where a program is. Without it the test is skipped, or fails where it is required.
func find(t *testing.T, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv(required) != "" {
		t.Fatalf("%s is not installed", names[0])
	}
	t.Skipf("%s is not installed", names[0])
	return ""
}

// install brings the front ends that package-lock.json names. It is done once, and again when the lock has changed.
var install = sync.OnceValues(func() (string, error) {
	lock, err := os.ReadFile("package-lock.json")
	if err != nil {
		return "", err
	}
	const mark = "node_modules/.installed"
	if done, err := os.ReadFile(mark); err == nil && bytes.Equal(done, lock) {
		return "", nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund").CombinedOutput()
	if err != nil {
		return string(out), err
	}
	return "", os.WriteFile(mark, lock, 0o600)
})

// readScripts reads what node will: the result of a test is kept only as long as they stay.
func readScripts(t *testing.T) {
	t.Helper()
	for _, names := range []string{"*.mjs", "page/*"} {
		list, err := filepath.Glob(names)
		if err != nil || len(list) == 0 {
			t.Fatalf("no %s: %v", names, err)
		}
		for _, name := range list {
			read(t, name)
		}
	}
}

// node runs a script of this folder.
func node(t *testing.T, args ...string) {
	t.Helper()
	program := find(t, "node")
	find(t, "npm")
	readScripts(t)
	if out, err := install(); err != nil {
		t.Fatalf("npm ci: %v\n%s", err, out)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, program, args...).CombinedOutput()
	if t.Logf("%s", out); err != nil {
		t.Error(err)
	}
}

// gate makes the calls of one tool wait while it is shut.
type gate struct {
	mu   sync.Mutex
	tool string        // whose calls wait
	shut chan struct{} // closed when it opens; nil while it is open
}

func (g *gate) hold(tool string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.tool = tool; g.shut == nil {
		g.shut = make(chan struct{})
	}
}

func (g *gate) release() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut != nil {
		close(g.shut)
		g.shut = nil
	}
}

// wait returns what is closed when a tool's calls may go on; nil when they may.
func (g *gate) wait(tool string) chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	if tool != g.tool {
		return nil
	}
	return g.shut
}

// around is middleware: a tool reports, and waits at the gate.
func (g *gate) around(name string, next tools.Tool) tools.Tool {
	run := next.Run
	next.Run = func(ctx context.Context, req tools.Request) ([]byte, error) {
		tools.Report(ctx, "at work")
		if shut := g.wait(name); shut != nil {
			select {
			case <-shut:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		if name == trip.ToolAssistantStep {
			if out, spoke, err := speak(ctx, req); spoke {
				return out, err
			}
		}
		return run(ctx, req)
	}
	return next
}

// postcard is a write that a model may propose.
var postcard = catalog.Tool{
	Name: "send_postcard", Effect: catalog.Write, Proposable: true, Unverifiable: true, Called: "the postcard",
	Description: "Sends a postcard.", Arguments: []byte(`{"type":"object"}`), Result: []byte(`{}`),
}

// speak is a model that says its answer in odd pieces, where it is asked to tell about something: as it is, in other
// words than it decides on, or before it fails.
func speak(ctx context.Context, req tools.Request) (out []byte, spoke bool, err error) {
	const answer = "Lisbon is old. It has hills, and 2.5 million people!\n\n- I asked web_search.\n- Trams run. That is all"
	said, result := answer, answer
	switch asked := req.Messages[len(req.Messages)-1].Content; {
	case strings.Contains(asked, "Tell me of the postcard to Lisbon"):
		return []byte(`{"tool_calls":[{"name":"send_postcard","arguments":{"to":"Lisbon"}}]}`), true, nil
	case strings.Contains(asked, "T7"):
		return []byte(`{"text":"Postcard T7 is on its way.","finish_reason":"stop"}`), true, nil
	case strings.Contains(asked, "Tell me the truth"):
		said = "Lisbon is young. It has no hills. And so on."
	case strings.Contains(asked, "Tell me nothing"):
		result = ""
	case !strings.Contains(asked, "Tell me all"):
		return nil, false, nil
	}
	for n := 1; said != ""; n = n%5 + 1 {
		n = min(n, len(said))
		tools.Say(ctx, said[:n])
		said = said[n:]
	}
	if result == "" {
		return nil, true, tools.Failure(trip.ClassPermanent, "it broke off")
	}
	out, err = json.Marshal(map[string]any{"text": result, "finish_reason": "stop"})
	return out, true, err
}

// streams are the connections of the answers that are being told.
type streams struct {
	mu   sync.Mutex
	open map[int]context.CancelFunc
	n    int
}

// around ends an answer as a lost connection does when it is cut.
func (s *streams) around(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		s.mu.Lock()
		if s.open == nil {
			s.open = map[int]context.CancelFunc{}
		}
		n := s.n
		s.n, s.open[n] = n+1, cancel
		s.mu.Unlock()
		next.ServeHTTP(w, r.WithContext(ctx))
		s.mu.Lock()
		delete(s.open, n)
		s.mu.Unlock()
		if ctx.Err() != nil && r.Context().Err() == nil {
			panic(http.ErrAbortHandler)
		}
	})
}

func (s *streams) cut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, cancel := range s.open {
		cancel()
	}
}

// start serves trips with the embedded tools in memory, and the gate. Pages of origins may use it.
func start(t *testing.T, origins ...string) (url string) {
	t.Helper()
	return startUnder(t, server.Policy(), origins...)
}

// startUnder is start with trips that follow a policy.
func startUnder(t *testing.T, policy trip.Policy, origins ...string) (url string) {
	t.Helper()
	registry, err := embedded.Tools(embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	javascript.Register(registry, javascript.Limits{})
	g := &gate{}
	config := turn.Default()
	config.Policy = policy
	if config.Catalog, err = config.Catalog.With(postcard); err != nil {
		t.Fatal(err)
	}
	registry[postcard.Name] = tools.Tool{Run: func(context.Context, tools.Request) ([]byte, error) { return []byte(`{"postcard":"T7"}`), nil }}
	r, err := runner.New(runner.Config{
		Turn: config, Store: mem.New(mem.Options{}), Tools: registry, Middleware: []func(string, tools.Tool) tools.Tool{g.around},
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.New(server.Config{Runner: r, Origins: origins})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	lines := &streams{}
	mux.Handle("/", lines.around(s))
	mux.HandleFunc("POST /test/cut", func(http.ResponseWriter, *http.Request) { lines.cut() })
	mux.HandleFunc("POST /test/hold/{tool}", func(_ http.ResponseWriter, r *http.Request) { g.hold(r.PathValue("tool")) })
	mux.HandleFunc("POST /test/release", func(http.ResponseWriter, *http.Request) { g.release() })
	web := httptest.NewServer(mux)
	t.Cleanup(func() {
		g.release()
		if err := r.Close(context.Background()); err != nil {
			t.Error(err)
		}
		web.Close()
	})
	return web.URL
}
