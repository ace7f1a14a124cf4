package replay_test

import (
	"bytes"
	"testing"

	"github.com/legwork-go/legwork/internal/longtrip"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/turn"
)

// TestReplayAllocations bounds what an event of a long recording allocates, without and with digests, without and
// with texts: reading and folding is memory traffic as much as anything else. With texts most of it is what describes
// options.
func TestReplayAllocations(t *testing.T) {
	const n = 600
	for _, c := range []struct {
		options replay.Options
		limit    float64
	}{
		{replay.Options{NoTexts: true}, 16},
		{replay.Options{NoTexts: true, Digests: true}, 16.5},
		{replay.Options{}, 57},
	} {
		recording := longtrip.Recording(n, c.options.Digests)
		allocs := testing.AllocsPerRun(5, func() {
			r := replay.New("bench", turn.Default(), c.options)
			for _, err := range r.Lines(bytes.NewReader(recording)) {
				if err != nil {
					t.Fatal(err)
				}
			}
		})
		t.Logf("%+v: %.2f allocations an event", c.options, allocs/n)
		if allocs > n*c.limit {
			t.Errorf("%+v: an event allocates %.2f times, want %.1f at most", c.options, allocs/n, c.limit)
		}
	}
}
