package replay_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/turn"
)

// What a newer version, or somebody else, writes into the data of an event is kept where a recording is written anew.
func TestUnknownMembersOfDataAreKept(t *testing.T) {
	lines := []string{
		`{"recording":"legwork/1","trip_id":"t1"}`,
		`{"data":{"text":"hi","extra":[1, {"b":2.50,"a":null}],"a":"A","locale":null,"vast":1e999},"other":1,"type":"USER_MESSAGE"}`,
		`{"type":"INTENT_READY","data":{"why":"so"}}`,
		`{"type":"TURN_CANCELLED","data":{"reason":"none","by":"me"}}`,
	}
	want := []string{
		`"data":{"a":"A","extra":[1,{"a":null,"b":2.5}],"text":"hi","vast":1e999},"decision"`, `"data":{"why":"so"},"decision"`,
		`"data":{"by":"me","reason":"none"},"decision"`,
	}
	for name, all := range map[string]func(yield func([]byte, error) bool){
		"renewed": replay.Renew("t1.jsonl", turn.Default(), slices.Values(lines)),
		"forked":  replay.Fork("t1.jsonl", turn.Default(), replay.ForkOptions{At: 3, TripID: "t2"}, slices.Values(lines)),
		"appended": replay.Fork("t1.jsonl", turn.Default(), replay.ForkOptions{At: 1, TripID: "t2", Append: slices.Values(lines[2:])},
			slices.Values(lines)),
	} {
		var got []string
		for line, err := range all {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			got = append(got, string(line))
		}
		for i, part := range want {
			if !strings.Contains(got[i+1], part) {
				t.Errorf("%s: %s, want %s", name, got[i+1], part)
			}
		}
		if !strings.Contains(got[1], `"other":1`) {
			t.Errorf("%s: %s", name, got[1])
		}
		for _, err := range replay.New("t1.jsonl", turn.Default(), replay.Options{}).Lines(strings.NewReader(strings.Join(got, "\n") + "\n")) {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// A patch that cannot be made is told with its field and what to do.
func TestRefusedPatch(t *testing.T) {
	const text = `{"type":"INTENT_PATCHED","data":{"patch":{"nope":1}}}` + "\n"
	said := ""
	for _, err := range replay.New("t1.jsonl", turn.Default(), replay.Options{}).Lines(strings.NewReader(text)) {
		if err != nil {
			said = err.Error()
		}
	}
	if !strings.Contains(said, "t1.jsonl:1: field data.patch: ") || !strings.Contains(said, "\n  correct the patch") {
		t.Errorf("%q", said)
	}
}
