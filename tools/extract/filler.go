package extract

// fillerWords say nothing of their own about a trip: articles, pronouns, auxiliaries, small adverbs and courtesies. The
// list is closed: TestFillersAreFew bounds it, and a word that could be a wish has no place here.
var fillerWords = set("filler")

// isFiller reports whether a token says nothing of its own: one letter or a word of the list.
func (t *token) isFiller() bool {
	if t.kind != word {
		return t.kind == mark
	}
	_, isPerson := companionNouns[t.text]
	return fillerWords[t.text] || fillerWords[t.own] || isPerson || len(t.text) == 1 ||
		countNouns[t.text] != noCount && !is("time-noun", t.text) || is("companion-plurals", t.text) ||
		is("child-nouns", t.text)
}
