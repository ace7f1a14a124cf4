package chat

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// The smallest window in which there is room for a conversation.
const (
	leastWidth  = 24
	leastHeight = 8
)

// mostReplyLines bounds the room of the replies.
const maxReplyLines = 3

// View implements tea.Model: a line on the trip, the conversation, a line on what happens, replies, the input.
func (m *Model) View() tea.View {
	v := tea.NewView("")
	v.AltScreen, v.WindowTitle = true, "legwork chat"
	switch {
	case m.width == 0:
	case m.width < leastWidth || m.height < leastHeight:
		v.Content = cut(m.say("too_small"), m.width)
	case m.overlay != nil:
		v.Content = m.overlayView()
	default:
		above := []string{m.header(), m.body.View(), m.happening()}
		above = append(above, m.replyLines()...)
		top := strings.Join(above, "\n")
		v.Content = strings.Join([]string{top, m.input.View()}, "\n")
		if m.roomy() {
			v.Content += "\n" + m.footer()
		}
		if v.Cursor = m.input.Cursor(); v.Cursor != nil {
			v.Cursor.Y += strings.Count(top, "\n") + 1
		}
	}
	return v
}

// roomy reports whether there is room for the line that lists the keys.
func (m *Model) roomy() bool { return m.height >= 2*leastHeight }

// layout gives each part its room, and puts the newest on the screen.
func (m *Model) layout() {
	if m.width < leastWidth || m.height < leastHeight {
		return
	}
	m.input.MaxHeight = max(1, min(5, m.height/4))
	m.input.SetWidth(m.width)
	m.input.Placeholder = m.say("write")
	if m.s.c.seq == 0 {
		m.input.Placeholder = m.say("where_when")
	}
	rest := m.height - 2 - m.input.Height() - len(m.replyLines())
	if m.roomy() {
		rest--
	}
	m.body.SetWidth(m.width)
	m.body.SetHeight(max(rest, 1))
	lines, turn := m.lines()
	m.body.SetContentLines(lines)
	switch {
	case m.focus >= 0 && m.focus < len(m.targets):
		m.reveal(m.targets[m.focus].line, m.targets[m.focus].line+1)
	case m.chosen >= 0:
		m.revealChosen()
	case m.stick:
		end := max(len(lines)-m.body.Height(), 0)
		if len(m.s.notes) == 0 {
			end = min(end, turn) // all of the last turn, from its top where it is higher than the screen
		}
		m.body.SetYOffset(end)
	}
	if m.overlay != nil {
		m.overlay.layout(m.width, m.height)
	}
}

// reveal scrolls as little as needed to show these lines. If they do not all fit, the first one is shown.
func (m *Model) reveal(from, to int) {
	at, height := m.body.YOffset(), m.body.Height()
	if to > at+height {
		at = to - height
	}
	m.body.SetYOffset(min(at, from))
}

// lines returns the lines of the conversation, and the one at which the last turn begins.
func (m *Model) lines() (lines []string, turn int) {
	s := m.s
	l := look{width: m.width, in: m.locale()}
	if list := m.replies(); m.chosen >= 0 && m.chosen < len(list) {
		l.taken = list[m.chosen].option
	}
	focused := m.focused()
	m.targets = m.targets[:0]
	if len(s.c.entries)+len(s.outbox)+len(s.notes) == 0 {
		return m.welcome(), 0
	}
	for i, e := range s.c.entries {
		if i == s.c.first {
			turn = len(lines)
		}
		own := l
		if e != s.c.offer {
			own.taken = 0
		}
		own.whole, own.focus = focused.entry == e && focused.step == nil, focused.step
		drawn := e.render(own)
		if e.kind == workEntry {
			m.targets = append(m.targets, target{entry: e, line: len(lines)})
			for _, k := range e.marks {
				m.targets = append(m.targets, target{entry: e, step: k.step, line: len(lines) + k.line})
			}
		}
		lines = append(lines, drawn...)
	}
	for i := range s.outbox {
		if s.outbox[i].shown != "" {
			turn = len(lines)
			lines = append(lines, m.waiting(&s.outbox[i])...)
		}
	}
	for _, e := range s.notes {
		lines = append(lines, e.render(look{width: m.width, in: m.locale()})...)
	}
	return lines, turn
}

// focused is the line of steps that the keys are on.
func (m *Model) focused() target {
	if m.focus < 0 || m.focus >= len(m.targets) {
		return target{}
	}
	return m.targets[m.focus]
}

// revealChosen shows the card of the option that a reply would take.
func (m *Model) revealChosen() {
	list := m.replies()
	offer := m.s.c.offer
	if m.chosen >= len(list) || list[m.chosen].option == 0 || offer == nil {
		return
	}
	at := 0
	for _, e := range m.s.c.entries {
		if e == offer {
			break
		}
		at += len(e.lines)
	}
	for i, k := range offer.marks {
		if k.option != list[m.chosen].option {
			continue
		}
		end := len(offer.lines)
		if i+1 < len(offer.marks) {
			end = offer.marks[i+1].line
		}
		m.reveal(at+k.line, at+end)
	}
}

// locale is that of the trip, before its first message that of what it starts from.
func (m *Model) locale() locale { return cmp.Or(m.s.c.locale, locale(m.s.intent.Request.Locale)) }

// say makes the text of a phrase in the language of the trip.
func (m *Model) say(key string, own ...string) string { return m.locale().say(key, own...) }

func (m *Model) welcome() []string {
	return append([]string{""}, painted(faint, wrap(m.say("welcome"), m.width))...)
}

// waiting draws what was sent and is not in the log yet.
func (m *Model) waiting(o *outgoing) []string {
	state := "waits_sending"
	switch {
	case m.s.link == lost:
		state = "waits_lost"
	case o.accepted && m.s.c.waiting[o.event.ID]:
		state = "waits_turn"
	}
	lines := append([]string{""}, indented(m.say("line_you")+" › ", mine, o.shown, m.width)...)
	return append(lines, painted(faint, wrap("      ("+m.say(state)+")", m.width))...)
}

// header says which trip this is and how it stands.
func (m *Model) header() string {
	s := m.s
	left := strong.Render(cut(m.title(), m.width))
	if s.c.seq > 0 {
		left += faint.Render(" · " + m.say("state_"+s.c.status.State()))
	}
	right := ""
	if end := m.held(); end > 0 {
		right = wary.Render(m.say("still_held", "rest", m.remaining(end)))
		if m.isOver(end) {
			right = bad.Render(m.say("state_hold_ended"))
		}
	}
	switch s.link {
	case lost:
		right = bad.Render(m.say("link_lost"))
	case ended:
		right = bad.Render(m.say("link_ended"))
	case idle, live:
	}
	return beside(left, right, m.width)
}

// title names the trip by where it goes, else by its id.
func (m *Model) title() string {
	legs := m.s.intent.Itinerary.Segments
	if len(legs) == 0 || m.placeName(legs[0].Destination) == "" {
		return string(m.s.id)
	}
	from, to := m.placeName(legs[0].Origin), m.placeName(legs[0].Destination)
	if from == "" {
		return m.say("to", "place", to)
	}
	return from + " → " + to
}

// placeName names a place in the language of the trip.
func (m *Model) placeName(p trip.Place) string {
	return texts.Of(string(m.locale()), nil).City(cmp.Or(p.City, p.Name, p.Code))
}

// held returns when the first hold ends; 0 when nothing is held, or without end. What was held is booked before the
// intent that says so has come.
func (m *Model) held() (end trip.Instant) {
	if m.s.c.status == trip.Booked {
		return 0
	}
	holds := m.s.intent.WorkingMemory.Holds
	for i := range holds {
		if h := &holds[i]; h.Status == trip.HoldHeld && h.ExpiresAt > 0 && (end == 0 || h.ExpiresAt < end) {
			end = h.ExpiresAt
		}
	}
	return end
}

// isOver reports whether an instant is past.
func (m *Model) isOver(end trip.Instant) bool {
	return end > 0 && int64(end) <= m.config.Now().UnixNano()
}

// remaining writes how long it is until an instant: "23:59:59", "3 days", "ended".
func (m *Model) remaining(end trip.Instant) string {
	rest := time.Duration(int64(end) - m.config.Now().UnixNano())
	if rest <= 0 {
		return m.say("link_ended")
	}
	seconds := int64(rest / time.Second)
	if seconds > 48*3600 {
		return m.locale().count(int(seconds/86400), "day")
	}
	return fmt.Sprintf("%02d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
}

// happening is the line between the conversation and the input: what runs, and what is below.
func (m *Model) happening() string {
	left, right := "", ""
	if m.s.c.busy {
		since := time.Duration(m.config.Now().UnixNano() - int64(m.s.c.since)).Round(time.Second)
		left = wary.Render("● ") + cut(m.doing(), m.width/2) +
			faint.Render(fmt.Sprintf(" %s · %s", max(since, 0), m.say("keys_stop")))
	}
	if below := m.body.TotalLineCount() - m.body.YOffset() - m.body.Height(); below > 0 {
		right = faint.Render(fmt.Sprintf("↓ %s: PgDn", m.say("lines", "n", strconv.Itoa(below))))
	}
	if left == "" && right == "" {
		return faint.Render(strings.Repeat("─", m.width))
	}
	return beside(left, right, m.width)
}

// doing names what runs.
func (m *Model) doing() string {
	var names []string
	for _, s := range m.s.c.running {
		names = append(names, m.locale().doing(s.name))
	}
	if len(names) == 0 {
		return m.say("working")
	}
	return strings.Join(slices.Compact(names), ", ") // one leg after the other
}

// replyLines draws the replies with their numbers.
func (m *Model) replyLines() []string {
	if m.overlay != nil {
		return nil
	}
	list := m.replies()
	parts := make([]string, len(list))
	for i, r := range list {
		style := mine
		if i == m.chosen {
			style = picked
		}
		parts[i] = style.Render(cut(strconv.Itoa(r.number)+" "+r.label, m.width-2))
	}
	lines := flow(parts, "  ", m.width)
	if limit := max(1, min(maxReplyLines, m.height/6)); len(lines) > limit {
		lines = append(lines[:limit-1], ansi.Truncate(lines[limit-1], m.width-2, "")+faint.Render(" …"))
	}
	return lines
}

// footer names as many keys as there is room for; /help names all.
func (m *Model) footer() string {
	keys := []string{m.say("keys_enter"), m.say("keys_steps"), "PgUp PgDn"}
	switch {
	case m.focus >= 0:
		keys = []string{"↑↓", m.say("keys_open"), m.say("keys_whole"), m.say("keys_back")}
	case len(m.replies()) > 0:
		keys = []string{m.say("keys_number"), m.say("keys_steps"), "PgUp PgDn"}
	}
	text := "/help"
	for i := len(keys); i > 0; i-- {
		if line := strings.Join(append(keys[:i:i], "/help"), " · "); ansi.StringWidth(line) <= m.width {
			text = line
			break
		}
	}
	return faint.Render(text)
}
