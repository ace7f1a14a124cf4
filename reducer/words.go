package reducer

import (
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/trip"
)

// Words is a text of a model as a message to the traveller. Where it holds names of tools, which no person reads, the
// message says what they are called instead.
func Words(c catalog.Catalog, text string) trip.Message { return decision.Words(c, text) }
