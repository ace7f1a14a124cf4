package reducer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

const nextStep = " Say 'try again' or send a new message to re-run."

func TestFirstFailureIsThatOfCallOrder(t *testing.T) {
	c := ask(t, "Who won?")
	c.calls("web_search", `{"query":"a"}`, "scrape_web_content", `{"url":"b"}`)
	c.fails("scrape_web_content", "timeout", "").queues().fails("web_search", "denied", "").
		is(trip.ErrorRetryable).shows("The web search was refused. Say 'try again', or tell me what to change.").
		notes("[tool_execution_error] web_search failed: the web search was refused." + nextStep)
	if e := c.d.LastToolError; e == nil || e.ToolName != "web_search" {
		t.Errorf("last tool error %+v, want one of web_search", e)
	}
}

func TestThreeFailedRoundsTellTheFirstFailure(t *testing.T) {
	c := ask(t, "Who won?").
		calls("web_search", `{"query":"a"}`).fails("web_search", "timeout", "").is(trip.AssistWorking).
		calls("no_such_tool", `{}`).is(trip.AssistWorking).queues("assistant_step").
		notes("[not_admitted] a tool: it does not exist").
		calls("scrape_web_content", `{"url":"b"}`).fails("scrape_web_content", "", "boom").
		is(trip.ErrorRetryable).queues().shows("The web search did not answer in time. Say 'try again'.")
	// The next message starts anew.
	c.says("try again").calls("web_search", `{"query":"a"}`).queues(`web_search {"query":"a"}`)
}

func TestMixedRoundKeepsItsSuccess(t *testing.T) {
	c := ask(t, "Who won?").
		calls("web_search", `{"query":"a"}`, "scrape_web_content", `{"url":"b"}`, "get_weather", `{"location":"Faro"}`).
		fails("web_search", "", "HTTP 429 Too Many Requests").
		fails("get_weather", "", "boom").
		gives("scrape_web_content", `{"text":"The blue team won."}`).
		is(trip.AssistWorking).
		shows("The web search has to wait: the service is busy for a moment. I go on without it.")
	if got := c.step().AllowedTools; slices.Contains(got, "web_search") || !slices.Contains(got, "get_weather") {
		t.Errorf("allowed tools %v: only what failed for good is off", got)
	}
	c.calls("web_search", `{"query":"z"}`).notes("[not_admitted] web_search: it may not be used again in this turn").
		proposes(`{"plan":{"steps":[{"id":"a","tool":"web_search","args":{"query":"z"}}]}}`).
		notes("[not_admitted] web_search: it may not be used again in this turn").
		proposes(`{}`).is(trip.AssistAnswered).shows("Here is what I found:\n- The blue team won.")
}

// TestTenGoodRounds lands after ten, however many failures stood between.
func TestTenGoodRounds(t *testing.T) {
	c := ask(t, "Read on")
	for i := range 10 {
		c.calls("nonsense", `{}`)
		c.calls("retrieve_docs", fmt.Sprintf(`{"query":"q%d"}`, i)).gives("retrieve_docs", `{"documents":[]}`)
		if choice := c.step().ToolChoice; (choice == "none") != (i == 9) {
			t.Fatalf("tool_choice is %s after %d good rounds", choice, i+1)
		}
	}
	if got := c.step().AllowedTools; len(got) != 0 {
		t.Errorf("a turn that lands is allowed %v", got)
	}
	c.calls("web_search", `{"query":"more"}`).is(trip.AssistAnswered).queues().shows("I looked, but found nothing about that.")
}

func TestTenGoodRoundsWithinAPlan(t *testing.T) {
	c := ask(t, "Read on")
	for i := range 9 {
		c.calls("retrieve_docs", fmt.Sprintf(`{"query":"q%d"}`, i)).gives("retrieve_docs", `{"documents":[]}`)
	}
	c.proposes(`{"plan":{"steps":[{"id":"a","tool":"web_search","args":{"query":"a"}},{"id":"b","tool":"web_search","args":{"query":"b"}}]}}`).
		gives("web_search", `{"results":[{"title":"A"}]}`).queues("assistant_step")
	if choice := c.step().ToolChoice; choice != "none" {
		t.Errorf("tool_choice %s after the tenth good round, want none", choice)
	}
}

func TestRunaway(t *testing.T) {
	header := withTools(tool("look", ""))
	looks := func(from, n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf(`{"name":"look","arguments":{"n":%d}}`, from+i)
		}
		return `{"text":"Looking.","tool_calls":[` + strings.Join(list, ",") + `]}`
	}
	run := func(c *chat, n int) {
		for range n {
			c.gives("look", `{}`)
		}
	}
	c := openChat(t, header, "Look").proposes(looks(0, 50))
	if len(c.d.ToolCalls) != 50 {
		t.Fatalf("%d calls are queued, want 50", len(c.d.ToolCalls))
	}
	run(c, 50)
	c.queues("assistant_step")
	for _, over := range []*chat{
		c.proposes(looks(50, 1)),
		openChat(t, header, "Look").proposes(looks(0, 51)),
	} {
		over.is(trip.ErrorRetryable).queues().
			notes("[runaway] the request needed too many steps."+nextStep).
			shows("Looking.", "That takes more steps than I may do at once. Say 'try again', or tell me what to change.")
	}
	c = openChat(t, header, "Look").proposes(looks(0, 30))
	run(c, 30)
	c.proposes(looks(30, 21)).is(trip.ErrorRetryable).queues()
}

func TestToolChoiceOfThePolicy(t *testing.T) {
	for policy, want := range map[string]string{"auto": "auto", "required": "required", "none": "none", "web_search": "web_search", "no_such_tool": "auto"} {
		c := openChat(t, `"policy":{"tool_choice":"`+policy+`"}`, "Who won?")
		if got := c.step(); got.ToolChoice != want || len(got.AllowedTools) == 0 {
			t.Errorf("policy %s: choice %s of %v, want %s", policy, got.ToolChoice, got.AllowedTools, want)
		}
		c.calls("web_search", `{"query":"a"}`)
		if policy == "none" {
			c.is(trip.AssistAnswered).queues()
		}
	}
	c := openChat(t, `"policy":{"tool_choice":"web_search"}`, "Who won?")
	for i := range 3 {
		c.calls("web_search", fmt.Sprintf(`{"query":"q%d"}`, i)).gives("web_search", `{"results":[]}`)
	}
	if got := c.step(); got.ToolChoice != "auto" || slices.Contains(got.AllowedTools, "web_search") {
		t.Errorf("choice %s of %v once the tool is used up, want auto without it", got.ToolChoice, got.AllowedTools)
	}
}

func TestWhatEndsATurn(t *testing.T) {
	long := strings.Repeat("é", 201)
	for name, tc := range map[string]struct {
		answer string
		ends   bool
		shown  []string
	}{
		"201 characters":        {`{"text":"` + long + `","tool_calls":[{"name":"web_search","arguments":{"query":"a"}}]}`, true, []string{long}},
		"200 characters":        {`{"text":" ` + long[2:] + ` ","tool_calls":[{"name":"web_search","arguments":{"query":"a"}}]}`, false, []string{long[2:]}},
		"stop with text":        {`{"text":"Hi","tool_calls":[{"name":"web_search","arguments":{"query":"a"}}],"finish_reason":"stop"}`, true, []string{"Hi"}},
		"stop without text":     {`{"text":" ","tool_calls":[{"name":"web_search","arguments":{"query":"a"}}],"finish_reason":"stop"}`, false, nil},
		"text alone":            {`{"text":"Hi","finish_reason":"length"}`, true, []string{"Hi"}},
		"text and a blank plan": {`{"text":"Hi","plan":{"steps":[]}}`, true, []string{"Hi"}},
		"text and no plan":      {`{"text":"Hi","plan":null}`, true, []string{"Hi"}},
		"text and an empty one": {`{"text":"Hi","plan":""}`, true, []string{"Hi"}},
		"text and a blank one":  {`{"text":"Hi","plan":" \n"}`, true, []string{"Hi"}},
		"nothing": {
			`{"text":null,"tool_calls":null,"finish_reason":null,"usage":null}`, true,
			[]string{"I have no answer to that. Could you put it another way?"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := ask(t, "Who won?").proposes(tc.answer).shows(tc.shown...)
			if c.d.Status == trip.AssistAnswered != tc.ends || len(c.d.ToolCalls) == 0 != tc.ends {
				t.Errorf("status %s with %d calls", c.d.Status, len(c.d.ToolCalls))
			}
		})
	}
}

func TestUsefulResults(t *testing.T) {
	for result, useful := range map[string]bool{
		`{"result":0}`: true, `{"result":false}`: true, `{"result":[]}`: true, `{"result":"x"}`: true, `{"result":{"a":null}}`: true,
		`{"result":1,"error":null}`: true, `{"result":1,"error":""}`: true, `{"result":1,"error":false}`: true,
		`{"result":1,"error":{}}`: true, `{"result":1,"error":[]}`: true, `{"result":1,"error":0}`: true,
		`{}`: false, `{"result":null}`: false, `{"result":" \n"}`: false, `{"result":{ }}`: false,
		`{"result":1,"error":{"message":"x"}}`: false, `{"value":1}`: false, `{"result":1,"error":"x"}`: false,
		`{"result":1,"error":true}`: false, `{"result":1,"error":["x"]}`: false, `{"result":1,"error":-1}`: false,
	} {
		c := ask(t, "5!").calls("execute_javascript", `{"code":"1"}`).gives("execute_javascript", result)
		if got := c.d.Outcome == trip.ClassOK; got != useful {
			t.Errorf("%s is useful: %v, want %v", result, got, useful)
		}
		want := []string{"assistant_step"}
		if !useful {
			want = []string{`execute_javascript {"code":"1"}`}
		}
		c.calls("execute_javascript", `{ "code": "1" }`).queues(want...)
	}
}

// sendMail is a write tool that a model may propose, and that waits for an approval then.
const sendMail = `{"name":"send_mail","effect":"write","proposable":true,"arguments":{"type":"object"},"result":{}}`

// bookTaxi is one that waits for nobody.
const bookTaxi = `{"name":"book_taxi","effect":"write","proposable":true,"unattended":true,"idempotency":"key","arguments":{"type":"object"},"result":{}}`

// TestLostWriteInARound keeps the rest of the round from going on, and from hiding it.
func TestLostWriteInARound(t *testing.T) {
	c := openChat(t, lisbonOporto+`,"catalog":[`+bookTaxi+`]`, "Book a taxi").
		calls("book_taxi", `{"to":"LIS"}`, "web_search", `{"query":"a"}`, "scrape_web_content", `{"url":"b"}`,
			"search_places", `{"location":"Nowhere"}`).
		fails("book_taxi", "timeout", "").is(trip.ErrorOutcomeUnknown).queues().
		fails("search_places", "", noSuchPlace).is(trip.ErrorOutcomeUnknown).queues().notes().shows().
		gives("web_search", `{"results":[]}`).is(trip.ErrorOutcomeUnknown).queues().notes().shows().
		fails("scrape_web_content", "", "boom").is(trip.ErrorOutcomeUnknown).queues().notes().shows()
	if e := c.d.LastToolError; e == nil || e.ToolName != "book_taxi" {
		t.Errorf("last tool error %+v, want that of book_taxi", e)
	}
	c.gives("book_taxi", `{"ok":true}`).queues().is(trip.CollectingRequirements)
}

// TestLateOutcomeWakesNoCancelledRound settles a write after its turn was cancelled.
func TestLateOutcomeWakesNoCancelledRound(t *testing.T) {
	for name, settle := range map[string]func(*chat){
		"a result":  func(c *chat) { c.gives("book_taxi", `{"ok":true}`) },
		"a failure": func(c *chat) { c.fails("book_taxi", "failed", "") },
		"a refusal": func(c *chat) { c.fails("book_taxi", "denied", "") },
	} {
		t.Run(name, func(t *testing.T) {
			c := openChat(t, withTools(bookTaxi), "Book a taxi").calls("book_taxi", `{"to":"LIS"}`).
				event(trip.TurnCancelled{}).is(trip.CollectingRequirements)
			settle(c)
			c.queues()
			if len(c.in.Turn.Unknown) != 0 || len(c.in.Turn.Outstanding) != 0 {
				t.Errorf("unknown %v, outstanding %v: want none", c.in.Turn.Unknown, c.in.Turn.Outstanding)
			}
		})
	}
}
