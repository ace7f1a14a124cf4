package tell

import (
	"fmt"
	"slices"
	"testing"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// flightAt makes an option of flights that leave and land at these times, in pairs.
func flightAt(times ...string) *trip.FlightOption {
	o := new(trip.FlightOption)
	for pair := range slices.Chunk(times, 2) {
		o.Segments = append(o.Segments, trip.FlightLeg{DepartAt: pair[0], ArriveAt: pair[1]})
	}
	return o
}

const (
	six   = "2026-05-04T06:00:00Z"
	eight = "2026-05-04T08:00:00Z"
	nine  = "2026-05-04T09:30:00Z"
	noon  = "2026-05-04T12:00:00Z"
)

// What is not known of a flight counts as the worst, so that it is never called the fastest.
func TestTimesOfFlights(t *testing.T) {
	t.Parallel()
	stopping := flightAt(six, noon)
	stopping.Segments[0].Stops = trip.OptInt{Value: 1, Set: true}
	for name, c := range map[string]struct {
		flight         *trip.FlightOption
		minutes, waits int64
	}{
		"direct":                        {flightAt(six, nine), 210, 0},
		"one stop":                      {flightAt(six, eight, nine, noon), 360, 90},
		"two stops":                     {flightAt(six, eight, eight, nine, noon, "2026-05-04T13:00:00Z"), 420, 150},
		"none":                          {flightAt(), offers.Worst, 0},
		"comes down on the way":         {stopping, 360, offers.Worst},
		"leaves at no time":             {flightAt("", nine), offers.Worst, 0},
		"lands at no time":              {flightAt(six, "soon"), offers.Worst, 0},
		"lands as it leaves":            {flightAt(six, six), offers.Worst, 0},
		"lands before it leaves":        {flightAt(nine, six), offers.Worst, 0},
		"no arrival in between":         {flightAt(six, "", nine, noon), 360, offers.Worst},
		"no departure in between":       {flightAt(six, eight, "", noon), 360, offers.Worst},
		"leaves again before it landed": {flightAt(six, nine, eight, noon), 360, offers.Worst},
	} {
		if minutes, waits := offers.Minutes(c.flight), offers.Waits(c.flight); minutes != c.minutes || waits != c.waits {
			t.Errorf("%s: %d minutes, waits for %d; want %d and %d", name, minutes, waits, c.minutes, c.waits)
		}
	}
}

func TestTenths(t *testing.T) {
	t.Parallel()
	for n, want := range map[trip.Number]int64{
		"4": 40, "4.5": 45, "3.99": 39, "0": 0, "9.9": 99, "": 0, "-4": 0, "1e1": 0, "99999999999999999999": 0,
	} {
		if got := tenths(n); got != want {
			t.Errorf("%q: %d, want %d", n, got, want)
		}
	}
}

// Behaviour 6.1: what is on offer is sifted by when it leaves or lands, on the way out or back.
func TestIsAt(t *testing.T) {
	t.Parallel()
	out, back := flightAt(six, nine), flightAt(noon, "2026-05-05T01:00:00Z")
	both, one := facts{flights: []*trip.FlightOption{out, back}}, facts{flights: []*trip.FlightOption{out}}
	early, late := trip.TimeWindow{End: "10:00"}, trip.TimeWindow{Start: "11:00"}
	for i, c := range []struct {
		f    facts
		act  trip.Act
		want bool
	}{
		{both, trip.Act{Times: early}, true},
		{both, trip.Act{Times: late}, false},
		{both, trip.Act{Times: early, What: trip.SortBack}, false},
		{both, trip.Act{Times: late, What: trip.SortBack}, true},
		{both, trip.Act{Times: early, By: trip.SortArrival}, true},
		{both, trip.Act{Times: late, By: trip.SortArrival}, false},
		{both, trip.Act{Times: early, By: trip.SortArrival, What: trip.SortBack}, false}, // it lands the day after
		{both, trip.Act{Times: late, By: trip.SortArrival, What: trip.SortBack}, true},
		{one, trip.Act{Times: early}, true},
		{one, trip.Act{Times: early, What: trip.SortBack}, false}, // it has no way back
		{facts{}, trip.Act{Times: early}, false},
		{facts{flights: []*trip.FlightOption{{}}}, trip.Act{Times: early}, false},
	} {
		if got := c.f.isAt(&c.act); got != c.want {
			t.Errorf("%d: %t", i, got)
		}
	}
}

func TestBest(t *testing.T) {
	t.Parallel()
	var list []facts
	for i, stops := range []int64{1, 0, 2, 0} {
		list = append(list, facts{at: i, stops: stops})
	}
	got := best(list, byStops)
	if len(got) != 2 || got[0].at != 1 || got[1].at != 3 || len(best(nil, byStops)) != 0 {
		t.Errorf("the best are %v", got)
	}
}

// An airline is meant by its name or the code of its flights, and by nothing else.
func TestFlownBy(t *testing.T) {
	t.Parallel()
	flight := trip.FlightLeg{Airline: "Deutsche Lufthansa", FlightNumber: "LH 400"}
	for airline, want := range map[string]bool{"lufthansa": true, " lh ": true, "LH 400": false, "swiss": false, " ": false} {
		if got := isFlownBy(&flight, airline); got != want {
			t.Errorf("%q: %t", airline, got)
		}
	}
	if isFlownBy(&trip.FlightLeg{}, " ") {
		t.Error("a flight of no airline is flown by nobody")
	}
}

// A wish is unmet when no bundle meets it. A bundle without that flight says nothing against it.
func TestTimesUnmet(t *testing.T) {
	t.Parallel()
	morning, evening := facts{flights: []*trip.FlightOption{flightAt(six, nine)}}, facts{flights: []*trip.FlightOption{{}, flightAt(noon, noon)}}
	for i, c := range []struct {
		start string
		all   []facts
		unmet bool
	}{
		{"", []facts{morning}, false},
		{"05:00", []facts{morning}, false},
		{"10:00", []facts{morning}, true},
		{"10:00", []facts{morning, {}}, false},      // a stay alone
		{"10:00", []facts{morning, evening}, false}, // times are not known
	} {
		in := trip.NewIntent()
		in.Itinerary.Segments = []trip.Segment{{DepartTimeWindow: trip.TimeWindow{Start: c.start}}}
		s := deciding(&in)
		got, _ := s.unmet(c.all)
		if (len(got) > 0) != c.unmet || c.unmet && fmt.Sprintf("%v %v", got[0].Get("leg"), got[0].Get("start")) != "1 10:00" {
			t.Errorf("%d: %v", i, got)
		}
	}
	in := trip.NewIntent()
	in.Itinerary.Segments = []trip.Segment{{}, {DepartTimeWindow: trip.TimeWindow{Start: "13:00"}}}
	s := deciding(&in)
	if got, _ := s.unmet([]facts{evening}); len(got) != 1 || fmt.Sprint(got[0].Get("leg")) != "2" {
		t.Errorf("of the second leg: %v", got)
	}
	if !anyFlight([]facts{{}}, nil) || anyFlight([]facts{morning}, func(*trip.FlightOption) bool { return false }) {
		t.Error("only a bundle without flights says nothing of an airline")
	}
}
