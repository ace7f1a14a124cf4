package chat

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// TestServerGone breaks every connection in the middle of a turn, lets the person write meanwhile, and comes back: the
// turn and the message are there, each once.
func TestServerGone(t *testing.T) {
	w := newWorld(t)
	w.gate = make(chan struct{})
	c := config(w.backend("server"))
	c.Trip = "t1"
	s := open(t, c, 80, 40)
	s.says(request).until("● Reading your message")
	w.down.Store(true)
	w.web.CloseClientConnections()
	s.until("connection lost")
	close(w.gate)
	s.says("the cheapest please").until("(will be sent when the connection is back)")
	w.down.Store(false)
	s.when("the answer, and no more word of the connection", func(view string) bool {
		return strings.Contains(view, "Chosen") && strings.Contains(view, "1 Yes") && !strings.Contains(view, "connection lost")
	})
	seen := map[string]int{}
	for u, err := range w.r.Watch(t.Context(), "t1", 0) {
		if err != nil {
			t.Fatal(err)
		}
		if m, ok := u.Event.Data.(trip.UserMessage); ok && u.Kind == runner.Decided {
			seen[m.Text]++
		}
		if u.Kind == runner.TurnEnded && len(seen) == 2 {
			break
		}
	}
	if seen[request] != 1 || seen["the cheapest please"] != 1 {
		t.Errorf("the log has %v", seen)
	}
	s.press(tea.KeyPgUp, tea.KeyPgUp, tea.KeyPgUp, tea.KeyPgUp)
	view := s.until("you › " + request)
	if strings.Count(view, "you › Two of us") != 1 {
		t.Errorf("shown twice:\n%s", view)
	}
}

// TestProgressAndStop shows what a call says while it runs, and stops the turn.
func TestProgressAndStop(t *testing.T) {
	for _, name := range places {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.gate = make(chan struct{})
			s := open(t, config(w.backend(name)), 80, 24)
			s.says(request).until("● Reading your message", "Esc stops it")
			s.press(tea.KeyEscape).until("You stopped this.", "1 step in 0 ms, 1 failed")
			close(w.gate)
		})
	}
}

// TestRemoteErrors tells the answers of a server apart.
func TestRemoteErrors(t *testing.T) {
	w := newWorld(t)
	r := w.backend("server")
	ctx, in := t.Context(), trip.NewIntent()
	if err := r.Create(ctx, "t1", in); err != nil {
		t.Fatal(err)
	}
	if err := r.Create(ctx, "t1", in); !errors.Is(err, runner.ErrExists) {
		t.Errorf("the same trip again: %v", err)
	}
	if _, err := r.State(ctx, "t2"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("no such trip: %v", err)
	}
	var refused *RefusedError
	if err := r.Send(ctx, "t1", trip.Event{ID: "e1", Data: trip.UserMessage{Text: strings.Repeat("x", trip.MaxMessageBytes+1)}}); !errors.As(err, &refused) {
		t.Errorf("a message that is too long: %v", err)
	}
	if err := r.Send(ctx, "t2", trip.Event{ID: "e1", Data: trip.UserMessage{Text: "hi"}}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("to no trip: %v", err)
	}
	for _, seq := range []int64{0, 7} {
		id := trip.ID("t2")
		if seq > 0 {
			id = "t1"
		}
		for u, err := range r.Watch(ctx, id, seq) {
			if !u.Open && !errors.Is(err, ErrGone) {
				t.Errorf("updates of %s behind %d: %v", id, seq, err)
			}
		}
	}
	w.down.Store(true)
	if _, _, err := r.Trips(ctx); !errors.Is(err, ErrUnreachable) {
		t.Errorf("of a server that is down: %v", err)
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := r.State(stopped, "t1"); !errors.Is(err, context.Canceled) {
		t.Errorf("of somebody who has gone: %v", err)
	}
}

// TestForeignServer takes nothing for an answer that is none.
func TestForeignServer(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("data: <html>\n\n")) }))
	defer web.Close()
	r := NewRemote(&ops.Client{URL: web.URL + "/", Token: "secret", HTTP: web.Client()})
	if _, err := r.State(t.Context(), "t1"); !errors.Is(err, ErrAnswer) {
		t.Errorf("an intent: %v", err)
	}
	if _, _, err := r.Trips(t.Context()); !errors.Is(err, ErrAnswer) {
		t.Errorf("a list: %v", err)
	}
	var last error
	for _, err := range r.Watch(t.Context(), "t1", 0) {
		last = err
	}
	if !errors.Is(last, ErrAnswer) {
		t.Errorf("a stream: %v", last)
	}
}

// TestQuietStream gives a stream up on which nothing is heard, not even the comments that come all the time.
func TestQuietStream(t *testing.T) {
	over := make(chan struct{})
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(": hello\n\n"))
		_ = http.NewResponseController(w).Flush()
		select {
		case <-r.Context().Done():
		case <-over:
		}
	}))
	defer web.Close()
	defer close(over)
	r := NewRemote(&ops.Client{URL: web.URL, HTTP: web.Client()})
	r.quiet = 10 * time.Millisecond
	var last error
	for _, err := range r.Watch(t.Context(), "t1", 0) {
		last = err
	}
	if !errors.Is(last, ErrUnreachable) {
		t.Errorf("got %v", last)
	}
}

// FuzzMessages reads streams that anybody may send.
func FuzzMessages(f *testing.F) {
	f.Add("id: 1\ndata: {\"seq\":1,\"turn\":1,\"at\":\"2026-03-01T09:00:00Z\",\"event\":{\"type\":\"USER_MESSAGE\",\"data\":{\"text\":\"hi\"}}," +
		"\"decision\":{\"status\":{\"phase\":\"intake\",\"state\":\"collecting_requirements\"}," +
		"\"ui\":[{\"key\":\"present.options\",\"params\":{\"options\":[{}]}}]},\"turn_ended\":true}\n\n")
	f.Add("event: progress\ndata: {\"call_id\":\"c\",\"name\":\"n\",\"delta\":\"d\"}\n\nevent: queued\ndata: {}\n\n: " +
		"hello\r\n\r\nevent: error\ndata: {\"code\":\"trip_deleted\"}\n\n")
	f.Fuzz(func(t *testing.T, stream string) {
		m := newModel(t.Context(), config(nil))
		m.Init()
		m.Update(tea.WindowSizeMsg{Width: 40, Height: 16})
		for message, err := range messages(strings.NewReader(stream)) {
			if err != nil {
				return
			}
			if u, told, err := message.update(); told && err == nil {
				m.shows(u)
				m.View()
			}
		}
	})
}
