package chat_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/chat"
	"github.com/legwork-go/legwork/trip"
)

// What looks like a sum but cannot be read whole is not calculated in part.
func TestNoHalfSums(t *testing.T) {
	for _, text := range []string{
		"what is foo(2) * 10", "what is sin(30)", "what is sqrt(2", "what is max()", "what is 2 + sqrt", "what is pi", "what is 3!!x", "what is sqrt(2, 3)",
		"dinner for 2+1 people in Oslo", "a 4* hotel", "restaurants 3-5 km away", "museums 5!",
	} {
		step := ask(t, "auto", every, nil, user(text))
		if slices.ContainsFunc(step.ToolCalls, func(c chat.Call) bool { return c.Name == trip.ToolJavaScript }) {
			t.Errorf("%q: %s", text, proposed(t, step))
		}
	}
}

// A sum that can be nothing else is calculated beside whatever else is asked for.
func TestSumBesideAQuestion(t *testing.T) {
	for _, text := range []string{"12*12 and weather in Oslo", "weather in Oslo and what is 12 * 12", "12 * 12, and the weather in Oslo"} {
		got := proposed(t, ask(t, "auto", every, nil, user(text)))
		if want := `execute_javascript {"code":"// 12 * 12\n12 * 12"}` + "\n" + `get_weather {"location":"Oslo"}`; got != want {
			t.Errorf("%q:\n%s\nwant\n%s", text, got, want)
		}
	}
}

// A calculation is changed by a later message, and that by the next one.
func TestSumsAreChanged(t *testing.T) {
	interest := "If I invest $10,000 at 5% interest compounded annually for 10 years, how much do I have?"
	for _, tc := range []struct {
		said []string
		want string
	}{
		{[]string{interest, "make it 20 years"}, "// 10000 at 5 percent for 20 years, compounded yearly"},
		{[]string{interest, "make it 20 years", "and at 7%?"}, "// 10000 at 7 percent for 20 years, compounded yearly"},
		{[]string{interest, "what about $5k"}, "// 5 * 1000 at 5 percent for 10 years, compounded yearly"},
		{[]string{interest, "thanks", "what if it were 6 months?"}, "// 10000 at 5 percent for 6 / 12 years, compounded yearly"},
		{[]string{"What is 15% of 240?", "make it 20%"}, "// 20 percent of 240"},
		{[]string{"What is 15% of 240?", "make it 20 years"}, ""},
		{[]string{"Weather in Oslo?", "make it 20 years"}, ""},
		{[]string{interest, "I stay 20 years"}, ""},
		{[]string{interest, "make that 20 years"}, "// 10000 at 5 percent for 20 years, compounded yearly"},
		{[]string{interest, "20 years instead"}, "// 10000 at 5 percent for 20 years, compounded yearly"},
		{[]string{interest, "make it 20"}, "// 10000 at 5 percent for 20 years, compounded yearly"},
		{[]string{interest, "make it 20 years", "make it 20"}, "// 10000 at 5 percent for 20 years, compounded yearly"},
		{[]string{interest, "make it 6%", "make it 7"}, "// 10000 at 7 percent for 10 years, compounded yearly"},
		{[]string{interest, "and with 3000?"}, "// 3000 at 5 percent for 10 years, compounded yearly"},
		{[]string{interest, "compounded daily?"}, "// 10000 at 5 percent for 10 years, compounded daily"},
		{[]string{interest, "compounded daily?", "and monthly"}, "// 10000 at 5 percent for 10 years, compounded monthly"},
		{[]string{"2 + 2", "make it 20"}, ""},
		{[]string{interest, "make it 2 adults"}, ""},
		{[]string{interest, "for 2 people from Rome to Oslo"}, ""},
	} {
		var messages []tools.Message
		for _, text := range tc.said {
			messages = append(messages, user(text))
		}
		got := ""
		if step := ask(t, "auto", every, nil, messages...); len(step.ToolCalls) == 1 {
			got = proposed(t, step)
		}
		if tc.want == "" && got != "" || !strings.Contains(got, tc.want) {
			t.Errorf("%q: %s, want %s", tc.said, got, tc.want)
		}
	}
}

// A message that asks for a sum and for a search has both.
func TestSumAndSearch(t *testing.T) {
	for _, text := range []string{
		"search the web for events in Lisbon and calculate 3*120", "calculate 3*120 and search the web for events in Lisbon",
		"Search the web for events in Lisbon. Also, what is 3*120?",
	} {
		got := proposed(t, ask(t, "auto", every, nil, user(text)))
		if want := `web_search {"query":"events in Lisbon"}` + "\n" + `execute_javascript {"code":"// 3 * 120\n3 * 120"}`; got != want {
			t.Errorf("%q:\n%s\nwant\n%s", text, got, want)
		}
	}
	if got := proposed(t, ask(t, "auto", every, nil, user("search the web for what is 3*120"))); strings.Contains(got, "javascript") {
		t.Errorf("a search for a sum: %s", got)
	}
}

// What is no sum and changes none is not for the assistant to calculate.
func TestCalculates(t *testing.T) {
	t.Parallel()
	interest := "1000 at 5% for 10 years"
	today := trip.NewDate(2026, 3, 1)
	for _, text := range []string{
		"12 + 30 * 2 and search for sushi in Tokyo", "17 mod 5", "and at 6%?", "make it 20", "100 usd in eur", "convert 30 kg to lbs",
		"split 240 by 3", "compounded daily?", "calculate pi * pi",
	} {
		if !chat.Calculates(text, []string{"hi", interest}, today) {
			t.Errorf("%q is no sum", text)
		}
	}
	if !chat.Calculates("with 3000", []string{"make it 20 years", "at 6%", "monthly"}, today) || chat.Calculates("with 3000", nil, today) {
		t.Error("a change of changes is a sum, a change of nothing is none")
	}
	for _, text := range []string{
		"", "3-5", "5/3", "555-1234", "two of us from Boston to Rome on May 1", "make it 2 adults", "a week later", "2 rooms", "a 4* hotel",
		"for 3 nights", "under 100 euros a night", "4 adults in 2 rooms, 3-5 stars",
		"how many days between 1 May, 3 May and 8 May",
	} {
		if chat.Calculates(text, []string{"hi", interest}, today) {
			t.Errorf("%q is a sum", text)
		}
	}
}

// Nothing of a message but its numbers and operators reaches the code.
func TestCodeIsComposedNotCopied(t *testing.T) {
	for _, text := range []string{
		"what is 1+1; process.exit()", "calculate 2+2*globalThis", "what is 3*`4`", "compute 1+1\n*/ evil() /*", "what is 5!); evil(", "what is 1 + 1 // x\nevil()",
		"interest on $1000 at 5% for 2 years compounded `monthly` evil()", "15% of 200; evil()",
	} {
		step := ask(t, "auto", every, nil, user(text))
		for _, c := range step.ToolCalls {
			if c.Name != trip.ToolJavaScript {
				continue
			}
			code, err := json.Marshal(c.Arguments)
			if err != nil {
				t.Fatal(err)
			}
			for _, bad := range []string{"evil", "process", "globalThis", "`"} {
				if strings.Contains(string(code), bad) {
					t.Errorf("%q: %s", text, code)
				}
			}
		}
	}
}

// FuzzRun: whatever a person writes and a tool returns, there is a valid step.
func FuzzRun(f *testing.F) {
	for _, seed := range []string{
		"weather in Paris", "2+2", "5! and 10!", "what is (((1+", "search the web", "St. Louis, in , at", "how many days between 1 May and 0 May", "\xff\x00",
		"what do my documents say", "interest 5% 3 years $1k", "what is max(2!, -3^2, 5%) * pi", "what is 2 ** -3 % 2",
		"increase 8 by 7% off 6", "в Париже", "東京の天気 in 東京",
	} {
		f.Add(seed, `{"results":[{"name":"x"}]}`)
	}
	f.Fuzz(func(t *testing.T, text, content string) {
		step := ask(t, "auto", every, nil, user(text))
		for _, c := range step.ToolCalls {
			proposed(t, chat.Step{ToolCalls: []chat.Call{c}})
		}
		ask(t, "auto", every, nil, user(text), tools.Message{Role: "tool", Content: content})
		ask(t, "none", every, nil, user(text), tools.Message{Role: "tool", Content: content})
	})
}
