package crash_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools/sandbox/magic"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// witness remembers what the log of one trip said, from one kill to the next, and folds it.
type witness struct {
	id    trip.ID
	fold  *replay.Replayer
	seq   int64
	chain [32]byte

	seqs      map[string]int64  // of every event, by its id
	keys      map[string]string // tool by the idempotency key of every write call that was queued
	asks      map[string]string // what an approval is for, by the id of the ask
	approvals int
	failures  int // events with the canary: raw error texts that stay in the log
	notMade   int // calls that lookups settled as not made
}

func newWitness(id trip.ID) *witness {
	return &witness{
		id: id, fold: replay.New(string(id), turn.Default(), replay.Options{}),
		seqs: map[string]int64{}, keys: map[string]string{}, asks: map[string]string{},
	}
}

// follow reads what has come to the log, and makes sure that what was there still is.
func (w *witness) follow(ctx context.Context, s store.Store) (problems []string) {
	say := func(format string, args ...any) {
		problems = append(problems, fmt.Sprintf("trip %s: ", w.id)+fmt.Sprintf(format, args...))
	}
	if w.seq == 0 {
		t, err := s.Load(ctx, w.id)
		if err == nil {
			_, err = w.fold.Line(string(t.Header))
		}
		if err != nil {
			say("%v", err)
			return problems
		}
	}
	was := w.seq
	met := was == 0
	for record, err := range s.Log(ctx, w.id, max(w.seq, 1)) {
		switch {
		case err != nil:
			say("log: %v", err)
			return problems
		case record.Seq == was && record.Chain != w.chain:
			say("the log up to seq %d is not what it was before", was)
			return problems
		case record.Seq == was:
			met = true
			continue
		case record.Seq != w.seq+1:
			say("after seq %d the log goes on at %d", w.seq, record.Seq)
			return problems
		}
		w.seq, w.chain = record.Seq, record.Chain
		if err := w.event(record.Event); err != nil {
			say("seq %d: %v", record.Seq, err)
			return problems
		}
	}
	if !met {
		say("the log had %d events, now it ends before", was)
	}
	return problems
}

// event folds one event and notes what it tells.
func (w *witness) event(line []byte) error {
	step, err := w.fold.Line(string(line))
	if err != nil {
		return err
	}
	ev := &step.Event
	if ev.Decision == "" || ev.State == "" {
		return errors.New("it carries no digests: nothing was compared")
	}
	if at, twice := w.seqs[ev.ID]; twice {
		return fmt.Errorf("event %s is there already, at seq %d", ev.ID, at)
	}
	w.seqs[ev.ID] = w.seq
	if ev.Type() == trip.TypeUserApprovedPurchase {
		w.approvals++
	}
	if strings.Contains(string(line), magic.Canary) {
		w.failures++
	}
	if e, ok := ev.Data.(trip.ToolError); ok && e.SettledBy == trip.SettledByLookup {
		w.notMade++
	}
	for _, call := range step.Decision.ToolCalls {
		if key := keyOf(call); key != "" {
			w.keys[key] = call.Name
		}
	}
	if err := w.approved(step); err != nil {
		return err
	}
	for _, text := range step.Decision.UIMessages() {
		if strings.Contains(text, magic.Canary) {
			return fmt.Errorf("raw error text in a message: %s", text)
		}
	}
	return nil
}

// approved makes sure that a purchase is of what an ask showed before it: those holds, for that total.
func (w *witness) approved(step *replay.Step) error {
	in := &step.Decision.Next
	for _, call := range step.Decision.ToolCalls {
		buy, ok := call.Arguments.(trip.PurchaseArguments)
		if !ok {
			continue
		}
		id, _ := trip.AskOf(step.Event.Data)
		if is := offerOf(in, buy.HoldIDs); w.asks[id] != is || !strings.HasSuffix(is, buy.ExpectedTotal.String()) {
			return fmt.Errorf("bought is %s for %s, ask %q showed %q", is, buy.ExpectedTotal, id, w.asks[id])
		}
	}
	if ask := step.Decision.Ask; ask != nil && len(in.Turn.Outstanding) == 0 {
		var ids []string
		for i, h := range in.WorkingMemory.Holds {
			if slices.Contains(ask.About, fmt.Sprintf("working_memory.holds[%d]", i)) {
				ids = append(ids, h.HoldID)
			}
		}
		w.asks[ask.ID] = offerOf(in, ids)
	}
	return nil
}

// offerOf tells holds with their prices, and the total.
func offerOf(in *trip.Intent, ids []string) string {
	var text []string
	var total trip.Money
	for _, h := range in.WorkingMemory.Holds {
		if slices.Contains(ids, h.HoldID) {
			text = append(text, h.HoldID+" "+h.Price().String())
			total, _ = total.Add(h.Price())
		}
	}
	return strings.Join(append(text, total.String()), ", ")
}

// keyOf returns the idempotency key of a write call.
func keyOf(c trip.Call) string {
	switch a := c.Arguments.(type) {
	case trip.HoldArguments:
		return a.IdempotencyKey
	case trip.ReleaseArguments:
		return a.IdempotencyKey
	case trip.PurchaseArguments:
		return a.IdempotencyKey
	default:
		return ""
	}
}

// checkSnapshots looks for raw error text in every snapshot that is kept.
func (w *witness) checkSnapshots(ctx context.Context, s store.Store) (problems []string) {
	for at := w.seq; at > 0; at-- {
		snapshot, seq, err := s.SnapshotAt(ctx, w.id, at)
		if errors.Is(err, store.ErrNotFound) {
			return problems
		}
		if err != nil {
			return append(problems, fmt.Sprintf("trip %s: snapshot at seq %d: %v", w.id, at, err))
		}
		if strings.Contains(string(snapshot), magic.Canary) {
			problems = append(problems, fmt.Sprintf("trip %s: raw error text in the snapshot at seq %d", w.id, seq))
		}
		at = seq
	}
	return problems
}

// checkRest makes sure that nothing is going on.
func (w *witness) checkRest(ctx context.Context, s store.Store) (problems []string) {
	t, err := s.Load(ctx, w.id)
	if err != nil {
		return []string{fmt.Sprintf("trip %s: %v", w.id, err)}
	}
	in := w.fold.Intent()
	if n := len(in.Turn.Outstanding) + len(t.Outstanding); n > 0 {
		problems = append(problems, fmt.Sprintf("trip %s: %d calls are still outstanding or in doubt", w.id, n))
	}
	if len(t.Queue) > 0 {
		problems = append(problems, fmt.Sprintf("trip %s: %d events still wait", w.id, len(t.Queue)))
	}
	if string(t.Snapshot) != string(in.AppendJSON(nil)) {
		problems = append(problems, fmt.Sprintf("trip %s: the snapshot at seq %d is not what the log folds to at %d", w.id, t.SnapshotSeq, w.seq))
	}
	return problems
}
