package places

import (
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/tools/internal/seeded"
	"github.com/legwork-go/legwork/tools/internal/spot"
)

const defaultSeed = "legwork"

// kind is one sort of place. Its tags are the words by which a query finds it.
type kind struct {
	name  string
	tags  []string
	names []string // of what follows the first word of a name; «%» stands for the city
	price bool
}

// sorts lists the kinds of a category.
var sorts = map[string][]kind{
	Food: {
		{
			"sushi restaurant",
			[]string{"sushi", "japanese", "fish", "restaurant", "dinner", "lunch"},
			[]string{"Sushi Counter", "Sushi House"},
			true,
		},
		{
			"ramen bar",
			[]string{"ramen", "noodles", "japanese", "restaurant", "lunch", "dinner"},
			[]string{"Ramen Bar", "Noodle Bar"},
			true,
		},
		{"pizzeria", []string{"pizza", "italian", "restaurant", "dinner", "lunch"}, []string{"Pizzeria", "Oven"}, true},
		{"trattoria", []string{"italian", "pasta", "restaurant", "dinner"}, []string{"Trattoria", "Pasta Kitchen"}, true},
		{"bistro", []string{"french", "bistro", "restaurant", "dinner", "lunch", "wine"}, []string{"Bistro", "Table"}, true},
		{"steakhouse", []string{"steak", "grill", "meat", "restaurant", "dinner"}, []string{"Grill", "Smokehouse"}, true},
		{
			"seafood restaurant",
			[]string{"seafood", "fish", "restaurant", "dinner"},
			[]string{"Fish Kitchen", "Oyster Room"},
			true,
		},
		{
			"vegan restaurant",
			[]string{"vegan", "vegetarian", "restaurant", "lunch", "dinner"},
			[]string{"Garden Kitchen", "Green Table"},
			true,
		},
		{"taqueria", []string{"mexican", "tacos", "restaurant", "lunch", "dinner"}, []string{"Taqueria", "Cantina"}, true},
		{
			"curry house",
			[]string{"indian", "curry", "vegetarian", "restaurant", "dinner"},
			[]string{"Curry House", "Spice Room"},
			true,
		},
		{
			"thai restaurant",
			[]string{"thai", "noodles", "restaurant", "dinner", "lunch"},
			[]string{"Thai Kitchen", "Basil House"},
			true,
		},
		{"tapas bar", []string{"spanish", "tapas", "bar", "wine", "dinner"}, []string{"Tapas Bar", "Bodega"}, true},
		{"brunch café", []string{"brunch", "breakfast", "cafe", "coffee"}, []string{"Breakfast Room", "Brunch Café"}, true},
		{"coffee bar", []string{"coffee", "cafe", "breakfast"}, []string{"Coffee", "Roastery"}, true},
		{"bakery", []string{"bakery", "breakfast", "cafe"}, []string{"Bakery", "Patisserie"}, true},
		{"cocktail bar", []string{"bar", "cocktails", "drinks"}, []string{"Bar", "Lounge"}, true},
	},
	Tourism: {
		{"museum", []string{"museum", "history", "culture", "indoor"}, []string{"Museum", "Museum of %"}, false},
		{"art gallery", []string{"art", "gallery", "museum", "culture", "indoor"}, []string{"Gallery", "Art Rooms"}, false},
		{"park", []string{"park", "garden", "nature", "outdoor", "family"}, []string{"Park", "Gardens"}, false},
		{"viewpoint", []string{"view", "viewpoint", "outdoor"}, []string{"Lookout", "Tower"}, false},
		{"old town walk", []string{"walk", "tour", "history", "outdoor"}, []string{"Old Town Walk", "% Walk"}, false},
		{"market", []string{"market", "shopping"}, []string{"Market", "Market Hall"}, false},
		{"theatre", []string{"theatre", "show", "music", "culture", "indoor"}, []string{"Theatre", "Concert Hall"}, false},
		{"aquarium", []string{"aquarium", "animals", "family", "indoor"}, []string{"Aquarium", "Sea House"}, false},
		{"zoo", []string{"zoo", "animals", "family", "outdoor"}, []string{"Zoo", "Animal Park"}, false},
		{"castle", []string{"castle", "history", "outdoor"}, []string{"Castle", "Citadel"}, false},
		{"boat tour", []string{"boat", "tour", "water", "outdoor"}, []string{"Boat Tours", "River Line"}, false},
		{"beach", []string{"beach", "swimming", "nature", "outdoor", "family"}, []string{"Beach", "Bay"}, false},
	},
	Lodging: {
		{"hotel", []string{"hotel"}, []string{"Hotel", "Hotel %"}, true},
		{"boutique hotel", []string{"hotel", "boutique"}, []string{"House", "Rooms"}, true},
		{"resort", []string{"resort", "hotel", "spa", "pool"}, []string{"Resort", "Spa Hotel"}, true},
		{"hostel", []string{"hostel", "dormitory"}, []string{"Hostel", "Backpackers"}, true},
		{"guest house", []string{"guesthouse", "bed", "breakfast"}, []string{"Guest House", "Bed and Breakfast"}, true},
		{"apartments", []string{"apartment", "apartments", "kitchen"}, []string{"Apartments", "Lofts"}, true},
	},
}

// first are the first words of names.
var first = []string{
	"Amber", "Birch", "Blue", "Bramble", "Cedar", "Cobalt", "Copper", "Corner", "Driftwood", "Ember", "Fern", "Foxglove",
	"Garnet", "Golden", "Harbour", "Hazel", "Heron", "Indigo", "Ivory", "Juniper", "Lantern", "Lark", "Linden", "Marble",
	"Meridian", "Mosaic", "Nightingale", "North", "Olive", "Orchard", "Pearl", "Pepper", "Plum", "Quartz",
	"Raven", "Saffron", "Sable", "Silver", "Sparrow", "Station", "Terrace", "Thistle", "Tide", "Velvet", "Walnut", "West",
	"Willow", "Wren",
}

// town lists everything of a category that a city has: two of each kind in a big one, at least one
// in a small one, so that a search for a kind finds it anywhere.
func (h Handler) town(s spot.Spot, category string) []Place {
	seed := h.Seed
	if seed == "" {
		seed = defaultSeed
	}
	each := 1
	if s.Population >= bigCity {
		each = 2
	}
	var list []Place
	taken := map[string]bool{}
	for _, k := range sorts[category] {
		for n := range each {
			p := invent(seeded.About(seed, "place", s.Key, category, k.name, strconv.Itoa(n)), s, k, taken)
			p.Category = category
			list = append(list, p)
		}
	}
	return list
}

const (
	bigCity      = 200_000
	spreadMicro  = 20_000 // about two kilometres
	leastTenths  = 34
	maxTenths   = 49
	dearestLevel = 4
)

// invent makes up one place with a name that the city does not have yet.
func invent(d *seeded.Draw, s spot.Spot, k kind, taken map[string]bool) Place {
	last := strings.ReplaceAll(seeded.Pick(d, k.names), "%", s.Name)
	name := seeded.Pick(d, first) + " " + last
	for taken[name] {
		name = seeded.Pick(d, first) + " " + last
	}
	taken[name] = true
	at := geo.Point{
		LatMicro: min(max(s.At.LatMicro+d.Between(-spreadMicro, spreadMicro), -90_000_000), 90_000_000),
		LonMicro: wrap(s.At.LonMicro + d.Between(-spreadMicro, spreadMicro)),
	}
	p := Place{
		Name: name, Kind: k.name, Tags: k.tags, City: s.Name, Country: s.Country,
		Lat: spot.Degrees(at.LatMicro), Lon: spot.Degrees(at.LonMicro), Source: sourceSandbox,
		tenths: d.Between(leastTenths, maxTenths),
	}
	p.Rating = spot.Degrees(p.tenths * 100_000)
	if k.price {
		p.PriceLevel = d.Between(1, dearestLevel)
	}
	return p
}

// wrap keeps a longitude within half a turn.
func wrap(lonMicro int64) int64 {
	const turn = 360_000_000
	switch {
	case lonMicro > turn/2:
		return lonMicro - turn
	case lonMicro < -turn/2:
		return lonMicro + turn
	}
	return lonMicro
}
