package texts

import (
	"cmp"
	"slices"
	"strings"
)

// Rule: 1.4.none-flights, 1.4.none-hotels, 1.4.none-suggests
func nothingFound(a Args) string {
	var lines []string
	for _, l := range a.List("legs") {
		lines = append(lines, "I found no flights for "+legText(l,
			false)+". Try another date, more stops or a nearby airport.")
	}
	higher := ""
	if nightly := a.Text("nightly"); nightly != "" {
		higher = "more than " + nightly + " a night, "
	}
	for _, s := range a.List("stays") {
		lines = append(lines, "I found no "+stayPlanText(s, false, true)+
			". Try other dates, "+higher+"fewer stars or a nearby place.")
	}
	return strings.Join(lines, "\n")
}

// Rule: 1.4.none-suggests
func noBundles(a Args) string {
	var parts []string
	for _, l := range a.List("legs") {
		parts = append(parts, legText(l, false))
	}
	for _, s := range a.List("stays") {
		parts = append(parts, "a "+stayPlanText(s, false, true))
	}
	return "None of the flights and hotels that I found go together for " + strings.Join(parts, ", ") +
		". Try other dates, a higher budget or fewer wishes."
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
		parts = append(parts, "what is not known")
	}
	return strings.Join(parts, " + ")
}

func riskChecked(a Args) string {
	text := "Nothing speaks against " + chosen(a) + "."
	if len(a.Texts("risks")) > 0 || len(a.Object("option").List("nights")) > 0 {
		text = riskNotes(a)
	}
	text += requestLine(a)
	if isConfirmed(a) {
		return text + "\n" + confirmations("it", a)
	}
	if a.Is("needs_approval") {
		return text + "\n" + approvalFirst("it")
	}
	if a.Is("unsettled") {
		return text
	}
	if a.Int("asked") > 0 {
		return text + "\nSay “yes” and I hold it."
	}
	return text + "\nShall I hold it?"
}

func riskNotes(a Args) string {
	return "Please note for " + chosen(a) + ":" + bullets(append(nightsTexts(a.Object("option")), a.Texts("risks")...))
}

// isConfirmed reports whether something has to be confirmed first.
func isConfirmed(a Args) bool {
	return len(a.Texts("confirmations")) > 0 || a.Object("in_addition_to") != nil
}

// confirmations asks for what has to be confirmed before what is held.
func confirmations(what string, a Args) string {
	lines := slices.Clip(a.Texts("confirmations"))
	if booking := a.Object("in_addition_to"); booking != nil {
		lines = append(lines, "Your booking "+bookingText(booking)+
			" stays as it is: it is not changed. This is bought in addition.")
	}
	question := "Shall I hold it all the same?"
	if a.Int("asked") > 0 {
		question = "Say “yes” and I hold it all the same."
	}
	return "Please confirm before I hold " + what + ":" + bullets(lines) + "\n" + question
}

// stillPicked names the option that a yes would be about, behind what is said of others.
// Rule: 6.2.picked
func stillPicked(a Args) string {
	if a.Object("picked") == nil {
		return ""
	}
	return "\nPicked so far is " + named(a.Object("picked")) + ": a “yes” holds that one, a number takes another."
}

// items names holds or what was to be held.
func items(list []Args) string { return joined(itemTexts(list)) }

// holds names what is held and what is not, total and expiry, says what approving means and asks for it.
func holds(a Args) string {
	var b strings.Builder
	b.WriteString("Held for you:")
	for _, h := range a.List("held") {
		b.WriteString("\n- " + heldText(h))
	}
	if ended := a.List("ended"); len(ended) > 0 {
		b.WriteString("\nNo longer held: " + items(ended) + ".")
	}
	if missing := a.List("not_held"); len(missing) > 0 {
		b.WriteString("\nNot held: " + items(missing) + ".")
	}
	if who := peopleText(a.Object("travelers")); who != "" {
		b.WriteString("\nTravelling: " + who + ".")
	}
	b.WriteString(requestLine(a))
	for _, f := range a.List("own") {
		b.WriteString("\n" + capital(fieldName(f.Text("path"))) + ": " + f.Text("value") + ".")
	}
	if total := total(a); total != "" {
		b.WriteString("\nTotal: " + total)
		if offered := sum(a.Object("offered")); offered != "" {
			b.WriteString(" (it was offered for " + offered + ")")
		}
		b.WriteString(".")
		if above := a.Text("above_budget"); above != "" {
			b.WriteString(" That is " + above + " above your budget.")
		}
	}
	if end := until("Held", a.Object("until")); end != "" {
		b.WriteString("\n" + end)
	}
	if a.Is("needs_approval") {
		b.WriteString("\nIf you approve, all of this is bought for that total.")
		if a.Int("asked") == 0 {
			b.WriteString(" Do you approve the purchase?")
		}
	} else if a.Int("asked") == 0 {
		b.WriteString("\nShall I buy it?")
	}
	return b.String()
}

// heldText tells a held item: what it is, its price, what it was offered for, and on which terms.
func heldText(h Args) string {
	text := itemText(h) + ", " + cmp.Or(h.Money("price"), "price not known")
	if offered := h.Money("offered"); offered != "" {
		text += " (it was offered for " + offered + ")"
	}
	if terms := cmp.Or(h.Text("terms"), refundText(h.Text("refundable"))); terms != "" {
		text += ". " + strings.TrimRight(terms, ".")
	}
	if now := h.Object("otherwise"); now != nil {
		text += ".\n  It is offered otherwise now: " + heldText(now)
	}
	return text
}

// notApproved says why an approval buys nothing, and what is held.
func notApproved(why string, a Args) string {
	held := a.Object("holds")
	if n := a.Int("asked"); n > 0 {
		held = append(Args{{Name: "asked", Value: n}}, held...)
	}
	return "Nothing was bought: " + why + ".\n" + holds(held)
}

func approveAsk(a Args) string {
	text := "Do you approve the purchase of " + items(a.List("held"))
	if total := total(a); total != "" {
		text += " for " + total
	}
	if offered := sum(a.Object("offered")); offered != "" {
		text += " (it was offered for " + offered + ")"
	}
	if above := a.Text("above_budget"); above != "" {
		text += ", " + above + " above your budget"
	}
	return text + "?"
}

// Rule: 1.5.buy-locator
func booked(a Args) string {
	text := "Your trip is booked."
	if a.Is("stale") {
		text = "Your trip is booked as it was before your last changes."
	}
	b := a.Object("booking")
	if locator := b.Text("locator"); locator != "" {
		text += " Record locator: " + locator + "."
	} else {
		text += " The supplier has not given a record locator yet."
	}
	return text + boughtText(b)
}

// Rule: 1.5.charged-more
func chargedMore(a Args) string {
	text := "Please note: " + a.Money("charged") + " was charged for this, and you approved " + a.Money("approved") +
		". Please ask about the difference"
	if locator := a.Text("locator"); locator != "" {
		text += ", with the locator " + locator
	}
	return text + "."
}

// found lists what tools answered.
func found(a Args) string {
	var lines []string
	for _, answer := range a.List("answers") {
		text := answer.Text("text")
		if text == "" {
			text = work(answer) + " gave a result"
		}
		lines = append(lines, text)
	}
	return "Here is what I found:" + bullets(lines)
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
		lines[i] = "Booked: " + bookingText(b) + "." + boughtText(b)
	}
	return strings.Join(lines, "\n")
}

// boughtText tells what was bought, for whom and for how much, on lines of its own.
func boughtText(b Args) string {
	text := ""
	for _, f := range b.List("flights") {
		terms := cmp.Or(sentenceOf(f.Text("terms")), refundText(f.Text("refundable")))
		text += "\n- Flight " + strings.TrimSpace(flightText(f)+". "+terms)
	}
	for _, s := range b.List("stays") {
		text += "\n- Hotel: " + strings.TrimSpace(soldStayText(s)+". "+refundText(s.Text("refundable")))
	}
	if who := peopleText(b.Object("travelers")); who != "" && text != "" {
		text += "\nTravelling: " + who + "."
	}
	text += requestLine(b)
	if total := b.Text("total"); total != "" {
		text += "\nTotal: " + total + "."
	}
	if charged := b.Text("charged"); charged != "" && charged != b.Text("total") {
		text += "\nCharged: " + charged + "."
	}
	if terms := b.Text("cancellation"); terms != "" {
		text += "\n" + sentenceOf(terms)
	}
	return text
}

// bookingText names a booking: its locator, what it is and when.
func bookingText(b Args) string {
	text := b.Text("locator")
	if text == "" {
		text = "without a locator"
	}
	var parts []string
	for _, l := range b.List("legs") {
		parts = append(parts, legText(l, false))
	}
	if len(b.List("legs")) == 0 {
		for _, f := range b.List("flights") {
			parts = append(parts, f.Text("from")+" to "+f.Text("to")+", "+dayText(f.Text("departs")))
		}
	}
	for _, s := range b.List("stays") {
		parts = append(parts, s.Text("hotel")+" from "+dayText(s.Text("check_in")))
	}
	if len(parts) > 0 {
		text += " (" + strings.Join(parts, "; ") + ")"
	}
	return text
}

// peopleText counts who travels: "2 adults, 1 child".
func peopleText(a Args) string {
	var parts []string
	for _, kind := range [...][3]string{
		{"adults", "adult", "adults"},
		{"children", "child", "children"},
		{"infants", "infant", "infants"},
	} {
		if n := a.Int(kind[0]); n > 0 {
			parts = append(parts, plural(n, kind[1], kind[2]))
		}
	}
	text := strings.Join(parts, ", ")
	if ages := a.Texts("ages"); len(ages) > 0 {
		text += " (aged " + joined(ages) + ")"
	}
	return text
}
