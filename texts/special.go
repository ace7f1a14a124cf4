package texts

import "strings"

// What is said of special requests (behaviour 5.7). Nothing here says that one is granted, unless its supplier did.

// requesting is said of what is asked for beside the plan.
func requesting(key string, a Args) string {
	list := a.List("requests")
	switch key {
	case "request.noted":
		return notedText(a, list)
	case "request.again":
		return "Noted already: " + requestStates(list) + "."
	case "request.withdrawn":
		text := "No longer noted: " + requestNames(list) + "."
		if passed := a.List("passed"); len(passed) > 0 {
			text += " What was passed on already is not taken back there: " + requestNames(passed) +
				". Please tell the airline or the hotel" + withLocator(a) + "."
		}
		return text
	case "request.none":
		return "All right: " + strings.Join(a.Texts("texts"), "; ") + "."
	case "request.kept":
		return "I keep what you asked for: " + requestNames(list) + "."
	}
	return ""
}

func notedText(a Args, list []Args) string {
	text := "Noted: " + requestNames(list) + "."
	switch asked := a.List("asked"); {
	case len(asked) == 0:
	case len(asked) == len(list):
		text += " I do not know whether that is possible."
	default:
		text += " I do not know whether that is possible: " + requestNames(asked) + "."
	}
	if a.Is("booked") {
		return text + " The booking is made already, so I cannot pass " + these(list, "it", "them") +
			" on: please tell the airline or the hotel" + withLocator(a) + "."
	}
	return text + " I pass " + these(list, "it on; it is", "them on; they are") + " not confirmed."
}

func withLocator(a Args) string {
	if locator := a.Text("locator"); locator != "" {
		return ", with the locator " + locator
	}
	return ""
}

// these is of one request, or of several.
func these(list []Args, one, several string) string {
	if len(list) > 1 {
		return several
	}
	return one
}

// requestNames tells requests in the person's own words.
func requestNames(list []Args) string {
	names := make([]string, len(list))
	for i, r := range list {
		names[i] = requestName(r)
	}
	return strings.Join(names, "; ")
}

func requestName(r Args) string {
	text := r.Text("text")
	if whom := r.Text("for"); whom != "" && !strings.Contains(strings.ToLower(text), strings.ToLower(whom)) {
		text += ", " + whom
	}
	return text
}

// requestStates tells requests, each with how far it has come.
func requestStates(list []Args) string {
	names := make([]string, len(list))
	for i, r := range list {
		names[i] = requestName(r) + " (" + requestState(r) + ")"
	}
	return strings.Join(names, "; ")
}

func requestState(r Args) string {
	if r.Is("withdrawn") {
		return "passed on, and withdrawn since"
	}
	switch r.Text("status") {
	case "asked":
		return "passed on, not confirmed"
	case "confirmed":
		return "confirmed"
	case "refused":
		return "refused"
	}
	return "not confirmed"
}

// requestLine tells the requests of what is looked through, on a line of its own; "" when there are none.
// Rule: 5.7.reviewed
func requestLine(a Args) string {
	if list := a.List("requests"); len(list) > 0 {
		return "\nYou asked for: " + requestStates(list) + "."
	}
	return ""
}
