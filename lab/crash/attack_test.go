package crash_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/trip"
)

// files are the store and its journal, as bytes.
type files struct{ store, journal []byte }

// attacks are what people and disks do to the files of a killed process. Each returns the path that is opened then.
var attacks = []struct {
	name string
	do   func(r *rand.Rand, path string, f files) (opened string, err error)
}{
	{"the store copied alone", func(_ *rand.Rand, path string, f files) (string, error) {
		return path + ".copy", os.WriteFile(path+".copy", f.store, 0o600)
	}},
	{"the journal deleted", func(_ *rand.Rand, path string, _ files) (string, error) {
		return path, os.Remove(path + ".journal")
	}},
	{"the store renamed", func(_ *rand.Rand, path string, _ files) (string, error) {
		return path + ".old", os.Rename(path, path+".old")
	}},
	{"a hard link", func(_ *rand.Rand, path string, _ files) (string, error) {
		return path + ".link", os.Link(path, path+".link")
	}},
	{"the journal cut", func(r *rand.Rand, path string, f files) (string, error) {
		return path, os.Truncate(path+".journal", r.Int64N(int64(len(f.journal))))
	}},
	{"a bit of the journal flipped", func(r *rand.Rand, path string, f files) (string, error) {
		const sector = 512
		at := 0
		for range 1000 { // where something stands
			at = r.IntN(len(f.journal) / sector)
			if bytes.Count(f.journal[at*sector:][:sector], []byte{0}) < sector {
				break
			}
		}
		f.journal[at*sector+r.IntN(sector)] ^= 1 << r.IntN(8)
		return path, os.WriteFile(path+".journal", f.journal, 0o600)
	}},
}

// attack does one of them to a copy of what a kill has left: nobody may be shown the store with less in it than there
// is.
func (c *campaign) attack(t *testing.T) {
	t.Helper()
	f := files{store: read(t, c.store)}
	if f.journal = read(t, c.store+".journal"); len(f.journal) == 0 {
		return
	}
	folder := t.TempDir()
	defer func() { _ = os.RemoveAll(folder) }()
	path := filepath.Join(folder, "trips.db")
	a := attacks[c.random.IntN(len(attacks))]
	err := errors.Join(os.WriteFile(path, f.store, 0o600), os.WriteFile(path+".journal", f.journal, 0o600))
	if err == nil {
		path, err = a.do(c.random, path, f)
	}
	if err != nil {
		t.Fatalf("%s: %v", a.name, err)
	}
	c.attacked++
	s, err := bolt.Open(path, bolt.Options{ReadOnly: true})
	if err != nil {
		c.refusals++
		return
	}
	defer func() { _ = s.Close() }()
	for _, problem := range c.lacks(t.Context(), s) {
		t.Errorf("%s: it opened, and %s", a.name, problem)
	}
}

// lacks says what another store has less than the one that was just followed.
func (c *campaign) lacks(ctx context.Context, s store.Store) (problems []string) {
	for id, w := range c.trip {
		got, err := s.Load(ctx, id)
		if err != nil || got.Seq != w.seq || w.seq > 0 && got.Chain != w.chain {
			problems = append(problems, fmt.Sprintf("trip %s is at seq %d, not at %d (error %v)", id, got.Seq, w.seq, err))
		}
	}
	return problems
}

// read reads a file, if it is there.
func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return data
}

// written tells when the files of a store were written, and how long they are.
func written(t *testing.T, path string) (all []time.Time, sizes []int64) {
	t.Helper()
	for _, name := range bolt.Files(path) {
		info, err := os.Stat(name)
		if errors.Is(err, os.ErrNotExist) {
			sizes = append(sizes, -1)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		all, sizes = append(all, info.ModTime()), append(sizes, info.Size())
	}
	return all, sizes
}

// untouched fails when reading has changed a file of the store.
func (c *campaign) untouched(t *testing.T, reading func()) {
	t.Helper()
	times, sizes := written(t, c.store)
	reading()
	if after, sizesAfter := written(t, c.store); !reflect.DeepEqual(times, after) || !reflect.DeepEqual(sizes, sizesAfter) {
		t.Errorf("reading the store has changed its files: %v %v, before %v %v", after, sizesAfter, times, sizes)
	}
}

// TestAttacksAreMet shows that a store which lacks something is found.
func TestAttacksAreMet(t *testing.T) {
	c := newCampaign(t, 9, 4, 4)
	c.end(t)
	s, err := bolt.Open(c.store, bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if problems := c.lacks(t.Context(), s); len(problems) > 0 {
		t.Errorf("the store itself: %q", problems)
	}
	less := tampered{Store: s, load: func(t *store.Trip) { t.Seq-- }}
	must(t, c.lacks(t.Context(), less), "is at seq")
	c.trip[trip.ID("gone")] = &witness{seq: 1}
	must(t, c.lacks(t.Context(), s), "trip gone is at seq 0")
}
