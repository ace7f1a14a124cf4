package reducer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/trip"
)

// hears sends a message of which the extraction makes this.
func (c *chat) hears(extraction string) *chat {
	c.t.Helper()
	c.event(trip.UserMessage{Text: "hello"})
	return c.gives(trip.ToolExtract, extraction)
}

// told returns all texts that the last event showed.
func (c *chat) told() string { return strings.Join(c.d.UIMessages(), "\n") }

// complete is a trip of one leg, with members of the intent behind it.
func complete(behind string) string {
	return `"intent":{"party":{"travelers":{"adults":2}},"itinerary":{"trip_type":"one_way","lodging":{"needed":false},
		"segments":[{"origin":"JFK","destination":"LIS","depart_date":"2026-05-04"}]}` + behind + `}`
}

// Of many options that fit alike the first are listed.
func TestOptionsThatFitAreListedInPart(t *testing.T) {
	var flights, bundles []string
	for i := range 11 {
		airline := "Larkspur"
		if i < reducer.ShownBundles { // those that were shown come first
			airline = "Orchard Air"
		}
		flights = append(flights, fmt.Sprintf(`{"option_id":"f%d","total_price":{"amount":"10","currency":"USD"},"segments":[{"airline":%q}]}`, i, airline))
		bundles = append(bundles, fmt.Sprintf(`{"bundle_id":"b%d","flight_option_ids":["f%d"]}`, i, i))
	}
	c := openChat(t, complete(`,"status":{"state":"presenting_options"},"working_memory":{"flight_quotes_by_segment":[[`+
		strings.Join(flights, ",")+`]],"ranked_bundles":[`+strings.Join(bundles, ",")+`]}`), "hello")
	c.proposes(`{"text":"Hello."}`).hears(`{"acts":[{"act":"select","like":{"airline":"Larkspur"}}]}`)
	if text := c.told(); !strings.Contains(text, "\n6. ") || strings.Contains(text, "\n7. ") {
		t.Errorf("want six options: %s", text)
	}
}

// A choice where nothing is on offer, by a message that changed nothing, waits for no search.
func TestChoiceOfNothing(t *testing.T) {
	c := openChat(t, `"intent":{}`, "hello").proposes(`{"text":"Hello."}`).hears(`{"acts":[{"act":"select","position":2}]}`)
	if text := c.told(); strings.Contains(text, "I search first") || !strings.Contains(text, "Nothing is on offer yet") {
		t.Error(text)
	}
}

// What is missing is asked for once in an answer, whatever the answer is to.
func TestMissingIsAskedForOnce(t *testing.T) {
	c := openChat(t, `"intent":{}`, "hello").proposes(`{"text":"Hello."}`)
	c.hears(`{"trip_intent":{"destination":"LIS"}}`).gives(trip.ToolFollowup, `{"message":"Where from?"}`)
	if a := c.in.Status.Ask; a == nil || a.Kind != trip.AskMissing {
		t.Fatalf("the ask is %+v", a)
	}
	c.hears(`{"acts":[{"act":"dance"}]}`).shows("That is something that I cannot do.").queues(`generate_followup_questions ` +
		`{"missing":["itinerary.segments[0].origin.code","itinerary.segments[0].depart_date","party.travelers.adults",` +
		`"itinerary.lodging.check_in","itinerary.lodging.check_out"],"user_message":"hello"}`)
}

// One gap and one contradiction do not cancel each other out.
func TestGapBesideAContradiction(t *testing.T) {
	c := openChat(t, `"intent":{"party":{"travelers":{"adults":0,"infants":2}},"itinerary":{"trip_type":"one_way","lodging":{"needed":false},
		"segments":[{"origin":"JFK","destination":"LIS","depart_date":"2026-05-04"}]}}`, "hello").proposes(`{"text":"Hello."}`)
	c.hears(`{"trip_intent":{"constraints":{"budget_total":{"amount":100,"currency":"USD"}}}}`)
	i := slices.IndexFunc(c.d.ToolCalls, func(call trip.Call) bool { return call.Name == trip.ToolFollowup })
	if i < 0 || len(c.in.Status.MissingRequired) != 1 || len(c.in.Status.Conflicts) != 1 {
		t.Errorf("queued %v, missing %v, conflicts %v", c.d.ToolCalls, c.in.Status.MissingRequired, c.in.Status.Conflicts)
	}
}

// An ask that is about what is held now, at its place and under another id, is of something else that was held there.
func TestAskOfWhatWasHeldBefore(t *testing.T) {
	c := openChat(t, complete(`,"status":{"state":"holds_placed"},"working_memory":{
		"flight_quotes_by_segment":[[{"option_id":"f1","total_price":{"amount":"10","currency":"USD"}}]],
		"ranked_bundles":[{"bundle_id":"b1","flight_option_ids":["f1"]}],"selected":{"bundle_id":"b1"},"risk_report":{"bundle_id":"b1"},
		"holds":[{"hold_id":"H1","item_type":"flight","option_id":"f1","status":"held"}]}`), "hello")
	c.proposes(`{"text":"Hello."}`)
	now := reducer.AskApproval(&c.in, c.in.UpdatedAt)
	if now == nil || c.in.Status.Ask == nil || c.in.Status.Ask.ID != now.ID {
		t.Fatalf("the ask is %+v, want %+v", c.in.Status.Ask, now)
	}
	for _, old := range []trip.Ask{{ID: "old", About: now.About}, {ID: now.ID, About: []string{"working_memory.holds[7]"}}} {
		old.Kind, old.Key, old.Params, old.Choices = now.Kind, now.Key, now.Params, now.Choices
		c.in.Status.Ask = &old
		c.hears(`{}`)
		if a := c.in.Status.Ask; a == nil || a.ID != now.ID || !slices.Equal(a.About, now.About) {
			t.Errorf("%s about %v becomes %+v, want %s about %v", old.ID, old.About, a, now.ID, now.About)
		}
	}
}

// One option needs no description: "that one" can mean nothing else.
func TestTheOnlyOption(t *testing.T) {
	for bundles, want := range map[string]string{
		`{"bundle_id":"b1","flight_option_ids":["f1"]}`:                    "b1",
		`{"bundle_id":"b1","flight_option_ids":["f1"]},{"bundle_id":"b2"}`: "",
	} {
		c := openChat(t, complete(`,"status":{"state":"presenting_options"},"working_memory":{
			"flight_quotes_by_segment":[[{"option_id":"f1","total_price":{"amount":"10","currency":"USD"}}]],"ranked_bundles":[`+bundles+`]}`), "hello")
		c.proposes(`{"text":"Hello."}`).hears(`{"acts":[{"act":"select"}]}`)
		if got := c.in.WorkingMemory.Selected.BundleID; got != want {
			t.Errorf("of %s %q is selected, want %q: %s", bundles, got, want, c.told())
		}
	}
}

// A no to nothing is told so.
func TestNoToNothing(t *testing.T) {
	c := openChat(t, complete(""), "hello").proposes(`{"text":"Hello."}`)
	c.in.Status.Ask = nil
	if c.hears(`{"acts":[{"act":"decline"}]}`); !strings.Contains(c.told(), "there is nothing to say yes or no to") {
		t.Errorf("%q, by %v", c.told(), c.d.Rules)
	}
}

// Holds whose release did not happen are remembered as long as there is room for all of them.
func TestReleasesThatAreRemembered(t *testing.T) {
	for before, want := range map[int]int{trip.MaxHolds - 2: trip.MaxHolds, trip.MaxHolds - 1: trip.MaxHolds - 1} {
		c := openChat(t, complete(""), "hello")
		c.proposes(`{"text":"Hello."}`)
		c.in.Turn.Releases = slices.Repeat([]string{"H"}, before)
		c.in.Turn.Unknown = []trip.Pending{{CallID: "c", Name: trip.ToolRelease, Write: true, Items: []string{"H1", "H2"}}}
		c.event(trip.ToolError{CallID: "c", ToolName: trip.ToolRelease, Code: "failed", Error: "no", SettledBy: trip.SettledByLookup})
		if got := len(c.in.Turn.Releases); got != want {
			t.Errorf("after %d there are %d to release, want %d", before, got, want)
		}
	}
}

// A plan that is too long is refused for its length, unless something else was wrong before.
func TestLengthOfAPlan(t *testing.T) {
	steps := func(n int, more ...string) string {
		var list []string
		for i := range n {
			list = append(list, step(fmt.Sprint("s", i), "web_search", `{"query":"q"}`))
		}
		return plan(append(list, more...)...)
	}
	for want, p := range map[string]string{
		"[not_admitted] a tool: a plan may have at most 5 steps":  steps(6),
		"[not_admitted] a tool: a plan has two steps of one name": steps(6, step("s0", "web_search", `{"query":"q"}`)),
	} {
		ask(t, "What of fees?").proposes(p).notes(want).queues(trip.ToolAssistantStep)
	}
	ask(t, "What of fees?").proposes(steps(5)).notes().queues(`web_search {"query":"q"}`)
}

// An amount is of one currency: what costs another one does not lie within it, be the number less.
func TestAnAmountOfOneCurrency(t *testing.T) {
	c := openChat(t, complete(`,"status":{"state":"presenting_options"},"working_memory":{
		"flight_quotes_by_segment":[[{"option_id":"f1","total_price":{"amount":"610","currency":"USD"}},{"option_id":"f2","total_price":{"amount":"590",
		"currency":"EUR"}}]],
		"ranked_bundles":[{"bundle_id":"b1","flight_option_ids":["f1"],"estimated_total":{"amount":"610","currency":"USD"}},
			{"bundle_id":"b2","flight_option_ids":["f2"],"estimated_total":{"amount":"590","currency":"EUR"}}]}`), "hello")
	c.proposes(`{"text":"Hello."}`).hears(`{"acts":[{"act":"sort","by":"price","amount":"600"}]}`)
	if text := c.told(); !strings.Contains(text, "No option costs 600.00 USD or less") {
		t.Error(text)
	}
}

// Who cancels a booking beside a change of the plan is told that nothing was cancelled.
func TestACancellationBesideAChange(t *testing.T) {
	c := openChat(t, complete(""), "hello").proposes(`{"text":"Hello."}`)
	c.hears(`{"trip_intent":{"travelers":{"adults":1}},"acts":[{"act":"cancel_booking"}]}`).decidedBy("6.5.cancel")
	if !strings.Contains(c.told(), "there is nothing to cancel") {
		t.Error(c.told())
	}
}

// Who asks again about an option that cannot be booked is told why once more.
func TestWhatCannotBeBookedIsToldAgain(t *testing.T) {
	c := openChat(t, complete(`,"status":{"state":"blocked"},"working_memory":{
		"flight_quotes_by_segment":[[{"option_id":"f1","total_price":{"amount":"10","currency":"USD"}}]],
		"ranked_bundles":[{"bundle_id":"b1","flight_option_ids":["f1"]}],"selected":{"bundle_id":"b1"},
		"risk_report":{"bundle_id":"b1","blocking_issues":["Business class is not allowed."]}}`), "hello").proposes(`{"text":"Hello."}`)
	if c.event(trip.IntentReady{}); !strings.Contains(c.told(), "Business class is not allowed.") {
		t.Errorf("%s: %q", c.in.Status.Node, c.told())
	}
}
