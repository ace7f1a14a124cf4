package texts

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/legwork-go/legwork/trip"
)

// planText tells a whole trip in one line. With countries it is what was understood.
func planText(p Args, understood bool) string {
	parts := make([]string, 0, 16)
	legs, stays := p.List("legs"), p.List("stays")
	switch {
	case len(legs) == 2 && samePlaces(legs):
		parts = append(parts, legText(legs[0], understood))
		if day := cmp.Or(legs[1].as("date", "day"), openDaysText(legs[1])); day != "" {
			parts = append(parts, p.say("way.back", "day", day)+modeText(legs[1])+wayText(legs[1]))
		}
	default:
		parts = append(parts, each(legs, func(l Args) string { return legText(l, understood) })...)
	}
	people := peopleText(p.Object("travelers"))
	if p.Has("ages") {
		people += " " + p.say("plan.aged")
	}
	parts = append(parts, nightsRange(p.Object("nights")), people)
	for _, s := range stays {
		text := stayPlanText(s, understood, len(legs) == 0 || len(stays) > 1)
		if text != p.say("plan.hotel") || len(legs) > 0 {
			parts = append(parts, text)
		}
	}
	if understood && len(stays) == 0 && len(legs) > 0 && !p.Is("lodging_unsaid") {
		parts = append(parts, p.say("plan.no_hotel"))
	}
	if understood {
		parts = append(append(parts, p.as("cabin", "word")), wishTexts(p)...)
	}
	if text := commas(parts...); text != "" {
		return capital(text)
	}
	return p.say("plan.nothing")
}

// wishTexts tells what else was asked for.
func wishTexts(p Args) []string {
	stops := p.in.stopsWord(p.Text("max_stops"))
	if p.Text("max_stops") == "0" {
		stops = p.say("flight.nonstop")
	}
	flag := func(name, phrase string) string {
		if !p.Is(name) {
			return ""
		}
		return p.say(phrase)
	}
	budget := ""
	if p.Has("budget") {
		budget = p.say("plan.budget")
	}
	without := excludedText(p.Object("excluded"))
	if without != "" {
		without = p.say("plan.without", "what", without)
	}
	days := daysText(p.List("excluded_days"))
	if days != "" {
		days = p.say("plan.not_days", "days", days)
	}
	return []string{
		strings.Join(p.Texts("airlines"), p.in.or), without, days, stops, flag("avoid_red_eye", "wish.red_eye"),
		p.in.starsWord(p.Text("stars")), p.in.atMost("wish.most_night", p.Text("nightly")),
		flag("refundable", "wish.refundable"), budget, flag("contact", "change.contact"),
	}
}

// excludedText tells what is not wanted.
func excludedText(p Args) string {
	return strings.Join(slices.Concat(p.Texts("airlines"),
		each(p.List("at"), func(at Args) string { return at.say("plan.changing", "place", placeText(at, false)) }),
		each(p.Texts("modes"), func(mode string) string {
			return p.say("plan.going_by", "mode", byMode(p.in, mode))
		})), p.in.or)
}

// samePlaces reports whether the second of two legs goes back, as far as their places are known.
func samePlaces(legs []Args) bool {
	name := func(i int, end string) string {
		place := legs[i].Object(end)
		return cmp.Or(place.Text("code"), placeText(place, false))
	}
	return name(0, "from") == name(1, "to") && name(0, "to") == name(1, "from")
}

func legTexts(legs []Args) []string {
	return each(legs, func(l Args) string { return legText(l, false) })
}

func legText(l Args, understood bool) string {
	from := orText(l.Object("from"), l.List("or_from"), understood)
	to := orText(l.Object("to"), l.List("or_to"), understood)
	text := ""
	switch {
	case from != "" && to != "":
		text = l.say("way", "from", from, "to", to)
	case to != "":
		text = l.say("way.to", "to", to)
	case from != "":
		text = l.say("way.from", "from", from)
	}
	return commas(text, cmp.Or(l.as("date", "day"), openDaysText(l))) + modeText(l) + wayText(l)
}

// wayText says at what times, and by which way, the person wants to fly on a leg.
func wayText(l Args) (text string) {
	for _, wish := range [...]string{timesText(l.Object("leaves")), timesText(l.Object("lands")), viaText(l)} {
		if wish != "" {
			text += " " + wish
		}
	}
	return text
}

// timesText says when a leg shall leave or land.
func timesText(w Args) string {
	hours := hoursText(w)
	switch {
	case hours == "":
		return ""
	case w.Is("lands"):
		return w.say("way.landing", "hours", hours)
	}
	return w.say("way.leaving", "hours", hours)
}

// viaText says where the person wants to change on a leg: "via Istanbul".
func viaText(l Args) string {
	if places := placesText(l.List("via")); places != "" {
		return l.say("way.via", "places", places)
	}
	return ""
}

func placesText(list []Args) string {
	if len(list) == 0 {
		return ""
	}
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = placeText(p, false)
	}
	return list[0].in.joined(names)
}

// daysText tells days on which the person does not travel: "on Sat 9 May 2026 or on a Friday".
func daysText(list []Args) string {
	if len(list) == 0 {
		return ""
	}
	parts := make([]string, len(list))
	for i, d := range list {
		parts[i] = d.say("days.range", "weekday", weekdayOf(d))
		if from := d.Text("from"); from != "" && from == d.Text("to") {
			parts[i] = d.say("days.on", "day", d.in.day(from))
		}
	}
	return strings.Join(parts, list[0].in.or)
}

// partsOfDay are windows that have a name.
var partsOfDay = map[string]string{
	"04:00-12:00": "morning", "12:00-18:00": "afternoon", "17:00-": "evening", "20:00-": "night",
}

// hoursText tells the hours of a window: "between 06:00 and 12:00".
func hoursText(w Args) string {
	start, end := w.Text("start"), w.Text("end")
	switch part := partsOfDay[start+"-"+end]; {
	case part != "":
		return w.say("hours." + part)
	case start != "" && end != "":
		return w.say("hours.between")
	case start != "":
		return w.say("hours.from")
	case end != "":
		return w.say("hours.by")
	}
	return ""
}

func modeText(l Args) string {
	switch mode := l.Text("mode"); mode {
	case trip.ModeFlight, "":
		return ""
	case "other":
		return ", " + byMode(l.in, mode)
	default:
		return " " + byMode(l.in, mode)
	}
}

// byMode says how one travels; of people who only said that they do not fly, that.
func byMode(l *language, mode string) string {
	if text := l.say("mode." + mode); text != "" {
		return text
	}
	return l.say("mode.by", "mode", mode)
}

// placeText names an end of a flight: its city, and the airport where one was named; with its country when it tells
// what was understood.
func placeText(p Args, understood bool) string {
	name := cityText(p)
	if airport := p.Text("airport"); airport != "" {
		name += " " + airport
	}
	return withCountry(p, name, understood)
}

// cityText names the city of a place.
func cityText(p Args) string { return cmp.Or(p.as("city", "city"), p.Text("code")) }

func withCountry(p Args, name string, understood bool) string {
	if country := p.Text("country"); understood && country != "" && name != "" {
		return name + " (" + country + ")"
	}
	return name
}

func stayPlanText(s Args, understood, named bool) string {
	rooms := ""
	if n := s.Int("rooms"); n > 1 {
		rooms = s.in.plural(n, "room")
	}
	return stayWith(s, understood, named, rooms)
}

// stayWith names a stay by its place and days, and by its rooms where they are given.
func stayWith(s Args, understood, named bool, rooms string) string {
	return s.say("plan.hotel", "place", stayPlace(s, understood && named), "in", s.as("check_in", "day"),
		"out", s.as("check_out", "day"), "rooms", rooms)
}

// stayPlace names the place of a stay.
func stayPlace(s Args, understood bool) string {
	if hint := s.Text("hint"); s.Object("place").Text("city") == "" && isName(hint) {
		return s.in.city(hint) // no leg goes there, which would have told the city
	}
	return withCountry(s.Object("place"), cityText(s.Object("place")), understood)
}

// isName tells "Florence" from "near the river".
func isName(hint string) bool {
	first, _ := utf8.DecodeRuneInString(hint)
	return unicode.IsUpper(first)
}

// tripText tells the plan, what was taken for granted, and what is waited for.
func tripText(a Args) string {
	text := a.say("show.trip")
	for _, m := range a.List("assumed") {
		text += a.say("show.assumed", "what", sentenceOf(m.told("what")))
	}
	ask := a.told("ask")
	if a.Int("asked") > 0 {
		ask = waitedFor(a)
	}
	if ask != "" {
		text += "\n" + ask
	}
	return text
}
