package replay_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/legwork-go/legwork/internal/longtrip"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// lineByLine brings one line a read and counts them.
type lineByLine struct {
	rest  []byte
	lines int
}

func (r *lineByLine) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.rest[:bytes.IndexByte(r.rest, '\n')+1])
	r.rest = r.rest[n:]
	r.lines++
	return n, nil
}

// TestLinesAreFoldedAsTheyCome: no line waits for others that are not there yet.
func TestLinesAreFoldedAsTheyCome(t *testing.T) {
	in := &lineByLine{rest: longtrip.Recording(100, false)}
	for step, err := range replay.New("t", turn.Default(), replay.Options{}).Lines(in) {
		if err != nil {
			t.Fatal(err)
		}
		if in.lines != step.Line {
			t.Fatalf("line %d comes after %d lines were read", step.Line, in.lines)
		}
	}
	if in.lines != 101 {
		t.Fatalf("%d lines were read", in.lines)
	}
}

// TestWhatStandsBeforeABadLine: every step before a line that cannot be read or folded comes, and then
// the line's error, however the lines are read together.
func TestWhatStandsBeforeABadLine(t *testing.T) {
	const events = 100
	lines := strings.SplitAfter(string(longtrip.Recording(events, false)), "\n")
	for at := 1; at <= events; at += 3 {
		for name, bad := range map[string]string{"malformed": "{\"at\":}\n", "no object": "nonsense\n", "out of order": lines[1+at%events]} {
			text := strings.Join(lines[:at], "") + bad + strings.Join(lines[at:], "")
			r, steps := replay.New("t", turn.Default(), replay.Options{}), 0
			var err error
			for _, err = range r.Lines(strings.NewReader(text)) {
				if err == nil {
					steps++
				}
			}
			var input *replay.InputError
			if seen, _ := r.Counts(); steps != at-1 || seen != int64(at-1) || !errors.As(err, &input) || input.Line != at+1 {
				t.Fatalf("%s in line %d: %d steps, %d counted, then %v", name, at+1, steps, seen, err)
			}
		}
	}
}

// TestReadEndsWithAnError: after what a reader says instead of a line there is nothing more to read.
func TestReadEndsWithAnError(t *testing.T) {
	text, n := longtrip.Recording(50, false), 0
	for range replay.Read(io.MultiReader(bytes.NewReader(text), iotest.ErrReader(io.ErrClosedPipe))) {
		if n++; n > 52 {
			t.Fatal("it goes on")
		}
	}
	if n != 52 { // a header, the events and the error
		t.Fatalf("%d lines", n)
	}
}

// TestIntentsOfALongReplayStay: intents that a replay hands out share memory with none that come after them.
func TestIntentsOfALongReplayStay(t *testing.T) {
	var intents []trip.Intent
	var texts []string
	for step, err := range replay.New("t", turn.Default(), replay.Options{}).Lines(bytes.NewReader(longtrip.Recording(300, false))) {
		if err != nil {
			t.Fatal(err)
		}
		intents = append(intents, step.Decision.Next)
		texts = append(texts, string(step.Decision.Next.AppendJSON(nil)))
	}
	for i := range intents {
		if got := string(intents[i].AppendJSON(nil)); got != texts[i] {
			t.Fatalf("the intent after event %d became %s, was %s", i+1, got, texts[i])
		}
	}
	if len(intents) != 300 {
		t.Fatalf("%d intents", len(intents))
	}
}
