package bolt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

// Whatever bytes a damaged page holds, reading them ends in an answer: what is not as it was written is told.

// A reader that has met what does not fit yields nothing more.
func TestReader(t *testing.T) {
	t.Parallel()
	const endless = "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
	for name, c := range map[string]struct {
		body string
		read func(*reader) any
		want any
		rest string
		bad  bool
	}{
		"number":            {"\x05x", func(r *reader) any { return r.uvarint() }, uint64(5), "x", false},
		"no number":         {"", func(r *reader) any { return r.uvarint() }, uint64(0), "", true},
		"endless number":    {endless, func(r *reader) any { return r.uvarint() }, uint64(0), endless, true},
		"signed":            {"\x03", func(r *reader) any { return r.varint() }, int64(-2), "", false},
		"count":             {"\x07", func(r *reader) any { return r.count() }, int64(7), "", false},
		"count below zero":  {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", func(r *reader) any { return r.count() }, int64(0), "", true},
		"bytes":             {"abc", func(r *reader) any { return string(r.take(2)) }, "ab", "c", false},
		"all bytes":         {"abc", func(r *reader) any { return string(r.take(3)) }, "abc", "", false},
		"no bytes":          {"abc", func(r *reader) any { return string(r.take(0)) }, "", "abc", false},
		"too many bytes":    {"abc", func(r *reader) any { return string(r.take(4)) }, "", "abc", true},
		"fewer than none":   {"abc", func(r *reader) any { return string(r.take(-1)) }, "", "abc", true},
		"text":              {"\x02abc", func(r *reader) any { return string(r.text()) }, "ab", "c", false},
		"text to the end":   {"\x03abc", func(r *reader) any { return string(r.text()) }, "abc", "", false},
		"too long a text":   {"\x04abc", func(r *reader) any { return string(r.text()) }, "", "abc", true},
		"immense text":      {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01abc", func(r *reader) any { return string(r.text()) }, "", "abc", true},
		"bytes, being bad":  {"abc", func(r *reader) any { r.bad = true; return string(r.take(1)) }, "", "abc", true},
		"number, being bad": {"\x05", func(r *reader) any { r.bad = true; return r.uvarint() }, uint64(0), "\x05", true},
	} {
		r := reader{rest: []byte(c.body)}
		if got := c.read(&r); got != c.want || string(r.rest) != c.rest || r.bad != c.bad {
			t.Errorf("%s: %v, rest %q, bad %t", name, got, r.rest, r.bad)
		}
		if r.done() != (!c.bad && c.rest == "") {
			t.Errorf("%s: done is %t", name, r.done())
		}
	}
}

// The ends of turns are read as they were written, and those that are out of order or too many are told.
func TestTurnEndsAreInOrder(t *testing.T) {
	t.Parallel()
	several := func(n int, step int64) []turnEnd {
		list := make([]turnEnd, n)
		for i := range list {
			list[i] = turnEnd{seq: 3 + int64(i)*step, logAt: uint64(i), ended: int64(10 - i)}
		}
		return list
	}
	for name, c := range map[string]struct {
		list []turnEnd
		ok   bool
	}{
		"none":            {nil, true},
		"one":             {several(1, 1), true},
		"the first at 0":  {[]turnEnd{{}}, true},
		"a whole group":   {several(turnsInGroup, 2), true},
		"more than that":  {several(turnsInGroup+1, 1), false},
		"twice the same":  {several(2, 0), false},
		"with snapshots":  {[]turnEnd{{seq: 1, snapAt: 4}, {seq: 2}, {seq: 3, snapAt: 9}}, true},
		"beyond all seqs": {[]turnEnd{{seq: 1 << 62}, {seq: 1<<62 - 1 + 1<<62}}, true},
	} {
		got, ok := decodeTurnEnds(nil, appendTurnEnds(nil, c.list))
		if ok != c.ok || ok && !slices.Equal(got, c.list) {
			t.Errorf("%s: %v, %t", name, got, ok)
		}
	}
	over := binary.AppendUvarint(nil, 1<<63-1) // and one more than that: the sum is below zero
	over = append(over, 0, 0, 0)
	if _, ok := decodeTurnEnds(nil, append(append(over, 1), 0, 0, 0)); ok {
		t.Error("a turn that ends before the trip began is read")
	}
	if _, ok := decodeTurnEnds(nil, []byte{1, 1, 1}); ok {
		t.Error("half a turn end is read")
	}
}

// A page of a log ends where it has enough bytes, those of the decisions counted.
func TestPagesOfALog(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	c := storetest.Commit("t1", 0, 0)
	large := bytes.Repeat([]byte("x"), pageBytes/4)
	for range 5 {
		c.Events, c.Decisions = append(c.Events, large), append(c.Decisions, large)
	}
	c.Snapshot = storetest.Snapshot("t1", 5)
	if err := s.Append(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[trip.ID]error{"": store.ErrInvalid, "t9": store.ErrNotFound} {
		var last error
		for _, err := range s.Log(t.Context(), id, 1) {
			last = err
		}
		if !errors.Is(last, want) {
			t.Errorf("the log of %q: %v", id, last)
		}
	}
	scan := logScan{id: "t1", next: 1}
	var sizes []int
	err := s.view(t.Context(), func(tx *bbolt.Tx) error {
		for {
			page, err := scan.page(tx)
			if sizes = append(sizes, len(page)); err != nil || len(page) == 0 {
				return err
			}
		}
	})
	if err != nil || !slices.Equal(sizes, []int{2, 2, 1, 0}) {
		t.Errorf("pages of %v records, %v", sizes, err)
	}
}

// A log ends where it ended when somebody began to read it: what was appended since, and whether that can be read, is of
// no account.
func TestLogEndsWhereItEnded(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	c := storetest.Commit("t1", 0, 3)
	c.TurnEnded = false
	if err := s.Append(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	var seqs []int64
	for r, err := range s.Log(t.Context(), "t1", 2) {
		if err != nil {
			t.Fatal(err)
		}
		if seqs = append(seqs, r.Seq); r.Seq == 2 {
			appended(t, s, "t1", 3, "")
			CutRecord(t, s, "t1", 4)
		}
	}
	if !slices.Equal(seqs, []int64{2, 3}) {
		t.Errorf("records %d", seqs)
	}
}

// A log that is read while its trip is removed ends with an error, also where there is a trip of the same name again.
func TestLogOfATripThatWasReplaced(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	storetest.Fill(t, s, "t1", 3, 1)
	last, failed := int64(0), error(nil)
	for r, err := range s.Log(t.Context(), "t1", 1) {
		if failed = err; r.Seq != 1 {
			last = max(last, r.Seq)
			continue
		}
		if err := s.Delete(t.Context(), "t1"); err != nil {
			t.Fatal(err)
		}
		storetest.Fill(t, s, "t1", 5, 1)
	}
	if last != 3 || !errors.Is(failed, store.ErrNotFound) {
		t.Errorf("%d records, %v", last, failed)
	}
}

// A page of a log is read from the end of a turn near it: damage behind it keeps nobody from reading it.
func TestLogUpToTheDamage(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	storetest.Fill(t, s, "t1", pageRecords+5, 1)
	CutRecord(t, s, "t1", pageRecords+1)
	last, failed := int64(0), error(nil)
	for r, err := range s.Log(t.Context(), "t1", 1) {
		last, failed = max(last, r.Seq), err
	}
	if last != pageRecords || !errors.Is(failed, store.ErrDamaged) {
		t.Errorf("%d records, %v", last, failed)
	}
}

func TestGroupTrip(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"": "no", "\x00": "no", "\x02ab12345678": "ab", "\x02ab1234567": "no", "\x02ab123456789": "no",
		"\x0012345678": "", "\xff": "no",
	} {
		id, ok := groupTrip([]byte(key))
		if ok != (want != "no") || ok && string(id) != want {
			t.Errorf("%q is of %q, %t", key, id, ok)
		}
	}
}

// What was packed is unpacked, alone and in pairs; bytes that nobody packed are not.
func TestPacked(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("abcdefgh", 40)
	for _, text := range []string{"", "a", strings.Repeat("a", minPacked-1), strings.Repeat("a", minPacked), long} {
		packed := pack([]byte("before"), []byte(text))
		if got, err := unpack(packed[len("before"):]); err != nil || string(got) != text {
			t.Errorf("%d bytes become %q, %v", len(text), got, err)
		}
		pair, _ := packPair([]byte("before"), nil, []byte(long), []byte(text))
		event, decision, err := unpackPair(pair[len("before"):])
		if err != nil || string(event) != long || string(decision) != text {
			t.Errorf("a pair of %d bytes becomes %q and %q, %v", len(text), event, decision, err)
		}
	}
	for n, limit := range map[int]int{minPacked - 1: minPacked, minPacked: minPacked / 2, 4096: 200} {
		if got := len(pack(nil, []byte(strings.Repeat("a", n)))); got > limit || n < minPacked && got != n+1 {
			t.Errorf("%d bytes that are the same become %d", n, got)
		}
	}
	huge := append([]byte{packedS2}, binary.AppendUvarint(nil, store.MaxCommitBytes+1)...)
	for name, body := range map[string][]byte{
		"nothing": nil, "no such form": {9, 'a'}, "no length": {packedS2}, "half a block": {packedS2, 9, 1},
		"more than a commit": huge,
	} {
		if got, err := unpack(body); !errors.Is(err, errPacking) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for name, body := range map[string][]byte{
		"nothing": nil, "a broken block": {packedS2 | packedPair, 9, 1}, "a text beyond its end": {packedPair, 9, 'a'},
	} {
		if _, _, err := unpackPair(body); !errors.Is(err, errPacking) {
			t.Errorf("a pair of %s: %v", name, err)
		}
	}
}

// inBuckets runs a test on empty buckets of a file of its own.
func inBuckets(t *testing.T, names []string, do func(tx *bbolt.Tx)) {
	t.Helper()
	db, err := bbolt.Open(filepath.Join(t.TempDir(), "db"), 0o600, &bbolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	err = db.Update(func(tx *bbolt.Tx) error {
		for _, name := range names {
			if _, err := tx.CreateBucket([]byte(name)); err != nil {
				return err
			}
		}
		do(tx)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// An entry of a stream is read as it was appended, however many chunks it has, and not where anything of it is gone.
func TestStreamIsReadWhole(t *testing.T) {
	t.Parallel()
	for _, size := range []int{0, 1, chunkBytes - crcBytes - 2, chunkBytes - crcBytes - 1, chunkBytes, 3 * chunkBytes} {
		inBuckets(t, []string{"log"}, func(tx *bbolt.Tx) {
			s := streamOf(tx, []byte("log"))
			body := strings.Repeat("x", size)
			for range 2 {
				if _, err := s.append(nil, []byte(body)); err != nil {
					t.Fatal(err)
				}
			}
			second := uint64(1)
			for ; second < s.next(); second++ {
				if got, err := s.read(second); second > 1 && err == nil {
					if string(got) != body {
						t.Errorf("of %d bytes %d are read", size, len(got))
					}
					break
				}
			}
			if got, err := s.read(1); err != nil || string(got) != body {
				t.Errorf("of %d bytes %d are read, %v", size, len(got), err)
			}
			for _, offset := range []uint64{0, s.next()} {
				if _, err := s.read(offset); !errors.Is(err, store.ErrDamaged) {
					t.Errorf("an entry at %d is read: %v", offset, err)
				}
			}
			chunks := second - 1
			for i := range chunks { // without one of its chunks, the next entry's stand behind it
				key := offsetKey(1 + i)
				value := slices.Clone(s.bucket.Get(key))
				_ = s.bucket.Delete(key)
				if _, err := s.read(1); !errors.Is(err, store.ErrDamaged) {
					t.Errorf("an entry of %d chunks is read without its chunk %d: %v", chunks, i, err)
				}
				_ = s.bucket.Put(key, value)
			}
			if err := s.remove(1); err != nil {
				t.Error(err)
			}
			if key, _ := s.bucket.Cursor().First(); !bytes.Equal(key, offsetKey(second)) {
				t.Errorf("%x is left", key)
			}
			if err := s.remove(1); !errors.Is(err, store.ErrDamaged) {
				t.Errorf("what is gone is removed: %v", err)
			}
		})
	}
}

// The chunks of an entry stand under keys that follow each other, and none of them is too long: an entry of which that is
// not true is damaged, though all its bytes are there.
func TestChunksInTheirPlaces(t *testing.T) {
	t.Parallel()
	body := []byte(strings.Repeat("x", 700))
	sealed := binary.AppendUvarint(nil, uint64(len(body)+crcBytes))
	sealed = seal(append(sealed, body...), len(sealed), offsetKey(1))
	for name, c := range map[string]struct {
		keys  []string // of the chunks, after the first one
		first int      // the length of that
		says  string
	}{
		"as it was appended":     {[]string{"\x00\x00\x00\x00\x00\x00\x00\x02"}, 300, ""},
		"a chunk as long as any": {[]string{"\x00\x00\x00\x00\x00\x00\x00\x02"}, len(sealed) - chunkBytes, ""},
		"a byte for the last":    {[]string{"\x00\x00\x00\x00\x00\x00\x00\x02"}, len(sealed) - 1, ""},
		"one byte more":          {[]string{"\x00\x00\x00\x00\x00\x00\x00\x02"}, len(sealed) - chunkBytes - 1, "a chunk is missing"},
		"another key":            {[]string{"\x00\x00\x00\x00\x00\x00\x00\x03"}, 300, "a chunk is missing"},
		"a longer key":           {[]string{"\x00\x00\x00\x00\x00\x00\x00\x02\x00"}, 300, "a chunk is missing"},
		"no key":                 {nil, 300, "a chunk is missing"},
		"more than its length":   {nil, -1, "checksum differs"},
	} {
		inBuckets(t, []string{"log"}, func(tx *bbolt.Tx) {
			s, sealed := streamOf(tx, []byte("log")), sealed
			if c.first < 0 { // all in one chunk, behind a length that is too small by one
				sealed = append(binary.AppendUvarint(nil, uint64(len(body)+crcBytes-1)), sealed[2:]...)
				c.first = len(sealed)
			}
			err := s.bucket.Put(offsetKey(1), sealed[:c.first])
			for _, key := range c.keys {
				err = errors.Join(err, s.bucket.Put([]byte(key), sealed[c.first:]))
			}
			if err != nil {
				t.Fatal(err)
			}
			got, err := s.read(1)
			if c.says == "" && (err != nil || !bytes.Equal(got, body)) ||
				c.says != "" && (!errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), c.says)) {
				t.Errorf("%s: %d bytes, %v", name, len(got), err)
			}
			if c.says == "" {
				err := s.remove(1)
				if left, _ := s.bucket.Cursor().First(); err != nil || left != nil {
					t.Errorf("%s: %x is left, %v", name, left, err)
				}
			}
		})
	}
}

// Values under the keys of a stream that no append has made are told as damage.
func TestStreamOfOtherBytes(t *testing.T) {
	t.Parallel()
	const one, two, three = "\x00\x00\x00\x00\x00\x00\x00\x01", "\x00\x00\x00\x00\x00\x00\x00\x02", "\x00\x00\x00\x00\x00\x00\x00\x03"
	const none, gone, differs = "no entry starts here", "a chunk is missing", "checksum differs"
	long := string(binary.AppendUvarint(nil, 600)) + strings.Repeat("x", 300)
	for name, c := range map[string]struct {
		values map[string]string
		says   string
	}{
		"another offset":      {map[string]string{two: long}, none},
		"no length":           {map[string]string{one: ""}, none},
		"an endless length":   {map[string]string{one: strings.Repeat("\xff", 11)}, none},
		"the greatest length": {map[string]string{one: string(binary.AppendUvarint(nil, maxEntryBytes))}, gone},
		"an immense length":   {map[string]string{one: "\xff\xff\xff\xff\xff\xff\x01xxxx"}, none},
		"more than that":      {map[string]string{one: string(binary.AppendUvarint(nil, maxEntryBytes+1))}, none},
		"no checksum":         {map[string]string{one: "\x00"}, differs},
		"more than its bytes": {map[string]string{one: "\x04xxxxxxxx"}, differs},
		"a chunk elsewhere":   {map[string]string{one: long, three: long}, gone},
		"a key of other size": {map[string]string{one: long, two + "\x00": long}, gone},
		"too large a chunk":   {map[string]string{one: long, two: long + long}, gone},
		"another's bytes":     {map[string]string{one: long, two: long[2:]}, differs},
	} {
		inBuckets(t, []string{"log"}, func(tx *bbolt.Tx) {
			s := streamOf(tx, []byte("log"))
			for key, value := range c.values {
				if err := s.bucket.Put([]byte(key), []byte(value)); err != nil {
					t.Fatal(err)
				}
			}
			if got, err := s.read(1); !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %q, %v", name, got, err)
			}
			if err := s.remove(1); strings.Contains(fmt.Sprint(err), none) != (c.says == none) {
				t.Errorf("%s, to be removed: %v", name, err)
			}
		})
	}
}

// The ids of several buckets are one list, each once and in order, page by page.
func TestPagesOfIDs(t *testing.T) {
	t.Parallel()
	names := [][]byte{[]byte("one"), []byte("two")}
	inBuckets(t, []string{"one", "two"}, func(tx *bbolt.Tx) {
		var all []trip.ID
		for i := range pageIDs + 2 {
			id := fmt.Sprintf("t%04d", i)
			all = append(all, trip.ID(id))
			for k, name := range names {
				if i%3 == k || i%3 == 2 { // some in one bucket, some in both
					if err := tx.Bucket(name).Put([]byte(id), []byte("x")); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		for after, want := range map[trip.ID][]trip.ID{
			"": all[:pageIDs], "t0000": all[1 : pageIDs+1], "t0002": all[3:], "t0002x": all[3:],
			all[len(all)-2]: all[len(all)-1:], all[len(all)-1]: nil, "z": nil,
		} {
			if got, err := pageOfIDs(tx, after, names); err != nil || !slices.Equal(got, want) {
				t.Errorf("after %q come %d, %v; want %d", after, len(got), err, len(want))
			}
		}
		tooLong := strings.Repeat("z", store.MaxIDBytes+1)
		if err := tx.Bucket(names[0]).Put([]byte(tooLong), []byte("x")); err != nil {
			t.Fatal(err)
		}
		if _, err := pageOfIDs(tx, all[len(all)-1], names); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("an id that is too long is listed: %v", err)
		}
	})
}
