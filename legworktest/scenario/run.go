package scenario

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/legwork-go/legwork/legworktest/midst"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Run folds the events of a scenario and returns its text in normal form with every block
// replaced by what happened. cfg is what holds before the head of a trip says otherwise; open may be nil where
// no file is named.
//
// Besides the blocks it checks what every event promises: the intent passed in is not modified, folding again from the
// document of that intent gives the same bytes and digests, an error changes nothing, no event ends in the transient
// status, and raw error text stays in the log. At the end of every trip its log is folded again from its canonical
// bytes and must give the same.
//
//   - Errors: *Error with file, line and what is wrong.
func Run(name, src string, cfg turn.Config, open Open) (string, error) {
	return run(name, src, player{base: cfg, step: turn.Step, open: open})
}

// Open returns the text of a file that a scenario names, such as a base. The name is relative to the scenario.
type Open func(name string) (string, error)

// Watch folds the events of a scenario as Run does and shows each that the engine accepted, with the
// intent before it. Every event is folded several times, and shown as often.
//
//   - Errors: *Error with file, line and what is wrong.
func Watch(
	name, src string, cfg turn.Config, open Open, see func(before *trip.Intent, d *trip.Decision),
) error {
	watched := func(cfg turn.Config, in trip.Intent, ev trip.Event) (trip.Intent, trip.Decision, error) {
		next, d, err := turn.Step(cfg, in, ev)
		if err == nil {
			see(&in, &d)
		}
		return next, d, err
	}
	_, err := run(name, src, player{base: cfg, step: watched, open: open})
	return err
}

// stepper is the fold: turn.Step, or one with a planted bug in the tests of this package.
type stepper func(turn.Config, trip.Intent, trip.Event) (trip.Intent, trip.Decision, error)

func run(name, src string, p player) (string, error) {
	f, err := Parse(name, src)
	if err != nil {
		return "", err
	}
	for i := range f.Stanzas {
		s := &f.Stanzas[i]
		in, err := parseInput(name, *s)
		if err != nil {
			return "", err
		}
		lines, err := p.perform(in)
		if err != nil {
			return "", &Error{File: name, Line: s.Line, Text: err.Error()}
		}
		s.Divided, s.Output = true, lines
	}
	if err := p.end(); err != nil {
		return "", &Error{File: name, Line: f.lastLine(), Text: err.Error()}
	}
	return f.Format(), nil
}

// lastLine returns the line of the last input, 1 when there is none.
func (f *File) lastLine() int {
	if len(f.Stanzas) == 0 {
		return 1
	}
	return f.Stanzas[len(f.Stanzas)-1].Line
}

// player performs the inputs of one file.
type player struct {
	base  turn.Config
	step  stepper
	open  Open
	dir   string // of the scenario, relative to the one that was asked for
	depth int    // how many scenarios go on with this one
	play  *play  // the running trip, nil before the first

	ended func(*play) error // sees each trip at its end, and where it is rewound; may be nil
}

func (p *player) perform(in input) ([]string, error) {
	if in.verb == verbTrip {
		return p.startTrip(in)
	}
	if in.verb == verbAt {
		return p.goOn(in)
	}
	if p.play == nil {
		return nil, fmt.Errorf("%s needs a trip above it that could be started", in.verb)
	}
	switch in.verb {
	case verbOn:
		return p.play.on(in)
	case verbLine:
		return p.play.line(in.raw)
	case verbRedeliver:
		return p.play.redeliver(in)
	case verbRewind:
		return p.rewind(in.seq)
	case verbShow:
		return p.play.show(in.path), nil
	case verbCrash:
		return nil, p.crash()
	case verbTrip, verbAt: // begun above
	}
	return nil, nil
}

// startTrip ends the running trip and starts the next one.
func (p *player) startTrip(in input) ([]string, error) {
	if err := p.end(); err != nil {
		return nil, err
	}
	p.play = nil
	if in.base != "" {
		if err := p.rest(&in); err != nil {
			return nil, err
		}
	}
	header, warnings, err := trip.DecodeHeader(headerText(in))
	if err != nil {
		return []string{blockLine(prefixReject, err.Error())}, nil
	}
	if len(warnings) > 0 {
		return nil, fmt.Errorf("the header has a field that nobody reads: %s", warnings[0].Path)
	}
	cfg, err := turn.Configure(p.base, header)
	if err != nil {
		return []string{blockLine(prefixReject, err.Error())}, nil
	}
	begun := &play{header: header, cfg: cfg, step: p.step, names: newNames(), after: in.after}
	begun.start, begun.now = trip.Instant(in.at.nanos), trip.Instant(in.at.nanos)
	if begun.intent, err = begun.first(header); err != nil {
		return []string{blockLine(prefixReject, err.Error())}, nil
	}
	if ask := begun.intent.Status.Ask; ask != nil { // an event may name it
		begun.names.askAlias(ask.ID)
	}
	p.play = begun
	return []string{blockLine(prefixStatus, begun.intent.Status.Node.String())}, nil
}

// headerText writes the header of the recording that a trip's head stands for.
func headerText(in input) string {
	var b strings.Builder
	b.WriteString(`{"recording":"legwork/1","trip_id":` + quote(string(in.tripID)))
	if in.policy != "" {
		b.WriteString(`,"policy":` + in.policy)
	}
	if in.catalog != "" {
		b.WriteString(`,"catalog":` + in.catalog)
	}
	if in.fields != "" {
		b.WriteString(`,"fields":` + in.fields)
	}
	if in.withheld != "" {
		b.WriteString(`,"withheld":` + in.withheld)
	}
	if in.forked != "" {
		b.WriteString(`,"forked_from":` + in.forked)
	}
	if in.intent != "" {
		b.WriteString(`,"intent":` + in.intent)
	}
	return b.String() + "}"
}

// end ends the running trip.
func (p *player) end() error {
	if err := p.crash(); err != nil || p.play == nil || p.ended == nil {
		return err
	}
	return p.ended(p.play)
}

// rewind ends a branch of the running trip.
func (p *player) rewind(seq int64) ([]string, error) {
	if p.ended != nil {
		if err := p.ended(p.play); err != nil {
			return nil, err
		}
	}
	return p.play.rewind(seq)
}

// crash rebuilds the running trip from its log and compares.
func (p *player) crash() error {
	if p.play == nil {
		return nil
	}
	_, err := p.play.rebuild(len(p.play.log))
	return err
}

// play is one trip in progress.
type play struct {
	header trip.Header
	cfg    turn.Config
	step   stepper
	start  trip.Instant
	now    trip.Instant // time of the last event
	intent trip.Intent
	after  int64 // the seq of the event before the first of log: not 0 where the trip was begun elsewhere
	log    []entry
	names  names
}

// first returns the intent before the first event.
func (p *play) first(h trip.Header) (trip.Intent, error) {
	if p.after == 0 {
		return midst.Start(p.cfg, h)
	}
	h.HasIntent, h.Intent.Turn.Seq = true, p.after
	return turn.Resume(p.cfg, h)
}

// last returns the seq of the last event.
func (p *play) last() int64 { return p.after + int64(len(p.log)) }

// entry is one folded event, all in canonical JSON.
type entry struct {
	event    []byte
	decision []byte
	state    []byte
	settled  string // the call that a tool event settled, else empty
}

// rebuild folds the first n events of the log again, as after a crash: from their bytes. It
// returns the trip as it was then.
func (p *play) rebuild(n int) (*play, error) {
	header, _, err := trip.DecodeHeader(string(p.header.AppendJSON(nil)))
	if err != nil {
		return nil, fmt.Errorf("rebuilding: the header cannot be read back: %w", err)
	}
	r := &play{header: header, cfg: p.cfg, step: p.step, start: p.start, now: p.start, names: p.names, after: p.after}
	if r.intent, err = r.first(header); err != nil {
		return nil, fmt.Errorf("rebuilding: %w", err)
	}
	for i, was := range p.log[:n] {
		ev, err := trip.DecodeEvent(string(was.event))
		if err != nil {
			return nil, fmt.Errorf("rebuilding: event %d cannot be read back: %w", i+1, err)
		}
		if _, err := r.fold(ev); err != nil {
			return nil, fmt.Errorf("rebuilding: event %d: %w", i+1, err)
		}
		is := r.log[i]
		if !bytes.Equal(is.decision, was.decision) {
			return nil, fmt.Errorf("rebuilding: event %d was decided otherwise:\n  was %s\n  is  %s", i+1,
				was.decision, is.decision)
		}
		if !bytes.Equal(is.state, was.state) {
			return nil, fmt.Errorf("rebuilding: the intent after event %d differs:\n  was %s\n  is  %s", i+1,
				was.state, is.state)
		}
	}
	return r, nil
}
