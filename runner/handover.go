package runner

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/google/uuid"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// A tool may answer of a write when nobody waits for it any more: its handler was abandoned, or the work on its trip
// stopped, because the store failed or another process has the trip. What it answers is handed to the trip all the
// same, as soon as the trip can be had, or in its inbox: it settles a write in doubt, and one that was settled as not
// made was made after all.

// handOver hands to the trip what was answered of writes that were out when the work on it stopped. The caller holds
// t.mu.
func (t *live) handOver() {
	t.given = slices.DeleteFunc(t.given, func(c *call) bool {
		if c.isDone() && c.out.sure && !c.out.notMade {
			t.r.handOver(t.id, c, c.out.data)
		}
		return c.isDone()
	})
}

// answeredLate hands to the trip what an abandoned handler answered in the end.
func (p *performance) answeredLate(a attempt) {
	if p.call.write && p.settles(a) {
		p.r.handOver(p.t.id, p.call, counted(a.data, 1))
	}
}

// handOver tries to give a trip what was answered of a call, as often as one in doubt is looked up.
func (r *Runner) handOver(id trip.ID, c *call, answer trip.EventData) {
	r.sched.Go(func() {
		wait := r.newBackoff(r.limits.LookupFirst, r.limits.LookupMax)
		var err error
		for range max(r.limits.Lookups, 1) {
			var given bool
			if given, err = r.give(id, c, answer); given {
				return
			}
			if r.sched.Sleep(r.ctx, wait()) != nil {
				break
			}
		}
		r.notice(c.base, Notice{Kind: AnswerLost, Trip: id, CallID: c.CallID, Tool: c.Name}, slog.Any("error", err))
	})
}

// give settles a call of a trip with what was answered of it, or leaves that to the process that works on the trip. It
// returns true when nothing is left to be done.
func (r *Runner) give(id trip.ID, c *call, answer trip.EventData) (given bool, err error) {
	t, unlock, err := r.lock(id)
	if err != nil {
		return false, err
	}
	defer unlock()
	ctx, cancel := r.detached(r.ctx)
	defer cancel()
	err = t.ready(ctx)
	if r.inbox != nil && isElsewhere(err) {
		return r.giveElsewhere(ctx, id, answer)
	}
	if err != nil {
		return false, err
	}
	return t.giveCall(ctx, c.CallID, answer, "")
}

// giveElsewhere leaves what was answered in the inbox of the trip.
func (r *Runner) giveElsewhere(ctx context.Context, id trip.ID, answer trip.EventData) (given bool, err error) {
	said := trip.Event{Data: answer}
	ev, err := said.Clean()
	if err != nil {
		return true, nil //nolint:nilerr // it says nothing that can be used
	}
	q := store.Request{Trip: id, ID: uuid.NewString(), Kind: requestAnswer, Body: ev.AppendJSON(nil)}
	if _, err := r.inbox.Put(ctx, q, 0); err != nil {
		return false, fmt.Errorf("runner: put into inbox: %w", err)
	}
	return true, nil
}

// takeAnswer settles a call with what was answered of it in another process. The caller holds t.mu.
func (t *live) takeAnswer(ctx context.Context, q *store.Request) error {
	ev, err := trip.DecodeEvent(string(q.Body))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrEvent, err)
	}
	var callID string
	switch data := ev.Data.(type) {
	case trip.ToolResult:
		callID = data.CallID
	case trip.ToolError:
		callID = data.CallID
	default:
		return fmt.Errorf("%w: a %s is no answer of a tool", ErrEvent, ev.Type())
	}
	if given, err := t.giveCall(ctx, callID, ev.Data, q.ID); !given {
		return err
	}
	return t.answer(ctx, store.Answer{ID: q.ID}) // where no commit has done so
}

// giveCall settles a call of the trip with what was answered of it. request is that of the inbox that a commit answers,
// empty for none. It returns true when nothing is left to be done. The caller holds t.mu.
func (t *live) giveCall(
	ctx context.Context, callID string, answer trip.EventData, request string,
) (given bool, err error) {
	if !t.driving {
		defer t.startLookupTimer()
	}
	_, made := answer.(trip.ToolResult)
	switch {
	case calls.IsUnknown(t.in, callID), made && calls.IsNotMade(t.in, callID):
	case slices.ContainsFunc(t.in.Turn.Outstanding, func(p trip.Pending) bool { return p.CallID == callID }):
		return false, fmt.Errorf("%w: whoever takes the trip up looks the call up first", ErrBusy)
	default:
		return true, nil // it is settled
	}
	ch := t.begin()
	if request != "" {
		ch.answers = []store.Answer{{ID: request}}
	}
	f, err := t.foldOutcome(t.after(ch), answer)
	switch {
	case errors.Is(err, ErrEvent),
		err == nil && (f.decision.Outcome == trip.ClassOutcomeUnknown || f.decision.Ignored != ""):
		return true, nil // it says nothing that can be used
	case err != nil:
		return false, err
	}
	ch.take(f)
	if err := t.commit(ctx, ch); err != nil {
		return false, err
	}
	t.tell(ch)
	return true, nil
}
