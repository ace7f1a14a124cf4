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

// TestGroupOfGirls counts girls and boys as grown up where nobody is with them, and no age is told.
// Rule: 6.7.traveller
func TestGroupOfGirls(t *testing.T) {
	t.Parallel()
	for _, noun := range []string{"girls", "boys"} {
		for said, want := range map[string]string{
			"7 %s from Oslo to Rome on 4 June":                "travelers.adults=7",
			"we're 7 %s, Oslo to Rome on 4 June":              "travelers.adults=7",
			"Oslo to Rome on 4 June, 2 adults and 7 %s":       "travelers.adults=2 travelers.children=7",
			"Oslo to Rome on 4 June, my two %s and me":        "travelers.adults=1 travelers.children=2",
			"Oslo to Rome on 4 June for my wife and our 2 %s": "travelers.children=2",
		} {
			said = fmt.Sprintf(said, noun)
			if got := flat(t, extractFrom(t, said, "{}")); !strings.Contains(got, want) {
				t.Errorf("%q: %s, want %s", said, got, want)
			}
		}
	}
}

// TestJourneyInAQuestion takes what is asked or reported of a journey, where none is known, as a wish for it.
// Rule: 6.7.question
func TestJourneyInAQuestion(t *testing.T) {
	t.Parallel()
	const way = "dates.departure_date=2026-06-04 destination.code=FCO"
	for _, asks := range []string{
		"is Lufthansa nonstop from Oslo to Rome on 4 June? If so I want it", "does Lufthansa fly from Oslo to Rome on 4 June?",
		"my colleague asked if there's a flight from Oslo to Rome on 4 June",
		"my boss wants to know if there are flights from Oslo to Rome on 4 June",
		"do you know if Norwegian flies from Oslo to Rome on 4 June?",
	} {
		if got := flat(t, extractFrom(t, asks, "{}")); !strings.Contains(got, way) {
			t.Errorf("%q: %s, want %s", asks, got, way)
		}
	}
	for _, asks := range []string{
		"is flying from Oslo to Rome on 4 June cheaper than on 5 June?", "how long is the flight from Oslo to Rome on 4 June?",
		"what's the weather like in Rome on 4 June?",
	} {
		if got := flat(t, extractFrom(t, asks, "{}")); strings.Contains(got, "dates") {
			t.Errorf("%q: %s", asks, got)
		}
	}
}

// TestNeverCame takes nobody off a trip who is none of those who travel.
// Rule: 6.7.traveller
func TestNeverCame(t *testing.T) {
	t.Parallel()
	for _, who := range []string{"my sister", "my brother", "my mum"} {
		for _, leaves := range []string{"he can't make it", "%s can't make it", "no wait, she can't come"} {
			if strings.Contains(leaves, "%s") {
				leaves = fmt.Sprintf(leaves, who)
			}
			before := who + " might come along"
			if got := sayBehind(t, "Oslo to Rome on May 4, back on May 9, 2 adults", before, leaves); strings.Contains(got, "travelers") {
				t.Errorf("%q behind %q: %s", leaves, before, got)
			}
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
