package bolt

import (
	"encoding/binary"
	"hash/crc32"

	"github.com/legwork-go/legwork/store"
)

// The journal of the format legwork.store.v3, which a killed process of an earlier version may have left: no
// header, and records of checksum, length, generation and body. The upper half of a generation was random.

const oldFront = 4 + 4 + 8

// maxOlder is how much older than the file's the generation of void records can be.
const maxOlder = 1 << 32

// scanOld returns the records of a generation, from the first on.
//
//   - Errors: errForeign; [store.DamagedError] where a record stands behind one that cannot be read.
func scanOld(data []byte, generation uint64) (journaled, error) {
	var f journaled
	if len(data) > 0 && len(data) < oldFront {
		return f, errForeign
	}
	if len(data) > 0 {
		its := binary.BigEndian.Uint64(data[8:])
		if its != 0 && generation-its > maxOlder { // a later one wraps around
			return f, errForeign
		}
	}
	for {
		body, ok := oldRecord(data[f.end:], generation)
		if !ok {
			break
		}
		f.bodies = append(f.bodies, body)
		n := (int64(oldFront+len(body)) + journalBlock - 1) / journalBlock * journalBlock
		f.end = min(f.end+n, int64(len(data)))
	}
	for at := f.end; at < int64(len(data)); at += journalBlock {
		if _, ok := oldRecord(data[at:], generation); ok {
			return f, &store.DamagedError{What: "a record of the journal cannot be read, though a later one can"}
		}
	}
	return f, nil
}

// oldRecord returns the body of the record of a generation that stands at the front.
func oldRecord(data []byte, generation uint64) (body []byte, ok bool) {
	if len(data) < oldFront || binary.BigEndian.Uint64(data[8:]) != generation {
		return nil, false
	}
	n := int64(binary.BigEndian.Uint32(data[4:]))
	if n > int64(len(data))-oldFront {
		return nil, false
	}
	sum := crc32.Checksum(data[4:oldFront+n], castagnoli)
	return data[oldFront : oldFront+n], sum == binary.BigEndian.Uint32(data)
}
