package texts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// asking is said of what is waited for.
func asking(key string, a Args) string {
	switch key {
	case "ask.missing":
		return asksFor(a)
	case "ask.conflicts":
		return conflictTexts(a)
	case "ask.hold":
		switch {
		case isConfirmed(a):
			return confirmations(toHold(a), a)
		case a.Is("needs_approval"):
			return a.say("hold.needs_approval", "what", named(a.Object("option")))
		}
		return a.say(key, "what", toHold(a))
	case "ask.again":
		return askedAgain(a)
	case "choice.days":
		return dayChoice(a.Object("row"))
	case "choice.option":
		return shortOption(a.Object("option"))
	}
	return a.say(key)
}

// A question that was asked before is put in other words, as what can be said (behaviour 7.4).
// Rule: 7.4.once

// waitedFor says what a message's ask waits for, "" where there is none.
func waitedFor(a Args) string {
	m := a.Message("ask")
	if a.Int("asked") == 0 {
		return reminder(m, a.in)
	}
	of := Args{m.Params, a.in}
	switch m.Key {
	case "ask.choose":
		return a.say("waiting.choose")
	case "ask.hold":
		if isConfirmed(of) || of.Is("needs_approval") {
			return a.say("waiting.confirm")
		}
		return a.say("waiting.hold", "what", toHold(of))
	case "approve.ask":
		return a.say("waiting.approve")
	case "ask.trip":
		return a.say("waiting.trip")
	case "ask.start_over":
		return a.say("waiting.start_over")
	}
	return a.in.unasked(a.in.text(m))
}

// nowWaited is what stands behind a sentence.
func nowWaited(a Args) string {
	if a.Int("asked") > 1 && a.Message("ask").Key == "ask.choose" {
		return "" // who has the list before them knows
	}
	return waitedFor(a)
}

// reminder asks again. What was shown in full before its approval is asked for is named in short.
func reminder(m trip.Message, l *language) string {
	if m.Key != "approve.ask" {
		return l.text(m)
	}
	a := Args{m.Params, l}
	return a.say("approve.again", "items", l.joined(each(a.List("held"), shortItem)))
}

// unasked turns what ends with a question into what is still open.
func (l *language) unasked(text string) string {
	if !strings.HasSuffix(text, "?") {
		return text
	}
	at := lastSentence(strings.TrimSuffix(text, "?"))
	question := strings.TrimSpace(strings.TrimSuffix(text[at:], "?"))
	return strings.TrimSpace(text[:at] + " " + l.say("waiting.open", "question", question))
}

// lastSentence is where the last sentence of a text begins. The dot of a short word with a capital ends none: "St.
// Ives".
func lastSentence(text string) int {
	for at := len(text); ; {
		if at = strings.LastIndexAny(text[:at], ".!?\n"); at < 0 || text[at] != '.' {
			return at + 1
		}
		word := text[strings.LastIndexAny(text[:at], " (\n")+1 : at]
		if len(word) == 0 || len(word) > 2 || word[0] < 'A' || word[0] > 'Z' {
			return at + 1
		}
	}
}

// askedAgain asks in other words for what was asked before: with what is known so far, then with examples.
func askedAgain(a Args) string {
	if labels := a.Texts("labels"); len(labels) > 0 {
		list := make([]string, len(labels))
		for i, label := range labels {
			list[i] = a.Texts("numbers")[i] + " – " + label
		}
		return a.say("ask.one_of", "list", strings.Join(list, ", "))
	}
	text := a.in.unasked(a.told("ask"))
	if a.Int("asked") == 1 && a.Has("trip") {
		if known := planText(a.Object("trip"), false); known != a.say("plan.nothing") {
			text = a.say("ask.so_far", "known", known, "text", text)
		}
		return text
	}
	return text + exampleTexts(a.with("times", a.Int("asked")))
}

// exampleTexts gives two examples of what can be said.
func exampleTexts(a Args) string {
	first, second := examples(a, a.Int("times"))
	return " " + a.say("examples", "first", first, "second", second)
}

// examples returns two things that can be said to what is asked, others each time.
func examples(a Args, times int64) (first, second string) {
	var list []string
	switch kind := trip.AskKind(a.Text("kind")); kind {
	case trip.AskChoose, trip.AskConfirm, trip.AskApprove, "change": // as nothing was found
		list = a.in.listed("example." + string(kind))
	case trip.AskMissing:
		list = a.in.answersTo(Args{a.Message("ask").Params, a.in}.Texts("missing"))
	case trip.AskClarify:
		if list = a.in.answersTo(a.Texts("about")); a.Int("choices") > 1 {
			list = a.in.listed("example.several")
		}
	}
	if len(list) < 2 {
		list = a.in.listed("example.any")
	}
	n := int(times) % len(list)
	return list[n], list[(n+1)%len(list)]
}

// listed are the parts of a phrase that is a list.
func (l *language) listed(key string) []string { return strings.Split(l.say(key), ";") }

// answersTo gives examples of answers to a question about some paths.
func (l *language) answersTo(paths []string) (list []string) {
	for _, path := range paths {
		switch of := fieldOf(path); of {
		case "origin", "destination", "depart_date", "adults", "location_code", "check_in", "check_out":
			list = append(list, l.listed("example."+of)...)
		}
	}
	return list
}

// fieldOf calls a path of the intent by what it is: the end, and of a place which it is.
func fieldOf(path string) string {
	of := strings.TrimSuffix(path, ".code")
	return of[strings.LastIndexByte(of, '.')+1:]
}

// conflictTexts asks about contradictions.
func conflictTexts(a Args) string {
	var lines []string
	for _, code := range a.Texts("codes") {
		if text := a.say("conflict." + code); text != "" && !slices.Contains(lines, text) {
			lines = append(lines, text)
		}
	}
	return strings.Join(append(lines, a.say("ask.conflicts")), " ")
}

// asksFor asks for what is missing: a field that has a question of its own by that.
func asksFor(a Args) string {
	paths := a.Texts("missing")
	var lines []string
	for _, q := range a.List("questions") {
		lines = append(lines, q.Text("question"))
		paths = slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return path == q.Text("path") })
	}
	if len(paths) > 0 {
		lines = slices.Insert(lines, 0, a.say("ask.missing", "needs", a.in.needs(paths)))
	}
	return strings.Join(lines, " ")
}

func (l *language) needs(paths []string) string {
	var parts []string
	for _, path := range paths {
		text := l.say("needs." + fieldOf(path))
		if path == "itinerary.segments" {
			text = l.say("needs.journey")
		}
		if text == "" {
			text = l.fieldName(path)
		}
		if !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	return l.joined(parts)
}

// fieldName calls a field that the engine has no words for by the end of its path: cost_center is the cost center.
func (l *language) fieldName(path string) string {
	return l.say("field", "name", strings.ReplaceAll(path[strings.LastIndexByte(path, '.')+1:], "_", " "))
}

// partName is what a person calls the part of the trip at a path.
func (l *language) partName(path string) string {
	name, _, _ := strings.Cut(path[strings.LastIndexByte(path, '.')+1:], "[")
	return cmp.Or(l.say("part."+name), l.fieldName(name))
}

// toHold names what is to be held: the option, or the parts of it that were named.
func toHold(a Args) string {
	var parts []string
	for _, part := range a.Texts("only") {
		if text := a.say("part." + part); text != "" {
			part = text
		}
		parts = append(parts, part)
	}
	option := named(a.Object("option"))
	if len(parts) == 0 {
		return option
	}
	return a.say("part.of", "parts", a.in.joined(parts), "option", option)
}

func (l *language) quoted(parts []string) string {
	quoted := make([]string, len(parts))
	for i, p := range parts {
		quoted[i] = l.say("quoted", "text", p)
	}
	return l.joined(quoted)
}

func optionalInt(text string) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}
