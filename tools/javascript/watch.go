package javascript

import (
	"runtime"
	"runtime/metrics"
)

// The heap as the Go runtime counts it: everything that is allocated, and what the last
// collection found alive.
const (
	metricObjects = "/memory/classes/heap/objects:bytes"
	metricLive    = "/gc/heap/live:bytes"
)

// watch tells when a script has made the live heap grow by more than it may. Reading the counters
// costs a microsecond and stops nothing; a collection is forced only when garbage and live objects
// together have grown that far, and then not again before they have grown by half as much once more.
type watch struct {
	limit   uint64
	base    uint64 // what was allocated when the script started
	ceiling uint64 // allocated bytes at which the next look is due
	samples []metrics.Sample
}

func newWatch(limitBytes int64) *watch {
	w := &watch{
		limit:   uint64(limitBytes),
		samples: []metrics.Sample{{Name: metricObjects}, {Name: metricLive}},
	}
	w.base = w.read()
	w.ceiling = w.base + w.limit
	return w
}

func (w *watch) read() (allocated uint64) {
	metrics.Read(w.samples)
	return w.samples[0].Value.Uint64()
}

// exceeded reports whether the limit is passed now.
func (w *watch) exceeded() bool {
	if w.read() < w.ceiling {
		return false
	}
	runtime.GC()
	w.read()
	live := w.samples[1].Value.Uint64()
	if live > w.base+w.limit {
		return true
	}
	w.ceiling = max(live, w.base) + w.limit/2
	return false
}
