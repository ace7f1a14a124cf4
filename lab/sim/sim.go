package sim

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
)

// Config says what is simulated.
type Config struct {
	Seed    uint64
	Turns   int64 // at least so many
	Workers int   // conversations at once; default one a processor. It changes no result
}

// Report counts what was simulated.
type Report struct {
	Conversations int64 `json:"conversations"`
	Turns         int64 `json:"turns"`
	Events        int64 `json:"events"`
	Calls         int64 `json:"calls"` // queued
	Purchases     int64 `json:"purchases"`
	AskedAgain    int64 `json:"asked_again"` // approvals of something else than what was held
	Crashes       int64 `json:"crashes"`
	StoreFaults   int64 `json:"store_faults"`
	ToolFaults    int64 `json:"tool_faults"`
	LateOrders    int64 `json:"late_orders"` // that landed after their answer was lost
	Interrupted   int64 `json:"interrupted"` // turns
	Settled       int64 `json:"settled"`     // by an operator
	Conflicts     int64 `json:"conflicts"`   // events that came under the id of another
	Standstills   int64 `json:"standstills"` // of a process, while another one shares its store
	AfterAll      int64 `json:"after_all"`   // writes that were settled as not made and had been made
	Fares         int64 `json:"fares"`       // of several legs, held
	Accepted      int64 `json:"accepted"`    // requests that waited in an inbox
}

// String returns the report as one line.
func (r Report) String() string {
	return fmt.Sprintf("%d conversations, %d turns, %d events, %d calls, %d purchases, %d asked again, %d crashes, "+
		"%d store faults, %d tool faults, %d late orders, %d interrupted, %d settled, %d conflicts, "+
		"%d standstills, %d made after all, %d fares held, %d requests in inboxes",
		r.Conversations, r.Turns, r.Events, r.Calls, r.Purchases, r.AskedAgain, r.Crashes,
		r.StoreFaults, r.ToolFaults, r.LateOrders, r.Interrupted, r.Settled, r.Conflicts, r.Standstills, r.AfterAll,
		r.Fares, r.Accepted)
}

func (r *Report) add(c *counts) {
	r.Conversations++
	r.Turns += c.Turns
	r.Events += c.Events
	r.Calls += c.Calls
	r.Purchases += c.Purchases
	r.AskedAgain += c.AskedAgain
	r.Crashes += c.Crashes
	r.StoreFaults += c.StoreFaults
	r.ToolFaults += c.ToolFaults
	r.LateOrders += c.LateOrders
	r.Interrupted += c.Interrupted
	r.Settled += c.Settled
	r.Conflicts += c.Conflicts
	r.Standstills += c.Standstills
	r.AfterAll += c.AfterAll
	r.Fares += c.Fares
	r.Accepted += c.Accepted
}

// Failure is an invariant that did not hold. It is an error that tells how to see it again.
type Failure struct {
	Seed         uint64
	Conversation int64 // the same seed and number give the same conversation
	Invariant    Invariant
	Detail       string
	Trace        []string // what happened, after shrinking
	Recording    string   // the trips' logs, after shrinking
}

// Error implements error.
func (f *Failure) Error() string {
	return fmt.Sprintf("sim: %s: %s\n  seed %d, conversation %d\n  %s\n%s",
		f.Invariant, f.Detail, f.Seed, f.Conversation, strings.Join(f.Trace, "\n  "), f.Recording)
}

// batch is how many conversations are simulated before it is seen whether it was enough.
const batch = 256

// Run simulates conversations until there were enough turns. The same seed gives the same report.
//
//   - Errors: *Failure, of the first conversation that breaks an invariant.
func Run(cfg Config) (Report, error) {
	if cfg.Workers <= 0 {
		cfg.Workers = runtime.GOMAXPROCS(0)
	}
	var report Report
	for first := int64(0); report.Turns < cfg.Turns; first += batch {
		list := playAll(cfg, first)
		for i := range list {
			if list[i].failure != nil {
				return report, shrunk(list[i].plan, list[i].failure)
			}
			report.add(&list[i].counts)
		}
	}
	return report, nil
}

// Again simulates one conversation, as a [Failure] names it.
//
//   - Errors: *Failure.
func Again(seed uint64, conversation int64) error {
	var idle pool
	defer idle.stop()
	p := plan{seed: seed, number: conversation, faults: allFaults}
	if e := playOne(p, &idle); e.failure != nil {
		return shrunk(p, e.failure)
	}
	return nil
}

// shrunk returns the failure of the smallest conversation that breaks the same invariant.
func shrunk(p plan, f *Failure) *Failure {
	var idle pool
	defer idle.stop()
	return shrink(p, f, func(p plan) *Failure { return playOne(p, &idle).failure })
}

// ended is what is kept of a conversation.
type ended struct {
	plan    plan
	counts  counts
	failure *Failure
}

// playAll simulates a batch of conversations.
func playAll(cfg Config, first int64) []ended {
	list := make([]ended, batch)
	var next atomic.Int64
	var all sync.WaitGroup
	for range cfg.Workers {
		all.Go(func() {
			var idle pool
			defer idle.stop()
			for i := next.Add(1) - 1; i < batch; i = next.Add(1) - 1 {
				list[i] = playOne(plan{seed: cfg.Seed, number: first + i, faults: allFaults}, &idle)
			}
		})
	}
	all.Wait()
	return list
}

// playOne simulates one conversation.
func playOne(p plan, idle *pool) ended {
	c := newConversation(p, idle)
	c.play()
	e := ended{plan: p, counts: c.counts, failure: c.failure}
	if e.failure != nil {
		e.failure.Seed, e.failure.Conversation = p.seed, p.number
		e.failure.Trace, e.failure.Recording = c.trace, c.recordings()
	}
	return e
}
