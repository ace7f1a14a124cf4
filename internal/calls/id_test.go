package calls_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/trip"
)

// TestIDs pins ids that stand in recordings: should one change, calls and orders would be made twice.
func TestIDs(t *testing.T) {
	long := strings.Repeat("a", 200)
	for _, c := range []struct{ what, got, want string }{
		{"a call", calls.ID("t1", 1, 1), "2a2aa23a-67aa-5de0-bbb0-9b09b25cd784"},
		{"a later call", calls.ID("t1", 12, 3), "c25467da-8d6e-57e5-8957-96854f0bee95"},
		{"a call of a trip with a long name", calls.ID(trip.ID(long), 1, 1), "1b17a5e8-1cf0-5c01-9093-85c0282069bd"},
		{"an event", calls.EventID("t1", 7), "f059cd26-585a-550e-ad5e-dba73ca096f3"},
		{"a key", calls.Key("t1", trip.ToolHold, []string{"f1", "h1"}, 2), "3e5c5a7e-76d6-5702-8250-c2c31d937b5a"},
		{"a key of nothing", calls.Key("t1", trip.ToolHold, nil, 0), "ea4afeee-4a7c-5d8f-a9f5-f3030be6e0db"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", c.what, c.got, c.want)
		}
	}
}

// TestIDsAreTheLibrarys: the ids are UUIDs of version 5 as their library makes them.
func TestIDsAreTheLibrarys(t *testing.T) {
	space := uuid.NewSHA1(uuid.NameSpaceURL, []byte("https://github.com/legwork-go/legwork"))
	rapid.Check(t, func(t *rapid.T) {
		id, turn, ordinal := rapid.String().Draw(t, "trip"), rapid.Int64().Draw(t, "turn"), rapid.Int64().Draw(t, "ordinal")
		want := uuid.NewSHA1(space, fmt.Appendf(nil, "call\x00%s\x00%d.%d", id, turn, ordinal)).String()
		if got := calls.ID(trip.ID(id), turn, ordinal); got != want {
			t.Errorf("call %d of turn %d of %q: %s, want %s", ordinal, turn, id, got, want)
		}
	})
}
