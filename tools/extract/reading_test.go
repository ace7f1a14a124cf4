package extract

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestWordsAtBothEnds reads messages that begin and end with a word of each class, a message after the other: no rule
// looks for a token before the first one or behind the last one.
//
// Rule: 6.7.accounted
func TestWordsAtBothEnds(t *testing.T) {
	today := trip.NewDate(2026, 3, 4)
	messages := []string{
		"a long weekend in Prague from Leeds in May, 2 adults",
		"Oslo to Rome, 4 June to 8 June, 2 adults and a 3-year-old, with a hotel",
		"not before 10 on the way out, home by 9 pm, nonstop",
		"3 to 5 nights some time in June, at most 1.500,50 EUR",
		"my wife and I fly to Porto, then by train to Lisbon",
		"no Ryanair, an aisle seat, a guide dog and two bags",
		"change it from the 9th to the 10th",
		"the second one, but is it refundable?",
		"2", "in", "-",
	}
	next := 0
	for _, class := range slices.Sorted(maps.Keys(english)) {
		word := english[class][0].phrase
		for _, form := range []string{"%[1]s %[2]s", "%[2]s %[1]s", "%[1]s, %[2]s - %[1]s"} {
			said := fmt.Sprintf(form, word, messages[next%len(messages)])
			next++
			res := read(said, today, &known{Intent: trip.NewIntent()})
			for _, c := range res.Reading.Claims {
				if c.Start < 0 || c.Start >= c.End || c.End > len(said) {
					t.Fatalf("%q: %+v is no part of the message", said, c)
				}
			}
		}
	}
}
