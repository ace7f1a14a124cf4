package trip_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/legwork-go/legwork/trip"
)

var decodedEvents = []struct {
	in   string
	want trip.Event
}{
	{`{"type":"USER_MESSAGE","data":{"text":"hi","text2":5}}`, trip.Event{Data: trip.UserMessage{Text: "hi"}}},
	{` { "data" : {"text":""} , "type":"USER_MESSAGE" } `, trip.Event{Data: trip.UserMessage{}}},
	{`{"type":"USER_SELECTED_BUNDLE","data":{"bundle_id":"b1"},"seq":2,"turn":0}`, trip.Event{Seq: 2, Data: trip.UserSelectedBundle{BundleID: "b1"}}},
	{`{"type":"USER_REQUEST_HOLD","data":{}}`, trip.Event{Data: trip.UserRequestHold{}}},
	{`{"type":"USER_REQUEST_HOLD"}`, trip.Event{Data: trip.UserRequestHold{}}},
	{`{"type":"USER_REQUEST_HOLD","data":{"confirmations":["a","b"]}}`, trip.Event{Data: trip.UserRequestHold{Confirmations: []string{"a", "b"}}}},
	{`{"type":"USER_REQUEST_HOLD","data":{"confirmations":null}}`, trip.Event{Data: trip.UserRequestHold{}}},
	{`{"type":"USER_APPROVED_PURCHASE",` +
		`"data":{"approval_token":"t","payment_method_id":"p"}}`, trip.Event{Data: trip.UserApprovedPurchase{ApprovalToken: "t", PaymentMethodID: "p"}}},
	{`{"type":"USER_APPROVED_PURCHASE",` +
		`"data":{"approval_token":"t",` +
		`"payment_method_id":"p","ask_id":"a"}}`, trip.Event{Data: trip.UserApprovedPurchase{ApprovalToken: "t", PaymentMethodID: "p", AskID: "a"}}},
	{`{"type":"USER_APPROVED_PURCHASE",` +
		`"data":{"approval_token":"t",` +
		`"payment_method_id":"p","ask_id":null}}`, trip.Event{Data: trip.UserApprovedPurchase{ApprovalToken: "t", PaymentMethodID: "p"}}},
	{`{"type":"USER_MESSAGE","data":{"text":"yes","ask_id":"none"}}`, trip.Event{Data: trip.UserMessage{Text: "yes", AskID: trip.AskNone}}},
	{
		`{"type":"SCOPE_CHANGED","data":{"document_ids":["a","b"],"property_id":"p","tenant":"t"}}`,
		trip.Event{Data: trip.ScopeChanged{DocumentIDs: []string{"a", "b"}, PropertyID: "p"}},
	},
	{`{"type":"SCOPE_CHANGED","data":{"document_ids":null,"property_id":null}}`, trip.Event{Data: trip.ScopeChanged{}}},
	{`{"type":"SCOPE_CHANGED","data":{}}`, trip.Event{Data: trip.ScopeChanged{}}},
	{`{"type":"SCOPE_CHANGED"}`, trip.Event{Data: trip.ScopeChanged{}}},
	{`{"type":"INTENT_READY"}`, trip.Event{Data: trip.IntentReady{}}},
	{`{"type":"INTENT_READY","data":null}`, trip.Event{Data: trip.IntentReady{}}},
	{`{"type":"TURN_CANCELLED","data":{"reason":"stop"}}`, trip.Event{Data: trip.TurnCancelled{Reason: "stop"}}},
	{`{"type":"TURN_CANCELLED"}`, trip.Event{Data: trip.TurnCancelled{}}},
	{
		`{"type":"TOOL_RESULT","data":{"tool_name":"x","result": {"b":1, "a":[]} ,"call_id":"c","attempts":2}}`,
		trip.Event{Data: trip.ToolResult{CallID: "c", ToolName: "x", Result: `{"b":1, "a":[]}`, Attempts: 2}},
	},
	{`{"type":"TOOL_RESULT","data":{"tool_name":"x","result":null,"call_id":null}}`, trip.Event{Data: trip.ToolResult{ToolName: "x", Result: `null`}}},
	{
		`{"type":"TOOL_ERROR","data":{"tool_name":"x","error":"boom","code":"timeout","retryable":false,"call_id":"c"}}`,
		trip.Event{Data: trip.ToolError{CallID: "c", ToolName: "x", Error: "boom", Code: "timeout", Retryable: trip.False}},
	},
	{`{"type":"TOOL_ERROR","data":{"tool_name":"x","error":"","code":null,"retryable":null,"settled_by":null}}`, trip.Event{Data: trip.ToolError{ToolName: "x"}}},
	{
		`{"type":"TOOL_ERROR","data":{"tool_name":"x","error":"","code":"failed","settled_by":"lookup"}}`,
		trip.Event{Data: trip.ToolError{ToolName: "x", Code: "failed", SettledBy: trip.SettledByLookup}},
	},
	{
		`{"zeta":[1, 2],"type":"INTENT_READY","at":"2026-03-01T10:00:00+01:00","id":"e1","trip_id":"t1","turn":3,"seq":7,"decision":"sha256:a",` +
			`"state":"sha256:b","alpha":{"y":1,"x":2.0}}`,
		trip.Event{
			Seq: 7, ID: "e1", Trip: "t1", Turn: 3, At: 1_772_355_600_000_000_000, Data: trip.IntentReady{}, Decision: "sha256:a", State: "sha256:b",
			Extra: []trip.Member{{Key: "alpha", Value: `{"x":2,"y":1}`}, {Key: "zeta", Value: `[1,2]`}},
		},
	},
	{
		`{"said":["a\nb","c"],"type":"INTENT_READY","seq":7}`,
		trip.Event{Seq: 7, Said: []string{"a\nb", "c"}, Data: trip.IntentReady{}},
	},
	{
		`{"called":[{"name":"a","arguments":{"y":1,"x":2.0}},{"name":"b"}],"sections":{"turn":"sha256:a","ext":null},"type":"INTENT_READY","seq":7}`,
		trip.Event{
			Seq: 7, Data: trip.IntentReady{}, Called: []trip.Called{{Name: "a", Arguments: `{"x":2,"y":1}`}, {Name: "b"}},
			Sections: []trip.Section{{Name: "ext"}, {Name: "turn", Digest: "sha256:a"}},
		},
	},
	{
		`{"at":"2027-04-05T09:00:00.000000001Z","clock":"2026-03-01T10:00:00+01:00","type":"INTENT_READY","seq":7}`,
		trip.Event{Seq: 7, At: 1_806_915_600_000_000_001, Clock: 1_772_355_600_000_000_000, Data: trip.IntentReady{}},
	},
}

func TestDecodeEvent(t *testing.T) {
	for _, c := range decodedEvents {
		got, err := trip.DecodeEvent(c.in)
		if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", c.in, err, diff)
		}
	}
}

var malformedEvents = []struct{ in, field, want string }{
	{``, "", "want an object, got the end of the input"},
	{`[]`, "", "want an object, got a list"},
	{"\xff{}", "", "byte 0: want valid UTF-8"},
	{`{}`, "type", "want an event type, got nothing"},
	{`{"type":5}`, "type", "want a string, got a number"},
	{`{"type":null}`, "type", "want a string, got null"},
	{`{"type":"USER_SHOUTED","data":{}}`, "type", `want an event type that this version knows, got "USER_SHOUTED"`},
	{`{"type":"` + strings.Repeat("é", 50) + `"}`, "type", `got "` + strings.Repeat("é", 20) + `"…`},
	{`{"type":"INTENT_READY","at":"2026-03-01T09:00:00Z","clock":"2026-03-01T09:00:00Z"}`, "clock", "want an instant before at, got 2026-03-01T09:00:00Z"},
	{`{"clock":"2026-03-01T09:00:00Z","type":"INTENT_READY"}`, "clock", "want an instant before at"},
	{`{"clock":7,"type":"INTENT_READY"}`, "clock", "want a string, got a number"},
	{`{"type":"USER_MESSAGE"}`, "data", "want an object, got nothing"},
	{`{"type":"USER_MESSAGE","data":null}`, "data", "want an object, got null"},
	{`{"type":"USER_MESSAGE","data":"hi"}`, "data", "want an object, got a string"},
	{`{"type":"USER_MESSAGE","data":{}}`, "data.text", "want a string, got nothing"},
	{`{"type":"USER_MESSAGE","data":{"text":null}}`, "data.text", "want a string, got null"},
	{`{"type":"USER_MESSAGE","data":{"text":["a"]}}`, "data.text", "got a list"},
	{`{"type":"USER_MESSAGE","data":{"text":"` + strings.Repeat("x", trip.MaxMessageBytes+1) + `"}}`, "data.text", "want at most 65536 bytes, got 65537"},
	{`{"type":"USER_MESSAGE","data":{"text":"a`, "data.text", "want the end of the string, got the end of the input"},
	{`{"type":"USER_MESSAGE","data":{"text":"\ud800"}}`, "data.text", "got a lone surrogate"},
	{"{\"type\":\"USER_MESSAGE\",\"data\":{\"text\":\"a\tb\"}}", "data.text", `got "\t"`},
	{`{"type":"USER_MESSAGE","data":{"text":"a"}}{"type":"INTENT_READY"}`, "", "want the end of the input, got an object"},
	{`{"type":"USER_MESSAGE","data":{"text":"a"},"type":"INTENT_READY"}`, "type", `want each member once, got a second "type"`},
	{`{"type":"USER_SELECTED_BUNDLE","data":{"bundle":"b"}}`, "data.bundle_id", "got nothing"},
	{`{"type":"USER_REQUEST_HOLD","data":{"confirmations":"yes"}}`, "data.confirmations", "want a list, got a string"},
	{`{"type":"USER_REQUEST_HOLD","data":{"confirmations":[1]}}`, "data.confirmations[0]", "want a string, got a number"},
	{`{"type":"USER_APPROVED_PURCHASE","data":{"approval_token":"t"}}`, "data.payment_method_id", "want a string, got nothing"},
	{`{"type":"USER_APPROVED_PURCHASE","data":{"approval_token":"t","payment_method_id":"p","ask_id":7}}`, "data.ask_id", "want a string, got a number"},
	{`{"type":"USER_APPROVED_PURCHASE",` +
		`"data":{"approval_token":"t","payment_method_id":"p","ask_id":""}}`, "data.ask_id", `want the id of an ask or "none", got an empty text`},
	{`{"type":"USER_MESSAGE","data":{"text":"a","ask_id":""}}`, "data.ask_id", "got an empty text"},
	{`{"type":"SCOPE_CHANGED","data":null}`, "data", "want an object, got null"},
	{`{"type":"SCOPE_CHANGED","data":{"document_ids":"a"}}`, "data.document_ids", "want a list, got a string"},
	{`{"type":"SCOPE_CHANGED","data":{"document_ids":["a",""]}}`, "data.document_ids[1]", "want a text, got an empty one"},
	{`{"type":"SCOPE_CHANGED","data":{"property_id":["a"]}}`, "data.property_id", "got a list"},
	{`{"type":"TOOL_RESULT","data":{"tool_name":"x"}}`, "data.result", "want any JSON value, got nothing"},
	{`{"type":"TOOL_RESULT","data":{"result":{}}}`, "data.tool_name", "want a string, got nothing"},
	{`{"type":"TOOL_RESULT","data":{"result":{},"tool_name":""}}`, "data.tool_name", "want the name of a tool, got an empty text"},
	{`{"type":"TOOL_RESULT","data":{"result":{"a":[1,}]},"tool_name":"x"}}`, "data.result.a[1]", "want a value, got '}'"},
	{`{"type":"TOOL_RESULT","data":{"result":{"a":1,"a":2},"tool_name":"x"}}`, "data.result.a", "want each member once"},
	{
		`{"type":"TOOL_RESULT","data":{"result":"` + strings.Repeat("x", trip.MaxResultBytes) + `","tool_name":"x"}}`,
		"data.result", "want at most 1048576 bytes, got 1048578",
	},
	{`{"type":"TOOL_RESULT","data":{"result":1,"tool_name":"x","attempts":-1}}`, "data.attempts", "want an integer from 0 to"},
	{`{"type":"TOOL_ERROR","data":{"tool_name":"x"}}`, "data.error", "want a string, got nothing"},
	{`{"type":"TOOL_ERROR","data":{"tool_name":"x","error":{}}}`, "data.error", "want a string, got an object"},
	{`{"type":"TOOL_ERROR","data":{"tool_name":"x","error":"e","retryable":"no"}}`, "data.retryable", "want true or false, got a string"},
	{`{"type":"TOOL_ERROR","data":{"tool_name":"x","error":"e","settled_by":"me"}}`, "data.settled_by", `want "lookup", got "me"`},
	{`{"type":"TOOL_ERROR","data":{"tool_name":"x","error":"e","settled_by":""}}`, "data.settled_by", `want "lookup", got ""`},
	{`{"type":"TOOL_ERROR","data":{"tool_name":"x","error":"e","settled_by":true}}`, "data.settled_by", "want a string, got true"},
	{`{"type":"INTENT_READY","seq":0}`, "seq", "want an integer from 1 to 9007199254740991, got 0"},
	{`{"type":"INTENT_READY","seq":1e30}`, "seq", "want an integer of at most 2^53-1"},
	{`{"type":"INTENT_READY","seq":"1"}`, "seq", "want an integer, got a string"},
	{`{"type":"INTENT_READY","turn":-1}`, "turn", "want an integer from 0 to"},
	{`{"type":"INTENT_READY","at":1772355600}`, "at", "want a string, got a number"},
	{`{"type":"INTENT_READY","at":"noon"}`, "at", "want an RFC 3339 instant from 1970 to 2261, got another text"},
	{`{"type":"INTENT_READY","id":{}}`, "id", "want a string, got an object"},
	{`{"type":"INTENT_READY","x":1e999}`, "x", "want JSON that has a canonical form"},
	{`{"type":"INTENT_READY","x":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + `}`, "x" + strings.Repeat("[0]", 63), "nesting"},
	{`{"type":"INTENT_READY"` + strings.Repeat(" ", trip.MaxLineBytes) + `}`, "", "want a line of at most 4194304 bytes"},
}

func TestEventsThatAreMalformed(t *testing.T) {
	for _, c := range malformedEvents {
		_, err := trip.DecodeEvent(c.in)
		var e *trip.MalformedError
		if !errors.As(err, &e) || !errors.Is(err, trip.ErrMalformed) || e.Field != c.field || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.90s\n got %v\nwant %s: %s", c.in, err, c.field, c.want)
		}
	}
}

// A line that is cut anywhere is malformed, and says so without a panic.
func TestEveryCutOfALineIsMalformed(t *testing.T) {
	for cut := range len(benchLine) {
		if _, err := trip.DecodeEvent(benchLine[:cut]); !errors.Is(err, trip.ErrMalformed) {
			t.Fatalf("cut at %d: %v", cut, err)
		}
	}
}

func TestHeaders(t *testing.T) {
	h, warnings, err := trip.DecodeHeader(
		`{"recording":"legwork/1","trip_id":"t1","policy":{"quote_ttl":"20m30s","multitask":"reject","x":1},"intent":{"party":{"y":2}},"note":[1, 2]}`,
	)
	want := trip.Header{
		Recording: "legwork/1", TripID: "t1", HasPolicy: true, HasIntent: true, Policy: trip.DefaultPolicy(), Intent: trip.NewIntent(),
		Extra: []trip.Member{{Key: "note", Value: `[1,2]`}},
	}
	want.Policy.QuoteTTLSeconds, want.Policy.Multitask = 1230, trip.Reject
	if diff := cmp.Diff(want, h); err != nil || diff != "" {
		t.Fatal(err, diff)
	}
	if diff := cmp.Diff([]trip.Warning{{Path: "policy.x"}, {Path: "intent.party.y"}}, warnings); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct{ in, want string }{
		{`{"recording":"legwork/2"}`, `malformed recording at byte 13: want "legwork/1", the version that this engine reads, got "legwork/2"`},
		{`{"recording":1}`, "malformed recording at byte 13: want a string, got a number"},
		{`{"trip_id":"t"}`, `malformed recording at byte 0: want "legwork/1", got nothing`},
		{`{"recording":"legwork/1","policy":{"quote_ttl":"soon"}}`, "malformed policy.quote_ttl at byte 47: want a number of seconds or a duration"},
		{`{"recording":"legwork/1","policy":{"quote_ttl":-1}}`, "malformed policy.quote_ttl at byte 47: want an integer from 0 to"},
		{`{"recording":"legwork/1","policy":{"quote_ttl":"1.5s"}}`, "malformed policy.quote_ttl at byte 47"},
		{`{"recording":"legwork/1","policy":{"multitask":"drop"}}`, `malformed policy.multitask at byte 47: want enqueue, interrupt or reject, got "drop"`},
		{`{"recording":"legwork/1","intent":{"status":{"state":"lost"}}}`, "malformed intent.status at byte 44: want a phase and a state"},
	} {
		if _, _, err := trip.DecodeHeader(c.in); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n got %v\nwant %s", c.in, err, c.want)
		}
	}
	for in, want := range map[string]bool{
		`{"recording":"legwork/9"}`: true, `{"x":[{}], "recording":null`: true, `{"type":"INTENT_READY"}`: false, `{"x":{"recording":1}}`: false,
		``: false, `[]`: false, `{"x":`: false, `{"\u0072ecording":1}`: true,
	} {
		if got := trip.IsHeader(in); got != want {
			t.Errorf("IsHeader(%s) = %v", in, got)
		}
	}
}

func TestPolicies(t *testing.T) {
	p, warnings, err := trip.DecodePolicy(`{"confirm_before_quote":true,"max_tokens":5000,"tool_choice":"none","quote_ttl":60,"multitask":null}`)
	want := trip.Policy{
		ApprovalBinding:    trip.BindStamp,
		ConfirmBeforeQuote: true,
		QuoteTTLSeconds:    60,
		Multitask:          trip.Enqueue,
		ToolChoice:         "none",
		MaxTokens:          5000,
	}
	if err != nil || len(warnings) > 0 || !p.Equal(want) {
		t.Errorf("%+v, %v, %v", p, warnings, err)
	}
	serial, _, err := trip.DecodePolicy(`{"parallel_tool_calls":false}`)
	if err != nil || !serial.SerialToolCalls ||
		!strings.Contains(string(serial.AppendJSON(nil)), `"multitask":"enqueue","parallel_tool_calls":false,"quote_ttl"`) {
		t.Errorf("%s, %v", serial.AppendJSON(nil), err)
	}
	for _, parallel := range []string{`{"parallel_tool_calls":true}`, `{"parallel_tool_calls":null}`} {
		if p, _, err := trip.DecodePolicy(parallel); err != nil || !p.Equal(trip.DefaultPolicy()) {
			t.Errorf("%s is %+v, %v", parallel, p, err)
		}
	}
	if got, want := string(
		trip.DefaultPolicy().AppendJSON(nil),
	), `{"confirm_before_quote":false,"max_tokens":0,"multitask":"enqueue","quote_ttl":1200,"tool_choice":"auto"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	strict := trip.DefaultPolicy()
	strict.ApprovalBinding = trip.BindStrict
	if got, _, err := trip.DecodePolicy(`{"approval_binding":"strict"}`); err != nil || !got.Equal(strict) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, _, err := trip.DecodePolicy(string(strict.AppendJSON(nil))); err != nil || !got.Equal(strict) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, _, err := trip.MergePolicy(strict, `{"max_tokens":1}`); err != nil || got.ApprovalBinding != trip.BindStrict || got.MaxTokens != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	for _, bad := range []string{`{"approval_binding":"loose"}`, `{"approval_binding":""}`, `{"approval_binding":7}`} {
		if _, _, err := trip.DecodePolicy(bad); err == nil || !strings.Contains(err.Error(), "approval_binding") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// An ask is named by messages and approvals, and by nothing else.
func TestAskOfAnEvent(t *testing.T) {
	for _, data := range []trip.EventData{trip.UserMessage{Text: "yes"}, trip.UserApprovedPurchase{ApprovalToken: "t"}} {
		named := trip.WithAsk(data, "a1")
		if id, ok := trip.AskOf(named); id != "a1" || !ok {
			t.Errorf("%T names %q, %t", data, id, ok)
		}
		if again := trip.WithAsk(named, ""); again != data {
			t.Errorf("got %+v, want %+v", again, data)
		}
	}
	if id, ok := trip.AskOf(trip.WithAsk(trip.IntentReady{}, "a1")); id != "" || ok {
		t.Errorf("INTENT_READY names %q, %t", id, ok)
	}
}

// A result that is no JSON cannot make the line that holds it malformed.
func TestAnEventIsAlwaysJSON(t *testing.T) {
	for raw, want := range map[trip.Raw]string{"": "null", "{": "null", `{"b":1, "a":2.0}`: `{"a":2,"b":1}`} {
		ev := trip.Event{Data: trip.ToolResult{ToolName: "x", Result: raw}}
		if got := string(ev.AppendJSON(nil)); got != `{"data":{"result":`+want+`,"tool_name":"x"},"type":"TOOL_RESULT"}` {
			t.Errorf("%q is written as %s", raw, got)
		}
	}
}

func TestDecisionsThatAreMalformed(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{}`, "malformed status at byte 0"},
		{`{"status":{"phase":"quote","state":"booked"}}`, "malformed status at byte 10: want a phase and a state"},
		{`{"status":{},"tool_calls":[{"name":"x"}]}`, "malformed"},
		{`{"ignored":"why"}`, `malformed ignored at byte 11: want a reason for ignoring, got "why"`},
		{`{"status":{"phase":"completed","state":"booked"},"tool_calls":[{"name":"x"}]}`, "malformed tool_calls[0].arguments at byte 63"},
	} {
		if _, err := trip.DecodeDecision(c.in); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.in, err, c.want)
		}
	}
}

// TestDigestThatIsEmpty: an empty digest would hold a replay against nothing; a null is none.
func TestDigestThatIsEmpty(t *testing.T) {
	for _, field := range []string{"decision", "state"} {
		for _, line := range []string{
			`{"at":"2026-03-01T09:00:00Z","data":{"text":"x"},"` + field + `":"","seq":1,"type":"USER_MESSAGE"}`,
			`{"type":"USER_MESSAGE","` + field + `":"","data":{"text":"x"}}`,
		} {
			var malformed *trip.MalformedError
			if _, err := trip.DecodeEvent(line); !errors.As(err, &malformed) || malformed.Field != field {
				t.Errorf("%s: got %v", line, err)
			}
		}
		ev, err := trip.DecodeEvent(`{"type":"USER_MESSAGE","` + field + `":null,"data":{"text":"x"}}`)
		if err != nil || ev.Decision != "" || ev.State != "" {
			t.Errorf("%s is null: got %+v, %v", field, ev, err)
		}
	}
}
