package assist

import "github.com/legwork-go/legwork/reducer/internal/decision"

// Machine is the assistant in one decision. Its state is trip.Assist, which stands in the turn.
type Machine struct{ decision.Step }
