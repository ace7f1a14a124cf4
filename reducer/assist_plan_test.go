package reducer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

const (
	id1 = "11111111-1111-4111-8111-111111111111"
	id2 = "22222222-2222-4222-8222-222222222222"
	id3 = "33333333-3333-4333-8333-333333333333"
)

const selected = `"intent":{"scope":{"document_ids":["` + id1 + `","` + id2 + `"]}}`

// found is what a search returns.
func found(ids ...string) string {
	docs := make([]string, len(ids))
	for i, id := range ids {
		docs[i] = `{"document_id":"` + id + `"}`
	}
	return `{"documents":[` + strings.Join(docs, ",") + `]}`
}

// plan is an assistant step that proposes steps.
func plan(steps ...string) string { return `{"plan":{"steps":[` + strings.Join(steps, ",") + `]}}` }

// step is one step of a plan.
func step(id, tool, args string) string {
	return `{"id":"` + id + `","tool":"` + tool + `","args":` + args + `}`
}

// reads is the call that reads documents.
func reads(query string, ids ...string) string {
	return `retrieve_chunks {"document_ids":["` + strings.Join(ids, `","`) + `"],"query":"` + query + `"}`
}

func TestDroppedIDsAreCounted(t *testing.T) {
	for name, tc := range map[string]struct {
		ids  string
		note string
		want string
	}{
		"a made-up one":       {`["` + id3 + `","` + id1 + `"]`, "[plan] dropped 1 id that this trip does not know", reads("q", id1)},
		"free text":           {`["the policy","ids of step 1"]`, "[plan] dropped 2 ids that this trip does not know", reads("q", id1, id2)},
		"what is no text":     {`[7,null,{"id":"` + id1 + `"},""," ` + id2 + ` "]`, "[plan] dropped 4 ids that this trip does not know", reads("q", id2)},
		"an object":           {`{"id":"` + id1 + `"}`, "[plan] dropped 1 id that this trip does not know", reads("q", id1, id2)},
		"one text":            {`"` + id2 + `"`, "", reads("q", id2)},
		"nothing":             {`null`, "", reads("q", id1, id2)},
		"an id twice":         {`["` + id2 + `","` + id2 + `"]`, "", reads("q", id2)},
		"another upper-cased": {`["` + strings.ToUpper(id1) + `x"]`, "[plan] dropped 1 id that this trip does not know", reads("q", id1, id2)},
	} {
		t.Run(name, func(t *testing.T) {
			c := openChat(t, selected, "What of fees?").calls("retrieve_chunks", `{"query":"q","document_ids":`+tc.ids+`}`).queues(tc.want)
			if tc.note == "" {
				c.notes()
				return
			}
			c.notes(tc.note)
		})
	}
}

func TestChunksWithoutAQueryAskTheMessage(t *testing.T) {
	for args, query := range map[string]string{
		`{}`: "What of fees", `{"query":7}`: "What of fees", `{"query":" ","document_ids":null}`: "What of fees",
		`{"query":"fees","top_k":5}`: "fees", `{"query":"fees","document_ids":"","top_k":5}`: "fees",
	} {
		openChat(t, selected, "What of fees").calls("retrieve_chunks", args).queues(reads(query, id1, id2)).notes()
	}
	ask(t, "What of fees").proposes(plan(step("a", "retrieve_docs", `{}`), step("b", "retrieve_docs", `null`))).
		queues(`retrieve_docs {"query":"What of fees"}`).gives("retrieve_docs", found(id1)).queues(reads("What of fees", id1))
}

// TestUnknownIDsReadWhatThePlanSearched does not search twice.
func TestUnknownIDsReadWhatThePlanSearched(t *testing.T) {
	ask(t, "What of fees?").
		proposes(plan(step("a", "retrieve_docs", `{"query":"fees"}`), step("b", "retrieve_chunks", `{"query":"fees","document_ids":["`+id3+`"]}`))).
		queues(`retrieve_docs {"query":"fees"}`).notes("[plan] dropped 1 id that this trip does not know").
		gives("retrieve_docs", found(id1, id2)).queues(reads("fees", id1, id2)).
		gives("retrieve_chunks", `{"chunks":[]}`).queues("assistant_step")
}

// TestSearchThatWasMade is made again in the person's words.
func TestSearchThatWasMade(t *testing.T) {
	ask(t, "What of fees?").
		calls("retrieve_docs", `{"query":"fees"}`).gives("retrieve_docs", found(id1)).
		calls("retrieve_chunks", `{"query":"fees","document_ids":["the first"]}`).
		queues(`retrieve_docs {"query":"What of fees?"}`).gives("retrieve_docs", found(id2)).
		queues(reads("fees", id2)).gives("retrieve_chunks", `{"chunks":[]}`).
		// An id that a result of this trip gave is known, in later turns as well.
		proposes(`{"text":"No."}`).says("And taxes?").
		calls("retrieve_chunks", `{"query":"taxes","document_ids":["`+id1+`"]}`).queues(reads("taxes", id1)).notes()
}

// TestIDsOfPassagesAreKnown, as those of any result of the trip are.
func TestIDsOfPassagesAreKnown(t *testing.T) {
	openChat(t, selected, "What of fees?").
		calls("retrieve_chunks", `{"query":"fees"}`).gives("retrieve_chunks", `{"chunks":[{"document_id":"`+id3+`","text":"x"}]}`).
		calls("retrieve_chunks", `{"query":"taxes","document_ids":["`+id3+`"]}`).queues(reads("taxes", id3)).notes()
}

func TestIDsOfSteps(t *testing.T) {
	ask(t, "What of fees?").
		proposes(plan(step(" a ", " retrieve_docs ", `{"query":"x"}`), step("b", "web_search", `{"query":"y"}`), step("c", "retrieve_docs", `{"query":"z"}`),
			step("d", "retrieve_chunks", `{"query":"q","document_ids":["<from_step_c>"," <from_step_a> "]}`))).
		gives("retrieve_docs", found(id1, id2, id1)).gives("web_search", `{"results":[]}`).gives("retrieve_docs", found(id3, id2)).
		queues(reads("q", id3, id2, id1))
	// A step of the model that has the name of one of ours is no search.
	ask(t, "What of fees?").
		proposes(plan(step("search_docs", "web_search", `{"query":"y"}`), step("b", "retrieve_chunks", `{"query":"q"}`))).
		queues(`web_search {"query":"y"}`).gives("web_search", `{"results":[]}`).
		queues(`retrieve_docs {"query":"q"}`).gives("retrieve_docs", found(id1)).
		queues(reads("q", id1))
}

func TestRejectedPlans(t *testing.T) {
	for name, tc := range map[string]struct{ proposal, why string }{
		"unknown step":    {plan(step("a", "retrieve_chunks", `{"query":"q","document_ids":["<from_step_z>"]}`)), "a plan refers to a step that gives it nothing"},
		"its own step":    {plan(step("a", "retrieve_chunks", `{"query":"q","document_ids":["<from_step_a>"]}`)), "a plan refers to a step that gives it nothing"},
		"later step":      {plan(step("a", "retrieve_chunks", `{"query":"q","document_ids":["<from_step_b>"]}`), step("b", "retrieve_docs", `{"query":"q"}`)), "a plan refers to a step that gives it nothing"},
		"barren step":     {plan(step("a", "web_search", `{"query":"q"}`), step("b", "retrieve_chunks", `{"query":"q","document_ids":["<from_step_a>"]}`)), "a plan refers to a step that gives it nothing"},
		"one name twice":  {plan(step("a", "web_search", `{"query":"q"}`), step("a", "web_search", `{"query":"r"}`)), "a plan has two steps of one name"},
		"no such tool":    {plan(step("a", "delete_docs", `{}`)), "a plan uses a tool that does not exist"},
		"a tool of ours":  {plan(step("a", "resolve_property_documents", `{"property_id":"x","tenant":"y"}`)), "a plan uses a tool that does not exist"},
		"a purchase":      {plan(step("a", "booking_confirm_and_purchase", `{}`)), "a plan uses a tool that does not exist"},
		"a stray mention": {plan(step("a", "retrieve_docs", `{"query":"q"}`), step("b", "web_search", `{"query":"about <from_step_a>"}`)), "the arguments of a plan hold a placeholder"},
		"a placeholder":   {plan(step("a", "retrieve_docs", `{"query":"{{topic}}"}`)), "the arguments of a plan hold a placeholder"},
		"a mention":       {plan(step("a", "retrieve_docs", `{"query":"q"}`), step("b", "retrieve_chunks", `{"query":"q","document_ids":["<from_step_z>","<from_step_a>"]}`)), "a plan refers to a step that gives it nothing"},
		"bad arguments":   {plan(step("a", "retrieve_docs", `{"query":"q"}`), step("b", "web_search", `{"query":"q","pages":3}`)), "the arguments of a plan do not fit"},
		"six steps": {plan(step("a", "web_search", `{"query":"1"}`), step("b", "web_search", `{"query":"2"}`), step("c", "web_search", `{"query":"3"}`),
			step("d", "search_web", `{"query":"4"}`), step("e", "search_web", `{"query":"5"}`), step("f", "search_web", `{"query":"6"}`)), "a plan may have at most 5 steps"},
		"six with ours": {plan(step("a", "web_search", `{"query":"1"}`), step("b", "web_search", `{"query":"2"}`), step("c", "web_search", `{"query":"3"}`),
			step("d", "search_web", `{"query":"4"}`), step("e", "retrieve_chunks", `{"query":"5"}`)), "a plan may have at most 5 steps"},
	} {
		t.Run(name, func(t *testing.T) {
			ask(t, "What of fees?").proposes(tc.proposal).queues("assistant_step").notes("[not_admitted] a tool: " + tc.why)
		})
	}
}

func TestPlansAreWithinBudget(t *testing.T) {
	c := ask(t, "Look it up")
	for i := range 3 {
		c.calls("web_search", fmt.Sprintf(`{"query":"q%d"}`, i)).gives("web_search", `{"results":[]}`)
	}
	c.proposes(plan(step("a", "web_search", `{"query":"more"}`))).queues("assistant_step").
		notes("[not_admitted] web_search: it may not be used again in this turn")
	c.proposes(plan(step("a", "search_places", `{"location":"Oslo"}`), step("b", "web_search", `{"query":"more"}`))).queues(`search_places {"location":"Oslo"}`).
		gives("search_places", `{"results":[]}`).queues("assistant_step").
		notes("[not_admitted] web_search: it may not be used again in this turn")
}

func TestUnparsablePlans(t *testing.T) {
	for _, text := range []string{`"search, then read"`, `""`, `{}`, `[]`, `7`, `{"steps":{}}`, `{"steps":[]}`, `{"steps":["a"]}`, `{"steps":[{"id":1,"tool":"web_search"}]}`, `{"steps":[{"tool":["x"]}]}`, `{"steps":[{}]}`, `{"steps":[{"id":"a","tool":"web_search","args":{"query":"x"}},{"id":"b","tool":" "}]}`} {
		ask(t, "What of fees?").proposes(`{"plan":`+text+`}`).
			queues(`retrieve_docs {"query":"What of fees?"}`).gives("retrieve_docs", found(id2, id1)).
			queues(reads("What of fees?", id2, id1))
		openChat(t, selected, "What of fees?").proposes(`{"plan":` + text + `}`).queues(reads("What of fees?", id1, id2))
	}
}

func TestNothingFound(t *testing.T) {
	const honest = "I searched your documents: nothing found about that."
	// The plan has asked the person's own words already: nothing is broader.
	ask(t, "fees").calls("retrieve_chunks", `{"query":"fees"}`).gives("retrieve_docs", found()).
		is(trip.AssistAnswered).shows(honest).queues()
	// The property has no documents: those of others are none of its business.
	openChat(t, `"intent":{"scope":{"property_id":"p","tenant":"t"}}`, "What of fees?").
		calls("retrieve_chunks", `{"query":"fees"}`).
		queues(`resolve_property_documents {"property_id":"p","tenant":"t"}`).
		gives("resolve_property_documents", `{"document_ids":[]}`).
		is(trip.AssistAnswered).queues().shows(honest)
	// The person's own words were searched before the plan was made.
	ask(t, "What of fees?").
		calls("retrieve_docs", `{"query":"What of fees?"}`).gives("retrieve_docs", found()).
		calls("retrieve_chunks", `{"query":"fees"}`).queues(`retrieve_docs {"query":"fees"}`).gives("retrieve_docs", found()).
		is(trip.AssistAnswered).shows(honest).queues()
	// Nobody waits for what a search did not find.
	ask(t, "What of fees?").
		proposes(plan(step("a", "retrieve_docs", `{"query":"fees"}`), step("b", "web_search", `{"query":"fees"}`))).
		gives("retrieve_docs", found()).queues(`web_search {"query":"fees"}`)
}

func TestFailedStepBesideASuccess(t *testing.T) {
	ask(t, "What of fees, and who won?").
		proposes(`{"plan":{"steps":[`+step("a", "retrieve_docs", `{"query":"fees"}`)+`,`+step("b", "retrieve_chunks", `{"query":"fees","document_ids":["<from_step_a>"]}`)+`]},
			"tool_calls":[{"name":"web_search","arguments":{"query":"who won"}}]}`).
		queues(`retrieve_docs {"query":"fees"}`, `web_search {"query":"who won"}`).
		fails("retrieve_docs", "timeout", "").
		gives("web_search", `{"results":[{"title":"Blue"}]}`).
		is(trip.AssistWorking).queues("assistant_step")
	ask(t, "What of fees?").
		proposes(plan(step("a", "retrieve_docs", `{"query":"fees"}`), step("b", "retrieve_chunks", `{"query":"fees","document_ids":["<from_step_a>"]}`))).
		fails("retrieve_docs", "timeout", "").is(trip.ErrorRetryable).queues().
		shows("Tool error: retrieve_docs — the search of the documents took too long")
}

func TestChunksBesideAPlan(t *testing.T) {
	openChat(t, selected, "What of fees and taxes?").
		calls("retrieve_chunks", `{"query":"fees"}`, "retrieve_chunks", `{"query":"taxes","document_ids":["x"]}`).
		queues(reads("fees", id1, id2), reads("taxes", id1, id2)).
		notes("[plan] dropped 1 id that this trip does not know")
	ask(t, "What of fees and taxes?").
		calls("retrieve_chunks", `{"query":"fees"}`, "retrieve_chunks", `{"query":"taxes"}`).
		queues(`retrieve_docs {"query":"fees"}`).
		notes("[not_admitted] retrieve_chunks: its documents must be found first")
}

func TestSamePlanTwice(t *testing.T) {
	proposal := plan(step("a", "web_search", `{"query":"x"}`), step("b", "search_places", `{"location":"Oslo"}`))
	ask(t, "Look it up").proposes(proposal).gives("web_search", `{"results":[]}`).gives("search_places", `{"results":[]}`).
		proposes(proposal).queues("assistant_step").notes("[not_admitted] a tool: the same plan was made before")
}

// TestSourcesOfOtherTools takes ids of what a tool's definition allows.
func TestSourcesOfOtherTools(t *testing.T) {
	const catalog = `"catalog":[` +
		`{"name":"compare","effect":"read","proposable":true,"sources":[{"argument":"option_ids","from":["state"]}],"arguments":{"type":"object"},"result":{}},` +
		`{"name":"review","effect":"read","proposable":true,"sources":[{"argument":"review_ids","from":["lookup"]}],"arguments":{"type":"object"},"result":{}},` +
		`{"name":"reviews","effect":"read","proposable":true,"produces":"ids[]","arguments":{"type":"object"},"result":{}}]`
	header := `"intent":{"scope":{"document_ids":["d1"]},"working_memory":{"flight_quotes_by_segment":[[{"option_id":"f1","total_price":{"amount":1,"currency":"USD"}}]],` +
		`"hotel_quotes_by_stay":[[[{"option_id":"h1","total_price":{"amount":1,"currency":"USD"}}]]],"ranked_bundles":[{"bundle_id":"b1"}],"holds":[{"hold_id":"H1"}]}},` + catalog
	for args, admitted := range map[string]bool{
		`{"option_ids":["f1","h1","b1","H1"]}`: true,
		`{"option_ids":"f1"}`:                  true,
		`{}`:                                   true,
		`{"option_ids":["f1","f2"]}`:           false,
		`{"option_ids":["d1"]}`:                false, // a document is no option
		`{"option_ids":["f1",1]}`:              false,
		`{"option_ids":{"x":"f1"}}`:            false,
	} {
		c := openChat(t, header, "Compare them").calls("compare", args)
		if got := c.d.ToolCalls[0].Name == "compare"; got != admitted {
			t.Errorf("compare %s is admitted: %v, want %v (%v)", args, got, admitted, c.d.NotesAdded)
		}
		c = openChat(t, header, "Compare them").proposes(plan(step("a", "compare", args)))
		if got := c.d.ToolCalls[0].Name == "compare"; !got && admitted {
			t.Errorf("a plan to compare %s is refused: %v", args, c.d.NotesAdded)
		}
	}
	c := openChat(t, header, "Compare them").calls("reviews", `{}`).gives("reviews", `{"ids":["r1"]}`)
	c.calls("compare", `{"option_ids":["r1"]}`).notes("[not_admitted] compare: it names what this trip does not know")
	c.calls("review", `{"review_ids":["r1"]}`).queues(`review {"review_ids":["r1"]}`)
	openChat(t, header, "Compare them").
		proposes(plan(step("a", "reviews", `{}`), step("b", "compare", `{"option_ids":["<from_step_a>"]}`))).
		notes("[not_admitted] a tool: a plan refers to a step that gives it nothing")
	openChat(t, header, "Compare them").
		proposes(plan(step("b", "compare", `{"option_ids":["f9"]}`))).
		notes("[not_admitted] a tool: a plan names what this trip does not know")
}

// TestPlaceholders refuses what stands for another text, and nothing that only looks so.
func TestPlaceholders(t *testing.T) {
	for args, admitted := range map[string]bool{
		`{"query":"<city>"}`: false, `{"query":"{{city}}"}`: false, `{"query":"${city}"}`: false,
		`{"query":"ids: <from_step_a>"}`: false, `{"query":"\u003cfrom_step_a\u003e"}`: false,
		`{"query":"INSERT CITY HERE"}`: false, `{"query":"YOUR_QUERY_HERE"}`: false, `{"query":"[ENTER-CITY-HERE]"}`: true,
		`{"query":"put your name here"}`: true, `{"query":"WHERE"}`: true, `{"query":"HERE"}`: true,
		`{"query":"a < b > c"}`: true, `{"query":"<b>bold</b>"}`: true, `{"query":"\"<city>\""}`: true, `{"query":"<>"}`: true,
		`{"query":"{a}"}`: true, `{"query":"\\<x>"}`: true,
	} {
		c := ask(t, "Look it up").calls("web_search", args)
		if got := c.d.ToolCalls[0].Name == "web_search"; got != admitted {
			t.Errorf("%s is admitted: %v, want %v", args, got, admitted)
		}
	}
	ask(t, "Show it").calls("execute_javascript", `{"code":"'<div>' + \"<p>\""}`).queues(`execute_javascript {"code":"'<div>' + \"<p>\""}`)
}
