package turn_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/legworktest/midst"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// doubtful is a trip in which the outcome of a write is unknown, long after its offers were found or at once.
func doubtful(t *testing.T, tool string, items string, stale bool, more string) (turn.Config, trip.Intent) {
	t.Helper()
	h, _, err := trip.DecodeHeader(`{"recording":"legwork/1","trip_id":"t1","intent":{"updated_at":"2026-03-01T09:00:00Z",
		"status":{"phase":"error","state":"outcome_unknown"},"party":{"travelers":{"adults":1},"payment_method_id":"pm"},
		"itinerary":{"trip_type":"one_way","segments":[{"origin":"JFK","destination":"LIS","depart_date":"2026-05-04"}],
			"lodging":{"needed":true,"check_in":"2026-05-04","check_out":"2026-05-09"}},
		"turn":{"unknown":[{"call_id":"w","name":"` + tool + `","write":true,"key":"k","items":[` + items + `]}]},
		"working_memory":{"flight_quotes_by_segment":[[` + flightOffer + `]],"hotel_quotes_by_stay":[[[` + roomOffer + `]]],
			"ranked_bundles":[{"bundle_id":"b1","flight_option_ids":["f1"],"hotel_option_ids":["h1"],"estimated_total":{"amount":"910.00",
			"currency":"USD"}}]` + more + `}}}`)
	if err != nil {
		t.Fatal(err)
	}
	cfg := turn.Default()
	in, err := midst.Start(cfg, h)
	if err != nil {
		t.Fatal(err)
	}
	for i := range in.Turn.Unknown {
		in.Turn.Unknown[i].Needs = in.Needs()
	}
	if stale {
		in.UpdatedAt += 20 * 60 * 1_000_000_000
	}
	return cfg, in
}

const (
	picked   = `,"selected":{"bundle_id":"b1","flight_option_ids":["f1"],"hotel_option_ids":["h1"]},"risk_report":{"bundle_id":"b1"}`
	bothHeld = picked + `,"holds":[{"hold_id":"HF","item_type":"flight","option_id":"f1","status":"held"},` +
		`{"hold_id":"HH","item_type":"hotel","option_id":"h1","status":"held"}]`
)

// asking is what a person may say or do while something is in doubt: an event, or a message and its reading.
type asking struct {
	event   trip.EventData // a message with this text when reading is set
	reading string
	does    string // the tool that it may well call: it was asked for
}

func reads(text, reading string) asking { return asking{trip.UserMessage{Text: text}, reading, ""} }

func asks(text, acts string) asking { return reads(text, `{"acts":[`+acts+`]}`) }

func but(a asking, tool string) asking { a.does = tool; return a }

var askings = []asking{
	asks("is it booked?", `{"act":"show","what":"booking"}`),
	asks("what is held?", `{"act":"show","what":"holds"}`),
	asks("when do I pay?", `{"act":"show","what":"payment"}`),
	asks("how long do I have?", `{"act":"show","what":"deadline"}`),
	asks("what do I have?", `{"act":"show","what":"trip"}`),
	asks("show me the options", `{"act":"show","what":"options"}`),
	asks("which is the fastest?", `{"act":"sort","by":"duration"}`),
	asks("hold it", `{"act":"hold"}`),
	asks("the first, hold it", `{"act":"select","position":1},{"act":"hold"}`),
	asks("the first", `{"act":"select","position":1}`),
	asks("release it", `{"act":"release"}`),
	asks("yes", `{"act":"confirm"}`),
	asks("no", `{"act":"decline"}`),
	asks("approve", `{"act":"approve"}`),
	asks("approve 910", `{"act":"approve","amount":"910"}`),
	asks("cancel my booking", `{"act":"cancel_booking"}`),
	asks("change my booking", `{"act":"change_booking"}`),
	asks("can I have a receipt?", `{"act":"extra","what":"receipt"}`),
	asks("thanks", `{"act":"thank"}`),
	asks("this is awful", `{"act":"complain"}`),
	asks("hmm", `{"act":"muse"}`),
	asks("help", `{"act":"help"}`),
	asks("undo", `{"act":"undo"}`),
	asks("start over", `{"act":"start_over"}`),
	reads("is it done?", `{}`),
	reads("did the payment go through?", `{"unread":["did the payment go through?"]}`),
	reads("search?", `{}`),
	reads("don't search", `{}`),
	reads("try again", `{}`),
	but(reads("was I charged?", `{"request":{"kind":"assist"}}`), trip.ToolAssistantStep),
	but(reads("search again", `{}`), trip.ToolFlightSearch),
	but(reads("May 6 instead", `{"trip_intent":{"dates":{"departure_date":"2026-05-06"}}}`), trip.ToolFlightSearch),
	{event: trip.IntentReady{}},
	{event: trip.UserRequestHold{}},
	{event: trip.UserApprovedPurchase{ApprovalToken: "tok", PaymentMethodID: "pm"}},
	{event: trip.UserApprovedPurchase{ApprovalToken: "tok", PaymentMethodID: "pm", AskID: "another"}},
	{event: trip.UserSelectedBundle{BundleID: "b1"}},
	{event: trip.UserSelectedBundle{BundleID: "none"}},
	{event: trip.UserAnswered{AskID: "another", ChoiceID: "yes"}},
}

// answerTo answers a call of the turn as the tool would.
func answerTo(c trip.Call) trip.EventData {
	text := map[string]trip.Raw{
		trip.ToolRiskCheck: `{}`, trip.ToolFollowup: `{"message":"Where to?"}`, trip.ToolAssistantStep: `{"text":"You are all set."}`,
		trip.ToolFlightSearch: trip.Raw(`{"options":[` + flightOffer + `]}`), trip.ToolHotelSearch: trip.Raw(`{"options":[` + roomOffer + `]}`),
		trip.ToolRank: `{"bundles":[{"bundle_id":"b1","flight_option_ids":["f1"],"hotel_option_ids":["h1"]}]}`, trip.ToolRelease: `{}`,
	}[c.Name]
	return trip.ToolResult{CallID: c.CallID, ToolName: c.Name, Result: text}
}

// says folds what a person says or does, and answers the calls of the turn; it returns what is told and called.
func (a asking) says(t *testing.T, cfg turn.Config, in trip.Intent) (next trip.Intent, told []string, calls []string) {
	t.Helper()
	at := in.UpdatedAt
	var open []trip.Call
	fold := func(data trip.EventData) {
		at++
		out, d, err := turn.Step(cfg, in, trip.Event{At: at, Data: data})
		if err != nil {
			t.Fatal(err)
		}
		in, told, open = out, append(told, d.UIMessages()...), append(open, d.ToolCalls...)
	}
	for fold(a.event); len(open) > 0; {
		c := open[0]
		open = open[1:]
		if c.Name == trip.ToolExtract {
			fold(trip.ToolResult{CallID: c.CallID, ToolName: c.Name, Result: trip.Raw(a.reading)})
			continue
		}
		calls = append(calls, c.Name)
		fold(answerTo(c))
	}
	return in, told, calls
}

// TestNothingIsForgottenInDoubt says and does everything while it is not known whether something was held, bought or
// given back: the first words say so, nothing is held, bought or given back, and only what was asked for is searched.
func TestNothingIsForgottenInDoubt(t *testing.T) {
	for _, doubt := range []struct{ tool, items, more, first string }{
		{trip.ToolHold, `"f1","h1"`, picked, "It is not known yet whether the hold "},
		{trip.ToolPurchase, `"HF","HH"`, bothHeld, "It is not known yet whether the purchase "},
		{trip.ToolRelease, `"HF","HH"`, picked, "It is not known yet whether the release "},
	} {
		for _, stale := range []bool{false, true} {
			for _, a := range askings {
				t.Run(fmt.Sprintf("%s, stale %t, %s %v", doubt.tool, stale, a.event.Type(), a.event), func(t *testing.T) {
					cfg, in := doubtful(t, doubt.tool, doubt.items, stale, doubt.more)
					next, told, calls := a.says(t, cfg, in)
					if len(told) == 0 || !strings.HasPrefix(told[0], doubt.first) && !strings.Contains(told[0], "ask.gone") {
						t.Errorf("told %q", told)
					}
					for _, text := range told[min(1, len(told)):] {
						if strings.HasPrefix(text, "It is not known yet") {
							t.Errorf("it is said twice: %q", told)
						}
					}
					for _, c := range calls {
						isSearch := c == trip.ToolFlightSearch || c == trip.ToolHotelSearch || c == trip.ToolRank
						switch {
						case c == trip.ToolHold, c == trip.ToolPurchase, c == trip.ToolRelease, isSearch && a.does != trip.ToolFlightSearch:
							t.Errorf("%s is called", c)
						}
					}
					if isDone := slices.Contains(calls, a.does); a.does != "" &&
						isDone != (stale || a.does == trip.ToolAssistantStep || strings.HasPrefix(a.event.(trip.UserMessage).Text, "May")) {
						t.Errorf("%s is called: %t", a.does, isDone)
					}
					if len(next.Turn.InDoubt()) != 1 {
						t.Errorf("in doubt are %v", next.Turn.InDoubt())
					}
				})
			}
		}
	}
}
