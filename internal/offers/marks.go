package offers

import (
	"github.com/legwork-go/legwork/trip"
)

// FlightMark returns the hash that tells whether two flight searches are the same.
func FlightMark(a trip.FlightSearchArguments) trip.Hash {
	var buf [512]byte
	return trip.HashOf(trip.AppendArguments(buf[:0], &a))
}

// HotelMark returns the hash that tells whether two hotel searches are the same.
func HotelMark(a trip.HotelSearchArguments) trip.Hash {
	var buf [512]byte
	return trip.HashOf(trip.AppendArguments(buf[:0], &a))
}
