package bolt_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/storetest"
)

func TestContract(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store { return open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{}) })
}

func TestPruner(t *testing.T) {
	storetest.RunPruner(t, func(t *testing.T, h store.History, now func() time.Time) storetest.Pruner {
		return open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{History: h, Now: now})
	})
}

func TestDeleter(t *testing.T) {
	storetest.RunDeleter(t, func(t *testing.T) storetest.Deleter {
		return open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
	})
}

func TestChecker(t *testing.T) {
	storetest.RunChecker(t, func(t *testing.T) store.Store {
		return open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
	})
}

// open opens a store. When the test ends it is closed, and its pages are checked by bbolt too.
func open(t testing.TB, path string, o bolt.Options) *bolt.Store {
	t.Helper()
	s, err := bolt.Open(path, o)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
		if _, bench := t.(*testing.B); !bench && !o.ReadOnly {
			for _, text := range bolt.PageProblems(path) {
				t.Errorf("after the test: %s", text)
			}
		}
	})
	return s
}
