package booking

import "github.com/legwork-go/legwork/reducer/internal/decision"

// Machine is booking in one decision. Its state is trip.BookingState and, of the working memory, holds and bookings.
type Machine struct{ decision.Step }
