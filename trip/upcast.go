package trip

import "slices"

// What older versions wrote is read as this one would have written it. No document says which form it has: a trip goes
// on under many versions, so that one log may hold all their forms. Each change of a form is therefore one small
// function, which knows the older form by what it lacks. They run when a document has been read, the oldest change
// first.
//
// Events, policies and catalogs have had one form so far: a member that came later has a default. What each version
// wrote is kept in fixtures/archive and gone on with by its test.

// intentUpcasts bring an intent to this version's form.
var intentUpcasts = []func(*Intent){keysForTexts, holdsKeepWhatWasShown}

// keysForTexts is for intents of before there were keys: their notes and assumptions are texts alone, which
// are their own meaning.
func keysForTexts(in *Intent) {
	s := &in.Status
	if len(s.AssumptionKeys) == 0 {
		s.AssumptionKeys = sentences(s.Assumptions)
	}
	if len(s.NoteKeys) == 0 {
		s.NoteKeys = sentences(s.Notes)
	}
}

// sentences makes messages of texts.
func sentences(texts []string) []Message {
	if len(texts) == 0 {
		return nil
	}
	out := make([]Message, len(texts))
	for i, text := range texts {
		out[i] = Sentence(text)
	}
	return out
}

// holdsKeepWhatWasShown is for holds of before they kept what was shown of them, and which trip made them: the offers
// of the plan said it, and what these cost before they were searched again stood beside them.
func holdsKeepWhatWasShown(in *Intent) {
	was := in.Turn.HeldPrices
	in.Turn.HeldPrices = nil
	isOld := func(h Hold) bool { return h.TripID == "" && h.Status == HoldHeld }
	if !slices.ContainsFunc(in.WorkingMemory.Holds, isOld) {
		return
	}
	holds := slices.Clone(in.WorkingMemory.Holds)
	for i := range holds {
		h := &holds[i]
		if !isOld(*h) {
			continue
		}
		h.TripID = in.TripID
		if !h.Shown.IsSet() {
			h.Shown = in.shownOf(h.ItemType, h.OptionID)
		}
		at := slices.IndexFunc(was, func(p HeldPrice) bool { return p.HoldID == h.HoldID })
		if at >= 0 && !h.TotalPrice.IsSet() {
			h.TotalPrice = was[at].Price
		}
	}
	in.WorkingMemory.Holds = holds
}

// shownOf describes an option that the searches of a plan found.
func (in *Intent) shownOf(kind, id string) Shown {
	w, l := &in.WorkingMemory, &in.Itinerary.Lodging
	for i := range w.FlightQuotes {
		for k := range w.FlightQuotes[i] {
			if o := w.FlightQuotes[i][k]; o.OptionID == id && kind != ItemHotel {
				return Shown{Flight: &o, Index: int64(i)}
			}
		}
	}
	for j := range w.HotelQuotes {
		for _, room := range w.HotelQuotes[j] {
			at := slices.IndexFunc(room, func(o HotelOption) bool { return o.OptionID == id })
			if at < 0 || kind == ItemFlight {
				continue
			}
			stay := BookedStay{Option: room[at], CheckIn: l.CheckIn, CheckOut: l.CheckOut}
			if j < len(l.Stays) {
				stay.CheckIn, stay.CheckOut = l.Stays[j].CheckIn, l.Stays[j].CheckOut
			}
			return Shown{Stay: &stay, Index: int64(j)}
		}
	}
	return Shown{}
}
