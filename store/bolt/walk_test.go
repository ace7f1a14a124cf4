package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
)

// These tests walk over pages of 256 bytes that are made by hand, so that each can be wrong in one way.
const walkedBytes = 256

// walkedPages is a file of pages: page 2 is the root, page 3 the free list.
type walkedPages []byte

func (f walkedPages) at(id int) []byte { return f[id*walkedBytes:] }

func (f walkedPages) head(id int, flags, count uint16, overflow uint32) {
	p := f.at(id)
	binary.NativeEndian.PutUint64(p, uint64(id))
	binary.NativeEndian.PutUint16(p[8:], flags)
	binary.NativeEndian.PutUint16(p[10:], count)
	binary.NativeEndian.PutUint32(p[12:], overflow)
}

// leaf fills a page with keys that have values of two bytes.
func (f walkedPages) leaf(id int, keys ...string) {
	f.head(id, flagLeaf, uint16(len(keys)), 0)
	end := pageHeaderBytes + elementBytes*len(keys)
	for i, key := range keys {
		at := pageHeaderBytes + elementBytes*i
		e := f.at(id)[at:]
		for k, n := range []int{0, end - at, len(key), 2} {
			binary.NativeEndian.PutUint32(e[4*k:], uint32(n))
		}
		end += copy(f.at(id)[end:], key+"vv")
	}
}

// branch fills a page with the first keys of others.
func (f walkedPages) branch(id int, keys string, pages ...int) {
	f.head(id, flagBranch, uint16(len(pages)), 0)
	end := pageHeaderBytes + elementBytes*len(pages)
	for i, child := range pages {
		at := pageHeaderBytes + elementBytes*i
		e := f.at(id)[at:]
		binary.NativeEndian.PutUint32(e, uint32(end-at))
		binary.NativeEndian.PutUint32(e[4:], 1)
		binary.NativeEndian.PutUint64(e[8:], uint64(child))
		end += copy(f.at(id)[end:], keys[i:i+1])
	}
}

func (f walkedPages) free(ids ...uint64) {
	f.head(3, flagFreelist, uint16(len(ids)), 0)
	for i, id := range ids {
		binary.NativeEndian.PutUint64(f.at(3)[pageHeaderBytes+8*i:], id)
	}
}

// twoLevels are a root that leads to two leaves; page 6 is free.
func twoLevels() walkedPages {
	f := make(walkedPages, 7*walkedBytes)
	f.branch(2, "ac", 4, 5)
	f.leaf(4, "a", "b")
	f.leaf(5, "c", "d")
	f.free(6)
	return f
}

// walk returns what is wrong with the pages, each with a "!" before it when it is fatal.
func (f walkedPages) walk(limit int) string {
	high := uint64(len(f) / walkedBytes)
	w := &pageWalk{
		file: bytes.NewReader(f), size: walkedBytes, high: high, root: 2, freelist: 3, limit: limit, used: make([]uint64, 2),
	}
	w.claim(0, 2)
	w.run()
	var list []string
	for _, p := range w.problems {
		list = append(list, map[bool]string{true: "!", false: ""}[p.fatal]+p.text)
	}
	return strings.Join(list, "; ")
}

// walkedCases are ways to spoil the pages of twoLevels, and what is said of each; a fatal problem has a "!".
var walkedCases = map[string]struct {
	damage func(f walkedPages)
	says   string
}{
	"sound": {func(walkedPages) {}, ""},
	"an overflow": {func(f walkedPages) {
		f.head(5, flagLeaf, 2, 1) // which the free page is then
		f.free()
	}, ""},
	"an overflow to the end and one more": {func(f walkedPages) {
		f.head(5, flagLeaf, 2, 2)
		f.free()
	}, "!page 5 claims 2 more pages"},
	"an overflow into a free page": {func(f walkedPages) {
		f.head(5, flagLeaf, 2, 1)
	}, "!page 5 reaches into a page that has a place already"},
	"a type that is none": {func(f walkedPages) {
		f.head(5, 0x40, 2, 0)
	}, "page 5 has type 0x40"},
	"a page behind the last": {func(f walkedPages) {
		f.branch(2, "acx", 4, 5, 7)
	}, "!page 2 points to page 7 of 7"},
	"the last page": {func(f walkedPages) {
		f.branch(2, "acx", 4, 5, 6)
		f.leaf(6, "x")
		f.free()
	}, ""},
	"a meta page": {func(f walkedPages) {
		f.branch(2, "acx", 4, 5, 1)
	}, "!page 2 points to page 1 of 7"},
	"another first key": {func(f walkedPages) {
		f.branch(2, "ab", 4, 5)
	}, "page 5 does not start with the key that it is known by"},
	"keys out of order": {func(f walkedPages) {
		f.leaf(4, "a", "c", "b")
	}, "page 4: its keys are not in order"},
	"a key twice": {func(f walkedPages) {
		f.leaf(4, "a", "a")
	}, "page 4: its keys are not in order"},
	"an empty leaf": {func(f walkedPages) {
		f.leaf(5)
	}, "page 5 is empty"},
	"an empty root": {func(f walkedPages) {
		f.leaf(2)
		f.free(4, 5, 6)
	}, ""},
	"an empty branch": {func(f walkedPages) {
		f.branch(2, "")
		f.free(4, 5, 6)
	}, "!page 2 is empty"},
	"an empty key": {func(f walkedPages) {
		f.leaf(4, "a", "")
	}, "page 4: key 1 is not on the page"},
	"an empty key of a branch": {func(f walkedPages) {
		binary.NativeEndian.PutUint32(f.at(2)[pageHeaderBytes+elementBytes+4:], 0)
	}, "!page 2: key 1 is not on the page"},
	"a free list of all and one more": {func(f walkedPages) {
		f.head(3, flagFreelist, (walkedBytes-pageHeaderBytes)/8+1, 0)
	}, "!the free list claims 31 pages"},
	"a long free list": {func(f walkedPages) {
		f.head(3, flagFreelist, 0xFFFF, 0)
		binary.NativeEndian.PutUint64(f.at(3)[pageHeaderBytes:], 1)
		binary.NativeEndian.PutUint64(f.at(3)[pageHeaderBytes+8:], 6)
	}, ""},
	"a long free list that is too long": {func(f walkedPages) {
		f.head(3, flagFreelist, 0xFFFF, 0)
		binary.NativeEndian.PutUint64(f.at(3)[pageHeaderBytes:], 30)
	}, "!the free list claims 30 pages"},
	"a free meta page": {func(f walkedPages) {
		f.free(1)
	}, "!the free list has page 1 of 7"},
	"a free page behind the last": {func(f walkedPages) {
		f.free(7)
	}, "!the free list has page 7 of 7"},
	"a page free twice": {func(f walkedPages) {
		f.free(6, 6)
	}, "!page 6 is free, but has a place already"},
	"a free list that is none": {func(f walkedPages) {
		f.leaf(3, "a")
	}, "!page 3 is no free list"},
	"a free list beyond the last page": {func(f walkedPages) {
		f.head(3, flagFreelist, 0, 4)
	}, "!page 3 claims 4 more pages; !page 3 is no free list"},
	"a free list over another page": {func(f walkedPages) {
		f.head(3, flagFreelist, 0, 1)
	}, "!page 2 points to page 4, which has a place already"},
}

func TestPagesByHand(t *testing.T) {
	t.Parallel()
	for name, c := range walkedCases {
		f := twoLevels()
		c.damage(f)
		if says := f.walk(0); says != c.says { // where the tree is broken, lost pages are not sought
			t.Errorf("%s: %q, want %q", name, says, c.says)
		}
	}
}

// With a limit the pages near the root are looked at, that many of them, and lost ones are not sought.
func TestWalkOfAFewPages(t *testing.T) {
	t.Parallel()
	f := make(walkedPages, 9*walkedBytes)
	f.branch(2, "ac", 4, 5)
	f.leaf(4, "b") // wrong, and nearer to the root
	f.branch(5, "cd", 6, 7)
	f.leaf(6, "x") // wrong, and the fourth page that is queued
	f.leaf(7, "d")
	f.free() // page 8 is nobody's
	for limit, want := range map[int]int{1: 0, 2: 1, 3: 1, 4: 2, 0: 2} {
		says := f.walk(limit)
		if got := strings.Count(says, "known by"); got != want || strings.Contains(says, "neither") {
			t.Errorf("%d pages: %s", limit, says)
		}
		if want == 2 && strings.HasPrefix(says, "page 4") != (limit > 0) { // else depth first, which remembers less
			t.Errorf("%d pages: the wrong one is told first: %s", limit, says)
		}
	}
}

// A page has room for so many elements; one that claims more is told.
func TestTooManyElements(t *testing.T) {
	t.Parallel()
	const all = (walkedBytes - pageHeaderBytes) / elementBytes
	for n, want := range map[uint16]bool{all: false, all + 1: true} {
		f := twoLevels()
		f.head(5, flagLeaf, n, 0)
		if says := f.walk(0); strings.Contains(says, fmt.Sprintf("page 5 claims %d elements", n)) != want {
			t.Errorf("%d of %d elements: %s", n, all, says)
		}
	}
}

// A list of free pages that stands where a meta page does is none.
func TestFreelistInAMetaPage(t *testing.T) {
	t.Parallel()
	f := twoLevels()
	f.head(1, flagFreelist, 0, 0)
	w := &pageWalk{file: bytes.NewReader(f), size: walkedBytes, high: 7, freelist: 1, used: make([]uint64, 1)}
	w.claim(0, 2)
	if w.checkFreelist(); len(w.problems) != 1 || !w.problems[0].fatal || !strings.Contains(w.problems[0].text, "its place") {
		t.Errorf("%+v", w.problems)
	}
}

// A list of free pages may fill its page.
func TestFullFreelist(t *testing.T) {
	t.Parallel()
	const all = (walkedBytes - pageHeaderBytes) / 8
	f := make(walkedPages, (6+all)*walkedBytes)
	f.branch(2, "ac", 4, 5)
	f.leaf(4, "a")
	f.leaf(5, "c")
	var ids []uint64
	for id := range uint64(all) {
		ids = append(ids, 6+id)
	}
	if f.free(ids...); f.walk(0) != "" {
		t.Errorf("%d free pages: %s", all, f.walk(0))
	}
}

// No more is told of a file than a person can read.
func TestWalkTellsNoMore(t *testing.T) {
	t.Parallel()
	w := new(pageWalk)
	for i := range maxFindings + 2 {
		w.problem(false, "problem %d", i)
	}
	if n := len(w.problems); n != maxFindings || w.problems[n-1].text != fmt.Sprint("problem ", n-1) {
		t.Errorf("%d problems are told", n)
	}
}

// A piece of a page is read wherever it stands, and not beyond the page.
func TestSliceOfAPage(t *testing.T) {
	t.Parallel()
	f := make(walkedPages, 3*walkedBytes)
	for i := range f {
		f[i] = byte(i)
	}
	w := &pageWalk{file: bytes.NewReader(f), size: walkedBytes}
	p := page{at: walkedBytes, bytes: 2 * walkedBytes, front: f.at(1)[:walkedBytes]}
	for _, c := range [][2]uint64{{0, 4}, {252, 4}, {254, 4}, {256, 4}, {508, 4}} {
		if b, ok := w.slice(p, c[0], c[1]); !ok || !bytes.Equal(b, f[walkedBytes+c[0]:][:c[1]]) {
			t.Errorf("%v: %v, %t", c, b, ok)
		}
	}
	for _, c := range [][2]uint64{{509, 4}, {513, 0}, {513, 1 << 63}, {0, 513}, {1 << 63, 1 << 63}} {
		if b, ok := w.slice(p, c[0], c[1]); ok {
			t.Errorf("%v: %v", c, b)
		}
	}
	w.file = bytes.NewReader(f[:2*walkedBytes])
	if _, ok := w.slice(p, 300, 4); ok || len(w.problems) != 1 {
		t.Error("a page is read that the file does not have")
	}
}
