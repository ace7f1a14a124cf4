package server_test

import (
	"net/http"
	"strings"
	"testing"
)

// TestDoorsTellOfAFailureInWords walks the ways by which a server tells people what is said: each has the sentence of a
// failure, and none the form that programs know.
func TestDoorsTellOfAFailureInWords(t *testing.T) {
	const (
		message = "Two of us from Boston to WQK on June 3, back June 10, with a hotel"
		told    = "The hotel search did not answer in time. Say 'try again'."
	)
	doors := map[string]func(w *site, id string) string{
		"AG-UI": func(w *site, id string) string {
			_, text := w.send("POST", "/agui", `{"threadId":"`+id+`","runId":"r1","messages":[{"id":"m1","role":"user","content":"`+message+`"}]}`)
			return text
		},
		"AI SDK": func(w *site, id string) string {
			_, text := w.send("POST", "/chat", `{"id":"`+id+`","messages":[{"id":"m1","role":"user","parts":[{"type":"text","text":"`+message+`"}]}]}`)
			return text
		},
		"updates, which the page and the terminal show": func(w *site, id string) string {
			w.want(http.StatusCreated, "POST", "/v1/trips", `{"trip_id":"`+id+`"}`)
			_, text := w.send("POST", "/v1/trips/"+id+"/events", `{"type":"USER_MESSAGE","data":{"text":"`+message+`"}}`, "Accept: text/event-stream")
			return text
		},
		"transcript": func(w *site, id string) string {
			w.want(http.StatusCreated, "POST", "/v1/trips", `{"trip_id":"`+id+`"}`)
			w.send("POST", "/v1/trips/"+id+"/events", `{"type":"USER_MESSAGE","data":{"text":"`+message+`"}}`, "Accept: text/event-stream")
			_, text := w.send("GET", "/v1/trips/"+id+"/transcript", "")
			return text
		},
	}
	for name, door := range doors {
		text := door(serve(t, nil), "t1")
		if !strings.Contains(text, told) {
			t.Errorf("%s does not tell %q: %.3000s", name, told, text)
		}
		if strings.Contains(text, "Tool error") {
			t.Errorf("%s tells people what programs get: %.3000s", name, text)
		}
	}
}
