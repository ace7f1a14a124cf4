package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestEitherPlace: of two areas one is meant, and it is asked which airport of both is best, without those that are not
// wanted.
func TestEitherPlace(t *testing.T) {
	t.Parallel()
	areas := map[string][]string{
		"Portugal": {"LIS", "OPO", "FAO"}, "Spain": {"MAD", "BCN", "AGP"}, "Greece": {"ATH", "SKG", "HER"},
		"Tenerife": {"TFS", "TFN"},
	}
	single := map[string]string{"Lisbon": "LIS", "Madrid": "MAD", "Athens": "ATH"}
	for first := range areas {
		for second := range areas {
			if first == second {
				continue
			}
			for _, form := range []string{"Oslo to %s or %s on 3 May", "On 3 May, %s or maybe %s, from Oslo", "from Oslo to %s, Malta or %s on 3 May"} {
				said := fmt.Sprintf(form, first, second)
				res := read(said, today, &known{Intent: trip.NewIntent()})
				if len(res.Questions) != 1 || len(res.Unread) > 0 || res.TripIntent.TripType == trip.MultiCity {
					t.Errorf("%s: asks %v, cannot use %q", said, res.Questions, res.Unread)
					continue
				}
				offered := codesOf(t, res)
				for _, area := range []string{first, second} {
					if !strings.Contains(offered, areas[area][0]) {
						t.Errorf("%s: no airport of %s is offered: %s", said, area, offered)
					}
				}
				for name, code := range single {
					res := read(said+", but not "+name, today, &known{Intent: trip.NewIntent()})
					if left := codesOf(t, res); strings.Contains(left, code) {
						t.Errorf("%s, but not %s: offers %s", said, name, left)
					}
				}
			}
		}
	}
}

// codesOf are the airports of the first question.
func codesOf(t *testing.T, res Result) (codes string) {
	t.Helper()
	if len(res.Questions) == 0 {
		t.Error("nothing is asked")
		return ""
	}
	for _, c := range res.Questions[0].Choices {
		if p, ok := c.Value.(*Place); ok {
			codes += p.Code + " "
		}
	}
	return codes
}

// TestShortWeekdays: "sat" and "sun" in small letters are days where days stand, and words elsewhere.
func TestShortWeekdays(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		"leeds to rome on %s", "leaving leeds %s night for rome", "leeds to rome %s to mon", "leeds to rome, fri or %s",
		"leeds to rome next %s", "leeds to rome fri, home %s", "leeds to rome fri to %s", "leeds to rome fri evening, back %s",
	} {
		for short, day := range map[string]string{"sat": "Saturday", "sun": "Sunday"} {
			got := planOf(t, read(fmt.Sprintf(form, short), today, &known{Intent: trip.NewIntent()}))
			if want := planOf(t, read(fmt.Sprintf(form, day), today, &known{Intent: trip.NewIntent()})); got != want {
				t.Errorf(form+" makes\n     %s\nwant %s", short, got, want)
			}
		}
	}
	for _, said := range []string{"we want sun and beach, leeds to malaga on 3 may", "i sat at the gate for hours. leeds to malaga on 3 may"} {
		res := read(said, today, &known{Intent: trip.NewIntent()})
		if d := res.TripIntent.Dates; d == nil || d.DepartureDate != "2026-05-03" || d.ReturnDate != "" {
			t.Errorf("%s: %+v", said, d)
		}
	}
}

// TestEitherAirport: of two airports of one city both are looked at.
// Rule: 5.2.alternatives
func TestEitherAirport(t *testing.T) {
	t.Parallel()
	for _, pair := range [][4]string{
		{"Heathrow", "Gatwick", "LHR", "LGW"},
		{"LHR", "LGW", "LHR", "LGW"},
		{"London Gatwick", "London Heathrow", "LGW", "LHR"},
		{"JFK", "Newark", "JFK", "EWR"},
		{"Orly", "Charles de Gaulle", "ORY", "CDG"},
	} {
		for _, form := range []string{"Vienna to %s or %s on 3 May", "on 3 May from Vienna, to %s or to %s"} {
			said := fmt.Sprintf(form, pair[0], pair[1])
			res := read(said, today, &known{Intent: trip.NewIntent()})
			p := res.TripIntent
			if p.Destination == nil || p.Destination.Code != pair[2] || len(p.Segments) != 1 || p.Segments[0].Alternatives == nil ||
				len(p.Segments[0].Alternatives.Destination) != 1 || p.Segments[0].Alternatives.Destination[0].Code != pair[3] {
				t.Errorf("%s: %+v, asks %v, cannot use %q", said, p.Destination, res.Questions, res.Unread)
			}
		}
	}
}

// TestOneOfThePlacesIsTaken: where one of several places is to be chosen, its name is the choice, also of the one that
// stands first; what is said of it is none.
// Rule: 5.2.alternatives
func TestOneOfThePlacesIsTaken(t *testing.T) {
	t.Parallel()
	k := &known{Intent: trip.NewIntent()}
	k.Itinerary.TripType, k.Party.Travelers.Adults = trip.OneWay, 2
	k.Itinerary.Segments = []trip.Segment{{
		SegmentID: "seg_0", Origin: trip.Place{Code: "BER", City: "Berlin", Country: "DE"}, DepartDate: today.AddDays(60),
		Destination:  trip.Place{Code: "FAO", City: "Faro", Country: "PT"},
		Alternatives: trip.Alternatives{Destination: []trip.Place{{Code: "LIS", City: "Lisbon", Country: "PT"}}},
	}}
	k.Itinerary.Lodging.Needed, k.Status.Ask = false, &trip.Ask{Kind: trip.AskChoose, ID: "a", Key: trip.KeyDays}
	for place, code := range map[string]string{"Faro": "FAO", "Lisbon": "LIS", "FAO": "FAO"} {
		for _, form := range []string{"%s", "%s please", "just %s", "the one to %s", "let's take %s", "to %s", "I'd go for %s", "rather %s"} {
			said := fmt.Sprintf(form, place)
			if res := read(said, today, k); res.TripIntent.Destination == nil || res.TripIntent.Destination.Code != code {
				t.Errorf("%s: %+v, acts %+v, cannot use %q", said, res.TripIntent.Destination, res.Acts, res.Unread)
			}
		}
		for _, form := range []string{"%s is too far", "not %s", "how far is %s?", "is %s cheaper?", "maybe %s", "%s is nice?"} {
			said := fmt.Sprintf(form, place)
			if res := read(said, today, k); res.TripIntent.Destination != nil && res.TripIntent.Destination.Code == code {
				t.Errorf("%s: %+v", said, res.TripIntent.Destination)
			}
		}
	}
}
