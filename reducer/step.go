package reducer

import (
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/assist"
	"github.com/legwork-go/legwork/reducer/internal/booking"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// decision is the step as every part of the reducer sees it.
func (s *step) decision() decision.Step {
	return decision.Step{
		Policy: &s.policy, Catalog: s.catalog, At: s.at, Heard: s.heard, Next: s.next, D: s.d, Begun: &s.queued,
	}
}

// assistant is the machine that answers open requests.
func (s *step) assistant() assist.Machine { return assist.Machine{Step: s.decision()} }

// booking is the machine that holds and buys.
func (s *step) booking() booking.Machine { return booking.Machine{Step: s.decision()} }

func (s *step) fire(t machine.Trigger)   { s.decision().Fire(t) }
func (s *step) goTo(t machine.Trigger)   { s.decision().GoTo(t) }
func (s *step) rule(id string)           { s.decision().Rule(id) }
func (s *step) say(m trip.Message)       { s.decision().Say(m) }
func (s *step) note(m trip.Message)      { s.decision().Note(m) }
func (s *step) awaits(tool string) bool  { return s.decision().Awaits(tool) }
func (s *step) stopped(tool string) bool { return s.decision().Stopped(tool) }
func (s *step) beginRound(n int)         { s.decision().BeginRound(n) }
func (s *step) mayWrite() bool           { return s.decision().MayWrite() }
func (s *step) unsettled() bool          { return s.decision().Unsettled() }

func (s *step) queue(name string, args trip.Arguments, p *trip.Pending) string {
	return s.decision().Queue(name, args, p)
}

func (s *step) about(tool string, more ...any) []any { return s.decision().About(tool, more...) }

func (s *step) failureOf(tool string, class trip.Class) trip.Message {
	return s.decision().FailureOf(tool, class)
}

func (s *step) fail(tool string, why trip.Message) { s.decision().Fail(tool, why) }

func (s *step) failure(tool string, why trip.Message) *trip.ToolFailure {
	return s.decision().Failed(tool, why)
}

func (s *step) failureNote(key, tool string, why trip.Message) trip.Message {
	return s.decision().FailureNote(key, tool, why)
}

func (s *step) inDoubt() bool                   { return s.booking().InDoubt() }
func (s *step) booked() bool                    { return s.booking().Booked() }
func (s *step) furthest() machine.Trigger       { return s.booking().Furthest() }
func (s *step) restAtFurthest() machine.Trigger { return s.booking().RestAtFurthest() }
func (s *step) holdsSomething() bool            { return s.booking().HoldsSomething() }
func (s *step) givable() []*trip.Hold           { return s.booking().Givable() }
func (s *step) unheld() []offers.Item           { return s.booking().Unheld() }
func (s *step) unanswered() []string            { return s.booking().Unanswered() }
func (s *step) approvalFirst() bool             { return s.booking().ApprovalFirst() }
func (s *step) readyToHold() bool               { return s.booking().ReadyToHold() }
func (s *step) confirmedBooking() *trip.Booking { return s.booking().Confirmed() }
func (s *step) queueReleases()                  { s.booking().QueueReleases() }
