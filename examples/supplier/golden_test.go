package supplier

import (
	"testing"

	"github.com/legwork-go/legwork/legworktest"
)

func TestFlightIsBooked(t *testing.T) {
	legworktest.Clock(t, func(t *testing.T) {
		harbour, quay := newHarbour("harbour", 640_00), newHarbour("quay", 300_00)
		config, tools, err := (&Desk{Flights: harbour.supplier(), Rooms: quay.supplier()}).Tools()
		if err != nil {
			t.Fatal(err)
		}
		legworktest.Drive(t, config, tools, "Boston to Lisbon on June 3, one adult, no hotel", "the first",
			"yes, hold it", "+5m", "on USER_APPROVED_PURCHASE token card")
	})
}
