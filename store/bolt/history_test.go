package bolt

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// putGroup keeps turn ends of a trip as one group.
func putGroup(t *testing.T, tx *bbolt.Tx, id trip.ID, turnEnds ...turnEnd) {
	t.Helper()
	key := groupKey(id, turnEnds[len(turnEnds)-1].seq)
	if err := tx.Bucket(bucketHistory).Put(key, seal(appendTurnEnds(nil, turnEnds), 0, key)); err != nil {
		t.Fatal(err)
	}
}

// The history of a trip is looked up across its groups and its head, and never in that of a neighbour.
func TestHistoryIsLookedUp(t *testing.T) {
	t.Parallel()
	const id = "t2"
	recent := []turnEnd{{seq: 50, logAt: 50}, {seq: 60, logAt: 60, snapAt: 600}}
	inBuckets(t, []string{string(bucketHistory)}, func(tx *bbolt.Tx) {
		putGroup(t, tx, "t1", turnEnd{seq: 15, logAt: 15, snapAt: 99})
		putGroup(t, tx, id, turnEnd{seq: 10, logAt: 10, snapAt: 100}, turnEnd{seq: 20, logAt: 20})
		putGroup(t, tx, id, turnEnd{seq: 30, logAt: 30, snapAt: 300}, turnEnd{seq: 40, logAt: 40})
		look := func(when string) {
			h := &head{turnEnds: appendTurnEnds(nil, recent)}
			for seq, want := range map[int64]int64{0: 10, 10: 10, 11: 20, 20: 20, 21: 30, 40: 40, 41: 50, 50: 50, 51: 60, 61: 0} {
				m, ok, err := turnEndFrom(tx, id, h, seq)
				if err != nil || m.seq != want || ok != (want != 0) {
					t.Errorf("%s: the first turn to end at or after %d ends at %d, %t, %v", when, seq, m.seq, ok, err)
				}
			}
			for seq, want := range map[int64]int64{10: 10, 11: 10, 20: 10, 29: 10, 30: 30, 45: 30, 59: 30, 60: 60, 99: 60} {
				offset, at, err := keptAt(tx, id, h, seq)
				if err != nil || at != want || offset != uint64(want)*10 {
					t.Errorf("%s: the snapshot at %d is that of %d, at %d, %v", when, seq, at, offset, err)
				}
			}
			for _, seq := range []int64{-1, 0, 9} {
				if _, at, err := keptAt(tx, id, h, seq); !errors.Is(err, store.ErrNotFound) {
					t.Errorf("%s: the snapshot at %d is that of %d, %v", when, seq, at, err)
				}
			}
		}
		look("the last trip")
		putGroup(t, tx, "t3", turnEnd{seq: 5, logAt: 5, snapAt: 99})
		look("between two trips")
	})
}

// Damaged ends of turns are told, with their trip.
func TestDamagedHistory(t *testing.T) {
	t.Parallel()
	one := []turnEnd{{seq: 10, logAt: 10}}
	whole := func(key []byte, list []turnEnd) []byte { return seal(appendTurnEnds(nil, list), 0, key) }
	for name, value := range map[string]func(key []byte) []byte{
		"whole":           func(key []byte) []byte { return whole(key, one) },
		"of no turn":      func(key []byte) []byte { return whole(key, nil) },
		"of another turn": func(key []byte) []byte { return whole(key, []turnEnd{{seq: 9}}) },
		"of another key":  func([]byte) []byte { return whole([]byte("key"), one) },
		"of other bytes":  func(key []byte) []byte { return seal([]byte{1, 1}, 0, key) },
		"empty":           func([]byte) []byte { return nil },
	} {
		key := groupKey("t1", 10)
		got, err := openGroup(key, value(key))
		if name == "whole" && (err != nil || !slices.Equal(got, one)) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		var damaged *store.DamagedError
		if name != "whole" && (!errors.As(err, &damaged) || damaged.Trip != "t1" || damaged.Seq != 10) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	inBuckets(t, []string{string(bucketHistory)}, func(tx *bbolt.Tx) {
		h := &head{turnEnds: []byte{1, 1}}
		_, _, err := turnEndFrom(tx, "t1", h, 1)
		if !errors.Is(err, store.ErrDamaged) {
			t.Errorf("a damaged head: %v", err)
		}
		if _, _, err = keptAt(tx, "t1", h, 1); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("a damaged head: %v", err)
		}
	})
}

// A head is read as it was written; one that cannot be is told from a sound one.
func TestHead(t *testing.T) {
	t.Parallel()
	sound := head{
		seq: 300, turns: 2, touched: -5, snapSeq: 200, logAt: 7, headerAt: 1, snapAt: 9, snapKept: true,
		chain: [32]byte{1, 2}, turnEnds: []byte("ends"), calls: []byte("calls"),
	}
	text := sound.append(nil)
	got, ok := decodeHead(text)
	if again := string(got.append(nil)); !ok || again != string(text) {
		t.Errorf("%q becomes %q, %t", text, again, ok)
	}
	for i := range len(text) - len("calls") {
		if _, ok := decodeHead(text[:i]); ok {
			t.Errorf("a head of %d of %d bytes is read", i, len(text))
		}
	}
	for snap, want := range map[int64]bool{299: true, 300: true, 301: false} {
		h := sound
		h.snapSeq = snap
		if _, ok := decodeHead(h.append(nil)); ok != want {
			t.Errorf("a snapshot at %d of 300: %t", snap, ok)
		}
	}
}

// What is wrong with the index of pending trips is said.
func TestIndexOfCalls(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		value []byte
		calls string
		says  string
	}{
		"none":      {nil, "", ""},
		"some":      {seal([]byte("x"), 0, []byte("t1")), "x", ""},
		"missing":   {nil, "x", "is not among"},
		"left over": {seal([]byte("x"), 0, []byte("t1")), "", "has no outstanding"},
		"damaged":   {[]byte("xxxxxxxx"), "x", "cannot be read"},
	} {
		inBuckets(t, []string{string(bucketCalls)}, func(tx *bbolt.Tx) {
			if c.value != nil {
				if err := tx.Bucket(bucketCalls).Put([]byte("t1"), c.value); err != nil {
					t.Fatal(err)
				}
			}
			said := checkIndex(tx, "t1", &head{calls: []byte(c.calls)})
			if (said == "") != (c.says == "") || !strings.Contains(said, c.says) {
				t.Errorf("%s: %q", name, said)
			}
		})
	}
}

// The header of a trip's log is found by its key, among whatever else stands there.
func TestHeaderOf(t *testing.T) {
	t.Parallel()
	inBuckets(t, []string{string(bucketLog)}, func(tx *bbolt.Tx) {
		log := streamOf(tx, bucketLog)
		for _, e := range []entry{{id: []byte("t1"), event: []byte("{}")}, {seq: 1, back: 1, id: []byte("t1")}} {
			if _, err := log.append(nil, e.append(nil)); err != nil {
				t.Fatal(err)
			}
		}
		value := log.bucket.Get(offsetKey(1))
		if id, ok := headerOf(log, offsetKey(1), value); !ok || id != "t1" {
			t.Errorf("the header is of %q, %t", id, ok)
		}
		for name, c := range map[string][2][]byte{
			"a later record":   {offsetKey(2), log.bucket.Get(offsetKey(2))},
			"another offset":   {offsetKey(3), value},
			"a key too short":  {offsetKey(1)[:7], value},
			"a key too long":   {append(offsetKey(1), 1), value},
			"nothing":          {offsetKey(1), nil},
			"only a length":    {offsetKey(1), {5}},
			"an endless one":   {offsetKey(1), []byte(strings.Repeat("\xff", 11))},
			"one that is torn": {offsetKey(1), {0x80, 0x80}},
		} {
			if id, ok := headerOf(log, c[0], c[1]); ok {
				t.Errorf("%s is a header of %q", name, id)
			}
		}
	})
}
