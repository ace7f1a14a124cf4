package llm

import (
	"context"
	"errors"
	"time"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// asker is the handler of generate_followup_questions.
type asker struct {
	model   Model
	form    form
	timeout time.Duration
	rules   rules
}

// Run performs a call.
func (a asker) Run(ctx context.Context, req tools.Request) ([]byte, error) {
	if err := a.form.catalog.CheckArguments(trip.ToolFollowup, trip.Raw(req.Arguments)); err != nil {
		return nil, tools.Failure(trip.ClassInvalidArguments, bounded(err.Error()))
	}
	out, err := run(ctx, a.model, a.timeout, func(ctx context.Context, s *step) ([]byte, error) {
		s.again = true
		doc, _, err := a.form.fill(ctx, s, followupPrompt, string(req.Arguments), func(trip.Raw) error { return nil })
		switch {
		case errors.Is(err, ErrAnswer): // the person is asked all the same
			return a.rules.tool.Run(ctx, req)
		case err != nil:
			return nil, err
		}
		return a.form.finish(doc, s)
	})
	if err != nil {
		return a.rules.run(ctx, req, err)
	}
	return out, nil
}
