package replay

import (
	"io"
	"iter"
	"slices"

	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Kind is what is noticed of a difference between two decisions.
type Kind string

// The kinds of differences, the most noticeable first.
const (
	DiffersStatus    Kind = "status"    // where the trip stands
	DiffersCalls     Kind = "calls"     // which tools are called
	DiffersArguments Kind = "arguments" // with what
	DiffersUI        Kind = "ui"        // what the person is shown or asked
	DiffersIntent    Kind = "intent"    // what is remembered, of which nobody sees anything yet
	DiffersWords     Kind = "words"     // only how the same is put
)

// Pair is one event of a recording, decided twice. It is valid until the next one.
type Pair struct {
	File     string
	Line     int
	Event    trip.Event
	Before   *trip.Intent   // before the event
	Old, New *trip.Decision // both from Before. The texts of what is shown are made where they differ
	Kinds    []Kind         // in what they differ, the most noticeable first; empty when they do not
}

// Sides returns the two configurations by which a recording with this header is decided.
type Sides func(h trip.Header) (old, now turn.Config, err error)

// Compare decides each event of a recording twice, by the configurations old and now, and yields all events; those with
// Kinds differ. The policy and the tools of the recording's header count for neither side: see CompareSides.
//
// The recording is folded by old, and now decides each event from the state that old has come to. So an event differs
// because of what the configurations make of it, never because of an earlier difference.
//
//   - Errors: *InputError, which ends the comparison.
func Compare(file string, old, now turn.Config, in io.Reader) iter.Seq2[*Pair, error] {
	return CompareSides(file, func(trip.Header) (turn.Config, turn.Config, error) { return old, now, nil }, Read(in))
}

// CompareSides is Compare for configurations that depend on the header, such as the recorded one, which turn.Configure
// makes, and that with another policy. The lines are those of Read, which a program may do ahead, on another core.
//
//   - Errors: as of Compare.
func CompareSides(file string, sides Sides, lines iter.Seq[ReadLine]) iter.Seq2[*Pair, error] {
	return func(yield func(*Pair, error) bool) {
		c := comparison{r: New(file, turn.Config{}, Options{Unchecked: true}), sides: sides}
		if err := c.configure(trip.Header{}); err != nil {
			yield(nil, &InputError{File: file, Err: err, Hint: "correct the configuration"})
			return
		}
		c.r.configure = func(_ turn.Config, h trip.Header) (turn.Config, error) {
			err := c.configure(h)
			return c.old, err
		}
		var l ReadLine
		for l = range lines {
			pair, err := c.decide(&l)
			if (pair != nil || err != nil) && !yield(pair, err) || err != nil {
				return
			}
		}
	}
}

// comparison is a recording that is decided twice.
type comparison struct {
	r        *Replayer // by old
	sides    Sides
	old, new turn.Config
	folder   *turn.Folder // by new
	before   trip.Intent
	texts    bool // the sides put things in words of their own
	was, is  trip.Encoder
	pair     Pair
}

// configure makes the sides.
func (c *comparison) configure(h trip.Header) (err error) {
	if c.old, c.new, err = c.sides(h); err != nil {
		return err
	}
	c.r.cfg = c.old
	c.texts = len(c.old.Texts)+len(c.new.Texts) > 0
	c.r.options.NoTexts = !c.texts
	return nil
}

// decide decides the event of a line.
func (c *comparison) decide(l *ReadLine) (*Pair, error) {
	if c.r.folder != nil {
		c.before = *c.r.folder.Intent()
	}
	recorded := l.line.event.Turn // a step has the turn that it was counted into
	step, err := c.r.takeRead(l)
	if step == nil || err != nil {
		return nil, err
	}
	if c.folder == nil {
		c.before = c.r.start
		c.folder = turn.NewFolder(c.new, c.before)
		if !c.texts {
			c.folder.Quiet()
		}
	}
	c.folder.Resume(c.before)
	ev := step.Event
	ev.Turn = recorded
	d, err := c.folder.Step(ev)
	if err != nil {
		return nil, c.r.input(err)
	}
	c.pair = Pair{
		File: step.File, Line: step.Line, Event: step.Event, Before: &c.before, Old: step.Decision, New: d,
		Kinds: c.pair.Kinds[:0],
	}
	c.compare(&c.pair)
	return &c.pair, nil
}

// compare says in what the decisions of a pair differ.
func (c *comparison) compare(p *Pair) {
	decision := c.was.Decision(p.Old, "")
	sameDecision := c.is.Decision(p.New, decision) == decision
	state := c.was.Intent(&p.Old.Next, "")
	same := c.is.Intent(&p.New.Next, state) == state && sameDecision
	if same && !c.texts {
		return
	}
	if !same {
		if !c.texts {
			turn.Word(c.old.Texts, p.Old)
			turn.Word(c.new.Texts, p.New)
		}
		p.Kinds = append(p.Kinds, kinds(p.Old, p.New)...)
	}
	if len(p.Kinds) == 0 && !slices.Equal(p.Old.UIMessages(), p.New.UIMessages()) {
		p.Kinds = append(p.Kinds, DiffersWords)
	}
	if !same && (len(p.Kinds) == 0 || p.Kinds[0] == DiffersWords) {
		p.Kinds = append([]Kind{DiffersIntent}, p.Kinds...)
	}
}

// kinds returns in what two decisions differ that somebody can notice.
func kinds(old, now *trip.Decision) (out []Kind) {
	if old.Status != now.Status || old.Ignored != now.Ignored {
		out = append(out, DiffersStatus)
	}
	sameName := func(a, b trip.Call) bool { return a.Name == b.Name }
	sameCall := func(a, b trip.Call) bool {
		return string(trip.AppendArguments(nil, a.Arguments)) == string(trip.AppendArguments(nil, b.Arguments))
	}
	switch {
	case !slices.EqualFunc(old.ToolCalls, now.ToolCalls, sameName):
		out = append(out, DiffersCalls)
	case !slices.EqualFunc(old.ToolCalls, now.ToolCalls, sameCall):
		out = append(out, DiffersArguments)
	}
	sameMessage := func(a, b trip.Message) bool {
		a.Text, b.Text = "", ""
		return string(a.AppendJSON(nil)) == string(b.AppendJSON(nil))
	}
	if !slices.EqualFunc(old.UI, now.UI, sameMessage) || askOf(old) != askOf(now) {
		out = append(out, DiffersUI)
	}
	return out
}

// askOf returns what a decision asks, without its texts and without its id, which is a hash of what was shown.
func askOf(d *trip.Decision) string {
	if d.Ask == nil {
		return ""
	}
	a := *d.Ask
	a.ID, a.Text = "", ""
	a.Choices = slices.Clone(a.Choices)
	for i := range a.Choices {
		a.Choices[i].Label = ""
	}
	return string(a.AppendJSON(nil))
}
