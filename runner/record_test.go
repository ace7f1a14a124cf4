package runner_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

func TestCreatedTripBeginsWithItsIntent(t *testing.T) {
	r := start(t, newWorld(), newStore())
	in := trip.NewIntent()
	in.Request.Timezone, in.Request.HomeAirportCode = "Europe/Lisbon", "LIS"
	in.TripID = "that-it-was-made-of"
	if err := r.Create(t.Context(), "t1", in); err != nil {
		t.Fatal(err)
	}
	if err := r.Create(t.Context(), "t1", in); !errors.Is(err, runner.ErrExists) {
		t.Errorf("the second time gave %v", err)
	}
	send(t, r, "t1", say("to FCO"))
	if got := state(t, r, "t1"); got.Request.HomeAirportCode != "LIS" || got.Status.Node != trip.PresentingOptions {
		t.Errorf("home %q, status %s", got.Request.HomeAirportCode, got.Status.Node)
	}
	text := recording(t, r, "t1")
	if strings.Contains(text, "that-it-was-made-of") {
		t.Error("the recording names another trip")
	}
	replayed(t, text)
}

// TestCreatedTripCountsItsOwnEvents: it may begin with the intent of another trip, and its log begins at seq 1 all the
// same, also for a runner that has not made it.
func TestCreatedTripCountsItsOwnEvents(t *testing.T) {
	s := newStore()
	r := start(t, newWorld(), s)
	book(t, r, "t1")
	if err := r.Create(t.Context(), "t2", state(t, r, "t1")); err != nil {
		t.Fatal(err)
	}
	if seq := state(t, r, "t2").Turn.Seq; seq != 0 {
		t.Errorf("it begins at seq %d", seq)
	}
	other := start(t, newWorld(), s)
	if list := send(t, other, "t2", say("thanks")); list[0].Seq != 1 {
		t.Errorf("its first event has seq %d", list[0].Seq)
	}
	replayed(t, recording(t, other, "t2"))
}

func TestCreateRefusesABadIntent(t *testing.T) {
	s := newStore()
	r := start(t, newWorld(), s)
	in := trip.NewIntent()
	in.Request.Timezone = "Europe/Atlantis"
	if err := r.Create(t.Context(), "t1", in); !errors.Is(err, turn.ErrIntent) {
		t.Errorf("got %v, want ErrIntent", err)
	}
	if _, err := s.Load(t.Context(), "t1"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("something was stored: %v", err)
	}
}

func TestStateAtEverySeq(t *testing.T) {
	r := start(t, newWorld(), newStore())
	book(t, r, "t1")
	p := replay.New("t1", turn.Default(), replay.Options{})
	for step, err := range p.Lines(strings.NewReader(recording(t, r, "t1"))) {
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.StateAt(t.Context(), "t1", step.Event.Seq)
		if err != nil {
			t.Fatal(err)
		}
		if got.Digest() != step.Event.State {
			t.Errorf("the state at seq %d is not the recorded one", step.Event.Seq)
		}
	}
	if _, err := r.StateAt(t.Context(), "t1", 1000); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("beyond the end: %v", err)
	}
	if _, err := r.State(t.Context(), "t2"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("no such trip: %v", err)
	}
}

func TestPatchesLeadFromStateToState(t *testing.T) {
	r := start(t, newWorld(), newStore())
	doc := []byte(nil)
	for _, u := range send(t, r, "t1", say("LIS to FCO")) {
		patch := u.Patch()
		if u.Kind != runner.Decided {
			if string(patch) != "[]" {
				t.Errorf("%s has the patch %s", u.Kind, patch)
			}
			continue
		}
		if doc == nil {
			doc = u.Decision.Next.AppendJSON(nil)
			continue
		}
		p, err := jsonpatch.DecodePatch(patch)
		if err != nil {
			t.Fatal(err)
		}
		if doc, err = p.Apply(doc); err != nil {
			t.Fatal(err)
		}
		if !jsonpatch.Equal(doc, u.Decision.Next.AppendJSON(nil)) {
			t.Fatalf("seq %d: the patch leads elsewhere: %s", u.Seq, patch)
		}
	}
}

// A recording made with an added tool replays without that configuration.
func TestRecordingBringsAddedTools(t *testing.T) {
	c, err := catalog.Default().With(catalog.Tool{
		Name: "book_taxi", Effect: catalog.Read, Proposable: true,
		Arguments: json.RawMessage(`{"type":"object"}`), Result: json.RawMessage(`{"type":"object"}`),
	})
	if err != nil {
		t.Fatal(err)
	}
	w, s := newWorld(), newStore()
	w.on(trip.ToolExtract, answers(`{"trip_intent":{},"missing_required_fields":[],"clarifying_questions":[],"request":{"kind":"assist"}}`))
	steps := 0
	with := func(c catalog.Catalog) func(*runner.Config) {
		return func(cfg *runner.Config) {
			cfg.Turn.Catalog = c
			if _, known := c.Tool("book_taxi"); known {
				cfg.Tools["book_taxi"] = tools.Tool{Run: func(ctx context.Context, _ tools.Request) ([]byte, error) { return []byte(`{"ok":true}`), ctx.Err() }}
			}
			cfg.Tools[trip.ToolAssistantStep] = tools.Tool{Run: func(ctx context.Context, _ tools.Request) ([]byte, error) {
				if steps++; steps == 1 {
					return []byte(`{"tool_calls":[{"name":"book_taxi","arguments":{}}]}`), ctx.Err()
				}
				return []byte(`{"text":"The taxi comes at nine.","finish_reason":"stop"}`), ctx.Err()
			}}
		}
	}
	r := start(t, w, s, with(c))
	send(t, r, "t1", say("a taxi, please"))
	text := recording(t, r, "t1")
	if !strings.Contains(text, `"tool_name":"book_taxi"`) {
		t.Fatalf("the taxi was not booked: %s", text)
	}
	replayed(t, text)
	other := start(t, w, s, with(catalog.Default()))
	if in := state(t, other, "t1"); in.Status.Node != trip.AssistAnswered {
		t.Errorf("status %s", in.Status.Node)
	}
	send(t, other, "t1", say("thanks"))
	replayed(t, recording(t, other, "t1"))
}

func TestCreateRefusesOutstandingCalls(t *testing.T) {
	r := start(t, newWorld(), newStore())
	in := trip.NewIntent()
	in.Turn.Number = 1
	in.Turn.Outstanding = []trip.Pending{{CallID: "c1", Name: trip.ToolExtract}}
	if err := r.Create(t.Context(), "t1", in); !errors.Is(err, turn.ErrIntent) {
		t.Errorf("got %v, want ErrIntent", err)
	}
}
