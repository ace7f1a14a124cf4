package transcript_test

import (
	"fmt"
	"testing"

	"github.com/legwork-go/legwork/transcript"
)

// turns folds a conversation of n turns, each with a round of two calls.
func turns(tb testing.TB, n int) []entry {
	tb.Helper()
	l := start(tb)
	for range n {
		l.asks("Who won?").
			proposes(`{"tool_calls":[{"name":"web_search","arguments":{"query":"a"}},{"name":"search_web","arguments":{"query":"b"}}]}`).
			gives("search_web", `{"results":[]}`).fails("web_search", "timeout").
			proposes(`{"text":"Blue.","finish_reason":"stop"}`)
	}
	return l.entries
}

// TestAddIsIndependentOfTheLog counts what one more turn allocates behind a short and a long log.
func TestAddIsIndependentOfTheLog(t *testing.T) {
	one := turns(t, 1)
	var allocs []float64
	for _, length := range []int{10, 10_000} {
		var p transcript.Projection
		for range length {
			addAll(&p, one)
		}
		allocs = append(allocs, testing.AllocsPerRun(200, func() { addAll(&p, one) }))
	}
	if allocs[0] > allocs[1]+1 || allocs[1] > allocs[0]+1 {
		t.Errorf("one more turn allocates %v times behind 10 turns and %v times behind 10,000", allocs[0], allocs[1])
	}
}

func addAll(p *transcript.Projection, entries []entry) {
	for _, e := range entries {
		p.Add(e.event, e.decision)
	}
}

// BenchmarkAdd adds a turn of six events behind logs of different lengths.
func BenchmarkAdd(b *testing.B) {
	one := turns(b, 1)
	for _, length := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprintf("turns=%d", length), func(b *testing.B) {
			p := behind(one, length)
			for b.Loop() {
				addAll(&p, one)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(one)), "ns/event")
		})
	}
}

// BenchmarkModel asks for the newest 60 messages for a model.
func BenchmarkModel(b *testing.B) {
	one := turns(b, 1)
	for _, length := range []int{100, 100_000} {
		b.Run(fmt.Sprintf("turns=%d", length), func(b *testing.B) {
			p := behind(one, length)
			for b.Loop() {
				p.Model(60)
			}
		})
	}
}

func behind(one []entry, length int) transcript.Projection {
	var p transcript.Projection
	for range length {
		addAll(&p, one)
	}
	return p
}
