package extract

import "slices"

// owned returns the clauses that tell of flights which the person has already: "my flight to Rome is booked", "I have a
// ticket to Rome on 3 May", "our flight lands at 5 pm". There are none once a flight is planned here.
func (r *reading) owned() (all []clause) {
	if !r.known.fresh() && !r.known.stayOnly() {
		return nil
	}
	clauses := r.clauses()
	for i := range clauses {
		c := r.firstOf(&clauses[i])
		if c.has(denying...) || c.has("to book", "to find", "to plan", "in mind") || r.asks(r.toks[c.from].sentence) {
			continue
		}
		for _, m := range r.topics {
			if m.at < c.from || m.at >= c.to || !r.anyOf(m.at, "flight", "flights", "ticket", "tickets") ||
				r.anyOf(m.at+1, "back", "home") {
				continue
			}
			if from := r.hadBefore(m.at, c.from); from >= 0 {
				all = append(all, r.clause(from, c.to))
				break
			} else if r.settledBehind(m.at, c.to) {
				all = append(all, c)
				break
			}
		}
	}
	return all
}

// firstOf returns what a clause says before its second verb: "my flight is booked and I need a hotel".
func (r *reading) firstOf(c *clause) clause {
	end := c.to
	if r.text(end) == ":" && r.tok(end-1).kind == number { // "lands at 17:00 on 3 May"
		for end++; end < len(r.toks) && r.sameSentence(end, c.from) && !r.anyOf(end, ","); {
			end++
		}
	}
	for to := c.from + 1; to < end; to++ {
		if r.anyOf(to, "and", "so", "now", "then") && r.anyOf(r.behind(to, "and", "so", "now", "then"), "i", "we", "weare",
			"im", "id", "need", "want", "just", "only", "looking", "please", "would") {
			return r.clause(c.from, to)
		}
	}
	return r.clause(c.from, end)
}

// hadBefore reads "I already have my" and "we've booked our return" up to the flight at token i, and returns where that
// begins; -1 where it does not stand there.
func (r *reading) hadBefore(i, from int) int {
	k := r.before(i-1, "a", "the", "my", "our", "return", "outbound", "plane", "train", "already", "direct", "one", "-",
		"way")
	isMine := r.hasIn(k+1, i, "my", "our", "already")
	has := r.before(k, "have", "got", "booked", "bought", "already", "just")
	if has < k && r.anyOf(has, "i", "we", "ive", "weve") && has >= from &&
		(isMine || r.anyOf(has, "ive", "weve") || r.hasIn(has, k+1, "have", "booked", "bought")) &&
		!r.anyOf(has-1, "can", "could", "may", "if", "should", "must") {
		return has
	}
	return -1
}

// settledBehind reports whether the words behind the flight at token i say that the person has it: "to Rome on 3 May
// is booked already", "are sorted", "we have already" and, behind "my flight", "leaves at 5 pm".
func (r *reading) settledBehind(i, to int) bool {
	if had := r.behind(i+1, "i", "we", "ive", "weve", "already", "have", "got", "booked", "bought"); r.phraseEnds(had) &&
		r.hasIn(i+1, had, "i", "we", "ive", "weve") && r.hasIn(i+1, had, "have", "ive", "weve", "booked", "bought") {
		return true
	}
	isSettled := func(k int) bool {
		at := r.behind(k, "is", "are", "has", "have", "been", "all", "already")
		isBare := k == i+1 && r.tok(r.before(i-1, "the", "my", "our", "all")).kind == mark
		return (at > k || isBare) && (r.anyOf(at, class("settled")...) || r.at(at, "taken", "care")) ||
			r.anyOf(i-1, "my", "our") && r.anyOf(k, "leaves", "lands", "departs", "arrives")
	}
	return r.some(i+1, to, isSettled)
}

// ownsFlights reports whether the message tells of flights that the person has, and asks for no other one.
func (r *reading) ownsFlights() bool {
	owned := r.owned()
	isElsewhere := func(i int) bool {
		return !slices.ContainsFunc(owned, func(c clause) bool { return c.from <= i && i < c.to })
	}
	return len(owned) > 0 && r.wants(hotelTopic) &&
		!slices.ContainsFunc(r.topics, func(m topicMark) bool { return m.topic == flightTopic && isElsewhere(m.at) }) &&
		!slices.ContainsFunc(r.cues, func(c cue) bool { return c.kind == backCue && isElsewhere(c.from) }) &&
		!slices.ContainsFunc(r.places, func(p placeMention) bool { return p.role == originRole && isElsewhere(p.from) })
}

// idleFlights returns where flights are told of that the person has, beside those that are to be planned, and where the
// last of them lands.
func (r *reading) idleFlights() (idle []span, landed *placeMention) {
	if r.ownsFlights() {
		return nil, nil
	}
	for _, c := range r.owned() {
		idle = append(idle, span{r.toks[c.from].start, r.toks[c.to-1].end})
		for k := range r.places {
			if p := &r.places[k]; p.from >= c.from && p.to <= c.to && p.role == destinationRole {
				landed = p
			}
		}
	}
	return idle, landed
}

// fliesBack lets the only flight that is to be planned, the way back from where the person flies with one that they
// have, be one way: "I have my flight to Rome, I only need the return on 6 May".
func (a *assembly) fliesBack() {
	p := a.r.landed
	if p == nil || !a.scope.flight || a.back == nil || a.depart != nil || a.destination != nil {
		return
	}
	if a.origin != nil && !sameCity(a.origin, p) {
		a.destination = a.origin
	}
	a.origin, a.depart, a.back = p, a.back, nil
	a.r.repeats = true
}
