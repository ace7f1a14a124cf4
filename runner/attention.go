package runner

import (
	"log/slog"

	"github.com/legwork-go/legwork/trip"
)

// maxAttended bounds the trips that wait to be attended to. The store tells again of those beyond.
const maxAttended = 10_000

// attention does something for trips beside those who ask for it, for a few of them at once, and never twice at once
// for one. Its fields are guarded by Runner.mu.
type attention struct {
	do    func(trip.ID) error
	limit int // trips at once

	busy  int
	known map[trip.ID]bool // that wait or are attended to; true: once more at the end, for it was asked for meanwhile
	line  []trip.ID        // that wait
}

// attend has something done for a trip, soon.
func (r *Runner) attend(a *attention, id trip.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, known := a.known[id]; known {
		a.known[id] = true
		return
	}
	if r.closed || len(a.line) >= maxAttended {
		return
	}
	a.known[id] = false
	a.line = append(a.line, id)
	if a.busy < a.limit {
		a.busy++
		r.active++
		r.sched.Go(func() { r.attendAll(a) })
	}
}

// attendAll attends to one trip after another, until none waits.
func (r *Runner) attendAll(a *attention) {
	defer r.unreserve()
	for {
		r.mu.Lock()
		if len(a.line) == 0 || r.closed {
			a.busy--
			r.mu.Unlock()
			return
		}
		id := a.line[0]
		a.line = a.line[1:]
		a.known[id] = false
		r.mu.Unlock()
		err := a.do(id)
		if err != nil && !isLater(err) {
			r.notice(r.ctx, Notice{Kind: RecoveryFailed, Trip: id}, slog.Any("error", err))
		}
		r.mu.Lock()
		if a.known[id] || isOvertaken(err) {
			a.line = append(a.line, id)
		} else {
			delete(a.known, id)
		}
		r.mu.Unlock()
	}
}
