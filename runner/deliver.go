package runner

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Delivery is an event on its way into the inbox of a trip ([store.Inbox]), checked as [Runner.Handle] checks it.
type Delivery struct {
	trip  trip.ID
	event trip.Event
}

// Deliver checks an event of a person. One without an id gets a random one.
//
//   - Errors: ErrEvent, ErrTooLarge, ErrReserved, store.ErrInvalid.
func Deliver(id trip.ID, ev trip.Event) (Delivery, error) {
	return deliver(id, ev, Limits{}.withDefaults())
}

func deliver(id trip.ID, ev trip.Event, l Limits) (Delivery, error) {
	if err := l.checkEvent(id, &ev); err != nil {
		return Delivery{}, err
	}
	if ev.ID == "" {
		ev.ID = uuid.NewString()
	}
	return Delivery{id, ev}, nil
}

// ID is that of the event.
func (d Delivery) ID() string { return d.event.ID }

// Agrees compares the event with a line of the log, a queue or an inbox. It returns false for an event of another id.
//
//   - Errors: *ConflictError where another event has the id, ErrDiverged.
func (d Delivery) Agrees(line []byte) (same bool, err error) {
	kept, err := acceptedAs(line)
	switch {
	case err != nil:
		return false, fmt.Errorf("%w: trip %q: %w", ErrDiverged, d.trip, err)
	case kept.ID != d.event.ID:
		return false, nil
	case !sameContent(&kept, &d.event):
		return false, &ConflictError{Trip: d.trip, EventID: kept.ID, Seq: kept.Seq}
	}
	return true, nil
}

// Standing is what an event meets when it is put into an inbox.
type Standing struct {
	Exists  bool                 // there is such a trip, or something that waits for it will make it
	Ask     *trip.Ask            // that stands
	Binding trip.ApprovalBinding // of the trip's policy
}

// requestEvent is the kind of a request that delivers an event. Its body is the event.
const requestEvent = "event"

// Request returns what is put into the inbox: the event, bound to what stands.
//
//   - Errors: store.ErrNotFound for an event that makes no trip.
func (d Delivery) Request(s Standing) (store.Request, error) {
	if !s.Exists && !begins(d.event.Type()) {
		return store.Request{}, noTrip(d.trip, d.event.Type())
	}
	ev := d.event
	bind(&ev, s.Binding, s.Ask)
	return store.Request{Trip: d.trip, ID: ev.ID, Kind: requestEvent, Body: ev.AppendJSON(nil)}, nil
}

func noTrip(id trip.ID, kind trip.EventType) error {
	return fmt.Errorf("runner: %w: trip %q: %s is for a trip that exists", store.ErrNotFound, id, kind)
}

// unbound is an event of an inbox without the ask that was noted on it when it got there: the same event, sent to the
// trip itself, may have met another. Who answers always names the ask.
func unbound(ev trip.Event) *trip.Event {
	if ev.Type() != trip.TypeUserAnswered {
		ev.Data = trip.WithAsk(ev.Data, "")
	}
	return &ev
}

// bind notes on an event which ask stood when it was accepted, unless its sender names one: an answer is to what the
// person could see, however long the event waits.
// Rule: 1.5.buy-stamp
func bind(ev *trip.Event, binding trip.ApprovalBinding, ask *trip.Ask) {
	id, answers := trip.AskOf(ev.Data)
	approves := ev.Type() == trip.TypeUserApprovedPurchase
	if !answers || id != "" || approves && binding == trip.BindStrict {
		return
	}
	id = trip.AskNone
	if ask != nil && (!approves || ask.Kind == trip.AskApprove) {
		id = ask.ID
	}
	ev.Data = trip.WithAsk(ev.Data, id)
}
