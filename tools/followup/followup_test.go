package followup_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/followup"
	"github.com/legwork-go/legwork/trip"
)

func TestQuestion(t *testing.T) {
	t.Parallel()
	cases := []struct {
		missing []string
		want    string
	}{
		{[]string{"itinerary.segments", "party.travelers.adults"}, "Where are you travelling from, where would you like to go, and when?"},
		{[]string{"itinerary.segments[0].origin.code", "itinerary.segments[0].depart_date"}, "Where are you travelling from, and when would you like to leave?"},
		{[]string{
			"itinerary.segments[0].origin.code", "itinerary.segments[0].destination.code",
			"itinerary.segments[0].depart_date", "party.travelers.adults",
		}, "Where are you travelling from and to, and when would you like to leave?"},
		{[]string{"party.travelers.adults"}, "How many adults are travelling?"},
		{
			[]string{"party.travelers.adults", "itinerary.lodging.check_in", "itinerary.lodging.check_out"},
			"How many adults are travelling, and which days would you like to check in and check out?",
		},
		{
			[]string{"itinerary.lodging.stays[0].location_code", "itinerary.lodging.stays[0].check_in", "itinerary.lodging.stays[0].check_out"},
			"Where would you like to stay, and which days would you like to check in and check out?",
		},
		{
			[]string{"itinerary.segments[1].depart_date", "itinerary.lodging.stays[2].check_out"},
			"When do you leave on your second leg, and when do you check out of your third stay?",
		},
		{[]string{"itinerary.segments[0].origin.code", "itinerary.segments[1].destination.code"}, "Where are you travelling from?"},
		{
			[]string{
				"itinerary.segments[1].depart_date", "itinerary.lodging.stays[0].check_out",
				"itinerary.lodging.stays[1].check_in", "itinerary.lodging.stays[1].check_out",
			},
			"When do you leave on your second leg, and when do you check out of your second stay?",
		},
		{[]string{"party.contact.email", "party.contact.phone"}, "What is the email?"},
		{nil, "What would you like to change about your trip?"},
	}
	for _, c := range cases {
		if got := followup.Question(c.missing); got != c.want {
			t.Errorf("Question(%q) = %q, want %q", c.missing, got, c.want)
		}
	}
}

// TestOneQuestionWithoutPaths asks for every set of up to five paths: one question mark, no wire path.
func TestOneQuestionWithoutPaths(t *testing.T) {
	t.Parallel()
	paths := []string{
		"itinerary.segments", "itinerary.segments[0].origin.code", "itinerary.segments[0].destination.code",
		"itinerary.segments[0].depart_date", "itinerary.segments[1].origin.code", "itinerary.segments[1].destination.code",
		"itinerary.segments[11].depart_date", "party.travelers.adults", "itinerary.lodging.stays[0].location_code",
		"itinerary.lodging.stays[1].check_in", "itinerary.lodging.stays[1].check_out", "itinerary.lodging.check_in",
	}
	for set := range 1 << len(paths) {
		var missing []string
		for i, p := range paths {
			if set&(1<<i) != 0 {
				missing = append(missing, p)
			}
		}
		q := followup.Question(missing)
		if strings.Count(q, "?") != 1 || !strings.HasSuffix(q, "?") || strings.ContainsAny(q, "[]._") {
			t.Fatalf("Question(%q) = %q", missing, q)
		}
	}
}

func TestHandler(t *testing.T) {
	t.Parallel()
	raw, err := followup.New().Run(context.Background(), tools.Request{Arguments: []byte(`{"missing":["party.travelers.adults"],"user_message":"a flight"}`)})
	if err != nil {
		t.Fatal(err)
	}
	var result struct{ Message string }
	if err := json.Unmarshal(raw, &result); err != nil || result.Message != "How many adults are travelling?" {
		t.Errorf("result %s: %v", raw, err)
	}
	_, err = followup.New().Run(context.Background(), tools.Request{Arguments: []byte(`[]`)})
	if failure, ok := errors.AsType[*tools.Error](err); !ok || failure.Class != trip.ClassInvalidArguments {
		t.Errorf("error %v, want class invalid_arguments", err)
	}
}

// TestQuestionOfAField asks for a field that has a question of its own once nothing else is missing.
func TestQuestionOfAField(t *testing.T) {
	fields := `"fields":[{"path":"ext.acme.cost_center","question":"Which cost center pays?"}]`
	for args, want := range map[string]string{
		`{"missing":["party.travelers.adults","ext.acme.cost_center"],` + fields + `}`: "How many adults are travelling?",
		`{"missing":["ext.acme.cost_center"],` + fields + `}`:                          "Which cost center pays?",
	} {
		out, err := followup.New().Run(t.Context(), tools.Request{Arguments: []byte(args)})
		if err != nil || string(out) != `{"message":"`+want+`"}` {
			t.Errorf("%s: %s, %v, want %q", args, out, err, want)
		}
	}
}
