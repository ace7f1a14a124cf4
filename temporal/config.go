package temporal

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Config is what workers and clients are made of. Client is required, and so are the tools of a worker.
type Config struct {
	Client client.Client // of the service; not closed by workers and clients
	// DataConverter is that of Client; default that of [DataConverter], which reads what was written without it too.
	DataConverter converter.DataConverter
	Namespace     string // of Client; default "default"
	TaskQueue     string // default "legwork"
	Prefix        string // of workflow ids, before the trip's; default "legwork/"

	// Runner says how turns are decided and performed. Its Store is left empty. A client uses Turn, Limits and Logger.
	Runner runner.Config

	// Quick names reads that answer in milliseconds. A worker makes their calls where it decides, instead of by an
	// activity each, and records all that follows at once: a turn of such calls costs less than half.
	Quick []string

	Worker    worker.Options // of a worker; the number of its pollers follows the load unless it is set
	Heartbeat time.Duration  // how soon a worker is noticed to be gone that performs a call; default 10 s
	// Events of a history after which a workflow continues as new at the end of a turn; default when the service suggests
	// it, which is after 4096.
	Events int
}

// The names in histories, which never change.
const (
	workflowName = "legwork.trip"
	activityName = "legwork.call"
	stepName     = "legwork.step"
	updateName   = "legwork.ask"
	queryName    = "legwork.state" // for operators: where the trip stands
)

// ready returns the configuration with its defaults, and the store that reads histories.
func (c Config) ready() (Config, *history, error) {
	if c.Client == nil {
		return c, nil, fmt.Errorf("%w: Client: it is nil: dial the service", ErrConfig)
	}
	if c.Runner.Store != nil {
		return c, nil, fmt.Errorf("%w: Runner.Store: the service keeps the trips: leave it out", ErrConfig)
	}
	if c.DataConverter == nil {
		c.DataConverter = DataConverter()
	}
	c.TaskQueue, c.Prefix = cmp.Or(c.TaskQueue, "legwork"), cmp.Or(c.Prefix, "legwork/")
	w := &c.Worker
	for _, p := range []*worker.PollerBehavior{&w.WorkflowTaskPollerBehavior, &w.ActivityTaskPollerBehavior} {
		if *p == nil {
			*p = worker.NewPollerBehaviorAutoscaling(worker.PollerBehaviorAutoscalingOptions{})
		}
	}
	w.DeadlockDetectionTimeout = cmp.Or(w.DeadlockDetectionTimeout, 10*time.Second) // a busy machine is none
	c.Namespace = cmp.Or(c.Namespace, client.DefaultNamespace)
	c.Heartbeat = cmp.Or(c.Heartbeat, 10*time.Second)
	h := &history{
		config: c, log: cmp.Or(c.Runner.Logger, slog.New(slog.DiscardHandler)),
		views: map[trip.ID]*view{}, tails: map[trip.ID]time.Time{}, answers: map[asking]*store.Answer{},
	}
	c.Runner.Store = h
	return c, h, nil
}

// Client sends events to trips, watches and reads them. It is a runner.Runner, which performs nothing itself.
type Client struct {
	*runner.Runner
	history *history
}

// NewClient returns a client.
//
//   - Errors: ErrConfig, runner.ErrConfig.
func NewClient(c Config) (*Client, error) {
	c, h, err := c.ready()
	if err != nil {
		return nil, err
	}
	all := c.Runner.Turn.Catalog
	if all.Digest() == "" {
		all = turn.Default().Catalog
	}
	c.Runner.Tools, c.Runner.ToolLimits, c.Runner.Middleware = tools.Registry{}, nil, nil
	c.Runner.Logger = slog.New(slog.DiscardHandler) // what is said of tools is said by the workers
	for t := range all.Tools {
		c.Runner.Tools[t.Name] = tools.Tool{
			Run:    func(context.Context, tools.Request) ([]byte, error) { return nil, errElsewhere },
			Lookup: func(context.Context, tools.Request) ([]byte, bool, error) { return nil, false, errElsewhere },
		}
	}
	r, err := runner.New(c.Runner)
	if err != nil {
		return nil, err
	}
	return &Client{r, h}, nil
}

// Store is what the client reads trips from: for whoever lists them.
func (c *Client) Store() store.Store { return c.history }

// Cancel ends the turn of a trip that runs, and with it what waits behind it.
//
//   - Errors: those of Handle.
func (c *Client) Cancel(ctx context.Context, id trip.ID, reason string) error {
	for _, err := range c.Handle(ctx, id, trip.Event{Data: trip.TurnCancelled{Reason: reason}}) {
		if err != nil {
			return err
		}
	}
	return nil
}

// Worker runs the workflows of trips and performs their calls.
type Worker struct {
	worker.Worker
	engine *engine
}

// NewWorker returns a worker, which begins with Start or Run.
//
//   - Errors: ErrConfig, runner.ErrConfig.
func NewWorker(c Config) (*Worker, error) {
	c, _, err := c.ready()
	if err != nil {
		return nil, err
	}
	r, err := runner.New(c.Runner)
	if err != nil {
		return nil, err
	}
	e := newEngine(c, r)
	w := worker.New(c.Client, c.TaskQueue, c.Worker)
	e.register(w)
	return &Worker{Worker: w, engine: e}, nil
}

// Stop stops the worker, and waits as long as Config.Worker.WorkerStopTimeout says for calls that run.
func (w *Worker) Stop() {
	w.Worker.Stop()
	ended, cancel := context.WithCancel(context.Background())
	cancel() // nothing of a trip runs in the runner itself
	_ = w.engine.runner.Close(ended)
}

// register tells a worker, or a test environment, what it runs.
func (e *engine) register(w worker.Registry) {
	w.RegisterWorkflowWithOptions(e.trip, workflow.RegisterOptions{Name: workflowName})
	w.RegisterActivityWithOptions(e.perform, activity.RegisterOptions{Name: activityName})
	w.RegisterActivityWithOptions(e.step, activity.RegisterOptions{Name: stepName})
}
