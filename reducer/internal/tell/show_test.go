package tell

import (
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// How far the options are above the budget is that of the cheapest, where all are in its currency and above it.
func TestGap(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		budget trip.Money
		totals []trip.Money
		want   string
	}{
		{money(100, "USD"), []trip.Money{money(150, "USD"), money(120, "USD"), money(130, "USD")}, "0.20 USD"},
		{money(100, "USD"), []trip.Money{money(150, "USD"), money(100, "USD")}, ""},
		{money(100, "USD"), []trip.Money{money(150, "USD"), money(150, "EUR")}, ""},
		{money(100, "USD"), []trip.Money{money(150, "USD"), {}}, ""},
		{trip.Money{}, []trip.Money{money(150, "USD")}, ""},
		{trip.Money{}, []trip.Money{{}}, ""},
	} {
		in := trip.NewIntent()
		in.Constraints.BudgetTotal = c.budget
		var all []facts
		for _, total := range c.totals {
			all = append(all, facts{bundle: &trip.Bundle{EstimatedTotal: total}})
		}
		if got := deciding(&in).gap(all); got != c.want {
			t.Errorf("%v above %v: %q, want %q", c.totals, c.budget, got, c.want)
		}
	}
}

// The option that is selected has the position that it has in the list.
func TestPositionOfTheSelectedOption(t *testing.T) {
	t.Parallel()
	for position, shown := range [][]string{1: {"b2", "b1"}, 2: {"b1", "b2"}, 3: {"b1", "b3", "b2"}} {
		if shown == nil {
			continue
		}
		in := trip.NewIntent()
		in.WorkingMemory.RankedBundles = []trip.Bundle{{BundleID: "b1"}, {BundleID: "b2"}}
		in.WorkingMemory.Selected.BundleID = "b2"
		in.Turn.Shown = shown
		s := deciding(&in)
		s.showOption(&trip.Act{})
		if got := s.D.UI[0].Refs.Option.Position; got != int64(position) {
			t.Errorf("of %q it is %d, want %d", shown, got, position)
		}
	}
}

// Asked for what is held, booked or on offer, a person is told that, whatever else is told beside it.
func TestShow(t *testing.T) {
	t.Parallel()
	doubt := []trip.Pending{{CallID: "c", Name: trip.ToolRelease, Write: true}}
	held := []trip.Hold{{HoldID: "H1", Status: trip.HoldHeld}}
	for _, c := range []struct {
		what    string
		change  func(in *trip.Intent)
		message string
	}{
		{trip.ShowHolds, func(in *trip.Intent) { in.WorkingMemory.Holds = held }, "hold.held"},
		{trip.ShowHolds, func(in *trip.Intent) { in.WorkingMemory.Holds, in.Turn.Unknown = held, doubt }, ""},
		{trip.ShowBooking, func(in *trip.Intent) { in.WorkingMemory.Bookings = []trip.Booking{{}} }, "show.booking"},
		{trip.ShowBooking, func(in *trip.Intent) { in.WorkingMemory.Bookings, in.Turn.Unknown = []trip.Booking{{}}, doubt }, "show.booking"},
		{trip.ShowBooking, func(in *trip.Intent) { in.Turn.Unknown = doubt }, ""},
		{trip.ShowOptions, func(*trip.Intent) {}, "present.options"},
		{"", func(*trip.Intent) {}, "present.options"},
		{"the weather", func(*trip.Intent) {}, "act.unknown"},
	} {
		in := trip.NewIntent()
		in.WorkingMemory.RankedBundles = []trip.Bundle{{BundleID: "b1"}}
		c.change(&in)
		s := deciding(&in)
		s.Show(&trip.Act{What: c.what})
		got := ""
		if len(s.D.UI) == 1 {
			got = s.D.UI[0].Key
		}
		if got != c.message {
			t.Errorf("%q: told is %v, want %q", c.what, s.D.UI, c.message)
		}
	}
}
