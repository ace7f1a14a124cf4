package cli

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/trip"
)

// TestTripsThatAreDecidedOtherwise checks a store with a trip of another version: it is named, and not damaged. An
// altered event is damage.
func TestTripsThatAreDecidedOtherwise(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	if code, _, said := legwork(strings.NewReader("Two of us from Boston to Lisbon on June 3, back June 10\n1\n"), "run",
		"--store", path, "--trip", "t1", "--now", "2026-03-01T09:00:00Z"); code != exitOK {
		t.Fatalf("run: exit %d, %s", code, said)
	}
	other := filepath.Join(t.TempDir(), "other.db")
	otherVersion(t, path, other)
	code, out, said := legwork(nil, "check", "--store", other)
	if code != exitDifference || !strings.Contains(out, `trip "t1" is decided otherwise`) || !strings.Contains(said, "can be gone on with") {
		t.Errorf("check: exit %d, %s%s", code, out, said)
	}
	if _, out, _ := legwork(nil, "check", "--json", "--store", other); !strings.Contains(out, `"damaged":[],"differ":["t1"]`) {
		t.Errorf("as JSON: %s", out)
	}
	if code, out, said := legwork(strings.NewReader("hold it\n"), "run", "--store", other, "--trip", "t1", "--now",
		"2026-03-01T10:00:00Z"); code != exitOK || out == "" {
		t.Errorf("going on with it: exit %d, %s%s", code, out, said)
	}
}

// otherVersion copies the trip of a store to another one, with an event's digest that this version does not come to.
func otherVersion(t *testing.T, from, to string) {
	t.Helper()
	s, err := bolt.Open(from, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	there, err := s.Load(t.Context(), "t1")
	if err != nil {
		t.Fatal(err)
	}
	c := store.Commit{Trip: "t1", Header: there.Header, Snapshot: there.Snapshot, TurnEnded: true}
	for record, err := range s.Log(t.Context(), "t1", 1) {
		if err != nil {
			t.Fatal(err)
		}
		ev, err := trip.DecodeEvent(string(record.Event))
		if err != nil {
			t.Fatal(err)
		}
		if record.Seq == 2 {
			ev.Decision = trip.DigestOf(nil)
		}
		c.Events = append(c.Events, ev.AppendJSON(nil))
	}
	copied, err := bolt.Open(to, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(copied.Append(t.Context(), c), copied.Close()); err != nil {
		t.Fatal(err)
	}
}
