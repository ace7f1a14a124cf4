package javascript_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/legwork-go/legwork/adapters/javascript"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/chat"
	"github.com/legwork-go/legwork/trip"
)

// The assistant by rules composes code of the sums that people ask for; this package runs it.

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
			step := ask(t, user(tc.text))
			if len(step.ToolCalls) == 0 {
				t.Fatalf("no call: %+v", step)
			}
			messages := []tools.Message{user(tc.text)}
			for _, c := range step.ToolCalls {
				messages = append(messages, calculated(t, c)...)
			}
			if got := ask(t, messages...); got.Text != tc.want {
				t.Errorf("got  %q\nwant %q", got.Text, tc.want)
			}
		})
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
	out, err := javascript.Unhurried(javascript.Limits{}).Run(context.Background(), tools.Request{Arguments: args, At: noon})
	if err != nil {
		t.Fatalf("%s: %v", args, err)
	}
	id := string(args)
	return []tools.Message{
		{Role: "assistant", ToolCalls: []tools.ToolCall{{ID: id, Name: c.Name, Arguments: args}}},
		{Role: "tool", ToolCallID: id, Content: string(out)},
	}
}

// FuzzSums: whatever a person writes, the code that is composed of it parses.
func FuzzSums(f *testing.F) {
	for _, seed := range []string{
		"weather in Paris", "2+2", "5! and 10!", "what is (((1+", "search the web", "St. Louis, in , at", "how many days between 1 May and 0 May", "\xff\x00",
		"what do my documents say", "interest 5% 3 years $1k", "what is max(2!, -3^2, 5%) * pi", "what is 2 ** -3 % 2",
		"increase 8 by 7% off 6", "в Париже", "東京の天気 in 東京",
	} {
		f.Add(seed)
	}
	js := javascript.Unhurried(javascript.Limits{})
	f.Fuzz(func(t *testing.T, text string) {
		step := ask(t, user(text))
		for _, c := range step.ToolCalls {
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
	})
}

func user(text string) tools.Message { return tools.Message{Role: "user", Content: text} }

// ask lets the assistant by rules propose a step.
func ask(t testing.TB, messages ...tools.Message) chat.Step {
	t.Helper()
	args, err := json.Marshal(map[string]any{"allowed_tools": []string{trip.ToolJavaScript}, "tool_choice": "auto"})
	if err != nil {
		t.Fatal(err)
	}
	out, err := chat.Handler{}.Run(context.Background(), tools.Request{Name: trip.ToolAssistantStep, Arguments: args, At: noon, Messages: messages})
	if err != nil {
		t.Fatal(err)
	}
	var step chat.Step
	if err := json.Unmarshal(out, &step); err != nil {
		t.Fatal(err)
	}
	return step
}
