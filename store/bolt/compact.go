package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
)

const (
	copyKeys  = 4096    // keys in one transaction of a copy
	copyBytes = 4 << 20 // and their bytes
	// settledChanges is the number of remaining changes at which Compact stops the writers and copies the rest.
	settledChanges = 256
	catchUpRounds  = 16
)

// CompactReport gives the file's size before and after a Compact.
type CompactReport struct {
	Before int64 // bytes of the file
	After  int64
}

// Compact rewrites the store at path into a smaller file. It fails with store.ErrLocked while
// another process has the store open.
func Compact(ctx context.Context, path string, o Options) (CompactReport, error) {
	if _, err := os.Stat(path); err != nil {
		return CompactReport{}, openError(path, err)
	}
	s, err := Open(path, o)
	if err != nil {
		return CompactReport{}, err
	}
	report, err := s.Compact(ctx)
	return report, errors.Join(err, s.Close())
}

// Compact rewrites the file into a smaller one while others read and append. It copies page by
// page, copies again what changed meanwhile, and stops the writers only for the last few changes
// and the swap. It can be cancelled, or killed, at any moment: the store is then as it was. It
// needs room for the copy in the same folder.
func (s *Store) Compact(ctx context.Context) (CompactReport, error) {
	if s.options.ReadOnly {
		return CompactReport{}, fmt.Errorf("%w: %s", store.ErrReadOnly, s.path)
	}
	ctx, cancel := s.untilClose(ctx)
	defer cancel()
	s.upkeep.Lock()
	defer s.upkeep.Unlock()
	if s.isClosing() {
		return CompactReport{}, store.ErrClosed
	}
	if err := s.broken(); err != nil {
		return CompactReport{}, err
	}
	before, err := os.Stat(s.realPath)
	if err != nil {
		return CompactReport{}, fmt.Errorf("store: compact: %w", err)
	}
	if err := s.compact(ctx); err != nil {
		return CompactReport{}, s.stopped(err)
	}
	after, err := os.Stat(s.realPath)
	if err != nil {
		return CompactReport{}, fmt.Errorf("store: compact: %w", err)
	}
	return CompactReport{Before: before.Size(), After: after.Size()}, nil
}

func (s *Store) compact(ctx context.Context) (err error) {
	if err := s.soundPages(ctx); err != nil {
		return err
	}
	c, err := s.newCopier()
	if err != nil {
		return err
	}
	defer func() {
		_, _ = s.track(nil) // what the file cannot take stays in the journal
		if err != nil {
			_ = c.to.Close()
			_ = os.Remove(s.realPath + compactSuffix)
		}
	}()
	if _, err := s.track(newChanges()); err != nil {
		return err
	}
	for _, name := range buckets {
		if err := c.copyBucket(ctx, name); err != nil {
			return err
		}
	}
	if err := c.catchUp(ctx); err != nil {
		return err
	}
	return c.swap(ctx)
}

// soundPages returns damage where the pages are not as they should be: what could still be
// rescued from them by hand would be lost with the old file.
func (s *Store) soundPages(ctx context.Context) error {
	return s.viewPages(ctx, func(_ *bbolt.Tx, walk *pageWalk) error {
		walk.run()
		if len(walk.problems) > 0 {
			return &store.DamagedError{What: walk.problems[0].text}
		}
		return nil
	})
}

// track starts recording which keys change; nil stops it. All changes recorded before are in the file.
func (s *Store) track(changed *changes) (before *changes, err error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	err = s.commitFile()
	before = s.changed
	s.changed = changed
	return before, err
}

// copier copies a store that is in use to a new file.
type copier struct {
	store *Store
	to    *bbolt.DB
	file  *os.File
	done  map[string][]byte // the last key copied, by bucket
}

func (s *Store) newCopier() (*copier, error) {
	path := s.realPath + compactSuffix
	_ = os.Remove(path)
	made, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("store: compact: %w", err)
	}
	_ = made.Close()
	o := s.options
	o.MaxBytes = 0
	db, file, err := openLocked(path, o, toWrite)
	if err != nil {
		_ = os.Remove(path)
		return nil, fmt.Errorf("store: compact: %w", err)
	}
	db.NoSync, db.NoGrowSync = true, true // until the copy is whole
	c := &copier{store: s, to: db, file: file, done: map[string][]byte{}}
	if err := db.Update(initialise); err != nil {
		_ = db.Close()
		_ = os.Remove(path)
		return nil, fmt.Errorf("store: compact: %w", err)
	}
	return c, nil
}

// copyBucket copies the keys after the last one that was copied, in many transactions.
func (c *copier) copyBucket(ctx context.Context, name []byte) error {
	for {
		pairs, err := c.readOn(ctx, name)
		if err != nil || len(pairs) == 0 {
			return err
		}
		if err := c.put(name, pairs); err != nil {
			return err
		}
		c.done[string(name)] = pairs[len(pairs)-1].key
	}
}

// pair is a key and its value; the value is nil when the key was removed.
type pair struct{ key, value []byte }

// readOn reads the next keys of a bucket of the old file.
func (c *copier) readOn(ctx context.Context, name []byte) ([]pair, error) {
	var pairs []pair
	after := c.done[string(name)]
	err := c.store.viewFile(ctx, func(tx *bbolt.Tx) error {
		cursor := tx.Bucket(name).Cursor()
		key, value := cursor.Seek(after)
		if key != nil && string(key) == string(after) {
			key, value = cursor.Next()
		}
		for size := 0; key != nil && len(pairs) < copyKeys && size < copyBytes; key, value = cursor.Next() {
			if bytes.Compare(key, after) <= 0 || len(key) > maxKeyBytes {
				return &store.DamagedError{What: fmt.Sprintf("the keys of %s are not what they were", name)}
			}
			after = clone(key)
			pairs = append(pairs, pair{after, cloneValue(value)})
			size += len(key) + len(value)
		}
		return nil
	})
	return pairs, err
}

// cloneValue copies a value; an empty value is not nil.
func cloneValue(value []byte) []byte { return append(make([]byte, 0, len(value)), value...) }

// put writes pairs to the new file.
func (c *copier) put(name []byte, pairs []pair) error {
	err := c.to.Update(func(tx *bbolt.Tx) error {
		b := tx.Bucket(name)
		b.FillPercent = fillPercent(name)
		for _, p := range pairs {
			var err error
			if p.value == nil {
				err = b.Delete(p.key)
			} else {
				err = b.Put(p.key, p.value)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("store: compact: write to %s: %w", c.store.path+compactSuffix, err)
	}
	return nil
}

// fillPercent leaves no room in the pages of streams, which are only added to at the end.
func fillPercent(name []byte) float64 {
	if isStream(name) {
		return 1
	}
	return 0.9
}

// catchUp copies what changed during the copy, until few changes are left.
func (c *copier) catchUp(ctx context.Context) error {
	for range catchUpRounds {
		changed, err := c.store.track(newChanges())
		if err != nil {
			return err
		}
		if err := c.copyChanges(ctx, changed); err != nil {
			return err
		}
		if changed.count() <= settledChanges {
			break
		}
	}
	if err := c.file.Sync(); err != nil {
		return fmt.Errorf("store: compact: %w", err)
	}
	return nil
}

// copyChanges copies the present values of the keys that changed, and what was added to the streams.
func (c *copier) copyChanges(ctx context.Context, changed *changes) error {
	for _, name := range buckets {
		for keys := changed.keys(name); len(keys) > 0; {
			n := min(len(keys), copyKeys)
			pairs, err := c.readKeys(ctx, name, keys[:n])
			if err != nil {
				return err
			}
			if err := c.put(name, pairs); err != nil {
				return err
			}
			keys = keys[n:]
		}
		if !isStream(name) {
			continue
		}
		if err := c.copyBucket(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

func (c *copier) readKeys(ctx context.Context, name []byte, keys []string) ([]pair, error) {
	pairs := make([]pair, 0, len(keys))
	err := c.store.viewFile(ctx, func(tx *bbolt.Tx) error {
		b := tx.Bucket(name)
		for _, key := range keys {
			p := pair{key: []byte(key)}
			if value := b.Get(p.key); value != nil {
				p.value = cloneValue(value)
			}
			pairs = append(pairs, p)
		}
		return nil
	})
	return pairs, err
}

// swap stops the writers, copies the last changes, makes the copy durable and puts it in the
// place of the file. Writers go on only when the new name is durable too: what they would write
// to the copy before that could vanish with it.
func (c *copier) swap(ctx context.Context) error {
	s := c.store
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := s.broken(); err != nil {
		return err
	}
	if err := s.inPlace(); err != nil {
		return err
	}
	if err := s.commitFile(); err != nil {
		return err
	}
	if err := c.copyChanges(ctx, s.changed); err != nil {
		return err
	}
	if err := c.copySequences(ctx); err != nil {
		return err
	}
	next := s.journal.next(s.journal.inUse)
	if err := c.to.Update(func(tx *bbolt.Tx) error { return putState(tx, next) }); err != nil {
		return fmt.Errorf("store: compact: %w", err)
	}
	c.to.NoSync, c.to.NoGrowSync = false, false
	c.to.MaxSize, c.to.AllocSize = s.options.maxSize(), s.db.AllocSize
	info, err := c.file.Stat()
	if err := errors.Join(err, c.file.Sync()); err != nil {
		return fmt.Errorf("store: compact: %w", err)
	}
	if err := os.Rename(s.realPath+compactSuffix, s.realPath); err != nil {
		return fmt.Errorf("store: compact: %w", err)
	}
	synced := syncFolder(s.realPath)
	s.swap.Lock()
	old := s.db
	s.db, s.file, s.info = c.to, c.file, info
	s.swap.Unlock()
	s.journal.restart(next)
	if synced != nil {
		// The copy is in place and whole, but not for certain after a power failure.
		_ = s.breakDown(&fault{path: s.path, err: fmt.Errorf("%w: %w: open the store again", store.ErrUncertain, synced)})
	}
	_ = old.Close() // everything in it is in the copy
	return nil
}

// copySequences copies the sequence numbers of the buckets, which are the next offsets of the streams.
func (c *copier) copySequences(ctx context.Context) error {
	return c.store.viewFile(ctx, func(from *bbolt.Tx) error {
		return c.to.Update(func(to *bbolt.Tx) error {
			for _, name := range buckets {
				if err := to.Bucket(name).SetSequence(from.Bucket(name).Sequence()); err != nil {
					return err
				}
			}
			return nil
		})
	})
}
