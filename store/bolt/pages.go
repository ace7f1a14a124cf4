package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"os"

	"github.com/legwork-go/legwork/store"
)

// examinedPages is how many pages Open looks at.
const examinedPages = 2048

// bbolt's page format, as of its version 2.
const (
	pageHeaderBytes = 16
	elementBytes    = 16
	metaBytes       = 64
	bucketBytes     = 16 // of a bucket's value, before the page that may follow in it

	flagBranch   = 0x01
	flagLeaf     = 0x02
	flagFreelist = 0x10

	flagBucket = 0x01 // of a leaf element
)

// examine opens the file for reading and looks at its pages before bbolt builds on them. Nothing
// may be written to pages that are not as they should be: that would spread the damage. For
// reading only what could end or hang the process is refused; the rest is left to Check.
func examine(path string, o Options) error {
	db, file, err := openLocked(path, o, toRead)
	if err != nil {
		return openError(path, err)
	}
	defer func() { _ = db.Close() }()
	walk, err := newPageWalk(file, db.Info().PageSize)
	if err != nil {
		return openError(path, err)
	}
	walk.limit = examinedPages
	walk.run()
	for _, p := range walk.problems {
		if p.fatal {
			return openError(path, &store.DamagedError{What: p.text})
		}
		if !o.ReadOnly {
			e := openError(path, &store.DamagedError{What: p.text})
			e.Advice = "open it read-only to check it and to export the trips that are whole, or restore it from a copy"
			return e
		}
	}
	return nil
}

// pageWalk goes through the pages of a bbolt file from the root, level by level, and trusts
// nothing that they say. It reads the file, not the memory map: a wrong number cannot fault.
type pageWalk struct {
	file     io.ReaderAt
	size     uint64 // of a page
	high     uint64 // the first page id beyond the last
	root     uint64
	freelist uint64
	limit    int // pages to look at, those near the root first; 0 is no limit
	queued   int
	used     []uint64 // a bit for each page that has a place, the free ones included
	next     []visit
	problems []pageProblem
}

// visit is a page that is still to be looked at.
type visit struct {
	id    uint64
	first []byte // the key that it must start with, nil when any will do
}

// pageProblem is one thing that is wrong with the pages.
type pageProblem struct {
	text  string
	fatal bool // bbolt could not survive it, or would make it worse
}

// newPageWalk readies a walk over the newest valid meta page.
func newPageWalk(file *os.File, pageSize int) (*pageWalk, error) {
	w := &pageWalk{file: file, size: uint64(pageSize)}
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	var newest uint64
	for i := range uint64(2) {
		buf := make([]byte, pageHeaderBytes+metaBytes)
		if _, err := file.ReadAt(buf, int64(i*w.size)); err != nil {
			return nil, &store.DamagedError{What: "a meta page cannot be read: " + err.Error()}
		}
		meta := buf[pageHeaderBytes:]
		sum := fnv.New64a()
		sum.Write(meta[:metaBytes-8])
		txid := number(meta, 48)
		if sum.Sum64() != number(meta, 56) || w.high != 0 && txid < newest {
			continue
		}
		newest, w.root, w.freelist, w.high = txid, number(meta, 16), number(meta, 32), number(meta, 40)
	}
	if w.high == 0 {
		return nil, &store.DamagedError{What: "no meta page is valid"}
	}
	if pages := uint64(info.Size()) / w.size; w.high > pages {
		return nil, &store.DamagedError{What: fmt.Sprintf("the file is cut short: it has %d pages of %d", pages, w.high)}
	}
	w.used = make([]uint64, w.high/64+1)
	w.claim(0, 2)
	return w, nil
}

// run looks at the free list and at every page that can be reached, up to the limit. Without a
// limit it also finds the pages that are neither in use nor free.
func (w *pageWalk) run() {
	w.checkFreelist()
	w.follow(0, w.root, nil)
	for len(w.next) > 0 {
		last := len(w.next) - 1
		v := w.next[last]
		if w.limit > 0 { // level by level; else depth first, which remembers less
			v, w.next = w.next[0], w.next[1:]
		} else {
			w.next = w.next[:last]
		}
		w.visit(v)
	}
	if w.limit != 0 || len(w.problems) > 0 {
		return
	}
	for id := range w.high {
		if w.used[id/64]&(1<<(id%64)) == 0 {
			w.problem(false, "page %d is neither in use nor free", id)
		}
	}
}

// claim gives pages their place. It reports false when one of them has a place already.
func (w *pageWalk) claim(id, n uint64) bool {
	free := true
	for ; n > 0; id, n = id+1, n-1 {
		bit := uint64(1) << (id % 64)
		free = free && w.used[id/64]&bit == 0
		w.used[id/64] |= bit
	}
	return free
}

// follow queues the page that a page points to. A page that has a place already could be its own
// ancestor, which bbolt would follow for ever, or a free one, which bbolt would write over.
func (w *pageWalk) follow(from, id uint64, first []byte) {
	switch {
	case id < 2 || id >= w.high:
		w.problem(true, "page %d points to page %d of %d", from, id, w.high)
	case !w.claim(id, 1):
		w.problem(true, "page %d points to page %d, which has a place already", from, id)
	case w.limit == 0 || w.queued < w.limit:
		w.queued++
		w.next = append(w.next, visit{id, first})
	}
}

func (w *pageWalk) visit(v visit) {
	p, ok := w.read(v.id)
	if !ok {
		return
	}
	if !w.claim(p.id+1, p.bytes/w.size-1) {
		w.problem(true, "page %d reaches into a page that has a place already", p.id)
	}
	switch p.flags {
	case flagBranch, flagLeaf:
		w.elements(p, v.first)
	default:
		w.problem(false, "page %d has type %#x", p.id, p.flags)
	}
}

// page is a page with its overflow pages, or the one inside the value of a small bucket.
type page struct {
	id     uint64
	flags  uint16
	count  uint64 // elements that it claims to have
	bytes  uint64
	at     int64  // of its first byte in the file
	front  []byte // its first bytes: all of a page without overflow
	inline bool
}

// read returns a page.
func (w *pageWalk) read(id uint64) (page, bool) {
	p := page{id: id, at: int64(id * w.size), front: make([]byte, w.size)}
	if _, err := w.file.ReadAt(p.front, p.at); err != nil {
		w.problem(false, "page %d cannot be read: %v", id, err)
		return page{}, false
	}
	p.flags = binary.NativeEndian.Uint16(p.front[8:])
	p.count = uint64(binary.NativeEndian.Uint16(p.front[10:]))
	overflow := half(p.front, 12)
	p.bytes = (overflow + 1) * w.size
	if self := number(p.front, 0); self != id {
		w.problem(false, "page %d calls itself %d", id, self)
		return page{}, false
	}
	if overflow >= w.high-id {
		w.problem(true, "page %d claims %d more pages", id, overflow)
		return page{}, false
	}
	return p, true
}

// slice returns n bytes of a page.
func (w *pageWalk) slice(p page, from, n uint64) ([]byte, bool) {
	if from > p.bytes || n > p.bytes-from {
		return nil, false
	}
	if from+n <= uint64(len(p.front)) {
		return p.front[from : from+n], true
	}
	b := make([]byte, n)
	if _, err := w.file.ReadAt(b, p.at+int64(from)); err != nil {
		w.problem(false, "page %d cannot be read: %v", p.id, err)
		return nil, false
	}
	return b, true
}

// elements looks at the elements of a branch or leaf page: their keys must ascend, from the one
// that the page above knows it by. It goes on after a problem, so that no page is followed unseen.
//
// A branch page with a problem can lead bbolt anywhere. An inline page is copied to the heap,
// where a pointer that leads beyond it ends the process.
func (w *pageWalk) elements(p page, first []byte) {
	fatal := p.inline || p.flags == flagBranch
	if p.count == 0 && (p.flags == flagBranch || first != nil) {
		w.problem(fatal, "page %d is empty", p.id)
	}
	var before []byte
	for i := range p.count {
		at := pageHeaderBytes + i*elementBytes
		e, ok := w.slice(p, at, elementBytes)
		if !ok {
			w.problem(fatal, "page %d claims %d elements", p.id, p.count)
			return
		}
		position, size := half(e, 0), half(e, 4)
		if p.flags == flagLeaf {
			position, size = half(e, 4), half(e, 8)
		}
		key, ok := w.slice(p, at+position, min(size, maxKeyBytes+1))
		switch {
		case !ok || size == 0 || size > maxKeyBytes:
			w.problem(fatal, "page %d: key %d is not on the page", p.id, i)
			key = nil
		case i == 0 && first != nil && !bytes.Equal(key, first):
			w.problem(false, "page %d does not start with the key that it is known by", p.id)
		case bytes.Compare(before, key) >= 0:
			w.problem(false, "page %d: its keys are not in order", p.id)
		}
		before = key
		if p.flags == flagBranch {
			w.follow(p.id, number(e, 8), key)
		} else {
			w.value(p, half(e, 0), at+position+size, half(e, 12))
		}
	}
}

// value looks at the value of a leaf element, and follows it if it is a bucket.
func (w *pageWalk) value(p page, flags, from, n uint64) {
	if flags&flagBucket == 0 {
		if from+n > p.bytes {
			w.problem(p.inline, "page %d: a value reaches beyond the page", p.id)
		}
		return
	}
	if n >= bucketBytes && n <= w.size && !p.inline {
		if value, ok := w.slice(p, from, n); ok {
			w.bucket(p, value)
			return
		}
	}
	w.problem(true, "page %d holds no proper bucket", p.id)
}

// bucket follows a bucket to its root page, or into its value where that holds the page itself.
func (w *pageWalk) bucket(p page, value []byte) {
	if root := number(value, 0); root != 0 {
		w.follow(p.id, root, nil)
		return
	}
	inline := value[bucketBytes:]
	if len(inline) < pageHeaderBytes || binary.NativeEndian.Uint16(inline[8:]) != flagLeaf {
		w.problem(true, "page %d holds no proper small bucket", p.id)
		return
	}
	w.elements(page{
		id: p.id, flags: flagLeaf, count: uint64(binary.NativeEndian.Uint16(inline[10:])),
		bytes: uint64(len(inline)), front: inline, inline: true,
	}, nil)
}

// checkFreelist looks at the list of free pages: bbolt allocates what it claims.
func (w *pageWalk) checkFreelist() {
	if w.freelist >= w.high {
		w.problem(true, "the free list is at page %d of %d", w.freelist, w.high)
		return
	}
	p, ok := w.read(w.freelist)
	if !ok || p.flags != flagFreelist {
		w.problem(true, "page %d is no free list", w.freelist)
		return
	}
	if !w.claim(w.freelist, p.bytes/w.size) {
		w.problem(true, "the free list reaches beyond its place")
	}
	list, ok := w.slice(p, pageHeaderBytes, p.bytes-pageHeaderBytes)
	if !ok {
		return
	}
	count := p.count
	if count == 0xFFFF { // too many for the header: the first word has the count
		count, list = number(list, 0), list[8:]
	}
	if count > uint64(len(list))/8 {
		w.problem(true, "the free list claims %d pages", count)
		return
	}
	for i := range count {
		id := number(list, i*8)
		if id < 2 || id >= w.high {
			w.problem(true, "the free list has page %d of %d", id, w.high)
			return
		}
		if !w.claim(id, 1) {
			w.problem(true, "page %d is free, but has a place already", id)
		}
	}
}

func (w *pageWalk) problem(fatal bool, text string, args ...any) {
	if len(w.problems) < maxFindings {
		w.problems = append(w.problems, pageProblem{text: fmt.Sprintf(text, args...), fatal: fatal})
	}
}

// number and half read a machine word: bbolt writes in the machine's own byte order.
func number(b []byte, at uint64) uint64 { return binary.NativeEndian.Uint64(b[at:]) }

func half(b []byte, at uint64) uint64 { return uint64(binary.NativeEndian.Uint32(b[at:])) }
