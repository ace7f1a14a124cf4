package bolt_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

// TestFileOverwrittenBeneath overwrites the file of an open store, as a command does that is told to
// write its output there. No method that is called then may wait for ever on the locks that bbolt
// kept when it panicked, and with the file restored from a copy nothing acknowledged is missing.
func TestFileOverwrittenBeneath(t *testing.T) {
	for name, size := range map[string]int{"nothing": 0, "a line": 300, "as much as there was": 256 << 10} {
		for first, use := range map[string]func(*testing.T, *bolt.Store) error{
			"close": func(*testing.T, *bolt.Store) error { return nil },
			"read": func(t *testing.T, s *bolt.Store) error {
				_, err := s.Load(t.Context(), "t1")
				return err
			},
			"append": func(t *testing.T, s *bolt.Store) error { return s.Append(t.Context(), storetest.Commit("later", 0, 1)) },
			"check": func(t *testing.T, s *bolt.Store) error {
				_, err := s.Check(t.Context(), store.CheckOptions{})
				return err
			},
		} {
			t.Run(name+"/"+first, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "trips.db")
				s := still(t, path, bolt.Options{})
				storetest.Fill(t, s, "t1", 5, 3)
				must(t, s.Checkpoint())
				storetest.Fill(t, s, "t2", 2, 2)
				want := state(t, s)
				file, err := os.ReadFile(path)
				must(t, err)
				must(t, os.WriteFile(path, make([]byte, size), 0o600))
				done := make(chan struct{})
				go func() {
					defer close(done)
					for range 2 {
						_ = use(t, s)
					}
					_ = s.Close()
				}()
				select {
				case <-done:
				case <-time.After(time.Minute):
					t.Fatal("a method waits for ever")
				}
				must(t, os.WriteFile(path, file, 0o600))
				got := state(t, open(t, path, bolt.Options{}))
				delete(got, "later")
				if !reflect.DeepEqual(got, want) {
					t.Errorf("restored: got %v, want %v", got, want)
				}
			})
		}
	}
}

// TestFileOverwrittenBeneathReaders is the same while others read and write, who may never come out of
// bbolt: Close waits for none of them.
func TestFileOverwrittenBeneathReaders(t *testing.T) {
	for range 5 {
		path := filepath.Join(t.TempDir(), "trips.db")
		s, err := bolt.Open(path, bolt.Options{})
		must(t, err)
		for k := range 20 {
			storetest.Fill(t, s, trip.ID(fmt.Sprint("t", k)), 20, 3)
		}
		must(t, s.Checkpoint())
		info, err := os.Stat(path)
		must(t, err)
		ctx := context.Background() // the readers may outlive the test
		for _, use := range []func() error{
			func() error { _, err := s.Check(ctx, store.CheckOptions{}); return err },
			func() error { _, err := s.Load(ctx, "t1"); return err },
			func() error { _, err := s.Load(ctx, "t2"); return err },
			func() error { return errors.Join(s.Append(ctx, storetest.Commit("w", 0, 1)), s.Checkpoint()) },
		} {
			go func() {
				for use() == nil {
					runtime.Gosched()
				}
			}()
		}
		time.Sleep(3 * time.Millisecond)
		must(t, os.WriteFile(path, make([]byte, info.Size()), 0o600))
		done := make(chan struct{})
		go func() {
			defer close(done)
			_ = s.Close()
		}()
		select {
		case <-done:
		case <-time.After(time.Minute):
			t.Fatal("Close waits for ever")
		}
	}
}
