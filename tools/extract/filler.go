package extract

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
