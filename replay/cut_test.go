package replay

import (
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
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
		`{"recording":"legwork/1","intent":{"party":{"travelers":{"adults":99999}}}}`:                    "correct this line, or cut",
		`{"recording":"legwork/0"}`:                                                                      "correct this line, or cut",
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

// Only the last line can be where a recording was cut; what else stands in a line that is no event is told as it is.
func TestOtherLines(t *testing.T) {
	const (
		event  = `{"type":"USER_MESSAGE","data":{"text":"to Paris"}}` + "\n"
		header = `{"recording":"legwork/1","trip_id":"t1"}` + "\n"
		cut    = `{"type":"USER_MESS`
	)
	for _, c := range []struct {
		src, text, hint string
		line            int
	}{
		{event + cut, "", "the recording ends in the middle of this line", 2},
		{event + cut + "\n \n\n", "", "the recording ends in the middle of this line", 2},
		{event + cut + "\n" + event, "", "the line stops in the middle", 2},
		{event + cut + "\n" + cut, "", "the line stops in the middle", 2},
		{"{\n  \"type\": \"USER_MESSAGE\"\n}\n", "only opens a document", "in one line", 1},
		{header + event + header + event, "a second header", "split the file before this line", 3},
		{event + header, "a second header", "split the file before this line", 2},
		{"\n" + header + event, "the header is not the first line", "remove the blank lines", 2},
	} {
		fold := func(yield func(error) bool) {
			for _, err := range New("a.jsonl", turn.Default(), Options{}).Lines(strings.NewReader(c.src)) {
				yield(err)
			}
		}
		sides := func(trip.Header) (old, now turn.Config, err error) { return turn.Default(), turn.Default(), nil }
		compare := func(yield func(error) bool) {
			for _, err := range CompareSides("a.jsonl", sides, Read(strings.NewReader(c.src))) {
				yield(err)
			}
		}
		for name, all := range map[string]iter.Seq[error]{"fold": fold, "compare": compare} {
			var last error
			for err := range all {
				last = err
			}
			var bad *InputError
			if !errors.As(last, &bad) || bad.Line != c.line || !strings.Contains(bad.Err.Error(), c.text) || !strings.Contains(bad.Hint, c.hint) {
				t.Errorf("%s of %q: %v", name, c.src, last)
			}
		}
	}
}
