package inplace

import "github.com/legwork-go/legwork/trip"

// Memory allocates the lists of successive intents, many from one piece of a few kilobytes, so that folding a long log
// seldom allocates. It also caches the hashes of the latest searches. Each list keeps its whole piece in memory, so
// Memory is for logs that are folded through, not for intents that are kept. The zero value is ready to use; a nil
// Memory allocates each list by itself. It is not safe for concurrent use.
type Memory struct {
	texts []string
	calls []trip.Pending
	marks []trip.QuoteMark

	scratch []byte

	hashes [keptHashes]hashedText // of the newest texts, in a ring
	oldest int                    // which of them is the oldest
}

// hashedText is a text and its hash.
type hashedText struct {
	text []byte
	hash trip.Hash
}

// pieceList is the size of a piece, in elements.
const pieceList = 32

// longestKept is how long a text may be, in bytes, whose hash is remembered.
const longestKept = 4 << 10

// keptHashes is how many hashes a memory remembers: those of the searches of most trips, as they are
// and as they were before. Where more are asked for in turn, each is made anew.
const keptHashes = 8

// HashOf returns what trip.HashOf does. It remembers the newest hashes of short texts: a turn
// asks again for those of the searches that it leaves as they were.
func (m *Memory) HashOf(canonical []byte) trip.Hash {
	if m == nil || len(canonical) > longestKept {
		return trip.HashOf(canonical)
	}
	for i := range m.hashes {
		if h := &m.hashes[i]; h.hash != "" && string(h.text) == string(canonical) {
			return h.hash
		}
	}
	h := &m.hashes[m.oldest]
	m.oldest = (m.oldest + 1) % len(m.hashes)
	h.text, h.hash = append(h.text[:0], canonical...), trip.HashOf(canonical)
	return h.hash
}

// Scratch returns an empty byte slice with room for a message. The next call returns the same memory.
func (m *Memory) Scratch() []byte {
	const room = 2 << 10
	if m == nil {
		return make([]byte, 0, room)
	}
	if m.scratch == nil {
		m.scratch = make([]byte, 0, room)
	}
	return m.scratch
}

// Texts returns an empty list with room for n texts.
func (m *Memory) Texts(n int) []string {
	if m == nil {
		return make([]string, 0, n)
	}
	return take(&m.texts, n)
}

// Calls returns an empty list with room for n calls.
func (m *Memory) Calls(n int) []trip.Pending {
	if m == nil {
		return make([]trip.Pending, 0, n)
	}
	return take(&m.calls, n)
}

// Marks returns an empty list with room for n marks.
func (m *Memory) Marks(n int) []trip.QuoteMark {
	if m == nil {
		return make([]trip.QuoteMark, 0, n)
	}
	return take(&m.marks, n)
}

// take cuts an empty list with room for n elements off a piece, a new one when it is used up.
func take[T any](piece *[]T, n int) []T {
	if len(*piece) < n {
		*piece = make([]T, max(n, pieceList))
	}
	list := (*piece)[:0:n]
	*piece = (*piece)[n:]
	return list
}
