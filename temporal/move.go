package temporal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// MoveIn moves a trip of a store into the service, with its log, its queue and what is out or in doubt: calls that were
// out are looked up or made again, as after a crash. Nobody may work on the trip in the store any more, where it is
// left as it is.
//
//   - Errors: runner.ErrExists when the service has such a trip, those of runner.State and of the store.
func (c *Client) MoveIn(ctx context.Context, from store.Store, id trip.ID) error {
	s, err := stateOf(ctx, from, id)
	if err != nil {
		return err
	}
	err = c.history.start(ctx, s)
	if errors.Is(err, store.ErrConflict) {
		return fmt.Errorf("%w: %q", runner.ErrExists, id)
	}
	return err
}

// stateOf reads a trip of a store.
func stateOf(ctx context.Context, from store.Store, id trip.ID) (s state, err error) {
	reader, err := runner.New(runner.Config{Store: from, Tools: tools.Registry{}, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return s, err //nolint:wrapcheck // it names the field
	}
	defer reader.Close(ctx) //nolint:errcheck // it has begun nothing
	there, err := from.Load(ctx, id)
	if err != nil {
		return s, err //nolint:wrapcheck // the store's own
	}
	in, err := reader.State(ctx, id)
	if err != nil {
		return s, err //nolint:wrapcheck // the runner's own
	}
	s = state{Trip: id, Header: string(there.Header), Intent: string(in.AppendJSON(nil))}
	for r, err := range from.Log(ctx, id, 1) {
		if err != nil {
			return s, err //nolint:wrapcheck // the store's own
		}
		s.Records = append(s.Records, record{string(r.Event), string(r.Decision)})
	}
	for _, o := range there.Outstanding {
		s.Calls = append(s.Calls, call{AwayOpen: runner.AwayOpen{Outstanding: o}, Seq: there.Seq})
	}
	for _, line := range there.Queue {
		s.Queue = append(s.Queue, string(line))
	}
	return s, nil
}

// commit is the trip as one commit to a store that lacks it.
func (s *state) commit() store.Commit {
	t := s.stored()
	c := store.Commit{
		Trip: s.Trip, Header: t.Header, Snapshot: t.Snapshot, TurnEnded: true, Outstanding: t.Outstanding, Queue: t.Queue,
	}
	for _, o := range t.Outstanding {
		c.TurnEnded = c.TurnEnded && o.At == 0
	}
	for r := range s.log(1) {
		c.Events, c.Decisions = append(c.Events, r.Event), append(c.Decisions, r.Decision)
	}
	return c
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
	if err := to.Append(ctx, v.state.commit()); err != nil {
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
