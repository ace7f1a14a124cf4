package trip_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// An event is cleaned as it is written and read: with the same event, or both with an error.
func TestCleanReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ev := drawEvent(t)
		spoil(t, &ev)
		before := string(ev.AppendJSON(nil))
		clean, err := ev.Clean()
		read, readErr := trip.DecodeEvent(before)
		if (err == nil) != (readErr == nil) {
			t.Fatalf("cleaned with %v, read with %v\n%s", err, readErr, before)
		}
		if diff := cmp.Diff(read, clean); diff != "" {
			t.Fatalf("cleaned otherwise than read (-read +cleaned):\n%s", diff)
		}
		if after := string(ev.AppendJSON(nil)); after != before {
			t.Fatalf("the event became\n%s\nit was\n%s", after, before)
		}
	})
}

// spoil gives an event values that no line has, or that have another form in one.
func spoil(t *rapid.T, ev *trip.Event) {
	text := rapid.SampledFrom([]string{
		"", "a", "broken \xff\xfe", strings.Repeat("a", trip.MaxTextBytes), strings.Repeat("a", trip.MaxTextBytes+1), strings.Repeat("\xff", trip.MaxTextBytes/3+1),
	})
	texts := rapid.SampledFrom([][]string{
		nil, {}, {""}, {"a", "\xff"}, make([]string, trip.MaxItems), make([]string, trip.MaxItems+1), {strings.Repeat("a", trip.MaxTextBytes+1)},
	})
	number := rapid.SampledFrom([]int64{-1, 0, 1, wire.MaxInt, wire.MaxInt + 1})
	raw := rapid.SampledFrom([]trip.Raw{
		"", "null", "{}", `[1e400]`, ` {"b":1.0, "a":"\u0061"}`, `{"a":1,"a":2}`, "{", "\"\xff\"", nested(61), nested(62), nested(63), nested(64), nested(65),
		trip.Raw(`"` + strings.Repeat("a", trip.MaxResultBytes-2) + `"`), trip.Raw(`"` + strings.Repeat("a", trip.MaxResultBytes-1) + `"`),
	})
	switch rapid.IntRange(0, 14).Draw(t, "envelope") {
	case 0:
		ev.ID = text.Draw(t, "id")
	case 1:
		ev.Trip = trip.ID(text.Draw(t, "trip"))
	case 2:
		ev.Seq = number.Draw(t, "seq")
	case 3:
		ev.Turn = number.Draw(t, "turn")
	case 4:
		ev.Said = texts.Draw(t, "said")
	case 5:
		ev.At = trip.Instant(rapid.SampledFrom([]int64{-1, 0, 1, 9_214_646_399_999_999_999, 9_214_646_400_000_000_000}).Draw(t, "at"))
	case 6:
		ev.Clock = ev.At + trip.Instant(rapid.SampledFrom([]int64{-1, 0, 1}).Draw(t, "clock"))
	case 7:
		ev.Extra = []trip.Member{
			{Key: "y", Value: "1"},
			{Key: rapid.SampledFrom([]string{"", "b", "y", "\xff", "type", "data"}).Draw(t, "name"), Value: raw.Draw(t, "value")},
		}
	case 8:
		ev.Decision, ev.State = trip.Digest(text.Draw(t, "decision")), trip.Digest(text.Draw(t, "state"))
	case 9:
		ev.Sections = []trip.Section{
			{Name: "turn", Digest: trip.Digest(text.Draw(t, "turn"))},
			{Name: rapid.SampledFrom([]string{"", "ext", "turn", "\xff"}).Draw(t, "section")},
		}
	case 10:
		ev.Called = []trip.Called{{Name: text.Draw(t, "called"), Arguments: raw.Draw(t, "arguments")}, {}}
	}
	if rapid.Bool().Draw(t, "whole") {
		return
	}
	ev.Data = rapid.SampledFrom([]trip.EventData{
		nil,
		trip.UserMessage{Text: text.Draw(t, "text"), AskID: text.Draw(t, "ask")},
		trip.UserSelectedBundle{BundleID: text.Draw(t, "text")},
		trip.UserRequestHold{Confirmations: texts.Draw(t, "texts")},
		trip.UserApprovedPurchase{ApprovalToken: text.Draw(t, "text"), AskID: text.Draw(t, "ask")},
		trip.ToolResult{CallID: text.Draw(t, "text"), ToolName: text.Draw(t, "tool"), Result: raw.Draw(t, "result"), Attempts: number.Draw(t, "attempts")},
		trip.ToolError{ToolName: text.Draw(t, "tool"), Error: text.Draw(t, "text"), SettledBy: text.Draw(t, "by"), Attempts: number.Draw(t, "attempts")},
		trip.ScopeChanged{DocumentIDs: texts.Draw(t, "texts")},
		trip.UserAnswered{AskID: text.Draw(t, "ask"), ChoiceID: text.Draw(t, "text")},
		trip.IntentPatched{Patch: raw.Draw(t, "patch")},
		trip.TurnCancelled{Reason: text.Draw(t, "text")},
	}).Draw(t, "data")
}

// nested returns so many lists in each other.
func nested(depth int) trip.Raw {
	return trip.Raw(strings.Repeat("[", depth) + strings.Repeat("]", depth))
}

func TestCleanErrors(t *testing.T) {
	members := func(key string) []trip.Member { return []trip.Member{{Key: key, Value: "1"}} }
	said := trip.UserMessage{Text: "hello"}
	for want, ev := range map[string]trip.Event{
		`trip: malformed data.ask_id: want the id of an ask or "none", got an empty text`:            {Data: trip.UserAnswered{}},
		`trip: malformed data.document_ids[1]: want a text, got an empty text`:                       {Data: trip.ScopeChanged{DocumentIDs: []string{"a", ""}}},
		`trip: malformed data.patch: want an object, got something else`:                             {Data: trip.IntentPatched{Patch: "[]"}},
		`trip: malformed type: want an event type, got nothing`:                                      {},
		`trip: malformed clock: want an instant before at, got 1970-01-01T00:00:00.000000007Z`:       {Data: said, At: 7, Clock: 7},
		`trip: malformed seq: want a name that no other member has, got that of a member of its own`: {Data: said, Extra: members("seq")},
		`trip: malformed: want a line of at most 4194304 bytes, got 4259897`: {
			Data: said,
			Said: []string{strings.Repeat("\x01", 65*65536/6)},
		},
	} {
		if _, err := ev.Clean(); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

// No list is shared with the event that was given.
func TestCleanSharesNothing(t *testing.T) {
	ev := trip.Event{
		Data: trip.UserRequestHold{Confirmations: []string{"yes"}}, Said: []string{"a"}, Extra: []trip.Member{{Key: "k", Value: "1"}},
		Sections: []trip.Section{{Name: "turn", Digest: "d"}}, Called: []trip.Called{{Name: "c"}},
	}
	clean, err := ev.Clean()
	if err != nil {
		t.Fatal(err)
	}
	held, _ := ev.Data.(trip.UserRequestHold)
	held.Confirmations[0], ev.Said[0], ev.Extra[0].Key = "no", "b", "l"
	ev.Sections[0].Digest, ev.Called[0].Name = "e", "f"
	if got := string(clean.AppendJSON(nil)); got != `{"called":[{"name":"c"}],"data":{"confirmations":["yes"]},"k":1,`+
		`"said":["a"],"sections":{"turn":"d"},"type":"USER_REQUEST_HOLD"}` {
		t.Error(got)
	}
}
