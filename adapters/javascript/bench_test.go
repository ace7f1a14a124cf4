package javascript_test

import (
	"context"
	"testing"

	"github.com/legwork-go/legwork/adapters/javascript"
)

// BenchmarkRun is a script that does next to nothing: what a fresh machine costs.
func BenchmarkRun(b *testing.B) {
	h := javascript.New(javascript.Limits{})
	req := request(b, "1 + 1")
	run(b, h, "1") // loads the engine
	b.ReportAllocs()
	for b.Loop() {
		if _, err := h.Run(context.Background(), req); err != nil {
			b.Fatal(err)
		}
	}
}
