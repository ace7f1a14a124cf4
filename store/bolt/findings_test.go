package bolt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

// found returns what a check says of a store.
func found(t *testing.T, s *Store) (says []string) {
	t.Helper()
	report, err := s.Check(t.Context(), store.CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		says = append(says, f.String())
	}
	return says
}

// said reports whether each finding is among some texts, and each text is found.
func said(findings []string, texts ...string) bool {
	for _, text := range texts {
		if !strings.Contains(strings.Join(findings, "\n"), text) {
			return false
		}
	}
	return len(findings) == len(texts)
}

// A check tells of what is kept for trips that are not there, also behind more keys than one transaction reads.
func TestCheckOfWhatIsOfNoTrip(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(tx *bbolt.Tx) error
		says   []string
	}{
		"a queue": {func(tx *bbolt.Tx) error {
			return tx.Bucket(bucketQueue).Put([]byte("gone"), seal(nil, 0, []byte("gone")))
		}, []string{`"gone": something is pending for it, but there is no such trip`}},
		"an entry of the index": {func(tx *bbolt.Tx) error {
			return tx.Bucket(bucketCalls).Put([]byte("gone"), seal(nil, 0, []byte("gone")))
		}, []string{`"gone": something is pending for it, but there is no such trip`}},
		"turn ends": {func(tx *bbolt.Tx) error {
			b := tx.Bucket(bucketHistory)
			return errors.Join(b.Put([]byte("\x01x"), nil), b.Put(groupKey("gone", 5), nil))
		}, []string{"the turn end 0178 is of no trip", `"gone": the ends of its turns are kept, but there is no such trip`}},
		"a log": {func(tx *bbolt.Tx) error {
			log := streamOf(tx, bucketLog)
			for range lostKeys {
				if _, err := log.append(nil, entry{seq: 1, back: 1, id: []byte("t1")}.append(nil)); err != nil {
					return err
				}
			}
			for _, e := range []entry{{id: []byte("gone")}, {id: []byte("t1")}} {
				if _, err := log.append(nil, e.append(nil)); err != nil {
					return err
				}
			}
			_, err := log.append(nil, []byte{0, 0, 9}) // which is no entry
			return err
		}, []string{`"gone": its log is there, but there is no such trip`}},
	} {
		s := opened(t, Options{})
		storetest.Fill(t, s, "t1", 1, 1)
		Tamper(t, s, c.change)
		if says := found(t, s); !said(says, c.says...) {
			t.Errorf("%s: %q", name, says)
		}
	}
}

// A check reads what the ends of turns lead to, those of old turns too.
func TestCheckOfTurnEnds(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	storetest.Fill(t, s, "t1", turnsInGroup+2, 1)
	Tamper(t, s, func(tx *bbolt.Tx) error {
		group := groupsOf(tx, "t1")[0]
		turnEnds, err := openGroup(group.key, group.value)
		turnEnds[3].snapAt = turnEnds[4].snapAt
		return errors.Join(err, tx.Bucket(bucketHistory).Put(clone(group.key), seal(appendTurnEnds(nil, turnEnds), 0, group.key)))
	})
	if says := found(t, s); !said(says, "seq 4: the kept snapshot says that it is at seq 5") {
		t.Errorf("found %q", says)
	}
}

// A check beside a writer goes by what the file says, and not by bbolt's list of free pages in memory, which changes while
// it is read.
func TestCheckBesideAWriter(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	var states [2][]byte
	for i := range states {
		storetest.Fill(t, s, trip.ID(fmt.Sprint("t", i)), 20, 1)
		if err := s.Checkpoint(); err != nil {
			t.Fatal(err)
		}
		file, err := os.ReadFile(s.path)
		if err != nil {
			t.Fatal(err)
		}
		states[i] = file
	}
	if _, err := s.file.WriteAt(states[0], 0); err != nil { // of which the list in memory is not true
		t.Fatal(err)
	}
	if says := found(t, s); len(says) > 0 {
		t.Errorf("found %q", says)
	}
	if _, err := s.file.WriteAt(states[1], 0); err != nil {
		t.Fatal(err)
	}
}

// Ends of turns in a head that cannot be read are told; an entry of a log is that of its trip and its seq.
func TestCheckOfWhatAHeadHas(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	storetest.Fill(t, s, "t1", 2, 1)
	EditHead(t, s, "t1", func(h *Head) { h.TurnEnds = []byte{1, 1} })
	if says := found(t, s); !said(says, `damaged: trip "t1": the ends of its newest turns`, "cannot be read") {
		t.Errorf("found %q", says)
	}
	for name, e := range map[string]entry{
		"":                           {id: []byte("t1"), seq: 2, back: 3},
		"is seq 2 of trip":           {id: []byte("t2"), seq: 2, back: 3},
		"is seq 3 of trip":           {id: []byte("t1"), seq: 3, back: 3},
		"points to no record before": {id: []byte("t1"), seq: 2, back: 8},
		"to no record before it":     {id: []byte("t1"), seq: 2},
	} {
		if err := e.check(7, "t1", 2); (err == nil) != (name == "") || err != nil && !strings.Contains(err.Error(), name) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// A log that is being swept is known by its front, where that can be read.
func TestHasTombstone(t *testing.T) {
	t.Parallel()
	inBuckets(t, []string{string(bucketLog), string(bucketTombstones)}, func(tx *bbolt.Tx) {
		log := streamOf(tx, bucketLog)
		whole := entry{id: []byte("t2")}.append(nil)
		for _, body := range [][]byte{whole[:5], whole, nil} { // without its chain the first says "t2" too
			offset := log.next()
			if body == nil {
				offset = 99 // where nothing stands
			} else if _, err := log.append(nil, body); err != nil {
				t.Fatal(err)
			}
			if err := tx.Bucket(bucketTombstones).Put(offsetKey(offset), nil); err != nil {
				t.Fatal(err)
			}
			if got := hasTombstone(tx, "t2"); got != (len(body) != 5) {
				t.Errorf("after %d bytes: %t", len(body), got)
			}
		}
		if hasTombstone(tx, "t1") {
			t.Error("another trip is buried")
		}
	})
}

// Of a head that cannot be read nothing else is asked: it is told by who loads the trip and by who reads its log.
func TestCheckOfADamagedHead(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	appended(t, s, "t1", 0, "c1")
	Tamper(t, s, func(tx *bbolt.Tx) error { return tx.Bucket(bucketTrips).Put([]byte("t1"), []byte("no head")) })
	if says := found(t, s); !said(says, "its head cannot be read", "its head cannot be read") {
		t.Errorf("found %q", says)
	}
}

// What is pending for a trip is an orphan where there is no such trip. Of one that was removed while a check went on,
// the check says nothing.
func TestOrphans(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	storetest.Fill(t, s, "t1", 1, 1)
	Tamper(t, s, func(tx *bbolt.Tx) error {
		return errors.Join(
			tx.Bucket(bucketCalls).Put([]byte("t1"), []byte("x")), tx.Bucket(bucketQueue).Put([]byte("t1"), []byte("x")),
			tx.Bucket(bucketCalls).Put([]byte("calls"), []byte("x")), tx.Bucket(bucketQueue).Put([]byte("queue"), []byte("x")),
		)
	})
	for id, want := range map[trip.ID]bool{"t1": false, "removed": false, "calls": true, "queue": true} {
		err := s.view(t.Context(), func(tx *bbolt.Tx) error {
			if got := isOrphan(tx, id); got != want {
				t.Errorf("%s is an orphan: %t", id, got)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	var report store.CheckReport
	if err := s.checkRecent(t.Context(), "calls", &report); err != nil || len(report.Findings) > 0 {
		t.Errorf("%v, %v", report.Findings, err)
	}
}

// sealedRecord returns a record of three sectors as it stands in a journal of the generation 5.
func sealedRecord() []byte {
	record := make([]byte, 2*sectorRoom+10)
	for i := range record {
		record[i] = byte(i)
	}
	binary.BigEndian.PutUint32(record[4:], uint32(len(record)-recordFront))
	return appendSealed(nil, record, 5)
}

// A record of a journal is whole, torn, damaged, or none, by what its sectors say.
func TestRecordAt(t *testing.T) {
	t.Parallel()
	old := appendSealed(nil, make([]byte, 3*sectorRoom), 4)
	later := appendSealed(nil, make([]byte, 3*sectorRoom), 6)
	const sector = sectorBytes
	for name, c := range map[string]struct {
		change func(data []byte) []byte
		is     string
	}{
		"whole":                     {func(d []byte) []byte { return d }, "a record"},
		"whole, and no more":        {func(d []byte) []byte { return d[:3*sector] }, "a record"},
		"zeros":                     {func(d []byte) []byte { return make([]byte, len(d)) }, "none"},
		"an older record":           {func([]byte) []byte { return old }, "none"},
		"torn at its second sector": {func(d []byte) []byte { copy(d[sector:], old[sector:2*sector]); return d }, "none"},
		"torn and damaged":          {func(d []byte) []byte { copy(d[sector:], zeros[:]); d[2*sector+77] ^= 1; return d }, "as it was written"},
		"torn at its last":          {func(d []byte) []byte { copy(d[2*sector:], zeros[:]); return d }, "none"},
		"of a later generation":     {func([]byte) []byte { return later }, errForeign.Error()},
		"a later second sector":     {func(d []byte) []byte { copy(d[sector:], later[sector:2*sector]); return d }, errForeign.Error()},
		"a sector in another place": {func(d []byte) []byte { copy(d[sector:], d[2*sector:3*sector]); return d }, "in its place"},
		"its first sector is none":  {func(d []byte) []byte { return d[sector:] }, "in its place"},
		"a bit":                     {func(d []byte) []byte { d[sector+77] ^= 1; return d }, "as it was written"},
		"cut short":                 {func(d []byte) []byte { return d[:3*sector-1] }, "cut short"},
		"nothing":                   {func([]byte) []byte { return nil }, "cut short"},
		"longer than the journal": {func([]byte) []byte {
			record := make([]byte, recordFront)
			binary.BigEndian.PutUint32(record[4:], 1<<30)
			return appendSealed(nil, record, 5)
		}, "cut short"},
	} {
		record, err := journalState{generation: 5}.recordAt(c.change(sealedRecord()))
		is := "none"
		switch {
		case err != nil:
			is = err.Error()
		case record != nil:
			is = "a record"
			if len(record) != 2*sectorRoom+10 || record[sectorRoom] != byte(sectorRoom%256) {
				t.Errorf("%s: %d bytes", name, len(record))
			}
		}
		if !strings.Contains(is, c.is) {
			t.Errorf("%s: %s, want %s", name, is, c.is)
		}
	}
}

// The head of a journal is what stands before its records, and nothing less.
func TestHeadOfAJournal(t *testing.T) {
	t.Parallel()
	header := appendHeader(nil, 7)
	for name, c := range map[string]struct {
		data []byte
		says string
	}{
		"whole":              {header, ""},
		"with more":          {append(slices.Clone(header), 1), ""},
		"a byte less":        {header[:recordsAt-1], "cut short"},
		"its version alone":  {[]byte(journalVersion), "cut short"},
		"half its version":   {[]byte(journalPrefix), store.ErrVersion.Error()},
		"another version":    {append([]byte(journalPrefix+"v3\n"), header...), store.ErrVersion.Error()},
		"another's id":       {append(append([]byte(journalVersion), 1), header[len(journalVersion)+1:]...), "cannot be read"},
		"no version at all":  {[]byte("legwork"), errForeign.Error()},
		"a wrong first byte": {append([]byte("x"), header...), errForeign.Error()},
	} {
		id, err := readHeader(c.data)
		if c.says == "" && (err != nil || id != 7) || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %d, %v", name, id, err)
		}
	}
}

// Behind the last record of a journal stands what was left out, or what is older. A record that does count there says
// that one before it is gone, and one of a later generation that the journal is of a later state.
func TestBehindTheLastRecord(t *testing.T) {
	t.Parallel()
	m := journalState{id: 7, generation: 5}
	front := append(appendHeader(nil, 7), make([]byte, journalBlock)...) // where the next record would stand
	ones := bytes.Repeat([]byte{0xff}, sectorBytes)
	of := func(generation uint64) []byte { return appendSealed(nil, make([]byte, 10*sectorRoom), generation) }
	spoilt := func(sealed []byte) []byte { sealed[0]++; return sealed }
	for name, c := range map[string]struct {
		behind []byte
		says   string
	}{
		"nothing":                      {nil, ""},
		"zeros":                        {zeros[:], ""},
		"an older record":              {of(4), ""},
		"a record that counts":         {of(5), "is gone, though a later one is there"},
		"the rest of one":              {of(5)[journalBlock:], ""},
		"its checksum differs":         {spoilt(of(5)[:sectorBytes]), ""},
		"a later record":               {of(6), errForeign.Error()},
		"the rest of a later one":      {of(6)[journalBlock:], errForeign.Error()},
		"a sector of a later one":      {of(6)[:sectorBytes], errForeign.Error()},
		"less than that":               {of(6)[:sectorBytes-1], ""},
		"a later one that cannot be":   {ones, ""},
		"a later one, not at its edge": {append(make([]byte, sectorBytes), of(6)[:sectorBytes]...), ""},
	} {
		_, err := m.scan(append(slices.Clone(front), c.behind...))
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A journal beside a file that uses none is left alone where the file has all of it.
func TestVoid(t *testing.T) {
	t.Parallel()
	m := journalState{id: 7, generation: 6}
	before := journalState{id: 7, generation: 5}
	header := appendHeader(nil, 7)
	record, err := before.recordAt(sealedRecord())
	if err != nil {
		t.Fatal(err)
	}
	chain := crc32.Update(before.seed(), castagnoli, record[4:])
	binary.BigEndian.PutUint32(record, chain)
	data := append(append([]byte{}, header...), appendSealed(nil, record, 5)...)
	data = append(data, make([]byte, journalBlock)...) // a journal goes on behind its last record
	for name, c := range map[string]struct {
		data []byte
		last uint32
		want error
	}{
		"nothing":            {nil, 0, nil},
		"zeros":              {make([]byte, 100), 0, nil},
		"half a header":      {header[:100], 0, nil},
		"a header":           {header, 0, nil},
		"a header and zeros": {append(append([]byte{}, header...), make([]byte, journalBlock)...), 0, nil},
		"what the file has":  {data, chain, nil},
		"what it has not":    {data, chain + 1, errForeign},
		"another's":          {append(appendHeader(nil, 8), data[recordsAt:]...), chain, errForeign},
		"its first sector":   {data[:recordsAt+sectorBytes], chain, errForeign},
		"no journal":         {[]byte("a text"), 0, errForeign},
	} {
		m.last = c.last
		if err := m.void(c.data); !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// A file that is there and empty becomes a store, by Open and by whoever makes one beside it.
func TestAnEmptyFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "trips.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, Options{ReadOnly: true}); !errors.Is(err, store.ErrMissing) {
		t.Errorf("to read: %v", err)
	}
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// Many may hold a lock together, or one alone.
func TestLock(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var files [2]*os.File
	for i := range files {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = file.Close() })
		files[i] = file
	}
	for _, alone := range [][2]bool{{false, false}, {false, true}, {true, false}, {true, true}} {
		first := lock(files[0], alone[0])
		second := lock(files[1], alone[1])
		if !first || second != (!alone[0] && !alone[1]) {
			t.Errorf("alone %v: %t, %t", alone, first, second)
		}
		for _, file := range files {
			if err := unlock(file); err != nil {
				t.Fatal(err)
			}
		}
	}
}
