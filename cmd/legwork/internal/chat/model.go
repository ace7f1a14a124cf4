package chat

import (
	"context"
	"strings"
	"sync"
	"time"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textarea"
	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"

	"github.com/legwork-go/legwork/trip"
)

// Config is what a conversation is made of. Backend, Now, NewID and NewTrip are required.
type Config struct {
	Backend Backend
	Trip    trip.ID           // to go on with; empty for a new one
	Start   trip.Intent       // what a new trip starts from
	Rules   map[string]string // the text of each rule, by its id

	Now     func() time.Time
	NewID   func() string  // an id for an event
	NewTrip func() trip.ID // an id for a trip
}

// Model is the conversation as bubbletea drives it.
type Model struct {
	config   Config
	ctx      context.Context // of everything that is read and sent
	work     *sync.WaitGroup // what reads
	sessions int
	s        *session

	width, height int
	input         textarea.Model
	body          viewport.Model
	stick         bool // the newest is on the screen
	chosen        int  // index of the reply that Enter takes; -1 for none
	focus         int  // index of the line of steps that the keys are on; -1 when they are on the input
	targets       []target
	overlay       *overlay
	reviewing     bool // the review is shown as soon as the intent is there
	ticking       bool
}

// target is a line of steps that the keys can be on: all steps of a turn, or one of them.
type target struct {
	entry *entry
	step  *step
	line  int
}

// newModel returns a model whose work ends with ctx.
func newModel(ctx context.Context, c Config) *Model {
	input := textarea.New()
	input.Prompt, input.ShowLineNumbers = "› ", false
	input.DynamicHeight, input.MinHeight, input.MaxHeight, input.MaxContentHeight = true, 1, 5, 500
	input.CharLimit = trip.MaxMessageBytes
	input.KeyMap.InsertNewline = key.NewBinding(key.WithKeys("alt+enter", "shift+enter", "ctrl+j"))
	input.SetVirtualCursor(false)
	input.SetStyles(textarea.Styles{
		Focused: textarea.StyleState{Prompt: mine, Placeholder: faint},
		Blurred: textarea.StyleState{Prompt: faint, Placeholder: faint},
	})
	input.Focus()
	m := &Model{
		config: c, ctx: ctx, work: &sync.WaitGroup{}, input: input, body: viewport.New(), stick: true,
		chosen: -1, focus: -1,
	}
	return m
}

// Init implements tea.Model.
func (m *Model) Init() tea.Cmd {
	if m.config.Trip != "" {
		return m.openTrip(m.config.Trip, false)
	}
	return m.openTrip(m.config.NewTrip(), true)
}

type tickMsg struct{}

// Update implements tea.Model.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.handle(msg)
	m.layout()
	return m, tea.Batch(cmd, m.tick())
}

func (m *Model) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		return m.onKey(msg)
	case tea.PasteMsg:
		return m.typed(msg)
	case updatesMsg:
		return m.onUpdates(msg)
	case stateMsg:
		return m.onState(msg)
	case sentMsg:
		return m.onSent(msg)
	case followMsg:
		if msg.session == m.s.number {
			return m.follow()
		}
	case flushMsg:
		if msg.session == m.s.number {
			return m.flush()
		}
	case forkedMsg:
		return m.onForked(msg)
	case tripsMsg:
		m.onTrips(msg)
	case tickMsg:
		m.ticking = false
	}
	return nil
}

// tick asks for a message in a second while something on the screen tells time.
func (m *Model) tick() tea.Cmd {
	if m.ticking || !m.s.c.busy && m.held() == 0 {
		return nil
	}
	m.ticking = true
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return tickMsg{} })
}

// onKey takes a key: that of what covers the conversation, of the steps, or of the input.
func (m *Model) onKey(k tea.KeyPressMsg) tea.Cmd {
	if k.String() == "ctrl+c" {
		return tea.Quit
	}
	switch {
	case m.overlay != nil:
		return m.overlayKey(k)
	case m.scrolled(k):
		return nil
	case m.focus >= 0:
		m.stepsKey(k)
		return nil
	}
	return m.inputKey(k)
}

// scrolled moves the conversation; false for other keys.
func (m *Model) scrolled(k tea.KeyPressMsg) bool {
	switch k.String() {
	case "pgup":
		m.body.PageUp()
	case "pgdown":
		m.body.PageDown()
	case "ctrl+home":
		m.body.GotoTop()
	case "ctrl+end":
		m.body.GotoBottom()
	default:
		return false
	}
	m.stick = m.body.AtBottom()
	return true
}

func (m *Model) inputKey(k tea.KeyPressMsg) tea.Cmd {
	blank := m.input.Value() == ""
	switch k.String() {
	case "enter":
		return m.enter()
	case "ctrl+d":
		if blank {
			return tea.Quit
		}
	case "esc", "alt+esc":
		return m.escape()
	case "tab":
		m.focusSteps()
		return nil
	case "up", "left":
		if blank {
			m.choose(-1)
			return nil
		}
	case "down", "right":
		if blank {
			m.choose(1)
			return nil
		}
	}
	return m.typed(k)
}

// typed passes a key or a paste to the input. While the input is the number of a reply, that reply is selected.
func (m *Model) typed(msg tea.Msg) (cmd tea.Cmd) {
	if m.overlay != nil {
		return nil
	}
	m.input, cmd = m.input.Update(msg)
	m.chosen = -1
	if i, ok := find(m.replies(), strings.TrimSpace(m.input.Value())); ok {
		m.chosen = i
	}
	return cmd
}

// choose moves to another reply.
func (m *Model) choose(by int) {
	n := len(m.replies())
	switch {
	case n == 0:
		m.chosen = -1
	case m.chosen < 0 && by < 0:
		m.chosen = n - 1
	default:
		m.chosen = (m.chosen + by + n) % n
	}
}

// escape undoes one thing: it clears the input, else drops the selection, else cancels the turn.
func (m *Model) escape() tea.Cmd {
	switch {
	case m.input.Value() != "":
		m.input.Reset()
		m.chosen = -1
	case m.chosen >= 0:
		m.chosen = -1
	case m.s.c.busy:
		return m.send(trip.TurnCancelled{}, "")
	}
	return nil
}

// enter does what stands in the input: a reply by its number, a verb, or a message.
func (m *Model) enter() tea.Cmd {
	text := strings.TrimSpace(m.input.Value())
	list := m.replies()
	i, byNumber := find(list, text)
	if text == "" && m.chosen >= 0 && m.chosen < len(list) {
		i, byNumber = m.chosen, true
	}
	switch {
	case byNumber:
		m.input.Reset()
		return m.reply(list[i])
	case text == "":
		return nil
	}
	m.input.Reset()
	return m.line(text)
}

// reply sends an answer. What buys is reviewed first.
func (m *Model) reply(r reply) tea.Cmd {
	m.chosen = -1
	if r.data == nil {
		m.review()
		return nil
	}
	return m.send(r.data, r.label)
}

// focusSteps gives the keys to the steps, beginning with those of the newest turn.
func (m *Model) focusSteps() {
	if m.focus = len(m.targets) - 1; m.focus >= 0 {
		for m.focus > 0 && m.targets[m.focus].step != nil {
			m.focus--
		}
		m.input.Blur()
	}
}

// stepsKey takes a key while the keys are on the steps.
func (m *Model) stepsKey(k tea.KeyPressMsg) {
	m.focus = min(m.focus, len(m.targets)-1)
	at := m.targets[m.focus]
	switch k.String() {
	case "up", "k", "shift+tab":
		m.focus = max(m.focus-1, 0)
	case "down", "j":
		m.focus = min(m.focus+1, len(m.targets)-1)
	case "enter", "space", "right", "left":
		if at.step != nil {
			at.step.open = !at.step.open
		} else {
			at.entry.open = !at.entry.open
		}
		at.entry.changed()
	case "v":
		if at.step != nil {
			m.showStep(at.step)
		}
	case "esc", "alt+esc", "tab", "q":
		m.focus = -1
		m.input.Focus()
	}
}
