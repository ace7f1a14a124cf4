package chat

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/legwork-go/legwork/internal/logtest"
	"github.com/legwork-go/legwork/trip"
)

// still is a model that nobody drives: its commands are not run.
func still(t *testing.T, width, height int) *Model {
	t.Helper()
	m := newModel(t.Context(), config(nil))
	m.Init()
	m.s.link = live
	m.Update(tea.WindowSizeMsg{Width: width, Height: height})
	return m
}

// shows gives updates to a model.
func (m *Model) shows(list ...Update) {
	m.Update(updatesMsg{session: m.s.number, list: list})
}

// TestKeysAfterTheStepsAreGone begins another trip, as a copy that is ready does, while the keys are on the steps.
func TestKeysAfterTheStepsAreGone(t *testing.T) {
	m := still(t, 80, 24)
	m.input.Blur() // as Tab does
	m.focus = 0
	m.openTrip("copy", true)
	m.Update(tea.KeyPressMsg{Code: 'a', Text: "a"})
	if got := m.input.Value(); got != "a" {
		t.Errorf("the input has %q after a key", got)
	}
}

// told makes an update of an event and its decision.
func told(seq int64, data trip.EventData, d trip.Decision) Update {
	d.Next.Turn.Seq = seq
	return Update{
		Seq: seq, Turn: 1, At: trip.Instant(seq) * trip.Instant(time.Second), Event: trip.Event{ID: fmt.Sprint("e", seq), Seq: seq, Data: data},
		Decision: &d, Ended: len(d.ToolCalls) == 0,
	}
}

// fits checks a screen: each line has room, there are as many as the window has, and nothing steers the terminal.
func fits(t *testing.T, m *Model) {
	t.Helper()
	v := m.View()
	lines := strings.Split(v.Content, "\n")
	if len(lines) > m.height {
		t.Errorf("%d lines in a window of %d:\n%s", len(lines), m.height, ansi.Strip(v.Content))
	}
	for _, line := range lines {
		if w := ansi.StringWidth(line); w > m.width {
			t.Errorf("%d cells in a window of %d: %q", w, m.width, line)
		}
		if i := strings.IndexFunc(ansi.Strip(line), unicode.IsControl); i >= 0 {
			t.Errorf("a control character: %q", line)
		}
	}
	if c := v.Cursor; c != nil && (c.X >= m.width || c.Y >= m.height) {
		t.Errorf("the cursor stands at %d, %d in a window of %d × %d", c.X, c.Y, m.width, m.height)
	}
}

// TestEveryRecordingFits shows every recording in windows of all sizes, with its steps and replies, and over it the log,
// the review of a purchase and the reasons.
func TestEveryRecordingFits(t *testing.T) {
	logtest.Each(t, "../../../../fixtures", func(t *testing.T, _ *trip.Intent, log []logtest.Entry) {
		m := still(t, 80, 24)
		for i := range log {
			d := &log[i].Decision
			m.shows(Update{
				Seq: d.Next.Turn.Seq, Turn: d.Next.Turn.Number, At: log[i].Event.Time(), Event: log[i].Event, Decision: d,
				Ended: len(d.Next.Turn.Outstanding) == 0,
			})
		}
		for _, e := range m.s.c.entries {
			e.open = true
			for _, s := range e.steps {
				s.open = true
			}
		}
		for _, size := range [][2]int{{1, 1}, {leastWidth, leastHeight}, {33, 9}, {40, 20}, {59, 16}, {80, 24}, {200, 60}} {
			m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			fits(t, m)
			for range m.replies() {
				m.Update(tea.KeyPressMsg{Code: tea.KeyDown})
				fits(t, m)
			}
			for _, verb := range []string{"/log", "/why", "/approve", "/help", "/unlock"} {
				m.line(verb)
				m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				fits(t, m)
				m.overlay, m.s.notes = nil, nil
			}
		}
		if text := ansi.Strip(strings.Join(allLines(m), "\n")); strings.Contains(text, "idempotency_key") || strings.Contains(text, "approval_token") {
			t.Error("what approves is shown")
		}
	})
}

func allLines(m *Model) []string {
	lines, _ := m.lines()
	return lines
}

// TestForeignTextsDoNotSteer shows texts with control characters that would clear the screen, set its title or
// reverse the direction of writing: none of them reaches the terminal.
func TestForeignTextsDoNotSteer(t *testing.T) {
	const evil = "a\x1b[2J\x1b]0;title\x07b\u202ec\td\r日本語のホテル👩‍👩‍👧‍👦e\u0301"
	m := still(t, 40, 20)
	m.shows(
		told(1, trip.UserMessage{Text: evil}, trip.Decision{
			UI:        []trip.Message{trip.Say("text", "text", evil), {Key: "present.options", Text: evil, Params: evilOptions(evil)}},
			ToolCalls: []trip.Call{{CallID: "c1", Name: evil, Arguments: trip.RawArguments(`{"a":"\u001b[2J"}`)}},
		}),
		Update{Progress: &Progress{CallID: "c1", Name: evil, Delta: evil}},
	)
	fits(t, m)
	m.shows(told(2, trip.ToolResult{CallID: "c1", ToolName: evil, Result: `{"b":"\u001b]0;x\u0007"}`}, trip.Decision{
		Settled: "c1", Outcome: trip.ClassOK, Ask: &trip.Ask{Kind: trip.AskClarify, ID: evil, Choices: []trip.Choice{{ID: "x", Label: evil}}},
	}))
	m.Update(tea.KeyPressMsg{Code: tea.KeyTab})
	m.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	m.Update(tea.KeyPressMsg{Code: tea.KeyDown})
	m.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	fits(t, m)
	for _, line := range allLines(m) {
		if strings.Contains(line, "\x1b[2J") || strings.Contains(line, "\x07") || strings.Contains(line, "\u202e") {
			t.Errorf("it steers: %q", line)
		}
	}
	for _, verb := range []string{"/log", "/why 2"} {
		m.line(verb)
		m.layout()
		fits(t, m)
	}
	m.onTrips(tripsMsg{list: []Summary{{ID: trip.ID(evil), Status: evil}}})
	m.layout()
	fits(t, m)
}

func evilOptions(evil string) trip.Params {
	return trip.With("options", []trip.Params{trip.With(
		"position", 1, "price", trip.With("amount", evil, "currency", evil), "labels", []string{evil}, "reason", evil,
		"flights", []trip.Params{trip.With("departs", evil, "arrives", evil, "from", evil, "to", evil, "airlines",
			[]string{evil}, "stops", 1, "via", []string{evil})},
		"stays", []trip.Params{trip.With("hotel", evil, "stars", evil, "nightly", evil, "nights", 2, "check_in", evil)},
	)})
}

// TestStreaming shows the words of an answer as they come, and once when they are all there.
func TestStreaming(t *testing.T) {
	m := still(t, 60, 20)
	m.shows(
		told(1, trip.UserMessage{Text: "Who won?"},
			trip.Decision{ToolCalls: []trip.Call{{CallID: "c1", Name: trip.ToolAssistantStep, Arguments: trip.RawArguments(`{}`)}}}),
		Update{Progress: &Progress{CallID: "c1", Name: trip.ToolAssistantStep, Delta: "Blue "}},
		Update{Progress: &Progress{CallID: "c1", Name: trip.ToolAssistantStep, Delta: "won"}},
		Update{Progress: &Progress{CallID: "c1", Name: trip.ToolAssistantStep, Delta: " twice", Offset: 40}}, // words before these were missed
	)
	if view := ansi.Strip(m.View().Content); !strings.Contains(view, "agent › Blue won …") || !strings.Contains(view, "● Thinking") {
		t.Errorf("not while it comes:\n%s", view)
	}
	m.shows(told(2, trip.ToolResult{CallID: "c1", ToolName: trip.ToolAssistantStep, Result: `{"text":"Blue won."}`}, trip.Decision{
		Settled: "c1", Outcome: trip.ClassOK, UI: []trip.Message{{Key: "text", Text: "Blue won."}},
	}))
	view := ansi.Strip(m.View().Content)
	if strings.Count(view, "Blue won") != 1 || !strings.Contains(view, "agent › Blue won.") {
		t.Errorf("not once:\n%s", view)
	}
	m.shows(told(2, trip.UserMessage{Text: "again"}, trip.Decision{})) // an update that is known changes nothing
	if again := ansi.Strip(m.View().Content); again != view {
		t.Errorf("shown twice:\n%s", again)
	}
}

// TestReviewOfWhatMoved closes a review whose purchase is not what stands any more, and buys nothing that has ended.
func TestReviewOfWhatMoved(t *testing.T) {
	ask := func(id string, ends time.Duration) trip.Decision {
		return trip.Decision{Status: trip.HoldsPlaced, Ask: &trip.Ask{
			Kind: trip.AskApprove, ID: id, About: []string{"working_memory.holds[0]"}, Text: "Do you approve?",
			ExpiresAt: trip.Instant(clock().Add(ends).UnixNano()),
		}}
	}
	m := still(t, 60, 20)
	m.shows(told(1, trip.UserMessage{Text: "hold it"}, ask("a1", time.Hour)))
	m.line("/approve")
	if m.overlay != nil {
		t.Error("a review before the intent is there")
	}
	in := trip.NewIntent()
	in.Turn.Seq = 1
	m.Update(stateMsg{session: m.s.number, intent: in})
	if m.overlay == nil || !strings.Contains(ansi.Strip(m.View().Content), "Ask         a1") {
		t.Fatalf("no review:\n%s", ansi.Strip(m.View().Content))
	}
	m.shows(told(2, trip.IntentPatched{Patch: "{}"}, ask("a2", time.Minute)))
	if m.overlay != nil || !strings.Contains(ansi.Strip(m.View().Content), "nothing was bought") {
		t.Errorf("it still stands:\n%s", ansi.Strip(m.View().Content))
	}
	in.Turn.Seq = 2
	m.Update(stateMsg{session: m.s.number, intent: in})
	m.line("/approve")
	m.config.Now = func() time.Time { return clock().Add(time.Hour) } // it ends while it is reviewed
	m.Update(tea.KeyPressMsg{Code: tea.KeyDown})
	m.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	if len(m.s.outbox) != 0 || !strings.Contains(ansi.Strip(m.View().Content), "not held any more") {
		t.Errorf("bought, or nothing said: %v\n%s", m.s.outbox, ansi.Strip(m.View().Content))
	}
}

// TestReadingsOvertake has an older intent arrive after the newest one: what is held stays known, and can be bought.
func TestReadingsOvertake(t *testing.T) {
	m := still(t, 60, 20)
	m.shows(told(2, trip.UserMessage{Text: "hold it"}, trip.Decision{Status: trip.HoldsPlaced, Ask: &trip.Ask{
		Kind: trip.AskApprove, ID: "a1", About: []string{"working_memory.holds[0]"}, Text: "Do you approve?",
		ExpiresAt: trip.Instant(clock().Add(time.Hour).UnixNano()),
	}}))
	for _, seq := range []int64{2, 1} {
		in := trip.NewIntent()
		in.Turn.Seq = seq
		m.Update(stateMsg{session: m.s.number, intent: in})
	}
	m.line("/approve")
	if m.overlay == nil {
		t.Errorf("no review:\n%s", ansi.Strip(m.View().Content))
	}
}

// TestReplies types numbers, and words that begin with one.
func TestReplies(t *testing.T) {
	m := still(t, 60, 20)
	m.shows(told(1, trip.UserMessage{Text: "hm"}, trip.Decision{Ask: &trip.Ask{
		Kind: trip.AskConfirm, ID: "a1", Choices: []trip.Choice{{ID: "yes", Label: "Yes"}, {ID: "no", Label: "No"}},
	}}))
	write := func(text string) {
		for _, r := range text {
			m.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
	write("2")
	if m.chosen != 1 {
		t.Errorf("2 chooses %d", m.chosen)
	}
	write(" adults")
	if m.chosen != -1 {
		t.Errorf("words choose %d", m.chosen)
	}
	m.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	if list := m.replies(); list != nil {
		t.Errorf("while a message is on its way there are replies: %v", list)
	}
	sent := m.s.outbox
	m.s.outbox = nil
	write("2")
	m.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	sent = append(sent, m.s.outbox...)
	m.s.outbox = nil
	m.Update(tea.KeyPressMsg{Code: tea.KeyDown})
	m.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	sent = append(sent, m.s.outbox...)
	want := []trip.EventData{
		trip.UserMessage{Text: "2 adults"}, trip.UserAnswered{AskID: "a1", ChoiceID: "no"}, trip.UserAnswered{AskID: "a1", ChoiceID: "yes"},
	}
	for i, o := range sent {
		if i >= len(want) || o.event.Data != want[i] {
			t.Errorf("sent %+v", o.event.Data)
		}
	}
	if len(sent) != len(want) {
		t.Errorf("%d events sent, want %d", len(sent), len(want))
	}
}
