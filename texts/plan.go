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
	var parts []string
	legs, stays := p.List("legs"), p.List("stays")
	switch {
	case len(legs) == 2 && samePlaces(legs):
		parts = append(parts, legText(legs[0], understood))
		if day := cmp.Or(dayText(legs[1].Text("date")), openDaysText(legs[1])); day != "" {
			parts = append(parts, "back "+day+modeText(legs[1])+wayText(legs[1]))
		}
	default:
		for _, l := range legs {
			parts = append(parts, legText(l, understood))
		}
	}
	if nights := nightsRange(p.Object("nights")); nights != "" {
		parts = append(parts, nights)
	}
	if who := peopleText(p.Object("travelers")); who != "" {
		parts = append(parts, who)
	}
	for _, s := range stays {
		if text := stayPlanText(s, understood, len(legs) == 0 || len(stays) > 1); text != "hotel" || len(legs) > 0 {
			parts = append(parts, text)
		}
	}
	if understood && len(stays) == 0 && len(legs) > 0 && !p.Is("lodging_unsaid") {
		parts = append(parts, "no hotel")
	}
	if understood {
		if c := p.Text("cabin"); c != "" {
			parts = append(parts, strings.ReplaceAll(c, "_", " "))
		}
		parts = append(parts, wishTexts(p)...)
		if b := p.Text("budget"); b != "" {
			parts = append(parts, "budget "+b)
		}
	}
	text := strings.Join(parts, ", ")
	if text == "" {
		return "nothing is known yet"
	}
	return capital(text)
}

// wishTexts tells what else was asked for.
func wishTexts(p Args) []string {
	stops := stopsWord(p.Text("max_stops"))
	if p.Text("max_stops") == "0" {
		stops = "nonstop"
	}
	refundable := ""
	if p.Is("refundable") {
		refundable = "refundable"
	}
	without := excludedText(p.Object("excluded"))
	if without != "" {
		without = "without " + without
	}
	days := daysText(p.List("excluded_days"))
	if days != "" {
		days = "not " + days
	}
	parts := []string{
		strings.Join(p.Texts("airlines"), " or "), without, days, stops, starsWord(p.Text("stars")),
		limit(p.Text("nightly"), " a night"), refundable,
	}
	return slices.DeleteFunc(parts, func(text string) bool { return text == "" })
}

// excludedText tells what is not wanted.
func excludedText(p Args) string {
	parts := slices.Concat(p.Texts("airlines"))
	for _, at := range p.List("at") {
		parts = append(parts, "changing in "+cmp.Or(at.Text("city"), at.Text("code")))
	}
	for _, mode := range p.Texts("modes") {
		parts = append(parts, "going by "+mode)
	}
	return strings.Join(parts, " or ")
}

func samePlaces(legs []Args) bool {
	code := func(i int, end string) string { return legs[i].Object(end).Text("code") }
	return code(0, "from") == code(1, "to") && code(0, "to") == code(1, "from") && code(0, "to") != ""
}

func legText(l Args, understood bool) string {
	from := orText(l.Object("from"), l.List("or_from"), understood)
	to := orText(l.Object("to"), l.List("or_to"), understood)
	text := ""
	switch {
	case from != "" && to != "":
		text = from + " to " + to
	case to != "":
		text = "to " + to
	case from != "":
		text = "from " + from
	}
	if day := cmp.Or(dayText(l.Text("date")), openDaysText(l)); day != "" {
		text = commas(text, day)
	}
	return text + modeText(l) + wayText(l)
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
	verb := "leaving "
	if w.Is("lands") {
		verb = "landing "
	}
	if text := hoursText(w); text != "" {
		return verb + text
	}
	return ""
}

// viaText says where the person wants to change on a leg: "via Istanbul".
func viaText(l Args) string {
	if places := placesText(l.List("via")); places != "" {
		return "via " + places
	}
	return ""
}

func placesText(list []Args) string {
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = placeText(p, false)
	}
	return joined(names)
}

// daysText tells days on which the person does not travel: "on Sat 9 May 2026 or on a Friday".
func daysText(list []Args) string {
	parts := make([]string, len(list))
	for i, d := range list {
		parts[i] = rangeText(d)
	}
	return strings.Join(parts, " or ")
}

func rangeText(d Args) string {
	from, to := d.Text("from"), d.Text("to")
	text := ""
	switch {
	case from != "" && from == to:
		return "on " + dayText(from)
	case from != "" && to != "":
		text = "from " + dayText(from) + " to " + dayText(to)
	case from != "":
		text = "from " + dayText(from) + " on"
	case to != "":
		text = "up to " + dayText(to)
	}
	if weekday := d.Text("weekday"); weekday != "" {
		text = strings.TrimSpace("on a " + capital(weekday) + " " + text)
	}
	if but := d.Text("but"); but != "" {
		text += " but " + dayText(but)
	}
	return text
}

// partsOfDay are windows that have a name.
var partsOfDay = map[string]string{
	"04:00-12:00": "in the morning", "12:00-18:00": "in the afternoon", "17:00-": "in the evening", "20:00-": "at night",
}

// hoursText tells the hours of a window: "between 06:00 and 12:00".
func hoursText(w Args) string {
	start, end := w.Text("start"), w.Text("end")
	if part := partsOfDay[start+"-"+end]; part != "" {
		return part
	}
	switch {
	case start != "" && end != "":
		return "between " + start + " and " + end
	case start != "":
		return "at " + start + " or later"
	case end != "":
		return "by " + end
	}
	return ""
}

func modeText(l Args) string {
	if mode := l.Text("mode"); mode != trip.ModeFlight && mode != "" {
		return byMode(", ", mode)
	}
	return ""
}

// byMode says how one travels; of people who only said that they do not fly, that.
func byMode(link, mode string) string {
	if mode == "other" {
		return link + "not by air"
	}
	return " by " + mode
}

// placeText names a place; with its country when it tells what was understood.
func placeText(p Args, understood bool) string {
	name := p.Text("city")
	if name == "" {
		name = p.Text("code")
	}
	if country := p.Text("country"); understood && country != "" && name != "" {
		name += " (" + country + ")"
	}
	return name
}

func stayPlanText(s Args, understood, named bool) string {
	text := "hotel"
	if place := stayPlace(s, understood && named); place != "" {
		text += " in " + place
	}
	in, out := s.Text("check_in"), s.Text("check_out")
	switch {
	case in != "" && out != "":
		text += " from " + dayText(in) + " to " + dayText(out)
	case in != "":
		text += " from " + dayText(in)
	}
	if n := s.Int("rooms"); n > 1 {
		text += ", " + plural(n, "room", "rooms")
	}
	return text
}

// stayPlace names the place of a stay.
func stayPlace(s Args, understood bool) string {
	if hint := s.Text("hint"); s.Object("place").Text("city") == "" && isName(hint) {
		return hint // no leg goes there, which would have told the city
	}
	return placeText(s.Object("place"), understood)
}

// isName tells "Florence" from "near the river".
func isName(hint string) bool {
	first, _ := utf8.DecodeRuneInString(hint)
	return unicode.IsUpper(first)
}
