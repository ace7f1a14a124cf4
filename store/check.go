package store

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// CheckOptions says how deep a check goes.
type CheckOptions struct {
	// Verify folds all events of a trip onto its header and says how the state at seq `at` differs from the snapshot,
	// which is empty when there is none. It returns the intent after the last event and the calls that are outstanding or
	// in doubt then. It may stop early with an error, which wraps ErrDiffers where the events are whole and it decides
	// otherwise. Nil checks no folding.
	Verify func(header []byte, events iter.Seq[[]byte], snapshot []byte, at int64) (trip.Intent, []trip.Call, error)
}

// Finding is one thing that is wrong in a store.
type Finding struct {
	Trip    trip.ID // empty when it is not one trip's own
	Seq     int64   // 0 when it is not one record's own
	What    string
	Differs bool // it is no damage: [CheckOptions.Verify] decides otherwise than whoever wrote it
}

// String returns the finding as a sentence.
func (f Finding) String() string {
	if f.Differs {
		return fmt.Sprintf("store: trip %q is decided otherwise: %s", f.Trip, f.What)
	}
	return (&DamagedError{Trip: f.Trip, Seq: f.Seq, What: f.What}).Error()
}

// CheckReport is what a check saw.
type CheckReport struct {
	Trips    int64
	Events   int64
	Findings []Finding // in the order they were met
	Omitted  int64     // findings beyond the first MaxFindings
	damaged  bool      // one of all findings is of damage
}

// MaxFindings bounds the findings of a report.
const MaxFindings = 1000

// Add appends a finding, or counts it where the report is full.
func (r *CheckReport) Add(f Finding) {
	r.damaged = r.damaged || !f.Differs
	if len(r.Findings) == MaxFindings {
		r.Omitted++
		return
	}
	r.Findings = append(r.Findings, f)
}

// IsDamaged reports whether there is damage: a trip that is only decided otherwise has none.
func (r *CheckReport) IsDamaged() bool { return r.damaged }

// Damaged returns the trips that are damaged, sorted.
func (r *CheckReport) Damaged() []trip.ID { return r.trips(false) }

// Differing returns the trips that are decided otherwise, sorted.
func (r *CheckReport) Differing() []trip.ID { return r.trips(true) }

func (r *CheckReport) trips(differ bool) []trip.ID {
	var ids []trip.ID
	for _, f := range r.Findings {
		if f.Trip != "" && f.Differs == differ {
			ids = append(ids, f.Trip)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Checker is a store that can look at more of itself than its trips.
type Checker interface {
	// Check reads the whole store and reports what is wrong. Its error says only why it could
	// not be done, such as a cancelled context.
	Check(ctx context.Context, o CheckOptions) (CheckReport, error)
}

// Check looks at a store: as a [Checker] does so itself, else at each trip, as CheckTrip does.
//
//   - Errors: that of ctx, or a fault of the store.
func Check(ctx context.Context, s Store, o CheckOptions) (report CheckReport, err error) {
	if checker, is := As[Checker](s); is {
		return checker.Check(ctx, o)
	}
	for id, err := range s.Trips(ctx, "") {
		if err == nil {
			err = CheckTrip(ctx, s, id, o, &report)
		}
		if err != nil {
			return report, err
		}
	}
	return report, nil
}

// CheckTrip checks one trip of any store and adds to the report: contiguous seqs, the hash chain
// from the header to the newest event, that the decisions are those that their events name, the snapshot's own seq,
// that the outstanding calls, and those of unknown outcome behind them, are those of the snapshot or, with
// [CheckOptions.Verify], of the folded log with their arguments and keys.
func CheckTrip(ctx context.Context, s Store, id trip.ID, o CheckOptions, report *CheckReport) error {
	report.Trips++
	t, err := s.Load(ctx, id)
	switch {
	case errors.Is(err, ErrNotFound):
		return nil // removed meanwhile
	case errors.Is(err, ErrDamaged):
		report.AddDamage(id, err)
		_, err = checkChain(ctx, s, Trip{ID: id}, report)
		return err
	case err != nil:
		return err
	}
	whole, err := checkChain(ctx, s, t, report)
	if err != nil {
		return err
	}
	if !checkSnapshot(t, report) || !whole || o.Verify == nil {
		return nil
	}
	return verify(ctx, s, t, o, report)
}

// checkChain goes through the log. Without a chain in t, because the trip could not be loaded, it
// only finds what of the log cannot be read.
func checkChain(ctx context.Context, s Store, t Trip, report *CheckReport) (whole bool, err error) {
	loaded := t.Chain != [32]byte{}
	seq, link := int64(0), FirstChain(t.Header)
	before := len(report.Findings) + int(report.Omitted)
	for r, err := range s.Log(ctx, t.ID, 1) {
		if errors.Is(err, ErrDamaged) {
			report.AddDamage(t.ID, err)
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if loaded && seq == t.Seq {
			break // what follows was appended after the trip was loaded
		}
		report.Events++
		seq++
		if r.Seq != seq {
			report.Add(Finding{Trip: t.ID, Seq: seq, What: fmt.Sprintf("the log goes on at seq %d", r.Seq)})
			return false, nil
		}
		want := NextChain(link, r.Event)
		if loaded && r.Chain != want {
			report.Add(Finding{
				Trip: t.ID, Seq: seq,
				What: "the hash chain breaks: this event, or one before it, is not what was written",
			})
		}
		if what := checkDecision(r); what != "" {
			report.Add(Finding{Trip: t.ID, Seq: seq, What: what})
		}
		link = r.Chain
	}
	switch {
	case !loaded:
		return false, nil
	case seq != t.Seq:
		report.Add(Finding{
			Trip: t.ID, Seq: seq + 1,
			What: fmt.Sprintf("the log ends at seq %d, the trip is at seq %d", seq, t.Seq),
		})
	case link != t.Chain:
		report.Add(Finding{Trip: t.ID, Seq: seq, What: "the hash chain does not end in the trip's own"})
	}
	return before == len(report.Findings)+int(report.Omitted), nil
}

// checkDecision says what is wrong with the decision that is kept beside an event, which names it by its digest.
func checkDecision(r Record) string {
	if r.Decision == nil {
		return ""
	}
	ev, err := trip.DecodeEvent(string(r.Event))
	if err != nil {
		return "the event cannot be decoded: " + err.Error()
	}
	k, err := trip.DecodeKept(&ev, string(r.Decision))
	switch {
	case err != nil:
		return "its decision cannot be decoded: " + err.Error()
	case slices.ContainsFunc(k.Decision.ToolCalls, func(c trip.Call) bool { return c.Name == trip.ToolExtract }):
		return "" // the intent in its arguments has texts, which the digest does not cover and the kept form cannot leave out
	case ev.Decision != "" && ev.Decision != k.Decision.Digest():
		return "the decision beside it is not the one that it names"
	}
	return ""
}

// checkSnapshot compares what the snapshot says of itself with what the store keeps beside it.
func checkSnapshot(t Trip, report *CheckReport) bool {
	if len(t.Snapshot) == 0 {
		return true
	}
	intent, _, err := trip.DecodeIntent(string(t.Snapshot))
	if err != nil {
		report.Add(Finding{Trip: t.ID, Seq: t.SnapshotSeq, What: "the snapshot cannot be decoded: " + err.Error()})
		return false
	}
	if intent.Turn.Seq != t.SnapshotSeq {
		what := fmt.Sprintf("the snapshot says that it is at seq %d", intent.Turn.Seq)
		report.Add(Finding{Trip: t.ID, Seq: t.SnapshotSeq, What: what})
		return false
	}
	if t.SnapshotSeq != t.Seq {
		return true // the outstanding calls are those after the tail
	}
	said := make([]string, 0, len(intent.Turn.Outstanding)+len(intent.Turn.Unknown))
	for _, p := range slices.Concat(intent.Turn.Outstanding, intent.Turn.Unknown) {
		said = append(said, p.CallID)
	}
	kept := make([]string, 0, len(t.Outstanding))
	for _, c := range t.Outstanding {
		kept = append(kept, c.CallID)
	}
	slices.Sort(said)
	slices.Sort(kept)
	if !slices.Equal(said, kept) {
		what := fmt.Sprintf("the snapshot has the outstanding calls %q, the store keeps %q", said, kept)
		report.Add(Finding{Trip: t.ID, Seq: t.Seq, What: what})
		return false
	}
	return true
}

// verify hands the log to the caller's own check, and holds what it folds to against what is kept.
func verify(ctx context.Context, s Store, t Trip, o CheckOptions, report *CheckReport) error {
	var failed error
	events := func(yield func([]byte) bool) {
		for r, err := range s.Log(ctx, t.ID, 1) {
			if err != nil {
				failed = err
				return
			}
			if r.Seq > t.Seq || !yield(r.Event) {
				return
			}
		}
	}
	in, calls, differs := o.Verify(t.Header, events, t.Snapshot, t.SnapshotSeq)
	if errors.Is(failed, ErrNotFound) {
		return nil // removed meanwhile
	}
	if failed != nil {
		return failed
	}
	found := Finding{Trip: t.ID, Seq: t.SnapshotSeq}
	switch {
	case errors.Is(differs, ErrDiffers):
		found.What, found.Differs = differs.Error(), true
	case differs != nil:
		found.What = "the log folded again differs from what is kept: " + differs.Error()
	default:
		found.Seq, found.What = t.Seq, compareCalls(&in.Turn, calls, t.Outstanding)
	}
	if found.What != "" {
		report.Add(found)
	}
	return nil
}

// compareCalls says how the calls that are kept differ from those of the folded log: a restart
// would perform the outstanding ones, and look up those of unknown outcome. Older versions kept no arguments of these.
func compareCalls(turn *trip.Turn, calls []trip.Call, kept []Outstanding) string {
	pending := slices.Concat(turn.Outstanding, turn.Unknown)
	if len(pending) != len(kept) {
		return fmt.Sprintf("%d calls are outstanding or in doubt by the log, the store keeps %d", len(pending), len(kept))
	}
	for i, k := range kept {
		p, args := &pending[i], ""
		at := slices.IndexFunc(calls, func(c trip.Call) bool { return c.CallID == p.CallID })
		if at >= 0 && calls[at].Arguments != nil {
			args = string(trip.AppendArguments(nil, calls[at].Arguments))
		}
		inDoubt := i >= len(turn.Outstanding)
		switch {
		case k.CallID != p.CallID || k.Name != p.Name || at < 0 && !inDoubt:
			return fmt.Sprintf("the outstanding call %d is %s %s by the log, the store keeps %s %s", i, p.Name, p.CallID,
				k.Name, k.CallID)
		case k.Key != p.Key:
			return fmt.Sprintf("the outstanding call %s is kept with another idempotency key than the log says", k.CallID)
		case string(k.Arguments) != args && !(inDoubt && (k.Arguments == "" || at < 0)):
			return fmt.Sprintf("the outstanding call %s is kept with other arguments than the log says", k.CallID)
		}
	}
	return ""
}

// AddDamage adds what an error says of a trip; of a [DamagedError] what is damaged, and at which seq.
func (r *CheckReport) AddDamage(id trip.ID, err error) {
	f := Finding{Trip: id, What: err.Error()}
	if d, is := errors.AsType[*DamagedError](err); is {
		f.Seq, f.What = d.Seq, d.What
	}
	r.Add(f)
}
