package aistream_test

import (
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/legwork-go/legwork/internal/logtest"
	"github.com/legwork-go/legwork/server/aistream"
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

// TestWordsBeforeTheDecision tells words before each answer of each recording. In the end the client has what one has who
// heard none of them, and the document.
func TestWordsBeforeTheDecision(t *testing.T) {
	for name, saying := range sayings {
		t.Run(name, func(t *testing.T) {
			told := 0
			check := func(t *testing.T, start *trip.Intent, log []logtest.Entry) {
				quiet, heard := &client{t: t}, &client{t: t}
				var q, h aistream.Projection
				q.Chat, h.Chat = "t1", "t1"
				quiet.take(q.Start("turn-1", start))
				heard.take(h.Start("turn-1", start))
				for i := range log {
					ev, d := &log[i].Event, &log[i].Decision
					if toolOf(ev) == trip.ToolAssistantStep {
						words := say(&h, d, saying)
						told += len(words)
						heard.take(words)
					}
					quiet.take(q.Add(ev, d))
					heard.take(h.Add(ev, d))
					if diff := cmp.Diff(quiet.texts, heard.texts) + cmp.Diff(string(quiet.intent), string(heard.intent)); diff != "" || heard.open != "" {
						t.Fatalf("at %d (-quiet +heard)\n%s%s", i+1, diff, heard.open)
					}
				}
				if !maps.Equal(quiet.states, heard.states) {
					t.Errorf("the calls are %v, not %v", heard.states, quiet.states)
				}
			}
			logtest.Each(t, "../../fixtures", check)
			logtest.EachScenario(t, "../../fixtures", "assist-*.scn", check)
			if told < 20 {
				t.Errorf("%d chunks of words", told)
			}
		})
	}
}

func say(p *aistream.Projection, d *trip.Decision, saying func(string) []string) (out []aistream.Chunk) {
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
	return out
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

// TestWordsThatNothingIsDecidedAbout: what was told is taken back before the message ends, however it ends.
func TestWordsThatNothingIsDecidedAbout(t *testing.T) {
	in := trip.NewIntent()
	for name, end := range map[string]func(*aistream.Projection) []aistream.Chunk{
		"the end":     (*aistream.Projection).Finish,
		"interrupted": func(p *aistream.Projection) []aistream.Chunk { return append(p.Supersede(&in), p.Finish()...) },
		"a fault":     func(p *aistream.Projection) []aistream.Chunk { return p.Fail("Please wait.") },
	} {
		p, c := aistream.Projection{Chat: "t1"}, &client{t: t}
		c.take(p.Start("turn-1", &in))
		c.take(p.Say("m2.1", 0, "Words."))
		if c.texts["m2.1"] != "Words." {
			t.Fatalf("heard %v", c.texts)
		}
		c.take(end(&p))
		if len(c.texts) > 0 || c.open != "" {
			t.Errorf("%s: %v stands", name, c.texts)
		}
	}
}
