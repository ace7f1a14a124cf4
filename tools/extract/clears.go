package extract

import "slices"

// The paths that a person takes back.
const (
	budgetPath   = "constraints.budget_total"
	nightlyPath  = "preferences.hotel.max_price_per_night"
	stopsPath    = "preferences.flight.max_stops"
	starsPath    = "preferences.hotel.star_min"
	cabinPath    = "preferences.flight.cabin"
	redEyePath   = "preferences.flight.avoid_red_eye"
	airlinesPath = "preferences.flight.preferred_airlines"
)

// without returns the patch without what a later message took back.
func (t TripPatch) without(clears []string) TripPatch {
	if t.Constraints == nil {
		return t
	}
	c := *t.Constraints
	for _, path := range clears {
		switch path {
		case budgetPath:
			c.BudgetTotal = nil
		case stopsPath:
			c.MaxStops = nil
		case redEyePath:
			c.AvoidRedEye = nil
		case airlinesPath:
			c.PreferredAirlines, t.Airline = nil, ""
		}
	}
	t.Constraints = &c
	return t
}

// clears lists the fields of the trip that the message takes back: "no budget limit", "any number of stops".
func (r *reading) clears() []string {
	var paths []string
	add := func(path string, set bool) {
		if set && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	c := r.whole()
	k := r.known
	add(childrenPath, k.asksForKids() && (c.has("none", "nobody", "zero", "no kids", "no children", "without", "just us",
		"only us", "just the two of us", "only the two of us", "alone") || c.does("no", "nope", "0")))
	indifferent := c.has(class("indifference")...)
	budget := r.freesBudget(c)
	add(budgetPath, budget && k.Constraints.BudgetTotal.IsSet())
	add(nightlyPath, budget && k.Preferences.Hotel.MaxPricePerNight.IsSet())
	add(stopsPath, k.Preferences.Flight.MaxStops.Set && !r.hasNumber(c) &&
		c.has("stops", "stopovers", "layovers", "connections", "direct", "nonstop", "stopover", "layover") &&
		(indifferent || c.has("doesnt have to be direct", "need not be direct", "not necessarily",
			"doesnt need to be direct")) && !c.has("without stops", "no stops", "without layovers"))
	add(cabinPath, k.Preferences.Flight.Cabin != "" &&
		c.has("business", "first class", "premium", "premium economy", "cabin", "class") &&
		c.has("forget", "drop", "no longer", "any class", "any cabin", "without", "skip", "dont need", "dont want"))
	add(starsPath, k.Preferences.Hotel.StarMin.Set && c.has("stars", "star", "any hotel", "hotel category") &&
		indifferent && !r.hasNumber(c))
	add(redEyePath, k.Preferences.Flight.AvoidRedEye != 0 && c.has("red eye", "overnight", "night flights") && indifferent)
	add(excludedPath, len(k.Itinerary.ExcludedDays) > 0 && c.has("any day", "any date", "all days", "every day"))
	return paths
}

// freesBudget reads that nothing limits what may be spent.
func (r *reading) freesBudget(c *clause) bool {
	isOwn := !c.has("budget airline", "budget airlines", "budget carrier", "budget carriers", "budget hotel", "budget hotels")
	return isOwn && c.has("no budget limit", "no budget", "money is no object", "no limit on", "no price limit",
		"price doesnt matter", "cost doesnt matter", "money doesnt matter", "no spending limit", "unlimited budget",
		"any price", "whatever it costs") ||
		c.has("budget") && c.has(class("indifference")...) && !r.hasNumber(c)
}
