package extract

import "slices"

// sleeplessAt reports whether the night at token i is one for which no place to sleep is needed: "no hotel Wednesday
// night", "the last night we sleep at a friend's", "the first night no hotel".
func (r *reading) sleeplessAt(i int) bool {
	if r.hasIn(max(0, i-2), i, "first", "last", "final") {
		from, to := r.partAround(i)
		return r.some(from, to, func(k int) bool {
			return r.hostAt(k) > k || r.anyOf(k, "hotel", "hotels") && r.refused(k)
		})
	}
	return r.text(i) == "night" && slices.ContainsFunc(r.topics, func(m topicMark) bool {
		return m.refused && m.at < i && i-m.at <= 5 && r.sameSentence(m.at, i)
	})
}

// sleepless returns the token of such a night, -1 when there is none.
func (r *reading) sleepless() int {
	for i := range r.toks {
		if r.anyOf(i, "night", "nights") && r.sleeplessAt(i) {
			return i
		}
	}
	return -1
}

// dropsNight removes the first or the last night of the stay. A night in the middle is reported as not used, because a
// stay has no gaps.
func (a *assembly) dropsNight() bool {
	r, i := a.r, a.r.sleepless()
	switch {
	case i < 0:
		return false
	case len(r.dates) != 1:
		r.tell(r.partAround(i))
		return !r.known.fresh()
	case !r.refusesStay():
		return false
	}
	stay, l := r.known.stay(), &r.known.Itinerary.Lodging
	if len(l.Stays) > 1 || stay.CheckIn == 0 || stay.CheckOut <= stay.CheckIn.AddDays(1) {
		r.tell(0, len(r.toks))
		return true
	}
	d := r.dates[0]
	if d.isBareWeekday() {
		d.day = nearest(d.day, stay.CheckOut.AddDays(-1), r.today)
	}
	var s Stay
	switch d.day {
	case stay.CheckOut.AddDays(-1):
		s.CheckOut = d.day.String()
	case stay.CheckIn:
		s.CheckIn = d.day.AddDays(1).String()
	default:
		r.tell(0, len(r.toks))
		return true
	}
	a.placeStay(s, 0)
	return true
}

// staysNamed returns the stay at a place, -1 when there is none.
func (r *reading) staysNamed(p *placeMention) int {
	return stayAt(r.known.Itinerary.Lodging.Stays, p.slept())
}
