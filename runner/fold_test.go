package runner

import (
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// A broken invariant of the engine costs its trip, not the process, and shows no content.
func TestBrokenInvariantIsContained(t *testing.T) {
	var logged strings.Builder
	r, err := New(Config{Store: mem.New(mem.Options{}), Tools: tools.Registry{}, Logger: slog.New(slog.NewTextHandler(&logged, nil))})
	if err != nil {
		t.Fatal(err)
	}
	in := trip.NewIntent()
	ev := trip.Event{Seq: 1, At: 1, Data: trip.UserMessage{Text: "SECRET"}}
	trouble := (&live{r: r, id: "t1", config: turn.Default()}).foldSafely(&in, &ev, nil) // nowhere to write to
	if !errors.Is(trouble, ErrBug) || !strings.Contains(logged.String(), "invariant") {
		t.Errorf("got %v, logged %q", trouble, logged.String())
	}
	if strings.Contains(trouble.Error()+logged.String(), "SECRET") {
		t.Errorf("content is shown: %v, %q", trouble, logged.String())
	}
}
