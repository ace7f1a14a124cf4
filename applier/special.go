package applier

import (
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

// What is asked for beside the plan (behaviour 5.7).

// requests writes what the message asks for beside the plan: what is new, what was said in other words, and what is
// withdrawn. In other words it is another request, because an answer to the first is none to it.
// Rule: 5.7.noted, 5.7.once, 5.7.withdrawn
func (m *merge) requests() (notes []trip.Message) {
	list := slices.Clone(m.next.Requests)
	for i := range m.ex.Requests {
		p := &m.ex.Requests[i]
		at := requestAt(list, p)
		isSame := at >= 0 && (p.Text == "" || strings.EqualFold(list[at].Text, p.Text)) &&
			(p.For == "" || p.For == list[at].For)
		switch {
		case p.Withdrawn && at >= 0:
			withdrawFromBookings(m.next, list[at].ID)
			list = slices.Delete(list, at, at+1)
		case p.Withdrawn || isSame || strings.TrimSpace(p.Text) == "":
		case at >= 0:
			withdrawFromBookings(m.next, list[at].ID)
			list[at] = m.newRequest(list, p)
		case len(list) < trip.MaxRequests:
			list = append(list, m.newRequest(list, p))
		default:
			notes = append(notes, messages.NoteTooManyRequests())
		}
	}
	if len(m.ex.Requests) > 0 {
		m.next.Requests = append([]trip.SpecialRequest(nil), list...)
	}
	return notes
}

// newRequest makes a request with the next id of the trip, which nothing had before.
func (m *merge) newRequest(list []trip.SpecialRequest, p *trip.SpecialPatch) trip.SpecialRequest {
	n := &m.next.Turn.NotedRequests
	for i := range list { // an intent that another system wrote may have some
		if given, err := strconv.ParseInt(strings.TrimPrefix(list[i].ID, "r"), 10, 64); err == nil {
			*n = max(*n, given)
		}
	}
	*n++
	return trip.SpecialRequest{
		ID: "r" + strconv.FormatInt(*n, 10), Kind: trip.SpecialKindOf(p.Kind), Text: strings.TrimSpace(p.Text),
		For: strings.TrimSpace(p.For), Status: trip.SpecialNoted,
	}
}

// requestAt returns which request an extraction means, -1 when it is a new one: the one with its id, else the one in
// the same words. What is withdrawn without either is the only one of its kind.
func requestAt(list []trip.SpecialRequest, p *trip.SpecialPatch) int {
	if p.ID != "" {
		return slices.IndexFunc(list, func(r trip.SpecialRequest) bool { return r.ID == p.ID })
	}
	at := slices.IndexFunc(list, func(r trip.SpecialRequest) bool {
		return strings.EqualFold(r.Text, strings.TrimSpace(p.Text)) && r.For == strings.TrimSpace(p.For)
	})
	if at >= 0 || !p.Withdrawn {
		return at
	}
	isOfKind := func(r trip.SpecialRequest) bool { return string(r.Kind) == p.Kind }
	at = slices.IndexFunc(list, isOfKind)
	if at >= 0 && slices.ContainsFunc(list[at+1:], isOfKind) {
		return -1
	}
	return at
}

// withStatusOf returns requests of an earlier plan, those that still stand as they are by now.
func withStatusOf(was, now []trip.SpecialRequest) []trip.SpecialRequest {
	was = slices.Clone(was)
	for i := range was {
		at := slices.IndexFunc(now, func(r trip.SpecialRequest) bool { return r.ID == was[i].ID })
		if at >= 0 {
			was[i] = now[at]
		} else {
			was[i].Status = trip.SpecialNoted
		}
	}
	return was
}

// withdrawFromBookings notes in the bookings that a request which was passed on with them is withdrawn.
func withdrawFromBookings(in *trip.Intent, id string) {
	isIt := func(r trip.SpecialRequest) bool { return r.ID == id }
	bookings := slices.Clone(in.WorkingMemory.Bookings)
	for i := range bookings {
		if at := slices.IndexFunc(bookings[i].Requests, isIt); at >= 0 {
			bookings[i].Requests = slices.Clone(bookings[i].Requests)
			bookings[i].Requests[at].Withdrawn = true
		}
	}
	in.WorkingMemory.Bookings = bookings
}

// passedOn writes what became of the requests that a hold or a purchase passed on: they are asked, or what the supplier
// says.
// Rule: 5.7.asked, 5.7.answered
func passedOn(in *trip.Intent, p *trip.Pending, answers []trip.AnsweredRequest) {
	if len(p.Requests) == 0 {
		return
	}
	list := slices.Clone(in.Requests)
	for i := range list {
		r := &list[i]
		if !slices.Contains(p.Requests, r.ID) {
			continue
		}
		if r.Status == trip.SpecialNoted {
			r.Status = trip.SpecialAsked
		}
		for _, a := range answers {
			switch status := trip.SpecialStatus(a.Status); status {
			case trip.SpecialAsked, trip.SpecialConfirmed, trip.SpecialRefused:
				if a.ID == r.ID {
					r.Status = status
				}
			case trip.SpecialNoted:
			}
		}
	}
	in.Requests = list
}
