package replay_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// recorded returns the lines of a recording of fixtures.
func recorded(t *testing.T, name string) []string {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("../fixtures/recordings", name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(file)), "\n")
}

// forked returns the lines of a fork, or why there is none.
func forked(lines []string, o replay.ForkOptions) (out []string, err error) {
	for line, err := range replay.Fork("log.jsonl", turn.Default(), o, slices.Values(lines)) {
		if err != nil {
			return out, err
		}
		out = append(out, string(line))
	}
	return out, nil
}

// decisions folds lines and returns where each event leads, and what it queues.
func decisions(t *testing.T, lines []string, until int64) (out []string) {
	t.Helper()
	r := replay.New("log.jsonl", turn.Default(), replay.Options{Until: until})
	for _, line := range lines {
		step, err := r.Line(line)
		if err != nil {
			t.Fatal(err)
		}
		if step == nil {
			continue
		}
		text := step.Decision.Status.String()
		for _, c := range step.Decision.ToolCalls {
			text += " " + c.Name
		}
		for _, m := range step.Decision.UI {
			text += "\n" + m.Text
		}
		out = append(out, text)
	}
	return out
}

// TestFork forks the booking behind each of its events: the fork is a recording that replays equal and says the same.
// Where a write is under way there is none.
func TestFork(t *testing.T) {
	lines := recorded(t, "booking.jsonl")
	whole, forks, refused := decisions(t, lines, 0), 0, 0
	for at := int64(1); at <= int64(len(whole)); at++ {
		out, err := forked(lines, replay.ForkOptions{At: at, TripID: "other", Chain: "00"})
		if errors.Is(err, replay.ErrInput) && errors.Is(err, replay.ErrUnderWay) {
			refused++
			continue
		}
		if err != nil {
			t.Fatalf("at %d: %v", at, err)
		}
		forks++
		want := slices.Clone(whole[:at]) // but that what the original holds is the original's alone
		want[at-1] = strings.Replace(want[at-1], "book/holds_placed", "quote/risk_checked", 1)
		if got := decisions(t, out, 0); !slices.Equal(got, want) {
			t.Errorf("at %d the fork says\n%s\nwant\n%s", at, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		h, _, err := trip.DecodeHeader(out[0])
		if err != nil || h.ForkedFrom == nil || h.ForkedFrom.Seq != at || h.TripID != "other" {
			t.Errorf("at %d: header %s, %v", at, out[0], err)
		}
		ids := originals(t, lines)
		for _, line := range out[1:] {
			if i := slices.IndexFunc(ids, func(id string) bool { return strings.Contains(line, id) }); i >= 0 {
				t.Fatalf("at %d an id of the original is in %s", at, line)
			}
		}
	}
	if forks < 10 || refused < 2 {
		t.Errorf("%d forks, %d refused: the recording no longer has a hold and a purchase", forks, refused)
	}
}

// originals returns the ids that the engine made for the original: of its calls and asks.
func originals(t *testing.T, lines []string) (ids []string) {
	t.Helper()
	r := replay.New("log.jsonl", turn.Default(), replay.Options{})
	for _, line := range lines {
		step, err := r.Line(line)
		if err != nil {
			t.Fatal(err)
		}
		if step == nil {
			continue
		}
		ids = append(ids, calls.EventID(step.Event.Trip, step.Event.Seq))
		for _, c := range step.Decision.ToolCalls {
			ids = append(ids, c.CallID)
		}
	}
	return ids
}

// TestForkGoesOn appends an approval to a fork of a trip whose holds were placed: nothing is bought, and once the fork's
// policy allows that only what the fork holds itself.
func TestForkGoesOn(t *testing.T) {
	lines := recorded(t, "booking.jsonl")
	at := int64(slices.IndexFunc(decisions(t, lines, 0), func(d string) bool { return strings.HasPrefix(d, "book/holds_placed") }) + 1)
	approval := `{"type":"USER_APPROVED_PURCHASE","data":{"approval_token":"tok","payment_method_id":"pm"}}`
	allowed := `{"type":"INTENT_PATCHED","data":{"patch":{"policy":{"rules":{"fork_writes":true}}}}}`
	const isHeld = `{"type":"TOOL_RESULT","data":{"tool_name":"reservation_hold_create",` +
		`"result":{"holds":[{"hold_id":"own","item_type":"flight","option_id":"flt_seg0_0","status":"held"}]}}}`
	hold := []string{`{"type":"USER_REQUEST_HOLD","data":{}}`, `{"type":"TOOL_RESULT","data":{"tool_name":"policy_and_risk_check","result":{}}}`, isHeld}
	for _, c := range []struct {
		behind []string
		buys   bool
		told   string
	}{
		{[]string{approval}, false, "copy of the trip"},
		{[]string{allowed, approval, approval}, false, "what another trip holds stays with that one"},
		{append(append([]string{allowed}, hold...), approval), true, "Held for you"},
	} {
		out, err := forked(lines, replay.ForkOptions{At: at, TripID: "other", Append: slices.Values(c.behind)})
		if err != nil {
			t.Fatal(err)
		}
		all := strings.Join(decisions(t, out, 0)[at:], "\n")
		if strings.Contains(all, trip.ToolPurchase) != c.buys || !strings.Contains(all, c.told) {
			t.Errorf("buys is to be %t, told %q:\n%s", c.buys, c.told, all)
		}
	}
}

// TestForkOfAFork: what was refused in a fork is refused in a fork of it too. One that leaves it before its own beginning
// is like a fork of the first trip.
func TestForkOfAFork(t *testing.T) {
	lines := recorded(t, "booking.jsonl")
	at := int64(slices.IndexFunc(decisions(t, lines, 0), func(d string) bool { return strings.HasPrefix(d, "book/holds_placed") }) + 1)
	approval := `{"type":"USER_APPROVED_PURCHASE","data":{"approval_token":"tok","payment_method_id":"pm"}}`
	first, err := forked(lines, replay.ForkOptions{At: at, TripID: "first", Append: slices.Values([]string{approval, approval})})
	if err != nil {
		t.Fatal(err)
	}
	said := decisions(t, first, 0)
	for behind, barred := range map[int64]int64{2: at, 1: at, 0: 0, -4: 0} {
		seq := at + behind
		second, err := forked(first, replay.ForkOptions{At: seq, TripID: "second"})
		if err != nil {
			t.Fatalf("at %d: %v", seq, err)
		}
		third, err := forked(second, replay.ForkOptions{At: seq, TripID: "third"})
		if err != nil {
			t.Fatalf("a third time at %d: %v", seq, err)
		}
		for name, lines := range map[string][]string{"first": second, "second": third} {
			if got := decisions(t, lines, 0); !slices.Equal(got, said[:seq]) {
				t.Errorf("at %d a fork of %s says\n%s\nwant\n%s", seq, name, strings.Join(got, "\n"), strings.Join(said[:seq], "\n"))
			}
			if h, _, err := trip.DecodeHeader(lines[0]); err != nil || h.ForkedFrom.Barred != barred || string(h.ForkedFrom.TripID) != name {
				t.Errorf("at %d a fork of %s: %+v, %v", seq, name, h.ForkedFrom, err)
			}
		}
	}
}

// TestForkRefuses gives Fork what it can make nothing of.
func TestForkRefuses(t *testing.T) {
	lines := recorded(t, "booking.jsonl")
	broken := slices.Clone(lines)
	broken[3] = `{"type":"USER_MESSAGE","data":{"text":5}}`
	for want, c := range map[string]struct {
		lines []string
		o     replay.ForkOptions
	}{
		"no event of seq 1000": {lines, replay.ForkOptions{At: 1000, TripID: "x"}},
		"data.text":            {broken, replay.ForkOptions{At: 10, TripID: "x"}},
		"has a header":         {lines, replay.ForkOptions{At: 1, TripID: "x", Append: slices.Values(lines)}},
		"no event of seq 1:":   {nil, replay.ForkOptions{At: 1, TripID: "x"}},
	} {
		if _, err := forked(c.lines, c.o); !errors.Is(err, replay.ErrInput) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
	var out bytes.Buffer
	for line := range replay.Fork("log.jsonl", turn.Default(), replay.ForkOptions{At: 5, TripID: "x"}, slices.Values(lines)) {
		out.Write(line)
		break // a reader that goes away ends it
	}
	if !strings.Contains(out.String(), "forked_from") {
		t.Errorf("the first line is %s", out.String())
	}
}
