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
		a := Args{list[i].Params, english}
		switch list[i].Key {
		case "error.tool":
			out[i] = "Tool error: " + a.Text("tool") + " — " + a.told("error")
		case "error.outcome_unknown":
			out[i] = "Tool error: " + a.Text("tool") + " — " + notKnown(work(a), a)
		}
	}
	return out
}

// failing is what programs and readers of a log get of a tool that failed, from tool and class alone.
// Rule: 7.5.busy
func failing(key string, a Args) string {
	text := a.say(key)
	switch {
	case key == "failure.outcome_unknown":
		if isRead(a) {
			return a.say("failure.unclear")
		}
		return text
	case text == "" || a.Text("tool") != trip.ToolPurchase || key == "failure.not_made":
		return text
	}
	return a.say("failure.nothing_bought", "text", text)
}

// isRead reports whether a tool of the engine only reads.
func isRead(a Args) bool {
	p := trip.Pending{Name: a.Text("tool")}
	return a.in.ours(p.Name) != "" && !p.Binds()
}

// trouble tells a person that something did not work and what to say next.
// Rule: 1.6.people, 1.5.unknown-no-try-again
func trouble(a Args) string {
	why, next := a.Message("error"), "again"
	switch tool := a.Text("tool"); {
	case a.Is("unsettled"):
		next = "go_on"
	case tool == trip.ToolPurchase && a.Is("ended"):
		next = "ended"
	case tool == trip.ToolPurchase:
		next = "approve"
	case tool == trip.ToolHold:
		next = "hold"
	case slices.Contains([]string{
		"failure.permanent", "failure.denied", "failure.invalid_arguments", "failure.needs_input", "failure.not_admitted",
		"failure.runaway",
	}, why.Key):
		next = "change"
	}
	return sentenceOf(a.in.troubleClause(why)) + " " + a.say("trouble.say_"+next)
}

// troubleClause is what a person is told of a failure, without a full stop. Who is turned away by a limit has seldom
// made the requests that used it up: the process has, for all of its trips.
// Rule: 1.6.people, 7.5.busy
func (l *language) troubleClause(why trip.Message) string {
	a := Args{why.Params, l}
	text := clause(why.Key, a)
	switch {
	case a.Text("tool") != trip.ToolPurchase, why.Key == "failure.outcome_unknown", why.Key == "failure.not_made":
		return text
	}
	return a.say("failure.nothing_bought", "text", text)
}

func clause(key string, a Args) string {
	who, answers := whose(a)
	_, how, _ := strings.Cut(key, ".")
	switch how {
	case "timeout":
		if answers {
			how = "unanswered"
		}
	case "not_admitted":
		if why := a.Message("why"); why.Key == "refusal.fork" {
			return a.in.text(why)
		}
	case "none_held", "not_confirmed":
		return a.say(key)
	case "outcome_unknown":
		if !isRead(a) {
			return a.say(key)
		}
		how = "unclear"
	}
	if text := a.say("trouble."+how, "who", who); text != "" {
		return text
	}
	return a.say("trouble.other")
}

// notKnown tells that the outcome of a write is not known yet, and what that stops. Only one that holds, gives back or
// buys stops anything.
// Rule: 7.5.only-buying-stops
func notKnown(what string, a Args) string {
	text := a.say("doubt.not_known", "what", what)
	binds := func(of Args) bool { return (&trip.Pending{Name: of.Text("tool")}).Binds() }
	if binds(a) || slices.ContainsFunc(a.List("each"), binds) {
		text += " " + a.say("doubt.until_settled")
	}
	return text
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
	return a.in.joined(names)
}

// several counts writes of one kind.
func several(of Args, n int64) string {
	if of.Text("called") == "" {
		switch of.Text("tool") {
		case trip.ToolHold:
			return of.in.plural(n, "hold")
		case trip.ToolRelease:
			return of.in.plural(n, "release")
		case trip.ToolPurchase:
			return of.in.plural(n, "purchase")
		}
	}
	return of.say("doubt.times", "what", work(of), "n", strconv.FormatInt(n, 10))
}

// whose names for a person what failed, and says whether it is somebody else who answers.
func whose(a Args) (name string, answers bool) {
	if a.Text("called") == "" {
		switch tool := a.Text("tool"); tool {
		case trip.ToolFlightSearch, trip.ToolHotelSearch:
			return a.say("who." + tool), true
		case trip.ToolExtract, trip.ToolScrapeWeb, trip.ToolRetrieveChunks, trip.ToolJavaScript:
			return work(a), false
		case trip.ToolFollowup, trip.ToolRank, trip.ToolRiskCheck, trip.ToolAssistantStep:
			return a.say("who." + tool), false
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
		return a.say("work.step")
	}
	return cmp.Or(a.Text("called"), a.in.ours(tool), a.say("quoted", "text", inWords(tool)))
}

// ours says what a tool of the engine does, "" of any other.
func (l *language) ours(tool string) string { return l.say("work." + tool) }

// inWords writes a name that programs use in words: "send_mail" is "send mail".
func inWords(name string) string {
	return strings.TrimSpace(strings.NewReplacer("_", " ", "-", " ").Replace(name))
}

// plainly says a text with each of some tools called what a person calls it.
// Rule: 3.0.words-named
func plainly(a Args) string {
	text, tools := a.Text("text"), a.List("tools")
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
