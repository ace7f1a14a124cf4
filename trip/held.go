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

// LapseHolds marks, in an intent that is the caller's own, the holds that had ended by an instant.
func (in *Intent) LapseHolds(by Instant) {
	lapsed := func(h Hold) bool { return h.Status == HoldHeld && h.ExpiresAt != 0 && h.ExpiresAt <= by }
	if !slices.ContainsFunc(in.WorkingMemory.Holds, lapsed) {
		return
	}
	holds := slices.Clone(in.WorkingMemory.Holds)
	for i := range holds {
		if lapsed(holds[i]) {
			holds[i].Status = HoldLapsed
		}
	}
	in.WorkingMemory.Holds = holds
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

// KeepPrices notes, in an intent that is the caller's own, what new holds cost that carry no price of
// their own and whose offers have changed, or are gone, since the call p asked for them: what was asked
// for is what is held.
//
// Rule: 1.5.hold-offered
func (in *Intent) KeepPrices(fresh []Hold, p *Pending) {
	for _, h := range fresh {
		asked := p.offered(h.OptionID)
		if !asked.IsSet() || h.HoldID == "" || h.TotalPrice.IsSet() || in.HoldPrice(h) == asked {
			continue
		}
		in.Turn.HeldPrices = append(slices.Clip(in.Turn.HeldPrices), HeldPrice{HoldID: h.HoldID, Price: asked})
	}
}

// AskedPrice returns what an option of a hold that a call asked for cost then, else what its offer costs
// now; zero when neither is known.
func (in *Intent) AskedPrice(p *Pending, itemType, optionID string) Money {
	if asked := p.offered(optionID); asked.IsSet() {
		return asked
	}
	return in.WorkingMemory.OfferPrice(itemType, optionID)
}

// offered returns what an option cost when the call asked to hold it; zero when that is not known.
func (p *Pending) offered(optionID string) Money {
	if i := slices.Index(p.Items, optionID); i >= 0 && i < len(p.Prices) {
		return p.Prices[i]
	}
	return Money{}
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
