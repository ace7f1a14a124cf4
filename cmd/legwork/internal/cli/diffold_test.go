package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/cmd/legwork/internal/diffs"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/turn"
)

// TestOldBinaryThatFails: whatever an older command does instead of answering ends the comparison and is told, also
// where it never ends by itself.
func TestOldBinaryThatFails(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh:", err)
	}
	dir := t.TempDir()
	const short, ample = 200 * time.Millisecond, time.Minute
	for name, c := range map[string]struct {
		does     string
		patience time.Duration
		want     string
	}{
		"hangs":               {"exec sleep 600", short, "it says nothing any more, and was ended after 0 lines"},
		"leaves a child":      {"sleep 60", short, "it says nothing any more, and was ended after 0 lines"},
		"complains on and on": {"exec yes >&2", short, "it says nothing any more, and was ended after 0 lines"},
		"says totals on":      {`exec yes '{"files":1}'`, ample, "it has no line of seq 1"},
		"crashes": {
			"echo no such flag >&2; exit 3", ample, "it ended with exit status 3 after 0 lines, and said: no such flag",
		},
		"repeats the input": {"cat", ample, "it does not answer as legwork replay --json does"},
		"talks of else":     {"cat; exec yes else", ample, "it does not answer as legwork replay --json does"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
			if err := os.WriteFile(path, []byte("#!/bin/sh\n"+c.does+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			_, err := newOldBinary(t.Context(), path, c.patience)
			if exitCode(err) != exitInput || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v\nwant %s", err, c.want)
			}
		})
	}
}

// TestStatesPart: the rules of an event at which the states part count for what is noticed later, also where the sides
// are never at one and the person speaks again.
func TestStatesPart(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh:", err)
	}
	dir := t.TempDir()
	answer := func(name, tripID, log string, change func(step map[string]any)) {
		var out []byte
		r := replay.New(tripID, turn.Default(), replay.Options{Digests: true, Unchecked: true})
		for step, err := range r.Lines(strings.NewReader(log)) {
			if err != nil {
				t.Fatal(err)
			}
			var line map[string]any
			if err := json.Unmarshal(step.AppendJSON(nil), &line); err != nil {
				t.Fatal(err)
			}
			change(line)
			text, err := json.Marshal(line)
			if err != nil {
				t.Fatal(err)
			}
			out = append(append(out, text...), '\n')
		}
		if err := os.WriteFile(filepath.Join(dir, name), out, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	log := strings.Repeat(`{"type":"TURN_CANCELLED","data":{}}`+"\n"+oneMessage+"\n", 2)
	answer("trial", trial, trialEvent, func(map[string]any) {})
	answer("answers", "a", log, func(line map[string]any) {
		line["state_digest"] = "sha256:other"
		switch line["seq"].(float64) {
		case 1:
			line["rules"] = []string{"9.9.gone"}
		case 4:
			line["ui"], line["ui_messages"] = []any{map[string]any{"key": "other"}}, []string{"Something else."}
		}
	})
	path := filepath.Join(dir, "old")
	script := "#!/bin/sh\ncd \"$(dirname \"$0\")\"\nif grep -q Hello; then exec cat trial; else exec cat answers; fi\n"
	if err := os.WriteFile(path, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	compare, err := newOldBinary(t.Context(), path, oldPatience)
	if err != nil {
		t.Fatal(err)
	}
	r := recording{name: "a.jsonl", open: func() (io.ReadCloser, string, error) {
		return io.NopCloser(strings.NewReader(log)), "a.jsonl", nil
	}}
	c := diffs.NewCollector()
	compare(t.Context(), []recording{r}, audience{
		event: func(_ recording, e event) {
			c.Event(e.old, e.now)
			if e.differs != nil {
				c.Add(*e.differs, 0)
			}
		},
		ended: func(failed error) { err = failed },
	})
	groups := c.Groups()
	if err != nil || len(groups) != 1 || groups[0].Rule != "9.9.gone" || groups[0].Example.Parted.Seq != 1 {
		t.Errorf("%v, %+v", err, groups)
	}
}

// TestOldBinaryThatFailsLater: what an older command does with one recording is told of that one.
func TestOldBinaryThatFailsLater(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh:", err)
	}
	dir := t.TempDir()
	answerTo(t, filepath.Join(dir, "trial"), trial, trialEvent)
	for does, want := range map[string][]string{
		"exit 3":         {"a: it ended with exit status 3 after 0 lines", "b: it ended with exit status 3 after 0 lines"},
		"exec sleep 600": {"a: it says nothing any more, and was ended after 0 lines", "b: it says nothing any more, and was ended after 0 lines"},
	} {
		path := filepath.Join(dir, does[:4])
		script := "#!/bin/sh\nif grep -q Hello; then exec cat \"$(dirname \"$0\")/trial\"; fi\n" + does + "\n"
		if err := os.WriteFile(path, []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
		compare, err := newOldBinary(t.Context(), path, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		for i, name := range []string{"a", "b"} {
			one := recording{name: name, open: func() (io.ReadCloser, string, error) {
				return io.NopCloser(strings.NewReader(oneMessage)), name, nil
			}}
			compare(t.Context(), []recording{one}, audience{
				event: func(_ recording, e event) { t.Errorf("it compared: %v", e) },
				ended: func(failed error) { err = failed },
			})
			if exitCode(err) != exitInput || !strings.Contains(err.Error(), want[i]) {
				t.Errorf("%s: %v, want %s", does, err, want[i])
			}
		}
	}
}

// oldScript is an older command that does something instead of answering about a recording with a mark, alone and among
// many. All recordings are alike: it knows the answer.
const oldScript = `#!/bin/sh
cd "$(dirname "$0")"
shift 2
if [ "$1" = - ]; then
	cat > "in.$$"
	if grep -q Hello "in.$$"; then exec cat trial; fi
	if grep -q MARK "in.$$"; then %s; fi
	exec sed "s|FILE|-|" answer
fi
for file in "$@"; do
	if grep -q MARK "$file"; then %s; fi
	sed "s|FILE|$file|" answer
done
echo '{"files":1}'
`

// answerTo writes what a command answers about a recording to a file.
func answerTo(t *testing.T, path, name, log string) {
	t.Helper()
	var out []byte
	for step, err := range replay.New(name, turn.Default(), replay.Options{Digests: true}).Lines(strings.NewReader(log)) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(step.AppendJSON(out), '\n')
	}
	if err := os.WriteFile(path, out, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestOldBinaryAmongMany: whatever an older command does with one recording of many is told of that one, and all others
// are compared.
func TestOldBinaryAmongMany(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh:", err)
	}
	const files, patience = 7, 2 * time.Second
	log := `{"recording":"legwork/1","trip_id":"t"}` + "\n" + oneMessage + oneMessage
	half := `sed "s|FILE|$file|" answer | head -n 1; continue`
	for name, c := range map[string]struct {
		alone, among string
		marked, hung int
		want         string // of each marked recording; empty where it is compared, too
	}{
		"crashes":           {"kill -9 $$", "kill -9 $$", 2, 0, "it ended with signal: killed after 0 lines"},
		"hangs":             {"exec sleep 600", "exec sleep 600", 2, 0, "it says nothing any more"},
		"hangs on and on":   {"exec sleep 600", "exec sleep 600", 5, 2, "it says nothing any more"},
		"speaks nonsense":   {"echo what; exit", "echo what; exit", 2, 0, "line 1: "},
		"refuses":           {"echo no such event >&2; exit 30", "continue", 2, 0, "and said: no such event"},
		"answers in part":   {`head -n 1 answer; exit`, half, 2, 0, "it has no line of seq 2"},
		"stops among many":  {"true", half, 2, 0, ""},
		"crashes by others": {"true", "kill -9 $$", 2, 0, ""},
		"reads no files":    {"true", "exit 30", files, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			old := filepath.Join(dir, "old")
			if err := os.WriteFile(old, fmt.Appendf(nil, oldScript, c.alone, c.among), 0o700); err != nil {
				t.Fatal(err)
			}
			answerTo(t, filepath.Join(dir, "trial"), trial, trialEvent)
			answerTo(t, filepath.Join(dir, "answer"), "FILE", log)
			batch := make([]recording, files)
			for i := range batch {
				text := log
				if (i+4)%files < c.marked {
					text = strings.Replace(log, `{"type"`, `{"mark":"MARK","type"`, 1)
				}
				path := filepath.Join(dir, fmt.Sprintf("%d.jsonl", i))
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				batch[i] = (&app{}).file(path)
			}
			judged, failed := comparedWith(t, old, patience, batch)
			wrong := c.marked
			if c.want == "" {
				wrong = 0
			}
			if judged != files-wrong || len(failed) != wrong {
				t.Fatalf("%d recordings were compared, want %d: %q", judged, files-wrong, failed)
			}
			for i, text := range failed {
				want := c.want
				if i >= wrong-c.hung {
					want = "not compared, as it hung with 3 recordings"
				}
				if !strings.Contains(text, want) {
					t.Errorf("%s\nwant %s", text, want)
				}
			}
		})
	}
}

// comparedWith compares recordings with an older command, and returns how many had nothing wrong, and what is wrong with
// the others. Nothing may differ.
func comparedWith(t *testing.T, old string, patience time.Duration, batch []recording) (judged int, failed []string) {
	t.Helper()
	compare, err := newOldBinary(t.Context(), old, patience)
	if err != nil {
		t.Fatal(err)
	}
	compare(t.Context(), batch, audience{
		event: func(r recording, e event) {
			if e.differs != nil {
				t.Errorf("%s: it differs: %+v", r.name, e.differs)
			}
		},
		ended: func(err error) {
			if err == nil {
				judged++
				return
			}
			failed = append(failed, err.Error())
		},
	})
	return judged, failed
}
