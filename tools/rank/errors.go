package rank

import (
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// errCurrencies is returned when no currency is offered for every leg and room.
func errCurrencies() error {
	return tools.Failure(trip.ClassPermanent, "rank: the offers have no currency in common, so there is no total")
}
