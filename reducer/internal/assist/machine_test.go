package assist

import (
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/words"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/trip"
)

// deciding is the assistant in a decision that is to be made.
func deciding(in *trip.Intent) Machine {
	policy := trip.DefaultPolicy()
	return Machine{Step: decision.Step{
		Policy: &policy, Catalog: catalog.Default(), Heard: new(words.Heard), Next: in, D: new(trip.Decision), Memo: new(decision.Memo),
	}}
}
