package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Questions about the talk itself: what a word means, when it is paid, how long there is, where a hotel lies.

// ownWords are words of the engine's texts whose meaning a person may ask for, each with the ways of writing it.
var ownWords = map[string][]string{
	"nonstop": {"nonstop", "non stop", "direct", "nonstop flight", "direct flight", "direct flights"},
	"stop":    {"stop", "stops", "1 stop", "one stop", "stopover", "stopovers"},
	"layover": {
		"layover", "layovers", "connection", "connections", "connecting flight", "transfer", "change of planes",
	},
	"hold":            {"hold", "holds", "held", "on hold", "hold it", "holding"},
	"refundable":      {"refundable", "not refundable", "non refundable", "nonrefundable", "refundable in part"},
	"approval":        {"approval", "approve", "approved", "to approve", "approve the purchase"},
	"economy":         {"economy", "economy class"},
	"premium economy": {"premium economy"},
	"business class":  {"business", "business class"},
	"first class":     {"first class"},
	"one way":         {"one way", "oneway", "one way flight"},
	"round trip":      {"round trip", "roundtrip", "return trip"},
	"fare rules":      {"fare rules", "fare rule"},
	"locator":         {"locator", "record locator", "booking code"},
}

// meaningFrames stand before and behind a word that is asked about.
var meaningFrames = [][2]string{
	{"what does", "mean"},
	{"what do", "mean"},
	{"what mean", ""},
	{"what means", ""},
	{"what meaning", ""},
	{"what is meant by", ""},
	{"whats meant by", ""},
	{"meaning of", ""},
	{"what do you mean by", ""},
	{"what do you mean with", ""},
	{"define", ""},
	{"whats a", ""},
	{"whats an", ""},
	{"what is a", ""},
	{"what is an", ""},
}

// explains reads a question after the meaning of a word: "what is a layover?", "what mean nonstop".
func (r *reading) explains(c *clause) (Act, bool) {
	if len(r.known.Scope.DocumentIDs) > 0 || r.known.Scope.PropertyID != "" {
		return Act{}, false // it may be a word of these
	}
	for _, frame := range meaningFrames {
		at := strings.Index(c.text, " "+frame[0]+" ")
		if at < 0 {
			continue
		}
		asked, ok := strings.CutSuffix(strings.TrimSpace(c.text[at+len(frame[0])+2:]), frame[1])
		if !ok {
			continue
		}
		asked = strings.TrimSpace(asked)
		for _, small := range [...]string{"a ", "an ", "the ", "word ", "here ", "it "} {
			asked = strings.TrimPrefix(asked, small)
		}
		for _, small := range [...]string{" please", " here", " exactly", " then"} {
			asked = strings.TrimSuffix(asked, small)
		}
		for word, forms := range ownWords { // each form is of one word only
			if slices.Contains(forms, asked) {
				return Act{Act: trip.ActHelp, What: word}, true
			}
		}
	}
	return Act{}, false
}

// isAsking reports whether a clause asks, also where its sentence is no question of its own.
func (r *reading) isAsking(c *clause) bool {
	return r.asks(r.toks[c.from].sentence) || c.starts("can i", "can we", "could i", "could we", "must i", "must we",
		"should i", "should we", "may i", "may we", "by when", "until when")
}

// asksWhere reads a question after where a hotel on offer lies, which no search knows: "is the hotel close to the
// castle?"
func (r *reading) asksWhere(c *clause) string {
	if !r.known.offered() || !r.asks(r.toks[c.from].sentence) || c.has("far") && c.has("to") {
		return ""
	}
	if c.starts("which", "what", "whats") && c.has("closest", "nearest", "most central", "best located", "best location",
		"closer", "nearer", "more central") {
		return "where the hotel lies"
	}
	if c.starts("where is", "wheres", "where are", "how far is", "how far are") && c.has("the hotel", "the hotels", "it",
		"that hotel", "this hotel", "they") {
		return "where the hotel lies"
	}
	isNamed := false
	for i := c.from; i < c.to; i++ {
		isNamed = isNamed || topicWords[r.text(i)] == hotelTopic || r.anyOf(i, "it", "they", "these", "those")
		if isNamed && (r.anyOf(i, nearWords...) || r.anyOf(i, "close", "far", "central", "centrally", "walkable") ||
			r.at(i, "next", "to") || r.at(i, "walking", "distance") ||
			r.text(i) == "in" && (r.isMiddle(i+1) || r.isMiddle(i+2))) {
			to := c.to
			for to > i+1 && r.toks[to-1].kind == mark {
				to--
			}
			return r.words(i, to)
		}
	}
	return ""
}

// isMiddle reports whether token i is a part of a town, which no search knows.
func (r *reading) isMiddle(i int) bool {
	return r.anyOf(i, "centre", "center", "downtown", "middle") ||
		r.anyOf(i, "city", "town") && r.anyOf(i+1, "centre", "center") || r.at(i, "old", "town")
}
