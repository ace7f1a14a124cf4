package extract_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestDescribedTravellers: a clause about somebody leaves nobody out, and counts nobody again: what is said of one of
// those who were counted, a list behind them all, and how old they are.
// Rule: 6.7.count, 6.7.traveller
func TestDescribedTravellers(t *testing.T) {
	t.Parallel()
	counts := func(said, want string) {
		t.Helper()
		for _, form := range []string{"from Oslo to Rome on 4 May, %s", "Oslo to Rome on 4 May, one way, %s"} {
			message := fmt.Sprintf(form, said)
			if got := flat(t, extractFrom(t, message, "{}")); !strings.Contains(got+" ", want+" ") {
				t.Errorf("%q: %s, want %s", message, got, want)
			}
		}
	}
	for _, need := range []string{"needs a cot", "needs a wheelchair", "needs a vegetarian meal", "is diabetic", "uses a wheelchair"} {
		for _, who := range []string{"a child", "our son", "our daughter"} {
			counts("2 adults and "+who+" who "+need, "travelers.adults=2 travelers.children=1")
		}
		counts("me, my wife and our baby who "+need, "travelers.adults=2 travelers.infants=1")
		for _, one := range []string{"one kid", "1 child"} {
			counts("2 adults and 3 kids, "+one+" "+need, "travelers.adults=2 travelers.children=3")
		}
	}
	for said, want := range map[string]string{
		"2 adults and 3 kids, one child is 4":                    "travelers.adults=2 travelers.ages[0]=4 travelers.children=3",
		"2 adults and 1 infant. Do we need a seat for the baby?": "travelers.adults=2 travelers.infants=1",
		"for my parents (mom 66, dad 70)":                        "travelers.adults=2",
		"for my grandparents, grandma and grandpa":               "travelers.adults=2",
		"my parents, my sister and me":                           "travelers.adults=4",
		"three of us (me, mum & my 1 year old)":                  "travelers.adults=2 travelers.ages[0]=1 travelers.infants=1",
		"four of us (me, my mum, my sister and my 7 year old)":   "travelers.adults=3 travelers.ages[0]=7 travelers.children=1",
		"mum dad and me (17)":                                    "travelers.adults=2 travelers.ages[0]=17 travelers.children=1",
		"we are a group of six colleagues":                       "travelers.adults=6",
		"she and I want to go":                                   "travelers.adults=2",
		"two grown ups":                                          "travelers.adults=2",
		"2 x adults, 1 x infant":                                 "travelers.adults=2 travelers.infants=1",
		"2 tix":                                                  "travelers.adults=2",
		"twelve pupils and two teachers":                         "travelers.adults=2 travelers.children=12",
		"2 adults, budget 600 euros for one person":              "constraints.budget_total.amount=1200.00 constraints.budget_total.currency=EUR",
		"a flight for me":                                        "travelers.adults=1",
		"me and my grandson, he's 19":                            "travelers.adults=2",
		"for my two sons (19 and 22)":                            "travelers.adults=2",
		"for my son 22 and his girlfriend":                       "travelers.adults=2",
		"2 adults and our daughter (21)":                         "travelers.adults=3",
		"2 adults and our daughter (11)":                         "travelers.adults=2 travelers.ages[0]=11 travelers.children=1",
	} {
		counts(said, want)
	}
}
