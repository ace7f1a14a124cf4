package replay_test

import (
	"bytes"
	"testing"

	"github.com/legwork-go/legwork/internal/longtrip"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// TestEncoderWritesWhatAppendJSONWrites holds an encoder that goes along with a log against
// the plain writer, at every event.
func TestEncoderWritesWhatAppendJSONWrites(t *testing.T) {
	r := replay.New("t", turn.Default(), replay.Options{})
	var e trip.Encoder
	for step, err := range r.Lines(bytes.NewReader(longtrip.Recording(60, false))) {
		if err != nil {
			t.Fatal(err)
		}
		in := step.Decision.Next
		if want, got := in.AppendJSON(nil), e.AppendIntent(nil, &in); !bytes.Equal(want, got) {
			t.Fatalf("seq %d:\n%s\n%s", step.Event.Seq, want, got)
		}
	}
}
