package replay

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// ForkOptions say where a fork leaves its original, and what it is called.
type ForkOptions struct {
	At     int64            // the seq of the last event that both have
	TripID trip.ID          // of the fork
	Chain  string           // the hash chain of the original up to there, in hex; it is only noted
	Append iter.Seq[string] // lines of a recording that are folded behind it; nil for none
	Behind string           // the file of Append, which errors name
}

// Fork copies a recording, up to one of its events, as another trip that can go on from there, and yields the lines of
// the copy: a header and the events with their digests. Whatever names the trip is made anew: its id, the ids of events
// and calls, and the asks that events answer. The fork says the same and calls the same tools, in the same order.
//
// In a fork no write tool runs (rule 1.5.fork-writes).
//
//   - Errors, always last: *InputError, also for a recording that ends before At, and, with ErrUnderWay, for an At at
//     which a write is under way: its outcome belongs to the original.
func Fork(file string, cfg turn.Config, o ForkOptions, lines iter.Seq[string]) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		f := fork{
			ForkOptions: o, calls: map[string]string{}, asks: map[string]string{},
			old: New(file, cfg, Options{Until: o.At}), new: New(file, cfg, Options{Digests: true}),
		}
		if err := f.copyAll(lines, yield); err != nil {
			yield(nil, err)
		}
	}
}

// fork is the state of a copy. Both logs are folded side by side.
type fork struct {
	ForkOptions
	old, new *Replayer
	calls    map[string]string // ids of the fork's calls by those of the original
	asks     map[string]string // the same of asks
}

// errStop is returned when the caller has stopped the iteration.
var errStop = errors.New("replay: stopped")

func (f *fork) copyAll(lines iter.Seq[string], yield func([]byte, error) bool) error {
	err := f.write(lines, func(line []byte) error {
		if !yield(line, nil) {
			return errStop
		}
		return nil
	})
	if errors.Is(err, errStop) {
		return nil
	}
	return err
}

func (f *fork) write(lines iter.Seq[string], out func([]byte) error) error {
	for text := range lines {
		step, err := f.old.Line(text)
		if err != nil {
			return err
		}
		if step == nil {
			continue
		}
		if f.new.line == 0 {
			if err := f.writeHeader(out); err != nil {
				return err
			}
		}
		kept := func(line []byte) error { return out(withUnknown(line, text)) }
		if err := f.copy(step, kept); err != nil {
			return err
		}
		if f.old.Done() {
			break
		}
	}
	if err := f.check(); err != nil {
		return err
	}
	return f.goOn(out)
}

// writeHeader writes the header.
func (f *fork) writeHeader(out func([]byte) error) error {
	h := f.old.Header()
	h.Recording, h.Digests = trip.RecordingVersion, trip.DigestsVersion
	from := &trip.ForkedFrom{TripID: f.old.Intent().TripID, Seq: f.At, Chain: f.Chain}
	if first := h.ForkedFrom; first != nil && cmp.Or(first.Barred, first.Seq) < f.At {
		from.Barred = cmp.Or(first.Barred, first.Seq) // what the original did not write is not written here either
	}
	from.Origins = originsOf(h.ForkedFrom, f.At)
	h.ForkedFrom = from
	h.TripID = f.TripID
	if h.HasIntent {
		h.Intent.TripID = f.TripID
	}
	line := h.AppendJSON(nil)
	if _, err := f.new.Line(string(line)); err != nil {
		return err
	}
	return out(line)
}

// originsOf returns whose the holds of a fork's events are where its original is a fork too: those of the original, up
// to an event.
func originsOf(first *trip.ForkedFrom, at int64) (out []trip.Origin) {
	if first == nil {
		return nil
	}
	for _, o := range first.All() {
		if out = append(out, trip.Origin{TripID: o.TripID, Seq: min(o.Seq, at)}); o.Seq >= at {
			break // what was held then is held by that one
		}
	}
	return out
}

// copy folds an event of the original onto the fork and writes it.
func (f *fork) copy(step *Step, out func([]byte) error) error {
	ev := step.Event
	if ev.ID == calls.EventID(ev.Trip, ev.Seq) {
		ev.ID = ""
	}
	ev.Trip, ev.Decision, ev.State = f.TripID, "", ""
	ev.Data = f.renamed(ev.Data, step.Decision.Settled)
	copied, err := f.fold(&ev, out)
	if err != nil {
		return err
	}
	was, is := step.Decision, copied.Decision
	same := func(a, b trip.Call) bool { return a.Name == b.Name }
	// With the last event what the original holds is the original's alone, and the status may say so.
	if was.Status != is.Status && ev.Seq != f.At || !slices.EqualFunc(was.ToolCalls, is.ToolCalls, same) {
		return &InputError{
			File: step.File, Line: step.Line, Hint: "fork from an earlier event",
			Err: fmt.Errorf("replay: the fork decides otherwise here: %s, not %s", is.Status, was.Status),
		}
	}
	for i := range was.ToolCalls {
		f.calls[was.ToolCalls[i].CallID] = is.ToolCalls[i].CallID
	}
	if was.Next.Turn.ShownAsk != "" {
		f.asks[was.Next.Turn.ShownAsk] = is.Next.Turn.ShownAsk
	}
	if was, is := was.Next.Status.Ask, is.Next.Status.Ask; was != nil && is != nil {
		f.asks[was.ID] = is.ID
	}
	return nil
}

// fold folds an event of the fork and writes it with its digests.
func (f *fork) fold(ev *trip.Event, out func([]byte) error) (*Step, error) {
	step, err := f.new.Line(string(ev.AppendJSON(nil)))
	if err != nil {
		return nil, err
	}
	return step, f.writeStep(step, out)
}

func (f *fork) writeStep(step *Step, out func([]byte) error) error {
	ev := step.Event
	if ev.ID == "" {
		ev.ID = calls.EventID(ev.Trip, ev.Seq)
	}
	step.Note(&ev)
	return out(ev.AppendJSON(nil))
}

// renamed returns the data of an event with the ids of the fork. settled is the call that the event settled.
func (f *fork) renamed(data trip.EventData, settled string) trip.EventData {
	call := func(id string) string {
		if id == "" {
			id = settled
		}
		if renamed, ok := f.calls[id]; ok {
			return renamed
		}
		return id
	}
	switch data := data.(type) {
	case trip.ToolResult:
		data.CallID = call(data.CallID)
		return data
	case trip.ToolError:
		data.CallID = call(data.CallID)
		return data
	default: // no other event names a call
	}
	if id, _ := trip.AskOf(data); f.asks[id] != "" {
		return trip.WithAsk(data, f.asks[id])
	}
	return data
}

// check refuses a fork that is not possible.
func (f *fork) check() error {
	bad := &InputError{File: f.old.file, Line: f.old.line}
	if f.old.seq != f.At {
		bad.Err = fmt.Errorf("replay: the recording has no event of seq %d: it ends at %d", f.At, f.old.seq)
		bad.Hint = "name an event that it has"
		return bad
	}
	t := &f.old.folder.Intent().Turn
	underWay := slices.ContainsFunc(t.Outstanding, func(p trip.Pending) bool { return p.Write })
	if underWay || len(t.Unknown) > 0 {
		bad.Err = fmt.Errorf("%w, at seq %d", ErrUnderWay, f.At)
		bad.Hint = "fork from an event before it was asked for, or after it was answered: a fork must not do it again"
		return bad
	}
	return nil
}

// goOn folds the lines that come behind the copied ones.
func (f *fork) goOn(out func([]byte) error) error {
	if f.Append == nil {
		return nil
	}
	written, line := f.new.line, 0
	about := func(err error) error {
		var bad *InputError
		if errors.As(err, &bad) {
			bad.File, bad.Line = f.Behind, bad.Line-written
		}
		return err
	}
	for text := range f.Append {
		line++
		if trip.IsHeader(text) {
			return &InputError{
				File: f.Behind, Line: line, Field: "recording", Err: errors.New("replay: what is appended to a fork has a header"),
				Hint: "leave the header out: the events follow those of the fork",
			}
		}
		step, err := f.new.Line(text)
		if err != nil {
			return about(err)
		}
		if step == nil {
			continue
		}
		kept := func(line []byte) error { return out(withUnknown(line, text)) }
		if err := f.writeStep(step, kept); err != nil {
			return err
		}
	}
	return nil
}
