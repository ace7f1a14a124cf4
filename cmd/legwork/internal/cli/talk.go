package cli

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// talk drives one trip and remembers its intent.
type talk struct {
	runner *runner.Runner
	id     trip.ID
	intent trip.Intent
}

// resume reads how far the trip is, when the store has it. What a killed process left of it is finished
// before, and shown.
func resume(ctx context.Context, s store.Store, r *runner.Runner, id trip.ID, show func(*replay.Step)) (*talk, error) {
	t := &talk{runner: r, id: id, intent: trip.NewIntent()}
	before, err := s.Load(ctx, id)
	if isNotFound(err) {
		return t, nil
	}
	if err == nil {
		err = r.Resume(ctx, id)
	}
	if err != nil {
		return nil, err
	}
	if t.intent, err = r.State(ctx, id); err != nil || t.intent.Turn.Seq == before.Seq {
		return t, err
	}
	_, err = refold(ctx, s, id, 0, func(step *replay.Step) {
		if step.Event.Seq > before.Seq {
			show(step)
		}
	})
	return t, err
}

// send delivers an event and hands every update of its turn on. An empty id makes the event new.
func (t *talk) send(ctx context.Context, eventID string, data trip.EventData, update func(runner.Update)) error {
	for u, err := range t.runner.Handle(ctx, t.id, trip.Event{ID: eventID, Data: data}) {
		if isOneOf(err, runner.ErrEvent, runner.ErrTooLarge, runner.ErrReserved, runner.ErrConflict) {
			return fmt.Errorf("%w: %w", errInput, err)
		}
		if errors.Is(err, store.ErrNotFound) && t.intent.Turn.Seq == 0 {
			return fmt.Errorf("%w: nothing was said yet: begin with a message", errInput)
		}
		if err != nil {
			return err
		}
		if u.Decision != nil {
			t.intent = u.Decision.Next
		}
		update(u)
	}
	return nil
}

// refold folds a trip's log up to seq (0 for all) and shows each step, also of one that this version decides otherwise
// than the one that wrote it. It returns nil when the store has no such trip.
func refold(
	ctx context.Context, s store.Store, id trip.ID, seq int64, show func(*replay.Step),
) (*replay.Replayer, error) {
	t, err := s.Load(ctx, id)
	if isNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	rep := replay.New(string(id), turn.Default(), replay.Options{Until: seq})
	if len(t.Header) > 0 {
		if _, err := rep.Line(string(t.Header)); err != nil {
			return nil, err
		}
	}
	for record, err := range s.Log(ctx, id, 1) {
		if err != nil {
			return nil, err
		}
		step, err := rep.Line(string(record.Event))
		if err != nil && !errors.Is(err, replay.ErrDifference) {
			return nil, err
		}
		if step != nil {
			show(step)
		}
		if rep.Done() {
			break
		}
	}
	return rep, nil
}

// countingClock returns a clock that starts at a text's instant and moves one second at every
// look, so that a run can be repeated exactly.
func countingClock(text string) (func() time.Time, error) {
	at, err := trip.ParseInstant(text)
	if err != nil {
		return nil, usage("--now %s: %v", text, err)
	}
	start, looks := time.Unix(0, int64(at)).UTC(), new(atomic.Int64)
	return func() time.Time { return start.Add(time.Duration(looks.Add(1)-1) * time.Second) }, nil
}
