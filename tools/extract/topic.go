package extract

import (
	"slices"
)

// topic is what a part of the message is about.
type topic uint8

const (
	noTopic topic = iota
	flightTopic
	hotelTopic
)

type topicMark struct {
	at      int
	topic   topic
	refused bool // "no hotel": nothing else in the message is about it
}

// findTopics marks the words that say whether a flight or a place to sleep is meant.
func (r *reading) findTopics() {
	for i := range r.toks {
		if t, ok := r.topicAt(i); ok {
			r.note(i, i+1, byTopic)
			r.topics = append(r.topics, topicMark{i, t, t == hotelTopic && r.refused(i)})
		}
	}
}

// isTownHere reports whether token i means the town that is called like a word: "to Riad", as some languages call
// Riyadh.
func (r *reading) isTownHere(i int) bool {
	return is("town-often", r.text(i)) && r.tok(i).title && r.anyOf(i-1, "to", "from", "in", "via")
}

func (r *reading) topicAt(i int) (topic, bool) {
	if t, ok := topicWords[r.toks[i].text]; ok {
		if r.isTownHere(i) {
			return noTopic, false
		}
		switch r.toks[i].text {
		case "hotel", "hotels":
			if r.anyOf(i-1, "same") {
				return noTopic, false // which says nothing of when
			}
		case "night", "nights":
			isOfDay := r.anyOf(i-1, "tomorrow", "that", "same", "following", "this") && r.text(i) == "night"
			isOfTime := r.text(i-1) == "the" && r.anyOf(i+1, "of", "before", "after") ||
				r.text(i-2) == "/" && r.tok(i-3).isNumber() || months[r.text(i-1)] != 0 // "11/03 night"
			if is("weekday", r.text(i-1)) || isOfDay || isOfTime || r.at(i-2, "in", "the") || r.flightNext(i+1) ||
				r.anyOf(i-1, "at", "last", "late", "per", "each", "every") || r.text(i-1) == "a" && r.text(i-2) != "for" {
				return noTopic, false
			}
		case "stay", "stays", "staying":
			if r.text(i+1) == "away" || r.text(i+1) == "home" || r.at(i+1, "at", "home") ||
				r.at(i+1, "with", "me") || r.at(i+1, "with", "us") || r.staysBehind(i) > 0 {
				return noTopic, false // who stays at home needs no bed
			}
			if k := r.known; !k.needsLodging() && k.comesBack() && r.anyOf(i+1, "till", "until", "til", "through") {
				return noTopic, false // how long the journey is, of which it was said that it needs no bed
			}
		case "sleep", "sleeping":
			at := r.behind(i+1, "in", "at", "on", "the", "a", "an", "any")
			if r.deniedBefore(i, 4) >= 0 && (r.anyOf(at, "airport", "airports", "plane") || valueOf("mode", r.text(at)) != "") {
				return noTopic, false // "I don't want to sleep at the airport" asks for no bed
			}
		case "house":
			if r.anyOf(i+1, "seats", "music") || r.text(i-1) == "opera" {
				return noTopic, false
			}
		case "room", "rooms":
			if r.anyOf(i-1, "leg", "more", "head") && r.text(i-2) != "one" {
				return noTopic, false
			}
		case "tickets", "ticket":
			return t, !r.anyOf(i-1, "bus", "event", "concert", "movie", "game", "train") && !r.eventTalk()
		}
		return t, true
	}
	if is("hotel-chains", r.toks[i].text) && r.text(i+1) != "head" { // Hilton Head is a place
		return hotelTopic, true
	}
	switch {
	case r.anyOf(i, "check", "checking", "checks", "checked") && r.checkWord(i) != noCue:
		return hotelTopic, true
	case r.phraseAt(i, phrases("one-way")) > i, r.phraseAt(i, phrases("round-trip")) > i, r.at(i, "take", "off"),
		r.at(i, "taking", "off"):
		return flightTopic, true
	}
	return noTopic, false
}

func (r *reading) eventTalk() bool {
	return r.hasAny("concert", "event", "events", "game", "match", "movie", "bus", "train", "show", "play")
}

// speaksOf reports whether the message has a word of this topic.
func (r *reading) speaksOf(t topic) bool {
	return slices.ContainsFunc(r.topics, func(m topicMark) bool { return m.topic == t })
}

// topicOf returns what the words around token i are about: the nearest topic word before it in its sentence, else a
// journey that sets out there, else the nearest after it, else the last of the sentences before, else what the
// conversation is about.
func (r *reading) topicOf(i int) topic {
	before, after, earlier, from := noTopic, noTopic, noTopic, 0
	for _, m := range r.topics {
		switch {
		case m.refused:
		case r.toks[m.at].sentence < r.toks[i].sentence:
			earlier = m.topic
		case r.toks[m.at].sentence > r.toks[i].sentence:
		case m.at <= i:
			before, from = m.topic, m.at
		case after == noTopic:
			after = m.topic
		}
	}
	if (before == noTopic && after == hotelTopic || before == hotelTopic) && r.setsOutBefore(from, i) {
		return flightTopic
	}
	for _, t := range [...]topic{before, after, earlier} {
		if t != noTopic {
			return t
		}
	}
	return r.known.topic()
}

// setsOutBefore reports whether the sentence of token i has said before, from a token on, where the journey begins: in
// "from Madrid to Lisbon on 3 June, with a hotel" and "two rooms, Madrid to Lisbon, 3 June" the day is the flight's.
func (r *reading) setsOutBefore(from, i int) bool {
	return slices.ContainsFunc(r.places, func(p placeMention) bool {
		return p.role == originRole && p.from >= from && p.to <= i && r.toks[p.from].sentence == r.toks[i].sentence
	})
}
