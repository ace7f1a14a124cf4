package chat_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/chat"
	"github.com/legwork-go/legwork/trip"
)

// noon is Sunday, 2026-03-01T12:00:00Z.
const noon = trip.Instant(1772366400_000_000_000)

var every = []string{
	trip.ToolGetWeather, trip.ToolSearchPlaces, trip.ToolJavaScript, trip.ToolRetrieveDocs, trip.ToolRetrieveChunks, trip.ToolWebSearch,
}

// offline is every tool but the search of the web, which is asked what nothing else answers.
var offline = every[:len(every)-1]

func user(text string) tools.Message { return tools.Message{Role: "user", Content: text} }

// round is an assistant's call and its result.
func round(tool, args, content string) []tools.Message {
	return []tools.Message{
		{Role: "assistant", ToolCalls: []tools.ToolCall{{ID: "c1", Name: tool, Arguments: []byte(args)}}},
		{Role: "tool", ToolCallID: "c1", Content: content},
	}
}

func ask(t testing.TB, choice string, allowed []string, change func(*tools.Request), messages ...tools.Message) chat.Step {
	t.Helper()
	args, err := json.Marshal(map[string]any{"allowed_tools": allowed, "tool_choice": choice})
	if err != nil {
		t.Fatal(err)
	}
	req := tools.Request{Name: trip.ToolAssistantStep, Arguments: args, At: noon, Messages: messages}
	if change != nil {
		change(&req)
	}
	out, err := chat.Handler{}.Run(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	if err := catalog.Default().CheckResult(trip.ToolAssistantStep, trip.Raw(out)); err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	var step chat.Step
	if err := json.Unmarshal(out, &step); err != nil {
		t.Fatal(err)
	}
	if step.Text == "" && len(step.ToolCalls) == 0 && step.Plan == nil {
		t.Fatalf("silent: %s", out)
	}
	return step
}

// proposed is the calls of a step, one a line, checked against the schemas of the catalog.
func proposed(t testing.TB, step chat.Step) string {
	t.Helper()
	var lines []string
	for _, c := range step.ToolCalls {
		args, err := json.Marshal(c.Arguments)
		if err != nil {
			t.Fatal(err)
		}
		if err := catalog.Default().CheckArguments(c.Name, trip.Raw(args)); err != nil {
			t.Errorf("%s %s: %v", c.Name, args, err)
		}
		lines = append(lines, c.Name+" "+string(args))
	}
	return strings.Join(lines, "\n")
}

func TestPicksATool(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"What's the weather like in Paris tomorrow?", `get_weather {"end_date":"2026-03-02","location":"Paris","start_date":"2026-03-02"}`},
		{"weather in new york next week", `get_weather {"end_date":"2026-03-08","location":"new york","start_date":"2026-03-02"}`},
		{"Will it rain in Portland, Maine on March 5?", `get_weather {"end_date":"2026-03-05","location":"Portland, Maine","start_date":"2026-03-05"}`},
		{"is it warm in Cairo in July", `get_weather {"end_date":"2026-07-18","location":"Cairo","start_date":"2026-07-12"}`},
		{"how hot is it in Cairo in July", `get_weather {"end_date":"2026-07-18","location":"Cairo","start_date":"2026-07-12"}`},
		{"Is it going to snow this weekend?", `get_weather {"end_date":"2026-03-08","start_date":"2026-03-07"}`},
		{"Temperature in Tokyo from 2026-04-01 to 2026-04-20", `get_weather {"end_date":"2026-04-07","location":"Tokyo","start_date":"2026-04-01"}`},
		{"What is the forecast for Xyzzyville?", `get_weather {}`},
		{"Find vegan sushi restaurants in Tokyo", `search_places {"category":"food","location":"Tokyo","query":"vegan sushi"}`},
		{"Where can we have dinner near our hotel?", `search_places {"category":"food","query":"dinner"}`},
		{"what are the best sights in rome", `search_places {"category":"tourism","location":"rome"}`},
		{"museums for kids near St. Louis", `search_places {"category":"tourism","location":"St Louis","query":"museums kids"}`},
		{"a bed and breakfast in Xyzzyville", `search_places {"category":"lodging","location":"Xyzzyville","query":"bed breakfast"}`},
		{"search the web for visa rules of Japan", `web_search {"query":"visa rules of Japan"}`},
		{"Can you look up on the internet whether restaurants in Rome take cards?", `web_search {"query":"whether restaurants in Rome take cards"}`},
		{"google cheap trains in Italy", `web_search {"query":"cheap trains in Italy"}`},
		{"What should I pack for Oslo in December?", `get_weather {"end_date":"2026-12-18","location":"Oslo","start_date":"2026-12-12"}`},
		{"hotels and bars near my hotel", `search_places {"category":"food","query":"bars"}`},
		{"restaurants along my itinerary", `search_places {"category":"food"}`},
		{"weather and restaurants in Lisbon", `get_weather {"location":"Lisbon"}` + "\n" + `search_places {"category":"food","location":"Lisbon"}`},
	} {
		t.Run(tc.text, func(t *testing.T) {
			step := ask(t, "auto", every, nil, user(tc.text))
			if got := proposed(t, step); got != tc.want || step.FinishReason != "tool_calls" || step.Text != "" {
				t.Errorf("got  %s\nwant %s\n%+v", got, tc.want, step)
			}
		})
	}
}

func TestEveryStopOfTheTrip(t *testing.T) {
	legs := func(req *tools.Request) {
		home, rome := trip.Place{Code: "JFK", City: "New York"}, trip.Place{Code: "FCO", City: "Rome"}
		req.Intent.Itinerary.Segments = []trip.Segment{
			{Origin: home, Destination: rome}, {Origin: rome, Destination: trip.Place{Code: "ATH"}}, {Origin: trip.Place{Code: "ATH"}, Destination: home},
		}
	}
	step := ask(t, "auto", every, legs, user("Find vegan restaurants for each stop of our trip"))
	want := `search_places {"category":"food","location":"Rome","query":"vegan"}` + "\n" + `search_places {"category":"food","location":"ATH","query":"vegan"}`
	if got := proposed(t, step); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestAnswersToAQuestion are read with what the question was about.
func TestAnswersToAQuestion(t *testing.T) {
	open := func(text string) func(*tools.Request) {
		return func(req *tools.Request) { req.Intent.Turn.OpenRequest = text }
	}
	for _, tc := range []struct{ open, text, want string }{
		{"restaurants?", "Porto", `search_places {"category":"food","location":"Porto"}`},
		{"Find museums", "in Porto", `search_places {"category":"tourism","location":"Porto","query":"museums"}`},
		{"will it rain?", "Oslo in December", `get_weather {"end_date":"2026-12-18","location":"Oslo","start_date":"2026-12-12"}`},
	} {
		if got := proposed(t, ask(t, "auto", every, open(tc.open), user(tc.open), user(tc.text))); got != tc.want {
			t.Errorf("%q, %q: got %s, want %s", tc.open, tc.text, got, tc.want)
		}
	}
}

// TestWeatherOfTheTrip leaves place and days to the engine, which knows them.
func TestWeatherOfTheTrip(t *testing.T) {
	legs := func(req *tools.Request) {
		req.Intent.Itinerary.Segments = []trip.Segment{
			{Origin: trip.Place{Code: "JFK"}, Destination: trip.Place{Code: "FCO", City: "Rome"}, DepartDate: trip.NewDate(2026, 5, 4)},
		}
	}
	for text, want := range map[string]string{
		"What will the weather be like?":      `get_weather {}`,
		"What is the weather in Rome?":        `get_weather {}`,
		"What is the weather in Oslo?":        `get_weather {"location":"Oslo"}`,
		"Weather in Rome in December?":        `get_weather {"end_date":"2026-12-18","location":"Rome","start_date":"2026-12-12"}`,
		"What about the weather at the trip?": `get_weather {}`,
	} {
		if got := proposed(t, ask(t, "auto", every, legs, user("Two of us from JFK to Rome on May 4"), user(text))); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// TestWhereTheTripStarts is no place to look for dinner, unless somebody asks for it.
func TestWhereTheTripStarts(t *testing.T) {
	legs := func(req *tools.Request) {
		req.Intent.Itinerary.Segments = []trip.Segment{{Origin: trip.Place{Code: "JFK", City: "New York"}, Destination: trip.Place{Code: "WQQ"}}}
	}
	for _, tc := range []struct{ first, text, want string }{
		{"Two of us from JFK to WQQ on May 4", "Find restaurants", `search_places {"category":"food"}`},
		{"From New York on May 4", "Find restaurants", `search_places {"category":"food"}`},
		{"Two of us from Newark to Lisbon on May 4", "Find restaurants", `search_places {"category":"food","location":"Lisbon"}`},
		{"Weather in Paris?", "Find restaurants", `search_places {"category":"food","location":"Paris"}`},
		{"Two of us from JFK to WQQ on May 4", "Find restaurants in New York", `search_places {"category":"food","location":"New York"}`},
	} {
		if got := proposed(t, ask(t, "auto", every, legs, user(tc.first), user(tc.text))); got != tc.want {
			t.Errorf("%q, %q: got %s, want %s", tc.first, tc.text, got, tc.want)
		}
	}
}

func TestDocuments(t *testing.T) {
	const question = "What do the terms say about pets?"
	step := ask(t, "auto", every, nil, user(question))
	plan, err := json.Marshal(step.Plan)
	want := `{"steps":[{"id":"search_docs","tool":"retrieve_docs","args":{"query":"What do the terms say about pets?"}},` +
		`{"id":"read_chunks","tool":"retrieve_chunks","args":{"document_ids":["\u003cfrom_step_search_docs\u003e"],"query":"What do the terms say about pets?"}}]}`
	if err != nil || string(plan) != want {
		t.Errorf("got  %s\nwant %s", plan, want)
	}
	selected := func(req *tools.Request) { req.Intent.Scope.DocumentIDs = []string{"d1"} }
	step = ask(t, "auto", every, selected, user("Are pets allowed?"))
	if got := proposed(t, step); got != `retrieve_chunks {"query":"Are pets allowed?"}` || step.Plan != nil {
		t.Errorf("with documents in scope: %s, %+v", got, step.Plan)
	}
	step = ask(t, "auto", []string{trip.ToolRetrieveDocs}, nil, user(question))
	if got := proposed(t, step); got != `retrieve_docs {"query":"What do the terms say about pets?"}` {
		t.Error(got)
	}
}

var answered = []struct {
	name, text  string
	messages    []tools.Message
	has, hasNot []string
}{
	{
		"weather", "weather in Paris?",
		round(trip.ToolGetWeather, `{"location":"Paris"}`, `{"location":{"name":"Paris"},"days":[{"date":"2026-03-01"},{"date":"2026-03-02"}],`+
			`"summary":"Usually between 4 and 12 °C.","note":"This is not a forecast."}`),
		[]string{"Paris", "from Sun 1 Mar 2026 to Mon 2 Mar 2026", "between 4 and 12 °C", "not a forecast"},
		nil,
	},
	{
		"places", "restaurants in Rome",
		round(trip.ToolSearchPlaces, `{}`, `{"location":{"name":"Rome"},"results":[{"name":"Wren Table","kind":"bistro","rating":4.5,"price_level":2}],`+
			`"note":"Invented by the sandbox."}`),
		[]string{"In Rome I found", "Wren Table (bistro, rated 4.5, $$)", "Invented by the sandbox"},
		nil,
	},
	{
		"sum", "what is 15% of 240",
		round(trip.ToolJavaScript, `{"code":"// 15 percent of 240\n36"}`, `{"result":36}`),
		[]string{"15 percent of 240 = 36"},
		nil,
	},
	{
		"interest", "interest",
		round(trip.ToolJavaScript, `{"code":"x"}`, `{"result":{"total":1628.89,"interest":628.89}}`),
		[]string{"1628.89, of which interest 628.89"},
		nil,
	},
	{
		"passages", "When is cancellation free?",
		round(trip.ToolRetrieveChunks, `{}`, `{"chunks":[{"document_id":"secret-id",`+
			`"text":"# Terms\n\nThe deposit is 200 EUR. Cancelled bookings are free until 48 hours before. Dogs pay."}]}`),
		[]string{"«Cancelled bookings are free until 48 hours before. Dogs pay.»"},
		[]string{"secret-id"},
	},
	{
		"pages", "search the web for x",
		round(trip.ToolWebSearch, `{}`, `{"results":[{"title":"A page","url":"https://example.com","snippet":"says so"}]}`),
		[]string{"A page: says so (https://example.com)"},
		nil,
	},
	{
		"a result and a failure", "weather and restaurants in Rome",
		append(round(trip.ToolGetWeather, `{}`, "get_weather failed: it took too long"),
			tools.Message{Role: "tool", Content: `{"location":{"name":"Rome"},"results":[{"name":"Wren Table","category":"food"}]}`}),
		[]string{"Wren Table", "I could not get the weather"},
		[]string{"took too long"},
	},
}

func TestAnswersFromResults(t *testing.T) {
	for _, tc := range answered {
		t.Run(tc.name, func(t *testing.T) {
			step := ask(t, "auto", every, nil, append([]tools.Message{user(tc.text)}, tc.messages...)...)
			if step.FinishReason != "stop" || len(step.ToolCalls) > 0 || step.Plan != nil {
				t.Fatalf("no answer: %+v", step)
			}
			for _, want := range tc.has {
				if !strings.Contains(step.Text, want) {
					t.Errorf("%q lacks %q", step.Text, want)
				}
			}
			for _, not := range tc.hasNot {
				if strings.Contains(step.Text, not) {
					t.Errorf("%q has %q", step.Text, not)
				}
			}
		})
	}
}

func TestResultsOfEarlierTurnsDoNotCount(t *testing.T) {
	messages := append([]tools.Message{user("weather in Paris")},
		round(trip.ToolGetWeather, `{"location":"Paris"}`, `{"days":[{"date":"2026-03-01"}],"summary":"mild"}`)...)
	messages = append(messages, tools.Message{Role: "assistant", Content: "mild"}, user("and restaurants?"))
	step := ask(t, "auto", every, nil, messages...)
	if got := proposed(t, step); got != `search_places {"category":"food","location":"Paris"}` {
		t.Errorf("%s, %+v", got, step)
	}
}

func TestFailuresEndInWords(t *testing.T) {
	messages := append([]tools.Message{user("restaurants in Rome")},
		round(trip.ToolSearchPlaces, `{"category":"food","location":"Rome"}`, "search_places failed: the service did not answer")...)
	step := ask(t, "auto", every, nil, messages...)
	if step.FinishReason != "stop" || !strings.Contains(step.Text, "The search for places did not work.") {
		t.Errorf("%+v", step)
	}
	messages = append([]tools.Message{user("divide: what is 1/0")},
		round(trip.ToolJavaScript, `{"code":"// 1 / 0\n1 / 0"}`, `{"result":null,"note":"the value is Infinity"}`)...)
	step = ask(t, "auto", every, nil, messages...)
	if step.FinishReason != "stop" || !strings.Contains(step.Text, "the value is Infinity") {
		t.Errorf("%+v", step)
	}
}

// The engine tells a failure as a system line and runs calls with arguments that it filled in.
func TestKnowsTheEnginesForms(t *testing.T) {
	failed := tools.Message{Role: "system", Content: "search_places: the search took too long"}
	step := ask(t, "auto", every, nil, user("restaurants in Rome"), failed)
	if step.Text != "The search for places did not work." {
		t.Errorf("%+v", step)
	}
	step = ask(t, "auto", every, nil, user("weather and restaurants in Rome"), failed)
	if got := proposed(t, step); got != `get_weather {"location":"Rome"}` {
		t.Errorf("after a failure: %s, %+v", got, step)
	}
	messages := append([]tools.Message{user("any restaurants?")},
		round(trip.ToolSearchPlaces, `{"category":"food","location":"Rome"}`, `{"results":[]}`)...)
	if step = ask(t, "auto", every, nil, messages...); step.Text != "I found no such place." {
		t.Errorf("after a repaired call: %+v", step)
	}
}

func TestBroaderSearchOnce(t *testing.T) {
	messages := append([]tools.Message{user("Nepalese restaurants in Rome")},
		round(trip.ToolSearchPlaces, `{"category":"food","location":"Rome","query":"nepalese"}`, `{"results":[]}`)...)
	step := ask(t, "auto", every, nil, messages...)
	if got := proposed(t, step); got != `search_places {"category":"food","location":"Rome"}` {
		t.Fatalf("%s, %+v", got, step)
	}
	messages = append(messages, round(trip.ToolSearchPlaces, `{"category":"food","location":"Rome"}`, `{"results":[]}`)...)
	if step = ask(t, "auto", every, nil, messages...); !strings.Contains(step.Text, "I found no such place.") {
		t.Errorf("%+v", step)
	}
}

func TestToolChoice(t *testing.T) {
	const text = "weather and restaurants in Rome"
	if step := ask(t, "none", every, nil, user(text)); step.FinishReason != "stop" || step.Text == "" {
		t.Errorf("none: %+v", step)
	}
	if step := ask(t, "auto", nil, nil, user(text)); step.FinishReason != "stop" || step.Text == "" {
		t.Errorf("no tool allowed: %+v", step)
	}
	step := ask(t, trip.ToolGetWeather, every, nil, user(text))
	if got := proposed(t, step); got != `get_weather {"location":"Rome"}` {
		t.Errorf("named: %s", got)
	}
	step = ask(t, trip.ToolWebSearch, every, nil, user("trains in Italy"))
	if got := proposed(t, step); got != `web_search {"query":"trains in Italy"}` {
		t.Errorf("named without a rule: %s", got)
	}
	step = ask(t, "auto", []string{trip.ToolSearchPlaces}, nil, user(text))
	if got := proposed(t, step); got != `search_places {"category":"food","location":"Rome"}` {
		t.Errorf("one allowed: %s", got)
	}
	step = ask(t, "auto", []string{"search_web"}, nil, user("search the web for trains"))
	if got := proposed(t, step); got != `search_web {"query":"trains"}` {
		t.Errorf("other name: %s", got)
	}
}

func TestSaysWhatItCannotDo(t *testing.T) {
	for text, want := range map[string]string{
		"Write me a poem about trains":  "I cannot answer that",
		"":                              "I cannot answer that",
		"hello there":                   "Hello! I can tell the usual weather",
		"do I need a visa?":             "I have no source for what a country asks",
		"Thanks a lot!":                 "You are welcome.",
		"what can you do":               "find restaurants, sights and places to stay",
		"I land on 2026-03-05 at 10:30": "I cannot answer that",
		"call me at +1 555 123 4567":    "I cannot answer that",
		"3-5 nights would be great!":    "I cannot answer that",
		"I need 2!":                     "I cannot answer that",
		"12/5/2026":                     "I cannot answer that",
		"what is on 2026-03-05":         "I cannot answer that",
	} {
		if step := ask(t, "auto", offline, nil, user(text)); !strings.Contains(step.Text, want) || step.FinishReason != "stop" {
			t.Errorf("%q: %+v", text, step)
		}
	}
	legs := func(req *tools.Request) {
		req.Intent.Itinerary.Segments = []trip.Segment{{
			Origin: trip.Place{Code: "JFK"}, Destination: trip.Place{Code: "CDG", City: "Paris"}, DepartDate: trip.NewDate(2026, 4, 1),
		}}
	}
	if step := ask(t, "auto", every, legs, user("what is my itinerary?")); step.Text != "Your trip so far: JFK to Paris on Wed 1 Apr 2026." {
		t.Errorf("%+v", step)
	}
}

// Whatever the tools return, a turn ends: no call is proposed twice, and not too many at all.
func TestNeverLoops(t *testing.T) {
	contents := []string{"failed", `{"results":[]}`, `{"result":null}`, `{}`, `[]`, `{"error":"x"}`, `{"days":[]}`, "", `null`, `{"chunks":[]}`}
	for _, text := range []string{
		"weather, restaurants, museums and hotels in Rome; what is 2+2 and 3*3; what does my contract say", "Nepalese food in Rome",
		"search the web for trains", "according to my lease, are pets allowed", "5! and 10!", "hello",
	} {
		for _, content := range contents {
			messages := []tools.Message{user(text)}
			seen := map[string]bool{}
			steps := 0
			for ; steps < 20; steps++ {
				step := ask(t, "auto", every, nil, messages...)
				if step.Plan != nil {
					for i, s := range step.Plan.Steps {
						messages = append(messages, answerTo(t, fmt.Sprint("p", i), s.Tool, s.Args, content)...)
					}
					continue
				}
				if len(step.ToolCalls) == 0 {
					break
				}
				for i, c := range step.ToolCalls {
					key := proposed(t, chat.Step{ToolCalls: step.ToolCalls[i : i+1]})
					if seen[key] {
						t.Fatalf("%q: %s twice", text, key)
					}
					seen[key] = true
					messages = append(messages, answerTo(t, fmt.Sprint(steps, "-", i), c.Name, c.Arguments, content)...)
				}
			}
			if steps == 20 {
				t.Errorf("%q with %q does not end", text, content)
			}
		}
	}
}

func answerTo(t *testing.T, id, name string, args any, content string) []tools.Message {
	t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	return []tools.Message{
		{Role: "assistant", ToolCalls: []tools.ToolCall{{ID: id, Name: name, Arguments: raw}}},
		{Role: "tool", ToolCallID: id, Content: content},
	}
}

func TestErrors(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, tc := range []struct {
		ctx  context.Context
		args string
		want trip.Class
	}{
		{context.Background(), `[`, trip.ClassInvalidArguments},
		{context.Background(), `{"allowed_tools":"all"}`, trip.ClassInvalidArguments},
		{ended, `{}`, trip.ClassCancelled},
	} {
		_, err := chat.Handler{}.Run(tc.ctx, tools.Request{Arguments: []byte(tc.args)})
		var failed *tools.Error
		if !errors.As(err, &failed) || failed.Class != tc.want {
			t.Errorf("%s: %v", tc.args, err)
		}
	}
}

// TestRetryMessageIsNoRequest: the request that it takes up stands in the intent.
func TestRetryMessageIsNoRequest(t *testing.T) {
	step := ask(t, "auto", []string{"search_web"}, func(r *tools.Request) {
		r.Intent.Request.UserMessage = "search the web for trains"
	}, user("search the web for trains"), user("try again"))
	if got := proposed(t, step); got != `search_web {"query":"trains"}` {
		t.Errorf("proposed %s", got)
	}
}

func Example() {
	step := func(messages ...tools.Message) {
		out, err := chat.Handler{}.Run(context.Background(), tools.Request{
			Arguments: []byte(`{"allowed_tools":["execute_javascript"],"tool_choice":"auto"}`), Messages: messages,
		})
		fmt.Println(string(out), err)
	}
	question := tools.Message{Role: "user", Content: "What is (2 + 3) * 4?"}
	step(question)
	step(
		question,
		tools.Message{
			Role:      "assistant",
			ToolCalls: []tools.ToolCall{{ID: "1", Name: "execute_javascript", Arguments: []byte(`{"code":"// (2 + 3) * 4\n(2 + 3) * 4"}`)}},
		},
		tools.Message{Role: "tool", ToolCallID: "1", Content: `{"result":20}`},
	)
	// Output:
	// {"tool_calls":[{"name":"execute_javascript","arguments":{"code":"// (2 + 3) * 4\n(2 + 3) * 4"}}],"finish_reason":"tool_calls","usage":{"input_tokens":0,"output_tokens":0}} <nil>
	// {"text":"(2 + 3) * 4 = 20","finish_reason":"stop","usage":{"input_tokens":0,"output_tokens":0}} <nil>
}

func TestPages(t *testing.T) {
	question := user("What does https://example.com/trams say about tickets?")
	step := ask(t, "auto", []string{trip.ToolScrapeWeb}, nil, question)
	if len(step.ToolCalls) != 1 || step.ToolCalls[0].Name != trip.ToolScrapeWeb ||
		fmt.Sprint(step.ToolCalls[0].Arguments) != "map[url:https://example.com/trams]" {
		t.Errorf("%+v", step)
	}
	page := round(
		trip.ToolScrapeWeb,
		`{"url":"https://example.com/trams"}`,
		`{"url":"https://example.com/trams","title":"Trams","text":"Line 28 is old.\nTickets cost more on board."}`,
	)
	step = ask(t, "auto", []string{trip.ToolScrapeWeb}, nil, append([]tools.Message{question}, page...)...)
	if step.Text != "The page «Trams» says:\n- «Tickets cost more on board.»" {
		t.Errorf("%q", step.Text)
	}
	for message, want := range map[string]string{
		"Read https://example.com/trams":         "I cannot read web pages here.",
		"Search the web for trams in Lisbon now": "I cannot search the web here: no search is set up.",
	} {
		if step := ask(t, "auto", []string{trip.ToolGetWeather}, nil, user(message)); !strings.HasPrefix(step.Text, want) {
			t.Errorf("%q: %q", message, step.Text)
		}
	}
}

// A question that nothing else answers is searched for, where there is a search: also one of a server of MCP.
func TestSearchesForWhatNothingElseAnswers(t *testing.T) {
	with := func(tool string) []string { return []string{trip.ToolGetWeather, trip.ToolJavaScript, tool} }
	for _, tc := range []struct {
		text    string
		allowed []string
		want    string
	}{
		{"when do trains strike in Italy", with(trip.ToolWebSearch), `web_search {"query":"when do trains strike in Italy"}`},
		{"Who is the mayor of Porto?", with("seeker_web_search"), `seeker_web_search {"query":"Who is the mayor of Porto"}`},
		{"search the web for strikes", with("brave-search_brave_web-search"), `brave-search_brave_web-search {"query":"strikes"}`},
		{"Who is the mayor of Porto?", with("seeker_news"), ""},
		{"thanks", with(trip.ToolWebSearch), ""},
		{"what can you do?", with(trip.ToolWebSearch), ""},
		{"how far is it?", with(trip.ToolWebSearch), ""},
		{"I like it", with(trip.ToolWebSearch), ""},
	} {
		step := ask(t, "auto", tc.allowed, nil, user(tc.text))
		got := ""
		if len(step.ToolCalls) > 0 {
			args, err := json.Marshal(step.ToolCalls[0].Arguments)
			if err != nil {
				t.Fatal(err)
			}
			got = step.ToolCalls[0].Name + " " + string(args)
		}
		if got != tc.want {
			t.Errorf("%q: %s, want %s", tc.text, got, tc.want)
		}
	}
	messages := append([]tools.Message{user("search the web for strikes")}, round("seeker_web_search", `{"query":"strikes"}`, `{"result":"None today."}`)...)
	if got := ask(t, "auto", with("seeker_web_search"), nil, messages...); got.Text != "On the web I found:\nNone today." {
		t.Errorf("got %q", got.Text)
	}
}

// TestHalfARequestIsNotDropped: of a message that asks for two things each is done, searched on the web, or said not to be
// done.
func TestHalfARequestIsNotDropped(t *testing.T) {
	sum := round(trip.ToolJavaScript, `{"code":"// 12 * 7\n12 * 7"}`, `{"result":84}`)
	for message, tc := range map[string]struct{ calls, missed string }{
		"calculate 12*7 and search for museums in Rome":   {`search_places {"category":"tourism","location":"Rome","query":"museums"}`, ""},
		"calculate 12*7 and search for strikes in Italy":  {`web_search {"query":"strikes in Italy"}`, "“search for strikes in Italy”"},
		"What is 12*7? And who is the pope?":              {`web_search {"query":"who is the pope"}`, "“who is the pope”"},
		"calculate 12*7 and translate hello to Spanish":   {"", "“translate hello to Spanish”"},
		"calculate 12*7 and tell me which are free":       {"", "“tell me which are free”"},
		"calculate 12*7, then round it to two decimals":   {"", ""},
		"calculate 12*7 and tell me the result":           {"", ""},
		"calculate 12*7 and search the web for the pope":  {`web_search {"query":"the pope"}`, "I cannot search the web here"},
		"What is the weather in Rome and what is 12 * 7?": {`get_weather {"location":"Rome"}`, ""},
	} {
		if got := proposed(t, ask(t, "auto", every, nil, user(message))); tc.calls != "" && !strings.Contains(got, tc.calls) {
			t.Errorf("%q: %s, want %s", message, got, tc.calls)
		}
		text := ask(t, "auto", offline, nil, append([]tools.Message{user(message)}, sum...)...).Text
		if said := strings.Contains(text, "This I could not do") || strings.Contains(text, "I cannot search"); !strings.Contains(text, "84") ||
			said != (tc.missed != "") || !strings.Contains(text, tc.missed) {
			t.Errorf("%q: said %q, want %s", message, text, tc.missed)
		}
	}
}
