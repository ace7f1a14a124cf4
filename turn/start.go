package turn

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/trip"
)

// Start returns the intent before the first event of a trip: empty, or the header's snapshot. A snapshot that another
// system wrote has no bookkeeping; what it shows (quotes, seeded dates) is adopted as this engine would have left it.
// What it holds is another trip's, whatever it says: nothing of it is asked for, bought or given back here.
//
//   - Errors: ErrIntent when the snapshot contradicts itself or names an unknown time zone.
func Start(cfg Config, h trip.Header) (trip.Intent, error) {
	in, err := Resume(cfg, h)
	if err != nil {
		return trip.Intent{}, err
	}
	reducer.Disown(&in, "", in.UpdatedAt)
	in.Status.Ask, in.Turn.Seq, in.Turn.Origins = nil, 0, nil
	if f := h.ForkedFrom; f != nil {
		in.Turn.Origins = f.All()
	}
	return in, nil
}

// Resume returns the header's snapshot as a state in the middle of the trip's own log, whose later events follow.
//
//   - Errors: those of Start.
func Resume(cfg Config, h trip.Header) (trip.Intent, error) {
	in := trip.NewIntent()
	if h.HasIntent {
		in = h.Intent
	}
	if h.TripID != "" {
		in.TripID = h.TripID
	}
	if in.Status.Node == trip.ReadyToQuote { // transient: an event goes on from it, none ends in it
		in.Status.Node = trip.CollectingRequirements
	}
	if _, err := cfg.Catalog.Zone(in.Request.Timezone); err != nil {
		return trip.Intent{}, fmt.Errorf("%w: request.timezone: %w", ErrIntent, err)
	}
	if f := h.ForkedFrom; f != nil {
		in.Turn.Forked = cmp.Or(f.Barred, f.Seq)
	}
	if in.Turn.Seq == 0 { // no event of this engine was folded into it
		in = adopt(in)
		(&renderer{table: cfg.Texts, in: &in}).status(nil)
	}
	return in, consistent(&in)
}

// adopt fills the bookkeeping that a snapshot from outside does not have.
func adopt(in trip.Intent) trip.Intent {
	in = applier.Name(in)
	at := in.UpdatedAt // unknown when absent: such quotes count as fresh
	t, w := &in.Turn, &in.WorkingMemory
	t.FlightMarks = make([]trip.QuoteMark, len(w.FlightQuotes))
	for i := range w.FlightQuotes {
		if w.FlightQuotes[i] != nil && offers.IsSearchedLeg(&in, i) {
			t.FlightMarks[i] = trip.QuoteMark{At: at, Args: offers.FlightMark(offers.FlightSearch(&in, i))}
		}
	}
	t.HotelMarks = make([]trip.QuoteMark, len(w.HotelQuotes))
	for j := range w.HotelQuotes {
		if w.HotelQuotes[j] != nil && j < offers.StayCount(&in) {
			t.HotelMarks[j] = trip.QuoteMark{At: at, Args: offers.HotelMark(offers.HotelSearch(&in, j))}
		}
	}
	l, legs := &in.Itinerary.Lodging, in.Itinerary.Segments
	t.SeededCheckIn = l.CheckIn != 0 && len(legs) > 0 && l.CheckIn == legs[0].DepartDate
	t.SeededCheckOut = l.CheckOut != 0 && len(legs) > 1 && l.CheckOut == legs[1].DepartDate
	adoptSelection(w)
	adoptShown(&in)
	if in.Status.Node == trip.AwaitingConfirmation {
		t.ShownRequirements = in.Needs()
	}
	in.Status.Ask, t.ShownAsk = nil, ""
	return in
}

// adoptShown lets the first bundles of a snapshot count as listed, as this engine would have listed them.
func adoptShown(in *trip.Intent) {
	bundles := in.WorkingMemory.RankedBundles
	in.Turn.Shown = nil
	for i := range bundles[:min(len(bundles), reducer.ShownBundles)] {
		in.Turn.Shown = append(in.Turn.Shown, bundles[i].BundleID)
	}
}

// adoptSelection completes what a snapshot says of the selected bundle and its risk report.
func adoptSelection(w *trip.WorkingMemory) {
	if r := w.RiskReport; r != nil && r.BundleID == "" {
		report := *r
		report.BundleID = w.Selected.BundleID
		w.RiskReport = &report
	}
	i := slices.IndexFunc(w.RankedBundles, func(b trip.Bundle) bool { return b.BundleID == w.Selected.BundleID })
	if i >= 0 && len(w.Selected.FlightOptionIDs)+len(w.Selected.HotelOptionIDs) == 0 {
		w.Selected.FlightOptionIDs = w.RankedBundles[i].FlightOptionIDs
		w.Selected.HotelOptionIDs = w.RankedBundles[i].HotelOptionIDs
	}
}

// consistent refuses a snapshot whose bookkeeping contradicts itself: no turn of this engine can
// be in such a state.
func consistent(in *trip.Intent) error {
	if calls.Measure(&in.Turn) < 0 {
		return fmt.Errorf("%w: turn.ordinal: %d calls are more than a turn may queue", ErrIntent, in.Turn.Ordinal)
	}
	for i, p := range in.Turn.Outstanding {
		if err := consistentCall(in, p, in.Turn.Outstanding[:i]); err != nil {
			return err
		}
	}
	return consistentPlan(&in.Turn.Assist)
}

func consistentCall(in *trip.Intent, p trip.Pending, before []trip.Pending) error {
	want := reducer.Awaits(p.Name)
	known := len(want) > 0
	isSearch := p.Name == trip.ToolFlightSearch || p.Name == trip.ToolHotelSearch
	same := func(o trip.Pending) bool { return o.CallID == p.CallID || o.Name == p.Name && known && !isSearch }
	switch {
	case p.Index >= max(trip.MaxSegments, trip.MaxStays):
		return fmt.Errorf("%w: turn.outstanding: %s for leg or stay %d", ErrIntent, p.Name, p.Index)
	case slices.ContainsFunc(before, same):
		return fmt.Errorf("%w: turn.outstanding: %s stands there twice", ErrIntent, p.Name)
	case known && !in.Turn.Failed && !slices.Contains(want, in.Status.Node):
		return fmt.Errorf("%w: turn.outstanding: %s cannot be outstanding in status %s", ErrIntent, p.Name, in.Status.Node)
	default:
		return nil
	}
}

// consistentPlan refuses a plan at a step that it does not have.
func consistentPlan(a *trip.Assist) error {
	if a.Plan == nil { // a plan that was given up leaves the steps of its calls
		return nil
	}
	steps := int64(len(a.Plan.Steps))
	if a.Plan.Next >= steps {
		return fmt.Errorf("%w: turn.assist.plan.next: step %d of %d", ErrIntent, a.Plan.Next, steps)
	}
	for i, c := range a.Round {
		if c.Step > steps {
			return fmt.Errorf("%w: turn.assist.round[%d].step: step %d of %d", ErrIntent, i, c.Step, steps)
		}
	}
	return nil
}
