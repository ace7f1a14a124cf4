package words

import "strings"

// offerWords are the words by which an offer's own text speaks of what it has no member for.
var offerWords = map[string][]string{
	"breakfast":              {"breakfast", "board", "inclusive"},
	"bags":                   {"bag", "bags", "baggage", "luggage", "suitcase", "carry", "kg"},
	"meals":                  {"meal", "meals", "food", "snack", "snacks"},
	"seats":                  {"seat", "seats"},
	"wifi":                   {"wifi", "wi", "internet"},
	"pool":                   {"pool"},
	"parking":                {"parking", "garage"},
	"gym":                    {"gym", "fitness"},
	"spa":                    {"spa", "sauna", "wellness"},
	"changes":                {"change", "changes", "changed", "rebook", "rebooking", "changeable"},
	"check-in and check-out": {"check", "checkin", "checkout"},
	"taxes":                  {"tax", "taxes", "fee", "fees"},
	"terminal":               {"terminal"},
	"aircraft":               {"aircraft", "airbus", "boeing", "plane"},
	"air conditioning":       {"conditioning", "conditioned", "aircon"},
}

// Says returns the sentences of an offer's own text that speak of a thing, "" when none does.
func Says(text, thing string) string {
	list := offerWords[thing]
	if list == nil {
		list = of(thing)
	}
	var said []string
	for sentence := range strings.SplitSeq(text, ". ") {
		if has(of(sentence), list) {
			said = append(said, strings.TrimRight(strings.TrimSpace(sentence), "."))
		}
	}
	return strings.Join(said, ". ")
}
