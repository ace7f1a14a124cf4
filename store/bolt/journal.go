package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// journalSuffix names the journal of a store: what its newest appends said stands there until it
// is in the store's own file.
const journalSuffix = ".journal"

// journalAhead is how much the journal grows by: a sync that needs no new blocks of the disk does not
// wait for the file system's journal.
const journalAhead = 256 << 10

// syncData makes what was written to a file durable. Tests watch it, and let it fail.
var syncData = dataSync

// journal is a file of records, one for each batch of appends. Only records of the generation that the store's file
// names are valid. A commit of that file names the next generation, which voids all records at once, and the journal is
// then written again from its start.
type journal struct {
	journalState // as the store's file has it
	path         string
	file         *os.File // nil until the first commit of the store
	info         os.FileInfo
	chain        uint32 // of the newest record
	end          int64  // where the next record goes
	marked       int64  // how far the mark says durably that records were acknowledged
	size         int64  // the file is written, and durably so, up to here
	appends      int64  // in the records that count
	records      int    // since the store was opened
	record       []byte // that is being made
	requests     int64  // in it
	sealed       []byte // the record as it is written
}

// startRecord begins a record of appends that are given something.
func (j *journal) startRecord(g inputs) {
	j.record = append(j.record[:0], make([]byte, recordFront)...)
	j.record = binary.AppendVarint(j.record, g.now)
	j.record = binary.AppendVarint(j.record, int64(g.keep.Every))
	j.requests = 0
}

// What is true of an append in a record.
const (
	flagTurnEnded = 1 << iota
	flagQueue     // it changes the queue
)

// add adds an append to the record.
func (j *journal) add(r *request) {
	flags := byte(0)
	if r.TurnEnded {
		flags |= flagTurnEnded
	}
	if r.Queue != nil {
		flags |= flagQueue
	}
	j.requests++
	dst := appendText(j.record, r.Trip)
	dst = binary.AppendUvarint(dst, uint64(r.ExpectedSeq))
	dst = appendText(append(dst, flags), r.Header)
	dst = appendQueue(dst, r.events)
	dst = appendText(dst, r.snapshot)
	dst = appendText(dst, r.calls)
	if r.Queue != nil {
		dst = appendQueue(dst, r.Queue)
	}
	j.record = dst
}

// readRequest takes an append off the front of a record.
func readRequest(r *reader) *request {
	var out request
	out.Trip = trip.ID(r.text())
	out.ExpectedSeq = r.count()
	flags := r.next(1)
	out.Header = r.text()
	out.events = readTexts(r)
	out.snapshot = r.text()
	out.calls = r.text()
	if r.bad {
		return nil
	}
	out.TurnEnded = flags[0]&flagTurnEnded != 0
	if flags[0]&flagQueue != 0 {
		out.Queue = append([][]byte{}, readTexts(r)...)
	}
	return &out
}

// unpack makes what the committer needs of a request that was read.
func (r *request) unpack() error {
	r.Snapshot = r.snapshot // only whether there is one is looked at
	for _, packed := range r.events {
		event, _, err := unpackPair(packed)
		if err != nil {
			return &store.DamagedError{Trip: r.Trip, What: "an event in the journal: " + err.Error()}
		}
		r.Events = append(r.Events, event)
	}
	return nil
}

// readTexts undoes appendQueue; the texts stay where they are.
func readTexts(r *reader) (texts [][]byte) {
	for n := r.count(); n > 0 && !r.bad; n-- {
		texts = append(texts, r.text())
	}
	return texts
}

// readBody hands out the appends of a record, with what they were given.
func readBody(body []byte, take func(g inputs, r *request) error) error {
	r := reader{rest: body}
	g := inputs{now: r.varint(), keep: store.History{Every: int(r.varint())}}
	for len(r.rest) > 0 && !r.bad {
		one := readRequest(&r)
		if one == nil {
			break
		}
		if err := take(g, one); err != nil {
			return err
		}
	}
	if r.bad {
		return &store.DamagedError{What: "a record of the journal cannot be decoded"}
	}
	return nil
}

// bytes is what the record takes in the file.
func (j *journal) bytes() int64 { return recordBytes(len(j.record)) }

// length is what the records that count take.
func (j *journal) length() int64 { return j.end - recordsAt }

// write makes the record durable. After an error nothing of it counts, unless even that could not
// be made sure of: then the error is store.ErrUncertain.
func (j *journal) write() error {
	err := j.grow(j.end + j.bytes())
	if err != nil {
		return err
	}
	binary.BigEndian.PutUint32(j.record[4:], uint32(len(j.record)-recordFront))
	chain := crc32.Update(j.chain, castagnoli, j.record[4:])
	binary.BigEndian.PutUint32(j.record, chain)
	j.sealed = appendSealed(j.sealed[:0], j.record, j.generation)
	if _, err = j.file.WriteAt(j.sealed, j.end); err == nil {
		err = syncData(j.file)
	}
	if err != nil {
		if cut := j.cut(); cut != nil {
			return fmt.Errorf("%w: %w; %w", store.ErrUncertain, err, cut)
		}
		return err
	}
	j.chain, j.marked = chain, j.end
	j.end += j.bytes()
	j.appends += j.requests
	j.records++
	return j.mark()
}

// mark notes that the records so far are durable, before anybody is told so. That outlives a kill; after a power
// failure it is there if another record, or a moment of rest, has synced it.
func (j *journal) mark() error {
	j.sealed = appendMark(j.sealed[:0], j.generation, j.end)
	_, err := j.file.WriteAt(j.sealed, markAt)
	return err
}

// syncMark makes the mark durable, if it is not.
func (j *journal) syncMark() error {
	if j.file == nil || j.marked == j.end || j.length() == 0 {
		return nil
	}
	if err := syncData(j.file); err != nil {
		return err
	}
	j.marked = j.end
	return nil
}

// grow fills the file with zeros past the end of the next record and syncs it, before the record is written. A journal
// file therefore always continues after its last record; one that ends with it was cut short.
func (j *journal) grow(to int64) error {
	if to+journalBlock <= j.size {
		return nil
	}
	size := to + journalAhead
	if _, err := j.file.WriteAt(make([]byte, size-j.size), j.size); err != nil {
		return err
	}
	if err := syncData(j.file); err != nil {
		return err
	}
	j.size = size
	return nil
}

// cut overwrites the start of a record whose write failed, so that it cannot be taken for a valid one.
func (j *journal) cut() error {
	if _, err := j.file.WriteAt(make([]byte, sectorBytes), j.end); err != nil { // which needs no room on the disk
		return err
	}
	return j.file.Sync()
}

// prepare creates the journal, unless it is where it should be. It is used from the next commit of the store's file on,
// which records it there.
func (j *journal) prepare() error {
	if j.file != nil && isAt(j.path, j.info) {
		return nil
	}
	if err := j.close(false); err != nil {
		return err
	}
	file, err := os.OpenFile(j.path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	id := newID()
	info, err := file.Stat()
	if err == nil {
		_, err = file.WriteAt(appendHeader(nil, id), 0)
	}
	if err == nil {
		j.file, j.size = file, recordsAt
		err = errors.Join(j.grow(recordsAt), syncFolder(j.path))
	}
	if err != nil {
		_ = file.Close()
		_ = os.Remove(j.path)
		j.file = nil
		return err
	}
	j.info, j.id = info, id
	return nil
}

// next is the state that goes with the file's next commit.
func (j *journal) next(inUse bool) journalState {
	return journalState{inUse: inUse, id: j.id, generation: j.generation + 1, last: j.chain}
}

// restart begins a generation: the store's file has all that the journal said.
func (j *journal) restart(m journalState) {
	j.journalState, j.chain, j.end, j.appends = m, m.seed(), recordsAt, 0
}

// isAt reports whether a path leads to a file that was opened.
func isAt(path string, opened os.FileInfo) bool {
	found, err := os.Stat(path)
	return err == nil && os.SameFile(found, opened)
}

// close closes the file. With remove nothing of it is needed any more.
func (j *journal) close(remove bool) error {
	if j.file == nil {
		return nil
	}
	err := j.file.Close()
	if remove && err == nil && isAt(j.path, j.info) {
		err = os.Remove(j.path)
	}
	j.file, j.size = nil, 0
	return err
}

// read returns what counts of the journal.
func (j *journal) read() (journaled, error) {
	if j.file == nil {
		return journaled{}, errNoJournal
	}
	data, err := io.ReadAll(io.NewSectionReader(j.file, 0, 1<<62))
	if err != nil {
		return journaled{}, err
	}
	if j.inUse {
		return j.scan(data)
	}
	return journaled{}, j.void(data)
}

// maxRecord bounds the memory that is kept for the next record.
const maxRecord = 1 << 20

// rest lets memory go that is seldom needed.
func (j *journal) rest() {
	if cap(j.record) > maxRecord {
		j.record, j.sealed = nil, nil
	}
}
