package offers

import (
	"slices"
	"strings"

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

// BundleOf returns the bundle on offer of these options, nil when there is none.
func BundleOf(in *trip.Intent, flights, hotels []string) *trip.Bundle {
	bundles := in.WorkingMemory.RankedBundles
	for i := range bundles {
		if slices.Equal(bundles[i].FlightOptionIDs, flights) && slices.Equal(bundles[i].HotelOptionIDs, hotels) {
			return &bundles[i]
		}
	}
	return nil
}

// varied begins the ids of the bundles that Vary makes; the rest is a digest of their options, so that an id never
// means others.
const varied = "like:"

// Vary puts on offer the bundles that are like one but for the house of its only stay, where its flights are kept, or
// else but for the flight of one leg that is not kept, and what is sold together with it. What it made before goes,
// unless it is shown or picked.
// Rule: 6.1.sort-kept-made
func Vary(in *trip.Intent, of trip.Bundle, kept []string) {
	w, t := &in.WorkingMemory, &in.Turn
	w.RankedBundles = slices.DeleteFunc(slices.Clone(w.RankedBundles), func(b trip.Bundle) bool {
		isNamed := slices.Contains([]string{of.BundleID, w.Selected.BundleID, t.Focus}, b.BundleID)
		return strings.HasPrefix(b.BundleID, varied) && !isNamed && !slices.Contains(t.Shown, b.BundleID)
	})
	keeps := func(part string) bool { return slices.Contains(kept, part) }
	if keeps(trip.PartFlight) {
		for _, hotels := range otherHouses(in, &of) {
			offer(in, of.FlightOptionIDs, hotels)
		}
		return
	}
	legs := SearchedLegs(in)
	if len(legs) != len(of.FlightOptionIDs) { // of a ranker that counts otherwise
		return
	}
	for i, leg := range legs {
		if i == 0 && keeps(trip.PartOut) || i == len(legs)-1 && keeps(trip.PartBack) {
			continue
		}
		for _, o := range w.FlightsAt(int64(leg)) {
			flights := slices.Clone(of.FlightOptionIDs)
			flights[i] = o.OptionID
			if o.Group != "" {
				for _, p := range GroupOn(in, o.Group) {
					flights[slices.Index(legs, int(p.Leg))] = p.Option.OptionID
				}
			}
			offer(in, flights, of.HotelOptionIDs)
		}
	}
}

// offer adds a bundle whose options all have a price, and that takes no group apart, while there is room for it.
func offer(in *trip.Intent, flights, hotels []string) {
	w := &in.WorkingMemory
	b := trip.Bundle{FlightOptionIDs: flights, HotelOptionIDs: hotels}
	if len(w.RankedBundles) >= trip.MaxBundles || BundleOf(in, flights, hotels) != nil {
		return
	}
	if _, known := BundlePrices(in, nil, &b); !known || SplitsGroups(in, &b) {
		return
	}
	options := slices.Concat(flights, []string{""}, hotels)
	b.BundleID = varied + string(trip.HashOf([]byte(strings.Join(options, "\x00"))))
	b.EstimatedTotal = BundleTotal(in, &b)
	w.RankedBundles = append(slices.Clip(w.RankedBundles), b)
}

// otherHouses returns, for each house but that of a bundle that has all rooms of a trip's only stay, the cheapest
// option of every room.
func otherHouses(in *trip.Intent, of *trip.Bundle) (out [][]string) {
	quotes := in.WorkingMemory.HotelQuotes
	if len(quotes) != 1 || len(quotes[0]) != len(of.HotelOptionIDs) || len(quotes[0]) == 0 {
		return nil
	}
	names := []string{houseOf(quotes[0][0], of.HotelOptionIDs[0])}
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

func houseOf(room []trip.HotelOption, id string) string {
	for i := range room {
		if room[i].OptionID == id {
			return room[i].HotelName
		}
	}
	return ""
}

// cheapestIn returns the cheapest room of a house, among those with a price in the currency of the first.
func cheapestIn(room []trip.HotelOption, house string) (id string) {
	var least trip.Money
	for i := range room {
		o := &room[i]
		isCheaper := o.TotalPrice.Currency == least.Currency && o.TotalPrice.Minor < least.Minor
		if o.HotelName == house && (id == "" || isCheaper) {
			id, least = o.OptionID, o.TotalPrice
		}
	}
	return id
}
