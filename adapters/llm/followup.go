package llm

import (
	"context"
	"errors"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// followup is the handler of generate_followup_questions.
func (f filler) followup(ctx context.Context, req tools.Request) ([]byte, error) {
	if err := f.form.catalog.CheckArguments(trip.ToolFollowup, trip.Raw(req.Arguments)); err != nil {
		return nil, tools.Failure(trip.ClassInvalidArguments, bounded(err.Error()))
	}
	return f.run(ctx, req, func(ctx context.Context, s *step) ([]byte, error) {
		doc, _, err := f.form.fill(ctx, s, followupPrompt, string(req.Arguments), func(trip.Raw) error { return nil })
		switch {
		case errors.Is(err, ErrAnswer): // the person is asked all the same
			return f.rules.tool.Run(ctx, req)
		case err != nil:
			return nil, err
		}
		return f.form.finish(doc, s)
	})
}
