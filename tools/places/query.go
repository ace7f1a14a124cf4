package places

import (
	"slices"
	"strings"
	"sync"

	"github.com/legwork-go/legwork/tools/geo"
)

// vocabulary is every tag by which something can be found.
var vocabulary = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for _, c := range categories {
		for _, k := range sorts[c] {
			for _, tag := range k.tags {
				words[tag] = true
			}
		}
	}
	return words
})

// synonyms are words that people use for a tag.
var synonyms = map[string]string{
	"burger": "grill", "bbq": "grill", "barbecue": "grill", "steakhouse": "steak", "pizzeria": "pizza",
	"taqueria": "tacos",
	"veggie":   "vegetarian", "patisserie": "bakery", "pub": "bar", "cocktail": "cocktails",
	"drink": "drinks", "noodle": "noodles", "taco": "tacos", "sightseeing": "tour", "hike": "nature", "hiking": "nature",
	"kids": "family", "children": "family", "opera": "theatre", "concert": "music", "theater": "theatre", "cruise": "boat",
	"swim": "swimming", "aparthotel": "apartment", "flat": "apartment", "motel": "hotel", "inn": "guesthouse",
	"dine": "dinner", "dining": "dinner", "gardens": "garden",
}

// known returns the tags that a query asks for, in its order. What the sandbox has no word for
// ("romantic", "best") narrows nothing.
func known(query string) []string {
	var tags []string
	for word := range strings.FieldsSeq(geo.Fold(query)) {
		tag, ok := tagOf(word)
		if ok && !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	return tags
}

// tagOf knows a word, its singular, or a synonym of either.
func tagOf(word string) (string, bool) {
	forms := []string{word, strings.TrimSuffix(word, "s"), strings.TrimSuffix(word, "es")}
	if stem, ok := strings.CutSuffix(word, "ies"); ok {
		forms = append(forms, stem+"y")
	}
	for _, form := range forms {
		if s, ok := synonyms[form]; ok {
			form = s
		}
		if vocabulary()[form] {
			return form, true
		}
	}
	return "", false
}
