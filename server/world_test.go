package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/internal/leaktest"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/server/auth"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// site is a server over a runner with the embedded tools, and a client of it.
type site struct {
	t     testing.TB
	url   string
	token string
	slow  chan struct{} // where it is not nil, extractions wait until it is closed
	r     *runner.Runner
	s     *server.Server
}

// serve starts a server on a runner with the embedded tools and a store in memory. edit, when there is one, changes
// the server's configuration first.
func serve(t testing.TB, edit func(*server.Config)) *site {
	t.Helper()
	return serveUnder(t, turn.Default(), server.Policy(), edit)
}

// serveUnder starts a server whose trips follow a policy.
func serveUnder(t testing.TB, config turn.Config, policy trip.Policy, edit func(*server.Config)) *site {
	t.Helper()
	registry, err := embedded.Tools(embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, kept := &site{t: t}, mem.New(mem.Options{})
	config.Policy = policy
	w.r, err = runner.New(runner.Config{
		Turn: config, Store: kept, Tools: registry, Middleware: []func(string, tools.Tool) tools.Tool{w.hold},
	})
	if err != nil {
		t.Fatal(err)
	}
	c := server.Config{Runner: w.r, Desk: &ops.Local{Runner: w.r, Store: kept}}
	if edit != nil {
		edit(&c)
	}
	if w.s, err = server.New(c); err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(w.s)
	w.url = web.URL
	t.Cleanup(func() {
		if err := w.r.Close(context.Background()); err != nil {
			t.Error(err)
		}
		http.DefaultClient.CloseIdleConnections()
		web.Close()
	})
	return w
}

// hold makes the extraction wait while the site is slow.
func (w *site) hold(name string, next tools.Tool) tools.Tool {
	run := next.Run
	if name == trip.ToolExtract {
		next.Run = func(ctx context.Context, req tools.Request) ([]byte, error) {
			if w.slow != nil {
				select {
				case <-w.slow:
				case <-ctx.Done():
				}
			}
			return run(ctx, req)
		}
	}
	return next
}

// as is the same site for another token.
func (w *site) as(token string) *site {
	other := *w
	other.token = token
	return &other
}

// open sends a request and returns the answer, which is closed with the test. headers are "Name: value".
func (w *site) open(ctx context.Context, method, path, body string, headers ...string) *http.Response {
	w.t.Helper()
	req, err := http.NewRequestWithContext(ctx, method, w.url+path, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	if w.token != "" {
		req.Header.Set("Authorization", "Bearer "+w.token)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		if req.Header.Set(name, value); name == "Host" {
			req.Host = value
		}
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = res.Body.Close() })
	fits(w.t, req, res)
	return res
}

// send sends a request and returns the whole answer.
func (w *site) send(method, path, body string, headers ...string) (*http.Response, string) {
	w.t.Helper()
	res := w.open(w.t.Context(), method, path, body, headers...)
	text, err := io.ReadAll(res.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return res, string(text)
}

// want sends a request that must be answered with a status, and reads the JSON of the answer.
func (w *site) want(status int, method, path, body string, headers ...string) map[string]any {
	w.t.Helper()
	res, text := w.send(method, path, body, headers...)
	if res.StatusCode != status {
		w.t.Fatalf("%s %s %s: %s %s, want %d", method, path, body, res.Status, text, status)
	}
	if text == "" {
		return nil
	}
	var doc map[string]any
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		w.t.Fatalf("%s %s: %v: %s", method, path, err, text)
	}
	if status >= http.StatusBadRequest {
		if got := res.Header.Get("Content-Type"); got != "application/problem+json" || doc["code"] == "" || doc["status"] != float64(status) {
			w.t.Fatalf("%s %s: no problem document: %s %s", method, path, got, text)
		}
	}
	return doc
}

// decoded reads a JSON object.
func decoded(t testing.TB, text string) (doc map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return doc
}

// answerTo returns the status of an answer to a request from an address.
func answerTo(t *testing.T, h http.Handler, from string) int {
	t.Helper()
	req := httptest.NewRequestWithContext(t.Context(), "GET", "http://localhost/healthz", nil)
	req.RemoteAddr = from
	out := httptest.NewRecorder()
	h.ServeHTTP(out, req)
	return out.Code
}

// sent is one message of a stream.
type sent struct {
	id   int64
	name string
	data map[string]any
}

// read reads messages of a stream until enough says so, or its end.
func read(t testing.TB, body io.Reader, enough func(sent) bool) (list []sent) {
	t.Helper()
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, 4<<20)
	var m sent
	for lines.Scan() {
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch field {
		case "id":
			m.id, _ = strconv.ParseInt(value, 10, 64)
		case "event":
			m.name = value
		case "data":
			if err := json.Unmarshal([]byte(value), &m.data); err != nil {
				t.Fatalf("%v: %s", err, value)
			}
		case "":
			if m.data == nil {
				continue // a comment
			}
			if list = append(list, m); enough(m) {
				return list
			}
			m = sent{}
		}
	}
	return list
}

// ended says that a turn is at rest.
func ended(m sent) bool { return m.data["turn_ended"] == true }

const ask = `{"type":"USER_MESSAGE","data":{"text":"Two of us from Boston to Lisbon on June 3, back June 10, with a hotel"}}`

// say posts a message and waits for the end of its turn.
func (w *site) say(path, key string) []sent {
	w.t.Helper()
	return w.post(path, key, ask)
}

// post posts an event and waits for the end of its turn.
func (w *site) post(path, key, event string) []sent {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), time.Minute)
	defer cancel()
	res := w.open(ctx, "POST", path+"/events", event, "Accept: text/event-stream", "Idempotency-Key: "+key)
	list := read(w.t, res.Body, func(sent) bool { return false })
	if len(list) == 0 || !ended(list[len(list)-1]) {
		w.t.Fatalf("%s: the turn did not end: %v", res.Status, list)
	}
	return list
}

// who is an auth.Auth with a few known tokens.
type who map[string]auth.Principal

func (known who) Authenticate(_ context.Context, token string) (auth.Principal, error) {
	p, is := known[token]
	if !is {
		return p, auth.ErrToken
	}
	return p, nil
}
