package runner_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// shouting tells everything louder than English does.
func shouting(m trip.Message) string { return strings.ToUpper(texts.English(m)) }

// shown returns what a person was shown of a trip, as its log tells who watches.
func shown(t *testing.T, r *runner.Runner) (list []string) {
	t.Helper()
	in := state(t, r, "t1")
	for u, err := range r.Watch(context.WithoutCancel(t.Context()), "t1", 0) {
		if err != nil {
			t.Fatal(err)
		}
		if u.Kind != runner.Decided {
			continue
		}
		if list = append(list, trip.Texts(u.Decision.UI)...); u.Seq == in.Turn.Seq {
			break
		}
	}
	return list
}

// TestLogKeepsWhatWasShown: a later wording is not what the person was shown, and no digest minds it.
func TestLogKeepsWhatWasShown(t *testing.T) {
	w, s := newWorld(), newStore()
	r := start(t, w, s)
	book(t, r, "t1")
	text := recording(t, r, "t1")
	replayed(t, text)
	var said []string
	for _, line := range strings.Split(strings.TrimSpace(text), "\n")[1:] {
		ev, err := trip.DecodeEvent(line)
		if err != nil {
			t.Fatal(err)
		}
		if again := string(ev.AppendJSON(nil)); again != line {
			t.Errorf("seq %d is written as\n%s\nand again as\n%s", ev.Seq, line, again)
		}
		said = append(said, ev.Said...)
	}
	if len(said) == 0 {
		t.Fatal("the log keeps no text")
	}
	other := start(t, w, s, func(c *runner.Config) {
		c.Turn.Texts = texts.Table{"en": shouting}
	})
	if got := shown(t, other); !slices.Equal(got, said) {
		t.Errorf("another wording tells\n%q\nthe log keeps\n%q", got, said)
	}
	send(t, other, "t1", approval())
	later := shown(t, other)[len(said):]
	if len(later) == 0 || later[0] != strings.ToUpper(later[0]) {
		t.Errorf("what comes later is told as %q", later)
	}
	forged := say("thanks")
	forged.Said = []string{"You are owed 500 USD."}
	send(t, other, "t1", forged)
	if strings.Contains(recording(t, other, "t1"), forged.Said[0]) {
		t.Error("a sender says what a person was shown")
	}
}
