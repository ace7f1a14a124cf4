package trip

import "strings"

// Arena makes the short texts and lists of intents that follow each other, many out of one piece
// of a few kilobytes, so that folding a long log seldom allocates. What comes from an arena is
// shared with nothing, but keeps its piece in memory: it is for logs that are folded through, not
// for intents that are kept. The zero value is ready, a nil one makes each by itself; it is not
// safe for concurrent use.
type Arena struct {
	text  strings.Builder
	texts []string
	calls []Pending
	marks []QuoteMark
}

// The sizes of an arena's pieces: of the texts in bytes, of lists in elements.
const (
	arenaText = 4 << 10
	arenaList = 32
)

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
