package offers

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

const (
	defaultStarMin = 3
	guestsPerRoom  = 4
)

// IsSearchedLeg reports whether leg i is searched for flights: other modes are not, and
// nothing is on a stay_only trip.
//
// Rule: 1.4.mode-other, 1.4.mode-never-blocks
func IsSearchedLeg(in *trip.Intent, i int) bool {
	return in.Itinerary.TripType != trip.StayOnly && i < len(in.Itinerary.Segments) && in.Itinerary.Segments[i].IsFlight()
}

// FlightSearch returns the search arguments of leg i, which must exist.
//
// Rule: 1.4.defaults-flight
func FlightSearch(in *trip.Intent, i int) trip.FlightSearchArguments {
	s, p := &in.Itinerary.Segments[i], &in.Preferences.Flight
	a := trip.FlightSearchArguments{
		Origin: s.Origin.Code, Destination: s.Destination.Code, DepartureDate: s.DepartDate,
		Travelers: TravelersOn(in, s.DepartDate), Cabin: p.Cabin, MaxStops: trip.DefaultMaxStops,
		AvoidRedEye: p.AvoidRedEye, PreferredAirlines: p.PreferredAirlines, Currency: in.Constraints.Searched,
		ResultLimit: trip.DefaultResultLimit, SegmentIndex: int64(i),
	}
	if a.Cabin == "" {
		a.Cabin = trip.DefaultCabin
	}
	if p.MaxStops.Set {
		a.MaxStops = p.MaxStops.Value
	}
	return a
}

// NeedsLodging reports whether the trip needs a place to sleep: it says so, or it is nothing else.
//
// Rule: 1.2.lodging-default, 1.2.no-lodging, 1.2.stay-only
func NeedsLodging(in *trip.Intent) bool {
	return in.Itinerary.Lodging.Needed || in.Itinerary.TripType == trip.StayOnly
}

// StayCount returns how many stays are searched: the explicit ones, else the one stay at the
// first leg's destination, none when lodging is not needed.
func StayCount(in *trip.Intent) int {
	switch {
	case !NeedsLodging(in):
		return 0
	case len(in.Itinerary.Lodging.Stays) > 0:
		return len(in.Itinerary.Lodging.Stays)
	default:
		return 1
	}
}

// StayAt returns stay j of StayCount; its place is empty when it is not known.
//
// Rule: 1.2.lodging-dates
func StayAt(in *trip.Intent, j int) trip.Stay {
	l := &in.Itinerary.Lodging
	if j < len(l.Stays) {
		return l.Stays[j]
	}
	s := trip.Stay{CheckIn: l.CheckIn, CheckOut: l.CheckOut, Rooms: l.Rooms, LocationHint: l.LocationHint}
	if len(in.Itinerary.Segments) > 0 {
		s.LocationCode = in.Itinerary.Segments[0].Destination.Code
	}
	return s
}

// HotelSearch returns the search arguments of stay j of StayCount.
//
// Rule: 1.4.defaults-hotel
func HotelSearch(in *trip.Intent, j int) trip.HotelSearchArguments {
	s, p := StayAt(in, j), &in.Preferences.Hotel
	a := trip.HotelSearchArguments{
		LocationCode: s.LocationCode, StartDate: s.CheckIn, EndDate: s.CheckOut,
		RoomOccupancies: StayOccupancies(in, s), StarMin: defaultStarMin,
		RefundableOnly: p.RefundableOnly, MaxPricePerNight: p.MaxPricePerNight, Currency: in.Constraints.Searched,
		ResultLimit: trip.DefaultResultLimit, StayIndex: int64(j),
	}
	if p.StarMin.Set {
		a.StarMin = p.StarMin.Value
	}
	return a
}

// StayOccupancies returns the guests of each room of a stay: its own number of rooms, else the
// lodging's, else as few rooms as hold everybody.
func StayOccupancies(in *trip.Intent, s trip.Stay) []int64 {
	return occupancies(in.Party.Travelers, WishedRooms(in, s))
}

// StayRooms returns how many rooms a stay has: the length of StayOccupancies.
func StayRooms(in *trip.Intent, s trip.Stay) int64 {
	return rooms(guests(in.Party.Travelers), WishedRooms(in, s))
}

// WishedRooms returns how many rooms were asked for at a stay, unset when nobody said.
func WishedRooms(in *trip.Intent, s trip.Stay) trip.OptInt {
	if s.Rooms.Set {
		return s.Rooms
	}
	return in.Itinerary.Lodging.Rooms
}

// occupancies spreads adults and children (infants not) over rooms of at most 4 guests. Without
// a wish the rooms are filled one after another (5 guests: 4 and 1); n wished rooms share the
// guests evenly, as far as each room gets one and none more than 4.
//
// Rule: 1.4.rooms-four
func occupancies(t trip.Travelers, wish trip.OptInt) []int64 {
	all := guests(t)
	out := make([]int64, rooms(all, wish))
	if n := int64(len(out)); n > leastRooms(all) {
		for i := range out {
			out[i] = all / n
			if int64(i) < all%n {
				out[i]++
			}
		}
		return out
	}
	for i := range out {
		out[i] = min(all, guestsPerRoom)
		all -= out[i]
	}
	return out
}

// guests counts who needs a bed; a trip of nobody is searched for one.
// Rule: 1.4.rooms-guests, 1.4.rooms-none
func guests(t trip.Travelers) int64 { return max(t.Adults+t.Children, 1) }

func leastRooms(guests int64) int64 { return (guests + guestsPerRoom - 1) / guestsPerRoom }

// rooms returns how many rooms are searched for guests with a wish.
func rooms(guests int64, wish trip.OptInt) int64 {
	least := leastRooms(guests)
	if !wish.Set || wish.Value <= least {
		return least
	}
	return min(wish.Value, guests)
}

// Legs returns the legs of a trip, none where it is for a stay only.
func Legs(in *trip.Intent) []trip.Segment {
	if in.Itinerary.TripType == trip.StayOnly {
		return nil
	}
	return in.Itinerary.Segments
}

// IsLodgingUnsaid reports whether the trip has no place to sleep because nobody has spoken of one.
// Rule: 7.1.no-hotel
func IsLodgingUnsaid(in *trip.Intent) bool {
	return !NeedsLodging(in) &&
		slices.ContainsFunc(in.Status.AssumptionKeys, func(m trip.Message) bool {
			return m.Key == trip.AssumeLodgingUnsaid
		})
}
