package describe

import (
	"github.com/legwork-go/legwork/reducer/internal/booking"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/trip"
)

// Travelling describes who an approval is for: how many, how old the children are, the embedder's own fields, and what
// was asked for beside the plan.
func Travelling(in *trip.Intent) []any {
	who, t := People(in.Party.Travelers), in.Party.Travelers
	if len(in.Party.Ages) > 0 {
		who = trip.With("adults", t.Adults, "ages", booking.Ages(in), "children", t.Children, "infants", t.Infants)
	}
	var own []trip.Params
	for _, f := range in.Ext.Fields() {
		own = append(own, trip.With("path", f.Path, "value", decision.Plain(f.Value)))
	}
	args := []any{"travelers", who}
	if len(own) > 0 {
		args = append(args, "own", own)
	}
	if list := Requests(in.Requests); len(list) > 0 {
		args = append(args, "requests", list)
	}
	return args
}

// Requests describes requests, which are looked through before something is held or bought: numbers of cards and
// documents are not shown.
// Rule: 5.7.private, 5.7.reviewed
func Requests(list []trip.SpecialRequest) []trip.Params {
	var out []trip.Params
	for i := range list {
		r := &list[i]
		args := []any{"id", r.ID, "kind", string(r.Kind), "text", r.Shown(), "status", string(r.Status)}
		if r.For != "" {
			args = append(args, "for", r.For)
		}
		if r.Withdrawn {
			args = append(args, "withdrawn", true)
		}
		out = append(out, trip.With(args...))
	}
	return out
}
