package server_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/server/agui"
	"github.com/legwork-go/legwork/server/auth"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/server/ops/opstest"
)

// TestQueue sends events while a turn runs.
func TestQueue(t *testing.T) {
	w := serve(t, nil)
	w.want(201, "POST", "/v1/trips", `{"trip_id":"t1"}`)
	w.slow = make(chan struct{})
	if got := w.want(202, "POST", "/v1/trips/t1/events", ask, "Idempotency-Key: k1"); got["seq"] != 1.0 || got["turn"] != 1.0 {
		t.Errorf("the first: %v", got)
	}
	for range 2 { // the second time it is the same event
		if got := w.want(202, "POST", "/v1/trips/t1/events", ask, "Idempotency-Key: k2"); got["queued"] != true {
			t.Errorf("while a turn runs: %v", got)
		}
	}
	w.want(409, "DELETE", "/v1/trips/t1", "")
	res := w.open(t.Context(), "POST", "/v1/trips/t1/events", ask, "Idempotency-Key: k2", "Accept: text/event-stream, */*;q=0.1")
	if first := read(t, res.Body, func(sent) bool { return true }); first[0].name != "queued" || first[0].id != 0 {
		t.Errorf("a stream of what waits: %v", first)
	}
	close(w.slow)
	res = w.open(t.Context(), "GET", "/v1/trips/t1/updates", "")
	turns := 0
	list := read(t, res.Body, func(m sent) bool {
		if ended(m) {
			turns++
		}
		return turns == 2
	})
	for i, m := range list {
		if m.id != int64(i+1) {
			t.Errorf("message %d has the id %d", i+1, m.id)
		}
	}
	w.want(200, "POST", "/v1/trips/t1/events", ask, "Idempotency-Key: k2")
}

// TestClosing refuses events, and says so, once the runner is closed.
func TestClosing(t *testing.T) {
	w := serve(t, nil)
	w.want(201, "POST", "/v1/trips", `{"trip_id":"t1"}`)
	res := w.open(t.Context(), "GET", "/v1/trips/t1/updates", "")
	w.want(200, "GET", "/readyz", "")
	w.s.Drain()
	if got := w.want2(503, "GET", "/readyz"); got["closing"] != true || got["ready"] != false {
		t.Errorf("ready: %v", got)
	}
	if err := w.r.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if list := read(t, res.Body, func(sent) bool { return false }); len(list) != 1 || list[0].name != "error" || list[0].data["code"] != "closing" {
		t.Errorf("the stream ends with %v", list)
	}
	answer, _ := w.send("POST", "/v1/trips/t1/events", ask)
	if answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" {
		t.Errorf("%s, Retry-After %q", answer.Status, answer.Header.Get("Retry-After"))
	}
	w.want(200, "GET", "/v1/trips/t1", "")
}

// want2 is want for an answer that is no problem whatever its status.
func (w *site) want2(status int, method, path string) (doc map[string]any) {
	w.t.Helper()
	res, text := w.send(method, path, "")
	if res.StatusCode != status {
		w.t.Fatalf("%s: %s", path, res.Status)
	}
	return decoded(w.t, text)
}

// TestHealth tells how the engine is.
func TestHealth(t *testing.T) {
	var now server.Health
	w := serve(t, func(c *server.Config) { c.Health = func() server.Health { return now } })
	for _, c := range []struct {
		health server.Health
		status int
	}{{server.Health{}, 200}, {server.Health{Starting: true}, 503}, {server.Health{StoreFails: true}, 503}} {
		now = c.health
		if got := w.want2(c.status, "GET", "/readyz"); (got["recovery"] == "running") != now.Starting || (got["store"] == "fails") != now.StoreFails {
			t.Errorf("%+v: %v", now, got)
		}
		w.want(200, "GET", "/healthz", "")
	}
}

// TestRate keeps each tenant within its own rate.
func TestRate(t *testing.T) {
	w := serve(t, func(c *server.Config) {
		c.Auth = who{"a": {Tenant: "acme", Scope: auth.Read}, "b": {Tenant: "beta", Scope: auth.Read}}
		c.Limits.Rate = 1. / 3600 // the next one an hour later: no machine is that slow
	})
	w.as("a").want(200, "GET", "/v1/trips", "")
	res, text := w.as("a").send("GET", "/v1/trips", "")
	after, _ := strconv.Atoi(res.Header.Get("Retry-After"))
	if res.StatusCode != http.StatusTooManyRequests || after > 3600 || after < 3000 || decoded(t, text)["code"] != "rate" {
		t.Errorf("%s %q %s", res.Status, res.Header.Get("Retry-After"), text)
	}
	w.as("b").want(200, "GET", "/v1/trips", "")
}

// TestOpenRequests keeps each tenant within so many streams at once, so that one cannot take all connections.
func TestOpenRequests(t *testing.T) {
	w := serve(t, func(c *server.Config) {
		c.Auth = who{"a": {Tenant: "acme", Scope: auth.Write}, "b": {Tenant: "beta", Scope: auth.Write}}
		c.Limits.Open = 2
	})
	w.as("a").want(201, "POST", "/v1/trips", `{"trip_id":"t1"}`)
	ctx, leave := context.WithCancel(t.Context())
	for range 2 {
		w.as("a").open(ctx, "GET", "/v1/trips/t1/updates", "")
	}
	if got := w.as("a").want(429, "GET", "/v1/trips/t1/updates", ""); got["code"] != "rate" {
		t.Errorf("a third stream: %v", got)
	}
	w.as("b").want(200, "GET", "/v1/trips", "")
	leave()
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		if res, _ := w.as("a").send("GET", "/v1/trips", ""); res.StatusCode == http.StatusOK {
			break
		}
		if time.Now().After(end) {
			t.Fatal("streams that were left still count")
		}
	}
}

// TestOpenRequestsOfThisMachine: without authentication all are one tenant.
func TestOpenRequestsOfThisMachine(t *testing.T) {
	w := serve(t, func(c *server.Config) { c.Limits.Open = 2 })
	w.want(201, "POST", "/v1/trips", `{"trip_id":"t1"}`)
	for range 2 {
		w.open(t.Context(), "GET", "/v1/trips/t1/updates", "")
	}
	for _, path := range []string{"/v1/trips/t1/updates", "/chat/t1/stream"} {
		if got := w.want(429, "GET", path, ""); got["code"] != "rate" {
			t.Errorf("a third stream, %s: %v", path, got)
		}
	}
	if got := w.want(429, "POST", "/agui", `{}`); got["code"] != "rate" {
		t.Errorf("a third stream, /agui: %v", got)
	}
	w.want(200, "GET", "/healthz", "")
}

// revocable lets everybody in as one principal, until it is revoked.
type revocable struct {
	auth.Principal
	revoked, unreachable atomic.Bool
}

func (a *revocable) Authenticate(context.Context, string) (auth.Principal, error) {
	switch {
	case a.revoked.Load():
		return auth.Principal{}, auth.ErrToken
	case a.unreachable.Load():
		return auth.Principal{}, auth.ErrIssuer
	}
	return a.Principal, nil
}

// TestStreamsEndWithTheirToken revokes a token while streams of it are open. Each says so and ends; the turn goes on.
// That a token cannot be checked for a while ends nothing.
func TestStreamsEndWithTheirToken(t *testing.T) {
	known := &revocable{Principal: auth.Principal{Tenant: "acme", Scope: auth.Write}}
	w := serve(t, func(c *server.Config) { c.Auth, c.Limits.Heartbeat = known, 5*time.Millisecond })
	w.token = "a"
	w.slow = make(chan struct{})
	w.want(201, "POST", "/v1/trips", `{"trip_id":"t2"}`)
	updates := w.open(t.Context(), "GET", "/v1/trips/t2/updates", "")
	run := w.open(t.Context(), "POST", "/agui", trip1)
	chat := w.open(t.Context(), "GET", "/chat/t1/stream", "")
	known.unreachable.Store(true)
	for p, beats := make([]byte, 64), 0; beats < 10; {
		n, err := updates.Body.Read(p)
		if err != nil {
			t.Fatal(err)
		}
		beats += bytes.Count(p[:n], []byte(": \n\n"))
	}
	known.revoked.Store(true)
	for name, c := range map[string]struct {
		answer *http.Response
		want   string
	}{
		"updates": {updates, `"code":"token"`}, "run": {run, `"type":"RUN_ERROR"`}, "chat": {chat, `"type":"error"`},
	} {
		if text, err := io.ReadAll(c.answer.Body); err != nil || !strings.Contains(string(text), c.want) {
			t.Errorf("%s: %v, and it ends without %s: %s", name, err, c.want, text)
		}
	}
	w.want(401, "GET", "/v1/trips/t1", "")
	known.unreachable.Store(false)
	known.revoked.Store(false)
	close(w.slow)
	again := w.open(t.Context(), "POST", "/agui", trip1)
	if list := events(t, again.Body, atEnd); list[len(list)-1].Type != agui.RunFinished {
		t.Errorf("the turn ends with %v", list[len(list)-1])
	}
}

// TestOrigins lets in pages of the sites that were named, and no others.
func TestOrigins(t *testing.T) {
	w := serve(t, func(c *server.Config) { c.Origins = []string{"https://chat.example"} })
	res, _ := w.send("GET", "/v1/trips", "", "Origin: https://chat.example")
	if res.StatusCode != http.StatusOK || res.Header.Get("Access-Control-Allow-Origin") != "https://chat.example" || res.Header.Get("Vary") != "Origin" {
		t.Errorf("%s %v", res.Status, res.Header)
	}
	res, _ = w.send("OPTIONS", "/v1/trips/t1/events", "", "Origin: https://chat.example", "Access-Control-Request-Method: POST")
	if res.StatusCode != http.StatusNoContent ||
		!strings.Contains(res.Header.Get("Access-Control-Allow-Headers"), "Idempotency-Key") || res.Header.Get("Access-Control-Allow-Credentials") != "" {
		t.Errorf("%s %v", res.Status, res.Header)
	}
	for _, origin := range []string{"https://evil.example", "http://chat.example", "https://chat.example.evil.example", "null"} {
		if res, _ := w.send("OPTIONS", "/v1/trips", "", "Origin: "+origin, "Access-Control-Request-Method: POST"); res.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %s", origin, res.Status)
		}
	}
	own := "Origin: " + w.url
	w.want(200, "GET", "/v1/trips", "", own)
}

// TestHeaders looks for what keeps a page from doing what it should not.
func TestHeaders(t *testing.T) {
	w := serve(t, nil)
	for _, path := range []string{"/", "/v1/trips", "/v1/none"} {
		res, _ := w.send("GET", path, "")
		for name, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Opener-Policy": "same-origin",
		} {
			if !strings.Contains(res.Header.Get(name), want) {
				t.Errorf("%s: %s: %q", path, name, res.Header.Get(name))
			}
		}
		if policy := res.Header.Get("Content-Security-Policy"); strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") {
			t.Errorf("%s: %s", path, policy)
		}
	}
}

// TestNothingInTheLog sends secrets everywhere and looks for them in the log at its most talkative, which names the trip
// and the tenant of a request.
func TestNothingInTheLog(t *testing.T) {
	var log safeBuffer
	w := serve(t, func(c *server.Config) {
		c.Auth = who{"TOKEN-SECRET": {Tenant: "acme", Scope: auth.Admin}}
		c.Logger = slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}).as("TOKEN-SECRET")
	w.want(201, "POST", "/v1/trips", `{"trip_id":"t1"}`)
	w.want(202, "POST", "/v1/trips/t1/events", `{"type":"USER_MESSAGE","data":{"text":"TEXT-SECRET"}}`, "Idempotency-Key: KEY-SECRET")
	w.want(400, "POST", "/v1/trips/t1/events", `{"type":"USER_MESSAGE","data":"BODY-SECRET"}`)
	w.want(404, "GET", "/v1/PATH-SECRET?q=QUERY-SECRET", "")
	w.as("BAD-SECRET").want(401, "GET", "/v1/trips", "")
	w.want(421, "GET", "/v1/trips", "", "Host: HOST-SECRET.example")
	if text := log.String(); strings.Contains(text, "SECRET") || !strings.Contains(text, `"status":401`) ||
		!strings.Contains(text, `"tenant":"acme","token":"","trip":"acme/t1"`) {
		t.Errorf("the log:\n%s", text)
	}
}

// safeBuffer is a bytes.Buffer for several goroutines.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// TestSlowClient gives up a client that does not read, and nobody waits for it.
func TestSlowClient(t *testing.T) {
	w := serve(t, func(c *server.Config) {
		c.Limits.WriteTimeout, c.Limits.Heartbeat = 2*time.Second, time.Millisecond // which those who read do not miss
	})
	w.want(201, "POST", "/v1/trips", `{"trip_id":"t1"}`)
	conn, err := net.Dial("tcp", strings.TrimPrefix(w.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetReadBuffer(1 << 10)
	}
	_, _ = fmt.Fprint(conn, "GET /v1/trips/t1/updates HTTP/1.1\r\nHost: localhost\r\n\r\n")
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	given := regexp.MustCompile(`legwork_http_requests_total\{route="GET /v1/trips/\{id\}/updates",status="200"\} 1`)
	for n := 0; ; n++ { // until the figures say that its request has ended
		w.say("/v1/trips/t1", fmt.Sprint(n))
		if _, text := w.send("GET", "/metrics", ""); given.MatchString(text) {
			return
		}
		if ctx.Err() != nil {
			t.Fatal("the client is still waited for")
		}
	}
}

// TestHeartbeat keeps a quiet stream open.
func TestHeartbeat(t *testing.T) {
	w := serve(t, func(c *server.Config) { c.Limits.Heartbeat = time.Millisecond })
	w.want(201, "POST", "/v1/trips", `{"trip_id":"t1"}`)
	res := w.open(t.Context(), "GET", "/v1/trips/t1/updates", "")
	var got []byte
	for p := make([]byte, 64); bytes.Count(got, []byte(": \n\n")) < 3; {
		n, err := res.Body.Read(p)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, p[:n]...)
	}
}

// TestFigures looks for the figures of the server in the docs, and counts trips and requests.
func TestFigures(t *testing.T) {
	w := serve(t, nil)
	opstest.Fill(t, &ops.Client{URL: w.url})
	w.want(200, "GET", "/v1/trips", "")
	_, figures := w.send("GET", "/metrics", "")
	listed, err := os.ReadFile("../docs/observability.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^# TYPE (legwork_\w+)`).FindAllStringSubmatch(figures, -1) {
		if !strings.Contains(string(listed), "`"+m[1]+"`") {
			t.Errorf("docs/observability.md does not list %s", m[1])
		}
	}
	for _, want := range []string{
		`legwork_http_requests_total{route="GET /v1/trips",status="200"} 1`, `legwork_trips{status="error/retryable",tenant="acme"} 1`,
		`legwork_trips{status="quote/presenting_options",tenant="beta"} 1`, `legwork_trips_attention{needs="in doubt"} 1`,
		`legwork_trips_attention{needs="stalled"} 0`, `legwork_calls_in_doubt{tool="booking_confirm_and_purchase"} 1`, "legwork_inbox_requests 0",
		"legwork_queued_events 0",
	} {
		if !strings.Contains(figures, "\n"+want+"\n") {
			t.Errorf("there is no %s in\n%s", want, figures)
		}
	}
}

// TestProblemsAreListed compares the codes of problems with docs/serving.md.
func TestProblemsAreListed(t *testing.T) {
	listed, err := os.ReadFile("../docs/serving.md")
	if err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	for _, name := range []string{
		"guard.go", "trips.go", "events.go", "forks.go", "documents.go", "rates.go",
		"operate.go", "internal/web/backend.go", "internal/web/problem.go",
	} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		code.Write(text)
	}
	found := regexp.MustCompile(`(?:Code: |badRequest\(|Problemf\([\w.]+, )"([a-z_]+)"`).FindAllStringSubmatch(code.String(), -1)
	if len(found) < 30 {
		t.Errorf("only %d codes are found", len(found))
	}
	for _, f := range found {
		if !strings.Contains(string(listed), "`"+f[1]+"`") {
			t.Errorf("docs/serving.md does not list %s", f[1])
		}
	}
}

// TestRemote refuses other machines where nobody needs to say who they are.
func TestRemote(t *testing.T) {
	w := serve(t, nil)
	for from, want := range map[string]int{"127.0.0.1:1": 200, "[::1]:1": 200, "[::ffff:127.0.0.1]:1": 200, "192.0.2.1:1": 403, "": 403} {
		if got := answerTo(t, w.s, from); got != want {
			t.Errorf("from %q: %d", from, got)
		}
	}
}
