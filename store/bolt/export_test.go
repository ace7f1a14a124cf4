package bolt

import (
	"context"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
)

// UsedBytes returns the bytes of the file that are in use.
func UsedBytes(tb testing.TB, s *Store) (n int64) {
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
func PageProblems(tb testing.TB, path string) []string {
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
