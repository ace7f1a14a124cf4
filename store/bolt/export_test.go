package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Checkpoint commits everything that was appended so far to the file.
func (s *Store) Checkpoint() error { return s.commitNow() }

// UsedBytes returns the bytes of the file that are in use.
func UsedBytes(tb testing.TB, s *Store) (n int64) {
	if err := s.Checkpoint(); err != nil {
		tb.Error(err)
	}
	err := s.view(tb.Context(), func(tx *bbolt.Tx) error {
		n = tx.Size()
		return nil
	})
	if err != nil {
		tb.Error(err)
	}
	return n
}

// PageProblems opens a store for reading and returns what is wrong with its pages.
func PageProblems(path string) []string {
	s, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		return []string{err.Error()}
	}
	defer func() { _ = s.Close() }()
	var report store.CheckReport
	if err := s.checkPages(context.Background(), &report); err != nil {
		return []string{err.Error()}
	}
	var texts []string
	for _, f := range report.Findings {
		texts = append(texts, f.String())
	}
	return texts
}

// WalkPages looks at the pages of a bbolt file, at limit of them if that is not 0. It returns what is wrong, with a mark
// on what bbolt would not survive, and how often it read.
func WalkPages(tb testing.TB, path string, limit int) (problems []string, reads int) {
	tb.Helper()
	file, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	walk, err := newPageWalk(file, os.Getpagesize())
	if err != nil {
		tb.Fatal(err)
	}
	walk.limit, walk.file = limit, readCount{file, &reads}
	walk.run()
	for _, p := range walk.problems {
		if p.fatal {
			p.text = "fatal: " + p.text
		}
		problems = append(problems, p.text)
	}
	return problems, reads
}

type readCount struct {
	io.ReaderAt
	n *int
}

func (c readCount) ReadAt(b []byte, at int64) (int, error) {
	*c.n++
	return c.ReaderAt.ReadAt(b, at)
}

// Publish gives a new store its name, as Open does where there is none.
var Publish = publish

// FailLinks lets every link fail until the test ends.
func FailLinks(tb testing.TB, err error) {
	tb.Cleanup(func() { link = os.Link })
	link = func(string, string) error { return err }
}

// HoldWrites keeps every write transaction from beginning until release is called.
func HoldWrites(s *Store) (release func()) {
	s.writing.Lock()
	return s.writing.Unlock
}

// Waiting returns how many appends wait for the committer.
func Waiting(s *Store) int {
	s.waitMu.Lock()
	defer s.waitMu.Unlock()
	return len(s.waitLine)
}

// Taken returns how many appends the committer has taken and is at work on.
func Taken(s *Store) int {
	s.waitMu.Lock()
	defer s.waitMu.Unlock()
	return len(s.batch)
}

// OpenStill opens a store whose journal goes to the file when it is full, but not because it is quiet.
func OpenStill(path string, o Options) (*Store, error) {
	s, _, err := openWriter(path, o.withDefaults(), false)
	if err == nil {
		go s.commitLoop(time.Hour)
	}
	return s, err
}

// WatchSyncs has every sync of data told to watch first, which may let it fail, until the test ends.
func WatchSyncs(tb testing.TB, watch func(name string) error) {
	tb.Cleanup(func() { syncData = dataSync })
	syncData = func(file *os.File) error {
		if err := watch(file.Name()); err != nil {
			return err
		}
		return dataSync(file)
	}
}

// Journaled returns how many bytes are in the journal that are not in the file.
func Journaled(s *Store) int64 {
	s.writing.Lock()
	defer s.writing.Unlock()
	return s.journal.length()
}

// ScanJournal reads a journal, for the file that its first record was made for.
func ScanJournal(journal []byte) (appends int, end int64, err error) {
	f, err := stateOf(journal).scan(journal)
	for _, body := range f.bodies {
		err = errors.Join(err, readBody(body, func(inputs, *request) error { appends++; return nil }))
	}
	return appends, f.end, err
}

// Reseal gives the sectors of a journal right checksums, whatever they say, and its records the right chain.
func Reseal(journal []byte) []byte {
	out := clone(journal)
	seal := func(at int) {
		binary.BigEndian.PutUint32(out[at:], crc32.Checksum(out[at+4:at+sectorBytes], castagnoli))
	}
	for at := recordsAt; at+sectorBytes <= len(out); at += sectorBytes {
		if !bytes.Equal(out[at:at+sectorBytes], zeros[:]) {
			seal(at)
		}
	}
	m := stateOf(out)
	chain := m.seed()
	for at := recordsAt; at < len(out); {
		record, err := m.recordAt(out[at:])
		if err != nil || record == nil {
			break
		}
		chain = crc32.Update(chain, castagnoli, record[4:])
		binary.BigEndian.PutUint32(out[at+sealBytes:], chain)
		seal(at)
		at += int(recordBytes(len(record)))
	}
	return out
}

// stateOf returns what a file would say whose journal this is.
func stateOf(journal []byte) journalState {
	m := journalState{inUse: true}
	m.id, _ = readHeader(journal)
	if len(journal) >= recordsAt+sectorBytes {
		m.generation, _, _ = readSector(journal[recordsAt:][:sectorBytes])
	}
	return m
}

// Records returns how many batches were written to the journal.
func Records(s *Store) int {
	s.writing.Lock()
	defer s.writing.Unlock()
	return s.journal.records
}

// newest returns the number of the newest transaction of the file.
func newest(tb testing.TB, s *Store) (n int) {
	err := s.viewFile(tb.Context(), func(tx *bbolt.Tx) error {
		n = tx.ID()
		return nil
	})
	if err != nil {
		tb.Error(err)
	}
	return n
}

// FailCommit lets the store believe that the commit of a transaction failed, offset after the newest.
func FailCommit(tb testing.TB, s *Store, offset int, err error) error {
	return s.failed(newest(tb, s)+offset, err)
}

// ReadsOfHistory returns how many read transactions it takes to check the turn ends of a trip.
func ReadsOfHistory(tb testing.TB, s *Store, id trip.ID) int {
	tb.Helper()
	ctx := &asked{Context: tb.Context()}
	var report store.CheckReport
	if err := s.checkHistory(ctx, id, &report); err != nil || len(report.Findings) > 0 {
		tb.Fatalf("%v, %v", report.Findings, err)
	}
	return ctx.n
}

// asked counts how often a context is asked whether it has ended, which each read transaction does once.
type asked struct {
	context.Context
	n int
}

func (a *asked) Err() error {
	a.n++
	return a.Context.Err()
}

// RootPage returns where the root page of a bucket stands in the file, and how long it is.
func RootPage(tb testing.TB, s *Store, bucket string) (at int64, length int) {
	tb.Helper()
	err := s.view(tb.Context(), func(tx *bbolt.Tx) error {
		length = tx.DB().Info().PageSize
		at = int64(tx.Bucket([]byte(bucket)).Root()) * int64(length)
		return nil
	})
	if err != nil || at == 0 {
		tb.Fatalf("the root page of %s is at %d, error %v", bucket, at, err)
	}
	return at, length
}

// Tamper changes the buckets of a store behind its back.
func Tamper(tb testing.TB, s *Store, change func(tx *bbolt.Tx) error) {
	tb.Helper()
	if err := s.update(change); err != nil {
		tb.Fatal(err)
	}
}

// EditRecord lets edit change a record, and stores it in its place with a right checksum.
func EditRecord(tb testing.TB, s *Store, id trip.ID, seq int64, edit func(event []byte, chain *[32]byte) []byte) {
	tb.Helper()
	editEntry(tb, s, id, seq, func(e *entry) { e.event = pack(nil, edit(e.event, &e.chain)) })
}

// EmptyGroup takes all turn ends out of the oldest group of a trip, and stores it with a right checksum.
func EmptyGroup(tb testing.TB, s *Store, id trip.ID) {
	tb.Helper()
	Tamper(tb, s, func(tx *bbolt.Tx) error {
		history := tx.Bucket(bucketHistory)
		key, _ := history.Cursor().Seek(groupPrefix(id))
		return history.Put(bytes.Clone(key), seal(nil, 0, key))
	})
}

// CutRecord lets a record say that none stands before it.
func CutRecord(tb testing.TB, s *Store, id trip.ID, seq int64) {
	tb.Helper()
	editEntry(tb, s, id, seq, func(e *entry) { e.event, e.back = pack(nil, e.event), 0 })
}

func editEntry(tb testing.TB, s *Store, id trip.ID, seq int64, edit func(e *entry)) {
	tb.Helper()
	Tamper(tb, s, func(tx *bbolt.Tx) error {
		log := streamOf(tx, bucketLog)
		h, err := readHead(tx.Bucket(bucketTrips), id)
		if err != nil {
			return err
		}
		offset, e := h.logAt, entry{}
		for at := h.seq; at >= seq; at-- {
			offset -= e.back
			if e, err = readRecord(log, offset, id, at); err != nil {
				return err
			}
		}
		e.id = []byte(id)
		edit(&e)
		return rewrite(log, offset, e.append(nil))
	})
}

// rewrite puts another entry of one chunk in the place of one.
func rewrite(s stream, offset uint64, body []byte) error {
	if err := s.remove(offset); err != nil {
		return err
	}
	before := s.bucket.Sequence()
	if err := s.bucket.SetSequence(offset - 1); err != nil {
		return err
	}
	if _, err := s.append(nil, body); err != nil {
		return err
	}
	return s.bucket.SetSequence(before)
}

// Bury removes a trip of a few turns as Prune does, and leaves its log to be swept.
func Bury(tb testing.TB, s *Store, id trip.ID) {
	tb.Helper()
	err := s.change(func(w *writer, tx *bbolt.Tx) error {
		h, err := readHead(w.trips, id)
		if err != nil {
			return err
		}
		return w.bury(tx, id, h)
	})
	if err != nil {
		tb.Fatal(err)
	}
}

// Head is what a test can spoil in the head of a trip.
type Head struct {
	Seq      int64
	Chain    [32]byte
	Kept     bool   // the newest snapshot is in the history
	TurnEnds []byte // of the newest turns
	Calls    []byte
}

// EditHead changes a trip's head, and stores it with a right checksum.
func EditHead(tb testing.TB, s *Store, id trip.ID, edit func(h *Head)) {
	tb.Helper()
	Tamper(tb, s, func(tx *bbolt.Tx) error {
		h, err := readHead(tx.Bucket(bucketTrips), id)
		if err != nil {
			return err
		}
		e := Head{h.seq, h.chain, h.snapKept, h.turnEnds, h.calls}
		edit(&e)
		h.seq, h.chain, h.snapKept, h.turnEnds, h.calls = e.Seq, e.Chain, e.Kept, e.TurnEnds, e.Calls
		key := []byte(id)
		return tx.Bucket(bucketTrips).Put(key, seal(h.append(nil), 0, key))
	})
}

// Unsynced takes the syncs of the journal away, as a mistake would.
func Unsynced() { syncData = func(*os.File) error { return nil } }
