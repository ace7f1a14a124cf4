package shrink

import (
	"io"
	"slices"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Recording is a recording in memory, with what became of each of its events.
type Recording struct {
	file   string
	header trip.Header
	cfg    turn.Config
	events []source
	start  trip.Intent
	differ int // index of the first event that differs from what was recorded; -1 when none does

	otherDecision, otherState bool // in what that event differs
}

// source is an event of the recording.
type source struct {
	event   trip.Event
	calls   []trip.Call // that it queued: names and ids
	settled string      // the call that it settled
	shown   string      // the asks after it
	ask     string
	waiting bool // calls were out before it
	kind    fingerprint
}

// fingerprint is what a decision does, whatever its ids are.
type fingerprint struct{ status, calls, said, rules string }

func printOf(d *trip.Decision) fingerprint {
	f := fingerprint{status: d.Status.String() + string(d.Ignored)}
	for i := range d.ToolCalls {
		f.calls += d.ToolCalls[i].Name + " "
	}
	for i := range d.UI {
		f.said += d.UI[i].Key + " "
	}
	for _, rule := range d.Rules {
		f.rules += rule + " "
	}
	return f
}

// Read reads a recording and folds it.
//
//   - Errors: *replay.InputError.
func Read(file string, cfg turn.Config, in io.Reader) (*Recording, error) {
	r := &Recording{file: file, differ: -1}
	rep := replay.New(file, cfg, replay.Options{NoTexts: true, Unchecked: true, Digests: true})
	waiting := false
	for step, err := range rep.Lines(in) {
		if err != nil {
			return nil, err
		}
		if len(r.events) == 0 {
			r.header, r.start = rep.Header(), rep.Start()
			waiting = len(r.start.Turn.Outstanding) > 0
		}
		d, ev := step.Decision, step.Event
		s := source{
			event: ev, settled: d.Settled, shown: d.Next.Turn.ShownAsk, waiting: waiting, kind: printOf(d),
			calls: make([]trip.Call, len(d.ToolCalls)),
		}
		for i := range d.ToolCalls {
			s.calls[i] = trip.Call{CallID: d.ToolCalls[i].CallID, Name: d.ToolCalls[i].Name}
		}
		if ask := d.Next.Status.Ask; ask != nil {
			s.ask = ask.ID
		}
		if s.event.ID == calls.EventID(ev.Trip, ev.Seq) {
			s.event.ID = ""
		}
		h := rep.Header()
		if r.differ < 0 && h.Comparable() {
			r.otherDecision = ev.Decision != "" && ev.Decision != step.DecisionDigest
			r.otherState = ev.State != "" && ev.State != step.StateDigest
			if r.otherDecision || r.otherState {
				r.differ = len(r.events)
			}
		}
		waiting = len(d.Next.Turn.Outstanding) > 0
		r.events = append(r.events, s)
	}
	var err error
	r.cfg, err = turn.Configure(cfg, r.header)
	return r, err
}

// Size is how much a recording holds.
type Size struct{ Turns, Events, Bytes int }

// less orders by turns, then events, then bytes.
func (s Size) less(o Size) bool {
	return slices.Compare([]int{s.Turns, s.Events, s.Bytes}, []int{o.Turns, o.Events, o.Bytes}) < 0
}
