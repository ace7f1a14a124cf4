// Package view is what a chat front end may see of a trip: the intent document without the engine's own
// bookkeeping, and JSON without what pays or approves.
package view

import (
	"slices"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// hidden are the members that no front end is shown, wherever they stand: what pays, what approves, the keys under
// which writes are made, and the copies of the intent that calls are given.
var hidden = []string{"approval_token", "current_intent", "idempotency_key", "payment_method_id"}

// bookkeeping is the member of the intent that is the engine's own; the plans that can be gone back to are too.
const bookkeeping = "turn"

// Intent returns the intent document as canonical JSON, under the name by which its reader calls the trip.
func Intent(in *trip.Intent, name string) string {
	shown := *in
	shown.TripID, shown.Turn, shown.UndoStack = trip.ID(name), trip.Turn{}, nil
	return without(string(shown.AppendJSON(nil)), bookkeeping)
}

// JSON returns the canonical JSON of a call or of its result without hidden members; an empty object where it is not
// told.
func JSON(text trip.Raw) string {
	if text == "" {
		return "{}"
	}
	return without(string(text))
}

// without returns canonical JSON without hidden members at any depth, and without others of the outermost object.
func without(text string, outermost ...string) string {
	r := remover{out: make([]byte, 0, len(text))}
	r.in.Reset(text, wire.MaxDepth)
	r.value(outermost)
	if r.in.Failed() {
		panic("view: a text of the engine is no JSON: " + r.in.Err().Error())
	}
	return string(r.out)
}

// remover copies JSON and leaves members out.
type remover struct {
	in  wire.Decoder
	out []byte
}

func (r *remover) value(drop []string) {
	switch r.in.Kind() {
	case wire.Object:
		r.object(drop)
	case wire.List:
		r.list()
	case wire.Invalid, wire.Null, wire.Bool, wire.Number, wire.Text:
		r.out = append(r.out, r.in.Raw()...)
	}
}

func (r *remover) object(drop []string) {
	r.out = append(r.out, '{')
	empty := true
	for r.in.Object(); r.in.Next(); {
		key := r.in.Key()
		if slices.Contains(hidden, key) || slices.Contains(drop, key) {
			r.in.Skip()
			continue
		}
		if !empty {
			r.out = append(r.out, ',')
		}
		empty = false
		r.out = append(wire.AppendString(r.out, key), ':')
		r.value(nil)
	}
	r.out = append(r.out, '}')
}

func (r *remover) list() {
	r.out = append(r.out, '[')
	empty := true
	for r.in.List(); r.in.More(); empty = false {
		if !empty {
			r.out = append(r.out, ',')
		}
		r.value(nil)
	}
	r.out = append(r.out, ']')
}
