package tell

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// searchedIn returns a currency that was named where the trip can be searched in it, else "".
func (s Teller) searchedIn(code string) string {
	if _, ok := s.HasCurrency(trip.Currency(code)); !ok {
		return ""
	}
	return code
}

// HasCurrency reports whether both searches can be priced in a currency, and then whether one must be asked for it.
func (s Teller) HasCurrency(wanted trip.Currency) (isAsked, ok bool) {
	for _, name := range []string{trip.ToolFlightSearch, trip.ToolHotelSearch} {
		t, _ := s.Catalog.Tool(name)
		if !slices.Contains(t.Currencies, string(wanted)) {
			return false, false
		}
		isAsked = isAsked || t.Currencies[0] != string(wanted)
	}
	return isAsked, true
}
