package sandbox

import (
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/internal/offer"
	"github.com/legwork-go/legwork/trip"
)

// Return fares: a flight out and a flight back that are sold together, for less than each costs alone.
const (
	maxReturnFares    = 3
	returnFarePermille = 850
	legsOfAReturn      = 2
)

// withReturnFares puts before the flights of a leg those that are sold together with one of the other leg, where the
// trip goes there and back. Both searches find the same fares: they are made of the trip, and not of the search.
func (s *shop) withReturnFares(q *flightQuery, req tools.Request, alone []offer.Flight) []offer.Flight {
	in := &req.Intent
	legs := in.Itinerary.Segments
	if !s.ReturnFares || len(legs) != legsOfAReturn || q.Segment < 0 || q.Segment >= legsOfAReturn ||
		!offers.IsSearchedLeg(in, 0) || !offers.IsSearchedLeg(in, 1) ||
		legs[0].Origin.Code != legs[1].Destination.Code || legs[0].Destination.Code != legs[1].Origin.Code {
		return alone
	}
	var lists [legsOfAReturn][]offer.Flight
	for i := range lists {
		leg := queryOf(offers.FlightSearch(in, i))
		if leg.check() != nil {
			return alone
		}
		leg.prices, leg.locale = q.prices, q.locale
		lists[i] = s.flights(leg, req.At)
	}
	var fares []offer.Flight
	for k := range min(maxReturnFares, len(lists[0]), len(lists[1])) {
		pair := [legsOfAReturn]offer.Flight{lists[0][k], lists[1][k]}
		group := "fare_" + s.about("return", pair[0].OptionID, pair[1].OptionID).Name()
		var price trip.Money
		for i := range pair {
			pair[i].OptionID += "_return"
			pair[i].TotalPrice.Minor = permille(pair[i].TotalPrice.Minor, returnFarePermille)
			price, _ = price.Add(trip.Money(pair[i].TotalPrice)) // of two prices in one currency
		}
		fare := pair[q.Segment]
		fare.Group, fare.GroupPrice = group, offer.Money(price)
		fares = append(fares, fare)
	}
	return append(fares, alone...)[:min(int64(len(fares)+len(alone)), *q.Limit)]
}

// queryOf is a search as a query.
func queryOf(a trip.FlightSearchArguments) *flightQuery {
	q := &flightQuery{
		Origin: a.Origin, Destination: a.Destination, Date: a.DepartureDate.String(), Cabin: a.Cabin, MaxStops: &a.MaxStops,
		AvoidRedEye: a.AvoidRedEye == trip.True, Preferred: a.PreferredAirlines, Currency: a.Currency,
		Limit: &a.ResultLimit, Segment: a.SegmentIndex,
	}
	q.Travelers.Adults = a.Travelers.Adults
	q.Travelers.Children, q.Travelers.Infants = a.Travelers.Children, a.Travelers.Infants
	return q
}
