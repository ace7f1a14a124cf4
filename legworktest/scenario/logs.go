package scenario

import (
	"fmt"

	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Logs returns the trips of a scenario as recordings, for programs that read those. They have no digests. A trip that
// begins with an intent begins there with its second event: what it holds is its own. One that is rewound is a
// recording before it is, too.
//
//   - Errors: those of Run.
func Logs(name, src string, cfg turn.Config, open Open) ([][]byte, error) {
	var logs [][]byte
	_, err := run(name, src, player{base: cfg, step: turn.Step, open: open, ended: func(p *play) error {
		log, err := p.recording()
		if err == nil && len(p.log) > 0 {
			logs = append(logs, log)
		}
		return err
	}})
	return logs, err
}

// recording writes the trip as a recording.
func (p *play) recording() ([]byte, error) {
	h, skipped := p.header, int64(0)
	h.Recording = trip.RecordingVersion
	if h.HasIntent || p.after > 0 {
		in, err := p.first(p.header)
		if err != nil {
			return nil, fmt.Errorf("the recording: %w", err)
		}
		if p.after == 0 {
			skipped, in.Turn.Seq = 1, 1
		}
		h.HasIntent, h.Intent = true, in
	}
	out := append(h.AppendJSON(nil), '\n')
	for i := range p.log {
		ev, err := trip.DecodeEvent(string(p.log[i].event))
		if err != nil {
			return nil, fmt.Errorf("the recording: event %d: %w", i+1, err)
		}
		ev.Seq += skipped
		out = append(ev.AppendJSON(out), '\n')
	}
	return out, nil
}
