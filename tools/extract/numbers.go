package extract

import "strings"

// joinNumbers makes one number of "twenty seventh", "twenty-one" and "thirty first", and of "two and a half".
func (r *reading) joinNumbers() {
	for i := 0; i+1 < len(r.toks); i++ {
		r.joinHalf(i)
		if is("superlative", r.text(r.before(i-1, "one", "option"))) && r.at(i, "with", "free", "cancellation") {
			r.join(i, i+3, "refundable") // "the cheapest with free cancellation"
		}
		tens, at := &r.toks[i], i+1
		if tens.kind != word || tens.ordinal || tens.value != 20 && tens.value != 30 || !r.sameSentence(i, i+1) {
			continue
		}
		if r.text(at) == "-" && at+1 < len(r.toks) {
			at++
		}
		ones := &r.toks[at]
		if ones.kind != word || ones.value < 1 || ones.value > 9 {
			continue
		}
		tens.raw, tens.end = r.words(i, at+1), ones.end
		tens.value, tens.ordinal = tens.value+ones.value, ones.ordinal
		r.put(i+1, at+1)
	}
}

// partIs makes two words of "economy's fine" and "the 5th's ok", of which the second is "is".
func (r *reading) partIs() {
	for i := range r.toks {
		t := r.toks[i]
		whole, _ := strings.CutSuffix(strings.ReplaceAll(t.raw, "’", "'"), "'s")
		isFine := r.anyOf(i+1, "fine", "ok", "okay", "alright", "possible")
		if !isFine || len(whole)+2 > len(t.raw) || whole == t.raw || is("small", t.text) {
			continue
		}
		parts := tokenize(whole)
		if len(parts) != 1 {
			continue
		}
		parts = append(parts, token{text: "is", raw: "is", kind: word, spaced: true})
		for k := range parts {
			parts[k].sentence, parts[k].start, parts[k].end = t.sentence, t.start, t.end
		}
		r.put(i, i+1, parts...)
	}
}

// joinHalf makes one number of "two and a half", "2 1/2" and "2½"; "1.5" is one of a length or an age only.
func (r *reading) joinHalf(i int) {
	t, to := &r.toks[i], i
	switch {
	case t.value < 1 || t.ordinal:
	case t.decimal:
		isAge := r.some(max(0, i-3), i, func(k int) bool {
			return countNouns[r.text(k)] == infantCount || is("child-nouns", r.text(k)) || is("baby-nouns", r.text(k))
		})
		if strings.HasSuffix(t.text, ".5") && (isAge || r.anyOf(i+1, "week", "weeks", "year", "years")) {
			t.decimal, to = false, i+1
		}
	case r.at(i+1, "and", "a", "half") && !r.anyOf(i+4, "board"):
		to = i + 4
	case r.at(i+1, "1", "/", "2") && r.text(i+4) != "/":
		to = i + 4
	case t.kind == number && r.at(i+1, "½"):
		to = i + 2
	}
	if to > i {
		t.raw, t.end, t.andHalf = r.words(i, to), r.toks[to-1].end, true
		r.put(i+1, to)
	}
}

// joinHours makes one hour of "evening 5" and "morning 9:15", which say before it in which half of the day it is, and
// one word of "o clock", whatever mark stands between. "16h00" is 16:00, and "after 14h" is 14 o'clock.
func (r *reading) joinHours() {
	for i := 0; i+1 < len(r.toks); i++ {
		if to := r.behind(i+1, `"`, "”", "“", "´", "`"); r.text(i) == "o" && r.text(to) == "clock" {
			r.join(i, to+1, "oclock")
		}
	}
	for i := 1; i < len(r.toks); i++ {
		switch minutes := r.tok(i + 1); {
		case r.text(i) != "h" || r.toks[i].spaced || !r.hour(i-1):
		case minutes.isNumber() && !minutes.spaced && len(minutes.raw) == 2:
			r.toks[i].text = ":"
		case r.boundsTime(i - 2):
			r.toks[i].text = "oclock"
		}
	}
	for i := 0; i+1 < len(r.toks); i++ {
		part, isPart := partsOfDay[r.text(i)]
		if !isPart {
			continue
		}
		at, from := r.behind(i+1, "at"), i // "in the morning at 7:15"
		isExact := r.text(at+1) == ":" && !r.tok(at+1).spaced
		if !r.sameSentence(i, at) || !r.hour(at) || !isExact && (r.text(i) == "night" ||
			!r.phraseEnds(at+1) && !r.anyOf(at+1, "oclock", "am", "pm")) {
			continue
		}
		hour := r.toks[at]
		if hour.value < int64(part[0]/60%12) || hour.value > 11 {
			continue
		}
		hour.half = map[bool]string{true: "am", false: "pm"}[part[0] < 12*60]
		if r.at(i-2, "in", "the") { // as "at 7:15 in the morning"
			r.toks[i-2].text = "at"
			from--
		}
		hour.raw, hour.start, hour.spaced = r.words(from, at+1), r.toks[from].start, r.toks[from].spaced
		r.put(from, at+1, hour)
	}
}
