package scenario

import (
	"errors"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

const story = `# A message, its extraction, a search that fails.
trip t1 at=2026-03-01T09:00:00Z
on USER_MESSAGE "JFK to London on May 4" at=+1s
on TOOL_RESULT trip_requirements_extract at=+2s
  {"trip_intent": {"origin": "JFK", "destination": "LHR", "trip_type": "one_way",
    "dates": {"departure_date": "2026-05-04"}, "travelers": {"adults": 1}, "lodging": {"needed": false}},
   "missing_required_fields": [], "clarifying_questions": []}
crash
on TOOL_ERROR flight_quote_search call_id=c1.2 code=timeout
redeliver 3
show status.last_tool_error.error
rewind 2
on TOOL_RESULT flight_quote_search call_id=c1.3 {"options": []}
on TOOL_RESULT flight_quote_search call_id=c1.2 {"options": []} at=-1m
line {"type":"NOPE"}
show nothing.here
`

func TestRun(t *testing.T) {
	golden, err := Run("story.scn", story, turn.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Run("story.scn", golden, turn.Default(), nil)
	if err != nil || again != golden {
		t.Fatalf("running the result again gives another: %v\n%s", err, again)
	}
	for _, block := range []string{
		"trip t1 at=2026-03-01T09:00:00Z\n----\nstatus intake/collecting_requirements\n\n",
		"queue  c1.1 trip_requirements_extract {\"context\":{\"current_intent\":{…},\"now\":\"2026-03-01T09:00:01Z\",",
		"status intake/collecting_requirements -> quote/quoting_flights\n",
		"\ncrash\n----\n\n",
		"status quote/quoting_flights -> error/retryable\n",
		"redeliver 3\n----\nreject ignored: duplicate_result\n",
		"value  status.last_tool_error.error: \"the search took too long\"\n",
		"rewind 2\n----\nstatus quote/quoting_flights\n\n",
		"call_id=c1.3 {\"options\": []}\n----\nreject ignored: not_outstanding\n",
		"at=-1m\n----\nreject turn: time runs backwards",
		"line {\"type\":\"NOPE\"}\n----\nreject trip: malformed type",
		"value  nothing.here is absent\n",
	} {
		if !strings.Contains(golden, block) {
			t.Errorf("the result lacks\n%s", block)
		}
	}
	if t.Failed() {
		t.Log(golden)
	}
}

func TestRunErrors(t *testing.T) {
	const head = "trip t1 at=2026-03-01T09:00:00Z\n"
	for src, want := range map[string]string{
		"crash now\n":                         "scenario: x.scn:1: now is not expected here",
		"on INTENT_READY\n":                   "scenario: x.scn:1: on needs a trip above it",
		head + "redeliver\n":                  "x.scn:2: redeliver: there are 0 events",
		head + "redeliver 2\n":                "x.scn:2: redeliver: there are 0 events",
		head + "rewind 1\n":                   "x.scn:2: rewind: there are 0 events",
		head + "on INTENT_READY\nredeliver\n": "x.scn:3: redeliver: event 1 is a INTENT_READY",
		head + "on TOOL_RESULT a turn=x {}\n": "x.scn:2: turn=x is no turn",
		"trip t1 at=2026-03-01T09:00:00Z intent {\"party\":{\"size\":2}}\n": "the header has a field that nobody reads: intent.party.size",
	} {
		if _, err := Run("x.scn", src, turn.Default(), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", src, err, want)
		}
	}
}

func TestRunRejectsHeader(t *testing.T) {
	golden, err := Run("x.scn", "trip t1 at=2026-03-01T09:00:00Z intent {\"request\":{\"timezone\":\"Mars/Base\"}}\n", turn.Default(), nil)
	if err != nil || !strings.Contains(golden, "----\nreject turn: bad intent") {
		t.Errorf("got %v\n%s", err, golden)
	}
}

// TestPromises plants a bug in the fold for each promise that an event makes.
func TestPromises(t *testing.T) {
	var n int
	for want, bug := range map[string]stepper{
		"modified its input": func(c turn.Config, in trip.Intent, ev trip.Event) (trip.Intent, trip.Decision, error) {
			in.Status.MissingRequired[0] = "changed"
			return turn.Step(c, in, ev)
		},
		"twice gives different bytes": func(c turn.Config, in trip.Intent, ev trip.Event) (trip.Intent, trip.Decision, error) {
			next, d, err := turn.Step(c, in, ev)
			n++
			d.UI = append(d.UI, trip.Message{Text: strings.Repeat("x", n)})
			return next, d, err
		},
		"an error changed the intent": func(_ turn.Config, in trip.Intent, _ trip.Event) (trip.Intent, trip.Decision, error) {
			in.Party.Travelers.Adults++
			return in, trip.Decision{}, errors.New("refused")
		},
		"is not the step's intent": func(c turn.Config, in trip.Intent, ev trip.Event) (trip.Intent, trip.Decision, error) {
			next, d, err := turn.Step(c, in, ev)
			next.Party.Travelers.Adults++
			return next, d, err
		},
		"the decision says": func(c turn.Config, in trip.Intent, ev trip.Event) (trip.Intent, trip.Decision, error) {
			next, d, err := turn.Step(c, in, ev)
			d.Status = trip.Booked
			return next, d, err
		},
		"transient status": func(c turn.Config, in trip.Intent, ev trip.Event) (trip.Intent, trip.Decision, error) {
			next, d, err := turn.Step(c, in, ev)
			next.Status.Node, d.Status, d.Next.Status.Node = trip.ReadyToQuote, trip.ReadyToQuote, trip.ReadyToQuote
			return next, d, err
		},
		"raw error text stands in a message": func(c turn.Config, in trip.Intent, ev trip.Event) (trip.Intent, trip.Decision, error) {
			next, d, err := turn.Step(c, in, ev)
			if e, ok := ev.Data.(trip.ToolError); ok {
				d.UI = []trip.Message{{Text: "it said: " + e.Error}}
			}
			return next, d, err
		},
		"raw error text stands in the intent": func(c turn.Config, in trip.Intent, ev trip.Event) (trip.Intent, trip.Decision, error) {
			next, d, err := turn.Step(c, in, ev)
			if e, ok := ev.Data.(trip.ToolError); ok {
				next.Status.Notes = []string{e.Error}
				d.Next = next
			}
			return next, d, err
		},
		"was decided otherwise": forgetful(func(_ *trip.Intent, d *trip.Decision) { d.UI = []trip.Message{trip.Sentence("again")} }),
		"the intent after event 1 differs": forgetful(func(in *trip.Intent, d *trip.Decision) {
			in.Scope.Tenant = "other"
			d.Next = *in
		}),
	} {
		t.Run(want, func(t *testing.T) {
			src := "trip t1 at=2026-03-01T09:00:00Z intent {\"status\":{\"missing_required\":[\"a\"]}}\n" +
				"on USER_MESSAGE hello\non TOOL_ERROR trip_requirements_extract\n"
			if _, err := run("x.scn", src, player{base: turn.Default(), step: bug}); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// forgetful is a fold that does something else from its fifth event on, when the log of
// two events, folded twice each, is folded again.
func forgetful(change func(*trip.Intent, *trip.Decision)) stepper {
	var n int
	return func(c turn.Config, in trip.Intent, ev trip.Event) (trip.Intent, trip.Decision, error) {
		next, d, err := turn.Step(c, in, ev)
		if n++; n > 4 {
			change(&next, &d)
		}
		return next, d, err
	}
}
