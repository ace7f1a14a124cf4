package trip

import (
	"github.com/legwork-go/legwork/internal/wire"
)

// Proposal is what `assistant_step` answers: data, never yet a call.
//
//codec:read
type Proposal struct {
	Text         string         `wire:"text"`
	Calls        []ProposedCall `wire:"tool_calls"`
	Plan         Raw            `wire:"plan,as=proposedPlan"` // as the model gave it, empty when there is none
	FinishReason string         `wire:"finish_reason"`
	Tokens       int64          `wire:"-"` // input and output together
	InputTokens  int64          `wire:"usage.input_tokens,max=maxTokens"`
	OutputTokens int64          `wire:"usage.output_tokens,max=maxTokens"`
	Model        string         `wire:"model"` // which one answered; empty when its handler did not say
}

// ProposedCall is one call that a model proposes. Arguments are canonical JSON.
type ProposedCall struct {
	ID        string `wire:"id"`
	Name      string `wire:"name,as=filled"`
	Arguments Raw    `wire:"arguments,as=proposedArguments"`
}

// maxTokens bounds what one step may report, so that sums cannot overflow.
const maxTokens = 1 << 40

func (d *decoder) proposal(p *Proposal) {
	d.proposalMembers(p)
	p.Tokens = p.InputTokens + p.OutputTokens
}

func (d *decoder) proposedCall(c *ProposedCall) {
	c.Arguments = "{}"
	d.proposedCallMembers(c)
}

// proposedArguments reads an object as canonical JSON; null is an empty object.
func (d *decoder) proposedArguments(out *Raw) {
	if d.Null() {
		return
	}
	at := d.Offset()
	if d.Kind() != wire.Object {
		d.Fail("an object")
		return
	}
	text, err := wire.CanonicalText(d.Raw(), MaxDepth)
	if err != nil {
		d.FailAt(at, "arguments of plain JSON", "others")
		return
	}
	*out = Raw(text)
}

// proposedPlan reads a plan as the model gave it.
func (d *decoder) proposedPlan(out *Raw) {
	if !d.Null() {
		*out = Raw(d.Raw())
	}
}
