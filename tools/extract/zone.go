package extract

import (
	"time"

	"github.com/legwork-go/legwork/catalog"
)

// loadZone reads a zone from the embedded rules, so that "today" is the engine's today.
func loadZone(name string) (*time.Location, error) { return catalog.Catalog{}.Zone(name) }
