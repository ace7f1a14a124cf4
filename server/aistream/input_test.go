package aistream_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/server/aistream"
	"github.com/legwork-go/legwork/trip"
)

const (
	said     = `{"id":"m1","role":"user","parts":[{"type":"text","text":"Rome"},{"type":"data-x","data":1},{"type":"text","text":"in May"}]}`
	approved = `{"id":"turn-3","role":"assistant","parts":[{"type":"text","text":"Buy?"},{"type":"dynamic-tool","toolName":"x","state":"approval-responded",` +
		`"approval":{"id":"a1.3","approved":true}}]}`
	declined = `{"id":"turn-3","role":"assistant","parts":[{"type":"dynamic-tool","state":"output-denied","approval":{"id":"a0.2","approved":false}},` +
		`{"type":"dynamic-tool","state":"approval-responded","approval":{"id":"a1.3","approved":false,"reason":"too dear"}}]}`
)

func TestDecode(t *testing.T) {
	now := trip.NewIntent()
	now.Turn.Number = 3
	for _, c := range []struct {
		name, body string
		want       *trip.Event
	}{
		{
			"a message", `{"id":"t1","messages":[{"id":"m0","role":"assistant","parts":[]},` + said + `],"trigger":"submit-message","theirs":{"a":1.5}}`,
			&trip.Event{ID: "m1", Data: trip.UserMessage{Text: "Rome\nin May"}},
		},
		{
			"a choice", `{"id":"t1","messages":[{"id":"m1","role":"user","parts":[],"metadata":{"ask_id":"a","choice_id":"b","n":1}}],"messageId":null}`,
			&trip.Event{ID: "m1", Data: trip.UserAnswered{AskID: "a", ChoiceID: "b"}},
		},
		{
			"other metadata", `{"id":"t1","messages":[{"id":"m1","role":"user","parts":[{"type":"text","text":"Rome"}],"metadata":{"ask_id":"a"}}]}`,
			&trip.Event{ID: "m1", Data: trip.UserMessage{Text: "Rome"}},
		},
		{
			"an edit", `{"id":"t1","messages":[` + said + `],"messageId":"m1"}`,
			&trip.Event{ID: "m1", Data: trip.UserMessage{Text: "Rome\nin May"}},
		},
		{
			"an approval", `{"id":"t1","messages":[` + approved + `],"payment_method_id":"pm","approval_token":"tok"}`,
			&trip.Event{ID: "approval:a1.3", Data: trip.UserApprovedPurchase{ApprovalToken: "tok", PaymentMethodID: "pm", AskID: "a1"}},
		},
		{
			"an approval of an earlier message", `{"id":"t1","messages":[` + approved + `,` + said + `],"messageId":"turn-3","payment_method_id":"pm"}`,
			&trip.Event{ID: "approval:a1.3", Data: trip.UserApprovedPurchase{ApprovalToken: "a1.3", PaymentMethodID: "pm", AskID: "a1"}},
		},
		{
			"declined with a reason", `{"id":"t1","messages":[` + declined + `]}`,
			&trip.Event{ID: "approval:a1.3", Data: trip.UserMessage{Text: "too dear", AskID: "a1"}},
		},
		{
			"declined", `{"id":"t1","messages":[` + strings.Replace(declined, `,"reason":"too dear"`, "", 1) + `]}`,
			&trip.Event{ID: "approval:a1.3", Data: trip.UserAnswered{AskID: "a1", ChoiceID: "no"}},
		},
		{
			"what a model proposed, approved", `{"id":"t1","messages":[` + strings.ReplaceAll(approved, "a1.3", "a1.3.book_taxi") + `]}`,
			&trip.Event{ID: "approval:a1.3.book_taxi", Data: trip.UserAnswered{AskID: "a1", ChoiceID: "approve"}},
		},
		{
			"what a model proposed, declined",
			`{"id":"t1","messages":[` + strings.Replace(strings.ReplaceAll(declined, "a1.3", "a1.3.book_taxi"), `,"reason":"too dear"`, "", 1) + `]}`,
			&trip.Event{ID: "approval:a1.3.book_taxi", Data: trip.UserAnswered{AskID: "a1", ChoiceID: "no"}},
		},
		{
			"regenerated", `{"id":"t1","messages":[` + said + `],"trigger":"regenerate-message"}`,
			&trip.Event{ID: "regenerate:turn-3", Data: trip.UserMessage{Text: "try again"}},
		},
		{
			"one that is regenerated", `{"id":"t1","messages":[` + said + `],"trigger":"regenerate-message","messageId":"turn-2"}`,
			&trip.Event{ID: "regenerate:turn-2", Data: trip.UserMessage{Text: "try again"}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, err := aistream.Decode([]byte(c.body))
			if err != nil {
				t.Fatal(err)
			}
			got, err := in.Event(&now)
			if err != nil || !reflect.DeepEqual(got, c.want) || in.Chat != "t1" {
				t.Errorf("got %+v, %v, want %+v", got, err, c.want)
			}
		})
	}
}

func TestTheTripKnowsWhatPays(t *testing.T) {
	in, err := aistream.Decode([]byte(`{"id":"t1","messages":[` + approved + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	now := trip.NewIntent()
	if _, err := in.Event(&now); !errors.Is(err, aistream.ErrInput) || !strings.Contains(err.Error(), "payment_method_id") {
		t.Errorf("nothing pays: %v", err)
	}
	now.Party.PaymentMethodID = "pm"
	ev, err := in.Event(&now)
	if err != nil || ev.Data.(trip.UserApprovedPurchase).PaymentMethodID != "pm" {
		t.Errorf("got %+v, %v", ev, err)
	}
}

func TestDecodeNamesWhatIsWrong(t *testing.T) {
	for body, want := range map[string]string{
		``:                        "want an object",
		`{"messages":[]}`:         "id (byte 0): want a text",
		`{"id":"t1"}`:             "messages (byte 0): want a list",
		`{"id":"","messages":[]}`: "id (byte 6): want a text, got an empty one",
		`{"id":"t1","messages":[` + said + `],"trigger":"submit"}`:      "want submit-message or regenerate-message",
		`{"id":"t1","messages":[{"role":"user","parts":[]}]}`:           "messages[0].id (byte 23): want a text",
		`{"id":"t1","messages":[{"id":"m1","role":"user"}]}`:            "messages[0].parts (byte 23): want a list",
		`{"id":"t1","messages":[{"id":"m1","role":"user","parts":[]}]}`: "messages[0].parts (byte 23): want a text part",
		`{"id":"t1","messages":[{"id":"m1","role":"user","parts":[{"type":"file","url":"x"}]}]}`: "messages[0].parts[0] " +
			"(byte 57): want a part of type text, got a file",
		`{"id":"t1","messages":[{"id":"m1","role":"user","parts":[{"type":"text","text":7}]}]}`: "messages[0].parts[0].text",
		`{"id":"t1","messages":[{"id":"` + strings.Repeat("m", 201) + `","role":"user"}]}`:      "want at most 200 bytes",
		`{"id":"t1","messages":[],"payment_method_id":7}`:                                       "payment_method_id",
		`{"id":"t1","messages":[` + strings.Replace(approved, `"id":"a1.3",`, "", 1) + `]}`:     "approval.id",
		`{"id":"t1","messages":[` + strings.Replace(approved, `:true`, `:"yes"`, 1) + `]}`:      "approval.approved",
	} {
		_, err := aistream.Decode([]byte(body))
		if !errors.Is(err, aistream.ErrInput) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.120s: got %v, want %q", body, err, want)
		}
	}
	for _, body := range []string{`{"id":"t1","messages":[]}`, `{"id":"t1","messages":[{"id":"m1","role":"assistant","parts":[]}]}`} {
		in, err := aistream.Decode([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		now := trip.NewIntent()
		if _, err := in.Event(&now); !errors.Is(err, aistream.ErrInput) {
			t.Errorf("%s says nothing: %v", body, err)
		}
	}
}

// FuzzDecode reads anything without a panic; what it takes gives an event that a trip can read back.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"id":"t1","messages":[` + said + `],"trigger":"submit-message","messageId":"m1"}`))
	f.Add([]byte(`{"id":"t1","messages":[` + approved + `],"payment_method_id":"pm"}`))
	f.Add([]byte(`{"id":"t1","messages":[` + declined + `]}`))
	f.Add([]byte(`{"id":"t1","messages":[{"id":"m1","role":"user","parts":[],"metadata":{"ask_id":"a","choice_id":"b"}}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		in, err := aistream.Decode(body)
		if err != nil {
			if in != nil || !errors.Is(err, aistream.ErrInput) {
				t.Fatalf("%+v, %v", in, err)
			}
			return
		}
		if in.Chat == "" {
			t.Fatalf("taken without an id: %+v", in)
		}
		now := trip.NewIntent()
		ev, err := in.Event(&now)
		if err != nil || ev == nil {
			return
		}
		again, err := trip.DecodeEvent(string(ev.AppendJSON(nil)))
		if err != nil || !reflect.DeepEqual(again.Data, ev.Data) || len(ev.ID) > trip.MaxEventIDBytes {
			t.Fatalf("%+v was read back as %+v, %v", ev, again, err)
		}
	})
}
