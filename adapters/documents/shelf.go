package documents

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
)

// shelf is the index of one tenant; without a folder it is empty. Every operation opens the index and closes it
// again; mu keeps those of this process from waiting for each other's file lock.
type shelf struct {
	tenant string
	dir    string
	mu     sync.RWMutex
}

// ownerFile says whose folder it is, so that a folder that was moved or copied is not believed.
const ownerFile = "tenant"

func (s *shelf) indexDir() string { return filepath.Join(s.dir, "index") }

// read runs f on the tenant's index; a tenant without one has nothing, and f is not called.
func (s *shelf) read(f func(index.IndexReader) error) error {
	if s.dir == "" {
		return nil
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if _, err := os.Stat(filepath.Join(s.indexDir(), "root.bolt")); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err := s.checkOwner(); err != nil {
		return err
	}
	return s.with(true, func(_ index.Index, r index.IndexReader) error { return f(r) })
}

// write runs f on the tenant's index, which is made if there is none.
func (s *shelf) write(f func(index.Index, index.IndexReader) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.claim(); err != nil {
		return err
	}
	return s.with(false, f)
}

// claim makes the folder and writes whose it is before anything else is in it.
func (s *shelf) claim() error {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(s.dir, ownerFile)); err == nil {
		return s.checkOwner()
	}
	temp := filepath.Join(s.dir, ownerFile+".new")
	if err := os.WriteFile(temp, []byte(s.tenant), 0o600); err != nil {
		return err
	}
	return os.Rename(temp, filepath.Join(s.dir, ownerFile))
}

func (s *shelf) checkOwner() error {
	owner, err := os.ReadFile(filepath.Join(s.dir, ownerFile))
	if err != nil || string(owner) != s.tenant {
		return fmt.Errorf("%w: the folder does not belong to this tenant", ErrDamaged)
	}
	return nil
}

// with opens the index, runs f and closes it. What bleve panics with on damaged files is an error.
func (s *shelf) with(readOnly bool, f func(index.Index, index.IndexReader) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrDamaged, r)
		}
	}()
	queue := index.NewAnalysisQueue(1)
	defer queue.Close()
	idx, err := scorch.NewScorch(scorch.Name, map[string]any{
		"path": s.indexDir(), "read_only": readOnly, "bolt_timeout": lockTimeout,
	}, queue)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if err := idx.Open(); err != nil {
		if strings.Contains(err.Error(), "timeout") {
			return ErrLocked
		}
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	defer func() { err = errors.Join(err, idx.Close()) }()
	r, err := idx.Reader()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return errors.Join(f(idx, r), r.Close())
}

// put writes a document and its passages in one batch, together with the removal of what its path
// held before.
func (s *shelf) put(ctx context.Context, d Document, passages []string) error {
	return s.write(func(idx index.Index, r index.IndexReader) error {
		all, err := allDocuments(ctx, r)
		if err != nil {
			return err
		}
		batch := index.NewBatch()
		count := len(all)
		for _, old := range all {
			switch {
			case old == d:
				return nil
			case old.Path == d.Path:
				erase(batch, old)
				count--
			}
		}
		if count >= MaxDocuments {
			return ErrTenantFull
		}
		enter(batch, d, passages)
		return idx.Batch(batch)
	})
}

func (s *shelf) remove(ctx context.Context, id string) error {
	known, err := s.list(ctx) // nothing is made for a tenant that has nothing
	if err != nil {
		return err
	}
	if len(known) == 0 {
		return ErrNotFound
	}
	return s.write(func(idx index.Index, r index.IndexReader) error {
		all, err := allDocuments(ctx, r)
		if err != nil {
			return err
		}
		for _, d := range all {
			if d.ID == id {
				batch := index.NewBatch()
				erase(batch, d)
				return idx.Batch(batch)
			}
		}
		return ErrNotFound
	})
}

func (s *shelf) list(ctx context.Context) (all []Document, err error) {
	err = s.read(func(r index.IndexReader) error {
		all, err = allDocuments(ctx, r)
		return err
	})
	return all, err
}

// The keys of the entries of an index.
func documentKey(id string) string { return "d:" + id }

func chunkKey(id string, n int) string { return "c:" + id + ":" + strconv.Itoa(n) }
