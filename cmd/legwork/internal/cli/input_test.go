package cli

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
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
	a := &app{stdout: interrupting{&out, interrupt}, stderr: io.Discard, colour: "never"}
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
