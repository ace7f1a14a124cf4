package texts

import (
	"slices"
	"strings"
)

// What of a message is not used, and what nothing here does.

// notTaken says what of a message was not used.
func notTaken(parts []string) string { return "I left out " + quotedTexts(parts) + "." }

// unsearched says what is not searched of how a person wants to travel, and what can be done.
// Rule: 7.1.unsearched
func unsearched(a Args) string {
	var names []string
	for _, mode := range a.Texts("modes") {
		names = append(names, map[string]string{
			"train": "trains", "bus": "buses", "car": "car rides", "ferry": "ferries",
		}[mode])
	}
	names = slices.DeleteFunc(names, func(n string) bool { return n == "" })
	text := "I can only search flights and hotels."
	if len(names) > 0 {
		text = "I can't search or book " + strings.Join(names, " or ") + ": please book that part yourself."
	}
	switch flies, sleeps := a.Is("flights"), a.Is("lodging"); {
	case flies && sleeps:
		return text + " I look for the flights and the hotel."
	case flies:
		return text + " I look for the flights."
	case sleeps:
		return text + " I look for the hotel; say “by plane” for flights too."
	}
	return text + " Say “by plane” for flights, or “with a hotel” for a place to stay."
}
