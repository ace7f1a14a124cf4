package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// journalSuffix names the journal of a store: what its newest appends said stands there until it
// is in the store's own file.
const journalSuffix = ".journal"

const (
	// journalBlock is what a record fills whole ones of: no write touches a block that has a
	// record which is durable already.
	journalBlock = 4096
	// journalFront is a record's checksum, length and generation.
	journalFront = 4 + 4 + 8
	// journalAhead is how many zeros the file grows by at least: a sync that needs no new blocks of
	// the disk does not wait for the file system's journal.
	journalAhead = 256 << 10
)

var zeros [64 << 10]byte

// syncData makes what was written to a file durable. Tests watch it, and let it fail.
var syncData = dataSync

// journal is a file of records, each of one batch of appends. Those that count are of the
// generation that the store's file names; a commit of that file names the next one, and all
// records are void at that moment. The file is written again from its start then.
type journal struct {
	path       string
	file       *os.File // nil until there is a record
	generation uint64
	end        int64  // where the next record goes
	size       int64  // the file is written up to here
	appends    int64  // in the records that count
	records    int    // since the store was opened
	record     []byte // that is being made
	requests   int64  // in it
}

// begin begins a record of appends that are given something.
func (j *journal) begin(g given) {
	j.record = append(j.record[:0], make([]byte, journalFront)...)
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
	flags := r.take(1)
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
		event, err := unpack(packed)
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

// bytes is what the record takes in the file.
func (j *journal) bytes() int64 { return blocks(int64(len(j.record))) }

func blocks(n int64) int64 { return (n + journalBlock - 1) / journalBlock * journalBlock }

// write makes the record durable. After an error nothing of it counts, unless even that could not
// be made sure of: then the error is store.ErrUncertain.
func (j *journal) write() error {
	err := j.open()
	if err == nil {
		err = j.put()
	}
	if err == nil {
		j.end += j.bytes()
		j.appends += j.requests
		j.records++
		return nil
	}
	if cut := j.cut(); cut != nil {
		return fmt.Errorf("%w: %w; %w", store.ErrUncertain, err, cut)
	}
	return err
}

// open makes the file, unless it is open.
func (j *journal) open() error {
	if j.file != nil {
		return nil
	}
	file, err := os.OpenFile(j.path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err := syncFolder(j.path); err != nil {
		_ = file.Close()
		return err
	}
	j.file = file
	return nil
}

// put writes the record and syncs it.
func (j *journal) put() error {
	n := j.bytes()
	body := j.record[journalFront:]
	j.record = append(j.record, make([]byte, n-int64(len(j.record)))...)
	binary.BigEndian.PutUint32(j.record[4:], uint32(len(body)))
	binary.BigEndian.PutUint64(j.record[8:], j.generation)
	binary.BigEndian.PutUint32(j.record, crc32.Checksum(j.record[4:journalFront+len(body)], castagnoli))
	j.grow(j.end + n)
	if _, err := j.file.WriteAt(j.record, j.end); err != nil {
		return err
	}
	j.size = max(j.size, j.end+n)
	return syncData(j.file)
}

// grow writes zeros where the next records will be. Where it fails, the record itself will tell.
func (j *journal) grow(to int64) {
	if to <= j.size {
		return
	}
	for to += journalAhead; j.size < to; {
		n, err := j.file.WriteAt(zeros[:min(to-j.size, int64(len(zeros)))], j.size)
		if err != nil {
			return
		}
		j.size += int64(n)
	}
}

// cut makes sure that no record stands at the end.
func (j *journal) cut() error {
	if j.file == nil {
		return nil
	}
	if err := j.file.Truncate(j.end); err != nil { // which needs no room on the disk
		return err
	}
	j.size = min(j.size, j.end)
	return j.file.Sync()
}

// restart begins a generation: the store's file has all that the journal said.
func (j *journal) restart(generation uint64) {
	j.generation, j.end, j.appends = generation, 0, 0
}

// errForeign is met where a journal belongs to another file than the one that it stands beside.
var errForeign = errors.New("store: the journal belongs to another store, or to a later state of this one")

// maxOlder is how much older than the file's the generation of void records can be.
const maxOlder = 1 << 32

// read hands out the appends of all records that count, with what they were given, and returns
// where they end.
//
// Errors: of the file, of scanJournal.
func (j *journal) read(take func(g given, r *request) error) (end int64, err error) {
	if j.file == nil {
		return 0, nil
	}
	data, err := io.ReadAll(io.NewSectionReader(j.file, 0, 1<<62))
	if err != nil {
		return 0, err
	}
	j.size = int64(len(data))
	return scanJournal(data, j.generation, take)
}

// scanJournal hands out the appends of the records of a generation, from the first on, and returns
// where they end.
//
// Errors: what take returns; errForeign; [store.DamagedError] where a record stands behind one that
// cannot be read, or a record says what no journal would.
func scanJournal(data []byte, generation uint64, take func(g given, r *request) error) (end int64, err error) {
	if isForeign(data, generation) {
		return 0, errForeign
	}
	for {
		body, ok := recordAt(data[end:], generation)
		if !ok {
			break
		}
		if err := readBody(body, take); err != nil {
			return end, err
		}
		end = min(end+blocks(int64(journalFront+len(body))), int64(len(data)))
	}
	for at := end; at < int64(len(data)); at += journalBlock {
		if _, ok := recordAt(data[at:], generation); ok {
			return end, &store.DamagedError{What: "a record of the journal cannot be read, though a later one can"}
		}
	}
	return end, nil
}

// isForeign reports whether a journal was made for another file than that of a generation: the
// front of its first record is of no generation of that. Before there is a record there are zeros.
func isForeign(data []byte, generation uint64) bool {
	if len(data) < journalFront {
		return len(data) > 0
	}
	its := binary.BigEndian.Uint64(data[8:])
	return its != 0 && generation-its > maxOlder // a later one wraps around
}

// recordAt returns the body of the record of a generation that stands at the front.
func recordAt(data []byte, generation uint64) (body []byte, ok bool) {
	if len(data) < journalFront || binary.BigEndian.Uint64(data[8:]) != generation {
		return nil, false
	}
	n := int64(binary.BigEndian.Uint32(data[4:]))
	if n > int64(len(data))-journalFront {
		return nil, false
	}
	sum := crc32.Checksum(data[4:journalFront+n], castagnoli)
	return data[journalFront : journalFront+n], sum == binary.BigEndian.Uint32(data)
}

func readBody(body []byte, take func(g given, r *request) error) error {
	r := reader{rest: body}
	g := given{now: r.varint(), keep: store.History{Every: int(r.varint())}}
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

// close closes the file. With remove nothing of it is needed any more.
func (j *journal) close(remove bool) error {
	if j.file == nil {
		return nil
	}
	err := j.file.Close()
	if remove && err == nil {
		err = os.Remove(j.path)
	}
	j.file, j.size = nil, 0
	return err
}

// openJournal opens the journal of the store at path, if there is one.
func openJournal(path string, generation uint64, flag int) (*journal, error) {
	j := &journal{path: path + journalSuffix, generation: generation}
	if info, err := os.Stat(j.path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: %s is no file", errForeign, j.path)
	}
	file, err := os.OpenFile(j.path, flag, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return j, nil
	case err != nil:
		return nil, err
	}
	j.file = file
	return j, nil
}

// isOrphan reports whether a foreign journal is that of a store which was removed: the one that it stands
// beside was never appended to.
func (j *journal) isOrphan() bool {
	if uint32(j.generation) != 0 || j.file == nil {
		return false
	}
	data, err := io.ReadAll(io.NewSectionReader(j.file, 0, 1<<62))
	if err != nil || len(data) < journalFront {
		return false
	}
	_, whole := recordAt(data, binary.BigEndian.Uint64(data[8:]))
	return whole
}

// setAside gives an orphan another name: it may be all that is left of its store.
func (j *journal) setAside() error {
	var its [8]byte
	_, err := j.file.ReadAt(its[:], 8)
	if err = errors.Join(err, j.close(false)); err != nil {
		return err
	}
	return os.Rename(j.path, fmt.Sprintf("%s.orphan-%x", j.path, its))
}

// isNeeded reports whether the journal has something that the store's file has not.
func (j *journal) isNeeded() (bool, error) {
	if j.file == nil {
		return false, nil
	}
	stop := errors.New("one is enough")
	_, err := j.read(func(given, *request) error { return stop })
	if errors.Is(err, stop) || errors.Is(err, store.ErrDamaged) {
		return true, nil
	}
	return false, err
}

// maxRecord bounds the memory that is kept for the next record.
const maxRecord = 1 << 20

// rest lets memory go that is seldom needed.
func (j *journal) rest() {
	if cap(j.record) > maxRecord {
		j.record = nil
	}
}
