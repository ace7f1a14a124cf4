package describe

import (
	"fmt"
	"slices"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

func TestLegDifferences(t *testing.T) {
	t.Parallel()
	leg := trip.Segment{Origin: at("BER"), Destination: at("ROM")}
	by := func(mode string) trip.Segment { l := leg; l.TransportMode = mode; return l }
	for i, c := range []struct {
		was, is trip.Segment
		want    string
	}{
		{leg, leg, ""},
		{leg, by(trip.ModeFlight), ""},
		{by("train"), by("train"), ""},
		{leg, by("train"), "mode"},
		{by("train"), leg, "mode"},
		{by("train"), by("bus"), "mode"},
		{leg, trip.Segment{Origin: at("MUC"), Destination: at("ROM")}, "origin"},
		{leg, trip.Segment{Origin: at("BER"), Destination: at("PAR")}, "destination"},
	} {
		got, list := "", Changes{}
		list.leg(&c.was, &c.is, 0)
		for _, p := range list.List {
			got += fmt.Sprint(p.Get("what"))
		}
		if got != c.want {
			t.Errorf("%d: changed is %q, want %q", i, got, c.want)
		}
	}
}

func TestThereAndBack(t *testing.T) {
	t.Parallel()
	leg := func(from, to string) trip.Segment { return trip.Segment{Origin: at(from), Destination: at(to)} }
	for i, c := range []struct {
		legs []trip.Segment
		want bool
	}{
		{[]trip.Segment{leg("BER", "ROM"), leg("ROM", "BER")}, true},
		{[]trip.Segment{leg("BER", "ROM"), leg("ROM", "MUC")}, false},
		{[]trip.Segment{leg("BER", "ROM"), leg("FLR", "BER")}, false},
		{[]trip.Segment{leg("BER", "ROM")}, false},
		{[]trip.Segment{leg("BER", "ROM"), leg("ROM", "BER"), leg("BER", "ROM")}, false},
	} {
		if got := isThereAndBack(c.legs); got != c.want {
			t.Errorf("%d: %t", i, got)
		}
	}
}

// TestWayBackOfTwo names a leg the way back only where it was one of two before.
// Rule: 7.2.way-back
func TestWayBackOfTwo(t *testing.T) {
	t.Parallel()
	leg := func(from, to string) trip.Segment { return trip.Segment{Origin: at(from), Destination: at(to)} }
	now := []trip.Segment{leg("BER", "ROM"), leg("ROM", "BER")}
	for i, c := range []struct {
		was  []trip.Segment
		want bool
	}{
		{[]trip.Segment{leg("BER", "ROM"), leg("FLR", "BER")}, true},
		{[]trip.Segment{leg("BER", "ROM"), leg("ROM", "FLR"), leg("FLR", "BER")}, false},
	} {
		var list Changes
		list.legs(&trip.Intent{Itinerary: trip.Itinerary{Segments: c.was}}, &trip.Intent{Itinerary: trip.Itinerary{Segments: now}})
		for _, p := range list.List {
			if got := p.Get("back") == true; p.Get("what") != "leg_dropped" && got != c.want {
				t.Errorf("%d: %v is of the way back: %t", i, p.Get("what"), got)
			}
		}
		if len(list.List) == 0 {
			t.Errorf("%d: nothing has changed", i)
		}
	}
}

func TestStaysOnlyIn(t *testing.T) {
	t.Parallel()
	rome, florence, venice := trip.Stay{LocationCode: "ROM"}, trip.Stay{LocationCode: "FLR"}, trip.Stay{LocationCode: "VCE"}
	all := []trip.Stay{rome, florence, venice}
	for i, c := range []struct {
		long, short []trip.Stay
		want        []int
	}{
		{all, []trip.Stay{florence, venice}, []int{0}},
		{all, []trip.Stay{rome, venice}, []int{1}},
		{all, []trip.Stay{rome, florence}, []int{2}},
		{all, []trip.Stay{florence}, []int{0, 2}},
		{all, []trip.Stay{venice, rome}, nil},
		{all[:2], all[2:], nil},
		{all[:1], nil, nil},
		{all, all, nil},
	} {
		if got := staysOnlyIn(c.long, c.short); !slices.Equal(got, c.want) {
			t.Errorf("%d: %d, want %d", i, got, c.want)
		}
	}
	for _, s := range []trip.Stay{rome, {CheckIn: 20500}, {CheckOut: 20501}} {
		if isUnknown(&s) {
			t.Errorf("something is known of %+v", s)
		}
	}
}

func at(code string) trip.Place { return trip.Place{Code: code} }
