package transcript_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/transcript"
	"github.com/legwork-go/legwork/trip"
)

// same compares lines.
func same(t *testing.T, got, want []string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestResultsStandWhereTheirCallIs(t *testing.T) {
	l := start(t).asks("Who won, and where?").
		proposes(`{"text":"Let me see.","tool_calls":[{"name":"web_search","arguments":{"query":"a"}},`+
			`{"name":"scrape_web_content","arguments":{"url":"b"}},{"name":"search_web","arguments":{"query":"c"}}]}`).
		gives("search_web", `{"results":[{"title":"Blue"}]}`).fails("scrape_web_content", "timeout").gives("web_search", `{"results":[]}`).
		proposes(`{"text":"Blue won.","finish_reason":"stop"}`)
	same(t, page(l.p.Messages())[2:], []string{
		"m3.1 assistant: Let me see.",
		`m3.2 web_search {"query":"a"}: empty {"results":[]}`,
		`m3.2 scrape_web_content {"url":"b"}: timeout reading the web page took too long`,
		`m3.2 search_web {"query":"c"}: ok {"results":[{"title":"Blue"}]}`,
		"m7.1 assistant: Blue won.",
	})
	same(t, talk(l.p.Model(0)), []string{
		"user: Who won, and where?",
		"assistant: Let me see.",
		`assistant: web_search {"query":"a"};search_web {"query":"c"};`,
		`tool: {"results":[]}`,
		`tool: {"results":[{"title":"Blue"}]}`,
		"system: scrape_web_content: reading the web page took too long",
		"assistant: Blue won.",
	})
}

func TestModelHearsOfAFailureOnce(t *testing.T) {
	l := start(t).asks("Who won?").
		proposes(`{"tool_calls":[{"name":"web_search","arguments":{"query":"a"}},{"name":"search_web","arguments":{"query":"b"}},{"name":"no_such_tool"}]}`).
		fails("web_search", "denied").gives("search_web", `{"results":[]}`)
	if got := page(l.p.Messages()); got[len(got)-1] != "m5.1 assistant: The web search was refused. I go on without it." {
		t.Errorf("the page ends with %q", got[len(got)-1])
	}
	l.proposes(`{"tool_calls":[{"name":"scrape_web_content","arguments":{"url":"b"}}]}`).fails("scrape_web_content", "permanent")
	same(t, talk(l.p.Model(0))[1:], []string{
		"system: a tool: it does not exist",
		`assistant: search_web {"query":"b"};`,
		`tool: {"results":[]}`,
		"system: web_search: the web search was refused",
		"system: scrape_web_content: reading the web page cannot be done",
	})
	// Three rounds in which nothing is admitted: each has its line, the end none of its own.
	l = start(t).asks("Who won?")
	for range 3 {
		l.proposes(`{"tool_calls":[{"name":"no_such_tool"}]}`)
	}
	same(t, talk(l.p.Model(0))[1:], slices.Repeat([]string{"system: a tool: it does not exist"}, 3))
	// A failure of the engine's own call is told by its message.
	l = start(t).add(trip.UserMessage{Text: "Lisbon"}).fails(trip.ToolExtract, "failed")
	same(t, talk(l.p.Model(0))[1:], []string{"assistant: Reading your message did not work. Say 'try again'."})
}

// TestRoundNamesItsModel, and what the step that proposed it used.
func TestRoundNamesItsModel(t *testing.T) {
	l := start(t).asks("Who won?").
		proposes(`{"model":"m-1","tool_calls":[{"name":"web_search","arguments":{"query":"a"}}],"usage":{"input_tokens":400,"output_tokens":90}}`).
		gives("web_search", `{"results":[]}`).
		proposes(`{"tool_calls":[{"name":"web_search","arguments":{"query":"b"}}]}`)
	rounds := l.p.Messages()[2:]
	if r := rounds[0]; r.Role != transcript.Tools || r.Model != "m-1" || r.InputTokens != 400 || r.OutputTokens != 90 {
		t.Errorf("the first round is %+v", r)
	}
	if r := rounds[1]; r.Role != transcript.Tools || r.Model != "" || r.InputTokens+r.OutputTokens != 0 {
		t.Errorf("the second round is %+v", r)
	}
}

// TestAnswerNamesItsModel: the last step of a turn is an answer, and each step is counted once.
func TestAnswerNamesItsModel(t *testing.T) {
	l := start(t).asks("Who won?").
		proposes(`{"model":"m-1","text":"I look.","tool_calls":[{"name":"web_search","arguments":{"query":"a"}}],"usage":{"input_tokens":400,"output_tokens":90}}`).
		gives("web_search", `{"results":[]}`).
		proposes(`{"model":"m-2","text":"Nobody knows.","finish_reason":"stop","usage":{"input_tokens":500,"output_tokens":9}}`)
	var got []string
	for _, m := range l.p.Messages() {
		if m.Model != "" {
			got = append(got, fmt.Sprintf("%s %s %d %d %s", m.Role, m.Model, m.InputTokens, m.OutputTokens, m.Text))
		}
	}
	same(t, got, []string{"tools m-1 400 90 ", "assistant m-2 500 9 Nobody knows."})
}

func TestWhatIsAskedOfThePersonIsNotTheModels(t *testing.T) {
	l := start(t).asks("Look it up").
		proposes(`{"tool_calls":[{"name":"web_search","arguments":{"query":"a"}}]}`).
		add(trip.ToolError{ToolName: "web_search", Error: "language is required"})
	same(t, talk(l.p.Model(0))[1:], []string{"assistant: I need one more detail for that. Could you tell me more precisely what you are after?"})
	same(t, page(l.p.Messages())[2:3], []string{`m3.1 web_search {"query":"a"}: needs_input the web search needs more information`})
}

func TestRepairedCallIsARoundOfItsOwn(t *testing.T) {
	l := start(t).asks("Museums?").
		proposes(`{"tool_calls":[{"name":"search_places","arguments":{}}]}`).
		add(trip.ToolError{ToolName: "search_places", Error: "could not geocode location LIS " + secret}).
		gives("search_places", `{"results":[{"name":"Serralves"}]}`)
	same(t, page(l.p.Messages())[2:], []string{
		`m3.1 search_places {"location":"LIS"}: failed the search for places did not work`,
		`m4.1 search_places {"location":"OPO"}: ok {"results":[{"name":"Serralves"}]}`,
	})
}

// TestWhatATurnLeavesBehind ends calls that nobody waits for any more.
func TestWhatATurnLeavesBehind(t *testing.T) {
	for name, end := range map[string]func(*log){
		"cancelled":  func(l *log) { l.add(trip.TurnCancelled{}) },
		"superseded": func(l *log) { l.add(trip.UserMessage{Text: "Never mind"}) },
	} {
		t.Run(name, func(t *testing.T) {
			l := start(t).asks("Taxi, and who won?").
				proposes(`{"tool_calls":[{"name":"book_taxi","arguments":{"to":"LIS"}},{"name":"web_search",`+
					`"arguments":{"query":"a"}},{"name":"search_web","arguments":{"query":"b"}}]}`).
				gives("search_web", `{"results":[]}`)
			end(l)
			want := []string{
				`m3.1 book_taxi {"to":"LIS"}: outcome_unknown it is not known yet whether “book taxi” went through`,
				`m3.1 web_search {"query":"a"}: cancelled the web search was cancelled`,
				`m3.1 search_web {"query":"b"}: empty {"results":[]}`,
			}
			same(t, page(l.p.Messages())[2:5], want)
			if !slices.Contains(l.touched, 2) {
				t.Errorf("the event touched %v, want message 2 as well", l.touched)
			}
			// What comes late changes nothing, but the one event that settles the write.
			l.add(trip.ToolResult{CallID: calls.ID("t1", 1, 4), ToolName: "web_search", Result: `{"results":[]}`})
			same(t, page(l.p.Messages())[2:5], want)
			l.add(trip.ToolResult{CallID: calls.ID("t1", 1, 3), ToolName: "book_taxi", Result: `{"ok":true}`})
			want[0] = `m3.1 book_taxi {"to":"LIS"}: ok {"ok":true}`
			same(t, page(l.p.Messages())[2:5], want)
			if !slices.Contains(talk(l.p.Model(0)), `tool: {"ok":true}`) {
				t.Errorf("the model does not hear of it: %q", talk(l.p.Model(0)))
			}
			l.add(trip.ToolError{CallID: calls.ID("t1", 1, 3), ToolName: "book_taxi", Error: "x"})
			same(t, page(l.p.Messages())[2:5], want)
		})
	}
}

func TestLostWriteIsSettledLate(t *testing.T) {
	l := start(t).asks("Taxi").proposes(`{"tool_calls":[{"name":"book_taxi","arguments":{"to":"LIS"}}]}`).fails("book_taxi", "timeout")
	same(t, page(l.p.Messages())[2:3], []string{`m3.1 book_taxi {"to":"LIS"}: outcome_unknown it is not known yet whether “book taxi” went through`})
	same(t, talk(l.p.Model(0))[1:], []string{"system: book_taxi: it is not known yet whether “book taxi” went through"})
	l.add(trip.UserMessage{Text: "And now?"})
	l.add(trip.ToolError{CallID: calls.ID("t1", 1, 3), ToolName: "book_taxi", Code: "outcome_unknown", Error: secret})
	if slices.Contains(l.touched, 2) {
		t.Errorf("an outcome that stays unknown touched %v", l.touched)
	}
	l.add(trip.ToolError{CallID: calls.ID("t1", 1, 3), ToolName: "book_taxi", Code: "failed", Error: secret})
	same(t, page(l.p.Messages())[2:3], []string{`m3.1 book_taxi {"to":"LIS"}: failed “book taxi” did not work`})
}

// What holds for a turn leaves the context with it: of a tool that was refused or failed then, the next turn has what
// the person was told, and nothing else.
func TestLinesOfTheTurn(t *testing.T) {
	l := start(t).asks("Who won?").
		proposes(`{"tool_calls":[{"name":"web_search","arguments":{"query":"a"}}]}`).fails("web_search", "failed").
		proposes(`{"tool_calls":[{"name":"web_search","arguments":{"query":"b"}}]}`).fails("web_search", "failed").
		proposes(`{"tool_calls":[{"name":"web_search","arguments":{"query":"c"}},{"name":"execute_javascript","arguments":{"code":"1"}}]}`)
	const off = "The web search did not work. I go on without it."
	now := talk(l.p.Model(0))
	if slices.Contains(now, "assistant: "+off) ||
		!slices.ContainsFunc(now, func(s string) bool { return strings.Contains(s, "it may not be used again in this turn") }) {
		t.Errorf("in its turn a model has %q", now)
	}
	l.gives("execute_javascript", `{"result":1}`).proposes(`{"text":"I could not find out.","finish_reason":"stop"}`).asks("And the weather?")
	same(t, talk(l.p.Model(0)), []string{
		"user: Who won?", "assistant: " + off, `assistant: execute_javascript {"code":"1"};`, `tool: {"result":1}`,
		"assistant: I could not find out.", "user: And the weather?",
	})
}

func TestLimit(t *testing.T) {
	l := start(t)
	for range 3 {
		l.asks("Who won?").
			proposes(`{"tool_calls":[{"name":"web_search","arguments":{"query":"a"}},{"name":"search_web","arguments":{"query":"b"}},{"name":"nothing"}]}`).
			gives("web_search", `{"results":[]}`).gives("search_web", `{"results":[]}`).
			proposes(`{"text":"Blue.","finish_reason":"stop"}`)
	}
	all := l.p.Model(0)
	if len(all) != 3*5+1 {
		t.Fatalf("%d messages, want 16: %q", len(all), talk(all))
	}
	for limit := 1; limit <= len(all)+1; limit++ {
		got := l.p.Model(limit)
		if len(got) > limit || !reflect.DeepEqual(got, all[len(all)-len(got):]) {
			t.Fatalf("limit %d gives %q", limit, talk(got))
		}
		if got[0].Role == "tool" || len(got) < limit && len(got) < len(all) && all[len(all)-len(got)-1].Role != "tool" {
			t.Errorf("limit %d gives %d messages that begin with %s", limit, len(got), got[0].Role)
		}
	}
}

func TestRefusalBeforeAnyMessage(t *testing.T) {
	h, _, err := trip.DecodeHeader(`{"recording":"legwork/1","trip_id":"t1","intent":{"status":{"state":"working"},` +
		`"turn":{"number":1,"ordinal":1,"outstanding":[{"call_id":"a1","name":"assistant_step"}],"assist":{"active":true}}}}`)
	if err != nil {
		t.Fatal(err)
	}
	l := start(t)
	l.in = h.Intent
	l.in.UpdatedAt = 1_800_000_000_000_000_000
	l.proposes(`{"tool_calls":[{"name":"nothing"}]}`).proposes(`{"text":"No.","finish_reason":"stop"}`)
	same(t, talk(l.p.Model(0)), []string{"system: a tool: it does not exist", "assistant: No."})
}

func TestMessageIsWhatMessagesHas(t *testing.T) {
	l := start(t).asks("Who won?")
	if l.p.Len() != len(l.p.Messages()) || l.p.Len() == 0 {
		t.Fatalf("Len %d of %d messages", l.p.Len(), len(l.p.Messages()))
	}
	for i, m := range l.p.Messages() {
		if !reflect.DeepEqual(m, l.p.Message(i)) {
			t.Errorf("message %d is %+v and %+v", i, m, l.p.Message(i))
		}
	}
	var empty transcript.Projection
	if empty.Len() != 0 || len(empty.Messages()) != 0 || len(empty.Model(5)) != 0 {
		t.Error("an empty log has messages")
	}
}

// A model can mend its code when it sees it, and hears what kind of error there was, and where. It never hears the
// words.
func TestModelHearsWhyACalculationFailed(t *testing.T) {
	for result, want := range map[string]string{
		`{"error":"TypeError: ` + secret + `","code":"failed","reason":"type","line":2,"column":7}`: "the calculation did not work (type, line 2, column 7)",
		`{"error":"the script ran out of time","reason":"time"}`:                                    "the calculation did not work (time)",
		`{"error":"Error: ` + secret + `","line":3,"column":1}`:                                     "the calculation did not work (line 3, column 1)",
		`{"error":"x","reason":"` + secret + `","line":"` + secret + `","column":[1]}`:              "the calculation did not work",
		`{"error":"x","reason":{"a":"type"},"line":2.5,"column":1}`:                                 "the calculation did not work",
		`{"error":"x","reason":"range","line":-1,"column":9}`:                                       "the calculation did not work (range)",
		`{"result":null,"note":"the value is Infinity"}`:                                            "the calculation did not work (the value is Infinity)",
		`{"result":null,"note":"` + secret + `"}`:                                                   "the calculation did not work",
		`{"error":"x","line":99999999999999999999,"column":9}`:                                      "the calculation did not work",
	} {
		l := start(t).asks("What is 2 + 2?").
			proposes(`{"tool_calls":[{"name":"execute_javascript","arguments":{"code":"x.y"}}]}`).gives("execute_javascript", result)
		same(t, talk(l.p.Model(0))[1:], []string{"system: execute_javascript: " + want + `. It was called with {"code":"x.y"}`})
		if got := page(l.p.Messages()); !strings.HasSuffix(got[2], "failed the calculation did not work") {
			t.Errorf("the page says %q", got[2])
		}
	}
	// Other tools have no reasons.
	l := start(t).asks("Who won?").proposes(`{"tool_calls":[{"name":"web_search","arguments":{"query":"a"}}]}`).
		gives("web_search", `{"error":"x","reason":"type","line":2,"column":7}`)
	same(t, talk(l.p.Model(0))[1:], []string{"system: web_search: the web search did not work"})
}

func TestNoRawText(t *testing.T) {
	l := start(t).asks("Taxi, and who won?").
		proposes(`{"tool_calls":[{"name":"book_taxi","arguments":{}},{"name":"web_search","arguments":{"query":"a"}},`+
			`{"name":"execute_javascript","arguments":{"code":"x"}}]}`).
		gives("web_search", `{"results":"`+secret+`"}`).gives("execute_javascript", `{"error":"`+secret+`"}`).fails("book_taxi", "failed")
	text := strings.Join(append(page(l.p.Messages()), talk(l.p.Model(0))...), "\n")
	if strings.Contains(text, secret) {
		t.Errorf("a raw error text stands in\n%s", text)
	}
}

// TestProposedIsToldByTheDecision: a runner keeps the arguments of all calls as JSON. What the engine queues itself is
// still not marked as proposed by a model, and what a model proposed is.
func TestProposedIsToldByTheDecision(t *testing.T) {
	l := start(t).asks("Who won?").proposes(`{"tool_calls":[{"name":"web_search","arguments":{"query":"a"}}]}`)
	var p transcript.Projection
	proposed := map[string]bool{}
	for _, e := range l.entries {
		d := e.decision
		d.ToolCalls = slices.Clone(d.ToolCalls)
		for i := range d.ToolCalls {
			d.ToolCalls[i].Arguments = trip.RawArguments(trip.AppendArguments(nil, d.ToolCalls[i].Arguments))
		}
		p.Add(e.event, d)
	}
	for _, m := range p.Messages() {
		for _, c := range m.Calls {
			proposed[c.Name] = c.Proposed
		}
	}
	if want := map[string]bool{trip.ToolExtract: false, trip.ToolWebSearch: true}; !maps.Equal(proposed, want) {
		t.Errorf("proposed %v, want %v", proposed, want)
	}
}
