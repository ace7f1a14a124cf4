package texts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// What did not work is said in two forms: to people in a sentence without names of tools, to programs in the form that
// they know.

// ForPrograms returns the texts of messages as ui_messages[] of the command has them. Of a tool's failure that is which
// tool failed and how, in English and in a form that does not change; of any other message what the person is shown.
//
// Rule: 1.6.ui
func ForPrograms(list []trip.Message) []string {
	out := trip.Texts(list)
	for i := range list {
		switch a := Args(list[i].Params); list[i].Key {
		case "error.tool":
			out[i] = "Tool error: " + a.Text("tool") + " — " + because(a)
		case "error.outcome_unknown":
			out[i] = "Tool error: " + a.Text("tool") + " — " + notKnown(work(a), a)
		}
	}
	return out
}

// trouble tells a person that something did not work and what to say next.
// Rule: 1.6.people, 1.5.unknown-no-try-again
func trouble(a Args) string {
	why := a.Message("error")
	text := sentenceOf(troubleClause(why))
	tool := a.Text("tool")
	switch {
	case a.Is("unsettled"):
		return text + " Send a new message to go on."
	case tool == trip.ToolPurchase && a.Is("ended"):
		return text + " What was shown for it does not stand any more: ask what is held, or pick an option again."
	case tool == trip.ToolPurchase:
		return text + " Approve it again, or tell me what to change."
	case tool == trip.ToolHold:
		return text + " Say “hold it” to try once more, or pick another option."
	}
	switch why.Key {
	case "failure.permanent", "failure.denied", "failure.invalid_arguments", "failure.needs_input", "failure.not_admitted",
		"failure.runaway":
		return text + " Say 'try again', or tell me what to change."
	}
	return text + " Say 'try again'."
}

// troubleClause is what a person is told of a failure, without a full stop. Who is turned away by a limit has seldom
// made the requests that used it up: the process has, for all of its trips.
// Rule: 1.6.people, 7.5.busy
func troubleClause(why trip.Message) string {
	a := Args(why.Params)
	text := clause(why.Key, a)
	switch {
	case a.Text("tool") != trip.ToolPurchase, why.Key == "failure.outcome_unknown", why.Key == "failure.not_made":
		return text
	}
	return text + "; nothing was bought"
}

func clause(key string, a Args) string {
	who, answers := whose(a)
	switch key {
	case "failure.timeout":
		if answers {
			return who + " did not answer in time"
		}
		return who + " took too long"
	case "failure.failed":
		return who + " did not work"
	case "failure.permanent":
		return who + " is not possible"
	case "failure.rate_limited":
		return who + " has to wait: the service is busy for a moment"
	case "failure.invalid_arguments":
		return who + " is not possible in that way"
	case "failure.needs_input":
		return who + " needs more information"
	case "failure.not_admitted":
		if why := a.Message("why"); why.Key == "refusal.fork" {
			return English(why)
		}
		return "I found no way to do that"
	case "failure.runaway":
		return "that takes more steps than I may do at once"
	case "failure.none_held", "failure.not_confirmed":
		return failure(key, a)
	case "failure.outcome_unknown":
		if p := (trip.Pending{Name: a.Text("tool")}); ours(p.Name) == "" || p.Binds() {
			return failure(key, a)
		}
		return who + " gave no clear answer"
	case "failure.not_sent":
		return who + " was not made: it was stopped before it was sent"
	case "failure.denied":
		return who + " was refused"
	case "failure.cancelled":
		return who + " was stopped"
	case "failure.empty":
		return who + " found nothing"
	case "failure.not_made":
		return who + " did not happen"
	}
	return "that did not work"
}

// notKnown tells that the outcome of a write is not known yet, and what that stops.
func notKnown(what string, a Args) string {
	return "it is not known yet whether " + what + " went through." + stops(a)
}

// doubted names each write whose outcome is not known.
// Rule: 1.5.unknown-each
func doubted(a Args) string {
	each := a.List("each")
	if len(each) == 0 {
		return work(a)
	}
	names := make([]string, len(each))
	for i, of := range each {
		names[i] = work(of)
		if n := of.Int("count"); n > 1 {
			names[i] = several(of, n)
		}
	}
	return joined(names)
}

// several counts writes of one kind.
func several(of Args, n int64) string {
	if of.Text("called") == "" {
		switch of.Text("tool") {
		case trip.ToolHold:
			return plural(n, "hold", "holds")
		case trip.ToolRelease:
			return plural(n, "release of a hold", "releases of holds")
		case trip.ToolPurchase:
			return plural(n, "purchase", "purchases")
		}
	}
	return work(of) + " (" + strconv.FormatInt(n, 10) + " times)"
}

// whose names for a person what failed, and says whether it is somebody else who answers.
func whose(a Args) (name string, answers bool) {
	if a.Text("called") == "" {
		switch a.Text("tool") {
		case trip.ToolFlightSearch:
			return "the flight search", true
		case trip.ToolHotelSearch:
			return "the hotel search", true
		case trip.ToolExtract, trip.ToolScrapeWeb, trip.ToolRetrieveChunks, trip.ToolJavaScript:
			return work(a), false
		case trip.ToolFollowup:
			return "finding the next question", false
		case trip.ToolRank:
			return "comparing the options", false
		case trip.ToolRiskCheck:
			return "checking the option", false
		case trip.ToolAssistantStep:
			return "finding an answer", false
		}
	}
	return work(a), true
}

// work describes in everyday words what a message's tool does. An embedder's own tool gets the name from its catalog,
// else its tool name.
// Rule: 7.5.unknown-named, 7.5.own-called
func work(a Args) string {
	tool := a.Text("tool")
	if tool == "" {
		return "a step"
	}
	return cmp.Or(a.Text("called"), ours(tool), "“"+inWords(tool)+"”")
}

// inWords writes a name that programs use in words: "send_mail" is "send mail".
func inWords(name string) string {
	return strings.TrimSpace(strings.NewReplacer("_", " ", "-", " ").Replace(name))
}

// plainly says a text with each of some tools called what a person calls it.
// Rule: 3.0.words-named
func plainly(text string, tools []Args) string {
	if len(tools) == 0 {
		return text
	}
	var out strings.Builder
	for text != "" {
		end := strings.IndexFunc(text, trip.EndsToolName)
		if end == 0 {
			end = strings.IndexFunc(text, func(r rune) bool { return !trip.EndsToolName(r) })
		}
		if end < 0 {
			end = len(text)
		}
		part := text[:end]
		if i := slices.IndexFunc(tools, func(t Args) bool { return t.Text("tool") == part }); i >= 0 {
			part = work(tools[i])
		}
		out.WriteString(part)
		text = text[end:]
	}
	return out.String()
}

// ours says what a tool of the engine does, "" of any other.
func ours(tool string) string {
	switch tool {
	case trip.ToolExtract:
		return "reading your message"
	case trip.ToolFollowup:
		return "the question about what is missing"
	case trip.ToolFlightSearch, trip.ToolHotelSearch:
		return "the search"
	case trip.ToolWebSearch, trip.ToolSearchWeb:
		return "the web search"
	case trip.ToolSearchPlaces:
		return "the search for places"
	case trip.ToolRetrieveDocs:
		return "the search of the documents"
	case trip.ToolRank:
		return "the ranking"
	case trip.ToolRiskCheck:
		return "the policy and risk check"
	case trip.ToolHold:
		return "the hold"
	case trip.ToolRelease:
		return "the release of a hold"
	case trip.ToolPurchase:
		return "the purchase"
	case trip.ToolAssistantStep:
		return "the assistant"
	case trip.ToolScrapeWeb:
		return "reading the web page"
	case trip.ToolRetrieveChunks:
		return "reading the documents"
	case trip.ToolResolveDocs:
		return "the look-up of the documents"
	case trip.ToolJavaScript:
		return "the calculation"
	case trip.ToolGetWeather:
		return "the weather look-up"
	}
	return ""
}
