package trip

// textless makes decisions and intents without the texts that people are shown: each is empty, and the
// keys, references and parameters of which it was made stand beside it. Digests cover these, so another wording or
// language is no difference. What a message names by reference counts by the reference: the intent has it. The id of an
// ask is the hash of all that it shows, so an ask counts by its id alone. The copies are made in memory that is used
// again.
// Rule: 7.0.digests
type textless struct {
	decided       Decision
	next, current Intent
	ofDecision    textlessParts
	ofNext        textlessParts
	ofCurrent     textlessParts
	ui, notes     []Message
	calls         []Call
}

// textlessParts are copies of what a decision and an intent point to.
type textlessParts struct {
	failure ToolFailure
	ask     Ask
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
	p.ask = Ask{Kind: a.Kind, ID: a.ID, ExpiresAt: a.ExpiresAt}
	return &p.ask
}

// decision returns a decision without texts and without what its digest leaves out, valid until the
// next call. The intent that an extraction is given is without texts too.
func (t *textless) decision(d *Decision) *Decision {
	t.ui, t.notes = withoutTexts(t.ui, d.UI), withoutTexts(t.notes, d.NotesAdded)
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

func withoutTexts(dst, list []Message) []Message {
	dst = append(dst[:0], list...)
	for i := range dst {
		dst[i] = dst[i].Bare()
		dst[i].Text = ""
	}
	return dst
}
