package runner_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// ownField describes a field of one's own, which the policy requires.
func ownField(c *runner.Config) {
	all, err := catalog.Default().WithFields(catalog.Field{
		Path: "ext.acme.cost_center", Question: "Which cost center?", Schema: json.RawMessage(`{"type":"string","pattern":"^CC-"}`),
	})
	if err != nil {
		panic(err)
	}
	c.Turn.Catalog, c.Turn.Policy = all, trip.DefaultPolicy()
	c.Turn.Policy.Required = []string{"ext.acme.cost_center"}
}

// TestPatchOfAnOwnField patches what quoting waits for, and another runner without the field goes on with it: the
// header of the trip describes it.
func TestPatchOfAnOwnField(t *testing.T) {
	s := newStore()
	first := start(t, newWorld(), s, ownField)
	send(t, first, "t1", say("LIS to FCO on May 1"))
	if in := state(t, first, "t1"); !slices.Equal(in.Status.MissingRequired, []string{"ext.acme.cost_center"}) {
		t.Fatalf("missing %q", in.Status.MissingRequired)
	}
	if err := first.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	second := start(t, newWorld(), s)
	for patch, want := range map[trip.Raw]string{
		`{"ext":{"acme":{"cost_center":"none"}}}`: "ext.acme.cost_center",
		`{"ext":{"acme":{"colour":"red"}}}`:       "ext.acme.colour",
		`{"party":{"cost_center":"CC-1"}}`:        "party.cost_center",
		`{"turn":{"number":7}}`:                   "turn",
	} {
		if err := second.Patch(t.Context(), "t1", patch); !errors.Is(err, runner.ErrEvent) ||
			!strings.Contains(err.Error(), want) || strings.Count(err.Error(), "runner: ") != 1 {
			t.Errorf("%s: %v, want an ErrEvent that names %s", patch, err, want)
		}
	}
	if err := second.Patch(t.Context(), "t1", `{"ext":{"acme":{"cost_center":"CC-1"}}}`); err != nil {
		t.Fatal(err)
	}
	in := state(t, second, "t1")
	if len(in.Status.MissingRequired) > 0 || in.Ext != `{"acme":{"cost_center":"CC-1"}}` {
		t.Errorf("missing %q, own fields %s", in.Status.MissingRequired, in.Ext)
	}
}

// TestPatchWaits lets a patch wait for the end of a running turn; one that could never be made is refused at once.
func TestPatchWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.on(trip.ToolFlightSearch, slow(time.Minute, usual[trip.ToolFlightSearch]))
		r := start(t, w, newStore(), ownField)
		if err := r.Create(t.Context(), "t1", trip.NewIntent()); err != nil {
			t.Fatal(err)
		}
		if err := r.Patch(t.Context(), "t1", `{"ext":{"acme":{"cost_center":"CC-1"}}}`); err != nil {
			t.Fatal(err)
		}
		turn := later(t, r, "t1", say("LIS to FCO on May 1"))
		time.Sleep(time.Second)
		if err := r.Patch(t.Context(), "t1", `{"ext":{"acme":{"cost_center":"none"}}}`); !errors.Is(err, runner.ErrEvent) {
			t.Errorf("%v, want ErrEvent", err)
		}
		if err := r.Patch(t.Context(), "t1", `{"ext":{"acme":{"cost_center":"CC-2"}}}`); err != nil {
			t.Fatal(err)
		}
		if in := state(t, r, "t1"); in.Ext != `{"acme":{"cost_center":"CC-1"}}` {
			t.Errorf("while the turn runs the own fields are %s", in.Ext)
		}
		turn()
		time.Sleep(time.Second)
		if in := state(t, r, "t1"); in.Ext != `{"acme":{"cost_center":"CC-2"}}` {
			t.Errorf("after it they are %s", in.Ext)
		}
	})
}

// TestPatchOfAnUnknownTrip makes none.
func TestPatchOfAnUnknownTrip(t *testing.T) {
	r := start(t, newWorld(), newStore())
	if err := r.Patch(t.Context(), "t1", `{"party":{"travelers":{"adults":2}}}`); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("got %v, want ErrNotFound", err)
	}
	if _, err := r.State(t.Context(), "t1"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("it was made: %v", err)
	}
}

// TestShortPathOfARequiredField: a field that policy and catalog name without ext is asked for, answered and patched
// under ext, before and after a restart.
func TestShortPathOfARequiredField(t *testing.T) {
	s := newStore()
	short := func(c *runner.Config) {
		all, err := catalog.Default().WithFields(catalog.Field{
			Path: "party.cost_center", Question: "Which cost center?",
			Schema: json.RawMessage(`{"type":"string"}`),
		})
		if err != nil {
			t.Fatal(err)
		}
		c.Turn.Catalog, c.Turn.Policy = all, trip.DefaultPolicy()
		c.Turn.Policy.Required = []string{"party.cost_center"}
	}
	const whole = "ext.party.cost_center"
	r := start(t, newWorld(), s, short)
	send(t, r, "t1", say("LIS to FCO on May 1"))
	if in := state(t, r, "t1"); !slices.Equal(in.Status.MissingRequired, []string{whole}) {
		t.Fatalf("missing %q, want %s", in.Status.MissingRequired, whole)
	}
	if err := r.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	r = start(t, newWorld(), s, short)
	if err := r.Patch(t.Context(), "t1", `{"ext":{"party":{"cost_center":"CC-1"}}}`); err != nil {
		t.Fatal(err)
	}
	if in := state(t, r, "t1"); len(in.Status.MissingRequired) > 0 || in.Value(whole) != `"CC-1"` {
		t.Errorf("missing %q, it is %s", in.Status.MissingRequired, in.Value(whole))
	}
	replayed(t, recording(t, r, "t1"))
}
