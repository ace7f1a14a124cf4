package bolt_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

// smallStore is the file of a store that has something in every bucket and pages of every kind.
var smallStore = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "legwork-bolt")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	path := filepath.Join(folder, "trips.db")
	s, err := bolt.Open(path, bolt.Options{Now: func() time.Time { return time.UnixMilli(1_767_225_600_000) }})
	if err != nil {
		return nil, err
	}
	for turn := range int64(20) {
		for _, id := range []trip.ID{"t1", "t2", "trip with a longer name"} {
			c := storetest.Commit(id, turn*3, 3)
			if id == "t2" {
				c.Outstanding = []store.Outstanding{{CallID: "c", Name: "n", Arguments: trip.Raw(make([]byte, 5000))}}
				c.Queue = [][]byte{storetest.Event(id, 99)}
				c.Snapshot, c.TurnEnded = storetest.Snapshot(id, turn*3+3, "c"), turn%2 == 0
			}
			if err := s.Append(context.Background(), c); err != nil {
				return nil, err
			}
		}
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// FuzzDamagedFile changes bytes of a store: whatever it does then, it never panics, hangs, or
// reports anything but its own errors.
func FuzzDamagedFile(f *testing.F) {
	whole, err := smallStore()
	if err != nil {
		f.Fatal(err)
	}
	for page := range uint32(len(whole) / os.Getpagesize()) {
		at := page * uint32(os.Getpagesize())
		if testing.Short() && page%8 != 3 {
			continue // all of them take long under the race detector, in one goroutine
		}
		for _, offset := range []uint32{0, 8, 10, 12, 16, 20, 24, 28, 40, 400, 4000} {
			f.Add(at+offset, byte(1), at+offset+1, byte(0x80), uint16(0))
		}
	}
	f.Add(uint32(0), byte(0), uint32(0), byte(0), uint16(40000)) // cut short
	f.Fuzz(func(t *testing.T, at1 uint32, flip1 byte, at2 uint32, flip2 byte, cut uint16) {
		file := append([]byte(nil), whole...)
		file[int(at1)%len(file)] ^= flip1
		file[int(at2)%len(file)] ^= flip2
		file = file[:len(file)-int(cut)%len(file)]
		path := filepath.Join(t.TempDir(), "trips.db")
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		exercise(t, path, bolt.Options{ReadOnly: true})
		exercise(t, path, bolt.Options{})
	})
}

// exercise opens a store that may be damaged and does everything that can be done with it.
func exercise(t *testing.T, path string, o bolt.Options) {
	t.Helper()
	s, err := bolt.Open(path, o)
	if err != nil {
		var open *store.OpenError
		if !errors.As(err, &open) {
			t.Fatalf("Open: %v is no OpenError", err)
		}
		return
	}
	defer func() { _ = s.Close() }() // which may fail, but not hang
	ctx := t.Context()
	expect := func(err error) {
		t.Helper()
		for _, known := range []error{nil, store.ErrNotFound, store.ErrDamaged, store.ErrConflict, store.ErrReadOnly} {
			if errors.Is(err, known) {
				return
			}
		}
		t.Fatalf("error %v is none of the store's own", err)
	}
	ids := []trip.ID{"t1", "t2", "trip with a longer name"}
	for id, err := range s.Trips(ctx, "") {
		expect(err)
		ids = append(ids, id)
	}
	for _, err := range s.Pending(ctx) {
		expect(err)
	}
	for _, id := range ids[:min(len(ids), 20)] {
		if store.CheckID(id) != nil {
			continue
		}
		got, err := s.Load(ctx, id)
		expect(err)
		for _, err := range s.Log(ctx, id, 5) {
			expect(err)
		}
		_, _, err = s.SnapshotAt(ctx, id, 10)
		expect(err)
		expect(s.Append(ctx, storetest.Commit(id, got.Seq, 2)))
	}
	_, err = s.Check(ctx, store.CheckOptions{})
	expect(err)
	_, err = s.Prune(ctx, store.Retention{KeepTurns: 2})
	expect(err)
}
