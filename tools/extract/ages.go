package extract

import "slices"

// How old those who travel are: "aged 4 and 7", "a 5 year old", "14 months old", "my daughter, 8,", "born on 12 April
// 2017".
//
// The model: each number of the message is an age or is none (ages). It is one by its unit ("4 years old"), by the
// word before it ("aged 4"), by the child that it stands behind (followsChild), by the list that it is in, of which
// another number is an age (continuesAges, inAges), or as an answer to the question how old the children are.
// findBirths makes ages of days of birth before. people.go counts by them: who is under two is an infant, who is
// eighteen or more an adult.
//
// What always holds: a number that belongs to a day of a month is no age, and one of a question aside is none of
// those who travel. An age is told in years or in whole months, never in both, and each number gives at most one.

// age is how old a traveller is, at token at.
type age struct {
	at     int
	years  int64
	months bool
	to     int // the token behind its months, where it has years and months
}

// ages reads "aged 4 and 7", "a 5 year old", "14 months old", "my daughter, 8,".
func (r *reading) ages() []age {
	var all []age
	for i := range r.toks {
		n := r.count(i)
		if r.aside(i) || slices.ContainsFunc(r.births, func(a age) bool { return a.at == i }) || r.isOfDay(i) ||
			r.isOfAll(i) {
			continue // "is my 4 year old free?" says nothing of the others
		}
		if r.toks[i].kind == number && r.toks[i].raw == "0" {
			n = 0
		} else if n == 0 {
			continue
		}
		at := r.behind(i+1, "-")
		month := r.anyOf(at, "month", "months", "mo", "weeks", "week", "wk")
		old := r.anyOf(at, "year", "years", "yr", "yrs") || month
		after := r.behind(at+1, "-")
		one := r.yearsAndMonths(i, at)
		switch {
		case one.to > 0:
			all = append(all, one)
		case len(all) > 0 && i < all[len(all)-1].to: // its months
		case old && r.anyOf(after, "old", "olds"), r.anyOf(at, "yo", "y"), r.anyOf(i-1, "aged", "ages", "age"),
			old && r.text(i-1) == "of" && is("child-nouns", r.text(i-2)), // "a child of 4 years"
			r.continuesAges(i, all), r.agesAhead(i), r.ourAges(i), r.followsChild(i),
			month && (r.isChildAt(after) || r.isSomeone(i-1) && r.phraseEnds(after)),
			r.inAges(i), r.tellsOwnAge(i), r.known.asksForKids() && r.listsAges(i) && !r.countsAges(i):
			all = append(all, age{at: i, years: n, months: month})
		}
	}
	return append(all, r.births...)
}

// isOfAll reads "4 in total" at token i: how many they are, and not how old one is.
func (r *reading) isOfAll(i int) bool {
	return r.anyOf(i+1, "total", "altogether", "overall") || r.at(i+1, "in", "total") || r.at(i+1, "in", "all")
}

// isOfDay reports whether token i belongs to a day of some month: "two adults and a baby, 17 to 21 May".
func (r *reading) isOfDay(i int) bool {
	return slices.ContainsFunc(r.dates, func(d dateMention) bool { return d.from <= i && i < d.to && !d.dayOnly })
}

// findBirths reads how old a child is from the day on which it was or will be born so many years ago: "a child who
// turns two on April 12", "an infant born on 12 April 2017". Kept are the whole months, which leave a month open.
func (r *reading) findBirths() {
	for k := range r.othersDays {
		d := &r.othersDays[k]
		at := r.before(d.from-1, "on", "the")
		n, verb := int(r.count(at)), at
		if n > 0 {
			verb = r.before(at-1, "to", "be") // "is going to be two"
		}
		isBirth := r.text(verb) == "born" && !d.noYear || n > 0 && r.anyOf(at-1, "turns", "turn", "turning", "be")
		child := r.before(verb-1, "who", "that", "is", "was", "will", ",", "going", "just")
		if r.text(verb) == "born" {
			n = 0
		}
		born := monthsLater(d.day, -12*n)
		months := 12*(r.today.Year()-born.Year()) + r.today.Month() - born.Month() - boolInt(r.today.Day() < born.Day())
		if isBirth && r.isListedKid(child) && months >= 0 && months < 12*18 {
			r.left = slices.DeleteFunc(r.left, func(l Left) bool { return l.End == r.toks[d.to-1].end })
			r.note(verb, d.to, byTraveller)
			r.births = append(r.births, age{at: at, years: int64(months), months: true})
		}
	}
}

// isListedKid reports whether a child at token i is told as one who travels: "a child", "and my son", and not "my
// daughter turns 3 on 15 June", while none is known.
func (r *reading) isListedKid(i int) bool {
	at := r.before(r.before(i-1, "little"), whose...)
	isOfKid := func(c countMention) bool { return c.kind == childCount || c.kind == infantCount }
	isCounted := slices.ContainsFunc(r.counts, isOfKid)
	return isKid(r.text(i)) && (isCounted || r.known.Party.Travelers.Children+r.known.Party.Travelers.Infants > 0 ||
		r.linked(at) || r.anyOf(i-1, "a", "an"))
}

// isChildAt reports whether token i is a child or a baby.
func (r *reading) isChildAt(i int) bool {
	return is("child-nouns", r.text(i)) || is("baby-nouns", r.text(i))
}

// isSomeone reads "she is", "one is" up to token i.
func (r *reading) isSomeone(i int) bool {
	return r.anyOf(i, "hes", "shes") || r.text(i) == "is" &&
		(r.anyOf(i-1, "one", "other", "youngest", "eldest", "oldest") || r.whoAt(i-1) == ofPerson)
}

// isOfLife reports whether a length at the tokens [i, to) is none of a trip: somebody is so old, or so far in
// something, "8 months into a contract", or has done something for so long, "I've had this job for 3 months".
func (r *reading) isOfLife(i, to int) bool {
	if r.isChildAt(to) || r.isSomeone(i-1) || r.anyOf(to, "into", "along", "pregnant") {
		return true
	}
	isPerfect := func(k int) bool {
		return r.sameSentence(k, i) && r.anyOf(k, "been", "had", "lived", "worked", "known") &&
			r.anyOf(r.before(k-1, class("not")...), "have", "has", "ive", "weve", "hes", "shes", "theyve")
	}
	isJourney := func(k int) bool { return cueWords[r.text(k)] != noCue }
	return r.text(i-1) == "for" && r.some(0, i, func(k int) bool { return isPerfect(k) && !r.some(k, i, isJourney) })
}

// yearsAndMonths reads the one age of "a child of 1 year and 11 months" at token i, with its unit at token at.
func (r *reading) yearsAndMonths(i, at int) (one age) {
	rest := r.behind(at+1, "and", "&", ",")
	noun := r.text(r.before(i-1, ",", "(", ":", "is", "are", "of", "aged", "who"))
	isOne := is("child-nouns", noun) || is("baby-nouns", noun) || r.text(rest+2) == "old" && !is("child-plurals", noun)
	if isOne && r.anyOf(at, "year", "years") && r.count(rest) > 0 && r.anyOf(rest+1, "month", "months") {
		one = age{at: i, years: r.count(i)*12 + r.count(rest), months: true, to: rest + 2}
	}
	return one
}

// inAges reads the ages of a list behind a child, of which one has its unit: "kids (12, 8 and 6 months)", "girl 12, boy
// 8 and baby 6 months", "one child 3 years, one 10 months". Right behind a girl or a boy a number needs none.
func (r *reading) inAges(i int) bool {
	isUnit := func(k int) bool { return r.anyOf(k, "year", "years", "yr", "yrs", "month", "months") }
	isChild := func(k int) bool { return r.isChildAt(k) || is("child-plurals", r.text(k)) }
	isListed := func(k int) bool {
		return r.count(k) > 0 || isUnit(k) || isChild(k) || r.anyOf(k, ",", "and", "&", "(", ":", "is", "are", "of", "other")
	}
	from, to := i, i+1
	for isListed(from-1) && !isChild(from) {
		from--
	}
	for isListed(to) {
		to++
	}
	isEnd := r.anyOf(i+1, ",", "and", "&", ")") || !r.sameSentence(i, i+1)
	isOne := isEnd && r.count(i) < 18 && is("child-nouns", r.text(i-1)) && countNouns[r.text(i-1)] == noCount
	return isOne || isChild(from) && r.some(i, to, isUnit) && (isEnd && r.count(i) < 18 || isUnit(i+1))
}

// continuesAges reads the 7 of "aged 4 and 7" and of "5, 7 and 9 years old".
func (r *reading) continuesAges(i int, before []age) bool {
	if len(before) == 0 {
		return r.agesAhead(i)
	}
	last := before[len(before)-1].at
	for k := last + 1; k < i; k++ {
		if !r.anyOf(k, ",", "and", "&", "year", "years", "month", "months", "old", "-") {
			return r.agesAhead(i)
		}
	}
	return i-last <= 3 && r.phraseEnds(r.behindAge(i)) || r.agesAhead(i)
}

// agesAhead reads the 4 of "4 and 7 years old", "4- and 7-year-olds" and "a 4 and a 7 year old".
func (r *reading) agesAhead(i int) bool {
	between := []string{"-", ",", "and", "&"}
	if r.text(i-1) == "a" {
		between = append(between, "a") // "for 4 and a 7 year old" counts adults
	}
	last := i
	for next := r.behind(i+1, between...); next > last+1 && r.count(next) > 0; next = r.behind(last+1, between...) {
		last = next
	}
	unit := r.behind(last+1, "-")
	return last > i && r.anyOf(unit, "year", "years") && r.anyOf(r.behind(unit+1, "-"), "old", "olds")
}

// ourAges reads the numbers of "we are 74 and 71": two grown-ups tell how old they are.
func (r *reading) ourAges(i int) bool {
	if r.text(i-1) == "and" && r.count(i-2) > 0 {
		i -= 2
	}
	at := r.before(i-1, "both")
	return r.count(i) >= 18 && r.text(i+1) == "and" && r.count(i+2) >= 18 && countNouns[r.text(i+3)] == noCount &&
		(r.text(at) == "weare" || r.at(at-1, "we", "are"))
}

// followsChild reads the 8 of "my daughter, 8, is coming" and of "a child of 8", the 4 of "kids (4 and 7)" and of "the
// kids are 4 and 7".
func (r *reading) followsChild(i int) bool {
	at := i - 1
	if known := r.known.Party.Travelers; known.Children+known.Infants == 1 && r.isOneAged(i) {
		return true
	}
	if r.anyOf(at, ":") && r.anyOf(at-1, "ages", "age") {
		at -= 2 // "kids ages: 5, 8"
	}
	switch noun := r.text(r.before(at-1, "who", "that", "they", "she", "he", ",")); {
	case is("child-plurals", r.text(at)): // "kids 4, 7 and 10"
		return r.listsAges(i)
	case r.text(at) == "are" && r.anyOf(i+1, ",", "and", "&"):
		isKnown := r.text(at-1) == "they" && r.known.Party.Travelers.Children > 0 // who were counted before
		return (isKnown || is("child-plurals", noun)) && r.listsAges(i)
	case r.anyOf(at, ",", "(", "is", "of", "shes", "hes"):
		kind := countNouns[noun]
		return (is("child-nouns", noun) || kind == childCount || kind == infantCount || noun == "twins") &&
			r.count(i) < maxAge && months[r.text(i+1)] == 0 && (r.phraseEnds(r.behindAge(i)) ||
			r.text(i-1) == "of" && countNouns[r.text(i+1)] == noCount)
	}
	return false
}

// isOneAged reads "she is 3", which is no option, of somebody who was spoken of before.
func (r *reading) isOneAged(i int) bool {
	is := r.anyOf(i-1, "hes", "shes") || r.text(i-1) == "is" && r.anyOf(i-2, "he", "she")
	return is && r.count(i) > 0 && r.count(i) < maxAge && r.phraseEnds(r.behindAge(i))
}

// maxAge is more than anybody's age.
const maxAge = 100

// isGrownChild reports whether the age at token i is that of a child who is grown up: "my sons (19 and 22)".
func (r *reading) isGrownChild(i int) bool {
	at := r.before(i-1, ",", "(", "is", "are", "who", "he", "she", "hes", "shes", "and", "&", "aged")
	for r.count(at) > 0 {
		at = r.before(at-1, ",", "(", "and", "&", "aged")
	}
	return is("child-nouns", r.text(at)) || is("child-plurals", r.text(at))
}

// behindAge returns the token behind the age at token i and its unit.
func (r *reading) behindAge(i int) int { return r.behind(i+1, "month", "months", "year", "years") }

// listsAges reads the 4 of "4, 7 and 10", of which none is a number of something.
func (r *reading) listsAges(i int) bool {
	isAge := func(k int) bool {
		return r.count(k) > 0 && r.count(k) < 18 || r.count(k) < maxAge && r.tok(i-1).text == "("
	}
	return isAge(i) && r.anyOf(i+1, ",", "and", "&") && isAge(i+2) &&
		(r.phraseEnds(i+3) || r.anyOf(i+3, "and", "&"))
}

// countsAges reads the "three" of "three, 12, 9 and 1", which is how many ages stand behind it.
func (r *reading) countsAges(i int) bool {
	n := int64(0)
	for at := i; r.count(r.behind(at+1, ",", "and", "&")) > 0; n++ {
		at = r.behind(at+1, ",", "and", "&")
	}
	return n == r.count(i) && r.tok(i).kind == word
}

// isBaby reads "a third child, a baby" from the child at token i.
func (r *reading) isBaby(i int) bool {
	return is("child-nouns", r.text(i)) && r.at(i+1, ",", "a") && is("baby-nouns", r.text(i+3)) && !r.linkedAfter(i+1)
}
