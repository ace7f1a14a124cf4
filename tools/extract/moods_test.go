package extract

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// moods are ways to speak of something without wanting it now. What they say changes nothing of the trip.
var moods = map[string][]string{
	"conditional": {
		"If it's cheaper, we could %s.", "We could %s if it is cheaper.", "If the price is right I would %s.",
		"In case it is full, we could %s.", "We would %s, but only if it saves money.", "We might %s if my boss agrees.",
		"As long as it's not too expensive, we could %s.", "Unless it is too expensive, we would %s.",
		"We'd %s provided that it costs less.", "Should it be cheaper, we could %s.",
	},
	"supposed": {
		"What if we %s?", "Suppose we %s.", "Imagine we %s.", "What would it cost to %s?", "How much would it be to %s?",
		"How much more is it if we %s?", "Let's say we %s, what would change?",
	},
	"reported": {
		"My friend says we should %s.", "My sister told me to %s.", "Everybody says one should %s.",
		"I heard that people %s.", "The travel agent suggested to %s.", "A colleague recommends to %s.",
		"I read that it is best to %s.", "According to my brother we should %s.", "My wife thinks one should %s.",
		"They say it is nice to %s.",
	},
	"asked": {
		"Would it be wise to %s?", "Would it be better to %s?", "Is it cheaper to %s?", "Do people %s?",
		"Is it worth it to %s?", "Does it make sense to %s?", "Is it a good idea to %s?",
	},
}

// mentions are one of each slot: what is said, and the word by which it is told.
var mentions = [][2]string{
	{"leave on 15 June", "15"},
	{"fly to Lisbon", "lisbon"},
	{"fly with Iberia", "iberia"},
	{"leave after 5 pm", "5 pm"},
	{"fly business class", "business"},
	{"change in Istanbul", "istanbul"},
	{"take the train", "train"},
	{"stay until 12 June", "12"},
	{"go to Lisbon on 15 June", "lisbon"},
	{"arrive before noon", "noon"},
	{"spend 900 euros", "900"},
	{"avoid Ryanair", "ryanair"},
	{"stay in a 5 star hotel", "5 star"},
}

// things have days and places of their own.
var things = [][2]string{
	{"My passport expires on 15 June.", "15"},
	{"I was born on 15 June 1980.", "15"},
	{"My daughter turns 3 on 15 June.", "15"},
	{"The conference is on 15 June.", "15"},
	{"My visa is valid until 15 June.", "15"},
	{"The rental car is booked from 15 June to 17 June.", "15"},
	{"My train to Bergen leaves on 15 June at 9:00.", "bergen"},
	{"The concert is on 15 June.", "15"},
	{"My brother's wedding is on 15 June.", "15"},
	{"My lease ends on 15 June.", "15"},
	{"I start my new job on 15 June.", "15"},
	{"My exam is on 15 June.", "15"},
	{"The voucher expires on 15 June.", "15"},
	{"School ends on 15 June.", "15"},
	{"I have a dentist appointment on 15 June at 10:00.", "15"},
	{"My meeting in Lisbon is on 15 June.", "15"},
	{"My parents arrive from Lisbon on 15 June.", "15"},
	{"I lived in Lisbon until 2019.", "lisbon"},
	{"My friend from Lisbon says hi.", "lisbon"},
	{"My birthday is on 15 June.", "15"},
	{"The car needs to be back by 15 June.", "15"},
	{"My mother lives in Lisbon.", "lisbon"},
	{"We were in Lisbon last year.", "lisbon"},
	{"I get paid on 15 June.", "15"},
	{"My insurance runs out on 15 June.", "15"},
	{"The weather in Lisbon was awful in May.", "lisbon"},
	{"My credit card is valid until 06/2028.", "06/2028"},
	{"I need the invoice by 15 June.", "15"},
	{"The match in Lisbon is on 15 June.", "15"},
	{"Our anniversary is 15 June.", "15"},
	{"My twins turn 2 in May.", "may"},
	{"They'll be 2 in May.", "may"},
	{"My birthday is in May.", "may"},
	{"Our flight got cancelled yesterday.", "yesterday"},
	{"We came back last Friday.", "friday"},
}

// TestMoods tries each mention in each mood: the trip stays as it is without it, and what was said is told, or answered.
func TestMoods(t *testing.T) {
	t.Parallel()
	const base = "Oslo to Rome from 4 June to 8 June, 2 adults."
	plain := planOf(t, read(base, today, &known{Intent: trip.NewIntent()}))
	ways, moved, silent := 0, 0, 0
	try := func(mood, said, told string) {
		ways++
		res := read(base+" "+said, today, &known{Intent: trip.NewIntent()})
		if got := planOf(t, res); got != plain {
			moved++
			t.Errorf("%s: %q makes\n     %s\nwant %s", mood, said, got, plain)
		}
		unread := strings.ToLower(strings.Join(res.Unread, " "))
		if !strings.Contains(unread, told) && len(res.Acts) == 0 && res.Request.Kind != trip.KindAssist {
			silent++
			t.Errorf("%s: %q is neither told nor answered: %q", mood, said, unread)
		}
	}
	for mood, forms := range moods {
		for _, form := range forms {
			for _, m := range mentions {
				try(mood, fmt.Sprintf(form, m[0]), m[1])
			}
		}
	}
	for _, m := range things {
		try("of something else", m[0], m[1])
	}
	t.Logf("%d ways, %d moved the trip, %d in silence", ways, moved, silent)
}

// TestConditionsWithinASentence: what is said under a condition at the end of a sentence is told with it.
func TestConditionsWithinASentence(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"Oslo to Rome from 4 May to 8 May, 2 adults", "Oslo to Rome from 4 June to 8 June for 2 adults"} {
		plain := planOf(t, read(base, today, &known{Intent: trip.NewIntent()}))
		for _, part := range []string{"business class", "with Iberia", "in a 5 star hotel", "back on the 12th", "premium economy", "leaving after 5 pm"} {
			for _, condition := range []string{"if it is less than 400 more", "if that's cheaper", "provided that my boss agrees", "unless it costs more"} {
				res := read(base+", "+part+" "+condition, today, &known{Intent: trip.NewIntent()})
				if got := planOf(t, res); got != plain {
					t.Errorf("%s, %s %s: makes\n     %s\nwant %s", base, part, condition, got, plain)
				}
				if told := strings.Join(res.Unread, " "); !strings.Contains(told, part+" "+condition) {
					t.Errorf("%s, %s %s: told is %q", base, part, condition, told)
				}
			}
		}
	}
}

// TestSaidOfTheTrip is the other side of [TestMoods]: what somebody says of the own trip, in the words that also tell of
// other things, counts.
func TestSaidOfTheTrip(t *testing.T) {
	t.Parallel()
	const base = "Oslo to Rome from 4 June to 8 June, 2 adults."
	plain := planOf(t, read(base, today, &known{Intent: trip.NewIntent()}))
	for _, whose := range []string{"My", "Our", "The"} {
		for _, said := range []string{
			"preferred airline is Iberia", "preferred airline is Delta Airlines", "budget is 900 euros", "trip ends on 12 June",
			"return date is 12 June", "return flight is on 12 June", "departure is on 3 June", "reservation is for 3 rooms",
		} {
			res := read(base+" "+whose+" "+said+".", today, &known{Intent: trip.NewIntent()})
			if planOf(t, res) == plain {
				t.Errorf("%s %s: nothing of it counts; told is %q", whose, said, res.Unread)
			}
		}
	}
}

// planOf is what a reading makes of the trip, but for whether a place to sleep was spoken of.
func planOf(t *testing.T, res Result) string {
	t.Helper()
	p := res.TripIntent
	if p.Lodging != nil && p.Lodging.Needed != nil {
		p.Lodging.Needed = nil
		if text, err := json.Marshal(p.Lodging); err == nil && string(text) == "{}" {
			p.Lodging = nil
		}
	}
	text, err := json.Marshal([]any{p, res.Clears, res.Questions})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestConditionsWithAnAlternative: what is wanted under a condition and what otherwise are told together, and neither is
// taken; what the sentence says of the trip beside it counts.
func TestConditionsWithAnAlternative(t *testing.T) {
	t.Parallel()
	const base = "Oslo to Rome from 4 June to 8 June, 2 adults"
	plain := planOf(t, read(base, today, &known{Intent: trip.NewIntent()}))

	for _, either := range [][2]string{
		{"with Iberia", "with Vueling"},
		{"business class", "economy"},
		{"to Naples", "to Milan"},
		{"back on the 9th", "back on the 10th"},
		{"take the train", "fly"},
		{"a 5 star hotel", "a 3 star hotel"},
		{"leave in the morning", "leave after 5 pm"},
	} {
		for _, condition := range []string{
			"if it is under 300", "if that's cheaper", "provided that there are seats",
			"when prices are below 300", "unless it costs too much",
		} {
			for _, form := range []string{
				"%c %a, otherwise %b", "%a %c, otherwise %b", "%c %a, else %b", "%a %c, if not %b", "%a %c, %b otherwise", "%c %a; otherwise %b",
				"%a %c, or else %b",
			} {
				said := strings.NewReplacer("%a", either[0], "%b", either[1], "%c", condition).Replace(form)
				for _, message := range []string{base + ", " + said, base + ". " + strings.ToUpper(said[:1]) + said[1:] + "."} {
					res := read(message, today, &known{Intent: trip.NewIntent()})
					told := strings.ToLower(strings.Join(res.Unread, " "))
					if got := planOf(t, res); got != plain || !strings.Contains(told, strings.ToLower(either[0])) ||
						!strings.Contains(told, strings.ToLower(either[1])) {
						t.Errorf("%q makes\n     %s\nwant %s; told %q", message, got, plain, told)
					}
				}
			}
		}
	}
}
