package reducer

import "github.com/legwork-go/legwork/trip"

// mayWrite reports whether write tools may run. In a fork they may only when its travel policy says so; otherwise the
// person is told.
func (s *step) mayWrite() bool {
	if !barsWrites(s.next) {
		return true
	}
	s.rule("1.5.fork-writes")
	s.say(trip.Say("hold.in_fork"))
	return false
}

// barsWrites reports whether no write tool may run: the trip is a fork and past the events that it shares with its
// original, and its travel policy does not allow writes.
func barsWrites(in *trip.Intent) bool {
	t := &in.Turn
	return t.Forked > 0 && t.Seq > t.Forked && !in.Policy.Rules.ForkWrites
}
