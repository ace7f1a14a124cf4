package describe

import (
	"slices"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/booking"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/trip"
)

// Changes are what differs between two plans: each with its kind, and what it was and is.
type Changes struct {
	List     []trip.Params
	Replaces bool // something that was said before
}

// add appends a change, described by names and values in turn. It replaces something where a value was said before.
func (c *Changes) add(wasSaid bool, args ...any) {
	c.List, c.Replaces = append(c.List, trip.With(args...)), c.Replaces || wasSaid
}

// Compare lists what differs between two plans.
func Compare(old, now *trip.Intent) *Changes {
	out := &Changes{}
	out.legs(old, now)
	note := func(what string, wasSaid bool, was, is any, differs bool) {
		if differs {
			out.add(wasSaid, "what", what, "from", was, "to", is)
		}
	}
	was, is := old.Party.Travelers, now.Party.Travelers
	note("travelers", was != trip.Travelers{}, People(was), People(is), was != is)
	note("ages", false, "", booking.Ages(now), was == is && !slices.Equal(old.Party.Ages, now.Party.Ages))
	if was, is := old.Itinerary.Nights, now.Itinerary.Nights; is.IsSet() {
		note("nights", was.IsSet(), nightsOf(was), nightsOf(is), was != is)
	}
	out.stays(old, now)
	if was, is := old.Itinerary.ExcludedDays, now.Itinerary.ExcludedDays; !slices.Equal(was, is) {
		note("excluded_days", len(was) > 0, daysOf(was), daysOf(is), true)
	}
	f, g := &old.Preferences.Flight, &now.Preferences.Flight
	note("cabin", f.Cabin != "", f.Cabin, g.Cabin, f.Cabin != g.Cabin)
	note("max_stops", f.MaxStops.Set, numberText(f.MaxStops), numberText(g.MaxStops), f.MaxStops != g.MaxStops)
	note("airlines", len(f.PreferredAirlines) > 0, f.PreferredAirlines, g.PreferredAirlines,
		!slices.Equal(f.PreferredAirlines, g.PreferredAirlines))
	if !sameExclusions(&old.Preferences, &now.Preferences) {
		note("excluded", excludes(&old.Preferences), Excluded(&old.Preferences), Excluded(&now.Preferences), true)
	}
	wasRedEye, isRedEye := f.AvoidRedEye == trip.True, g.AvoidRedEye == trip.True
	note("avoid_red_eye", wasRedEye, wasRedEye, isRedEye, f.AvoidRedEye != g.AvoidRedEye)
	h, k := &old.Preferences.Hotel, &now.Preferences.Hotel
	note("stars", h.StarMin.Set, numberText(h.StarMin), numberText(k.StarMin), h.StarMin != k.StarMin)
	note("nightly", h.MaxPricePerNight.IsSet(), h.MaxPricePerNight.String(), k.MaxPricePerNight.String(),
		h.MaxPricePerNight != k.MaxPricePerNight)
	c, e := &old.Constraints, &now.Constraints
	note("refundable", c.RefundablePreference, c.RefundablePreference, e.RefundablePreference,
		c.RefundablePreference != e.RefundablePreference)
	note("budget", c.BudgetTotal.IsSet(), c.BudgetTotal.String(), e.BudgetTotal.String(), c.BudgetTotal != e.BudgetTotal)
	if c.Searched != e.Searched && e.BudgetTotal.Currency != e.Currency && k.MaxPricePerNight.Currency != e.Currency {
		note("currency", c.Currency != "", string(c.Currency), string(e.Currency), true)
	}
	note("contact", false, "", "", old.Party.Contact != now.Party.Contact)
	out.own(old, now)
	return out
}

// openDaysOf describes the days of which one of a leg is to be chosen, nil when there are none.
func openDaysOf(l *trip.Segment) trip.Params {
	switch days := l.Alternatives.DepartDate; {
	case l.DepartBetween.IsSet():
		return trip.With("between", rangeOf(l.DepartBetween))
	case len(days) > 0:
		return trip.With("days", dayTexts(days))
	}
	return nil
}

// sameExclusions reports whether the same is not wanted.
func sameExclusions(a, b *trip.Preferences) bool {
	return slices.Equal(a.Flight.ExcludedAirlines, b.Flight.ExcludedAirlines) &&
		slices.Equal(a.Flight.ExcludedConnections, b.Flight.ExcludedConnections) &&
		slices.Equal(a.ExcludedModes, b.ExcludedModes)
}

// own appends what differs in own fields.
// Rule: 5.5.echoed
func (c *Changes) own(old, now *trip.Intent) {
	if old.Ext == now.Ext {
		return
	}
	fields := now.Ext.Fields()
	for _, f := range old.Ext.Fields() {
		if now.Value(f.Path) == "" {
			fields = append(fields, trip.Own{Path: f.Path})
		}
	}
	for _, f := range fields {
		if was := old.Value(f.Path); was != f.Value {
			from := decision.Plain(was)
			c.add(from != "", "what", "own", "path", f.Path, "from", from, "to", decision.Plain(f.Value))
		}
	}
}

func (c *Changes) legs(old, now *trip.Intent) {
	was, is := offers.Legs(old), offers.Legs(now)
	if isRerouted(was, is) {
		legs := make([]trip.Params, len(is))
		for i := range is {
			legs[i] = Leg(&is[i])
		}
		c.add(true, "what", "route", "to", legs)
		return
	}
	for i := range max(len(was), len(is)) {
		var way []any
		if i > 0 && len(was) == len(is) { // the way out is not told apart
			if way = Way(now, i); way == nil && sameEnds(&was[i], &is[i]) {
				way = []any{"way", trip.With("from", Place(&is[i].Origin), "to", Place(&is[i].Destination))}
			}
		}
		switch {
		case i >= len(was):
			c.add(false, "what", "leg_added", "to", Leg(&is[i]))
		case i >= len(is):
			c.add(true, "what", "leg_dropped", "from", Leg(&was[i]))
		case i == 1 && isThereAndBack(was) && isThereAndBack(is): // its places are those of the way out
			back := was[1]
			back.Origin, back.Destination = is[1].Origin, is[1].Destination
			c.leg(&back, &is[1], i, way...)
		default:
			before := was[i]
			if i > 0 && follows(was, i) && follows(is, i) { // that it starts elsewhere follows from where the leg before goes
				before.Origin = is[i].Origin
			}
			c.leg(&before, &is[i], i, way...)
		}
	}
}

// isRerouted reports whether a journey that has or had more than two legs goes to two other places, or to one and has
// more or fewer legs: its new route is told then, and not what differs.
// Rule: 7.4.route
func isRerouted(was, is []trip.Segment) bool {
	differ := 0
	for i := range min(len(was), len(is)) {
		if was[i].Destination.Code != is[i].Destination.Code && was[i].Destination.Code != "" {
			differ++
		}
	}
	isLong, isOfOtherLength := max(len(was), len(is)) > 2 && len(is) > 1, len(was) != len(is)
	return isLong && (differ > 1 || differ == 1 && isOfOtherLength)
}

// follows reports whether a leg starts where the one before it ends.
func follows(legs []trip.Segment, i int) bool {
	return legs[i].Origin.Code == legs[i-1].Destination.Code
}

// Way says of leg i whether it is the way out or back of a journey that has no others, as parameters of a message.
// Rule: 7.2.way-back
func Way(in *trip.Intent, i int) []any {
	switch legs := offers.Legs(in); {
	case !isThereAndBack(legs):
		return nil
	case i == 0:
		return []any{"out", true}
	}
	return []any{"back", true}
}

// sameEnds reports whether a leg goes from and to where it did, both known: it is told by these, not by its number.
func sameEnds(was, is *trip.Segment) bool {
	return is.Origin.Code != "" && is.Destination.Code != "" && was.Origin.Code == is.Origin.Code &&
		was.Destination.Code == is.Destination.Code
}

func isThereAndBack(legs []trip.Segment) bool {
	return len(legs) == 2 && legs[0].Origin.Code == legs[1].Destination.Code &&
		legs[0].Destination.Code == legs[1].Origin.Code
}

func (c *Changes) leg(was, is *trip.Segment, i int, way ...any) {
	note := func(what string, wasSaid bool, from, to any) {
		c.add(wasSaid, append([]any{"what", what, "leg", i + 1, "from", from, "to", to}, way...)...)
	}
	if others := is.Alternatives.Origin; len(others) > 0 && !slices.Equal(was.Alternatives.Origin, others) {
		note("or_from", true, Place(&is.Origin), Places(others))
	} else if was.Origin.Code != is.Origin.Code || len(others) < len(was.Alternatives.Origin) {
		note("origin", was.Origin != trip.Place{}, Place(&was.Origin), Place(&is.Origin))
	}
	if others := is.Alternatives.Destination; len(others) > 0 && !slices.Equal(was.Alternatives.Destination, others) {
		note("or_to", true, Place(&is.Destination), Places(others))
	} else if was.Destination.Code != is.Destination.Code || len(others) < len(was.Alternatives.Destination) {
		note("destination", was.Destination != trip.Place{}, Place(&was.Destination), Place(&is.Destination))
	}
	before := openDaysOf(was)
	if open := openDaysOf(is); open != nil && (was.DepartBetween != is.DepartBetween ||
		!slices.Equal(was.Alternatives.DepartDate, is.Alternatives.DepartDate)) {
		note("open_days", before != nil, before, open)
	} else if was.DepartDate != is.DepartDate {
		note("date", was.DepartDate != 0, was.DepartDate.String(), is.DepartDate.String())
	}
	if was.IsFlight() != is.IsFlight() || !is.IsFlight() && was.TransportMode != is.TransportMode {
		note("mode", true, modeOf(was), modeOf(is))
	}
	if from, to := was.DepartTimeWindow, is.DepartTimeWindow; from != to {
		note("window", from.IsSet(), Window(from), Window(to))
	}
	if from, to := was.ArriveTimeWindow, is.ArriveTimeWindow; from != to {
		note("arrival", from.IsSet(), Window(from, "lands", true), Window(to, "lands", true))
	}
	if !slices.Equal(was.Via, is.Via) {
		note("via", len(was.Via) > 0, Places(was.Via), Places(is.Via))
	}
}

// isUnknown reports whether a stay has neither a place nor dates yet.
func isUnknown(s *trip.Stay) bool { return s.LocationCode == "" && s.CheckIn == 0 && s.CheckOut == 0 }

// staysOnlyIn returns the numbers of the stays of a list that a shorter one, in the same order, has not; nil where that
// is empty or no part of it.
func staysOnlyIn(long, short []trip.Stay) (others []int) {
	j := 0
	for i := range long {
		if j < len(short) && long[i] == short[j] {
			j++
			continue
		}
		others = append(others, i)
	}
	if j < len(short) || j == 0 {
		return nil
	}
	return others
}

func (c *Changes) stays(old, now *trip.Intent) {
	was, is := old.Itinerary.Lodging.Stays, now.Itinerary.Lodging.Stays
	dropped, added := staysOnlyIn(was, is), staysOnlyIn(is, was)
	if len(dropped)+len(added) > 0 && offers.NeedsLodging(old) && offers.NeedsLodging(now) {
		for _, j := range dropped {
			c.add(true, "what", "stay_dropped", "from", Stay(old, j))
		}
		for _, j := range added {
			c.add(false, "what", "stay_added", "to", Stay(now, j))
		}
		return
	}
	derived := len(old.Itinerary.Lodging.Stays) == 0 && len(now.Itinerary.Lodging.Stays) == 0
	before, after := offers.StayCount(old), offers.StayCount(now)
	for j := range max(before, after) {
		was, is := offers.StayAt(old, j), offers.StayAt(now, j)
		wasSaid := !isUnknown(&was) || was.LocationHint != ""
		if derived && is.LocationCode != "" { // the place follows the first leg, which is told
			was.LocationCode = is.LocationCode
		}
		switch {
		case j >= after:
			c.add(wasSaid, "what", "stay_dropped", "from", Stay(old, j))
		case j >= before, isUnknown(&was) && !isUnknown(&is):
			c.add(false, "what", "stay_added", "to", Stay(now, j))
		case !isUnknown(&was) && (was != is || offers.WishedRooms(old, was) != offers.WishedRooms(now, is)):
			c.add(wasSaid, "what", "stay", "from", Stay(old, j), "to", Stay(now, j))
		}
	}
}
