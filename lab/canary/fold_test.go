package canary

import (
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/legworktest/midst"
	"github.com/legwork-go/legwork/transcript"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// faults are the ways in which a call can go wrong, by name, as the data of an event.
func faults(tool string) map[string]trip.EventData {
	out := map[string]trip.EventData{}
	for _, code := range []string{
		"", "invalid_arguments", "needs_input", "failed", "permanent", "rate_limited", "timeout", "denied", "cancelled", "outcome_unknown", "empty", secret,
	} {
		out["code "+code] = trip.ToolError{ToolName: tool, Code: code, Error: "token=" + secret}
	}
	for _, text := range []string{
		secret, secret + " is required", "location and " + secret + " are required.", "could not geocode location " + secret, "HTTP 429 " + secret,
		"panic: " + secret + "\ngoroutine 1 [running]:",
	} {
		out["text "+text] = trip.ToolError{ToolName: tool, Error: text}
	}
	out["final"] = trip.ToolError{ToolName: tool, Error: secret, Retryable: trip.False}
	for _, result := range append(broken(),
		`{"error":"`+secret+`"}`, `{"error":"`+secret+`","code":"`+secret+`"}`, `{"error":"`+secret+` is required"}`,
		`{"error":"x `+secret+`","code":"denied","retryable":false}`,
	) {
		out["result "+result] = trip.ToolResult{ToolName: tool, Result: trip.Raw(result)}
	}
	return out
}

// broken are results that no tool may give, and such as have the wrong type in some member.
func broken() []string {
	out := []string{`["` + secret + `"]`, `"` + secret + `"`, `[{"error":"` + secret + `"}]`}
	for _, member := range []string{
		"trip_intent", "request", "message", "options", "bundles", "risks", "holds", "confirmation", "text", "tool_calls", "usage", "results", "documents",
		"document_ids", "chunks", "released",
	} {
		for _, value := range []string{`"` + secret + `"`, `{"x":"` + secret + `"}`, `["` + secret + `"]`, `[{"x":"` + secret + `"}]`} {
			out = append(out, `{"`+member+`":`+value+`}`)
		}
	}
	return out
}

// watched folds a trip and looks at all that comes out.
type watched struct {
	t   *testing.T
	cfg turn.Config
	in  trip.Intent
	p   transcript.Projection
	d   trip.Decision
	log strings.Builder
}

func watch(t *testing.T, s *story) *watched {
	t.Helper()
	h, _, err := trip.DecodeHeader(s.header())
	if err != nil {
		t.Fatal(err)
	}
	w := &watched{t: t, cfg: turn.Default()}
	if w.in, err = midst.Start(w.cfg, h); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *watched) event(data trip.EventData) {
	w.t.Helper()
	ev := trip.Event{At: max(w.in.UpdatedAt, 1_772_355_600_000_000_000) + 1_000_000_000, Data: data}
	next, d, err := turn.Step(w.cfg, w.in, ev)
	if err != nil {
		w.t.Fatal(err)
	}
	w.in, w.d = next, d
	w.p.Add(ev, d)
	w.log.Write(ev.AppendJSON(nil))
}

// clean looks for the secret.
func (w *watched) clean() {
	w.t.Helper()
	isClean(w.t, "the decision", string(w.d.AppendJSON(nil)))
	isClean(w.t, "what explains the decision", fmt.Sprint(w.d.Rules, w.d.Path, w.d.Settled, w.d.Outcome))
	isClean(w.t, "the intent", string(w.in.AppendJSON(nil)))
	isClean(w.t, "the transcript", fmt.Sprint(w.p.Messages()))
	isClean(w.t, "the model's context", fmt.Sprint(w.p.Model(0)))
}

// TestFold goes through the story of each tool, lets the tool go wrong in every way, and tells
// the rest of the story and one more turn.
func TestFold(t *testing.T) {
	eachTool(t, func(t *testing.T, tool string) {
		for name, fault := range faults(tool) {
			t.Run(name, func(t *testing.T) { foldStory(t, tool, fault) })
		}
	})
}

func foldStory(t *testing.T, tool string, fault trip.EventData) {
	told := teller{story: storyOf(tool)}
	w := watch(t, &told.story)
	failed := false
	for _, data := range append(told.events, trip.UserMessage{Text: "try again"}) {
		w.event(data)
		w.clean()
		for n := 0; len(w.in.Turn.Outstanding) > 0; n++ {
			if n > trip.MaxCallsPerTurn {
				t.Fatal("the turn does not end")
			}
			call := w.in.Turn.Outstanding[0]
			if call.Name != tool || failed {
				w.event(trip.ToolResult{ToolName: call.Name, CallID: call.CallID, Result: trip.Raw(told.answer(call.Name))})
				w.clean()
				continue
			}
			failed = true
			w.event(fault)
			if w.d.Outcome == trip.ClassOK || w.d.Outcome == trip.ClassEmpty && w.d.LastToolError == nil && isResult(fault) {
				return // to this tool the result is a good one
			}
			w.clean()
			w.event(fault) // delivered twice
			w.clean()
		}
	}
	if !failed {
		t.Fatalf("the story never calls %s", tool)
	}
	if !strings.Contains(w.log.String(), secret) {
		t.Error("the secret is not in the event log either")
	}
}

func isResult(data trip.EventData) bool { _, ok := data.(trip.ToolResult); return ok }

// TestProposals has a model write the secret where free text is no source.
func TestProposals(t *testing.T) {
	for _, proposal := range []string{
		`{"tool_calls":[{"name":"` + secret + `","arguments":{}}]}`,
		`{"tool_calls":[{"name":"web_search","arguments":{"` + secret + `":1}}]}`,
		`{"tool_calls":[{"name":"web_search","arguments":{"query":"<` + secret + `>"}}]}`,
		`{"tool_calls":[{"name":"web_search","arguments":{"query":"x","limit":"` + secret + `"}}]}`,
		`{"tool_calls":[{"name":"retrieve_chunks","arguments":{"query":"x","document_ids":["` + secret + `"]}}]}`,
		`{"tool_calls":[{"name":"retrieve_chunks","arguments":{"query":"x","document_ids":["<from_step_` + secret + `>"]}}]}`,
		`{"plan":{"steps":[{"id":"a","tool":"` + secret + `","args":{}}]}}`,
		`{"plan":{"steps":[{"id":"a","tool":"retrieve_chunks","args":{"query":"x","document_ids":["` + secret + `",{"id":"` + secret + `"}]}}]}}`,
		`{"plan":{"steps":[{"id":"a","tool":"web_search","args":{"query":"from <from_step_` + secret + `>"}}]}}`,
		`{"plan":"` + secret + `"}`,
		`{"finish_reason":"` + secret + `"}`,
		`{"tool_calls":"` + secret + `"}`,
	} {
		t.Run(proposal, func(t *testing.T) {
			told := teller{story: storyOf(trip.ToolWebSearch)}
			told.proposal = proposal
			w := watch(t, &told.story)
			w.event(told.events[0])
			for n := 0; len(w.in.Turn.Outstanding) > 0 && n < trip.MaxCallsPerTurn; n++ {
				call := w.in.Turn.Outstanding[0]
				w.event(trip.ToolResult{ToolName: call.Name, CallID: call.CallID, Result: trip.Raw(told.answer(call.Name))})
				w.clean()
			}
		})
	}
}

// TestEveryToolHasAStory fails when a tool of the catalog has no good answer here.
func TestEveryToolHasAStory(t *testing.T) {
	for tool := range catalog.Default().Tools {
		if good[tool.Name] == "" && tool.Name != trip.ToolExtract && tool.Name != trip.ToolAssistantStep {
			t.Errorf("%s: give it an answer and a story", tool.Name)
		}
	}
}
