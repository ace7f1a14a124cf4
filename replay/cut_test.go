package replay

import (
	"errors"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/turn"
)

// A recording that was cut by hand has the snapshot that somebody gave it: its first event says where it begins.
func TestCutByHand(t *testing.T) {
	const events = `{"seq":7,"turn":3,"type":"USER_MESSAGE","data":{"text":"to Paris"}}
{"seq":8,"turn":3,"type":"TOOL_RESULT","data":{"tool_name":"trip_requirements_extract","result":{"trip_intent":{"destination":"CDG"}}}}
`
	r := New("cut.jsonl", turn.Default(), Options{})
	for _, err := range r.Lines(strings.NewReader(`{"recording":"legwork/1","trip_id":"t1","intent":{"party":{"travelers":{"adults":2}}}}` + "\n" + events)) {
		if err != nil {
			t.Fatal(err)
		}
	}
	in := r.Intent()
	if n, turns := r.Counts(); n != 2 || turns != 1 || in.Turn.Seq != 8 || in.Turn.Number != 3 || in.Party.Travelers.Adults != 2 {
		t.Errorf("%d events, %d turns, seq %d, turn %d", n, turns, in.Turn.Seq, in.Turn.Number)
	}
	r = New("gap.jsonl", turn.Default(), Options{})
	for _, err := range r.Lines(strings.NewReader(events)) {
		if !errors.Is(err, turn.ErrSeq) {
			t.Errorf("without a snapshot lines are missing: %v", err)
		}
	}
}

// What a newer version wrote is not to be corrected.
func TestNewerRecordings(t *testing.T) {
	for src, want := range map[string]string{
		`{"recording":"legwork/2","trip_id":"t1"}`:                                                       "upgrade to that version",
		`{"recording":"legwork/1","digests":99,"engine":"v9.0.0"}` + "\n" + `{"type":"LATER","data":{}}`: "a newer version wrote",
		`{"type":"LATER","data":{}}`:                                                                     "if a newer version wrote it, upgrade",
		`{"recording":"other"}`:                                                                          "correct this line, or cut",
	} {
		r := New("new.jsonl", turn.Default(), Options{})
		for _, err := range r.Lines(strings.NewReader(src + "\n")) {
			var bad *InputError
			if !errors.As(err, &bad) || !strings.Contains(bad.Hint, want) {
				t.Errorf("%s: %v, want %s", src, err, want)
			}
		}
	}
}
