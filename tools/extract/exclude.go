package extract

import (
	"slices"
	"strings"
)

// allowsAirline reads "Ryanair is fine after all" and "Vueling is ok too": an airline that may be flown again, or
// beside those that the person likes, and does not have to be. "Jetstar's fine but I'd rather have Qantas" asks for the
// other alone.
func (r *reading) allowsAirline(m airlineMention) bool {
	f := &r.known.Preferences.Flight
	if to := r.behind(r.phraseAt(m.to, phrases("fine-too")), ","); to > m.to && r.text(to) == "but" &&
		r.hasIn(to+1, to+6, "rather", "prefer") && r.some(to+1, len(r.toks), func(i int) bool {
		return r.carrierWord(i) && !r.unwanted(i) && !r.at(i, strings.Fields(r.words(m.from, m.to))...)
	}) {
		return true
	}
	return r.isFineToo(m.to) && !r.hasAny("if", "unless") &&
		(slices.Contains(f.ExcludedAirlines, m.name) || len(f.PreferredAirlines) > 0)
}

// isOnlyNamed reports whether an airline that is not wanted is named, and nothing says that it is wanted now: "Ryanair
// was awful", "what about Ryanair?"
func (r *reading) isOnlyNamed(m airlineMention) bool {
	all := r.whole()
	isWish := r.anyOf(m.from-1, "with", "on", "by") || all.hasWord(class("wish-verbs")) ||
		all.hasWord(class("choose-verbs")) ||
		r.clauseOnly(all, m.from, m.to, class("choose"))
	return slices.Contains(r.known.Preferences.Flight.ExcludedAirlines, m.name) && (!isWish || r.hasAny("?"))
}

// isFineToo reports whether what ends at token i is said to do as well: "the train is ok after all".
func (r *reading) isFineToo(i int) bool { return r.phraseAt(i, phrases("fine-too")) > i }

// likedBehind returns where words end behind an airline that say that it is liked, "is my favourite", "would be
// preferable", which begin at token i; i where there are none.
func (r *reading) likedBehind(i int) int {
	at := r.behind(i, "is", "are", "would", "be", "my", "our")
	if to := r.behind(at, class("liked")...); to > at && r.text(to) != "to" && !r.asks(r.tok(at).sentence) {
		return to // not "is Delta preferable to United?"
	}
	return i
}

// exclude writes the airlines that are not wanted, takes them out of those that the person likes, and takes those that
// are wanted now, or will do, out of those that were not.
func (a *assembly) exclude(wanted, allowed []string, refused []airlineMention) {
	f := &a.r.known.Preferences.Flight
	liked, out := slices.Clone(f.PreferredAirlines), slices.Clone(f.ExcludedAirlines)
	if slices.Contains(a.patch.NoPreference, fieldAirline) && len(refused) == 0 &&
		!a.r.hasAny("other", "otherwise", "else", "besides", "but", "long") {
		out = nil // any will do
	}
	for _, m := range refused {
		if !slices.Contains(out, m.name) {
			out = append(out, m.name)
		}
		liked = slices.DeleteFunc(liked, func(name string) bool { return name == m.name })
	}
	out = slices.DeleteFunc(out, func(name string) bool {
		return slices.Contains(wanted, name) || slices.Contains(allowed, name)
	})
	a.r.repeats = a.r.repeats || len(refused)+len(allowed) > 0
	if len(wanted) == 0 && len(liked) < len(f.PreferredAirlines) {
		a.patch.constraints().PreferredAirlines = liked
	}
	if !slices.Equal(out, f.ExcludedAirlines) {
		a.patch.constraints().ExcludedAirlines = append([]string{}, out...)
	}
}

// excludeModes writes the means of travel that are not wanted, beside flying, which is the trip's own.
func (a *assembly) excludeModes() {
	was := a.r.known.Preferences.ExcludedModes
	out := slices.Clone(was)
	for _, m := range a.r.modes {
		switch at := slices.Index(out, m.mode); {
		case m.rejected && m.mode != byFlight && at < 0:
			out = append(out, m.mode)
		case !m.rejected && at >= 0:
			out = slices.Delete(out, at, at+1)
		}
	}
	a.r.modes = slices.DeleteFunc(a.r.modes, func(m modeMention) bool { // which may be one, and does not have to
		return slices.Contains(was, m.mode) && a.r.isFineToo(m.at+1)
	})
	if !slices.Equal(out, was) {
		a.patch.constraints().ExcludedModes = append([]string{}, out...)
	}
}
