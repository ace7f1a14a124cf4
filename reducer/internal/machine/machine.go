// Package machine compiles the lifecycle table. It is the only package that knows
// looplab/fsm: one throw-away machine answers every (status, trigger) pair at start-up and
// the answers are frozen, because a shared machine has state, locks and maps that a pure
// decision must not depend on.
package machine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/looplab/fsm"

	"github.com/legwork-go/legwork/trip"
)

// none marks a pair without an edge.
const none = trip.StatusCount

// frozen is what the table says: the answer to every (status, trigger) pair, and the tools that may be outstanding in
// each status.
type frozen struct {
	next  [trip.StatusCount][TriggerCount]trip.Status
	tools [trip.StatusCount][]string
}

var compiled = sync.OnceValue(func() *frozen {
	f, err := compile(Table())
	if err != nil {
		panic(err)
	}
	return f
})

// Next returns where a trigger leads from a status. ok is false when there is no such edge.
func Next(from trip.Status, t Trigger) (to trip.Status, ok bool) {
	to = compiled().next[from][t]
	return to, to != none
}

// Awaits reports whether a call of a tool may be outstanding in a status.
func Awaits(s trip.Status, tool string) bool { return slices.Contains(compiled().tools[s], tool) }

// compile asks a throw-away machine for every pair.
func compile(rows []Row) (*frozen, error) {
	events, err := expand(rows)
	if err != nil {
		return nil, err
	}
	machine := fsm.NewFSM(trip.CollectingRequirements.State(), events, nil)
	var f frozen
	for s := range trip.StatusCount {
		for t := range TriggerCount {
			f.next[s][t] = ask(machine, s, t)
		}
	}
	for _, r := range rows {
		s, _ := statusOf(r.Dst)
		f.tools[s] = append(f.tools[s], r.Tools...)
	}
	return &f, nil
}

// expand lists the edges with a status for each that Any stands for. It refuses a table in which two rows claim the
// same pair, because the library would let the last one win silently.
func expand(rows []Row) (fsm.Events, error) {
	type pair struct{ from, trigger string }
	seen := map[pair]bool{}
	events := make(fsm.Events, 0, len(rows))
	for _, r := range rows {
		if err := check(r); err != nil {
			return nil, err
		}
		for _, from := range r.Src {
			if seen[pair{from, r.Name}] {
				return nil, fmt.Errorf("machine: %s has two edges %s", from, r.Name)
			}
			seen[pair{from, r.Name}] = true
		}
	}
	for _, r := range rows {
		if slices.Contains(r.Src, Any) {
			r.Src = nil
			for s := range trip.StatusCount {
				if !seen[pair{s.State(), r.Name}] {
					r.Src = append(r.Src, s.State())
				}
			}
		}
		events = append(events, r.EventDesc)
	}
	return events, nil
}

// check refuses names that the table does not know: the library would take them for more statuses and triggers.
func check(r Row) error {
	for _, name := range append(slices.Clone(r.Src), r.Dst) {
		if _, ok := statusOf(name); !ok && (name != Any || r.Dst == Any) {
			return fmt.Errorf("machine: %s leads from %v to %s: %s is no status", r.Name, r.Src, r.Dst, name)
		}
	}
	for t := range TriggerCount {
		if t.String() == r.Name {
			return nil
		}
	}
	return fmt.Errorf("machine: %s is no trigger", r.Name)
}

// Follow walks a path through a live machine of the library, for tests that hold recordings
// against it. It returns the name of the state in which the machine ends.
func Follow(start trip.Status, path []string) (end string, err error) {
	machine := Live(start)
	for _, t := range path {
		err := machine.Event(context.Background(), t)
		var stays fsm.NoTransitionError
		if err != nil && !errors.As(err, &stays) {
			return machine.Current(), fmt.Errorf("machine: %s has no edge %s: %w", machine.Current(), t, err)
		}
	}
	return machine.Current(), nil
}

// Live returns a machine of the library for the table.
func Live(start trip.Status) *fsm.FSM {
	events, err := expand(Table())
	if err != nil {
		panic(err)
	}
	return fsm.NewFSM(start.State(), events, nil)
}

// Mermaid draws the table as a Mermaid state diagram, as the library does.
func Mermaid() string { return draw(fsm.MermaidStateDiagram) }

// Graphviz draws the table as a Graphviz digraph, as the library does.
func Graphviz() string { return draw(fsm.GRAPHVIZ) }

func draw(form fsm.VisualizeType) string {
	events := fsm.Events{}
	for _, r := range Table() {
		events = append(events, r.EventDesc)
	}
	picture, err := fsm.VisualizeWithType(fsm.NewFSM(trip.CollectingRequirements.State(), events, nil), form)
	if err != nil {
		panic("machine: " + err.Error())
	}
	return picture
}

func ask(machine *fsm.FSM, from trip.Status, t Trigger) trip.Status {
	machine.SetState(from.State())
	err := machine.Event(context.Background(), t.String())
	var stays fsm.NoTransitionError
	if err != nil && !errors.As(err, &stays) {
		return none
	}
	to, ok := statusOf(machine.Current())
	if !ok {
		panic("machine: the library is in " + machine.Current() + ", which is no status")
	}
	return to
}

// statusOf finds a status by its state, which no two share.
func statusOf(state string) (trip.Status, bool) {
	for s := range trip.StatusCount {
		if s.State() == state {
			return s, true
		}
	}
	return 0, false
}
