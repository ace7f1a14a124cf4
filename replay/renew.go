package replay

import (
	"errors"
	"iter"

	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Renew folds a recording as it is decided today and yields its lines, a header and the events, with the digests, the
// turns and the texts that follow. What else a line carries stays. A recording that carries no digests gets them.
//
//   - Errors, always last: *InputError.
func Renew(file string, cfg turn.Config, lines iter.Seq[string]) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		r := New(file, cfg, Options{Digests: true})
		for line := range lines {
			step, err := r.Line(undated(line, r.line == 0))
			switch {
			case err != nil && !errors.Is(err, ErrDifference):
				yield(nil, err)
				return
			case step == nil && r.line == 1 && trip.IsHeader(line):
				if !yield(r.renewedHeader(line), nil) {
					return
				}
			case step != nil && !yield(renewed(step), nil):
				return
			}
		}
	}
}

// renewedHeader returns the header's line, which says of which form the digests are.
func (r *Replayer) renewedHeader(line string) []byte {
	if r.header.Comparable() {
		return []byte(line)
	}
	h := r.header
	h.Digests = trip.DigestsVersion
	return h.AppendJSON(nil)
}

// undated returns a line without its digests. A line that is no event stays: the replay says so.
func undated(line string, first bool) string {
	if first && trip.IsHeader(line) {
		return line
	}
	ev, err := trip.DecodeEvent(line)
	if err != nil {
		return line
	}
	ev.Decision, ev.State, ev.Sections, ev.Called = "", "", nil, nil
	return string(ev.AppendJSON(nil))
}

func renewed(step *Step) []byte {
	ev := step.Event
	step.Note(&ev)
	if len(ev.Said) > 0 {
		ev.Said = trip.Texts(step.Decision.UI)
	}
	return ev.AppendJSON(nil)
}
