package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Where processes share a store with an inbox, what is asked of a trip on which another one works waits there
// (elsewhere.go), and whoever has the trip works it off (here), in the commit that accepts it.

// The kinds of requests beside requestEvent. The body of requestAnswer is the event that a tool's answer is, that of
// requestSettle a settleForm, that of requestDeleteAt a deleteForm; the others have none.
const (
	requestAnswer   = "answer"
	requestSettle   = "settle"
	requestDelete   = "delete"
	requestDeleteAt = "delete_at"
	requestWithdraw = "withdraw"
	requestGoOn     = "go_on"
	requestResume   = "resume"
)

// settleForm is the body of a request to settle a call.
type settleForm struct {
	CallID string `json:"call_id"`
	Result []byte `json:"result,omitempty"`
	Failed bool   `json:"failed,omitempty"`
}

// answerForm is what whoever asked is told: why it was refused, or which events it made.
type answerForm struct {
	Refused string `json:"refused,omitempty"` // a code of refusals
	Text    string `json:"text,omitempty"`
	From    int64  `json:"from,omitempty"`
	To      int64  `json:"to,omitempty"`
}

// bytes returns the answer as it is kept.
func (f answerForm) bytes() []byte {
	line, _ := json.Marshal(f) //nolint:errchkjson // texts and numbers
	return line
}

// refusals are the errors that end a request. After any other one it waits.
var refusals = []struct {
	code string
	err  error
}{
	{"event", ErrEvent},
	{"unfoldable", errUnfoldable},
	{"too_large", ErrTooLarge},
	{"reserved", ErrReserved},
	{"conflict", ErrConflict},
	{"not_open", ErrNotOpen},
	{"result", ErrResult},
	{"not_found", store.ErrNotFound},
	{"invalid", store.ErrInvalid},
	{"bug", ErrBug},
	{"busy", errAtWork},
	{"changed", ErrChanged},
}

// refusal returns the answer to a request that an error ends.
func refusal(err error) (answer []byte, ends bool) {
	for _, known := range refusals {
		if errors.Is(err, known.err) {
			return answerForm{Refused: known.code, Text: err.Error()}.bytes(), true
		}
	}
	return nil, false
}

// refusedError is an error that another process met.
type refusedError struct {
	kind error
	text string
}

// Error implements error.
func (e *refusedError) Error() string { return e.text }

// Unwrap returns what kind of error it is.
func (e *refusedError) Unwrap() error { return e.kind }

// readAnswer reads what another process answered; nothing is a yes.
func readAnswer(id trip.ID, body []byte) (f answerForm, err error) {
	if body == nil {
		return f, nil
	}
	if err := json.Unmarshal(body, &f); err != nil {
		return f, fmt.Errorf("%w: trip %q: the answer of another process: %w", ErrDiverged, id, err)
	}
	if f.Refused == "" {
		return f, nil
	}
	for _, known := range refusals {
		if known.code == f.Refused {
			return f, &refusedError{known.err, f.Text}
		}
	}
	return f, fmt.Errorf("%w: %s", ErrEvent, f.Text) // of a later version
}

// listen begins to work off what is asked of this process. A runner without tools does not: it could not perform what
// follows.
func (r *Runner) listen() {
	if r.inbox == nil {
		return
	}
	r.requests = attention{do: r.workOff, limit: workingOff, known: map[trip.ID]bool{}}
	r.orphans = attention{do: r.takeOver, limit: r.limits.Recovering, known: map[trip.ID]bool{}}
	ctx, cancel := context.WithCancel(r.ctx)
	r.deaf, r.stopListening = r.sched.NewSignal(), cancel
	r.sched.Go(func() {
		r.inbox.Listen(ctx, r.hear)
		r.deaf.Set()
	})
}

// workingOff is how many inboxes are read at once. That begins turns and waits for none.
const workingOff = 32

// hear does what a word of the store asks for, beside the caller.
func (r *Runner) hear(w store.Word) {
	switch w.Kind {
	case store.Changed:
		r.wakeWatchers(w.Trip)
	case store.Missed:
		r.eachWatcher((*watcher).wake) // of any trip there may be more than was told
	case store.Requested:
		r.attend(&r.requests, w.Trip)
	case store.Orphaned:
		r.attend(&r.orphans, w.Trip)
	}
}

// isLater reports whether an error says that the trip is another process's, or that there is no room just now.
func isLater(err error) bool {
	return isElsewhere(err) || errors.Is(err, ErrBusy) || errors.Is(err, ErrOverloaded) || errors.Is(err, ErrClosed)
}

// takeOver goes on with a trip whose process is gone, until it is at rest.
func (r *Runner) takeOver(id trip.ID) error {
	_, err := r.resume(r.ctx, id)
	return err
}

// workOff takes what waits in the inbox of a trip, if it can be this process's own.
func (r *Runner) workOff(id trip.ID) error {
	t, unlock, err := r.lock(id)
	if err != nil {
		return err
	}
	defer unlock()
	ctx, cancel := r.detached(r.ctx)
	defer cancel()
	if err := t.ready(ctx); err != nil {
		return err
	}
	return t.takeRequests(ctx)
}

// takeRequests takes the requests of a trip, in their order. An event for which there is no room in the queue waits,
// and so do those behind it, but for a cancellation, which makes room. It returns ErrBusy then. The caller holds t.mu.
func (t *live) takeRequests(ctx context.Context) error {
	list, err := t.r.inbox.Waiting(ctx, t.id)
	if err != nil {
		return fmt.Errorf("runner: read inbox: %w", err)
	}
	var busy error
	for i := range list {
		err := t.takeRequest(ctx, &list[i], busy != nil)
		switch answer, ends := refusal(err); {
		case err == nil:
		case ends:
			if err := t.answer(ctx, store.Answer{ID: list[i].ID, Body: answer}); err != nil {
				return err
			}
			t.note(Notice{Kind: RequestRefused}, slog.String("request", list[i].ID), slog.Any("error", err))
		case errors.Is(err, ErrBusy) && t.failure == nil:
			busy = err
		default:
			return err
		}
	}
	return busy
}

// catchUp takes what was asked of the trip before, so that what is done now is done to that too. What finds no room in
// the queue stays where it is. The caller holds t.mu.
func (t *live) catchUp(ctx context.Context) error {
	if t.r.inbox == nil {
		return nil
	}
	err := t.takeRequests(ctx)
	if errors.Is(err, ErrBusy) && !errors.Is(err, errClearing) {
		return nil
	}
	return err
}

// takeOvertaken adds to a change the events that found no room in the queue and that a stop is about too: those before
// the request by which it came, all of them when it came from a caller. They are stopped with what waits, and so need
// no room. The caller holds t.mu.
// Rule: 1.7.stop
func (t *live) takeOvertaken(ctx context.Context, c *change, request string) error {
	if t.r.inbox == nil {
		return nil
	}
	list, err := t.r.inbox.Waiting(ctx, t.id)
	if err != nil {
		return fmt.Errorf("runner: read inbox: %w", err)
	}
	for i := range list {
		q := &list[i]
		if q.ID == request {
			return nil
		}
		ev, err := trip.DecodeEvent(string(q.Body))
		if q.Kind != requestEvent || err != nil || !ev.Type().FromPerson() || !ev.Type().OpensTurn() {
			continue // it is taken when its turn comes
		}
		if seq, w, err := t.locate(ctx, unbound(ev)); err != nil || seq > 0 || w != nil {
			continue
		}
		bind(&ev, t.config.Policy.ApprovalBinding, t.in.Status.Ask)
		w := &waiting{id: ev.ID, line: ev.AppendJSON(nil), values: context.WithoutCancel(ctx)}
		c.queue, c.answers = append(slices.Clip(c.queue), w), append(c.answers, store.Answer{ID: q.ID})
	}
	return nil
}

// takeRequest takes one request. An event behind one that waits is not taken. The caller holds t.mu.
func (t *live) takeRequest(ctx context.Context, q *store.Request, behind bool) error {
	if err := t.ready(ctx); err != nil { // the one before may have ended the trip
		return err
	}
	switch q.Kind {
	case requestEvent:
		return t.takeEvent(ctx, q, behind)
	case requestAnswer:
		return t.takeAnswer(ctx, q)
	case requestSettle:
		var f settleForm
		if err := json.Unmarshal(q.Body, &f); err != nil {
			return fmt.Errorf("%w: %w", ErrResult, err)
		}
		_, err := t.settleCall(ctx, f.CallID, Settlement{Result: f.Result, Failed: f.Failed}, q.ID)
		return err
	case requestWithdraw:
		return t.withdraw(ctx, q.ID)
	case requestGoOn:
		return t.carriedOut(ctx, q, t.goOn(ctx))
	case requestResume:
		_, err := t.takeUp(ctx)
		return t.carriedOut(ctx, q, err)
	case requestDelete, requestDeleteAt:
		if t.isAtWork() {
			return t.atWork()
		}
		if t.driving { // the last of its goroutines has not ended
			return errClearing
		}
		f := deleteForm{anySeq}
		if q.Kind == requestDeleteAt {
			if err := json.Unmarshal(q.Body, &f); err != nil {
				return fmt.Errorf("%w: %w", ErrEvent, err)
			}
		}
		if err := t.stillAt(ctx, f.Seq); err != nil {
			return err
		}
		return t.erase(func() error {
			return t.answer(ctx, store.Answer{ID: q.ID, Body: answerForm{}.bytes(), Erase: true})
		})
	}
	return fmt.Errorf("%w: %q is a request of another version", ErrEvent, q.Kind)
}

// carriedOut answers a request once it has been carried out. Without an answer it would be carried out again, which
// does no harm.
func (t *live) carriedOut(ctx context.Context, q *store.Request, err error) error {
	if err != nil {
		return err
	}
	return t.answer(ctx, store.Answer{ID: q.ID, Body: answerForm{}.bytes()})
}

// answer writes the answer to a request. The store refuses it when the log has moved on since this process read the
// trip; the trip is then loaded again before anything else is done. The caller holds t.mu.
func (t *live) answer(ctx context.Context, a store.Answer) error {
	err := t.r.inbox.Answer(ctx, t.id, t.in.Turn.Seq, a)
	if err == nil {
		return nil
	}
	err = fmt.Errorf("runner: answer: %w", err)
	t.fail(err)
	return err
}

// takeEvent accepts an event that waits in the inbox, unless it has been accepted before. The caller holds t.mu.
func (t *live) takeEvent(ctx context.Context, q *store.Request, behind bool) error {
	ev, err := trip.DecodeEvent(string(q.Body))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrEvent, err)
	}
	if !ev.Type().FromPerson() {
		return fmt.Errorf("%w: no person sends a %s", ErrEvent, ev.Type())
	}
	seq, w, err := t.locate(ctx, unbound(ev))
	if err != nil {
		return err
	}
	if seq > 0 || w != nil {
		if err := t.answer(ctx, store.Answer{ID: q.ID}); err != nil {
			return err
		}
		return t.resume(t.r.limits.Turns)
	}
	if behind && ev.Type() != trip.TypeTurnCancelled {
		return nil
	}
	s := t.r.newStream(t.id)
	s.request, s.gone = q.ID, true
	return t.bring(ctx, ev, s, begins)
}
