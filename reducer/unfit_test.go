package reducer

import (
	"slices"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// A leg is named when no option has a flight at the time that was asked for; what is not known does not count.
func TestTimesUnmet(t *testing.T) {
	t.Parallel()
	at := func(clocks ...string) (f facts) {
		for _, clock := range clocks {
			o := &trip.FlightOption{}
			if clock != "" {
				o.Segments = []trip.FlightLeg{{DepartAt: "2026-05-04T" + clock + ":00+01:00"}}
			}
			f.flights = append(f.flights, o)
		}
		return f
	}
	morning, evening := trip.TimeWindow{Start: "06:00", End: "11:00"}, trip.TimeWindow{Start: "18:00"}
	for name, c := range map[string]struct {
		asked []trip.TimeWindow
		all   []facts
		legs  []int
	}{
		"one option fits":              {[]trip.TimeWindow{morning}, []facts{at("20:00"), at("08:00")}, nil},
		"none fits":                    {[]trip.TimeWindow{morning}, []facts{at("20:00"), at("12:00")}, []int{1}},
		"the flight back does not":     {[]trip.TimeWindow{morning, evening}, []facts{at("08:00", "12:00")}, []int{2}},
		"neither does":                 {[]trip.TimeWindow{morning, evening}, []facts{at("12:00", "12:00")}, []int{1, 2}},
		"nothing was asked of one leg": {[]trip.TimeWindow{{}, evening}, []facts{at("12:00", "12:00")}, []int{2}},
		"no flight for the leg":        {[]trip.TimeWindow{morning, evening}, []facts{at("08:00")}, nil},
		"the flight has no times":      {[]trip.TimeWindow{morning}, []facts{at("")}, nil},
	} {
		in := trip.NewIntent()
		for _, w := range c.asked {
			in.Itinerary.Segments = append(in.Itinerary.Segments, trip.Segment{DepartTimeWindow: w})
		}
		var legs []int
		for _, p := range deciding(&in).timesUnmet(c.all) {
			legs = append(legs, p.Get("leg").(int))
		}
		if !slices.Equal(legs, c.legs) {
			t.Errorf("%s: unmet are %v, want %v", name, legs, c.legs)
		}
	}
}

// What options without a flight cannot meet is no wish that is unmet; and what is in another currency is told by a rule.
func TestUnfit(t *testing.T) {
	t.Parallel()
	in := trip.NewIntent()
	in.Preferences.Flight.PreferredAirlines = []string{"Larkspur"}
	room := &trip.HotelOption{NightlyPrice: money(9000, "EUR")}
	stay := facts{bundle: &trip.Bundle{EstimatedTotal: money(9000, "EUR")}, hotels: []*trip.HotelOption{room}}
	if got := deciding(&in).unfit([]facts{stay}); len(got) > 0 {
		t.Errorf("without flights: %v", got)
	}
	for name, limit := range map[string]*trip.Money{
		"budget": &in.Constraints.BudgetTotal, "nightly": &in.Preferences.Hotel.MaxPricePerNight,
	} {
		*limit = money(10000, "USD")
		s := deciding(&in)
		if got := s.unfit([]facts{stay}); !slices.Contains(got, any(name)) || !slices.Contains(s.d.Rules, "7.2.currency") {
			t.Errorf("%s: %v by %v", name, got, s.d.Rules)
		}
		*limit = trip.Money{}
	}
}
