package texts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// What is told before and beside options: in what they are not as was asked, and nights that do not fit their flights.

// beyondText tells what of an option is not as the person asked.
func beyondText(o Args) string {
	parts := beyondParts(o)
	if len(parts) == 0 {
		return ""
	}
	return o.say("beyond", "parts", o.in.joined(parts))
}

// beyondParts tells each for itself: "1 stop instead of none".
// Rule: 5.1.asked-in-part, 7.2.marked
func beyondParts(o Args) []string {
	return each(o.List("beyond"), func(b Args) string {
		what := "beyond." + b.Text("what")
		if b.in.phrases[what] == nil {
			what = "beyond.other"
		}
		part := b.say(what, "hours", hoursText(b))
		if len(o.List("flights")) > 1 {
			part = b.say("beyond.on_flight", "text", part)
		}
		return part
	})
}

// nightsTexts tells the nights of an option without a bed, and those that are paid and not used.
// Rule: 7.2.nights
func nightsTexts(o Args) []string {
	return each(o.List("nights"), func(n Args) string { return nightsText(n, clockText(whenOf(n))) })
}

// nightsOfEach tells the nights that are the same with each of several options.
func nightsOfEach(options []Args) (out []string) {
	if len(options) < 2 {
		return nil
	}
	for _, n := range options[0].List("nights") {
		text := nightsText(n, "")
		if !slices.ContainsFunc(options[1:], func(o Args) bool { return !hasNights(o, text) }) {
			out = append(out, text)
		}
	}
	return out
}

// onlyNightsOf reports whether all nights that do not fit an option are among those of each.
func onlyNightsOf(o Args, ofEach []string) bool {
	return !slices.ContainsFunc(o.List("nights"), func(n Args) bool { return !slices.Contains(ofEach, nightsText(n, "")) })
}

func hasNights(o Args, text string) bool {
	return slices.ContainsFunc(o.List("nights"), func(n Args) bool { return nightsText(n, "") == text })
}

// nightsText tells when somebody comes or goes, at a time where it is told, and which nights do not fit.
func nightsText(n Args, clock string) string {
	what := "nights.unused"
	if n.Text("what") == "missing" {
		what = "nights.missing"
	}
	return n.say(what, "place", cityText(n.Object("place")), "day", n.in.day(whenOf(n)), "clock", clock)
}

func whenOf(n Args) string { return cmp.Or(n.Text("lands"), n.Text("leaves")) }

// unfitText tells which wishes none of the options meets.
// Rule: 7.2.times, 7.2.via, 7.2.lands-later, 7.2.airlines, 7.2.currency
func unfitText(a Args) string {
	texts := slices.Concat(
		each(a.List("times_unmet"), func(w Args) string {
			return w.say("unfit.times", "of_leg", ofLeg(w), "times", timesText(w))
		}),
		each(a.List("lands"), func(l Args) string { return l.say("unfit.lands", "of_leg", ofLeg(l)) }),
		each(a.List("via_unmet"), func(l Args) string {
			return l.say("unfit.via", "of_leg", ofLeg(l), "via", viaText(l))
		}))
	if airlines := a.Texts("airlines_unmet"); len(airlines) > 0 {
		texts = append(texts, a.say("unfit.airlines", "airlines", strings.Join(airlines, a.in.or)))
	}
	if out := excludedText(a.Object("excluded")); out != "" {
		texts = append(texts, a.say("unfit.excluded", "excluded", out))
	}
	for _, what := range [...]string{"budget", "nightly", "above_budget"} {
		if a.Has(what) {
			texts = append(texts, a.say("unfit."+what))
		}
	}
	return strings.Join(texts, " ")
}

// ofLeg is the number of the leg that something is told of, but of the first and of the way back.
func ofLeg(a Args) string {
	if n := a.Int("leg"); n > 1 && !a.Is("back") {
		return strconv.FormatInt(n, 10)
	}
	return ""
}

// unsearched says what is not searched of how a person wants to travel, and what can be done.
// Rule: 7.1.unsearched
func unsearched(a Args) string {
	names := each(a.Texts("modes"), func(mode string) string { return a.say("modes." + mode) })
	return a.say("echo.unsearched", "names", strings.Join(names, a.in.or))
}
