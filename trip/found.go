package trip

// What the searches found, by id and by what it is for.

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

// FlightsAt returns the options of a leg, none where it has none.
func (w *WorkingMemory) FlightsAt(leg int64) FlightQuotes {
	if leg < 0 || leg >= int64(len(w.FlightQuotes)) {
		return nil
	}
	return w.FlightQuotes[leg]
}

// RoomsAt returns the options of a room of a stay, none where it has none.
func (w *WorkingMemory) RoomsAt(stay, room int64) []HotelOption {
	if stay < 0 || stay >= int64(len(w.HotelQuotes)) || room < 0 || room >= int64(len(w.HotelQuotes[stay])) {
		return nil
	}
	return w.HotelQuotes[stay][room]
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
