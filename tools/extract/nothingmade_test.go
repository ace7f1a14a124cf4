package extract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestUnknownCurrency tells an amount in a currency that is not known, and never takes it for one of the trip's.
// Rule: 6.7.money
func TestUnknownCurrency(t *testing.T) {
	t.Parallel()
	for _, limit := range []string{"max %s", "budget %s", "under %s", "our budget is %s", "at most %s"} {
		for _, amount := range []string{
			"R4000", "Rs 4000", "4000 pesos", "4000 lei", "₺4000", "4000₩", "4000 tenge", "RM4000", "4000 kroner", "4000 TL",
		} {
			said := "Oslo to Rome, 4 June, back 8 June, 2 adults, " + fmt.Sprintf(limit, amount)
			res := extractFrom(t, said, "{}")
			if got := flat(t, res); strings.Contains(got, "budget") || !strings.Contains(strings.Join(res.Unread, "|"), "4000") {
				t.Errorf("%q: %s, told %q", said, got, res.Unread)
			}
		}
		for amount, want := range map[string]string{"4000 zł": "PLN", "TRY 4000": "TRY", "4000 BRL": "BRL", "4000": "USD", "4000 ringgit": "MYR"} {
			said := "Oslo to Rome, 4 June, back 8 June, 2 adults, " + fmt.Sprintf(limit, amount)
			if got := flat(t, extractFrom(t, said, "{}")); !strings.Contains(got, "budget_total.currency="+want) {
				t.Errorf("%q: %s, want %s", said, got, want)
			}
		}
	}
}

// TestNothingMadeOfANumber tells a limit of money or a number of travellers, rooms or nights that another takes the
// place of, and none that only says once more what is known.
// Rule: 6.7.context
func TestNothingMadeOfANumber(t *testing.T) {
	t.Parallel()
	for said, told := range map[string]string{
		"Hotel in Paris max 150 and hotel in Rome max 100":                                "150",
		"hotel in Rome 4 to 8 June, max 150 euros, my wife says max 100 euros":            "",
		"Oslo to Rome, 4 June, back 8 June, 3 people: 2 adults and 1 child":               "",
		"Oslo to Rome, 4 June to 8 June, 4 nights, 2 adults, 1 room":                      "",
		"Oslo to Rome, 4 June, back 8 June, 2 adults and 3 kids, one child is 4":          "",
		"Oslo to Rome, 4 June, back 8 June, two of us, 2 adults, budget 900, max 900":     "",
		"Oslo to Rome, 4 June, back 8 June, 4 of us: 2 students and 2 teachers, max $900": "",
	} {
		unread := strings.Join(extractFrom(t, said, "{}").Unread, "|")
		if told != "" && !strings.Contains(unread, told) || told == "" && strings.ContainsAny(unread, "0123456789") && !strings.Contains(said, "wife") {
			t.Errorf("%q tells %q, want %q", said, unread, told)
		}
	}
}

// TestBusinessIfNotMore does nothing that is only wanted up to a price.
// Rule: 6.7.mood
func TestBusinessIfNotMore(t *testing.T) {
	t.Parallel()
	known := after(planned, "choose working_memory.selected", "1. A", "2. B")
	for _, what := range []string{"business", "business class", "nonstop", "direct"} {
		for _, bound := range []string{
			"if it is not more than 1500 each", "if it isn't over 1500", "if it's not above 1500 in total", "if not over 1500 each",
			"if it's not too dear",
		} {
			res := extractFrom(t, what+" "+bound, known)
			if got := flat(t, res); got != "" || len(res.Unread) == 0 {
				t.Errorf("%q: %s, told %q", what+" "+bound, got, res.Unread)
			}
		}
		if got := flat(t, extractFrom(t, what+" if it's not too much trouble", known)); got == "" {
			t.Errorf("%q is not wanted", what)
		}
	}
}

// TestAloneOnTheWayBack tells that one of several comes back alone, and keeps the day.
// Rule: 6.7.traveller
func TestAloneOnTheWayBack(t *testing.T) {
	t.Parallel()
	for _, all := range []string{"for two", "for 2 people", "with my wife"} {
		for _, back := range []string{
			"back on 10 June, I'm alone on the way back", "alone on the way back on 10 June", "I fly back alone on 10 June",
		} {
			said := "flight from Oslo to Rome on 4 June " + all + ", " + back
			res := extractFrom(t, said, "{}")
			got := flat(t, res)
			isTold := slices.ContainsFunc(res.Unread, func(u string) bool { return strings.Contains(u, "alone") })
			if !isTold || !strings.Contains(got, "travelers.adults=2") || !strings.Contains(got, "return_date=2026-06-10") {
				t.Errorf("%q: %s, told %q", said, got, res.Unread)
			}
		}
	}
}

// TestAgesBesideACourtesy reads all ages of a list, whatever polite word stands behind it.
// Rule: 6.7.traveller
func TestAgesBesideACourtesy(t *testing.T) {
	t.Parallel()
	known := after(planned, "clarify party.travelers.children")
	for _, list := range []string{"kids are 12, 9 and 1", "kids: 12, 9 and 1", "three, 12, 9 and 1", "they are 12, 9 and 1"} {
		for _, behind := range []string{"", " sorry", " thx", " pls", " please"} {
			got := flat(t, extractFrom(t, list+behind, known))
			if !strings.Contains(got, "travelers.children=2") || !strings.Contains(got, "travelers.infants=1") {
				t.Errorf("%q: %s", list+behind, got)
			}
		}
	}
}
