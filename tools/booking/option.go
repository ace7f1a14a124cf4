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
//   - Errors: invalid_arguments when it is not there, or only a part of what is sold together.
func findOption(in *trip.Intent, item holdItem) (option, error) {
	switch item.Type {
	case trip.ItemFlight:
		for i, list := range in.WorkingMemory.FlightQuotes {
			for j := range list {
				if list[j].OptionID == item.Option {
					return flightOption(in, item, i, &list[j])
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

// flightOption is the flight of an item, or a fare of several flights, for the price of them all.
func flightOption(in *trip.Intent, item holdItem, leg int, o *trip.FlightOption) (option, error) {
	facts := option{price: offer.Money(o.TotalPrice), searched: markAt(in.Turn.FlightMarks, leg)}
	if len(o.Segments) > 0 {
		facts.place = o.Segments[0].From
	}
	var fare []*trip.FlightOption
	if o.Group != "" {
		group := offers.GroupOn(in, o.Group)
		for i := range group {
			fare = append(fare, &group[i].Option)
			facts.searched = min(facts.searched, markAt(in.Turn.FlightMarks, int(group[i].Leg)))
		}
		facts.price = offer.Money(trip.GroupPrice(fare, o.Group))
	}
	if len(item.Others) != max(len(fare)-1, 0) || item.Group != o.Group {
		return option{}, errFare(item.Option)
	}
	for i := range item.Others {
		if fare[0].OptionID != item.Option || fare[i+1].OptionID != item.Others[i].Option {
			return option{}, errFare(item.Option)
		}
	}
	return facts, nil
}

func markAt(marks []trip.QuoteMark, i int) trip.Instant {
	if i < len(marks) {
		return marks[i].At
	}
	return 0
}
