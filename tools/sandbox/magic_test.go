package sandbox_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/tools/sandbox"
	"github.com/legwork-go/legwork/tools/sandbox/magic"
	"github.com/legwork-go/legwork/trip"
)

// answer is what a search of a magic place must do.
type answer struct {
	class  trip.Class // of the error
	panics bool
	is     string // the result: sold, empty, error, schema (breaks it), text (no JSON), huge
	takes  time.Duration
}

var sold = answer{is: "sold"}

// searchesWanted has the flight search and the hotel search of every place.
var searchesWanted = map[string][2]answer{
	"WQA": both(answer{class: trip.ClassInvalidArguments}),
	"WQB": both(answer{is: "schema"}),
	"WQC": both(answer{class: trip.ClassCancelled}),
	"WQD": both(answer{class: trip.ClassDenied}),
	"WQE": both(answer{is: "empty"}),
	"WQF": both(answer{class: trip.ClassFailed}),
	"WQG": both(answer{is: "text"}),
	"WQH": both(answer{class: trip.ClassTimeout, takes: time.Minute}),
	"WQI": both(answer{class: trip.ClassNeedsInput}),
	"WQJ": both(answer{is: "error"}),
	"WQK": {sold, {class: trip.ClassTimeout}},
	"WQL": both(answer{is: "sold", takes: 3 * time.Second}),
	"WQM": both(sold),
	"WQN": both(sold),
	"WQO": both(answer{class: trip.ClassOutcomeUnknown}),
	"WQP": both(answer{panics: true}),
	"WQQ": both(sold),
	"WQR": both(answer{class: trip.ClassRateLimited}),
	"WQS": both(sold),
	"WQT": both(answer{class: trip.ClassTimeout}),
	"WQU": both(sold),
	"WQV": both(sold),
	"WQW": both(sold),
	"WQX": both(answer{class: trip.ClassPermanent}),
	"WQY": {{class: trip.ClassTimeout}, sold},
	"WQZ": both(answer{is: "huge"}),
}

func both(a answer) [2]answer { return [2]answer{a, a} }

func TestMagicPlaces(t *testing.T) {
	for _, entry := range magic.Places() {
		want, ok := searchesWanted[entry.Input]
		if !ok {
			t.Errorf("%s has no test", entry.Input)
			continue
		}
		code := strings.ToLower(entry.Input) // any case is magic
		queries := []struct {
			tool  string
			query object
			want  answer
		}{
			{trip.ToolFlightSearch, flightQuery(object{"origin": code}), want[0]},
			{trip.ToolFlightSearch, flightQuery(object{"destination": code}), want[0]},
			{trip.ToolHotelSearch, hotelQuery(object{"location_code": code}), want[1]},
		}
		for _, q := range queries {
			t.Run(entry.Input+"/"+q.tool, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { checkSearch(t, request(t, q.tool, q.query, morning), q.want) })
			})
		}
	}
}

func checkSearch(t *testing.T, req tools.Request, want answer) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	began := time.Now()
	out, err, panicked := attempt(ctx, req)
	if took := time.Since(began); took != want.takes {
		t.Errorf("it took %s, want %s", took, want.takes)
	}
	if panicked != want.panics {
		t.Errorf("panicked: %t, want %t", panicked, want.panics)
	}
	var failure *tools.Error
	if errors.As(err, &failure); want.class != "" && (failure == nil || failure.Class != want.class) {
		t.Errorf("got error %v, want class %s", err, want.class)
	}
	if want.class == "" && err != nil {
		t.Errorf("got error %v", err)
	}
	if got := kindOf(req.Name, out); got != want.is {
		t.Errorf("the result is %q, want %q: %.200s", got, want.is, out)
	}
}

// kindOf names what a result is; it is empty when there is none.
func kindOf(tool string, out []byte) string {
	switch {
	case out == nil:
		return ""
	case len(out) > trip.MaxResultBytes:
		return "huge"
	case out[0] != '{':
		return "text"
	case strings.HasPrefix(string(out), `{"error":"`):
		return "error"
	case catalog.Default().CheckResult(tool, trip.Raw(out)) != nil:
		return "schema"
	case strings.Contains(string(out), `"total_price"`):
		return "sold"
	}
	return "empty"
}

func attempt(ctx context.Context, req tools.Request) (out []byte, err error, panicked bool) { //nolint:revive // the panic is the last thing to tell
	defer func() {
		if recover() != nil {
			panicked = true
		}
	}()
	out, err = registry(sandbox.Config{})[req.Name].Run(ctx, req)
	return out, err, false
}

// TestFailuresCarryTheCanary makes sure that a leak of raw text can be found.
func TestFailuresCarryTheCanary(t *testing.T) {
	for _, code := range []string{"WQA", "WQC", "WQD", "WQF", "WQO", "WQR", "WQT", "WQX"} {
		_, err, _ := attempt(context.Background(), request(t, trip.ToolHotelSearch, hotelQuery(object{"location_code": code}), morning))
		if err == nil || !strings.Contains(err.Error(), magic.Canary) {
			t.Errorf("%s fails with %v, without the canary", code, err)
		}
	}
}

// TestTheFirstSearchOfATrip reads «first» from the intent, as it stands after a failed turn.
func TestTheFirstSearchOfATrip(t *testing.T) {
	note := func(tool string) []trip.Message {
		return []trip.Message{trip.Sentence("hello"), trip.Say("note.tool_error", "tool", tool)}
	}
	for name, c := range map[string]struct {
		cfg    sandbox.Config
		place  string
		intent func(*trip.Intent)
		fails  bool
	}{
		"nothing failed yet":  {place: "WQK", fails: true},
		"another tool failed": {place: "WQK", intent: func(in *trip.Intent) { in.Status.NoteKeys = note(trip.ToolFlightSearch) }, fails: true},
		"it failed before":    {place: "WQK", intent: func(in *trip.Intent) { in.Status.NoteKeys = note(trip.ToolHotelSearch) }},
		"it failed last":      {place: "WQK", intent: func(in *trip.Intent) { in.Status.LastToolError = &trip.ToolFailure{ToolName: trip.ToolHotelSearch} }},
		"any place":           {place: "LHR", cfg: sandbox.Config{FirstFails: []string{trip.ToolHotelSearch}}, fails: true},
		"any place, once": {
			place: "LHR", cfg: sandbox.Config{FirstFails: []string{trip.ToolHotelSearch}},
			intent: func(in *trip.Intent) { in.Status.NoteKeys = note(trip.ToolHotelSearch) },
		},
		"another tool's first": {place: "LHR", cfg: sandbox.Config{FirstFails: []string{trip.ToolFlightSearch}}},
	} {
		req := request(t, trip.ToolHotelSearch, hotelQuery(object{"location_code": c.place}), morning)
		if c.intent != nil {
			c.intent(&req.Intent)
		}
		for range 2 { // a retry within the turn does the same
			_, err := registry(c.cfg)[trip.ToolHotelSearch].Run(context.Background(), req)
			if (err != nil) != c.fails {
				t.Errorf("%s: got error %v, want a failure: %t", name, err, c.fails)
			}
		}
	}
}

func TestHoldEffectsStandInTheOptionIDs(t *testing.T) {
	for _, entry := range magic.Places() {
		if magic.OptionTag(entry.Input) == "" {
			continue
		}
		var ids []string
		for _, o := range flights(t, flightQuery(object{"destination": entry.Input}), morning) {
			ids = append(ids, o.OptionID)
		}
		for _, o := range hotels(t, hotelQuery(object{"location_code": entry.Input}), morning)[0] {
			ids = append(ids, o.OptionID)
		}
		for _, id := range ids {
			if magic.Option(id) != entry.Effect {
				t.Errorf("%s has effect %q, want %q", id, magic.Option(id), entry.Effect)
			}
		}
	}
	for _, id := range []string{"flt_0_0011223344", "htl_0_0_0011223344", "", "wqm", "flt_0_wqt_00", "flt_wqm_0_00"} {
		if e := magic.Option(id); e != magic.None {
			t.Errorf("%q has effect %q", id, e)
		}
	}
}

func TestMagicCodesAreNoRealPlaces(t *testing.T) {
	for _, entry := range magic.Places() {
		if a, ok := geo.AirportByCode(entry.Input); ok {
			t.Errorf("%s is %s", entry.Input, a.Name)
		}
		if _, ok := geo.Lookup(entry.Input); ok {
			t.Errorf("%s is a place", entry.Input)
		}
	}
}

func TestTheDocumentHasEveryMagicInput(t *testing.T) {
	text, err := os.ReadFile("../../docs/sandbox.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	for _, entry := range slices.Concat(magic.Places(), magic.Payments()) {
		if want := "| `" + entry.Input + "` | " + entry.Does + " |"; !slices.Contains(lines, want) {
			t.Errorf("docs/sandbox.md lacks the line\n%s", want)
		}
	}
}
