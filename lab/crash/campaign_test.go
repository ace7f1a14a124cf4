package crash_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// campaign is one store, killed again and again, and what must be true of it.
type campaign struct {
	program
	seed         uint64
	trips, turns int
	store        string
	random       *rand.Rand

	accepted map[string]acceptance // by event id
	queued   map[string]trip.ID
	trip     map[trip.ID]*witness
	ready    bool // the store and the ledger have been open once
	tally
}

// acceptance is what the program said of an event before it was killed.
type acceptance struct {
	trip trip.ID
	seq  int64
}

// tally says what a campaign went through, so that nobody takes an idle one for a good one.
type tally struct {
	kills, atPoints, events, replayed, conflicts, queuedEvents, purchases, notMade, failures int
	attacked, refusals                                                                       int
}

func (a tally) plus(b tally) tally {
	return tally{
		a.kills + b.kills, a.atPoints + b.atPoints, a.events + b.events, a.replayed + b.replayed, a.conflicts + b.conflicts,
		a.queuedEvents + b.queuedEvents, a.purchases + b.purchases, a.notMade + b.notMade, a.failures + b.failures,
		a.attacked + b.attacked, a.refusals + b.refusals,
	}
}

func (a tally) String() string {
	return fmt.Sprintf("%d kills (%d frozen at a failpoint), %d events in the logs, %d answered from the log, %d conflicts, %d queued, "+
		"%d purchases, %d writes settled as not made by lookups, %d failures, %d attacks on the files (%d refused)",
		a.kills, a.atPoints, a.events, a.replayed, a.conflicts, a.queuedEvents,
		a.purchases, a.notMade, a.failures, a.attacked, a.refusals)
}

func newCampaign(t *testing.T, seed uint64, trips, turns int) *campaign {
	t.Helper()
	return &campaign{
		program: built(t), seed: seed, trips: trips, turns: turns, store: filepath.Join(t.TempDir(), "trips.db"),
		random: rand.New(rand.NewPCG(seed, 0)), accepted: map[string]acceptance{}, queued: map[string]trip.ID{},
		trip: map[trip.ID]*witness{},
	}
}

// keep leaves the files of a failed campaign where somebody can look at them.
func (c *campaign) keep(t *testing.T) {
	t.Helper()
	if !t.Failed() {
		return
	}
	folder := filepath.Join(os.TempDir(), fmt.Sprintf("legwork-crash-seed-%d", c.seed)) //nolint:usetesting // it outlives the test
	_ = os.RemoveAll(folder)
	if err := os.CopyFS(folder, os.DirFS(filepath.Dir(c.store))); err != nil {
		t.Logf("the files cannot be kept: %v", err)
	}
	t.Logf("seed %d failed after %s; its files are in %s", c.seed, c.tally, folder)
}

// report fails the test with what a check found.
func report(t *testing.T, problems []string) {
	t.Helper()
	for _, p := range problems {
		t.Error(p)
	}
}

// Bounds of the time after which a process is killed.
const (
	shortestLife = 5 * time.Millisecond
	longestLife  = 600 * time.Millisecond
	frozenLife   = 3 * time.Second        // at a failpoint: it is killed when it says nothing any more
	frozenQuiet  = 250 * time.Millisecond // which is after so long
	latestPass   = 150                    // a failpoint freezes the process after at most so many passes
)

// kill starts the program once and kills it at random. It reports whether the program came to its
// end before.
func (c *campaign) kill(t *testing.T) (ended bool) {
	t.Helper()
	s := start{args: c.args(), life: shortestLife + time.Duration(c.random.Int64N(int64(longestLife)))}
	if c.random.IntN(3) == 0 {
		s.args = append(s.args, "--lazy")
	}
	if c.random.IntN(4) == 0 {
		s.args = append(s.args, "--compact")
	}
	if c.random.IntN(2) == 0 && len(c.points) > 0 {
		point := c.points[c.random.IntN(len(c.points))]
		s.point = fmt.Sprintf("%s=%d*off->sleep(3600000)", point, c.random.IntN(latestPass))
		s.life, s.quiet = frozenLife, frozenQuiet
	} else {
		s.works = c.random.IntN(4) > 0 // on a slow machine too most are killed in the middle of work
	}
	return c.killAt(t, s)
}

// killAt starts the program once as it is told, and looks at what it left.
func (c *campaign) killAt(t *testing.T, s start) (ended bool) {
	t.Helper()
	f := run(t, c.program, s)
	if f.killed {
		c.kills++
	}
	if f.frozen {
		c.atPoints++
	}
	if !f.killed && f.code != 0 {
		t.Errorf("%v (%s) ended by itself with code %d: %s", s.args, s.point, f.code, f.problem)
	}
	c.hear(t, f)
	c.look(t)
	return !f.killed
}

// args says how the program is called: in every second campaign an event interrupts the turn that
// runs.
func (c *campaign) args() []string {
	args := soak(c.store, c.seed, c.trips, c.turns)
	if c.seed%2 == 0 {
		args = append(args, "--interrupt")
	}
	return args
}

// hear takes down what a process said.
func (c *campaign) hear(t *testing.T, f finish) {
	t.Helper()
	if f.problem != "" {
		t.Errorf("on standard error: %s", f.problem)
	}
	for _, line := range f.lines {
		word, rest, _ := strings.Cut(line, " ")
		var id trip.ID
		var event string
		var seq int64
		switch word {
		case "ready":
			c.ready = true
		case "done":
		case "recovered":
			if !strings.HasSuffix(line, " 0") {
				t.Errorf("recovery failed: %s", line)
			}
		case "queued":
			scan(t, line, rest, &id, &event)
			c.queued[event] = id
			c.queuedEvents++
		case "refused":
			c.conflicts++
		case "accepted", "replayed":
			scan(t, line, rest, &id, &event, &seq)
			report(t, c.accept(acceptance{id, seq}, event))
			if word == "replayed" {
				c.replayed++
			}
		default:
			t.Errorf("the program said %q", line)
		}
	}
}

func scan(t *testing.T, line, rest string, into ...any) {
	t.Helper()
	if _, err := fmt.Sscan(rest, into...); err != nil {
		t.Errorf("the program said %q: %v", line, err)
	}
}

// accept notes an event that the program said is in the log. It has one place there for ever.
func (c *campaign) accept(a acceptance, event string) (problems []string) {
	if was, known := c.accepted[event]; known && was != a {
		problems = append(problems, fmt.Sprintf("event %s was said to be at %v, now at %v", event, was, a))
	}
	c.accepted[event] = a
	return problems
}

// look opens store and ledger for reading and checks what must be true after every kill.
func (c *campaign) look(t *testing.T) {
	t.Helper()
	if !c.ready {
		if _, err := os.Stat(c.store); err != nil {
			return // killed before the store was made
		}
	}
	c.untouched(t, func() { c.lookInto(t) })
	c.attack(t)
}

// lookInto checks what is in the store.
func (c *campaign) lookInto(t *testing.T) {
	t.Helper()
	s, err := bolt.Open(c.store, bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatalf("after a kill: %v", err)
	}
	defer func() { _ = s.Close() }()
	report(t, c.follow(t.Context(), s))
	report(t, c.checkAccepted(t.Context(), s))
	report(t, readBooks(t, c.store+".ledger").check(c.trip))
}

// follow brings all witnesses up to date.
func (c *campaign) follow(ctx context.Context, s store.Store) (problems []string) {
	for id, err := range s.Trips(ctx, "") {
		if err != nil {
			return append(problems, err.Error())
		}
		if c.trip[id] == nil {
			c.trip[id] = newWitness(id)
		}
	}
	for _, w := range c.trip {
		problems = append(problems, w.follow(ctx, s)...)
	}
	c.events, c.failures, c.notMade = 0, 0, 0
	for _, w := range c.trip {
		c.events += len(w.seqs)
		c.failures += w.failures
		c.notMade += w.notMade
	}
	return problems
}

// checkAccepted makes sure that what was accepted is in the log, where it was said to be, and what
// was queued is there or still in the queue.
func (c *campaign) checkAccepted(ctx context.Context, s store.Store) (problems []string) {
	for event, a := range c.accepted {
		if w := c.trip[a.trip]; w == nil || w.seqs[event] != a.seq {
			problems = append(problems, fmt.Sprintf("event %s was accepted as seq %d of trip %s, but is not there", event, a.seq, a.trip))
		}
	}
	for event, id := range c.queued {
		if w := c.trip[id]; w != nil && w.seqs[event] > 0 || waits(ctx, s, id, event) {
			continue
		}
		problems = append(problems, fmt.Sprintf("event %s of trip %s was queued, but is neither in the log nor in the queue", event, id))
	}
	return problems
}

// waits reports whether an event is in a trip's queue.
func waits(ctx context.Context, s store.Store, id trip.ID, event string) bool {
	t, err := s.Load(ctx, id)
	if err != nil {
		return false
	}
	for _, line := range t.Queue {
		if ev, err := trip.DecodeEvent(string(line)); err == nil && ev.ID == event {
			return true
		}
	}
	return false
}

// end lets the program come to its end and checks what must be true then.
func (c *campaign) end(t *testing.T) {
	t.Helper()
	f := run(t, c.program, start{args: c.args()})
	c.hear(t, f)
	if f.code != 0 || len(f.lines) == 0 || f.lines[len(f.lines)-1] != "done" {
		t.Fatalf("the program did not come to its end: code %d", f.code)
	}
	c.look(t)
	c.audit(t)
}

// audit checks a store whose trips have all come to their end.
func (c *campaign) audit(t *testing.T) {
	t.Helper()
	s, err := bolt.Open(c.store, bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	checked, err := s.Check(t.Context(), store.CheckOptions{Verify: replay.Verify(turn.Default())})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range checked.Findings {
		t.Error(f)
	}
	c.purchases = readBooks(t, c.store+".ledger").purchases()
	report(t, c.checkEnd(t.Context(), s, readBooks(t, c.store+".ledger")))
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	c.replayAll(t)
}

// checkEnd checks trip by trip.
func (c *campaign) checkEnd(ctx context.Context, s store.Store, b *books) (problems []string) {
	if len(c.trip) != c.trips {
		problems = append(problems, fmt.Sprintf("%d trips in the store, %d were driven", len(c.trip), c.trips))
	}
	for id, err := range s.Pending(ctx) {
		problems = append(problems, fmt.Sprintf("trip %s is pending (%v)", id, err))
	}
	sent := map[trip.ID]int{}
	for _, a := range c.accepted {
		sent[a.trip]++
	}
	for id, w := range c.trip {
		in := w.fold.Intent()
		if sent[id] != c.turns {
			problems = append(problems, fmt.Sprintf("trip %s: %d events were accepted, %d were sent", id, sent[id], c.turns))
		}
		problems = append(problems, w.checkRest(ctx, s)...)
		problems = append(problems, w.checkSnapshots(ctx, s)...)
		problems = append(problems, b.checkKnown(id, &in)...)
	}
	return problems
}

// replayAll exports every trip as a recording and lets the program replay them and check the store.
func (c *campaign) replayAll(t *testing.T) {
	t.Helper()
	folder := t.TempDir()
	for id := range c.trip {
		out, code := legwork(t, c.program, "export", "--store", c.store, "--out", filepath.Join(folder, string(id)+".jsonl"), string(id))
		if code != 0 {
			t.Errorf("export of %s: code %d: %s", id, code, out)
		}
	}
	if out, code := legwork(t, c.program, "replay", folder); code != 0 {
		t.Errorf("replay: code %d: %s", code, out)
	}
	if out, code := legwork(t, c.program, "check", "--store", c.store); code != 0 {
		t.Errorf("check: code %d: %s", code, out)
	}
}
