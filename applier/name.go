package applier

import (
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/trip"
)

// Name returns in with an id for every option and bundle that has none, as the results of the
// searches and the ranker get them (behaviour 1.4). It is for an intent that another system wrote.
func Name(in trip.Intent) trip.Intent {
	w := &in.WorkingMemory
	w.FlightQuotes = slices.Clone(w.FlightQuotes)
	for i := range w.FlightQuotes {
		w.FlightQuotes[i] = nameFlights(w.FlightQuotes[i], i)
	}
	w.HotelQuotes = slices.Clone(w.HotelQuotes)
	for j := range w.HotelQuotes {
		w.HotelQuotes[j] = nameHotels(w.HotelQuotes[j], j)
	}
	w.RankedBundles = nameBundles(w.RankedBundles)
	return in
}

// nameFlights gives the options of leg i that have no id one, in a copy if there are any.
// Rule: 1.4.ids-flight
func nameFlights(options trip.FlightQuotes, i int) trip.FlightQuotes {
	if !slices.ContainsFunc(options, func(o trip.FlightOption) bool { return o.OptionID == "" }) {
		return options
	}
	options = slices.Clone(options)
	for n := range options {
		if options[n].OptionID == "" {
			options[n].OptionID = "flt_seg" + strconv.Itoa(i) + "_" + strconv.Itoa(n)
		}
	}
	return options
}

// nameHotels does the same for the options of stay j, counted through its rooms.
func nameHotels(rooms trip.HotelQuotes, j int) trip.HotelQuotes {
	rooms = slices.Clone(rooms)
	n := 0
	for r, room := range rooms {
		rooms[r] = nameRoom(room, j, n)
		n += len(room)
	}
	return rooms
}

// nameRoom names the options of one room, of which the first is the n-th of stay j.
// Rule: 1.4.ids-hotel
func nameRoom(room []trip.HotelOption, j, n int) []trip.HotelOption {
	if !slices.ContainsFunc(room, func(o trip.HotelOption) bool { return o.OptionID == "" }) {
		return room
	}
	room = slices.Clone(room)
	for k := range room {
		if room[k].OptionID == "" {
			room[k].OptionID = "htl_stay" + strconv.Itoa(j) + "_" + strconv.Itoa(n+k)
		}
	}
	return room
}

func nameBundles(bundles []trip.Bundle) []trip.Bundle {
	if !slices.ContainsFunc(bundles, func(b trip.Bundle) bool { return b.BundleID == "" }) {
		return bundles
	}
	bundles = slices.Clone(bundles)
	for n := range bundles {
		if bundles[n].BundleID == "" {
			bundles[n].BundleID = "bundle_" + strconv.Itoa(n)
		}
	}
	return bundles
}
