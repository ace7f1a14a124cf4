package extract

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

// Which part of the trip each day is: the day of departure, of return, of check-in, of check-out, or none of the
// trip.
//
// The model: assignDates goes through r.dates in the order of the message. The end of a range follows from its
// beginning (endRole). For any other day the cue is looked for that speaks of it ("leaving", "back", "check out"):
// directly behind each day, where the days have their cues there (cueBehind), else before the day (cueBefore), else
// further behind it (cueAfter), else in the sentence before (openCue). dateRole makes a part of the cue, by whether
// flights or a place to sleep are spoken of. assemble.go settles days that stay without a part, by what the trip
// lacks.
//
// What always holds: a cue of an earlier sentence that a day has answered is of no other day (spent). A strong cue,
// one of an end of the trip, goes before a weak one ("go", "travel"). A day that is not wanted ("not the 5th") or that
// is replaced (the 8th of "from the 8th to the 9th") is set aside and changes nothing.

// assignDates gives every day its part by the cues around it and what is being talked about.
func (r *reading) assignDates() {
	var carried *cue
	arrived := r.vague != nil && !r.vague.back && // "arriving before the 20th, leaving on the 22nd"
		slices.ContainsFunc(r.cues, func(c cue) bool { return c.kind == arriveCue })
	for k := range r.dates {
		d := &r.dates[k]
		if at := d.named - 1; at >= 0 && weekdays[r.text(at)] != mondayBased(d.day) && !(d.until && d.dayOnly) {
			r.tell(r.before(at-1, "next", "a")+1, at+1) // "Friday the 12th of March 2019" is a Tuesday
		}
		if r.unwanted(d.from) || r.givenUp(d) {
			if d.role = asideRole; k == 0 && r.givenUp(d) {
				r.dates[1].until = false // "change it from the 8th to the 9th"
			}
			continue
		}
		if d.until && k > 0 && r.dates[k-1].role != asideRole {
			d.role = r.endRole(&r.dates[k-1], d)
			continue
		}
		c := r.cueBefore(k)
		if own := r.cueBehind(k); own != nil && (k > 0 && r.cueBehind(k-1) != nil || k+1 < len(r.dates) &&
			r.cueBehind(k+1) != nil) {
			c = own // "3 May out, 9 May back"
		} else if c == nil || !c.strong() {
			c = cmp.Or(r.cueAfter(k), c)
		}
		if c == nil {
			c = r.openCue(d, carried)
		}
		if c != nil {
			c.spent = true
			d.role = r.dateRole(d, c)
			isNamed := func(o dateMention) bool { return o.day == d.day && o.role == returnRole }
			if d.role == departRole && !c.strong() && slices.ContainsFunc(r.dates[:k], isNamed) {
				d.role = returnRole // "back on the 9th, and we can't fly in the morning on the 9th"
			}
			if k > 0 && c.kind == arriveCue && carried != nil && d.role == departRole && r.sameSentence(carried.from, d.from) &&
				(carried.kind == leaveCue || carried.kind == backCue && d.day == r.dates[k-1].day.AddDays(1)) {
				d.role = asideRole // "leaving Thursday 14 March, arriving Friday", "back on the 8th, landing the next day"
				r.tell(c.from, d.to)
			}
			isBefore := d.beside && k > 0 && d.day < r.dates[k-1].day
			if isBefore && c.kind == leaveCue {
				r.dates[k-1].role = asideRole // "be there on the 8th, leaving the day before"
			}
			if !isBefore && (arrived && c.kind == leaveCue && d.role == departRole ||
				d.role == checkOutRole && !r.oneWay() && r.leavesBefore(d) && !r.namesLodging()) {
				d.role = returnRole // "arriving 19 December and leaving the 27th", "… and stay until the 27th"
			}
			if c.kind == leaveCue && d.role == departRole && (k == 0 && r.leavesThen(d, c) ||
				k > 0 && (r.staysBefore(&r.dates[k-1], c) || r.leavesTwice(k, c))) {
				d.role = returnRole
			}
			arrived = arrived || c.kind == arriveCue && d.role == departRole
		}
		carried = c
	}
}

// staysBefore reads "they'd come on Sept 2" before "and leave on the 30th": who leaves there was there.
func (r *reading) staysBefore(d *dateMention, leaves *cue) bool {
	at := r.before(d.from-1, "on", "the")
	return r.anyOf(at, "come", "visit", "go", "there") && d.role != asideRole && d.to <= leaves.from &&
		r.sameSentence(d.from, leaves.from)
}

// leavesThen reads "and leave on the 11th" of a trip that begins before, with no way back: who leaves then was there.
func (r *reading) leavesThen(d *dateMention, leaves *cue) bool {
	out := r.known.leg().DepartDate
	isAfter := d.dayOnly && d.noYear && d.day.Day() > out.Day() || !d.dayOnly && d.day > out
	return out != 0 && isAfter && r.known.returnDate() == 0 && !r.oneWay() && len(r.dates)+len(r.places) == 1 &&
		r.text(0) == "and" && r.before(leaves.from-1, "then", "i", "we", "will", "well") == 0 && !r.corrects()
}

// leavesTwice reads "departing on the 1st and leaving on the 9th" at day k, of no places: who leaves again was there.
func (r *reading) leavesTwice(k int, leaves *cue) bool {
	before, d := &r.dates[k-1], &r.dates[k]
	isPlace := func(p placeMention) bool { return p.from >= before.from && p.from < d.to }
	return before.role == departRole && before.to < leaves.from && r.sameSentence(before.from, d.from) &&
		before.day < d.day && r.text(r.before(leaves.from-1, "then", "i", "we", "will", "be")) == "and" &&
		!slices.ContainsFunc(r.places, isPlace)
}

// givenUp reads "cancel the return on the 9th, take the 10th" and "change it from the 9th to the 10th": a day of the
// trip that another one takes the place of. From one that is none of its days to another is a new range.
func (r *reading) givenUp(d *dateMention) bool {
	isOfOther := func(c cue) bool { return c.kind >= checkInCue && c.from >= d.to && c.to <= r.dates[1].from }
	if d != &r.dates[0] || len(r.dates) != 2 || !r.sameSentence(d.from, r.dates[1].from) ||
		slices.ContainsFunc(r.cues, isOfOther) { // "check in on the 5th and check out on the 7th"
		return false
	}
	isOfEnd := func(c cue) bool { return c.strong() && c.to <= d.from }
	part, other, last := r.known.partOf(d), &r.dates[1], cmp.Or(r.known.returnDate(), r.known.stay().CheckOut)
	isEnd := part == returnRole || part == checkOutRole
	isOne := slices.ContainsFunc(r.cues, isOfEnd) || len(r.known.days()) == 0 && r.hasIn(0, d.from, "date", "day")
	return (part != noRole && (isEnd || !other.until || last == 0 || other.day < last) || other.until && isOne) &&
		r.hasIn(max(0, d.from-8), d.from, "cancel", "drop", "skip", "scrap", "forget", "change", "changed", "move",
			"swap", "switch", "shift", "postpone")
}

// partOf is the part of the day of the trip that a mention names, by its number or its weekday alone where no more was
// said; noRole where it names none.
func (k *known) partOf(d *dateMention) role {
	stay := k.stay()
	for _, known := range [...]struct {
		day  trip.Date
		role role
	}{
		{k.leg().DepartDate, departRole},
		{k.returnDate(), returnRole},
		{stay.CheckIn, checkInRole},
		{stay.CheckOut, checkOutRole},
	} {
		if known.day != 0 && (known.day == d.day || d.dayOnly && known.day.Day() == d.day.Day() ||
			d.isBareWeekday() && known.day.Weekday() == d.day.Weekday()) {
			return known.role
		}
	}
	return noRole
}

// isDay reports whether a day is one that is known; one without its month is by its number.
func (r *reading) isDay(d *dateMention, known trip.Date) bool {
	return known != 0 && (d.day == known || d.dayOnly && d.day.Day() == known.Day())
}

// endRole is the part of the day that ends a range.
func (r *reading) endRole(start, end *dateMention) role {
	switch start.role {
	case checkInRole:
		return checkOutRole
	case departRole:
		return returnRole
	case noRole, originRole, destinationRole, insideRole, homeRole, asideRole, returnRole, checkOutRole:
	}
	if find(r.known.targets(), departField) != nil && !r.speaksOf(hotelTopic) {
		start.role = departRole
		return returnRole
	}
	ofFlights := 0 // "hotel in Siena from 26 to 28 March, flight to Florence 25 March, back 30 March"
	for _, o := range r.dates {
		ofFlights += boolInt(o.from > end.from && r.topicOf(o.from) == flightTopic)
	}
	isStay := !r.wholeTrip() || r.leavesBefore(start) || ofFlights > 1
	if r.topicOf(end.from) == hotelTopic && isStay && !r.datesOfTrip() {
		start.role = checkInRole
		return checkOutRole
	}
	start.role = departRole
	return returnRole
}

// wholeTrip reports whether the message asks for flight and stay at once while no travel date is
// known: its days are then the days of the trip.
func (r *reading) wholeTrip() bool {
	return r.wants(flightTopic) && r.wants(hotelTopic) && r.known.leg().DepartDate == 0
}

// datesOfTrip reports whether the message speaks of the days of the whole trip: "change the dates to 5-12 July".
func (r *reading) datesOfTrip() bool {
	return r.known.leg().DepartDate != 0 && !r.known.stayOnly() && !r.speaksOf(hotelTopic) &&
		r.hasAny("dates", "trip", "travel", "holiday", "vacation", "everything", "postponed", "rescheduled", "moved",
			"pushed")
}

// leavesBefore reports whether the message named the day of departure before another day. Of a
// journey one way any day before is that.
func (r *reading) leavesBefore(d *dateMention) bool {
	oneWay := r.oneWay()
	return slices.ContainsFunc(r.dates, func(o dateMention) bool {
		return o.from < d.from && (o.role == departRole || oneWay && o.role == noRole)
	})
}

// leavesThenOnly reads "we are not leaving until the 3rd" of a journey of which no other day is known, and "not until
// the 3rd" alone: it begins then.
func (r *reading) leavesThenOnly(d *dateMention) bool {
	not := r.deniedBefore(d.from-1, maxBeforeTime)
	if not >= 0 && !r.sameSentence(not-1, not) && r.isUntil(not+1) {
		return true
	}
	return not >= 0 && len(r.dates) == 1 && r.known.leg().DepartDate == 0 &&
		r.some(not, d.from, func(i int) bool { return r.cueAt(i) != noCue || is("moving-verbs", r.text(i)) })
}

// cueBefore is the nearest cue between the day before and this one, a strong one if there is one.
func (r *reading) cueBefore(k int) *cue {
	d, start := &r.dates[k], 0
	if k > 0 && r.dates[k-1].role != asideRole {
		start = r.dates[k-1].to
	}
	if until := r.untilCue(d); until != nil && !r.leavesThenOnly(d) {
		return until
	}
	var weak *cue
	for i := len(r.cues) - 1; i >= 0; i-- {
		c := &r.cues[i]
		if c.to > d.from || c.from < start || !r.sameSentence(c.from, d.from) || r.closedAt(c.from, d.from) {
			continue
		}
		if c.strong() {
			return c
		}
		isPart := func(i int) bool { return r.anyOf(i, ",", "and") }
		if weak == nil && !(k > 0 && r.some(c.to, d.from, isPart)) {
			// not of "I want on 3 May to Rome to fly, and on the 9th …"
			weak = c
		}
	}
	return weak
}

// closedAt reports whether token i stands in brackets that are closed before token at: what they say is of what stands
// before them.
func (r *reading) closedAt(i, at int) bool {
	opened := false
	for k := i; k >= 0 && r.sameSentence(k, i) && !opened && !(k < i && r.text(k) == ")"); k-- {
		opened = r.text(k) == "("
	}
	return opened && r.hasIn(i, at, ")")
}

// untilCue reads "until the 8th" and "out on the 8th" as the end of the trip or stay.
func (r *reading) untilCue(d *dateMention) *cue {
	at := r.before(d.from-1, "the", "on", "at", "least", "about")
	switch {
	case d.dayOnly && r.text(at) == "to" && r.text(at-1) == "back" && r.known.returnDate() != 0:
		return r.takenBack(d)
	case r.anyOf(at, "until", "till", "til") && r.namesLodging() && r.some(max(0, at-6), at, r.isHosted):
		return &cue{kind: checkInCue} // "with friends until the 7th, and a hotel after that"
	case r.text(at) == "to" && !r.sameSentence(at-1, at) && len(r.dates) == 1 && r.known.leg().DepartDate != 0 &&
		len(r.known.targets()) == 0, // "to Sunday night", behind "from Friday"
		r.anyOf(at, "until", "till", "til", "through", "thru"),
		r.text(at) == "to" && r.hasIn(max(0, at-4), at, "extend", "extended", "extending", "prolong", "lengthen"):
		return &cue{kind: backCue}
	case r.anyOf(at, "out") && r.anyOf(at-1, "and", "then", "be", ",") && r.topicOf(at) == hotelTopic:
		return &cue{kind: checkOutCue}
	}
	return nil
}

// cueAfter reads "the 5th is when I want to check out": a strong cue after the day, with no day of
// its own.
func (r *reading) cueAfter(k int) *cue {
	d, end := &r.dates[k], len(r.toks)
	if k+1 < len(r.dates) {
		end = r.dates[k+1].from
	}
	const reach = 9
	for i := range r.cues {
		c := &r.cues[i]
		if c.from < d.to || !c.strong() || !r.sameSentence(c.from, d.from) {
			continue
		}
		if c.from >= end || c.from > d.to+reach || k+1 < len(r.dates) && r.sameSentence(end, d.from) ||
			r.breaks(d.to, c.from) {
			return nil
		}
		return c
	}
	return nil
}

// cueBehind is the strong cue directly behind a day, with which its part of the sentence ends.
func (r *reading) cueBehind(k int) *cue {
	at := r.dates[k].to
	if partsOfDay[r.text(at)] != [2]int{} {
		at++
	}
	i := slices.IndexFunc(r.cues, func(c cue) bool { return c.strong() && c.from == at })
	isTimed := func(m clockMention) bool { return m.from == r.cues[i].to } // "back 19 April leaving in the evening"
	if i < 0 || slices.ContainsFunc(r.times, isTimed) || r.cues[i].to < len(r.toks) && r.sameSentence(at, r.cues[i].to) &&
		!r.breaks(r.cues[i].to, r.cues[i].to+1) {
		return nil
	}
	return &r.cues[i]
}

// breaks reports whether a new clause begins between two tokens.
func (r *reading) breaks(from, to int) bool {
	return r.some(from, to, func(i int) bool {
		return r.anyOf(i, ",", "and", "but") || r.toks[i].used &&
			partsOfDay[r.text(i)] == [2]int{} // "Sunday evening back"
	})
}

// openCue is a cue of an earlier sentence that no day has answered yet: "Change the check-in
// date. Make it Saturday."
func (r *reading) openCue(d *dateMention, carried *cue) *cue {
	for i := len(r.cues) - 1; i >= 0; i-- {
		c := &r.cues[i]
		if c.from < d.from && c.strong() && !c.spent && c != carried &&
			r.toks[c.from].sentence == r.toks[d.from].sentence-1 {
			return c
		}
	}
	return nil
}

func (r *reading) dateRole(d *dateMention, c *cue) role {
	hotel := r.topicOf(d.from) == hotelTopic
	switch c.kind {
	case checkInCue:
		return checkInRole
	case checkOutCue:
		return checkOutRole
	case backCue:
		if r.goesHomeOnly() {
			return departRole
		}
		if hotel && (r.known.stayOnly() || c.to == 0 && !r.staysAsLong()) {
			return checkOutRole
		}
		return returnRole
	case leaveCue:
		if hotel && r.stayTalk() && !r.leavesHome(d) && (r.speaksOf(hotelTopic) || r.known.returnDate() == 0) {
			return checkOutRole
		}
		return departRole
	case arriveCue:
		if hotel && (r.namesLodging() || r.known.leg().DepartDate == 0) {
			return checkInRole
		}
		return departRole
	case goCue:
		if hotel && r.anyOf(c.from, "start", "starting", "begin", "beginning", "starts", "begins") {
			return checkInRole
		}
		if hotel && r.leavesHome(d) && !r.namesLodging() && r.known.fresh() {
			return departRole
		}
		if hotel && (len(r.topics) > 0 || r.anyOf(c.from, "stay", "staying", "visit", "visiting") ||
			r.known.stayOnly()) {
			return noRole
		}
		return departRole
	case noCue:
	}
	return noRole
}

// goesHomeOnly reads "I need to be home in Bristol by the 20th, currently in Corfu": there is no way but that home.
func (r *reading) goesHomeOnly() bool {
	at := slices.IndexFunc(r.places, func(p placeMention) bool { return r.text(p.from-2) == "home" })
	return r.known.fresh() && len(r.places) == 2 && at >= 0 && r.places[1-at].role == originRole &&
		!sameCity(&r.places[0], &r.places[1])
}

// staysAsLong reports whether "we stay until the 12th" is about the whole trip: the person sleeps there up to the day
// of the flight back, and no place to sleep is named.
func (r *reading) staysAsLong() bool {
	back := r.known.returnDate()
	return back != 0 && r.known.roundTrip() && r.known.stay().CheckOut == back && !r.namesLodging()
}

// namesLodging reports whether a place to sleep is named, by more than how many nights the trip has.
func (r *reading) namesLodging() bool {
	return slices.ContainsFunc(r.topics, func(m topicMark) bool { return r.isLodging(m) && !m.refused })
}

// isLodging reports whether a word names a place to sleep, and not only a stay or its nights.
func (r *reading) isLodging(m topicMark) bool {
	return m.topic == hotelTopic && !r.anyOf(m.at, "night", "nights", "stay", "staying", "stays")
}

// stayTalk reports whether the message or what is known says that the talk is of a place to stay.
func (r *reading) stayTalk() bool {
	return r.speaksOf(hotelTopic) || r.known.stayOnly() || r.known.assumes(messages.KeyAssumeStayFocus)
}

// leavesHome reports whether "leaving" on a day is leaving home and not the hotel: its sentence says where the journey
// begins, or the message does and speaks of no other day and of no hotel.
func (r *reading) leavesHome(d *dateMention) bool {
	isHotel := func(m topicMark) bool { return m.topic == hotelTopic && countNouns[r.text(m.at)] != nightCount }
	isOnly := r.known.leg().DepartDate == 0 && len(r.dates) == 1 && !slices.ContainsFunc(r.topics, isHotel)
	return slices.ContainsFunc(r.places, func(p placeMention) bool {
		return (isOnly || r.sameSentence(p.from, d.from)) && p.role == originRole
	})
}

// relativeTo moves an end that was said by its day alone, or without a year, behind the start it belongs to.
func relativeTo(d *dateMention, start trip.Date) trip.Date {
	if start == 0 || d.day > start || !d.noYear && !d.dayOnly {
		return d.day
	}
	if !d.noYear {
		return weekdayAfter(d.day, start)
	}
	if d.dayOnly {
		return nextDay(start.AddDays(1), d.day.Day())
	}
	if next := nextMonthDay(start, d.day.Month(), d.day.Day()); start.DaysUntil(next) <= maxRangeDays {
		return next // that of this year is ahead of us, and of the start it is not
	}
	return d.day
}

// takenBack reads "go back to the 3rd" as a correction of the departure or of the return: of the one whose day of the
// month is nearer.
func (r *reading) takenBack(d *dateMention) *cue {
	away := func(known trip.Date) int {
		n := known.Day() - d.day.Day()
		return max(n, -n)
	}
	if away(r.known.leg().DepartDate) < away(r.known.returnDate()) {
		return &cue{kind: leaveCue}
	}
	return &cue{kind: backCue}
}
