package server_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/trip"
)

// updates opens the stream of what happens in a trip, from its beginning.
func (w *site) updates() io.Reader {
	return w.open(w.t.Context(), "GET", "/v1/trips/t1/updates", "").Body
}

func chatMessage(id, text string) string {
	return `{"id":"t1","messages":[{"id":"` + id + `","role":"user","parts":[{"type":"text","text":"` + text + `"}]}]}`
}

// What was sent before a stop is stopped with the turn that runs, however the stop is said, and stays in the history.
// What is sent after it is done.
func TestAStopStopsWhatWaits(t *testing.T) {
	for name, stop := range map[string]func(t *testing.T, w *site, closes func()){
		"the newest connection ends": func(_ *testing.T, _ *site, closes func()) { closes() },
		"POST /chat/{id}/stop": func(_ *testing.T, w *site, _ func()) {
			w.want(http.StatusNoContent, "POST", "/chat/t1/stop", "")
		},
		"TURN_CANCELLED, as the page sends it": func(_ *testing.T, w *site, _ func()) {
			w.want(http.StatusAccepted, "POST", "/v1/trips/t1/events", `{"type":"TURN_CANCELLED","data":{}}`)
		},
		"a run of AG-UI that cancels": func(_ *testing.T, w *site, _ func()) {
			w.send("POST", "/agui", `{"threadId":"t1","runId":"r9","messages":[],"forwardedProps":{"cancel":true}}`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := serve(t, nil)
			w.slow = make(chan struct{})
			bounded, done := context.WithTimeout(t.Context(), time.Minute) // a turn that is not stopped has no end
			defer done()
			first := w.open(bounded, "POST", "/chat", chatMessage("m1", "From Boston to Lisbon"))
			ctx, closes := context.WithCancel(bounded)
			defer closes()
			second := w.open(ctx, "POST", "/chat", chatMessage("m2", "Three of us")) // it has an answer once it waits
			stop(t, w, closes)
			for _, answer := range []*http.Response{first, second} {
				if ctx.Err() != nil && answer == second {
					continue
				}
				if text, err := io.ReadAll(answer.Body); err != nil || !strings.Contains(string(text), `"type":"abort"`) {
					t.Errorf("the answer is %s, %v", text, err)
				}
			}
			close(w.slow)
			read(t, w.updates(), func(m sent) bool { return m.data["turn"] == 2.0 && ended(m) })
			now, err := w.r.State(t.Context(), "t1")
			if err != nil || len(now.Turn.Outstanding) > 0 || now.Status.Node != trip.CollectingRequirements {
				t.Fatalf("the trip is in %v, with %+v, %v", now.Status.Node, now.Turn.Outstanding, err)
			}
			if now.Party.Travelers.Adults != 0 {
				t.Error("the message that waited was read")
			}
			_, history := w.send("GET", "/chat/t1", "")
			for _, text := range []string{"From Boston to Lisbon", "Three of us"} {
				if !strings.Contains(history, text) {
					t.Errorf("%q is not in the history %s", text, history)
				}
			}
			if _, text := w.send("POST", "/chat", chatMessage("m3", "On June 3")); !strings.Contains(text, `"finish"`) {
				t.Errorf("what is sent after it: %s", text)
			}
		})
	}
}
