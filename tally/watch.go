package tally

import (
	"hash/maphash"
	"strings"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
)

// maxCalls is among how many different calls of a trip, at least, repeated ones are looked for.
const maxCalls = 4096

// Watch takes the events of one trip.
type Watch struct {
	tally    *Tally
	began    bool
	start    trip.Instant
	turns    int64
	end      trip.Status
	booked   bool
	open     map[string]call // by call id
	done     map[uint64]bool // calls of the trip, true once one of them succeeded
	turnDone map[uint64]bool // successes of the turn
	final    map[string]bool // tools that failed for good in the turn
	rules    map[string]int64
	seed     maphash.Seed
	text     []byte
}

// call is a call without an answer.
type call struct {
	tool string
	id   uint64 // of tool and arguments
}

// Trip starts to watch a trip. One that does not come to its End counts for nothing but its calls.
func (t *Tally) Trip() *Watch {
	return &Watch{
		tally: t, open: map[string]call{}, done: map[uint64]bool{}, turnDone: map[uint64]bool{}, final: map[string]bool{},
		rules: map[string]int64{}, seed: maphash.MakeSeed(),
	}
}

// Step takes the next event of the trip.
func (w *Watch) Step(s *replay.Step) {
	d := s.Decision
	if !w.began {
		w.began, w.start = true, s.Event.At
	}
	w.tally.Events++
	if s.Event.Type().OpensTurn() {
		w.tally.Turns++
		w.turns++
		clear(w.turnDone)
		clear(w.final)
		if len(w.done) > maxCalls {
			clear(w.done)
		}
	}
	w.answered(s)
	for i := range d.ToolCalls {
		w.called(&d.ToolCalls[i])
	}
	for _, rule := range d.Rules {
		if _, known := w.rules[rule]; !known {
			rule = strings.Clone(rule) // it may be part of a line
		}
		w.rules[rule]++
	}
	w.end = d.Status
	if d.Status == trip.Booked && !w.booked {
		w.booked = true
		w.tally.Bookings++
		w.tally.Book.Seconds.Add(int64(s.Event.At-w.start) / nanos)
		w.tally.Book.Turns.Add(w.turns)
	}
}

// nanos is how many of them a second has.
const nanos = 1_000_000_000

// End counts the trip.
func (w *Watch) End() {
	w.tally.Trips++
	w.tally.States[w.end.String()]++
	for _, c := range w.open {
		w.tally.Open++
		w.tally.tool(c.tool).Open++
	}
	add(w.tally.Rules, w.rules)
}

// called counts a call, and whether it was made before.
func (w *Watch) called(c *trip.Call) {
	name := strings.Clone(c.Name)
	w.tally.Calls++
	w.tally.tool(name).Calls++
	w.text = trip.AppendArguments(append(append(w.text[:0], name...), ' '), c.Arguments)
	made := call{tool: name, id: maphash.Bytes(w.seed, w.text)}
	w.open[strings.Clone(c.CallID)] = made
	if asksModel(name) {
		return
	}
	switch succeeded, before := w.done[made.id]; {
	case succeeded:
		w.tally.Repeated++
	case before:
		w.tally.Retried++
	default:
		w.done[made.id] = false
	}
	switch {
	case w.turnDone[made.id]:
		w.tally.Wasted.InTurn++
		w.tally.Wasted.Calls++
	case w.final[name]:
		w.tally.Wasted.AfterFinal++
		w.tally.Wasted.Calls++
	}
}

// asksModel reports whether the engine asks a model itself by this tool: the same question again is no waste.
func asksModel(tool string) bool {
	return tool == trip.ToolAssistantStep || tool == trip.ToolExtract || tool == trip.ToolFollowup
}

// answered counts the answer that an event brings.
func (w *Watch) answered(s *replay.Step) {
	d := s.Decision
	if d.Ignored != "" {
		w.tally.Wasted.Unused++
		w.tally.Wasted.Calls++
		return
	}
	c, ok := w.open[d.Settled]
	if d.Settled == "" || !ok {
		return
	}
	delete(w.open, d.Settled)
	w.tally.Classes[d.Outcome]++
	w.tally.tool(c.tool).Classes[d.Outcome]++
	switch d.Outcome {
	case trip.ClassOK, trip.ClassEmpty:
		w.done[c.id], w.turnDone[c.id] = true, true
	case trip.ClassPermanent, trip.ClassDenied, trip.ClassRateLimited:
		w.final[c.tool] = true
	case trip.ClassInvalidArguments, trip.ClassNeedsInput, trip.ClassFailed, trip.ClassTimeout, trip.ClassCancelled,
		trip.ClassOutcomeUnknown, trip.ClassNotSent, trip.ClassExpired:
	}
}
