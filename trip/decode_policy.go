package trip

import (
	"time"

	"github.com/legwork-go/legwork/internal/wire"
)

// DecodePolicy reads the engine's policy. Absent and null fields have the values of
// [DefaultPolicy], unknown ones are listed.
//
// Errors: *MalformedError, which names the field.
func DecodePolicy(doc string) (Policy, []Warning, error) {
	return MergePolicy(DefaultPolicy(), doc)
}

// MergePolicy is DecodePolicy with other values for absent and null fields.
func MergePolicy(base Policy, doc string) (Policy, []Warning, error) {
	d := decoder{watch: true}
	d.Reset(doc, MaxDepth)
	p := base
	d.policy(&p)
	if err := d.finish(); err != nil {
		return Policy{}, nil, err
	}
	return p, d.warnings(doc), nil
}

func (d *decoder) policy(p *Policy) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "approval_binding":
			oneOf(d, &p.ApprovalBinding, "stamp or strict", BindStamp, BindStrict)
		case "confirm_before_quote":
			d.flag(&p.ConfirmBeforeQuote)
		case "max_tokens":
			d.count(&p.MaxTokens)
		case "multitask":
			oneOf(d, &p.Multitask, "enqueue, interrupt or reject", Enqueue, Interrupt, Reject)
		case "parallel_tool_calls":
			parallel := !p.SerialToolCalls
			d.flag(&parallel)
			p.SerialToolCalls = !parallel
		case "quote_ttl":
			d.seconds(&p.QuoteTTLSeconds)
		case "tool_choice":
			d.text(&p.ToolChoice)
		default:
			d.skipUnknown()
		}
	}
}

// seconds reads a number of seconds or a duration such as "20m".
func (d *decoder) seconds(p *int64) {
	if d.Kind() != wire.Text {
		d.integer(p, 0, maxSeconds)
		return
	}
	at := d.Offset()
	span, err := time.ParseDuration(d.String())
	if err != nil || span < 0 || span%time.Second != 0 {
		d.FailAt(at, `a number of seconds or a duration such as "20m"`, "another text")
		return
	}
	*p = int64(span / time.Second)
}

// maxSeconds is the longest span that nanoseconds in int64 can tell.
const maxSeconds = int64(1<<63-1) / nanosPerSecond
