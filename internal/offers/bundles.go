package offers

import (
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/trip"
)

// RankOf returns where a bundle stands in the ranker's order, -1 when it is not on offer.
func RankOf(in *trip.Intent, id string) int {
	bundles := in.WorkingMemory.RankedBundles
	for i := range bundles { // a copy of each would cost more
		if bundles[i].BundleID == id {
			return i
		}
	}
	return -1
}

// Bundle returns the bundle on offer with this id, nil when there is none.
func Bundle(in *trip.Intent, id string) *trip.Bundle {
	if i := RankOf(in, id); i >= 0 {
		return &in.WorkingMemory.RankedBundles[i]
	}
	return nil
}

// Combine returns the bundle of some options, which is added to those on offer where the ranker has not made it.
func Combine(in *trip.Intent, flights, hotels []string) *trip.Bundle {
	w := &in.WorkingMemory
	for i := range w.RankedBundles {
		b := &w.RankedBundles[i]
		if slices.Equal(b.FlightOptionIDs, flights) && slices.Equal(b.HotelOptionIDs, hotels) {
			return b
		}
	}
	made := trip.Bundle{BundleID: "picked", FlightOptionIDs: flights, HotelOptionIDs: hotels}
	for n := 2; RankOf(in, made.BundleID) >= 0; n++ {
		made.BundleID = "picked_" + strconv.Itoa(n)
	}
	made.EstimatedTotal = BundleTotal(in, &made)
	w.RankedBundles = append(slices.Clip(w.RankedBundles[:min(len(w.RankedBundles), trip.MaxBundles-1)]), made)
	return &w.RankedBundles[len(w.RankedBundles)-1]
}

// Vary adds to those on offer the bundles that are like one but for the house of its only stay, where its flights are
// kept, or else but for the flight of one leg that is not kept. What is sold together is not taken apart.
func Vary(in *trip.Intent, of trip.Bundle, kept []string) {
	keeps := func(part string) bool { return slices.Contains(kept, part) }
	add := func(flights, hotels []string) {
		b := trip.Bundle{FlightOptionIDs: flights, HotelOptionIDs: hotels}
		isFull := len(in.WorkingMemory.RankedBundles) >= trip.MaxBundles
		if !isFull && BundleTotal(in, &b).IsSet() && !SplitsGroups(in, &b) {
			Combine(in, flights, hotels)
		}
	}
	if keeps(trip.PartFlight) {
		for _, hotels := range houses(in, &of) {
			add(of.FlightOptionIDs, hotels)
		}
		return
	}
	last := len(of.FlightOptionIDs) - 1
	for i, leg := range SearchedLegs(in)[:last+1] {
		if i == 0 && keeps(trip.PartOut) || i == last && keeps(trip.PartBack) {
			continue
		}
		for _, o := range in.WorkingMemory.FlightsAt(int64(leg)) {
			flights := slices.Clone(of.FlightOptionIDs)
			flights[i] = o.OptionID
			add(flights, of.HotelOptionIDs)
		}
	}
}

// houses returns for each house that has all rooms of a trip's only stay the cheapest option of every room.
func houses(in *trip.Intent, of *trip.Bundle) (out [][]string) {
	quotes := in.WorkingMemory.HotelQuotes
	if len(quotes) != 1 || len(quotes[0]) != len(of.HotelOptionIDs) || len(quotes[0]) == 0 {
		return nil
	}
	var names []string
	for _, o := range quotes[0][0] {
		if slices.Contains(names, o.HotelName) {
			continue
		}
		names = append(names, o.HotelName)
		ids := make([]string, 0, len(quotes[0]))
		for _, room := range quotes[0] {
			if id := cheapestIn(room, o.HotelName); id != "" {
				ids = append(ids, id)
			}
		}
		if len(ids) == len(quotes[0]) {
			out = append(out, ids)
		}
	}
	return out
}

func cheapestIn(room []trip.HotelOption, house string) (id string) {
	var least int64
	for i := range room {
		if o := &room[i]; o.HotelName == house && (id == "" || o.TotalPrice.Minor < least) {
			id, least = o.OptionID, o.TotalPrice.Minor
		}
	}
	return id
}
