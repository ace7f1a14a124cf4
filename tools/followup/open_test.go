package followup_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/followup"
)

// TestOrder asks what a reading left open before what contradicts itself, and that before what is missing.
func TestOrder(t *testing.T) {
	t.Parallel()
	const (
		question = `"questions":[{"about":"itinerary.segments[0].depart_date","text":"Which day in May do you mean?",` +
			`"choices":["Fri 1 May 2026","Sun 3 May 2026"],"asked":0}]`
		again = `"questions":[{"about":"itinerary.segments[0].destination.code","text":"Denver (US) or Boston (US)?",` +
			`"choices":["Denver (US)","Boston (US)"],"asked":1}]`
		conflict = `"conflicts":[{"code":"party_too_large","about":["party.travelers"]}]`
		unread   = `"questions":[{"about":"","text":"Could you say that in other words?","choices":[],"asked":1}]`
		missing  = `"missing":["party.travelers.adults"],"user_message":"hi"`
	)
	for args, want := range map[string]string{
		missing:                  "How many adults are travelling?",
		missing + "," + conflict: "At most 9 people with a seat can be booked at once. How many travel?",
		missing + "," + conflict + "," + question: "Which day in May do you mean? For example Fri 1 May 2026 or Sun 3 May 2026.",
		missing + "," + unread: "I still cannot make anything of that. Please use few and short words, " +
			"such as “2 adults from Boston to Lisbon on 12 April”.",
		missing + "," + again: "I still need to know this. Say a name or a number: 1 is Denver (US) or 2 is Boston (US).",
	} {
		raw, err := followup.New().Run(context.Background(), tools.Request{Arguments: []byte("{" + args + "}")})
		if err != nil {
			t.Fatal(err)
		}
		var got struct{ Message string }
		if err := json.Unmarshal(raw, &got); err != nil || got.Message != want {
			t.Errorf("%s\n got  %q, %v\n want %q", args, got.Message, err, want)
		}
	}
}

// TestConflicts have words of their own, each with a question.
func TestConflicts(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, code := range []string{
		"return_before_departure", "legs_out_of_order", "same_place", "stay_outside_trip",
		"stays_overlap", "infants_without_laps", "party_too_large",
	} {
		raw, err := followup.New().Run(context.Background(),
			tools.Request{Arguments: []byte(`{"missing":[],"conflicts":[{"code":"` + code + `","about":[]}],"user_message":""}`)})
		if err != nil {
			t.Fatal(err)
		}
		if text := string(raw); seen[text] || !strings.Contains(text, "?") || strings.Contains(text, "What would you like to change") {
			t.Errorf("%s: %s", code, text)
		}
		seen[string(raw)] = true
	}
}
