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
			bare, turn := undated(line, r.line == 0)
			step, err := r.Line(bare)
			switch {
			case err != nil && !errors.Is(err, ErrDifference):
				yield(nil, err)
				return
			case step == nil && r.line == 1 && trip.IsHeader(line):
				if !yield(r.renewedHeader(line), nil) {
					return
				}
			case step != nil && !yield(withUnknown(renewed(step, turn), line), nil):
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

// undated returns a line without its digests, and the turn that it names. A line that is no event stays: the replay
// says so.
func undated(line string, first bool) (bare string, turn int64) {
	if first && trip.IsHeader(line) {
		return line, 0
	}
	ev, err := trip.DecodeEvent(line)
	if err != nil {
		return line, 0
	}
	ev.Decision, ev.State, ev.Sections, ev.Called = "", "", nil, nil
	return string(ev.AppendJSON(nil)), ev.Turn
}

func renewed(step *Step, turn int64) []byte {
	ev := step.Event
	step.Note(&ev)
	if step.Decision.Ignored == trip.StaleTurn {
		ev.Turn = turn // it is ignored because of that
	}
	if len(ev.Said) > 0 {
		ev.Said = trip.Texts(step.Decision.UI)
	}
	return ev.AppendJSON(nil)
}
