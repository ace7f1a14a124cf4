package runner

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// ToolState is how a tool of a runner does, over all trips.
type ToolState struct {
	Tool     string
	Lookup   bool      // of its lookups, which have a breaker of their own
	Running  int64     // calls
	Waiting  int       // calls that wait to run
	Failures int       // in a row
	Open     bool      // it failed too often and rests
	Until    time.Time // of an open one: when a call is let through again
}

// ToolStates tells how the tools do that were called since the runner was made, by name.
func (r *Runner) ToolStates() []ToolState {
	r.mu.Lock()
	var list []ToolState
	for name, g := range r.gates {
		list = append(list, g.state(name, r.limits))
	}
	r.mu.Unlock()
	slices.SortFunc(list, func(a, b ToolState) int {
		return cmp.Or(strings.Compare(a.Tool, b.Tool), strings.Compare(fmt.Sprint(a.Lookup), fmt.Sprint(b.Lookup)))
	})
	return list
}

// state tells how the tool of a gate does.
func (g *gate) state(name string, l Limits) ToolState {
	g.mu.Lock()
	defer g.mu.Unlock()
	s := ToolState{
		Running: g.inside, Waiting: len(g.line), Failures: g.breaker.failures, Open: g.breaker.isOpen(l),
		Until: g.breaker.until,
	}
	s.Tool, s.Lookup = strings.CutPrefix(name, lookupGate)
	return s
}

// verdict is what an attempt says about the health of its tool.
type verdict uint8

const (
	neutral verdict = iota
	healthy
	unhealthy
)

// breaker refuses calls of a tool that failed several times in a row. After a while one call is
// let through; its outcome decides. The gate's lock guards it.
type breaker struct {
	failures int // in a row
	until    time.Time
	probing  bool
}

// allows reports whether a call may be made now.
func (b *breaker) allows(now time.Time, l Limits) bool {
	if !b.isOpen(l) {
		return true
	}
	if b.probing || now.Before(b.until) {
		return false
	}
	b.probing = true
	return true
}

// note takes the outcome of a call that was allowed. It returns BreakerOpened or BreakerClosed when the outcome changed
// the breaker, else 0.
func (b *breaker) note(now time.Time, v verdict, l Limits) NoticeKind {
	before := b.isOpen(l)
	b.probing = false
	switch v {
	case healthy:
		b.failures = 0
	case unhealthy:
		b.failures++
		b.until = now.Add(l.BreakerOpen)
	case neutral:
	}
	switch after := b.isOpen(l); {
	case after && !before:
		return BreakerOpened
	case before && !after:
		return BreakerClosed
	}
	return 0
}

// isOpen reports whether the tool has failed too often.
func (b *breaker) isOpen(l Limits) bool {
	return l.BreakerFailures >= 0 && b.failures >= l.BreakerFailures
}
