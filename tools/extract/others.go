package extract

import (
	"slices"
	"strings"
)

// setOthersDaysAside removes days that are not the trip's, and reports them: days on which only some of the travellers
// come or go (all travel together here), the day of an event such as a wedding, and deadlines for a decision.
func (r *reading) setOthersDaysAside() {
	var kept []dateMention
	isApart := false
	for k, d := range r.dates {
		of, from := r.governorOf(d.from)
		if !d.until || k == 0 { // the end of a range is of what its start is of
			isApart = (r.isApart(of, from) || r.isOfMeeting(k) || r.isOver(k)) && !r.isOnlyMeeting(k)
			if at := r.notDoneBefore(d.from); !isApart && at >= 0 {
				isApart, from = true, at
			}
			if at := r.clauseOfElse(d.from); !isApart && at < d.from && r.hasDays() {
				isApart, from = true, at // "I get my salary on 15 March"
			}
		}
		if !isApart {
			kept = append(kept, d)
			continue
		}
		r.othersDays = append(r.othersDays, d)
		isOfDay := func(m clockMention) bool { return m.from == d.to } // "this morning", "I'll decide tomorrow evening"
		if at := slices.IndexFunc(r.times, isOfDay); at >= 0 {
			d.to = r.times[at].to
			r.times = slices.Delete(r.times, at, at+1)
		}
		if k+1 == len(r.dates) || !r.dates[k+1].beside {
			r.tell(from, d.to)
		}
	}
	r.dates = kept
}

// dayApart is the day near which bare days and weekdays of the message lie: one of something else, "the wedding is on
// 24 April", else the first day of a stay to which flights are added; nil without one.
func (r *reading) dayApart() *dateMention {
	for k := range r.dates {
		d := &r.dates[k]
		of, from := r.governorOf(d.from)
		if isFixed := !d.dayOnly && d.day >= r.today && !d.weekend && !d.beside && !d.until; isFixed &&
			(of > ofPerson && r.isApart(of, from) || r.isOfMeeting(k) || r.clauseOfElse(d.from) < d.from) {
			return d
		}
	}
	if in := r.known.stay().CheckIn; in != 0 && r.known.leg().DepartDate == 0 && r.wants(flightTopic) {
		return &dateMention{from: -1, day: in}
	}
	return nil
}

// hasDays reports whether the trip has its days, and none of them is asked for.
func (r *reading) hasDays() bool {
	return len(r.known.days()) > 0 && !r.known.asksDay()
}

// governor is what a day is of, by the verb before it in its sentence and by who or what does that.
type governor uint8

const (
	ofJourney governor = iota
	ofFlight           // of a flight or the trip by its name: "flights on 3 June"
	ofUs               // on which the person comes or goes: "we follow on the 22nd"
	ofPerson           // on which somebody does, who may be one of several: "one of them arrives on the 8th"
	ofJoiner           // the same, of who comes to the others: "my husband joins us from the 15th"
	ofThing            // of a birth, an expiry or a gathering: "turns 2 on June 5", "the conference is from June 4"
	ofDoing            // of a decision, a visit or a feast: "can we approve it tomorrow?", "our wedding is on 20 June"
)

// maxGoverned is how many words before a day may stand what it is of.
const maxGoverned = 40

// governorOf goes back from a day to what it is of, and returns where that begins to be said.
func (r *reading) governorOf(day int) (of governor, from int) {
	lead := []string{"the", "on", "from", "is", "by", "until", "till", "later"}
	for from = day; r.anyOf(from-1, lead...) || is("weekday", r.text(from-1)); {
		from--
	}
	i, day := r.before(from-1, ","), min(day, len(r.toks)-1)
walk:
	for ; from-i < maxGoverned && r.sameSentence(i, day) && (r.toks[i].kind != mark || r.text(i) == "-") &&
		!r.anyOf(i, "and", "but"); i-- {
		isMoving := of == ofPerson || of == ofJoiner
		switch who := r.whoAt(i); {
		case who == ofUs && !isMoving, r.at(i-1, "let", "us"):
			break walk
		case who == ofUs, who == ofFlight, who == ofThing:
			return who, from
		case who == ofPerson && isMoving:
			return of, i - boolInt(r.anyOf(i-1, "my", "our", "his", "her"))
		case isMoving:
			continue
		}
		switch does := r.doingAt(i, from); {
		case does == ofPerson, does == ofJoiner:
			of = does
		case of == ofFlight:
		case does == ofThing && r.isDayIn(i, from): // "an infant born on 12 April 2017 to Rome on 10 April"
			break walk
		case does != ofJourney:
			return does, from
		case cueWords[r.text(i)] != noCue, topicWords[r.text(i)] != noTopic:
			of = ofFlight // nothing but who comes or goes is looked for before it
		}
	}
	isEvent := func(k int) bool { return r.sameSentence(k, day) && is("event", r.text(k)) && r.count(k+2) == 0 }
	if of == ofJourney && r.hasIn(from, from+3, "is", "on") && r.some(0, from, isEvent) &&
		!r.hasIn(i+1, from+1, "to", "from", "until") && r.cueAt(from-1) == noCue {
		return ofDoing, from
	}
	return ofJourney, from
}

// isDayIn reports whether a day is named in the tokens [from, to).
func (r *reading) isDayIn(from, to int) bool {
	return slices.ContainsFunc(r.dates, func(d dateMention) bool { return d.from >= from && d.to <= to })
}

// isOtherFlight reads "our international flight" at token i: a word that no rule knows says that the flight is none of
// those that are planned here.
func (r *reading) isOtherFlight(i int) bool {
	t := r.tok(i - 1)
	return topicWords[r.text(i)] == flightTopic && r.anyOf(i-2, "my", "our") && !t.claimed && !t.used &&
		!t.title && t.kind == word && !t.isFiller() && !isKnownWord(t.text)
}

// isOfDoing reports whether a day at token i is one of talking, deciding or buying: "I won't buy anything today".
func (r *reading) isOfDoing(i int) bool {
	of, _ := r.governorOf(i)
	return of == ofDoing
}

// whoAt returns whose a day is of which token i is the subject: ofUs, ofPerson, ofFlight, or ofThing where that is
// another flight; ofJourney where it is none.
func (r *reading) whoAt(i int) governor {
	switch {
	case r.anyOf(i, "i", "we", "weare", "im"), r.anyOf(i, "us", "me") && r.text(i+1) == "to", r.isAllOfUs(i):
		return ofUs
	case r.isOtherFlight(i):
		return ofThing
	case r.anyOf(i, "flight", "flights", "trip"):
		return ofFlight
	case isPerson(r.text(i)), r.anyOf(i, "he", "she", "hes", "shes"),
		r.anyOf(i, "her", "him", "them") && r.text(i+1) == "to",
		r.count(i) > 0 && r.text(i+1) == "of", r.anyOf(i, "one", "other", "others") && r.doingAt(i+1, i+2) == ofPerson:
		return ofPerson
	}
	return ofJourney
}

// isUntil reports whether token i begins how long something lasts.
func (r *reading) isUntil(i int) bool { return r.anyOf(i, "until", "till", "til") }

// isAllOfUs reports whether the people named at token i are everybody who travels: "two of us want to fly" for a party
// of two, "we are four friends", "I and my friends".
func (r *reading) isAllOfUs(i int) bool {
	n := max(r.count(i), r.count(i-1))
	if !isPerson(r.text(i)) && (n == 0 || r.text(i+1) != "of") {
		return false
	}
	from := i
	for r.anyOf(from-1, "my", "our", "and", "are", "a") || r.count(from-1) > 0 {
		from--
	}
	who := r.known.Party.Travelers
	tellsOfSome := func(k int) bool {
		isOfPeople := countNouns[r.text(k+1)] == adultCount || is("companion-plurals", r.text(k+1)) ||
			r.anyOf(k-1, "weare", "are")
		return r.count(k) > n && isOfPeople ||
			k > i && r.sameSentence(i, k) && (r.isLaterThanOthers(k) || r.doingAt(k, k+1) == ofJoiner)
	}
	return r.anyOf(from-1, "we", "weare", "i", "im") ||
		n > 1 && n >= who.Adults+who.Children && !r.some(0, len(r.toks), tellsOfSome)
}

// doingAt returns what token i makes of the day of which the words begin at token day, ofJourney where it is nothing.
func (r *reading) doingAt(i, day int) governor {
	isOfDay := r.hasIn(day, day+3, "is", "on")
	switch isEvent := is("event", r.text(i)); {
	case isPerson(r.text(i-2)) && r.text(i-1) == "to": // "I need my wife to fly": who writes plans it for her
	case r.anyOf(i, "arrive", "arrives", "arriving", "come", "comes", "coming", "drive", "drives", "driving", "fly",
		"flies", "flying", "go", "goes", "leave", "leaves", "leaving", "return", "returns", "returning", "stays",
		"take", "takes", "travel", "travels"):
		return ofPerson
	case r.text(i) == "back" && r.anyOf(i-1, "is", "are", "comes"):
		return ofPerson
	case r.anyOf(i, "join", "joins", "joining", "follow", "follows", "following"):
		return ofJoiner
	case is("settling", r.text(i)), r.at(i-1, "on", "hold") && r.text(day) != "from",
		r.text(i) == "confirm" && (r.text(i-1) == "will" || strings.HasSuffix(r.text(i-1), "ll") || r.at(i-2, "can", "i")),
		r.anyOf(i, "was", "were", "been") && r.anyOf(i+1, "there", "here", "in", "at") && r.hasIn(day, day+2, "on", "until"),
		r.hasDays() && (r.text(i) == "wait" || r.isUntil(day) && r.text(i) == "give" && i == day-2),
		r.known.isCommitted() && r.isUntil(day) && r.anyOf(i, "need", "have") && i == day-1,
		r.anyOf(i, "off", "out") && r.anyOf(i-1, "im", "weare", "am", "are") && i == day-1 && !r.known.fresh() &&
			r.topicOf(i) != hotelTopic, // "I'm off tomorrow, so call me then"
		r.text(i) == "book" && i == day-2 && r.anyOf(i-1, "ill", "will", "can", "may") && r.known.offered() &&
			!r.known.asksDay(), // "I'll book it later today"
		r.anyOf(i, "hold", "keep", "reserve") && (r.anyOf(i+1, "it", "that", "this", "them") ||
			r.hasIn(i+1, day, "option", "offer", "number")) && r.text(day) != "from" &&
			r.text(day-1) != "for" && !r.known.asksDay(),
		r.anyOf(i, "see", "meet", "visit") && r.anyOf(i+1, "her", "him", "them", "you"),
		isEvent && isOfDay && (len(r.dates) > 2 || // "for a wedding on 15 August, arriving the 13th, leaving the 17th"
			len(r.dates) > 1 && r.anyOf(i-1, "getting", "get", "gets") && !r.has("same", "day")):
		return ofDoing
	case isEvent && r.anyOf(i+1, "is", "starts", "begins", "runs", "takes", "lasts") &&
		(r.tok(i-1).kind == mark || r.anyOf(i-1, "the", "my", "our", "her", "his")) &&
		!r.hasAny("postponed", "moved", "rescheduled"):
		if isOfDay {
			return ofDoing
		}
		return ofThing
	case is("thing", r.text(i)), r.text(i) == "be" && r.count(i+1) > 0 && r.anyOf(i+2, "in", "on"):
		return ofThing
	}
	return ofJourney
}

// isApart reports whether a day is none of the trip by its governor, which begins to be said at token from: somebody of
// a party, or beside days of the trip or of the person, has a day of their own, for all travel together; and a thing
// where the message or the trip has other days.
func (r *reading) isApart(of governor, from int) bool {
	switch t := r.known.Party.Travelers; of {
	case ofPerson:
		return t.Adults+t.Children > 1 || t.Adults > 0 && r.joins() || slices.ContainsFunc(r.dates, func(o dateMention) bool {
			other, _ := r.governorOf(o.from)
			return other == ofUs || other < ofUs && o.from < from && !r.anyOf(from, "he", "she", "her", "him", "them")
		})
	case ofThing:
		return len(r.dates) > 1 || r.known.leg().DepartDate != 0 || r.text(r.before(from-1, "on", "the")) == "born"
	case ofJourney, ofFlight, ofUs, ofJoiner, ofDoing:
	}
	return of > ofPerson
}

// isOfOne reports whether what stands at token i is said of one of several who travel: "one comes by train".
func (r *reading) isOfOne(i int) bool {
	of, _ := r.governorOf(i)
	who := r.known.Party.Travelers
	isSeveral := who.Adults+who.Children > 1 || r.known.fresh() && r.hasAny("we", "us", "our", "i")
	return (of == ofPerson || of == ofJoiner) && isSeveral && !r.forOthers()
}

// isOver reports whether day k is over and no end of a range, beside another that is to come: "it was
// cancelled yesterday, I need one tomorrow", "this morning I saw one on 12 April".
func (r *reading) isOver(k int) bool {
	d := &r.dates[k]
	first, _ := r.span(r.toks[d.from].sentence)
	if d.day == r.today && d.from == first && r.hasIn(d.to, d.to+5, "ask", "decide", "call", "talk", "tell") {
		return true // "this evening I ask my boss"
	}
	isPast := d.day < r.today && !r.anyOf(d.from-1, "from", "on", "to", "until", "the") ||
		d.day == r.today && r.isToldAt(d.from)
	return isPast && slices.ContainsFunc(r.dates, func(o dateMention) bool { return o.from != d.from && o.day >= r.today })
}

// notDoneBefore returns where a denial before the day at token i begins, of a verb that no rule reads: "I don't want to
// end the trip on a Sunday". It is -1 where there is none. What bounds a day is read elsewhere.
func (r *reading) notDoneBefore(i int) int {
	for k := i - 1; k >= max(0, i-maxNotDone) && r.sameSentence(k, i) && r.toks[k].kind == word; k-- {
		two := r.text(k-1) + " " + r.text(k)
		isForm := is("denial-verb", r.text(k)) || is("denial-verb", two) || is("no-phrases", two)
		switch {
		case r.toks[k].denies && isForm:
			at := k + 1
			for r.text(at) == "to" || r.isWishVerb(at) {
				at++
			}
			if at > k+1 && r.text(at-1) != "to" || r.isSought(at, i) {
				return -1 // a wish, of which the denial itself says how far it goes
			}
			return k
		case r.anyOf(k, "i", "we", "he", "she", "they", "but", "and", "or", "so", "because", "if", "when", "as", "though",
			"before", "after", "until", "till", "than", "maybe", "perhaps"):
			return -1
		}
	}
	return -1
}

// isSought reports whether the day at token i is that of a journey which is looked for, behind a denied verb at token
// at: "I can't find a flight", "don't forget to book", "can't you go there", "I don't speak Italian need a flight", and
// where a route stands before the day.
func (r *reading) isSought(at, i int) bool {
	isFlight := func(k int) bool { return topicWords[r.text(k)] == flightTopic }
	isRequest := func(k int) bool { return is("request", r.text(k)) && r.text(k-1) != "to" }
	places := 0
	for k := at; k < i; k++ {
		if p, ok := r.placeAt(k); ok {
			places, k = places+1, p.to-1
		}
	}
	return places > 1 || r.asks(r.toks[i].sentence) || r.anyOf(at, "you", "forget", "hesitate", "fail") ||
		r.anyOf(at, "find", "see") && r.some(at, i, isFlight) || r.some(at+1, i, isRequest)
}

// maxNotDone is how many words before a day its denial may stand: "I don't want to spend the day in Rome on a Sunday".
const maxNotDone = 15

// isToldAt reports whether somebody said or saw something on the day at token i: "we talked today", "today she told
// me".
func (r *reading) isToldAt(i int) bool {
	from, to := r.span(r.toks[i].sentence)
	near := [2]int{max(from, i-4), i}
	if i == from {
		near = [2]int{i, min(to, i+6)}
	}
	isTold := func(k int) bool { return is("told-then", r.text(k)) }
	isTravel := func(k int) bool { return cueWords[r.text(k)] != noCue }
	for near[0] < near[1] && !isTold(near[0]) && !isTravel(near[0]) {
		near[0]++
	}
	return near[0] < near[1] && isTold(near[0])
}

// isOfMeeting reports whether day k is that of a meeting at a time of its own, of which the message or the trip has
// other days: "my meeting is at 10 am on the 4th".
func (r *reading) isOfMeeting(k int) bool {
	return r.isApart(ofThing, r.dates[k].from) && r.hasMeetingAt(k)
}

// isOnlyMeeting reports whether day k is that of a meeting at a time of its own, and the only one that is known: one
// lands on it. "My meeting in Rome starts at 15:30 on April 10, I fly from Berlin"
func (r *reading) isOnlyMeeting(k int) bool {
	return len(r.dates) == 1 && len(r.known.days()) == 0 && r.hasMeetingAt(k)
}

// hasMeetingAt reports whether the time of a meeting stands beside day k.
func (r *reading) hasMeetingAt(k int) bool {
	d := &r.dates[k]
	return slices.ContainsFunc(r.times, func(m clockMention) bool {
		return m.kind == ofMeeting && r.sameSentence(m.from, d.from) && max(m.from-d.to, d.from-m.to) <= 2
	})
}

// aroundEvent reads the days that were said without a month as those nearest to an event: "the wedding is on 13 June,
// we fly on the 11th", and weekdays as the last one up to it and those behind: "we fly on Thursday, back Monday".
func (r *reading) aroundEvent(event *dateMention) {
	if event == nil || event.dayOnly {
		return
	}
	for k := range r.dates {
		d := &r.dates[k]
		if at := r.before(d.from-1, "on", "the"); d.isBareWeekday() && r.known.leg().DepartDate == 0 {
			start, isOther := event.day, func(o dateMention) bool { return o.from != event.from }
			if !slices.ContainsFunc(r.dates[:k], isOther) && r.cueAt(r.before(at, "by")) != backCue {
				start = event.day.AddDays(-6)
			}
			d.day, d.dayOnly = onWeekday(mondayBased(d.day), max(start, r.today)), false
		}
		near := nextDay(max(event.day.AddDays(-15), r.today), d.day.Day())
		if d.dayOnly && d.noYear && near <= event.day.AddDays(15) {
			d.day, d.dayOnly = near, false
		}
	}
}

// dayOfEvent returns the token of the day of what one travels to, which is named at token i: "the conference, which
// ends on 12 April". It is i where no day is told.
func (r *reading) dayOfEvent(i int) int {
	k := r.behind(i, "the", "my", "our", "his", "her", "a")
	if !is("event", r.text(k)) {
		return i
	}
	told := r.behind(r.behind(k+1, ",", "."), "which", "that", "it")
	verb := r.behind(told, "ends", "is", "finishes", "starts", "begins", "takes", "place")
	day := r.behind(verb, "on", "the")
	if _, isDay := r.dateAt(day); !isDay || verb == told && (told > k+1 || day == told) {
		return i
	}
	return day
}

// isLaterThanOthers reports whether token i says of some of those who travel that they come or go at another time, as
// "later today" does not by itself.
func (r *reading) isLaterThanOthers(i int) bool {
	return r.anyOf(i, "later", "earlier", "afterwards", "separately", "own") && !r.anyOf(i+1, "today", "tonight")
}

// findUnused tells of the places that the trip has no part for, so that none is passed over.
func (a *assembly) findUnused() {
	r := a.r
	for k := range r.places {
		p := &r.places[k]
		isOpen := p.role != asideRole
		isUsed := p == a.origin || p == a.destination || p == a.hotel || !isOpen || p.named ||
			slices.ContainsFunc(a.extra, func(e placeAsked) bool { return e.place == p }) || a.isOfTrip(p)
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
