package llm

import (
	"context"
	"errors"
	"time"
)

// InOrder returns a model that asks the first of several, and the next one where one fails before it answered:
// what has begun to answer is not asked again of another ([Error.Began]). Each gets its share of the time that is
// left to begin in. Of one model it is that model.
func InOrder(models ...Model) Model {
	if len(models) == 1 {
		return models[0]
	}
	return inOrder(models)
}

type inOrder []Model

// Complete implements [Model]. The error is that of the last model that was asked.
func (m inOrder) Complete(ctx context.Context, ask Ask) (answer Answer, err error) {
	for i, model := range m {
		share, end := newShare(ctx, &ask, len(m)-i)
		answer, err = model.Complete(share, ask)
		late := share.Err() != nil && ctx.Err() == nil
		end()
		var broken *Error
		if err == nil || ctx.Err() != nil || !late && errors.As(err, &broken) && broken.Began {
			break
		}
	}
	return answer, err
}

// newShare returns the context of one of the models that are left: it ends with its share of the time, unless the
// answer has begun by then.
func newShare(ctx context.Context, ask *Ask, left int) (context.Context, context.CancelFunc) {
	share, cancel := context.WithCancel(ctx)
	deadline, ok := ctx.Deadline()
	if !ok || left == 1 {
		return share, cancel
	}
	timer := time.AfterFunc(time.Until(deadline)/time.Duration(left), cancel)
	began := ask.Began
	ask.Began = func() {
		timer.Stop()
		if began != nil {
			began()
		}
	}
	return share, func() { timer.Stop(); cancel() }
}
