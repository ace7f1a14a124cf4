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

// knows is a chat whose results gave two documents.
func knows(t *testing.T) *chat {
	t.Helper()
	return ask(t, "What of fees?").calls("retrieve_docs", `{"query":"fees"}`).gives("retrieve_docs", found(id1, id2))
}

func TestDroppedIDsAreCounted(t *testing.T) {
	const none = `retrieve_docs {"query":"q"}` // the fixed plan
	for name, tc := range map[string]struct {
		ids     string
		dropped string
		want    string
	}{
		"a made-up one":       {`["` + id3 + `","` + id1 + `"]`, "1 id", reads("q", id1)},
		"free text":           {`["the policy","ids of step 1"]`, "2 ids", none},
		"what is no text":     {`[7,null,{"id":"` + id1 + `"},""," ` + id2 + ` "]`, "4 ids", reads("q", id2)},
		"an object":           {`{"id":"` + id1 + `"}`, "1 id", none},
		"one text":            {`"` + id2 + `"`, "", reads("q", id2)},
		"nothing":             {`null`, "", none},
		"an id twice":         {`["` + id2 + `","` + id2 + `"]`, "", reads("q", id2)},
		"another upper-cased": {`["` + strings.ToUpper(id1) + `x"]`, "1 id", none},
		"a step of nobody":    {`["<from_step_z>","` + id2 + `"]`, "1 id", reads("q", id2)},
		"its own step":        {`["<from_step_retrieve_chunks>"]`, "1 id", none},
	} {
		t.Run(name, func(t *testing.T) {
			c := knows(t).calls("retrieve_chunks", `{"query":"q","document_ids":`+tc.ids+`}`).queues(tc.want)
			if tc.dropped == "" {
				c.notes()
				return
			}
			c.notes("[plan] dropped " + tc.dropped + " that this trip does not know")
		})
	}
}

// TestSelectedDocumentsAreRead, all of them and no others, whatever a model plans or proposes.
func TestSelectedDocumentsAreRead(t *testing.T) {
	for name, tc := range map[string]struct{ proposal, query, dropped string }{
		"one of them":   {plan(step("a", "retrieve_chunks", `{"query":"q","document_ids":["`+id2+`"]}`)), "q", ""},
		"a made-up one": {plan(step("a", "retrieve_chunks", `{"query":"q","document_ids":["`+id3+`","`+id1+`"]}`)), "q", "1 id"},
		"a search, and read": {plan(step("a", "retrieve_docs", `{"query":"s"}`),
			step("b", "retrieve_chunks", `{"query":"q","document_ids":["<from_step_a>"]}`)), "q", "1 id"},
		"two searches": {plan(step("a", "retrieve_docs", `{"query":"s"}`), step("b", "retrieve_docs", `{"query":"t"}`)), "s", ""},
		"two readings": {plan(step("a", "retrieve_chunks", `{"query":"q","document_ids":[7]}`),
			step("b", "retrieve_chunks", `{"query":"r","document_ids":"`+id3+`"}`)), "q", "2 ids"},
		"the web":            {plan(step("a", "web_search", `{"query":"w"}`)), "What of fees?", ""},
		"no such tool":       {plan(step("a", "delete_docs", `{}`)), "What of fees?", ""},
		"no plan":            {`{"plan":"search, then read"}`, "What of fees?", ""},
		"a proposed search":  {`{"tool_calls":[{"name":"retrieve_docs","arguments":{"query":"s","filters":{"title":"x"}}}]}`, "s", ""},
		"a proposed reading": {`{"tool_calls":[{"name":"retrieve_chunks","arguments":{"query":"q","document_ids":["` + id3 + `"]}}]}`, "q", "1 id"},
	} {
		t.Run(name, func(t *testing.T) {
			c := openChat(t, selected, "What of fees?").proposes(tc.proposal).queues(reads(tc.query, id1, id2))
			if tc.dropped == "" {
				c.notes()
				return
			}
			c.notes("[plan] dropped " + tc.dropped + " that the person did not select")
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
	knows(t).
		calls("retrieve_chunks", `{"query":"fees","document_ids":["`+id1+`"]}`).gives("retrieve_chunks", `{"chunks":[{"document_id":"`+id3+`","text":"x"}]}`).
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
		"one name twice": {plan(step("a", "web_search", `{"query":"q"}`), step("a", "web_search", `{"query":"r"}`)), "a plan has two steps of one name"},
		"no such tool":   {plan(step("a", "delete_docs", `{}`)), "a plan uses a tool that does not exist"},
		"a tool of ours": {plan(step("a", "resolve_property_documents", `{"property_id":"x","tenant":"y"}`)), "a plan uses a tool that does not exist"},
		"a purchase":     {plan(step("a", "booking_confirm_and_purchase", `{}`)), "a plan uses a tool that does not exist"},
		"a stray mention": {
			plan(step("a", "retrieve_docs", `{"query":"q"}`), step("b", "web_search", `{"query":"about <from_step_a>"}`)),
			"the arguments of a plan hold a placeholder",
		},
		"a placeholder": {plan(step("a", "retrieve_docs", `{"query":"{{topic}}"}`)), "the arguments of a plan hold a placeholder"},
		"bad arguments": {
			plan(step("a", "retrieve_docs", `{"query":"q"}`), step("b", "web_search", `{"query":"q","pages":3}`)),
			"the arguments of a plan do not fit",
		},
		"six steps": {
			plan(step("a", "web_search", `{"query":"1"}`), step("b", "web_search", `{"query":"2"}`), step("c", "web_search", `{"query":"3"}`),
				step("d", "search_web", `{"query":"4"}`), step("e", "search_web", `{"query":"5"}`), step("f", "search_web", `{"query":"6"}`)),
			"a plan may have at most 5 steps",
		},
		"six with ours": {plan(step("a", "web_search", `{"query":"1"}`), step("b", "web_search", `{"query":"2"}`), step("c", "web_search", `{"query":"3"}`),
			step("d", "search_web", `{"query":"4"}`), step("e", "retrieve_chunks", `{"query":"5"}`)), "a plan may have at most 5 steps"},
	} {
		t.Run(name, func(t *testing.T) {
			ask(t, "What of fees?").proposes(tc.proposal).queues("assistant_step").notes("[not_admitted] a tool: " + tc.why)
		})
	}
}

// TestBadReferences are dropped like any other id that is none, and the plan runs.
func TestBadReferences(t *testing.T) {
	for name, tc := range map[string]struct {
		steps   []string
		results []string // tool and result of the steps before the documents are read
		reads   string
	}{
		"unknown": {
			[]string{step("a", "retrieve_docs", `{"query":"x"}`), step("b", "retrieve_chunks", `{"query":"q","document_ids":["<from_step_z>"]}`)},
			[]string{"retrieve_docs", found(id1)},
			reads("q", id1),
		},
		"beside a good one": {
			[]string{step("a", "retrieve_docs", `{"query":"x"}`), step("b", "retrieve_chunks", `{"query":"q","document_ids":["<from_step_z>","<from_step_a>"]}`)},
			[]string{"retrieve_docs", found(id1)},
			reads("q", id1),
		},
		"later": {
			[]string{step("a", "retrieve_chunks", `{"query":"q","document_ids":["<from_step_b>"]}`), step("b", "retrieve_docs", `{"query":"x"}`)},
			[]string{"retrieve_docs", found(id2)},
			reads("q", id2),
		},
		"barren": {
			[]string{step("a", "web_search", `{"query":"w"}`), step("b", "retrieve_chunks", `{"query":"q","document_ids":["<from_step_a>"]}`)},
			[]string{"web_search", `{"results":[]}`, "retrieve_docs", found(id2)},
			reads("q", id2),
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := ask(t, "What of fees?").proposes(plan(tc.steps...)).notes("[plan] dropped 1 id that this trip does not know")
			for i := 0; i < len(tc.results); i += 2 {
				c.gives(tc.results[i], tc.results[i+1])
			}
			c.queues(tc.reads)
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
	// The plan is given up with that: what the model wants to read next has a search of its own before it.
	c.calls("retrieve_chunks", `{"query":"fees"}`).queues(`retrieve_docs {"query":"fees"}`)
}

// TestAPlanReadsWhatItMayNameFromTheStart: what its own search finds pushes nothing out of it, however much that is.
func TestAPlanReadsWhatItMayNameFromTheStart(t *testing.T) {
	var many []string
	for i := range 200 {
		many = append(many, fmt.Sprintf("00000000-0000-4000-8000-%012d", i))
	}
	knows(t).
		proposes(plan(step("a", "retrieve_docs", `{"query":"taxes"}`), step("b", "retrieve_chunks", `{"query":"q","document_ids":["`+id1+`"]}`))).
		gives("retrieve_docs", found(many...)).queues(reads("q", id1))
}

func TestUnparsablePlans(t *testing.T) {
	for _, text := range []string{
		`"search, then read"`, `""`, `{}`, `[]`, `7`, `{"steps":{}}`, `{"steps":[]}`,
		`{"steps":["a"]}`, `{"steps":[{"id":1,"tool":"web_search"}]}`, `{"steps":[{"tool":["x"]}]}`, `{"steps":[{}]}`,
		`{"steps":[{"id":"a","tool":"web_search","args":{"query":"x"}},{"id":"b","tool":" "}]}`,
	} {
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

const property = `"intent":{"scope":{"property_id":"p","tenant":"t"}}`

// TestPropertyWithoutDocuments goes on with the fixed plan, and says so.
func TestPropertyWithoutDocuments(t *testing.T) {
	const said = "This property has no documents, so I search all of yours."
	empty := func(proposal string) *chat {
		return openChat(t, property, "What of fees?").proposes(proposal).
			queues(`resolve_property_documents {"property_id":"p","tenant":"t"}`).
			gives("resolve_property_documents", `{"document_ids":[]}`)
	}
	one := `{"tool_calls":[{"name":"retrieve_chunks","arguments":{"query":"fees"}}]}`
	empty(one).shows(said).queues(`retrieve_docs {"query":"fees"}`).
		gives("retrieve_docs", found(id2, id1)).queues(reads("fees", id2, id1))
	// Nothing there either: one broader search, then an honest answer.
	empty(one).gives("retrieve_docs", found()).queues(`retrieve_docs {"query":"What of fees?"}`).
		gives("retrieve_docs", found()).is(trip.AssistAnswered).
		shows("I searched your documents, also in your own words: nothing found about that.")
	// A step of the model has the name that ours would have.
	c := openChat(t, property, "What of fees?").
		proposes(plan(step("search_docs", "web_search", `{"query":"w"}`), step("b", "retrieve_chunks", `{"query":"fees"}`))).
		gives("web_search", `{"results":[]}`).gives("resolve_property_documents", `{"document_ids":[]}`).
		shows(said).queues(`retrieve_docs {"query":"fees"}`)
	c.gives("retrieve_docs", found(id1)).queues(reads("fees", id1))
	// All that could be searched was searched before.
	openChat(t, property, "fees").
		calls("retrieve_docs", `{"query":"fees"}`).gives("retrieve_docs", found()).
		calls("retrieve_chunks", `{"query":"fees"}`).gives("resolve_property_documents", `{"document_ids":[]}`).
		is(trip.AssistAnswered).queues().shows("This property has no documents. I searched your documents: nothing found about that.")
}

func TestFailedStepBesideASuccess(t *testing.T) {
	ask(t, "What of fees, and who won?").
		proposes(`{"plan":{"steps":[`+step("a", "retrieve_docs", `{"query":"fees"}`)+`,`+
			step("b", "retrieve_chunks", `{"query":"fees","document_ids":["<from_step_a>"]}`)+`]},
			"tool_calls":[{"name":"web_search","arguments":{"query":"who won"}}]}`).
		queues(`retrieve_docs {"query":"fees"}`, `web_search {"query":"who won"}`).
		fails("retrieve_docs", "timeout", "").
		gives("web_search", `{"results":[{"title":"Blue"}]}`).
		is(trip.AssistWorking).queues("assistant_step")
	ask(t, "What of fees?").
		proposes(plan(step("a", "retrieve_docs", `{"query":"fees"}`), step("b", "retrieve_chunks", `{"query":"fees","document_ids":["<from_step_a>"]}`))).
		fails("retrieve_docs", "timeout", "").is(trip.ErrorRetryable).queues().
		shows("The search of the documents did not answer in time. Say 'try again'.")
}

func TestChunksBesideAPlan(t *testing.T) {
	openChat(t, selected, "What of fees and taxes?").
		calls("retrieve_chunks", `{"query":"fees"}`, "retrieve_chunks", `{"query":"taxes","document_ids":["x"]}`).
		queues(reads("fees", id1, id2), reads("taxes", id1, id2)).
		notes("[plan] dropped 1 id that the person did not select")
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
	const scope = `"scope":{"document_ids":["d1"]},`
	header := `"intent":{` + scope + `"working_memory":{"flight_quotes_by_segment":[[{"option_id":"f1","total_price":{"amount":1,"currency":"USD"}}]],` +
		`"hotel_quotes_by_stay":[[[{"option_id":"h1","total_price":{"amount":1,"currency":"USD"}}]]],` +
		`"ranked_bundles":[{"bundle_id":"b1"}],"holds":[{"hold_id":"H1"}]}},` + catalog
	unselected := strings.Replace(header, scope, "", 1)
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
		c = openChat(t, unselected, "Compare them").proposes(plan(step("a", "compare", args)))
		if got := c.d.ToolCalls[0].Name == "compare"; !got && admitted {
			t.Errorf("a plan to compare %s is refused: %v", args, c.d.NotesAdded)
		}
	}
	c := openChat(t, header, "Compare them").calls("reviews", `{}`).gives("reviews", `{"ids":["r1"]}`)
	c.calls("compare", `{"option_ids":["r1"]}`).notes("[not_admitted] compare: it names what this trip does not know")
	c.calls("review", `{"review_ids":["r1"]}`).queues(`review {"review_ids":["r1"]}`)
	for _, steps := range [][]string{
		{step("a", "reviews", `{}`), step("b", "compare", `{"option_ids":["<from_step_a>"]}`)}, // from no step
		{step("b", "compare", `{"option_ids":["f9"]}`)},
	} {
		openChat(t, unselected, "Compare them").proposes(plan(steps...)).
			notes("[not_admitted] a tool: a plan names what this trip does not know")
	}
}

// TestPlaceholders refuses what stands for another text, and nothing that only looks so.
func TestPlaceholders(t *testing.T) {
	for args, admitted := range map[string]bool{
		`{"query":"<city>"}`: false, `{"query":"{{city}}"}`: false, `{"query":"${city}"}`: false,
		`{"query":"ids: <from_step_a>"}`: false, `{"query":"\u003cfrom_step_a\u003e"}`: false,
		`{"query":"INSERT CITY HERE"}`: false, `{"query":"YOUR_QUERY_HERE"}`: false, `{"query":"[ENTER-CITY-HERE]"}`: true,
		`{"query":"ENTER-CITY-HERE"}`: false, `{"query":"PUT A QUERY HERE"}`: false, `{"query":"PUT the guide HERE"}`: true,
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
