package bolt

import (
	"encoding/binary"
	"hash/crc32"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// crcBytes is the size of the checksum at the end of every value.
const crcBytes = 4

func checksum(key, body []byte) uint32 {
	return crc32.Update(crc32.Checksum(key, castagnoli), castagnoli, body)
}

// seal appends the checksum of value[from:] under a key.
func seal(value []byte, from int, key []byte) []byte {
	return binary.BigEndian.AppendUint32(value, checksum(key, value[from:]))
}

// open returns the body of a sealed value. ok is false if the checksum does not match.
func open(key, value []byte) (body []byte, ok bool) {
	n := len(value) - crcBytes
	if n < 0 {
		return nil, false
	}
	body = value[:n]
	return body, binary.BigEndian.Uint32(value[n:]) == checksum(key, body)
}

// head is what the bucket trips keeps of a trip.
type head struct {
	seq      int64
	turns    int64 // ended turns
	touched  int64 // time of the last commit, in milliseconds since 1970
	snapSeq  int64
	logAt    uint64 // offset of the newest record
	headerAt uint64 // offset of the record of seq 0
	snapAt   uint64 // offset of the newest snapshot, 0 when there is none
	snapKept bool   // the newest snapshot is in the history too
	chain    [32]byte
	turnEnds []byte // of the newest turns: see appendTurnEnds
	calls    []byte // outstanding ones, packed; empty when there are none
}

// headBytes is the most that a head takes without its turn ends and calls.
const headBytes = 9*binary.MaxVarintLen64 + 32

func (h *head) append(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(h.seq))
	dst = binary.AppendUvarint(dst, uint64(h.turns))
	dst = binary.AppendVarint(dst, h.touched)
	dst = binary.AppendUvarint(dst, uint64(h.snapSeq))
	dst = binary.AppendUvarint(dst, h.logAt)
	dst = binary.AppendUvarint(dst, h.headerAt)
	dst = binary.AppendUvarint(dst, h.snapAt)
	kept := byte(0)
	if h.snapKept {
		kept = 1
	}
	dst = append(append(dst, kept), h.chain[:]...)
	dst = appendText(dst, h.turnEnds)
	return append(dst, h.calls...)
}

// decodeHead returns a head whose turn ends and calls point into body.
func decodeHead(body []byte) (h head, ok bool) {
	r := reader{rest: body}
	h.seq = r.count()
	h.turns = r.count()
	h.touched = r.varint()
	h.snapSeq = r.count()
	h.logAt = r.uvarint()
	h.headerAt = r.uvarint()
	h.snapAt = r.uvarint()
	kept := r.next(1)
	chain := r.next(len(h.chain))
	h.turnEnds, h.calls = r.text(), r.rest
	if r.bad || h.snapSeq > h.seq {
		return head{}, false
	}
	h.snapKept = kept[0] == 1
	copy(h.chain[:], chain)
	return h, true
}

// entry is one record of the log.
type entry struct {
	seq   int64
	back  uint64 // distance in offsets to the trip's record before, 0 for the header
	id    []byte
	chain [32]byte
	event []byte // or, where seq is 0, the header; packed, with the decision on it

	decision []byte // of an entry that was read; nil when none was kept
}

func (e entry) append(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(e.seq))
	dst = binary.AppendUvarint(dst, e.back)
	dst = append(dst, byte(len(e.id)))
	dst = append(dst, e.id...)
	dst = append(dst, e.chain[:]...)
	return append(dst, e.event...)
}

func decodeEntry(body []byte) (e entry, ok bool) {
	r := reader{rest: body}
	e.seq = r.count()
	e.back = r.uvarint()
	if n := r.next(1); n != nil {
		e.id = r.next(int(n[0]))
	}
	copy(e.chain[:], r.next(len(e.chain)))
	e.event = r.rest
	return e, !r.bad
}

func appendCalls(dst []byte, calls []store.Outstanding) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(calls)))
	for _, c := range calls {
		dst = appendText(dst, c.CallID)
		dst = appendText(dst, c.Name)
		dst = appendText(dst, c.Arguments)
		dst = binary.AppendVarint(dst, int64(c.At))
		dst = appendText(dst, c.Key)
	}
	return dst
}

func decodeCalls(body []byte) (calls []store.Outstanding, ok bool) {
	r := reader{rest: body}
	for n := r.count(); n > 0 && !r.bad; n-- {
		calls = append(calls, store.Outstanding{
			CallID:    string(r.text()),
			Name:      string(r.text()),
			Arguments: trip.Raw(r.text()),
			At:        trip.Instant(r.varint()),
			Key:       string(r.text()),
		})
	}
	return calls, r.done()
}

func appendQueue(dst []byte, queue [][]byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(queue)))
	for _, event := range queue {
		dst = appendText(dst, event)
	}
	return dst
}

func decodeQueue(body []byte) (queue [][]byte, ok bool) {
	r := reader{rest: body}
	for n := r.count(); n > 0 && !r.bad; n-- {
		queue = append(queue, clone(r.text()))
	}
	return queue, r.done()
}

func appendText[T ~string | []byte](dst []byte, s T) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// clone copies bytes out of a transaction; nothing becomes nil.
func clone(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	return append(make([]byte, 0, len(b)), b...)
}

// reader decodes values from the front of a body. After the first malformed value it is bad and returns zero values.
type reader struct {
	rest []byte
	bad  bool
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.rest)
	return r.skip(v, n)
}

func (r *reader) varint() int64 {
	v, n := binary.Varint(r.rest)
	return int64(r.skip(uint64(v), n))
}

// count reads a uvarint that must fit into an int64.
func (r *reader) count() int64 {
	v := int64(r.uvarint())
	if v < 0 {
		r.bad = true
		return 0
	}
	return v
}

func (r *reader) skip(v uint64, n int) uint64 {
	if n <= 0 || r.bad {
		r.bad = true
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

// next returns the next n bytes, or nil if there are fewer.
func (r *reader) next(n int) []byte {
	if r.bad || n < 0 || n > len(r.rest) {
		r.bad = true
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) text() []byte {
	n := r.uvarint()
	if n > uint64(len(r.rest)) {
		r.bad = true
		return nil
	}
	return r.next(int(n))
}

// done reports whether the whole body was read without an error.
func (r *reader) done() bool { return !r.bad && len(r.rest) == 0 }
