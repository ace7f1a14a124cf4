package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/legwork-go/legwork/store"
)

// What the temporary files beside a store are called.
const (
	newSuffix     = ".new-"    // a store that is being made, and a random part
	compactSuffix = ".compact" // the copy that Compact writes
)

// Files returns the paths at which a store of this path has files: itself, its journal while it is open
// or was killed, and the copy that Compact writes.
func Files(path string) []string { return []string{path, path + journalSuffix, path + compactSuffix} }

// openTries bounds how often Open starts over because another process swapped the file.
const openTries = 3

// mode is how a file is opened.
type mode int

const (
	toWrite mode = iota
	toRead
	// toReplay opens a file that bbolt believes it may write to, though it cannot: for a transaction that
	// has what the journal says and is never committed.
	toReplay
)

// openFile opens, and where needed makes, the file.
func openFile(path string, o Options, m mode) (*bbolt.DB, *os.File, error) {
	if err := ensure(path, o); err != nil {
		return nil, nil, err
	}
	if err := examine(path, o); err != nil {
		return nil, nil, err
	}
	for range openTries {
		db, file, err := openLocked(path, o, m)
		if err != nil {
			return nil, nil, openError(path, err)
		}
		if sameFile(path, file) {
			if err := recoverFile(db, file, path, o); err != nil {
				_ = db.Close()
				return nil, nil, err
			}
			return db, file, nil
		}
		_ = db.Close() // another process compacted it while this one waited for the lock
	}
	return nil, nil, &store.OpenError{
		Path: path, Reason: store.ErrLocked,
		Advice: "another process keeps replacing the file: stop it and try again",
	}
}

// growth is the piece by which a file that has a limit grows.
const growth = 1 << 20

// maxSize is MaxBytes as bbolt takes it: no file is larger than an int where that has 32 bits.
func (o Options) maxSize() int { return int(min(o.MaxBytes, math.MaxInt)) }

// openLocked opens the file through bbolt. Where bbolt panics on a damaged file, the lock is given back.
func openLocked(path string, o Options, m mode) (db *bbolt.DB, file *os.File, err error) {
	err = guard(func() (err error) {
		db, err = bbolt.Open(path, 0o600, &bbolt.Options{
			Timeout:  o.LockTimeout,
			ReadOnly: m == toRead,
			// The list gives out the lowest pages first: those of a commit stand together, which
			// the disk writes in fewer pieces. The map sorts all that is free at each commit.
			FreelistType: bbolt.FreelistArrayType,
			MaxSize:      o.maxSize(),
			NoStatistics: true,
			OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
				if m == toReplay {
					flag = os.O_RDONLY
				}
				file, err = os.OpenFile(name, flag&^os.O_CREATE, mode)
				return file, err
			},
		})
		if err == nil && o.MaxBytes > 0 {
			db.AllocSize = growth // bbolt's own 16 MB would reach the limit long before the trips do
		}
		return err
	})
	if errors.Is(err, store.ErrDamaged) {
		_ = errors.Join(unlock(file), file.Close()) // the map that stays would keep the lock
	}
	return db, file, err
}

// recoverFile makes sure of the format and finishes what killed processes left.
func recoverFile(db *bbolt.DB, file *os.File, path string, o Options) error {
	err := guard(func() error { return db.View(func(tx *bbolt.Tx) error { return checkFormat(tx, path) }) })
	if err == nil && !o.ReadOnly {
		err = takeOver(file, path)
	}
	if err != nil {
		return openError(path, err)
	}
	return nil
}

// takeOver readies a file for writing.
//
// What a killed process has written, its newest meta page above all, may be in memory only: it is
// made durable before anything is written or removed because of it.
func takeOver(file *os.File, path string) error {
	realPath, err := realPathOf(path)
	if err != nil {
		return err
	}
	if err := syncData(file); err != nil {
		return err
	}
	if err := syncFolder(realPath); err != nil {
		return err
	}
	return removeLeftovers(realPath)
}

// checkFormat returns an OpenError when the file is a bbolt file, but no store of this format.
func checkFormat(tx *bbolt.Tx, path string) error {
	meta := tx.Bucket(bucketMeta)
	if meta == nil {
		return &store.OpenError{
			Path: path, Reason: store.ErrNotStore,
			Advice: "it is a bbolt file of another program: name another path",
		}
	}
	found := string(meta.Get(keyFormat))
	switch {
	case found == format:
	case strings.HasPrefix(found, formatPrefix):
		return &store.OpenError{
			Path: path, Reason: store.ErrVersion,
			Advice: fmt.Sprintf("it has format %q, this version reads %q: export its trips with %s, and import them here",
				found, format, exporterOf(found)),
		}
	default:
		return &store.OpenError{
			Path: path, Reason: store.ErrNotStore,
			Advice: "it is a bbolt file of another program: name another path",
		}
	}
	for _, name := range buckets {
		if tx.Bucket(name) == nil {
			return &store.OpenError{
				Path: path, Reason: store.ErrDamaged,
				Advice: fmt.Sprintf("its bucket %q is missing: restore the file from a copy", name),
			}
		}
	}
	return nil
}

// exporterOf names the version that can still export the trips of a store of another format.
func exporterOf(found string) string {
	if revision, ok := exporters[found]; ok {
		return "revision " + revision + " of legwork (git checkout " + revision + " && make build)"
	}
	return "the version that wrote it"
}

// ensure makes an empty store when there is none. It is made under another name and then linked:
// nobody ever sees, and no kill leaves, half a store.
func ensure(path string, o Options) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return &store.OpenError{Path: path, Reason: store.ErrNotStore, Advice: "it is a folder: name a file in it"}
	case err == nil && info.Size() > 0:
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return openError(path, err)
	case o.ReadOnly:
		return &store.OpenError{
			Path: path, Reason: store.ErrMissing, Err: err,
			Advice: "there is no store to read: check the path",
		}
	}
	if err := noJournalLeft(path); err != nil {
		return err
	}
	if folder, err := os.Stat(filepath.Dir(path)); err != nil || !folder.IsDir() {
		return &store.OpenError{
			Path: path, Reason: store.ErrMissing, Err: err,
			Advice: "make the folder " + filepath.Dir(path) + " first",
		}
	}
	if err := create(path, o); err != nil {
		return openError(path, err)
	}
	return nil
}

// noJournalLeft returns an error where the journal of a store stands that is not there: it may be all that is left
// of that.
func noJournalLeft(path string) error {
	if !isThere(path+journalSuffix) || isFilled(path) { // another process may have made both just now
		return nil
	}
	return &store.OpenError{
		Path: path, Reason: store.ErrJournal,
		Advice: fmt.Sprintf("there is no store, but the journal of one: put the file back that %s belongs to, or move that "+
			"one away", path+journalSuffix),
	}
}

// create makes an empty store beside path and moves it there, unless another process was faster.
func create(path string, o Options) error {
	temp, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+newSuffix+"*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(temp.Name()) }()
	if err := temp.Close(); err != nil {
		return err
	}
	db, _, err := openLocked(temp.Name(), o, toWrite)
	if err != nil {
		return unlessPlaced(err, path)
	}
	if err := errors.Join(db.Update(initialise), db.Close()); err != nil {
		return err
	}
	return publish(temp.Name(), path)
}

// link gives a file a second name. Tests let it fail.
var link = os.Link

// publish gives a finished new store its name. An empty file that stands there is replaced.
func publish(temp, path string) error {
	err := link(temp, path)
	if errors.Is(err, fs.ErrExist) {
		if isFilled(path) {
			return nil
		}
		err = os.Rename(temp, path)
	}
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EPERM) {
		err = os.Rename(temp, path) // a file system without links
	}
	if err != nil {
		return unlessPlaced(err, path)
	}
	return syncFolder(path)
}

// unlessPlaced forgives that the new store is gone when a faster process has made one: it
// cleared this one away as a leftover.
func unlessPlaced(err error, path string) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if !isFilled(path) {
		return err
	}
	return nil
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// isFilled reports whether a path leads to a file in which something stands.
func isFilled(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() > 0
}

// initialise makes the buckets.
func initialise(tx *bbolt.Tx) error {
	for _, name := range buckets {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	return errors.Join(tx.Bucket(bucketMeta).Put(keyFormat, []byte(format)), putState(tx, firstState))
}

// removeLeftovers removes the temporary files of killed processes. The caller holds the lock.
func removeLeftovers(path string) error {
	left, err := filepath.Glob(escape(path) + newSuffix + "*")
	if err != nil {
		return err
	}
	for _, name := range append(left, path+compactSuffix) {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// realPathOf returns where a file is, without links.
func realPathOf(path string) (string, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(absolute)
}

// escape takes the meaning of a pattern from the characters of a path.
func escape(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

func sameFile(path string, file *os.File) bool {
	named, err := os.Stat(path)
	if err != nil {
		return false
	}
	opened, err := file.Stat()
	return err == nil && os.SameFile(named, opened)
}

// syncFolder makes a rename or link in the folder of path durable.
func syncFolder(path string) error {
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer func() { _ = folder.Close() }()
	return folder.Sync()
}

// openError says what an error of opening means and what to do about it.
func openError(path string, err error) *store.OpenError {
	if known, is := errors.AsType[*store.OpenError](err); is {
		return known
	}
	e := &store.OpenError{Path: path, Reason: errOpen, Err: err, Advice: "see the cause"}
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		e.Reason, e.Advice = store.ErrLocked, "stop the process that has it open, or try again when it has ended"
		e.Err = nil
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrVersionMismatch), isTooSmall(err):
		e.Reason, e.Advice = store.ErrNotStore,
			"it is no bbolt file: name another path; if it was a store, restore it from a copy"
	case errors.Is(err, berrors.ErrChecksum):
		e.Reason, e.Advice = store.ErrDamaged, "both of its meta pages are damaged: restore the file from a copy"
	case errors.Is(err, store.ErrDamaged):
		e.Reason, e.Advice = store.ErrDamaged, "restore the file from a copy"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		e.Reason, e.Advice = store.ErrAccess, "give this user the right to read and write it, or open it read-only"
	case errors.Is(err, fs.ErrNotExist):
		e.Reason, e.Advice = store.ErrMissing, "check the path"
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, berrors.ErrMaxSizeReached):
		e.Advice = "free some space on its disk"
	}
	return e
}

// errOpen is the reason where no better one is known.
var errOpen = errors.New("store: cannot open")

// isTooSmall recognises bbolt's only error for a file that ends inside its meta pages.
func isTooSmall(err error) bool { return strings.HasPrefix(err.Error(), "file size too small") }
