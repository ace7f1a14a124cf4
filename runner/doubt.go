package runner

import (
	"cmp"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// Doubt is how far the lookups of a write in doubt are. A lookup that finds nothing is a miss. A miss counts only when
// it began settle_after or more past the end of the last attempt, because the call may still be on its way to the
// supplier's books; and it takes two in a row. A write that is repeated is made again when settle_after has passed
// since its last attempt ended.
type Doubt struct {
	CallID   string
	SettleAt time.Time     // from when on a miss counts
	Lookups  int           // or repetitions
	Misses   int           // in a row, that counted
	Wait     time.Duration // before the next lookup but jitter, unless SettleAt comes first; 0 is DoubtLimits.LookupFirst
}

// DoubtLimits say how often and when a write in doubt is looked up.
type DoubtLimits struct {
	SettleAfter             time.Duration // how long after its last attempt it may still take effect
	LookupFirst, LookupMax time.Duration // waits between lookups
	Lookups                 int           // that are made at most by themselves; 0 when it cannot be looked up
	Repeats                 bool          // it is made again instead
}

// doubtLimits returns what holds for a write of a tool. Without arguments it cannot be made again.
func (r *Runner) doubtLimits(name string, arguments trip.Raw) DoubtLimits {
	l := DoubtLimits{
		SettleAfter: r.toolLimits(name).SettleAfter, LookupFirst: r.limits.LookupFirst, LookupMax: r.limits.LookupMax,
		Repeats: r.repeats(name, arguments),
	}
	tool, _ := r.config.Turn.Catalog.Tool(name)
	switch {
	case l.Repeats:
		l.Lookups = int(tool.Tries())
	case r.tools[name].Lookup != nil:
		l.Lookups = max(r.limits.Lookups, 0)
	}
	return l
}

// repeats reports whether a call is made again when its outcome is unknown. What a version before this one left in the
// store has no arguments, and cannot be.
//
// Rule: 1.5.repeat
func (r *Runner) repeats(name string, arguments trip.Raw) bool {
	tool, _ := r.config.Turn.Catalog.Tool(name)
	return tool.Settle == catalog.Repeat && r.tools[name].Run != nil && r.tools[name].Lookup == nil && arguments != ""
}

// Next returns how long to wait for the next lookup, in the middle of the jitter; those after it wait longer. No wait
// skips SettleAt, the first moment at which a miss counts. ok is false after the last lookup, unless somebody asks.
func (d *Doubt) Next(l *DoubtLimits, now time.Time) (wait time.Duration, ok bool) {
	return d.next(l, now, 0.5), d.Lookups < l.Lookups
}

// next is Next with jitter: random is in [0, 1).
func (d *Doubt) next(l *DoubtLimits, now time.Time, random float64) time.Duration {
	wait := cmp.Or(d.Wait, l.LookupFirst)
	d.Wait = min(2*wait, l.LookupMax)
	wait = wait/2 + time.Duration(random*float64(wait))
	if left := d.SettleAt.Sub(now); left > 0 && (l.Repeats || left < wait) {
		wait = left
	}
	return wait
}

// Looked notes a lookup that was begun at a time and did not find out what became of the write; nothing says that it
// found none. It reports whether that settles it as not made (behaviour 1.5).
//
// Rule: 1.5.lookup-twice
func (d *Doubt) Looked(l *DoubtLimits, nothing bool, asked, now time.Time) (notMade bool) {
	d.Lookups++
	switch {
	case l.Repeats: // it was another attempt
		d.SettleAt, d.Misses = now.Add(l.SettleAfter), 0
	case !nothing || asked.Before(d.SettleAt):
		d.Misses = 0
	default:
		if d.Misses++; d.Misses == 1 {
			d.Wait = l.LookupFirst
		}
	}
	return d.Misses >= missesNeeded
}

// missesNeeded is how many misses in a row say that a call was not made.
const missesNeeded = 2
