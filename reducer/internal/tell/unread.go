package tell

import (
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

// IsContext reports whether an assumption only helps to read the next message, such as what "there" or a bare day
// refers to. It is kept in the state and never shown.
func IsContext(key string) bool {
	return slices.Contains([]string{
		"assume.stay_focus", "assume.other", "assume.asked", "assume.there", "assume.when", "assume.heads",
		"assume.route_nights", trip.AssumeLodgingUnsaid,
	}, key)
}

// echoesUnread reports whether the echo says what could not be used. It does when some of the message was used;
// otherwise what follows says it.
func (s Teller) echoesUnread() bool { return s.Changed || s.Requested || len(s.Reading.Acts) > 0 }

// EchoUnread says in the echo what could not be used, where the echo does.
func (s Teller) EchoUnread() {
	if s.echoesUnread() {
		s.sayUnread()
	}
}

// SayUnechoed says what of the message could not be used, unless the echo has.
func (s Teller) SayUnechoed() {
	if s.Reading != nil && !s.echoesUnread() {
		s.sayUnread()
	}
}

// sayUnread tells what of the message could not be used.
func (s Teller) sayUnread() {
	if unread := s.Unread(); len(unread) > 0 {
		s.Rule("7.1.unread")
		s.Say(messages.EchoUnread{Parts: unread}.Message())
	}
}

// Unread is what of the message could not be used, but for the number of a card, which is never told back.
func (s Teller) Unread() []string {
	if s.Reading == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.Reading.Unread), HasCard)
}

// HasCard reports whether a text has the number of a card in it.
func HasCard(text string) bool {
	from, to := trip.CardNumber(text)
	return from < to
}
