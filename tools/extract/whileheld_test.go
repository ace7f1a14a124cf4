package extract_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/trip"
)

// TestAQuestionKeepsWhatIsHeld asks in many forms what could be otherwise while something is held: nothing is changed, so
// nothing is given back. The same said as an order ("can we …?"), or while nothing is held, changes the trip.
// Rule: 6.1.asked-while-held
func TestAQuestionKeepsWhatIsHeld(t *testing.T) {
	t.Parallel()
	held := after(planned, "approve working_memory.holds")
	listed := after(planned, choose, "1. A", "2. B")
	changes := []string{
		"leave a day earlier", "stay one night longer", "fly business class", "fly from Munich", "leave on 3 June",
		"have a 4 star hotel", "fly on Saturday instead", "come back two days later",
	}
	for _, change := range changes {
		for _, form := range []string{"is it possible to %?", "would it be possible to %?", "hmm, is it possible to %?"} {
			message := strings.ReplaceAll(form, "%", change)
			if got := saying(t, extractFrom(t, message, held)); got != "change_booking" {
				t.Errorf("%q: %q", message, got)
			}
			if got := flatPlan(t, extractFrom(t, message, listed)); got == "{}" {
				t.Errorf("%q, while nothing is held: %q", message, got)
			}
		}
		for _, form := range []string{"%", "%, please", "please %", "I want to %", "can we %?", "could we %?", "may we %?"} {
			message := strings.ReplaceAll(form, "%", change)
			if got := flatPlan(t, extractFrom(t, message, held)); got == "{}" {
				t.Errorf("%q: %q", message, got)
			}
		}
	}
	held = after(`"working_memory":{"selected":{"bundle_id":"b"},"flight_quotes_by_segment":[[{"option_id":"f","cabin":"economy",`+
		`"total_price":{"amount":"610.00","currency":"USD"},`+
		`"segments":[{"from":"VIE","to":"LIS","airline":"Northglow"}]}]],`+
		`"ranked_bundles":[{`+
		`"bundle_id":"b","estimated_total":{"amount":"610.00","currency":"USD"},"flight_option_ids":["f"]}]},`+planned, "approve working_memory.holds")
	for _, class := range []string{"business", "business class", "first class", "premium economy"} {
		for _, form := range []string{
			"what would it cost in %?", "how much would % be?", "how much is it in %?", "what does % cost?",
			"is % much more expensive?", "could you tell me what % would cost?",
		} {
			message := strings.ReplaceAll(form, "%", class)
			if got := saying(t, extractFrom(t, message, held)); got != "change_booking" {
				t.Errorf("%q: %q", message, got)
			}
		}
	}
}

// TestAQuestionForMoreIsNoted: what is asked for beside the trip gives nothing back, so it is noted also while something is
// held, in the words of what is wanted.
//
// Rule: 6.1.asked-while-held
func TestAQuestionForMoreIsNoted(t *testing.T) {
	t.Parallel()
	held := after(planned, "approve working_memory.holds")
	for _, thing := range []string{"a bag", "a second suitcase", "my dog", "a surfboard"} {
		for _, form := range []string{"can I add %?", "could we add %?", "is it possible to add %?"} {
			message := strings.ReplaceAll(form, "%", thing)
			res := extractFrom(t, message, held)
			requests := res.TripIntent.Requests
			if len(res.Acts) > 0 || len(requests) != 1 || !requests[0].Asked || requests[0].Text != thing {
				t.Errorf("%q: %+v, acts %+v", message, requests, res.Acts)
			}
		}
	}
}

// TestAnotherIsPicked: while one is picked or held another of the list is said by its number, and a number of people
// stays one.
// Rule: 6.1.select-position
func TestAnotherIsPicked(t *testing.T) {
	t.Parallel()
	list := []string{"1. A", "2. B", "3. C"}
	shown := `"turn":{"shown":["b1","b2","b3"]},` + planned
	states := map[string]string{"held": after(shown, "approve working_memory.holds"), "listed": after(shown, choose, list...)}
	for state, known := range states {
		for _, form := range []string{
			"hold %", "hold % instead", "actually hold %", "no, hold % please", "hold option %", "could you hold number % for me",
			"rather %", "% instead", "no, %", "I want % instead", "book % instead", "take %", "option %",
		} {
			for _, n := range []string{"2", "3"} {
				message := strings.ReplaceAll(form, "%", n)
				res := extractFrom(t, message, known)
				if len(res.Acts) == 0 || res.Acts[0].Act != trip.ActSelect || fmt.Sprint(res.Acts[0].Position) != n {
					t.Errorf("%s: %q: %+v, unread %q", state, message, res.Acts, res.Unread)
				}
			}
		}
		for _, message := range []string{"we are 3", "we're 3", "for 3", "3 people", "there are 3 of us"} {
			if res := extractFrom(t, message, known); len(res.Acts) > 0 || flatPlan(t, res) == "{}" {
				t.Errorf("%s: %q: %+v", state, message, res.Acts)
			}
		}
	}
}

// TestTimeToDecide: what one needs until a day while something is held is time to think, and no day of the trip. Before
// that it is.
// Rule: 6.7.day
func TestTimeToDecide(t *testing.T) {
	t.Parallel()
	held, listed := after(planned, "approve working_memory.holds"), after(planned, choose, "1. A", "2. B")
	for _, needs := range []string{"I need", "we need", "we have", "I have"} {
		for _, until := range []string{"until Saturday", "till the 21st", "until 21 June"} {
			message := needs + " " + until
			if res := extractFrom(t, message, held); flatPlan(t, res) != "{}" || len(res.Unread) == 0 {
				t.Errorf("%q of what is held: %s, told %q", message, flatPlan(t, res), res.Unread)
			}
			if got := flatPlan(t, extractFrom(t, message, listed)); !strings.Contains(got, "return_date") {
				t.Errorf("%q while nothing is held: %s", message, got)
			}
		}
	}
}

// flatPlan is what a message changes of the trip, as JSON.
func flatPlan(t *testing.T, res extract.Result) string {
	t.Helper()
	text, err := json.Marshal(res.TripIntent)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestAThoughtKeepsWhatIsHeld says in many forms what would be under a condition, what may be and what is not liked while
// something is held: nothing of it is given back.
// Rule: 6.1.asked-while-held
func TestAThoughtKeepsWhatIsHeld(t *testing.T) {
	t.Parallel()
	held := after(planned, "approve working_memory.holds")
	forms := []string{"in case I'm late, %", "if she says no, %", "unless you hear from me, %", "maybe we should %", "% if it rains"}
	for _, change := range []string{"cancel the hotel", "drop the return flight", "fly from Munich", "cancel it", "stay one night longer"} {
		for _, form := range forms {
			message := strings.ReplaceAll(form, "%", change)
			res := extractFrom(t, message, held)
			if got := saying(t, res); flatPlan(t, res) != "{}" || strings.Contains(got, "release") {
				t.Errorf("%q: %q, %s", message, got, flatPlan(t, res))
			}
		}
	}
	for _, part := range []string{"the hotel", "this hotel", "that room", "the flights"} {
		for _, form := range []string{"I don't like %", "we don't like %", "I do not like % that much"} {
			message := strings.ReplaceAll(form, "%", part)
			res := extractFrom(t, message, held)
			if got := saying(t, res); flatPlan(t, res) != "{}" || strings.Contains(got, "release") {
				t.Errorf("%q: %q, %s", message, got, flatPlan(t, res))
			}
		}
	}
}
