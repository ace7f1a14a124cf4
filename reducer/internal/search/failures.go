package search

import (
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// RefuseUnknown refuses to hold, give back or buy while a write's outcome is unknown.
// Rule: 1.5.unknown-plan
func (s Machine) RefuseUnknown() {
	s.Rule("1.5.unknown-refuses")
	s.Say(s.teller().UnknownMessage())
}

// EndRefused ends a turn whose write was answered and did nothing: a failure in words of its own.
func (s Machine) EndRefused(tool string, why, message trip.Message) {
	s.Fire(machine.ReturnToStart)
	s.Fail(tool, why)
	s.Note(s.FailureNote(tool, why).Message())
	s.Say(message)
}

// EndsPurchase reports whether a tool is the one that buys, and nothing is left that could be approved again.
func (s Machine) EndsPurchase(tool string) bool {
	return tool == trip.ToolPurchase && s.teller().StandingApproval() == nil
}

// EndFailed ends the turn after a failed call that the engine itself had queued: a note, a message, no call (1.6).
// Rule: 1.6.ui, 1.6.no-tool, 1.6.every-tool
func (s Machine) EndFailed(tool string, class trip.Class) {
	why := s.FailureOf(tool, class)
	if s.Next.Turn.AfterAll { // the turn has been stopped: where the trip is was said
		s.Rule("1.5.after-all-status")
	} else {
		s.Rule("1.6.status")
		s.Fail(tool, why)
	}
	s.Note(s.FailureNote(tool, why).Message())
	s.Say(s.troubleMessage(tool, why))
}

// troubleMessage says that a tool failed: to programs which one and how, to the person what follows. That depends on
// what is unsettled, and of a purchase on whether it can be approved again.
// Rule: 1.5.unknown-no-try-again, 1.6.people
func (s Machine) troubleMessage(tool string, why trip.Message) trip.Message {
	return s.Trouble(tool, why, s.EndsPurchase(tool))
}
