package bolt_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"reflect"
	"testing"

	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

// TestFormatsBefore opens stores that earlier versions wrote, with the journal too that a killed process left.
// Readers leave them as they are, the first writer makes them of this format.
func TestFormatsBefore(t *testing.T) {
	_, _, afterKill := killed(t, 7)
	whole := state(t, open(t, sample(t), bolt.Options{}))
	cut := unpacked(t, "testdata/v3.db.journal.gz")
	cut[6*4096+100] ^= 1 // the newest record was torn
	afterTear := state(t, open(t, put(t, unpacked(t, "testdata/v3.db.gz"), cut), bolt.Options{}))
	if afterTear["n0"].Trip.Seq != afterKill["n0"].Trip.Seq-1 {
		t.Errorf("with a torn record: %d", afterTear["n0"].Trip.Seq)
	}
	for name, want := range map[string]any{"v2": today(t, whole), "v3": today(t, afterKill), "v4": today(t, afterKill)} {
		var journal []byte
		if name != "v2" {
			journal = unpacked(t, "testdata/"+name+".db.journal.gz")
		}
		path := put(t, unpacked(t, "testdata/"+name+".db.gz"), journal)
		before := folder(t, path)
		s := open(t, path, bolt.Options{ReadOnly: true})
		if got := today(t, state(t, s)); !reflect.DeepEqual(any(got), want) {
			t.Errorf("%s: read %v", name, got)
		}
		must(t, s.Close())
		if !reflect.DeepEqual(before, folder(t, path)) {
			t.Errorf("%s: a reader changed it", name)
		}
		s = open(t, path, bolt.Options{})
		if got := today(t, state(t, s)); !reflect.DeepEqual(any(got), want) {
			t.Errorf("%s: opened %v", name, got)
		}
		alone(t, path)
		storetest.Fill(t, s, "new", 1, 1)
		must(t, s.Close())
		if !bytes.Contains(read(t, path), []byte("legwork.store.v5")) {
			t.Errorf("%s: it has not the new format", name)
		}
	}
}

// today writes the snapshots of a store as this version does: members that are new have their default.
func today(t testing.TB, all map[trip.ID]tripState) map[trip.ID]tripState {
	t.Helper()
	again := func(snapshot []byte) []byte {
		in, _, err := trip.DecodeIntent(string(snapshot))
		must(t, err)
		return in.AppendJSON(nil)
	}
	for id, one := range all {
		if len(one.Trip.Snapshot) > 0 {
			one.Trip.Snapshot = again(one.Trip.Snapshot)
		}
		for seq, snapshot := range one.Snapshots {
			one.Snapshots[seq] = string(again([]byte(snapshot)))
		}
		all[id] = one
	}
	return all
}

// TestForeignJournalOfAFormatBefore puts a journal beside a file of the format before that it does not belong to.
func TestForeignJournalOfAFormatBefore(t *testing.T) {
	file, journal := unpacked(t, "testdata/v3.db.gz"), unpacked(t, "testdata/v3.db.journal.gz")
	other := bytes.Clone(journal)
	other[8] ^= 1 // of its generation
	later := bytes.Clone(journal)
	later[15] += 2
	damaged := bytes.Clone(journal)
	damaged[100] ^= 1
	for name, journal := range map[string][]byte{"other": other, "later": later, "damaged": damaged} {
		path := put(t, file, journal)
		before := folder(t, path)
		if _, err := bolt.Open(path, bolt.Options{}); err == nil {
			t.Errorf("%s: it opened", name)
		}
		if !reflect.DeepEqual(before, folder(t, path)) {
			t.Errorf("%s: it was changed", name)
		}
	}
}

// unpacked reads a compressed file.
func unpacked(t testing.TB, path string) []byte {
	t.Helper()
	file, err := os.Open(path)
	must(t, err)
	defer func() { _ = file.Close() }()
	z, err := gzip.NewReader(file)
	must(t, err)
	data, err := io.ReadAll(z)
	must(t, err)
	return data
}
