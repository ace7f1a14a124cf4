package replay_test

import (
	"bytes"
	"testing"

	"github.com/legwork-go/legwork/internal/lab/longtrip"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/turn"
)

// TestReplayAllocations bounds what an event of a long recording allocates, without and with digests:
// reading and folding is memory traffic as much as anything else. Most of it is the options that are told in full.
func TestReplayAllocations(t *testing.T) {
	const n = 600
	for _, c := range []struct {
		digests bool
		most    float64
	}{{false, 75}, {true, 77}} {
		recording := longtrip.Recording(n, c.digests)
		allocs := testing.AllocsPerRun(5, func() {
			r := replay.New("bench", turn.Default(), replay.Options{})
			for _, err := range r.Lines(bytes.NewReader(recording)) {
				if err != nil {
					t.Fatal(err)
				}
			}
		})
		t.Logf("digests %t: %.2f allocations an event", c.digests, allocs/n)
		if allocs > n*c.most {
			t.Errorf("digests %t: an event allocates %.2f times, want %.1f at most", c.digests, allocs/n, c.most)
		}
	}
}
