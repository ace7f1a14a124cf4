package extract

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// setOthersDaysAside removes days that are not the trip's, and reports them: days on which only some of the travellers
// come or go (all travel together here), the day of an event such as a wedding, and deadlines for a decision.
func (r *reading) setOthersDaysAside() {
	var kept []dateMention
	event := r.event
	for k, d := range r.dates {
		from := d.from
		for r.anyOf(from-1, "the", "on", "from", "is", "by", "until", "till") || is("weekday", r.text(from-1)) {
			from--
		}
		if !r.ofOneOnly(d.from) && !r.isOfEvent(from) && !r.isOfDecision(from) && !r.meets(from) &&
			!r.isOfThing(k) && !r.isOfMeeting(k) && !r.isOver(k) {
			kept = append(kept, d)
			continue
		}
		r.othersDays = append(r.othersDays, d)
		if k+1 == len(r.dates) || !r.dates[k+1].beside {
			r.tell(r.personBefore(from, d.from), d.to)
			event = &d
		}
	}
	r.dates = kept
	r.aroundEvent(event)
}

// personBefore returns where it begins to be said that somebody comes or goes on a day of their own: "my wife flies
// in on Friday".
func (r *reading) personBefore(from, day int) int {
	if !r.ofOneOnly(day) {
		return from
	}
	for k := from - 1; k >= 0 && r.sameSentence(k, from) && r.toks[k].kind == word && !r.anyOf(k, "and", "but"); k-- {
		if companionNouns[r.text(k)] > 0 || r.anyOf(k, "he", "she") {
			if r.anyOf(k-1, "my", "our", "his", "her") {
				k--
			}
			return k
		}
	}
	return from
}

// isOfThing reports whether day k is that of a birth, an expiry or a gathering and not of the journey, of which the
// message or the trip has other days: "turns 2 on June 5", "the conference is from June 4 to June 6".
func (r *reading) isOfThing(k int) bool {
	return (len(r.dates) > 1 || r.known.leg().DepartDate != 0) && r.thingBefore(r.dates[k].from)
}

// thingBefore reports whether what stands before a day in its sentence says that it is that of a birth, an expiry or a
// gathering.
func (r *reading) thingBefore(day int) bool {
	for i := day - 1; i >= 0 && r.sameSentence(i, day); i-- {
		switch {
		case is("thing", r.text(i)), r.text(i) == "be" && r.count(i+1) > 0 && r.anyOf(i+2, "in", "on"):
			return true
		case is("event", r.text(i)):
			return r.anyOf(i+1, "is", "starts", "begins", "runs", "takes", "lasts") &&
				r.anyOf(i-1, "the", "my", "our", "her", "his") &&
				!r.hasAny("postponed", "moved", "rescheduled")
		case cueWords[r.text(i)] != noCue, topicWords[r.text(i)] != noTopic, r.toks[i].kind == mark && r.text(i) != "-",
			r.anyOf(i, "we", "i"):
			return false
		}
	}
	return false
}

// isOver reports whether day k is over and no end of a range, beside another that is to come: "it was
// cancelled yesterday, I need one tomorrow".
func (r *reading) isOver(k int) bool {
	d := &r.dates[k]
	return d.day < r.today && !r.anyOf(d.from-1, "from", "on", "to", "until", "the") &&
		slices.ContainsFunc(r.dates, func(o dateMention) bool { return o.day >= r.today })
}

// isOfMeeting reports whether day k is that of a meeting at a time of its own, of which the message or the trip has
// other days: "my meeting is at 10 am on the 4th".
func (r *reading) isOfMeeting(k int) bool {
	d := &r.dates[k]
	return (len(r.dates) > 1 || r.known.leg().DepartDate != 0) && slices.ContainsFunc(r.times,
		func(m clockMention) bool {
			return m.kind == ofMeeting && r.sameSentence(m.from, d.from) && max(m.from-d.to, d.from-m.to) <= 2
		})
}

// aroundEvent reads the days that were said without a month as those nearest to an event: "the wedding is on 13 June,
// we fly on the 11th".
func (r *reading) aroundEvent(event *dateMention) {
	if event == nil || event.dayOnly {
		return
	}
	for k := range r.dates {
		d := &r.dates[k]
		for n := 0; n <= 15 && d.dayOnly && d.noYear; n++ {
			for _, day := range []trip.Date{event.day.AddDays(-n), event.day.AddDays(n)} {
				if day.Day() == d.day.Day() && day >= r.today {
					d.day, d.dayOnly = day, false
				}
			}
		}
	}
}

// setApart removes what the message says about travellers who come or go at another time, such as "two of us arrive a
// day later", and reports it. All travel together here, so those numbers and days are not the trip's.
func (r *reading) setApart() {
	clauses := r.clauses()
	for i := range slices.Backward(clauses) {
		c := &clauses[i]
		if _, to := r.span(r.toks[c.from].sentence); r.isApart(c) && (c.from > 0 || to < len(r.toks)) {
			r.tell(c.from, to)
			r.put(c.from, to)
		}
	}
}

// isApart reports whether a clause says that one of several comes or goes earlier or later than the others.
func (r *reading) isApart(c *clause) bool {
	travels := c.has("arrive", "arrives", "arriving", "leave", "leaves", "leaving", "come", "comes", "coming", "fly",
		"flies", "return", "returns", "go", "goes", "travel", "travels", "follow", "follows")
	if !travels || !c.has("later", "earlier", "afterwards", "separately", "on their own") ||
		c.has("we", "i", "flight", "flights", "it") {
		return false
	}
	return r.some(c.from, c.to, func(i int) bool {
		return r.count(i) > 0 && r.text(i+1) == "of" && r.anyOf(i+2, "us", "them") ||
			companionNouns[r.text(i)] > 0 || is("companion-plurals", r.text(i))
	})
}

// isOfDecision reports whether a day is that of a decision and not of a journey: "can we approve it tomorrow?", "hold
// it until Friday", "I'll let you know by Monday".
func (r *reading) isOfDecision(from int) bool {
	for k := from - 1; k >= 0 && r.sameSentence(k, from) && r.toks[k].kind != mark; k-- {
		_, travels := cueWords[r.text(k)]
		switch {
		case travels || topicWords[r.text(k)] != noTopic || r.anyOf(k, "and", "but"):
			return false
		case r.anyOf(k, "approve", "decide", "pay", "ask", "know", "discuss", "call", "tell"),
			r.anyOf(k, "hold", "keep", "reserve") && r.anyOf(k+1, "it", "that", "this", "them"):
			return true
		}
	}
	return false
}

// ofOneOnly reports whether token i says when one of several comes or goes: "my husband joins us from the 15th", "one
// of them arrives a day earlier".
func (r *reading) ofOneOnly(i int) bool {
	t := r.known.Party.Travelers
	several := t.Adults+t.Children > 1
	verb := -1
	for r.anyOf(i-1, "on", "the", ",") {
		i--
	}
	for k := i - 1; k >= 0 && r.sameSentence(k, i) && !r.anyOf(k, ",", "and", "but"); k-- {
		switch {
		case r.anyOf(k, "join", "joining") && r.text(k+1) == "them":
			return true
		case r.anyOf(k, "i", "we", "weare", "im", "flight", "flights", "trip"), r.at(k-1, "let", "us"):
			return false
		case verb < 0 && (r.anyOf(k, "joins", "joining", "join", "follows", "following") || several &&
			r.anyOf(k, "arrives", "arriving", "arrive", "comes", "coming", "come", "leaves", "leaving", "leave",
				"returns", "returning", "return", "goes", "go", "flies", "fly")):
			verb = k
		case verb >= 0 && (r.count(k) > 0 && r.text(k+1) == "of" && r.anyOf(k+2, "us", "them") ||
			r.anyOf(k, "he", "she") || r.personAt(k)):
			return true
		}
	}
	return false
}

// meets reads "we'll see her at Christmas" up to a day: a visit at another time.
func (r *reading) meets(from int) bool {
	at := r.before(from-1, "at", "on", "in", "again", "then", "over")
	return r.anyOf(at, "her", "him", "them", "you") && r.anyOf(at-1, "see", "meet", "visit", "call")
}

// isOfEvent reports whether a day is that of an event, in a sentence that does not speak of travelling: "our wedding is
// on 20 June".
func (r *reading) isOfEvent(from int) bool {
	event := false
	for k := from - 1; k >= 0 && r.sameSentence(k, from); k-- {
		event = event || is("event", r.text(k))
	}
	if !event || !r.hasIn(from, from+3, "is", "on") {
		return false
	}
	for k := from; k >= 0 && r.sameSentence(k, from) && r.toks[k].kind != mark; k-- {
		if len(r.dates) > 2 && is("event", r.text(k)) {
			return true // "flights for a wedding on 15 August, arriving the 13th, leaving the 17th"
		}
		_, travels := cueWords[r.text(k)]
		if travels || topicWords[r.text(k)] != noTopic || r.anyOf(k, "to", "from", "until") {
			return false
		}
	}
	return true
}

// findUnused tells of the places that the trip has no part for, so that none is passed over.
func (a *assembly) findUnused() {
	r := a.r
	for k := range r.places {
		p := &r.places[k]
		isOpen := p.role == noRole || p.role == insideRole || p.role == originRole || p.role == destinationRole
		isUsed := p == a.origin || p == a.destination || p == a.hotel || !isOpen ||
			p.named ||
			slices.ContainsFunc(a.extra, func(e placeAsked) bool { return e.place == p }) || a.isOfTrip(p) ||
			slices.ContainsFunc(a.legs, func(l legMention) bool {
				return l.origin != nil && sameCity(l.origin, p) || sameCity(l.destination, p)
			})
		for _, o := range []*placeMention{a.origin, a.destination, a.hotel} {
			isUsed = isUsed || o != nil && sameCity(o, p)
		}
		if !isUsed && !a.patch.goesTo(p) && len(a.patch.Stays) < 2 && !r.aside(p.from) && !r.otherToken(p.from) {
			r.tell(p.from, p.to)
		}
	}
}

// goesTo reports whether a leg begins or ends at a place.
func (t *TripPatch) goesTo(p *placeMention) bool {
	isAt := func(end *Place) bool {
		return end != nil && (end.Code != "" && end.Code == p.city.Code || end.City == p.city.Name)
	}
	return slices.ContainsFunc(t.Segments, func(s Segment) bool { return isAt(s.Origin) || isAt(s.Destination) })
}

// isOfTrip reports whether the trip has a place already.
func (a *assembly) isOfTrip(p *placeMention) bool {
	return a.legOf(p, nil) >= 0 || a.legOf(nil, p) >= 0 || a.r.staysNamed(p) >= 0
}
