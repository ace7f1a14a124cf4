package offers_test

import (
	"testing"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

func TestTravelersByAgeOnTheDay(t *testing.T) {
	const today = trip.Date(20260301)
	for _, c := range []struct {
		name         string
		years        int64
		months       int64 // 0: told in years
		day          trip.Date
		want         trip.Travelers
		crosses      int
		born, bornBy trip.Date
	}{
		{"a baby", 0, 0, 20260420, trip.Travelers{Adults: 2, Infants: 1}, 0, 20250302, 20260301},
		{"22 months, before the birthday", 1, 22, 20260331, trip.Travelers{Adults: 2, Infants: 1}, 0, 20240402, 20240501},
		{"22 months, in its month", 1, 22, 20260420, trip.Travelers{Adults: 2, Infants: 1}, 1, 20240402, 20240501},
		{"22 months, on the last possible birthday", 1, 22, 20260501, trip.Travelers{Adults: 2, Children: 1}, 1, 20240402, 20240501},
		{"1, some day in the year", 1, 0, 20260420, trip.Travelers{Adults: 2, Infants: 1}, 1, 20240302, 20250301},
		{"1, more than a year later", 1, 0, 20270302, trip.Travelers{Adults: 2, Children: 1}, 1, 20240302, 20250301},
		{"11, today", 11, 0, today, trip.Travelers{Adults: 2, Children: 1}, 0, 20140302, 20150301},
		{"12 is an adult", 12, 0, 20260420, trip.Travelers{Adults: 3}, 0, 20130302, 20140301},
	} {
		months, span := 12*c.years, int64(12)
		if c.months > 0 {
			months, span = c.months, 1
		}
		in := trip.NewIntent()
		in.Itinerary.Segments = []trip.Segment{{DepartDate: c.day}}
		in.Party.Travelers.Adults, in.Party.Ages = 2, []int64{c.years}
		if in.Party.Travelers.Children = 1; c.years < 2 {
			in.Party.Travelers.Children, in.Party.Travelers.Infants = 0, 1
		}
		in.Party.Births = []trip.Birth{offers.BirthOf(today, months, span)}
		if b := in.Party.Births[0]; b.From != c.born || b.To != c.bornBy {
			t.Errorf("%s: born %s to %s, want %s to %s", c.name, b.From, b.To, c.born, c.bornBy)
		}
		if got := offers.TravelersOn(&in, c.day); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
		if got := len(offers.Crossings(&in)); got != c.crosses {
			t.Errorf("%s: %d birthdays matter, want %d", c.name, got, c.crosses)
		}
	}
	if b := offers.BirthOf(20240331, 1, 1); b.To != 20240229 { // a month without that day
		t.Errorf("born by %s, want 2024-02-29", b.To)
	}
}
