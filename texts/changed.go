package texts

import (
	"strconv"
	"strings"
)

// changedText tells what a message changed, from what to what.
func changedText(a Args) string {
	parts := changeTexts(a)
	if len(parts) == 0 {
		return a.say("change.noted")
	}
	return a.say("change.all", "changes", strings.Join(parts, ", "))
}

// lastChangeText tells what the last change of the plan was.
func lastChangeText(a Args) string {
	text := a.say("again.same")
	if parts := changeTexts(a); len(parts) > 0 {
		text = a.say("change.last", "changes", strings.Join(parts, ", "))
	}
	return strings.TrimSpace(text + " " + waitedFor(a))
}

// changeTexts tells changes, each in a few words.
func changeTexts(a Args) []string {
	return each(a.List("changes"), func(c Args) string {
		text := changeText(c)
		isPlain := c.Text("what") == "destination" && !c.Is("back") && // "Naples instead of Rome" says which leg
			c.Object("from").Text("code") != "" && c.Object("to").Text("code") != ""
		if n := c.Int("leg"); n > 1 && text != "" && !isPlain {
			way := ""
			if ends := c.Object("way"); ends.Object("to").Text("code") != "" {
				way = legText(ends, false)
			}
			text = c.say("change.of_leg", "text", text, "way", way)
		}
		return text
	})
}

func changeText(c Args) string {
	from, to := c.Object("from"), c.Object("to")
	switch c.Text("what") {
	case "origin":
		if placeText(to, true) == "" {
			return c.say("change.no_origin")
		}
		return c.say("way.from", "from", placeInstead(to, from))
	case "destination":
		if placeText(to, true) == "" {
			return c.say("change.no_destination")
		}
		return placeInstead(to, from)
	case "date":
		if c.Text("to") == "" {
			return c.say("change.no_day")
		}
		return c.instead(c.as("to", "day"), c.as("from", "day"))
	case "open_days":
		return c.instead(openDaysText(to), openDaysText(from))
	case "or_from":
		return c.say("way.from", "from", orText(from, c.List("to"), true))
	case "or_to":
		return orText(from, c.List("to"), true)
	case "nights":
		return c.instead(nightsRange(to), nightsRange(from))
	case "via":
		if to := c.List("to"); len(to) > 0 {
			return c.say("way.via", "places", placesText(to))
		}
		return c.say("change.not_via", "places", placesText(c.List("from")))
	case "excluded_days":
		if days := daysText(c.List("to")); days != "" {
			return c.say("plan.not_days", "days", days)
		}
		return c.say("change.any_day")
	case "route":
		return c.say("change.route", "legs", strings.Join(legTexts(c.List("to")), ", "))
	case "leg_added":
		return c.say("change.also", "leg", legText(to, true))
	case "leg_dropped":
		return c.say("plan.without", "what", legText(from, true))
	case "stay_added":
		return stayPlanText(to, true, true)
	case "stay_dropped":
		if place := stayPlace(from, false); place != "" {
			return c.say("change.no_hotel", "place", place)
		}
		return c.say("plan.no_hotel")
	case "stay":
		return stayChanged(c, from, to)
	case "travelers":
		if peopleText(to) == "" {
			return c.say("change.no_people")
		}
		return c.instead(peopleText(to), peopleText(from))
	case "ages":
		return c.say("change.ages", "n", strconv.Itoa(len(c.Texts("to"))), "ages", c.as("to", "and"))
	case "contact":
		return c.say("change.contact")
	case "own":
		field := c.as("path", "field")
		if c.Text("to") == "" {
			return c.say("plan.without", "what", field)
		}
		return c.instead(field+" "+c.Text("to"), c.Text("from"))
	}
	return wishText(c)
}

// placeInstead tells one place instead of another, or the one that was chosen of several. Two places that are called
// alike are told with their codes.
func placeInstead(to, from Args) string {
	is, was := placeText(to, true), placeText(from, true)
	switch {
	case to.Text("code") == from.Text("code") && is == was:
		return is
	case is == was:
		is, was = is+" "+to.Text("code"), was+" "+from.Text("code")
	}
	return to.instead(is, was)
}

// stayChanged tells a stay that differs in what a person sees: to say "1 room" where one was meant is no news. What
// was only completed is not said twice.
func stayChanged(c, from, to Args) string {
	was, is := stayPlanText(from, false, true), stayPlanText(to, false, true)
	switch {
	case was == is:
		return ""
	case stayWith(from, false, true, "") == stayWith(to, false, true, ""):
		return c.instead(c.in.plural(max(to.Int("rooms"), 1), "room"), c.in.plural(max(from.Int("rooms"), 1), "room"))
	case strings.HasPrefix(is, was+" "):
		return is
	case stayPlace(from, true) == stayPlace(to, true) && max(from.Int("rooms"), 1) == max(to.Int("rooms"), 1):
		if text := stayMoved(c, from, to); text != "" {
			return text
		}
	}
	return c.instead(is, strings.TrimPrefix(was, c.say("plan.hotel")+" "))
}

// stayMoved tells the one end of a stay that moved, "" where both did or one was not known.
func stayMoved(c, from, to Args) string {
	for _, end := range [...]struct{ moved, stays string }{{"check_in", "check_out"}, {"check_out", "check_in"}} {
		was, is := from.as(end.moved, "day"), to.as(end.moved, "day")
		if was != "" && is != "" && was != is && from.Text(end.stays) == to.Text(end.stays) {
			return c.say("change.hotel_"+end.moved, "place", stayPlace(to, false), "to", is, "from", was)
		}
	}
	return ""
}

// wishText tells how a wish changed.
func wishText(c Args) string {
	what := c.Text("what")
	switch what {
	case "mode":
		return c.instead(byMode(c.in, c.Text("to")), c.as("from", "word"))
	case "excluded":
		if out := excludedText(c.Object("to")); out != "" {
			return c.say("plan.without", "what", out)
		}
		return c.say("wish.too", "what", excludedText(c.Object("from")))
	case "max_stops":
		if c.Text("to") == "0" {
			return c.say("flight.nonstop")
		}
	case "currency":
		return c.say("wish.currency")
	case "refundable":
		if c.Is("to") {
			return c.say("wish.refundable")
		}
		return c.say("wish.refundable_or_not")
	case "avoid_red_eye":
		if c.Is("to") {
			return c.say("wish.red_eye")
		}
		return c.say("wish.red_eye_too")
	}
	to, from := wished(c, "to"), wished(c, "from")
	if to == "" {
		to = c.say("change.any_" + what)
	}
	if to == "" {
		return ""
	}
	return c.instead(to, from)
}

// wished tells a wish as it is, or as it was.
func wished(c Args, end string) string {
	switch c.Text("what") {
	case "window", "arrival":
		return timesText(c.Object(end))
	case "cabin":
		return c.as(end, "word")
	case "airlines":
		return strings.Join(c.Texts(end), ", ")
	case "max_stops":
		return c.in.stopsWord(c.Text(end))
	case "stars":
		return c.in.starsWord(c.Text(end))
	case "nightly":
		return c.in.atMost("wish.most_night", c.Text(end))
	case "budget":
		if end == "to" {
			return c.in.atMost("wish.most_all", c.Text(end))
		}
		return c.in.atMost("wish.most", c.Text(end))
	}
	return ""
}

// atMost says a phrase of a limit, "" where there is none.
func (l *language) atMost(phrase, limit string) string {
	if limit == "" {
		return ""
	}
	return l.say(phrase, "limit", l.money(limit))
}

func (l *language) stopsWord(n string) string {
	if _, ok := optionalInt(n); ok {
		return l.say("wish.stops", "n", n)
	}
	return ""
}

func (l *language) starsWord(n string) string {
	if _, ok := optionalInt(n); ok {
		return l.say("wish.stars", "n", n)
	}
	return ""
}

// instead tells something instead of something else.
func (a Args) instead(to, from string) string {
	if from == "" {
		return to
	}
	return a.say("change.instead", "to", to, "from", from)
}
