package extract

import (
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// anew are messages with a gap for a value, what is given up there, and what is said in its place.
var anew = []struct{ message, old, now string }{
	{"London to Madrid on ~, 2 adults", "3 June", "5 June"},
	{"London to Madrid on ~ for 2 adults", "5 May", "6 May"},
	{"London to Madrid on ~ for 2 adults", "Tuesday 5 May", "Wednesday 6 May"},
	{"2 adults, London to Madrid on 3 June, back on ~", "10 June", "12 June"},
	{"2 adults, London to ~ on 5 June", "Rome", "Milan"},
	{"2 adults on 5 June from ~ to Rome", "London", "Paris"},
	{"London to Rome on 5 June for ~", "2 adults", "3 adults"},
	{"London to Rome on 5 June, 2 adults, with ~", "Iberia", "Vueling"},
	{"London to Rome on 5 June, 2 adults, in ~", "business class", "economy class"},
	{"London to Rome from ~, 2 adults", "3 to 7 June", "5 to 9 June"},
}

// TestSaidAnew: what a message takes back, or gives up for something else, changes nothing. The message says what it
// says with the other value alone.
func TestSaidAnew(t *testing.T) {
	t.Parallel()
	corrections := []string{
		"%, sorry, ~", "%, no, ~", "% - actually ~", "%, I mean ~", "%, no wait, ~", "%, oops, ~", "%, no sorry ~",
		"%, I meant ~", "% (sorry, ~)", "%, make that ~", "%, or rather ~", "%, no, make it ~",
		"% or better ~", "%, now rather ~", "%, but now we prefer ~", "% but now rather ~",
	}
	givenUp := []string{
		"originally %, now ~", "originally % but now ~", "ideally %, but it has to be ~", "% would have been ideal but only ~ works",
		"% is not possible, so ~", "% but that's sold out so ~", "%, no wait that's not possible, ~ instead",
		"% was the plan, but now it's ~", "% if I could, but it must be ~",
	}
	for _, c := range anew {
		plain := planOf(t, read(strings.Replace(c.message, "~", c.now, 1), today, &known{Intent: trip.NewIntent()}))
		frames := corrections
		if c.old != "3 to 7 June" {
			frames = append(frames[:len(frames):len(frames)], givenUp...)
		}
		for _, frame := range frames {
			said := strings.NewReplacer("%", c.old, "~", c.now).Replace(frame)
			message := strings.Replace(c.message, "~", said, 1)
			if got := planOf(t, read(message, today, &known{Intent: trip.NewIntent()})); got != plain {
				t.Errorf("%q makes\n     %s\nwant %s", message, got, plain)
			}
		}
	}
}

// TestGivenUpInAClauseOfItsOwn: what was meant before, or would be if it could, stands in a part of its own.
func TestGivenUpInAClauseOfItsOwn(t *testing.T) {
	t.Parallel()
	for plain, messages := range map[string][]string{
		"to Sardinia on 6 May": {
			"actually Sicily, now rather Sardinia on 6 May", "we wanted Sicily, now Sardinia on 6 May",
			"we actually wanted Sicily but now we prefer Sardinia on 6 May",
			"actually Sicily, now Sardinia on 6 May",
		},
		"London to Madrid, 1 adult, on 6 May": {
			"London to Madrid, 1 adult, I'd go on 5 May if I could, but it has to be 6 May",
			"London to Madrid, 1 adult, 5 May would have been ideal but only the 6th works",
			"London to Madrid, 1 adult, it was going to be 5 May but now it's the 6th",
			"London to Madrid, 1 adult, we had planned 5 May. It has to be 6 May now.",
			"London to Madrid, 1 adult, we thought about 5 May but settled on 6 May",
			"London to Madrid, 1 adult, on 5 May. Sorry, 6 May.",
		},
		"London to Madrid on 5 June, we are 3": {
			"London to Madrid on 5 June, we were going to be 4 but now we are 3", "London to Madrid on 5 June, originally 4 people, now 3",
			"London to Madrid, we are 3, I said 3 June but it's 5 June", "London to Madrid, 3 June is too early, so 5 June, we are 3",
		},
		"London to Milan on 5 June, 1 adult": {
			"I'd love to go to Rome from London on 5 June, but it has to be Milan, 1 adult",
			"It was going to be Rome on 3 June but now it's Milan on 5 June, from London, 1 adult",
		},
		"London to Madrid on 3 June, back on 5 June, 1 adult": {
			"London to Madrid, I'd like to leave on 3 June but have to be back on 5 June, 1 adult",
			"London to Madrid, 1 adult, I wanted to leave on 3 June but must come back on 5 June",
		},
		"London to Madrid on 3 or 5 June, 1 adult": {
			"London to Madrid, ideally 3 June but 5 June is fine, 1 adult", "London to Madrid, ideally 3 June, otherwise 5 June, 1 adult",
			"London to Madrid on 3 June, if not 5 June, 1 adult",
		},
	} {
		want := planOf(t, read(plain, today, &known{Intent: trip.NewIntent()}))
		for _, message := range messages {
			if got := planOf(t, read(message, today, &known{Intent: trip.NewIntent()})); got != want {
				t.Errorf("%q makes\n     %s\nwant %s", message, got, want)
			}
		}
	}
}

// TestSaidAnewOfTheTrip: who takes back a day or a place that the trip has puts another in its place, and adds nothing.
// Rule: 6.7.anew
func TestSaidAnewOfTheTrip(t *testing.T) {
	t.Parallel()
	plan := read("London to Rome from 5 June to 9 June, 2 adults.", today, &known{Intent: trip.NewIntent()})
	k, err := (&known{Intent: trip.NewIntent()}).with(plan)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []struct{ old, now, want string }{
		{"5 June", "6 June", `{"dates":{"departure_date":"2026-06-06"}}`},
		{"9 June", "10 June", `{"dates":{"return_date":"2026-06-10"}}`},
		{"London", "Leeds", `"origin":{"type":"city","code":"LBA"`},
		{"Rome", "Milan", `"destination":{"type":"city","code":"MXP"`},
	} {
		for _, frame := range []string{
			"I said % but I meant ~", "I told you %, sorry, I meant ~", "did I say %? I meant ~", "Sorry, did I say %? I meant ~.",
			"I wrote %, I meant ~", "originally %, now ~",
		} {
			message := strings.NewReplacer("%", v.old, "~", v.now).Replace(frame)
			res := read(message, today, k)
			if got := planOf(t, res); !strings.Contains(got, v.want) || len(res.Unread)+len(res.Acts) > 0 || strings.Contains(got, v.old) {
				t.Errorf("%q: %s, told %q, acts %v, want %s", message, got, res.Unread, res.Acts, v.want)
			}
		}
	}
}
