package search

import (
	"github.com/legwork-go/legwork/reducer/internal/booking"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/reducer/internal/tell"
)

// Machine is the search in one decision. Its state is trip.SearchState and, of the working memory, quotes, bundles,
// what is selected and the risk report.
type Machine struct{ decision.Step }

// booking is the machine that holds and buys.
func (s Machine) booking() booking.Machine { return booking.Machine{Step: s.Step} }

// teller tells what is offered, held and booked.
func (s Machine) teller() tell.Teller { return tell.Teller{Step: s.Step} }
