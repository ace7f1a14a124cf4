package applier_test

import (
	"slices"
	"testing"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/trip"
)

// seeded is a round trip of which the nights follow the days of travel.
const seeded = `{"trip_intent":{"origin":"JFK","destination":"LIS","trip_type":"round_trip",` +
	`"dates":{"departure_date":"2026-05-04","return_date":"2026-05-08"}}}`

// answer is a trip after a question about a path was answered with a value.
func answer(t *testing.T, in trip.Intent, path, value string) trip.Intent {
	t.Helper()
	in.Status.Ask = &trip.Ask{
		Kind: trip.AskClarify, ID: "a", About: []string{path}, Choices: []trip.Choice{{ID: "1", Params: trip.Sentence("This.").Params}},
	}
	in.Turn.Questions = []trip.Question{{About: path, Choices: []trip.QuestionChoice{{Label: "This.", Value: trip.Raw(value)}}}}
	next, _, err := applier.Answer(defaults, in, trip.UserAnswered{AskID: "a", ChoiceID: "1"})
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return next
}

// TestNightsThatWereWrittenStay: however nights were written, they do not follow the days of travel any more.
func TestNightsThatWereWrittenStay(t *testing.T) {
	patch := func(in trip.Intent, doc trip.Raw) trip.Intent {
		next, _, err := applier.Patch(in, doc)
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
	for name, write := range map[string]func(in trip.Intent) trip.Intent{
		"a message": func(in trip.Intent) trip.Intent {
			return extracted(t, in, `{"trip_intent":{"lodging":{"check_in":"2026-05-05","check_out":"2026-05-07"}}}`)
		},
		"answers": func(in trip.Intent) trip.Intent {
			in = answer(t, in, "itinerary.lodging.check_in", `"2026-05-05"`)
			return answer(t, in, "itinerary.lodging.check_out", `"2026-05-07"`)
		},
		"a patch of an operator": func(in trip.Intent) trip.Intent {
			return patch(in, `{"itinerary":{"lodging":{"check_in":"2026-05-05","check_out":"2026-05-07"}}}`)
		},
		"an event": func(in trip.Intent) trip.Intent {
			next, err := applier.Amend(defaults, in, `{"itinerary":{"lodging":{"check_in":"2026-05-05","check_out":"2026-05-07"}}}`)
			if err != nil {
				t.Fatal(err)
			}
			return next
		},
		"a patch after they were taken back": func(in trip.Intent) trip.Intent {
			in = extracted(t, in, `{"clears":["itinerary.lodging.check_in","itinerary.lodging.check_out",`+
				`"itinerary.segments[0].depart_date","itinerary.segments[1].depart_date"]}`)
			return patch(in, `{"itinerary":{"lodging":{"check_in":"2026-05-05","check_out":"2026-05-07"}}}`)
		},
	} {
		in := write(extracted(t, trip.NewIntent(), seeded))
		in = extracted(t, in, `{"trip_intent":{"dates":{"departure_date":"2026-05-03","return_date":"2026-05-10"}}}`)
		if l := &in.Itinerary.Lodging; l.CheckIn.String() != "2026-05-05" || l.CheckOut.String() != "2026-05-07" {
			t.Errorf("%s: the nights are now %s to %s", name, l.CheckIn, l.CheckOut)
		}
	}
}

// TestAnswersMoveTheRest: the way back and the nights follow what an answer wrote, as they follow a message.
func TestAnswersMoveTheRest(t *testing.T) {
	in := extracted(t, trip.NewIntent(), seeded)
	in = answer(t, in, "itinerary.segments[0].destination.code", `{"code":"FAO"}`)
	in = answer(t, in, "itinerary.segments[0].depart_date", `"2026-05-05"`)
	if back := in.Itinerary.Segments[1]; back.Origin.Code != "FAO" || back.Destination.Code != "JFK" {
		t.Errorf("the way back goes from %s to %s", back.Origin.Code, back.Destination.Code)
	}
	if l := &in.Itinerary.Lodging; l.CheckIn.String() != "2026-05-05" || l.CheckOut.String() != "2026-05-08" {
		t.Errorf("the nights are %s to %s", l.CheckIn, l.CheckOut)
	}
}

// TestUnknownPathsAreNoted: what a message takes back and is no path changes nothing but the notes.
func TestUnknownPathsAreNoted(t *testing.T) {
	in := extracted(t, trip.NewIntent(), `{"clears":["itinerary..moon","itinerary.moon","preferences.flight.cabin"]}`)
	if !slices.EqualFunc(in.Status.NoteKeys, []string{"note.unknown_path"}, func(m trip.Message, key string) bool { return m.Key == key }) {
		t.Errorf("notes %v", in.Status.NoteKeys)
	}
}

// TestUndoTakesAssumptionsBack: what was taken for granted of the plan that comes back is so again, and nothing else.
func TestUndoTakesAssumptionsBack(t *testing.T) {
	in := trip.NewIntent()
	in.UndoStack = []trip.PlanSnapshot{{Assumptions: []trip.Message{trip.Say("assume.stay_only")}}}
	in.Assume([]trip.Message{trip.Say("assume.flight_only")})
	in = extracted(t, in, `{"acts":[{"act":"undo"}]}`)
	if keys := in.Status.AssumptionKeys; len(keys) != 1 || keys[0].Key != "assume.stay_only" {
		t.Errorf("assumed is %v", keys)
	}
}

// TestName: every option and bundle gets an id, those that have one keep it, and the intent that was given stays as it is.
func TestName(t *testing.T) {
	in := trip.NewIntent()
	in.WorkingMemory.FlightQuotes = []trip.FlightQuotes{{{OptionID: "own"}}, nil, {{OptionID: "x"}, {}}}
	in.WorkingMemory.HotelQuotes = []trip.HotelQuotes{nil, {{{}, {OptionID: "y"}}, {{OptionID: "z"}}, {{}}}}
	in.WorkingMemory.RankedBundles = []trip.Bundle{{}, {BundleID: "b"}}
	before := string(in.AppendJSON(nil))
	out := applier.Name(in)
	if string(in.AppendJSON(nil)) != before {
		t.Error("the intent that was given is another one")
	}
	var ids []string
	for _, leg := range out.WorkingMemory.FlightQuotes {
		for _, o := range leg {
			ids = append(ids, o.OptionID)
		}
	}
	for _, stay := range out.WorkingMemory.HotelQuotes {
		for _, room := range stay {
			for _, o := range room {
				ids = append(ids, o.OptionID)
			}
		}
	}
	for _, b := range out.WorkingMemory.RankedBundles {
		ids = append(ids, b.BundleID)
	}
	if want := []string{"own", "x", "flt_seg2_1", "htl_stay1_0", "y", "z", "htl_stay1_3", "bundle_0", "b"}; !slices.Equal(ids, want) {
		t.Errorf("got  %q\nwant %q", ids, want)
	}
	if w := &out.WorkingMemory; w.FlightQuotes[1] != nil || w.HotelQuotes[0] != nil {
		t.Error("what was not searched was named")
	}
}
