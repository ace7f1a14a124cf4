package extract

import (
	"bytes"
	"encoding/json"
	"slices"
)

// A word is not accounted for because a rule looked at it: it is where the message would say something else without it.
// So what only gave what stands beside it a meaning, and what says that something is not wanted, is tried: the message
// is read again as if it did not stand there.

// span is the bytes [start, end) of a message.
type span struct{ start, end int }

// The work is bounded: of a message of at most so many tokens so many words, and so many denials, are tried. What is
// not tried is taken to count.
const (
	mostProved  = 16
	mostWeighed = 200
)

// hide makes the hidden parts of the message words that say nothing; the last one of a trial is taken out.
func (r *reading) hide() {
	for n, s := range r.hidden {
		if r.trial && n == len(r.hidden)-1 {
			r.toks = slices.DeleteFunc(r.toks, func(t token) bool { return t.start >= s.start && t.end <= s.end })
			return
		}
		for i := range r.toks {
			if t := &r.toks[i]; t.start >= s.start && t.end <= s.end && t.kind != mark {
				*t = token{
					text: "\x00", raw: t.raw, kind: word, spaced: t.spaced, sentence: t.sentence, start: t.start, end: t.end,
				}
			}
		}
	}
}

// tellHidden tells the parts that were hidden.
func (r *reading) tellHidden() {
	for _, s := range r.hidden {
		if from, to := r.tokensOf(s.start, s.end); from < to {
			r.tell(from, to)
		}
	}
}

// matters reports whether the message says something else than res without some of its bytes.
func (r *reading) matters(res *Result, without span) bool {
	trial := &reading{
		message: r.message, today: r.today, known: r.known, hidden: append(slices.Clone(r.hidden), without), trial: true,
	}
	other := trial.understand()
	return !bytes.Equal(other.effect(), res.effect())
}

// effect is all that a message changes and asks for.
func (r *Result) effect() []byte {
	plain := *r
	plain.Unread, plain.Reading = nil, nil
	text, err := json.Marshal(plain)
	if err != nil {
		panic(err) // it has only what was written by the rules
	}
	return text
}

// prove looks again at the words of which it is only known that a rule looked at them.
// Rule: 6.7.context
func (r *reading) prove(res *Result) {
	if len(r.toks) > mostWeighed {
		return
	}
	tried := 0
	for i := range r.toks {
		t := &r.toks[i]
		if t.kind == mark || t.claimed || !t.seen || t.isFiller() || repeating[t.text] || t.start == t.end {
			continue
		}
		if tried++; tried > mostProved {
			return
		}
		t.seen = r.matters(res, span{t.start, t.end})
	}
}

// idleDenials returns the parts that say what is not wanted, of which no rule made anything: with and without the words
// that deny it the message says the same.
// Rule: 6.7.polarity
func (r *reading) idleDenials(res *Result) (idle []span) {
	if len(r.toks) > mostWeighed {
		return nil
	}
	for _, d := range r.denials[:min(len(r.denials), mostProved)] {
		all := span{min(d.form.start, d.thing.start), max(d.form.end, d.thing.end)}
		if r.says(d.thing) && !r.matters(res, d.form) && (!d.contrast && !r.givesUp(d.thing) || r.matters(res, all)) {
			idle = append(idle, all)
		}
	}
	return idle
}

// givesUp reports whether the bytes of s name a place of a trip that is known, which another takes over from: "Naples,
// not Rome".
func (r *reading) givesUp(s span) bool {
	from, to := r.tokensOf(s.start, s.end)
	return !r.known.fresh() &&
		slices.ContainsFunc(r.places, func(p placeMention) bool { return p.from >= from && p.to <= to })
}

// says reports whether the bytes of s have a word that says something of its own, and that no act, request or answer
// took.
func (r *reading) says(s span) bool {
	from, to := r.tokensOf(s.start, s.end)
	isAny := func(m airlineMention) bool { return m.name == "" && m.from >= from && m.to <= to }
	return slices.ContainsFunc(r.toks[from:to], func(t token) bool { return !t.isFiller() && !repeating[t.text] }) &&
		!slices.ContainsFunc(r.airline, isAny) &&
		!slices.ContainsFunc(r.toks[from:to], func(t token) bool { return t.acted || t.requested || t.other })
}
