package console

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/legwork-go/legwork/trip"
)

// LineHelp documents the lines that Parse reads.
const LineHelp = `Each line is a message to the agent. A line that starts with a slash is one of:
  /select BUNDLE              pick a bundle; /select 4 picks the fourth of those that were shown last
  /answer N                   take choice N of what was asked
  /hold [TEXT; TEXT…]         hold what is picked; the texts are confirmations, /hold * gives all that are asked for
  /approve [TOKEN [PAYMENT]]  approve the purchase of what was shown last, all or nothing, or what waits for approval
  /scope [ID…] [property=ID]  read these documents, or those of a property, from now on; alone: whatever the tenant has
  /ready                      go on with the intent as it stands
  /cancel [REASON]            end the running turn
Blank lines and lines that start with # are passed over; //text is a message that starts with a slash.`

// Hints tell a person at a terminal which line goes on from a status: a message never selects,
// holds or buys.
var Hints = map[trip.Status]string{
	trip.PresentingOptions: "(/select 1 picks the first)",
	trip.RiskChecked:       "(/hold holds it, /hold * confirms all that is asked for as well)",
	trip.HoldsPlaced:       "(/approve buys what is held)",
}

// DefaultPayment is the payment method of an approval that names none.
const DefaultPayment = "pm_card"

// defaultToken is the token of an approval that names none.
const defaultToken = "approved"

// Parse reads one line that a person typed, or of a script. in is the intent that was shown last, to which /select 1,
// /answer 1, /hold * and /approve refer. ok is false for a line without an event.
//
//   - Errors: *LineError.
func Parse(line string, in *trip.Intent) (data trip.EventData, ok bool, err error) {
	line = strings.TrimSpace(line)
	switch {
	case !utf8.ValidString(line):
		return nil, false, refuse("the line is not valid UTF-8")
	case line == "" || strings.HasPrefix(line, "#"):
		return nil, false, nil
	case strings.HasPrefix(line, "//"):
		return trip.UserMessage{Text: line[1:]}, true, nil
	case !strings.HasPrefix(line, "/"):
		return trip.UserMessage{Text: line}, true, nil
	}
	verb, rest, _ := strings.Cut(line[1:], " ")
	rest = strings.TrimSpace(rest)
	switch verb {
	case "select":
		return trip.UserSelectedBundle{BundleID: bundleID(rest, in)}, true, nil
	case "answer":
		data, err := answer(rest, in)
		return data, err == nil, err
	case "hold":
		return trip.UserRequestHold{Confirmations: confirmations(rest, in)}, true, nil
	case "approve":
		if ask := in.Status.Ask; ask != nil && slices.Contains(ask.About, trip.AboutWaiting) {
			return trip.UserAnswered{AskID: ask.ID, ChoiceID: ask.Choices[0].ID}, true, nil
		}
		return approval(strings.Fields(rest), in), true, nil
	case "scope":
		return scopeOf(strings.Fields(rest)), true, nil
	case "ready":
		return trip.IntentReady{}, true, nil
	case "cancel":
		return trip.TurnCancelled{Reason: rest}, true, nil
	}
	return nil, false, refuse("/%s is not known\n%s", verb, LineHelp)
}

// bundleID turns a position such as "1" into the id of the bundle that was shown there.
func bundleID(text string, in *trip.Intent) string {
	if n, ok := position(text, len(in.Turn.Shown)); ok {
		return in.Turn.Shown[n-1]
	}
	return text
}

// answer takes a choice of the ask that stands.
func answer(text string, in *trip.Intent) (trip.EventData, error) {
	ask := in.Status.Ask
	if ask == nil || len(ask.Choices) == 0 {
		return nil, refuse("/answer: nothing is asked that has choices; say it in words")
	}
	n, ok := position(text, len(ask.Choices))
	if !ok {
		return nil, refuse("/answer %s: want a number from 1 to %d", text, len(ask.Choices))
	}
	return trip.UserAnswered{AskID: ask.ID, ChoiceID: ask.Choices[n-1].ID}, nil
}

// position reads a number from 1 to limit.
func position(text string, limit int) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 1 && n <= limit && strconv.Itoa(n) == text
}

func confirmations(text string, in *trip.Intent) []string {
	if report := in.WorkingMemory.RiskReport; text == "*" {
		if report == nil {
			return nil
		}
		return report.Required()
	}
	var out []string
	for part := range strings.SplitSeq(text, ";") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// scopeOf reads ids of documents, and of a property.
func scopeOf(words []string) trip.ScopeChanged {
	var s trip.ScopeChanged
	for _, word := range words {
		if id, ok := strings.CutPrefix(word, "property="); ok {
			s.PropertyID = id
			continue
		}
		s.DocumentIDs = append(s.DocumentIDs, word)
	}
	return s
}

func approval(words []string, in *trip.Intent) trip.UserApprovedPurchase {
	a := trip.UserApprovedPurchase{ApprovalToken: defaultToken, PaymentMethodID: DefaultPayment, AskID: trip.AskNone}
	if ask := in.Status.Ask; ask != nil {
		a.AskID = ask.ID
	}
	if len(words) > 0 {
		a.ApprovalToken = words[0]
	}
	if len(words) > 1 {
		a.PaymentMethodID = words[1]
	}
	return a
}
