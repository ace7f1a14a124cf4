package tally

import (
	"github.com/legwork-go/legwork/trip"
)

// Tally is what was counted.
type Tally struct {
	Trips    int64            `json:"trips"`
	Events   int64            `json:"events"`
	Turns    int64            `json:"turns"`
	States   map[string]int64 `json:"states"`   // trips by phase/state that they ended in
	Bookings int64            `json:"bookings"` // trips that were booked
	Book     Book             `json:"time_to_book"`

	Calls    int64                `json:"calls"`   // of tools that the engine queued
	Classes  map[trip.Class]int64 `json:"classes"` // their answers by outcome class
	Open     int64                `json:"open"`    // calls without an answer when the recording ended
	Tools    map[string]*Tool     `json:"tools"`
	Repeated int64                `json:"repeated"` // same tool and arguments as one that had succeeded in the trip
	Retried  int64                `json:"retried"`  // same tool and arguments as one before, none of which had succeeded
	Wasted   Waste                `json:"wasted"`

	Rules map[string]int64 `json:"rules"` // events by the rules that decided them
}

// Tool is what became of the calls of one tool.
type Tool struct {
	Calls   int64                `json:"calls"`
	Classes map[trip.Class]int64 `json:"classes"`
	Open    int64                `json:"open"`
}

// Waste counts calls that cannot have helped.
type Waste struct {
	Calls      int64 `json:"calls"`       // all of them
	InTurn     int64 `json:"in_turn"`     // the same had succeeded earlier in the turn
	AfterFinal int64 `json:"after_final"` // the tool had failed for good in that turn
	Unused     int64 `json:"unused"`      // the answer came when nobody waited for it
}

// Book says how long the booked trips took, from the first event to the booking.
type Book struct {
	Seconds Spread `json:"seconds"`
	Turns   Spread `json:"turns"`
}

// New returns a tally of nothing.
func New() *Tally {
	return &Tally{
		States: map[string]int64{}, Classes: map[trip.Class]int64{}, Tools: map[string]*Tool{}, Rules: map[string]int64{},
	}
}

// Add adds what another tally counted.
func (t *Tally) Add(o *Tally) {
	t.Trips += o.Trips
	t.Events += o.Events
	t.Turns += o.Turns
	t.Bookings += o.Bookings
	t.Book.Seconds.merge(&o.Book.Seconds)
	t.Book.Turns.merge(&o.Book.Turns)
	t.Calls += o.Calls
	t.Open += o.Open
	t.Repeated += o.Repeated
	t.Retried += o.Retried
	t.Wasted.Calls += o.Wasted.Calls
	t.Wasted.InTurn += o.Wasted.InTurn
	t.Wasted.AfterFinal += o.Wasted.AfterFinal
	t.Wasted.Unused += o.Wasted.Unused
	add(t.States, o.States)
	add(t.Classes, o.Classes)
	add(t.Rules, o.Rules)
	for name, tool := range o.Tools {
		mine := t.tool(name)
		mine.Calls += tool.Calls
		mine.Open += tool.Open
		add(mine.Classes, tool.Classes)
	}
}

func add[K comparable](to, from map[K]int64) {
	for key, n := range from {
		to[key] += n
	}
}

// tool returns the counts of a tool.
func (t *Tally) tool(name string) *Tool {
	tool := t.Tools[name]
	if tool == nil {
		tool = &Tool{Classes: map[trip.Class]int64{}}
		t.Tools[name] = tool
	}
	return tool
}
