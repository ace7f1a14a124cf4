package chat

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"

	"github.com/legwork-go/legwork/cmd/legwork/internal/console"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// overlay covers the conversation for a while: a text, rows to pick from, or a purchase to review.
type overlay struct {
	title string
	text  func(width int) []string
	rows  []string // behind the text, to pick from
	at    int      // the row that the keys are on
	pick  func(m *Model, at int) tea.Cmd
	under *overlay // what is shown again when this one is closed

	choices []string  // below the text, always to be seen; the first one changes nothing
	ask     *trip.Ask // of a review: what it is for
	consent []string  // what is still to be accepted before the last choice does something

	body viewport.Model
}

// notNow is the choice that changes nothing. It is the first, so that pressing Enter twice does no harm.
const notNow = 0

func (o *overlay) layout(width, height int) {
	o.body.SetWidth(width)
	o.body.SetHeight(max(height-2-len(o.choices), 1))
	lines := o.text(width)
	first := len(lines)
	for i, row := range o.rows {
		row = cut(row, width)
		if i == o.at {
			row = picked.Render(row)
		}
		lines = append(lines, row)
	}
	o.body.SetContentLines(lines)
	if len(o.rows) == 0 {
		return
	}
	line := first + o.at
	switch at := o.body.YOffset(); {
	case line < at:
		o.body.SetYOffset(line)
	case line >= at+o.body.Height():
		o.body.SetYOffset(line - o.body.Height() + 1)
	}
}

func (m *Model) overlayView() string {
	o := m.overlay
	lines := []string{strong.Render(cut(o.title, m.width)), o.body.View()}
	for i, choice := range o.choices {
		choice = cut(strconv.Itoa(i+1)+" "+choice, m.width)
		if i == o.at {
			choice = picked.Render(choice)
		}
		lines = append(lines, choice)
	}
	return strings.Join(append(lines, faint.Render(cut(o.keys(m.locale()), m.width))), "\n")
}

// keys says which keys do something.
func (o *overlay) keys(in locale) string {
	var keys []string
	if !o.body.AtBottom() {
		keys = append(keys, in.say("keys_more"))
	}
	switch {
	case o.choices != nil:
		keys = append(keys, in.say("keys_choose"), in.say("keys_not_now"))
	case o.pick != nil:
		keys = append(keys, in.say("keys_choose"), in.say("keys_back"))
	default:
		keys = append(keys, in.say("keys_back"))
	}
	return strings.Join(keys, " · ")
}

func (m *Model) overlayKey(k tea.KeyPressMsg) tea.Cmd {
	o := m.overlay
	last := max(len(o.rows), len(o.choices)) - 1
	switch k.String() {
	case "esc", "alt+esc", "q":
		m.overlay = o.under
	case "up", "k", "left", "shift+tab":
		if last < 0 {
			o.body.ScrollUp(1)
		}
		o.at = max(o.at-1, 0)
	case "down", "j", "right", "tab":
		if last < 0 {
			o.body.ScrollDown(1)
		}
		o.at = max(min(o.at+1, last), 0)
	case "1", "2":
		if o.choices != nil {
			o.at = int(k.String()[0] - '1')
		}
	case "pgup":
		o.body.PageUp()
		o.at = max(o.at-o.page(), 0)
	case "pgdown", "space":
		o.body.PageDown()
		o.at = max(min(o.at+o.page(), last), 0)
	case "enter":
		if o.pick == nil {
			m.overlay = o.under
			return nil
		}
		if o.at <= last {
			return o.pick(m, o.at)
		}
	}
	return nil
}

// page is how many rows a page moves; the choices of a review stay where they are.
func (o *overlay) page() int {
	if len(o.rows) == 0 {
		return 0
	}
	return o.body.Height()
}

// cover puts something over the conversation.
func (m *Model) cover(o *overlay) {
	o.body, o.under = viewport.New(), m.overlay
	m.overlay = o
}

// show covers the conversation with a text.
func (m *Model) show(title, text string) {
	m.cover(&overlay{title: title, text: func(width int) []string { return wrap(text, width) }})
}

// showStep shows all that a step was given and answered.
func (m *Model) showStep(s *step) {
	m.cover(&overlay{title: s.head(m.locale()), text: func(width int) []string { return s.detail(width-6, 0) }})
}

// nothing is the text of an overlay that has none.
func nothing(int) []string { return nil }

// showLog lists the events.
func (m *Model) showLog() {
	records := m.s.c.records
	if len(records) == 0 {
		m.notice("Nothing has happened yet.")
		return
	}
	rows := make([]string, len(records))
	for i, r := range records {
		rows[i] = fmt.Sprintf("%4d %s %-22s %s %s", r.seq, time.Unix(0, int64(r.at)).UTC().Format(time.TimeOnly),
			r.status.State(), r.event, r.gist)
	}
	m.cover(&overlay{
		title: "Events of " + string(m.s.id) + ", times in UTC", text: nothing, rows: rows, at: len(rows) - 1,
		pick: func(m *Model, at int) tea.Cmd { m.explain(records[at]); return nil },
	})
}

// showWhy tells the rules of a decision.
func (m *Model) showWhy(text string) {
	seq := int64(0)
	if text != "" {
		var err error
		if seq, err = strconv.ParseInt(text, 10, 64); err != nil || seq < 1 {
			m.notice("/why " + text + ": want the number of an event, as /log shows it")
			return
		}
	}
	r, ok := m.s.c.why(seq)
	switch {
	case ok:
		m.explain(r)
	case seq == 0:
		m.notice("Nothing has been decided yet.")
	default:
		m.notice(fmt.Sprintf("/why %d: the trip has the events 1 to %d", seq, m.s.c.seq))
	}
}

// explain tells why an event was decided on as it was.
func (m *Model) explain(r record) {
	m.cover(&overlay{title: fmt.Sprintf("Why: event %d, %s", r.seq, r.event), text: func(width int) []string {
		lines := painted(faint, wrap(fmt.Sprintf("%s → %s, %s queued", oneLine(r.gist), r.status,
			count(r.calls, "call")), width))
		if r.ignored != "" {
			lines = append(lines, wrap("The event changed nothing: "+string(r.ignored), width)...)
		}
		if len(r.rules) == 0 {
			return append(lines, "", "No rule had to be applied: the round goes on.")
		}
		for _, id := range r.rules {
			text := cmp.Or(m.config.Rules[id], "a rule that this program does not know")
			lines = append(append(lines, "", strong.Render(oneLine(id))), indented("  ", plain, text, width)...)
		}
		return lines
	}})
}

type tripsMsg struct {
	list []Summary
	more bool
	err  error
}

func (m *Model) readTrips() tea.Cmd {
	backend, ctx := m.config.Backend, m.ctx
	return func() tea.Msg {
		list, more, err := backend.Trips(ctx)
		return tripsMsg{list, more, err}
	}
}

// onTrips lists the trips to go on with.
func (m *Model) onTrips(msg tripsMsg) {
	switch {
	case msg.err != nil:
		m.notice("The trips cannot be listed: " + reason(msg.err))
		return
	case len(msg.list) == 0:
		m.notice("There is no trip yet: the first message begins one.")
		return
	}
	rows := make([]string, len(msg.list))
	width := 0
	for _, t := range msg.list {
		width = max(width, len(t.ID))
	}
	for i, t := range msg.list {
		last := "nothing said yet   " // as wide as a time
		if t.UpdatedAt != 0 {
			last = time.Unix(0, int64(t.UpdatedAt)).UTC().Format(time.DateTime)
		}
		rows[i] = fmt.Sprintf("%-*s  %s  %s", width, t.ID, last, t.Status)
	}
	title := "Trips, the newest first, times in UTC"
	if msg.more {
		title += fmt.Sprintf(" (the first %d by id; /trip ID takes any)", len(msg.list))
	}
	at := max(slices.IndexFunc(msg.list, func(t Summary) bool { return t.ID == m.s.id }), 0)
	m.cover(&overlay{
		title: title, text: nothing, rows: rows, at: at,
		pick: func(m *Model, at int) tea.Cmd { return m.openTrip(msg.list[at].ID, false) },
	})
}

// review shows exactly what would be bought. An approval can only be given here.
func (m *Model) review() {
	ask := m.s.c.purchase()
	if ask == nil {
		if waits := m.s.c.standing(); waits != nil && waits.Kind == trip.AskApprove {
			m.notice(m.say("number_approves"))
			return
		}
		m.notice(m.say("nothing_held"))
		return
	}
	if m.isOver(ask.ExpiresAt) {
		m.notice(m.say("hold_over"))
		return
	}
	if m.reviewing = m.s.intent.Turn.Seq < m.s.c.seq; m.reviewing {
		return // who travels, and what pays, is still being read
	}
	total := texts.Total(texts.Of(string(m.s.c.locale), ask.Params))
	o := &overlay{
		title: m.say("review"), ask: ask, consent: texts.Consents(texts.Of(string(m.s.c.locale), ask.Params)),
		text: func(width int) []string { return m.bought(ask, total, width) }, pick: (*Model).decided,
	}
	m.offer(o, total)
	m.cover(o)
}

// offer gives a review its choices: what is to be accepted comes before the purchase, one by one. The keys are on the
// choice that changes nothing each time.
func (m *Model) offer(o *overlay, total string) {
	next := m.say("buy", "total", total)
	if len(o.consent) > 0 {
		next = m.say("accept", "what", o.consent[0])
	}
	o.at, o.choices = notNow, []string{m.say("not_now"), next}
}

// bought tells all that is bought.
func (m *Model) bought(ask *trip.Ask, total string, width int) []string {
	p := texts.Of(string(m.s.c.locale), ask.Params)
	lines := painted(faint, wrap(m.say("buy_choose"), width))
	items := p.List("held")
	for _, item := range items {
		lines = append(lines, indented("- ", plain, texts.Item(item), width)...)
	}
	if len(items) == 0 {
		lines = append(lines, wrap(ask.Text, width)...)
	}
	row := func(name, text string) {
		if text != "" {
			lines = append(lines, indented(fmt.Sprintf("%-12s", m.say(name)), faint, text, width)...)
		}
	}
	lines = append(lines, "")
	t := m.s.intent.Party.Travelers
	people := trip.With("adults", t.Adults, "children", t.Children, "infants", t.Infants)
	row("travelling", texts.People(texts.Of(string(m.s.c.locale), people)))
	row("method", m.payment())
	row("offered_for", texts.Moved(p))
	row("block_budget", texts.ToBudget(p))
	row("total", total)
	if ask.ExpiresAt > 0 {
		at := time.Unix(0, int64(ask.ExpiresAt)).UTC()
		row("row_until", fmt.Sprintf("%s, %s UTC (%s)", p.Day(at.Format(time.DateOnly)), at.Format("15:04"),
			m.remaining(ask.ExpiresAt)))
	}
	row("row_ask", ask.ID)
	return lines
}

// payment is what an approval pays with.
func (m *Model) payment() string {
	if method := m.s.intent.Party.PaymentMethodID; method != "" {
		return method
	}
	return console.DefaultPayment
}

// decided does what was chosen in a review.
func (m *Model) decided(at int) tea.Cmd {
	o := m.overlay
	if at == notNow {
		m.overlay = o.under
		return nil
	}
	if m.isOver(o.ask.ExpiresAt) {
		m.overlay = nil
		m.notice(m.say("hold_over"))
		return nil
	}
	if !o.body.AtBottom() {
		o.body.PageDown() // what is bought is read to its end first
		return nil
	}
	if len(o.consent) > 0 {
		o.consent = o.consent[1:]
		m.offer(o, texts.Total(texts.Of(string(m.s.c.locale), o.ask.Params)))
		return nil
	}
	m.overlay = nil
	data := trip.UserApprovedPurchase{ApprovalToken: "chat:" + o.ask.ID, PaymentMethodID: m.payment(), AskID: o.ask.ID}
	return m.send(data, m.say("i_approve"))
}

// reviewed closes a review whose purchase is not what stands any more.
func (m *Model) reviewed() {
	o := m.overlay
	if o == nil || o.ask == nil {
		return
	}
	if ask := m.s.c.purchase(); ask == nil || ask.ID != o.ask.ID {
		m.overlay = nil
		m.notice(m.say("moved_review"))
	}
}

// unlock lets a copy hold and buy, once the person has read what that means.
func (m *Model) unlock() {
	if in := &m.s.intent; in.Turn.Forked == 0 && (m.s.isNew || in.Turn.Seq > 0) { // else it is not known yet
		m.notice("This trip is no copy: it holds and buys what you approve.")
		return
	}
	m.cover(&overlay{
		title: "Let this copy hold and buy",
		text: func(width int) []string {
			return wrap("This trip is then no longer for trying things out: what you have held in it is held, and what you "+
				"approve is bought. "+
				"What the trip that it was copied from holds or has booked stays there: buying it here as well is buying it twice.",
				width)
		},
		choices: []string{"Not now", "Let it hold and buy"},
		pick: func(m *Model, at int) tea.Cmd {
			if m.overlay = nil; at == notNow {
				return nil
			}
			return m.send(trip.IntentPatched{Patch: `{"policy":{"rules":{"fork_writes":true}}}`}, "")
		},
	})
}
