package texts

import (
	"cmp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// textOf makes the text of a key, "" of one that there is not. What one phrase tells is not named here.
func (a Args) textOf(key string) string {
	switch family, _, _ := strings.Cut(key, "."); family {
	case trip.KeyText:
		return plainly(a)
	case "cancel", "confirm", "quote", "present", "select", "show":
		return a.toChoose(key) + a.say("picked")
	case "answer":
		if a.Has("again") {
			return a.say("fact.again", "text", factText(a.without("picked")))
		}
		return factText(a) + a.say("picked")
	case "failure":
		return failing(key, a)
	case "ask", "choice":
		return asking(key, a)
	case "repeat":
		return nothingNew(a)
	}
	return a.toBuy(key)
}

// toChoose is said from a message to what a person picks of.
func (a Args) toChoose(key string) string {
	switch key {
	case "quote.nothing_found":
		return nothingFound(a)
	case "quote.no_bundles":
		return noBundles(a)
	case "quote.no_days":
		return noDays(a)
	case "present.days":
		return daysTable(a)
	case "show.days":
		return daysAsked(a)
	case "present.options":
		return optionsText(a)
	case "select.several_fit":
		behind := a.say("waiting.choose")
		if !a.Has("asked") {
			behind = a.say("select.mean")
		}
		return listText(a.say(key), a.List("options"), behind)
	case "show.trip":
		return tripText(a)
	case "show.changed":
		return lastChangeText(a)
	case "show.option":
		return optionInFull(a)
	case "show.terms":
		return termsTexts(a)
	case "show.more":
		return listText(a.say(key), a.List("options"), whichOne(a))
	case "show.sorted":
		return listText(sortedText(a)+":", a.List("options"), whichOne(a))
	}
	return a.say(key)
}

// toBuy is said from the choice of an option on, and beside all of that.
func (a Args) toBuy(key string) string {
	switch key {
	case "risk.checked":
		return riskChecked(a)
	case "risk.notes":
		return riskNotes(a)
	case "hold.confirm":
		return confirmations(toHold(a), a)
	case "hold.needs_approval":
		return a.say(key, "what", a.say("hold.this"))
	case "renew.moved":
		return renewMoved(a)
	case "approve.words":
		return a.say(key, "direct", yes(a.Is("in_words") && a.Is("payment_known")))
	case "error.tool":
		return trouble(a)
	case "assist.found":
		return found(a)
	case "echo.trip":
		return sentenceOf(planText(a.Object("trip"), true))
	case "echo.changed":
		return changedText(a)
	case "echo.assumed":
		return sentenceOf(a.told("what"))
	case "echo.unsearched":
		return unsearched(a)
	case "act.explain":
		return explained(a)
	case "request.noted":
		return notedText(a)
	case "decline.calls":
		return a.say(key, "what", notDone(a))
	case "note.not_asked":
		return a.say(key, "reasons", strings.Join(a.Texts("why"), ", "))
	case "own.hold":
		return a.say(key, "confirmed", confirmed(a))
	}
	return a.say(key)
}

// yes is the text of a condition.
func yes(is bool) string {
	if is {
		return "yes"
	}
	return ""
}

// confirmed tells what a person confirmed by a button.
func confirmed(a Args) string {
	list := slices.Clone(a.Texts("confirmations"))
	if i := slices.Index(list, trip.ConfirmInAddition); i >= 0 {
		list[i] = a.say("own.in_addition")
	}
	return strings.Join(list, "; ")
}

// waitingCalls lists calls with all of their arguments.
func waitingCalls(a Args) string {
	return bullets(each(a.List("calls"), func(c Args) string {
		args := each(c.List("arguments"), func(arg Args) string {
			return inWords(arg.Text("name")) + " " + arg.say("quoted", "text", arg.Text("value"))
		})
		line := capital(cmp.Or(c.Text("called"), inWords(c.Text("tool"))))
		if len(args) > 0 {
			line += ": " + strings.Join(args, ", ")
		}
		return line
	}))
}

// whichPlace says which place of the trip an assumption is about.
func whichPlace(a Args) string {
	if about := a.Text("about"); about == "start" || about == "stay" {
		return a.say("place." + about)
	}
	return a.say("place.goal")
}

// notDone names the calls that are not made.
func notDone(a Args) string {
	names := slices.Clone(a.Texts("tools"))
	called := a.Texts("called")
	for i, name := range names {
		if names[i] = inWords(name); i < len(called) && called[i] != "" {
			names[i] = called[i]
		}
	}
	return strings.Join(names, ", ")
}

// found lists what tools answered.
func found(a Args) string {
	lines := each(a.List("answers"), func(answer Args) string {
		return cmp.Or(answer.Text("text"), answer.say("assist.gave"))
	})
	return a.say("assist.found", "lines", bullets(lines))
}
