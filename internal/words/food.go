package words

import (
	"slices"
	"strings"
)

// diningWords are the words for eating.
var diningWords = []string{
	"restaurant", "restaurants", "dining", "dinner", "lunch", "breakfast", "brunch", "cafe", "cafes", "food",
	"eat", "eating", "cuisine", "meal", "meals", "bistro", "bar", "bars",
}

// otherWords are what else a person may look for on the map.
var otherWords = strings.Fields(`museum museums gallery galleries sight sights sightseeing attraction attractions
		monument monuments landmark landmarks things hotel hotels hostel hostels shop shops
		shopping mall malls market markets supermarket supermarkets grocery groceries park
		parks playground playgrounds beach beaches pool pools gym gyms spa spas zoo zoos
		aquarium aquariums concert concerts music jazz club clubs nightclub nightclubs
		nightlife cinema cinemas movies theatre theatres theater theaters opera church
		churches mass cathedral cathedrals mosque mosques synagogue synagogues temple temples
		library libraries bookshop bookshops bookstore bookstores pharmacy pharmacies doctor
		doctors dentist hospital hospitals clinic clinics bank banks atm atms laundry
		laundromat laundromats toilets restroom restrooms wifi coworking viewpoint viewpoints
		tour tours hike hikes trail trails gas fuel`)

// asksForFood reports whether a message has a word for eating, or one of the earlier messages has while this one names
// nothing else to look for.
// Rule: 2.3.food, 2.3.earlier
func asksForFood(words, earlier []string) bool {
	if has(words, diningWords) {
		return true
	}
	return !has(words, otherWords) && slices.ContainsFunc(earlier, func(m string) bool { return has(of(m), diningWords) })
}
