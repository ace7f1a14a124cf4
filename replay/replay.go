package replay

import (
	"errors"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// firstInstant is the time of a first event that has none: 2026-01-01T00:00:00Z.
const firstInstant trip.Instant = 1_767_225_600_000_000_000

// eventStep is the time between two events when the recording gives the second one no time: one second.
const eventStep trip.Instant = 1_000_000_000

// Options say what a replay does beside folding.
type Options struct {
	Digests bool         // compute the digests of every step, also where none is recorded
	Policy  *trip.Policy // replaces the recording's policy
	Until   int64        // fold no event after this seq; 0 folds all
	NoTexts bool         // make no texts of what is said: digests cover keys and parameters, so comparing needs none

	Unchecked bool // fold only: what is recorded is not compared

	Catalogs *turn.Catalogs // of the headers, shared by the replays of many recordings; may be nil
}

// Step is one folded event. It is valid until the next call of Line.
type Step struct {
	File           string
	Line           int
	Event          trip.Event // with what the recording left out filled in, but for the id
	Decision       *trip.Decision
	DecisionDigest trip.Digest // empty unless asked for or recorded
	StateDigest    trip.Digest
	encoder        *trip.Encoder
}

// Note notes in an event what a recording says of its decision: digests, the sections of the state that it changed, the
// calls. [Options] must have asked for digests.
func (s *Step) Note(ev *trip.Event) {
	ev.Decision, ev.State = s.DecisionDigest, s.StateDigest
	ev.Sections, ev.Called = s.encoder.Changed(), trip.CalledOf(s.Decision)
}

// Replayer folds one recording. It is not safe for concurrent use.
type Replayer struct {
	file     string
	cfg      turn.Config
	options  Options
	header   trip.Header
	warnings []trip.Warning
	start    trip.Intent // before the first event
	line     int
	at       trip.Instant
	seq      int64
	turns    int64
	folder   *turn.Folder // nil until the start of the trip is known
	step     Step
	encoder  trip.Encoder
	reader   trip.EventReader

	configure func(turn.Config, trip.Header) (turn.Config, error) // turn.Configure
}

// New returns a replayer of the recording with this file name. Without a header the trip is
// named after the file.
func New(file string, cfg turn.Config, o Options) *Replayer {
	r := &Replayer{file: file, cfg: cfg, options: o, at: firstInstant - eventStep, configure: turn.Configure}
	if o.Catalogs != nil {
		r.configure = o.Catalogs.Configure
	}
	return r
}

// Line folds the next line. It returns nil for a header, a blank line and lines after Until.
//
//   - Errors: *InputError, and the fold stands where it was; *Difference beside the step that differs.
func (r *Replayer) Line(text string) (*Step, error) {
	var l line
	l.decode(&r.reader, r.line == 0, text)
	return r.foldLine(&l)
}

// line is one line of a recording, decoded: a header, nothing, or an event.
type line struct {
	header string // the text of a header
	blank  bool
	event  trip.Event
	err    error
}

// decode reads a line into l, which is empty. It needs nothing of the fold, so it can be done ahead
// of it.
func (l *line) decode(r *trip.EventReader, first bool, text string) {
	switch {
	case first && trip.IsHeader(text):
		l.header = text
	case isBlank(text):
		l.blank = true
	default:
		if l.err = r.Decode(text, &l.event); l.err != nil {
			l.err = otherLine(text, l.err)
		}
	}
}

// isBlank reports whether a line holds nothing but white space.
func isBlank(text string) bool {
	return text == "" || text[0] != '{' && strings.TrimSpace(text) == ""
}

// foldLine folds the next line.
func (r *Replayer) foldLine(l *line) (*Step, error) {
	r.line++
	switch {
	case l.header != "":
		return nil, r.head(l.header)
	case l.blank || r.Done():
		return nil, nil
	case l.err != nil:
		return nil, r.input(l.err)
	}
	if err := r.makeStart(&l.event); err != nil {
		return nil, err
	}
	return r.fold(&l.event)
}

// Done reports whether the replay has reached Until.
func (r *Replayer) Done() bool { return r.options.Until > 0 && r.seq >= r.options.Until }

// Intent returns the intent after the last folded event.
func (r *Replayer) Intent() trip.Intent {
	if r.makeStart(&trip.Event{}) != nil {
		return trip.NewIntent()
	}
	return *r.folder.Intent()
}

// Start returns the intent before the first event: empty, or the snapshot of the header.
func (r *Replayer) Start() trip.Intent {
	_ = r.Intent() // begins
	return r.start
}

// Counts returns how many events and turns were folded.
func (r *Replayer) Counts() (events, turns int64) { return r.seq - r.start.Turn.Seq, r.turns }

// Header returns the header; the zero value when the recording has none.
func (r *Replayer) Header() trip.Header { return r.header }

// Warnings names fields of the header that this version does not know.
func (r *Replayer) Warnings() []trip.Warning { return r.warnings }

func (r *Replayer) head(line string) error {
	h, warnings, err := trip.DecodeHeader(line)
	if err != nil {
		return r.input(err)
	}
	cfg, err := r.configure(r.cfg, h)
	switch {
	case errors.Is(err, turn.ErrWithheld):
		return &InputError{File: r.file, Line: 1, Field: "withheld", Err: err, Hint: "correct the list"}
	case err != nil:
		return &InputError{File: r.file, Line: 1, Field: "catalog", Err: err, Hint: "correct the tools of the header"}
	}
	r.header, r.warnings, r.cfg = h, warnings, cfg
	if _, err := turn.Start(r.cfg, h); err != nil {
		return r.badIntent(err)
	}
	return nil
}

func (r *Replayer) badIntent(err error) error {
	return &InputError{File: r.file, Line: 1, Field: "intent", Err: err, Hint: "correct the intent of the header"}
}

// makeStart makes the intent before the first event.
func (r *Replayer) makeStart(ev *trip.Event) error {
	if r.folder != nil {
		return nil
	}
	if r.options.Policy != nil {
		r.cfg.Policy = *r.options.Policy
	}
	in, err := r.startOf(ev)
	if err != nil {
		return r.badIntent(err)
	}
	if in.TripID == "" {
		in.TripID = ev.Trip
	}
	if in.TripID == "" {
		in.TripID = nameOf(r.file)
	}
	r.start, r.seq, r.folder = in, in.Turn.Seq, turn.NewFolder(r.cfg, in)
	if r.options.Digests {
		r.encoder.GoOn(&r.start, &trip.Sections{})
	}
	if r.options.NoTexts {
		r.folder.Quiet()
	}
	return nil
}

// startOf returns the intent before the first event. A recording that begins in the middle, with the whole state of
// the engine there, goes on from it. One that was cut by hand has a snapshot without the engine's own counts: they
// are those of its first event.
func (r *Replayer) startOf(first *trip.Event) (trip.Intent, error) {
	if first.Seq > 1 && r.header.Intent.Turn.Seq > 0 {
		return turn.Resume(r.cfg, r.header)
	}
	in, err := turn.Start(r.cfg, r.header)
	if err != nil || first.Seq <= 1 || !r.header.HasIntent {
		return in, err
	}
	in.Turn.Seq = first.Seq - 1
	in.Turn.Number = first.Turn
	if first.Type().OpensTurn() {
		in.Turn.Number = max(first.Turn-1, 0)
	}
	return in, nil
}

// nameOf names a trip after its file: the same on every system, and however it is compressed.
func nameOf(file string) trip.ID {
	file = file[strings.LastIndexAny(file, `/\`)+1:]
	return trip.ID(strings.TrimSuffix(strings.TrimSuffix(file, ".gz"), ".zst"))
}

// fold fills in what an event leaves out and folds it. It takes ownership of ev.
func (r *Replayer) fold(ev *trip.Event) (*Step, error) {
	recordedTurn := ev.Turn
	if err := r.complete(ev); err != nil {
		return nil, err
	}
	before := r.folder.Intent()
	d, err := r.folder.Step(*ev)
	if err != nil {
		return nil, r.refused(ev, err)
	}
	number := d.Next.Turn.Number
	if recordedTurn < number && isLate(before.Turn.Unknown, d) {
		recordedTurn = 0
	}
	if ev.Type().OpensTurn() {
		r.turns++
	}
	r.at, r.seq, ev.Turn = ev.At, ev.Seq, number
	r.step = Step{File: r.file, Line: r.line, Event: *ev, Decision: d, encoder: &r.encoder}
	return &r.step, r.compare(before, recordedTurn)
}

// isLate reports whether an event is about a call of an earlier turn: a hand-written recording may
// give it that turn's number.
func isLate(unknown []trip.Pending, d *trip.Decision) bool {
	return d.Ignored != "" || d.Settled != "" &&
		slices.ContainsFunc(unknown, func(p trip.Pending) bool { return p.CallID == d.Settled })
}

func (r *Replayer) complete(ev *trip.Event) error {
	if ev.At == 0 {
		ev.At = r.at + eventStep
	}
	if ev.Seq == 0 {
		ev.Seq = r.seq + 1
	}
	id := r.folder.Intent().TripID
	if ev.Trip != "" && ev.Trip != id {
		return &InputError{
			File: r.file, Line: r.line, Field: "trip_id", Hint: "a recording holds one trip: split the file",
			Err: errors.New("replay: got " + string(ev.Trip) + " in the recording of " + string(id)),
		}
	}
	ev.Trip = id
	return nil
}

// compare holds the step, which was folded onto before, against what was recorded.
func (r *Replayer) compare(before *trip.Intent, recordedTurn int64) error {
	s := &r.step
	if r.options.Unchecked && !r.options.Digests {
		return nil
	}
	isComparable := r.header.Comparable()
	if r.options.Digests || s.Event.Decision != "" && isComparable {
		s.DecisionDigest = r.encoder.Decision(s.Decision, s.Event.Decision)
	}
	if r.options.Digests || s.Event.State != "" && isComparable {
		s.StateDigest = r.encoder.Intent(&s.Decision.Next, s.Event.State)
	}
	if !r.options.Unchecked && recordedTurn != 0 && recordedTurn != s.Event.Turn {
		return r.difference("turn", number(recordedTurn), number(s.Event.Turn))
	}
	switch ev := &s.Event; {
	case !isComparable, r.options.Unchecked:
	case ev.Decision != "" && ev.Decision != s.DecisionDigest:
		return r.differs(before, "decision", ev.Decision, s.DecisionDigest)
	case ev.State != "" && ev.State != s.StateDigest:
		return r.differs(before, "state", ev.State, s.StateDigest)
	}
	return nil
}

// difference makes a Difference of the step.
func (r *Replayer) difference(field, recorded, replayed string) *Difference {
	d := r.step.Decision
	return &Difference{
		File: r.file, Line: r.line, Seq: r.step.Event.Seq, Rules: d.Rules, Field: field,
		Recorded: recorded, Replayed: replayed, Hint: r.hint(d),
	}
}

// hint tells what the replay decided and which inputs of it are not the recorded ones.
func (r *Replayer) hint(d *trip.Decision) string {
	names := make([]string, len(d.ToolCalls))
	for i := range d.ToolCalls {
		names[i] = d.ToolCalls[i].Name
	}
	text := "the replay is in " + d.Status.String() + " and queues " + strings.Join(names, ", ")
	if len(names) == 0 {
		text = "the replay is in " + d.Status.String() + " and queues nothing"
	}
	if want := r.header.CatalogDigest; want != "" && want != r.cfg.Catalog.Digest() {
		text += "; the recording was made with another catalog"
	}
	if want := r.header.PolicyDigest; want != "" && want != PolicyDigest(r.cfg.Policy) {
		text += "; the recording was made with another policy"
	}
	return text
}

// What to do about what a newer version wrote.
const (
	upgrade   = "upgrade to that version or a later one: it reads all that older ones wrote"
	newerHint = "a newer version wrote the recording: " + upgrade
)

// PolicyDigest returns the digest that stands in a header.
func PolicyDigest(p trip.Policy) trip.Digest { return trip.DigestOf(p.AppendJSON(nil)) }

// refused makes the error of an event that the engine refuses: where it stands, and what to do about it.
func (r *Replayer) refused(ev *trip.Event, err error) error {
	e := r.input(err)
	if ev.Type() != trip.TypeIntentPatched || errors.Is(err, turn.ErrSeq) || errors.Is(err, turn.ErrTime) {
		return e
	}
	e.Field, e.Hint = "data.patch", "correct the patch: it changes fields of an intent that are not the engine's own"
	return e
}

// input says where an error of decoding or folding stands and what to do.
func (r *Replayer) input(err error) *InputError {
	e := &InputError{File: r.file, Line: r.line, Err: err}
	var malformed *trip.MalformedError
	switch {
	case errors.Is(err, errHeader):
		e.Field, e.Hint = "recording", "a recording holds one trip: split the file before this line"
		if r.folder == nil && r.header.Recording == "" {
			e.Err, e.Hint = errLateHeader, "remove the blank lines before it"
		}
	case errors.Is(err, errSpread):
		e.Err, e.Hint = errSpread, spreadHint
	case errors.As(err, &malformed):
		e.Field = malformed.Field
		e.Hint = "correct this line, or cut the recording before it"
		switch {
		case malformed.Ends:
			e.Hint = tornHint
		case isNewer(malformed.Got), r.header.Digests > trip.DigestsVersion:
			e.Hint = newerHint
		case malformed.Field == "type":
			e.Hint = "correct this line; if a newer version wrote it, " + upgrade
		case malformed.Marked:
			e.Hint = "the file begins with a byte order mark: write it as UTF-8 without one"
		}
	case errors.Is(err, turn.ErrSeq):
		e.Field, e.Hint = "seq", "a line is missing, doubled or out of order"
	case errors.Is(err, turn.ErrTime):
		e.Field, e.Hint = "at", "events stand in the order in which they happened"
	}
	return e
}
