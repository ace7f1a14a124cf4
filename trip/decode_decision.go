package trip

import "github.com/legwork-go/legwork/internal/wire"

// DecodeDecision reads what AppendJSON wrote. The arguments of its calls are [RawArguments];
// Next, Rule and Path are not on the wire.
//
// Errors: *MalformedError, which names the field.
func DecodeDecision(doc string) (Decision, error) {
	var d decoder
	d.Reset(doc, MaxDepth)
	var out Decision
	start, found := d.Offset(), false
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "ask":
			d.ask(&out.Ask)
		case "ignored":
			oneOf(&d, &out.Ignored, "a reason for ignoring", DuplicateResult, StaleTurn, NotOutstanding)
		case "last_tool_error":
			d.toolFailure(&out.LastToolError)
		case "missing_required":
			d.textList(&out.MissingRequired, MaxItems)
		case "notes_added":
			d.textList(&out.NotesAdded, MaxItems)
		case "status":
			found = true
			d.node(&out.Status)
		case "tool_calls":
			list(&d, &out.ToolCalls, MaxItems, Call{}, (*decoder).call)
		case "ui_messages":
			d.textList(&out.UIMessages, MaxItems)
		default:
			d.skipUnknown()
		}
	}
	if !found {
		d.Missing(start, "status", "an object")
	}
	if err := d.finish(); err != nil {
		return Decision{}, err
	}
	return out, nil
}

// node reads {phase, state}.
func (d *decoder) node(p *Status) {
	at := d.Offset()
	var phase, state string
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "phase":
			d.text(&phase)
		case "state":
			d.text(&state)
		default:
			d.skipUnknown()
		}
	}
	node, ok := ParseStatus(phase, state)
	if !ok {
		d.FailAt(at, "a phase and a state that belong together", wire.Quote(phase+"/"+state))
		return
	}
	*p = node
}

func (d *decoder) call(c *Call) {
	at := d.Offset()
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "arguments":
			var raw Raw
			d.foreign(&raw)
			c.Arguments = RawArguments(raw)
		case "call_id":
			d.text(&c.CallID)
		case "name":
			d.text(&c.Name)
		default:
			d.skipUnknown()
		}
	}
	if c.Arguments == nil {
		d.Missing(at, "arguments", "an object")
	}
}
