package applier

import (
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/trip"
)

// Name returns in with an id for every option and bundle that has none, as the results of the
// searches and the ranker get them (BEHAVIOUR 1.4). It is for an intent that another system wrote.
func Name(in trip.Intent) trip.Intent {
	w := &in.WorkingMemory
	w.FlightQuotes = slices.Clone(w.FlightQuotes)
	for i := range w.FlightQuotes {
		w.FlightQuotes[i] = slices.Clone(w.FlightQuotes[i])
		nameFlights(w.FlightQuotes[i], i)
	}
	w.HotelQuotes = slices.Clone(w.HotelQuotes)
	for j := range w.HotelQuotes {
		w.HotelQuotes[j] = slices.Clone(w.HotelQuotes[j])
		for r := range w.HotelQuotes[j] {
			w.HotelQuotes[j][r] = slices.Clone(w.HotelQuotes[j][r])
		}
		nameHotels(w.HotelQuotes[j], j)
	}
	w.RankedBundles = slices.Clone(w.RankedBundles)
	nameBundles(w.RankedBundles)
	return in
}

// nameFlights gives the options of leg i that have no id one; the list is the caller's own.
func nameFlights(options trip.FlightQuotes, i int) {
	for n := range options {
		if options[n].OptionID == "" {
			options[n].OptionID = "flt_seg" + strconv.Itoa(i) + "_" + strconv.Itoa(n)
		}
	}
}

// nameHotels does the same for the options of stay j, counted through its rooms.
func nameHotels(rooms trip.HotelQuotes, j int) {
	n := 0
	for r := range rooms {
		for k := range rooms[r] {
			if rooms[r][k].OptionID == "" {
				rooms[r][k].OptionID = "htl_stay" + strconv.Itoa(j) + "_" + strconv.Itoa(n)
			}
			n++
		}
	}
}

func nameBundles(bundles []trip.Bundle) {
	for n := range bundles {
		if bundles[n].BundleID == "" {
			bundles[n].BundleID = "bundle_" + strconv.Itoa(n)
		}
	}
}
