package shrink

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// candidate is a part of a recording.
type candidate struct {
	of    *Recording
	keep  []int                  // indices of the events that stay
	data  map[int]trip.EventData // of events whose data is another one
	start *trip.Intent           // where it begins, in the middle of the trip; nil at the beginning
}

// Seen is a moment of a candidate: what its event led to.
type Seen struct {
	Index    int // of the event in the whole recording
	Event    *trip.Event
	Decision *trip.Decision
}

// play is a candidate being folded.
type play struct {
	candidate
	folder *turn.Folder
	calls  map[string]string // the ids of its calls by those of the whole recording
	asks   map[string]string
}

// play starts the trip.
func (c candidate) play() *play {
	in := c.of.start
	if c.start != nil {
		in = *c.start
	}
	p := &play{candidate: c, folder: turn.NewFolder(c.of.cfg, in), calls: map[string]string{}, asks: map[string]string{}}
	p.folder.Quiet()
	return p
}

// fold folds the candidate and lets see look at each event, until that returns false. It reports whether the candidate
// is a recording at all: its pairs of calls and results are whole.
func (c candidate) fold(see func(Seen) bool) bool {
	p := c.play()
	for _, i := range c.keep {
		s := &c.of.events[i]
		if s.event.Type().OpensTurn() && !s.waiting && len(p.folder.Intent().Turn.Outstanding) > 0 {
			return false // its calls have lost their results
		}
		ev := p.renamed(i)
		d, err := p.folder.Step(ev)
		if err != nil || s.settled != "" && d.Settled == "" {
			return false
		}
		p.learn(s, d)
		if !see(Seen{i, &ev, d}) {
			return true
		}
	}
	return true
}

// renamed returns an event with the ids of the candidate.
func (p *play) renamed(i int) trip.Event {
	s := &p.of.events[i]
	ev := s.event
	ev.Seq, ev.Turn, ev.Decision, ev.State, ev.Said, ev.Sections, ev.Called = 0, 0, "", "", nil, nil, nil
	if data, ok := p.data[i]; ok {
		ev.Data = data
	}
	switch data := ev.Data.(type) {
	case trip.ToolResult:
		data.CallID = p.call(cmp.Or(data.CallID, s.settled))
		ev.Data = data
	case trip.ToolError:
		data.CallID = p.call(cmp.Or(data.CallID, s.settled))
		ev.Data = data
	default:
		if id, _ := trip.AskOf(data); p.asks[id] != "" {
			ev.Data = trip.WithAsk(data, p.asks[id])
		}
	}
	return ev
}

func (p *play) call(id string) string { return cmp.Or(p.calls[id], id) }

// learn notes which calls and asks are those of the whole recording.
func (p *play) learn(s *source, d *trip.Decision) {
	made := slices.Clone(d.ToolCalls)
	for _, was := range s.calls {
		if i := slices.IndexFunc(made, func(c trip.Call) bool { return c.Name == was.Name }); i >= 0 {
			p.calls[was.CallID] = made[i].CallID
			made = slices.Delete(made, i, i+1)
		}
	}
	if s.shown != "" {
		p.asks[s.shown] = d.Next.Turn.ShownAsk
	}
	if ask := d.Next.Status.Ask; ask != nil && s.ask != "" {
		p.asks[s.ask] = ask.ID
	}
}

// with returns a candidate of other events.
func (c candidate) with(keep []int) candidate {
	c.keep = keep
	return c
}

// turns returns the events of the candidate by turn.
func (c candidate) turns() (out [][]int) {
	for _, i := range c.keep {
		if len(out) == 0 || c.of.events[i].event.Type().OpensTurn() {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], i)
	}
	return out
}

// lines writes the candidate as a recording with digests. The event that differs keeps those that were recorded.
func (c candidate) lines() []byte {
	h := c.of.header
	h.Recording, h.Digests, h.PolicyDigest, h.CatalogDigest = trip.RecordingVersion, trip.DigestsVersion, "", ""
	if h.TripID == "" {
		h.TripID = c.of.start.TripID
	}
	if c.start != nil {
		h.Intent, h.HasIntent = *c.start, true
	}
	out := append(h.AppendJSON(nil), '\n')
	var encoder trip.Encoder
	c.fold(func(s Seen) bool {
		ev := *s.Event
		ev.Seq, ev.Trip, ev.Turn = s.Decision.Next.Turn.Seq, s.Decision.Next.TripID, s.Decision.Next.Turn.Number
		if ev.ID == "" {
			ev.ID = calls.EventID(ev.Trip, ev.Seq)
		}
		ev.Decision, ev.State = encoder.Decision(s.Decision, ""), encoder.Intent(&s.Decision.Next, "")
		if s.Index == c.of.differ {
			was := &c.of.events[s.Index].event
			if c.of.otherDecision {
				ev.Decision = was.Decision
			}
			if c.of.otherState {
				ev.State = was.State
			}
			ev.Sections, ev.Said, ev.Called = was.Sections, was.Said, was.Called
		}
		out = append(ev.AppendJSON(out), '\n')
		return true
	})
	return out
}
