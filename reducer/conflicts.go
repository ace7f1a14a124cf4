package reducer

import (
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/trip"
)

// maxSeated is how many people with a seat one booking may have.
const maxSeated = 9

// conflicts lists the contradictions of a trip (behaviour 6.4).
// Rule: 6.4.asked, 6.4.party
func conflicts(in *trip.Intent) []trip.Conflict {
	var out []trip.Conflict
	if in.Itinerary.TripType != trip.StayOnly {
		out = legConflicts(out, in)
	}
	if offers.NeedsLodging(in) && len(out) == 0 { // only legs without conflicts can be compared with the nights
		out = stayConflicts(out, in)
	}
	t := in.Party.Travelers
	if t.Infants > max(t.Adults, 1) {
		out = append(out, trip.Conflict{
			Code:  trip.InfantsWithoutLaps,
			About: []string{"party.travelers.infants", "party.travelers.adults"},
		})
	}
	if t.Adults+t.Children > maxSeated {
		out = append(out, trip.Conflict{
			Code:  trip.PartyTooLarge,
			About: []string{"party.travelers.adults", "party.travelers.children"},
		})
	}
	return out
}

// Rule: 6.4.return-before-departure, 6.4.legs-out-of-order, 6.4.same-place, 6.4.excluded-day
func legConflicts(out []trip.Conflict, in *trip.Intent) []trip.Conflict {
	legs, before := in.Itinerary.Segments, 0 // the last leg before that has a day
	for i := range legs {
		leg := &legs[i]
		if leg.Origin.Code != "" && leg.Origin.Code == leg.Destination.Code {
			out = append(out, trip.Conflict{Code: trip.SamePlace, About: []string{
				decision.Indexed("itinerary.segments", i, ".origin.code"),
				decision.Indexed("itinerary.segments", i, ".destination.code"),
			}})
		}
		if in.Itinerary.Excludes(leg.DepartDate) {
			out = append(out, trip.Conflict{
				Code: trip.ExcludedDay, Day: leg.DepartDate,
				About: []string{decision.Indexed("itinerary.segments", i, ".depart_date")},
			})
		}
		isInOrder := leg.DepartDate == 0 || leg.DepartDate >= legs[before].DepartDate
		last := before
		if leg.DepartDate != 0 {
			before = i
		}
		if isInOrder {
			continue
		}
		code := trip.LegsOutOfOrder
		if in.Itinerary.TripType == trip.RoundTrip {
			code = trip.ReturnBeforeDeparture
		}
		out = append(out, trip.Conflict{Code: code, About: []string{
			decision.Indexed("itinerary.segments", i, ".depart_date"),
			decision.Indexed("itinerary.segments", last, ".depart_date"),
		}})
	}
	return out
}

// Rule: 6.4.stay-meant, 6.4.stays-overlap
func stayConflicts(out []trip.Conflict, in *trip.Intent) []trip.Conflict {
	meant := in.Turn.MeantStays != "" && in.Turn.MeantStays == in.Journey()
	for j := range offers.StayCount(in) {
		stay := offers.StayAt(in, j)
		if !meant && isOutside(in, &stay) {
			out = append(out, trip.Conflict{Code: trip.StayOutsideTrip, About: stayPaths(in, j)})
		}
		for k := range j {
			other := offers.StayAt(in, k)
			if stay.CheckIn != 0 && other.CheckIn != 0 && stay.CheckIn < other.CheckOut && other.CheckIn < stay.CheckOut {
				out = append(out, trip.Conflict{Code: trip.StaysOverlap, About: append(stayPaths(in, k), stayPaths(in, j)...)})
			}
		}
	}
	return out
}

// isOutside reports whether a stay has a night before the journey begins, or after it has come back.
// Rule: 6.4.stay-outside-trip
func isOutside(in *trip.Intent, stay *trip.Stay) bool {
	legs := in.Itinerary.Segments
	if in.Itinerary.TripType == trip.StayOnly || len(legs) == 0 {
		return false
	}
	first, last := &legs[0], &legs[len(legs)-1]
	if stay.CheckIn != 0 && stay.CheckIn < first.DepartDate {
		return true
	}
	comesBack := len(legs) > 1 && last.Destination.Code != "" && last.Destination.Code == first.Origin.Code
	return comesBack && last.DepartDate != 0 && stay.CheckOut > last.DepartDate
}

// stayPaths returns the paths of the nights of a stay.
func stayPaths(in *trip.Intent, j int) []string {
	if len(in.Itinerary.Lodging.Stays) == 0 {
		return []string{"itinerary.lodging.check_in", "itinerary.lodging.check_out"}
	}
	return []string{
		decision.Indexed("itinerary.lodging.stays", j, ".check_in"),
		decision.Indexed("itinerary.lodging.stays", j, ".check_out"),
	}
}
