package reducer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestAnswersFromResults says what a turn found when the model says nothing.
func TestAnswersFromResults(t *testing.T) {
	for _, tc := range []struct{ tool, args, result, want string }{
		{"execute_javascript", `{"code":"x"}`, `{"result":"a text"}`, "a text"},
		{"execute_javascript", `{"code":"x"}`, `{"result":{"b":[1]}}`, `{"b":[1]}`},
		{"web_search", `{"query":"x"}`, `{"results":[{"title":"A"},{"snippet":"B"},{"x":1},{"title":"D"}]}`, "A; B"},
		{"search_places", `{"location":"Faro"}`, `{"results":[{"name":"A"}]}`, "A"},
		{"web_search", `{"query":"x"}`, `{"results":[7]}`, "the web search gave a result"},
		{"get_weather", `{"location":"Faro"}`, `{"summary":"sun"}`, "sun"},
		{"scrape_web_content", `{"url":"x"}`, `{"text":"` + strings.Repeat("é", 281) + `"}`, strings.Repeat("é", 279) + "…"},
		{"scrape_web_content", `{"url":"x"}`, `{"html":"x"}`, "reading the web page gave a result"},
	} {
		ask(t, "Tell me?").calls(tc.tool, tc.args).gives(tc.tool, tc.result).proposes(`{}`).
			is(trip.AssistAnswered).shows("Here is what I found:\n- " + tc.want)
	}
	// Ids are a means to the next step, and an empty list is nothing found.
	for _, tc := range []struct{ tool, args, result string }{
		{"retrieve_docs", `{"query":"x"}`, `{"documents":[{"document_id":"d1","title":"A"}]}`},
		{"web_search", `{"query":"x"}`, `{"results":[]}`},
	} {
		ask(t, "Tell me?").calls(tc.tool, tc.args).gives(tc.tool, tc.result).proposes(`{}`).
			is(trip.AssistAnswered).shows("I looked, but found nothing about that.")
	}
}

func TestAnswersAreTheLastFive(t *testing.T) {
	c := ask(t, "Weather?")
	var want []string
	for i := range 7 {
		c.calls("get_weather", fmt.Sprintf(`{"location":"T%d"}`, i)).gives("get_weather", fmt.Sprintf(`{"summary":"s%d"}`, i))
		want = append(want, fmt.Sprintf("\n- s%d", i))
	}
	c.proposes(`{"finish_reason":"stop"}`).shows("Here is what I found:" + strings.Join(want[2:], ""))
}

// TestNotAnAnswer has a calculation give what is no value: it is told plainly and may run once more.
func TestNotAnAnswer(t *testing.T) {
	for _, result := range []string{
		`{}`, `{"result":null}`, `{"result":" "}`, `{"result":{}}`, `{"result":"Infinity"}`, `{"result":"-Infinity"}`, `{"result":"NaN"}`, `{"result":"undefined"}`,
		`{"result":1,"error":{"message":"x"}}`,
	} {
		c := ask(t, "What is 1/0?").calls("execute_javascript", `{"code":"1/0"}`).gives("execute_javascript", result)
		c.calls("execute_javascript", `{"code":"1/0"}`).queues(`execute_javascript {"code":"1/0"}`).gives("execute_javascript", result)
		c.proposes(`{"finish_reason":"stop"}`).is(trip.AssistAnswered).
			shows("I could not find an answer: the calculation did not work.")
	}
	for _, result := range []string{
		`{"result":0}`, `{"result":false}`, `{"result":[]}`, `{"result":"0"}`,
		`{"result":1,"error":""}`, `{"result":1,"error":null}`,
	} {
		ask(t, "What is 1-1?").calls("execute_javascript", `{"code":"1-1"}`).gives("execute_javascript", result).
			calls("execute_javascript", `{"code":"1-1"}`).queues("assistant_step").notes("[not_admitted] execute_javascript: the same call was made before")
	}
}

func TestTokens(t *testing.T) {
	openChat(t, `"policy":{"max_tokens":10}`, "Who won?").
		proposes(`{"tool_calls":[{"name":"web_search","arguments":{"query":"a"}}],"usage":{"input_tokens":11}}`).
		is(trip.AssistAnswered).queues().shows("I had to stop before I had an answer: that was too much for one go. Please ask for a part of it.")

	const usage = `"usage":{"input_tokens":60,"output_tokens":40}`
	c := openChat(t, `"policy":{"max_tokens":200}`, "Who won?").
		proposes(`{"tool_calls":[{"name":"web_search","arguments":{"query":"a"}}],`+usage+`}`).gives("web_search", `{"results":[{"title":"Blue"}]}`).
		proposes(`{"tool_calls":[{"name":"web_search","arguments":{"query":"b"}}],`+usage+`}`).queues(`web_search {"query":"b"}`). // 200 is not over
		gives("web_search", `{"results":[]}`).
		proposes(`{"text":"More…","tool_calls":[{"name":"web_search","arguments":{"query":"c"}}],"usage":{"input_tokens":1}}`).
		is(trip.AssistAnswered).queues().shows("More…")
	if a := c.in.Turn.Assist; a.Tokens != 201 || a.TokensTotal != 201 {
		t.Errorf("%d tokens, %d in all, want 201", a.Tokens, a.TokensTotal)
	}
	c.says("And?").proposes(`{"text":"No.",` + usage + `}`)
	if a := c.in.Turn.Assist; a.Tokens != 100 || a.TokensTotal != 301 {
		t.Errorf("%d tokens, %d in all, want 100 and 301", a.Tokens, a.TokensTotal)
	}
}
