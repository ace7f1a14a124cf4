package replay

import (
	"fmt"
	"iter"
	"slices"

	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Verify folds a trip's log onto its header and says how the state at seq `at` differs from a
// snapshot, if there is one. It compares the recorded digests on the way. It returns the intent
// after the last event and the calls that are outstanding or in doubt then, in call order. It has the form that a
// store's check asks for.
//
//   - Errors: *InputError, *Difference.
func Verify(cfg turn.Config) func(header []byte, events iter.Seq[[]byte], snapshot []byte,
	at int64) (trip.Intent, []trip.Call, error) {
	return func(header []byte, events iter.Seq[[]byte], snapshot []byte, at int64) (trip.Intent, []trip.Call, error) {
		v := verification{r: New("log", cfg, Options{}), snapshot: snapshot, at: at}
		if err := v.start(header); err != nil {
			return trip.Intent{}, nil, err
		}
		for event := range events {
			if err := v.event(event); err != nil {
				return trip.Intent{}, nil, err
			}
		}
		if v.r.seq < at {
			return trip.Intent{}, nil, v.differs(fmt.Sprintf("the log ends at seq %d, the snapshot is of seq %d", v.r.seq, at))
		}
		return v.r.Intent(), v.calls, nil
	}
}

// verification is one log being folded.
type verification struct {
	r        *Replayer
	snapshot []byte
	at       int64
	calls    []trip.Call // outstanding or in doubt
}

func (v *verification) start(header []byte) error {
	if len(header) > 0 {
		if _, err := v.r.Line(string(header)); err != nil {
			return err
		}
	}
	return v.compare()
}

func (v *verification) event(line []byte) error {
	step, err := v.r.Line(string(line))
	if err != nil || step == nil {
		return err
	}
	d := step.Decision
	for _, c := range d.ToolCalls {
		c.Arguments = trip.RawArguments(trip.AppendArguments(nil, c.Arguments)) // the step is used again
		v.calls = append(v.calls, c)
	}
	v.calls = slices.DeleteFunc(v.calls, func(c trip.Call) bool {
		same := func(p trip.Pending) bool { return p.CallID == c.CallID }
		t := &d.Next.Turn
		return !slices.ContainsFunc(t.Outstanding, same) && !slices.ContainsFunc(t.Unknown, same)
	})
	return v.compare()
}

// compare holds the state against the snapshot when it is of the same seq.
func (v *verification) compare() error {
	if len(v.snapshot) == 0 || v.r.seq != v.at || !v.r.header.Comparable() {
		return nil
	}
	in := v.r.Intent()
	stored, _, err := trip.DecodeIntent(string(v.snapshot))
	if err != nil {
		return v.differs("the snapshot cannot be read: " + err.Error())
	}
	if in.Digest() == stored.Digest() {
		return nil
	}
	d := v.differs(fmt.Sprintf("the log of %d events does not lead to the snapshot", v.r.seq))
	d.Recorded, d.Replayed = string(stored.Digest()), string(in.Digest())
	return d
}

func (v *verification) differs(hint string) *Difference {
	return &Difference{
		File: "log", Seq: v.r.seq, Field: "snapshot", Recorded: string(trip.DigestOf(v.snapshot)), Hint: hint,
	}
}
