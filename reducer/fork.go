package reducer

import "github.com/legwork-go/legwork/trip"

// mayWrite reports whether write tools run: in a fork, a copy of a trip that somebody tries something out in, only
// when its travel policy says so. If not, the person is told.
func (s *step) mayWrite() bool {
	if !barsWrites(s.next) {
		return true
	}
	s.rule("1.5.fork-writes")
	s.say(trip.Say("hold.in_fork"))
	return false
}

// barsWrites reports whether no write tool may run: the trip is a fork, this is behind what its original has too, and
// the travel policy does not allow it.
func barsWrites(in *trip.Intent) bool {
	t := &in.Turn
	return t.Forked > 0 && t.Seq > t.Forked && !in.Policy.Rules.ForkWrites
}
