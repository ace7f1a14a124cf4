package texts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// English makes the text of a message in English, "" of a key that no version of it has.
func English(m trip.Message) string {
	a := Args(m.Params)
	switch family, _, _ := strings.Cut(m.Key, "."); family {
	case trip.KeyText:
		return plainly(a.Text("text"), a.List("tools"))
	case "assume":
		return assuming(m.Key, a)
	case "cancel", "confirm", "quote", "present":
		return planning(m.Key, a) + stillPicked(a)
	case "select":
		return choosing(m.Key, a) + stillPicked(a)
	case "risk", "hold":
		return holding(m.Key, a)
	case "renew":
		return renewing(m.Key, a)
	case "echo":
		return echoing(m.Key, a)
	case "request":
		return requesting(m.Key, a)
	case "act":
		return acting(m.Key, a)
	case "show":
		return showing(m.Key, a) + stillPicked(a)
	case "answer":
		if a.Is("again") {
			return "As I said. " + factText(a.without("picked"))
		}
		return factText(a) + stillPicked(a)
	case "decline":
		return declining(m.Key, a)
	case "ask", "choice":
		return asking(m.Key, a)
	case "booking":
		return besideBooking(m.Key, a)
	case "repeat":
		return nothingNew(a)
	case "approve", "purchase":
		return buying(m.Key, a)
	case "write", "settled":
		return settling(m.Key, a)
	case "failure", "error":
		return failing(m.Key, a)
	case "assist", "documents":
		return assisting(m.Key, a)
	case "refusal":
		return refusing(m.Key, a)
	case "note":
		return noting(m.Key, a)
	case "own":
		return doing(m.Key, a)
	case "group":
		return group(m.Key, a)
	case "fault":
		return fault(m.Key)
	}
	return ""
}

// stops says what an unknown outcome stops. Only one that holds, gives back or buys does.
// Rule: 7.5.only-buying-stops
func stops(a Args) string {
	binds := func(of Args) bool { return (&trip.Pending{Name: of.Text("tool")}).Binds() }
	if !binds(a) && !slices.ContainsFunc(a.List("each"), binds) {
		return ""
	}
	return " " + untilSettled
}

// waitingCalls lists calls with all of their arguments.
func waitingCalls(a Args) string {
	var lines []string
	for _, c := range a.List("calls") {
		var args []string
		for _, arg := range c.List("arguments") {
			args = append(args, inWords(arg.Text("name"))+" “"+arg.Text("value")+"”")
		}
		line := capital(cmp.Or(c.Text("called"), inWords(c.Text("tool"))))
		if len(args) > 0 {
			line += ": " + strings.Join(args, ", ")
		}
		lines = append(lines, line)
	}
	return bullets(lines)
}

const untilSettled = "Nothing more is held or bought until that is settled."

// planning is said from a message to the options.
func planning(key string, a Args) string {
	switch key {
	case "cancel.nothing":
		return "There is nothing to cancel: no request is running."
	case "cancel.stopped":
		return "Stopped. Everything you told me is kept."
	case "cancel.unknown":
		return "Stopped. " + capital(notKnown(doubted(a), a))
	case "confirm.summary":
		return "Please confirm: " + planText(a.Object("trip"), true) + "." + requestLine(a) +
			map[bool]string{false: " Shall I search?", true: " Say “yes” and I search."}[a.Int("asked") > 0]
	case "quote.nothing_to_search":
		return "There is nothing to search: the trip has no flight and needs no place to stay. Add one of them."
	case "quote.nothing_found":
		return nothingFound(a)
	case "quote.no_bundles":
		return noBundles(a)
	case "quote.no_days":
		return noDays(a)
	case "present.days":
		return daysTable(a)
	case "present.options":
		return optionsText(a)
	}
	return ""
}

// assuming is what a reading takes for granted.
func assuming(key string, a Args) string {
	switch key {
	case "assume.flight_only":
		return "Only a flight is wanted, no place to stay."
	case "assume.leeway":
		return "I look up to " + plural(a.Int("days"), "day", "days") + " before and after that."
	case "assume.weekend":
		return "A weekend is from Friday to Sunday or Monday."
	case "assume.one_adult":
		return "I plan for one adult; tell me if more travel."
	case "assume.passed":
		return dayText(a.Text("date")) + " has already passed, so I left it out."
	case "assume.birthday":
		return birthday(a)
	case "assume.arrival_margin":
		return "To be on time at " + a.Text("at") + " you land by " + a.Text("by") + "."
	case trip.AssumeLodgingUnsaid:
		return "No place to stay is wanted, as none was spoken of."
	case "assume.stay_only":
		return "Only a place to stay is wanted, no flight."
	case "assume.stay_focus":
		return "Dates and numbers without a word of their own are about the stay."
	case "assume.nights":
		if a.Text("count") == "1" {
			return "The stay is for 1 night from the day of check-in."
		}
		return "The stay is for " + a.Text("count") + " nights from the day of check-in."
	case "assume.home":
		return "The trip starts at the home airport " + a.Text("place") + "."
	case "assume.family":
		if a.Text("families") != "" {
			return "Two of each family are adults."
		}
		return "Two of the family are adults and the others children."
	case "assume.other":
		return "You are talking about something that I do not plan."
	case "assume.asked":
		return "You are asking about something beside the trip."
	case "assume.when":
		return "You leave between " + dayText(a.Text("first")) + " and " + dayText(a.Text("last")) + "."
	case "assume.budget_each":
		if a.Int("count") == 0 {
			return "The budget is " + a.amount() + " for each traveller."
		}
		return "The budget is " + a.amount() + " for each of " + a.Text("count") + " travellers."
	case "assume.route_nights":
		return "Nights on the way: " + a.Text("nights") + "."
	case "assume.heads":
		return a.Text("count") + " people travel, all of them adults."
	case "assume.there":
		return "\"There\" means " + a.Text("place") + "."
	case "assume.misspelt":
		return whichPlace(a) + ", read for “" + a.Text("word") + "”."
	case "assume.only_airport":
		return whichPlace(a) + ", the airport for " + a.Text("named") + "."
	case "assume.nearest_airport":
		return whichPlace(a) + " by its nearest airport, " + a.Text("airport") + "."
	}
	return ""
}

// whichPlace says which place of the trip an assumption is about.
func whichPlace(a Args) string {
	switch a.Text("about") {
	case "start":
		return "The trip starts in " + a.Text("place")
	case "stay":
		return "The stay is in " + a.Text("place")
	}
	return "The trip goes to " + a.Text("place")
}

// holding is said from the choice of a bundle to its holds.
func holding(key string, a Args) string {
	switch key {
	case "risk.checked":
		return riskChecked(a)
	case "risk.notes":
		return riskNotes(a)
	case "risk.blocked":
		return "This option cannot be booked:" + bullets(a.Texts("issues")) + "\nPlease pick another one, or change the trip."
	case "hold.nothing_selected":
		return "Please pick an option first, then I can hold it."
	case "hold.no_such_part":
		return withAsk("There is no such part of "+chosen(a)+".", a)
	case "hold.confirm":
		return confirmations(toHold(a), a)
	case "hold.needs_approval":
		return approvalFirst("this option")
	case "hold.none_held":
		if a.Is("expired") {
			return "Nothing could be held: " + items(a.List("items")) + ". The offer has ended. Please pick another option."
		}
		return "Nothing could be held: " + items(a.List("items")) + ". Please pick another option."
	case "hold.in_fork":
		return "This is a copy of the trip, for trying things out: nothing is held or booked from it."
	case "hold.held":
		return holds(a)
	}
	return ""
}

// buying is said of approvals and purchases.
func buying(key string, a Args) string {
	switch key {
	case "approve.ask":
		return approveAsk(a)
	case "approve.words":
		return approveWords(a)
	case "approve.calls":
		return "This needs your approval:" + waitingCalls(a) + "\nShall I do it?"
	case "approve.calls_words":
		return "This waits for your approval, which words alone do not give:" + waitingCalls(a) +
			"\nApprove it by its button, or say no."
	case "approve.choice":
		return "Approve the purchase"
	case "approve.needed":
		return "This purchase needs your approval: approve it, and I will buy what is held."
	case "approve.unnamed":
		return notApproved("the approval does not say what it is for", a)
	case "approve.too_early":
		return notApproved("there was nothing to approve yet when you did", a)
	case "approve.moved":
		return notApproved("what is held is not what you approved", a)
	case "approve.booked_already":
		return "This trip is booked already, and nothing else is held."
	case "approve.holds_ended":
		return "Nothing is held any more: the holds have ended. Ask me to hold the option again."
	case "approve.held_elsewhere":
		return "Nothing is held in this trip: what another trip holds stays with that one. Ask me to hold the option here."
	case "approve.nothing_held":
		if picked := a.Object("picked"); picked != nil {
			return "Nothing is held yet, and nothing is bought: " + named(picked) + " is only picked. Say “hold it”; then you " +
				"approve what is held."
		}
		return "Nothing is held yet, and nothing is bought: first you pick an option, then I hold it, then you approve."
	case "purchase.booked":
		return booked(a)
	case "purchase.charged_more":
		return chargedMore(a)
	case "purchase.expired":
		return "Nothing was bought: what was held has ended. Ask me to hold it again, and I look for it at today's price."
	case "purchase.failed":
		if a.Is("unsettled") {
			return "The purchase did not go through and nothing was bought. " + untilSettled
		}
		if a.Is("ended") {
			return "The purchase did not go through and nothing was bought. What was shown for it does not stand any more: " +
				"ask what is held, or pick an option again."
		}
		return "The purchase did not go through and nothing was bought. Approve it again, or send a new message."
	case "purchase.after_all":
		return "The earlier purchase, which I said did not happen, went through after all. " + booked(a)
	case "purchase.withheld":
		return "Because of that I stopped " + work(a) + ", which was about to be made: it was not made."
	}
	return ""
}

// settling is said of writes whose outcome was unknown, once it is known.
func settling(key string, a Args) string {
	switch key {
	case "write.unknown":
		text := capital(notKnown(doubted(a), a))
		if a.Is("stale") {
			text += " What was found before is old by now: say “search again” to look again all the same."
		}
		return text
	case "settled.hold_made":
		text := "The earlier hold, which I said did not happen, was made after all."
		if a.Is("outdated") {
			text += " You have changed the plan since: what it holds is given back."
		}
		if a.Is("back") {
			text += " It is not kept: it is given back."
		}
		if a.Is("ended") {
			text += " It has ended since."
		}
		return text
	case "settled.purchase_failed":
		return "The earlier purchase did not go through and nothing was bought."
	case "settled.not_made":
		return "An earlier step has been settled: it did not happen."
	case "settled.failed":
		return "It is settled now: " + work(a) + " did not happen." + afterSettled(a)
	case "settled.done":
		return "It is settled now: " + work(a) + " went through."
	case "settled.not_done":
		return "It is settled now: " + work(a) + " did not happen."
	case "settled.hold":
		if a.Is("outdated") {
			return "The earlier hold has been settled. You have changed the plan since: what it holds is given back."
		}
		return "The earlier hold has been settled."
	}
	return ""
}

// failing is said of a tool that failed, from tool and class alone: to a person, and as the error that programs get.
// Rule: 7.5.busy
func failing(key string, a Args) string {
	switch key {
	case "error.tool":
		return trouble(a)
	case "error.outcome_unknown":
		return capital(notKnown(doubted(a), a))
	}
	text := failure(key, a)
	if text == "" || a.Text("tool") != trip.ToolPurchase || key == "failure.outcome_unknown" || key == "failure.not_made" {
		return text
	}
	return text + "; nothing was bought"
}

// failure says what a tool did not do, and why.
func failure(key string, a Args) string {
	switch key {
	case "failure.timeout":
		return work(a) + " took too long"
	case "failure.permanent":
		return work(a) + " cannot be done"
	case "failure.rate_limited":
		return work(a) + " cannot be done right now: the service is busy for a moment"
	case "failure.expired":
		return work(a) + " was refused: the offer has ended"
	case "failure.not_sent":
		return work(a) + " was not made: it was stopped before it was sent"
	case "failure.denied":
		return work(a) + " was refused"
	case "failure.invalid_arguments":
		return work(a) + " did not accept what it was asked"
	case "failure.needs_input":
		return work(a) + " needs more information"
	case "failure.cancelled":
		return work(a) + " was cancelled"
	case "failure.outcome_unknown":
		if p := (trip.Pending{Name: a.Text("tool")}); ours(p.Name) != "" && !p.Binds() { // it only reads
			return work(a) + " gave no clear answer"
		}
		return "it is not known yet whether " + work(a) + " went through"
	case "failure.empty":
		return work(a) + " found nothing"
	case "failure.failed":
		return work(a) + " did not work"
	case "failure.not_made":
		return work(a) + " did not happen"
	case "failure.none_held":
		return "nothing could be held"
	case "failure.not_confirmed":
		return "the purchase was not confirmed"
	case "failure.not_admitted":
		return "a step was not possible: " + English(a.Message("why"))
	case "failure.runaway":
		return "the request needed too many steps"
	}
	return ""
}

// assisting is said while the assistant answers an open request.
func assisting(key string, a Args) string {
	switch key {
	case "assist.without":
		return sentenceOf(troubleClause(a.Message("error"))) + " I go on without it."
	case "assist.not_admitted":
		return notAdmitted(a)
	case "assist.found":
		return found(a)
	case "assist.failed":
		return "I could not find an answer: " + troubleClause(a.Message("error")) + "."
	case "assist.rest":
		return "I could not find out the rest: " + troubleClause(a.Message("error")) + "."
	case "assist.rest_stopped":
		return "I had to stop there and could not look any further."
	case "assist.out_of_tokens":
		return "I had to stop before I had an answer: that was too much for one go. Please ask for a part of it."
	case "assist.found_nothing":
		return "I looked, but found nothing about that."
	case "assist.no_answer":
		return "I have no answer to that. Could you put it another way?"
	case "assist.ask_place":
		return "Where should I look? Please name a city or a place."
	case "assist.ask_weather":
		return "For which place, and for which days? Please name a city or a place."
	case "assist.ask_detail":
		return "I need one more detail for that. Could you tell me more precisely what you are after?"
	case "documents.none_found":
		return "I searched your documents: nothing found about that."
	case "documents.none_broader":
		return "I searched your documents, also in your own words: nothing found about that."
	case "documents.none_property":
		return "This property has no documents. I searched your documents: nothing found about that."
	case "documents.search_all":
		return "This property has no documents, so I search all of yours."
	}
	return ""
}

// refusing says why a proposed call or plan does not run.
func refusing(key string, a Args) string {
	switch key {
	case "refusal.unknown_tool":
		return "it does not exist"
	case "refusal.fork":
		return "this is a copy of the trip, from which nothing is held, booked or sent"
	case "refusal.used_up":
		return "it may not be used again in this turn"
	case "refusal.no_arguments":
		return "its arguments are no object"
	case "refusal.unfit_arguments":
		return "its arguments do not fit"
	case "refusal.unknown_id":
		return "it names what this trip does not know"
	case "refusal.placeholder":
		return "its arguments hold a placeholder"
	case "refusal.place_not_found":
		return "its place could not be found"
	case "refusal.made_before":
		return "the same call was made before"
	case "refusal.documents_unfound":
		return "its documents must be found first"
	case "refusal.plan_same_names":
		return "a plan has two steps of one name"
	case "refusal.plan_unknown_tool":
		return "a plan uses a tool that does not exist"
	case "refusal.plan_writes":
		return "a plan may only read: a write is proposed by itself"
	case "refusal.plan_unfit_arguments":
		return "the arguments of a plan do not fit"
	case "refusal.plan_unknown_id":
		return "a plan names what this trip does not know"
	case "refusal.plan_placeholder":
		return "the arguments of a plan hold a placeholder"
	case "refusal.plan_too_long":
		return "a plan may have at most " + a.Text("most") + " steps"
	case "refusal.plan_made_before":
		return "the same plan was made before"
	case "refusal.plan_too_many":
		return "there were too many plans"
	}
	return ""
}

// noting is what stands in the notes.
func noting(key string, a Args) string {
	tool := a.Text("tool")
	switch key {
	case "note.tool_error":
		return "[tool_error] " + tool + " failed: " + because(a) + ". " + nextStep(a)
	case "note.tool_execution_error":
		return "[tool_execution_error] " + tool + " failed: " + because(a) + ". " + nextStep(a)
	case "note.runaway":
		return "[runaway] " + because(a) + ". " + nextStep(a)
	case "note.outcome_unknown":
		return "[outcome_unknown] " + tool + ": it is not known yet whether " + work(a) + " went through."
	case "note.unknown_tool_result":
		return "[unknown_tool_result] " + tool
	case "note.not_admitted":
		return "[not_admitted] " + notAdmitted(a)
	case "note.ids_dropped":
		why := " that this trip does not know"
		if a.Is("selected") {
			why = " that the person did not select"
		}
		return "[plan] dropped " + plural(a.Int("count"), "id", "ids") + why
	case "note.left_out":
		one := a.Text("what")
		return "[left_out] " + tool + ": " + plural(a.Int("count"), one, one+"s") + " without a usable price or id"
	case "note.not_asked":
		one := cmp.Or(a.Text("what"), "offer")
		return "[not_asked] " + tool + ": " + plural(a.Int("count"), one, one+"s") + " not for what was asked (" +
			strings.Join(a.Texts("why"), ", ") + ")"
	case "note.too_many_requests":
		return "[too_many_requests] a request was left out"
	case "note.unknown_path":
		return "[unknown_path] a reading took back what the plan does not have"
	case "note.unwritten":
		return "[unwritten] an operation of a reading changed nothing (" + a.Text("why") + "): " +
			cmp.Or(a.Text("path"), "a path that is not known")
	case "note.field_unfit":
		return "[field_unfit] what was given for " + cmp.Or(a.Text("path"), "a field that is not known") +
			" may not stand there"
	case "note.totals":
		return "[totals] " + tool + ": " + plural(a.Int("count"), "total", "totals") + " replaced by the sum of the options"
	}
	return ""
}

// because is the error that a message is about.
func because(a Args) string { return English(a.Message("error")) }

// notAdmitted says why a proposed call does not run. The name of a tool that nobody knows is not repeated.
func notAdmitted(a Args) string {
	return cmp.Or(a.Text("tool"), "a tool") + ": " + English(a.Message("why"))
}

func bullets(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return "\n- " + strings.Join(lines, "\n- ")
}

func plural(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.FormatInt(n, 10) + " " + many
}

// nextStep says how to start a new turn. It does not suggest "try again" while the outcome of a write is unknown.
func nextStep(a Args) string {
	if a.Is("unsettled") {
		return "Send a new message to re-run."
	}
	return "Say 'try again' or send a new message to re-run."
}

// afterSettled says what a person can do once it is known that a write did not happen.
func afterSettled(a Args) string {
	switch tool := a.Text("tool"); {
	case a.Is("unsettled"):
		return " " + untilSettled
	case tool == trip.ToolHold:
		return " Say “hold it” to try once more."
	case tool == trip.ToolPurchase && a.Is("ended"):
		return " Nothing was bought, and what was shown for it does not stand any more: ask what is held, or " +
			"pick an option again."
	case tool == trip.ToolPurchase:
		return " Nothing was bought: approve it again, or tell me what to change."
	}
	return ""
}
