package extract_test

import (
	"slices"
	"strings"
	"testing"
)

// TestBudgetEach multiplies a budget for each traveller, and follows the party.
func TestBudgetEach(t *testing.T) {
	t.Parallel()
	in := newIntent(t)
	for _, turn := range []turn{
		{"London to Lisbon on May 4, max £250 each", "dates.departure_date=2026-05-04 destination.code=LIS origin.code=LHR"},
		{"2 adults", "constraints.budget_total.amount=500.00 constraints.budget_total.currency=GBP travelers.adults=2"},
		{"make it 3 adults", "constraints.budget_total.amount=750.00 constraints.budget_total.currency=GBP travelers.adults=3"},
		{"300 pp", "constraints.budget_total.amount=900.00 constraints.budget_total.currency=GBP"},
		{"we have 2000 dollars", "constraints.budget_total.amount=2000.00 constraints.budget_total.currency=USD"},
		{"make it 2 adults", "travelers.adults=2"},
	} {
		res, raw := say(t, in, turn.message)
		if got := flat(t, res); got != turn.states {
			t.Errorf("%q\n got  %s\n want %s", turn.message, got, turn.states)
		}
		in = merge(t, in, raw)
	}
}

// TestUnreadParts tells which time or amount of a message nothing is made of.
func TestUnreadParts(t *testing.T) {
	t.Parallel()
	for message, want := range map[string][]string{
		"a flight from London to Lisbon on May 4, landing after 5pm":    nil,
		"a flight from London to Lisbon on May 4, arriving by noon":     nil,
		"a flight from London to Lisbon on May 4, not in the morning":   nil,
		"a flight from London to Lisbon on May 4, £250 each way":        {"£250"},
		"a flight from London to Lisbon on May 4 with 300 euros, for 2": nil,
	} {
		if got := extractFrom(t, message, "{}").Unread; !slices.Equal(got, want) {
			t.Errorf("%q leaves %q unread, want %q", message, got, want)
		}
	}
}

// TestWordsAroundAChoice read the wish behind the filler.
func TestWordsAroundAChoice(t *testing.T) {
	t.Parallel()
	known := after(planned, "choose working_memory.selected", "one", "two")
	for message, want := range map[string]string{
		"ok forget it, whats the cheapest":  "sort by=price",
		"nah just give me the cheapest one": "select by=cheapest",
		"wait, how do i pay?":               "approve",
		"where are we":                      "show what=trip",
	} {
		if got := saying(t, extractFrom(t, message, known)); got != want {
			t.Errorf("%q says %q, want %q", message, got, want)
		}
	}
	if got := flat(t, extractFrom(t, "what about trains?", known)); got != "segments[0].transport_mode=train segments[1].transport_mode=train" {
		t.Errorf("trains: %s", got)
	}
	if got := flat(t, extractFrom(t, "actually just 3 of us", known)); got != "travelers.adults=3" {
		t.Errorf("party: %s", got)
	}
}

// TestMoneyThatCannotBeKept: a limit in crowns of no country, and one of a part of the trip beside another, are told and
// stand for no other; a currency that is known by its name is kept with what it is of.
// Rule: 6.7.money
func TestMoneyThatCannotBeKept(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"budget 8000 kr each", "at most 8000 kroner", "8000 kr max", "flights at most 800, hotel at most 900", "600 pounds for flights and 400 for hotel",
		"at most 900 for the flights and at most 600 for the hotel", "900 euros max for flights, 500 euros max for the hotel",
	} {
		in := newIntent(t)
		_, raw := say(t, in, "2 adults, Dublin to Rome 7 to 13 May")
		res := readIn(t, merge(t, in, raw), said)
		if got := flat(t, res); strings.Contains(got, "constraints") || len(res.Unread) == 0 {
			t.Errorf("%q: %s, told %q", said, got, res.Unread)
		}
	}
	for said, want := range map[string]string{
		"5000 SEK per person":                             "budget_total.amount=10000.00 constraints.budget_total.currency=SEK",
		"budget 9000 NOK":                                 "9000.00 constraints.budget_total.currency=NOK",
		"flights and hotel under 2000 euros":              "amount=2000.00",
		"flights at most 300, hotel at most 100 a night":  "lodging.max_price_per_night.amount=100.00",
		"under 2000 euros, hotel at most 100 a night":     "budget_total.amount=2000.00",
		"flights and hotel under 2000, 2 rooms, 3 nights": "budget_total.amount=2000.00",
	} {
		in := newIntent(t)
		_, raw := say(t, in, "2 adults, Dublin to Rome 7 to 13 May")
		res := readIn(t, merge(t, in, raw), said)
		if got := flat(t, res); !strings.Contains(got, want) || strings.Contains(got, "amount=300.00") {
			t.Errorf("%q: %s, told %q", said, got, res.Unread)
		}
	}
}

// TestBudgetForms says a limit of money in the forms that people use, and says it anew while one is known.
// Rule: 6.7.money
func TestBudgetForms(t *testing.T) {
	t.Parallel()
	const base = "Oslo to Rome, 4 June, back 8 June, 2 adults"
	total := func(message string, in string) (amount string, left []string) {
		res := extractFrom(t, message, in)
		if c := res.TripIntent.Constraints; c != nil && c.BudgetTotal != nil {
			amount = c.BudgetTotal.Amount
		}
		return amount, res.Unread
	}
	for _, form := range []string{"max %s", "%s max", "%s tops", "no more than %s", "not more than %s altogether", "under %s", "%s or less", "at most %s in total"} {
		for said, want := range map[string]string{
			"1k": "1000.00", "2 grand": "2000.00", "1.5k": "1500.00", "900": "900.00", "1.500,- €": "1500.00", "1.500,-": "1500.00", "900 euros": "900.00",
		} {
			for _, message := range []string{base + ", " + strings.Replace(form, "%s", said, 1), strings.Replace(form, "%s", said, 1) + ", " + base} {
				if got, left := total(message, "{}"); got != want || len(left) > 0 {
					t.Errorf("%q: %s, want %s; told %q", message, got, want, left)
				}
			}
		}
	}
	for _, each := range []string{"for each", "for each of us", "for every person", "each", "per head", "for each person"} {
		if got, left := total(base+", max 500 "+each, "{}"); got != "1000.00" || len(left) > 0 {
			t.Errorf("max 500 %s: %s; told %q", each, got, left)
		}
	}
	const known = `{"constraints":{"budget_total":{"amount":"600.00","currency":"EUR"}},` + planned + `}`
	for message, want := range map[string]string{
		"raise it to 800": "800.00", "lower it to 500": "500.00", "make it 800": "800.00", "ok then 800": "800.00", "nothing? then 1200": "1200.00",
		"up it to 1k": "1000.00", "raise the limit to 800": "800.00", "per person that is": "1200.00", "that's per person": "1200.00", "I meant each": "1200.00",
		"per person?": "", "hold 2": "", "don't raise it to 800": "", "should I raise it to 800?": "", "raise it by 100": "",
		"would it help to raise it to 800?": "", "make it 800 if needed": "", "please don't lower it to 500": "",
	} {
		if got, left := total(message, known); got != want || want != "" && len(left) > 0 {
			t.Errorf("%q: %s, want %s; told %q", message, got, want, left)
		}
	}
}

// TestWhoseDollars writes amounts with the letters of a country before the sign of the dollar, and with the words of India for
// large numbers: each is of that currency, and nothing of it is told as not used.
// Rule: 6.7.money
func TestWhoseDollars(t *testing.T) {
	t.Parallel()
	amounts := map[string]string{
		"A$500": "500.00 AUD", "AU$500": "500.00 AUD", "C$500": "500.00 CAD", "NZ$500": "500.00 NZD", "HK$500": "500.00 HKD",
		"S$500": "500.00 SGD", "SG$500": "500.00 SGD", "R$500": "500.00 BRL", "US$500": "500.00 USD", "$500": "500.00 USD", "A$2k": "2000.00 AUD",
		"500 US dollars": "500.00 USD", "500 Canadian dollars": "500.00 CAD", "500 Australian dollars": "500.00 AUD", "500 NZ dollars": "500.00 NZD",
		"500 HK dollars": "500.00 HKD",
		"2 lakh rupees":  "200000.00 INR", "1 crore rupees": "10000000.00 INR", "2 thousand euros": "2000.00 EUR", "2 grand euros": "2000.00 EUR",
	}
	for said, want := range amounts {
		amount, currency, _ := strings.Cut(want, " ")
		for _, limit := range []string{"max ", "budget ", "my budget is ", "at most ", "up to ", "under "} {
			res := extractFrom(t, "a flight from London to Lisbon on May 4, "+limit+said, "{}")
			got := flat(t, res)
			if !strings.Contains(got, "amount="+amount+" constraints.budget_total.currency="+currency+" ") || len(res.Unread) > 0 {
				t.Errorf("%q: %s, told %q", limit+said, got, res.Unread)
			}
		}
	}
}
