package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// knownAfter returns what is known once messages were said one after the other, each of which may be taken back.
func knownAfter(t *testing.T, messages ...string) *known {
	t.Helper()
	k := &known{Intent: trip.NewIntent()}
	for n, message := range messages {
		was := k.PlanSnapshot()
		was.Turn, k.Turn.Number = int64(n+1), int64(n+1)
		next, err := k.with(read(message, today, k))
		if err != nil {
			t.Fatal(err)
		}
		next.UndoStack = append(k.UndoStack, was)
		k = next
	}
	return k
}

// daysAfter says messages as knownAfter does, and returns when the two flights are then, "04 to 09", or what is left open
// of them.
func daysAfter(t *testing.T, messages ...string) string {
	t.Helper()
	k := knownAfter(t, messages...)
	said := ""
	for _, s := range k.Itinerary.Segments {
		days := s.Alternatives.DepartDate
		if len(days) == 0 {
			days = []trip.Date{s.DepartDate}
		}
		said += fmt.Sprintf("%02d/%02d", days[0].Day(), days[len(days)-1].Day()) + " "
	}
	return said
}

// TestGoesOnWithTheLastEnd says a day or two behind a message that changed one end of the journey: it is of that end.
// Rule: 6.7.day
func TestGoesOnWithTheLastEnd(t *testing.T) {
	t.Parallel()
	const first = "two of us from Oslo to Rome on 4 June, back 9 June"
	for _, back := range []string{"until the 10th", "back on the 10th", "we come back on 10 June", "return on the 10th instead", "home on the 10th"} {
		for _, form := range []string{"the %s, to be exact", "no, the %s", "the %s is enough", "make it the %s", "or rather the %s", "%s June"} {
			if got := daysAfter(t, first, back, fmt.Sprintf(form, "11th")); got != "04/04 11/11 " {
				t.Errorf("%q, then %q: %s", back, form, got)
			}
		}
		for _, form := range []string{"the 8th or 9th is ok as well", "the 8th or the 9th would do"} {
			if got := daysAfter(t, first, back, form); got != "04/04 08/09 " {
				t.Errorf("%q, then %q: %s", back, form, got)
			}
		}
	}
	for _, out := range []string{"leave on the 5th", "we fly out on 5 June", "depart the 5th instead"} {
		for _, form := range []string{"the %s, to be exact", "no, the %s", "make it the %s"} {
			if got := daysAfter(t, first, out, fmt.Sprintf(form, "6th")); got != "06/06 09/09 " {
				t.Errorf("%q, then %q: %s", out, form, got)
			}
		}
	}
	if got := daysAfter(t, first, "from Friday night", "to Sunday night"); got != "05/05 07/07 " {
		t.Errorf("from and to in two messages: %s", got)
	}
}

// TestBothEnds moves both flights of a trip that comes back on the day on which it leaves, and those of which both are named.
// Rule: 6.7.day
func TestBothEnds(t *testing.T) {
	t.Parallel()
	for _, first := range []string{
		"Oslo to Rome on 4 June, day trip, one adult", "Oslo to Rome on 4 June and back the same day, one adult",
		"Oslo to Rome 4 June, back 4 June, one adult",
	} {
		if got := daysAfter(t, first); got != "04/04 04/04 " {
			t.Errorf("%q: %s", first, got)
		}
		for _, then := range []string{"make that the 11th", "11 June instead", "both flights on the 11th", "the 11th is better"} {
			if got := daysAfter(t, first, then); got != "11/11 11/11 " {
				t.Errorf("%q, then %q: %s", first, then, got)
			}
		}
	}
	for _, both := range []string{"both flights on the 11th", "both ways on 11 June", "both legs on the 11th please"} {
		if got := daysAfter(t, "two of us from Oslo to Rome on 4 June, back 9 June", both); got != "11/11 11/11 " {
			t.Errorf("%q: %s", both, got)
		}
	}
}

// TestFlexibleReturn leaves the day of the way back open, where that is what is flexible, and not the day of the way out.
// Rule: 5.8.near
func TestFlexibleReturn(t *testing.T) {
	t.Parallel()
	const first = "two of us from Oslo to Rome on 4 June, back 9 June"
	for _, said := range []string{"I'm flexible with the return", "the return is flexible", "we are flexible on the way back", "my return date is flexible"} {
		for _, talk := range [][]string{{first, said}, {first + ", " + said}, {first + ". " + said}} {
			if got := daysAfter(t, talk...); got != "04/04 06/12 " {
				t.Errorf("%q: %s", talk, got)
			}
		}
	}
}

// TestAChangeInPlaceOfTheLast: "no, 3 days longer" counts from the days as they were before the last change, "3 days longer"
// from the days as they are.
// Rule: 6.7.day
func TestAChangeInPlaceOfTheLast(t *testing.T) {
	t.Parallel()
	for said, want := range map[string][2]string{
		"no, take 1 day off instead": {"add 2 days", "04/04 08/08 "}, "no, 3 days longer": {"stay 2 days longer", "04/04 12/12 "},
		"no, two weeks later": {"move it a week later", "18/18 23/23 "}, "no, one day less": {"make it a day longer", "04/04 08/08 "},
	} {
		if got := daysAfter(t, "two of us from Oslo to Rome on 4 June, back 9 June", want[0], said); got != want[1] {
			t.Errorf("%q, then %q: %s, want %s", want[0], said, got, want[1])
		}
	}
	if got := daysAfter(t, "two of us from Oslo to Rome on 4 June, back 9 June", "add 2 days", "add 2 days"); got != "04/04 13/13 " {
		t.Errorf("two changes one after the other: %s", got)
	}
	for _, before := range []string{"actually, ", "sorry, ", "rather ", "I meant "} {
		for first, then := range map[string][2]string{
			"back on the 12th of June": {"stay a day longer", "04/04 13/13 "}, "leave on the 6th of June": {"leave a day later", "07/07 "},
		} {
			got := daysAfter(t, "two of us from Oslo to Rome on 4 June, back 9 June", first, before+then[0])
			if !strings.HasPrefix(got, then[1]) {
				t.Errorf("%q, then %q: %s, want %s", first, before+then[0], got, then[1])
			}
		}
	}
}

// TestWhereItWas: a place that was just replaced goes back to where it was, and replaces nothing else.
// Rule: 6.7.place
func TestWhereItWas(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"Oslo it is", "ok oslo it is", "no, Oslo it is", "Oslo after all", "back to Oslo"} {
		k := knownAfter(t, "Oslo to Rome 4 May to 8 May, 2 adults, no hotel", "what if we go from Bergen", said)
		if from, to := k.leg().Origin.Code, k.leg().Destination.Code; from != "OSL" || to != "FCO" {
			t.Errorf("%q: %s to %s", said, from, to)
		}
	}
}
