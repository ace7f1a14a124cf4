package tell

import (
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// What the flights and the stays cost is told of an option that has both, when all prices are known.
func TestPartsOf(t *testing.T) {
	t.Parallel()
	in := trip.NewIntent()
	in.Itinerary.Segments = []trip.Segment{{}}
	in.WorkingMemory.FlightQuotes = []trip.FlightQuotes{{{OptionID: "f", TotalPrice: money(61000, "USD")}}}
	in.WorkingMemory.HotelQuotes = []trip.HotelQuotes{{{{OptionID: "h", TotalPrice: money(9000, "USD")}}}}
	s := deciding(&in)
	for _, c := range []struct {
		flights, hotels []string
		want            string
	}{
		{
			[]string{"f"},
			[]string{"h"},
			`{"flights":{"complete":true,"sums":[{"amount":"610.00","currency":"USD"}]},"stays":{"complete":true,"sums":[{"amount":"90.00","currency":"USD"}]}}`,
		},
		{[]string{"f"}, nil, `{}`},
		{nil, []string{"h"}, `{}`},
		{[]string{"gone"}, []string{"h"}, `{}`},
		{[]string{"f"}, []string{"gone"}, `{}`},
	} {
		got := string(s.partsOf(&trip.Bundle{FlightOptionIDs: c.flights, HotelOptionIDs: c.hotels}).AppendJSON(nil))
		if got != c.want {
			t.Errorf("of %q and %q: %s, want %s", c.flights, c.hotels, got, c.want)
		}
	}
}

// Where no list of options is known to have been shown, terms are asked of none: the options are told.
func TestTermsOfNoList(t *testing.T) {
	t.Parallel()
	in := trip.NewIntent()
	in.WorkingMemory.RankedBundles = []trip.Bundle{{BundleID: "b1"}}
	in.Turn.Shown = []string{"gone"}
	s := deciding(&in)
	s.showTerms()
	if len(s.D.UI) != 1 || s.D.UI[0].Key != "present.options" {
		t.Errorf("told is %v", s.D.UI)
	}
}
