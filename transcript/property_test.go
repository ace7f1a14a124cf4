package transcript_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/transcript"
	"github.com/legwork-go/legwork/trip"
)

// TestRandomLogs projects random logs and holds the transcript against what a reader of the whole
// log would write.
func TestRandomLogs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := start(t)
		var handed [][]transcript.Message
		var kept []string
		for range rapid.IntRange(1, 40).Draw(t, "events") {
			before := l.p.Messages()
			l.add(draw(t, l))
			checkTouched(t, before, &l.p, l.touched)
			handed = append(handed, before)
			kept = append(kept, strings.Join(page(before), "\n"))
		}
		for i := range handed {
			if now := strings.Join(page(handed[i]), "\n"); now != kept[i] {
				t.Fatalf("messages that were handed out changed from\n%s\nto\n%s", kept[i], now)
			}
		}
		checkRebuilt(t, l)
		checkCalls(t, l)
		checkModel(t, l.p.Model(0))
		if strings.Contains(fmt.Sprint(l.p.Messages(), l.p.Model(0)), secret) {
			t.Fatal("raw error text stands in a message")
		}
	})
}

var proposals = []string{
	`{"text":"Done.","finish_reason":"stop"}`, `{}`,
	`{"tool_calls":[{"name":"web_search","arguments":{"query":"a"}},{"name":"book_taxi","arguments":{"to":"LIS"}},{"name":"search_places","arguments":{}}]}`,
	`{"text":"Wait.","tool_calls":[{"name":"search_web","arguments":{"query":"b"}},{"name":"scrape_web_content","arguments":{"url":"c"}},{"name":"nothing"}]}`,
	`{"tool_calls":[{"name":"book_taxi","arguments":{"to":"OPO"}},{"name":"book_taxi","arguments":{"to":"LIS"}}]}`,
	`{"tool_calls":[{"name":"nothing"}]}`, `{"tool_calls":[{"name":"retrieve_chunks","arguments":{"query":"x"}}]}`,
	`{"tool_calls":5}`,
}

// draw draws an event. Most settle a call, some a call of any age.
func draw(t *rapid.T, l *log) trip.EventData {
	open := l.in.Turn.Outstanding
	switch kind := rapid.IntRange(0, 15).Draw(t, "kind"); {
	case kind == 0 || len(open) == 0 && kind < 12:
		return trip.UserMessage{Text: rapid.SampledFrom([]string{"Who won?", "Find museums", ""}).Draw(t, "text")}
	case kind == 1:
		return trip.TurnCancelled{}
	case kind == 2:
		return trip.UserSelectedBundle{BundleID: "b1"}
	case kind >= 12 && len(l.entries) > 0:
		e := rapid.SampledFrom(l.entries).Draw(t, "entry")
		if len(e.decision.ToolCalls) > 0 {
			c := rapid.SampledFrom(e.decision.ToolCalls).Draw(t, "call")
			return answer(t, c.CallID, c.Name)
		}
	}
	if len(open) == 0 {
		return trip.IntentReady{}
	}
	p := rapid.SampledFrom(open).Draw(t, "open")
	return answer(t, p.CallID, p.Name)
}

// answer draws a result or an error of a call.
func answer(t *rapid.T, callID, name string) trip.EventData {
	if rapid.IntRange(0, 3).Draw(t, "fails") == 0 {
		code := rapid.SampledFrom([]string{"", "timeout", "denied", "permanent", "outcome_unknown", "needs_input", "empty", "cancelled"}).Draw(t, "code")
		text := rapid.SampledFrom([]string{secret, "could not geocode location " + secret}).Draw(t, "text")
		return trip.ToolError{CallID: callID, ToolName: name, Code: code, Error: text}
	}
	results := []string{`{"results":[{"title":"x"}]}`, `{"results":[],"documents":[],"chunks":[]}`, `{"error":"` + secret + `"}`, `{"results":"broken"}`}
	switch name {
	case trip.ToolExtract:
		results = []string{`{"request":{"kind":"assist"}}`, `{"request":{"kind":"assist"}}`, `{}`, `{"error":"` + secret + `"}`}
	case trip.ToolAssistantStep:
		results = proposals
	case trip.ToolFollowup:
		results = []string{`{"message":"Where to?"}`, `{}`}
	case trip.ToolRetrieveDocs:
		results = append(results, `{"documents":[{"document_id":"d1"}]}`)
	}
	return trip.ToolResult{CallID: callID, ToolName: name, Result: trip.Raw(rapid.SampledFrom(results).Draw(t, "result"))}
}

// checkTouched holds the indexes that Add returned against what it did.
func checkTouched(t *rapid.T, before []transcript.Message, p *transcript.Projection, touched []int) {
	if !slices.IsSorted(touched) || len(slices.Compact(slices.Clone(touched))) != len(touched) {
		t.Fatalf("touched %v are not ascending", touched)
	}
	after := p.Messages()
	for i := range after {
		changed := i >= len(before) || !reflect.DeepEqual(before[i], after[i])
		if changed != slices.Contains(touched, i) {
			t.Fatalf("message %d changed: %v, touched are %v", i, changed, touched)
		}
		if i < len(before) && before[i].ID != after[i].ID {
			t.Fatalf("the id of message %d went from %s to %s", i, before[i].ID, after[i].ID)
		}
	}
}

// checkRebuilt projects the log again.
func checkRebuilt(t *rapid.T, l *log) {
	var again transcript.Projection
	ids := map[string]bool{}
	for _, e := range l.entries {
		again.Add(e.event, e.decision)
	}
	if !reflect.DeepEqual(again.Messages(), l.p.Messages()) || !reflect.DeepEqual(again.Model(0), l.p.Model(0)) {
		t.Fatalf("rebuilt it is\n%s\nnot\n%s", strings.Join(page(again.Messages()), "\n"), strings.Join(page(l.p.Messages()), "\n"))
	}
	for _, m := range l.p.Messages() {
		if ids[m.ID] {
			t.Fatalf("two messages have the id %s", m.ID)
		}
		ids[m.ID] = true
	}
}

// checkCalls reads the whole log for each call: where it stands, and what became of it.
func checkCalls(t *rapid.T, l *log) {
	var got, want []transcript.Call
	for _, m := range l.p.Messages() {
		got = append(got, m.Calls...)
	}
	for i, e := range l.entries {
		for _, c := range e.decision.ToolCalls {
			if c.Name == trip.ToolAssistantStep {
				continue
			}
			call := transcript.Call{ID: c.CallID, Name: c.Name, Proposed: c.Proposed}
			var result trip.Raw
			if call.Class, result = fate(l.entries[i+1:], c.CallID); c.Proposed {
				call.Arguments, call.Result = trip.Raw(trip.AppendArguments(nil, c.Arguments)), result
			}
			want = append(want, call)
		}
	}
	for i := range got {
		hasResult := got[i].Result != "" || !got[i].Proposed && (got[i].Class == trip.ClassOK || got[i].Class == trip.ClassEmpty && got[i].Error == "")
		if got[i].Class != "" && hasResult == (got[i].Error != "") {
			t.Fatalf("a call has both or neither of result and error: %+v", got[i])
		}
		got[i].Error = ""
	}
	if len(got) != len(want) {
		t.Fatalf("%d calls, want %d", len(got), len(want))
	}
	for i := range got {
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Fatalf("call %d is %+v, want %+v", i, got[i], want[i])
		}
	}
}

// fate is what the rest of a log says of a call.
func fate(rest []entry, id string) (class trip.Class, result trip.Raw) {
	for _, e := range rest {
		next := &e.decision.Next
		switch res, isResult := e.event.Data.(trip.ToolResult); {
		case e.decision.Settled == id:
			class, result = e.decision.Outcome, ""
			if isResult && (class == trip.ClassOK || class == trip.ClassEmpty) {
				result = res.Result
			}
		case class == "" && slices.ContainsFunc(next.Turn.Unknown, func(p trip.Pending) bool { return p.CallID == id }):
			class = trip.ClassOutcomeUnknown
		case class == "" && !slices.ContainsFunc(next.Turn.Outstanding, func(p trip.Pending) bool { return p.CallID == id }):
			class = trip.ClassCancelled
		}
	}
	return class, result
}

// checkModel holds the model's messages to their form: each call is followed at once by its one
// result, in call order, and a failure is a system line.
func checkModel(t *rapid.T, list []transcript.ModelMessage) {
	for i := 0; i < len(list); i++ {
		if list[i].Role == "tool" {
			t.Fatalf("a result without its call: %+v", list[i])
		}
		for _, c := range list[i].Calls {
			i++
			if i >= len(list) || list[i].Role != "tool" || list[i].CallID != c.ID || list[i].Text == "" {
				t.Fatalf("%s %s has no result behind it", c.Name, c.ID)
			}
		}
	}
}
