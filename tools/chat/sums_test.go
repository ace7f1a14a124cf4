package chat_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/chat"
	"github.com/legwork-go/legwork/tools/javascript"
	"github.com/legwork-go/legwork/trip"
)

var sums = []struct{ text, want string }{
	{"What is 2+2?", "2 + 2 = 4"},
	{"2 + 2", "2 + 2 = 4"},
	{"calculate (1,200.50 - 200) / 2", "(1200.50 - 200) / 2 = 500.25"},
	{"what's 12 x 12", "12 * 12 = 144"},
	{"How much is 7 times 8 minus 6?", "7 * 8 - 6 = 50"},
	{"what is 2 to the power of 100", "2^100 = 1267650600228229401496703205376"},
	{"compute 123456789 * 987654321", "123456789 * 987654321 = 121932631112635269"},
	{"what is -2^2", "-2^2 = -4"},
	{"what is 2^-2", "2^-2 = 0.25"},
	{"what is 10 / -2", "10 / -2 = -5"},
	{"what is 7 - 3", "7 - 3 = 4"},
	{"what is 9 squared", "9^2 = 81"},
	{"what is 1/0", "The calculation has no result: the value is Infinity."},
	{"What is 15% of 240?", "15 percent of 240 = 36"},
	{"a 20 percent tip on $85.50", "20 percent of 85.50 = 17.1"},
	{"what is the square root of 144", "sqrt(144) = 12"},
	{"what is 5!", "5! = 120"},
	{"what are 5! and 10!", "5! = 120\n\n10! = 3628800"},
	{"what is the factorial of 25?", "25! = 15511210043330985984000000"},
	{"How many days between March 1 and April 15, 2026?", "days from 2026-03-01 to 2026-04-15 = 45"},
	{"how many nights from 2026-12-30 to 2027-01-02", "days from 2026-12-30 to 2027-01-02 = 3"},
	{
		"If I invest $10,000 at 5% interest compounded annually for 10 years, how much do I have?",
		"10000 at 5 percent for 10 years, compounded yearly: 16288.95, of which interest 6288.95.",
	},
	{
		"compound interest on 2.5k dollars at 4.5 percent for 18 months, compounded monthly",
		"2.5 * 1000 at 4.5 percent for 18 / 12 years, compounded monthly: 2674.24, of which interest 174.24.",
	},
	{
		"simple interest on 1000 at 3% over 4 years",
		"1000 at 3 percent for 4 years, not compounded: 1120.00, of which interest 120.00.",
	},
	{"What is 100 - 20 - 5?", "100 - 20 - 5 = 75"},
	{"what is 3/4", "3 / 4 = 0.75"},
	{"what is 12 / 4", "12 / 4 = 3"},
	{"how much is 3 nights at $120.50 per night?", "3 nights at 120.50 = 361.5"},
	{"how much is three nights at 120 a night", "3 nights at 120 = 360"},
	{"what is 007 + 010", "7 + 10 = 17"},
	{"what is sqrt(2) * 10?", "sqrt(2) * 10 = 14.1421356237"},
	{"sqrt(2) * 10", "sqrt(2) * 10 = 14.1421356237"},
	{"square root of 16 + 9", "sqrt(16) + 9 = 13"},
	{"cube root of 27", "cbrt(27) = 3"},
	{"what is max(3, 8, abs(-9))", "max(3, 8, abs(-9)) = 9"},
	{"log(1000) + ln(1)", "log(1000) + ln(1) = 3"},
	{"round(2 * pi)", "round(2 * pi) = 6"},
	{"5 factorial", "5! = 120"},
	{"what is 5! / 3!", "5! / 3! = 20"},
	{"what is 12! / 10!", "12! / 10! = 132"},
	{"what is (2 + 3)!", "(2 + 3)! = 120"},
	{"what is 2.5!", "The calculation has no result: the value is NaN."},
	{"what is 1e6 * 2", "1e6 * 2 = 2000000"},
	{"how much is 3.6 million / 12", "(3.6 * 1000000) / 12 = 300000"},
	{"200 + 10%", "200 + 10% = 220"},
	{"what is 200 - 10%", "200 - 10% = 180"},
	{"what is 10% * 200", "10% * 200 = 20"},
	{"20% off $80", "20 percent off 80 = 64"},
	{"increase 80 by 15%", "80 increased by 15 percent = 92"},
	{"what is 80 reduced by 15 percent", "80 reduced by 15 percent = 68"},
	{"what percent of 120 is 30?", "30 in percent of 120 = 25"},
	{"30 is what percentage of 120", "30 in percent of 120 = 25"},
	{"0.1 + 0.2", "0.1 + 0.2 = 0.3"},
	{"240 divided by 4 people", "240 / 4 = 60"},
	{"split 240 by 3", "240 / 3 = 80"},
	{"we share 90.60 euros between 4 of us", "90.60 / 4 = 22.65"},
	{"17 mod 5", "17 % 5 = 2"},
	{"add 19% tax to 200", "200 increased by 19 percent = 238"},
	{"200 plus 19% vat", "200 + 19% = 238"},
	{"50 euros a day for 7 days, how much is that", "7 days at 50 = 350"},
	{"convert 25 celsius to fahrenheit", "25 °C in °F = 77"},
	{"how much is 23 kg in pounds", "23 kg in lb = 50.71"},
	{"10 miles in km", "10 mi in km = 16.09"},
	{"what is -40 F in C", "-40 °F in °C = -40"},
	{"how many km is 26.2 miles?", "26.2 mi in km = 42.16"},
	{"how many days until June 5?", "days from 2026-03-01 to 2026-06-05 = 96"},
	{
		"what will $1000 be worth after 10 years at 5%?",
		"1000 at 5 percent for 10 years, compounded yearly: 1628.89, of which interest 628.89.",
	},
}

// TestSums runs the composed code for real and reads the answer that a person gets.
func TestSums(t *testing.T) {
	for _, tc := range sums {
		t.Run(tc.text, func(t *testing.T) {
			step := ask(t, "auto", every, nil, user(tc.text))
			if len(step.ToolCalls) == 0 {
				t.Fatalf("no call: %+v", step)
			}
			messages := []tools.Message{user(tc.text)}
			for _, c := range step.ToolCalls {
				messages = append(messages, calculated(t, c)...)
			}
			if got := ask(t, "auto", every, nil, messages...); got.Text != tc.want {
				t.Errorf("got  %q\nwant %q", got.Text, tc.want)
			}
		})
	}
}

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
		"split 240 by 3", "compounded daily?",
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
	} {
		if chat.Calculates(text, []string{"hi", interest}, today) {
			t.Errorf("%q is a sum", text)
		}
	}
}

func calculated(t *testing.T, c chat.Call) []tools.Message {
	t.Helper()
	if c.Name != trip.ToolJavaScript {
		t.Fatalf("a call of %s", c.Name)
	}
	args, err := json.Marshal(c.Arguments)
	if err != nil {
		t.Fatal(err)
	}
	out, err := javascript.New(javascript.Limits{}).Run(context.Background(), tools.Request{Arguments: args, At: noon})
	if err != nil {
		t.Fatalf("%s: %v", args, err)
	}
	id := string(args)
	return []tools.Message{
		{Role: "assistant", ToolCalls: []tools.ToolCall{{ID: id, Name: c.Name, Arguments: args}}},
		{Role: "tool", ToolCallID: id, Content: string(out)},
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

// FuzzRun: whatever a person writes and a tool returns, there is a valid step, and composed code parses.
func FuzzRun(f *testing.F) {
	for _, seed := range []string{
		"weather in Paris", "2+2", "5! and 10!", "what is (((1+", "search the web", "St. Louis, in , at", "how many days between 1 May and 0 May", "\xff\x00",
		"what do my documents say", "interest 5% 3 years $1k", "what is max(2!, -3^2, 5%) * pi", "what is 2 ** -3 % 2", "increase 8 by 7% off 6", "в Париже", "東京の天気 in 東京",
	} {
		f.Add(seed, `{"results":[{"name":"x"}]}`)
	}
	js := javascript.New(javascript.Limits{})
	f.Fuzz(func(t *testing.T, text, content string) {
		step := ask(t, "auto", every, nil, user(text))
		for _, c := range step.ToolCalls {
			proposed(t, chat.Step{ToolCalls: []chat.Call{c}})
			if c.Name != trip.ToolJavaScript {
				continue
			}
			args, err := json.Marshal(c.Arguments)
			if err != nil {
				t.Fatal(err)
			}
			out, err := js.Run(context.Background(), tools.Request{Arguments: args})
			if err != nil {
				t.Fatalf("%s: %v", args, err)
			}
			var failed struct{ Reason javascript.Reason }
			if err := json.Unmarshal(out, &failed); err != nil {
				t.Fatal(err)
			}
			switch failed.Reason {
			case javascript.ReasonSyntax, javascript.ReasonReference, javascript.ReasonType:
				t.Fatalf("%s: %s", args, out)
			}
		}
		ask(t, "auto", every, nil, user(text), tools.Message{Role: "tool", Content: content})
		ask(t, "none", every, nil, user(text), tools.Message{Role: "tool", Content: content})
	})
}
