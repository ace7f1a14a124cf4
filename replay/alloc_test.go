package replay_test

import (
	"bytes"
	"testing"

	"github.com/legwork-go/legwork/internal/longtrip"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/turn"
)

// TestReplayAllocations bounds what an event of a long recording allocates: reading and folding is
// memory traffic as much as anything else.
func TestReplayAllocations(t *testing.T) {
	const n, most = 600, 4.5
	recording := longtrip.Recording(n, false)
	allocs := testing.AllocsPerRun(5, func() {
		r := replay.New("bench", turn.Default(), replay.Options{})
		for _, err := range r.Lines(bytes.NewReader(recording)) {
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	t.Logf("%.2f allocations an event", allocs/n)
	if allocs > n*most {
		t.Errorf("an event allocates %.2f times, want %.1f at most", allocs/n, most)
	}
}
