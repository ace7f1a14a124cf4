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
	add(childrenPath, k.asksForKids() && (c.has(class("no-kids")...) || c.hasWord(class("lack")) || c.does("nope", "0")))
	indifferent := c.has(class("indifference")...)
	budget := r.told("?any-budget", c)
	add(budgetPath, budget && k.Constraints.BudgetTotal.IsSet())
	add(nightlyPath, budget && k.Preferences.Hotel.MaxPricePerNight.IsSet())
	isLifted := r.deniesIn(c, "nonstop") || r.deniesIn(c, "direct") || r.deniesIn(c, "non stop")
	add(stopsPath, k.Preferences.Flight.MaxStops.Set && !r.hasNumber(c) && (isLifted ||
		c.has("stops", "stopovers", "layovers", "connections", "direct", "nonstop", "stopover", "layover") &&
			(indifferent || c.has(class("not-nonstop")...)) && !c.hasWord(class("lack"))))
	add(cabinPath, k.Preferences.Flight.Cabin != "" && (c.has("any class", "any cabin") || r.noCabin))
	add(starsPath, k.Preferences.Hotel.StarMin.Set && c.has("stars", "star", "any hotel", "hotel category") &&
		indifferent && !r.hasNumber(c))
	add(redEyePath, k.Preferences.Flight.AvoidRedEye != 0 && c.has("red eye", "overnight", "night flights") && indifferent)
	add(excludedPath, len(k.Itinerary.ExcludedDays) > 0 && c.has("any day", "any date", "all days", "every day"))
	return paths
}
