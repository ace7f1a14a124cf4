package view

import (
	"slices"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/transcript"
	"github.com/legwork-go/legwork/trip"
)

// Log is a transcript whose calls all have their arguments and results, as far as a front end may see them. The zero
// value is that of an empty log.
type Log struct {
	Texts   texts.Table     // in which failures are told, by the trip's locale
	Catalog catalog.Catalog // what a person calls the tools of failures

	transcript transcript.Projection
	arguments  map[string]trip.Raw // by call
	results    map[string]trip.Raw // of calls that succeeded
}

// Add notes an event and what was decided on it. It returns the indexes of the messages that it made or changed.
func (l *Log) Add(ev *trip.Event, d *trip.Decision) []int {
	if l.arguments == nil {
		l.transcript.Texts, l.transcript.Catalog = l.Texts, l.Catalog
		l.arguments, l.results = map[string]trip.Raw{}, map[string]trip.Raw{}
	}
	for i := range d.ToolCalls {
		c := &d.ToolCalls[i]
		l.arguments[c.CallID] = trip.Raw(JSON(trip.Raw(trip.AppendArguments(nil, c.Arguments))))
	}
	if res, ok := ev.Data.(trip.ToolResult); ok && d.Settled != "" &&
		(d.Outcome == trip.ClassOK || d.Outcome == trip.ClassEmpty) {
		l.results[d.Settled] = trip.Raw(JSON(res.Result))
	}
	return l.transcript.Add(*ev, *d)
}

// Interrupt notes that another event has interrupted the turn, after which the intent is as next says. It returns the
// indexes of the messages that it changed.
func (l *Log) Interrupt(next *trip.Intent) []int { return l.transcript.Interrupt(*next) }

// Len returns how many messages there are.
func (l *Log) Len() int { return l.transcript.Len() }

// Message returns message i, counted from 0.
func (l *Log) Message(i int) transcript.Message {
	m := l.transcript.Message(i)
	m.Calls = slices.Clone(m.Calls)
	for k := range m.Calls {
		c := &m.Calls[k]
		if c.Arguments, c.Result = l.arguments[c.ID], ""; c.Error == "" {
			c.Result = l.results[c.ID]
		}
	}
	return m
}
