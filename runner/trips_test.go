package runner_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// listed returns the ids of the trips that fit a filter.
func listed(t *testing.T, r *runner.Runner, f runner.Filter) (ids []trip.ID) {
	t.Helper()
	for s, err := range r.Trips(t.Context(), f) {
		if err != nil {
			t.Fatalf("%s: %v", s.ID, err)
		}
		ids = append(ids, s.ID)
	}
	return ids
}

func TestTripsAreSelected(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r := start(t, w, newStore())
		begun := time.Now()
		in := trip.NewIntent()
		in.Scope.Owner = "ann"
		if err := r.Create(t.Context(), "t2", in); err != nil {
			t.Fatal(err)
		}
		inDoubt(t, w, r) // t1, and it stays so
		w.mu.Lock()
		w.down = true
		w.mu.Unlock()
		time.Sleep(time.Hour)
		later := time.Now()
		send(t, r, "t2", say("LIS to FCO on May 1"))
		send(t, r, "t3", say("LIS to FCO on May 1"))
		for name, tc := range map[string]struct {
			f    runner.Filter
			want []trip.ID
		}{
			"all":         {runner.Filter{}, []trip.ID{"t1", "t2", "t3"}},
			"owner":       {runner.Filter{Owner: "ann"}, []trip.ID{"t2"}},
			"nobody":      {runner.Filter{Owner: "bob"}, nil},
			"status":      {runner.Filter{Status: []trip.Status{trip.PresentingOptions}}, []trip.ID{"t2", "t3"}},
			"old":         {runner.Filter{Before: later}, []trip.ID{"t1"}},
			"new":         {runner.Filter{After: later}, []trip.ID{"t2", "t3"}},
			"since begun": {runner.Filter{After: begun}, []trip.ID{"t1", "t2", "t3"}},
			"in doubt":    {runner.Filter{InDoubt: true}, []trip.ID{"t1"}},
			"first page":  {runner.Filter{Limit: 2}, []trip.ID{"t1", "t2"}},
			"second page": {runner.Filter{Beyond: "t2", Limit: 2}, []trip.ID{"t3"}},
			"both":        {runner.Filter{Limit: 1, Status: []trip.Status{trip.PresentingOptions}}, []trip.ID{"t2"}},
		} {
			if got := listed(t, r, tc.f); !slices.Equal(got, tc.want) {
				t.Errorf("%s: got %v, want %v", name, got, tc.want)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for _, err := range r.Trips(ctx, runner.Filter{}) {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
		}
	})
}

// TestChoiceMakesNoTrip: what can only be meant for a trip that exists is refused where there is none.
func TestChoiceMakesNoTrip(t *testing.T) {
	s := newStore()
	r := start(t, newWorld(), s)
	for _, data := range []trip.EventData{
		trip.TurnCancelled{},
		trip.UserSelectedBundle{BundleID: "b1"},
		trip.UserRequestHold{},
		trip.UserApprovedPurchase{ApprovalToken: "yes", PaymentMethodID: "pm"},
	} {
		if _, err := sendErr(t.Context(), r, "t1", trip.Event{Data: data}); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: got %v, want ErrNotFound", data.Type(), err)
		}
	}
	if got := listed(t, r, runner.Filter{}); got != nil {
		t.Errorf("there is %v", got)
	}
	if err := r.Create(t.Context(), "t1", trip.NewIntent()); err != nil {
		t.Fatal(err)
	}
	if _, err := sendErr(t.Context(), r, "t1", trip.Event{Data: trip.TurnCancelled{}}); err != nil {
		t.Errorf("a trip that was created takes it: %v", err)
	}
}

// TestTripsPassOverWhatIsErased while the list of them is walked.
func TestTripsPassOverWhatIsErased(t *testing.T) {
	r := start(t, newWorld(), newStore())
	for _, id := range []trip.ID{"t1", "t2", "t3"} {
		send(t, r, id, say("LIS to FCO on May 1"))
	}
	var ids []trip.ID
	for s, err := range r.Trips(t.Context(), runner.Filter{}) {
		if err != nil {
			t.Fatalf("%s: %v", s.ID, err)
		}
		if ids = append(ids, s.ID); s.ID == "t1" {
			if err := r.Delete(t.Context(), "t2"); err != nil {
				t.Fatal(err)
			}
		}
	}
	if want := []trip.ID{"t1", "t3"}; !slices.Equal(ids, want) {
		t.Errorf("got %q, want %q", ids, want)
	}
}
