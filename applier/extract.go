package applier

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// merge is one extraction on its way into an intent.
type merge struct {
	next  *trip.Intent
	ex    *trip.Extraction
	today trip.Date
	past  []trip.Date // dates that were given and have passed
}

func (m *merge) appendLeg(s trip.Segment) {
	it := &m.next.Itinerary
	it.Segments = append(slices.Clip(it.Segments), s)
}

// setLeg writes a leg, in a copy of the list unless it stands there already.
func (m *merge) setLeg(i int, s *trip.Segment) {
	it := &m.next.Itinerary
	if !it.Segments[i].Equal(*s) {
		it.Segments = slices.Clone(it.Segments)
		it.Segments[i] = *s
	}
}

// applyExtraction merges what a message changed and clears what that made invalid. A message that asks to
// start over begins with an empty plan; while something is held it changes nothing, because that is asked first.
// Rule: 5.1.extract, 5.2.nulls
func applyExtraction(c *catalog.Catalog, next *trip.Intent, ex *trip.Extraction) (notes []trip.Message, err error) {
	today, err := c.Today(next.Request.Timezone, next.UpdatedAt) // Rule: 5.2.time-zone
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrResult, trip.ToolExtract, err)
	}
	if startsOver(ex) {
		if offers.HoldsSomething(next, next.UpdatedAt) {
			return nil, nil
		}
		offers.StartOver(next)
	}
	before := *next
	if undoes(ex) {
		goBack(next)
	}
	base := *next // what the message's own changes are made to
	m := merge{next: next, ex: ex, today: today}
	notes = m.clears(&base)
	cleared := next.Itinerary
	notes = append(notes, m.operations(c, &base)...)
	chosen := m.chosenDays()
	m.itinerary(&cleared)
	m.lodging()
	m.wishes()
	m.people()
	notes = append(notes, m.requests()...)
	notes = append(notes, writeOwn(c, next, ex.Ext)...)
	if ex.HasAssumptions && !undoes(ex) { // those are about the plan that is gone
		next.Assume(ex.Assumptions)
	}
	m.remark()
	if err := m.questions(c, &base); err != nil {
		return nil, err
	}
	m.noteMeantStays(&base)
	if chosen != nil {
		m.settleDays(chosen)
	}
	m.language()
	invalidate(&before, next)
	next.Request.Kind, next.Request.About = kindAfter(&before, next, ex.Kind), ex.About
	return notes, nil
}

// noteMeantStays remembers that the person gave the nights knowing the flights: such nights may lie outside of the
// trip.
// Rule: 6.4.stay-meant
func (m *merge) noteMeantStays(before *trip.Intent) {
	isStay := func(op trip.Operation) bool { return strings.HasPrefix(op.Path, "itinerary.lodging") }
	gives := slices.ContainsFunc(m.ex.Operations, isStay) || m.ex.Lodging.CheckIn != 0 || m.ex.Lodging.CheckOut != 0 ||
		slices.ContainsFunc(m.ex.Stays, func(s trip.Stay) bool { return s.CheckIn != 0 || s.CheckOut != 0 })
	if gives && slices.EqualFunc(before.Itinerary.Segments, m.next.Itinerary.Segments, trip.Segment.Same) {
		m.next.Turn.MeantStays = m.next.Journey()
	}
}

// kindAfter returns what a message asks for, as the extraction said it, else plan. An extraction begins
// with the kind assist when its message takes an open request up again: where it changes nothing, the
// request goes on.
// Rule: 1.1.retry-kind
func kindAfter(before, next *trip.Intent, said trip.RequestKind) trip.RequestKind {
	switch {
	case before.Request.Kind == trip.KindAssist && sameTrip(before, next):
		return trip.KindAssist
	case said == "":
		return trip.KindPlan
	default:
		return said
	}
}

// sameTrip reports whether two intents differ in nothing that a person can say of a trip.
func sameTrip(a, b *trip.Intent) bool {
	x, y := *a, *b
	y.Status = x.Status
	return len(Diff(x, y)) == 0
}

// date returns d unless it is absent or lies before today: such a date is not written.
// Rule: 5.2.past-date
func (m *merge) date(d, old trip.Date) trip.Date {
	if d < m.today { // as 0 is
		if d != 0 && !slices.Contains(m.past, d) {
			m.past = append(m.past, d)
		}
		return old
	}
	return d
}

// place merges a place: members that the extraction leaves out stay while the code is the same.
func place(p, old trip.Place) trip.Place {
	switch {
	case p.Code == "" && p.City == "":
		return old
	case p.Code == "" && p.City == old.City:
		p.Code = old.Code
	}
	if p.Code != old.Code {
		return p
	}
	if p.Type == "" {
		p.Type = old.Type
	}
	if p.City == "" {
		p.City = old.City
	}
	if p.Country == "" {
		p.Country, p.Region = old.Country, cmp.Or(p.Region, old.Region)
	}
	if p.Name == "" {
		p.Name = old.Name
	}
	return p
}

// itinerary writes what the message says of the journey, and lets the way back follow what it and the operations before
// changed.
func (m *merge) itinerary(was *trip.Itinerary) {
	it := &m.next.Itinerary
	if m.ex.TripType != "" {
		it.TripType = m.ex.TripType
	}
	if m.namesFirstLeg() { // Rule: 5.2.top-level, 5.2.first-leg-only
		m.segment(0, trip.SegmentPatch{Origin: m.ex.Origin, Destination: m.ex.Destination, DepartDate: m.ex.DepartureDate})
	}
	for i := range m.ex.Segments { // after the summary of the whole trip: they are more exact
		m.segment(i, m.ex.Segments[i])
	}
	m.nights()
	m.returnLeg(was)
	m.closeDays()
}

// follow lets what follows from a change that was written follow it.
func (m *merge) follow(was *trip.Itinerary) {
	m.returnLeg(was)
	m.closeDays()
	m.lodgingDates()
	m.exclusions()
}

// namesFirstLeg reports whether the message says anything about the first leg.
func (m *merge) namesFirstLeg() bool {
	return m.ex.Origin != (trip.Place{}) || m.ex.Destination != (trip.Place{}) || m.ex.DepartureDate != 0
}

// segment merges one leg by its index; legs before it that do not exist are created too.
// Rule: 5.2.creates-first, 5.2.merge-by-index, 5.2.time-window, 5.2.arrive-window, 5.2.via
func (m *merge) segment(i int, p trip.SegmentPatch) {
	it := &m.next.Itinerary
	for len(it.Segments) <= i {
		m.appendLeg(trip.Segment{SegmentID: "seg_" + strconv.Itoa(len(it.Segments))})
	}
	s := it.Segments[i]
	s.Origin = place(p.Origin, s.Origin)
	s.Destination = place(p.Destination, s.Destination)
	m.day(&s, p)
	m.alternatives(&s, p)
	if p.TransportMode != "" {
		s.TransportMode = p.TransportMode
	}
	if p.DepartTimeWindow != (trip.TimeWindow{}) {
		s.DepartTimeWindow = p.DepartTimeWindow
	}
	if p.ArriveTimeWindow != (trip.TimeWindow{}) {
		s.ArriveTimeWindow = p.ArriveTimeWindow
	}
	if p.Via != nil {
		s.Via = p.Via
	}
	m.setLeg(i, &s)
}

// returnLeg keeps the return of a round trip: added with its date, mirroring the first leg's
// places, dropped when the trip becomes one way or only a stay.
// Rule: 5.2.one-way
func (m *merge) returnLeg(was *trip.Itinerary) {
	it := &m.next.Itinerary
	saysBack := m.ex.ReturnDate != 0 || m.ex.Nights.IsSet()
	if it.TripType == "" && saysBack && (len(it.Segments) <= 1 || isThereAndBack(it.Segments)) {
		it.TripType = trip.RoundTrip
	}
	at := returnIndex(it.Segments, was.TripType == trip.RoundTrip || it.TripType == trip.RoundTrip)
	switch it.TripType {
	case trip.RoundTrip:
		m.growReturn(at, was.Segments)
	case trip.OneWay, trip.StayOnly:
		if at >= 0 {
			it.Segments = slices.Delete(slices.Clone(it.Segments), at, at+1)
		}
	case trip.MultiCity, "":
	}
}

func isThereAndBack(s []trip.Segment) bool {
	return len(s) == 2 && s[0].Origin.Code == s[1].Destination.Code && s[0].Destination.Code == s[1].Origin.Code
}

// returnIndex finds the return leg: by its id, or as the second of a round trip's two legs; -1 if none.
func returnIndex(segments []trip.Segment, round bool) int {
	if round && len(segments) == 2 {
		return 1
	}
	return slices.IndexFunc(segments, func(s trip.Segment) bool { return s.SegmentID == trip.SegmentReturn })
}

// growReturn adds the return leg once a return date is told, and writes its date and places. A
// date that is not written makes a leg without one, so that it is asked for.
// Rule: 5.2.return-date
func (m *merge) growReturn(at int, was []trip.Segment) {
	it := &m.next.Itinerary
	if at < 0 {
		if m.ex.ReturnDate == 0 && !it.Nights.IsSet() || len(it.Segments) > 1 {
			return
		}
		if len(it.Segments) == 0 {
			m.segment(0, trip.SegmentPatch{})
		}
		m.appendLeg(trip.Segment{TransportMode: it.Segments[0].TransportMode})
		at = 1
	}
	back, first := it.Segments[at], &it.Segments[0]
	if at == 0 {
		first = &back
	}
	m.day(&back, trip.SegmentPatch{DepartDate: m.ex.ReturnDate})
	if at >= len(was) {
		back.SegmentID = trip.SegmentReturn
	}
	if !m.names(at) {
		mirror(&back, first, was)
	}
	m.setLeg(at, &back)
}

// mirror lets the places of the return leg follow those of the first leg, as long as they did so before.
func mirror(back, first *trip.Segment, was []trip.Segment) {
	var old trip.Segment
	if len(was) > 0 {
		old = was[0]
	}
	follow := func(p *trip.Place, now, before trip.Place) {
		if p.Code == "" || p.Code == before.Code && p.Code != now.Code {
			*p = place(now, *p)
		}
	}
	follow(&back.Origin, first.Destination, old.Destination)
	follow(&back.Destination, first.Origin, old.Origin)
}

// names reports whether the extraction itself gives places for leg i.
func (m *merge) names(i int) bool {
	return i < len(m.ex.Segments) &&
		(m.ex.Segments[i].Origin != (trip.Place{}) || m.ex.Segments[i].Destination != (trip.Place{}))
}

func (m *merge) lodging() {
	l, ex := &m.next.Itinerary.Lodging, &m.ex.Lodging
	if ex.Needed != trip.Unset {
		l.Needed = ex.Needed == trip.True
	}
	if ex.Rooms.Set {
		l.Rooms = ex.Rooms
	}
	if ex.LocationHint != "" {
		l.LocationHint = ex.LocationHint
	}
	m.stays()
	m.lodgingDates()
}

// stays merges stays by index and gives a stay that ends before it begins one night.
// Rule: 5.2.stays, 5.2.merge-by-index
func (m *merge) stays() {
	l := &m.next.Itinerary.Lodging
	if len(m.ex.Stays) == 0 {
		return
	}
	l.Stays = slices.Clone(l.Stays)
	for j, p := range m.ex.Stays {
		if j == len(l.Stays) {
			l.Stays = append(l.Stays, trip.Stay{})
		}
		s := &l.Stays[j]
		if p.LocationCode != "" {
			s.LocationCode = p.LocationCode
		}
		s.CheckIn = m.date(p.CheckIn, s.CheckIn)
		s.CheckOut = m.date(p.CheckOut, s.CheckOut)
		if p.Rooms.Set {
			s.Rooms = p.Rooms
		}
		if p.LocationHint != "" {
			s.LocationHint = p.LocationHint
		}
		s.CheckOut = oneNight(s.CheckIn, s.CheckOut)
	}
}

// Rule: 5.2.one-night
func oneNight(in, out trip.Date) trip.Date {
	if out != 0 && out <= in {
		return in.AddDays(1)
	}
	return out
}

// lodgingDates sets explicit dates, and lets the others follow the travel dates while there
// are no stays. Where nobody sleeps nothing is seeded: the lodging would change for nothing.
// Rule: 5.2.seeds-lodging, 5.2.seed-until-set
func (m *merge) lodgingDates() {
	l, t := &m.next.Itinerary.Lodging, &m.next.Turn
	if d := m.date(m.ex.Lodging.CheckIn, 0); d != 0 {
		l.CheckIn, t.SeededCheckIn = d, false
	}
	if d := m.date(m.ex.Lodging.CheckOut, 0); d != 0 {
		l.CheckOut, t.SeededCheckOut = d, false
	}
	if len(l.Stays) == 0 && offers.NeedsLodging(m.next) {
		out, back := m.travelDates()
		if offers.IsOpen(m.next) { // the nights follow the days once they are chosen
			l.CheckIn = unlessSeeded(l.CheckIn, out, t.SeededCheckIn)
			l.CheckOut = unlessSeeded(l.CheckOut, back, t.SeededCheckOut)
		}
		l.CheckIn, t.SeededCheckIn = seed(l.CheckIn, out, t.SeededCheckIn)
		l.CheckOut, t.SeededCheckOut = seed(l.CheckOut, back, t.SeededCheckOut)
	}
	l.CheckOut = oneNight(l.CheckIn, l.CheckOut)
}

// travelDates returns when the party leaves for the first destination and when it leaves there.
func (m *merge) travelDates() (out, back trip.Date) {
	segments := m.next.Itinerary.Segments
	if len(segments) > 0 {
		out = segments[0].DepartDate
	}
	if len(segments) > 1 {
		back = segments[1].DepartDate
	} else {
		back = m.date(m.ex.ReturnDate, 0)
		if n := m.next.Itinerary.Nights; back == 0 && out != 0 && n.IsSet() && n.Min == n.Max {
			back = out.AddDays(int(n.Min))
		}
	}
	return out, back
}

// unlessSeeded drops a day that followed a travel date which is open now.
func unlessSeeded(now, travel trip.Date, seeded bool) trip.Date {
	if seeded && travel == 0 {
		return 0
	}
	return now
}

// Rule: 5.2.seed-follows
func seed(now, travel trip.Date, seeded bool) (trip.Date, bool) {
	if travel != 0 && (now == 0 || seeded) {
		return travel, true
	}
	return now, seeded
}

// exclusions writes what is not wanted. Excluding beats preferring.
// Rule: 5.2.excluded, 5.2.excluded-days
func (m *merge) exclusions() {
	p, ex := &m.next.Preferences, &m.ex.Constraints
	if ex.ExcludedAirlines != nil {
		p.Flight.ExcludedAirlines = ex.ExcludedAirlines
	}
	if ex.ExcludedConnections != nil {
		p.Flight.ExcludedConnections = ex.ExcludedConnections
	}
	if ex.ExcludedModes != nil {
		p.ExcludedModes = ex.ExcludedModes
	}
	if m.ex.ExcludedDays != nil {
		m.next.Itinerary.ExcludedDays = m.ex.ExcludedDays
	}
	isOut := func(name string) bool { return slices.Contains(p.Flight.ExcludedAirlines, name) }
	if slices.ContainsFunc(p.Flight.PreferredAirlines, isOut) {
		p.Flight.PreferredAirlines = slices.DeleteFunc(slices.Clone(p.Flight.PreferredAirlines), isOut)
	}
}

// Rule: 5.2.budget, 5.2.refundable, 5.2.cabin, 5.2.hotel-wishes
func (m *merge) wishes() {
	f, h, c, ex := &m.next.Preferences.Flight, &m.next.Preferences.Hotel, &m.next.Constraints, &m.ex.Constraints
	if m.ex.Cabin != "" {
		f.Cabin = m.ex.Cabin
	}
	if ex.MaxStops.Set {
		f.MaxStops = ex.MaxStops
	}
	if ex.AvoidRedEye != trip.Unset {
		f.AvoidRedEye = ex.AvoidRedEye
	}
	if ex.PreferredAirlines != nil {
		f.PreferredAirlines = ex.PreferredAirlines
	}
	m.exclusions()
	m.currency()
	if ex.BudgetTotal != (trip.Money{}) {
		c.BudgetTotal = ex.BudgetTotal
	}
	if ex.RefundableOnly != trip.Unset {
		h.RefundableOnly = ex.RefundableOnly
		c.RefundablePreference = ex.RefundableOnly == trip.True
	}
	if m.ex.Lodging.HotelStarMin.Set {
		h.StarMin = m.ex.Lodging.HotelStarMin
	}
	if m.ex.Lodging.MaxPricePerNight != (trip.Money{}) {
		h.MaxPricePerNight = m.ex.Lodging.MaxPricePerNight
	}
}

// currency takes the one that prices are wanted in: what was named, else that of a limit that is new.
func (m *merge) currency() {
	c, limit, nightly := &m.next.Constraints, m.ex.Constraints.BudgetTotal.Currency, m.ex.Lodging.MaxPricePerNight.Currency
	switch {
	case m.ex.Constraints.Currency != "":
		c.Currency = m.ex.Constraints.Currency
	case limit != "" && limit != c.BudgetTotal.Currency:
		c.Currency = limit
	case nightly != "" && nightly != m.next.Preferences.Hotel.MaxPricePerNight.Currency:
		c.Currency = nightly
	}
}

func (m *merge) people() {
	t, ex := &m.next.Party.Travelers, &m.ex.Travelers
	if ex.Adults.Set {
		t.Adults = ex.Adults.Value
	}
	if ex.Children.Set {
		t.Children = ex.Children.Value
	}
	if ex.Infants.Set {
		t.Infants = ex.Infants.Value
	}
	m.ages()
	if m.ex.Contact.Email != "" {
		m.next.Party.Contact.Email = m.ex.Contact.Email
	}
	if m.ex.Contact.Phone != "" {
		m.next.Party.Contact.Phone = m.ex.Contact.Phone
	}
}

// language takes the language of the first message that tells one, where the request says none or English.
// Rule: 7.0.first-message
func (m *merge) language() {
	if r := &m.next.Request; m.ex.Language != "" && trip.IsEnglish(r.Locale) {
		r.Locale = m.ex.Language
	}
}
