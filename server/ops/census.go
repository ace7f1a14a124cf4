package ops

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Census counts the trips of a desk, from time to time: as often as it is asked, but so that walks over all trips take
// a small part of the time.
type Census struct {
	Desk *Local

	mu      sync.Mutex // guards the fields below
	last    Counts
	begin   time.Time     // of the next walk, at the earliest
	running chan struct{} // closed at the end of the walk that runs
}

// Counts is what a walk over all trips found.
type Counts struct {
	At      time.Time `json:"at"` // its end; zero before the first one has ended
	Took    float64   `json:"took_seconds"`
	Trips   []Count   `json:"trips"` // by status and tenant
	InDoubt []Calls   `json:"in_doubt"`

	Attention map[string]int64 `json:"attention"` // trips, by what they need it for
	Queued    int64            `json:"queued"`    // events that wait behind the turn that runs
	Inbox     Inbox            `json:"inbox"`
}

// Count is how many trips are in a status.
type Count struct {
	Tenant      string `json:"tenant,omitempty"` // OtherTenants where there are many; empty without authentication
	Phase       string `json:"phase"`
	State       string `json:"state"`
	Trips       int64  `json:"trips"`
	IdleSeconds int64  `json:"idle_seconds"` // of the one that was left alone for longest
}

// Calls are the writes of a tool whose outcome is not known.
type Calls struct {
	Tool          string `json:"tool"`
	Calls         int64  `json:"calls"`
	OldestSeconds int64  `json:"oldest_seconds"`
}

// Inbox is what waits for whoever works on the trips.
type Inbox struct {
	Trips         int64 `json:"trips"`
	Requests      int64 `json:"requests"`
	OldestSeconds int64 `json:"oldest_seconds"`
}

// OtherTenants stands for the tenants beyond the first MaxTenants, those with the most trips.
const (
	OtherTenants = "(other)"
	MaxTenants   = 20
)

// every is the least time between the ends of two walks.
const every = time.Minute

// share is the part of the time that walks may take: one of so many.
const share = 20

// Counts returns what the last walk found. It begins another one when it is time, and waits for that a moment.
func (c *Census) Counts(ctx context.Context) Counts {
	c.mu.Lock()
	if c.running == nil && !time.Now().Before(c.begin) {
		c.running = make(chan struct{})
		go c.walk(context.WithoutCancel(ctx), c.running)
	}
	running := c.running
	c.mu.Unlock()
	if running != nil {
		select {
		case <-running:
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last
}

// Renew has the next question counted anew, where a walk is short: somebody has just changed something and looks.
func (c *Census) Renew() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last.Took < time.Second.Seconds() {
		c.begin = time.Time{}
	}
}

// walk counts all trips. A walk that fails leaves what the one before has found.
func (c *Census) walk(ctx context.Context, ended chan struct{}) {
	begun := time.Now()
	found, err := c.count(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	took := time.Since(begun)
	if err == nil {
		found.At, found.Took = time.Now().UTC(), took.Seconds()
		c.last = found
	}
	c.begin = time.Now().Add(max(every, share*took))
	c.running = nil
	close(ended)
}

func (c *Census) count(ctx context.Context) (Counts, error) {
	found := Counts{Trips: []Count{}, InDoubt: []Calls{}, Attention: map[string]int64{}}
	type node struct{ tenant, phase, state string }
	trips, doubts, tenants := map[node]Count{}, map[string]Calls{}, map[string]int64{}
	for t, err := range All(ctx, c.Desk, Filter{}) {
		if err != nil {
			return found, err
		}
		if t.Attention != "" {
			found.Attention[t.Attention]++
		}
		at := node{Tenant(t.ID), t.Phase, t.State}
		if t.Attention == Unreadable {
			at.phase, at.state = Unreadable, Unreadable
		}
		n := trips[at]
		n.Trips, n.IdleSeconds = n.Trips+1, max(n.IdleSeconds, t.IdleSeconds)
		trips[at] = n
		tenants[at.tenant]++
		if len(t.Outstanding) > 0 {
			found.Queued += t.Waiting
		}
		for _, call := range t.InDoubt {
			d := doubts[call.Tool]
			doubts[call.Tool] = Calls{call.Tool, d.Calls + 1, max(d.OldestSeconds, call.Seconds)}
		}
	}
	few := slices.SortedFunc(maps.Keys(tenants), func(a, b string) int {
		return cmp.Or(cmp.Compare(tenants[b], tenants[a]), cmp.Compare(a, b))
	})
	few = few[:min(len(few), MaxTenants)]
	sums := map[node]Count{}
	for at, n := range trips {
		if !slices.Contains(few, at.tenant) {
			at.tenant = OtherTenants
		}
		s := sums[at]
		sums[at] = Count{at.tenant, at.phase, at.state, s.Trips + n.Trips, max(s.IdleSeconds, n.IdleSeconds)}
	}
	found.Trips = slices.SortedFunc(maps.Values(sums), func(a, b Count) int {
		return cmp.Or(cmp.Compare(a.Tenant, b.Tenant), cmp.Compare(a.Phase, b.Phase), cmp.Compare(a.State, b.State))
	})
	found.InDoubt = slices.SortedFunc(maps.Values(doubts), func(a, b Calls) int { return cmp.Compare(a.Tool, b.Tool) })
	return found, c.addInbox(ctx, &found)
}

// addInbox counts what waits in inboxes.
func (c *Census) addInbox(ctx context.Context, found *Counts) error {
	waiting, err := c.Desk.waiting(ctx)
	for _, b := range waiting {
		found.Inbox.Trips++
		found.Inbox.Requests += b.Requests
		found.Inbox.OldestSeconds = max(found.Inbox.OldestSeconds, int64(b.Waits.Seconds()))
	}
	return err
}

// Lease is how a server has its trips among others of a database.
type Lease struct {
	LengthSeconds float64 `json:"length_seconds"`
	LeftSeconds   float64 `json:"left_seconds"`
}

// LeaseOf returns the lease of a store that processes share, nil of another one.
func LeaseOf(s store.Store) *Lease {
	shared, ok := store.As[store.Owner](s)
	if !ok {
		return nil
	}
	l := shared.Lease()
	return &Lease{l.Length.Seconds(), l.Left.Seconds()}
}

// Overview is what an operator looks at first.
type Overview struct {
	Version string    `json:"version,omitempty"`
	Started time.Time `json:"started"`
	Counts  Counts    `json:"counts"`
	Tools   []Tool    `json:"tools"`  // of this server, since its start
	Lease   *Lease    `json:"lease"`  // null of a store of its own
	Errors  []Line    `json:"errors"` // the last warnings and errors of the log, the newest first
}

// Tool is how a tool does.
type Tool struct {
	Tool     string     `json:"tool"`
	Lookup   bool       `json:"lookup,omitempty"` // of its lookups, which have a breaker of their own
	Running  int64      `json:"running"`
	Waiting  int        `json:"waiting"`
	Failures int        `json:"failures"` // in a row
	Open     bool       `json:"open"`     // it failed too often and rests
	Until    *time.Time `json:"until,omitempty"`
}

// ToolsOf returns how the tools of a runner do.
func ToolsOf(r *runner.Runner) []Tool {
	list := []Tool{}
	for _, s := range r.ToolStates() {
		t := Tool{Tool: s.Tool, Lookup: s.Lookup, Running: s.Running, Waiting: s.Waiting, Failures: s.Failures, Open: s.Open}
		if s.Open {
			until := s.Until.UTC()
			t.Until = &until
		}
		list = append(list, t)
	}
	return list
}

// Line is a line of the log.
type Line struct {
	At    time.Time         `json:"at"`
	Level string            `json:"level"`
	Text  string            `json:"text"`
	Trip  trip.ID           `json:"trip_id,omitempty"`
	More  map[string]string `json:"more"` // its other attributes
}
