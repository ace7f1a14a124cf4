package trip

import "slices"

// textless makes decisions and intents without the texts that people are shown: each is empty, and the
// keys and parameters of which it was made stand beside it. Digests cover these, so another wording or
// language is no difference. The id of an ask is the hash of all that it shows, so an ask counts by its id alone. The
// options of a message that are choices of the ask count by their positions and labels. The copies are made in memory
// that is used again.
// Rule: 7.0.digests
type textless struct {
	decided       Decision
	next, current Intent
	ofDecision    textlessParts
	ofNext        textlessParts
	ofCurrent     textlessParts
	ui, notes     []Message
	params        [2]Params // of a message with options, and of all options
	options       []Params
	calls         []Call
}

// textlessParts are copies of what a decision and an intent point to.
type textlessParts struct {
	failure ToolFailure
	ask     Ask
	choices []Choice
}

// intent returns an intent without texts, valid until the next call.
func (t *textless) intent(in *Intent) *Intent { return t.ofNext.intent(&t.next, in) }

func (p *textlessParts) intent(dst, in *Intent) *Intent {
	*dst = *in
	s := &dst.Status
	s.Assumptions, s.Notes = nil, nil
	s.LastToolError, s.Ask = p.failureOf(s.LastToolError), p.askOf(s.Ask)
	return dst
}

func (p *textlessParts) failureOf(f *ToolFailure) *ToolFailure {
	if f == nil {
		return nil
	}
	p.failure = *f
	p.failure.Error = ""
	return &p.failure
}

func (p *textlessParts) askOf(a *Ask) *Ask {
	if a == nil {
		return nil
	}
	p.ask = *a
	p.choices = append(p.choices[:0], a.Choices...)
	for i := range p.choices {
		c := &p.choices[i]
		if c.Label = ""; c.Key != KeyText { // an answer to a question: the id covers what it means
			c.Params = nil
		}
	}
	p.ask.Text, p.ask.Params, p.ask.Choices = "", nil, p.choices
	return &p.ask
}

// decision returns a decision without texts and without what its digest leaves out, valid until the
// next call. The intent that an extraction is given is without texts too.
func (t *textless) decision(d *Decision) *Decision {
	t.ui, t.notes = withoutTexts(t.ui, d.UI), withoutTexts(t.notes, d.NotesAdded)
	if d.Ask != nil && d.Ask.Kind == AskChoose {
		t.byPosition(t.ui, d.Ask)
	}
	t.calls = append(t.calls[:0], d.ToolCalls...)
	for i := range t.calls {
		t.calls[i].Arguments = t.arguments(t.calls[i].Arguments)
	}
	t.decided = Decision{
		Status: d.Status, ToolCalls: t.calls, UI: t.ui, NotesAdded: t.notes, MissingRequired: d.MissingRequired,
		Ignored:       d.Ignored,
		LastToolError: t.ofDecision.failureOf(d.LastToolError), Ask: t.ofDecision.askOf(d.Ask),
	}
	return &t.decided
}

// arguments returns arguments without texts, valid until the next call.
func (t *textless) arguments(a Arguments) Arguments {
	args, ok := a.(ExtractArguments)
	if !ok || args.Current == nil {
		return a
	}
	args.Current = t.ofCurrent.intent(&t.current, args.Current)
	return args
}

// byPosition tells the options of the first message that has any by their positions and labels, as far as they are
// choices of the ask.
func (t *textless) byPosition(ui []Message, ask *Ask) {
	for i := range ui {
		at := slices.IndexFunc(ui[i].Params, func(p Param) bool { return p.Name == "options" })
		if at < 0 {
			continue
		}
		options, ok := ui[i].Params[at].Value.([]Params)
		if !ok {
			continue
		}
		const kept = 2
		short := slices.Grow(t.params[1][:0], kept*len(options))
		t.options = t.options[:0]
		for _, option := range options {
			if !ask.offers(option) {
				t.options = append(t.options, option)
				continue
			}
			from := len(short)
			for _, p := range option {
				if p.Name == "labels" || p.Name == "position" {
					short = append(short, p)
				}
			}
			t.options = append(t.options, short[from:])
		}
		params := append(t.params[0][:0], ui[i].Params...)
		params[at].Value = t.options
		ui[i].Params, t.params = params, [...]Params{params, short}
		return
	}
}

// offers reports whether an option is one of the ask's choices, but for its labels.
func (a *Ask) offers(option Params) bool {
	alike := func(x, y Param) bool { return x.Name == y.Name && (x.Name == "labels" || sameValue(x.Value, y.Value)) }
	for i := range a.Choices {
		if choice, ok := a.Choices[i].Params.Get("option").(Params); ok && slices.EqualFunc(choice, option, alike) {
			return true
		}
	}
	return false
}

// sameValue reports whether two values of parameters are the same on the wire. One that was read back is of another
// type: an amount is an object then.
func sameValue(a, b any) bool {
	switch a := a.(type) {
	case []string:
		if b, ok := b.([]string); ok {
			return slices.Equal(a, b)
		}
	case Params:
		if b, ok := b.(Params); ok {
			return sameParams(a, b)
		}
	case []Params:
		if b, ok := b.([]Params); ok {
			return sameList(a, b) || slices.EqualFunc(a, b, sameParams)
		}
	case Message:
	default:
		if a == b {
			return true
		}
	}
	return string(appendParam(nil, a)) == string(appendParam(nil, b))
}

func sameParams(a, b Params) bool {
	return slices.EqualFunc(a, b, func(x, y Param) bool { return x.Name == y.Name && sameValue(x.Value, y.Value) })
}

func withoutTexts(dst, list []Message) []Message {
	dst = append(dst[:0], list...)
	for i := range dst {
		dst[i].Text = ""
	}
	return dst
}
