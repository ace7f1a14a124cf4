package runner

import (
	"slices"
	"testing"
)

// A list that is used again keeps nothing of what was read, and its reader misses nothing of what comes
// meanwhile.
func TestStreamUsesItsListsAgain(t *testing.T) {
	s := &stream{ready: make(flag, 1)}
	var list []news
	var got []int64
	for round := range int64(4) {
		for i := range 3 - round%2 {
			s.put(Update{Seq: round*10 + i})
		}
		spent := list
		list, _, _ = s.drain(spent)
		if slices.ContainsFunc(spent, func(n news) bool { return n != news{} }) {
			t.Error("what was read is kept")
		}
		s.put(Update{Seq: round*10 + 5}) // while the list is read
		for i := range list {
			s.tellOne(t.Context(), &list[i], func(u Update, _ error) bool {
				got = append(got, u.Seq)
				return true
			})
		}
	}
	if want := []int64{0, 1, 2, 5, 10, 11, 15, 20, 21, 22, 25, 30, 31}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Who follows a turn is told nothing behind its end, whatever a handler still reports.
func TestNothingComesAfterTheEnd(t *testing.T) {
	s := &stream{ready: make(flag, 1)}
	s.put(Update{Seq: 1})
	s.end(nil)
	s.report(Update{Seq: 2})
	if list, ended, err := s.drain(nil); len(list) != 1 || !ended || err != nil {
		t.Errorf("%d updates, ended: %t, %v", len(list), ended, err)
	}
}
