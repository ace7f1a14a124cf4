package trip_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/legwork-go/legwork/trip"
)

// TestArena: what comes from an arena is as long as was asked for, empty or equal, and shared with nothing,
// whether it fits into a piece or not. Without an arena it is the same.
func TestArena(t *testing.T) {
	for name, a := range map[string]*trip.Arena{"an arena": new(trip.Arena), "none": nil} {
		t.Run(name, func(t *testing.T) {
			var texts, want []string
			var lists [][]string
			for i, n := range []int{0, 1, 36, 4000, 100, 5000, 3, 40, 32, 33, 31, 2} {
				b := []byte(strings.Repeat(string(rune('a'+i)), n))
				texts, want = append(texts, a.Text(b)), append(want, string(b))
				clear(b)
				list := a.Texts(n)
				if len(list) != 0 || cap(list) != n {
					t.Fatalf("a list for %d texts has %d and room for %d", n, len(list), cap(list))
				}
				lists = append(lists, append(list, slices.Repeat([]string{want[i]}, n)...))
			}
			if !slices.Equal(texts, want) {
				t.Errorf("got %q, want %q", texts, want)
			}
			for i, list := range lists {
				if slices.ContainsFunc(list, func(s string) bool { return s != want[i] }) {
					t.Errorf("list %d was written over", i)
				}
			}
		})
	}
}

// TestArenaLists: lists of calls and of marks begin empty, with zero elements behind them.
func TestArenaLists(t *testing.T) {
	for _, a := range []*trip.Arena{new(trip.Arena), nil} {
		for range 20 {
			calls, marks := a.Calls(3), a.Marks(3)
			if len(calls) != 0 || len(marks) != 0 || calls[:3][2].CallID != "" || marks[:3][2] != (trip.QuoteMark{}) {
				t.Fatalf("got %+v and %+v", calls[:3], marks[:3])
			}
			calls[:3][2].CallID, marks[:3][2].Turn = "written", 1
		}
	}
}

// TestArenaHashes: a hash is that of its text, whether it is remembered, was forgotten, or is of a text too
// long to remember, and whatever becomes of the memory in which the text was given.
func TestArenaHashes(t *testing.T) {
	var a trip.Arena
	buf := make([]byte, 0, 8192)
	for round := range 3 {
		for _, n := range []int{0, 1, 2, 3, 2, 5, 400, 401, 5000, 6, 7, 8, 9, 8, 3, 10, 5000, 400, 3} {
			buf = append(buf[:0], strings.Repeat(string(rune('a'+round)), n)...)
			if got, want := a.HashOf(buf), trip.HashOf(buf); got != want {
				t.Fatalf("round %d: %d bytes have the hash %s, want %s", round, n, got, want)
			}
		}
	}
}

// TestArenaRemembersHashes: the hashes of as many searches as most trips have are made once, but that of
// a text that would keep much memory is not remembered.
func TestArenaRemembersHashes(t *testing.T) {
	var a trip.Arena
	const searches = 8
	hashes := func() (texts []*byte) {
		for i := range searches {
			texts = append(texts, unsafe.StringData(string(a.HashOf(bytes.Repeat([]byte{byte(i)}, 1000)))))
		}
		return texts
	}
	first := hashes()
	for range 100 {
		if !slices.Equal(first, hashes()) {
			t.Fatal("a hash that was asked for again and again was made anew")
		}
	}
	long := bytes.Repeat([]byte("long"), 2000)
	if one, two := a.HashOf(long), a.HashOf(long); unsafe.StringData(string(one)) == unsafe.StringData(string(two)) {
		t.Errorf("a text of %d bytes is held", len(long))
	}
}

// TestArenaCallID: an id is the same wherever its text is.
func TestArenaCallID(t *testing.T) {
	if got, want := new(trip.Arena).CallID("t", 12, 3), trip.CallID("t", 12, 3); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
