package bolt_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

// TestDecisionsStay with their events: in the journal that a killed process left, in a compacted file and in a backup.
func TestDecisionsStay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := still(t, path, bolt.Options{})
	for _, id := range []trip.ID{"t1", "t2"} {
		for seq := int64(0); seq < 6; seq += 2 {
			c := storetest.Commit(id, seq, 2)
			c.Decisions = [][]byte{storetest.Decision(seq + 1), storetest.Decision(seq + 2)}
			must(t, s.Append(t.Context(), c))
		}
	}
	want := state(t, s)
	for _, one := range want {
		for _, r := range one.Log {
			if string(r.Decision) != string(storetest.Decision(r.Seq)) {
				t.Fatalf("%s seq %d has the decision %q", one.Trip.ID, r.Seq, r.Decision)
			}
		}
	}
	again := open(t, put(t, read(t, path), read(t, path+".journal")), bolt.Options{})
	same(t, "after a kill", state(t, again), want)
	must(t, again.Close())
	must(t, second(bolt.Compact(t.Context(), again.Path(), bolt.Options{})))
	again = open(t, again.Path(), bolt.Options{})
	same(t, "compacted", state(t, again), want)
	target := filepath.Join(t.TempDir(), "copy.db")
	file, err := os.Create(target)
	must(t, err)
	must(t, again.Backup(t.Context(), file))
	must(t, file.Close())
	copied := open(t, target, bolt.Options{})
	same(t, "the backup", state(t, copied), want)
	report, err := copied.Check(t.Context(), store.CheckOptions{})
	if err != nil || len(report.Findings) > 0 {
		t.Errorf("check: %v, %v", report.Findings, err)
	}
}
