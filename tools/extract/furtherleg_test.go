package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// routeOf says messages one after the other and returns where the legs of the trip go and on which day of its month, "Oslo 04
// Rome 06 Nice", and the nights at its places to sleep.
func routeOf(t *testing.T, messages ...string) string {
	t.Helper()
	k := &known{Intent: trip.NewIntent()}
	for _, message := range messages {
		next, err := k.with(read(message, today, k))
		if err != nil {
			t.Fatal(err)
		}
		k = next
	}
	var said []string
	for i, s := range k.Itinerary.Segments {
		if i == 0 || s.Origin.Code != k.Itinerary.Segments[i-1].Destination.Code {
			said = append(said, s.Origin.City)
		}
		said = append(said, fmt.Sprintf("%02d", s.DepartDate.Day()), s.Destination.City)
	}
	return strings.Join(said, " ")
}

// TestOneMoreLeg goes on from where a trip ends that does not go home: the leg is added, and replaces none.
// Rule: 5.2.merge-by-index
func TestOneMoreLeg(t *testing.T) {
	t.Parallel()
	for _, first := range []string{
		"two one-ways: Oslo to Nice 4 June, Nice to Rome 6 June, 1 person", "Oslo to Nice on 4 June, then Nice to Rome on 6 June, 1 adult",
	} {
		for _, form := range []string{"and Rome to %s 9 June", "Rome to %s on 9 June", "then Rome to %s on the 9th of June", "also from Rome to %s, 9 June"} {
			for _, goal := range []string{"Oslo", "Madrid"} {
				if got, want := routeOf(t, first, fmt.Sprintf(form, goal)), "Oslo 04 Nice 06 Rome 09 "+goal; got != want {
					t.Errorf("%q, then %q: %s, want %s", first, form, got, want)
				}
			}
		}
	}
	for _, form := range []string{"and Nice to Rome 6 June", "also Nice to Rome on 6 June", "then from Nice to Rome on 6 June"} {
		if got := routeOf(t, "Oslo to Nice on 4 June, one way, 1 adult", form); got != "Oslo 04 Nice 06 Rome" {
			t.Errorf("%q: %s", form, got)
		}
	}
}

// TestLastNightsElsewhere spends the last nights of a known trip at another place: the trip ends when it did.
// Rule: 6.7.place
func TestLastNightsElsewhere(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		"then I want to spend the last %s nights in Phuket", "add Phuket for the last %s nights", "then the last %s nights in Phuket",
	} {
		for n, day := range map[string]string{"4": "13", "two": "15"} {
			said := fmt.Sprintf(form, n)
			if got := routeOf(t, "Munich to Bangkok 3 June to 17 June for 2", said); got != "Munich 03 Bangkok "+day+" Phuket 17 Munich" {
				t.Errorf("%q: %s", said, got)
			}
		}
	}
	for said, want := range map[string]string{
		"stop over in London for 2 nights on the way": "Boston 03 London 05 Dublin 12 Boston",
		"2 nights in London on the way back":          "Boston 03 Dublin 10 London 12 Boston",
	} {
		if got := routeOf(t, "Boston to Dublin 3 June to 10 June, one adult", said); got != want {
			t.Errorf("%q: %s, want %s", said, got, want)
		}
	}
}

// TestStarsOfOneStay wants so many stars at one place and fewer at another: no search takes that, and it is told.
// Rule: 6.7.wish
func TestStarsOfOneStay(t *testing.T) {
	t.Parallel()
	const first = "two of us from Munich to Bangkok on 3 June, then Phuket on 13 June, back to Munich on 17 June, with hotels"
	for _, said := range []string{
		"4 stars in Phuket, 3 is enough in Bangkok", "4 stars in Phuket and 3 in Bangkok", "5 stars in Bangkok, 3 would do in Phuket",
	} {
		res := afterMessages(t, first, said)
		if l := res.TripIntent.Lodging; l != nil && l.HotelStarMin != nil || !strings.Contains(strings.Join(res.Unread, " "), "stars") {
			t.Errorf("%q: %+v, told %q", said, l, res.Unread)
		}
	}
	res := afterMessages(t, first, "4 stars in Phuket and Bangkok")
	if l := res.TripIntent.Lodging; l == nil || l.HotelStarMin == nil || *l.HotelStarMin != 4 {
		t.Errorf("of both: %+v, told %q", l, res.Unread)
	}
	res = afterMessages(t, "Boston to Paris 3 June to 13 June, one adult, hotel", "split it: 6 nights in Paris and 4 in Nice", "train between them")
	if len(res.TripIntent.Segments) > 0 || len(res.Unread) == 0 {
		t.Errorf("a train between two stays: %+v, told %q", res.TripIntent.Segments, res.Unread)
	}
}
