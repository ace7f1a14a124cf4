package temporal

import (
	"slices"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// request is what an update asks of a trip (store.Request).
type request struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
	Body string `json:"body,omitempty"`
}

// reply is what the update returns.
type reply struct {
	Answer string `json:"answer,omitempty"` // in the runner's form; empty is a yes
	Busy   bool   `json:"busy,omitempty"`
	Fault  string `json:"fault,omitempty"`
}

// rollingType is the type of the error by which an update is refused while the history is about to end.
const rollingType = "legwork.rolling"

// longType is that of the error by which an event is refused for which the history has no room.
const longType = "legwork.long"

// asked is a request that waits for its reply.
type asked struct {
	request
	reply *reply
	looks bool // it is replied to when what is in doubt has been looked up
}

// task is a call that is performed, or a write in doubt that is looked up.
type task struct {
	call   runner.AwayOpen
	cancel workflow.CancelFunc
	done   *runner.AwayOutcome // nil while it is performed; the loop takes it
	ended  bool                // it is performed no more
	found  bool                // it was out before

	doubt   *runner.Doubt // nil until its outcome is in doubt
	poked   bool          // a lookup is wanted now
	looking bool          // one runs
}

// flow is one run of the workflow of a trip. All its coroutines share it; only the main one decides and commits, one
// decision after another.
type flow struct {
	engine *engine
	state  runner.AwayTrip
	inbox  []*asked
	tasks  []*task
	looked bool // writes in doubt have been looked up since the first event of the queue came
	served bool // a request was taken
	found  bool // calls that begin now were out before
	fed    bool // it is decided what follows from outcomes
	erased bool
}

// trip is the workflow: what follows from a request, from an outcome, from the end of a turn.
func (e *engine) trip(ctx workflow.Context, in runner.AwayTrip) error {
	f := &flow{engine: e, state: in}
	err := workflow.SetUpdateHandlerWithOptions(ctx, updateName, f.ask, workflow.UpdateHandlerOptions{Validator: f.mayAsk})
	if err == nil {
		err = workflow.SetQueryHandler(ctx, queryName, func() (runner.AwayTrip, error) { return f.state, nil })
	}
	if err != nil {
		return err // a mistake in this package
	}
	if len(f.state.Calls) > 0 {
		f.found = true // nobody knows whether what is out was made
		f.goOn(ctx, runner.Away{Resume: true})
		f.found = false
	}
	for {
		var done []*task
		isDue := func() bool {
			done = f.done()
			return len(f.inbox) > 0 || len(done) > 0 || f.isOver(ctx) || f.isLooked()
		}
		if err := workflow.Await(ctx, isDue); err != nil {
			return err // somebody cancelled the workflow
		}
		switch {
		case len(f.inbox) > 0:
			f.decideFirst(ctx)
		case len(done) > 0:
			f.feed(ctx, done)
		case f.isOver(ctx):
			return f.end(ctx)
		default:
			f.goOn(ctx, runner.Away{})
			f.looked = false
		}
	}
}

// atRest reports whether no call is out and none is made or looked up.
func (f *flow) atRest() bool {
	return !slices.ContainsFunc(f.tasks, func(k *task) bool { return !k.ended || k.looking })
}

// The service takes inputs of 2 MiB, to which a log of five times as many bytes is compressed and more, and ends
// workflows whose history has 51,200 events or 50 MiB.
const maxLog, maxEvents = 10 << 20, 30_000

// isFull reports whether the history has grown so long that the next run is to go on, and can: its input is the log.
func (f *flow) isFull(ctx workflow.Context) bool {
	info := workflow.GetInfo(ctx)
	full := info.GetContinueAsNewSuggested() || f.engine.events > 0 && info.GetCurrentHistoryLength() >= f.engine.events
	return full && f.state.Size() <= maxLog
}

// isOver reports whether the run can end: there is no trip, or its history is full and it is at rest.
func (f *flow) isOver(ctx workflow.Context) bool {
	if len(f.inbox) > 0 || !workflow.AllHandlersFinished(ctx) {
		return false
	}
	return f.erased || f.state.Header == "" && f.served || f.atRest() && f.isFull(ctx)
}

// end ends the run: with the trip, or to go on with it in the next one.
func (f *flow) end(ctx workflow.Context) error {
	if f.erased || f.state.Header == "" {
		return nil
	}
	f.state.Doubts = nil
	for _, k := range f.tasks {
		if k.doubt != nil {
			f.state.Doubts = append(f.state.Doubts, *k.doubt)
		}
	}
	return workflow.NewContinueAsNewError(ctx, workflowName, f.state)
}

// mayAsk refuses updates at a moment at which the run is about to end: the next one takes them. When there is none and
// the history is as long as it may be, events are refused.
func (f *flow) mayAsk(ctx workflow.Context, r request) error {
	switch {
	case f.erased || f.isFull(ctx) && f.atRest():
		return temporal.NewApplicationError("the history is full: ask again", rollingType)
	case r.Kind == "event" && workflow.GetInfo(ctx).GetCurrentHistoryLength() > maxEvents:
		return temporal.NewApplicationError("its history is as long as it may be", longType)
	}
	return nil
}

// ask is the update: it leaves a request to the main coroutine and returns its reply.
func (f *flow) ask(ctx workflow.Context, r request) (reply, error) {
	a := &asked{request: r}
	f.inbox = append(f.inbox, a)
	isBusy := func() bool { return f.looks() || f.fed || len(f.done()) > 0 }
	if err := workflow.Await(ctx, func() bool { return a.reply != nil && !(a.looks && isBusy()) }); err != nil {
		return reply{}, err // somebody cancelled the workflow
	}
	return *a.reply, nil
}

// decideFirst decides on the first request.
func (f *flow) decideFirst(ctx workflow.Context) {
	a := f.inbox[0]
	f.inbox = f.inbox[1:]
	waited := len(f.state.Queue)
	q := store.Request{Trip: f.state.Trip, ID: a.ID, Kind: a.Kind, Body: []byte(a.Body)}
	c, err := f.commit(ctx, runner.Away{Request: &q})
	if waited == 0 {
		f.looked = false
	}
	if f.served, a.looks = true, c.LookUp; a.looks {
		f.lookUpAll()
	}
	if a.reply = (&reply{Answer: c.Answer, Busy: c.Busy}); err != nil {
		a.reply.Fault = err.Error()
	}
}

// done returns the tasks whose outcomes are to be decided on: of calls that are out those before which none is missing,
// in their order, and whatever tells what became of a write in doubt.
func (f *flow) done() (list []*task) {
	missing := false
	for _, c := range f.state.Calls {
		switch k := f.task(c.CallID); {
		case k != nil && k.done != nil && (c.At == 0 || !missing):
			list = append(list, k)
		case c.At != 0:
			missing = true
		}
	}
	return list
}

// feed decides on outcomes. What they leave in doubt is looked up from now on.
func (f *flow) feed(ctx workflow.Context, done []*task) {
	var a runner.Away
	for _, k := range done {
		a.Outcomes = append(a.Outcomes, *k.done)
		k.done = nil
	}
	f.fed = true
	f.goOn(ctx, a)
	f.fed = false
}

// isLooked reports whether the first event of the queue can open its turn: no call is out, and what is in doubt has
// been looked up once for it. It lets that begin.
func (f *flow) isLooked() bool {
	if len(f.state.Queue) == 0 || slices.ContainsFunc(f.state.Calls, func(c runner.AwayOpen) bool { return c.At != 0 }) {
		return false
	}
	if !f.looked {
		f.looked = true
		f.lookUpAll()
	}
	return !f.looks()
}

// lookUpAll has what is in doubt looked up now, but for what is made again instead, which has its own time.
func (f *flow) lookUpAll() {
	for _, k := range f.tasks {
		if k.doubt != nil && !k.call.Limits.Repeats {
			k.poked, k.doubt.Lookups = true, 0
		}
	}
}

// looks reports whether any of that is being looked up, or is about to be.
func (f *flow) looks() bool {
	return slices.ContainsFunc(f.tasks, func(k *task) bool { return !k.call.Limits.Repeats && (k.poked || k.looking) })
}

func (f *flow) task(id string) *task {
	if i := slices.IndexFunc(f.tasks, func(k *task) bool { return k.call.CallID == id }); i >= 0 {
		return f.tasks[i]
	}
	return nil
}

func (f *flow) call(id string) *runner.AwayOpen {
	if i := slices.IndexFunc(f.state.Calls, func(c runner.AwayOpen) bool { return c.CallID == id }); i >= 0 {
		return &f.state.Calls[i]
	}
	return nil
}

// commit decides, records the decision and begins what follows from it. On replay nothing is decided.
func (f *flow) commit(ctx workflow.Context, a runner.Away) (c runner.AwayCommit, err error) {
	for _, k := range f.tasks {
		if k.call.Write && !k.ended {
			a.Running = append(a.Running, k.call.CallID)
		}
	}
	a.Trip, a.Now = &f.state, workflow.Now(ctx)
	own, _ := workflow.NewDisconnectedContext(ctx)
	own = workflow.WithLocalActivityOptions(own, workflow.LocalActivityOptions{
		ScheduleToCloseTimeout: forever, RetryPolicy: &temporal.RetryPolicy{MaximumAttempts: 1},
	})
	if err = workflow.ExecuteLocalActivity(own, stepName, &a).Get(ctx, &c); err != nil {
		return c, err
	}
	f.state.Apply(&c, a.Now)
	f.erased = f.erased || c.Erase
	f.sync(ctx)
	return c, nil
}

// goOn commits what nobody asked for. A task that cannot fails and is tried again, until a worker can.
func (f *flow) goOn(ctx workflow.Context, a runner.Away) {
	if _, err := f.commit(ctx, a); err != nil {
		panic("legwork: the trip cannot go on: " + err.Error())
	}
}

// sync begins the calls that are new, lets go of those that are out no more, and follows those in doubt.
func (f *flow) sync(ctx workflow.Context) {
	f.tasks = slices.DeleteFunc(f.tasks, func(k *task) bool {
		if f.call(k.call.CallID) != nil && !f.erased {
			return false
		}
		k.cancel()
		return true
	})
	for _, c := range f.state.Calls {
		k := f.task(c.CallID)
		if k == nil {
			k = &task{call: c, ended: c.At == 0, found: f.found}
			f.tasks = append(f.tasks, k)
			var own workflow.Context
			own, k.cancel = workflow.WithCancel(ctx)
			if !k.ended {
				workflow.Go(own, func(ctx workflow.Context) { f.perform(ctx, k) })
			}
		}
		if k.call.At = c.At; c.At == 0 && k.ended && k.done == nil && k.doubt == nil && c.Limits.Lookups > 0 {
			k.call.Limits = c.Limits // of an imported trip they were none until somebody said that it goes on here
			f.doubts(ctx, k)
		}
	}
}

// doubts begins to look up a write.
func (f *flow) doubts(ctx workflow.Context, k *task) {
	k.doubt = &runner.Doubt{CallID: k.call.CallID, SettleAt: workflow.Now(ctx).Add(k.call.Limits.SettleAfter)}
	for _, d := range f.state.Doubts {
		if d.CallID == k.call.CallID {
			*k.doubt = d
		}
	}
	var own workflow.Context
	own, k.cancel = workflow.WithCancel(ctx)
	workflow.Go(own, func(ctx workflow.Context) { f.lookUp(ctx, k) })
}

// margin is how much longer than its turn the service waits for an activity.
const margin = 5 * time.Second

// perform has a call made. When the worker that has it is gone, the service gives it to another one, which looks a
// write up first, as after a crash.
func (f *flow) perform(ctx workflow.Context, k *task) {
	if left := f.state.Until.Sub(workflow.Now(ctx)) + margin; left > 0 {
		ctx := workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
			ActivityID: k.call.CallID, Summary: k.call.Name, ScheduleToCloseTimeout: left, HeartbeatTimeout: f.engine.heartbeat,
		})
		c := runner.AwayCall{Trip: f.state.Trip, Call: k.call, Until: f.state.Until, Found: k.found}
		var out runner.AwayOutcome
		if workflow.ExecuteActivity(ctx, activityName, c).Get(ctx, &out) == nil {
			k.done = &out
		}
	}
	if k.ended = true; k.done == nil {
		lost := runner.LostAway(k.call)
		k.done = &lost
	}
	if f.call(k.call.CallID) != nil && f.call(k.call.CallID).At == 0 && !k.done.Sure && !k.done.NotMade {
		k.done = nil // it was in doubt before and still is
		f.sync(ctx)
	}
}

// lookUp looks a write in doubt up at growing intervals, and whenever an event wants to know, until it is settled.
func (f *flow) lookUp(ctx workflow.Context, k *task) {
	for l, d := &k.call.Limits, k.doubt; ; {
		wait, ok := d.Next(l, workflow.Now(ctx))
		if !ok {
			wait = forever
		}
		if _, err := workflow.AwaitWithTimeout(ctx, wait, func() bool { return k.poked }); err != nil {
			return // it is settled
		}
		asked := workflow.Now(ctx)
		k.poked, k.looking = false, true
		out, err := f.look(ctx, k)
		k.looking = false
		switch {
		case ctx.Err() != nil:
			return
		case err == nil && (out.Sure || out.NotMade):
			k.done = &out
		case d.Looked(l, out.Nothing, asked, workflow.Now(ctx)):
			out = runner.NotMadeAway(k.call)
			k.done, d.Misses = &out, 0
		}
		if workflow.Await(ctx, func() bool { return k.done == nil }) != nil {
			return // it is settled
		}
	}
}

// forever is how long nobody looks a write up any more by himself.
const forever = 365 * 24 * time.Hour

// look asks once whether a write was made, or makes it again under its key where the catalog says so.
func (f *flow) look(ctx workflow.Context, k *task) (out runner.AwayOutcome, err error) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		Summary: "look up " + k.call.Name, StartToCloseTimeout: lookTime, HeartbeatTimeout: f.engine.heartbeat,
		RetryPolicy: &temporal.RetryPolicy{MaximumAttempts: 1},
	})
	c := runner.AwayCall{Trip: f.state.Trip, Call: k.call, Lookup: true}
	c.Call.Seq, c.Call.At = int64(len(f.state.Records)), trip.Instant(workflow.Now(ctx).UnixNano()) // it is asked now
	err = workflow.ExecuteActivity(ctx, activityName, c).Get(ctx, &out)
	return out, err
}

// lookTime is how long a lookup, or a repetition, may take.
const lookTime = 10 * time.Minute
