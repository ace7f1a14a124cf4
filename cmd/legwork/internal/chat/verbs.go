package chat

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/legwork-go/legwork/cmd/legwork/internal/console"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/trip"
)

// Help is what /help says.
const Help = `Write a message and press Enter. Replies have numbers: type one, or move with the arrows, and press Enter.

  Enter             send; Alt+Enter or Ctrl+J begins a new line
  Esc               leave the choice, clear the line, stop the turn that runs
  Tab               go to the steps: arrows move, Enter opens and closes, v shows all, Esc goes back
  PgUp, PgDn        scroll; Ctrl+Home, Ctrl+End
  Ctrl+C, Ctrl+D    leave; the trip goes on the next time

  /undo             go on from before your last message, in a copy of the trip
  /unlock           let a copy hold and buy as well
  /why [SEQ]        the rules of the last decision, or of that on event SEQ
  /log              the events; Enter shows the rules of one
  /trips            other trips
  /trip ID          go on with a trip
  /new              begin another trip
  /quit             leave

`

// line does a line that was typed.
func (m *Model) line(text string) tea.Cmd {
	verb, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	switch verb {
	case "/quit", "/exit":
		return tea.Quit
	case "/help":
		m.show("Help", Help+console.LineHelp)
	case "/new":
		return m.begin(m.config.NewTrip(), true)
	case "/trips":
		return m.readTrips()
	case "/trip":
		if rest == "" {
			m.notice("This is trip " + string(m.s.id) + ". /trip ID goes on with another one, /trips lists them.")
			return nil
		}
		return m.begin(trip.ID(rest), false)
	case "/undo":
		return m.undo()
	case "/unlock":
		m.unlock()
	case "/log":
		m.showLog()
	case "/why":
		m.showWhy(rest)
	case "/approve":
		m.review()
	default:
		return m.event(text)
	}
	return nil
}

// event sends a line that legwork run knows too.
func (m *Model) event(text string) tea.Cmd {
	in := m.s.intent
	in.Status.Ask = m.s.c.standing()
	data, ok, err := console.Parse(text, &in)
	if err != nil {
		why, _, _ := strings.Cut(err.Error(), "\n")
		m.notice(why + " (see /help)")
		m.input.SetValue(text)
		return nil
	}
	if !ok {
		m.notice("A line that begins with # is passed over.")
		return nil
	}
	if said, ok := data.(trip.UserMessage); ok {
		text = said.Text
	}
	return m.send(data, text)
}

type forkedMsg struct {
	session  int
	id, from trip.ID
	said     string
	err      error
}

// mostForks bounds how many names are tried for a copy.
const maxForks = 100

// undo goes on from before the last turn: in a copy of the trip that ends there, for a log never loses anything.
func (m *Model) undo() tea.Cmd {
	s := m.s
	last, ok := s.c.lastTurn()
	switch {
	case !ok && s.isNew:
		m.notice("There is nothing to undo yet.")
		return nil
	case !ok:
		m.notice("The trip is still being read: try again in a moment.")
		return nil
	case s.c.busy:
		m.notice("A turn runs: press Esc to stop it, and undo it then.")
		return nil
	case last.seq == 1:
		from := s.id
		cmd := m.begin(m.config.NewTrip(), true)
		m.input.SetValue(last.said)
		m.notice("That was the first message: this is another, empty trip. The one before is " + string(from) + ".")
		return cmd
	}
	backend, ctx, from, number, said := m.config.Backend, m.ctx, s.id, s.number, last.said
	return func() tea.Msg {
		id, err := fork(ctx, backend, from, last.seq-1)
		return forkedMsg{session: number, id: id, from: from, said: said, err: err}
	}
}

// forked is how the name of a copy ends.
var forked = regexp.MustCompile(`-fork-[0-9]+(-[0-9]+)?$`)

// fork makes a copy of a trip under the first name that is free.
func fork(ctx context.Context, b Backend, from trip.ID, seq int64) (id trip.ID, err error) {
	base := fmt.Sprintf("%s-fork-%d", forked.ReplaceAllString(string(from), ""), seq)
	for n := 1; n <= maxForks; n++ {
		if id = trip.ID(base); n > 1 {
			id = trip.ID(base + "-" + strconv.Itoa(n))
		}
		if err = b.Fork(ctx, from, seq, id); !errors.Is(err, runner.ErrExists) {
			return id, err
		}
	}
	return "", err
}

// onForked goes on in the copy.
func (m *Model) onForked(msg forkedMsg) tea.Cmd {
	if msg.session != m.s.number {
		return nil
	}
	if msg.err != nil {
		m.notice("This cannot be undone: " + reason(msg.err))
		return nil
	}
	cmd := m.begin(msg.id, false)
	m.input.SetValue(msg.said)
	m.notice("This is " + string(msg.id) + ", a copy of " + string(msg.from) +
		" from before your last message. What was held or " +
		"booked since then stays in " + string(msg.from) + "; a copy holds and buys nothing until you say /unlock.")
	return cmd
}
