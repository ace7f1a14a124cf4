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
	"github.com/legwork-go/legwork/turn"
)

// digests folds a recording as it comes and returns the digests of all its steps.
func digests(t *testing.T, in io.Reader) ([]string, error) {
	t.Helper()
	var out []string
	for step, err := range replay.New("t", turn.Default(), replay.Options{Digests: true}).Lines(in) {
		if err != nil {
			return out, err
		}
		out = append(out, string(step.DecisionDigest+step.StateDigest))
	}
	return out, nil
}

// TestHowAReaderBringsItsBytesChangesNothing reads a recording longer than the buffer, with blank
// lines, carriage returns and no line feed at its end, in pieces of every kind.
func TestHowAReaderBringsItsBytesChangesNothing(t *testing.T) {
	text := longtrip.Recording(300, true)
	text = bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n\n")))
	want, err := digests(t, bytes.NewReader(text))
	if err != nil || len(want) != 300 {
		t.Fatalf("%d steps, %v", len(want), err)
	}
	for name, wrap := range map[string]func(io.Reader) io.Reader{
		"one byte": iotest.OneByteReader, "half": iotest.HalfReader, "end with the data": iotest.DataErrReader,
	} {
		got, err := digests(t, wrap(bytes.NewReader(text)))
		if err != nil || strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: %d steps, want %d: %v", name, len(got), len(want), err)
		}
	}
}

// TestAReaderThatFails hands on what stands before the trouble, and then the trouble.
func TestAReaderThatFails(t *testing.T) {
	text := longtrip.Recording(20, false)
	errBroken := errors.New("broken")
	for name, c := range map[string]struct {
		in    io.Reader
		steps int
		want  error
	}{
		"an error between lines": {io.MultiReader(bytes.NewReader(text), iotest.ErrReader(errBroken)), 20, errBroken},
		"an error in a line":     {io.MultiReader(bytes.NewReader(text[:len(text)-5]), iotest.ErrReader(errBroken)), 19, errBroken},
		"nothing for ever":       {io.MultiReader(bytes.NewReader(text), silent{}), 20, io.ErrNoProgress},
	} {
		got, err := digests(t, c.in)
		if len(got) != c.steps || !errors.Is(err, c.want) || !errors.Is(err, replay.ErrInput) {
			t.Errorf("%s: %d steps, %v; want %d, %v", name, len(got), err, c.steps, c.want)
		}
	}
}

// silent brings neither bytes nor an error.
type silent struct{}

func (silent) Read([]byte) (int, error) { return 0, nil }
