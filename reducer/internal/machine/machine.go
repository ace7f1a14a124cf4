// Package machine compiles the lifecycle table. It is the only package that knows
// looplab/fsm: one throw-away machine answers every (status, trigger) pair at start-up and
// the answers are frozen, because a shared machine has state, locks and maps that a pure
// decision must not depend on.
package machine

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/looplab/fsm"

	"github.com/legwork-go/legwork/trip"
)

// Edge is one row of the lifecycle table.
type Edge struct {
	Trigger trip.Trigger
	From    []trip.Status
	To      trip.Status
	Why     string
}

// none marks a pair without an edge.
const none = trip.StatusCount

// frozen is the answer to every (status, trigger) pair.
type frozen [trip.StatusCount][trip.TriggerCount]trip.Status

var compiled = sync.OnceValue(func() *frozen {
	f, err := compile(Table())
	if err != nil {
		panic(err)
	}
	return f
})

// Next returns where a trigger leads from a status. ok is false when there is no such edge.
func Next(from trip.Status, t trip.Trigger) (to trip.Status, ok bool) {
	to = compiled()[from][t]
	return to, to != none
}

// compile asks a throw-away machine for every pair. It refuses a table in which two rows
// claim the same pair, because the library would let the last one win silently.
func compile(edges []Edge) (*frozen, error) {
	if err := distinct(edges); err != nil {
		return nil, err
	}
	machine := Live(trip.CollectingRequirements, edges)
	var f frozen
	for s := range trip.StatusCount {
		for t := range trip.TriggerCount {
			f[s][t] = ask(machine, s, t)
		}
	}
	return &f, nil
}

func distinct(edges []Edge) error {
	var seen [trip.StatusCount][trip.TriggerCount]bool
	for _, e := range edges {
		for _, from := range e.From {
			if seen[from][e.Trigger] {
				return fmt.Errorf("machine: %s has two edges %s", from, e.Trigger)
			}
			seen[from][e.Trigger] = true
		}
	}
	return nil
}

// Follow walks a path through a live machine of the library, for tests that hold recordings
// against it. It returns the name of the status in which the machine ends.
func Follow(start trip.Status, path []trip.Trigger) (end string, err error) {
	machine := Live(start, Table())
	for _, t := range path {
		err := machine.Event(context.Background(), t.String())
		var stays fsm.NoTransitionError
		if err != nil && !errors.As(err, &stays) {
			return machine.Current(), fmt.Errorf("machine: %s has no edge %s: %w", machine.Current(), t, err)
		}
	}
	return machine.Current(), nil
}

// Live returns a machine of the library for these edges.
func Live(start trip.Status, edges []Edge) *fsm.FSM {
	events := make(fsm.Events, 0, len(edges))
	for _, e := range edges {
		from := make([]string, len(e.From))
		for i, s := range e.From {
			from[i] = s.String()
		}
		events = append(events, fsm.EventDesc{Name: e.Trigger.String(), Src: from, Dst: e.To.String()})
	}
	return fsm.NewFSM(start.String(), events, nil)
}

func ask(machine *fsm.FSM, from trip.Status, t trip.Trigger) trip.Status {
	machine.SetState(from.String())
	err := machine.Event(context.Background(), t.String())
	var stays fsm.NoTransitionError
	if err != nil && !errors.As(err, &stays) {
		return none
	}
	for s := range trip.StatusCount {
		if s.String() == machine.Current() {
			return s
		}
	}
	panic("machine: the library is in " + machine.Current() + ", which is no status")
}
