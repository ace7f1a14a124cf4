package runner_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// speaks is an assistant that says its answer in pieces of odd sizes before it returns it.
func speaks(answer, result string) script {
	return func(ctx context.Context, _ tools.Request) ([]byte, error) {
		for i, rest := 1, answer; rest != ""; i = i%7 + 1 {
			n := min(i, len(rest))
			tools.Say(ctx, rest[:n])
			rest = rest[n:]
		}
		return []byte(result), nil
	}
}

// words joins the words that were told of answers by message, and checks that each piece is told where it belongs.
func words(t *testing.T, list []runner.Update) map[string]string {
	t.Helper()
	out := map[string]string{}
	for i := range list {
		u := &list[i]
		if u.Kind != runner.Reported || u.Message == "" {
			continue
		}
		if u.Seq != 0 || u.Turn != 0 || u.Call.Name != trip.ToolAssistantStep || u.Offset != len(out[u.Message]) {
			t.Errorf("%+v behind %q", u, out[u.Message])
		}
		out[u.Message] += u.Delta
	}
	return out
}

// TestWordsAreTold: the words of an answer are told a sentence at a time, in the words of the decision and under the id of
// its message, to who follows and to who watches, and to nobody later; no log has them.
// Rule: 3.0.words-told
func TestWordsAreTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const answer = "  I asked web_search. Blue won!\nIt was 2.5 to 1, they say. Anything el"
		world := newWorld()
		world.on(trip.ToolExtract, answers(assist))
		world.on(trip.ToolAssistantStep, speaks(answer, `{"text":"I asked web_search. Blue won!\nIt was 2.5 to 1, they say. Anything else?","finish_reason":"stop"}`))
		s := mem.New(mem.Options{})
		r := start(t, world, s)
		w := watch(t, r, "t1", 0)
		followed := turnOf(t, r, trip.Event{Data: trip.UserMessage{Text: "Who won?"}})
		synctest.Wait()
		late := watch(t, r, "t1", 0)
		list, err := r.Transcript(t.Context(), "t1")
		if err != nil {
			t.Fatal(err)
		}
		last := list[len(list)-1]
		const told = "I asked the web search. Blue won!\nIt was 2.5 to 1, they say."
		for name, heard := range map[string][]runner.Update{"who sent the event": followed, "who watched": w.list} {
			if got := words(t, heard); len(got) != 1 || got[last.ID] != told || !strings.HasPrefix(last.Text, told) {
				t.Errorf("%s was told %q of %q", name, got, last.Text)
			}
		}
		if got := words(t, late.list); len(got) > 0 {
			t.Errorf("who came later was told %q", got)
		}
		n := 0
		for record, err := range s.Log(t.Context(), "t1", 1) {
			if n += strings.Count(string(record.Event), "Blue won!"); err != nil {
				t.Error(err)
			}
		}
		if n != 2 { // the result, and what was said
			t.Errorf("the log has the words %d times", n)
		}
		w.stop()
		late.stop()
	})
}

// TestWordsOfAnotherAttempt: what is said once more is told by the decision alone.
func TestWordsOfAnotherAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		world := newWorld()
		world.on(trip.ToolExtract, answers(assist))
		attempt := 0
		world.on(trip.ToolAssistantStep, func(ctx context.Context, req tools.Request) ([]byte, error) {
			if attempt++; attempt == 1 {
				tools.Say(ctx, "I think that. It was")
				return nil, tools.Failure(trip.ClassTimeout, "it broke off")
			}
			return speaks("Blue won. That is all. ", `{"text":"Blue won. That is all.","finish_reason":"stop"}`)(ctx, req)
		})
		r := start(t, world, mem.New(mem.Options{}))
		got := words(t, turnOf(t, r, trip.Event{Data: trip.UserMessage{Text: "Who won?"}}))
		if attempt != 2 || len(got) != 1 {
			t.Fatalf("%d attempts, told %q", attempt, got)
		}
		for id, told := range got {
			if told != "I think that." {
				t.Errorf("%s: told %q", id, told)
			}
		}
	})
}

// TestWordsAreTheBeginningOfTheAnswer says any answer in any pieces: what is told is how the decision's message begins,
// by whole sentences.
func TestWordsAreTheBeginningOfTheAnswer(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		parts := rapid.SliceOfN(rapid.SampledFrom([]string{
			"Blue", " won", ".", "!", "\n", " ", "  ", "\n\n- ", "2.5", "web_search", "`search_places`", "é", "。", "“x”", "(y).", "…", "_", "taxi",
		}), 1, 30).Draw(rt, "parts")
		answer := strings.Join(parts, "")
		synctest.Test(t, func(t *testing.T) {
			world := newWorld()
			world.on(trip.ToolExtract, answers(assist))
			text, err := json.Marshal(answer)
			if err != nil {
				t.Fatal(err)
			}
			world.on(trip.ToolAssistantStep, speaks(answer, `{"text":`+string(text)+`,"finish_reason":"stop"}`))
			r := start(t, world, mem.New(mem.Options{}))
			updates := turnOf(t, r, trip.Event{Data: trip.UserMessage{Text: "Who won?"}})
			said := ""
			for i := range updates {
				if d := updates[i].Decision; updates[i].Kind == runner.Decided && len(d.UI) > 0 {
					said = d.UI[0].Text
				}
			}
			for _, told := range words(t, updates) {
				if !strings.HasPrefix(said, told) {
					rt.Errorf("told %q of %q", told, said)
				}
			}
		})
	})
}
