package places

import (
	"slices"
	"strings"
	"sync"
	"unicode"

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
	"jazz": "music", "nightclub": "bar", "nightlife": "bar",
	"swim": "swimming", "aparthotel": "apartment", "flat": "apartment", "motel": "hotel", "inn": "guesthouse",
	"dine": "dinner", "dining": "dinner", "gardens": "garden",
}

// general are words of a query that say nothing of what is looked for.
var general = strings.Fields(`a an and are around as at attraction attractions best by can central cheap cheapest city
	close could do eat enjoy explore fancy famous find for free fun go good great have i idea ideas in interesting is
	it landmark landmarks like local locals lovely me must my near nearby nice of on open or place places please popular
	quiet rated recommend recommended romantic see show sight sights some something somewhere spend spot spots stay
	suggest that the there thing things to today tomorrow tonight top tourist town unusual us venue venues visit want we
	what where which with worth would you`)

// isForeign reports whether a query looks for something that the sandbox has no word for: "churches", "ATM". A place's
// own name is none.
func isForeign(query, place string) bool {
	own := strings.Fields(geo.Fold(place))
	return slices.ContainsFunc(strings.FieldsFunc(geo.Fold(query), isNoLetter), func(word string) bool {
		return !slices.Contains(general, word) && !slices.Contains(own, word)
	})
}

func isNoLetter(r rune) bool { return !unicode.IsLetter(r) }

// known returns the tags that a query asks for, in its order. Beside a word that the sandbox knows, others ("romantic",
// "best") narrow nothing.
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
