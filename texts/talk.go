package texts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// echoing is said of what was understood of a message.
func echoing(key string, a Args) string {
	switch key {
	case "echo.trip":
		return sentenceOf(planText(a.Object("trip"), true))
	case "echo.changed":
		return changedText(a)
	case "echo.assumed":
		return sentenceOf(English(a.Message("what")))
	case "echo.unread":
		return notTaken(a.Texts("parts")) + " Say it another way if it matters."
	case "echo.unwritten":
		return unwritten(a)
	case "echo.unsearched":
		return unsearched(a)
	case "echo.given_back":
		return "What was held so far is given back: it was for what you had picked before."
	case "echo.other_topic":
		return otherTopic(a)
	case "echo.card":
		return "Please do not type the number of a card here. I have not used it, and nothing was charged. You pay " +
			"when something is held and you approve it, by the button or command of this channel."
	}
	return ""
}

// acting is said in answer to what a person wants done.
func acting(key string, a Args) string {
	switch key {
	case "act.greet":
		return withAsk("Hello! I find flights and places to stay, hold them and book them.", a)
	case "act.thank":
		return withAsk("You are welcome!", a)
	case "act.muse":
		if a.Is("praise") {
			return withAsk("Good!", a)
		}
		return withAsk("No hurry.", a)
	case "act.goodbye":
		if a.Is("held") {
			return "Goodbye! Nothing is bought yet." + cmp.Or(until(" It is held", a.Object("until")), " It is still held.")
		}
		return "Goodbye! What we planned is kept."
	case "act.complain":
		return withAsk("I am sorry that this does not go as you want.", a) + exampleTexts(a)
	case "act.unknown":
		return withAsk("That is something that I cannot do.", a)
	case "act.unknown_order":
		return "I can go by price, duration, departure, arrival, layover, stops or rating."
	case "act.nothing_on_offer":
		return "Nothing is on offer yet: once I know where, when and who travels, I search."
	case "act.nothing_booked":
		return nothingBooked(a)
	case "act.only_held":
		return onlyHeld(a)
	case "act.no_question":
		return noQuestion(a)
	case "act.other_list":
		return "The list that you mean is not the last one any more. Please pick from what I showed last."
	case "act.search_first":
		return "I search first; then you can pick one of the options."
	case "act.dropped":
		if a.Is("behind") {
			return "I did the first of that. One thing at a time: say the rest again."
		}
		return "I need an answer first, so nothing was picked, held or given back yet."
	case "act.released":
		return "I give back: " + joined(itemTexts(a.List("items"))) + "."
	case "act.part_not_held":
		return withAsk("That is not held. Held is: "+joined(itemTexts(a.List("items")))+".", a)
	case "act.started_over":
		return "We start over." + staysInDoubt(a)
	case "act.nothing_to_undo":
		return withAsk("There is no earlier plan that I could go back to. Say what it shall be instead: another place, day "+
			"or number of travellers.", a)
	case "act.watch":
		return withAsk("I can't watch prices or let you know later. "+
			"Say “refresh the prices” when you come back, and I look again.", a)
	case "act.extra":
		return extraText(a)
	case "act.help":
		return helpText(a)
	case "act.explain":
		return explained(a)
	case "act.question_dropped":
		return withAsk("All right, your trip stays as it was.", a)
	}
	return ""
}

// nothingBooked answers a request about a booking when nothing is booked or held.
func nothingBooked(a Args) string {
	switch a.Text("act") {
	case trip.ActCancelBooking:
		return withAsk("Nothing is held or booked, so there is nothing to cancel. Say “start over” for another trip.", a)
	case trip.ActChangeBooking:
		return withAsk("Nothing is booked yet, so just say what shall change, such as the day or the place: then I search "+
			"anew.", a)
	}
	return withAsk("Nothing is booked yet, and nothing was charged.", a)
}

// onlyHeld answers a request about a booking when something is held but not booked.
func onlyHeld(a Args) string {
	if a.Text("act") == trip.ActChangeBooking {
		return "Nothing is booked yet: it is only held. Say what shall change, and I search anew; what is held is then " +
			"given back."
	}
	return "Nothing is booked yet: it is only held. Say “release it” to give it back."
}

// noQuestion answers a yes or a no when there is no question.
func noQuestion(a Args) string {
	if a.Is("nothing_found") { // which is told next
		return "All right."
	}
	if English(a.Message("ask")) != "" {
		return withAsk("That was said before I asked what I ask now.", a)
	}
	if locator := a.Text("booking"); locator != "" {
		return "All right. Your booking " + locator + " stands, and there is nothing more to decide."
	}
	return "All right, but there is nothing to say yes or no to at the moment."
}

// extraText says whom to ask about something that no offer mentions.
func extraText(a Args) string {
	text := "I do not know"
	if a.Text("what") != "" {
		text += " about “" + a.Text("what") + "”"
	}
	text += ": I know only what the offers say, and cannot add anything to them. Please ask the airline or the hotel"
	if locator := a.Text("booking"); locator != "" {
		text += ", with the locator " + locator
	}
	return withAsk(text+".", a)
}

// helpText tells what can be said now.
func helpText(a Args) string {
	text := "I find flights and places to stay, hold them, and book them when you approve."
	if kind := trip.AskKind(a.Text("kind")); kind != trip.AskMissing &&
		kind != trip.AskClarify { // these are asked next
		text = withAsk(text, a)
	}
	return text + exampleTexts(a)
}

// exampleTexts gives two examples of what can be said.
func exampleTexts(a Args) string {
	first, second := examples(a, a.Int("times"))
	return " You can say, for example, “" + first + "” or “" + second + "”."
}

// choosing is said of the option that a person means.
func choosing(key string, a Args) string {
	switch key {
	case "select.unknown":
		return "There is no option " + strconv.Quote(a.Text("bundle_id")) + ". Please pick one of those on offer."
	case "select.nothing_offered":
		return "There is no option " + strconv.Quote(a.Text("bundle_id")) + ": nothing is on offer yet."
	case "select.no_position":
		if a.Int("count") == 0 {
			return "There is no list to pick from yet."
		}
		return "There is no option " + a.Text("position") + ": the last list has " +
			plural(a.Int("count"), "option", "options") + "." + strings.TrimRight(" "+whichMeant(a), " ")
	case "select.which":
		return strings.TrimPrefix(whichMeant(a)+" Say its number, or what is special about it, such as the cheapest or the "+
			"airline.", " ")
	case "select.none_fits":
		return "None of the options is like that. Say “more options” to see others, or tell me what to change."
	case "select.several_fit":
		return listText("Several options fit alike:", a.List("options"), cmp.Or(whichMeant(a), sayNumber))
	}
	return ""
}

// showing is said of options, the trip and bookings that a person asked about.
func showing(key string, a Args) string {
	switch key {
	case "show.trip":
		text := "Your trip: " + planText(a.Object("trip"), true) + "." + requestLine(a) + assumedText(a.List("assumed"))
		ask := English(a.Message("ask"))
		if a.Int("asked") > 0 {
			ask = waitedFor(a)
		}
		if ask != "" {
			text += "\n" + ask
		}
		return text
	case "show.option":
		return optionInFull(a)
	case "show.terms":
		return termsTexts(a)
	case "show.more":
		return listText("More options:", a.List("options"), whichOne(a))
	case "show.no_more":
		return "There are no more options: I have shown all " + a.Text("count") + "."
	case "show.sorted":
		return listText(sortedText(a)+":", a.List("options"), whichOne(a))
	case "show.booking":
		return bookingTexts(a.List("bookings"))
	case "show.currency", "show.airlines", "show.budget":
		return saidText(key, a)
	case "show.payment":
		return paymentText(a)
	case "show.deadline":
		return deadlineText(a)
	}
	return ""
}

// assumedText tells what was taken for granted.
func assumedText(list []Args) string {
	text := ""
	for _, m := range list {
		text += "\n- Assumed: " + sentenceOf(English(m.Message("what")))
	}
	return text
}

// declining is said after a no.
func declining(key string, a Args) string {
	switch key {
	case "decline.start_over":
		return "All right, everything stays as it is."
	case "decline.trip":
		if a.Int("asked") > 0 {
			return "All right. Tell me what to change."
		}
		return "All right. What shall I change?"
	case "decline.hold":
		return "All right, nothing is held. Pick another option, or tell me what to change."
	case "decline.approve":
		return "All right, nothing is bought." + until(" The hold stands", a.Object("until")) +
			" Say “release” to give it back now."
	case "decline.calls":
		return "Not done: " + strings.Join(notDone(a), ", ") + "."
	case "decline.choose":
		return "All right. Say “more options” to see others, or tell me what to change."
	case "decline.missing":
		return "All right. Tell me about it when you know."
	case "decline.clarify":
		return "All right. Tell me in your own words what it should be."
	}
	return ""
}

// notDone names the calls that are not made.
func notDone(a Args) []string {
	names := slices.Clone(a.Texts("tools"))
	called := a.Texts("called")
	for i, name := range names {
		if names[i] = inWords(name); i < len(called) && called[i] != "" {
			names[i] = called[i]
		}
	}
	return names
}

// asking is said of what is waited for.
func asking(key string, a Args) string {
	switch key {
	case "ask.missing":
		return asksFor(a)
	case "ask.conflicts":
		return conflictTexts(a.Texts("codes"))
	case "ask.trip":
		return "Shall I search for this trip?"
	case "ask.choose":
		return "Which option shall I take?"
	case "ask.hold":
		switch {
		case isConfirmed(a):
			return confirmations(toHold(a), a)
		case a.Is("needs_approval"):
			return approvalFirst(chosen(a))
		}
		return "Shall I hold " + toHold(a) + "?"
	case "ask.start_over":
		return "You still hold " + joined(itemTexts(a.List("items"))) + ". Shall I give that back and start over?" +
			staysInDoubt(a)
	case "ask.again":
		return askedAgain(a)
	case "ask.gone":
		return withAsk("That question is not open any more.", a)
	case trip.KeyDays:
		return "Which of these shall it be?"
	case "choice.days":
		return dayChoice(a.Object("row"))
	case "choice.yes":
		return "Yes"
	case "choice.approve":
		return "Approve"
	case "choice.no":
		return "No"
	case "choice.option":
		return shortOption(a.Object("option"))
	}
	return ""
}

// besideBooking is said of a booking that stands beside a plan.
func besideBooking(key string, a Args) string {
	switch key {
	case "booking.stays":
		return "Your booking " + bookingText(a.Object("booking")) +
			" stays as it is: I do not change it. What we plan from now on is bought in addition."
	case "booking.cancel_booking":
		return bookingTexts(a.List("bookings")) + "\nNothing was cancelled: I cannot cancel a booking. " +
			cancellation(a.List("bookings"))
	case "booking.already":
		return "All of that is booked already, so I search nothing.\n" + bookingTexts(a.List("bookings")) +
			"\nNothing was cancelled: I cannot cancel a booking. " + cancellation(a.List("bookings"))
	case "booking.no_such_part":
		return "No such part is booked, and nothing was cancelled or changed.\n" + bookingTexts(a.List("bookings"))
	case "booking.change_booking":
		return bookingTexts(a.List("bookings")) + "\nNothing was changed or cancelled: I cannot change a booking. " +
			cancellation(a.List("bookings"))
	}
	return ""
}

// otherTopic says what is not done here.
func otherTopic(a Args) string {
	text := "I find flights and places to stay, hold and book them. Rental cars, buses and trains, tickets for events, " +
		"money transfers and other errands I cannot do."
	if a.Is("changed") {
		return text
	}
	return text + " Your trip stays as it is."
}

// withAsk puts what is waited for behind a sentence.
func withAsk(text string, a Args) string {
	if a.Int("asked") > 1 && a.Message("ask").Key == "ask.choose" {
		return text // who has the list before them knows
	}
	if ask := waitedFor(a); ask != "" {
		return text + " " + ask
	}
	return text
}

// reminder asks again. What was shown in full before its approval is asked for is named in short.
func reminder(m trip.Message) string {
	if m.Key != "approve.ask" {
		return English(m)
	}
	a := Args(m.Params)
	var names []string
	for _, item := range a.List("held") {
		names = append(names, shortItem(item))
	}
	text := "Do you approve the purchase of " + joined(names)
	if total := total(a); total != "" {
		text += " for " + total
	}
	return text + "?"
}

// shortItem names what is held in a few words.
func shortItem(item Args) string {
	switch f, s := item.Object("flight"), item.Object("stay"); {
	case len(item.List("flights")) > 0:
		return oneFare(item.List("flights"))
	case f != nil:
		return strings.TrimSpace(strings.Join(f.Texts("airlines"), "/") + " on " + dayText(f.Text("departs")) + " at " +
			clockText(f.Text("departs")))
	case s != nil:
		return s.Text("hotel")
	}
	return itemText(item)
}

func quotedTexts(parts []string) string {
	quoted := make([]string, len(parts))
	for i, p := range parts {
		quoted[i] = "“" + p + "”"
	}
	return joined(quoted)
}

// joined makes "a, b and c" of a list.
func joined(list []string) string {
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " and " + list[n-1]
	}
	return strings.Join(list, "")
}

// examples returns two things that can be said to what is asked, others each time.
func examples(a Args, times int64) (first, second string) {
	var list []string
	switch trip.AskKind(a.Text("kind")) {
	case trip.AskChoose:
		list = []string{"the second one", "the cheapest", "more options", "a day later"}
	case trip.AskConfirm:
		list = []string{"yes", "no", "show me the options", "3 adults"}
	case trip.AskApprove:
		list = []string{"show me what is held", "release", "what does it cost?", "show me the trip"}
	case "change": // nothing was found
		list = []string{"a day later", "a week earlier", "any number of stars", "start over"}
	case trip.AskMissing:
		list = answersTo(Args(a.Message("ask").Params).Texts("missing"))
	case trip.AskClarify:
		if list = answersTo(a.Texts("about")); a.Int("choices") > 1 {
			list = []string{"the first one", "2"}
		}
	}
	if len(list) < 2 {
		list = []string{
			"a flight from Boston to Lisbon on 12 April", "2 adults and a child",
			"a hotel in Porto from 3 to 10 June", "start over",
		}
	}
	n := int(times) % len(list)
	return list[n], list[(n+1)%len(list)]
}

// answersTo gives examples of answers to a question about some paths.
func answersTo(paths []string) (list []string) {
	for _, path := range paths {
		switch end := path[strings.LastIndexByte(path, '.')+1:]; {
		case strings.HasSuffix(path, ".origin.code"):
			list = append(list, "from Boston")
		case strings.HasSuffix(path, ".destination.code"):
			list = append(list, "to Lisbon")
		case end == "depart_date":
			list = append(list, "on 12 April", "next Friday")
		case end == "adults":
			list = append(list, "2 adults", "just me")
		case end == "location_code":
			list = append(list, "in Lisbon", "no hotel")
		case end == "check_in":
			list = append(list, "from 3 to 10 June", "no hotel")
		case end == "check_out":
			list = append(list, "until 10 June", "for 4 nights")
		}
	}
	return list
}

// conflictTexts asks about contradictions.
func conflictTexts(codes []string) string {
	known := map[string]string{
		trip.ReturnBeforeDeparture: "The way back is before the way out.",
		trip.ExcludedDay:           "One day of travel is a day on which you do not want to travel.",
		trip.LegsOutOfOrder:        "One leg is before the leg ahead of it.",
		trip.SamePlace:             "A leg begins and ends at the same place.",
		trip.StayOutsideTrip:       "The nights do not fit the days of travel.",
		trip.StaysOverlap:          "Two stays overlap.",
		trip.InfantsWithoutLaps:    "There are more infants than adults to hold them.",
		trip.PartyTooLarge:         "More than 9 people with a seat cannot be booked together.",
	}
	var lines []string
	for _, code := range codes {
		if text := known[code]; text != "" && !slices.Contains(lines, text) {
			lines = append(lines, text)
		}
	}
	return strings.Join(append(lines, "What shall it be?"), " ")
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
		lines = slices.Insert(lines, 0, "I still need to know "+needs(paths)+".")
	}
	return strings.Join(lines, " ")
}

func needs(paths []string) string {
	var parts []string
	add := func(text string) {
		if !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	for _, path := range paths {
		switch {
		case path == "itinerary.segments":
			add("where the trip goes and when")
		case strings.HasSuffix(path, ".origin.code"):
			add("where you leave from")
		case strings.HasSuffix(path, ".destination.code"):
			add("where you want to go")
		case strings.HasSuffix(path, ".depart_date"):
			add("which day you travel")
		case strings.HasSuffix(path, "adults"):
			add("how many adults travel")
		case strings.HasSuffix(path, ".location_code"):
			add("where you want to stay")
		case strings.HasSuffix(path, ".check_in"):
			add("when you check in")
		case strings.HasSuffix(path, ".check_out"):
			add("when you check out")
		default:
			add(fieldName(path))
		}
	}
	return joined(parts)
}

// toHold names what is to be held: the option, or the parts of it that were named.
func toHold(a Args) string {
	var named []string
	for _, part := range a.Texts("only") {
		switch part {
		case trip.PartFlight:
			part = "the flights"
		case trip.PartHotel:
			part = "the hotel"
		case trip.PartOut:
			part = "the way out"
		case trip.PartBack:
			part = "the way back"
		}
		named = append(named, part)
	}
	if len(named) == 0 {
		return chosen(a)
	}
	return joined(named) + " of " + chosen(a)
}

// either is of one write in doubt, or of several.
func either(a Args, one, several string) string {
	if len(a.List("each")) > 0 {
		return several
	}
	return one
}

// staysInDoubt says what a new start does not settle.
// Rule: 1.5.unknown-start-over
func staysInDoubt(a Args) string {
	if !a.Is("doubt") {
		return ""
	}
	return " That changes nothing about " + doubted(a) + ": " + either(a, "it stays", "they stay") +
		" in doubt until " + either(a, "it is", "they are") + " settled."
}

func approveWords(a Args) string {
	text := "To buy: " + joined(itemTexts(a.List("items"))) + ", for " + total(a) + until(", held", a.Object("until"))
	text = strings.TrimSuffix(text, ".") + ". Nothing has been bought."
	if a.Is("in_words") && a.Is("payment_known") {
		return text + " Say “approve” and this amount to buy it."
	}
	return text + " It takes your approval by the button or command of this channel: words alone never buy."
}

// until tells when something ends, in the time of a place.
func until(text string, at Args) string {
	if at.Text("date") == "" {
		return ""
	}
	return text + " until " + dayText(at.Text("date")) + ", " + at.Text("time") + " " + zoneText(at.Text("zone")) + "."
}

// zoneText names a time zone. One that has only its difference for a name, such as "+0530", is written as that.
// Rule: 7.5.local-times
func zoneText(name string) string {
	if name == "" || name[0] != '+' && name[0] != '-' {
		return name
	}
	hours, minutes := name, ""
	if len(name) == len("+0530") {
		hours, minutes = name[:3], ":"+name[3:]
	}
	return "UTC" + hours[:1] + strings.TrimPrefix(hours[1:], "0") + strings.TrimSuffix(minutes, ":00")
}

func optionalInt(text string) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}
