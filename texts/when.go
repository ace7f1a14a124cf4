package texts

import (
	"strings"
)

// What is told of how long there is, and of the words of the trade.

// words are those of our texts that not everybody knows, in the order in which they are offered.
var words = [...]string{
	"nonstop", "stop", "layover", "hold", "refundable", "approval", "economy", "premium economy", "business class",
	"first class", "one way", "round trip", "fare conditions", "locator",
}

// explained says what a word means, or which words can be asked about. It is asked for in English or as the language
// has it.
func explained(a Args) string {
	asked := strings.Replace(strings.ToLower(a.Text("word")), "fare rules", "fare conditions", 1)
	var known []string
	for _, word := range words {
		name := a.say("name." + word)
		if word == asked || strings.ToLower(name) == asked {
			return a.say("act.explain", "word", name, "meaning", a.say("meaning."+word))
		}
		known = append(known, name)
	}
	const offered = 6
	return a.say("act.explain", "known", a.in.joined(known[:offered]))
}

// moment tells when something ends, in the time of a place.
func moment(at Args) string {
	if at.Text("date") == "" {
		return ""
	}
	return at.say("time.moment", "day", at.in.day(at.Text("date")), "zone", zoneText(at.Text("zone")))
}

// zoneText names a time zone. One that has only its difference for a name, such as "+0530", is written as that.
// Rule: 7.5.local-times
func zoneText(name string) string {
	if name == "" || name[0] != '+' && name[0] != '-' {
		return name
	}
	hours, minutes := name, ""
	if len(name) == len("+0530") {
		hours, minutes = name[:3], ":"+name[3:]
	}
	return "UTC" + hours[:1] + strings.TrimPrefix(hours[1:], "0") + strings.TrimSuffix(minutes, ":00")
}
