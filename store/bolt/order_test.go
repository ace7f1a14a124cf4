package bolt

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

// Keys that a damaged page has out of order lead nobody round in circles.
func TestKeysOutOfOrder(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		key, instead []byte // which is less than the key before it
		read         func(s *Store, report *store.CheckReport) error
		says         string
	}{
		"the ends of turns": {groupKey("t1", 2*turnsInGroup), groupKey("t1", 1), func(s *Store, report *store.CheckReport) error {
			return s.checkHistory(t.Context(), "t1", report)
		}, "the ends of its turns are not in order"},
		"trips": {[]byte("t2"), []byte("a2"), func(s *Store, _ *store.CheckReport) error {
			for _, err := range s.Trips(t.Context(), "") {
				if err != nil {
					return err
				}
			}
			return nil
		}, "the trips are not in order"},
	} {
		s := opened(t, Options{})
		for _, id := range []trip.ID{"t1", "t2", "t3"} {
			storetest.Fill(t, s, id, 4*turnsInGroup, 1)
		}
		if err := s.Checkpoint(); err != nil {
			t.Fatal(err)
		}
		whole, err := os.ReadFile(s.path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.file.WriteAt(bytes.ReplaceAll(whole, c.key, c.instead), 0); err != nil {
			t.Fatal(err)
		}
		var report store.CheckReport
		err = c.read(s, &report)
		says := fmt.Sprint(err, report.Findings)
		if _, err := s.file.WriteAt(whole, 0); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(says, c.says) {
			t.Errorf("%s: %s, want %q", name, says, c.says)
		}
	}
}
