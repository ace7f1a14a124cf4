package applier_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/trip"
)

// planned is a round trip with a stay, put together from extractions as in a conversation.
func planned(t *testing.T) trip.Intent {
	t.Helper()
	return extracted(t, trip.NewIntent(), `{"trip_intent":{"origin":{"code":"BOS","city":"Boston"},"destination":{"code":"LIS","city":"Lisbon"},
		"trip_type":"round_trip","dates":{"departure_date":"2026-05-04","return_date":"2026-05-09"},"travelers":{"adults":2,"children":1,"ages":[4]},
		"cabin":"business","constraints":{"preferred_airlines":["TP","Iberia"],"budget_total":{"amount":"900.00","currency":"EUR"}},
		"segments":[{"via":[{"code":"MAD","city":"Madrid"}]}],"lodging":{"rooms":1}}}`)
}

// goesOn is the next message, with a plan that can be gone back to where the one before it changed something.
func goesOn(t *testing.T, before, in trip.Intent, result string) trip.Intent {
	t.Helper()
	if len(planChanges(before, in)) > 0 {
		in.UndoStack = append(slices.Clip(in.UndoStack), before.PlanSnapshot())
	}
	return extracted(t, in, result)
}

// planChanges are the paths of the plan in which two intents differ.
func planChanges(a, b trip.Intent) []string {
	return slices.DeleteFunc(paths(a, b), func(path string) bool {
		return strings.HasPrefix(path, "status.") || strings.HasPrefix(path, "earlier_plans") || strings.HasPrefix(path, "working_memory.")
	})
}

func TestOperations(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ op, path, want, why string }{
		{`"op":"set","value":"economy"`, "preferences.flight.cabin", `"economy"`, ""},
		{`"op":"set","value":{"code":"OPO","city":"Porto"}`, "itinerary.segments[0].destination.code", `"OPO"`, ""},
		{`"op":"set","value":"OPO"`, "itinerary.segments[0].destination.code", `"OPO"`, ""},
		{`"op":"set","value":"2026-05-03"`, "itinerary.segments[0].depart_date", `"2026-05-03"`, ""},
		{`"op":"set","value":"2026-02-01"`, "itinerary.segments[0].depart_date", `"2026-05-04"`, ""}, // told as passed
		{`"op":"set","value":[5]`, "party.ages", `[5]`, ""},
		{`"op":"replace","value":"2026-05-03","was":"2026-05-04"`, "itinerary.segments[0].depart_date", `"2026-05-03"`, ""},
		{`"op":"replace","value":"2026-05-03","was":"2026-05-05"`, "itinerary.segments[0].depart_date", `"2026-05-04"`, "was"},
		{`"op":"replace","value":{"code":"OPO"},"was":"Lisbon"`, "itinerary.segments[0].destination.code", `"OPO"`, ""},
		{`"op":"replace","value":{"code":"OPO"},"was":{"code":"lis"}`, "itinerary.segments[0].destination.code", `"OPO"`, ""},
		{`"op":"replace","value":{"code":"OPO"},"was":{"code":"FAO"}`, "itinerary.segments[0].destination.code", `"LIS"`, "was"},
		{
			`"op":"replace","value":{"amount":"950.00","currency":"EUR"},"was":{"amount":"900","currency":"EUR"}`, "constraints.budget_total",
			`{"amount":"950.00","currency":"EUR"}`, "",
		},
		{`"op":"replace","value":"KLM","was":"iberia"`, "preferences.flight.preferred_airlines", `["TP","KLM"]`, ""},
		{`"op":"replace","value":"KLM","was":"Delta"`, "preferences.flight.preferred_airlines", `["TP","Iberia"]`, "was"},
		{`"op":"add","value":"KLM"`, "preferences.flight.preferred_airlines", `["TP","Iberia","KLM"]`, ""},
		{`"op":"add","value":"iberia"`, "preferences.flight.preferred_airlines", `["TP","Iberia"]`, ""},
		{`"op":"add","value":{"code":"FAO"}`, "itinerary.segments[0].alternatives.destination", `[{"code":"FAO","type":null}]`, ""},
		{`"op":"add","value":"x"`, "preferences.flight.cabin", `"business"`, "value"},
		{`"op":"remove","value":"TP"`, "preferences.flight.preferred_airlines", `["Iberia"]`, ""},
		{`"op":"remove","value":"Madrid"`, "itinerary.segments[0].via", ``, ""},
		{`"op":"remove","value":"KLM"`, "preferences.flight.preferred_airlines", `["TP","Iberia"]`, "gone"},
		{`"op":"remove"`, "constraints.budget_total", ``, ""},
		{`"op":"remove"`, "itinerary.segments[1]", ``, ""},
		{`"op":"exclude","value":"TP"`, "preferences.flight.preferred_airlines", `["Iberia"]`, ""},
		{`"op":"undo"`, "preferences.flight.cabin", `"business"`, "gone"},
		{`"op":"set","value":"x"`, "party.payment_method_id", ``, "path"},
		{`"op":"set","value":true`, "policy.rules.holds_allowed_without_approval", ``, "path"},
		{`"op":"set","value":"x"`, "itinerary.segments[0].segment_id", `"seg_0"`, "path"},
		{`"op":"set","value":"2026-05-03"`, "itinerary.segments[3].depart_date", ``, "path"},
		{`"op":"set","value":1`, "itinerary.moon", ``, "path"},
		{`"op":"set","value":1`, "", ``, "path"},
		{`"op":"invent","value":1`, "party.travelers.adults", `2`, "path"},
		{`"op":"set","value":"two"`, "party.travelers.adults", `2`, "value"},
		{`"op":"set"`, "party.travelers.adults", `2`, "value"},
		{`"op":"set","value":"a"`, "ext.acme.cost_center", ``, "value"}, // the catalog has no such field
	} {
		in := planned(t)
		next := extracted(t, in, fmt.Sprintf(`{"operations":[{%s,"path":%q}]}`, c.op, c.path))
		if got := next.Value(c.path); string(got) != c.want {
			t.Errorf("%s of %s leaves %s, want %s", c.op, c.path, got, c.want)
		}
		why := ""
		for _, m := range next.Turn.Unwritten {
			why += fmt.Sprint(m.Params.Get("why"))
		}
		isUnwritten := func(m trip.Message) bool { return m.Key == "note.unwritten" }
		if isTold := slices.ContainsFunc(next.Status.NoteKeys, isUnwritten); why != c.why || isTold != (why != "") {
			t.Errorf("%s of %s: told %q, want %q; noted %t", c.op, c.path, why, c.why, isTold)
		}
		if c.why != "" && len(planChanges(in, next)) > 0 {
			t.Errorf("%s of %s is told as not made and changes %v", c.op, c.path, planChanges(in, next))
		}
	}
}

// TestExclusionsOfOperations: what is named where it would be wished for goes to what is not wanted.
func TestExclusionsOfOperations(t *testing.T) {
	t.Parallel()
	next := extracted(t, planned(t), `{"operations":[{"op":"exclude","path":"preferences.flight.preferred_airlines","value":"Ryanair"},
		{"op":"exclude","path":"itinerary.segments[0].via","value":{"code":"IST"}},{"op":"exclude","path":"itinerary.segments[0].transport_mode","value":"train"},
		{"op":"exclude","path":"itinerary.segments[0].depart_date","value":"2026-05-14"},
		{"op":"exclude","path":"itinerary.excluded_days","value":{"to":"2026-05-02"}}]}`)
	for path, want := range map[string]string{
		"preferences.flight.excluded_airlines": `["Ryanair"]`, "preferences.flight.excluded_connections": `[{"code":"IST","type":null}]`,
		"preferences.excluded_modes": `["train"]`,
		"itinerary.excluded_days":    `[{"from":"2026-05-14","to":"2026-05-14"},{"from":null,"to":"2026-05-02"}]`,
	} {
		if got := next.Value(path); string(got) != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// TestUndoOfAPath takes back the last change of one path and leaves what else has changed.
func TestUndoOfAPath(t *testing.T) {
	t.Parallel()
	first := planned(t)
	second := goesOn(t, first, first, `{"trip_intent":{"dates":{"departure_date":"2026-05-05"},"travelers":{"adults":3}}}`)
	third := goesOn(t, first, second, `{"trip_intent":{"cabin":"first"}}`)
	fourth := goesOn(t, second, third, `{"operations":[{"op":"undo","path":"itinerary.segments[0].depart_date"}]}`)
	for path, want := range map[string]string{
		"itinerary.segments[0].depart_date": `"2026-05-04"`, "itinerary.lodging.check_in": `"2026-05-04"`,
		"party.travelers.adults": "3", "preferences.flight.cabin": `"first"`,
	} {
		if got := fourth.Value(path); string(got) != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// TestUndoOfTheParty gives the ages back that went with those who no longer travelled.
// Rule: 5.9.undo
func TestUndoOfTheParty(t *testing.T) {
	t.Parallel()
	first := planned(t)
	for _, change := range []string{
		`"op":"remove","path":"party.travelers"`, `"op":"set","path":"party.travelers","value":{"adults":1}`,
		`"op":"set","path":"party.travelers","value":{"adults":2,"children":0}`,
	} {
		set := goesOn(t, first, first, `{"operations":[{`+change+`}]}`)
		if len(set.Party.Ages) > 0 {
			t.Errorf("%s leaves the ages %v", change, set.Party.Ages)
		}
		back := goesOn(t, first, set, `{"operations":[{"op":"undo","path":"party.travelers"}]}`)
		if d := planChanges(first, back); len(d) > 0 {
			t.Errorf("%s and back leaves %v", change, d)
		}
	}
}

// drawnOperations are changes of all parts of the plan, many of them wrong.
func drawnOperations(t *rapid.T) (op, path, value string) {
	path = rapid.SampledFrom([]string{
		"itinerary.segments[0].origin.code", "itinerary.segments[0].destination", "itinerary.segments[1].destination.code", "itinerary.segments[0].depart_date",
		"itinerary.segments[1].depart_date", "itinerary.segments[2].depart_date", "itinerary.segments[0].depart_between",
		"itinerary.segments[0].alternatives.destination",
		"itinerary.segments[0].alternatives.depart_date", "itinerary.segments[0].via", "itinerary.segments[0].transport_mode", "itinerary.segments[1]",
		"itinerary.segments",
		"itinerary.trip_type", "itinerary.nights", "itinerary.lodging", "itinerary.lodging.needed", "itinerary.lodging.check_in", "itinerary.lodging.check_out",
		"itinerary.lodging.rooms", "itinerary.lodging.stays", "itinerary.lodging.stays[0].check_in", "itinerary.excluded_days", "itinerary", "party.travelers",
		"party.travelers.adults", "party.ages", "party.contact.email", "preferences.flight.cabin", "preferences.flight.preferred_airlines",
		"preferences.excluded_modes",
		"preferences.hotel.star_min", "constraints.budget_total", "constraints.currency", "party.payment_method_id", "status.notes", "turn.number", "ext.a.b", "x[",
	}).Draw(t, "path")
	value = rapid.SampledFrom([]string{
		`"OPO"`, `{"code":"FAO","city":"Faro"}`, `"2026-05-06"`, `"2026-05-02"`, `"2026-02-01"`, `{"from":"2026-05-01","to":"2026-05-20"}`,
		`["2026-05-03","2026-05-07"]`,
		`"one_way"`, `"round_trip"`, `"stay_only"`, `"multi_city"`, `{"min":3,"max":5}`, `true`, `false`, `2`, `7`, `-1`, `1000000`, `[]`, `{}`,
		`["Iberia"]`, `"train"`, `[4]`, `[9,2]`,
		`{"amount":"5.00","currency":"USD"}`, `"EUR"`, `"business"`, `[{"code":"FAO"}]`, `{"location_code":"LIS","check_in":"2026-05-06","check_out":"2026-05-05"}`,
		`{"origin":{"code":"FAO"},"depart_date":"2026-05-08"}`, `null`, `""`,
	}).Draw(t, "value")
	return rapid.SampledFrom([]string{trip.OpSet, trip.OpReplace, trip.OpAdd, trip.OpRemove, trip.OpExclude, trip.OpUndo}).Draw(t, "op"), path, value
}

// TestOperationsLeaveATrip: whatever a message changes path by path, what is left is a trip, and what is told as not
// made has changed nothing.
func TestOperationsLeaveATrip(t *testing.T) {
	t.Parallel()
	first := planned(t)
	rapid.Check(t, func(rt *rapid.T) {
		in := first
		for range rapid.IntRange(1, 4).Draw(rt, "messages") {
			var ops []string
			for range rapid.IntRange(1, 3).Draw(rt, "operations") {
				op, path, value := drawnOperations(rt)
				text := fmt.Sprintf(`{"op":%q,"path":%q,"value":%s`, op, path, value)
				if rapid.IntRange(0, 3).Draw(rt, "was") == 0 {
					text += `,"was":` + rapid.SampledFrom([]string{`"2026-05-04"`, `{"code":"LIS"}`, `2`}).Draw(rt, "is")
				}
				ops = append(ops, text+"}")
			}
			before := in
			in = goesOn(t, before, in, `{"operations":[`+strings.Join(ops, ",")+`]}`)
			if len(in.Turn.Unwritten) == len(ops) && len(planChanges(before, in)) > 0 {
				rt.Fatalf("%s are told as not made and change %v", ops, planChanges(before, in))
			}
			isSound(rt, in, ops)
		}
	})
}

// isSound checks what holds of every trip.
func isSound(t *rapid.T, in trip.Intent, ops []string) {
	text := string(in.AppendJSON(nil))
	back, warnings, err := trip.DecodeIntent(text)
	if err != nil || len(warnings) > 0 || string(back.AppendJSON(nil)) != text {
		t.Fatalf("%s make what cannot be read: %v %v", ops, err, warnings)
	}
	var ids []string
	for _, s := range in.Itinerary.Segments {
		if s.SegmentID == "" || slices.Contains(ids, s.SegmentID) {
			t.Fatalf("%s make a leg %q beside %v", ops, s.SegmentID, ids)
		}
		if s.DepartDate != 0 && s.DepartDate.String() < "2026-03-01" || s.DepartBetween != (trip.DayRange{}) && !s.DepartBetween.IsSet() {
			t.Fatalf("%s make a leg on %s, %+v", ops, s.DepartDate, s.DepartBetween)
		}
		ids = append(ids, s.SegmentID)
	}
	for _, a := range in.Preferences.Flight.PreferredAirlines {
		if slices.Contains(in.Preferences.Flight.ExcludedAirlines, a) {
			t.Fatalf("%s wish for %s and exclude it", ops, a)
		}
	}
	if l := &in.Itinerary.Lodging; l.CheckIn != 0 && l.CheckOut != 0 && l.CheckOut <= l.CheckIn || len(in.Party.Births) != len(in.Party.Ages) {
		t.Fatalf("%s make a stay from %s to %s, and %d birthdays of %d", ops, l.CheckIn, l.CheckOut, len(in.Party.Births), len(in.Party.Ages))
	}
}

// TestUndoGivesThePlanBack: a path that is set and taken back leaves the plan as it was, in one message and in two.
func TestUndoGivesThePlanBack(t *testing.T) {
	t.Parallel()
	first := planned(t)
	rapid.Check(t, func(rt *rapid.T) {
		op, path, value := drawnOperations(rt)
		if op == trip.OpUndo {
			op = trip.OpSet
		}
		change := fmt.Sprintf(`{"op":%q,"path":%q,"value":%s}`, op, path, value)
		undo := fmt.Sprintf(`{"op":"undo","path":%q}`, path)
		if op == trip.OpExclude { // which writes to another path
			undo = strings.Replace(undo, path, "preferences.excluded_modes", 1)
			change = `{"op":"exclude","path":"preferences.excluded_modes","value":"bus"}`
		}
		set := goesOn(t, first, first, `{"operations":[`+change+`]}`)
		if len(planChanges(first, set)) > 0 && set.Value(path) == first.Value(path) && op != trip.OpExclude {
			return // one day to choose from is the day: what changed is another path
		}
		if d := planChanges(first, goesOn(t, first, set, `{"operations":[`+undo+`]}`)); len(d) > 0 {
			rt.Fatalf("%s and back leaves %v", change, d)
		}
		if d := planChanges(first, goesOn(t, first, first, `{"operations":[`+change+`,`+undo+`]}`)); len(d) > 0 {
			rt.Fatalf("%s and back in one message leaves %v", change, d)
		}
	})
}

// TestOperationsAreBounded: more than a message may have break the schema.
func TestOperationsAreBounded(t *testing.T) {
	t.Parallel()
	in := trip.NewIntent()
	in.Turn.Outstanding = []trip.Pending{{CallID: "c1", Name: trip.ToolExtract}}
	one := `{"op":"set","path":"party.travelers.adults","value":2}`
	_, err := applier.Read(defaults, &in, trip.ToolResult{
		ToolName: trip.ToolExtract, Result: trip.Raw(`{"operations":[` + strings.Repeat(one+",", trip.MaxOperations) + one + `]}`),
	})
	if err == nil {
		t.Error("they are read")
	}
}
