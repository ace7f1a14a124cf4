package temporal

import (
	"context"
	"errors"
	"fmt"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// MoveIn moves a trip of a store into the service, with its log, its queue and what is out or in doubt: calls that were
// out are looked up or made again, as after a crash. Nobody may work on the trip in the store any more, where it is
// left as it is.
//
//   - Errors: runner.ErrExists when the service has such a trip, those of runner.State and of the store.
func (c *Client) MoveIn(ctx context.Context, from store.Store, id trip.ID) error {
	s, err := runner.ReadAway(ctx, from, id)
	if err != nil {
		return err //nolint:wrapcheck // it names the trip
	}
	err = c.history.start(ctx, s)
	if errors.Is(err, store.ErrConflict) {
		return fmt.Errorf("%w: %q", runner.ErrExists, id)
	}
	return err
}

// MoveOut moves a trip of the service into a store that lacks it. Its workflow is ended first, and erased in the end:
// when something fails in between, MoveOut again goes on. Whoever works with the store takes up what is pending.
//
//   - Errors: store.ErrNotFound, or a fault of the service or of the store.
func (c *Client) MoveOut(ctx context.Context, to store.Store, id trip.ID) error {
	h := c.history
	v, err := h.look(ctx, id)
	if err != nil {
		return err
	}
	name := h.config.Prefix + string(id)
	if !v.over {
		if err := h.config.Client.TerminateWorkflow(ctx, name, v.run, "moved to a store"); err != nil {
			return fault(ctx, id, err)
		}
		if v, err = h.look(ctx, id); err != nil {
			return err
		}
	}
	if err := to.Append(ctx, v.state.Commit()); err != nil {
		return err //nolint:wrapcheck // the store's own
	}
	return h.erase(ctx, id)
}

// erase removes all runs of a trip from the service, which does so in its own time.
func (h *history) erase(ctx context.Context, id trip.ID) error {
	runs, err := h.config.Client.ListWorkflow(ctx, &workflowservice.ListWorkflowExecutionsRequest{
		Query: fmt.Sprintf("WorkflowId = %q", h.config.Prefix+string(id)),
	})
	if err != nil {
		return fault(ctx, id, err)
	}
	for _, run := range runs.GetExecutions() {
		_, err := h.config.Client.WorkflowService().DeleteWorkflowExecution(ctx,
			&workflowservice.DeleteWorkflowExecutionRequest{
				Namespace: h.config.Namespace, WorkflowExecution: run.GetExecution(),
			})
		var gone *serviceerror.NotFound
		if err != nil && !errors.As(err, &gone) {
			return fault(ctx, id, err)
		}
	}
	return nil
}
