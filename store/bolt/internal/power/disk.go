package power

import (
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
)

// kind is what an operation does.
type kind int

const (
	create kind = iota
	write
	truncate
	sync
	link
	rename
	remove
	syncFolder
	say
)

// op is one thing that the program did.
type op struct {
	kind  kind
	file  int    // in order of creation
	name  string // of a file, or the line that was said
	to    string // the new name
	at    int64  // where it writes, or the new size
	data  []byte
	since int // a sync is about the operations before this one
}

// Trace is what a program did, in order.
type Trace struct {
	ops  []op
	from int // the operations before it are how the files came to be
}

// State is what a power failure leaves.
type State struct {
	Files map[string][]byte // by name
	Said  []string          // lines, before it
}

// sectorBytes is what a disk writes as a whole or not at all.
const sectorBytes = 512

// States draws states, spread over the whole trace: at least one after each operation.
func (t *Trace) States(seed uint64, n int) iter.Seq[State] {
	return func(yield func(State) bool) {
		r := rand.New(rand.NewPCG(seed, 0))
		d := disk{durable: map[int][]byte{}, pending: map[int][]pending{}, names: map[string]int{}}
		var said []string
		for i, o := range t.ops {
			if o.kind == say {
				said = append(said, o.name)
			}
			d.do(i, o)
			if i < t.from {
				continue
			}
			done, all := i-t.from, len(t.ops)-t.from
			for range max(1, (done+1)*n/all-done*n/all) {
				if !yield(State{Files: d.fail(r), Said: slices.Clone(said)}) {
					return
				}
			}
		}
	}
}

// disk is what is durable, and what may be.
type disk struct {
	durable map[int][]byte    // by file
	pending map[int][]pending // by file
	names   map[string]int    // durable ones
	folder  []pending         // changes of names
	files   int
}

// pending is an operation that is not durable.
type pending struct {
	number int
	op
}

func (d *disk) do(number int, o op) {
	p := pending{number, o}
	switch o.kind {
	case create:
		d.files = max(d.files, o.file+1)
		d.folder = append(d.folder, p)
	case link, rename, remove:
		d.folder = append(d.folder, p)
	case write, truncate:
		d.pending[o.file] = append(d.pending[o.file], p)
	case sync:
		all := d.pending[o.file]
		done := covered(all, o.since)
		for _, p := range all[:done] {
			d.durable[o.file] = p.apply(d.durable[o.file], everything)
		}
		d.pending[o.file] = all[done:]
	case syncFolder:
		done := covered(d.folder, o.since)
		for _, p := range d.folder[:done] {
			p.applyName(d.names)
		}
		d.folder = d.folder[done:]
	case say:
	}
}

// covered returns how many operations began before a sync did.
func covered(all []pending, since int) int {
	n := slices.IndexFunc(all, func(p pending) bool { return p.number >= since })
	if n < 0 {
		return len(all)
	}
	return n
}

func everything(int) bool { return true }

// apply writes the sectors that keep is true of to the content of a file.
func (p pending) apply(content []byte, keep func(sector int) bool) []byte {
	if p.kind == truncate {
		if !keep(0) {
			return content
		}
		return sized(content, p.at)
	}
	for n := int64(0); n < int64(len(p.data)); {
		sector := (p.at + n) / sectorBytes
		end := min((sector+1)*sectorBytes-p.at, int64(len(p.data)))
		if keep(int(sector)) {
			if int64(len(content)) < p.at+end {
				content = sized(content, p.at+end)
			}
			copy(content[p.at+n:], p.data[n:end])
		}
		n = end
	}
	return content
}

// sized cuts a content, or adds zeros.
func sized(content []byte, size int64) []byte {
	if size <= int64(len(content)) {
		return content[:size:size]
	}
	return append(content, make([]byte, size-int64(len(content)))...)
}

func (p pending) applyName(names map[string]int) {
	switch p.kind {
	case create:
		names[p.name] = p.file
	case link:
		names[p.to] = p.file
	case rename:
		delete(names, p.name)
		names[p.to] = p.file
	case remove:
		delete(names, p.name)
	case write, truncate, sync, syncFolder, say:
	}
}

// fail draws what is left of a disk.
func (d *disk) fail(r *rand.Rand) map[string][]byte {
	names := maps.Clone(d.names)
	keep := draw(r, len(d.folder))
	for i, p := range d.folder {
		if keep(i, 0) {
			p.applyName(names)
		}
	}
	contents := make([][]byte, d.files)
	for file := range contents { // in order: the same seed draws the same
		content := slices.Clone(d.durable[file])
		keep := draw(r, len(d.pending[file]))
		size := int64(len(content))
		for i, p := range d.pending[file] {
			content = p.apply(content, func(sector int) bool { return keep(i, sector) })
			size = p.sizeAfter(size)
		}
		if r.IntN(2) == 0 && size > int64(len(content)) {
			content = sized(content, size)
		}
		contents[file] = content
	}
	files := map[string][]byte{}
	for name, file := range names {
		files[name] = contents[file]
	}
	return files
}

// sizeAfter is how long a file is after an operation.
func (p pending) sizeAfter(size int64) int64 {
	if p.kind == truncate {
		return p.at
	}
	return max(size, p.at+int64(len(p.data)))
}

// draw says which sectors of which of n operations have reached the disk.
func draw(r *rand.Rand, n int) (keep func(i, sector int) bool) {
	one := r.IntN(n + 1)
	switch r.IntN(6) {
	case 0:
		return func(int, int) bool { return false }
	case 1:
		return func(int, int) bool { return true }
	case 2: // the first ones, and a part of the next
		return func(i, _ int) bool { return i < one || i == one && r.IntN(2) == 0 }
	case 3: // all but one
		return func(i, _ int) bool { return i != one }
	case 4: // one has lost a few sectors
		return func(i, _ int) bool { return i != one || r.IntN(8) > 0 }
	default:
		return func(int, int) bool { return r.IntN(2) == 0 }
	}
}
