package shrink_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/internal/longtrip"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/shrink"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// small shrinks a recording.
func small(t *testing.T, recording string, look shrink.Looked) (shrink.Result, error) {
	t.Helper()
	r, err := shrink.Read("t.jsonl", turn.Default(), strings.NewReader(recording))
	if err != nil {
		t.Fatal(err)
	}
	return r.Shrink(t.Context(), look, nil)
}

// replayed folds a recording and returns its last step's status and rules, and its difference.
func replayed(t *testing.T, recording []byte) (status trip.Status, rules []string, differs *replay.Difference) {
	t.Helper()
	for step, err := range replay.New("t.jsonl", turn.Default(), replay.Options{}).Lines(bytes.NewReader(recording)) {
		if err != nil && !errors.As(err, &differs) {
			t.Fatalf("%v\n%s", err, recording)
		}
		status, rules = step.Decision.Status, append([]string{}, step.Decision.Rules...)
	}
	return status, rules, differs
}

// planted returns a recording of n events with one event whose digest is another one's.
func planted(n, at int) string {
	lines := strings.Split(strings.TrimSpace(string(longtrip.Recording(n, true))), "\n")
	i := strings.Index(lines[at], `"state":"sha256:`) + len(`"state":"sha256:`)
	lines[at] = lines[at][:i] + strings.Repeat("0", 64) + lines[at][i+64:]
	return strings.Join(lines, "\n") + "\n"
}

func TestOneFaultOfThousands(t *testing.T) {
	for _, n := range []int{1000, 10000} {
		for _, at := range []int{n / 3, n - 2} {
			got, err := small(t, planted(n, at), shrink.Looked{Differs: true})
			if err != nil {
				t.Fatal(err)
			}
			if got.Size.Turns > 2 {
				t.Errorf("%d events, a fault in line %d: %d turns are left, %d events", n, at, got.Size.Turns, got.Size.Events)
			}
			_, _, differs := replayed(t, got.Lines)
			if differs == nil || differs.Field != "state" || !strings.Contains(differs.Recorded, strings.Repeat("0", 64)) {
				t.Errorf("%d events: the small recording differs by %v", n, differs)
			}
			t.Logf("%d events, line %d: %+v after %d tries", n, at, got.Size, got.Tried)
		}
	}
}

func TestStateAndRule(t *testing.T) {
	long := string(longtrip.Recording(1000, false))
	for _, look := range []shrink.Looked{
		{State: "quoting_hotels"},
		{State: "quote/presenting_options"},
		{Rule: "7.1.changed"},
		{State: "presenting_options", FromStart: true},
	} {
		got, err := small(t, long, look)
		if err != nil {
			t.Fatal(err)
		}
		status, rules, differs := replayed(t, got.Lines)
		if differs != nil || look.State != "" && !strings.HasSuffix(status.String(), look.State) ||
			look.Rule != "" && !strings.Contains(strings.Join(rules, " "), look.Rule) {
			t.Errorf("%+v: the small recording ends in %s by %v, %v", look, status, rules, differs)
		}
		if got.Size.Turns > 2 {
			t.Errorf("%+v: %d turns are left", look, got.Size.Turns)
		}
		t.Logf("%+v: %+v after %d tries", look, got.Size, got.Tried)
	}
}

func TestHolds(t *testing.T) {
	got, err := small(t, string(longtrip.Recording(300, false)), shrink.Looked{Holds: func(_ context.Context, lines []byte) bool {
		return bytes.Contains(lines, []byte("on the first of May"))
	}})
	if err != nil {
		t.Fatal(err)
	}
	if got.Size.Events != 1 || !bytes.Contains(got.Lines, []byte(`"text":"on the first of May,"`)) {
		t.Errorf("%d events are left, want 1 with the words alone:\n%s", got.Size.Events, got.Lines)
	}
}

func TestNever(t *testing.T) {
	long := string(longtrip.Recording(100, true))
	for _, look := range []shrink.Looked{{State: "nowhere"}, {Rule: "9.9.none"}, {Differs: true}} {
		if _, err := small(t, long, look); !errors.Is(err, shrink.ErrNever) {
			t.Errorf("%+v: got %v, want ErrNever", look, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := shrink.Read("t.jsonl", turn.Default(), strings.NewReader(long))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Shrink(ctx, shrink.Looked{State: "quoting_flights"}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that it was cancelled", err)
	}
}
