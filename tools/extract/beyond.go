package extract

import (
	"slices"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

const maxWishWords = 7

// findBeyond takes what is wished for and cannot be searched: of a place to sleep it is a request, else it is told. It
// comes behind all that reads.
// Rule: 5.7.wish
func (a *assembly) findBeyond() {
	r := a.r
	end, told, wasRoom := -1, -1, false
	for i := range r.toks {
		if i < end {
			continue
		}
		from, to := r.beyondAt(i)
		if to <= from || r.aside(i) || r.acts != nil && r.toks[i].acted {
			continue
		}
		if a.withdrawsRoom(i) {
			r.note(from, to, byRequest)
			continue
		}
		isRoom := a.wishesRoom(i) && !(r.tok(from-2).denies && topicWords[r.text(from-1)] != noTopic) // "can't sleep in …"
		if told >= 0 && isRoom == wasRoom && (from <= end || r.onlyJoins(end, from)) {
			from = told // "a pool and breakfast" is one wish
			if isRoom {
				a.patch.Requests = a.patch.Requests[:len(a.patch.Requests)-1]
			} else {
				r.left = r.left[:len(r.left)-1]
			}
		}
		if isRoom {
			a.requestRoom(from, to, i)
		} else {
			r.tell(from, to)
		}
		told, end, wasRoom = from, to, isRoom
	}
}

// wishesRoom reports whether the wish at token i is of a place to sleep and wanted: "somewhere central" of a trip with
// one is no wish for a flight.
func (a *assembly) wishesRoom(i int) bool {
	r := a.r
	ofStay := r.speaksOf(hotelTopic) || r.bedNear(i) || r.known.begun() && !r.speaksOf(flightTopic) &&
		(r.text(i) == "town" || r.some(i, r.wishTo(i+1), func(k int) bool { return is("stay-wish", r.text(k)) }))
	return a.scope.stay && ofStay && !r.unwanted(i) && len(a.patch.Requests) < trip.MaxRequests
}

// withdrawsRoom takes back a wish for a place to sleep that was noted, and was no more than the word at token i, which
// is not wanted now: "forget the pool".
func (a *assembly) withdrawsRoom(i int) bool {
	for _, noted := range a.r.known.Requests {
		said := &reading{toks: tokenize(noted.Text)}
		isOther := func(k int) bool { return is("beyond", said.text(k)) && said.text(k) != a.r.text(i) }
		if noted.Kind == trip.SpecialRoom && a.r.unwanted(i) && said.hasAny(a.r.text(i)) &&
			!said.some(0, len(said.toks), isOther) {
			a.patch.Requests = append(a.patch.Requests,
				SpecialRequest{ID: noted.ID, Kind: string(noted.Kind), Text: noted.Text, Withdrawn: true})
			return true
		}
	}
	return false
}

// requestRoom writes the wish of the tokens [from, to), with its word at token i, as a request.
func (a *assembly) requestRoom(from, to, i int) {
	r := a.r
	if topicWords[r.text(to)] == hotelTopic {
		to++ // "a quiet hotel"
	}
	r.note(from, to, byRequest)
	a.patch.Requests = append(a.patch.Requests,
		SpecialRequest{Kind: string(trip.SpecialRoom), Text: r.words(r.requestOpening(r.behind(from, "anything"), i), to)})
}

// onlyJoins reports whether nothing but "and" or a comma stands between two wishes.
func (r *reading) onlyJoins(from, to int) bool {
	return from < to && to-from <= 2 && !slices.ContainsFunc(r.toks[from:to],
		func(t token) bool { return !slices.Contains([]string{"and", ",", "or", "&"}, t.text) }) && r.sameSentence(from, to)
}

// beyondAt returns the wish in which token i is the telling word.
func (r *reading) beyondAt(i int) (from, to int) {
	switch {
	case !r.wishes(i):
	case is("hotel-chains", r.text(i)):
		return i, r.wishTo(i + 1)
	case is("beyond", r.text(i)), r.text(i) == "town" && r.text(i-1) == "old",
		r.text(i) == "board" && r.anyOf(i-1, "half", "full"), r.text(i) == "distance" && r.text(i-1) == "walking":
		return r.wishFrom(i), r.wishTo(i + 1)
	case r.saysNear(i),
		r.text(i) == "in" && topicWords[r.text(i-1)] == hotelTopic && r.isPartOfTown(r.behind(i+1, "the")):
		at := r.behind(i+1, "to", "the", "a", "an", "my", "our", "famous", "old")
		if r.tok(at).kind == word && !r.tok(at).used && (r.topicOf(i) == hotelTopic || r.bedNear(i)) &&
			!is("behind-wish", r.text(at)) && !r.anyOf(at, "there", "here", "it") && cueWords[r.text(at)] == noCue {
			return i, r.wishTo(at)
		}
	case r.namesHotel(i):
		return i, r.wishTo(i)
	}
	return 0, 0
}

// saysNear reads "near" and "close to" at token i.
func (r *reading) saysNear(i int) bool {
	return is("near", r.text(i)) || r.anyOf(i, "close", "next") && r.text(i+1) == "to"
}

// bedNear reports whether a message begins with the "near" at token i of where one sleeps, since the trip has a place
// to sleep and nothing else is spoken of: "near the lake", "somewhere close to the station".
func (r *reading) bedNear(i int) bool {
	begins := r.before(i-1, "somewhere", "something", "and", "but", "maybe", "ideally", "preferably") < 0
	return begins && r.saysNear(i) && len(r.topics) == 0 && r.known.needsLodging()
}

// isPartOfTown reports whether token i, behind "in", may be the name of a part of the town where one sleeps.
func (r *reading) isPartOfTown(i int) bool {
	e, _ := geo.Lookup(r.text(i))
	if _, isTopic := r.topicAt(min(i, len(r.toks)-1)); isTopic || months[r.text(i)] != 0 {
		return false
	}
	return r.tok(i).title || r.text(i-1) == "the" && !e.Word
}

// wishes reports whether token i is a word that no rule has read.
func (r *reading) wishes(i int) bool {
	t := &r.toks[i]
	return t.kind == word && !t.used && !t.denies && !t.other && !t.requested && !t.code
}

// wishFrom returns where the wish around token i begins: behind a mark, a verb of wishing, or what was read.
func (r *reading) wishFrom(i int) int {
	from := i
	for from > 0 && i-from < maxWishWords && r.sameSentence(from-1, i) && r.wishes(from-1) &&
		!is("before-wish", r.text(from-1)) && topicWords[r.text(from-1)] == noTopic {
		from--
	}
	if from > 0 && r.sameSentence(from-1, i) && r.tok(from-1).denies {
		from-- // "not too far from the beach"
	}
	return from
}

// wishCounts reports whether the number at token i is one of things, which nothing has counted: "two suitcases".
func (r *reading) wishCounts(i int) bool {
	return !slices.ContainsFunc(r.counts, func(c countMention) bool { return c.from <= i && i < c.to })
}

// wishTo returns where a wish ends that goes on at token i.
func (r *reading) wishTo(i int) int {
	to := i
	for to-i < maxWishWords && r.sameSentence(to, i-1) && r.wishes(to) &&
		!is("behind-wish", r.text(to)) &&
		(topicWords[r.text(to)] == noTopic || to > 0 && r.anyOf(to-1, "opera", "same")) {
		to++
	}
	return to
}

// namesHotel reports whether a hotel is named, by which no search can go: "at the Ritz", "Hotel Adlon".
func (r *reading) namesHotel(i int) bool {
	t := &r.toks[i]
	if !t.title || t.own != "" || i == 0 || !r.sameSentence(i-1, i) || r.shouting() || r.titled() ||
		topicWords[t.text] != noTopic || r.topicOf(i) != hotelTopic && r.known.topic() != hotelTopic {
		return false
	}
	if e, _ := geo.Lookup(t.text); e.Word && !(r.tok(i+1).title && r.wishes(i+1)) &&
		r.text(i-1) != "the" {
		return false
	}
	return r.anyOf(i-1, "hotel", "hostel", "called", "named") || r.text(i-1) == "at" && !r.toks[i].caps ||
		r.text(i-1) == "the" && r.anyOf(i-2, "at", "in")
}

// titled reports whether all longer words have capitals, so that these say nothing.
func (r *reading) titled() bool {
	return !slices.ContainsFunc(r.toks, func(t token) bool { return t.kind == word && len(t.text) > 3 && !t.title })
}
