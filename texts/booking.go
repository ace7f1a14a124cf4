package texts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Rule: 1.4.none-flights, 1.4.none-hotels, 1.4.none-suggests
func nothingFound(a Args) string {
	return strings.Join(append(
		each(legTexts(a.List("legs")), func(leg string) string { return a.say("quote.no_flights", "leg", leg) }),
		each(a.List("stays"), func(s Args) string {
			return a.say("quote.no_hotels", "stay", stayPlanText(s, false, true))
		})...), "\n")
}

// Rule: 1.4.none-suggests
func noBundles(a Args) string {
	parts := append(legTexts(a.List("legs")), each(a.List("stays"), func(s Args) string {
		return s.say("quote.a_stay", "stay", stayPlanText(s, false, true))
	})...)
	return a.say("quote.no_bundles", "parts", strings.Join(parts, ", "))
}

// total tells sums by currency.
func total(a Args) string { return sum(a.Object("total")) }

func sum(of Args) string {
	sums := of.List("sums")
	parts := make([]string, len(sums), len(sums)+1)
	for i, s := range sums {
		parts[i] = s.amount()
	}
	if len(sums) > 0 && !of.Is("complete") {
		parts = append(parts, of.say("total.unknown"))
	}
	return strings.Join(parts, " + ")
}

func riskChecked(a Args) string {
	isFine := len(a.Texts("risks")) == 0 && !a.Object("option").Has("nights")
	if isFine && isConfirmed(a) {
		return strings.TrimSpace(a.say("request.line") + "\n" + confirmations(a.as("option", "option"), a))
	}
	text := a.say("risk.checked")
	if !isFine {
		text = riskNotes(a)
	}
	text += a.say("request.line")
	switch {
	case isConfirmed(a):
		return text + "\n" + confirmations(a.say("hold.it"), a)
	case a.Is("needs_approval"):
		return text + "\n" + a.say("hold.needs_approval", "what", a.say("hold.it"))
	case a.Is("unsettled"):
		return text
	case a.Int("asked") > 0:
		return text + "\n" + a.say("risk.say_hold")
	}
	return text + "\n" + a.say("risk.ask_hold")
}

func riskNotes(a Args) string {
	return a.say("risk.notes", "lines", bullets(append(nightsTexts(a.Object("option")), a.Texts("risks")...)))
}

// isConfirmed reports whether something has to be confirmed first.
func isConfirmed(a Args) bool { return len(a.Texts("confirmations")) > 0 || a.Has("in_addition_to") }

// confirmations asks for what has to be confirmed before what is held.
func confirmations(what string, a Args) string {
	lines := slices.Clip(a.Texts("confirmations"))
	if a.Has("in_addition_to") {
		lines = append(lines, a.say("hold.in_addition"))
	}
	return a.say("hold.confirm", "what", what, "lines", bullets(lines))
}

// heldTexts tells held items, each on a line of its own.
func heldTexts(list []Args) (text string) {
	for _, h := range list {
		text += "\n- " + heldText(h)
	}
	return text
}

// heldText tells a held item: what it is, its price, what it was offered for, and on which terms.
func heldText(h Args) string {
	now := ""
	if h.Has("otherwise") {
		now = heldText(h.Object("otherwise"))
	}
	terms := strings.TrimRight(cmp.Or(h.Text("terms"), Refund(h)), ".")
	return h.say("hold.item", "item", itemText(h), "terms", terms, "now", now)
}

// fieldsText tells the fields of an embedder's own, each on a line.
func fieldsText(list []Args) (text string) {
	for _, f := range list {
		text += f.say("hold.own")
	}
	return text
}

// cancellation tells how the last of some bookings is cancelled.
func cancellation(a Args, bookings []Args) string {
	terms := ""
	if n := len(bookings); n > 0 {
		terms = bookings[n-1].Text("cancellation")
	}
	return cmp.Or(terms, a.say("booking.ask_them"))
}

// bookingTexts tells bookings, each on lines of its own.
func bookingTexts(bookings []Args) string {
	lines := make([]string, len(bookings))
	for i, b := range bookings {
		lines[i] = b.say("booking.line", "booking", bookingText(b), "bought", boughtText(b))
	}
	return strings.Join(lines, "\n")
}

// boughtText tells what was bought, for whom and for how much, on lines of its own.
func boughtText(b Args) string {
	text := ""
	for _, f := range b.List("flights") {
		terms := cmp.Or(sentenceOf(f.Text("terms")), Refund(f))
		flight := f.Text("option_id")
		if f.Has("departs") {
			flight = flightText(f)
		}
		text += f.say("bought.flight", "flight", flight, "terms", terms)
	}
	for _, s := range b.List("stays") {
		text += s.say("bought.stay", "stay", soldStayText(s), "terms", Refund(s))
	}
	if text != "" {
		text += b.say("people.line")
	}
	charged := b.Money("charged")
	if charged == b.Money("total") {
		charged = ""
	}
	return text + b.say("bought.end", "charged", charged, "cancellation", sentenceOf(b.Text("cancellation")))
}

// bookingText names a booking: its locator, what it is and when.
func bookingText(b Args) string {
	parts := legTexts(b.List("legs"))
	if len(parts) == 0 {
		for _, f := range b.List("flights") {
			if f.Has("departs") {
				parts = append(parts, f.say("way")+", "+f.as("departs", "day"))
			}
		}
	}
	parts = append(parts, each(b.List("stays"), func(s Args) string { return s.say("booking.stay") })...)
	return b.say("booking.name", "parts", strings.Join(parts, "; "))
}

// peopleText counts who travels: "2 adults, 1 child".
func peopleText(a Args) string {
	var parts []string
	for _, kind := range [...][2]string{{"adults", "adult"}, {"children", "child"}, {"infants", "infant"}} {
		if n := a.Int(kind[0]); n > 0 {
			parts = append(parts, a.in.plural(n, kind[1]))
		}
	}
	text := strings.Join(parts, ", ")
	if a.Has("ages") {
		text = a.say("people.ages", "people", text)
	}
	return text
}

// renewMoved tells what of an option is another than when it was offered, and what all of it costs now.
// Rule: 1.5.renewed
func renewMoved(a Args) string {
	lines := ""
	for _, item := range a.List("items") {
		were := ""
		for _, t := range item.List("were") {
			were += t.say("renew.flight")
		}
		terms := ""
		if item.Has("refund_was") {
			terms = strings.TrimSuffix(Refund(item), ".")
		}
		lines += item.say("renew.item", "item", itemText(item), "were", were, "terms", terms)
	}
	return a.say("renew.moved", "lines", lines, "price", optionPrice(a.Object("option")))
}

// Together says of an option which of its flights are sold together, and for how much: "Return fare for both flights:
// 640.00 EUR.".
func Together(option Args) []string {
	flights := option.List("flights")
	return each(option.List("together"), func(t Args) string {
		if len(t.Texts("flights")) == len(flights) && isReturn(flights) {
			return t.say("fare.of_both")
		}
		return t.say("fare.of_flights")
	})
}

// togetherText tells flights that are sold together, each as it is.
func togetherText(flights []Args) string {
	return oneFare(flights) + " (" + strings.Join(each(flights, flightText), "; ") + ")"
}

// oneFare names flights that are sold together in a few words.
func oneFare(flights []Args) string {
	switch {
	case len(flights) == 0:
		return ""
	case isReturn(flights):
		return flights[0].say("fare.return_of")
	}
	return flights[0].say("fare.several", "n", strconv.Itoa(len(flights)))
}

// isReturn reports whether flights go there and come back.
func isReturn(flights []Args) bool {
	return len(flights) == 2 && flights[0].Text("from") == flights[1].Text("to") &&
		flights[0].Text("to") == flights[1].Text("from")
}
