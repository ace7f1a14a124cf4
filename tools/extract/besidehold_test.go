package extract_test

import (
	"strings"
	"testing"
)

const held = "approve working_memory.holds"

// TestANumberAloneBesideAHold: what is held is not given back for a number alone, unless options were listed right
// before; it is a number of rooms only where rooms are asked for.
// Rule: 6.2.shown-beside-hold
func TestANumberAloneBesideAHold(t *testing.T) {
	t.Parallel()
	stay := `"party":{"travelers":{"adults":2}},"itinerary":{"trip_type":"stay_only","lodging":{"needed":true,"stays":[` +
		`{"location_code":"FCO","check_in":"2026-06-05","check_out":"2026-06-09"}]}}`
	for _, trip := range []string{planned, stay} {
		for said, position := range map[string]string{"1": "1", "2": "2", "two": "2", "3 please": "3", "2!": "2", "2 👍": "2"} {
			if got, want := saying(t, extractFrom(t, said, after(trip, held))), "show position="+position+" what=option"; got != want {
				t.Errorf("%q: %q, want %q", said, got, want)
			}
			listed := after(`"turn":{"number":7,"listed_held":6},`+trip, held)
			if got, want := saying(t, extractFrom(t, said, listed)), "select position="+position; got != want {
				t.Errorf("%q behind a list: %q, want %q", said, got, want)
			}
			earlier := after(`"turn":{"number":8,"listed_held":6},`+trip, held)
			if got, want := saying(t, extractFrom(t, said, earlier)), "show position="+position+" what=option"; got != want {
				t.Errorf("%q after a list: %q, want %q", said, got, want)
			}
		}
	}
	open := strings.Replace(stay, `,"check_out":"2026-06-09"`, "", 1)
	for _, said := range []string{"2", "two", "3"} {
		got := saying(t, extractFrom(t, said, after(open, "missing itinerary.lodging.stays[0].check_out")))
		if got != "unread "+said {
			t.Errorf("%q for the check-out: %q", said, got)
		}
		got = flatPlan(t, extractFrom(t, said, after(stay, "missing itinerary.lodging.rooms")))
		if !strings.Contains(got, "rooms") {
			t.Errorf("%q for the rooms: %q", said, got)
		}
	}
}

// TestAnotherWayBesideAHold begins another trip, about which is asked first while something is held. A correction is
// a change of the trip, as ever.
func TestAnotherWayBesideAHold(t *testing.T) {
	t.Parallel()
	starts := func(message, known string) bool {
		return strings.Contains(saying(t, extractFrom(t, message, known)), "start_over")
	}
	booked := `"working_memory":{"bookings":[{"purchase_id":"p","status":"confirmed"}]},` + planned
	for _, way := range []string{"Leeds to Rome on 6 July", "from Oslo to Bergen on 3 July", "Madrid to Lisbon on 8 July, one adult"} {
		for _, form := range []string{
			"I also need %", "now I also need %", "could you also book %?", "and a second flight %", "another flight %",
			"we also want to fly %", "%, as well",
		} {
			message := strings.ReplaceAll(form, "%", way)
			if !starts(message, after(planned, held)) {
				t.Errorf("%q changes what is held", message)
			}
		}
		for _, form := range []string{"now I need %", "next I need a flight %", "please book %"} {
			message := strings.ReplaceAll(form, "%", way)
			if !starts(message, after(booked, "")) {
				t.Errorf("%q changes what is booked", message)
			}
		}
		for _, form := range []string{"% instead", "make it %", "it is too expensive, rather %"} {
			message := strings.ReplaceAll(form, "%", way)
			if starts(message, after(planned, held)) {
				t.Errorf("%q begins another trip", message)
			}
		}
	}
}

// TestAYesOnATermAsks: who agrees once something is told, or only if it can be cancelled, asks that; nothing is taken,
// held or given back.
func TestAYesOnATermAsks(t *testing.T) {
	t.Parallel()
	terms := map[string]string{
		"you tell me about bags": "bags", "you tell me whether bags are included": "bags",
		"you tell me if it is refundable": "refund", "you tell me the flight number": "number",
		"I know if it is refundable": "refund", "I know what it costs to change": "changes",
	}
	for _, ask := range []string{"confirm working_memory.selected", held} {
		for term, fact := range terms {
			for _, yes := range []string{"sure, once %", "yes, as soon as %", "ok, when %", "yes but only after %"} {
				message := strings.ReplaceAll(yes, "%", term)
				if got := saying(t, extractFrom(t, message, after(planned, ask))); !strings.HasPrefix(got, "ask ") ||
					!strings.Contains(got, "what="+fact) || strings.Contains(got, ";") {
					t.Errorf("%q: %q", message, got)
				}
			}
		}
		for message, want := range map[string]string{
			"can I cancel it later?": "ask what=refund", "could we cancel it later?": "ask what=refund",
			"can I still cancel it?": "ask what=refund", "can it be cancelled later?": "ask what=refund",
		} {
			if got := saying(t, extractFrom(t, message, after(planned, ask))); got != want {
				t.Errorf("%q: %q, want %q", message, got, want)
			}
		}
		for _, message := range []string{
			"yes if it can be cancelled", "ok as long as I can cancel it",
			"yes, but only if it can be cancelled", "yes, only if it is refundable",
		} {
			got := saying(t, extractFrom(t, message, after(planned, ask)))
			if !strings.HasPrefix(got, "show ") || strings.Contains(got, "deadline") {
				t.Errorf("%q: %q", message, got)
			}
		}
	}
	for message, want := range map[string]string{ // what orders nothing takes nothing, and gives nothing back
		"the second one?": "show", "I like the second one": "show", "take the second one": "select", "the second one instead": "select",
		"can we take the second one instead?": "select", "I'd like to take the second one": "select",
	} {
		got := saying(t, extractFrom(t, message, after(planned, held, "1. A", "2. B", "3. C")))
		if !strings.HasPrefix(got, want+" ") {
			t.Errorf("%q: %q, want %s", message, got, want)
		}
	}
	if got := saying(t, extractFrom(t, "only the hotel please", after(planned, held))); strings.HasPrefix(got, "show ") {
		t.Errorf("a part that is not held is wanted, and not one to be shown: %q", got)
	}
	for _, message := range []string{"cancel it if she says no", "if my boss says no, cancel it"} { // nothing is done on a condition
		if got := saying(t, extractFrom(t, message, after(planned, held))); strings.Contains(got, "release") {
			t.Errorf("%q: %q", message, got)
		}
	}
	for _, one := range []string{"the morning one", "the late one", "the evening one", "the one by night"} {
		for _, form := range []string{"yes but is it %?", "ok but is that %?", "yes, but it is %?", "sure, is it %?"} {
			message := strings.ReplaceAll(form, "%", one)
			got := saying(t, extractFrom(t, message, after(planned, "confirm working_memory.selected")))
			if strings.Contains(got, "confirm") || strings.Contains(got, "hold") {
				t.Errorf("%q: %q", message, got)
			}
		}
	}
	for _, message := range []string{"yes the second one please", "sure, the second one", "yes please, the second one"} {
		if got := saying(t, extractFrom(t, message, after(planned, held))); got != "show position=2 what=option" {
			t.Errorf("%q: %q", message, got)
		}
	}
}
