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

// holdsText names what is held and what is not, total and expiry, and asks for the approval.
func (s *step) holdsText() string {
	var room [8]*trip.Hold // for the holds of most plans
	held := s.usable(room[:0])
	var b strings.Builder
	b.Grow(textBytes)
	b.WriteString("Held for you:")
	for _, h := range held {
		b.WriteString("\n- ")
		s.writeItem(&b, h)
	}
	if missing := s.notHeldText(); missing != "" {
		b.WriteString("\nNot held: " + missing + ".")
	}
	if total := s.totalText(held); total != "" {
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

func (s *step) writeItem(b *strings.Builder, h *trip.Hold) {
	b.WriteString(cmp.Or(h.ItemType, "item"))
	b.WriteByte(' ')
	b.WriteString(h.OptionID)
	if p := s.next.HoldPrice(*h); p != (trip.Money{}) {
		b.WriteString(", ")
		b.WriteString(p.String())
	}
}

// endedText names what is still marked as held though its time is over.
func (s *step) endedText() string {
	var b strings.Builder
	holds := s.next.WorkingMemory.Holds
	for i := range holds {
		h := &holds[i]
		if h.Status != trip.HoldHeld || s.isUsable(h) {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("; ")
		}
		s.writeItem(&b, h)
	}
	return b.String()
}

// notHeldText names the selected options that no standing hold covers.
func (s *step) notHeldText() string {
	var names []string
	for _, item := range s.unheld() {
		names = append(names, item.ItemType+" "+item.OptionID)
	}
	return strings.Join(names, ", ")
}

// totalText sums the prices of holds.
func (s *step) totalText(held []*trip.Hold) string {
	var room [8]trip.Money // for the holds of most plans
	prices := room[:0]
	for _, h := range held {
		prices = append(prices, s.next.HoldPrice(*h))
	}
	return sumsText(prices)
}

// sumsText sums prices by currency, in the order in which the currencies appear.
func sumsText(prices []trip.Money) string {
	var sums []trip.Money
	for _, p := range prices {
		if !p.IsSet() {
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
	parts := make([]string, len(sums))
	for i, m := range sums {
		parts[i] = m.String()
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
