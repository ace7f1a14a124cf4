package texts

import (
	"cmp"
	"strconv"
	"strings"
)

// summary tells travellers, legs and stays.
func summary(a Args) string {
	var b strings.Builder
	b.WriteString("Please confirm: " + plural(a.Int("adults"), "adult", "adults"))
	if n := a.Int("children"); n > 0 {
		b.WriteString(", " + plural(n, "child", "children"))
	}
	if n := a.Int("infants"); n > 0 {
		b.WriteString(", " + plural(n, "infant", "infants"))
	}
	for _, l := range a.List("legs") {
		b.WriteString("; " + leg(l))
	}
	for _, s := range a.List("stays") {
		b.WriteString("; stay in " + stay(s) + ", " + plural(s.Int("rooms"), "room", "rooms"))
	}
	if cabin := a.Text("cabin"); cabin != "" {
		b.WriteString("; cabin " + cabin)
	}
	if budget := a.Money("budget"); budget != "" {
		b.WriteString("; budget " + budget)
	}
	b.WriteString(". Shall I search?")
	return b.String()
}

func leg(a Args) string {
	text := a.Text("origin") + " to " + a.Text("destination") + " on " + a.Text("date")
	if mode := a.Text("mode"); mode != "flight" {
		text += " by " + mode
	}
	return text
}

func stay(a Args) string {
	return a.Text("place") + " from " + a.Text("check_in") + " to " + a.Text("check_out")
}

func nothingFound(a Args) string {
	var lines []string
	for _, l := range a.List("legs") {
		lines = append(lines, "I found no flights for "+leg(l)+". Try another date, more stops or a nearby airport.")
	}
	for _, s := range a.List("stays") {
		lines = append(lines, "I found no hotel in "+stay(s)+". Try other dates, fewer stars or a nearby place.")
	}
	return strings.Join(lines, "\n")
}

func noBundles(a Args) string {
	var parts []string
	for _, l := range a.List("legs") {
		parts = append(parts, leg(l))
	}
	for _, s := range a.List("stays") {
		parts = append(parts, "a stay in "+s.Text("place"))
	}
	return "None of the flights and hotels that I found go together for " + strings.Join(parts, ", ") +
		". Try other dates, a higher budget or fewer wishes."
}

// options lists bundles.
func options(a Args) string {
	var b strings.Builder
	b.WriteString("Here are your best options:")
	for i, o := range a.List("options") {
		b.WriteString("\n" + strconv.Itoa(i+1) + ". " + o.Text("bundle_id"))
		if total := cmp.Or(o.Money("price"), total(o)); total != "" {
			b.WriteString(": " + total)
		}
		for _, t := range o.Texts("tradeoffs") {
			b.WriteString("; " + t)
		}
	}
	b.WriteString("\nWhich one shall I take?")
	return b.String()
}

// total tells sums by currency.
func total(a Args) string {
	of := a.Object("total")
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
	text := "No risks found for " + a.Text("bundle_id") + "."
	if len(a.Texts("risks")) > 0 {
		text = riskNotes(a)
	}
	if len(a.Texts("confirmations")) > 0 {
		return text + "\n" + confirmations(a)
	}
	return text + "\nShall I hold it?"
}

func riskNotes(a Args) string {
	return "Please note for " + a.Text("bundle_id") + ":" + bullets(a.Texts("risks"))
}

func confirmations(a Args) string {
	return "Please confirm before I hold it:" + bullets(a.Texts("confirmations"))
}

// items names holds or what was to be held.
func items(list []Args) string {
	names := make([]string, len(list))
	for i, item := range list {
		names[i] = itemName(item)
	}
	return strings.Join(names, ", ")
}

func itemName(a Args) string { return cmp.Or(a.Text("item_type"), "item") + " " + a.Text("option_id") }

// holds names what is held and what is not, total and expiry, and asks for the approval.
func holds(a Args) string {
	var b strings.Builder
	b.WriteString("Held for you:")
	for _, h := range a.List("held") {
		b.WriteString("\n- " + itemName(h) + ", " + cmp.Or(h.Money("price"), "price not known"))
	}
	if ended := a.List("ended"); len(ended) > 0 {
		b.WriteString("\nNo longer held: " + items(ended) + ".")
	}
	if missing := a.List("not_held"); len(missing) > 0 {
		b.WriteString("\nNot held: " + items(missing) + ".")
	}
	if total := total(a); total != "" {
		b.WriteString("\nTotal: " + total + ".")
	}
	if end := a.Text("expires_at"); end != "" {
		b.WriteString("\nThe hold ends at " + end + ".")
	}
	if a.Is("needs_approval") {
		b.WriteString("\nDo you approve the purchase?")
	} else {
		b.WriteString("\nShall I buy it?")
	}
	return b.String()
}

// notApproved says why an approval buys nothing, and what is held.
func notApproved(why string, a Args) string {
	return "Nothing was bought: " + why + ".\n" + holds(a.Object("holds"))
}

func approveAsk(a Args) string {
	text := "Do you approve the purchase of " + items(a.List("held"))
	if total := total(a); total != "" {
		text += " for " + total
	}
	return text + "?"
}

func booked(a Args) string {
	text := "Your trip is booked."
	if a.Is("stale") {
		text = "Your trip is booked as it was before your last changes."
	}
	if a.Text("record_locator") == "" {
		return text + " The supplier has not given a record locator yet."
	}
	return text + " Record locator: " + a.Text("record_locator") + "."
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
