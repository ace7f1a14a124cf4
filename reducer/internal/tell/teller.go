package tell

import (
	"github.com/legwork-go/legwork/reducer/internal/booking"
	"github.com/legwork-go/legwork/reducer/internal/decision"
)

// Teller tells of the intent of one decision. What was shown last and what is asked stand in trip.DialogueState.
type Teller struct{ decision.Step }

func (s Teller) booking() booking.Machine { return booking.Machine{Step: s.Step} }
