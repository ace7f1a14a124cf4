package tell

import (
	"slices"
	"testing"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

// What options without a flight cannot meet is no wish that is unmet; and what is in another currency is told by a rule.
func TestUnfit(t *testing.T) {
	t.Parallel()
	in := trip.NewIntent()
	in.Preferences.Flight.PreferredAirlines = []string{"Larkspur"}
	room := &trip.HotelOption{NightlyPrice: money(9000, "EUR")}
	stay := facts{bundle: &trip.Bundle{EstimatedTotal: money(9000, "EUR")}, hotels: []*trip.HotelOption{room}}
	told := func(s Teller) trip.Params {
		var m messages.PresentOptions
		s.tellUnfit(&m, []facts{stay})
		return m.Message().Params
	}
	none := messages.PresentOptions{}.Message()
	if got := told(deciding(&in)); len(got) != len(none.Params) {
		t.Errorf("without flights: %v", got)
	}
	for name, limit := range map[string]*trip.Money{
		"budget": &in.Constraints.BudgetTotal, "nightly": &in.Preferences.Hotel.MaxPricePerNight,
	} {
		*limit = money(10000, "USD")
		s := deciding(&in)
		if got := told(s); got.Get(name) == nil || !slices.Contains(s.D.Rules, "7.2.currency") {
			t.Errorf("%s: %v by %v", name, got, s.D.Rules)
		}
		*limit = trip.Money{}
	}
}
