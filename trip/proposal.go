package trip

import (
	"strconv"

	"github.com/legwork-go/legwork/internal/wire"
)

// Proposal is what `assistant_step` answers: data, never yet a call.
type Proposal struct {
	Text         string
	Calls        []ProposedCall
	Plan         Raw // as the model gave it, empty when there is none
	FinishReason string
	Tokens       int64 // input and output together
	InputTokens  int64
	OutputTokens int64
	Model        string // which one answered; empty when its handler did not say
}

// ProposedCall is one call that a model proposes. Arguments are canonical JSON.
type ProposedCall struct {
	ID        string
	Name      string
	Arguments Raw
}

// maxTokens bounds what one step may report, so that sums cannot overflow.
const maxTokens = 1 << 40

// DecodeProposal reads the result of an assistant step. Unknown members are dropped.
//
// Errors: *MalformedError.
func DecodeProposal(raw Raw) (Proposal, error) {
	var d decoder
	var p Proposal
	d.Reset(string(raw), MaxDepth)
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "text":
			d.text(&p.Text)
		case "tool_calls":
			d.proposedCalls(&p.Calls)
		case "plan":
			if !d.Null() {
				p.Plan = Raw(d.Raw())
			}
		case "finish_reason":
			d.text(&p.FinishReason)
		case "model":
			d.text(&p.Model)
		case "usage":
			d.usage(&p)
		default:
			d.Skip()
		}
	}
	return p, d.finish()
}

func (d *decoder) proposedCalls(out *[]ProposedCall) {
	if d.Null() {
		return
	}
	at := d.Offset()
	for d.List(); d.More(); {
		if len(*out) >= MaxItems {
			d.tooMany(at, MaxItems)
			return
		}
		*out = append(*out, d.proposedCall())
	}
}

func (d *decoder) proposedCall() ProposedCall {
	c := ProposedCall{Arguments: "{}"}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "id":
			d.text(&c.ID)
		case "name":
			d.filled(&c.Name)
		case "arguments":
			d.arguments(&c.Arguments)
		default:
			d.Skip()
		}
	}
	return c
}

// arguments reads an object as canonical JSON; null is an empty object.
func (d *decoder) arguments(out *Raw) {
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

func (d *decoder) usage(p *Proposal) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch key := d.Key(); key {
		case "input_tokens", "output_tokens":
			if d.Null() {
				continue
			}
			at := d.Offset()
			n := d.Int()
			if n < 0 || n > maxTokens {
				d.FailAt(at, "0 to "+strconv.FormatInt(maxTokens, 10), strconv.FormatInt(n, 10))
				return
			}
			p.Tokens += n
			if key == "input_tokens" {
				p.InputTokens = n
			} else {
				p.OutputTokens = n
			}
		default:
			d.Skip()
		}
	}
}
