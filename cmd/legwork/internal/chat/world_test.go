package chat

import (
	"context"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/teatest/v2"

	"github.com/legwork-go/legwork/docs"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// clock is the time of all tests, so that the screens are always the same.
func clock() time.Time { return time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC) }

const request = "Two of us from Boston to Lisbon on June 3, back June 10, with a hotel"

// world is a runner with the embedded tools, and a server over it.
type world struct {
	store  store.Store
	r      *runner.Runner
	gate   chan struct{} // where it is not nil, the extraction waits until it is closed
	waits  chan struct{} // is told of each that waits
	url    string
	web    *httptest.Server
	down   atomic.Bool // the server answers nobody
	client *http.Client
}

func newWorld(t *testing.T) *world {
	t.Helper()
	return newWorldOver(t, mem.New(mem.Options{}))
}

func newWorldOver(t *testing.T, s store.Store) *world {
	t.Helper()
	registry, err := embedded.Tools(embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	config := turn.Default()
	config.Policy = server.Policy()
	w := &world{store: s, waits: make(chan struct{}, 10), client: &http.Client{Transport: &http.Transport{}}}
	w.r, err = runner.New(runner.Config{
		Turn: config, Store: s, Tools: registry, Now: clock,
		Middleware: []func(string, tools.Tool) tools.Tool{w.hold},
	})
	if err != nil {
		t.Fatal(err)
	}
	front, err := server.New(server.Config{Runner: w.r})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if w.down.Load() {
			panic(http.ErrAbortHandler)
		}
		front.ServeHTTP(rw, r)
	}))
	w.url, w.web = web.URL, web
	t.Cleanup(func() {
		if err := w.r.Close(context.Background()); err != nil {
			t.Error(err)
		}
		web.CloseClientConnections()
		web.Close()
	})
	return w
}

// hold makes the extraction wait at the gate, and report that it does.
func (w *world) hold(name string, next tools.Tool) tools.Tool {
	run := next.Run
	if name == trip.ToolExtract {
		next.Run = func(ctx context.Context, req tools.Request) ([]byte, error) {
			if w.gate != nil {
				tools.Report(ctx, "half of it")
				w.waits <- struct{}{}
				select {
				case <-w.gate:
				case <-ctx.Done():
				}
			}
			return run(ctx, req)
		}
	}
	return next
}

// places are where the trips may be.
var places = []string{"local", "server"}

// backend is the way to the trips of a world.
func (w *world) backend(place string) Backend {
	if place == "server" {
		return NewRemote(&ops.Client{URL: w.url, HTTP: w.client})
	}
	return NewLocal(w.r)
}

func config(b Backend) Config {
	ids := 0
	return Config{
		Backend: b, Start: trip.NewIntent(), Rules: docs.Rules(), Now: clock,
		NewID:   func() string { ids++; return "event-" + strconv.Itoa(ids) },
		NewTrip: func() trip.ID { ids++; return trip.ID("trip-" + strconv.Itoa(ids)) },
	}
}

// screen is a program that runs, and what it shows.
type screen struct {
	t  *testing.T
	tm *teatest.TestModel
	m  *Model

	mu   sync.Mutex
	news sync.Cond
	view string
}

// watched shows a model to the screen of a test.
type watched struct {
	*Model
	s *screen
}

func (w watched) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := w.Model.Update(msg)
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	w.s.view = ansi.Strip(w.View().Content)
	w.s.news.Broadcast()
	return w, cmd
}

// open starts a program of a size.
func open(t *testing.T, c Config, width, height int) *screen {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	s := &screen{t: t, m: newModel(ctx, c)}
	s.news.L = &s.mu
	s.tm = teatest.NewTestModel(t, watched{s.m, s}, teatest.WithInitialTermSize(width, height))
	t.Cleanup(func() {
		_ = s.tm.Quit()
		s.tm.WaitFinished(t)
		cancel()
		s.m.work.Wait()
	})
	return s
}

// patience ends a test that waits for what does not come.
const patience = time.Minute

// until waits for a screen that holds all of these texts, and returns it.
func (s *screen) until(texts ...string) string {
	s.t.Helper()
	return s.when(strings.Join(texts, ", "), func(view string) bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(view, text) })
	})
}

// when waits for a screen of which something is true.
func (s *screen) when(what string, is func(view string) bool) string {
	s.t.Helper()
	late := false
	timer := time.AfterFunc(patience, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		late = true
		s.news.Broadcast()
	})
	defer timer.Stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	for !is(s.view) {
		if late {
			s.t.Fatalf("never on the screen: %s\n%s", what, s.view)
		}
		s.news.Wait()
	}
	return s.view
}

// says types a text and presses Enter.
func (s *screen) says(text string) *screen {
	s.tm.Type(text)
	return s.press(tea.KeyEnter)
}

// press presses keys.
func (s *screen) press(keys ...rune) *screen {
	for _, k := range keys {
		s.tm.Send(tea.KeyPressMsg{Code: k})
	}
	return s
}

// golden compares a screen with the one that testdata has.
func golden(t *testing.T, name, view string) {
	t.Helper()
	lines := strings.Split(view, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	view = strings.Join(lines, "\n") + "\n"
	path := filepath.Join("testdata", name+".txt")
	if flag.Lookup("update").Value.String() == "true" { // the flag is that of teatest
		if err := os.MkdirAll("testdata", 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(view), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if view != string(want) {
		t.Errorf("%s is not what it was (go test -update writes it):\n%s", path, view)
	}
}
