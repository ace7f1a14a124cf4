package replay_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
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

// spaces never ends.
type spaces struct{}

func (spaces) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// full brings as much as it is asked for.
type full struct{ in io.Reader }

func (r full) Read(p []byte) (int, error) {
	n, err := io.ReadFull(r.in, p)
	if n > 0 {
		err = nil
	}
	return n, err
}

// TestLinesLeaveTheMemory: lines that were read ahead are not kept when they were folded, however much
// was read with them.
func TestLinesLeaveTheMemory(t *testing.T) {
	const chunk, limit = 8 << 20, 6 // what the reader has, and what the trip still holds a text of
	events := strings.SplitAfter(string(longtrip.Recording(150, false)), "\n")
	parts := []io.Reader{strings.NewReader(events[0])}
	for i, line := range events[1 : len(events)-1] { // first a line that makes the buffer large
		size := int64(3<<20 + i)
		if i > 0 {
			size = int64(100<<10 + i*16<<10)
		}
		parts = append(parts, io.LimitReader(spaces{}, size), strings.NewReader(line))
	}
	before, peak := heap(), uint64(0)
	for step, err := range replay.New("t", turn.Default(), replay.Options{}).Lines(full{io.MultiReader(parts...)}) {
		if err != nil {
			t.Fatal(err)
		}
		if step.Line%4 == 0 {
			peak = max(peak, heap()-before)
		}
	}
	t.Logf("%d bytes", peak)
	if peak > limit*chunk {
		t.Errorf("a replay keeps %d bytes, want %d chunks of %d at most", peak, limit, chunk)
	}
}

// heap returns how many bytes of the heap are in use.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
