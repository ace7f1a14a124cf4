package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
)

// How a file is copied while another process commits to it: a commit of bbolt never overwrites pages that the commit
// before it needs, so a copy is consistent if the meta pages are the same before and after copying. What was accepted
// since that commit is in the journal beside the file. To keep the file unchanged for long enough, the copier takes a
// shared lock on the journal. The owner takes that lock exclusively for commits that can wait (because the journal is
// long, or nobody appends), and postpones them when it does not get it. Neither blocks the other, and correctness does
// not depend on the lock: if the file changed anyway, it is copied again.
const (
	backupTries  = 20
	backupPause  = 10 * time.Millisecond // before the second try; each further one waits longer
	lockPatience = time.Second
	copyPiece    = 4 << 20
)

// errChanged aborts a copy because the file was committed to while it was being copied.
var errChanged = &store.OpenError{
	Reason: store.ErrLocked,
	Advice: "another process has committed to it each time that it was copied: try again when less is written to it",
}

// BackupOptions says how a backup is made. The zero value is ready to use.
type BackupOptions struct {
	Salvage bool // of a store that nobody has open: go without what cannot be read, instead of failing
}

// BackupReport describes a finished backup.
type BackupReport struct {
	Bytes int64
	Lost  error // why something of the journal is not in it; nil when all is
}

// Backup writes the store at path to a new file, which opens alone and has everything that was accepted before.
// Another process may have the store open and go on appending. The store's own files are only read. The new
// file gets its name when it is whole and durable; there must be no file of that name.
//
//   - Errors: an [*store.OpenError] about the store, store.ErrLocked where it changed all the time; [fs.ErrExist];
//     those of the files and of ctx.
func Backup(ctx context.Context, path, target string, o BackupOptions) (BackupReport, error) {
	for _, name := range []string{target, target + journalSuffix} {
		if isThere(name) {
			return BackupReport{}, fmt.Errorf("store: backup to %s: %w", name, fs.ErrExist)
		}
	}
	folder, err := realPathOf(filepath.Dir(target))
	if err != nil {
		return BackupReport{}, fmt.Errorf("store: backup: %w", err)
	}
	temp, lost, err := backup(ctx, path, filepath.Join(folder, filepath.Base(target)), o.Salvage)
	if err != nil {
		return BackupReport{}, err
	}
	defer func() { _ = os.Remove(temp) }()
	info, err := os.Stat(temp)
	if err == nil {
		err = nameNew(temp, target)
	}
	if err != nil {
		return BackupReport{}, fmt.Errorf("store: backup: %w", err)
	}
	return BackupReport{Bytes: info.Size(), Lost: lost}, nil
}

// nameNew gives a finished file its name, durably; no file may have that name.
func nameNew(temp, target string) error {
	err := link(temp, target)
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, fs.ErrPermission) { // a file system without links
		err = os.Rename(temp, target)
	}
	if err != nil {
		return err
	}
	return syncFolder(target)
}

// Backup writes the store to w as one file, which opens alone and has everything that was accepted before. Others may
// use the store meanwhile. It needs room for a copy in the folder of the store.
func (s *Store) Backup(ctx context.Context, w io.Writer) error {
	return s.tend(ctx, func(ctx context.Context) error {
		if err := s.usable(); err != nil {
			return err
		}
		temp, _, err := backup(ctx, s.realPath, s.realPath, false)
		if err != nil {
			return err
		}
		defer func() { _ = os.Remove(temp) }()
		file, err := os.Open(temp)
		if err != nil {
			return fmt.Errorf("store: backup: %w", err)
		}
		defer func() { _ = file.Close() }()
		return copyTo(ctx, w, file)
	})
}

// backup writes a store to a new file beside a name. Where it fails it leaves nothing.
func backup(ctx context.Context, path, beside string, salvage bool) (temp string, lost, err error) {
	from, err := realPathOf(path)
	if err != nil {
		return "", nil, openError(path, err)
	}
	made, err := os.CreateTemp(filepath.Dir(beside), filepath.Base(beside)+newSuffix+"*")
	if err != nil {
		return "", nil, fmt.Errorf("store: backup: %w", err)
	}
	_ = made.Close()
	temp = made.Name()
	if lost, err = copyStore(ctx, from, temp, salvage); err == nil {
		return temp, lost, nil
	}
	_ = os.Remove(temp)
	_ = os.Remove(temp + journalSuffix)
	if open, is := errors.AsType[*store.OpenError](err); is { // of the copy
		about := *open
		about.Path, about.Advice = path, strings.ReplaceAll(open.Advice, temp, path)
		return "", nil, &about
	}
	return "", nil, fmt.Errorf("store: backup of %s: %w", path, err)
}

// copyStore copies the files of a store and makes one of them.
func copyStore(ctx context.Context, from, to string, salvage bool) (lost, err error) {
	for try := 1; ; try++ {
		var live bool
		if live, err = copyFiles(ctx, from, to); err == nil {
			lost, err = fold(ctx, to, salvage && !live)
		}
		again := errors.Is(err, errChanged) || live && isUnsound(err) // a record was half written when it was read
		if !again || try == backupTries {
			return lost, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Duration(try) * backupPause):
		}
	}
}

func isUnsound(err error) bool {
	return errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrJournal)
}

// copyFiles copies the file of a store, and its journal if there is one, as they were at one moment.
func copyFiles(ctx context.Context, from, to string) (live bool, err error) {
	file, err := os.Open(from)
	if err != nil {
		return false, openError(from, err)
	}
	defer func() { _ = file.Close() }()
	live = !lock(file, false)
	_ = unlock(file) // whoever opens it now must not have to wait
	journal, err := os.Open(from + journalSuffix)
	switch {
	case err == nil:
		defer func() { _ = journal.Close() }()
		if err := holdJournal(ctx, journal); err != nil {
			return false, err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return false, err
	}
	before := metaPages(file)
	if err := copyFile(ctx, file, to); err != nil {
		return false, err
	}
	_ = os.Remove(to + journalSuffix)
	if journal != nil {
		if err := copyFile(ctx, journal, to+journalSuffix); err != nil {
			return false, err
		}
	}
	if !bytes.Equal(before, metaPages(file)) || !sameFile(from, file) {
		return false, errChanged
	}
	return live, nil
}

// holdJournal makes the owner of a store postpone its commits to the file. It gives up after lockPatience, because the
// owner may be frozen in the middle of a commit.
func holdJournal(ctx context.Context, journal *os.File) error {
	for until := time.Now().Add(lockPatience); !lock(journal, false) && time.Now().Before(until); {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Millisecond):
		}
	}
	return nil
}

// metaPages returns the contents of both meta pages.
func metaPages(file *os.File) []byte {
	meta := make([]byte, 2*(pageHeaderBytes+metaBytes))
	one, two := meta[:len(meta)/2], meta[len(meta)/2:]
	_, _ = file.ReadAt(one, 0) // where it cannot be read, it cannot be copied
	size := int64(binary.NativeEndian.Uint32(one[pageHeaderBytes+8:]))
	if size < 512 {
		size = int64(os.Getpagesize())
	}
	_, _ = file.ReadAt(two, size)
	return meta
}

func copyFile(ctx context.Context, from *os.File, to string) error {
	file, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(copyTo(ctx, file, from), file.Close())
}

func copyTo(ctx context.Context, w io.Writer, from *os.File) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := io.CopyN(w, from, copyPiece); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// fold adds the journal of a copy to it. A copy has an identity of its own: a journal that goes on with the
// store must not be taken for one that the copy has read.
func fold(ctx context.Context, path string, salvage bool) (lost, err error) {
	s, lost, err := openWriter(path, Options{}.withDefaults(), salvage)
	if err != nil {
		return nil, err
	}
	close(s.committed)
	err = s.update(func(tx *bbolt.Tx) error { return putState(tx, journalState{id: newID(), generation: 1}) })
	if err == nil && !salvage {
		err = s.soundPages(ctx)
	}
	return lost, errors.Join(err, s.Close())
}
