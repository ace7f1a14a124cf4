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
	if o := in.WorkingMemory.Flight(h.OptionID); o != nil {
		return o.TotalPrice
	}
	if o := in.WorkingMemory.Hotel(h.OptionID); o != nil {
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
