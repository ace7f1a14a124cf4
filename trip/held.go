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
	return in.OfferPrice(h.OptionID)
}

// KeepPrices notes, in an intent that is the caller's own, what new holds cost that carry no price of
// their own and whose offers have changed, or are gone, since the call p asked for them: what was asked
// for is what is held.
func (in *Intent) KeepPrices(fresh []Hold, p *Pending) {
	for _, h := range fresh {
		i := slices.Index(p.Items, h.OptionID)
		if i < 0 || i >= len(p.Prices) || h.HoldID == "" || h.TotalPrice.IsSet() || in.HoldPrice(h) == p.Prices[i] {
			continue
		}
		in.Turn.HeldPrices = append(slices.Clip(in.Turn.HeldPrices), HeldPrice{HoldID: h.HoldID, Price: p.Prices[i]})
	}
}

// OfferPrice returns what an option that a search found costs; zero when none found it.
func (in *Intent) OfferPrice(option string) Money {
	if o := in.WorkingMemory.Flight(option); o != nil {
		return o.TotalPrice
	}
	if o := in.WorkingMemory.Hotel(option); o != nil {
		return o.TotalPrice
	}
	return Money{}
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
