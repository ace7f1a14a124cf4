package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/server/agui"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// told is one event of a run.
type told struct {
	agui.Event
	id int64 // of the message of the stream
}

// events reads the events of runs until enough says so, or their end, and checks their order.
func events(t *testing.T, body io.Reader, enough func(*told) bool) (list []told) {
	t.Helper()
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, 4<<20)
	var verifier agui.Verifier
	var id int64
	for lines.Scan() {
		if text, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
			id, _ = strconv.ParseInt(text, 10, 64)
		}
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		e := told{id: id}
		if err := json.Unmarshal([]byte(data), &e); err != nil {
			t.Fatalf("%v: %s", err, data)
		}
		if err := verifier.Check(&e.Event); err != nil {
			t.Fatal(err)
		}
		id, list = 0, append(list, e)
		if enough(&e) {
			return list
		}
	}
	if err := verifier.End(); err != nil {
		t.Errorf("%v: %d events", err, len(list))
	}
	return list
}

func atEnd(*told) bool { return false }

// says returns the texts that were told to a client, those of a snapshot too.
func says(list []told) (texts []string) {
	for i := range list {
		if text, ok := list[i].Delta.(string); ok && list[i].Type == agui.TextMessageContent {
			texts = append(texts, text)
		}
		for _, m := range list[i].Messages {
			if m.Role == "assistant" && m.Content != "" {
				texts = append(texts, m.Content)
			}
		}
	}
	return texts
}

const trip1 = `{"threadId":"t1","runId":"r1","messages":[{"id":"m1","role":"user","content":"Two of us from Boston ` +
	`to Lisbon on June 3, back June 10, with a hotel"}]}`

func TestRun(t *testing.T) {
	w := serve(t, nil)
	res := w.open(t.Context(), "POST", "/agui", trip1)
	if got := res.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Errorf("it is %s", got)
	}
	list := events(t, res.Body, atEnd)
	var last int64
	for _, e := range list {
		if e.id > 0 {
			if e.id <= last {
				t.Errorf("id %d after %d", e.id, last)
			}
			last = e.id
		}
	}
	in := w.want(http.StatusOK, "GET", "/v1/trips/t1", "")
	if end := list[len(list)-1]; last == 0 || end.Outcome.Type != agui.Success || in["status"].(map[string]any)["state"] != "presenting_options" {
		t.Errorf("the last id is %d, the outcome %+v, the trip %v", last, end.Outcome, in["status"])
	}
}

// A run is posted again while its turn runs, and after it: both tell what there is, once.
func TestRunPostedAgain(t *testing.T) {
	w := serve(t, nil)
	w.slow = make(chan struct{})
	first := w.open(t.Context(), "POST", "/agui", trip1)
	events(t, first.Body, func(e *told) bool { return e.Type == agui.StepStarted })
	_ = first.Body.Close() // it goes away

	again := w.open(t.Context(), "POST", "/agui", trip1)
	running := events(t, again.Body, func(e *told) bool {
		if e.Type == agui.StepStarted && e.StepName == "intake/collecting_requirements" {
			close(w.slow)
		}
		return false
	})
	_, text := w.send("POST", "/agui", trip1)
	after := events(t, strings.NewReader(text), atEnd)
	for name, list := range map[string][]told{"running": running, "after": after} {
		if list[1].Type != agui.StateSnapshot || list[2].Type != agui.MessagesSnapshot {
			t.Errorf("%s: it begins with %s, %s", name, list[1].Type, list[2].Type)
		}
		if m := list[2].Messages[0]; m.ID != "m1" || m.Role != "user" {
			t.Errorf("%s: the first message is %+v", name, m)
		}
		if got := says(list); len(got) != 2 || !strings.HasPrefix(got[1], "Here are your best options") {
			t.Errorf("%s: it says %q", name, got)
		}
	}
}

// A run that stops what does not run is cancelled, and what the trip waits for stays open: who comes back is asked it.
func TestRunAfterCancel(t *testing.T) {
	policy := server.Policy()
	policy.ConfirmBeforeQuote = true
	w := serveUnder(t, turn.Default(), policy, nil)
	const (
		stop  = `{"threadId":"t1","runId":"r2","messages":[],"forwardedProps":{"cancel":true}}`
		comes = `{"threadId":"t1","runId":"r3","messages":[]}`
	)
	var asked string
	for _, c := range []struct{ body, outcome string }{
		{trip1, agui.Interrupt}, {stop, agui.Cancelled}, {comes, agui.Interrupt}, {stop, agui.Cancelled},
	} {
		_, text := w.send("POST", "/agui", c.body)
		list := events(t, strings.NewReader(text), atEnd)
		end := list[len(list)-1].Outcome
		if end.Type != c.outcome {
			t.Errorf("%s ends with %+v, want %s", c.body, end, c.outcome)
			continue
		}
		if c.outcome != agui.Interrupt {
			continue
		}
		if asked != "" && end.Interrupts[0].ID != asked {
			t.Errorf("who comes back is asked %s, not %s", end.Interrupts[0].ID, asked)
		}
		asked = end.Interrupts[0].ID
	}
}

// A message that is posted while a turn runs waits, and so does the same one posted again.
func TestRunThatWaits(t *testing.T) {
	w := serve(t, nil)
	w.slow = make(chan struct{})
	first := w.open(t.Context(), "POST", "/agui", trip1)
	events(t, first.Body, func(e *told) bool { return e.Type == agui.StepStarted })
	const second = `{"threadId":"t1","runId":"r2","messages":[{"id":"m2","role":"user","content":"Make it three of us"}]}`
	waiting, again := w.open(t.Context(), "POST", "/agui", second), w.open(t.Context(), "POST", "/agui", second)
	close(w.slow)
	for name, body := range map[string]io.Reader{"waiting": waiting.Body, "again": again.Body} {
		list := events(t, body, atEnd)
		if got := says(list); len(got) != 2 || !strings.Contains(got[0], "3 adults") {
			t.Errorf("%s: it says %q", name, got)
		}
	}
}

// A message that interrupts a turn ends its run, in which every call has a result then. Who came back to that run goes on
// with the turn of the message.
func TestRunThatIsInterrupted(t *testing.T) {
	policy := server.Policy()
	policy.Multitask = trip.Interrupt
	w := serveUnder(t, turn.Default(), policy, nil)
	w.slow = make(chan struct{})
	first := w.open(t.Context(), "POST", "/agui", trip1)
	events(t, first.Body, func(e *told) bool { return e.Type == agui.StepStarted })
	attached := w.open(t.Context(), "POST", "/agui", `{"threadId":"t1","runId":"r3","messages":[]}`)
	var before []told
	before = append(before, events(t, attached.Body, func(e *told) bool { return e.Type == agui.StepStarted })...)
	second := w.open(t.Context(), "POST", "/agui", `{"threadId":"t1","runId":"r2","messages":[{"id":"m2","role":"user","content":"Make it three of us"}]}`)
	rest, err := io.ReadAll(first.Body)
	if err != nil || !strings.Contains(string(rest), `"type":"TOOL_CALL_RESULT"`) || !strings.Contains(string(rest), `\"class\":\"cancelled\"`) ||
		!strings.Contains(string(rest), `"outcome":{"type":"cancelled"}`) {
		t.Errorf("the rest is %s, %v", rest, err)
	}
	close(w.slow)
	if list := events(t, second.Body, atEnd); len(says(list)) < 2 || list[len(list)-1].Outcome.Type != agui.Success {
		t.Errorf("the second run says %q", says(list))
	}
	results, err := io.ReadAll(attached.Body)
	if n := strings.Count(string(results), `\"class\":\"cancelled\"`); err != nil || n != 1 || len(before) == 0 {
		t.Errorf("the run that was come back to tells %d calls that were cancelled: %s, %v", n, results, err)
	}
	if !strings.Contains(string(results), "3 adults") {
		t.Errorf("it does not go on with the message: %s", results)
	}
}

// A failure of a call is told in the language of the trip, by both protocols.
func TestFailuresInTheLanguageOfTheTrip(t *testing.T) {
	config := turn.Default()
	config.Texts = texts.Table{"de": func(m trip.Message) string { return "auf Deutsch: " + m.Key }}
	w := serveUnder(t, config, server.Policy(), nil)
	for path, body := range map[string]string{
		"/agui": `{"threadId":"t1","runId":"r1","messages":[{"id":"m1","role":"user","content":"Two of us from Boston to ` +
			`WQK on June 3, back June 10, with a hotel"}]}`,
		"/chat": `{"id":"t1","messages":[{"id":"m1","role":"user","parts":[{"type":"text","text":"Two of us from Boston to ` +
			`WQK on June 3, back June 10, with a hotel"}]}]}`,
	} {
		w.want(http.StatusCreated, "POST", "/v1/trips", `{"trip_id":"t1","intent":{"request":{"locale":"de-AT"}}}`)
		for again := range 2 { // from the turn that runs, and from the log
			_, text := w.send("POST", path, body)
			lines := strings.Split(text, "\n")
			isEnglish := func(line string) bool { // the state has it in English, for programs
				return strings.Contains(line, "took too long") && !strings.Contains(line, "last_tool_error")
			}
			if !strings.Contains(text, "auf Deutsch: failure") || slices.ContainsFunc(lines, isEnglish) {
				t.Errorf("%s, %d: %.4000s", path, again, text)
			}
		}
		w.want(http.StatusNoContent, "DELETE", "/v1/trips/t1", "")
	}
}

// A fault of the server is an error of the run; what was accepted stays.
func TestRunThatTheServerEnds(t *testing.T) {
	w := serve(t, nil)
	w.slow = make(chan struct{})
	defer close(w.slow)
	first := w.open(t.Context(), "POST", "/agui", trip1)
	events(t, first.Body, func(e *told) bool { return e.Type == agui.StepStarted })
	attached := w.open(t.Context(), "POST", "/agui", `{"threadId":"t1","runId":"r2","messages":[]}`)
	if list := events(t, attached.Body, func(e *told) bool { return e.Type == agui.StepStarted }); list[2].Type != agui.MessagesSnapshot {
		t.Errorf("it begins with %s", list[2].Type)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := w.r.Close(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("close: %v", err)
	}
	for name, body := range map[string]io.Reader{"first": first.Body, "attached": attached.Body} {
		rest, err := io.ReadAll(body)
		if err != nil || !strings.Contains(string(rest), `"type":"RUN_ERROR"`) || !strings.Contains(string(rest), `"code":"closing"`) {
			t.Errorf("%s: the rest is %s, %v", name, rest, err)
		}
	}
}
