package replay_test

import (
	"bytes"
	"testing"

	"github.com/legwork-go/legwork/internal/longtrip"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// TestEncoderMakesTheSameDigests holds an encoder that goes along with a log against the digest of
// each decision and intent alone.
func TestEncoderMakesTheSameDigests(t *testing.T) {
	r := replay.New("t", turn.Default(), replay.Options{})
	var e trip.Encoder
	for step, err := range r.Lines(bytes.NewReader(longtrip.Recording(60, false))) {
		if err != nil {
			t.Fatal(err)
		}
		in := step.Decision.Next
		if want, got := step.Decision.Digest(), e.Decision(step.Decision, ""); want != got {
			t.Fatalf("seq %d: the decision has the digest %s, want %s", step.Event.Seq, got, want)
		}
		if want, got := in.Digest(), e.Intent(&in, ""); want != got {
			t.Fatalf("seq %d: the intent has the digest %s, want %s", step.Event.Seq, got, want)
		}
	}
}
