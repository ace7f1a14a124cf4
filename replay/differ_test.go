package replay_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// TestDifferencesAreNamed spoils a recording that tells the sections and the calls of each event: a difference is named
// by the first value that is another.
func TestDifferencesAreNamed(t *testing.T) {
	const wrong = `sha256:00`
	for name, c := range map[string]struct {
		spoil                           func(ev *trip.Event)
		field, recorded, replayed, hint string
	}{
		"a call's argument": {
			spoil: func(ev *trip.Event) {
				ev.Decision = wrong
				ev.Called[0].Arguments = trip.Raw(strings.Replace(string(ev.Called[0].Arguments), `"economy"`, `"first"`, 1))
			},
			field: "calls[0].arguments.cabin", recorded: `"first"`, replayed: `"economy"`,
		},
		"a call that is not told in full": {
			spoil: func(ev *trip.Event) {
				ev.Decision = wrong
				ev.Called[0] = trip.Called{Name: "web_search"}
			},
			field: "calls[0].name", recorded: `"web_search"`, replayed: `"flight_quote_search"`,
		},
		"one call more": {
			spoil: func(ev *trip.Event) {
				ev.Decision, ev.Called = wrong, append(ev.Called, trip.Called{Name: "web_search"})
			},
			field: "calls[3]", recorded: `{"name":"web_search"}`, replayed: "nothing",
		},
		"a text": {
			spoil: func(ev *trip.Event) { ev.Decision, ev.Said[0] = wrong, "Hello." },
			field: "said[0]", recorded: `"Hello."`,
		},
		"nothing that is told": {
			spoil: func(ev *trip.Event) { ev.Decision = wrong },
			field: "decision", recorded: wrong,
		},
		"a section": {
			spoil: func(ev *trip.Event) {
				ev.State = wrong
				for i := range ev.Sections {
					if ev.Sections[i].Name != "turn" {
						ev.Sections[i].Digest = wrong
					}
				}
			},
			field: "state.itinerary", recorded: wrong, hint: "the state differs in itinerary, party, status, updated_at",
		},
		"a section that was not to change": {
			spoil: func(ev *trip.Event) { ev.State, ev.Sections = wrong, ev.Sections[1:] },
			field: "state.itinerary", hint: "the state differs in itinerary;",
		},
		"a section that was to go": {
			spoil: func(ev *trip.Event) {
				ev.State, ev.Sections = wrong, append([]trip.Section{{Name: "constraints"}}, ev.Sections...)
			},
			field: "state.constraints", hint: "the state differs in constraints;",
		},
		"a line without sections": {
			spoil: func(ev *trip.Event) { ev.State, ev.Sections = wrong, nil },
			field: "state", recorded: wrong,
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := differenceOf(t, queuesSearch, c.spoil)
			if d.Field != c.field || c.recorded != "" && d.Recorded != c.recorded || c.replayed != "" && d.Replayed != c.replayed ||
				!strings.Contains(d.Hint, c.hint) || d.Recorded == d.Replayed {
				t.Errorf("got %v", d)
			}
		})
	}
}

// TestOptionsAreTold: what was said of options is compared with what is said of them now, though a message names them by
// reference.
func TestOptionsAreTold(t *testing.T) {
	lists := func(_ *trip.Event, d *trip.Decision) bool { return len(d.UI) > 0 && d.UI[0].Key == "present.options" }
	d := differenceOf(t, lists, func(ev *trip.Event) { ev.Decision, ev.Said[0] = `sha256:00`, "Hello." })
	if d.Field != "said[0]" || !strings.Contains(d.Replayed, `1. 2040.00 USD: Inn.`) {
		t.Errorf("got %v", d)
	}
}

func queuesSearch(ev *trip.Event, _ *trip.Decision) bool {
	return len(ev.Called) > 0 && ev.Called[0].Name == trip.ToolFlightSearch
}

// differenceOf spoils an event of a recording, and replays that.
func differenceOf(
	t *testing.T, which func(*trip.Event, *trip.Decision) bool, spoil func(*trip.Event),
) *replay.Difference {
	t.Helper()
	file, err := os.ReadFile("../fixtures/recordings/booking.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	r := replay.New("t", turn.Default(), replay.Options{NoTexts: true})
	own := replay.New("t", turn.Default(), replay.Options{})
	for line := range strings.Lines(string(file)) {
		ev, err := trip.DecodeEvent(line)
		if err == nil && !wire.IsCanonical(strings.TrimSpace(line), wire.MaxDepth) {
			t.Fatalf("not canonical: %s", line)
		}
		step, owns := own.Line(line)
		if owns != nil {
			t.Fatal(owns)
		}
		if err == nil && step != nil && which(&ev, step.Decision) {
			ev.Said = trip.Texts(step.Decision.UI)
			spoil(&ev)
			line = string(ev.AppendJSON(nil))
		}
		if _, err := r.Line(line); err != nil {
			var d *replay.Difference
			if !errors.As(err, &d) {
				t.Fatal(err)
			}
			return d
		}
	}
	t.Fatal("no event was spoilt")
	return nil
}

// A difference where no rule decided says so.
func TestDifferenceWithoutARule(t *testing.T) {
	d := replay.Difference{File: "t", Line: 5, Seq: 4, Field: "state"}
	if text := d.Error(); !strings.HasPrefix(text, "replay: t:5: seq 4, no rule: state differs") {
		t.Error(text)
	}
}
