package reducer

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/reducer/internal/describe"
	"github.com/legwork-go/legwork/reducer/internal/tell"
	"github.com/legwork-go/legwork/trip"
)

// What is said of special requests (behaviour 5.7): that they are noted and not confirmed, that they are withdrawn, and
// how far they have come.

// echoRequests tells which requests a message brought, and which it took back.
func (s *step) echoRequests(before []trip.SpecialRequest) {
	now := s.Next.Requests
	if len(now)+len(before)+len(s.Reading.Requests) == 0 {
		return
	}
	if added := newIn(now, before); len(added) > 0 {
		s.Rule("5.7.noted")
		s.Say(messages.RequestNoted{
			Requests: describe.Requests(added), Asked: describe.Requests(s.askedAbout(added)), Passing: s.passing(),
		}.Message())
	}
	gone := newIn(before, now)
	if len(gone) > 0 && !s.asksFor(trip.ActStartOver) {
		s.Rule("5.7.withdrawn")
		passed := slices.DeleteFunc(slices.Clone(gone),
			func(r trip.SpecialRequest) bool {
				return r.Status == trip.SpecialNoted || r.Status == trip.SpecialRefused
			})
		s.Say(messages.RequestWithdrawn{
			Requests: describe.Requests(gone), Passed: describe.Requests(passed), Passing: s.passing(),
		}.Message())
	}
	if none := s.neverNoted(); len(none) > 0 && len(gone) == 0 {
		s.Rule("5.7.withdrawn")
		s.Say(messages.RequestNone{Texts: none}.Message())
	}
	if kept := newIn(now, newIn(now, before)); len(kept) > 0 && s.asksFor(trip.ActStartOver) {
		s.Rule("5.7.kept")
		s.Say(messages.RequestKept{Requests: describe.Requests(kept)}.Message())
	}
	var again []trip.SpecialRequest
	for i := range s.Reading.Requests {
		p := &s.Reading.Requests[i]
		at := slices.IndexFunc(now, func(r trip.SpecialRequest) bool { return p.ID != "" && r.ID == p.ID })
		if at >= 0 && !p.Withdrawn {
			again = append(again, now[at])
		}
	}
	if len(again) > 0 {
		s.Rule("5.7.once")
		s.Say(messages.RequestAgain{Requests: describe.Requests(again), Passing: s.passing()}.Message())
	}
}

// sameRequests reports whether two lists are of the same requests.
func sameRequests(a, b []trip.SpecialRequest) bool {
	return slices.EqualFunc(a, b, func(x, y trip.SpecialRequest) bool { return x.ID == y.ID })
}

// neverNoted returns the words of what the message does not want and nobody had asked for.
func (s *step) neverNoted() (out []string) {
	for i := range s.Reading.Requests {
		if p := &s.Reading.Requests[i]; p.Withdrawn && p.ID == "" && p.Text != "" {
			r := trip.SpecialRequest{Kind: trip.SpecialKindOf(p.Kind), Text: p.Text}
			out = append(out, tell.Shortened(r.Shown()))
		}
	}
	return out
}

// newIn returns the requests of a list that another one does not have.
func newIn(list, other []trip.SpecialRequest) []trip.SpecialRequest {
	return slices.DeleteFunc(slices.Clone(list), func(r trip.SpecialRequest) bool {
		return slices.ContainsFunc(other, func(o trip.SpecialRequest) bool { return o.ID == r.ID })
	})
}

// askedAbout returns the requests of which the message asked whether they can be had, which nobody here knows.
func (s *step) askedAbout(list []trip.SpecialRequest) []trip.SpecialRequest {
	return slices.DeleteFunc(slices.Clone(list), func(r trip.SpecialRequest) bool {
		return !slices.ContainsFunc(s.Reading.Requests,
			func(p trip.SpecialPatch) bool { return p.Asked && strings.TrimSpace(p.Text) == r.Text })
	})
}

// passing says how a request can still reach a supplier: of what is booked, by the person alone.
// Rule: 5.7.after-booking
func (s *step) passing() (p messages.Passing) {
	if b := s.booking().Confirmed(); b != nil && s.booking().Booked() && !s.booking().HoldsSomething() {
		p.Booked, p.Locator = true, &b.RecordLocator
	}
	return p
}
