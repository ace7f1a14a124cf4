package agui_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/server/agui"
	"github.com/legwork-go/legwork/trip"
)

const base = `"threadId":"t1","runId":"r1"`

// decoded are inputs, and the events that they are for a trip that waits for the ask a1 and has a method of payment.
var decoded = []struct {
	name, body string
	want       []trip.Event
}{
	{
		"a message",
		`{` + base + `,"messages":[{"id":"m0","role":"assistant"},{"id":"m1","role":"user","content":"Rome"}],"state":{"a":[1.5]},"tools":[],"context":[],` +
			`"forwardedProps":{}}`,
		[]trip.Event{{ID: "m1", Data: trip.UserMessage{Text: "Rome"}}},
	},
	{
		"a message of parts", `{` + base + `,"messages":[{"id":"m1","role":"user","content":[{"type":"text","text":"Rome"},{"type":"text","text":"in May"}]}]}`,
		[]trip.Event{{ID: "m1", Data: trip.UserMessage{Text: "Rome\nin May"}}},
	},
	{"nothing new", `{` + base + `,"messages":[{"id":"m1","role":"user","content":"Rome"},{"id":"m2","role":"assistant","content":"When?"}]}`, nil},
	{"what was answered", `{` + base + `,"messages":[{"id":"resume:r0:a0","role":"user","content":"Yes"}]}`, nil},
	{"nothing at all", `{` + base + `,"messages":[]}`, nil},
	{
		"a choice", `{` + base + `,"messages":[],"resume":[{"interruptId":"a1","status":"resolved","payload":{"choice_id":"b1"}}]}`,
		[]trip.Event{{ID: answer, Data: trip.UserAnswered{AskID: "a1", ChoiceID: "b1"}}},
	},
	{
		"words", `{` + base + `,"resume":[{"payload":{"text":"Rome"},"status":"resolved","interruptId":"a1"}],"messages":[]}`,
		[]trip.Event{{ID: answer, Data: trip.UserMessage{Text: "Rome", AskID: "a1"}}},
	},
	{
		"an approval", `{` + base + `,"messages":[],"resume":[{"interruptId":"a1","status":"resolved","payload":{"approval_token":"tok","payment_method_id":"pm"}}]}`,
		[]trip.Event{{ID: answer, Data: trip.UserApprovedPurchase{ApprovalToken: "tok", PaymentMethodID: "pm", AskID: "a1"}}},
	},
	{
		"an approval with what the trip has", `{` + base + `,"messages":[],"resume":[{"interruptId":"a1","status":"resolved","payload":{"approval_token":"tok"}}]}`,
		[]trip.Event{{ID: answer, Data: trip.UserApprovedPurchase{ApprovalToken: "tok", PaymentMethodID: "pm_trip", AskID: "a1"}}},
	},
	{
		"an answer and a message",
		`{` + base + `,"messages":[{"id":"m1","role":"user","content":"A window seat"}],"resume":[{"interruptId":"a1","status":"resolved",` +
			`"payload":{"choice_id":"yes"}}]}`,
		[]trip.Event{
			{ID: answer, Data: trip.UserAnswered{AskID: "a1", ChoiceID: "yes"}},
			{ID: "m1", Data: trip.UserMessage{Text: "A window seat"}},
		},
	},
	{
		"another answer of the run", `{` + base + `,"messages":[],"resume":[{"interruptId":"a2","status":"resolved","payload":{"choice_id":"yes"}}]}`,
		[]trip.Event{{ID: "resume:r1:" + wire.Hash([]byte("a2")), Data: trip.UserAnswered{AskID: "a2", ChoiceID: "yes"}}},
	},
	{
		"declined", `{` + base + `,"messages":[],"resume":[{"interruptId":"a1","status":"cancelled"}]}`,
		[]trip.Event{{ID: answer, Data: trip.UserAnswered{AskID: "a1", ChoiceID: "no"}}},
	},
	{"declined, where no is no choice", `{` + base + `,"messages":[],"resume":[{"interruptId":"a2","status":"cancelled"}]}`, nil},
	{
		"declined by a message", `{` + base + `,"messages":[{"id":"m1","role":"user","content":"Rome"}],"resume":[{"interruptId":"a1","status":"cancelled"}]}`,
		[]trip.Event{{ID: "m1", Data: trip.UserMessage{Text: "Rome"}}},
	},
	{
		"a cancellation", `{` + base + `,"messages":[{"id":"m1","role":"user","content":"Rome"}],"forwardedProps":{"cancel":true,"reason":"too slow","theirs":1}}`,
		[]trip.Event{{ID: "cancel:r1", Data: trip.TurnCancelled{Reason: "too slow"}}},
	},
}

// answer is the id of the event that answers the ask a1 in the run r1.
var answer = "resume:r1:" + wire.Hash([]byte("a1"))

func TestDecode(t *testing.T) {
	now := trip.NewIntent()
	now.Status.Ask = &trip.Ask{ID: "a1", Choices: []trip.Choice{{ID: "yes"}, {ID: "no"}}}
	now.Party.PaymentMethodID = "pm_trip"
	for _, c := range decoded {
		t.Run(c.name, func(t *testing.T) {
			in, err := agui.Decode([]byte(c.body))
			if err != nil {
				t.Fatal(err)
			}
			if in.Thread != "t1" || in.Run != "r1" {
				t.Errorf("thread %q, run %q", in.Thread, in.Run)
			}
			if got, err := in.Events(&now); err != nil || !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %+v, %v, want %+v", got, err, c.want)
			}
		})
	}
}

func TestDecodeNamesWhatIsWrong(t *testing.T) {
	const noAnswer = "want text, or choice_id, or approval_token and payment_method_id"
	for _, c := range [][2]string{
		{``, "want an object"},
		{`[]`, "want an object"},
		{`{"threadId":"t1","runId":"r1"}`, "messages (byte 0): want a value"},
		{`{"runId":"r1","messages":[]}`, "threadId (byte 0): want a value"},
		{`{"threadId":"","runId":"r1","messages":[]}`, "threadId (byte 12): want a text, got an empty one"},
		{`{"threadId":"t1","runId":7,"messages":[]}`, "runId (byte 25): want a string, got a number"},
		{`{"threadId":"t1","runId":"` + strings.Repeat("r", 201) + `","messages":[]}`, "want at most 200 bytes, got 201"},
		{`{` + base + `,"messages":{}}`, "messages (byte 41): want a list"},
		{`{` + base + `,"messages":[{"role":"user","content":"x"}]}`, "messages[0].id (byte 42): want a text"},
		{`{` + base + `,"messages":[{"role":"user","id":"m1"}]}`, "messages[0].content (byte 42): " +
			"want a text or a list of parts"},
		{`{` + base + `,"messages":[{"role":"user","id":"m1",` +
			`"content":[{"type":"image","source":{}}]}]}`, `messages[0].content[0] (byte 78): want a part of type text, got "image"`},
		{`{` + base + `,"messages":[],"resume":[{"interruptId":"a","status":"cancelled"},{"interruptId":"b"}]}`, "want one answer"},
		{`{` + base + `,"messages":[],"resume":[{"interruptId":"a","status":"maybe"}]}`, `want resolved or cancelled, got "maybe"`},
		{`{` + base + `,"messages":[],"resume":[{"status":"resolved"}]}`, "resume[0].interruptId (byte 54): want a text"},
		{`{` + base + `,"messages":[],"resume":[{"interruptId":"a","status":"resolved"}]}`, "resume[0].payload (byte 54): want an object as"},
		{`{` + base + `,"messages":[],"resume":[{"interruptId":"a","status":"resolved","payload":{}}]}`, noAnswer},
		{`{` + base + `,"messages":[],"resume":[{"interruptId":"a",` +
			`"status":"resolved","payload":{"payment_method_id":"p"}}]}`, noAnswer},
		{`{` + base + `,"messages":[],"resume":[{"interruptId":"a",` +
			`"status":"resolved","payload":{"text":"t","choice_id":"c"}}]}`, noAnswer},
		{`{` + base + `,"messages":[],"resume":[{"interruptId":"a","status":"resolved","payload":{"amount":"1"}}]}`, "no such member"},
		{`{` + base + `,"messages":[],"forwardedProps":{"cancel":"yes"}}`, "forwardedProps.cancel"},
		{`{` + base + `,"messages":[]} {}`, "want the end of the input"},
		{`{` + base + `,"messages":[],"runId":"r2"}`, "runId"},
		{`{` + base + `,"messages":[],"state":` + strings.Repeat("[", 65) + strings.Repeat("]", 65) + `}`, "less nesting"},
		{"{" + base + ",\"messages\":[],\"state\":\"\xff\"}", "valid UTF-8"},
	} {
		body, want := c[0], c[1]
		_, err := agui.Decode([]byte(body))
		if !errors.Is(err, agui.ErrInput) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.120s: got %v, want %q", body, err, want)
		}
	}
}

// FuzzDecode reads anything without a panic; what it takes gives an event that a trip can read back.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{` + base + `,"messages":[{"id":"m1","role":"user","content":[{"type":"text","text":"Rome"}]}],"forwardedProps":{"cancel":false}}`))
	f.Add([]byte(`{` + base + `,"messages":[],"resume":[{"interruptId":"a1","status":"resolved","payload":{"choice_id":"b1"}}]}`))
	f.Add([]byte(`{` + base + `,"messages":[],"resume":[{"interruptId":"a1","status":"cancelled"}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		in, err := agui.Decode(body)
		if err != nil {
			if in != nil || !errors.Is(err, agui.ErrInput) {
				t.Fatalf("%+v, %v", in, err)
			}
			return
		}
		if in.Thread == "" || in.Run == "" {
			t.Fatalf("taken without an id: %+v", in)
		}
		now := trip.NewIntent()
		events, err := in.Events(&now)
		if err != nil && (events != nil || !errors.Is(err, agui.ErrInput)) {
			t.Fatalf("%+v, %v", events, err)
		}
		for _, ev := range events {
			again, err := trip.DecodeEvent(string(ev.AppendJSON(nil)))
			if len(ev.ID) > trip.MaxEventIDBytes || err != nil || !reflect.DeepEqual(again.Data, ev.Data) {
				t.Fatalf("%+v was read back as %+v, %v", ev, again, err)
			}
		}
	})
}
