package bolt

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"

	"github.com/legwork-go/legwork/store"
)

// The format of a journal. Its first block says whose it is; records follow, each in whole blocks.
//
// A disk writes a sector as a whole or not at all. A record that was being written when the power
// failed is torn: some of its sectors are new, the others are what was there before, which is zeros or
// a sector of an earlier generation. Every sector is sealed: it says its generation, its number in its
// record, and a checksum. So each is known to be new or old, and one that is neither was damaged. A
// record with an old sector was never durable, so nobody was told of it: it is left out. Every other
// record counts, and is damaged where it is not whole.
//
// A record that was acknowledged and reads as zeros later looks like one that was never written. So the block behind
// the first says how far records were acknowledged: it is written after each sync, and is durable with the next one.
const (
	sectorBytes = 512
	sealBytes   = 4 + 4 + 8 // checksum, number, generation
	sectorRoom  = sectorBytes - sealBytes

	// journalBlock is the unit in which records are written: each fills whole blocks, so that no write touches a block of
	// a record that is durable already.
	journalBlock = 4096
	// recordFront is a record's chain and length, before its body.
	recordFront = 4 + 4
)

// A journal begins with the version of its format.
const (
	journalPrefix  = "legwork.journal."
	journalVersion = journalPrefix + "v2\n"

	markAt    = journalBlock
	recordsAt = markAt + journalBlock
)

// What can be wrong with a journal as a whole.
var (
	errNoJournal = errors.New("its journal is not there")
	errForeign   = errors.New("the journal beside it is of another file, or of another state of this one")
)

// journalState is what the store's file says of its journal. It changes in the same transaction as what the journal
// is about.
type journalState struct {
	inUse      bool   // the journal may have what the file has not
	id         uint64 // of the journal, random
	generation uint64 // of the records that count, 1 at first
	last       uint32 // chain of the newest record before them
}

// firstState is that of a new file.
var firstState = journalState{generation: 1}

const stateBytes = 1 + 8 + 8 + 4 + crcBytes

func (m journalState) append(dst []byte) []byte {
	state := byte(0)
	if m.inUse {
		state = 1
	}
	dst = append(dst, state)
	dst = binary.BigEndian.AppendUint64(dst, m.id)
	dst = binary.BigEndian.AppendUint64(dst, m.generation)
	dst = binary.BigEndian.AppendUint32(dst, m.last)
	return seal(dst, 0, keyJournal)
}

// readState undoes append.
func readState(value []byte) (journalState, error) {
	body, ok := open(keyJournal, value)
	if !ok || len(value) != stateBytes {
		return journalState{}, &store.DamagedError{What: "what the file says of its journal cannot be read"}
	}
	r := reader{rest: body}
	m := journalState{inUse: r.next(1)[0] == 1}
	m.id = binary.BigEndian.Uint64(r.next(8))
	m.generation = binary.BigEndian.Uint64(r.next(8))
	m.last = binary.BigEndian.Uint32(r.next(4))
	return m, nil
}

// seed is the chain before the first record of the generation.
func (m journalState) seed() uint32 {
	both := binary.BigEndian.AppendUint64(nil, m.id)
	return crc32.Checksum(binary.BigEndian.AppendUint64(both, m.generation), castagnoli)
}

func newID() uint64 {
	var id [8]byte
	_, _ = rand.Read(id[:]) // which never fails
	return binary.BigEndian.Uint64(id[:])
}

// appendHeader appends what stands before the records of a journal: its first block, and that of the mark.
func appendHeader(dst []byte, id uint64) []byte {
	from := len(dst)
	dst = append(dst, journalVersion...)
	dst = binary.BigEndian.AppendUint64(dst, id)
	dst = seal(dst, from, nil)
	return append(dst, make([]byte, from+recordsAt-len(dst))...)
}

// readHeader returns the id of a journal.
//
//   - Errors: errForeign where it is none; store.ErrVersion where it has another format.
func readHeader(data []byte) (id uint64, err error) {
	if !bytes.HasPrefix(data, []byte(journalPrefix)) {
		return 0, errForeign
	}
	if version, _, _ := strings.Cut(string(data[:min(len(data), 64)]), "\n"); version+"\n" != journalVersion {
		return 0, fmt.Errorf("%w: the journal is %q", store.ErrVersion, version)
	}
	n := len(journalVersion) + 8
	if len(data) < recordsAt {
		return 0, errCutShort
	}
	body, ok := open(nil, data[:n+crcBytes])
	if !ok {
		return 0, &store.DamagedError{What: "the head of the journal cannot be read"}
	}
	return binary.BigEndian.Uint64(body[len(journalVersion):]), nil
}

// appendMark appends the sector that says how far records of a generation were acknowledged.
func appendMark(dst []byte, generation uint64, end int64) []byte {
	return appendSector(dst, 0, generation, binary.BigEndian.AppendUint64(nil, uint64(end)))
}

// marked returns how far records of the generation were acknowledged at least.
func (m journalState) marked(data []byte) (end int64, err error) {
	mark := data[markAt:][:sectorBytes]
	switch generation, _, ok := readSector(mark); {
	case !ok:
		return 0, &store.DamagedError{What: "the mark of the journal is not as it was written"}
	case generation > m.generation:
		return 0, errForeign
	case generation < m.generation:
		return 0, nil
	}
	return int64(binary.BigEndian.Uint64(mark[sealBytes:])), nil
}

// recordBytes is what a record of n bytes takes in the journal.
func recordBytes(n int) int64 {
	return (int64(sectors(n))*sectorBytes + journalBlock - 1) / journalBlock * journalBlock
}

func sectors(n int) int { return (n + sectorRoom - 1) / sectorRoom }

// appendSealed appends a record as it stands in the journal.
func appendSealed(dst, record []byte, generation uint64) []byte {
	from := len(dst)
	for number := uint32(0); len(record) > 0; number++ {
		n := min(len(record), sectorRoom)
		dst = appendSector(dst, number, generation, record[:n])
		record = record[n:]
	}
	for (len(dst)-from)%journalBlock != 0 {
		dst = append(dst, zeros[:]...)
	}
	return dst
}

func appendSector(dst []byte, number uint32, generation uint64, content []byte) []byte {
	at := len(dst)
	dst = binary.BigEndian.AppendUint32(append(dst, 0, 0, 0, 0), number)
	dst = binary.BigEndian.AppendUint64(dst, generation)
	dst = append(append(dst, content...), zeros[:sectorRoom-len(content)]...)
	binary.BigEndian.PutUint32(dst[at:], crc32.Checksum(dst[at+4:], castagnoli))
	return dst
}

var zeros [sectorBytes]byte

// readSector returns what a sector says. Zeros are a sector of the generation 0. ok is false for one that
// nobody wrote so.
func readSector(s []byte) (generation uint64, number uint32, ok bool) {
	if bytes.Equal(s, zeros[:]) {
		return 0, 0, true
	}
	ok = crc32.Checksum(s[4:], castagnoli) == binary.BigEndian.Uint32(s)
	return binary.BigEndian.Uint64(s[8:]), binary.BigEndian.Uint32(s[4:]), ok
}

// errCutShort is damage: a journal goes on behind its last record.
var errCutShort = &store.DamagedError{What: "the journal is cut short"}

// journaled is what counts of a journal.
type journaled struct {
	bodies [][]byte // of the records
	chain  uint32   // of the last one
	end    int64    // where they end
}

// scan returns the records that count of a journal which is in use. With an error they are those before what
// is wrong.
//
//   - Errors: errForeign; store.ErrVersion; a [store.DamagedError].
func (m journalState) scan(data []byte) (journaled, error) {
	id, err := readHeader(data)
	f := journaled{chain: m.seed(), end: recordsAt}
	if err == nil && id != m.id {
		err = errForeign
	}
	if err != nil {
		return f, err
	}
	for {
		record, err := m.recordAt(data[min(f.end, int64(len(data))):])
		if err != nil {
			return f, err
		}
		if record == nil {
			break
		}
		chain := crc32.Update(f.chain, castagnoli, record[4:])
		if chain != binary.BigEndian.Uint32(record) {
			return f, &store.DamagedError{What: "a record of the journal does not follow the one before"}
		}
		f.bodies = append(f.bodies, record[recordFront:])
		f.chain = chain
		f.end += recordBytes(len(record))
	}
	for at := f.end; at+sectorBytes <= int64(len(data)); at += journalBlock {
		switch generation, number, ok := readSector(data[at : at+sectorBytes]); {
		case ok && generation > m.generation:
			return f, errForeign
		case ok && generation == m.generation && number == 0 && at > f.end:
			return f, &store.DamagedError{What: "a record of the journal is gone, though a later one is there"}
		}
	}
	marked, err := m.marked(data)
	if err == nil && f.end < marked {
		err = &store.DamagedError{What: "a record of the journal is gone, though it was acknowledged"}
	}
	return f, err
}

// recordAt returns the record at the front, nil where none is or where it is torn.
func (m journalState) recordAt(data []byte) (record []byte, err error) {
	length, torn := 0, false
	for number, count := 0, 1; number < count; number++ {
		if len(data) < (number+1)*sectorBytes {
			return nil, errCutShort
		}
		sector := data[number*sectorBytes:][:sectorBytes]
		generation, its, ok := readSector(sector)
		switch {
		case !ok:
			return nil, &store.DamagedError{What: "a sector of the journal is not as it was written"}
		case generation > m.generation:
			return nil, errForeign
		case generation < m.generation:
			torn = true // or, where it is the first sector, there is no record
		case its != uint32(number):
			return nil, &store.DamagedError{What: "a sector of the journal is not in its place"}
		case number == 0:
			body := binary.BigEndian.Uint32(sector[sealBytes+4:])
			if int64(body) > int64(len(data)) {
				return nil, errCutShort
			}
			length = recordFront + int(body)
			count = sectors(length)
		}
		record = append(record, sector[sealBytes:]...)
	}
	if torn {
		return nil, nil
	}
	return record[:length], nil
}

// void returns nil if a journal beside a file that uses none can be ignored: no record was ever written to it, or it is
// the file's own and the file has all of it. A process leaves such a journal when it is killed before it has finished
// making or removing it.
func (m journalState) void(data []byte) error {
	if len(bytes.Trim(data, "\x00")) == 0 {
		return nil
	}
	_, err := readHeader(data)
	switch {
	case errors.Is(err, errCutShort):
		return nil
	case err != nil:
		return err
	}
	if rest := data[recordsAt:]; len(rest) < sectorBytes || bytes.Equal(rest[:sectorBytes], zeros[:]) {
		return nil
	}
	before := journalState{id: m.id, generation: m.generation - 1} // whose records the file has
	if f, err := before.scan(data); err != nil || f.chain != m.last {
		return errForeign
	}
	return nil
}
