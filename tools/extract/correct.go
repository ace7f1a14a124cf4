package extract

import (
	"math"
	"slices"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// replace gives a place or a day that stands beside the old one its part: "not Oslo, Bergen", "Rome instead", "not the
// 9th, the 8th".
func (a *assembly) replace() {
	a.exchanges()
	a.otherAirports()
	a.alternatives()
	a.asksApart()
	a.replacePlace()
	a.replaceDay()
}

// exchanges reads "swap Leeds for Manchester" and "replace Rome by Paris": the second gets the part of the first.
func (a *assembly) exchanges() {
	r := a.r
	for k := range r.places {
		other := &r.places[k]
		if k == 0 || r.places[k-1].to < other.from-1 {
			if at := other.from - 2; r.tok(at).title && !isKnownWord(r.text(at)) && !r.toks[at].claimed &&
				r.exchanged(at, at+1, other) {
				other.role = asideRole // "change Seminyak to Canggu", of a place that nothing here knows
				r.tell(at, other.to)
			}
			continue
		}
		old := &r.places[k-1]
		if !r.exchanged(old.from, old.to, other) {
			continue
		}
		switch leg := a.r.known.leg(); {
		case a.is(old, leg.Origin):
			old.role, other.role = asideRole, originRole
		case a.is(old, leg.Destination):
			old.role, other.role = asideRole, destinationRole
		case leg.Destination.Code != "" && !r.known.goesTo(old.name) && stayAt(r.known.stays(), old.slept()) < 0:
			old.role, other.role = asideRole, asideRole // "change Rome to Milan" of a trip without Rome
			r.tell(old.from, other.to)
		}
	}
}

// exchanged reads "swap Leeds for Manchester", where the first stands at the tokens [from, to).
func (r *reading) exchanged(from, to int, other *placeMention) bool {
	return other.from == to+1 && r.anyOf(to, "for", "with", "by", "to") &&
		r.hasIn(max(0, from-3), from, "swap", "switch", "change", "replace", "exchange", "substitute")
}

// alternatives keeps several places of which one is to be chosen, "to Paris or Lyon", "Rome, Milan or Turin", or asks
// which one is meant where one of them is not known yet, or the trip has several legs.
func (a *assembly) alternatives() {
	r := a.r
	for k := 1; k < len(r.places); k++ {
		from := r.choiceTo(k)
		goesOn := k+1 < len(r.places) && r.choiceTo(k+1) == from // "Rome or Milan or Turin"
		if from == k || goesOn || r.places[k-1].role == asideRole || r.unwanted(r.places[k].from) {
			continue
		}
		among := r.places[from : k+1]
		if slices.ContainsFunc(among, func(p placeMention) bool { return p.answer.Verdict == geo.Unknown }) {
			continue
		}
		if i := slices.IndexFunc(among, func(p placeMention) bool { return p.answer.Verdict == geo.One }); i >= 0 {
			for j := range among {
				if among[j].answer.Verdict == geo.Several { // "Barcelona or Valencia"
					r.settle(&among[j], geo.Hints{OtherEnd: among[i].city.Country})
				}
			}
		}
		about := goalPath
		isBefore := k+1 < len(r.places) && r.places[k+1].role == destinationRole // "Leeds or Manchester to Faro"
		if among[0].role == originRole || among[0].role == noRole && (isBefore || a.lacksOrigin()) {
			about = originPath
		}
		if !a.keepApart(about, among) {
			a.choose(about, among)
		}
	}
}

// keepApart keeps places of which one is to be chosen, and reports whether it could. The first of them stands in the
// leg.
func (a *assembly) keepApart(about string, among []placeMention) bool {
	isOpen := func(p placeMention) bool {
		return p.name != "" && !p.chosen && p.answer.Verdict != geo.One || placeOf(&p).Code == ""
	}
	if !a.scope.flight || len(a.r.known.Itinerary.Segments) > 2 || slices.ContainsFunc(among, isOpen) {
		return false
	}
	p := placesApart{first: &among[0], origin: about == originPath}
	if p.first.role = destinationRole; p.origin {
		p.first.role = originRole
	}
	for i := 1; i < len(among); i++ {
		among[i].role = asideRole
		p.others = append(p.others, &among[i])
	}
	a.apart = append(a.apart, p)
	return true
}

// isAlso reads "also Milan is ok", "landing in Manchester is good too" and "show me also Madrid": a place that may be
// an end of the journey beside the one that was named, and does not take its place.
func (r *reading) isAlso(p *placeMention) bool {
	isEnd := func(o placeMention) bool {
		return o.from < p.from && (o.role == originRole || o.role == destinationRole)
	}
	isOpen := !r.known.fresh() && r.known.askKind() != trip.AskApprove && !r.known.isCommitted()
	if !isOpen && !slices.ContainsFunc(r.places, isEnd) || r.alsoOfElse(p) || r.hotelBefore(p.from) ||
		r.text(p.from-1) == "or" || r.liftsConnection(p) || r.isAllowed(p) {
		return false
	}
	at := r.alsoAt(p)
	fine := r.phraseAt(p.to, phrases("fine-too"))
	isBehind := r.hasIn(p.to, fine+1, "too", "also") || r.at(fine, "as", "well") || r.at(fine-2, "as", "well")
	verb := r.before(at-1, "me", "us")
	isShown := r.text(verb) == "show" && !r.sameSentence(r.before(verb-1, "please"), verb)
	return (fine > p.to+1 || isShown) && (isBehind || r.text(at) == "also")
}

// alsoAt is the token before the words that lead to a place: "also" of "also landing in Milan".
func (r *reading) alsoAt(p *placeMention) int {
	return r.before(p.from-1, "to", "from", "in", "into", "at", "landing", "arriving", "leaving", "flying")
}

// alsoOfElse reports whether a place that is fine too is so of the way back, of a part of the journey, on a condition,
// another time, or beside a place that is to stay: "a day in Milan is fine too", "Milan is nice too but we stay with
// Rome".
func (r *reading) alsoOfElse(p *placeMention) bool {
	at := r.alsoAt(p)
	from, _ := r.phraseAround(p.from)
	begin, end := r.span(r.toks[p.from].sentence)
	isBack := func(i int) bool { return cueWords[r.text(i)] == backCue || r.text(i) == "home" }
	return r.some(from, end, isBack) ||
		slices.ContainsFunc(r.places, func(o placeMention) bool { return r.sticksTo(&o) }) ||
		r.hasIn(begin, end, "if", "unless", "when") || r.hasIn(begin, p.from, "there", "up", "next") ||
		r.hasIn(p.to, end, "but", "only", "for", "until", "some", "on") ||
		is("time-noun", r.text(at)) || r.anyOf(at, "stop", "stopover", "layover")
}

// writeAlso writes a place that may be an end of the journey too, and reports whether it could: the end that the words
// say, else the nearer one.
func (a *assembly) writeAlso(p *placeMention) bool {
	leg, list := a.r.known.leg(), [2][]Place{}
	a.r.settle(p, geo.Hints{OtherEnd: countryOf(a.destination, leg.Destination.Code)})
	const nearby = 600 // km
	end, nearest, isKnown := 0, int64(math.MaxInt64), false
	for i, m := range []*placeMention{a.origin, a.destination} {
		at, listed := leg.Origin, leg.Alternatives.Origin
		if i > 0 {
			at, listed = leg.Destination, leg.Alternatives.Destination
		}
		list[i] = append(placesBut(listed, []Place{*placeOf(p)}), *placeOf(p))
		if m != nil {
			at.Code, list[i] = m.flies(), []Place{*placeOf(p)}
		}
		isKnown = isKnown || at.Code == p.flies()
		airport, ok := geo.AirportByCode(at.Code)
		if km := geo.DistanceKM(airport.Point(), p.city.Point()); ok && km < nearest {
			end, nearest = i, km
		}
	}
	switch arrives := cueWords[a.r.text(p.from-2)] == arriveCue; {
	case a.r.text(p.from-1) == "from":
		end = 0
	case a.r.anyOf(p.from-1, "to", "into") || arrives:
		end = 1
	default:
		isKnown = isKnown || nearest > nearby // which end is not said
	}
	if p.city.Code == "" || isKnown || !a.scope.flight || len(a.legs) > 0 || len(a.r.known.Itinerary.Segments) > 2 {
		return false
	}
	into := [...]*[]Place{&a.segment(0).alternatives().Origin, &a.segment(0).alternatives().Destination}[end]
	if isIn := func(o Place) bool { return o.Code == p.flies() }; !slices.ContainsFunc(*into, isIn) {
		*into = append(*into, list[end]...)
	}
	return true
}

// lacksOrigin reports whether it is known where the trip goes, and not where it begins.
func (a *assembly) lacksOrigin() bool {
	leg := a.r.known.leg()
	return leg.Destination.Code != "" && leg.Origin.Code == ""
}

// or reports whether the tokens [from, to) say that what stands behind them is another choice: "or", "maybe? or even",
// "would be best, but" of what is said to be fine behind them.
func (r *reading) or(from, to int) bool {
	const near = 6
	behind := r.clause(to, min(to+near, len(r.toks)))
	if to-from <= near && r.text(r.before(to-1, "on", "the")) == "but" && behind.has(class("fine-too")...) {
		return true
	}
	isOr := false
	for i := from; i < to; i++ {
		switch {
		case r.anyOf(i, "or", "otherwise", "alternatively", "failing"), r.text(i-1) == "if" && is("not", r.text(i)):
			isOr = true
		case r.text(i) == "if" && is("not", r.text(i+1)), is("weekday", r.text(i)), is("denial-fit", r.text(i)),
			r.text(i) == "a" && is("weekday", r.text(i+1)):
		case !r.anyOf(i, ",", "?", ".", "…", "maybe", "perhaps", "possibly", "even", "to", "from", "in", "else", "on",
			"the", "then", "that"):
			return false
		}
	}
	return isOr
}

// asksApart asks which of two places is meant where two people want different ones, "I want Naples, my wife wants
// Nice", and from where all set out: "two from Berlin and two from Hamburg" is more than one trip.
func (a *assembly) asksApart() {
	r := a.r
	for k := 1; k < len(r.places); k++ {
		first, second := &r.places[k-1], &r.places[k]
		if sameCity(first, second) || !r.sameSentence(first.from, second.from) {
			continue
		}
		isStart := first.role == originRole && second.role == originRole && r.text(second.from-1) == "from" &&
			first.answer.Verdict == geo.One && second.answer.Verdict == geo.One
		switch {
		case isStart:
			a.choose(originPath, r.places[k-1:k+1])
		case r.wishedAt(first) && r.wishedAt(second) && first.role != asideRole && second.role != asideRole:
			a.choose(goalPath, r.places[k-1:k+1])
		}
	}
}

// wishedAt reports whether a place is what somebody wants.
func (r *reading) wishedAt(p *placeMention) bool {
	at := r.before(p.from-1, "to", "go", "visit", "see", "fly", "travel", "for", "is")
	return r.anyOf(at, "want", "wants", "prefer", "prefers", "likes", "fancies", "fancy", "favours", "chooses") ||
		r.anyOf(at, "like", "love") && r.anyOf(at-1, "would", "id", "wed", "hed", "wewould", "hewould", "shewould")
}

// choose asks which of several places is meant; none is taken.
func (a *assembly) choose(about string, among []placeMention) {
	q := Question{About: about}
	var names []geo.Place
	for i := range among {
		p := &among[i]
		names = append(names, p.city)
		q.Choices = append(q.Choices, Choice{p.city.Label(), placeOf(p)})
		p.role = asideRole
	}
	q.Text = a.r.say("which_one", "places", a.r.placeLabels(names))
	a.questions = append(a.questions, q)
}

func (a *assembly) replacePlace() {
	leg := a.r.known.leg()
	if leg.Destination == (trip.Place{}) && leg.Origin == (trip.Place{}) {
		return
	}
	part := noRole
	switch p := a.r.onlyPlace(); {
	case p == nil:
	case p.role == destinationRole && a.is(p, leg.Origin) && a.r.known.roundTrip() &&
		a.r.hasIn(max(0, p.from-3), p.from, "land", "lands", "landing", "arrive", "arrives", "arriving", "get", "gets"):
		p.role = asideRole // "no flight that gets into Oslo after midnight", of a trip that comes home there
		return
	case p.role == noRole && a.r.isOneOf(p, leg.Alternatives.Origin, leg.Origin):
		p.role = originRole
		return
	case p.role == noRole && a.r.isOneOf(p, leg.Alternatives.Destination, leg.Destination),
		p.role == homeRole && leg.Destination.Code != "" && a.r.known.roundTrip() && len(a.r.dates) == 0 &&
			!a.is(p, leg.Origin) && !a.is(p, leg.Destination): // "go back to Tokyo", after another goal
		p.role = destinationRole
		return
	}
	for k := range a.r.places {
		p := &a.r.places[k]
		if p.role != asideRole || !a.r.unwanted(p.from) {
			continue
		}
		switch {
		case a.is(p, leg.Origin):
			part = originRole
		case a.is(p, leg.Destination):
			part = destinationRole
		}
	}
	for k := range a.r.places {
		p := &a.r.places[k]
		isOpen := p.role == noRole || p.role == insideRole && part != noRole // "how about Rome instead of Oslo"
		if isOpen && (part != noRole || a.r.swaps(p) && !a.onTheWay(p)) {
			switch p.role = part; {
			case part == noRole && p.city.Name == leg.Origin.City && p.city.Name != leg.Destination.City:
				p.role = originRole
			case part == noRole:
				p.role = destinationRole
			}
			return
		}
	}
}

// was is the end of the trip at which a place was that is at none now, before what was changed last: "back to Rome".
func (k *known) was(p *placeMention) role {
	var a assembly
	was := k.before()
	switch now := k.leg(); {
	case was == nil, a.is(p, now.Origin), a.is(p, now.Destination):
	case a.is(p, was.leg().Origin):
		return originRole
	case a.is(p, was.leg().Destination):
		return destinationRole
	}
	return noRole
}

// sticksTo reports whether a place of the trip shall stay what it is: "we'll keep to Bristol", "stick with Rome".
func (r *reading) sticksTo(p *placeMention) bool {
	var a assembly
	return is("sticking-to", r.text(p.from-2)) && r.anyOf(p.from-1, "to", "with") &&
		slices.ContainsFunc(r.known.Itinerary.Segments, func(s trip.Segment) bool {
			return a.is(p, s.Origin) || a.is(p, s.Destination)
		})
}

// isOneOf reports whether a mention names one of the places of which one is to be chosen: "Lisbon, please".
func (r *reading) isOneOf(p *placeMention, others []trip.Place, first trip.Place) bool {
	isNamed := func(at trip.Place) bool { return at.Code != "" && at.Code == placeOf(p).Code }
	return len(others) > 0 && !r.hasAny("?", "maybe", "perhaps") &&
		r.clauseOnly(r.whole(), p.from, p.to, class("choose")) &&
		(isNamed(first) || slices.ContainsFunc(others, isNamed))
}

// onTheWay reports whether a place is one of several that the trip goes to: it replaces none of them.
func (a *assembly) onTheWay(p *placeMention) bool {
	return a.r.known.Itinerary.TripType == trip.MultiCity && (a.legOf(nil, p) >= 0 || a.legOf(p, nil) >= 0)
}

// onlyPlace is the place of a message that names one, else nil.
func (r *reading) onlyPlace() *placeMention {
	if len(r.places) != 1 {
		return nil
	}
	return &r.places[0]
}

// supposes reads "what if we stay until the 14th": what a change of the trip would be, which is searched to be seen.
func (r *reading) supposes(i int) bool {
	return r.text(i) == "if" && r.text(i-1) == "what" && r.anyOf(i+1, "i", "we", "she", "he", "they", "it", "my",
		"our") && !r.known.fresh() && !r.hasAny("cancel", "cancelled", "miss", "delayed", "late", "sick", "ill",
		"closed", "lose", "lost")
}

// is reports whether a mention names a place of the trip, or an island of which that is an airport.
func (a *assembly) is(p *placeMention, known trip.Place) bool {
	return known.Code != "" && (p.city.Code == known.Code || p.airport == known.Code ||
		slices.ContainsFunc(p.answer.Choices, func(c geo.Place) bool { return c.Code == known.Code })) ||
		known.City != "" && p.city.Name == known.City
}

// swaps reads "make it Rome", "Rome instead", "actually Rome", "how about Rome", "no, Rome".
func (r *reading) swaps(p *placeMention) bool {
	at := r.behind(p.to, "for", "the", "our", "my")
	isLast := r.anyOf(at, "last", "final") && r.count(at+1) > 0 && r.anyOf(at+2, "night", "nights", "days")
	return !r.has("put") && !isLast && r.swapsByWords(p) // "put Seoul back", "Kandy for the last 2 nights" add it
}

func (r *reading) swapsByWords(p *placeMention) bool {
	return r.at(p.from-2, "make", "it") || r.at(p.from-2, "make", "that") ||
		r.anyOf(p.from-1, "actually", "rather", "instead") || r.text(p.to) == "instead" || r.at(p.to, "after", "all") ||
		r.at(p.from-2, "how", "about") ||
		r.at(p.from-2, "what", "about") ||
		r.anyOf(p.to, "rather") || p.from == 0 && r.text(p.to) == "then" ||
		(r.anyOf(0, class("no")...) || r.anyOf(0, "sorry")) && (p.from == 1 || p.from == 2 && r.text(1) == ",") ||
		(r.anyOf(p.to, "would", "sounds", "might") || r.anyOf(p.from-1, "would", "is", "might")) &&
			r.hasIn(p.to, p.to+5, "nicer", "better", "preferable", "lovelier", "cheaper", "dearer", "expensive") ||
		r.anyOf(p.from-1, "meant", "mean") ||
		r.hasAny("instead", "actually") && r.wordCount() <= 6
}

// replaceDay gives a day the part of the rejected one.
func (a *assembly) replaceDay() {
	part := noRole
	for i := range a.r.dates {
		d := &a.r.dates[i]
		if d.role != asideRole || !a.r.unwanted(d.from) && !a.r.unwanted(d.from-1) && !a.r.givenUp(d) {
			continue
		}
		if part == noRole {
			part = a.r.known.partOf(d)
		}
	}
	saysLeave := slices.ContainsFunc(a.r.cues, func(c cue) bool { return c.kind == leaveCue })
	for i := range a.r.dates {
		if d := &a.r.dates[i]; part != noRole && (d.role == noRole || d.role == departRole && !saysLeave) {
			if d.role = part; part == checkInRole && i+1 < len(a.r.dates) && a.r.dates[i+1].until {
				a.r.dates[i+1].role = checkOutRole
			}
			return
		}
	}
}
