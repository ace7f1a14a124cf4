package texts

import (
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// talking is said in answer to what a person wants done, and of what was understood.
var talking = map[string]func(Args) string{
	"echo.trip":        func(a Args) string { return planText(a.Object("trip"), true) + "." },
	"echo.changed":     changedText,
	"echo.assumed":     func(a Args) string { return "I take it that: " + strings.TrimRight(a.Text("text"), ".") + "." },
	"echo.unread":      func(a Args) string { return "I could not use " + quotedTexts(a.Texts("parts")) + "." },
	"echo.other_topic": say("I find flights and places to stay, hold and book them; that is something else, and I cannot do it. Your trip stays as it is."),

	"act.greet":            func(a Args) string { return withAsk("Hello! I find flights and places to stay, hold them and book them.", a) },
	"act.thank":            func(a Args) string { return withAsk("You are welcome!", a) },
	"act.unknown":          func(a Args) string { return withAsk("That is something that I cannot do.", a) },
	"act.unknown_order":    say("I can go by price, duration, departure, stops or rating."),
	"act.nothing_on_offer": say("Nothing is on offer yet: once I know where, when and who travels, I search."),
	"act.nothing_booked":   say("Nothing is booked yet."),
	"act.no_question":      func(a Args) string { return withAsk("I had not asked you anything that takes a yes or a no.", a) },
	"act.other_list":       say("The list that you mean is not the last one any more. Please pick from what I showed last."),
	"act.search_first":     say("I search first; then you can pick one of the options."),
	"act.dropped":          say("I need an answer first, so nothing was picked, held or given back yet."),
	"act.released":         func(a Args) string { return "I give back: " + joined(itemTexts(a.List("items"))) + "." },
	"act.started_over":     say("We start over."),

	"select.no_position": func(a Args) string {
		if a.Int("count") == 0 {
			return "There is no list to pick from yet."
		}
		return "There is no option " + a.Text("position") + ": the last list has " + plural(a.Int("count"), "option", "options") + ". Which one do you mean?"
	},
	"select.which":       say("Which one do you mean? Say its number, or what is special about it, such as the cheapest or the airline."),
	"select.none_fits":   say("None of the options is like that. Say “more options” to see others, or tell me what to change."),
	"select.several_fit": func(a Args) string { return "Several options fit alike:" + optionTexts(a) + "\nWhich one do you mean?" },

	"show.trip":    func(a Args) string { return "Your trip: " + planText(a.Object("trip"), true) + "." },
	"show.option":  optionInFull,
	"show.more":    func(a Args) string { return "More options:" + optionTexts(a) + "\nWhich one shall I take?" },
	"show.no_more": func(a Args) string { return "There are no more options: I have shown all " + a.Text("count") + "." },
	"show.sorted": func(a Args) string {
		return "By " + a.Text("by") + ":" + optionTexts(a) + "\nWhich one shall I take?"
	},
	"show.booking": func(a Args) string { return bookingTexts(a.List("bookings")) },

	"decline.start_over": say("All right, everything stays as it is."),
	"decline.trip":       say("All right. What shall I change?"),
	"decline.hold":       say("All right, nothing is held. Pick another option, or tell me what to change."),
	"decline.approve": func(a Args) string {
		return "All right, nothing is bought." + until(" The hold ends by itself", a.Object("until")) + " Say “release” to give it back now."
	},
	"decline.choose":  say("All right. Say “more options” to see others, or tell me what to change."),
	"decline.missing": say("All right. Tell me about it when you know."),
	"decline.clarify": say("All right. Tell me in your own words what it should be."),

	"ask.missing":   func(a Args) string { return "I still need to know " + needs(a.Texts("missing")) + "." },
	"ask.conflicts": func(a Args) string { return conflictTexts(a.Texts("codes")) },
	"ask.trip":      say("Shall I search for this trip?"),
	"ask.choose":    say("Which option shall I take?"),
	"ask.hold": func(a Args) string {
		if open := a.Texts("confirmations"); len(open) > 0 {
			return "Please confirm before I hold it:" + bullets(open)
		}
		return "Shall I hold it?"
	},
	"ask.start_over": func(a Args) string {
		return "You still hold " + joined(itemTexts(a.List("items"))) + ". Shall I give that back and start over?"
	},
	"ask.gone":      func(a Args) string { return withAsk("That question is not open any more.", a) },
	"choice.yes":    say("Yes"),
	"choice.no":     say("No"),
	"choice.option": func(a Args) string { return shortOption(a.Object("option")) },

	"approve.words": approveWords,

	"booking.stays": func(a Args) string {
		return "Your booking " + bookingText(a.Object("booking")) + " stays as it is: I do not change it. What we plan from now on is bought in addition."
	},
	"booking.cancel_booking": func(a Args) string {
		return bookingTexts(a.List("bookings")) + "\nNothing was cancelled: I cannot cancel a booking. " + cancellation(a.List("bookings"))
	},
	"booking.change_booking": func(a Args) string {
		return bookingTexts(a.List("bookings")) + "\nNothing was changed or cancelled: I cannot change a booking. " + cancellation(a.List("bookings"))
	},

	"repeat.nothing_new": nothingNew,
}

// withAsk puts what is waited for behind a sentence.
func withAsk(text string, a Args) string {
	if ask := English(a.Message("ask")); ask != "" {
		return text + " " + ask
	}
	return text
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

func nothingNew(a Args) string {
	ask := English(a.Message("ask"))
	times := a.Int("times")
	text := "Nothing has changed."
	switch {
	case a.Is("changed"):
		text = "I have noted that."
	case times == 2:
		text = "Still nothing new."
	case times > 2:
		text = "I do not get any further with that."
	}
	if ask != "" {
		text += " " + ask
	}
	if times > 2 {
		first, second := examples(a.Text("kind"), times)
		text += " You can say, for example, “" + first + "” or “" + second + "”."
	}
	return text
}

// examples returns two things that can be said, others each time.
func examples(kind string, times int64) (first, second string) {
	list := []string{"a flight from Boston to Lisbon on 12 April", "2 adults and a child", "from 3 to 10 June", "no hotel"}
	switch trip.AskKind(kind) {
	case trip.AskChoose:
		list = []string{"the second one", "the cheapest", "more options", "a day later"}
	case trip.AskConfirm:
		list = []string{"yes", "no", "show me the options", "3 adults"}
	case trip.AskApprove:
		list = []string{"show me what is held", "release", "what does it cost?", "show me the trip"}
	case trip.AskClarify, trip.AskMissing:
	}
	n := int(times) % len(list)
	return list[n], list[(n+1)%len(list)]
}

// conflictTexts asks about contradictions.
func conflictTexts(codes []string) string {
	known := map[string]string{
		trip.ReturnBeforeDeparture: "The way back is before the way out.",
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

// needs names missing paths as a person would.
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
		}
	}
	return joined(parts)
}

func approveWords(a Args) string {
	text := "To buy: " + joined(itemTexts(a.List("items"))) + ", for " + sumsText(a.Object("total")) + until(", held", a.Object("until"))
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
	return text + " until " + dayText(at.Text("date")) + ", " + at.Text("time") + " " + at.Text("zone") + "."
}

func cancellation(bookings []Args) string {
	if len(bookings) > 0 {
		if terms := bookings[len(bookings)-1].Text("cancellation"); terms != "" {
			return terms
		}
	}
	return "Please ask the airline and the hotel, with the locator."
}

// bookingTexts tells bookings, each on lines of its own.
func bookingTexts(bookings []Args) string {
	lines := make([]string, len(bookings))
	for i, b := range bookings {
		lines[i] = "Booked: " + bookingText(b) + "."
		for _, f := range b.List("flights") {
			lines[i] += "\n   " + flightText(f)
		}
		for _, s := range b.List("stays") {
			lines[i] += "\n   " + stayText(s)
		}
		if who := peopleText(b.Object("travelers")); who != "" {
			lines[i] += "\n   " + who
		}
		if total := b.Text("total"); total != "" {
			lines[i] += "\n   " + total
		}
	}
	return strings.Join(lines, "\n")
}

// bookingText names a booking: its locator, what it is and when.
func bookingText(b Args) string {
	text := b.Text("locator")
	if text == "" {
		text = "without a locator"
	}
	var parts []string
	for _, f := range b.List("flights") {
		parts = append(parts, f.Text("from")+" to "+f.Text("to")+" on "+dayText(f.Text("departs")))
	}
	for _, s := range b.List("stays") {
		parts = append(parts, s.Text("hotel")+" from "+dayText(s.Text("check_in")))
	}
	if len(parts) > 0 {
		text += " (" + joined(parts) + ")"
	}
	return text
}

// sumsText writes amounts by currency.
func sumsText(a Args) string {
	var parts []string
	for _, sum := range a.List("sums") {
		parts = append(parts, sum.amount())
	}
	return strings.Join(parts, " + ")
}

// peopleText counts who travels: "2 adults, 1 child".
func peopleText(a Args) string {
	var parts []string
	for _, kind := range [...][3]string{{"adults", "adult", "adults"}, {"children", "child", "children"}, {"infants", "infant", "infants"}} {
		if n := a.Int(kind[0]); n > 0 {
			parts = append(parts, plural(n, kind[1], kind[2]))
		}
	}
	return strings.Join(parts, ", ")
}

func optionalInt(text string) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}
