package tell

import (
	"slices"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/reducer/internal/describe"
	"github.com/legwork-go/legwork/trip"
)

// What the intent holds is told by reference (behaviour 7.0): a decision names it, and it is described where somebody
// reads it.

// ref names a bundle, and notes the rules by which it is told.
func (s Teller) ref(f *facts, position int64) *trip.OptionRef {
	s.noteMarks(f)
	return &trip.OptionRef{BundleID: f.bundle.BundleID, Position: position, Labels: f.labels}
}

// noteMarks notes the rules by which something is told beside a bundle.
func (s Teller) noteMarks(f *facts) {
	s.beyond(f)
	s.nightsOff(f)
}

// shownHash is the hash of the bundles that were listed last, and of what they are compared with.
// Rule: 6.2.ask-id
func (s Teller) shownHash() string {
	if s.ShownHash == "" {
		s.ShownHash = wire.HashOf(func(b []byte) []byte {
			for _, id := range s.Next.Turn.Shown {
				b = s.appendBundle(b, id)
			}
			return append(b, s.Next.Needs()...)
		})
	}
	return s.ShownHash
}

// appendBundle appends all of a bundle, nothing when it is not on offer any more.
func (s Teller) appendBundle(b []byte, id string) []byte {
	bundle, w := offers.Bundle(s.Next, id), &s.Next.WorkingMemory
	if bundle == nil {
		return b
	}
	b = bundle.AppendJSON(b)
	for _, id := range bundle.FlightOptionIDs {
		if o := w.Flight(id); o != nil {
			b = o.AppendJSON(b)
		}
	}
	for _, id := range bundle.HotelOptionIDs {
		if o := w.Hotel(id); o != nil {
			b = o.AppendJSON(b)
		}
	}
	return b
}

// describe describes an option that is named, nil when it is not on offer any more.
func (s Teller) describe(ref *trip.OptionRef) trip.Params {
	at := offers.RankOf(s.Next, ref.BundleID)
	if at < 0 {
		return nil
	}
	f := s.factsOf(at)
	return s.option(&f, int(ref.Position), ref.Labels)
}

// AppendRefs appends references, and what they are of.
func (s Teller) AppendRefs(b []byte, r *trip.Refs) []byte {
	if r == nil {
		return b
	}
	b = r.AppendJSON(b)
	if len(r.Options) > 0 || r.Trip {
		b = append(b, s.shownHash()...)
	}
	for _, o := range [...]*trip.OptionRef{r.Option, r.Picked} {
		if o != nil {
			b = s.describe(o).AppendJSON(b)
		}
	}
	return trip.With(append(s.holdParams(r), bookingParams(s.Next, r)...)...).AppendJSON(b)
}

// BookingNumber returns the place of a booking in the list, from 1.
func (s Teller) BookingNumber(b *trip.Booking) int64 {
	bookings := s.Next.WorkingMemory.Bookings
	for i := range bookings {
		if &bookings[i] == b {
			return int64(i + 1)
		}
	}
	return 0
}

// AllBookings names all bookings, the newest last.
func (s Teller) AllBookings() trip.Refs {
	places := make([]int64, len(s.Next.WorkingMemory.Bookings))
	for i := range places {
		places[i] = int64(i + 1)
	}
	return trip.Refs{Bookings: places}
}

// Describer describes what messages and choices name by reference, of the intent that a decision led to.
type Describer struct {
	s        Teller
	decision trip.Decision // which nobody reads
	memo     decision.Memo
	told     []told
}

// told is an option that was described.
type told struct {
	ref    *trip.OptionRef
	option trip.Params
}

// NewDescriber returns a describer of an intent.
func NewDescriber(in *trip.Intent) *Describer {
	d := new(Describer)
	d.s.Step = decision.Step{At: in.UpdatedAt, Next: in, D: &d.decision, Memo: &d.memo}
	return d
}

// Message returns a message with the parameters that describe what it names, and what messages that are parameters of
// it name.
func (d *Describer) Message(m trip.Message) trip.Message {
	if m.Refs != nil {
		m.Params = d.Describe(m.Refs, m.Params)
	}
	return m.Nested(d.Message)
}

// Resolve returns a message that tells in full what it named.
func (d *Describer) Resolve(m trip.Message) trip.Message {
	m = d.Message(m)
	m.Refs = nil
	return m.Nested(d.Resolve)
}

// Describe returns parameters with those that describe what is named by reference beside them.
func (d *Describer) Describe(refs *trip.Refs, params trip.Params) trip.Params {
	var room [64]any // for all parameters
	args := room[:0]
	if len(refs.Options) > 0 {
		options := make([]trip.Params, len(refs.Options))
		for i := range refs.Options {
			options[i] = d.option(&refs.Options[i])
			if refs.Terms {
				options[i] = trip.With("option", options[i], "terms", d.terms(refs.Options[i].BundleID))
			}
		}
		args = append(args, "options", options)
	}
	if refs.Option != nil {
		args = append(args, "option", d.option(refs.Option))
	}
	if refs.Picked != nil {
		args = append(args, "picked", d.option(refs.Picked))
	}
	if refs.Trip {
		args = append(args, "trip", describe.Plan(d.s.Next))
	}
	args = append(args, d.s.holdParams(refs)...)
	args = append(args, bookingParams(d.s.Next, refs)...)
	for _, p := range params {
		if !refs.Names(p.Name) {
			args = append(args, p.Name, p.Value)
		}
	}
	return trip.With(args...)
}

// bookingParams describes the bookings that are named.
func bookingParams(in *trip.Intent, refs *trip.Refs) (args []any) {
	bookings := in.WorkingMemory.Bookings
	if len(refs.Bookings) > 0 {
		list := make([]trip.Params, len(refs.Bookings))
		for i, at := range refs.Bookings {
			list[i] = describe.Booking(&bookings[at-1])
		}
		args = append(args, "bookings", list)
	}
	if refs.Booking > 0 {
		args = append(args, "booking", describe.Booking(&bookings[refs.Booking-1]))
	}
	return args
}

// terms describes what is refunded of each part of an option.
func (d *Describer) terms(bundleID string) []trip.Params {
	at := offers.RankOf(d.s.Next, bundleID)
	if at < 0 {
		return nil
	}
	f := d.s.factsOf(at)
	return termsOf(&f)
}

// option describes an option, nil when it is not on offer any more. A message and the choices of an ask tell the same
// ones.
func (d *Describer) option(ref *trip.OptionRef) trip.Params {
	for _, t := range d.told {
		if t.ref.BundleID == ref.BundleID && t.ref.Position == ref.Position {
			option := slices.Clone(t.option)
			label := slices.IndexFunc(option, func(p trip.Param) bool { return p.Name == "labels" })
			option[label].Value = ref.Labels
			return option
		}
	}
	option := d.s.describe(ref)
	if option != nil {
		d.told = append(d.told, told{ref, option})
	}
	return option
}
