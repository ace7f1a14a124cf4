package bolt

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/storetest"
)

// What cannot be taken back, because the journal is not as it was written, ends the store: nobody knows what the
// open transaction has.
func TestAJournalThatChangedBeneath(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(j *journal) error
		says   string
	}{
		"unchanged": {func(*journal) error { return nil }, ""},
		"emptied": {func(j *journal) error {
			_, err := j.file.WriteAt(make([]byte, journalBlock), recordsAt)
			return err
		}, "a record of the journal is gone, though it was acknowledged"},
		"another sector": {func(j *journal) error {
			_, err := j.file.WriteAt([]byte("x"), recordsAt+100)
			return err
		}, "a sector of the journal is not as it was written"},
	} {
		s := opened(t, Options{})
		storetest.Fill(t, s, "t1", 2, 1) // the first is in the file: there is no journal before
		release := HoldWrites(s)
		if err := c.change(s.journal); err != nil {
			t.Fatal(err)
		}
		s.sharing.Lock()
		err := s.reopenTx()
		isOpen := s.tx != nil
		if c.says == "" {
			if err != nil || !isOpen {
				t.Errorf("%s: %v", name, err)
			}
		} else if !errors.Is(err, store.ErrUncertain) || !strings.Contains(err.Error(), c.says) || isOpen || s.broken() == nil {
			t.Errorf("%s: %v", name, err)
		} else if err := s.reopenTx(); err != nil || s.tx != nil {
			t.Errorf("%s: a store that has ended goes on: %v", name, err)
		}
		s.sharing.Unlock()
		release()
	}
}

// A transaction that bbolt does not let go ends the store; so does none that it lets go.
func TestATransactionThatStays(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	release := HoldWrites(s)
	defer release()
	if err := s.abandon(); err != nil || s.isStuck() {
		t.Errorf("without one: %v", err)
	}
	err := s.db.Update(func(tx *bbolt.Tx) error { // of which only Update may roll back
		s.tx = tx
		return s.abandon()
	})
	if err == nil || !strings.Contains(err.Error(), "could not be rolled back") || !s.isStuck() || s.tx != nil || s.broken() == nil {
		t.Errorf("%v; stuck %t", err, s.isStuck())
	}
}

// A store that has ended commits nothing more, however long its journal is: nobody knows what is in its file.
func TestAStoreThatHasEnded(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	storetest.Fill(t, s, "t1", 3, 1)
	_ = s.breakDown(store.ErrUncertain)
	before := newestOf(t, s)
	if !s.commitFrom(0) || s.tx == nil || newestOf(t, s) != before {
		t.Error("it has committed its file")
	}
}

// newestOf returns the number of the newest transaction of the file, also of a store that has ended.
func newestOf(t *testing.T, s *Store) (n int) {
	t.Helper()
	err := s.read(func(tx *bbolt.Tx) error {
		n = tx.ID()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// What reads pages is guarded while it runs, and no longer.
func TestGuardEnds(t *testing.T) {
	t.Parallel()
	for name, read := range map[string]func() error{
		"sound":   func() error { return nil },
		"panics":  func() error { panic("a page") },
		"another": func() error { return io.EOF },
	} {
		before := debug.SetPanicOnFault(false)
		err := guard(func() error {
			if !debug.SetPanicOnFault(true) {
				t.Errorf("%s: it is not guarded", name)
			}
			return read()
		})
		if debug.SetPanicOnFault(before) {
			t.Errorf("%s: it is guarded for ever", name)
		}
		if errors.Is(err, store.ErrDamaged) != (name == "panics") || errors.Is(err, io.EOF) != (name == "another") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What a journal says was done when it was written, not when it is read: it has the time of that.
func TestAJournalHasItsOwnTime(t *testing.T) {
	t.Parallel()
	then := time.UnixMilli(5_000_000)
	s := opened(t, Options{Now: func() time.Time { return then }, History: store.History{Every: 2}})
	storetest.Fill(t, s, "t1", 3, 1)
	want, _ := s.head(t, "t1")
	path := filepath.Join(t.TempDir(), "trips.db")
	for _, suffix := range []string{"", journalSuffix} {
		data, err := os.ReadFile(s.path + suffix)
		if err == nil {
			err = os.WriteFile(path+suffix, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	taken, err := OpenStill(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	got, turnEnds := taken.head(t, "t1")
	if got.touched != then.UnixMilli() || string(got.append(nil)) != string(want.append(nil)) {
		t.Errorf("%+v, want %+v", got, want)
	}
	for i, end := range turnEnds {
		if end.ended != then.UnixMilli() || (end.snapAt != 0) != (i == 1) {
			t.Errorf("turn %d: %+v", i+1, end)
		}
	}
}

// head returns the head of a trip, and the newest ends of turns.
func (s *Store) head(t *testing.T, id string) (h head, turnEnds []turnEnd) {
	t.Helper()
	err := s.view(t.Context(), func(tx *bbolt.Tx) (err error) {
		if h, err = openHead([]byte(id), tx.Bucket(bucketTrips).Get([]byte(id))); err == nil {
			h.turnEnds, h.calls = clone(h.turnEnds), clone(h.calls)
			turnEnds, err = h.recent(nil, "t1")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return h, turnEnds
}

// A journal that cannot be made leaves nothing, and is made when it can be.
func TestAJournalThatCannotBeMade(t *testing.T) {
	full := true
	WatchSyncs(t, func(string) error {
		if full {
			return syscall.ENOSPC
		}
		return nil
	})
	j := &journal{path: filepath.Join(t.TempDir(), "trips.db.journal")}
	if err := j.prepare(); !errors.Is(err, syscall.ENOSPC) || j.file != nil || isThere(j.path) {
		t.Errorf("%v; a file %t; its name %t", err, j.file != nil, isThere(j.path))
	}
	full = false
	for range 2 {
		if err := j.prepare(); err != nil || j.file == nil || j.id == 0 {
			t.Errorf("%v", err)
		}
	}
	if info, err := j.file.Stat(); err != nil || info.Size() != j.size {
		t.Errorf("%d bytes are written, it believes %d", info.Size(), j.size)
	}
	if err := errors.Join(j.close(true), j.close(true)); err != nil || isThere(j.path) {
		t.Errorf("closed: %v", err)
	}
}

// A journal is removed when it is closed well, and is the one that was opened.
func TestAJournalThatIsNotRemoved(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(j *journal) error{
		"it cannot be closed": func(j *journal) error { return j.file.Close() },
		"another is there": func(j *journal) error {
			return errors.Join(os.Remove(j.path), os.WriteFile(j.path, []byte("another"), 0o600))
		},
	} {
		j := &journal{path: filepath.Join(t.TempDir(), "trips.db.journal")}
		if err := errors.Join(j.prepare(), spoil(j)); err != nil {
			t.Fatal(err)
		}
		if _ = j.close(true); !isThere(j.path) || j.file != nil {
			t.Errorf("%s: it is removed", name)
		}
	}
}

// A record that cannot be cut off again is told.
func TestACutThatFails(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "journal")
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	if err := (&journal{file: file}).cut(); err == nil {
		t.Error("what cannot be written to was cut")
	}
}

// A journal goes on for a block behind its last record, and is made longer by a piece where it would not.
func TestAJournalGrows(t *testing.T) {
	t.Parallel()
	for to, want := range map[int64]int64{
		9 * journalBlock:   10 * journalBlock,
		9*journalBlock + 1: 9*journalBlock + 1 + journalAhead,
		30 * journalBlock:  30*journalBlock + journalAhead,
	} {
		file, err := os.Create(filepath.Join(t.TempDir(), "journal"))
		if err != nil {
			t.Fatal(err)
		}
		j := &journal{file: file, size: 10 * journalBlock}
		if err := errors.Join(file.Truncate(j.size), j.grow(to)); err != nil {
			t.Fatal(err)
		}
		if info, err := file.Stat(); err != nil || j.size != want || info.Size() != want {
			t.Errorf("for a record that ends at %d: %d bytes, it believes %d, want %d", to, info.Size(), j.size, want)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A record counts its appends, which say how much the file may grow by.
func TestARecordCountsItsAppends(t *testing.T) {
	t.Parallel()
	j := &journal{}
	for range 2 {
		j.startRecord(inputs{})
		empty := len(j.record)
		for range 3 {
			j.add(&request{})
		}
		if j.requests != 3 || len(j.record) <= empty {
			t.Errorf("%d appends in %d bytes", j.requests, len(j.record))
		}
	}
	s := opened(t, Options{})
	for seq := range int64(4) {
		appended(t, s, "t1", seq, "")
	}
	release := HoldWrites(s)
	defer release()
	if s.journal.appends+int64(s.journal.records) < 6 { // the first goes to the file, which has no journal yet
		t.Errorf("%d appends in %d records", s.journal.appends, s.journal.records)
	}
}

// What is not said of a store has its default; what is said stays.
func TestDefaults(t *testing.T) {
	t.Parallel()
	o := Options{}.withDefaults()
	if o.LockTimeout != time.Second || o.BatchCount != 1024 || o.BatchBytes != 8<<20 || o.Now == nil {
		t.Errorf("%+v", o)
	}
	then := time.Unix(7, 0)
	o = Options{LockTimeout: 1, BatchCount: 2, BatchBytes: 3, Now: func() time.Time { return then }}.withDefaults()
	if o.LockTimeout != 1 || o.BatchCount != 2 || o.BatchBytes != 3 || o.Now() != then {
		t.Errorf("%+v", o)
	}
}

// A file grows by small pieces where it has a limit.
func TestGrowthOfALimitedFile(t *testing.T) {
	t.Parallel()
	if s := opened(t, Options{}); s.db.AllocSize == growth {
		t.Error("without a limit it grows by small pieces")
	}
	if s := opened(t, Options{MaxBytes: 64 << 20}); s.db.AllocSize != growth {
		t.Errorf("with one it grows by %d bytes", s.db.AllocSize)
	}
}

// An error of opening says what it means and what to do about it.
func TestErrorsOfOpening(t *testing.T) {
	t.Parallel()
	locked := &store.OpenError{Path: "trips.db", Reason: store.ErrLocked, Advice: "stop the process"}
	known := &store.OpenError{Path: "other", Reason: store.ErrJournal, Advice: "as it says"}
	for err, want := range map[error]struct {
		reason error
		advice string
	}{
		known:                                {store.ErrJournal, "as it says"},
		berrors.ErrTimeout:                   {store.ErrLocked, "stop the process"},
		berrors.ErrInvalid:                   {store.ErrNotStore, "no bbolt file"},
		berrors.ErrChecksum:                  {store.ErrDamaged, "both of its meta pages"},
		errCutShort:                          {store.ErrDamaged, "restore the file from a copy"},
		fs.ErrPermission:                     {store.ErrAccess, "the right to read and write"},
		syscall.EROFS:                        {store.ErrAccess, "open it read-only"},
		fs.ErrNotExist:                       {store.ErrMissing, "check the path"},
		syscall.ENOSPC:                       {errOpen, "free some space"},
		io.ErrUnexpectedEOF:                  {errOpen, "see the cause"},
		errors.New("file size too small 10"): {store.ErrNotStore, "no bbolt file"},
		berrors.ErrVersionMismatch:           {store.ErrNotStore, "no bbolt file"},
		berrors.ErrMaxSizeReached:            {errOpen, "free some space"},
	} {
		got := openError("trips.db", err)
		if !errors.Is(got.Reason, want.reason) || !strings.Contains(got.Advice, want.advice) {
			t.Errorf("%v: %v", err, got)
		}
		if lost := got.Err == nil; lost != slices.Contains([]error{known, berrors.ErrTimeout}, err) {
			t.Errorf("%v: its cause is %v", err, got.Err)
		}
	}
	for err, want := range map[error]struct {
		reason error
		advice string
	}{
		locked:              {store.ErrLocked, "stop the process"},
		errNoJournal:        {store.ErrJournal, "put that file back beside it; or restore"},
		errForeign:          {store.ErrJournal, "put the file back that /r.journal belongs to"},
		store.ErrVersion:    {errOpen, "open and close it once with the version that wrote /r.journal"},
		errCutShort:         {store.ErrDamaged, "/r.journal, which is damaged: restore"},
		io.ErrUnexpectedEOF: {errOpen, "could not be added to it: make that possible; or restore"},
	} {
		var got *store.OpenError
		if !errors.As(journalError("/r", "trips.db", err), &got) || got.Path != "trips.db" ||
			!errors.Is(got.Reason, want.reason) || !strings.Contains(got.Advice, want.advice) {
			t.Errorf("%v: %v", err, got)
		}
		if strings.Contains(got.Advice, "legwork backup --salvage --store trips.db NEW") != strings.Contains(got.Advice, "restore") {
			t.Errorf("%v: its advice is %q", err, got.Advice)
		}
	}
}

// A file system without links has a backup by its name all the same; another error is told.
func TestABackupWhereThereAreNoLinks(t *testing.T) {
	s := opened(t, Options{})
	storetest.Fill(t, s, "t1", 2, 1)
	for _, c := range []struct {
		err  error
		made bool
	}{{errors.ErrUnsupported, true}, {fs.ErrPermission, true}, {fs.ErrExist, false}, {io.ErrShortWrite, false}} {
		FailLinks(t, c.err)
		target := filepath.Join(t.TempDir(), "backup.db")
		_, err := Backup(t.Context(), s.path, target, BackupOptions{})
		if (err == nil) != c.made || isThere(target) != c.made || !c.made && !errors.Is(err, c.err) {
			t.Errorf("%v: %v", c.err, err)
		}
	}
}

// A backup is a store of its own, also where the journal of the store is lost: what its journal is called differs.
func TestABackupHasItsOwnIdentity(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	storetest.Fill(t, s, "t1", 2, 1)
	file, err := os.ReadFile(s.path)
	alone := filepath.Join(t.TempDir(), "trips.db")
	if err = errors.Join(err, os.WriteFile(alone, file, 0o600)); err != nil {
		t.Fatal(err)
	}
	release := HoldWrites(s)
	its := s.journal.journalState
	release()
	for path, o := range map[string]BackupOptions{s.path: {}, alone: {Salvage: true}} {
		target := filepath.Join(t.TempDir(), "backup.db")
		report, err := Backup(t.Context(), path, target, o)
		if err != nil || errors.Is(report.Lost, errNoJournal) != o.Salvage {
			t.Fatalf("%+v, %v", report, err)
		}
		db, err := bbolt.Open(target, 0o600, &bbolt.Options{ReadOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		err = db.View(func(tx *bbolt.Tx) error {
			m, err := readState(tx.Bucket(bucketMeta).Get(keyJournal))
			if m.id == its.id || m.id == 0 || m.inUse || m.generation != 1 {
				t.Errorf("its journal is %+v, that of the store %+v", m, its)
			}
			return err
		})
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

// A copy of a store that is in use is made again where its journal is damaged, or is that of another state of it.
func TestUnsoundCopies(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]bool{
		nil: false, errCutShort: true, journalError("/r", "trips.db", errForeign): true, errChanged: false, io.EOF: false,
	} {
		if got := isUnsound(err); got != want {
			t.Errorf("%v: %t", err, got)
		}
	}
}

// Both meta pages are compared, whatever the size of a page is.
func TestMetaPages(t *testing.T) {
	t.Parallel()
	for _, size := range []int{1024, 4096, 8192} {
		path := filepath.Join(t.TempDir(), "db")
		db, err := bbolt.Open(path, 0o600, &bbolt.Options{PageSize: size})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		const n = pageHeaderBytes + metaBytes
		if got := metaPages(file); string(got) != string(data[:n])+string(data[size:][:n]) {
			t.Errorf("of pages of %d bytes: %x", size, got)
		}
		_ = file.Close()
		data = append(data, make([]byte, 2*os.Getpagesize())...)
		clear(data[pageHeaderBytes+8:][:4]) // where the first does not say the size, it is that of this machine
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if file, err = os.Open(path); err != nil {
			t.Fatal(err)
		}
		if got := metaPages(file); string(got) != string(data[:n])+string(data[os.Getpagesize():][:n]) {
			t.Errorf("of pages that do not say it: %x", got)
		}
		_ = file.Close()
	}
}

// What a salvage leaves out is gone: it is for a store that nobody has open.
func TestNoSalvageOfAnOpenStore(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	storetest.Fill(t, s, "t1", 3, 1)
	release := HoldWrites(s)
	_, err := s.journal.file.WriteAt([]byte("x"), recordsAt+100)
	release()
	if err != nil {
		t.Fatal(err)
	}
	target := filepath.Join(t.TempDir(), "backup.db")
	_, err = Backup(t.Context(), s.path, target, BackupOptions{Salvage: true})
	if !errors.Is(err, store.ErrDamaged) || isThere(target) {
		t.Errorf("while it is open: %v", err)
	}
}
