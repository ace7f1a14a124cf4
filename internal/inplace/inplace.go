// Package inplace lets a log be folded in memory that is reused. applier.Apply, reducer.Reduce and turn.Step each copy
// the state, which makes a replay take half as long again. Each of these packages therefore sets a variable here to a
// variant of its function that does not copy. The variables are for this module only: the public functions keep plain
// signatures and give the same results.
//
// Each package sets its variable when it is initialised, and nothing sets it again.
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

// Reduce decides on the intent in d.Next. data replaces the data of the event: it is the result as it was read, or the
// error that it counts as. Reduce appends to the lists of d as it finds them, and the arguments of an extraction point
// to d.Next. m may be nil.
var Reduce func(p trip.Policy, c catalog.Catalog, ev trip.Event, data trip.EventData, d *trip.Decision, m *Memory) error

// Step folds an event onto in, which must not be d.Next, and stores the next intent in d. Everything else in d is
// overwritten, its calls included, except the memory that the lists of its intent point to. m may be nil, and so may t:
// then no texts are made, which no decision reads.
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
