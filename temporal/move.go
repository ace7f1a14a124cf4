package temporal

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	workflowpb "go.temporal.io/api/workflow/v1"
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
	if err == nil {
		err = c.history.Start(ctx, s.Commit())
	}
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
	if !v.over {
		err = h.config.Client.TerminateWorkflow(ctx, h.config.Prefix+string(id), v.run, "moved to a store")
		if err = fault(ctx, id, err); err == nil {
			v, err = h.look(ctx, id)
		}
		if err != nil {
			return err
		}
	}
	err = to.Append(ctx, v.state.Commit())
	if errors.Is(err, store.ErrConflict) { // by an attempt before this one?
		if there, e := to.Load(ctx, id); e == nil && there.Chain == v.state.Stored().Chain {
			err = nil
		}
	}
	if err == nil {
		err = h.erase(ctx, id, v.run)
	}
	return err
}

// erase removes all runs of a trip from the service, which takes a minute or two for that. What lists them lags: the
// last one is waited for.
func (h *history) erase(ctx context.Context, id trip.ID, last string) error {
	for {
		runs, err := h.config.Client.ListWorkflow(ctx, &workflowservice.ListWorkflowExecutionsRequest{
			Query: fmt.Sprintf("WorkflowId = %q", h.config.Prefix+string(id)),
		})
		if err != nil {
			return fault(ctx, id, err)
		}
		isLast := func(w *workflowpb.WorkflowExecutionInfo) bool { return w.GetExecution().GetRunId() == last }
		if slices.ContainsFunc(runs.GetExecutions(), isLast) {
			for _, run := range runs.GetExecutions() {
				_, err := h.config.Client.WorkflowService().DeleteWorkflowExecution(ctx,
					&workflowservice.DeleteWorkflowExecutionRequest{
						Namespace: h.config.Namespace, WorkflowExecution: run.GetExecution(),
					})
				if err = fault(ctx, id, err); err != nil && !errors.Is(err, store.ErrNotFound) {
					return err
				}
			}
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
}
