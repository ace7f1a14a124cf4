package tell

import (
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/trip"
)

// deciding tells of an intent in a decision of its own.
func deciding(in *trip.Intent) Teller {
	policy := trip.DefaultPolicy()
	s := decision.Of(in, 0)
	s.Policy, s.Catalog = &policy, catalog.Default()
	return Teller{Step: s}
}

// money is an amount in minor units; zero of no currency where the amount is not known.
func money(minor int64, currency trip.Currency) trip.Money {
	return trip.Money{Minor: minor, Currency: currency}
}

func TestNothingIsAskedOfNothingHeld(t *testing.T) {
	t.Parallel()
	in := trip.NewIntent()
	in.WorkingMemory.RankedBundles = []trip.Bundle{{BundleID: "b1"}}
	s := deciding(&in)
	s.booking().NoteShown()
	if ask := s.StandingApproval(); ask != nil {
		t.Errorf("asks %+v", ask)
	}
	in.Turn.Shown = []string{"b1"}
	for _, position := range []int64{-1, 0, 2} {
		if b := s.atPosition(position); b != nil {
			t.Errorf("at %d stands %v", position, b)
		}
	}
	if b := s.atPosition(1); b == nil || b.BundleID != "b1" {
		t.Errorf("the first is %v", b)
	}
}
