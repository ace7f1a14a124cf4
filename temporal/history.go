package temporal

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/api/enums/v1"
	historypb "go.temporal.io/api/history/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	"google.golang.org/grpc/codes"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// history is the store of clients: it reads trips from the histories of their workflows, and puts what is asked of them
// into updates. To a runner it is a store whose trips are all other processes' own.
type history struct {
	config Config
	log    *slog.Logger

	mu      sync.Mutex // guards the fields below
	hear    func(store.Word)
	ctx     context.Context // of hear
	views   map[trip.ID]*view
	tails   map[trip.ID]time.Time // which are followed, and when they were read last
	answers map[asking]*store.Answer
}

// view is what a history tells of a trip. It is not changed once it is shared.
type view struct {
	run    string
	events int64  // of the history, that were read
	token  []byte // from which the service tells what follows
	state  runner.AwayTrip

	over bool   // the run has ended
	gone bool   // with the trip
	next string // the run that goes on
}

// asking is a request of a trip.
type asking struct {
	trip trip.ID
	id   string
}

// maxViews bounds the trips that are remembered.
const maxViews = 1024

// workflowID returns the id of a trip's workflow.
func (h *history) workflowID(id trip.ID) (string, error) {
	if err := store.CheckID(id); err != nil {
		return "", err
	}
	if !utf8.ValidString(string(id)) {
		return "", fmt.Errorf("%w: the trip id %q is not UTF-8", store.ErrInvalid, id)
	}
	return h.config.Prefix + string(id), nil
}

// look returns what is known of a trip, as new as if it were read now.
//
//   - Errors: store.ErrNotFound where there is none, and where it was deleted, with what its last run tells.
func (h *history) look(ctx context.Context, id trip.ID) (*view, error) {
	name, err := h.workflowID(id)
	if err != nil {
		return nil, err
	}
	now, err := h.config.Client.DescribeWorkflow(ctx, name, "")
	if err != nil {
		return nil, fault(ctx, id, err)
	}
	info := now.RawResponse.GetWorkflowExecutionInfo()
	h.mu.Lock()
	v := h.views[id]
	h.mu.Unlock()
	if run := info.GetExecution().GetRunId(); v == nil || v.run != run {
		v = &view{run: run}
	}
	runs := info.GetStatus() == enums.WORKFLOW_EXECUTION_STATUS_RUNNING
	for !v.over && (v.events < info.GetHistoryLength() || !runs) {
		if v, err = h.advance(ctx, id, v); err != nil {
			return nil, err
		}
	}
	if v.gone || v.state.Header == "" {
		return v, fmt.Errorf("%w: trip %q", store.ErrNotFound, id)
	}
	return v, nil
}

// advance reads what a history has beyond a view. If there is nothing, it waits for it a while.
func (h *history) advance(ctx context.Context, id trip.ID, v *view) (*view, error) {
	page, err := h.config.Client.WorkflowService().GetWorkflowExecutionHistory(ctx,
		&workflowservice.GetWorkflowExecutionHistoryRequest{
			Namespace: h.config.Namespace, NextPageToken: v.token, WaitNewEvent: true, SkipArchival: true,
			Execution: &commonpb.WorkflowExecution{WorkflowId: h.config.Prefix + string(id), RunId: v.run},
		})
	if err != nil {
		return nil, fault(ctx, id, err)
	}
	next := *v
	next.token, next.over = page.GetNextPageToken(), len(page.GetNextPageToken()) == 0
	next.state.Records = slices.Clip(v.state.Records)
	for _, ev := range page.GetHistory().GetEvents() {
		if err := h.add(&next, ev); err != nil {
			return nil, err
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if old := h.views[id]; old == nil || old.run != next.run || old.events < next.events {
		if len(h.views) >= maxViews {
			clear(h.views)
		}
		h.views[id] = &next
	}
	return &next, nil
}

// add reads an event of a history into a view.
func (h *history) add(v *view, ev *historypb.HistoryEvent) error {
	v.events = max(v.events, ev.GetEventId())
	switch ev.GetEventType() { //nolint:exhaustive // of some sixty types these tell something
	case enums.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED:
		return h.config.DataConverter.FromPayloads(ev.GetWorkflowExecutionStartedEventAttributes().GetInput(), &v.state)
	case enums.EVENT_TYPE_MARKER_RECORDED:
		made := ev.GetMarkerRecordedEventAttributes().GetDetails()["result"]
		if made == nil { // a step that failed
			return nil
		}
		var c runner.AwayCommit
		if err := h.config.DataConverter.FromPayloads(made, &c); err != nil {
			return fmt.Errorf("%w: trip %q: history event %d: %w", store.ErrDamaged, v.state.Trip, v.events, err)
		}
		v.state.Apply(&c, ev.GetEventTime().AsTime())
	case enums.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED:
		v.gone = true
	case enums.EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW:
		v.next = ev.GetWorkflowExecutionContinuedAsNewEventAttributes().GetNewExecutionRunId()
	}
	return nil
}

// fault says what an error of the service means for a trip; none is none.
func fault(ctx context.Context, id trip.ID, err error) error {
	var missing *serviceerror.NotFound
	var refused *temporal.ApplicationError
	var busy *serviceerror.ResourceExhausted
	switch code := serviceerror.ToStatus(err).Code(); {
	case err == nil:
		return nil
	case code == codes.InvalidArgument, code == codes.ResourceExhausted && !errors.As(err, &busy),
		errors.As(err, &refused) && refused.Type() == longType:
		return fmt.Errorf("%w: trip %q is too long for the service: keep it in a store: %w", runner.ErrTooLarge, id, err)
	case errors.As(err, &missing):
		return fmt.Errorf("%w: trip %q", store.ErrNotFound, id)
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return fmt.Errorf("%w: temporal: %w", store.ErrMedium, err)
}

// Load implements [store.Store].
func (h *history) Load(ctx context.Context, id trip.ID) (store.Trip, error) {
	v, err := h.look(ctx, id)
	if err != nil {
		return store.Trip{}, err
	}
	return v.state.Stored(), nil
}

// Log implements [store.Store]. Whoever reads it to its end is told of what follows. Of a trip that is followed already
// it is as new as what was heard of it.
func (h *history) Log(ctx context.Context, id trip.ID, from int64) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		v := h.followed(id)
		if v == nil {
			var err error
			if v, err = h.look(ctx, id); err != nil {
				yield(store.Record{}, err)
				return
			}
		}
		for record := range v.state.Log(from) {
			if !yield(record, nil) {
				return
			}
		}
		h.follow(id, v)
	}
}

// SnapshotAt implements [store.Store]: there is that of the present.
func (h *history) SnapshotAt(ctx context.Context, id trip.ID, seq int64) ([]byte, int64, error) {
	v, err := h.look(ctx, id)
	if err != nil {
		return nil, 0, err
	}
	if last := int64(len(v.state.Records)); v.state.Intent != "" && last <= seq {
		return []byte(v.state.Intent), last, nil
	}
	return nil, 0, fmt.Errorf("%w: trip %q has no snapshot at seq %d", store.ErrNotFound, id, seq)
}

// Trips implements [store.Store], as far as the visibility store knows.
func (h *history) Trips(ctx context.Context, after trip.ID) iter.Seq2[trip.ID, error] {
	return func(yield func(trip.ID, error) bool) {
		var ids []trip.ID
		ask := &workflowservice.ListWorkflowExecutionsRequest{
			Query: fmt.Sprintf("WorkflowType = %q AND ExecutionStatus = 'Running'", workflowName),
		}
		for {
			page, err := h.config.Client.ListWorkflow(ctx, ask)
			if err != nil {
				yield("", fault(ctx, "", err))
				return
			}
			for _, found := range page.GetExecutions() {
				name := found.GetExecution().GetWorkflowId()
				if id := trip.ID(name[min(len(h.config.Prefix), len(name)):]); id > after && h.config.Prefix+string(id) == name {
					ids = append(ids, id)
				}
			}
			if ask.NextPageToken = page.GetNextPageToken(); len(ask.NextPageToken) == 0 {
				break
			}
		}
		slices.Sort(ids)
		for _, id := range slices.Compact(ids) {
			if !yield(id, nil) {
				return
			}
		}
	}
}

// Pending implements [store.Store]: the service goes on with what is pending.
func (*history) Pending(context.Context) iter.Seq2[trip.ID, error] {
	return func(func(trip.ID, error) bool) {}
}

// Append implements [store.Store]. Only a trip without an event is begun here; whatever else is done by its workflow.
func (h *history) Append(ctx context.Context, c store.Commit) error {
	if len(c.Events)+len(c.Queue) > 0 || c.ExpectedSeq > 0 {
		return &store.OwnedError{Trip: c.Trip, Owner: "temporal"}
	}
	return h.Start(ctx, c)
}

// Start implements [store.Starter].
func (h *history) Start(ctx context.Context, c store.Commit) error {
	name, err := h.workflowID(c.Trip)
	if err != nil {
		return err
	}
	options := h.options(name)
	options.WorkflowExecutionErrorWhenAlreadyStarted = true
	_, err = h.config.Client.ExecuteWorkflow(ctx, options, workflowName, runner.AwayOf(c))
	var there *serviceerror.WorkflowExecutionAlreadyStarted
	if errors.As(err, &there) {
		return &store.ConflictError{Trip: c.Trip, Actual: 1}
	}
	return fault(ctx, c.Trip, err)
}

func (h *history) options(name string) client.StartWorkflowOptions {
	return client.StartWorkflowOptions{
		ID: name, TaskQueue: h.config.TaskQueue, WorkflowIDConflictPolicy: enums.WORKFLOW_ID_CONFLICT_POLICY_FAIL,
	}
}

// Own implements [store.Owner]: a trip that exists is its workflow's.
func (h *history) Own(ctx context.Context, id trip.ID) (store.Trip, error) {
	if _, err := h.look(ctx, id); err != nil {
		return store.Trip{}, err
	}
	return store.Trip{}, &store.OwnedError{Trip: id, Owner: "temporal"}
}

// leaseLength bounds how long after its commit a write is sent: a worker that stood still longer does not send it.
const leaseLength = 40 * time.Second

// Lease implements [store.Owner]. The service has the trips, and no process loses one.
func (*history) Lease() store.Lease {
	return store.Lease{Token: 1, Length: leaseLength, Left: leaseLength}
}

// Put implements [store.Inbox]: the workflow takes the request before it returns.
func (h *history) Put(ctx context.Context, r store.Request, _ int) (store.Request, error) {
	id := uuid.NewString() // the same for each try: the service makes one update of them
	for wait := 20 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		said, err := h.update(ctx, id, r)
		switch {
		case err == nil && said.Busy:
			return r, fmt.Errorf("%w: trip %q", store.ErrFull, r.Trip)
		case err == nil && said.Fault != "":
			return r, fmt.Errorf("temporal: trip %q: %s", r.Trip, said.Fault)
		case err == nil:
			return r, h.answered(ctx, r, said.Answer)
		case ctx.Err() != nil:
			return r, ctx.Err()
		case !isPassing(err):
			return r, fault(ctx, r.Trip, err)
		}
		select {
		case <-ctx.Done():
			return r, ctx.Err()
		case <-time.After(wait):
		}
	}
}

// answerTime is how long answers are kept.
const answerTime = time.Hour

// answered keeps the answer to a request; no text is none. What the answer speaks of is read before, except an event,
// which is waited for.
func (h *history) answered(ctx context.Context, r store.Request, said string) error {
	q := asking{r.Trip, r.ID}
	h.mu.Lock()
	delete(h.answers, q)
	if said != "" {
		a := &store.Answer{ID: r.ID, Body: []byte(said)}
		h.answers[q] = a
		time.AfterFunc(answerTime, func() {
			h.mu.Lock()
			defer h.mu.Unlock()
			if h.answers[q] == a {
				delete(h.answers, q)
			}
		})
	}
	h.mu.Unlock()
	if r.Kind == "event" {
		return nil
	}
	v, err := h.look(ctx, r.Trip)
	if v != nil && v.gone { // it was deleted
		return h.erase(ctx, r.Trip, v.run)
	}
	return err
}

// isPassing reports whether an update is taken when it is tried again: its run has ended or is about to, or could not
// go on for a moment.
func isPassing(err error) bool {
	var refused *temporal.ApplicationError
	if errors.As(err, &refused) {
		return refused.Type() == rollingType || refused.Type() == "AcceptedUpdateCompletedWorkflow"
	}
	var closing *serviceerror.NotFound
	var failed *serviceerror.WorkflowNotReady
	return errors.As(err, &closing) || errors.As(err, &failed)
}

// update makes one try to have a request taken. Without a workflow that runs one is started, with what is known of the
// trip if an operator ended the last one.
func (h *history) update(ctx context.Context, id string, r store.Request) (said reply, err error) {
	name, err := h.workflowID(r.Trip)
	if err != nil {
		return said, err
	}
	began, start := runner.AwayTrip{Trip: r.Trip}, h.options(name)
	start.WorkflowIDConflictPolicy = enums.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING
	start.WorkflowIDReusePolicy = enums.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE
	for {
		handle, err := h.config.Client.UpdateWithStartWorkflow(ctx, client.UpdateWithStartWorkflowOptions{
			StartWorkflowOperation: h.config.Client.NewWithStartWorkflowOperation(start, workflowName, began),
			UpdateOptions: client.UpdateWorkflowOptions{
				UpdateID: id, WorkflowID: name, UpdateName: updateName, WaitForStage: client.WorkflowUpdateStageCompleted,
				Args: []any{request{ID: r.ID, Kind: r.Kind, Body: string(r.Body)}},
			},
		})
		var ended *serviceerror.WorkflowExecutionAlreadyStarted
		switch {
		case err == nil:
			return said, handle.Get(ctx, &said)
		case !errors.As(err, &ended) || start.WorkflowIDReusePolicy == enums.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE:
			return said, err
		}
		start.WorkflowIDReusePolicy = enums.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE
		switch v, err := h.look(ctx, r.Trip); {
		case err == nil:
			began = v.state
		case !errors.Is(err, store.ErrNotFound):
			return said, err
		}
	}
}

// Answered implements [store.Inbox]: Put has waited for the answer.
func (h *history) Answered(_ context.Context, id trip.ID, requestID string) (store.Answer, bool, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if a := h.answers[asking{id, requestID}]; a != nil {
		return *a, false, nil
	}
	return store.Answer{ID: requestID}, false, nil
}

// Waiting and Answer implement [store.Inbox]; only who owns a trip calls them.
func (*history) Waiting(context.Context, trip.ID) ([]store.Request, error) { return nil, nil }

// Backlog implements [store.Inbox]: what waits for a worker waits in the service.
func (*history) Backlog(context.Context, int) ([]store.Backlog, error) { return nil, nil }

// Answer implements [store.Inbox].
func (*history) Answer(_ context.Context, id trip.ID, _ int64, _ store.Answer) error {
	return &store.OwnedError{Trip: id, Owner: "temporal"}
}

// Delete implements [store.Deleter]: what exists is deleted by its workflow.
func (h *history) Delete(ctx context.Context, id trip.ID) error {
	_, err := h.Own(ctx, id)
	return err
}

// Prune implements [store.Pruner]: no snapshots are kept that could be forgotten.
func (*history) Prune(_ context.Context, r store.Retention) (done store.PruneReport, err error) {
	if r.IdleAfter > 0 {
		err = fmt.Errorf("%w: trips of a service are deleted one by one", store.ErrInvalid)
	}
	return done, err
}

// Probe implements [store.Prober].
func (h *history) Probe(ctx context.Context) error {
	_, err := h.config.Client.CheckHealth(ctx, &client.CheckHealthRequest{})
	return fault(ctx, "", err)
}

// Close implements [store.Store]. The client of the service stays open.
func (*history) Close() error { return nil }
