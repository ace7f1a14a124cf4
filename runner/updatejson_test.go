package runner_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/trip"
)

// TestTheZeroUpdateSaysNothing that is not so.
func TestTheZeroUpdateSaysNothing(t *testing.T) {
	if text, err := json.Marshal(runner.Update{}); err != nil || string(text) != `{"kind":"none"}` {
		t.Errorf("%s, %v", text, err)
	}
}

// TestUpdatesHaveAJSONForm: event, call and decision stand where the documentation says, and no raw error text
// anywhere.
func TestUpdatesHaveAJSONForm(t *testing.T) {
	w := newWorld()
	w.on(trip.ToolFlightSearch, fails(trip.ClassPermanent))
	r := start(t, w, newStore())
	members := map[runner.Kind][]string{
		runner.Accepted: {"event"}, runner.CallFinished: {"call", "event"}, runner.Decided: {"decision", "event"},
		runner.CallStarted: {"call"}, runner.TurnEnded: {"decision"},
	}
	for _, u := range send(t, r, "t1", say("LIS to FCO on May 1")) {
		text, err := json.Marshal(u)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "SECRET") {
			t.Errorf("raw text: %s", text)
		}
		var doc map[string]json.RawMessage
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		var has []string
		for _, name := range []string{"call", "decision", "event"} {
			if doc[name] != nil {
				has = append(has, name)
			}
		}
		if !slices.Equal(has, members[u.Kind]) || string(doc["kind"]) != `"`+u.Kind.String()+`"` || string(doc["trip_id"]) != `"t1"` {
			t.Errorf("%s has %q: %s", u.Kind, has, text)
		}
		if u.Kind == runner.CallFinished && !strings.Contains(string(doc["call"]), `"started_at":"`) {
			t.Errorf("the call does not say when it began: %s", doc["call"])
		}
	}
}
