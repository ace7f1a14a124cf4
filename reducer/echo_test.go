package reducer

import (
	"testing"

	"github.com/legwork-go/legwork/trip"
)

func at(code string) trip.Place { return trip.Place{Code: code} }

func TestSaysSame(t *testing.T) {
	t.Parallel()
	a := trip.Say("echo.one", "n", 1)
	for _, b := range []trip.Message{trip.Say("echo.two", "n", 1), trip.Say("echo.one", "n", 2)} {
		if saysSame(&a, &b) {
			t.Errorf("%v says the same as %v", b, a)
		}
	}
}

// TestPushUndo: only the newest plans can be gone back to.
func TestPushUndo(t *testing.T) {
	t.Parallel()
	in := trip.NewIntent()
	in.Party.Travelers.Adults = 1
	s := deciding(&in)
	s.Changed = true
	for n := range int64(trip.MaxUndo + 2) {
		in.Turn.Number = n
		s.pushUndo(new(trip.PlanSnapshot), &in)
	}
	if e := in.UndoStack; len(e) != trip.MaxUndo || e[0].Turn != 2 || e[len(e)-1].Turn != trip.MaxUndo+1 {
		t.Errorf("kept are %d plans: %+v", len(e), e)
	}
}
