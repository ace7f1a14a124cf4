package cli

import "iter"

const (
	aheadBatch   = 128 // elements that change hands at once
	aheadBatches = 4   // that may wait
)

// ahead runs a sequence in a goroutine of its own, a bounded way ahead of who consumes it.
func ahead[T any](seq iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		batches, done := make(chan []T, aheadBatches), make(chan struct{})
		defer close(done)
		go produce(seq, batches, done)
		for batch := range batches {
			for _, v := range batch {
				if !yield(v) {
					return
				}
			}
		}
	}
}

func produce[T any](seq iter.Seq[T], batches chan<- []T, done <-chan struct{}) {
	defer close(batches)
	batch := make([]T, 0, aheadBatch)
	send := func() bool {
		select {
		case batches <- batch:
			batch = make([]T, 0, aheadBatch)
			return true
		case <-done:
			return false
		}
	}
	for v := range seq {
		if batch = append(batch, v); len(batch) == aheadBatch && !send() {
			return
		}
	}
	if len(batch) > 0 {
		send()
	}
}
