package temporal

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// These types stand in histories: members are only ever added. Texts are canonical JSON, kept as text so that no byte
// of what digests cover changes.

// state is all that is known of a trip between two commits, and the input of a run of its workflow.
type state struct {
	Trip    trip.ID  `json:"trip"`
	Header  string   `json:"header,omitempty"` // empty of a trip without a commit
	Intent  string   `json:"intent,omitempty"` // after the last event
	Records []record `json:"records,omitempty"`
	Calls   []call   `json:"calls,omitempty"` // that are out, then those in doubt
	Queue   []string `json:"queue,omitempty"`

	Doubts []doubt   `json:"doubts,omitempty"` // what is known of those in doubt
	Until  time.Time `json:"until,omitzero"`   // deadline of the turn that runs
}

// record is an event of the log.
type record struct {
	Event    string `json:"event"`
	Decision string `json:"decision,omitempty"` // trip.Kept
}

// call is a call that is out, or a write in doubt, with what its performer and its followers must know.
type call struct {
	ID        string       `json:"id"`
	Name      string       `json:"name"`
	Arguments trip.Raw     `json:"arguments,omitempty"`
	At        trip.Instant `json:"at,omitempty"` // 0 of one in doubt
	Key       string       `json:"key,omitempty"`
	Write     bool         `json:"write,omitempty"`
	Seq       int64        `json:"seq,omitempty"`   // of the commit that queued it
	Since     time.Time    `json:"since,omitzero"`  // when that was
	Follow    follow       `json:"follow,omitzero"` // of a write
}

// follow says how a write in doubt is looked up.
type follow struct {
	SettleAfter time.Duration `json:"settle_after,omitempty"`
	First       time.Duration `json:"first,omitempty"`
	Most        time.Duration `json:"most,omitempty"`
	Lookups     int           `json:"lookups,omitempty"` // at most; 0: never
	Repeats     bool          `json:"repeats,omitempty"`
}

func (c *call) outstanding() store.Outstanding {
	return store.Outstanding{CallID: c.ID, Name: c.Name, Arguments: c.Arguments, At: c.At, Key: c.Key}
}

// away is the call as a runner performs it, with the intent after the event that queued it.
func (c *call) away(id trip.ID, in *trip.Intent, until time.Time) runner.AwayCall {
	return runner.AwayCall{
		Trip: id, Seq: c.Seq, Call: c.outstanding(), Intent: *in, Write: c.Write, Since: c.Since, Until: until,
	}
}

// doubt is how far the lookups of a write are.
type doubt struct {
	ID       string    `json:"id"`
	SettleAt time.Time `json:"settle_at"` // from when on a miss counts
	Lookups  int       `json:"lookups,omitempty"`
	Misses   int       `json:"misses,omitempty"` // in a row, that counted
}

// commit is what one step made durable: the result of a local activity, which stands in the history.
type commit struct {
	Header  string        `json:"header,omitempty"`
	Records []record      `json:"records,omitempty"`
	Intent  string        `json:"intent,omitempty"` // empty when neither it nor the calls have changed
	Calls   []call        `json:"calls,omitempty"`
	Queue   *[]string     `json:"queue,omitempty"` // nil leaves it as it is
	Turn    time.Duration `json:"turn,omitempty"`  // of a commit that opened a turn: how long it may last

	Answer string `json:"answer,omitempty"` // to the request that was taken, in the runner's form; empty is a yes
	Busy   bool   `json:"busy,omitempty"`   // the request was not taken: the queue is full
	Erase  bool   `json:"erase,omitempty"`  // the trip goes
	Fault  string `json:"fault,omitempty"`  // the engine cannot go on with the trip; nothing was changed

	in *trip.Intent // Intent, where it was made
}

// apply makes a commit part of the state. now is when it was made.
func (s *state) apply(c *commit, now time.Time) {
	if c.Header != "" {
		s.Header = c.Header
	}
	if c.Queue != nil {
		s.Queue = *c.Queue
	}
	if c.Turn > 0 {
		s.Until = now.Add(c.Turn)
	}
	if c.Intent != "" {
		s.Records, s.Intent, s.Calls = append(s.Records, c.Records...), c.Intent, c.Calls
	}
}

// stored is the trip as a store has it. The chain is left out.
func (s *state) stored() store.Trip {
	t := store.Trip{ID: s.Trip, Seq: int64(len(s.Records)), Header: []byte(s.Header)}
	if s.Intent != "" {
		t.Snapshot, t.SnapshotSeq = []byte(s.Intent), t.Seq
	}
	for i := range s.Calls {
		t.Outstanding = append(t.Outstanding, s.Calls[i].outstanding())
	}
	for _, line := range s.Queue {
		t.Queue = append(t.Queue, []byte(line))
	}
	return t
}

// log yields the records from a seq on.
func (s *state) log(from int64) iter.Seq[store.Record] {
	return func(yield func(store.Record) bool) {
		chain := store.FirstChain([]byte(s.Header))
		for i, r := range s.Records {
			found := store.Record{Seq: int64(i + 1), Event: []byte(r.Event)}
			if r.Decision != "" {
				found.Decision = []byte(r.Decision)
			}
			chain = store.NextChain(chain, found.Event)
			found.Chain = chain
			if found.Seq >= from && !yield(found) {
				return
			}
		}
	}
}

// stimulus is what is decided on: a request, outcomes of calls, or else the first event of the queue. With resume
// nothing is decided, and the calls are told as they are to be followed by this worker.
type stimulus struct {
	now      time.Time
	resume   bool
	request  *store.Request
	outcomes []runner.AwayOutcome
	running  []string // writes in doubt that are still performed
}

// stepTime is how long a step begins quick calls itself. Whoever watches, or interrupts, waits for its end.
const stepTime = time.Second

// step is the local activity by which a workflow decides. Quick calls that follow are performed here too, and what
// follows from their outcomes, so that there is one commit of all that. Nothing but its result is part of the history.
func (e *engine) step(ctx context.Context, s *state, of *stimulus) (commit, error) {
	begun := time.Now()
	all, last, at := commit{}, *s, *of
	last.Records = slices.Clip(s.Records)
	for {
		c := e.decide(&last, &at)
		if c.Fault != "" && len(all.Records) > 0 {
			return all, nil // the quick calls are out
		}
		all.join(&c)
		quick := e.quickCalls(last.Calls, c.Calls)
		if len(c.Records) == 0 || len(quick) == 0 || time.Since(begun) > stepTime {
			return all, nil
		}
		last.apply(&c, at.now)
		at = stimulus{running: of.running, outcomes: make([]runner.AwayOutcome, len(quick))}
		var calls sync.WaitGroup
		for i, k := range quick {
			calls.Go(func() { at.outcomes[i] = e.runner.PerformAway(ctx, k.away(s.Trip, c.in, last.Until)) })
		}
		calls.Wait()
		at.now = of.now.Add(time.Since(begun))
	}
}

// quickCalls returns the calls that are out, if all of them have just come and are quick.
func (e *engine) quickCalls(before, after []call) (list []*call) {
	for i, c := range after {
		switch was := slices.ContainsFunc(before, func(k call) bool { return k.ID == c.ID }); {
		case c.At == 0: // in doubt
		case was, c.Write, !slices.Contains(e.quick, c.Name):
			return nil
		default:
			list = append(list, &after[i])
		}
	}
	return list
}

// join adds a later commit.
func (c *commit) join(next *commit) {
	if next.Header != "" {
		c.Header = next.Header
	}
	if next.Queue != nil {
		c.Queue = next.Queue
	}
	if next.Intent != "" {
		c.Records, c.Intent, c.Calls = append(c.Records, next.Records...), next.Intent, next.Calls
	}
	c.Turn = max(c.Turn, next.Turn)
	c.Answer, c.Fault = cmp.Or(c.Answer, next.Answer), next.Fault
	c.Busy, c.Erase = c.Busy || next.Busy, c.Erase || next.Erase
}

// decide asks the runner what follows.
func (e *engine) decide(s *state, of *stimulus) commit {
	ctx := context.Background()
	away := runner.Away{
		Trip: s.stored(), Log: func() iter.Seq[store.Record] { return s.log(1) }, Now: of.now, Running: of.running,
	}
	var made runner.AwayCommit
	var err error
	switch {
	case of.resume:
		made.State, made.Outstanding = away.Trip.Snapshot, away.Trip.Outstanding
	case of.request != nil:
		made, err = e.runner.TakeAway(ctx, away, *of.request)
	case len(of.outcomes) > 0:
		made, err = e.runner.FeedAway(ctx, away, of.outcomes)
	default:
		made, err = e.runner.NextAway(ctx, away)
	}
	if of.request != nil && errors.Is(err, runner.ErrBusy) {
		return commit{Busy: true}
	}
	c := commit{Header: string(made.Header), Erase: made.Erase}
	for i, event := range made.Events {
		c.Records = append(c.Records, record{string(event), string(made.Decisions[i])})
	}
	for _, a := range made.Answers {
		c.Answer = string(a.Body)
	}
	if made.Queue != nil {
		queue := make([]string, len(made.Queue)) // not nil, which would be no queue when it is read again
		for i, line := range made.Queue {
			queue[i] = string(line)
		}
		c.Queue = &queue
	}
	if err == nil && (len(c.Records) > 0 || of.resume) {
		err = e.carry(&c, s, &made, of.now)
	}
	if err != nil {
		return commit{Fault: err.Error()}
	}
	return c
}

// carry completes a commit with the state after it.
func (e *engine) carry(c *commit, s *state, made *runner.AwayCommit, now time.Time) error {
	in, _, err := trip.DecodeIntent(string(made.State))
	if err != nil {
		return err //nolint:wrapcheck // it names the field
	}
	c.Intent, c.in = string(made.State), &in
	e.recall.put(s.Trip, &in)
	for _, o := range made.Outstanding {
		c.Calls = append(c.Calls, e.callOf(s, o, &in, now))
	}
	for _, r := range c.Records {
		ev, err := trip.DecodeEvent(r.Event)
		if err != nil {
			return err //nolint:wrapcheck // it names the field
		}
		if ev.Type().OpensTurn() {
			c.Turn = e.runner.AwayLimitsOf("").TurnTimeout
		}
	}
	if len(c.Records) == 0 { // the turn that others began goes on here
		c.Turn = e.runner.AwayLimitsOf("").TurnTimeout
	}
	return nil
}

// callOf returns a call after a commit: as it was before, or new.
func (e *engine) callOf(s *state, o store.Outstanding, in *trip.Intent, now time.Time) call {
	c := call{ID: o.CallID, Name: o.Name, Arguments: o.Arguments, At: o.At, Key: o.Key, Seq: in.Turn.Seq, Since: now}
	if i := slices.IndexFunc(s.Calls, func(k call) bool { return k.ID == o.CallID }); i >= 0 {
		c = s.Calls[i]
		c.At = o.At
	}
	is := func(p trip.Pending) bool { return p.CallID == o.CallID }
	out, open := slices.IndexFunc(in.Turn.Outstanding, is), slices.IndexFunc(in.Turn.Unknown, is)
	if c.Write = open >= 0 || out >= 0 && in.Turn.Outstanding[out].Write; !c.Write {
		return c
	}
	l := e.runner.AwayLimitsOf(o.Name)
	c.Follow = follow{l.SettleAfter, l.LookupFirst, l.LookupMost, l.Lookups, l.Repeats && c.Arguments != ""}
	if open >= 0 && in.Turn.Unknown[open].Imported {
		c.Follow.Lookups = 0
	}
	return c
}
