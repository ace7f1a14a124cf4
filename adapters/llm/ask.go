package llm

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// DefaultTimeout bounds one step, however many times the model is asked in it.
const DefaultTimeout = 50 * time.Second

// The bounds of one step.
const (
	maxWaits   = 2           // times that a step waits because the server told it to come back
	answerTime = time.Second // what must be left of the deadline after a wait
	againAfter = 250 * time.Millisecond
	maxError   = 1000 // bytes of an error's text
)

// step is one call of a handler: it asks the model, and once more when it must.
type step struct {
	model    Model
	answered string // the name of the model that answered last
	usage    Usage
	waits    int
	again    bool // a server that failed is asked once more: the rules answer behind it, so that nobody else tries again
}

// run bounds a step in time and turns its error into the caller's. It ends before the caller's deadline, so that there
// is time left to do without the model.
func run(
	ctx context.Context, m Model, limit time.Duration, f func(context.Context, *step) ([]byte, error),
) ([]byte, error) {
	if deadline, ok := ctx.Deadline(); ok {
		if left := time.Until(deadline); left > 2*answerTime {
			limit = min(limit, left-answerTime)
		}
	}
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	out, err := f(within, &step{model: m})
	if err != nil {
		return nil, failure(within, err)
	}
	return out, nil
}

// ask asks the model and waits when the server says when to come back.
func (s *step) ask(ctx context.Context, ask Ask) (Answer, error) {
	for {
		answer, err := s.model.Complete(ctx, ask)
		if err == nil {
			s.usage, s.answered = s.usage.Add(answer.Usage), answer.Model
			answer.Text = withoutThoughts(answer.Text)
			return answer, nil
		}
		ask.Said = nil // another attempt says it anew
		wait := s.wait(ctx, err)
		if wait < 0 || !sleep(ctx, wait) {
			return Answer{}, err
		}
		s.waits++
	}
}

// wait returns how long to wait before the model is asked again: what its server said, where there is time for it;
// negative when it is not asked again.
func (s *step) wait(ctx context.Context, err error) time.Duration {
	var e *Error
	if !errors.As(err, &e) || s.waits >= maxWaits {
		return -1
	}
	wait := e.RetryAfter
	switch {
	case e.Class != trip.ClassRateLimited && e.Class != trip.ClassFailed:
		return -1
	case wait < 0 && e.Class == trip.ClassFailed && s.again && s.waits == 0 && !e.Began:
		wait = againAfter
	}
	if deadline, ok := ctx.Deadline(); !ok || time.Until(deadline) <= wait+answerTime {
		return -1
	}
	return wait
}

// sleep reports whether the whole time passed before ctx ended.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// failure makes the error of a handler. The end of ctx explains whatever happened because of it.
func failure(ctx context.Context, err error) *tools.Error {
	var done *tools.Error
	var e *Error
	switch {
	case errors.As(err, &done):
		return done
	case errors.Is(ctx.Err(), context.Canceled):
		return tools.Failure(trip.ClassCancelled, "llm: cancelled")
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return tools.Failure(trip.ClassTimeout, "llm: the model did not answer in time")
	case errors.As(err, &e):
		return tools.Failure(e.Class, bounded(e.Error()))
	default:
		return tools.Failure(trip.ClassFailed, bounded(err.Error()))
	}
}

func bounded(text string) string {
	if len(text) > maxError {
		return text[:maxError]
	}
	return text
}

// unusable is an answer that is asked for once more.
func unusable(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrAnswer, fmt.Errorf(format, args...))
}
