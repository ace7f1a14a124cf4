package reducer_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// decidedBy checks that the last event was decided by these rules, among others.
func (c *chat) decidedBy(want ...string) *chat {
	c.t.Helper()
	for _, id := range want {
		if !slices.Contains(c.d.Rules, id) {
			c.t.Errorf("%s is not among %v", id, c.d.Rules)
		}
	}
	return c
}

// TestLoopNamesItsRules walks the loop and asks at each turn of it who decided.
func TestLoopNamesItsRules(t *testing.T) {
	const search = `{"query":"fees"}`
	ask(t, "What of fees?").decidedBy("3.0.queues-step").
		calls("web_search", search).decidedBy("3.0.parallel-round").
		gives("web_search", `{"results":[{"title":"Fees"}]}`).decidedBy("3.0.parallel-round", "3.0.queues-step").
		calls("web_search", search).decidedBy("3.0.same-success", "3.0.none-admitted").
		calls("no_such_tool", `{}`).decidedBy("3.0.admission-known").
		calls("web_search", `{}`).decidedBy("3.0.admission-schema", "3.0.failed-rounds")
	ask(t, "What of fees?").calls("web_search", search).fails("web_search", "denied", "").
		decidedBy("3.0.permanent-stops")
	ask(t, "What of fees?").calls("web_search", search, "scrape_web_content", `{"url":"https://example.com"}`).
		fails("web_search", "denied", "").gives("scrape_web_content", `{"text":"Fees"}`).decidedBy("3.0.mixed-round")
	ask(t, "What of fees?").calls("web_search", `{"query":"<what>"}`).decidedBy("4.0.no-placeholder")
	ask(t, "What is 5!?").calls("execute_javascript", `{"code":"120"}`).gives("execute_javascript", `{"result":null}`).
		decidedBy("3.0.useful")

	ask(t, "What of fees?").proposes(`{"text":"None."}`).decidedBy("3.0.working")
	ask(t, "What of fees?").proposes(`{}`).decidedBy("3.0.working", "3.0.never-silent")
	for text, rule := range map[string]string{
		`"text":"` + strings.Repeat("x", 201) + `"`: "3.0.long-text",
		`"text":"None.","finish_reason":"stop"`:     "3.0.stop",
		`"text":"One moment."`:                      "3.0.short-text",
	} {
		ask(t, "What of fees?").
			proposes(`{` + text + `,"tool_calls":[{"name":"web_search","arguments":` + search + `}]}`).decidedBy(rule)
	}
}

// TestPlansNameTheirRules asks the same of plans and places.
func TestPlansNameTheirRules(t *testing.T) {
	const searched, read = `{"query":"fees"}`, `{"query":"fees","document_ids":["<from_step_a>","made up"]}`
	two := plan(step("a", "retrieve_docs", searched), step("b", "retrieve_chunks", read))
	ask(t, "What of fees?").proposes(two).decidedBy("4.0.known-ids", "3.0.parallel-round").
		gives("retrieve_docs", found()).decidedBy("4.0.finds-nothing")
	ask(t, "What of fees?").proposes(two).fails("retrieve_docs", "timeout", "").decidedBy("4.0.step-fails")
	ask(t, "What of fees?").calls("retrieve_chunks", searched).decidedBy("4.0.one-step")
	ask(t, "What of fees?").proposes(two).gives("retrieve_docs", found("d1")).
		gives("retrieve_chunks", `{"chunks":[]}`).proposes(two).decidedBy("4.0.replans")

	ask(t, "What can I see?").calls("search_places", `{"category":"tourism"}`).decidedBy("2.2.question")
	ask(t, "Lisbon").calls("search_places", `{"location":"Nowhere"}`).
		fails("search_places", "failed", "could not geocode location Nowhere").decidedBy("2.2.after-failure")
	c := ask(t, "Lisbon").calls("search_places", `{}`).fails("search_places", "needs_input", "location is required")
	if c.decidedBy("2.2.exhausted"); c.d.Outcome != trip.ClassFailed {
		t.Errorf("a search that has tried all places is %s, want failed", c.d.Outcome)
	}
	c = ask(t, "Lisbon").calls("search_places", `{"location":"Nowhere"}`).fails("search_places", "timeout", noSuchPlace)
	if c.d.Outcome != trip.ClassTimeout {
		t.Errorf("a place that was not found in time is %s, want timeout", c.d.Outcome)
	}
}

// TestPointsHaveTheirOwnMarks: what ran before the search says nothing about the hold.
func TestPointsHaveTheirOwnMarks(t *testing.T) {
	const first = `{"name":"ban","effect":"read","runs":"before_quote","arguments":{"type":"object"},"result":{"type":"object"}}`
	c := openTrip(t, `"catalog":[`+first+`],"intent":{"party":{"travelers":{"adults":1}},"itinerary":{"trip_type":"one_way",
		"segments":[{"origin":"JFK","destination":"LIS","depart_date":"2026-05-04"}],"lodging":{"needed":false}}}`).
		event(trip.IntentReady{}).gives("ban", `{}`)
	if marks := c.in.Turn; marks.QuotePoint == (trip.QuoteMark{}) || marks.HoldPoint != (trip.QuoteMark{}) {
		t.Errorf("marked are %+v before the search and %+v before the hold", marks.QuotePoint, marks.HoldPoint)
	}
}

// TestLaterStepOfAPlanFails is about a round that began after a good one: that one does not count for it.
func TestLaterStepOfAPlanFails(t *testing.T) {
	ask(t, "What of fees?").
		proposes(plan(step("a", "retrieve_docs", `{"query":"fees"}`),
			step("b", "retrieve_chunks", `{"query":"fees","document_ids":["<from_step_a>"]}`))).
		gives("retrieve_docs", found("d1")).queues(reads("fees", "d1")).
		fails("retrieve_chunks", "timeout", "").is(trip.ErrorRetryable).queues()
}

// TestLookUpThatFindsNothing is no search: it is not repeated in other words.
func TestLookUpThatFindsNothing(t *testing.T) {
	header := withTools(tool("look_up", `,"produces":"ids[]"`),
		tool("review", `,"sources":[{"argument":"ids","from":["step"]}]`))
	openChat(t, header, "What do guests say?").
		proposes(plan(step("a", "look_up", `{}`), step("b", "review", `{"ids":["<from_step_a>"]}`))).
		gives("look_up", `{"ids":[]}`).is(trip.AssistAnswered).queues()
}
