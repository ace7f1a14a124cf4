package replay

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// differs makes a Difference of digests, and names it as closely as the event's line allows: by the first call or text
// that is another, else by the sections of the state.
func (r *Replayer) differs(before *trip.Intent, field string, recorded, replayed trip.Digest) *Difference {
	out := r.difference(field, string(recorded), string(replayed))
	ev, d := &r.step.Event, r.step.Decision
	if len(ev.Sections) == 0 { // whoever wrote the line noted neither sections nor calls
		return out
	}
	after, want := d.Next.Sections(), before.Sections()
	want = want.With(ev.Sections)
	others := after.Since(&want)
	if len(others) > 0 {
		names := make([]string, len(others))
		for i := range others {
			names[i] = others[i].Name
		}
		out.Hint = "the state differs in " + strings.Join(names, ", ") + "; " + out.Hint
	}
	called, calls := ev.Called, sameDetail(ev.Called, trip.CalledOf(d))
	switch {
	case field == "decision" && out.inValues("calls", appendCalls(called), appendCalls(calls)):
	case field == "decision" && len(ev.Said) > 0 &&
		out.inValues("said", wire.AppendStrings(nil, ev.Said), wire.AppendStrings(nil, r.said(d))):
	case field == "state" && len(others) > 0:
		name := others[0].Name
		out.Field, out.Recorded, out.Replayed = "state."+name, string(want.Of(name)), string(others[0].Digest)
	}
	return out
}

// said returns the texts of a decision, which a quiet folder did not make.
func (r *Replayer) said(d *trip.Decision) []string {
	told := *d
	told.UI = slices.Clone(d.UI)
	turn.Tell(r.cfg.Texts, &told)
	return trip.Texts(told.UI)
}

// sameDetail returns calls without the arguments that the recorded ones do not tell.
func sameDetail(recorded, calls []trip.Called) []trip.Called {
	calls = slices.Clone(calls)
	for i := range min(len(recorded), len(calls)) {
		if recorded[i].Arguments == "" {
			calls[i].Arguments = ""
		}
	}
	return calls
}

func appendCalls(list []trip.Called) []byte {
	dst := []byte{'['}
	for i := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = list[i].AppendJSON(dst)
	}
	return append(dst, ']')
}

// inValues makes the difference that of the first place in which two canonical texts differ, if there is one.
func (d *Difference) inValues(field string, recorded, replayed []byte) bool {
	found := false
	wire.Compare(string(recorded), string(replayed), func(place *wire.Difference) bool {
		if found {
			return false
		}
		if place.Before != "" && place.After != "" && place.Before[0] == place.After[0] &&
			(wire.IsObject(place.Before) || wire.IsList(place.Before)) {
			return true
		}
		found = true
		d.Field, d.Recorded, d.Replayed = field+place.Path(), orNothing(place.Before), orNothing(place.After)
		return false
	})
	return found
}

func orNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}
