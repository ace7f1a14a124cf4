package trip

import "slices"

// Flight returns the flight option with this id that a search found, nil when there is none.
func (w *WorkingMemory) Flight(id string) *FlightOption {
	for i := range w.FlightQuotes {
		for k := range w.FlightQuotes[i] {
			if w.FlightQuotes[i][k].OptionID == id {
				return &w.FlightQuotes[i][k]
			}
		}
	}
	return nil
}

// Hotel returns the hotel option with this id that a search found, nil when there is none.
func (w *WorkingMemory) Hotel(id string) *HotelOption {
	for j := range w.HotelQuotes {
		for r := range w.HotelQuotes[j] {
			for k := range w.HotelQuotes[j][r] {
				if w.HotelQuotes[j][r][k].OptionID == id {
					return &w.HotelQuotes[j][r][k]
				}
			}
		}
	}
	return nil
}

// HoldPrice returns what a hold costs: its own price, else what its offer cost when it was held;
// zero when neither is known.
func (in *Intent) HoldPrice(h Hold) Money {
	if h.TotalPrice.IsSet() {
		return h.TotalPrice
	}
	if i := slices.IndexFunc(in.Turn.HeldPrices, func(p HeldPrice) bool { return p.HoldID == h.HoldID }); i >= 0 {
		return in.Turn.HeldPrices[i].Price
	}
	return in.WorkingMemory.OfferPrice(h.ItemType, h.OptionID)
}

// OfferPrice returns what an offer costs that a search found: a flight's, a hotel's, or of whichever has
// the id when the type is neither. It is zero when there is none.
func (w *WorkingMemory) OfferPrice(itemType, optionID string) Money {
	if itemType != ItemHotel {
		if o := w.Flight(optionID); o != nil {
			return o.TotalPrice
		}
	}
	if itemType != ItemFlight {
		if o := w.Hotel(optionID); o != nil {
			return o.TotalPrice
		}
	}
	return Money{}
}

// BundlePrices appends what the options of a bundle cost, flights first. known is false when no search
// found one of them. Searches may use the same ids, so an option is looked for where its place in the
// bundle says: the legs that are searched, the rooms of the stays.
func (in *Intent) BundlePrices(prices []Money, b *Bundle) (_ []Money, known bool) {
	w := &in.WorkingMemory
	from, leg := len(prices), 0
	for _, id := range b.FlightOptionIDs {
		for leg < len(w.FlightQuotes) && !in.IsSearchedLeg(leg) {
			leg++
		}
		prices = append(prices, flightPrice(w, leg, id))
		leg++
	}
	stay, room := 0, 0
	for _, id := range b.HotelOptionIDs {
		for stay < len(w.HotelQuotes) && room >= len(w.HotelQuotes[stay]) {
			stay, room = stay+1, 0
		}
		prices = append(prices, hotelPrice(w, stay, room, id))
		room++
	}
	return prices, !slices.ContainsFunc(prices[from:], func(p Money) bool { return !p.IsSet() })
}

func flightPrice(w *WorkingMemory, leg int, id string) Money {
	if leg < len(w.FlightQuotes) {
		if i := slices.IndexFunc(w.FlightQuotes[leg], func(o FlightOption) bool { return o.OptionID == id }); i >= 0 {
			return w.FlightQuotes[leg][i].TotalPrice
		}
	}
	return w.OfferPrice(ItemFlight, id)
}

func hotelPrice(w *WorkingMemory, stay, room int, id string) Money {
	if stay < len(w.HotelQuotes) && room < len(w.HotelQuotes[stay]) {
		options := w.HotelQuotes[stay][room]
		if i := slices.IndexFunc(options, func(o HotelOption) bool { return o.OptionID == id }); i >= 0 {
			return options[i].TotalPrice
		}
	}
	return w.OfferPrice(ItemHotel, id)
}

// RememberPrices notes, in an intent that is the caller's own, what the offers of the holds cost
// that carry no price of their own. It is called before offers are searched again: what is held
// still costs what it did. Prices of holds that are gone are forgotten.
func (in *Intent) RememberPrices() {
	var prices []HeldPrice
	for _, h := range in.WorkingMemory.Holds {
		if p := in.HoldPrice(h); h.HoldID != "" && !h.TotalPrice.IsSet() && p.IsSet() {
			prices = append(prices, HeldPrice{HoldID: h.HoldID, Price: p})
		}
	}
	in.Turn.HeldPrices = prices
}
