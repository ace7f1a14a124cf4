package reducer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

const (
	shownBundles   = 3
	shownTradeoffs = 2
)

// presentation lists the top bundles in the ranker's order.
func (s *step) presentation() string {
	bundles := s.next.WorkingMemory.RankedBundles
	var room [textBytes]byte
	b := append(room[:0], "Here are your best options:"...)
	for i := range bundles[:min(len(bundles), shownBundles)] {
		bundle := &bundles[i]
		b = append(b, '\n')
		b = strconv.AppendInt(b, int64(i+1), 10)
		b = append(b, ". "...)
		b = append(b, bundle.BundleID...)
		if bundle.EstimatedTotal.IsSet() {
			b = bundle.EstimatedTotal.Append(append(b, ": "...))
		} else if total := s.mixedTotal(bundle); total != "" {
			b = append(append(b, ": "...), total...)
		}
		for _, t := range bundle.Tradeoffs[:min(len(bundle.Tradeoffs), shownTradeoffs)] {
			b = append(b, "; "...)
			b = append(b, t...)
		}
	}
	return string(append(b, "\nWhich one shall I take?"...))
}

// mixedTotal sums the options of a bundle that has no total because they have no common currency.
func (s *step) mixedTotal(b *trip.Bundle) string {
	prices, known := s.next.BundlePrices(nil, b)
	isMixed := slices.ContainsFunc(prices, func(p trip.Money) bool { return p.Currency != prices[0].Currency })
	if !known || !isMixed {
		return ""
	}
	return sumsText(prices)
}

// maxEchoedID keeps a message short whatever id a client sends.
const maxEchoedID = 64

func unknownBundle(id string, some bool) string {
	if len(id) > maxEchoedID {
		id = strings.ToValidUTF8(id[:maxEchoedID], "") + "…"
	}
	if !some {
		return "There is no option " + strconv.Quote(id) + ": nothing is on offer yet."
	}
	return "There is no option " + strconv.Quote(id) + ". Please pick one of those on offer."
}

// riskText tells risks and required confirmations of a report without blockers.
func (s *step) riskText() string {
	text := "No risks found for " + s.next.WorkingMemory.Selected.BundleID + "."
	if len(s.next.WorkingMemory.RiskReport.Risks) > 0 {
		text = s.notesText()
	}
	if open := s.unanswered(); len(open) > 0 {
		return text + "\n" + confirmationsText(open)
	}
	return text + "\nShall I hold it?"
}

// notesText tells the risks alone.
func (s *step) notesText() string {
	w := &s.next.WorkingMemory
	return "Please note for " + w.Selected.BundleID + ":" + bullets(w.RiskReport.Risks)
}

func confirmationsText(open []string) string {
	return "Please confirm before I hold it:" + bullets(open)
}

func blockedText(report *trip.RiskReport) string {
	return "This bundle cannot be booked:" + bullets(report.BlockingIssues) + "\nPlease pick another one, or change the trip."
}

func bullets(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return "\n- " + strings.Join(lines, "\n- ")
}

// notApprovedText says why an approval buys nothing of what is held now.
func notApprovedText(approved string) string {
	switch approved {
	case "":
		return "Nothing was bought: the approval does not say what it is for."
	case trip.AskNone:
		return "Nothing was bought: there was nothing to approve yet when you did."
	}
	return "Nothing was bought: what is held is not what you approved."
}

// holdsText names what is held and what is not, total and expiry, and asks for the approval.
func (s *step) holdsText() string {
	held, ended := offerOf(&s.next, s.at).held, s.ended()
	var b strings.Builder
	b.Grow(textBytes)
	b.WriteString("Held for you:")
	for _, h := range held {
		b.WriteString("\n- ")
		s.writeItem(&b, h)
	}
	if len(ended) > 0 {
		b.WriteString("\nNo longer held: " + namesOfHolds(ended) + ".")
	}
	if missing := s.notHeldText(ended); missing != "" {
		b.WriteString("\nNot held: " + missing + ".")
	}
	if total := totalText(&s.next, held); total != "" {
		b.WriteString("\nTotal: ")
		b.WriteString(total)
		b.WriteByte('.')
	}
	if first := firstExpiry(held); first != 0 {
		b.WriteString("\nThe hold ends at ")
		b.WriteString(first.String())
		b.WriteByte('.')
	}
	if s.next.Policy.Rules.RequireUserApprovalToPurchase {
		b.WriteString("\nDo you approve the purchase?")
	} else {
		b.WriteString("\nShall I buy it?")
	}
	return b.String()
}

// textBytes is room for most messages.
const textBytes = 320

// holdName calls a hold what it is a hold of.
func holdName(h *trip.Hold) string { return cmp.Or(h.ItemType, "item") + " " + h.OptionID }

func namesOfHolds(holds []*trip.Hold) string {
	names := make([]string, len(holds))
	for i, h := range holds {
		names[i] = holdName(h)
	}
	return strings.Join(names, ", ")
}

func (s *step) writeItem(b *strings.Builder, h *trip.Hold) {
	b.WriteString(holdName(h))
	b.WriteString(", ")
	b.WriteString(cmp.Or(s.next.HoldPrice(*h).String(), "price not known"))
}

// ended returns the holds that are still marked as held though their time is over.
func (s *step) ended() []*trip.Hold {
	var out []*trip.Hold
	holds := s.next.WorkingMemory.Holds
	for i := range holds {
		if h := &holds[i]; h.Status == trip.HoldHeld && !isUsable(h, s.at) {
			out = append(out, h)
		}
	}
	return out
}

// notHeldText names the selected options that no standing hold covers, but for those of some holds.
func (s *step) notHeldText(but []*trip.Hold) string {
	var names []string
	for _, item := range s.unheld() {
		if !slices.ContainsFunc(but, func(h *trip.Hold) bool { return h.OptionID == item.OptionID }) {
			names = append(names, item.ItemType+" "+item.OptionID)
		}
	}
	return strings.Join(names, ", ")
}

// totalText sums the prices of holds.
func totalText(in *trip.Intent, held []*trip.Hold) string {
	var room [8]trip.Money // for the holds of most plans
	prices := room[:0]
	for _, h := range held {
		prices = append(prices, in.HoldPrice(*h))
	}
	return sumsText(prices)
}

// sumsText sums prices by currency, in the order in which the currencies appear.
func sumsText(prices []trip.Money) string {
	var sums []trip.Money
	unknown := false
	for _, p := range prices {
		if !p.IsSet() {
			unknown = true
			continue
		}
		i := slices.IndexFunc(sums, func(m trip.Money) bool { return m.Currency == p.Currency })
		if i < 0 {
			sums = append(sums, p)
			continue
		}
		sum, ok := sums[i].Add(p)
		if !ok {
			return ""
		}
		sums[i] = sum
	}
	parts := make([]string, len(sums), len(sums)+1)
	for i, m := range sums {
		parts[i] = m.String()
	}
	if unknown && len(sums) > 0 {
		parts = append(parts, "what is not known")
	}
	return strings.Join(parts, " + ")
}

func firstExpiry(held []*trip.Hold) trip.Instant {
	var first trip.Instant
	for _, h := range held {
		if h.ExpiresAt != 0 && (first == 0 || h.ExpiresAt < first) {
			first = h.ExpiresAt
		}
	}
	return first
}

func (s *step) nothingHeldText() string {
	if s.booked() {
		return "This trip is booked already, and nothing else is held."
	}
	if len(s.next.WorkingMemory.Holds) > 0 {
		return "Nothing is held any more: the holds have ended. Ask me to hold the bundle again."
	}
	return "Nothing is held yet, so there is nothing to buy. Pick a bundle and ask me to hold it."
}

func bookedText(b trip.Booking) string {
	text := "Your trip is booked."
	if b.Stale {
		text = "Your trip is booked as it was before your last changes."
	}
	if b.RecordLocator == "" {
		return text + " The supplier has not given a record locator yet."
	}
	return text + " Record locator: " + b.RecordLocator + "."
}

const untilSettled = "Nothing more is held or bought until that is settled."

// unknownText says what is open. It never invites to repeat it.
func unknownText(open []trip.Pending) string {
	return "It is not known yet whether " + noun(open[len(open)-1].Name) +
		" went through. " + untilSettled
}
