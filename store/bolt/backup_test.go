package bolt_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

// TestBackupMethod writes backups of an open store, the newest commits of which are only in its journal. Each opens
// alone, and the store goes on.
func TestBackupMethod(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := still(t, path, bolt.Options{})
	for i := range 3 {
		id := trip.ID(fmt.Sprint("t", i))
		storetest.Fill(t, s, id, 3, 2)
		var out bytes.Buffer
		must(t, s.Backup(t.Context(), &out))
		want := state(t, s)
		storetest.Fill(t, s, id+"later", 1, 1)
		copied := open(t, put(t, out.Bytes(), nil), bolt.Options{})
		same(t, "the backup", state(t, copied), want)
		checked(t, copied)
	}
	must(t, s.Checkpoint())
	must(t, s.Close())
	alone(t, path)
	if err := s.Backup(t.Context(), &bytes.Buffer{}); !errors.Is(err, store.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	reader := open(t, path, bolt.Options{ReadOnly: true})
	var out bytes.Buffer
	must(t, reader.Backup(t.Context(), &out))
	same(t, "of a reader", state(t, open(t, put(t, out.Bytes(), nil), bolt.Options{})), state(t, reader))
}

// TestBackupFile writes backups of stores that are closed, open in this process, and left by a killed one.
func TestBackupFile(t *testing.T) {
	file, journal, left := killed(t, 7)
	whole := sample(t)
	opened := filepath.Join(t.TempDir(), "trips.db")
	s := still(t, opened, bolt.Options{})
	storetest.Fill(t, s, "t1", 3, 2)
	reader := open(t, whole, bolt.Options{ReadOnly: true})
	for path, want := range map[string]map[trip.ID]tripState{
		put(t, file, journal): left, whole: state(t, reader), opened: state(t, s),
	} {
		before := folder(t, path)
		target := filepath.Join(t.TempDir(), "backup.db")
		report, err := bolt.Backup(t.Context(), path, target, bolt.BackupOptions{})
		must(t, err)
		if !reflect.DeepEqual(before, folder(t, path)) {
			t.Error("the store was written to")
		}
		alone(t, target)
		info, err := os.Stat(target)
		must(t, err)
		if info.Mode() != 0o600 || info.Size() != report.Bytes || report.Lost != nil {
			t.Errorf("mode %v, %d bytes, report %+v", info.Mode(), info.Size(), report)
		}
		copied := open(t, target, bolt.Options{})
		same(t, "the backup", state(t, copied), want)
		storetest.Fill(t, copied, "later", 1, 1)
	}
}

// TestBackupOfWhatStandsThereNow changes the store's file when half of it is copied, without its lock, as a restore does:
// the backup is of what stands there then.
func TestBackupOfWhatStandsThereNow(t *testing.T) {
	other := sample(t)
	want := state(t, open(t, other, bolt.Options{ReadOnly: true}))
	for name, change := range map[string]func(path string) error{
		"written over": func(path string) error { return os.WriteFile(path, read(t, other), 0o600) },
		"moved over": func(path string) error {
			return errors.Join(os.WriteFile(path+".x", read(t, other), 0o600), os.Rename(path+".x", path))
		},
	} {
		file, journal, _ := killed(t, 7)
		path, target := put(t, file, journal), filepath.Join(t.TempDir(), "backup.db")
		changed := false
		ctx := asked{t.Context(), func() {
			copies, _ := filepath.Glob(filepath.Join(filepath.Dir(target), "*.journal"))
			if changed || len(copies) == 0 { // the file is copied before its journal
				return
			}
			changed = true
			must(t, errors.Join(change(path), os.Remove(path+".journal")))
		}}
		_, err := bolt.Backup(ctx, path, target, bolt.BackupOptions{})
		must(t, err)
		if !changed {
			t.Errorf("%s: nothing was changed", name)
		}
		same(t, name, state(t, open(t, target, bolt.Options{ReadOnly: true})), want)
	}
}

// asked is a context that calls a function when somebody asks whether it has ended.
type asked struct {
	context.Context
	f func()
}

func (a asked) Err() error {
	a.f()
	return a.Context.Err()
}

// TestBackupRefuses asks for backups that cannot be: nothing is left, and nothing is written over.
func TestBackupRefuses(t *testing.T) {
	path := sample(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	cases := map[string]struct {
		ctx    context.Context
		path   string
		there  string
		reason error
	}{
		"the target is there":         {t.Context(), path, "backup.db", fs.ErrExist},
		"a journal stands beside it":  {t.Context(), path, "backup.db.journal", fs.ErrExist},
		"there is no store":           {t.Context(), path + "x", "", store.ErrMissing},
		"the store is none":           {t.Context(), write(t, []byte("text")), "", store.ErrNotStore},
		"it was cancelled":            {ctx, path, "", context.Canceled},
		"its journal is not there":    {t.Context(), put(t, fileOf(killed(t, 3)), nil), "", store.ErrJournal},
		"its file is damaged":         {t.Context(), damagedPages(t), "", store.ErrDamaged},
		"its journal is of another's": {t.Context(), put(t, fileOf(killed(t, 3)), journalOf(killed(t, 3))), "", store.ErrJournal},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			target := filepath.Join(t.TempDir(), "backup.db")
			if c.there != "" {
				must(t, os.WriteFile(filepath.Join(filepath.Dir(target), c.there), []byte("mine"), 0o600))
			}
			before := folder(t, target)
			_, err := bolt.Backup(c.ctx, c.path, target, bolt.BackupOptions{})
			if !errors.Is(err, c.reason) {
				t.Errorf("error %v, want %v", err, c.reason)
			}
			if err != nil && strings.Contains(err.Error(), ".new-") {
				t.Errorf("the error speaks of the copy: %v", err)
			}
			if !reflect.DeepEqual(before, folder(t, target)) {
				t.Errorf("the folder was changed: %v", folder(t, target))
			}
		})
	}
}

func fileOf(file, _ []byte, _ map[trip.ID]tripState) []byte { return file }

func journalOf(_, journal []byte, _ map[trip.ID]tripState) []byte { return journal }

// damagedPages returns a store of which a page far from the root was overwritten.
func damagedPages(t *testing.T) string {
	t.Helper()
	data := read(t, sample(t))
	clear(data[len(data)/2:][:4*os.Getpagesize()])
	return write(t, data)
}

// TestSalvage rescues what can be read where the journal was lost or damaged, and says that it is not all.
func TestSalvage(t *testing.T) {
	file, journal, want := killed(t, 7)
	flipped := bytes.Clone(journal)
	flipped[8*4096+100] ^= 1 // in the newest record
	cases := map[string]struct {
		journal []byte
		seq     int64 // of the trip whose record was the newest
	}{
		"gone":      {nil, 0},
		"flipped":   {flipped, want["n0"].Trip.Seq - 1},
		"truncated": {journal[:5*4096], 2},
		"garbage":   {[]byte("no journal"), 0},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			path := put(t, file, c.journal)
			before := folder(t, path)
			target := filepath.Join(t.TempDir(), "rescued.db")
			report, err := bolt.Backup(t.Context(), path, target, bolt.BackupOptions{Salvage: true})
			must(t, err)
			if report.Lost == nil {
				t.Error("it does not say that something is missing")
			}
			if !reflect.DeepEqual(before, folder(t, path)) {
				t.Error("the store was written to")
			}
			s := open(t, target, bolt.Options{})
			got := state(t, s)
			if got["n0"].Trip.Seq != c.seq || !reflect.DeepEqual(got["t1"], want["t1"]) {
				t.Errorf("n0 is at %d, want %d", got["n0"].Trip.Seq, c.seq)
			}
			checked(t, s)
		})
	}
}

// TestBackupKeepsItsIdentity puts a backup in the place of a store while the journal of that still stands there: it
// is not taken for one whose content the backup has.
func TestBackupKeepsItsIdentity(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := still(t, path, bolt.Options{})
	storetest.Fill(t, s, "t1", 1, 1)
	var out bytes.Buffer
	must(t, s.Backup(t.Context(), &out))
	restored := put(t, out.Bytes(), read(t, path+".journal"))
	storetest.Fill(t, s, "t2", 1, 1)
	if got := len(state(t, open(t, restored, bolt.Options{}))); got != 1 { // nothing was in the journal then
		t.Errorf("%d trips", got)
	}
	_, err := bolt.Open(put(t, out.Bytes(), read(t, path+".journal")), bolt.Options{})
	if !errors.Is(err, store.ErrJournal) {
		t.Errorf("error %v, want %v", err, store.ErrJournal)
	}
}

// TestBackupOfARestlessStore has a store commit its file all the time, whoever copies it: a backup is whole, or there
// is none.
func TestBackupOfARestlessStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := still(t, path, bolt.Options{})
	ctx, stop := context.WithCancel(t.Context())
	var busy sync.WaitGroup
	busy.Go(func() {
		for seq := int64(0); ctx.Err() == nil; seq++ {
			if err := errors.Join(s.Append(ctx, storetest.Commit("t1", seq, 1)), s.Checkpoint()); err != nil && ctx.Err() == nil {
				t.Error(err)
			}
		}
	})
	target := filepath.Join(t.TempDir(), "backup.db")
	_, err := bolt.Backup(t.Context(), path, target, bolt.BackupOptions{})
	stop()
	busy.Wait()
	switch {
	case err == nil:
		checked(t, open(t, target, bolt.Options{}))
	case !errors.Is(err, store.ErrLocked) || !strings.Contains(err.Error(), path):
		t.Errorf("error %v", err)
	case len(folder(t, target)) > 0:
		t.Error("something is left of it")
	}
}

// TestBackupUnderLoad has another process append to many trips while backups are written one after the other. Each
// opens, is sound, and has what was acknowledged before it was begun.
func TestBackupUnderLoad(t *testing.T) {
	rounds := 12
	if testing.Short() {
		rounds = 3
	}
	path := filepath.Join(t.TempDir(), "trips.db")
	w := startWriters(t, path)
	for n := range rounds {
		before := w.said()
		until(t, func() bool { return w.more(before) })
		target := filepath.Join(t.TempDir(), fmt.Sprint("backup", n))
		before = w.said()
		if _, err := bolt.Backup(t.Context(), path, target, bolt.BackupOptions{}); err != nil {
			t.Fatalf("backup %d: %v", n, err)
		}
		s := open(t, target, bolt.Options{})
		for id, seq := range before {
			got, err := s.Load(t.Context(), trip.ID(id))
			if err != nil || got.Seq < seq {
				t.Fatalf("backup %d: %s is at %d, error %v; %d was acknowledged before", n, id, got.Seq, err, seq)
			}
		}
		checked(t, s)
	}
}

// TestBackupMethodUnderLoad writes backups of an open store while others append to it all the time. Each opens, is
// sound, and has what was accepted before it was begun.
func TestBackupMethodUnderLoad(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
	ctx, stop := context.WithCancel(t.Context())
	var busy sync.WaitGroup
	var accepted [4]atomic.Int64
	for n := range accepted {
		busy.Go(func() {
			for seq := int64(0); ctx.Err() == nil; seq++ {
				if err := s.Append(ctx, storetest.Commit(trip.ID(fmt.Sprint("t", n)), seq, 1)); err == nil {
					accepted[n].Store(seq + 1)
				} else if ctx.Err() == nil {
					t.Error(err)
				}
			}
		})
	}
	defer busy.Wait()
	defer stop()
	for range 12 {
		var before [len(accepted)]int64
		for n := range accepted {
			before[n] = accepted[n].Load()
		}
		var out bytes.Buffer
		must(t, s.Backup(t.Context(), &out))
		copied := open(t, put(t, out.Bytes(), nil), bolt.Options{})
		checked(t, copied)
		for n, seq := range before {
			if got, err := copied.Load(t.Context(), trip.ID(fmt.Sprint("t", n))); seq > 0 && (err != nil || got.Seq < seq) {
				t.Fatalf("t%d is at %d, %v; %d was accepted before", n, got.Seq, err, seq)
			}
		}
	}
}

// writers is another process that appends.
type writers struct {
	mu           sync.Mutex
	acknowledged map[string]int64
}

// startWriters starts this test again as a process that appends until the test ends.
func startWriters(t *testing.T, path string) *writers {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKill$")
	cmd.Env = append(os.Environ(), childPath+"="+path, childUpkeep+"=no")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	w := &writers{acknowledged: map[string]int64{}}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			w.hear(lines.Text())
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-done
		_ = cmd.Wait()
	})
	return w
}

func (w *writers) hear(line string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var id string
	var seq int64
	if n, _ := fmt.Sscanf(line, "ack %s %d.", &id, &seq); n == 2 {
		w.acknowledged[id] = max(w.acknowledged[id], seq)
	}
}

// said returns what was acknowledged.
func (w *writers) said() map[string]int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.acknowledged)
}

// more reports whether something was acknowledged of every trip since.
func (w *writers) more(since map[string]int64) bool {
	now := w.said()
	for id, seq := range now {
		if seq <= since[id] {
			return false
		}
	}
	return len(now) == 8
}
