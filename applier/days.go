package applier

import (
	"slices"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// Days and routes that are still to be chosen (behaviour 5.8).

// mostOpenDays is how many days a range has at most; of a longer one the first are kept.
const maxOpenDays = 366

// day merges when a leg is: a day, a range of days or several days, of which the last that is said counts.
// Rule: 5.2.open-days
func (m *merge) day(s *trip.Segment, p trip.SegmentPatch) {
	between, days := m.ahead(p.DepartBetween), m.aheadOf(p.Alternatives.DepartDate)
	switch {
	case between.IsSet():
		s.DepartDate, s.DepartBetween, s.Alternatives.DepartDate = 0, between, nil
	case len(days) > 0:
		s.DepartDate, s.DepartBetween, s.Alternatives.DepartDate = 0, trip.DayRange{}, days
	default:
		s.DepartDate = m.date(p.DepartDate, s.DepartDate)
		if p.DepartDate != 0 {
			s.DepartBetween, s.Alternatives.DepartDate = trip.DayRange{}, nil
		}
	}
}

// ahead cuts what has passed off a range of days.
// Rule: 5.2.past-date
func (m *merge) ahead(r trip.DayRange) trip.DayRange {
	if !r.IsSet() || m.date(max(r.To, r.From), 0) == 0 {
		return trip.DayRange{}
	}
	r.From, r.To = max(min(r.From, r.To), m.today), max(r.From, r.To)
	r.To = min(r.To, r.From.AddDays(maxOpenDays-1))
	return r
}

// aheadOf returns the days that have not passed.
// Rule: 5.2.past-date
func (m *merge) aheadOf(days []trip.Date) (out []trip.Date) {
	for _, d := range days {
		if m.date(d, 0) != 0 && !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	slices.Sort(out)
	return out
}

// alternatives merges the places that could stand in a leg instead: a place that is said alone ends them.
// Rule: 5.2.alternatives
func (m *merge) alternatives(s *trip.Segment, p trip.SegmentPatch) {
	set := func(list *[]trip.Place, said []trip.Place, own trip.Place) {
		switch {
		case said != nil:
			*list = slices.DeleteFunc(slices.Clone(said), func(o trip.Place) bool { return o.Code == "" || o.Code == own.Code })
		case own != (trip.Place{}):
			*list = nil
		}
	}
	set(&s.Alternatives.Origin, p.Alternatives.Origin, p.Origin)
	set(&s.Alternatives.Destination, p.Alternatives.Destination, p.Destination)
}

// nights merges how long the trip shall be, which takes back a day on which it was to end.
// Rule: 5.2.nights
func (m *merge) nights() {
	it := &m.next.Itinerary
	if !m.ex.Nights.IsSet() {
		return
	}
	it.Nights = m.ex.Nights
	last := len(it.Segments) - 1
	if !offers.ComesBack(m.next) || m.ex.ReturnDate != 0 || last < len(m.ex.Segments) && saysDay(&m.ex.Segments[last]) {
		return
	}
	s := it.Segments[last]
	s.DepartDate, s.DepartBetween, s.Alternatives.DepartDate = 0, trip.DayRange{}, nil
	m.setLeg(last, &s)
}

// saysDay reports whether a patch says when its leg is.
func saysDay(p *trip.SegmentPatch) bool {
	return p.DepartDate != 0 || p.DepartBetween.IsSet() || len(p.Alternatives.DepartDate) > 0
}

// closeDays writes the days of which only one is left, and forgets the nights of a trip whose days are known.
// Rule: 5.2.open-days, 5.2.nights
func (m *merge) closeDays() {
	it := &m.next.Itinerary
	for i := range it.Segments {
		s := it.Segments[i]
		switch days := s.Alternatives.DepartDate; {
		case s.DepartBetween.IsSet() && s.DepartBetween.From == s.DepartBetween.To:
			s.DepartDate, s.DepartBetween = s.DepartBetween.From, trip.DayRange{}
		case len(days) == 1:
			s.DepartDate, s.Alternatives.DepartDate = days[0], nil
		default:
			continue
		}
		m.setLeg(i, &s)
	}
	last := len(it.Segments) - 1
	if !offers.ComesBack(m.next) || !it.Nights.IsSet() {
		return
	}
	first, back := it.Segments[0], it.Segments[last]
	if first.DepartDate != 0 && back.DepartDate == 0 && !back.IsOpen() && it.Nights.Min == it.Nights.Max {
		back.DepartDate = first.DepartDate.AddDays(int(it.Nights.Min))
		m.setLeg(last, &back)
	}
	if back.DepartDate != 0 || back.IsOpen() {
		it.Nights = trip.Nights{}
	}
}

// chosenDays returns the one of the days and routes that were listed that a message chooses, nil when it chooses none:
// by its position, as the cheapest, the first or the last, with a yes where it is the only one, or by its first day.
// Rule: 5.8.choose
func (m *merge) chosenDays() *trip.DayPlan {
	in := m.next
	ask, plans := in.Status.Ask, in.Turn.Days
	if ask == nil || ask.Key != trip.KeyDays || len(plans) == 0 ||
		in.Turn.AcceptedAsk != "" && in.Turn.AcceptedAsk != ask.ID {
		return nil
	}
	for _, a := range m.ex.Acts {
		switch {
		case a.Kind == trip.ActConfirm && len(plans) == 1:
			return &plans[0]
		case a.Kind != trip.ActSelect && (a.Kind != trip.ActShow || a.What != trip.ShowOption):
		case a.Position > 0 && a.Position <= int64(len(plans)):
			return &plans[a.Position-1]
		case a.By == trip.ByEarliest:
			return &plans[0]
		case a.By == trip.ByLatest:
			return &plans[len(plans)-1]
		case a.By == trip.ByCheapest:
			return offers.CheapestPlan(in, plans)
		}
	}
	return m.onDay(plans)
}

// onDay returns the one plan that begins on the day that the message names, nil when it names none or says more of the
// days.
func (m *merge) onDay(plans []trip.DayPlan) (one *trip.DayPlan) {
	day := m.ex.DepartureDate
	switch {
	case m.ex.ReturnDate != 0 || m.ex.Nights.IsSet() || len(m.ex.Segments) > 1:
		return nil
	case len(m.ex.Segments) == 1:
		day = max(day, m.ex.Segments[0].DepartDate)
	}
	for i := range plans {
		switch {
		case day == 0 || len(plans[i].Legs) == 0 || plans[i].Legs[0].Day != day:
		case one != nil:
			return nil
		default:
			one = &plans[i]
		}
	}
	return one
}

// settleDays puts the trip on the days and the route that were chosen.
func (m *merge) settleDays(p *trip.DayPlan) {
	m.next.Itinerary = offers.OnDays(m.next, p).Itinerary
	m.lodgingDates()
}

// answerDays chooses what an ask lists.
// Rule: 5.8.choose
func answerDays(
	c catalog.Catalog, in trip.Intent, ask *trip.Ask, a trip.UserAnswered,
) (next trip.Intent, gone bool, err error) {
	at := slices.IndexFunc(ask.Choices, func(c trip.Choice) bool { return c.ID == a.ChoiceID })
	if at >= len(in.Turn.Days) {
		return in, true, nil
	}
	told := in.PlanSnapshot()
	next = offers.OnDays(&in, &in.Turn.Days[at])
	next.Turn.PlanBeforeMessage = &told
	if err := settleWritten(c, &in, &next); err != nil {
		return in, false, err
	}
	return next, false, nil
}

// applyDay writes what the search of one day and route found. One that is no longer looked at takes nothing.
// Rule: 5.8.searches
func applyDay(in *trip.Intent, r *trip.FlightResult, p *trip.Pending) (notes []trip.Message) {
	w, i := &in.WorkingMemory, int(p.Index)
	at := offers.DayQuoteOf(w.DayQuotes, p.Mark)
	if at < 0 || !offers.IsSearchedLeg(in, i) {
		return nil
	}
	args := offers.DaySearch(in, i, w.DayQuotes[at].Leg)
	kept, dropped := validItems(nameFlights(r.Options, i), flightID, flightPasses)
	kept, misfits := fitting(kept,
		func(o *trip.FlightOption) offers.Contradiction { return offers.FlightContradicts(o, &args) })
	w.DayQuotes = slices.Clone(w.DayQuotes)
	w.DayQuotes[at].Options = kept
	return append(leftOut(trip.ToolFlightSearch, "offer", r.LeftOut+len(dropped)),
		notAsked(trip.ToolFlightSearch, misfits)...)
}
