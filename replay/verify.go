package replay

import (
	"fmt"
	"iter"

	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Verify folds a trip's log onto its header and says how the outcome differs from a snapshot
// of the same seq. It compares the recorded digests on the way. It has the form that a store's check asks for.
//
// Errors: *InputError, *Difference.
func Verify(cfg turn.Config) func(header []byte, events iter.Seq[[]byte], snapshot []byte) error {
	return func(header []byte, events iter.Seq[[]byte], snapshot []byte) error {
		r := New("log", cfg, Options{})
		if len(header) > 0 {
			if _, err := r.Line(string(header)); err != nil {
				return err
			}
		}
		for event := range events {
			if _, err := r.Line(string(event)); err != nil {
				return err
			}
		}
		in := r.Intent()
		if folded := in.AppendJSON(nil); string(folded) != string(snapshot) {
			return &Difference{
				File: "log", Seq: r.seq, Field: "snapshot",
				Recorded: string(trip.DigestOf(snapshot)), Replayed: string(trip.DigestOf(folded)),
				Hint: fmt.Sprintf("the log of %d events does not lead to the snapshot", r.seq),
			}
		}
		return nil
	}
}
