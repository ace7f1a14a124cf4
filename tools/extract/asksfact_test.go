package extract_test

import (
	"fmt"
	"strings"
	"testing"
)

// plannedWithHotel is the planned trip with a hotel of one room.
var plannedWithHotel = strings.ReplaceAll(planned, `"lodging":{"needed":false}`, `"lodging":{"needed":true,"rooms":1}`)

// TestWhetherItIsSoIsNoOrder asks whether a flight is so, with places and days: it is told, and the trip stays.
// Rule: 6.9.asked
func TestWhetherItIsSoIsNoOrder(t *testing.T) {
	t.Parallel()
	known := after(plannedWithHotel, choose, "1. A", "2. B", "3. C")
	for _, form := range []struct{ asks, verbs, names, want string }{
		{"do I,do we,does it,does the flight", "fly via,go through,change in,stop in,have to change in", "Lisbon,Zurich", "stops"},
		{"do I,do we", "fly on,leave on", "Monday,the 14th,3 May", "departs"},
		{"do I,do we,does it", "land on,arrive on", "Monday,3 May", "arrives"},
		{"do I,do we", "fly back on,return on", "Monday,3 May", "departs"},
		{"are we,am I", "leaving on,flying on", "Friday,3 May", "departs"},
	} {
		for asks := range strings.SplitSeq(form.asks, ",") {
			for verb := range strings.SplitSeq(form.verbs, ",") {
				for name := range strings.SplitSeq(form.names, ",") {
					message := asks + " " + verb + " " + name + "?"
					res := extractFrom(t, message, known)
					got := saying(t, res)
					if !strings.HasPrefix(got, "ask") || !strings.HasSuffix(got, "what="+form.want) || flatPlan(t, res) != "{}" {
						t.Errorf("%q: %q %s, want %q", message, got, flatPlan(t, res), form.want)
					}
				}
			}
		}
	}
}

// TestFreeCancellationIsWanted says that what can be given back is wanted: it is a wish. Asked about, it is told.
//
// Rule: 6.9.asked
func TestFreeCancellationIsWanted(t *testing.T) {
	t.Parallel()
	known := after(plannedWithHotel, choose, "1. A", "2. B", "3. C")
	for _, what := range []string{"free cancellation", "cancellation for free"} {
		for _, form := range []string{"% please", "show me only the ones with %", "only with %", "we need %"} {
			message := strings.ReplaceAll(form, "%", what)
			if got := flatPlan(t, extractFrom(t, message, known)); got != `{"constraints":{"refundable_only":true}}` {
				t.Errorf("%q: %s", message, got)
			}
		}
		for _, form := range []string{"is there %?", "which ones have %?", "do they have %?"} {
			message := strings.ReplaceAll(form, "%", what)
			res := extractFrom(t, message, known)
			if got := flatPlan(t, res); got != "{}" || !strings.Contains(saying(t, res), "what=") {
				t.Errorf("%q: %s, %s", message, got, saying(t, res))
			}
		}
	}
}

// TestAPriceWithAHotelIsSearched: of a trip without a place to sleep, the price of what is shown is no answer.
// Rule: 6.9.asked
func TestAPriceWithAHotelIsSearched(t *testing.T) {
	t.Parallel()
	known := after(planned, choose, "1. A", "2. B", "3. C")
	for _, form := range []string{"what would it cost %s?", "how much %s?", "how much is it %s?", "what's the price %s?"} {
		for _, with := range []string{"with a hotel", "with hotel", "with the hotel"} {
			message := fmt.Sprintf(form, with)
			if l := extractFrom(t, message, known).TripIntent.Lodging; l == nil || l.Needed == nil || !*l.Needed {
				t.Errorf("%q asks for no hotel", message)
			}
		}
	}
}

// TestAPriceOfAnotherTripIsSearched asks what another number of people or rooms, or another place would cost: that is
// searched for. What an option costs in part is told of it, and how many rooms nobody decided is no wish.
// Rule: 6.9.asked
func TestAPriceOfAnotherTripIsSearched(t *testing.T) {
	t.Parallel()
	known := after(plannedWithHotel, choose, "1. A", "2. B", "3. C")
	for forms, want := range map[string]string{
		"how much would three of us pay?|what would it cost for 3 people?|how much is it with 3 people?": ` {"travelers":{"adults":3}}`,
		"how much would two rooms be?|what would 2 rooms cost?":                                          ` {"lodging":{"rooms":2}}`,
		"how much is 3 without the hotel?|what's 3 without the hotel?":                                   "ask positions[0]=3 what=parts {}",
		"how much is it without the hotel?|would it be cheaper without the hotel?":                       "ask what=parts {}",
		"would Naples be cheaper?|is Naples cheaper?|would Naples be more expensive?": ` {"destination":` +
			`{"type":"city","code":"NAP","city":"Naples","country":"IT","region":"Campania"}}`,
		"one suite or two rooms?|2 or 3 rooms?|one room or two?": "unread {}",
	} {
		for message := range strings.SplitSeq(forms, "|") {
			res := extractFrom(t, message, known)
			got := saying(t, res) + " " + flatPlan(t, res)
			got = strings.Replace(got, " by=cheapest", "", 1)
			got = strings.Replace(got, "unread "+strings.TrimSuffix(message, "?"), "unread", 1)
			if strings.HasPrefix(want, " ") {
				got = " " + flatPlan(t, res)
			}
			if got != want {
				t.Errorf("%q: %q, want %q", message, got, want)
			}
		}
	}
}
