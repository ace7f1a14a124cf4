package texts

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/legwork-go/legwork/trip"
)

// A question that was asked before is put in other words, as what can be said (behaviour 7.4).
// Rule: 7.4.once

// waitedFor says what a message's ask waits for, "" where there is none.
func waitedFor(a Args) string {
	m := a.Message("ask")
	if a.Int("asked") == 0 {
		return reminder(m)
	}
	of := Args(m.Params)
	switch m.Key {
	case "ask.choose":
		return sayNumber
	case "ask.hold":
		if isConfirmed(of) || of.Is("needs_approval") {
			return "What I asked you to confirm is still open."
		}
		return "Say “yes” and I hold " + toHold(of) + "."
	case "approve.ask":
		return "It waits for your approval."
	case "ask.trip":
		return "Say “yes” and I search."
	case "ask.start_over":
		return "Say “yes” to give it back and start over, “no” to keep it."
	}
	return unasked(English(m))
}

// unasked turns what ends with a question into what is still open.
func unasked(text string) string {
	at := strings.LastIndexAny(strings.TrimSuffix(text, "?"), ".!?\n") + 1
	if !strings.HasSuffix(text, "?") {
		return text
	}
	question := strings.TrimSpace(strings.TrimSuffix(text[at:], "?"))
	first, size := utf8.DecodeRuneInString(question)
	return strings.TrimSpace(text[:at] + " Still open: " + string(unicode.ToLower(first)) + question[size:] + ".")
}

const sayNumber = "Say a number, or what to change."

// askedAgain asks in other words for what was asked before: with what is known so far, then with examples.
func askedAgain(a Args) string {
	m := a.Message("ask")
	if choices := a.Texts("labels"); len(choices) > 0 {
		text := "I need one of these: "
		for i, c := range choices {
			if i > 0 {
				text += ", "
			}
			text += a.Texts("numbers")[i] + " – " + c
		}
		return text + "."
	}
	text := unasked(English(m))
	if plan := a.Object("trip"); a.Int("asked") == 1 && plan != nil {
		if known := planText(plan, false); known != "nothing is known yet" {
			text = "So far: " + known + ". " + text
		}
		return text
	}
	return text + exampleTexts(append(Args(trip.With("times", a.Int("asked"))), a.without("times")...))
}

// whichMeant asks which option is meant, once.
func whichMeant(a Args) string {
	if a.Int("asked") > 0 {
		return ""
	}
	return "Which one do you mean?"
}
