package booking

import (
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/tools/internal/offer"
	"github.com/legwork-go/legwork/trip"
)

// option is what a hold has to know of an option.
type option struct {
	price    offer.Money
	searched trip.Instant // when it was offered; 0 when that is not known
	place    string       // where it is used: the airport of departure, or the place of the stay
}

// findOption looks an item up in the quotes of the intent. That is where an option id may come
// from, and nowhere else.
//
//   - Errors: invalid_arguments when it is not there.
func findOption(in *trip.Intent, item holdItem) (option, error) {
	switch item.Type {
	case trip.ItemFlight:
		for i, list := range in.WorkingMemory.FlightQuotes {
			for j := range list {
				if list[j].OptionID == item.Option {
					from := ""
					if segments := list[j].Segments; len(segments) > 0 {
						from = segments[0].From
					}
					return option{offer.Money(list[j].TotalPrice), markAt(in.Turn.FlightMarks, i), from}, nil
				}
			}
		}
	case trip.ItemHotel:
		for i, rooms := range in.WorkingMemory.HotelQuotes {
			for _, list := range rooms {
				for j := range list {
					if list[j].OptionID == item.Option {
						at := offers.StayAt(in, i).LocationCode
						return option{offer.Money(list[j].TotalPrice), markAt(in.Turn.HotelMarks, i), at}, nil
					}
				}
			}
		}
	}
	return option{}, errOption(item.Option)
}

func markAt(marks []trip.QuoteMark, i int) trip.Instant {
	if i < len(marks) {
		return marks[i].At
	}
	return 0
}
