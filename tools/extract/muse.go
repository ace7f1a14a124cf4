package extract

import (
	"strings"
	"unicode/utf8"

	"github.com/legwork-go/legwork/trip"
)

// What says nothing yet: sounds, signs, doubt, praise. None of it decides anything (behaviour 6.1, 6.2).

// isSound reports whether token i is a sound, however long: "hmm", "hahaha".
func (r *reading) isSound(i int) bool {
	t := &r.toks[i]
	return t.kind == word && t.own == "" &&
		(is("sound", t.text) || t.text[0] == 'h' && strings.Trim(t.text[1:], "m") == "" && len(t.text) > 1)
}

// isPuzzled reports whether a message is nothing but question marks and sounds.
func (r *reading) isPuzzled() bool { return r.hasAny("?") && r.onlySounds() }

// onlySounds reports whether a message is nothing but sounds, and signs that say neither yes nor no.
func (r *reading) onlySounds() bool {
	says := func(i int) bool {
		t := &r.toks[i]
		return saysYes(t.text) || saysNo(t.text) ||
			t.kind == mark && t.text[0] < utf8.RuneSelf && !r.anyOf(i, "?", "!", ".", ",", "-")
	}
	for i := range r.toks {
		if says(i) || r.toks[i].kind != mark && !r.isSound(i) {
			return false
		}
	}
	return len(r.toks) > 0
}

// thanked tells the courtesy of a message that takes note of what was asked, and is no consent: "ok thanks", "great".
// A plain "ok" consents, and so does praise of what was proposed: "sounds good".
func (r *reading) thanked() (Act, bool) {
	all := r.whole()
	isWell := all.has("im fine", "im good", "i am fine", "i am good", "were good", "we are good", "all good")
	switch {
	case r.known.askKind() != trip.AskConfirm || !r.known.offered():
		return Act{}, false
	case !isWell && (all.hasWord(class("consent")) || all.has(class("yes-phrases")...)):
		return Act{}, false
	case all.has(class("thanks")...):
		return Act{Act: trip.ActThank}, true
	case isWell || all.hasWord(class("praising")):
		return Act{Act: trip.ActMuse, What: trip.MusePraise}, true
	}
	return Act{}, false
}
