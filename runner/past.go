package runner

import (
	"context"
	"fmt"
	"iter"
	"log/slog"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// kept appends what the store keeps of the decision on an event. It returns nil when a text in it is too long to be
// read again.
func (r *Runner) kept(dst []byte, ev *trip.Event, k trip.Kept) []byte {
	dst = k.AppendJSON(dst)
	if len(dst) <= trip.MaxTextBytes { // and so is each text
		return dst
	}
	if _, err := trip.DecodeKept(ev, string(dst)); err != nil {
		r.log.Warn("runner: a decision cannot be kept: whoever reads it folds the log", slog.String("trip", string(ev.Trip)),
			slog.Int64("seq", ev.Seq), slog.Any("error", err))
		return nil
	}
	return dst
}

// past reads a trip's log from a seq on, with the decision on each event. Only events that an older version stored
// without a decision are folded. before is empty for the first event.
//
//   - Errors: store.ErrNotFound when there is no such trip, ErrDiverged, or a fault of the store.
func (r *Runner) past(ctx context.Context, id trip.ID, from int64) iter.Seq2[*folded, error] {
	return func(yield func(*folded, error) bool) {
		p := pastReader{t: &live{r: r, id: id}, before: new(trip.Intent)}
		for record, err := range r.store.Log(ctx, id, from) {
			var f *folded
			if err == nil {
				f, err = p.read(ctx, record)
			} else {
				err = fmt.Errorf("runner: read log: %w", err)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(f, nil) {
				return
			}
		}
	}
}

// pastReader reads records one after another.
type pastReader struct {
	t      *live        // its own, to fold events without a kept decision
	before *trip.Intent // after the record that was read last
	whole  bool         // before is all of it, not only what is kept
}

func (p *pastReader) read(ctx context.Context, record store.Record) (*folded, error) {
	if record.Decision == nil {
		return p.fold(ctx, record)
	}
	ev, err := trip.DecodeEvent(string(record.Event))
	if err != nil {
		return nil, fmt.Errorf("%w: seq %d: %w", ErrDiverged, record.Seq, err)
	}
	k, err := trip.DecodeKept(&ev, string(record.Decision))
	if err != nil {
		damaged := &store.DamagedError{Trip: p.t.id, Seq: record.Seq, What: "its decision cannot be read: " + err.Error()}
		return nil, fmt.Errorf("runner: read log: %w", damaged)
	}
	f := &folded{event: ev, before: p.before, decision: k.Decision, started: k.StartedAt, ended: k.EndedAt, past: true}
	p.before, p.whole = &k.Decision.Next, false
	return f, nil
}

// fold makes the decision on an event that has none.
func (p *pastReader) fold(ctx context.Context, record store.Record) (_ *folded, err error) {
	if !p.whole {
		if p.before, err = p.t.at(ctx, record.Seq-1); err != nil {
			return nil, err
		}
	}
	ev, d, err := p.t.refold(p.before, record)
	if err != nil {
		return nil, err
	}
	f := &folded{event: *ev, before: p.before, decision: d}
	p.before, p.whole = &d.Next, true
	return f, nil
}
