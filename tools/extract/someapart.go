package extract

import (
	"slices"
	"strings"
)

// What a message says of the way of some of those who travel. All fly alike here, so that it is told, and taken out of
// the message before any slot is read: no slot has to know of whom something is said.

// setSomeApart takes out how some of those who travel go: "she'd prefer business, I don't", "grandma joins us but flies
// home on the 6th", "premium economy for his parents".
// Rule: 6.7.mood
func (r *reading) setSomeApart() {
	var apart []span // in tokens
	all, who, joins := r.allWhoTravel(), ofJourney, false
	for from := 0; from < len(r.toks); {
		to := r.endOfSpoken(from)
		goesOn := from > 0 && r.sameSentence(from-1, from) && r.goesOnWith(from)
		at, subject := r.subjectIn(from, to)
		switch {
		case subject != ofJourney:
			who, joins = subject, r.hasIn(from, to, "join", "joins", "joining", "with", "too", "along", "come", "comes",
				"coming")
			goesOn = false
		case goesOn:
			at = from
		default:
			who = ofJourney
		}
		isSeveral := all > 1 || joins && r.known.Party.Travelers.Adults > 0 ||
			(from > 0 || to < len(r.toks)) && r.some(at, to, r.isLaterThanOthers)
		switch n := len(apart); {
		case isSeveral && who == ofPerson && r.tellsWay(at, to, goesOn):
			apart = append(apart, span{at, to})
		case n > 0 && apart[n-1].end == from &&
			(r.isContrast(from, to) || who == ofJourney && r.anyOf(from+1, "on", "from", "until")):
			apart[n-1].end = to
		case isSeveral:
			if start, end := r.wayFor(from, to, all); start < end {
				apart = append(apart, span{start, end})
			}
		}
		from = to
	}
	for _, s := range slices.Backward(apart) {
		r.tell(r.behind(s.start, ",", ";", ":"), s.end)
		for i := s.start; i < s.end; i++ {
			if r.doingAt(i, s.end) == ofJoiner && r.count(s.start) == 0 && !r.isOfOneWay(s.start, s.end) {
				s.start = r.behind(i+1, "us", "me")
			}
		}
		r.put(s.start, s.end)
	}
}

// allWhoTravel is how many travel, by the trip and by the message.
func (r *reading) allWhoTravel() int64 {
	all := r.known.Party.Travelers.Adults + r.known.Party.Travelers.Children
	for i := range r.toks {
		if c, ok := r.countAt(i); ok && c.kind == adultCount {
			all = max(all, c.n)
		}
	}
	return all
}

// endOfSpoken returns where the part of a sentence ends that begins at token from.
func (r *reading) endOfSpoken(from int) int {
	at := from + 1
	for r.sameSentence(at, from) {
		isMark := r.anyOf(at, ",", ";", ":", "–", "—", "…") || r.text(at) == "-" && r.toks[at].spaced
		_, joined := r.subjectIn(at+1, min(at+4, len(r.toks)))
		joins := r.text(at) == "and" && (r.goesOnWith(at+1) || joined != ofJourney && !r.personAt(at-1))
		if isMark || joins || r.anyOf(at, "but", "while", "whereas", "though", "although") && !r.butDenies(at) {
			break
		}
		at++
	}
	return at
}

// goesOnWith reports whether a part that begins at token i says more of the one who was spoken of before: "but only on
// the way there", "flies home on the 6th".
func (r *reading) goesOnWith(i int) bool {
	at := r.behind(i, ",", ";", "–", "—", "-", "and")
	does := strings.HasSuffix(r.text(at), "s") &&
		(r.doingAt(at, at+1) == ofPerson || r.anyOf(at, "needs", "wants", "prefers"))
	return does || r.anyOf(at, "but", "though", "although", "only", "who")
}

// subjectIn returns of whom the tokens [from, to) speak, and where that begins: ofUs, ofPerson, or ofJourney where it
// is nobody.
func (r *reading) subjectIn(from, to int) (at int, who governor) {
	for at = from; at < to; at++ {
		switch who = r.whoAt(at); {
		case r.anyOf(at, "id", "ill", "ive", "wewill", "wewould", "weve"):
			return at, ofUs
		case who != ofPerson && !r.isThird(at) && !r.isNameOfOne(at) && !r.isSomeIn(from, at):
			if who == ofUs {
				return at, who
			}
			continue
		case r.isWithUs(at, to):
			return at, ofUs
		case r.anyOf(at, "one") && r.anyOf(at-1, "which", "the", "that", "this"),
			r.count(at) > 0 && r.text(r.before(at-1, "only", "just")) == "for": // an option, or how many travel
			continue
		}
		start := r.before(at-1, "my", "our", "his", "her", "their", "the", "a", "for", "can", "could", ",") + 1
		return max(from, start), ofPerson
	}
	return to, ofJourney
}

// isSomeIn reads "managers", "one" and "the other" at token i in "managers in business", "two adults in economy, one in
// business" and "the other business", and "1" in "4 of us fly from Madrid and 1 from Valencia".
func (r *reading) isSomeIn(from, i int) bool {
	cabin, _ := r.cabinAt(i + 1)
	isFirst := i == r.behind(from, "and", ",")
	return isFirst && r.isOneFrom(i+1) ||
		isFirst && r.text(i+1) == "in" && (r.count(i) > 0 || r.isPlural(i)) ||
		cabin != "" && r.text(i-1) == "the" && r.anyOf(i, "other", "others", "rest")
}

// isOneFrom reads the second "from" in "4 of us fly from Madrid and 1 from Valencia".
func (r *reading) isOneFrom(i int) bool {
	from, to := r.span(r.tok(i).sentence)
	isStart := func(k int) bool { return r.text(k) == "from" && r.tok(k+1).title }
	isOther := func(k int) bool { return k != i && r.count(k-1) > 0 && isStart(k) } // "one from Bergen, one from Oslo"
	return isStart(i) && r.count(i-1) > 0 && (r.some(from, i-1, isStart) || r.some(from, to, isOther))
}

// isThird reads "she'd" and "he'll".
func (r *reading) isThird(i int) bool {
	pronoun, _, found := strings.Cut(strings.ReplaceAll(strings.ToLower(r.tok(i).raw), "’", "'"), "'")
	return found && (pronoun == "he" || pronoun == "she")
}

// isNameOfOne reads the name in "Tom comes back one day later" and "Ms Okafor would like to come back on the 4th".
func (r *reading) isNameOfOne(i int) bool {
	if is("title", r.text(i)) && r.tok(i+1).title && r.known.begun() && r.known.Party.Travelers.Adults > 1 &&
		!(r.anyOf(i-1, "and", "&") && is("title", r.text(i-2))) { // "Mr and Mrs Okafor"
		return true
	}
	return r.tok(i).title && r.nameWord(i) && !isKnownWord(r.text(i)) && !r.carrierWord(i) &&
		strings.HasSuffix(r.text(i+1), "s") && (r.doingAt(i+1, i+2) == ofPerson || r.anyOf(i+1, "wants", "prefers"))
}

// isWithUs reports whether the person is among those of whom the tokens [from, to) speak: "my wife and I", "business
// for both of us", but not "my father joins us".
func (r *reading) isWithUs(from, to int) bool {
	return r.isAllOfUs(from) || r.some(from, to, func(i int) bool {
		isOther := r.anyOf(i-1, "join", "joins", "joining", "with") ||
			r.text(i-1) == "of" && r.count(i-2) > 0 && !r.isAllOfUs(i-2)
		return r.anyOf(i, "i", "me", "we", "us", "all", "both", "everyone", "everybody", "weare") && !isOther
	})
}

// tellsWay reports whether the tokens [from, to) say how or when somebody travels; goesOn says that they go on with one
// of whom that is said.
func (r *reading) tellsWay(from, to int, goesOn bool) bool {
	isOnly := r.isOfOneWay(from, to)
	goes := goesOn || r.some(from, to, func(i int) bool {
		return r.doingAt(i, to) == ofPerson || r.doingAt(i, to) == ofJoiner || r.anyOf(i, "stay", "staying")
	})
	isOfSome := goes && r.count(from) > 0 && r.text(from+1) == "of" // "4 of us fly from Madrid"
	return r.some(from, to, func(i int) bool {
		cabin, _ := r.cabinAt(i)
		return cabin != "" || isOnly || isOfSome && r.text(i) == "from" && r.tok(i+1).title || r.isOneFrom(i) ||
			r.oneWayAt(i) || goes && r.dayOrLater(i)
	})
}

// isOfOneWay reads "only on the way back": somebody comes along on one of the two ways.
func (r *reading) isOfOneWay(from, to int) bool {
	return r.hasIn(from, to, "only", "just") && r.hasIn(from, to, "way", "outbound", "inbound", "outward")
}

// dayOrLater reports whether a day, or "two days longer", begins at token i.
func (r *reading) dayOrLater(i int) bool {
	t := r.tok(i)
	isOrdinal := t.ordinal && (t.kind == number || r.text(i-1) == "the" && r.phraseEnds(i+1))
	isMonth := months[t.text] != 0 && (t.text != "may" || t.title)
	isDay := isOrdinal || isMonth || is("weekday", t.text) || r.anyOf(i, "today", "tonight", "tomorrow")
	return r.isLaterThanOthers(i) || r.text(i) == "later" || r.known.begun() && isDay ||
		r.count(i) > 0 && r.anyOf(i+1, "day", "days", "night", "nights", "week", "weeks") &&
			(r.anyOf(i+2, "longer", "more", "less") || r.anyOf(i-1, "only", "just") || // "stays only 2 days"
				r.anyOf(r.before(i-1, "for")-1, "only", "just"))
}

// isContrast reads "I don't", "we can't" and "but same return as the rest" behind what others do.
func (r *reading) isContrast(from, to int) bool {
	const longest = 4
	at, who := r.subjectIn(from, to)
	asRest := func(i int) bool { return r.at(i, "as", "the", "rest") || r.at(i, "as", "the", "others") }
	isNot := func(i int) bool { return is("not", r.text(i)) }
	return r.some(from, to, asRest) || who == ofUs && to-at <= longest && r.some(at, to, isNot)
}

// wayFor returns where a class stands that is for some: "business for my parents", "economy for the kids".
func (r *reading) wayFor(from, to int, all int64) (start, end int) {
	for i := from; i < to; i++ {
		at := r.behind(i+1, "my", "our", "his", "her", "their", "the", "us", "both")
		size := companionNouns[r.text(at)]
		isGrown := countNouns[r.text(at)] == adultCount && r.known.Party.Travelers.Children > 0
		if r.text(i) != "for" || at == i+1 || !isGrown && !isKid(r.text(at)) && (size == 0 || size >= all) ||
			r.anyOf(at+1, "and", "&", "plus") {
			continue
		}
		for start = i - 1; start >= from; start-- {
			if cabin, _ := r.cabinAt(start); cabin != "" {
				return r.before(start-1, "premium", "in") + 1, at + 1
			}
		}
	}
	return from, from
}
