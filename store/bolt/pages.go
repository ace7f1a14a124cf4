package bolt

import (
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

	flagBranch   = 0x01
	flagLeaf     = 0x02
	flagFreelist = 0x10

	flagBucket = 0x01 // of a leaf element
)

// examine opens the file for reading and looks at its pages before bbolt builds on them. Only
// what could end or hang the process is refused here: the rest is left to Check.
func examine(path string, o Options) error {
	db, file, err := openLocked(path, o, true)
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
	limit    int // pages to look at; 0 is no limit
	visited  int
	used     []uint64 // a bit for each page that has a place, the free ones included
	next     []uint64
	problems []pageProblem
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
	w.follow(0, w.root)
	for len(w.next) > 0 && (w.limit == 0 || w.visited < w.limit) {
		id := w.next[0]
		w.next = w.next[1:]
		w.visited++
		w.visit(id)
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
func (w *pageWalk) follow(from, id uint64) {
	switch {
	case id < 2 || id >= w.high:
		w.problem(true, "page %d points to page %d of %d", from, id, w.high)
	case !w.claim(id, 1):
		w.problem(true, "page %d points to page %d, which has a place already", from, id)
	default:
		w.next = append(w.next, id)
	}
}

func (w *pageWalk) visit(id uint64) {
	p, ok := w.read(id)
	if !ok {
		return
	}
	if !w.claim(id+1, p.bytes/w.size-1) {
		w.problem(true, "page %d reaches into a page that has a place already", id)
	}
	switch p.flags {
	case flagBranch:
		w.branch(p)
	case flagLeaf:
		w.leaf(p, true)
	default:
		w.problem(false, "page %d has type %#x", id, p.flags)
	}
}

// page is the front of a page: its header and elements.
type page struct {
	id       uint64
	flags    uint16
	count    uint64 // elements that it claims to have
	bytes    uint64 // with its overflow pages
	at       int64  // of its first byte in the file
	elements []byte // as many as there is room for
}

// read returns the front of a page.
func (w *pageWalk) read(id uint64) (page, bool) {
	header := make([]byte, pageHeaderBytes)
	p := page{id: id, at: int64(id * w.size)}
	if _, err := w.file.ReadAt(header, p.at); err != nil {
		w.problem(false, "page %d cannot be read: %v", id, err)
		return page{}, false
	}
	p.flags = binary.NativeEndian.Uint16(header[8:])
	p.count = uint64(binary.NativeEndian.Uint16(header[10:]))
	overflow := half(header, 12)
	p.bytes = (overflow + 1) * w.size
	if self := number(header, 0); self != id {
		w.problem(false, "page %d calls itself %d", id, self)
		return page{}, false
	}
	if overflow >= w.high-id {
		w.problem(true, "page %d claims %d more pages", id, overflow)
		return page{}, false
	}
	p.elements = make([]byte, min(p.count*elementBytes, p.bytes-pageHeaderBytes))
	if _, err := w.file.ReadAt(p.elements, p.at+pageHeaderBytes); err != nil {
		w.problem(false, "page %d cannot be read: %v", id, err)
		return page{}, false
	}
	return p, true
}

// each calls see with the offset in p.elements of each element of a page.
func (w *pageWalk) each(p page, see func(at uint64)) {
	fits := uint64(len(p.elements)) / elementBytes
	if p.count > fits {
		w.problem(false, "page %d claims %d elements", p.id, p.count)
	}
	for i := range min(p.count, fits) {
		see(i * elementBytes)
	}
}

func (w *pageWalk) branch(p page) {
	if p.count == 0 {
		w.problem(false, "branch page %d is empty", p.id)
	}
	w.each(p, func(at uint64) {
		position, key := half(p.elements, at), half(p.elements, at+4)
		if key == 0 || pageHeaderBytes+at+position+key > p.bytes {
			w.problem(false, "branch page %d: an element reaches beyond the page", p.id)
		}
		w.follow(p.id, number(p.elements, at+8))
	})
}

// leaf looks at the elements of a leaf, and into the buckets among them.
func (w *pageWalk) leaf(p page, mayNest bool) {
	w.each(p, func(at uint64) {
		e := p.elements[at:]
		flags, position, key, value := half(e, 0), half(e, 4), half(e, 8), half(e, 12)
		start := pageHeaderBytes + at + position + key
		switch {
		case key == 0 || start+value > p.bytes:
			w.problem(false, "leaf page %d: an element reaches beyond the page", p.id)
		case flags&flagBucket != 0 && (!mayNest || value < 16 || value > w.size):
			w.problem(true, "leaf page %d holds no proper bucket", p.id)
		case flags&flagBucket != 0:
			w.bucket(p, start, value)
		}
	})
}

// bucket follows a bucket to its root page, or into its value where that holds the page itself.
func (w *pageWalk) bucket(p page, start, bytes uint64) {
	value := make([]byte, bytes)
	if _, err := w.file.ReadAt(value, p.at+int64(start)); err != nil {
		w.problem(true, "leaf page %d cannot be read: %v", p.id, err)
		return
	}
	if root := number(value, 0); root != 0 {
		w.follow(p.id, root)
		return
	}
	inline := value[16:]
	if len(inline) < pageHeaderBytes || binary.NativeEndian.Uint16(inline[8:]) != flagLeaf {
		w.problem(true, "leaf page %d holds no proper small bucket", p.id)
		return
	}
	w.leaf(page{
		id:       p.id,
		count:    uint64(binary.NativeEndian.Uint16(inline[10:])),
		bytes:    uint64(len(inline)),
		elements: inline[pageHeaderBytes:],
	}, false)
}

// checkFreelist looks at the list of free pages: bbolt allocates what it claims.
func (w *pageWalk) checkFreelist() {
	if w.freelist < 2 || w.freelist >= w.high {
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
	list := make([]byte, p.bytes-pageHeaderBytes)
	if _, err := w.file.ReadAt(list, p.at+pageHeaderBytes); err != nil {
		w.problem(true, "the free list cannot be read: %v", err)
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
