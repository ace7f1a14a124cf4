package aistream

import (
	"errors"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/trip"
)

// editMark stands between the id of a message and the number of its edit in the id of an event.
const editMark = "#"

// maxRaces bounds how often an edit takes another number because another client took its own at the same moment.
const maxRaces = 8

// tellEdit tells the turn of a message that may have been sent before with other words. Who sends again what was sent
// last is told that turn; any other edit is a new event, also one that says what an older edit said.
func (a *answer) tellEdit(before *trip.Intent, ev *trip.Event) error {
	message, _ := ev.Data.(trip.UserMessage)
	next, newest := 0, trip.Event{}
	for u, err := range a.b.UpTo(a.r.Context(), a.id, before.Turn.Seq) {
		if err != nil {
			return err
		}
		if n := editOf(ev.ID, u.EventID); n >= 0 {
			next, newest = max(next, n+1), u.Event
		} else if u.Event.Type().OpensTurn() {
			newest = trip.Event{} // the person has gone on since
		}
	}
	if said, ok := newest.Data.(trip.UserMessage); ok && said.Text == message.Text {
		ev.ID = newest.ID
		return a.tellTurn(before, ev)
	}
	for first, races := ev.ID, 0; ; next, races = next+1, races+1 {
		if next > 0 {
			ev.ID = first + editMark + strconv.Itoa(next)
		}
		if err := a.tellTurn(before, ev); !errors.Is(err, runner.ErrConflict) || races == maxRaces {
			return err
		}
	}
}

// editOf returns which edit of a message an event is, 0 for the message itself; -1 when it is none. The ids of older
// versions end with a hash: they count as the first edit.
func editOf(message, event string) int {
	rest, isOf := strings.CutPrefix(event, message)
	if rest == "" && isOf {
		return 0
	}
	number, isEdit := strings.CutPrefix(rest, editMark)
	if !isOf || !isEdit {
		return -1
	}
	n, err := strconv.Atoi(number)
	if err != nil {
		return 1
	}
	return n
}
