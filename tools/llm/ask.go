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
	maxError   = 1000        // bytes of an error's text
)

// step is one call of a handler: it asks the model, and once more when it must.
type step struct {
	model    Model
	answered string // the name of the model that answered last
	usage    Usage
	waits    int
}

// run bounds a step in time and turns its error into the caller's.
func run(
	ctx context.Context, m Model, limit time.Duration, f func(context.Context, *step) ([]byte, error),
) ([]byte, error) {
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
			return answer, nil
		}
		if !s.mayWait(ctx, err) || !sleep(ctx, retryAfter(err)) {
			return Answer{}, err
		}
		s.waits++
	}
}

// mayWait reports whether the server wants to be asked again and there is time for it.
func (s *step) mayWait(ctx context.Context, err error) bool {
	var e *Error
	if !errors.As(err, &e) || e.Class != trip.ClassRateLimited || e.RetryAfter < 0 || s.waits >= maxWaits {
		return false
	}
	deadline, ok := ctx.Deadline()
	return ok && time.Until(deadline) > e.RetryAfter+answerTime
}

func retryAfter(err error) time.Duration {
	var e *Error
	if errors.As(err, &e) {
		return e.RetryAfter
	}
	return 0
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
