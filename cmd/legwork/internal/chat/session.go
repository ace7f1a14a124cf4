package chat

import (
	"context"
	"errors"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// session is the trip that is on the screen.
type session struct {
	id     trip.ID
	number int  // of the session, so that what comes for an earlier one is not taken for this one
	isNew  bool // the backend has no such trip yet
	c      *conversation
	intent trip.Intent
	outbox []outgoing
	notes  []*entry // what this program says, until the person goes on

	sending bool
	link    link
	wait    time.Duration // before the next attempt to reach the backend
	stop    context.CancelFunc
}

// outgoing is an event that is not in the log yet.
type outgoing struct {
	event    trip.Event
	shown    string
	accepted bool
}

type link uint8

// How a session stands to its backend.
const (
	idle link = iota // nothing was read yet
	live
	lost  // it is tried again
	ended // it is not tried again
)

// The wait before the first reconnect, and the longest one. It doubles with each attempt.
const (
	firstWait   = 400 * time.Millisecond
	longestWait = 5 * time.Second
)

// mostAtOnce bounds how many updates are shown at once.
const maxAtOnce = 256

// What comes to the model of a session.
type (
	updatesMsg struct {
		session int
		list    []Update
		err     error
		rest    <-chan item
	}
	stateMsg struct {
		session int
		intent  trip.Intent
		isNew   bool
		err     error
	}
	sentMsg struct {
		session int
		id      string
		created bool
		err     error
	}
	followMsg struct{ session int }
	flushMsg  struct{ session int }
)

// item is what a stream yields.
type item struct {
	update Update
	err    error
}

// begin shows a trip. A new one is made with the first event.
func (m *Model) begin(id trip.ID, isNew bool) tea.Cmd {
	if m.s != nil && m.s.stop != nil {
		m.s.stop()
	}
	m.sessions++
	m.s = &session{
		id: id, number: m.sessions, isNew: isNew, c: newConversation(), intent: trip.NewIntent(),
		wait: firstWait,
	}
	m.chosen, m.focus, m.stick, m.overlay, m.reviewing = -1, -1, true, nil, false
	m.input.Focus() // a copy may be ready while the keys are on steps
	if isNew {
		m.s.intent = m.config.Start
		return nil
	}
	return m.readState()
}

// readState reads the intent, and with the first one whether there is such a trip.
func (m *Model) readState() tea.Cmd {
	s, backend, ctx := m.s, m.config.Backend, m.ctx
	id, number := s.id, s.number
	return func() tea.Msg {
		in, err := backend.State(ctx, id)
		if errors.Is(err, store.ErrNotFound) {
			return stateMsg{session: number, isNew: true}
		}
		return stateMsg{session: number, intent: in, err: err}
	}
}

// follow reads the updates of the trip from the last one that is here.
func (m *Model) follow() tea.Cmd {
	s := m.s
	ctx, stop := context.WithCancel(m.ctx)
	s.stop = stop
	items := make(chan item, maxAtOnce)
	updates := m.config.Backend.Watch(ctx, s.id, s.c.seq)
	m.work.Go(func() {
		defer close(items)
		for u, err := range updates {
			select {
			case items <- item{u, err}:
			case <-ctx.Done():
				return
			}
		}
	})
	return take(s.number, items)
}

// take waits for an update, and takes those that are there with it.
func take(session int, items <-chan item) tea.Cmd {
	return func() tea.Msg {
		msg := updatesMsg{session: session, rest: items}
		one, more := <-items
		for more {
			if one.err != nil {
				msg.err = one.err
				return msg
			}
			if msg.list = append(msg.list, one.update); len(msg.list) == maxAtOnce {
				return msg
			}
			select {
			case one, more = <-items:
			default:
				return msg
			}
		}
		if len(msg.list) == 0 {
			return nil // nobody reads any more
		}
		return msg
	}
}

// onUpdates shows what came.
func (m *Model) onUpdates(msg updatesMsg) tea.Cmd {
	s := m.s
	if msg.session != s.number {
		return nil
	}
	turned := false
	for i := range msg.list {
		u := &msg.list[i]
		if u.Open {
			s.link, s.wait, turned = live, firstWait, true
		}
		s.c.add(u)
		turned = turned || u.Ended
		s.outbox = slices.DeleteFunc(s.outbox, func(o outgoing) bool { return u.Event.ID != "" && o.event.ID == u.Event.ID })
	}
	m.reviewed()
	var cmds []tea.Cmd
	if turned {
		m.chosen = -1
		cmds = append(cmds, m.readState())
	}
	if msg.err != nil {
		return tea.Batch(append(cmds, m.onEnd(msg.err))...)
	}
	return tea.Batch(append(cmds, take(s.number, msg.rest))...)
}

// onEnd is told that the stream has ended.
func (m *Model) onEnd(err error) tea.Cmd {
	s := m.s
	switch {
	case errors.Is(err, context.Canceled):
		return nil
	case errors.Is(err, ErrGone):
		s.link = ended
		m.notice(m.say("gone"))
		return nil
	case !errors.Is(err, ErrUnreachable):
		s.link = ended
		m.notice(m.say("unreadable", "why", reason(err)))
		return nil
	}
	s.link = lost
	return m.later(followMsg{s.number})
}

// later sends a message after the wait, which grows.
func (m *Model) later(msg tea.Msg) tea.Cmd {
	wait := m.s.wait
	m.s.wait = min(2*wait, longestWait)
	return tea.Tick(wait, func(time.Time) tea.Msg { return msg })
}

// onState takes the intent.
func (m *Model) onState(msg stateMsg) tea.Cmd {
	s := m.s
	if msg.session != s.number {
		return nil
	}
	switch {
	case msg.isNew && s.link == idle:
		s.isNew, s.intent = true, m.config.Start
		return m.flush()
	case msg.err != nil && s.link != idle:
		return nil // the stream says what is wrong, and the intent is read again once it is there
	case msg.err != nil:
		return m.onEnd(msg.err)
	case !msg.isNew:
		if msg.intent.Turn.Seq >= s.intent.Turn.Seq { // else its answer was overtaken by that of a later reading
			s.intent, s.c.locale = msg.intent, locale(msg.intent.Request.Locale)
		}
		if m.reviewing && m.overlay == nil {
			m.review()
		}
	}
	if s.link == idle {
		s.link = live
		return tea.Batch(m.follow(), m.flush())
	}
	return nil
}

// send gives an event to the backend. It is kept until the log has it, and counts once however often it is sent.
func (m *Model) send(data trip.EventData, shown string) tea.Cmd {
	m.s.outbox = append(m.s.outbox, outgoing{event: trip.Event{ID: m.config.NewID(), Data: data}, shown: shown})
	m.s.notes, m.chosen, m.stick = nil, -1, true
	return m.flush()
}

// replies returns what can be answered now: nothing while something is on its way.
func (m *Model) replies() []reply {
	if len(m.s.outbox) > 0 {
		return nil
	}
	if ask := m.s.c.purchase(); ask != nil && m.isOver(ask.ExpiresAt) {
		return []reply{{number: 1, label: m.say("hold_again_said"), data: trip.UserRequestHold{}}} // it is not held any more
	}
	return m.s.c.replies()
}

// flush sends what waits, one after another.
func (m *Model) flush() tea.Cmd {
	s := m.s
	i := slices.IndexFunc(s.outbox, func(o outgoing) bool { return !o.accepted })
	isKnown := s.isNew || s.link != idle // whether the trip has to be made first
	if i < 0 || s.sending || !isKnown {
		return nil
	}
	s.sending = true
	backend, ctx, start := m.config.Backend, m.ctx, m.config.Start
	id, number, isNew, ev := s.id, s.number, s.isNew, s.outbox[i].event
	return func() tea.Msg {
		msg := sentMsg{session: number, id: ev.ID}
		if isNew {
			if err := backend.Create(ctx, id, start); err != nil && !errors.Is(err, runner.ErrExists) {
				msg.err = err // that it exists: an attempt whose answer was lost has made it
				return msg
			}
			msg.created = true
		}
		msg.err = backend.Send(ctx, id, ev)
		return msg
	}
}

// onSent is told what became of an event that was sent.
func (m *Model) onSent(msg sentMsg) tea.Cmd {
	s := m.s
	if msg.session != s.number {
		return nil
	}
	s.sending = false
	var cmds []tea.Cmd
	if msg.created && s.isNew {
		s.isNew = false
		cmds = append(cmds, m.follow())
	}
	i := slices.IndexFunc(s.outbox, func(o outgoing) bool { return o.event.ID == msg.id })
	switch {
	case errors.Is(msg.err, context.Canceled), i < 0:
	case msg.err == nil:
		s.outbox[i].accepted = true
	case errors.Is(msg.err, ErrUnreachable):
		s.link = lost
		return tea.Batch(append(cmds, m.later(flushMsg{s.number}))...)
	default:
		m.refused(s.outbox[i], msg.err)
		s.outbox = slices.Delete(s.outbox, i, i+1)
	}
	return tea.Batch(append(cmds, m.flush())...)
}

// refused says that an event was not taken, and gives its words back.
func (m *Model) refused(o outgoing, err error) {
	m.notice(m.say("not_sent", "why", reason(err)))
	if text, ok := o.event.Data.(trip.UserMessage); ok && m.input.Value() == "" {
		m.input.SetValue(text.Text)
	}
}

// notice says something to the person until they go on.
func (m *Model) notice(text string) {
	m.s.notes = append(m.s.notes, &entry{kind: noticeEntry, text: text})
	m.stick = true
}
