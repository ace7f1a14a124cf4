package reducer

import (
	"github.com/legwork-go/legwork/reducer/internal/assist"
	"github.com/legwork-go/legwork/reducer/internal/booking"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/reducer/internal/search"
	"github.com/legwork-go/legwork/reducer/internal/tell"
	"github.com/legwork-go/legwork/trip"
)

// step is one decision while it is made, with what the dialogue alone wants to know of it.
type step struct {
	decision.Step
	eventTurn  int64
	old        *trip.Intent // room for the intent with the plan of before the message
	wanted     []string     // the parts of the option it chooses that the message wants to be held
	confirming bool         // the message confirms the summary that was shown
	declined   bool         // the message declines the summary that was shown
	approved   bool         // the message approves what waits
	replied    bool         // the message was about what waits, and is answered
}

// assistant is the machine that answers open requests.
func (s *step) assistant() assist.Machine { return assist.Machine{Step: s.Step} }

// booking is the machine that holds and buys.
func (s *step) booking() booking.Machine { return booking.Machine{Step: s.Step} }

// teller tells what is offered, held and booked.
func (s *step) teller() tell.Teller { return tell.Teller{Step: s.Step} }

// search is the machine that searches, checks and renews.
func (s *step) search() search.Machine { return search.Machine{Step: s.Step} }
