package view_test

import (
	"strings"
	"testing"

	"github.com/legwork-go/legwork/internal/logtest"
	"github.com/legwork-go/legwork/server/view"
	"github.com/legwork-go/legwork/trip"
)

func TestHiddenMembersAreLeftOut(t *testing.T) {
	for in, want := range map[trip.Raw]string{
		`{"approval_token":"s","hold_ids":["h"],"idempotency_key":"s","payment_method_id":"s"}`: `{"hold_ids":["h"]}`,
		`{"context":{"current_intent":{"a":1},"now":"n"},"user_message":"approval_token"}`:      `{"context":{"now":"n"},"user_message":"approval_token"}`,
		`[{"a":[{"payment_method_id":"s"},1.5,null,true,"x\"y"],"b":{}},[]]`:                    `[{"a":[{},1.5,null,true,"x\"y"],"b":{}},[]]`,
		`{"turn":{"stays":"in a call"}}`:                                                        `{"turn":{"stays":"in a call"}}`,
		`"payment_method_id"`:                                                                   `"payment_method_id"`,
	} {
		if got := view.JSON(in); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

func TestIntentIsShownWithoutBookkeepingAndPayment(t *testing.T) {
	in := trip.NewIntent()
	in.TripID, in.Party.PaymentMethodID = "tenant/t1", "pm_secret"
	in.Turn.Seq, in.Turn.MessageID = 7, "words"
	got := view.Intent(&in, "t1")
	if !strings.Contains(got, `"trip_id":"t1"`) || !strings.Contains(got, `"itinerary":{`) {
		t.Errorf("not the document: %s", got)
	}
	for _, secret := range []string{"pm_secret", "payment_method_id", `"turn"`, "words", "tenant"} {
		if strings.Contains(got, secret) {
			t.Errorf("%q is shown: %s", secret, got)
		}
	}
	if in.Turn.Seq != 7 || in.TripID != "tenant/t1" {
		t.Error("the intent was changed")
	}
}

// A front end is told of every call what it is given and answers, those of the engine itself too.
func TestLogHasArgumentsAndResults(t *testing.T) {
	logtest.Each(t, "../../fixtures", func(t *testing.T, _ *trip.Intent, log []logtest.Entry) {
		var l view.Log
		want := map[string]trip.Class{}
		for i := range log {
			d := &log[i].Decision
			l.Add(&log[i].Event, d)
			if d.Settled != "" {
				want[d.Settled] = d.Outcome
			}
		}
		calls := 0
		for i := range l.Len() {
			for _, c := range l.Message(i).Calls {
				calls++
				good := want[c.ID] == trip.ClassOK || want[c.ID] == trip.ClassEmpty
				if !strings.HasPrefix(string(c.Arguments), "{") || (c.Result != "") != good || c.Class != want[c.ID] {
					t.Errorf("%s: arguments %s, class %s, result %s", c.Name, c.Arguments, c.Class, c.Result)
				}
			}
		}
		if calls == 0 {
			t.Error("no calls")
		}
	})
}
