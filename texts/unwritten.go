package texts

import (
	"cmp"
	"strings"
)

// unwritten says that a part of the trip stays as it is, though a message was to change it.
func unwritten(a Args) string {
	what, is := partName(a.Text("path")), dayText(a.Text("is"))
	switch a.Text("why") {
	case "was":
		return "I left " + what + " as it is" + behind(": ", is) + ". Say again what it shall be."
	case "gone":
		return "There is nothing to take back of " + what + "."
	case "value":
		return "I could not make out what you said of " + what + ", so it stays as it is" + behind(": ", is) + "."
	}
	return "I could not make one of the changes that you asked for. Say it another way."
}

// behind is a text with another one behind it, nothing where there is none.
func behind(text, what string) string {
	if what == "" {
		return ""
	}
	return text + what
}

// partNames is what the parts of a trip are called, by the end of their paths.
var partNames = map[string]string{
	"origin": "where you leave from", "destination": "where you go", "depart_date": "the day", "via": "where you change planes",
	"depart_between": "the days to choose from", "alternatives": "what you left open", "trip_type": "the kind of trip",
	"preferred_airlines": "the airlines", "excluded_airlines": "the airlines that you do not want",
	"excluded_connections": "where you do not want to change planes", "excluded_modes": "how you do not want to travel",
	"excluded_days": "the days on which you do not travel", "max_stops": "the number of stops", "star_min": "the stars",
	"max_price_per_night": "the price of a night", "budget_total": "the budget", "check_in": "the day of check-in",
	"check_out": "the day of check-out", "location_hint": "where the hotel is", "adults": "the number of adults",
	"children": "the number of children", "infants": "the number of infants", "transport_mode": "how you travel",
	"depart_time_window": "the time to leave", "arrive_time_window": "the time to land",
}

// partName is what a person calls the part of the trip at a path.
func partName(path string) string {
	end := path[strings.LastIndexByte(path, '.')+1:]
	name, _, _ := strings.Cut(end, "[")
	return cmp.Or(partNames[name], fieldName(name))
}

// fieldName calls a field that the engine has no words for by the end of its path: cost_center is the cost center.
func fieldName(path string) string {
	return "the " + strings.ReplaceAll(path[strings.LastIndexByte(path, '.')+1:], "_", " ")
}
