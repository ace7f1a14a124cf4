package reducer

import (
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/reducer/internal/tell"
	"github.com/legwork-go/legwork/trip"
)

// ShownBundles is how many bundles are listed at a time.
const ShownBundles = tell.ShownBundles

// Words makes a message to the traveller of a model's text. Names of tools in it are replaced by what a person calls
// the tools.
func Words(c catalog.Catalog, text string) trip.Message { return decision.Words(c, text) }

// Describer describes what messages and choices name by reference, of the intent that a decision led to: Message a
// message, Describe the parameters of anything else.
type Describer = tell.Describer

// NewDescriber returns a describer of an intent.
func NewDescriber(in *trip.Intent) *Describer { return tell.NewDescriber(in) }

// AskApproval returns the ask for the approval of what an intent holds at a time, with what it names described; nil
// when nothing is held.
func AskApproval(in *trip.Intent, at trip.Instant) *trip.Ask { return tell.AskApproval(in, at) }
