package offers

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// AskedPrice returns what an option of a hold that a call asked for cost then, else what its offer costs
// now; zero when neither is known.
func AskedPrice(in *trip.Intent, p *trip.Pending, itemType, optionID string) trip.Money {
	if asked := offered(p, optionID); asked.IsSet() {
		return asked
	}
	return OfferPrice(&in.WorkingMemory, itemType, optionID)
}

// offered returns what an option cost when the call asked to hold it; zero when that is not known.
func offered(p *trip.Pending, optionID string) trip.Money {
	if i := slices.Index(p.Items, optionID); i >= 0 && i < len(p.Shown) {
		return p.Shown[i].Price()
	}
	return trip.Money{}
}

// OfferPrice returns what an offer costs that a search found: a flight's, a hotel's, or of whichever has
// the id when the type is neither. It is zero when there is none.
func OfferPrice(w *trip.WorkingMemory, itemType, optionID string) trip.Money {
	if itemType != trip.ItemHotel {
		if o := w.Flight(optionID); o != nil {
			return o.TotalPrice
		}
	}
	if itemType != trip.ItemFlight {
		if o := w.Hotel(optionID); o != nil {
			return o.TotalPrice
		}
	}
	return trip.Money{}
}

// BundlePrices appends what the options of a bundle cost, flights first; what is sold together has one price. known is
// false when no search found one of them. Searches may use the same ids, so an option is looked for where its place in
// the bundle says: the legs that are searched, the rooms of the stays.
func BundlePrices(in *trip.Intent, prices []trip.Money, b *trip.Bundle) (_ []trip.Money, known bool) {
	w := &in.WorkingMemory
	from := len(prices)
	var found [8]*trip.FlightOption
	flights := appendFlights(in, found[:0], b.FlightOptionIDs)
	for i, o := range flights {
		switch {
		case o == nil:
			prices = append(prices, trip.Money{})
		case o.Group == "":
			prices = append(prices, o.TotalPrice)
		case isNewGroup(flights[:i], o.Group):
			prices = append(prices, trip.GroupPrice(flights, o.Group))
		}
	}
	stay, room := 0, 0
	for _, id := range b.HotelOptionIDs {
		for stay < len(w.HotelQuotes) && room >= len(w.HotelQuotes[stay]) {
			stay, room = stay+1, 0
		}
		prices = append(prices, hotelPrice(w, stay, room, id))
		room++
	}
	return prices, !slices.ContainsFunc(prices[from:], func(p trip.Money) bool { return !p.IsSet() })
}

// BundleTotal adds up what the options of a bundle cost. It is absent where they have no common currency, or the price
// of one is not known.
//
// Rule: 5.1.totals-mixed
func BundleTotal(in *trip.Intent, b *trip.Bundle) (sum trip.Money) {
	var room [8]trip.Money // for the options of most bundles
	prices, known := BundlePrices(in, room[:0], b)
	for _, p := range prices {
		var ok bool
		if sum, ok = sum.Add(p); !ok || !known {
			return trip.Money{}
		}
	}
	return sum
}

func hotelPrice(w *trip.WorkingMemory, stay, room int, id string) trip.Money {
	if stay < len(w.HotelQuotes) && room < len(w.HotelQuotes[stay]) {
		options := w.HotelQuotes[stay][room]
		if i := slices.IndexFunc(options, func(o trip.HotelOption) bool { return o.OptionID == id }); i >= 0 {
			return options[i].TotalPrice
		}
	}
	return OfferPrice(w, trip.ItemHotel, id)
}
