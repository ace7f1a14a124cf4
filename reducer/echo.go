package reducer

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/booking"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/trip"
)

// echo tells what was understood of a message: the whole trip the first time, later what changed; then what
// was taken for granted and what could not be used (behaviour 7.1). When days become open, or are set, the whole is
// told.
// Rule: 5.8.echo
func (s *step) echo() {
	before := s.next.Turn.Before
	if s.reading == nil || before == nil {
		return
	}
	s.next.Turn.Before = nil
	s.chooseCurrency()
	old := *s.next
	old.Party, old.Itinerary, old.Preferences, old.Constraints = before.Party, before.Itinerary, before.Preferences,
		before.Constraints
	old.Ext = before.Ext
	changes := changesOf(&old, s.next)
	s.changed = len(changes.list) > 0
	s.next.Turn.Changed = s.changed
	s.requested = !sameRequests(before.Requests, s.next.Requests)
	s.keepEarlier(before, &old)
	if s.changed && !isBlank(s.next) { // an emptied trip is told by what emptied it
		if len(s.missing(&old)) > 0 && !changes.replace || s.asksFor(trip.ActStartOver) ||
			offers.IsOpen(&old) != offers.IsOpen(s.next) {
			s.rule("7.1.whole")
			s.next.Turn.ToldWhole = true
			s.say(trip.Tell(trip.Refs{Trip: true}, "echo.trip"))
		} else {
			s.rule("7.1.changed")
			s.say(trip.Say("echo.changed", "changes", changes.list))
		}
	}
	s.echoCurrency(&old)
	s.echoUnsearched(&old)
	s.echoBooking()
	s.echoRequests(before.Requests)
	for _, m := range s.next.Turn.Unwritten {
		s.rule("5.9.dropped")
		s.say(m)
	}
	s.next.Turn.Unwritten = nil
	for _, m := range s.next.Status.AssumptionKeys {
		isOld := func(o trip.Message) bool { return saysSame(&o, &m) }
		if !slices.ContainsFunc(before.Assumptions, isOld) && !isContext(m.Key) {
			s.rule("7.1.assumptions")
			s.say(trip.Say("echo.assumed", "what", m))
		}
	}
	if hasCard(s.next.Request.UserMessage) {
		s.rule("7.1.card")
		s.say(trip.Say("echo.card"))
	}
	if s.echoesUnread() {
		s.sayUnread()
	}
	if s.reading.Topic == trip.TopicOther && s.next.Request.Kind != trip.KindAssist {
		s.rule("6.1.other-topic")
		s.say(trip.Say("echo.other_topic", "changed", s.changed))
	}
}

// echoCurrency says that prices are not to be had in a currency that was named. For a limit the options say it.
// Rule: 7.2.currency
func (s *step) echoCurrency(old *trip.Intent) {
	wanted, limit := s.next.Constraints.Currency, s.next.Constraints.BudgetTotal.Currency
	nightly := s.next.Preferences.Hotel.MaxPricePerNight.Currency
	if wanted == old.Constraints.Currency || wanted == limit || wanted == nightly {
		return
	}
	if _, ok := s.hasCurrency(wanted); !ok {
		s.rule("7.2.currency")
		s.say(trip.Say("echo.currency", "currency", string(wanted)))
	}
}

// echoUnsearched says at once what is not searched of how the person wants to travel, and what can be done.
// Rule: 7.1.unsearched
func (s *step) echoUnsearched(old *trip.Intent) {
	modes := unsearched(s.next)
	if len(modes) == 0 || slices.Equal(modes, unsearched(old)) {
		return
	}
	s.rule("7.1.unsearched")
	flies := slices.ContainsFunc(legsOf(s.next), func(l trip.Segment) bool { return l.IsFlight() })
	s.say(trip.Say("echo.unsearched", "modes", modes, "flights", flies, "lodging", offers.NeedsLodging(s.next)))
}

// unsearched lists the means of travel of a trip that nothing searches.
func unsearched(in *trip.Intent) (modes []string) {
	for _, l := range legsOf(in) {
		if !l.IsFlight() && !slices.Contains(modes, l.TransportMode) {
			modes = append(modes, l.TransportMode)
		}
	}
	return modes
}

// keepEarlier remembers the plan that this message changed, so that it can be gone back to.
// Rule: 6.1.undo
func (s *step) keepEarlier(before *trip.Told, old *trip.Intent) {
	if !s.changed && !s.requested || isBlank(old) || s.asksFor(trip.ActUndo) {
		return
	}
	earlier := s.next.Earlier
	was := *before
	was.Turn = s.next.Turn.Number
	s.next.Earlier = slices.Concat(earlier[max(len(earlier)-trip.MaxEarlier+1, 0):], []trip.Told{was})
}

// asksFor reports whether the message asks for an act of a kind.
func (s *step) asksFor(kind string) bool {
	return s.reading != nil && slices.ContainsFunc(s.reading.Acts, func(a trip.Act) bool { return a.Kind == kind })
}

// saysSame reports whether two messages say the same, whatever their texts are.
func saysSame(a, b *trip.Message) bool {
	return a.Key == b.Key && bytes.Equal(a.Params.AppendJSON(nil), b.Params.AppendJSON(nil))
}

// isContext reports whether an assumption only helps to read the next message, such as what "there" or a bare day
// refers to. It is kept in the state and never shown.
func isContext(key string) bool {
	return slices.Contains([]string{
		"assume.stay_focus", "assume.other", "assume.asked", "assume.there", "assume.when", "assume.heads",
		"assume.route_nights", trip.AssumeLodgingUnsaid,
	}, key)
}

// echoesUnread reports whether the echo says what could not be used. It does when some of the message was used;
// otherwise what follows says it.
func (s *step) echoesUnread() bool { return s.changed || s.requested || len(s.reading.Acts) > 0 }

// sayUnread tells what of the message could not be used.
func (s *step) sayUnread() {
	if unread := s.unread(); len(unread) > 0 {
		s.rule("7.1.unread")
		s.say(trip.Say("echo.unread", "parts", unread))
	}
}

// unread is what of the message could not be used, but for the number of a card, which is never told back.
func (s *step) unread() []string {
	if s.reading == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.reading.Unread), hasCard)
}

func hasCard(text string) bool {
	from, to := trip.CardNumber(text)
	return from < to
}

// changes are what differs between two plans: each with its kind, and what it was and is.
type changes struct {
	list    []trip.Params
	replace bool // something that was said before
}

// add appends a change, described by names and values in turn. It replaces something where a value was said before.
func (c *changes) add(wasSaid bool, args ...any) {
	c.list, c.replace = append(c.list, trip.With(args...)), c.replace || wasSaid
}

// changesOf lists what differs between two plans.
func changesOf(old, now *trip.Intent) *changes {
	out := &changes{}
	out.legs(old, now)
	note := func(what string, wasSaid bool, was, is any, differs bool) {
		if differs {
			out.add(wasSaid, "what", what, "from", was, "to", is)
		}
	}
	was, is := old.Party.Travelers, now.Party.Travelers
	note("travelers", was != trip.Travelers{}, peopleOf(was), peopleOf(is), was != is)
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
		note("excluded", excludes(&old.Preferences), excludedOf(&old.Preferences), excludedOf(&now.Preferences), true)
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

// excludedOf describes what is not wanted: airlines, places where one will not change, means of travel.
func excludedOf(p *trip.Preferences) trip.Params {
	return trip.With("airlines", p.Flight.ExcludedAirlines, "at", placesOf(p.Flight.ExcludedConnections),
		"modes", p.ExcludedModes)
}

func placesOf(list []trip.Place) []trip.Params {
	out := make([]trip.Params, len(list))
	for i := range list {
		out[i] = placeOf(&list[i])
	}
	return out
}

// daysOf describes days on which the person does not travel. Where one day was taken out of days of the week, it is
// told as an exception of these.
func daysOf(list []trip.DayRange) []trip.Params {
	out := make([]trip.Params, 0, len(list))
	for i := 0; i < len(list); i++ {
		d, but := list[i], trip.Date(0)
		if i+1 < len(list) && d.Weekday != "" && d.Weekday == list[i+1].Weekday && d.To.AddDays(2) == list[i+1].From &&
			d.To != 0 {
			i++
			d.To, but = list[i].To, d.To.AddDays(1)
		}
		args := rangeArgs(d)
		if but != 0 {
			args = append(args, "but", but.String())
		}
		out = append(out, trip.With(args...))
	}
	return out
}

func rangeArgs(d trip.DayRange) []any {
	return []any{"from", d.From.String(), "to", d.To.String(), "weekday", d.Weekday}
}

// rangeOf describes a range of days, nil when there is none.
func rangeOf(d trip.DayRange) trip.Params {
	if !d.IsSet() {
		return nil
	}
	return trip.With(rangeArgs(d)...)
}

func dayTexts(days []trip.Date) []string {
	out := make([]string, len(days))
	for i, d := range days {
		out[i] = d.String()
	}
	return out
}

// nightsOf describes how many nights a trip may have, nil when nobody said.
func nightsOf(n trip.Nights) trip.Params {
	if !n.IsSet() {
		return nil
	}
	return trip.With("min", n.Min, "max", n.Max)
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

// excludes reports whether anything is not wanted.
func excludes(p *trip.Preferences) bool {
	return len(p.Flight.ExcludedAirlines)+len(p.Flight.ExcludedConnections)+len(p.ExcludedModes) > 0
}

// sameExclusions reports whether the same is not wanted.
func sameExclusions(a, b *trip.Preferences) bool {
	return slices.Equal(a.Flight.ExcludedAirlines, b.Flight.ExcludedAirlines) &&
		slices.Equal(a.Flight.ExcludedConnections, b.Flight.ExcludedConnections) &&
		slices.Equal(a.ExcludedModes, b.ExcludedModes)
}

// own appends what differs in own fields.
// Rule: 5.5.echoed
func (c *changes) own(old, now *trip.Intent) {
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

// numberText writes a number, "" when nobody said one.
func numberText(n trip.OptInt) string {
	if !n.Set {
		return ""
	}
	return strconv.FormatInt(n.Value, 10)
}

func (c *changes) legs(old, now *trip.Intent) {
	was, is := legsOf(old), legsOf(now)
	for i := range max(len(was), len(is)) {
		switch {
		case i >= len(was):
			c.add(false, "what", "leg_added", "to", planLeg(&is[i]))
		case i >= len(is):
			c.add(true, "what", "leg_dropped", "from", planLeg(&was[i]))
		case i == 1 && isThereAndBack(was) && isThereAndBack(is): // its places are those of the way out
			back := was[1]
			back.Origin, back.Destination = is[1].Origin, is[1].Destination
			c.leg(&back, &is[1], i)
		default:
			c.leg(&was[i], &is[i], i)
		}
	}
}

func isThereAndBack(legs []trip.Segment) bool {
	return len(legs) == 2 && legs[0].Origin.Code == legs[1].Destination.Code &&
		legs[0].Destination.Code == legs[1].Origin.Code
}

func legsOf(in *trip.Intent) []trip.Segment {
	if in.Itinerary.TripType == trip.StayOnly {
		return nil
	}
	return in.Itinerary.Segments
}

func (c *changes) leg(was, is *trip.Segment, i int) {
	note := func(what string, wasSaid bool, from, to any) {
		c.add(wasSaid, "what", what, "leg", i+1, "from", from, "to", to)
	}
	if others := is.Alternatives.Origin; len(others) > 0 && !slices.Equal(was.Alternatives.Origin, others) {
		note("or_from", true, placeOf(&is.Origin), placesOf(others))
	} else if was.Origin.Code != is.Origin.Code {
		note("origin", was.Origin != trip.Place{}, placeOf(&was.Origin), placeOf(&is.Origin))
	}
	if others := is.Alternatives.Destination; len(others) > 0 && !slices.Equal(was.Alternatives.Destination, others) {
		note("or_to", true, placeOf(&is.Destination), placesOf(others))
	} else if was.Destination.Code != is.Destination.Code {
		note("destination", was.Destination != trip.Place{}, placeOf(&was.Destination), placeOf(&is.Destination))
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
		note("window", from.IsSet(), windowOf(from), windowOf(to))
	}
	if from, to := was.ArriveTimeWindow, is.ArriveTimeWindow; from != to {
		note("arrival", from.IsSet(), windowOf(from, "lands", true), windowOf(to, "lands", true))
	}
	if !slices.Equal(was.Via, is.Via) {
		note("via", len(was.Via) > 0, placesOf(was.Via), placesOf(is.Via))
	}
}

// windowOf describes when a leg shall leave or land.
func windowOf(w trip.TimeWindow, beside ...any) trip.Params {
	return trip.With(append(beside, "start", w.Start, "end", w.End)...)
}

// isUnknown reports whether a stay has neither a place nor dates yet.
func isUnknown(s *trip.Stay) bool { return s.LocationCode == "" && s.CheckIn == 0 && s.CheckOut == 0 }

// droppedStay returns the one of several stays that is gone while the others are as they were, -1 when it is not so.
func droppedStay(old, now *trip.Intent) int {
	was, is := old.Itinerary.Lodging.Stays, now.Itinerary.Lodging.Stays
	if len(is) == 0 || len(was) != len(is)+1 || !offers.NeedsLodging(old) || !offers.NeedsLodging(now) {
		return -1
	}
	j := 0
	for j < len(is) && was[j] == is[j] {
		j++
	}
	if !slices.Equal(was[j+1:], is[j:]) {
		return -1
	}
	return j
}

func (c *changes) stays(old, now *trip.Intent) {
	if j := droppedStay(old, now); j >= 0 {
		c.add(true, "what", "stay_dropped", "from", planStay(old, j))
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
			c.add(wasSaid, "what", "stay_dropped", "from", planStay(old, j))
		case j >= before, isUnknown(&was) && !isUnknown(&is):
			c.add(false, "what", "stay_added", "to", planStay(now, j))
		case !isUnknown(&was) && was != is:
			c.add(wasSaid, "what", "stay", "from", planStay(old, j), "to", planStay(now, j))
		}
	}
}
