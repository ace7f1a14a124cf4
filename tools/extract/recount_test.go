package extract_test

import (
	"encoding/json"
	"testing"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/trip"
)

// TestRecounts says a number anew that the message before had counted something with.
func TestRecounts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ before, message, want string }{
		{"3 of us", "no wait, 2", "travelers.adults=2"},
		{"3 of us", "sorry, I meant four", "travelers.adults=4"},
		{"2 kids come along", "oops, 1", "travelers.children=1"},
		{"3 of us", "2", ""},
		{"3 of us and 2 kids", "no wait, 2", ""},
	} {
		in := newIntent(t)
		for _, said := range []string{"Leeds to Oslo on May 4, back on May 9", c.before} {
			_, raw := say(t, in, said)
			in = merge(t, in, raw)
		}
		in.Turn.Assist.Recent = []string{c.before}
		args := trip.AppendArguments(nil, trip.ExtractArguments{UserMessage: c.message, Now: in.UpdatedAt, Current: &in})
		raw, err := extract.New().Run(t.Context(), tools.Request{Arguments: args, Intent: in})
		var res extract.Result
		if err != nil || json.Unmarshal(raw, &res) != nil {
			t.Fatalf("%q: %s, %v", c.message, raw, err)
		}
		if got := flat(t, res); got != c.want {
			t.Errorf("%q behind %q: %s, want %s", c.message, c.before, got, c.want)
		}
	}
}
