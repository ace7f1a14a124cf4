package inplace_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/legwork-go/legwork/internal/inplace"
	"github.com/legwork-go/legwork/trip"
)

// TestMemory: a list is empty, has the room that was asked for and is shared with nothing, whether it fits into
// a piece or not. Without a memory it is the same.
func TestMemory(t *testing.T) {
	for name, m := range map[string]*inplace.Memory{"a memory": new(inplace.Memory), "none": nil} {
		t.Run(name, func(t *testing.T) {
			var lists [][]string
			for i, n := range []int{0, 1, 36, 3, 40, 32, 33, 31, 2} {
				list := m.Texts(n)
				if len(list) != 0 || cap(list) != n {
					t.Fatalf("a list for %d texts has %d and room for %d", n, len(list), cap(list))
				}
				lists = append(lists, append(list, slices.Repeat([]string{string(rune('a' + i))}, n)...))
			}
			for i, list := range lists {
				if slices.ContainsFunc(list, func(s string) bool { return s != string(rune('a'+i)) }) {
					t.Errorf("list %d was written over", i)
				}
			}
		})
	}
}

// TestMemoryLists: lists of calls and of marks begin empty, with zero elements behind them.
func TestMemoryLists(t *testing.T) {
	for _, m := range []*inplace.Memory{new(inplace.Memory), nil} {
		for range 20 {
			calls, marks := m.Calls(3), m.Marks(3)
			if len(calls) != 0 || len(marks) != 0 || calls[:3][2].CallID != "" || marks[:3][2] != (trip.QuoteMark{}) {
				t.Fatalf("got %+v and %+v", calls[:3], marks[:3])
			}
			calls[:3][2].CallID, marks[:3][2].Turn = "written", 1
		}
	}
}

// TestMemoryHashes: a hash is that of its text, whether it is remembered, was forgotten, or is of a text too
// long to remember, and whatever becomes of the memory in which the text was given.
func TestMemoryHashes(t *testing.T) {
	var m inplace.Memory
	buf := make([]byte, 0, 8192)
	for round := range 3 {
		for _, n := range []int{0, 1, 2, 3, 2, 5, 400, 401, 5000, 6, 7, 8, 9, 8, 3, 10, 5000, 400, 3} {
			buf = append(buf[:0], strings.Repeat(string(rune('a'+round)), n)...)
			if got, want := m.HashOf(buf), trip.HashOf(buf); got != want {
				t.Fatalf("round %d: %d bytes have the hash %s, want %s", round, n, got, want)
			}
		}
	}
}

// TestMemoryRemembersHashes: the hashes of as many searches as most trips have are made once, but that of
// a text that would keep much memory is not remembered.
func TestMemoryRemembersHashes(t *testing.T) {
	var m inplace.Memory
	const searches = 8
	hashes := func() (texts []*byte) {
		for i := range searches {
			texts = append(texts, unsafe.StringData(string(m.HashOf(bytes.Repeat([]byte{byte(i)}, 1000)))))
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
	if one, two := m.HashOf(long), m.HashOf(long); unsafe.StringData(string(one)) == unsafe.StringData(string(two)) {
		t.Errorf("a text of %d bytes is held", len(long))
	}
}
