package cli

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
)

// killed makes a store whose process was killed: its newest commits stand in the journal only.
func killed(t *testing.T) (path string) {
	t.Helper()
	from := filepath.Join(t.TempDir(), "trips.db")
	if code, _, said := legwork(strings.NewReader("Two of us from JFK to London"), "run", "-q", "--store", from); code != exitOK {
		t.Fatalf("exit %d, %s", code, said)
	}
	s, err := bolt.Open(from, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	trip, err := s.Load(t.Context(), "trip")
	if err != nil {
		t.Fatal(err)
	}
	for try := range 100 { // until nobody commits the file between its copy and the journal's
		path = filepath.Join(t.TempDir(), "trips.db")
		for range 2 {
			c := store.Commit{Trip: trip.ID, ExpectedSeq: trip.Seq, Outstanding: trip.Outstanding, Queue: [][]byte{}}
			if err := s.Append(t.Context(), c); err != nil {
				t.Fatal(err)
			}
		}
		for _, suffix := range []string{"", ".journal"} {
			data, err := os.ReadFile(from + suffix)
			if err == nil {
				err = os.WriteFile(path+suffix, data, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		reader, err := bolt.Open(path, bolt.Options{ReadOnly: true})
		if err == nil {
			_ = reader.Close()
			return path
		}
		t.Logf("try %d: %v", try, err)
	}
	t.Fatal("no copy could be made")
	return ""
}

type stamp struct {
	content string
	changed time.Time
}

// folder returns what the folder of a path holds, and when it was written.
func folder(t *testing.T, path string) map[string]stamp {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	all := map[string]stamp{}
	for _, e := range entries {
		info, infoErr := e.Info()
		data, readErr := os.ReadFile(filepath.Join(filepath.Dir(path), e.Name()))
		if err = errors.Join(err, infoErr, readErr); err == nil {
			all[e.Name()] = stamp{string(data), info.ModTime()}
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestReadingVerbsWriteNothing calls every verb that only reads on the store of a killed process, and of one that was
// closed: no file changes.
func TestReadingVerbsWriteNothing(t *testing.T) {
	path := killed(t)
	for range 2 {
		before := folder(t, path)
		for _, args := range [][]string{
			{"check", path},
			{"export", path, "trip"},
			{"inspect", "--store", path, "trip"},
			{"backup", path, filepath.Join(t.TempDir(), "backup.db")},
		} {
			if code, _, said := legwork(nil, args...); code != exitOK {
				t.Errorf("%q: exit %d, %s", args, code, said)
			}
			if !reflect.DeepEqual(before, folder(t, path)) {
				t.Fatalf("%q changed a file", args)
			}
		}
		s, err := bolt.Open(path, bolt.Options{})
		if err == nil {
			err = s.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestJournalIsMissed takes the journal of a killed process away: every verb says so, and what to do; --salvage does
// it.
func TestJournalIsMissed(t *testing.T) {
	path := killed(t)
	if err := os.Rename(path+".journal", path+".aside"); err != nil {
		t.Fatal(err)
	}
	rescued := filepath.Join(t.TempDir(), "rescued.db")
	for _, args := range [][]string{
		{"check", path},
		{"export", path, "trip"},
		{"inspect", "--store", path, "trip"},
		{"run", "--store", path},
		{"compact", path},
		{"backup", path, rescued},
	} {
		code, _, said := legwork(strings.NewReader(""), args...)
		if code != exitStore || !strings.Contains(said, path+".journal: put that file back") || !strings.Contains(said, "legwork backup --salvage --store "+path) {
			t.Errorf("%q: exit %d, %s", args, code, said)
		}
	}
	if code, _, said := legwork(nil, "backup", "--salvage", path, rescued); code != exitDamage || !strings.Contains(said, "without what could not be read") {
		t.Errorf("--salvage: exit %d, %s", code, said)
	}
	if code, out, said := legwork(nil, "check", rescued); code != exitOK || !strings.Contains(out, "1 trips") {
		t.Errorf("check of what was rescued: exit %d, %s%s", code, out, said)
	}
	if err := os.Rename(path+".aside", path+".journal"); err != nil {
		t.Fatal(err)
	}
	if code, _, said := legwork(nil, "check", path); code != exitOK {
		t.Errorf("with the journal put back: exit %d, %s", code, said)
	}
}

// TestReadingALockedStore reads a store that a process has open: each verb says how, and that way works.
func TestReadingALockedStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	if code, _, said := legwork(strings.NewReader("hello"), "run", "--store", path, "--trip", "t1"); code != exitOK {
		t.Fatalf("run: exit %d, %s", code, said)
	}
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	backup := filepath.Join(t.TempDir(), "backup.db")
	verbs := func(path string) [][]string {
		return [][]string{{"check", "--store", path}, {"export", "--store", path, "t1"}, {"inspect", "--store", path, "t1"}}
	}
	for _, args := range verbs(path) {
		code, _, said := legwork(nil, args...)
		if code != exitStore || !strings.Contains(said, "locked") || !strings.Contains(said, "legwork backup --store "+path) {
			t.Errorf("%q: exit %d, %s", args, code, said)
		}
	}
	if code, _, said := legwork(nil, "backup", "--store", path, backup); code != exitOK {
		t.Fatalf("backup: exit %d, %s", code, said)
	}
	for _, args := range verbs(backup) {
		if code, out, said := legwork(nil, args...); code != exitOK || out == "" {
			t.Errorf("%q: exit %d, %s", args, code, said)
		}
	}
}

// TestDamageHasItsExitCode reads a store of which pages were overwritten: damage is damage, whichever verb meets it.
func TestDamageHasItsExitCode(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	if code, _, said := legwork(strings.NewReader("hello"), "run", "--store", path, "--trip", "t1"); code != exitOK {
		t.Fatalf("run: exit %d, %s", code, said)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	clear(file[4*os.Getpagesize():])
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"check", "--store", path}, {"export", "--store", path, "t1"}} {
		if code, _, said := legwork(nil, args...); code != exitDamage || !strings.Contains(said, "damaged") {
			t.Errorf("%q: exit %d, %s", args, code, said)
		}
	}
}
