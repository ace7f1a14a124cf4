// Package inplace folds logs in memory that is used again. A copy of the state for each of the steps
// applier.Apply, reducer.Reduce and turn.Step costs a replay half as much again, so each of these packages
// opens a door here to what it does without one. The doors are for this module: signatures that others see
// stay plain, and say the same.
//
// A package sets its door when it is initialised, and nothing sets it again.
package inplace

import (
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// Apply merges a result that was read into next, the caller's own copy of an intent, and returns the notes
// that were added. On error next may be half written.
var Apply func(c catalog.Catalog, next *trip.Intent, res trip.ToolResult,
	p *trip.Pending) (notes []trip.Message, err error)

// Reduce decides on the intent in d.Next. data stands for that of the event: its result as it was read, or
// the error that it is taken for. The lists of d begin as they are, and the arguments of an extraction point to
// d.Next; m may be nil.
var Reduce func(p trip.Policy, c catalog.Catalog, ev trip.Event, data trip.EventData, d *trip.Decision, m *Memory) error

// Step folds an event onto in, which must not be d.Next: the next intent stands in d. What d held before is
// written over, its calls included; only what the lists of its intent point to is not. m may be nil, and so
// may t: then no texts are made, which no decision reads.
var Step func(
	p *trip.Policy, c *catalog.Catalog, t *texts.Table, in *trip.Intent, ev *trip.Event, d *trip.Decision, m *Memory,
) error

// Empty empties a decision but for Next, and keeps the memory of its lists for the next one.
func Empty(d *trip.Decision) {
	clear(d.ToolCalls)
	d.Status, d.MissingRequired, d.LastToolError, d.Ask, d.Ignored = 0, nil, nil, nil, ""
	d.ToolCalls, d.UI, d.NotesAdded, d.Path = d.ToolCalls[:0], d.UI[:0], d.NotesAdded[:0], d.Path[:0]
	d.Rules, d.Settled, d.Outcome = d.Rules[:0], "", ""
}
