package cli

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/klauspost/compress/zstd"
)

const oneMessage = `{"type":"USER_MESSAGE","data":{"text":"hello"}}` + "\n"

// legwork runs the program and returns its exit code and what it said.
func legwork(stdin io.Reader, args ...string) (code int, stdout, stderr string) {
	var out, said bytes.Buffer
	code = Main(args, stdin, &out, &said)
	return code, out.String(), said.String()
}

func gzipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstandard(t *testing.T, text string, o ...zstd.EOption) []byte {
	t.Helper()
	z, err := zstd.NewWriter(nil, o...)
	if err != nil {
		t.Fatal(err)
	}
	return z.EncodeAll([]byte(text), nil)
}

// A stream has no name that tells how it is compressed.
func TestStreamIsUnpacked(t *testing.T) {
	for name, packed := range map[string][]byte{
		"plain": []byte(oneMessage), "gzip": gzipped(t, oneMessage), "zstd": zstandard(t, oneMessage),
	} {
		code, out, said := legwork(bytes.NewReader(packed), "replay", "-")
		if code != exitOK || !strings.HasPrefix(out, "-: 1 events, 1 turns") {
			t.Errorf("%s: exit %d, %q, %q", name, code, out, said)
		}
	}
}

func TestArchivesThatCannotBeUnpacked(t *testing.T) {
	whole := gzipped(t, strings.Repeat(oneMessage, 1000))
	wide := zstandard(t, strings.Repeat(oneMessage, 1<<18), zstd.WithWindowSize(64<<20))
	for _, c := range []struct {
		file string
		data []byte
		want string
	}{
		{"cut.jsonl.gz", whole[:len(whole)/2], "copy it again"},
		{"plain.jsonl.gz", []byte(oneMessage), "not gzip"},
		{"plain.jsonl.zst", []byte(oneMessage), "not zstd"},
		{"wide.jsonl.zst", wide, "without --long"},
	} {
		path := filepath.Join(t.TempDir(), c.file)
		if err := os.WriteFile(path, c.data, 0o600); err != nil {
			t.Fatal(err)
		}
		code, _, said := legwork(nil, "replay", path)
		if code != exitInput || !strings.Contains(said, c.want) {
			t.Errorf("%s: exit %d, %q, want %q", c.file, code, said, c.want)
		}
	}
}

// silent is a person who says nothing.
type silent struct{}

func (silent) Read([]byte) (int, error) { select {} }

// An interrupt ends a conversation that waits for a person, and the recording is written.
func TestInterruptEndsAWaitingConversation(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	record := filepath.Join(t.TempDir(), "trip.jsonl")
	started := strings.NewReader("from JFK to London\n")
	var out bytes.Buffer
	a := &app{stdout: &sink{Writer: interrupting{&out, interrupt}}, stderr: io.Discard, colour: "never"}
	if err := a.runTrip(ctx, runFlags{trip: "t1", record: record}, io.MultiReader(started, silent{})); err != nil && ctx.Err() == nil {
		t.Fatal(err)
	}
	if code, _, said := legwork(nil, "replay", record); code != exitOK {
		t.Errorf("the recording: exit %d, %q", code, said)
	}
}

// interrupting cancels when the agent answers.
type interrupting struct {
	io.Writer
	interrupt func()
}

func (w interrupting) Write(p []byte) (int, error) {
	if bytes.HasPrefix(p, []byte("agent ›")) {
		w.interrupt()
	}
	return w.Writer.Write(p)
}

// A conversation whose recording could not be written does not begin.
func TestRecordingIsTriedFirst(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nowhere", "trip.jsonl")
	code, out, said := legwork(strings.NewReader("hello\n"), "run", "--record", path)
	if code != exitFault || out != "" || !strings.Contains(said, "--record") {
		t.Errorf("exit %d, %q, %q", code, out, said)
	}
}

// A trip is named after its file, however that is compressed: the digests of its calls' ids stay the same.
func TestTripIsNamedAfterItsFile(t *testing.T) {
	folder := t.TempDir()
	var decisions []string
	for name, data := range map[string][]byte{
		"my.trip.jsonl": []byte(oneMessage), "my.trip.jsonl.gz": gzipped(t, oneMessage), "my.trip.jsonl.zst": zstandard(t, oneMessage),
	} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		code, out, said := legwork(nil, "replay", "--json", path)
		_, decision, found := strings.Cut(out, `"decision":"`)
		if code != exitOK || !found {
			t.Fatalf("%s: exit %d, %q, %q", name, code, out, said)
		}
		decisions = append(decisions, decision)
	}
	if decisions[0] != decisions[1] || decisions[0] != decisions[2] {
		t.Errorf("the decisions differ: %q", decisions)
	}
}

// What is not UTF-8 is refused before anything is done.
func TestTextThatIsNotUTF8(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	for _, c := range []struct {
		trip, message, want string
		code                int
	}{
		{"a\xff", "hello", `--trip: store: invalid: the trip id "a\xff" is not valid UTF-8`, exitUsage},
		{"a", "caf\xe9", "line 1: legwork: bad input: the line is not valid UTF-8", exitInput},
	} {
		code, out, said := legwork(strings.NewReader(c.message), "run", "--store", path, "--trip", c.trip)
		if code != c.code || !strings.Contains(said, c.want) {
			t.Errorf("exit %d, %q, %q, want %d, %q", code, out, said, c.code, c.want)
		}
	}
	if code, out, said := legwork(nil, "check", path); code != exitOK || !strings.HasPrefix(out, "0 trips") {
		t.Errorf("check: exit %d, %q, %q", code, out, said)
	}
}

// full is an output that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// No verb ends as if it had been heard when its output went nowhere.
func TestOutputThatFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	if code, _, said := legwork(strings.NewReader("hello"), "run", "--store", path); code != exitOK {
		t.Fatalf("exit %d, %q", code, said)
	}
	for _, args := range [][]string{
		{"run"},
		{"run", "--json"},
		{"check", path},
		{"check", "--json", path},
		{"compact", path},
		{"graph"},
		{"export", path, "trip"},
		{"inspect", "--store", path, "trip"},
		{"--help"},
		{"--version"},
		{"completion", "bash"},
	} {
		var said strings.Builder
		code := Main(args, strings.NewReader("hello"), full{}, &said)
		if code != exitFault || !strings.Contains(said.String(), "legwork: standard output: no space left on device") {
			t.Errorf("%q: exit %d, %q", args, code, said.String())
		}
	}
}

// The recording grows with the conversation: what was said before a kill is in it.
func TestRecordingGrows(t *testing.T) {
	record := filepath.Join(t.TempDir(), "trip.jsonl")
	var out bytes.Buffer
	var grown string
	a := &app{stdout: &sink{Writer: &out}, stderr: io.Discard, colour: "never"}
	later := readerFunc(func([]byte) (int, error) {
		parts, err := filepath.Glob(record + ".*" + partSuffix)
		if err != nil || len(parts) != 1 {
			return 0, fmt.Errorf("files %q, %w", parts, err)
		}
		data, err := os.ReadFile(parts[0])
		if err != nil {
			return 0, err
		}
		grown = string(data)
		return 0, io.EOF
	})
	if err := a.runTrip(t.Context(), runFlags{trip: "t1", record: record}, io.MultiReader(strings.NewReader("hello\nfrom JFK\n"), later)); err != nil {
		t.Fatal(err)
	}
	code, whole, said := legwork(nil, "replay", "--json", record)
	if code != exitOK || !strings.Contains(grown, `"text":"hello"`) || strings.Count(grown, "\n") > strings.Count(whole, "\n")+1 {
		t.Errorf("exit %d, %q; before the end there were %q", code, said, grown)
	}
}

// Two runs that write the same file do not write into each other: the one that ends last has it.
func TestTwoRunsOnOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trip.jsonl")
	if err := os.WriteFile(path, []byte("earlier"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		first, err := createOut("record", path)
		if err != nil {
			t.Fatal(err)
		}
		second, err := createOut("record", path)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = second.WriteString("second")
		_, _ = first.WriteString("first")
		if err := errors.Join(second.finish(), first.finish()); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	info, errInfo := os.Stat(path)
	entries, errDir := os.ReadDir(filepath.Dir(path))
	if errors.Join(err, errInfo, errDir) != nil || string(data) != "first" || info.Mode() != 0o600 || len(entries) != 1 {
		t.Errorf("%q, %v, %v", data, info.Mode(), entries)
	}
}

// What a recording holds when the disk fails stays, and the error names it; one that holds nothing goes.
func TestRecordingThatFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	if code, _, said := legwork(strings.NewReader("hello"), "run", "--store", path); code != exitOK {
		t.Fatalf("exit %d, %q", code, said)
	}
	s, err := openStore(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	for _, written := range []int64{0, 1} {
		out, err := createOut("record", filepath.Join(t.TempDir(), "trip.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		r := &recorder{out: out, store: s, id: "trip", next: written}
		if written == 0 {
			r.id = "nobody"
		} else if err := out.file.Close(); err != nil {
			t.Fatal(err)
		}
		err = r.finish(t.Context())
		r.discard()
		_, gone := os.Stat(out.file.Name())
		if (err != nil) != (written > 0) || (gone != nil) != (written == 0) || err != nil && !strings.Contains(err.Error(), out.file.Name()) {
			t.Errorf("next seq %d: %v, %v", written, err, gone)
		}
	}
}

// readerFunc is a reader made of a function.
type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// A value that a flag cannot take is told in the words of the program, not of the library that read it.
func TestFlagValues(t *testing.T) {
	for want, args := range map[string][]string{
		`legwork replay: --until "abc": want a whole number (see legwork replay --help)`:             {"replay", "--until", "abc", "x.jsonl"},
		`legwork fork: --at "1.5": want a whole number (see legwork fork --help)`:                    {"fork", "--at", "1.5", "a", "b"},
		`legwork serve: --shutdown "soon": want a duration such as "10s" (see legwork serve --help)`: {"serve", "--shutdown", "soon"},
		`legwork replay: --json "perhaps": want true or false (see legwork replay --help)`:           {"replay", "--json=perhaps", "x.jsonl"},
		`legwork replay: unknown flag: --intill (see legwork replay --help)`:                         {"replay", "--intill", "3"},
	} {
		code, _, said := legwork(nil, args...)
		if code != exitUsage || said != "legwork: wrong usage: "+want+"\n" {
			t.Errorf("%v: exit %d, %s", args, code, said)
		}
	}
}

// A small file that unpacks to blank lines without end is bad input, whichever verb reads it.
func TestBlankLinesWithoutEnd(t *testing.T) {
	var zipped, packed bytes.Buffer
	z, err := zstd.NewWriter(&packed)
	if err != nil {
		t.Fatal(err)
	}
	g := gzip.NewWriter(&zipped)
	if _, err := io.Copy(io.MultiWriter(g, z), strings.NewReader(strings.Repeat("\n", 65<<20))); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(g.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string][]byte{"blank.jsonl.gz": zipped.Bytes(), "blank.jsonl.zst": packed.Bytes()} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"replay", path}, {"inspect", path}, {"fork", path, "--at", "1"}, {"test", path}} {
			code, _, said := legwork(nil, args...)
			if code != exitInput || !strings.Contains(said, "without an event") && !strings.Contains(said, "times its size") {
				t.Errorf("%v: exit %d, %.300q", args, code, said)
			}
		}
	}
}

// A link in a folder that others write to leads where they like: what is written does not go there.
func TestNoOutputThroughALink(t *testing.T) {
	folder := t.TempDir()
	mine := filepath.Join(folder, "mine.txt")
	if err := os.WriteFile(mine, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	trip := filepath.Join(folder, "trip.jsonl")
	if err := os.WriteFile(trip, []byte(oneMessage), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"a file": mine, "nothing": filepath.Join(folder, "not there")} {
		link := filepath.Join(t.TempDir(), "out")
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
		if code, _, said := legwork(nil, "run", trip, "--record", link); code != exitUsage || !strings.Contains(said, "it is a link") {
			t.Errorf("%s: exit %d, %q", name, code, said)
		}
		if _, err := os.Stat(filepath.Join(folder, "not there")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: what the link leads to was made", name)
		}
	}
	if text, err := os.ReadFile(mine); err != nil || string(text) != "mine" {
		t.Errorf("what the link leads to has %q, %v", text, err)
	}
	link := filepath.Join(t.TempDir(), "stdout")
	if err := os.Symlink(os.DevNull, link); err != nil {
		t.Fatal(err)
	}
	if code, _, said := legwork(nil, "run", trip, "--record", link); code != exitOK {
		t.Errorf("a link to a device: exit %d, %q", code, said)
	}
}
