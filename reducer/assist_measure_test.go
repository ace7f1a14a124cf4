package reducer_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// model answers an assistant step, by how many it has answered before.
type model func(t *rapid.T, n int) string

// models are what a turn must survive: each goes on for ever if it is let.
var models = map[string]model{
	"always proposes": func(_ *rapid.T, n int) string {
		return proposing(fmt.Sprintf(`{"name":"look","arguments":{"n":%d}}`, n))
	},
	"never changes its mind": func(*rapid.T, int) string {
		return proposing(`{"name":"web_search","arguments":{"query":"again"}}`)
	},
	"fifty at once": func(_ *rapid.T, n int) string {
		list := make([]string, trip.MaxCallsPerTurn)
		for i := range list {
			list[i] = fmt.Sprintf(`{"name":"look","arguments":{"n":%d}}`, n*trip.MaxCallsPerTurn+i)
		}
		return proposing(list...)
	},
	"plans in a loop": func(t *rapid.T, _ int) string {
		steps := make([]string, rapid.IntRange(1, 6).Draw(t, "steps"))
		for i := range steps {
			steps[i] = fmt.Sprintf(`{"id":"s%d","tool":%q,"args":%s}`, i, rapid.SampledFrom(toolNames).Draw(t, "tool"), arguments(t, i))
		}
		return `{"plan":{"steps":[` + strings.Join(steps, ",") + `]}}`
	},
	"the same plan": func(*rapid.T, int) string {
		return `{"plan":{"steps":[{"id":"a","tool":"retrieve_docs","args":{"query":"x"}},{"id":"b","tool":"retrieve_docs","args":{"query":"y"}}]}}`
	},
	"reads for ever": func(_ *rapid.T, n int) string {
		return proposing(fmt.Sprintf(`{"name":"retrieve_chunks","arguments":{"query":"q%d"}}`, n))
	},
	"refused for ever": func(*rapid.T, int) string { return proposing(`{"name":"no_such_tool","arguments":{}}`) },
	"anything": func(t *rapid.T, _ int) string {
		list := make([]string, rapid.IntRange(0, 4).Draw(t, "calls"))
		for i := range list {
			list[i] = fmt.Sprintf(`{"name":%q,"arguments":%s}`, rapid.SampledFrom(toolNames).Draw(t, "tool"), arguments(t, i))
		}
		text := rapid.SampledFrom([]string{"null", `""`, `"Let me see."`}).Draw(t, "text")
		plan := rapid.SampledFrom([]string{"null", "null", `"first this"`, `{"steps":[{"tool":"retrieve_chunks"}]}`}).Draw(t, "plan")
		return fmt.Sprintf(`{"text":%s,"plan":%s,"tool_calls":[%s]}`, text, plan, strings.Join(list, ","))
	},
}

func proposing(list ...string) string { return `{"tool_calls":[` + strings.Join(list, ",") + `]}` }

var toolNames = []string{
	"look", "look", "web_search", "search_places", "get_weather", "execute_javascript", "retrieve_docs",
	"retrieve_chunks", "book_taxi", "send_mail", "assistant_step", "nothing",
}

// arguments draws arguments that fit some tool or other.
func arguments(t *rapid.T, i int) string {
	ref := fmt.Sprintf("<from_step_s%d>", max(i-1, 0))
	return rapid.SampledFrom([]string{
		`{}`, `{"query":"a"}`, `{"query":"b"}`, `{"query":"c","location":"Faro"}`, `{"location":"Faro"}`, `{"code":"1/0"}`, `{"code":"2"}`,
		`{"query":"a","document_ids":["d1","made up"]}`, `{"query":"a","document_ids":["` + ref + `"]}`, `{"query":"<topic>"}`, `{"n":1}`, `{"n":2}`, `null`,
	}).Draw(t, "arguments")
}

// outcome draws what a tool answers.
func outcome(t *rapid.T, call trip.Call) trip.EventData {
	kind := rapid.SampledFrom([]string{"ok", "ok", "ok", "empty", "failed", "timeout", "permanent", "place", "where", "denied", "broken"}).Draw(t, "outcome")
	result := map[string]string{
		"retrieve_docs": `{"documents":[{"document_id":"d7"},{"document_id":"d8"}]}`, "retrieve_chunks": `{"chunks":[{"document_id":"d7","text":"x"}]}`,
		"resolve_property_documents": `{"document_ids":["d9"]}`, "execute_javascript": `{"result":1}`,
	}[call.Name]
	switch {
	case kind == "ok" && result == "":
		return trip.ToolResult{CallID: call.CallID, ToolName: call.Name, Result: `{"results":[{"title":"x"}]}`}
	case kind == "ok":
		return trip.ToolResult{CallID: call.CallID, ToolName: call.Name, Result: trip.Raw(result)}
	case kind == "empty":
		return trip.ToolResult{CallID: call.CallID, ToolName: call.Name, Result: `{"results":[],"documents":[],"chunks":[],"document_ids":[],"result":null}`}
	case kind == "broken":
		return trip.ToolResult{CallID: call.CallID, ToolName: call.Name, Result: `[]`}
	case kind == "place":
		return trip.ToolError{CallID: call.CallID, ToolName: call.Name, Error: "could not geocode location"}
	case kind == "where":
		return trip.ToolError{CallID: call.CallID, ToolName: call.Name, Error: "latitude and longitude are required"}
	default:
		return trip.ToolError{CallID: call.CallID, ToolName: call.Name, Code: kind}
	}
}

// TestEveryTurnEnds lets every model of the list talk to tools that answer anything.
func TestEveryTurnEnds(t *testing.T) {
	for name, m := range models {
		t.Run(name, func(t *testing.T) { rapid.Check(t, func(t *rapid.T) { talk(t, m) }) })
	}
}

// watched is what a checker that knows nothing of the engine's bookkeeping counts in a turn.
type watched struct {
	steps, calls, events int
	spoken               bool
	byBudget             map[string]int64
	ended                map[string][2]int // by tool and arguments: successes and failures
	running              map[string]string // by call id: tool and arguments
	open                 []trip.Call
	named                string // what results of the trip have said
}

// talk runs a conversation of one or two turns.
func talk(t *rapid.T, m model) {
	scope := rapid.SampledFrom([]string{`{}`, `{"document_ids":["d1"]}`, `{"property_id":"p","tenant":"t"}`}).Draw(t, "scope")
	h, _, err := trip.DecodeHeader(`{"recording":"legwork/1","trip_id":"t1","intent":{"scope":` + scope + `,"itinerary":{"lodging":{"stays":[
		{"location_code":"LIS"},{"location_code":"OPO"},{"location_hint":"Rua 1, Faro"}]}}},"catalog":[` + tool("look", "") + `,` + bookTaxi + `,` + sendMail + `]}`)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := turn.Configure(turn.Default(), h)
	if err != nil {
		t.Fatal(err)
	}
	in, err := turn.Start(cfg, h)
	if err != nil {
		t.Fatal(err)
	}
	named := ""
	for range rapid.IntRange(1, 2).Draw(t, "turns") {
		w := &watched{named: named, byBudget: map[string]int64{}, ended: map[string][2]int{}, running: map[string]string{}}
		in = w.event(t, cfg, in, trip.UserMessage{Text: "Look around"})
		in = w.event(t, cfg, in, trip.ToolResult{CallID: w.take(0).CallID, ToolName: trip.ToolExtract, Result: `{"request":{"kind":"assist"}}`})
		in = w.run(t, cfg, in, m)
		named = w.named
	}
}

// run goes on until the turn is at rest.
func (w *watched) run(t *rapid.T, cfg turn.Config, in trip.Intent, m model) trip.Intent {
	for len(w.open) > 0 {
		call := w.take(rapid.IntRange(0, len(w.open)-1).Draw(t, "which"))
		if call.Name == trip.ToolAssistantStep {
			w.steps++
			in = w.event(t, cfg, in, trip.ToolResult{CallID: call.CallID, ToolName: call.Name, Result: trip.Raw(m(t, w.steps))})
			continue
		}
		data := outcome(t, call)
		if res, ok := data.(trip.ToolResult); ok {
			w.named += string(res.Result)
		}
		in = w.event(t, cfg, in, data)
	}
	switch s := in.Status.Node; s {
	case trip.AssistAnswered, trip.ErrorRetryable, trip.ErrorOutcomeUnknown:
	default:
		t.Fatalf("the turn rests in %s", s)
	}
	return in
}

// take removes an open call.
func (w *watched) take(i int) trip.Call {
	call := w.open[i]
	w.open = append(w.open[:i:i], w.open[i+1:]...)
	return call
}

// event folds one event and checks the bounds.
func (w *watched) event(t *rapid.T, cfg turn.Config, in trip.Intent, data trip.EventData) trip.Intent {
	next, d, err := turn.Step(cfg, in, trip.Event{At: max(in.UpdatedAt, second) + second, Data: data})
	if err != nil {
		t.Fatal(err)
	}
	if d.Ignored != "" {
		t.Fatalf("ignored: %s", d.Ignored)
	}
	if before, after := calls.Measure(&in.Turn), calls.Measure(&next.Turn); !data.Type().OpensTurn() && (after >= before || after < 0) {
		t.Fatalf("the measure went from %d to %d", before, after)
	}
	w.settled(d)
	for _, call := range d.ToolCalls {
		w.queued(t, cfg, call)
		w.reads(t, in.Scope.DocumentIDs, call)
	}
	w.open = append(w.open, d.ToolCalls...)
	w.spoken = w.spoken || len(d.UIMessages()) > 0
	if len(w.open) == 0 && !w.spoken {
		t.Fatal("the turn ends silent")
	}
	if w.events++; w.events > 2*trip.MaxCallsPerTurn || w.steps > 3*10+2 || w.calls > trip.MaxCallsPerTurn {
		t.Fatalf("%d events, %d steps and %d calls in a turn", w.events, w.steps, w.calls)
	}
	return next
}

// settled counts what became of a call.
func (w *watched) settled(d trip.Decision) {
	key, ok := w.running[d.Settled]
	if !ok {
		return
	}
	delete(w.running, d.Settled)
	n := w.ended[key]
	if d.Outcome == trip.ClassOK || d.Outcome == trip.ClassEmpty {
		n[0]++
	} else {
		n[1]++
	}
	w.ended[key] = n
}

// reads checks which documents a call reads: those that are selected, else none that no result named.
func (w *watched) reads(t *rapid.T, selected []string, call trip.Call) {
	if call.Name != trip.ToolRetrieveChunks {
		return
	}
	var args struct {
		IDs []string `json:"document_ids"`
	}
	if err := json.Unmarshal(trip.AppendArguments(nil, call.Arguments), &args); err != nil {
		t.Fatal(err)
	}
	if len(selected) > 0 && !slices.Equal(args.IDs, selected) {
		t.Fatalf("%v are read, %v are selected", args.IDs, selected)
	}
	for _, id := range args.IDs {
		if len(selected) == 0 && !strings.Contains(w.named, strconv.Quote(id)) {
			t.Fatalf("%s is read, which no result named", id)
		}
	}
}

// queued checks a call that the decision queued.
func (w *watched) queued(t *rapid.T, cfg turn.Config, call trip.Call) {
	if call.Name == trip.ToolAssistantStep || call.Name == trip.ToolExtract {
		return
	}
	if call.Name == "send_mail" {
		t.Fatal("a write runs that nobody approved")
	}
	args := string(trip.AppendArguments(nil, call.Arguments))
	if strings.Contains(args, "<from_step") || strings.Contains(args, "<topic>") {
		t.Fatalf("a placeholder reaches %s: %s", call.Name, args)
	}
	tool, _ := cfg.Catalog.Tool(call.Name)
	budget := tool.BudgetName()
	key := budget
	if call.Name != "book_taxi" { // its arguments hold a key, a new one for each attempt
		key += " " + args
	}
	for _, other := range w.running {
		if other == key && call.Name != "book_taxi" {
			t.Fatalf("it runs twice at once: %s", key)
		}
	}
	if n := w.ended[key]; call.Name != "book_taxi" && (n[0] > 0 || n[1] > 1) {
		t.Fatalf("%s runs again after %d successes and %d failures", key, n[0], n[1])
	}
	w.running[call.CallID] = key
	w.calls++
	w.byBudget[budget]++
	if tool.CallsPerTurn > 0 && w.byBudget[budget] > tool.CallsPerTurn {
		t.Fatalf("%s is called %d times", budget, w.byBudget[budget])
	}
}
