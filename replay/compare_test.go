package replay_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// searching is a recording that carries a policy, which counts for neither side of Compare.
const searching = `{"recording":"legwork/1","policy":{"confirm_before_quote":true},"intent":{"party":{"travelers":{"adults":1}},` +
	`"itinerary":{"segments":[{"origin":"JFK","destination":"LIS","depart_date":"2026-05-04"}],"lodging":{"needed":false}}}}
{"type":"INTENT_READY"}
{"type":"TOOL_ERROR","data":{"tool_name":"flight_quote_search","code":"timeout","error":"slow"}}
{"type":"INTENT_READY"}
`

// compared returns seq and kinds of what differs.
func compared(t *testing.T, old, now turn.Config) (out []string) {
	t.Helper()
	events := 0
	for p, err := range replay.Compare("t.jsonl", old, now, strings.NewReader(searching)) {
		if err != nil {
			t.Fatal(err)
		}
		events++
		if len(p.Kinds) > 0 {
			kinds := make([]string, len(p.Kinds))
			for i, k := range p.Kinds {
				kinds[i] = string(k)
			}
			out = append(out, string(p.Event.Type())+" "+strings.Join(kinds, " "))
		}
	}
	if events != 3 {
		t.Errorf("%d events were compared, want all 3", events)
	}
	return out
}

func TestCompare(t *testing.T) {
	confirm, louder := turn.Default(), turn.Default()
	confirm.Policy.ConfirmBeforeQuote = true
	louder.Texts = texts.Table{"en": func(m trip.Message) string { return texts.English(m) + "!" }}
	for name, c := range map[string]struct {
		old, now turn.Config
		want     []string
	}{
		"the same":           {turn.Default(), turn.Default(), nil},
		"the same otherwise": {confirm, confirm, nil},
		"confirm":            {turn.Default(), confirm, []string{"INTENT_READY status calls ui", "INTENT_READY status calls ui"}},
		"other words":        {turn.Default(), louder, []string{"TOOL_ERROR words"}},
	} {
		if got := compared(t, c.old, c.now); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func TestCompareRefuses(t *testing.T) {
	refused := errors.New("no such policy")
	sides := func(h trip.Header) (old, now turn.Config, err error) {
		if h.HasPolicy {
			err = refused
		}
		return turn.Default(), turn.Default(), err
	}
	for text, line := range map[string]int{searching: 1, "{\"type\":\"INTENT_READY\"}\n{\"type\":\"NOTHING\"}\n": 2} {
		var last error
		for _, err := range replay.CompareSides("t.jsonl", sides, replay.Read(strings.NewReader(text))) {
			last = err
		}
		var input *replay.InputError
		if !errors.As(last, &input) || input.Line != line {
			t.Errorf("got %v, want an error of line %d", last, line)
		}
	}
}
