package temporal

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
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

	Doubts []runner.AwayDoubt `json:"doubts,omitempty"` // what is known of those in doubt
	Until  time.Time          `json:"until,omitzero"`   // deadline of the turn that runs
}

// record is an event of the log.
type record struct {
	Event    string `json:"event"`
	Decision string `json:"decision,omitempty"` // trip.Kept
}

// call is a call that is out, or a write in doubt.
type call struct {
	runner.AwayOpen
	Seq   int64     `json:"seq"`   // of the event that queued it
	Since time.Time `json:"since"` // when that was
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
	t := store.Trip{ID: s.Trip, Seq: int64(len(s.Records)), Header: []byte(s.Header), Queue: lines(s.Queue)}
	if s.Intent != "" {
		t.Snapshot, t.SnapshotSeq = []byte(s.Intent), t.Seq
	}
	for i := range s.Calls {
		t.Outstanding = append(t.Outstanding, s.Calls[i].Outstanding)
	}
	return t
}

func lines(texts []string) (list [][]byte) {
	for _, text := range texts {
		list = append(list, []byte(text))
	}
	return list
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

// step is the local activity by which a workflow decides: it asks the runner what follows. Nothing but its result is
// part of the history.
func (e *engine) step(ctx context.Context, s *state, of *stimulus) (commit, error) {
	away := runner.Away{
		Trip: s.stored(), Log: func() iter.Seq[store.Record] { return s.log(1) }, Now: of.now, Running: of.running,
		Quick: e.quick, Until: s.Until,
	}
	var made runner.AwayCommit
	var err error
	switch {
	case of.resume:
		made, err = e.runner.ResumeAway(ctx, away)
	case of.request != nil:
		made, err = e.runner.TakeAway(ctx, away, *of.request)
	case len(of.outcomes) > 0:
		made, err = e.runner.FeedAway(ctx, away, of.outcomes)
	default:
		made, err = e.runner.NextAway(ctx, away)
	}
	switch {
	case of.request != nil && errors.Is(err, runner.ErrBusy):
		return commit{Busy: true}, nil
	case err != nil:
		return commit{Fault: err.Error()}, nil //nolint:nilerr // a fault of the trip is an answer, not one of the step
	}
	c := commit{Header: string(made.Header), Turn: made.Turn, Erase: made.Erase}
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
	for i, event := range made.Events {
		c.Records = append(c.Records, record{string(event), string(made.Decisions[i])})
	}
	if len(c.Records) > 0 || of.resume {
		err = e.carry(&c, s, &made, of.now)
	}
	return c, err
}

// carry completes a commit with the state after it.
func (e *engine) carry(c *commit, s *state, made *runner.AwayCommit, now time.Time) error {
	c.Intent = string(made.State)
	seq := int64(len(s.Records) + len(c.Records))
	for _, o := range made.Calls {
		k := call{o, seq, now}
		if i := slices.IndexFunc(s.Calls, func(k call) bool { return k.CallID == o.CallID }); i >= 0 {
			k.Seq, k.Since = s.Calls[i].Seq, cmp.Or(s.Calls[i].Since, now)
		}
		c.Calls = append(c.Calls, k)
	}
	if len(c.Calls) == 0 {
		return nil
	}
	in, _, err := trip.DecodeIntent(c.Intent)
	if err == nil {
		e.recall.put(s.Trip, &in)
	}
	return err //nolint:wrapcheck // it names the field
}
