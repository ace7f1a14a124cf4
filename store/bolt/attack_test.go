package bolt_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/storetest"
)

// TestWithoutItsJournal does to the files of a killed process what people do to files. What was
// acknowledged may be out of reach then, but nobody is shown the store without it.
func TestWithoutItsJournal(t *testing.T) {
	file, journal, want := killed(t, 7)
	other, otherJournal, _ := killed(t, 1)
	cases := map[string]func(path string) (opened string){
		"copied alone": func(path string) string {
			must(t, os.WriteFile(path+".copy", read(t, path), 0o600))
			return path + ".copy"
		},
		"renamed":           func(path string) string { must(t, os.Rename(path, path+".old")); return path + ".old" },
		"hard link":         func(path string) string { must(t, os.Link(path, path+".link")); return path + ".link" },
		"journal deleted":   func(path string) string { must(t, os.Remove(path+".journal")); return path },
		"journal moved":     func(path string) string { must(t, os.Rename(path+".journal", path+".moved")); return path },
		"journal of others": func(path string) string { must(t, os.WriteFile(path+".journal", otherJournal, 0o600)); return path },
		"another's file":    func(path string) string { must(t, os.WriteFile(path, other, 0o600)); return path },
		"file deleted":      func(path string) string { must(t, os.Remove(path)); return path },
		"file emptied":      func(path string) string { must(t, os.Truncate(path, 0)); return path },
		"journal emptied":   func(path string) string { must(t, os.Truncate(path+".journal", 0)); return path },
	}
	for name, attack := range cases {
		for _, o := range []bolt.Options{{}, {ReadOnly: true}} {
			t.Run(fmt.Sprint(name, o.ReadOnly), func(t *testing.T) {
				path := attack(put(t, file, journal))
				before := folder(t, path)
				s, err := bolt.Open(path, o)
				if err == nil {
					got := state(t, s)
					_ = s.Close()
					t.Fatalf("it opened with %d trips of %d", len(got), len(want))
				}
				var open *store.OpenError
				if !errors.As(err, &open) || open.Advice == "" {
					t.Errorf("error %v is not an OpenError with advice", err)
				}
				if after := folder(t, path); !reflect.DeepEqual(before, after) {
					t.Errorf("the files were touched: %v, before %v", after, before)
				}
			})
		}
	}
}

// stamp is what of a file changes when it is written to.
type stamp struct {
	content string
	changed time.Time
}

// folder returns what the folder of a path holds.
func folder(t testing.TB, path string) map[string]stamp {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	must(t, err)
	all := map[string]stamp{}
	for _, e := range entries {
		info, err := e.Info()
		must(t, err)
		all[e.Name()] = stamp{string(read(t, filepath.Join(filepath.Dir(path), e.Name()))), info.ModTime()}
	}
	return all
}

// TestTruncatedJournal cuts the journal of a killed process at every block and around it.
func TestTruncatedJournal(t *testing.T) {
	file, journal, want := killed(t, 7)
	cut := 0
	for size := int64(0); size < int64(len(journal)); size += 512 {
		path := put(t, file, journal)
		must(t, os.Truncate(path+".journal", size))
		s, err := bolt.Open(path, bolt.Options{})
		if err != nil {
			cut++
			continue
		}
		same(t, fmt.Sprint("cut to ", size), state(t, s), want)
		must(t, s.Close())
	}
	if cut < 7*8 {
		t.Errorf("only %d cuts were an error", cut)
	}
}

// TestFlippedBit flips one bit at a time in all that a killed process has left in its journal. The
// newest record was acknowledged too: that it is the last one makes it no torn one.
func TestFlippedBit(t *testing.T) {
	file, journal, want := killed(t, 3)
	path := put(t, file, nil)
	found := 0
	for at := range journal {
		const sector = 512
		if blank := bytes.Count(journal[at/sector*sector:][:sector], []byte{0}) == sector; blank || at%3 == 1 {
			continue
		}
		spoilt := append([]byte{}, journal...)
		spoilt[at] ^= 1 << (at % 8)
		must(t, errors.Join(os.WriteFile(path, file, 0o600), os.WriteFile(path+".journal", spoilt, 0o600)))
		s, err := bolt.Open(path, bolt.Options{ReadOnly: true})
		if err != nil {
			found++
			continue
		}
		got := state(t, s)
		must(t, s.Close())
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("byte %d: it opened, and something acknowledged is missing", at)
		}
	}
	if found < 3*300 {
		t.Errorf("only %d flipped bits were found", found)
	}
}

// TestATailOfZeros has the journal read as zeros from some block on. All of it was acknowledged, so the store is refused
// at each: a record that was lost is not one that was never written.
func TestATailOfZeros(t *testing.T) {
	file, journal, want := killed(t, 40)
	const block = 4096
	used := len(bytes.TrimRight(journal, "\x00"))
	for at := 2 * block; at < used; at += block {
		lost := append(bytes.Clone(journal[:at]), make([]byte, len(journal)-at)...)
		for _, o := range []bolt.Options{{}, {ReadOnly: true}} {
			path := put(t, file, lost)
			_, err := bolt.Open(path, o)
			mustAdvise(t, err, path, store.ErrDamaged, "restore a backup")
		}
	}
	if used < 40*block {
		t.Errorf("the journal has %d bytes only", used)
	}
	same(t, "with its whole journal", state(t, open(t, put(t, file, journal), bolt.Options{})), want)
}

// TestFileTakenFromLiveStore removes, moves and replaces the file of an open store. From then on nothing is
// acknowledged, and what was before is there once the file is put back.
func TestFileTakenFromLiveStore(t *testing.T) {
	other := read(t, sample(t))
	cases := map[string]func(path, aside string) error{
		"moved away": os.Rename,
		"moved over": func(path, aside string) error {
			return errors.Join(os.Link(path, aside), os.WriteFile(path+".x", other, 0o600), os.Rename(path+".x", path))
		},
		"removed": func(path, aside string) error { return errors.Join(os.Link(path, aside), os.Remove(path)) },
		"replaced by a copy": func(path, aside string) error {
			return errors.Join(os.Rename(path, aside), os.WriteFile(path, read(t, aside), 0o600))
		},
	}
	for name, take := range cases {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "trips.db")
			aside := filepath.Join(t.TempDir(), "aside.db")
			s := still(t, path, bolt.Options{})
			storetest.Fill(t, s, "t1", 3, 2)
			want := state(t, s)
			must(t, take(path, aside))
			for range 2 {
				if err := s.Append(t.Context(), storetest.Commit("t2", 0, 1)); !errors.Is(err, store.ErrMoved) {
					t.Errorf("Append: %v, want %v", err, store.ErrMoved)
				}
			}
			for _, err := range []error{
				s.Checkpoint(), s.Backup(t.Context(), io.Discard), second(s.Prune(t.Context(), store.Retention{KeepTurns: 1})),
			} {
				if !errors.Is(err, store.ErrMoved) {
					t.Errorf("%v, want %v", err, store.ErrMoved)
				}
			}
			_ = s.Close()
			if name != "replaced by a copy" {
				if _, err := bolt.Open(path, bolt.Options{}); !errors.Is(err, store.ErrJournal) {
					t.Errorf("what stands there now: %v, want %v", err, store.ErrJournal)
				}
			}
			must(t, os.Rename(aside, path))
			same(t, "put back", state(t, open(t, path, bolt.Options{})), want)
		})
	}
}

// TestFileTakenBeforeClose takes the file when there is nothing left to append: Close says that it could
// not finish, and what was acknowledged is still there.
func TestFileTakenBeforeClose(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := still(t, path, bolt.Options{})
	storetest.Fill(t, s, "t1", 3, 2)
	want := state(t, s)
	must(t, os.Rename(path, path+".aside"))
	if err := s.Close(); !errors.Is(err, store.ErrMoved) {
		t.Errorf("Close: %v, want %v", err, store.ErrMoved)
	}
	must(t, os.Rename(path+".aside", path))
	same(t, "put back", state(t, open(t, path, bolt.Options{})), want)
}

// TestJournalTakenFromLiveStore takes the journal of an open store, which has all that stands in it: with the next
// commit of the file it goes on with another one. A kill before that is told.
func TestJournalTakenFromLiveStore(t *testing.T) {
	for name, take := range map[string]func(path string) error{
		"removed":  os.Remove,
		"moved":    func(path string) error { return os.Rename(path, path+".aside") },
		"replaced": func(path string) error { return errors.Join(os.Remove(path), os.WriteFile(path, []byte("x"), 0o600)) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "trips.db")
			s := still(t, path, bolt.Options{})
			storetest.Fill(t, s, "t1", 3, 2)
			must(t, take(path+".journal"))
			storetest.Fill(t, s, "t2", 3, 2)
			if _, err := bolt.Open(put(t, read(t, path), nil), bolt.Options{}); !errors.Is(err, store.ErrJournal) {
				t.Errorf("after a kill: %v, want %v", err, store.ErrJournal)
			}
			must(t, s.Checkpoint())
			storetest.Fill(t, s, "t3", 3, 2)
			want := state(t, s)
			var journal []byte
			if name != "replaced" {
				journal = read(t, path+".journal")
			}
			same(t, "after a kill", state(t, open(t, put(t, read(t, path), journal), bolt.Options{})), want)
			must(t, s.Close())
		})
	}
}

// TestOlderCopyPutBack puts a copy of the store in the place of the file while the journal of the process that
// was killed still stands there: what that has may be nowhere else.
func TestOlderCopyPutBack(t *testing.T) {
	file, journal, _ := killed(t, 7)
	closed := put(t, file, journal)
	must(t, open(t, closed, bolt.Options{}).Close())
	path := filepath.Join(t.TempDir(), "trips.db")
	s := still(t, path, bolt.Options{})
	storetest.Fill(t, s, "t1", 1, 1)
	fork := put(t, read(t, path), read(t, path+".journal"))
	storetest.Fill(t, s, "t2", 1, 1)
	live := read(t, path+".journal")
	must(t, open(t, fork, bolt.Options{}).Close())
	for name, copied := range map[string]string{"of another store": closed, "of this store": fork} {
		path := put(t, read(t, copied), live)
		before := folder(t, path)
		for _, o := range []bolt.Options{{}, {ReadOnly: true}} {
			_, err := bolt.Open(path, o)
			mustAdvise(t, err, path, store.ErrJournal, "move")
		}
		if !reflect.DeepEqual(before, folder(t, path)) {
			t.Errorf("%s: the files were touched", name)
		}
	}
}

// TestReadersWriteNothing opens stores for reading, those of killed processes too: not a byte changes.
func TestReadersWriteNothing(t *testing.T) {
	file, journal, want := killed(t, 7)
	whole := sample(t)
	for _, path := range []string{put(t, file, journal), whole} {
		must(t, os.Chtimes(path, time.Unix(1, 0), time.Unix(1, 0)))
		before := folder(t, path)
		s := open(t, path, bolt.Options{ReadOnly: true})
		got := state(t, s)
		if path != whole {
			same(t, "read", got, want)
		}
		checked(t, s)
		must(t, s.Close())
		if after := folder(t, path); !reflect.DeepEqual(before, after) {
			t.Errorf("%s was changed by a reader", path)
		}
	}
}

// TestReaderOfFreePages checks, for reading, what a killed process left of a store most of which is free.
func TestReaderOfFreePages(t *testing.T) {
	path, _ := wasteful(t)
	s := still(t, path, bolt.Options{})
	storetest.Fill(t, s, "t9", 30, 4)
	reader := open(t, put(t, read(t, path), read(t, path+".journal")), bolt.Options{ReadOnly: true})
	same(t, "read", state(t, reader), state(t, s))
	checked(t, reader)
}
