package scenario

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/turn"
)

// TestWrite: every recording of the repository is told as a scenario that holds.
func TestWrite(t *testing.T) {
	names, err := filepath.Glob("../../fixtures/recordings/*.jsonl")
	if err != nil || len(names) == 0 {
		t.Fatal("no recordings", err)
	}
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(string(src), "\n"), "\n")
		told, err := Write(filepath.Base(name), turn.Default(), slices.Values(lines))
		if err != nil {
			t.Fatal(err)
		}
		again, err := Run(name, told, turn.Default(), nil)
		if err != nil || again != told {
			t.Errorf("%s does not hold: %v\n%s", name, err, told)
		}
		if n := strings.Count(told, "\non "); n < len(lines)-1 {
			t.Errorf("%s: %d of %d events are told by on", name, n, len(lines)-1)
		}
	}
}

// TestWriteFromTheMiddle: a recording that begins in the middle of its trip, with the whole state there or with the
// snapshot that somebody gave it, is told as a scenario that holds and goes on with its events.
func TestWriteFromTheMiddle(t *testing.T) {
	src, err := os.ReadFile("../../fixtures/recordings/booking.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	whole := strings.Split(strings.TrimSuffix(string(src), "\n"), "\n")
	rep := replay.New("booking.jsonl", turn.Default(), replay.Options{})
	for i, line := range whole {
		if _, err := rep.Line(line); err != nil {
			t.Fatal(err)
		}
		if i == 0 || i == len(whole)-1 {
			continue
		}
		h := rep.Header()
		h.HasIntent, h.Intent = true, rep.Intent()
		holds(t, "exported.jsonl", append([]string{string(h.AppendJSON(nil))}, whole[i+1:]...))
	}
	holds(t, "cut.jsonl", []string{
		`{"recording":"legwork/1","trip_id":"t1","intent":{"party":{"travelers":{"adults":2}}}}`,
		`{"seq":7,"turn":3,"type":"USER_MESSAGE","data":{"text":"to Paris"}}`,
		`{"seq":8,"turn":3,"type":"TOOL_RESULT","data":{"tool_name":"trip_requirements_extract","result":{"trip_intent":{"destination":"CDG"}}}}`,
	})
}

// holds tells a recording as a scenario, which must hold and be a recording of the same events again.
func holds(t *testing.T, name string, lines []string) {
	t.Helper()
	told, err := Write(name, turn.Default(), slices.Values(lines))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := Run(name, told, turn.Default(), nil); err != nil || again != told {
		t.Fatalf("%s does not hold: %v\n%s", name, err, told)
	}
	logs, err := Logs(name, told, turn.Default(), nil)
	if err != nil || len(logs) != 1 {
		t.Fatal(len(logs), err)
	}
	was, is := replay.New(name, turn.Default(), replay.Options{Digests: true}), replay.New(name, turn.Default(), replay.Options{Digests: true})
	var last [2]string
	for i, side := range [][]string{lines, strings.Split(string(logs[0]), "\n")} {
		for _, line := range side {
			step, err := []*replay.Replayer{was, is}[i].Line(line)
			if err != nil {
				t.Fatal(err)
			}
			if step != nil {
				last[i] = fmt.Sprintf("%d %s %s", step.Event.Seq, step.DecisionDigest, step.StateDigest)
			}
		}
	}
	if last[0] != last[1] {
		t.Errorf("%s ends with %s, its scenario with %s", name, last[0], last[1])
	}
}
