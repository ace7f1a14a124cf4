package trip

import "github.com/legwork-go/legwork/internal/wire"

// Needs returns the hash of what the traveller requires: travellers, legs, lodging, preferences
// and constraints. Two intents with equal needs call for the same trip.
func (in *Intent) Needs() Hash {
	var buf [2048]byte
	b := appendTravelers(buf[:0], &in.Party.Travelers)
	for i := range in.Party.Births {
		b = in.Party.Births[i].appendTo(append(b, ' '))
	}
	b = append(b, '\n')
	itinerary, room := in.Itinerary, [4]Segment{} // room for most trips
	itinerary.Segments = room[:0]
	for _, s := range in.Itinerary.Segments {
		itinerary.Segments = append(itinerary.Segments, s.needs())
	}
	b = appendItinerary(b, &itinerary)
	b = append(b, '\n')
	b = appendPreferences(b, &in.Preferences)
	b = append(b, '\n')
	b = appendConstraints(b, &in.Constraints)
	return Hash(wire.Hash(b))
}

// AppendJSON appends the option as canonical JSON.
func (o *FlightOption) AppendJSON(dst []byte) []byte { return appendFlightOption(dst, o) }

// AppendJSON appends the option as canonical JSON.
func (o *HotelOption) AppendJSON(dst []byte) []byte { return appendHotelOption(dst, o) }

// AppendJSON appends the bundle as canonical JSON.
func (b *Bundle) AppendJSON(dst []byte) []byte { return appendBundle(dst, b) }

// Journey returns the hash of the legs and the nights.
func (in *Intent) Journey() Hash {
	b := appendLodging(nil, &in.Itinerary.Lodging)
	for _, s := range in.Itinerary.Segments {
		s = s.needs()
		b = appendSegment(append(b, '\n'), &s)
	}
	return Hash(wire.Hash(b))
}
