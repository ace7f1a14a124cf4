package reducer

import (
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// A booking is named by its locator and what was bought: the journey as the person called it, else its flights.
func TestBookedAs(t *testing.T) {
	t.Parallel()
	on, _ := trip.ParseDate("2026-05-04")
	legs := []trip.Segment{{Origin: trip.Place{Code: "JFK"}, Destination: trip.Place{Code: "LIS"}, DepartDate: on}}
	flights := []trip.FlightOption{{}, {Segments: []trip.FlightLeg{
		{From: "EWR", To: "BOS", DepartAt: "2026-05-05T18:30:00-04:00"}, {From: "BOS", To: "OPO", DepartAt: "2026-05-06T01:00:00-04:00"},
	}}}
	stays := []trip.BookedStay{{CheckIn: on}, {Option: trip.HotelOption{HotelName: "Casa"}, CheckIn: on}}
	for want, b := range map[string]trip.Booking{
		"QX": {},
		"QX (JFK to LIS on 2026-05-04; Casa from 2026-05-04)": {Legs: legs, Flights: flights, Stays: stays},
		"QX (EWR to OPO on 2026-05-05)":                       {Flights: flights},
		"QX (Casa from 2026-05-04)":                           {Stays: stays},
	} {
		b.RecordLocator = "QX"
		if got := bookedAs(&b); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
