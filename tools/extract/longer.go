package extract

import "github.com/legwork-go/legwork/trip"

// wantsLonger reads "stay longer", "can we stay a bit longer" and "a few more days", which do not say how long.
func (r *reading) wantsLonger() bool {
	if len(r.dates)+len(r.counts)+len(r.times) > 0 || r.shift != nil || r.vague != nil {
		return false
	}
	for i := range r.toks {
		switch {
		case r.aside(i):
		case r.anyOf(i, "longer") && r.hasAny("stay", "staying", "remain", "extend", "trip", "there") &&
			!r.hasAny("than") && !r.hasAny(denying...):
			r.note(i, i+1, byDay)
			return true
		case r.anyOf(i, "few", "some", "couple") && r.anyOf(i+1, "more", "extra") && r.anyOf(i+2, "days", "nights"):
			return true
		case r.anyOf(i, "extend", "prolong") && r.anyOf(i+1, "the", "my", "our", "it") && r.phraseEnds(i+3):
			return true
		}
	}
	return false
}

// saidLonger reports whether the message before wanted to stay longer, and this one says how long: "2 days".
func (r *reading) saidLonger() bool {
	n := len(r.known.recent)
	if n == 0 || r.known.askKind() != trip.AskClarify || r.wordCount() > 3 {
		return false
	}
	before := reading{toks: tokenize(r.known.recent[n-1]), known: r.known, asides: make([]bool, maxTokens)}
	return before.wantsLonger()
}

// longerAt returns the leg that ends where somebody wants to stay longer, as the engine asks until when; -1 when it
// asks for no stop on the way.
func (a *assembly) longerAt() int {
	t := find(a.r.known.targets(), departField)
	if t == nil || a.r.shift == nil || !a.r.shift.length || t.leg < 1 || t.leg >= len(a.r.known.Itinerary.Segments)-1 {
		return -1
	}
	return t.leg - 1
}

// asksUntil asks until when somebody stays who wants to stay longer: at the place that is named, else before the way
// home.
func (a *assembly) asksUntil() bool {
	r, k := a.r, a.r.known
	if k.fresh() || len(r.acts)+len(a.questions) > 0 || !a.patch.isZero() || len(a.clears) > 0 || !r.wantsLonger() {
		return false
	}
	legs := k.Itinerary.Segments
	n := len(legs)
	ask := func(path, text string, old trip.Date) bool {
		question := r.say("instead", "text", text, "day", r.labelOfDay(old))
		a.questions = append(a.questions, Question{About: path, Text: question})
		return true
	}
	if p := r.onlyPlace(); p != nil && a.scope.flight {
		at := a.legOf(nil, p)
		if at < 0 || at+1 >= n || legs[at+1].DepartDate == 0 {
			return false
		}
		p.role = asideRole
		return ask(legPath(at+1)+".depart_date",
			r.say("leave_place", "city", legs[at].Destination.City), legs[at+1].DepartDate)
	}
	switch {
	case len(r.places) > 0:
		return false
	case !a.scope.flight && k.stay().CheckOut != 0:
		return ask(a.pathOf(checkOutRole), r.say("check_out"), k.stay().CheckOut)
	case goesHome(legs) && legs[n-1].DepartDate != 0:
		return ask(legPath(n-1)+".depart_date", r.say("come_back"),
			legs[n-1].DepartDate)
	}
	return false
}
