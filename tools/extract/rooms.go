package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// How many rooms: by a number of rooms (roomsMeant), by their kinds (roomsByKind), or by who shares with
// whom (roomsFor).

// countRooms reads how many rooms those who travel need, where that is said by who sleeps with whom.
func (a *assembly) countRooms() {
	if n, from, to := a.r.roomsByKind(); n > 0 && a.scope.stay {
		if to-from > 2 || n == 1 && a.r.known.stay().Rooms.Value < 2 { // of more than one kind, or "a double"
			a.r.noteKinds(from, to)
		}
		if to-from > 2 || n > 1 || a.r.known.stay().Rooms.Value > 1 {
			a.rooms = n
		}
		return
	} else if n > 0 { // of a trip without a hotel
		a.r.tell(from, to)
		return
	}
	t := a.r.known.Party.Travelers
	adults, children := t.Adults, t.Children
	if said := a.patch.Travelers; said != nil && said.Adults != nil {
		adults = *said.Adults
	}
	if said := a.patch.Travelers; said != nil && said.Children != nil {
		children = *said.Children
	}
	if a.rooms == 0 && adults > 0 {
		a.rooms = a.r.roomsFor(adults+children, children > 0)
	}
	if a.rooms == 0 && a.r.ownRooms() {
		a.r.tell(a.r.phraseAround(a.r.indexOf("room", "rooms")))
	}
	at := a.r.indexOf("share", "sharing", "separate")
	if at >= 0 && a.rooms > 0 {
		a.r.note(at-4, at+1, byCount) // "3 rooms, 2 of us share"
	}
	if a.rooms == 0 && at >= 0 && a.r.hasAny("room", "rooms") {
		a.r.tell(a.r.phraseAround(at))
	}
}

// roomsMeant is how many rooms a number of rooms means for the people of the trip. "At most two rooms" is no wish for
// two, where fewer are enough. More rooms than guests, or too few for all, cannot be had, which is told; the wish
// stands for when more people, or fewer, travel.
func (r *reading) roomsMeant(c *countMention) int64 {
	now := max(r.known.stay().Rooms.Value, 1)
	switch {
	case c.more:
		c.n += now
	case r.anyOf(c.to, "less", "fewer") && c.n < now:
		r.note(c.to, c.to+1, byCount)
		c.n = now - c.n
	}
	t := r.known.Party.Travelers
	guests := t.Adults + t.Children
	if guests == 0 || slices.ContainsFunc(r.counts, func(c countMention) bool { return c.kind.ofPeople() }) {
		return c.n // it is said anew how many travel
	}
	least := (guests + guestsPerRoom - 1) / guestsPerRoom
	switch {
	case c.n > guests && c.n > 1, c.n < least:
		r.tell(c.from, c.to)
	case c.atMost:
		if rooms := r.known.stay().Rooms; rooms.Set && rooms.Value > c.n {
			return c.n
		}
		r.repeats = true // fewer are enough
		return 0
	}
	return c.n
}

// bedForKid reads "a cot for our baby" where nobody told of a child who travels: then it is asked how many do.
func (r *reading) bedForKid(p *party) bool {
	isTold := r.knowsKids() || p.children > 0 || p.infants > 0
	return !isTold && slices.ContainsFunc(r.requested, func(m requestMention) bool {
		_, whom, _ := strings.Cut(strings.ToLower(m.text), " for ")
		return m.heads[0].of.kind == string(trip.SpecialRoom) && !m.takesBack() &&
			slices.ContainsFunc(strings.Fields(whom), isKid)
	})
}

// guestsPerRoom is how many the engine lets sleep in one room.
const guestsPerRoom = 4

// areRooms reports whether the twins behind token i are rooms, and no children: other rooms stand beside them.
func (r *reading) areRooms(i int) bool {
	isOther := func(k int) bool { return k != i+1 && r.anyOf(k, class("room-kinds")...) }
	return !r.tok(i+1).used && !r.anyOf(i-1, whose...) && !r.anyOf(i+2, "aged", "of") && r.some(0, len(r.toks), isOther)
}

// roomsByKind adds up "two twin rooms and a single", "2 doubles, 1 single" and "2 doubles", which stand at the tokens
// [from, to). There are 0 where one room is named, or rooms of one kind that are counted like any rooms.
func (r *reading) roomsByKind() (rooms int64, from, to int) {
	kinds, isBare := 0, false // of the word for rooms
	for i := range r.toks {
		n := r.count(i)
		if n == 0 && r.anyOf(i, "a", "an", "one") {
			n = 1
		}
		isOfPeople := r.text(i+1) == "singles" && kinds == 0 && !r.speaksOf(hotelTopic) &&
			(r.known.fresh() || !r.known.needsLodging())
		isOfRoom := r.text(i-1) == "with" && countNouns[r.text(i-2)] == roomCount // "a room with 2 doubles"
		if n == 0 || n > trip.MaxTravelers || !r.anyOf(i+1, class("room-kinds")...) || isOfPeople || isOfRoom ||
			r.unwanted(i) || r.anyOf(i+2, "ticket", "tickets") || r.text(i+1) == "twins" && !r.areRooms(i) {
			continue
		}
		switch {
		case isKid(r.text(i + 2)):
			r.note(i, i+2, byCount) // "a single kid"
			continue
		case kinds == 0:
			from = i
		case !r.anyOf(i-1, "and", "plus", "+", "&", ","):
			return 0, 0, 0
		}
		rooms, kinds, isBare, to = rooms+n, kinds+1, countNouns[r.text(i+2)] != roomCount, i+2
	}
	isFewer := kinds == 1 && r.phraseEnds(to+boolInt(!isBare)) && r.known.stay().Rooms.Value > 1 && r.wordCount() <= 4 &&
		!r.hasAny("a", "an", "bed", "beds", "add", "plus", "another", "more", "least", "each") // "no, just one double"
	isWanted := r.partEnds(from-1) ||
		r.anyOf(from-1, "and", "plus", "need", "want", "prefer", "take", "get", "book", "with")
	isOne := kinds == 1 && rooms == 1 && isBare && (r.phraseEnds(to) || r.requestBehind(to)) && isWanted &&
		!r.anyOf(to-1, "single", "singles") && !r.unwanted(from) && !r.asks(r.tok(from).sentence) &&
		r.known.stay().Rooms.Value < 2 // "two passengers and a double please"
	if kinds < 2 && (rooms < 2 || !isBare) && !isFewer && !isOne {
		return 0, 0, 0
	}
	r.take(from, to, byCount)
	return rooms, from, to
}

// requestBehind reads the "and" of "a double and a twin room with breakfast" at token i.
func (r *reading) requestBehind(i int) bool {
	return r.anyOf(i, "and", "+", "&") && r.tok(i+1).requested
}

// noteKinds makes a request of the kinds of the rooms, "one double room and one twin".
func (r *reading) noteKinds(from, to int) {
	to += boolInt(countNouns[r.text(to)] == roomCount)
	isOfThem := func(m requestMention) bool { return m.from < to && m.to > from }
	for _, m := range r.requested {
		if isOfThem(m) || r.requestBehind(to) && m.from == to+1 {
			from, to = min(from, m.from), max(to, m.to) // "one double and one twin room with breakfast"
		}
	}
	m := requestMention{from: from, to: to, text: r.words(from, to)}
	m.heads = []requestHead{{from, to, &requestSubject{kind: string(trip.SpecialRoom)}}}
	m.noted = r.notedOf(&m, r.known.Requests, false)
	r.note(from, to, byRequest)
	r.requested = append(slices.DeleteFunc(r.requested, isOfThem), m)
}

// roomsFor reads how many rooms so many people share: "everyone in their own room", "two share, the rest singles",
// "sharing a room", "she needs her own room". It is 0 where the message does not say. With children "separate rooms" do
// not tell how many: who sleeps with the children is open.
func (r *reading) roomsFor(guests int64, children bool) int64 {
	for i := range r.toks {
		n, at := r.count(i), r.behind(i+1, "people", "persons", "guests", "adults", "of", "us")
		if to := r.phraseAt(at, phrases("per-room")); n > 0 && n <= guestsPerRoom && to > at && !r.unwanted(i) {
			r.note(i, to, byCount)
			return (guests + n - 1) / n
		}
	}
	share := r.indexOf("share", "sharing", "shares")
	n := r.count(share - 1)
	switch {
	case share < 0 && r.at(r.indexOf("own")+1, "room") && r.text(r.indexOf("own")-2) == "has" &&
		isCompanion(r.text(r.indexOf("own")-3)):
		return 0 // "my daughter has her own room" is told: she may have it elsewhere
	case share < 0 && r.anyOf(r.indexOf("own")-1, "her", "his", "my") && r.text(r.indexOf("own")+1) == "room":
		return min(max(r.known.stay().Rooms.Value, 1)+1, guests)
	case share < 0 && r.ownRooms() && !children:
		return guests
	case share < 0:
	case n > 1 && n < guests && r.hasAny("rest", "others", "remaining") &&
		(r.ownRooms() || r.hasAny("singles", "alone")):
		return 1 + guests - n
	case (n == 0 || n == guests) && guests <= guestsPerRoom && !r.ownRooms() &&
		(r.at(share+1, "a", "room") || r.at(share+1, "one", "room") || r.at(share+1, "the", "same", "room")):
		return 1
	}
	return 0
}

// asksRooms reports whether a number alone may be one of rooms: they are asked for, or no field of the trip is, nothing
// is offered and nothing booked.
func (k *known) asksRooms() bool {
	if asked := k.targets(); len(asked) > 0 {
		return asked[0].field == "rooms"
	}
	return (k.askKind() == "" || k.askKind() == trip.AskMissing) && len(k.WorkingMemory.Bookings) == 0
}

// ownRooms reads "their own room", "separate rooms", "a room each", "single rooms".
func (r *reading) ownRooms() bool {
	return r.has("own", "room") || r.has("own", "rooms") || r.has("separate", "rooms") || r.has("room", "each") ||
		r.has("single", "rooms") && !r.hasAny("double", "twin", "triple")
}
