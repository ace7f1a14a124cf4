package transcript_test

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/transcript"
	"github.com/legwork-go/legwork/trip"
)

// TestOwnEntries: what a person does with a button stands in the transcript in plain words, and nothing of the tokens
// that come with it.
func TestOwnEntries(t *testing.T) {
	options := &trip.Ask{Kind: trip.AskChoose, ID: "a1", Choices: []trip.Choice{
		{ID: "b7", Label: "1. TAP", Params: trip.With("option", trip.With("position", 1))},
		{ID: "b9", Label: "2. LOT", Params: trip.With("option", trip.With("position", int64(2)))},
	}}
	hold := &trip.Ask{Kind: trip.AskConfirm, ID: "a2", Choices: []trip.Choice{{ID: "yes", Label: "Yes"}}}
	total := trip.With("complete", true, "sums", []trip.Params{trip.With("amount", "99.00", "currency", "EUR")})
	buy := &trip.Ask{Kind: trip.AskApprove, ID: "a3", Params: trip.With("total", total)}
	for _, c := range []struct {
		ask  *trip.Ask
		data trip.EventData
		want string
	}{
		{options, trip.UserSelectedBundle{BundleID: "b9"}, "Chose option 2."},
		{options, trip.UserSelectedBundle{BundleID: "b1"}, "Chose another option."},
		{nil, trip.UserSelectedBundle{BundleID: "b9"}, "Chose another option."},
		{options, trip.UserAnswered{AskID: "a1", ChoiceID: "b7"}, "Chose option 1."},
		{hold, trip.UserAnswered{AskID: "a2", ChoiceID: "yes"}, "Yes"},
		{hold, trip.UserAnswered{AskID: "a1", ChoiceID: "yes"}, "Answered."},
		{hold, trip.UserRequestHold{}, "Asked to hold it."},
		{hold, trip.UserRequestHold{Confirmations: []string{"No visa.", "No bags."}}, "Asked to hold it, and confirmed: No visa.; No bags."},
		{buy, trip.UserApprovedPurchase{ApprovalToken: secret, PaymentMethodID: secret, AskID: "a3"}, "Approved the purchase for 99.00 EUR."},
		{buy, trip.UserApprovedPurchase{ApprovalToken: secret, PaymentMethodID: secret, AskID: "a2"}, "Approved the purchase."},
		{hold, trip.UserApprovedPurchase{ApprovalToken: secret, PaymentMethodID: secret}, "Approved the purchase."},
		{hold, trip.ScopeChanged{}, ""},
		{hold, trip.IntentPatched{Patch: `{"party":{"payment_method_id":"` + secret + `"}}`}, ""},
		{hold, trip.TurnCancelled{Reason: secret}, ""},
	} {
		var p transcript.Projection
		p.Add(trip.Event{Data: trip.IntentReady{}}, trip.Decision{Ask: c.ask})
		p.Add(trip.Event{At: 7, Data: c.data}, trip.Decision{Ask: c.ask, Next: trip.Intent{Turn: trip.Turn{Seq: 2, Number: 1}}})
		var got string
		if list := p.Messages(); len(list) > 0 {
			m := list[0]
			if got = m.Text; m.ID != "m2.0" || m.Seq != 2 || m.At != 7 || m.Role != transcript.User || m.Event != c.data.Type() {
				t.Errorf("%s: %+v", c.data.Type(), m)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.data.Type(), got, c.want)
		}
	}
}

// TestOwnEntriesInTheLanguageOfTheTrip come from the table, as failures do.
func TestOwnEntriesInTheLanguageOfTheTrip(t *testing.T) {
	german := func(m trip.Message) string { return strings.ToUpper(m.Key) }
	p := transcript.Projection{Texts: texts.Table{"de": german}}
	in := trip.Intent{Request: trip.Request{Locale: "de-AT"}}
	p.Add(trip.Event{Data: trip.UserRequestHold{}}, trip.Decision{Next: in})
	if got := p.Message(0).Text; got != "OWN.HOLD" {
		t.Errorf("%q", got)
	}
}

// TestTrim: what a model is told does not change when older messages go, now and after later events, and what went is
// settled without harm.
func TestTrim(t *testing.T) {
	const limit = 6
	rapid.Check(t, func(t *rapid.T) {
		l := start(t)
		var trimmed transcript.Projection
		for range rapid.IntRange(1, 60).Draw(t, "events") {
			l.add(draw(t, l))
			e := l.entries[len(l.entries)-1]
			trimmed.Add(e.event, e.decision)
			if rapid.IntRange(0, 3).Draw(t, "trim") == 0 {
				trimmed.Trim(2 * limit)
			}
			if got, want := trimmed.Model(limit), l.p.Model(limit); !reflect.DeepEqual(got, want) {
				t.Fatalf("a model is told\n%q\nnot\n%q", talk(got), talk(want))
			}
		}
		trimmed.Trim(limit)
		if trimmed.Len() > l.p.Len() {
			t.Fatalf("%d messages of %d", trimmed.Len(), l.p.Len())
		}
	})
	long := start(t)
	for range 200 {
		long.asks("Who won?").proposes(`{"text":"Blue.","finish_reason":"stop"}`)
	}
	if long.p.Trim(10); long.p.Len() > 20 {
		t.Errorf("%d messages are kept for 10", long.p.Len())
	}
}

// TestCalledAsTheCatalogSays: a failed tool of an embedder's is called as its catalog entry says, else by its name.
func TestCalledAsTheCatalogSays(t *testing.T) {
	taxi := strings.Replace(bookTaxi, `"effect"`, `"called":"the taxi","effect"`, 1)
	for tool, want := range map[string]string{taxi: "the taxi took too long", bookTaxi: "“book taxi” took too long"} {
		l := startWith(t, tool).asks("A taxi, please.").
			proposes(`{"tool_calls":[{"name":"book_taxi","arguments":{}}]}`)
		l.p.Catalog = l.cfg.Catalog
		l.fails("book_taxi", "timeout")
		got := ""
		for _, m := range l.p.Messages() {
			for _, c := range m.Calls {
				got = c.Error
			}
		}
		if !strings.Contains(got, strings.TrimSuffix(want, " took too long")) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
