package extract

import (
	"fmt"

	"github.com/legwork-go/legwork/trip"
)

// missing lists what quoting still needs after the patch (BEHAVIOUR 1.2), in its order.
func (a *assembly) missing() []string {
	list := []string{}
	add := func(absent bool, path string) {
		if absent {
			list = append(list, path)
		}
	}
	if a.scope.flight {
		a.missingLegs(add)
	}
	adults := a.r.known.Party.Travelers.Adults
	if t := a.patch.Travelers; t != nil && t.Adults != nil {
		adults = *t.Adults
	}
	add(adults < 1, "party.travelers.adults")
	if a.scope.stay {
		a.missingStay(add)
	}
	return list
}

func (a *assembly) missingLegs(add func(bool, string)) {
	k, t := a.r.known, &a.patch
	legs := max(len(k.Itinerary.Segments), len(t.Segments))
	if t.Origin != nil || t.Destination != nil || t.Dates != nil && t.Dates.DepartureDate != "" {
		legs = max(legs, 1)
	}
	if t.Dates != nil && t.Dates.ReturnDate != "" {
		legs = max(legs, 2)
	}
	add(legs == 0, "itinerary.segments")
	for i := range legs {
		var l knownLeg
		if i < len(k.Itinerary.Segments) {
			l = k.Itinerary.Segments[i]
		}
		a.patchLeg(i, &l)
		path := fmt.Sprintf("itinerary.segments[%d]", i)
		add(l.Origin.Code == "", path+".origin.code")
		add(l.Destination.Code == "", path+".destination.code")
		add(l.DepartDate == 0, path+".depart_date")
	}
}

// patchLeg lays the patch over leg i; the return leg of a round trip mirrors the first.
func (a *assembly) patchLeg(i int, l *knownLeg) {
	t := &a.patch
	lay := func(at *string, p *Place) {
		if p != nil && p.Code != "" {
			*at = p.Code
		}
	}
	if i < len(t.Segments) {
		lay(&l.Origin.Code, t.Segments[i].Origin)
		lay(&l.Destination.Code, t.Segments[i].Destination)
		l.DepartDate = laidDate(l.DepartDate, t.Segments[i].DepartDate)
	}
	multi := a.r.known.Itinerary.TripType == trip.MultiCity
	switch {
	case i == 0:
		lay(&l.Origin.Code, t.Origin)
		lay(&l.Destination.Code, t.Destination)
		if t.Dates != nil {
			l.DepartDate = laidDate(l.DepartDate, t.Dates.DepartureDate)
		}
	case i == 1 && !multi:
		lay(&l.Origin.Code, t.Destination)
		lay(&l.Destination.Code, t.Origin)
		first := a.r.known.leg()
		if l.Origin.Code == "" {
			l.Origin.Code = first.Destination.Code
		}
		if l.Destination.Code == "" {
			l.Destination.Code = first.Origin.Code
		}
		if t.Dates != nil {
			l.DepartDate = laidDate(l.DepartDate, t.Dates.ReturnDate)
		}
	}
}

func laidDate(old day, text string) day {
	if d, err := trip.ParseDate(text); err == nil {
		return day(d)
	}
	return old
}

func (a *assembly) missingStay(add func(bool, string)) {
	k, t := a.r.known, &a.patch
	stays := max(len(k.Itinerary.Lodging.Stays), len(t.Stays))
	if stays == 0 && a.scope.flight {
		old := k.stay()
		in, out := old.CheckIn, old.CheckOut
		if l := t.Lodging; l != nil {
			in, out = laidDate(in, l.CheckIn), laidDate(out, l.CheckOut)
		}
		if t.Dates != nil {
			if in == 0 {
				in = laidDate(in, t.Dates.DepartureDate)
			}
			if out == 0 {
				out = laidDate(out, t.Dates.ReturnDate)
			}
		}
		add(in == 0, "itinerary.lodging.check_in")
		add(out == 0, "itinerary.lodging.check_out")
		return
	}
	for j := range max(stays, 1) {
		var s knownStay
		if j < len(k.Itinerary.Lodging.Stays) {
			s = k.Itinerary.Lodging.Stays[j]
		}
		if j < len(t.Stays) {
			if t.Stays[j].LocationCode != "" {
				s.LocationCode = t.Stays[j].LocationCode
			}
			s.CheckIn, s.CheckOut = laidDate(s.CheckIn, t.Stays[j].CheckIn), laidDate(s.CheckOut, t.Stays[j].CheckOut)
		}
		path := fmt.Sprintf("itinerary.lodging.stays[%d]", j)
		add(s.LocationCode == "", path+".location_code")
		add(s.CheckIn == 0, path+".check_in")
		add(s.CheckOut == 0, path+".check_out")
	}
}
