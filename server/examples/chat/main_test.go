package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// told is one server-sent event.
type told struct {
	ID       string `json:"-"`
	Decision struct {
		Status struct{ Phase, State string }
		UI     []struct{ Text string }
		Ask    *struct {
			ID, Kind string
			Choices  []struct{ ID string }
		}
	}
}

// page is a browser with one trip open.
type page struct {
	t      *testing.T
	url    string
	last   string // Last-Event-ID
	cancel context.CancelFunc
	lines  *bufio.Scanner
}

// start runs the backend until the test, or what it returns, ends it.
func start(t *testing.T, path string) (url string, stop func()) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx, path, func(s *http.Server) error { return s.Serve(listener) }) }()
	stopped := false
	stop = func() {
		cancel()
		if stopped {
			return
		}
		stopped = true
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			t.Errorf("serve: %v", err)
		}
	}
	t.Cleanup(stop)
	return "http://" + listener.Addr().String(), stop
}

// open opens the stream of updates after the last one that was seen.
func (p *page) open() {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), time.Minute)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+"/v1/trips/t1/updates", http.NoBody)
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Last-Event-ID", p.last)
	res, err := http.DefaultClient.Do(req) //nolint:bodyclose // p.cancel closes it
	if err != nil {
		p.t.Fatal(err)
	}
	p.cancel, p.lines = func() { cancel(); _ = res.Body.Close() }, bufio.NewScanner(res.Body)
	p.lines.Buffer(nil, 4<<20)
	p.t.Cleanup(func() { p.cancel() })
}

// until reads updates until one is wanted, and returns it and all that was said on the way.
func (p *page) until(what string, wanted func(u *told) bool) (u told, said string) {
	p.t.Helper()
	for p.lines.Scan() {
		line := p.lines.Text()
		if id, ok := strings.CutPrefix(line, "id: "); ok {
			if u.ID = id; id == p.last {
				p.t.Fatalf("update %s was told twice", id)
			}
			p.last = id
		}
		data, ok := strings.CutPrefix(line, "data: ")
		if !ok {
			continue
		}
		u = told{ID: u.ID}
		if err := json.Unmarshal([]byte(data), &u); err != nil {
			p.t.Fatalf("%v: %s", err, data)
		}
		for _, m := range u.Decision.UI {
			said += m.Text + "\n"
		}
		if wanted(&u) {
			return u, said
		}
	}
	p.t.Fatalf("%s: the stream ended: %v\n%s", what, p.lines.Err(), said)
	return u, said
}

func (p *page) status(status string) (u told, said string) {
	p.t.Helper()
	return p.until(status, func(u *told) bool { return u.Decision.Status.Phase+"/"+u.Decision.Status.State == status })
}

func (p *page) ask(kind string) (u told, said string) {
	p.t.Helper()
	return p.until(kind, func(u *told) bool { return u.Decision.Ask != nil && u.Decision.Ask.Kind == kind })
}

// post sends a document and returns the status code. id is that of an event.
func (p *page) post(path, id string, doc any) int {
	p.t.Helper()
	body, err := json.Marshal(doc)
	if err != nil {
		p.t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.url+path, bytes.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Idempotency-Key", id)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	_ = res.Body.Close()
	return res.StatusCode
}

func (p *page) create() {
	p.t.Helper()
	if code := p.post("/v1/trips", "", map[string]any{"trip_id": "t1"}); code != http.StatusCreated {
		p.t.Fatalf("no trip: %d", code)
	}
}

func (p *page) event(id, kind string, data any) int {
	p.t.Helper()
	return p.post("/v1/trips/t1/events", id, map[string]any{"type": kind, "data": data})
}

func (p *page) accepted(id, kind string, data any) {
	p.t.Helper()
	if code := p.event(id, kind, data); code != http.StatusAccepted {
		p.t.Fatalf("%s: %d", kind, code)
	}
}

// TestPurchase: a trip from a message to a booking. The browser is closed while the purchase runs: whoever comes back
// gets the rest, once, also from a backend that was started again.
func TestPurchase(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "trips.db")
	url, stop := start(t, path)
	p := &page{t: t, url: url}
	p.create()
	p.open()
	p.accepted("m1", "USER_MESSAGE", map[string]any{"text": fmt.Sprintf(
		"Two of us from JFK to the head office on %s, back a week later, no hotel", time.Now().AddDate(0, 2, 0).Format("January 2, 2006"),
	)})
	options, said := p.ask("choose")
	if !strings.Contains(said, "New York (US) to London (GB)") || !strings.Contains(said, "HA 09:00") {
		t.Fatalf("neither our extractor nor our supplier: %s", said)
	}
	p.accepted("m2", "USER_ANSWERED", map[string]any{"ask_id": options.Decision.Ask.ID, "choice_id": options.Decision.Ask.Choices[0].ID})
	p.ask("confirm")
	p.accepted("m3", "USER_REQUEST_HOLD", map[string]any{"confirmations": []string{}})
	approve, said := p.ask("approve")
	if !strings.Contains(said, "Total: 1280.00 USD.") {
		t.Fatalf("no offer: %s", said)
	}

	approval := map[string]any{"approval_token": "yes", "payment_method_id": "pm_slow", "ask_id": approve.Decision.Ask.ID}
	p.accepted("m4", "USER_APPROVED_PURCHASE", approval)
	p.cancel()
	if code := p.event("m4", "USER_APPROVED_PURCHASE", approval); code != http.StatusOK { // the browser has not seen the answer
		t.Errorf("the same again: %d", code)
	}
	p.open()
	booked, said := p.status("completed/booked")
	if !strings.Contains(said, "booked") {
		t.Errorf("nobody is told: %s", said)
	}
	stop()

	p.url, _ = start(t, path)
	p.last = approve.ID
	p.open()
	if again, rest := p.status("completed/booked"); again.ID != booked.ID || rest != said {
		t.Errorf("after a restart: %s %q, want %s %q", again.ID, rest, booked.ID, said)
	}
}

// TestOwnTool: the assistant answers with our tool.
func TestOwnTool(t *testing.T) {
	t.Parallel()
	url, _ := start(t, filepath.Join(t.TempDir(), "trips.db"))
	p := &page{t: t, url: url}
	p.create()
	p.open()
	p.accepted("m1", "USER_MESSAGE", map[string]any{"text": "How much baggage may I take?"})
	if _, said := p.status("assist/answered"); !strings.Contains(said, "23 kg") {
		t.Errorf("said %q", said)
	}
}

// TestRefused: what no browser may send changes nothing.
func TestRefused(t *testing.T) {
	t.Parallel()
	url, _ := start(t, filepath.Join(t.TempDir(), "trips.db"))
	p := &page{t: t, url: url}
	if code := p.event("c1", "TURN_CANCELLED", map[string]any{}); code != http.StatusNotFound {
		t.Errorf("a cancellation of a trip that does not exist: %d, want 404", code)
	}
	p.create()
	for kind, c := range map[string]struct {
		data map[string]any
		want int
	}{
		"TOOL_RESULT":  {map[string]any{"call_id": "c1.1", "tool_name": "flight_quote_search", "result": map[string]any{}}, http.StatusUnprocessableEntity},
		"USER_MESSAGE": {map[string]any{"text": 1}, http.StatusBadRequest},
		"NOTHING":      {map[string]any{}, http.StatusUnprocessableEntity},
	} {
		if code := p.event("e-"+kind, kind, c.data); code != c.want {
			t.Errorf("%s: %d, want %d", kind, code, c.want)
		}
	}
}
