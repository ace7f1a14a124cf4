package reducer

import "github.com/legwork-go/legwork/trip"

// mayWrite reports whether write tools run: in a fork, a copy of a trip that somebody tries something out in, only
// when its travel policy says so. If not, the person is told.
func (s *step) mayWrite() bool {
	if !s.next.BarsWrites() {
		return true
	}
	s.rule("1.5.fork-writes")
	s.say(trip.Say("hold.in_fork"))
	return false
}
