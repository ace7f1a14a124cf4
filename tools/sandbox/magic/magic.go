package magic

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Canary is a made-up secret in the text of every failure. It must never leave the event log.
const Canary = "sk_canary_4f1d"

// Effect is what a magic input does to a call.
type Effect string

// None is no effect at all.
const None Effect = ""

// The effects that end any call in the same way.
const (
	Invalid     Effect = "invalid_arguments"
	NeedsInput  Effect = "needs_input"
	Failed      Effect = "failed"
	Permanent   Effect = "permanent"
	RateLimited Effect = "rate_limited"
	Timeout     Effect = "timeout"
	Denied      Effect = "denied"
	Cancelled   Effect = "cancelled"
	Unknown     Effect = "outcome_unknown"
	Panic       Effect = "panic"
	Hang        Effect = "hang"
	ErrorResult Effect = "error_result"
	NotJSON     Effect = "not_json"
	Broken      Effect = "broken_result"
	Oversized   Effect = "oversized_result"
	Empty       Effect = "empty"
	Slow        Effect = "slow"
)

// The effects on searches that are sold out of order once.
const (
	FirstFlight Effect = "first_flight_search_times_out"
	FirstHotel  Effect = "first_hotel_search_times_out"
)

// The effects on holds of what was found at a place.
const (
	HoldRefused   Effect = "hold_refused"
	HoldMoved     Effect = "hold_price_moved"
	HoldShort     Effect = "hold_short"
	HoldAnswerOff Effect = "hold_made_answer_lost"
	HoldLost      Effect = "hold_lost"
	HoldDenied    Effect = "hold_denied"
)

// The effects on purchases.
const (
	Declined     Effect = "declined"
	BoughtLost   Effect = "bought_answer_lost"
	BoughtBroken Effect = "bought_broken_result"
	BoughtPanic  Effect = "bought_panic"
	BoughtHang   Effect = "bought_hang"
	NoLocator    Effect = "bought_no_locator"
)

// Entry is one line of a table.
type Entry struct {
	Input  string
	Effect Effect
	Does   string
}

var places = []Entry{
	{"WQA", Invalid, "the search fails with class invalid_arguments"},
	{"WQB", Broken, "the search answers a result that breaks its schema"},
	{"WQC", Cancelled, "the search fails with class cancelled"},
	{"WQD", Denied, "the search fails with class denied"},
	{"WQE", Empty, "the search finds nothing"},
	{"WQF", Failed, "the search fails with class failed; a retry fails too"},
	{"WQG", NotJSON, "the search answers a text that is not JSON"},
	{"WQH", Hang, "the search hangs until its time is over"},
	{"WQI", NeedsInput, "the search fails with class needs_input"},
	{"WQJ", ErrorResult, "the search answers a result with an error member"},
	{"WQK", FirstHotel, "the trip's first hotel search times out, the next turn's works; flights are sold as usual"},
	{"WQL", Slow, "the search is slow, then works"},
	{"WQM", HoldMoved, "a hold works, at a price 7 % higher"},
	{"WQN", HoldRefused, "a hold is not given: its status is unavailable"},
	{"WQO", Unknown, "the search fails with class outcome_unknown"},
	{"WQP", Panic, "the search panics"},
	{"WQQ", None, "nothing: an ordinary place that does not exist"},
	{"WQR", RateLimited, "the search fails with class rate_limited"},
	{"WQS", HoldShort, "a hold expires after a minute"},
	{"WQT", Timeout, "the search fails with class timeout; a retry fails too"},
	{"WQU", HoldAnswerOff, "a hold is made, but the call times out: a lookup finds it"},
	{"WQV", HoldLost, "the hold call times out and nothing is held: a lookup finds nothing"},
	{"WQW", HoldDenied, "the hold call fails with class denied"},
	{"WQX", Permanent, "the search fails with class permanent"},
	{"WQY", FirstFlight, "the trip's first flight search times out, the next turn's works; hotels are sold as usual"},
	{"WQZ", Oversized, "the search answers more bytes than a result may have"},
}

var payments = []Entry{
	{"pm_declined", Declined, "the confirmation's status is failed, nothing is bought and the holds stay"},
	{"pm_timeout", BoughtLost, "it is bought, but the call times out: a lookup finds it"},
	{"pm_lost", Timeout, "the call times out and nothing is bought: a lookup finds nothing"},
	{"pm_denied", Denied, "the call fails with class denied"},
	{"pm_invalid", Invalid, "the call fails with class invalid_arguments"},
	{"pm_permanent", Permanent, "the call fails with class permanent"},
	{"pm_rate_limited", RateLimited, "the call fails with class rate_limited"},
	{"pm_failed", Failed, "the call fails with class failed, nothing is bought"},
	{"pm_unknown", Unknown, "the call fails with class outcome_unknown, nothing is bought"},
	{"pm_panic", Panic, "the call panics before anything is bought"},
	{"pm_panic_bought", BoughtPanic, "it is bought, then the call panics: a lookup finds it"},
	{"pm_hang", Hang, "the call hangs until its time is over, nothing is bought"},
	{"pm_hang_bought", BoughtHang, "it is bought, then the call hangs until its time is over"},
	{"pm_error_result", ErrorResult, "the call answers a result with an error member, nothing is bought"},
	{"pm_broken_result", BoughtBroken, "it is bought, but the result breaks its schema: a lookup finds the right one"},
	{"pm_no_locator", NoLocator, "it is bought, and the record locator is null"},
	{"pm_slow", Slow, "the call is slow, then works"},
}

// Places returns the table of place codes, sorted by code.
func Places() []Entry { return slices.Clone(places) }

// Payments returns the table of payment methods. Any other payment method works.
func Payments() []Entry { return slices.Clone(payments) }

// Place returns the effect of a place code in any case; ok is false when the code is not magic.
func Place(code string) (e Effect, ok bool) { return find(places, strings.ToUpper(code)) }

// Payment returns the effect of a payment method, None for an ordinary one.
func Payment(method string) Effect {
	e, _ := find(payments, method)
	return e
}

func find(table []Entry, input string) (Effect, bool) {
	for i := range table {
		if table[i].Input == input {
			return table[i].Effect, true
		}
	}
	return None, false
}

// OptionTag is what an option id says of the place where it was found, so that a hold of it has
// the place's effect: "wqm_", or nothing when the place has no effect on holds.
func OptionTag(code string) string {
	if e, ok := Place(code); !ok || !e.onHold() {
		return ""
	}
	return strings.ToLower(code) + "_"
}

// Option returns the effect of holding an option, read from the tag in its id.
func Option(id string) Effect {
	parts := strings.Split(id, "_")
	if len(parts) < 2 {
		return None
	}
	if e, _ := Place(parts[len(parts)-2]); e.onHold() {
		return e
	}
	return None
}

func (e Effect) onHold() bool { return strings.HasPrefix(string(e), "hold_") }

// OnSearch reports whether the effect is one on searches of a tool.
func (e Effect) OnSearch(tool string) bool {
	switch e {
	case None:
		return false
	case FirstFlight:
		return tool == trip.ToolFlightSearch
	case FirstHotel:
		return tool == trip.ToolHotelSearch
	default:
		return !e.onHold()
	}
}
