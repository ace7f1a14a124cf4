package texts

import (
	"strconv"
	"strings"
)

// What a person hears again: options in another order, and that nothing is new.

// sortedText says in which order options are listed, and which of them are within an amount.
func sortedText(a Args) string {
	by := a.say("sort." + a.Text("by"))
	limit := a.Money("within")
	switch times := a.Object("times"); {
	case a.Has("times"):
		way := "leaves"
		switch {
		case a.Is("back") && a.Is("lands"):
			way = "is_back"
		case a.Is("back"):
			way = "flies_back"
		case a.Is("lands"):
			way = "lands"
		}
		return a.say("sort."+way, "when", hoursText(times), "by", by)
	case a.Has("kept"):
		return a.say("sort.kept_"+a.Text("kept"), "by", by)
	case limit == "" && a.Is("back"):
		return a.say("sort.of_back", "by", by)
	case limit == "":
		return by
	case a.Is("night"):
		limit = a.say("per_night", "price", limit)
	}
	return a.say("sort.within", "limit", limit, "by", by)
}

// nothingNew is said instead of the same again.
// Rule: 7.4.examples
func nothingNew(a Args) string {
	ask := waitedFor(a)
	times := a.Int("times")
	unread, leftOut := a.in.quoted(a.Texts("unread")), ""
	if unread != "" {
		leftOut = a.say("left_out", "parts", unread)
	}
	text := a.say("again.same", "unclear", unread)
	switch {
	case a.Is("changed"):
		text = a.say("again.noted") + " " + leftOut
	case a.Is("behind") && (ask != "" || a.Message("found").Key != ""):
		text = leftOut
	case times == 2:
		text = a.say("again.still", "unclear", unread)
	case times > 2:
		text = a.say("again.stuck") + " " + leftOut
	}
	text = strings.TrimSpace(text)
	if a.Text("booking") != "" {
		text += " " + a.say("again.booking")
	}
	if found := a.told("found"); found != "" {
		text = strings.TrimSpace(text + " " + found)
	}
	if options := a.List("options"); len(options) > 0 {
		text = a.say("again.list")
		for _, o := range options {
			text += "\n" + shortOption(o)
		}
		ask = "\n" + ask
	}
	if ask != "" {
		text = strings.TrimSpace(strings.ReplaceAll(text+" "+ask, " \n", "\n"))
	}
	if times > 2 {
		text += exampleTexts(a)
	}
	return text
}

// notedText says what is asked for beside the plan, and how far it has come. Nothing says that it is granted, unless
// its supplier did.
func notedText(a Args) string {
	list, asked := a.List("requests"), a.List("asked")
	some := ""
	if len(asked) < len(list) {
		some = requestNames(asked)
	}
	return a.say("request.noted", "n", strconv.Itoa(len(list)), "some", some)
}

// requestNames tells requests in the person's own words.
func requestNames(list []Args) string {
	return strings.Join(each(list, requestName), "; ")
}

func requestName(r Args) string {
	text := r.Text("text")
	if whom := r.Text("for"); whom != "" && !strings.Contains(strings.ToLower(text), strings.ToLower(whom)) {
		text += ", " + whom
	}
	return text
}

// requestStates tells requests, each with how far it has come.
// Rule: 5.7.reviewed
func requestStates(list []Args) string {
	return strings.Join(each(list, func(r Args) string { return requestName(r) + " (" + requestState(r) + ")" }), "; ")
}

func requestState(r Args) string {
	if r.Is("withdrawn") {
		return r.say("request.state.withdrawn")
	}
	if state := r.say("request.state." + r.Text("status")); state != "" {
		return state
	}
	return r.say("request.state.noted")
}
