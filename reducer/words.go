package reducer

import (
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/trip"
)

// Words makes a message to the traveller of a model's text. Names of tools in it are replaced by what a person calls
// the tools.
func Words(c catalog.Catalog, text string) trip.Message { return decision.Words(c, text) }
