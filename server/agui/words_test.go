package agui_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/legwork-go/legwork/internal/logtest"
	"github.com/legwork-go/legwork/server/agui"
	"github.com/legwork-go/legwork/transcript"
	"github.com/legwork-go/legwork/trip"
)

// sayings are words that a model may say before an answer is decided: the whole answer, its beginning in pieces, some of
// it with a piece that was missed, and what was not meant.
var sayings = map[string]func(answer string) []string{
	"all": func(answer string) []string { return []string{answer} },
	"some": func(answer string) []string {
		return []string{answer[:len(answer)/3], answer[len(answer)/3 : len(answer)/2]}
	},
	"missed":  func(answer string) []string { return []string{answer[:len(answer)/4], "", answer[len(answer)/2:]} },
	"another": func(string) []string { return []string{"Something else.", " And more."} },
}

// TestWordsBeforeTheDecision tells words before each answer of each recording. In the end the client knows what one knows
// who heard none of them, every message under its one id.
func TestWordsBeforeTheDecision(t *testing.T) {
	for name, saying := range sayings {
		t.Run(name, func(t *testing.T) {
			told := 0
			check := func(t *testing.T, start *trip.Intent, log []logtest.Entry) {
				quiet, heard := tellAll(t, start, log, nil), tellAll(t, start, log, func(p *agui.Projection, d *trip.Decision) (out []agui.Event) {
					answer, offset := "", 0
					if len(d.UI) > 0 {
						answer = d.UI[0].Text
					}
					for _, words := range saying(answer) {
						if words == "" {
							offset++ // a byte that this client was not told
						}
						out = append(out, p.Say(transcript.MessageID(d.Next.Turn.Seq, 1), offset, words)...)
						offset += len(words)
					}
					told += len(out)
					return out
				})
				if diff := cmp.Diff(quiet.texts, heard.texts) + cmp.Diff(quiet.calls, heard.calls); diff != "" {
					t.Errorf("(-quiet +heard)\n%s", diff)
				}
			}
			logtest.Each(t, fixtures, check)
			logtest.EachScenario(t, fixtures, "assist-*.scn", check)
			if told < 20 {
				t.Errorf("%d events of words", told)
			}
		})
	}
}

// tellAll tells a whole log as one run; say tells words before the result of a step of the assistant.
func tellAll(t *testing.T, start *trip.Intent, log []logtest.Entry, say func(*agui.Projection, *trip.Decision) []agui.Event) *client {
	t.Helper()
	c := &client{t: t}
	p := agui.Projection{Thread: string(start.TripID), Run: "r"}
	c.take(p.Start(start))
	for i := range log {
		ev, d := &log[i].Event, &log[i].Decision
		if toolOf(ev) == trip.ToolAssistantStep && say != nil {
			c.take(say(&p, d))
		}
		c.take(p.Add(ev, d))
	}
	if len(log[len(log)-1].Decision.Next.Turn.Outstanding) == 0 {
		c.take(p.Finish())
	}
	return c
}

// toolOf returns the tool whose outcome an event is, "" of other events.
func toolOf(ev *trip.Event) string {
	switch data := ev.Data.(type) {
	case trip.ToolResult:
		return data.ToolName
	case trip.ToolError:
		return data.ToolName
	default:
		return ""
	}
}

// TestWordsOfATurnThatEnds: where nothing is decided about words, nothing is left of them, and no message stays open.
func TestWordsOfATurnThatEnds(t *testing.T) {
	interrupted := 0
	logtest.Each(t, fixtures, func(t *testing.T, start *trip.Intent, log []logtest.Entry) {
		for i := range log {
			next, d := logtest.Interrupt(t, &log[i])
			if d == nil || !slices.ContainsFunc(log[i].Decision.Next.Turn.Outstanding, func(o trip.Pending) bool { return o.Name == trip.ToolAssistantStep }) {
				continue
			}
			interrupted++
			for name, end := range map[string]func(*agui.Projection) []agui.Event{
				"interrupted": func(p *agui.Projection) []agui.Event { return append(p.Supersede(&d.Next), p.Finish()...) },
				"the message": func(p *agui.Projection) []agui.Event { return append(p.Add(next, d), p.Finish()...) },
				"a fault":     func(p *agui.Projection) []agui.Event { return p.Fail("store", "Please wait.") },
			} {
				c := &client{t: t}
				p := agui.Projection{Thread: string(start.TripID), Run: "r"}
				c.take(p.Start(start))
				for k := range log[:i+1] {
					c.take(p.Add(&log[k].Event, &log[k].Decision))
				}
				id := transcript.MessageID(log[i].Decision.Next.Turn.Seq+1, 1)
				c.take(p.Say(id, 0, "Words that nobody decided."))
				c.take(end(&p)) // the verifier wants every message closed
				if c.texts[id] == "Words that nobody decided." && name != "a fault" {
					t.Errorf("%s, at %d: %q stands", name, i+1, c.texts[id])
				}
			}
		}
	})
	if interrupted < 5 {
		t.Errorf("%d turns ended", interrupted)
	}
}
