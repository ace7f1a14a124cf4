package extract

import (
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Questions about the talk itself: what a word means, when it is paid, how long there is, where a hotel lies.

// explains reads a question after the meaning of a word: "what is a layover?", "what mean nonstop".
func (r *reading) explains(c *clause) (Act, bool) {
	if len(r.known.Scope.DocumentIDs) > 0 || r.known.Scope.PropertyID != "" {
		return Act{}, false // it may be a word of these
	}
	for _, frame := range class("meaning") {
		_, asked, found := strings.Cut(c.text, " "+frame+" ")
		if !found {
			continue
		}
		asked, ends := strings.CutSuffix(strings.TrimSpace(asked), " mean")
		if !ends && (frame == "what does" || frame == "what do") {
			continue
		}
		for _, small := range [...]string{"a ", "an ", "the ", "word ", "here ", "it "} {
			asked = strings.TrimPrefix(asked, small)
		}
		for _, small := range [...]string{" please", " here", " exactly", " then"} {
			asked = strings.TrimSuffix(asked, small)
		}
		if word := valueOf("own", asked); word != "" {
			return Act{Act: trip.ActHelp, What: word}, true
		}
	}
	return Act{}, false
}

// asksWhere reads a question after where a hotel on offer lies, which no search knows: "is the hotel close to the
// castle?"
func (r *reading) asksWhere(c *clause) string {
	if !r.known.offered() || !r.asks(r.toks[c.from].sentence) || c.has("far") && c.has("to") {
		return ""
	}
	isNamed := false
	for i := c.from; i < c.to; i++ {
		isNamed = isNamed || topicWords[r.text(i)] == hotelTopic || r.anyOf(i, "it", "they", "these", "those")
		if isNamed && (r.anyOf(i, class("near")...) || r.anyOf(i, "close", "far", "central", "centrally", "walkable") ||
			r.at(i, "next", "to") || r.at(i, "walking", "distance") ||
			r.text(i) == "in" && (r.isMiddle(i+1) || r.isMiddle(i+2))) {
			to := c.to
			for to > i+1 && r.tok(to-1).kind == mark {
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
