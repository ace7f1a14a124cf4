package describe

import (
	"fmt"
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

func TestDroppedStay(t *testing.T) {
	t.Parallel()
	rome, florence, venice := trip.Stay{LocationCode: "ROM"}, trip.Stay{LocationCode: "FLR"}, trip.Stay{LocationCode: "VCE"}
	with := func(stays ...trip.Stay) *trip.Intent {
		in := trip.NewIntent()
		in.Itinerary.Lodging.Needed, in.Itinerary.Lodging.Stays = true, stays
		return &in
	}
	without := with(rome)
	without.Itinerary.Lodging.Needed = false
	for i, c := range []struct {
		old, now *trip.Intent
		want     int
	}{
		{with(rome, florence, venice), with(florence, venice), 0},
		{with(rome, florence, venice), with(rome, venice), 1},
		{with(rome, florence, venice), with(rome, florence), 2},
		{with(rome, florence, venice), with(rome), -1},
		{with(rome, florence), with(venice), -1},
		{with(rome), with(), -1},
		{with(rome, florence), without, -1},
	} {
		if got := droppedStay(c.old, c.now); got != c.want {
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
