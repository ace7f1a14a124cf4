package llm

import (
	"context"
	"time"
)

// InOrder returns a model that asks the first of several, and the next one where one fails before it answered.
// Each gets its share of the time that is left. Of one model it is that model.
func InOrder(models ...Model) Model {
	if len(models) == 1 {
		return models[0]
	}
	return inOrder(models)
}

type inOrder []Model

// Complete implements [Model]. The error is that of the last model.
func (m inOrder) Complete(ctx context.Context, ask Ask) (answer Answer, err error) {
	for i, model := range m {
		if answer, err = completeWithin(ctx, model, ask, len(m)-i); err == nil || ctx.Err() != nil {
			break
		}
	}
	return answer, err
}

// completeWithin asks a model, in its share of the time of those that are left.
func completeWithin(ctx context.Context, m Model, ask Ask, left int) (Answer, error) {
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(deadline)/time.Duration(left))
		defer cancel()
	}
	return m.Complete(ctx, ask)
}
