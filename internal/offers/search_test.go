package offers_test

import (
	"slices"
	"testing"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

func TestStayOccupancies(t *testing.T) {
	wish := trip.Some
	for _, c := range []struct {
		party trip.Travelers
		rooms trip.OptInt
		want  []int64
	}{
		{trip.Travelers{}, trip.OptInt{}, []int64{1}},
		{trip.Travelers{Infants: 2}, trip.OptInt{}, []int64{1}},
		{trip.Travelers{Adults: 1, Infants: 3}, trip.OptInt{}, []int64{1}},
		{trip.Travelers{Adults: 4}, trip.OptInt{}, []int64{4}},
		{trip.Travelers{Adults: 5}, trip.OptInt{}, []int64{4, 1}},
		{trip.Travelers{Adults: 6, Children: 3}, trip.OptInt{}, []int64{4, 4, 1}},
		{trip.Travelers{Adults: 5}, wish(3), []int64{2, 2, 1}},
		{trip.Travelers{Adults: 5}, wish(1), []int64{4, 1}},
		{trip.Travelers{Adults: 2}, wish(5), []int64{1, 1}},
		{trip.Travelers{}, wish(4), []int64{1}},
	} {
		if got := offers.StayOccupancies(&trip.Intent{Party: trip.Party{Travelers: c.party}}, trip.Stay{Rooms: c.rooms}); !slices.Equal(got, c.want) {
			t.Errorf("%+v in %+v rooms: got %v, want %v", c.party, c.rooms, got, c.want)
		}
	}
}
