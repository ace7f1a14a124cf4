package runner

import (
	"context"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// These types stand in histories, as JSON: members are only ever added. Texts are canonical JSON, kept as text so that
// no byte of what digests cover changes.

// AwayTrip is all that is known of a trip that is away between two commits.
type AwayTrip struct {
	Trip    trip.ID      `json:"trip"`
	Header  string       `json:"header,omitempty"` // empty of a trip without a commit
	Intent  string       `json:"intent,omitempty"` // after the last event
	Records []AwayRecord `json:"records,omitempty"`
	Calls   []AwayOpen   `json:"calls,omitempty"` // that are out, then those in doubt
	Queue   []string     `json:"queue,omitempty"`

	Doubts []Doubt   `json:"doubts,omitempty"` // what is known of those in doubt, when the engine hands the trip on
	Until  time.Time `json:"until,omitzero"`   // when the turn ends that runs
}

// AwayRecord is an event of the log.
type AwayRecord struct {
	Event    string `json:"event"`
	Decision string `json:"decision,omitempty"` // trip.Kept
}

// AwayOpen is a call that is out, or a write in doubt, whose At is 0.
type AwayOpen struct {
	store.Outstanding
	Write  bool
	Limits DoubtLimits `json:",omitzero"` // of a write
	Seq    int64       `json:"seq"`       // of the event that queued it
	Since  time.Time   `json:"since"`     // when it was made durable
}

// AwayCommit is what is to be made durable.
type AwayCommit struct {
	Header  string        `json:"header,omitempty"` // of a new trip
	Records []AwayRecord  `json:"records,omitempty"`
	Intent  string        `json:"intent,omitempty"` // empty when neither it nor the calls have changed
	Calls   []AwayOpen    `json:"calls,omitempty"`
	Queue   *[]string     `json:"queue,omitempty"` // nil leaves it as it is
	Turn    time.Duration `json:"turn,omitempty"`  // how long the turn may last that was opened; 0 when none was

	Answer string `json:"answer,omitempty"` // to the request; empty is a yes
	Busy   bool   `json:"busy,omitempty"`   // the request was not taken: the queue is full
	Erase  bool   `json:"erase,omitempty"`  // the trip goes
	LookUp bool   `json:"lookup,omitempty"` // the request is to look up now what is in doubt

	State *trip.Intent `json:"-"` // Intent, for whoever performs Calls in this process
}

// Apply makes a commit part of the trip. now is when it was made.
func (t *AwayTrip) Apply(c *AwayCommit, now time.Time) {
	if c.Header != "" {
		t.Header = c.Header
	}
	if c.Queue != nil {
		t.Queue = *c.Queue
	}
	if c.Turn > 0 {
		t.Until = now.Add(c.Turn)
	}
	if c.Intent != "" {
		t.Records, t.Intent, t.Calls = append(t.Records, c.Records...), c.Intent, c.Calls
	}
}

// Size is that of the log, in bytes.
func (t *AwayTrip) Size() (n int) {
	for _, r := range t.Records {
		n += len(r.Event) + len(r.Decision)
	}
	return n
}

// Log yields the records from a seq on, as a store does.
func (t *AwayTrip) Log(from int64) iter.Seq[store.Record] {
	return func(yield func(store.Record) bool) {
		chain := store.FirstChain([]byte(t.Header))
		for i, r := range t.Records {
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

// Stored returns the trip as a store loads it.
func (t *AwayTrip) Stored() store.Trip {
	s := t.newest()
	s.Chain = store.FirstChain(s.Header)
	for r := range t.Log(1) {
		s.Chain = r.Chain
	}
	return s
}

// newest is the trip as a store loads it, but for the chain.
func (t *AwayTrip) newest() store.Trip {
	s := store.Trip{ID: t.Trip, Seq: int64(len(t.Records)), Header: []byte(t.Header)}
	if t.Intent != "" {
		s.Snapshot, s.SnapshotSeq = []byte(t.Intent), s.Seq
	}
	for i := range t.Calls {
		s.Outstanding = append(s.Outstanding, t.Calls[i].Outstanding)
	}
	for _, line := range t.Queue {
		s.Queue = append(s.Queue, []byte(line))
	}
	return s
}

// Commit returns the trip as one commit to a store that lacks it.
func (t *AwayTrip) Commit() store.Commit {
	s := t.newest()
	c := store.Commit{
		Trip: t.Trip, Header: s.Header, Snapshot: s.Snapshot, Outstanding: s.Outstanding, Queue: s.Queue,
		TurnEnded: !slices.ContainsFunc(s.Outstanding, func(o store.Outstanding) bool { return o.At != 0 }),
	}
	for r := range t.Log(1) {
		c.Events, c.Decisions = append(c.Events, r.Event), append(c.Decisions, r.Decision)
	}
	return c
}

// AwayOf returns the trip that a commit makes which holds all of it (store.Starter).
func AwayOf(c store.Commit) AwayTrip {
	t := AwayTrip{Trip: c.Trip, Header: string(c.Header), Intent: string(c.Snapshot), Queue: textsOf(c.Queue)}
	for i, line := range c.Events {
		t.Records = append(t.Records, AwayRecord{Event: string(line)})
		if i < len(c.Decisions) {
			t.Records[i].Decision = string(c.Decisions[i])
		}
	}
	for _, o := range c.Outstanding {
		t.Calls = append(t.Calls, AwayOpen{Outstanding: o, Seq: int64(len(c.Events))})
	}
	return t
}

// ReadAway reads a trip of a store on which nobody works any more, for an engine that goes on with it. What is out or
// in doubt is told to that by Away.Resume.
//
//   - Errors: those of State and of the store.
func ReadAway(ctx context.Context, from store.Store, id trip.ID) (t AwayTrip, err error) {
	r, err := New(Config{Store: from, Tools: tools.Registry{}, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return t, err
	}
	defer r.Close(ctx) //nolint:errcheck // it has begun nothing
	there, err := from.Load(ctx, id)
	if err != nil {
		return t, fmt.Errorf("runner: load trip: %w", err)
	}
	in, err := r.State(ctx, id)
	if err != nil {
		return t, err
	}
	c := store.Commit{
		Trip: id, Header: there.Header, Snapshot: in.AppendJSON(nil), Outstanding: there.Outstanding, Queue: there.Queue,
	}
	for record, err := range from.Log(ctx, id, 1) {
		if err != nil {
			return t, fmt.Errorf("runner: read log: %w", err)
		}
		c.Events, c.Decisions = append(c.Events, record.Event), append(c.Decisions, record.Decision)
	}
	return AwayOf(c), nil
}

func textsOf(lines [][]byte) []string {
	list := make([]string, len(lines)) // not nil, which would be no queue when a commit is read again
	for i, line := range lines {
		list[i] = string(line)
	}
	return list
}
