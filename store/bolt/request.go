package bolt

import (
	"slices"
	"sync/atomic"

	"github.com/legwork-go/legwork/store"
)

// request is one append that waits for the committer. Whoever moves state away from waiting owns its outcome: the
// committer takes it, or the caller withdraws it. Its large parts are packed already, because callers can do that in
// parallel and the committer cannot.
type request struct {
	store.Commit
	events   [][]byte // with the decisions on them
	snapshot []byte
	calls    []byte
	memory   []byte // of these three
	pair     []byte // for the one that is being packed
	bytes    int
	state    atomic.Int32
	err      error      // the committer's own
	outcome  chan error // of capacity 1
}

const (
	waiting int32 = iota
	taken
	withdrawn
)

// maxReused bounds the memory that a request keeps for the next one.
const maxReused = 64 << 10

// newRequest packs a commit.
func (s *Store) newRequest(c store.Commit) *request {
	r, ok := s.requests.Get().(*request)
	if !ok {
		r = &request{outcome: make(chan error, 1)}
	}
	r.Commit, r.bytes = c, c.Bytes()
	room := 2*r.bytes + 64*(2+len(c.Events)+len(c.Outstanding))
	r.memory = slices.Grow(r.memory[:0], room) // so that it is seldom moved
	for i, event := range c.Events {
		var packed []byte
		packed, r.pair = packPair(r.memory, r.pair, event, c.DecisionOn(i))
		r.events = append(r.events, r.add(packed))
	}
	if len(c.Snapshot) > 0 {
		r.snapshot = r.add(pack(r.memory, c.Snapshot))
	}
	if len(c.Outstanding) > 0 {
		calls := r.add(appendCalls(r.memory, c.Outstanding))
		r.calls = r.add(pack(r.memory, calls))
	}
	return r
}

// add returns what was appended to the request's memory.
func (r *request) add(memory []byte) []byte {
	added := memory[len(r.memory):]
	r.memory = memory
	return added
}

// reuse keeps an answered request for the next append.
func (s *Store) reuse(r *request) {
	if cap(r.memory)+cap(r.pair) > maxReused {
		return
	}
	clear(r.events)
	r.Commit, r.events, r.snapshot, r.calls, r.err = store.Commit{}, r.events[:0], nil, nil, nil
	r.state.Store(waiting)
	s.requests.Put(r)
}
