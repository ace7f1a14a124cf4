package llm

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// rules are the embedded rules behind a model: they read and ask where it gave no answer. The person is told nothing of
// it, and the operator by a warning.
type rules struct {
	tool tools.Tool
	log  *slog.Logger
}

// filler has a model fill the form of a result.
type filler struct {
	model   Model
	form    form
	timeout time.Duration
	rules   rules
}

// run performs a call; where the model gives no answer, the rules do.
func (f filler) run(
	ctx context.Context, req tools.Request, fill func(context.Context, *step) ([]byte, error),
) ([]byte, error) {
	out, err := run(ctx, f.model, f.timeout, func(ctx context.Context, s *step) ([]byte, error) {
		s.again = true
		return fill(ctx, s)
	})
	if err != nil {
		return f.rules.run(ctx, req, err)
	}
	return out, nil
}

// run performs a call that the model did not. A call that nobody waits for any more stays undone.
func (r rules) run(ctx context.Context, req tools.Request, failed error) ([]byte, error) {
	var e *tools.Error
	if errors.Is(ctx.Err(), context.Canceled) || errors.As(failed, &e) && e.Class == trip.ClassCancelled {
		return nil, failed
	}
	out, err := r.tool.Run(ctx, req)
	if err != nil {
		return nil, failed // the rules have nothing to say of it
	}
	r.log.LogAttrs(ctx, slog.LevelWarn, "the model gave no answer; the embedded rules did",
		slog.String("trip", string(req.Trip)), slog.String("tool", req.Name), slog.String("error", failed.Error()))
	return out, nil
}
