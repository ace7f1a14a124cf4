package extract

import "slices"

// clears lists the fields of the trip that the message takes back: "no budget limit", "any number of stops".
func (r *reading) clears() []string {
	var paths []string
	add := func(path string, set bool) {
		if set && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	c := r.clause(0, len(r.toks))
	k := r.known
	indifferent := c.has("doesnt matter", "dont care", "dont mind", "not important", "forget", "drop", "ignore", "no longer", "is fine", "are fine", "is ok", "are ok", "is okay", "are okay", "any", "no limit", "remove", "without")
	budget := c.has("no budget limit", "no budget", "money is no object", "no limit on", "no price limit", "price doesnt matter", "cost doesnt matter", "money doesnt matter", "no spending limit", "unlimited budget", "any price", "whatever it costs") ||
		c.has("budget") && indifferent && !r.hasNumber(&c)
	add("constraints.budget_total", budget && k.Constraints.BudgetTotal.IsSet())
	add("preferences.hotel.max_price_per_night", budget && k.Preferences.Hotel.MaxPricePerNight.IsSet())
	add("preferences.flight.max_stops", k.Preferences.Flight.MaxStops.Set && !r.hasNumber(&c) && c.has("stops", "stopovers", "layovers", "connections", "direct", "nonstop", "stopover", "layover") &&
		(indifferent || c.has("doesnt have to be direct", "need not be direct", "not necessarily", "doesnt need to be direct")) && !c.has("without stops", "no stops", "without layovers"))
	add("preferences.hotel.star_min", k.Preferences.Hotel.StarMin.Set && c.has("stars", "star", "any hotel", "hotel category") && indifferent && !r.hasNumber(&c))
	add("preferences.flight.avoid_red_eye", k.Preferences.Flight.AvoidRedEye != 0 && c.has("red eye", "overnight", "night flights") && indifferent)
	return paths
}
