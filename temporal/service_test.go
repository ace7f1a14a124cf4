package temporal

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/api/enums/v1"
	historypb "go.temporal.io/api/history/v1"
	"go.temporal.io/api/serviceerror"
	workflowpb "go.temporal.io/api/workflow/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/server/ops/opstest"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// service is a Temporal service in this process, as far as clients of trips see it: it keeps histories, and has what is
// asked of a trip decided and performed by a worker's engine, all of it before it answers. What workflows do beside that
// is tested on a stage.
type service struct {
	client.Client // nil: nothing else is asked of it
	t             testing.TB
	e             *engine

	mu   sync.Mutex // guards the fields below
	runs map[string]*run
	n    int
}

// run is the last run of a workflow.
type run struct {
	id, name string
	status   enums.WorkflowExecutionStatus
	state    runner.AwayTrip
	events   []*historypb.HistoryEvent
}

func (r *run) execution() *commonpb.WorkflowExecution {
	return &commonpb.WorkflowExecution{WorkflowId: r.name, RunId: r.id}
}

// newService starts a service within the test, with a worker that has the embedded tools, and returns a client for it.
func newService(t testing.TB) (*service, *Client) {
	t.Helper()
	reg, err := embedded.Tools(embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := &service{t: t, runs: map[string]*run{}}
	config := Config{Client: s, Runner: runner.Config{Turn: turn.Default(), Tools: reg, Logger: slog.New(slog.DiscardHandler)}}
	c, err := NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	if config, _, err = config.ready(); err != nil {
		t.Fatal(err)
	}
	r, err := runner.New(config.Runner)
	if err != nil {
		t.Fatal(err)
	}
	s.e = newEngine(config, r)
	t.Cleanup(func() { _, _ = c.Close(context.Background()), r.Close(context.Background()) })
	return s, c
}

// add adds an event to a history.
func (r *run) add(ev *historypb.HistoryEvent) {
	ev.EventId, ev.EventTime = int64(len(r.events)+1), timestamppb.Now()
	r.events = append(r.events, ev)
}

// payloads writes a value as histories have it.
func (s *service) payloads(v any) *commonpb.Payloads {
	p, err := DataConverter().ToPayloads(v)
	if err != nil {
		s.t.Error(err)
	}
	return p
}

// begin begins a run.
func (s *service) begin(name string, from runner.AwayTrip) *run {
	s.n++
	r := &run{id: strconv.Itoa(s.n), name: name, state: from, status: enums.WORKFLOW_EXECUTION_STATUS_RUNNING}
	s.runs[name] = r
	r.add(&historypb.HistoryEvent{
		EventType: enums.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED,
		Attributes: &historypb.HistoryEvent_WorkflowExecutionStartedEventAttributes{
			WorkflowExecutionStartedEventAttributes: &historypb.WorkflowExecutionStartedEventAttributes{Input: s.payloads(from)},
		},
	})
	if len(from.Calls) > 0 {
		s.decide(r, runner.Away{Resume: true})
		s.perform(r)
	}
	return r
}

// decide makes a step, and keeps it in the history.
func (s *service) decide(r *run, a runner.Away) (c runner.AwayCommit) {
	a.Trip, a.Now = &r.state, time.Now()
	c, err := s.e.step(context.Background(), &a)
	if err != nil {
		s.t.Errorf("%s: %v", r.name, err)
		return c
	}
	r.state.Apply(&c, a.Now)
	r.add(&historypb.HistoryEvent{
		EventType: enums.EVENT_TYPE_MARKER_RECORDED,
		Attributes: &historypb.HistoryEvent_MarkerRecordedEventAttributes{
			MarkerRecordedEventAttributes: &historypb.MarkerRecordedEventAttributes{
				Details: map[string]*commonpb.Payloads{"result": s.payloads(c)},
			},
		},
	})
	if c.Erase || r.state.Header == "" {
		r.status = enums.WORKFLOW_EXECUTION_STATUS_COMPLETED
		r.add(&historypb.HistoryEvent{EventType: enums.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED})
	}
	return c
}

// perform makes calls, and opens turns, until nothing is left to do.
func (s *service) perform(r *run) {
	for r.status == enums.WORKFLOW_EXECUTION_STATUS_RUNNING {
		var a runner.Away
		for _, c := range r.state.Calls {
			if c.At != 0 {
				a.Outcomes = append(a.Outcomes, s.call(r, c, false))
			}
		}
		if len(a.Outcomes)+len(r.state.Queue) == 0 {
			return
		}
		s.decide(r, a)
	}
}

// lookUp looks up once what is in doubt.
func (s *service) lookUp(r *run) {
	var a runner.Away
	for _, c := range r.state.Calls {
		if c.At == 0 && c.Limits.Lookups > 0 {
			if out := s.call(r, c, true); out.Sure || out.NotMade {
				a.Outcomes = append(a.Outcomes, out)
			}
		}
	}
	if len(a.Outcomes) > 0 {
		s.decide(r, a)
	}
}

func (s *service) call(r *run, c runner.AwayOpen, lookup bool) runner.AwayOutcome {
	in, _, err := trip.DecodeIntent(r.state.Intent)
	if err != nil {
		s.t.Error(err)
	}
	return s.e.runner.PerformAway(context.Background(), runner.AwayCall{
		Trip: r.state.Trip, Call: c, Intent: &in, Until: r.state.Until, Lookup: lookup,
	})
}

// updated is what the service answers to an update.
type updated struct {
	client.WorkflowUpdateHandle // nil: nothing else is asked of it
	said                        reply
}

// Get implements client.WorkflowUpdateHandle.
func (u updated) Get(_ context.Context, to any) error {
	*to.(*reply) = u.said
	return nil
}

// started is an operation that starts a workflow.
type started struct {
	client.WithStartWorkflowOperation // nil: nothing else is asked of it
	options                           client.StartWorkflowOptions
	from                              runner.AwayTrip
}

func (*service) NewWithStartWorkflowOperation(o client.StartWorkflowOptions, _ any, args ...any) client.WithStartWorkflowOperation {
	return started{options: o, from: args[0].(runner.AwayTrip)}
}

func (s *service) UpdateWithStartWorkflow(_ context.Context, o client.UpdateWithStartWorkflowOptions) (client.WorkflowUpdateHandle, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	start, name := o.StartWorkflowOperation.(started), o.UpdateOptions.WorkflowID
	r := s.runs[name]
	switch {
	case r != nil && r.status == enums.WORKFLOW_EXECUTION_STATUS_RUNNING:
	case r != nil && start.options.WorkflowIDReusePolicy == enums.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE:
		return nil, serviceerror.NewWorkflowExecutionAlreadyStarted("it has ended", "", r.id)
	default:
		r = s.begin(name, start.from)
	}
	asked := o.UpdateOptions.Args[0].(request)
	c := s.decide(r, runner.Away{Request: &store.Request{Trip: r.state.Trip, ID: asked.ID, Kind: asked.Kind, Body: []byte(asked.Body)}})
	if c.LookUp {
		s.lookUp(r)
	}
	s.perform(r)
	return updated{said: reply{Answer: c.Answer, Busy: c.Busy}}, nil
}

func (s *service) ExecuteWorkflow(_ context.Context, o client.StartWorkflowOptions, _ any, args ...any) (client.WorkflowRun, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.runs[o.ID]; r != nil && r.status == enums.WORKFLOW_EXECUTION_STATUS_RUNNING {
		return nil, serviceerror.NewWorkflowExecutionAlreadyStarted("it runs", "", r.id)
	}
	s.begin(o.ID, args[0].(runner.AwayTrip))
	return nil, nil
}

func (s *service) DescribeWorkflow(_ context.Context, name, _ string) (*client.WorkflowExecutionDescription, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.runs[name]
	if r == nil {
		return nil, serviceerror.NewNotFound(name)
	}
	return &client.WorkflowExecutionDescription{RawResponse: &workflowservice.DescribeWorkflowExecutionResponse{
		WorkflowExecutionInfo: &workflowpb.WorkflowExecutionInfo{
			Execution: r.execution(), Status: r.status, HistoryLength: int64(len(r.events)),
		},
	}}, nil
}

// ListWorkflow lists the runs of a workflow, or those that run.
func (s *service) ListWorkflow(_ context.Context, req *workflowservice.ListWorkflowExecutionsRequest) (*workflowservice.ListWorkflowExecutionsResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := strings.Contains(req.GetQuery(), "'Running'")
	found := &workflowservice.ListWorkflowExecutionsResponse{}
	for name, r := range s.runs {
		if all && r.status == enums.WORKFLOW_EXECUTION_STATUS_RUNNING || strings.Contains(req.GetQuery(), strconv.Quote(name)) {
			found.Executions = append(found.Executions, &workflowpb.WorkflowExecutionInfo{Execution: r.execution()})
		}
	}
	return found, nil
}

func (s *service) WorkflowService() workflowservice.WorkflowServiceClient { return keeps{s: s} }

// keeps is the part of the service that has the histories.
type keeps struct {
	workflowservice.WorkflowServiceClient // nil: nothing else is asked of it
	s                                     *service
}

// GetWorkflowExecutionHistory returns what follows a token, which is a number of events, and waits for it.
func (k keeps) GetWorkflowExecutionHistory(
	ctx context.Context, req *workflowservice.GetWorkflowExecutionHistoryRequest, _ ...grpc.CallOption,
) (*workflowservice.GetWorkflowExecutionHistoryResponse, error) {
	from, _ := strconv.Atoi(string(req.GetNextPageToken()))
	for ; ; time.Sleep(5 * time.Millisecond) {
		k.s.mu.Lock()
		r := k.s.runs[req.GetExecution().GetWorkflowId()]
		if r == nil || r.id != req.GetExecution().GetRunId() {
			k.s.mu.Unlock()
			return nil, serviceerror.NewNotFound("no such run")
		}
		page := &workflowservice.GetWorkflowExecutionHistoryResponse{
			History: &historypb.History{Events: slices.Clone(r.events[from:])}, NextPageToken: []byte(strconv.Itoa(len(r.events))),
		}
		over := r.status != enums.WORKFLOW_EXECUTION_STATUS_RUNNING
		k.s.mu.Unlock()
		if over {
			page.NextPageToken = nil
		}
		if over || len(page.GetHistory().GetEvents()) > 0 {
			return page, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
}

func (k keeps) DeleteWorkflowExecution(
	_ context.Context, req *workflowservice.DeleteWorkflowExecutionRequest, _ ...grpc.CallOption,
) (*workflowservice.DeleteWorkflowExecutionResponse, error) {
	k.s.mu.Lock()
	defer k.s.mu.Unlock()
	maps.DeleteFunc(k.s.runs, func(_ string, r *run) bool { return r.id == req.GetWorkflowExecution().GetRunId() })
	return &workflowservice.DeleteWorkflowExecutionResponse{}, nil
}

// All that an operator does to a store can be done to a service.
func TestDesk(t *testing.T) {
	t.Parallel()
	opstest.Run(t, func(t *testing.T) ops.Desk {
		_, c := newService(t)
		return &ops.Local{Runner: c.Runner, Store: c.Store()}
	})
}
