package trip

import "strings"

// Arena makes the short texts and lists of intents that follow each other, many out of one piece
// of a few kilobytes, so that folding a long log seldom allocates; it remembers the hashes of what was
// searched last. Its lists are shared with nothing, but all that comes from it keeps its piece in
// memory: it is for logs that are folded through, not for intents that are kept. The zero value is
// ready, a nil one makes each by itself; it is not safe for concurrent use.
type Arena struct {
	text  strings.Builder
	texts []string
	calls []Pending
	marks []QuoteMark

	hashes [arenaHashes]hashedText // of the newest texts, in a ring
	oldest int                     // which of them is the oldest
}

// hashedText is a text and its hash.
type hashedText struct {
	text []byte
	hash Hash
}

// The sizes of an arena's pieces: of the texts in bytes, of lists in elements. No text longer than a
// piece is remembered.
const (
	arenaText = 4 << 10
	arenaList = 32
)

// arenaHashes is how many hashes an arena remembers: those of the searches of most trips, as they are
// and as they were before. Where more are asked for in turn, each is made anew.
const arenaHashes = 8

// Text returns the bytes as a text.
func (a *Arena) Text(b []byte) string {
	if a == nil {
		return string(b)
	}
	if a.text.Cap()-a.text.Len() < len(b) {
		a.text = strings.Builder{} // the texts of the old one stay as they are
		a.text.Grow(max(len(b), arenaText))
	}
	start := a.text.Len()
	a.text.Write(b)
	return a.text.String()[start:]
}

// HashOf returns what the function HashOf does. It remembers the newest hashes of short texts: a turn
// asks again for those of the searches that it leaves as they were.
func (a *Arena) HashOf(canonical []byte) Hash {
	if a == nil || len(canonical) > arenaText {
		return HashOf(canonical)
	}
	for i := range a.hashes {
		if h := &a.hashes[i]; h.hash != "" && string(h.text) == string(canonical) {
			return h.hash
		}
	}
	h := &a.hashes[a.oldest]
	a.oldest = (a.oldest + 1) % len(a.hashes)
	h.text, h.hash = append(h.text[:0], canonical...), HashOf(canonical)
	return h.hash
}

// Texts returns an empty list with room for n texts.
func (a *Arena) Texts(n int) []string {
	if a == nil {
		return make([]string, 0, n)
	}
	return take(&a.texts, n)
}

// Calls returns an empty list with room for n calls.
func (a *Arena) Calls(n int) []Pending {
	if a == nil {
		return make([]Pending, 0, n)
	}
	return take(&a.calls, n)
}

// Marks returns an empty list with room for n marks.
func (a *Arena) Marks(n int) []QuoteMark {
	if a == nil {
		return make([]QuoteMark, 0, n)
	}
	return take(&a.marks, n)
}

// take cuts an empty list with room for n elements off a piece, a new one when it is used up.
func take[T any](piece *[]T, n int) []T {
	if len(*piece) < n {
		*piece = make([]T, max(n, arenaList))
	}
	list := (*piece)[:0:n]
	*piece = (*piece)[n:]
	return list
}
