package llm

import (
	"context"
	"errors"
	"time"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/followup"
	"github.com/legwork-go/legwork/trip"
)

// asker is the handler of generate_followup_questions.
type asker struct {
	model   Model
	form    form
	timeout time.Duration
}

// Run performs a call.
func (a asker) Run(ctx context.Context, req tools.Request) ([]byte, error) {
	if err := a.form.catalog.CheckArguments(trip.ToolFollowup, trip.Raw(req.Arguments)); err != nil {
		return nil, tools.Failure(trip.ClassInvalidArguments, bounded(err.Error()))
	}
	return run(ctx, a.model, a.timeout, func(ctx context.Context, s *step) ([]byte, error) {
		out, err := a.form.fill(ctx, s, followupPrompt, string(req.Arguments), func(trip.Raw) error { return nil })
		if errors.Is(err, ErrAnswer) { // the person is asked all the same
			return followup.New().Run(ctx, req)
		}
		return out, err
	})
}
