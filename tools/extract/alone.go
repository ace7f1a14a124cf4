package extract

import "github.com/legwork-go/legwork/internal/messages"

// assumeOne takes it that one adult travels where somebody plans a trip and speaks of himself alone: "I want to fly to
// Rome". What is said of travellers later counts instead.
// Rule: 6.1.one-adult
func (a *assembly) assumeOne(p *party) {
	r := a.r
	said := p.isSaid() || p.uncounted != "" || p.kids || p.minor || p.left
	switch {
	case said:
		a.scope.drop(messages.KeyAssumeOneAdult)
	case r.known.Party.Travelers.Adults == 0 && len(r.places) > 0 && r.speaksOfOne():
		p.adults = 1
		a.patch.infer(fieldAdults)
		a.scope.add(messages.AssumeOneAdult())
	}
}

// speaksOfOne reports whether a message says that the person goes somewhere, and speaks of nobody beside. Who only
// needs or looks for a flight may do that for others.
func (r *reading) speaksOfOne() bool {
	if r.hasAny("we", "us", "our", "ours", "weare", "wewill", "weve", "wed", "they", "them", "their", "everyone",
		"everybody", "people", "group", "team", "family", "guests", "colleagues", "friends", "wife", "husband",
		"partner", "girlfriend", "boyfriend", "spouse", "fiance", "fiancee") {
		return false
	}
	const near = 6
	for i := range r.toks {
		to := i + near
		if r.alien { // the verb may stand last: "Ich möchte am 3. Juni von Wien nach Rom fliegen"
			_, to = r.span(r.toks[i].sentence)
		}
		if r.anyOf(i, "i", "im", "ill", "id", "ive") && r.hasIn(i+1, to, class("going")...) && r.sameSentence(i, i+1) ||
			r.text(i) == "me" && r.anyOf(i-1, "get", "take", "bring", "fly") || r.anyOf(i, "myself") {
			return true
		}
	}
	return false
}

// tellsHowMany reports whether a clause tells how many travel, of whom one was only assumed: then it is no word about
// the options that were found for one.
func (r *reading) tellsHowMany(c *clause) bool {
	if !r.known.assumes(messages.KeyAssumeOneAdult) {
		return false
	}
	for i := c.from; i < c.to; i++ {
		isFor := r.text(i-1) == "for" && (i+1 == c.to || r.toks[i+1].kind == mark)
		if r.count(i) > 0 && (isFor || r.anyOf(i+1, "people", "persons", "adults", "passengers", "travelers",
			"travellers", "of")) &&
			(r.text(i+1) != "of" || r.text(i+2) == "us") {
			return true
		}
	}
	return false
}
