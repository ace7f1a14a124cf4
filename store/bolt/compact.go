package bolt

import (
	"context"
	"errors"
	"fmt"
	"os"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
)

// copyBytes is how much of a copy is written in one transaction.
const copyBytes = 4 << 20

// CompactReport gives the file's size before and after a Compact.
type CompactReport struct {
	Before int64 // bytes of the file
	After  int64
}

// Compact rewrites the store at path, which nobody may have open, into a smaller file; one that would not get smaller
// stays as it is. It can be killed at any moment: the store is then as it was. It needs room for the copy in the same
// folder.
//
//   - Errors: an [*store.OpenError], store.ErrLocked where another process has the store open; store.ErrDamaged where
//     pages of the file are damaged, because what could still be rescued from them would be lost.
func Compact(ctx context.Context, path string, o Options) (CompactReport, error) {
	if o.ReadOnly {
		return CompactReport{}, fmt.Errorf("%w: %s", store.ErrReadOnly, path)
	}
	if _, err := os.Stat(path); err != nil {
		return CompactReport{}, openError(path, err)
	}
	s, _, err := openWriter(path, o.withDefaults(), false)
	if err != nil {
		return CompactReport{}, err
	}
	close(s.committed) // nothing is appended
	report, err := s.compact(ctx)
	return report, errors.Join(err, s.Close())
}

func (s *Store) compact(ctx context.Context) (report CompactReport, err error) {
	if err := s.commitNow(); err != nil { // what the journal of a killed process still has
		return report, err
	}
	if err := s.soundPages(ctx); err != nil {
		return report, err
	}
	before, err := s.file.Stat()
	if err != nil {
		return report, fmt.Errorf("store: compact: %w", err)
	}
	report = CompactReport{Before: before.Size(), After: before.Size()}
	path := s.realPath + compactSuffix
	defer func() { _ = os.Remove(path) }()
	size, err := s.copyTo(path)
	if err == nil {
		err = ctx.Err()
	}
	if err == nil && size < report.Before {
		report.After = size
		err = errors.Join(s.inPlace(), os.Rename(path, s.realPath))
	}
	if err == nil {
		err = syncFolder(s.realPath)
	}
	if err != nil {
		return CompactReport{}, fmt.Errorf("store: compact: %w", err)
	}
	return report, nil
}

// copyTo writes all that is in the file to a new one, durably, and returns the size of that.
func (s *Store) copyTo(path string) (size int64, err error) {
	to, err := bbolt.Open(path, 0o600, &bbolt.Options{NoSync: true, NoGrowSync: true, NoStatistics: true})
	if err != nil {
		return 0, err
	}
	err = guard(func() error { return bbolt.Compact(to, s.db, copyBytes) })
	if err == nil {
		err = to.Sync()
	}
	if err = errors.Join(err, to.Close()); err != nil {
		return 0, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// soundPages returns damage where the pages are not as they should be.
func (s *Store) soundPages(ctx context.Context) error {
	return s.viewPages(ctx, func(_ *bbolt.Tx, walk *pageWalk) error {
		walk.run()
		if len(walk.problems) > 0 {
			return &store.DamagedError{What: walk.problems[0].text}
		}
		return nil
	})
}
