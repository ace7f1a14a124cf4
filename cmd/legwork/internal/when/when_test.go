package when_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/cmd/legwork/internal/when"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/turn"
)

const story = `{"type":"USER_MESSAGE","data":{"text":"to Paris please"}}
{"type":"TOOL_ERROR","data":{"tool_name":"trip_requirements_extract","code":"timeout","error":"dial"}}
`

// after returns, for each event of the story, whether an expression holds.
func after(t *testing.T, text string) []bool {
	t.Helper()
	e, err := when.Compile(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	var out []bool
	var facts when.Facts
	for step, err := range replay.New("t.jsonl", turn.Default(), replay.Options{}).Lines(strings.NewReader(story)) {
		if err != nil {
			t.Fatal(err)
		}
		facts.Add(step)
		holds, err := e.Holds(&when.Moment{Step: step, Facts: &facts})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		out = append(out, holds)
	}
	return out
}

func TestHolds(t *testing.T) {
	for text, want := range map[string][2]bool{
		`status.state == "retryable"`: {false, true},
		`status.phase == "intake" && intent.request.user_message contains "Paris"`: {true, false},
		`status.last_tool_error.tool_name == "trip_requirements_extract"`:          {false, true},
		`status.last_tool_error == nil`:                                            {true, false},
		`status.last_tool_error != nil`:                                            {false, true},
		`event.type == "TOOL_ERROR" and event.data.code == "timeout"`:              {false, true},
		`event.seq > 1`: {false, true},
		`any(decision.tool_calls, .name == "trip_requirements_extract")`:                  {true, false},
		`decision.tool_calls[0].arguments.user_message startsWith "to"`:                   {true, false},
		`"retryable" in trip.states`:                                                      {false, true},
		`trip.events == 2 and trip.turns == 1`:                                            {false, true},
		`"1.1.one-extract" in decision.rules`:                                             {true, false},
		`intent.constraints.budget_total.amount == "1000.00"`:                             {false, false},
		`intent.itinerary.segments[3].origin.code == "JFK"`:                               {false, false},
		`intent.preferences.flight.max_stops > 1`:                                         {false, false},
		`len(intent.working_memory.holds) == 0 and intent.party.travelers.infants == 0`:   {true, true},
		`len(intent.turn.settled) > 0`:                                                    {false, true},
		`intent.itinerary.ground.needed or event.data.text == "to Paris please"`:          {true, false},
		`len(filter(decision.ui_messages, # contains " ")) > 0 or "x" == event.at`:        {false, true},
		`intent.policy.rules.own_rule == 3`:                                               {false, false},
		`len(keys(intent)) > 10 and intent["status"]["state"] == "retryable"`:             {false, true},
		`decision.status.state == status.state and decision.state == intent.status.state`: {true, true},
	} {
		if got := after(t, text); got[0] != want[0] || got[1] != want[1] {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		`status.stat == "retryable"`:            `unknown field stat`,
		`state == "retryable"`:                  `unknown name state (1:1)`,
		`intent.itinerary.segment[0] == nil`:    `unknown field segment`,
		`event.data.txt == "x"`:                 `unknown field txt`,
		`any(decision.tool_calls, .nam == "x")`: `unknown field nam`,
		`status.state == 3`:                     `mismatched types string and int`,
		`status.state`:                          `expected bool`,
		`status.state ==`:                       `unexpected token EOF (1:`,
		` `:                                     `it is empty`,
	} {
		_, err := when.Compile(text)
		if !errors.Is(err, when.ErrExpr) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

// Bounded expressions look at what is there a few times; a server evaluates those alone for people whom it does not know.
func TestBounded(t *testing.T) {
	for text, want := range map[string]bool{
		`true`: true,
		`status.state == "retryable" && "holds_placed" in trip.states`:                                  true,
		`event.data.code == "timeout"`:                                                                  true,
		`intent.party.travelers.children > 0 or event?.data?.text matches "par[ií]s"`:                   true,
		`any(decision.tool_calls, .name == "flight_quote_search") ? trip.turns % 2 == 1 : not (1 < -2)`: true,
		`len(filter(decision.ui_messages, # contains lower("A"))) >= 2`:                                 true,
		`all(trip.tools, any(trip.rules, # == "1.1.one-extract"))`:                                      false, // a loop in a loop
		`let a = 1..1000; all(a, any(a, all(a, # > 0)))`:                                                false,
		`len(1..100000) > 1`:                                     false,
		`len(reduce(trip.tools, #acc + #acc, "x")) > 1`:          false,
		`len(event.data.text + event.data.text) > 1`:             false,
		`repeat(repeat("x", 1000000), 1000000) == ""`:            false,
		`replace(event.data.text, "", event.data.text) == ""`:    false,
		`len(map(trip.tools, split(#, ""))) > 1`:                 false,
		`2 ** 1000 > 1`:                                          false,
		`event.data.text == "` + strings.Repeat("x", 5000) + `"`: false,
	} {
		e, err := when.Compile(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if e.Bounded() != want || e.Clone().Bounded() != want {
			t.Errorf("%.60s: bounded: %v", text, !want)
		}
	}
}
