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
// A script goes on while its garbage is collected; one that allocates faster than that is stopped
// without waiting for the end of it, because a text that doubles itself needs few steps to fill a machine.
type watch struct {
	limit   uint64
	base    uint64 // what was allocated when the script started
	ceiling uint64 // allocated bytes at which the next look is due
	samples []metrics.Sample

	collected chan struct{} // closed at the end of the collection that is on its way; nil without one
}

// outrun is how many times its limit a script may allocate, garbage and all, while a collection runs.
const outrun = 3

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
	allocated := w.read()
	switch {
	case allocated > w.base+outrun*w.limit:
		return true
	case w.collected == nil && allocated < w.ceiling:
		return false
	case w.collected == nil:
		w.collected = make(chan struct{})
		go collect(w.collected)
		return false
	}
	select {
	case <-w.collected:
		w.collected = nil
	default:
		return false
	}
	w.read()
	live := w.samples[1].Value.Uint64()
	if live > w.base+w.limit {
		return true
	}
	w.ceiling = max(live, w.base) + w.limit/2
	return false
}

func collect(done chan<- struct{}) {
	defer close(done)
	runtime.GC()
}
