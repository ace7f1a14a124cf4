package extract

import "slices"

// asks reports whether a sentence is a question, by its mark or its first word.
func (r *reading) asks(sentence int) bool {
	first := true
	for i := range r.toks {
		t := &r.toks[i]
		if t.sentence != sentence {
			continue
		}
		if t.kind == mark && t.text == "?" {
			return true
		}
		if first && t.kind == word && slices.Contains(openers, t.text) {
			return true
		}
		first = first && t.kind != word
	}
	// The mark that ends a sentence is counted to it; a question mark of its own line is not.
	return false
}

var openers = []string{
	"what", "whats", "which", "who", "whos", "where", "wheres", "when", "whens", "why", "how", "is", "are", "does", "do", "did", "was", "were",
	"will", "has", "have", "am", "whether",
}

var requestWords = []string{
	"find", "book", "search", "need", "want", "reserve", "buy", "purchase", "get", "looking", "look", "change", "make", "like", "prefer",
	"plan", "wish", "help", "switch", "fly", "travel", "rent", "rather", "keep", "interested", "about", "add", "update", "cancel",
}

// requests reports whether a sentence asks to do something for the trip.
func (r *reading) requests(sentence int) bool {
	for i := range r.toks {
		if r.toks[i].sentence == sentence && slices.Contains(requestWords, r.toks[i].text) {
			return true
		}
	}
	return false
}

var assistWords = []string{
	"weather", "forecast", "temperature", "rain", "humidity", "humid", "wind", "restaurant", "restaurants", "dinner", "lunch", "breakfast", "brunch",
	"cafe", "cafes", "eat", "food", "cuisine", "bistro", "museum", "museums", "attraction", "attractions", "sightseeing", "concert", "event", "events",
	"calculate", "convert", "exchange", "factorial", "plus", "minus", "sum", "document", "documents", "pdf", "contract", "invoice", "visa", "passport",
	"translate", "currency", "vaccination", "news", "history", "capital", "population", "policy", "clause", "lease",
}

// asksElse reports whether the message asks for something that is not a requirement of the trip:
// a question about the world, an offer or a document.
func (r *reading) asksElse() bool {
	if len(r.toks) == 0 {
		return false
	}
	if r.otherSubject() {
		return true
	}
	if r.stated() {
		return false
	}
	for s := 0; s <= r.toks[len(r.toks)-1].sentence; s++ {
		if r.asks(s) && !r.requests(s) && !r.courtesy(s) {
			return true
		}
	}
	return r.sums()
}

// otherSubject reports whether a subject other than the journey is asked for and nothing else is.
func (r *reading) otherSubject() bool {
	if !r.hasAny(assistWords...) {
		return false
	}
	for _, t := range r.topics {
		if r.anyOf(t.at, "flight", "flights", "hotel", "hotels", "house", "ticket", "tickets", "room", "rooms", "fly", "check", "checking") {
			return false
		}
	}
	for i := range r.cues {
		if r.cues[i].strong() {
			return false
		}
	}
	return true
}

// stated reports whether the message names anything that a trip consists of.
func (r *reading) stated() bool {
	return len(r.dates)+len(r.places)+len(r.counts)+len(r.airline) > 0
}

// courtesy reports whether a question is one in form only: "will that be all?", "how are you".
func (r *reading) courtesy(sentence int) bool {
	for i := range r.toks {
		if r.toks[i].sentence == sentence && (r.at(i, "how", "are", "you") || r.at(i, "try", "again") || r.at(i, "retry") || r.anyOf(i, "ok", "okay", "else", "other", "another")) {
			return true
		}
	}
	return false
}

// sums reports whether the message is arithmetic: "12 * 7", "5!".
func (r *reading) sums() bool {
	for i := range r.toks {
		if r.toks[i].kind == number && (r.anyOf(i+1, "*", "+", "^", "%", "=") || r.text(i+1) == "!" && !r.toks[i].ordinal) {
			return true
		}
	}
	return false
}
