package bolt

import "go.etcd.io/bbolt"

// maxAhead is how far beyond its last page the file is filled with zeros, at most.
const maxAhead = 512 << 10

var zeros [64 << 10]byte

// ahead is the end of the file, beyond its last page.
type ahead struct {
	from int64 // where the last page ended when the first commit came; 0 before that
	to   int64 // there are zeros up to here
}

// fillAhead writes zeros where the next pages will be, as many as were added since the store was
// opened: a sync that needs no new blocks of the disk does not wait for the file system's journal.
// The transaction has written no page yet. Where it fails, the commit itself will tell.
func (s *Store) fillAhead(tx *bbolt.Tx) {
	size := tx.Size()
	a := &s.ahead
	if a.from == 0 {
		a.from = size
	}
	a.to = max(a.to, size)
	room := min(size-a.from, maxAhead)
	if a.to-size >= room/8 {
		return
	}
	end := size + room
	if limit := s.options.MaxBytes; limit > 0 {
		end = min(end, limit)
	}
	for a.to < end {
		n, err := s.file.WriteAt(zeros[:min(end-a.to, int64(len(zeros)))], a.to)
		if err != nil {
			return
		}
		a.to += int64(n)
	}
}
