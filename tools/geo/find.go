package geo

import (
	"cmp"
	"slices"
	"strings"
)

// Hints are what else is known when a name is read.
type Hints struct {
	Beside   string // what was said with the name: a country, a state or its code ("Maine", "PR")
	Not      string // the same of where it does not lie
	OtherEnd string // country of the leg's other end, ISO 3166-1 alpha-2
	Home     string // country of the home airport
	Stay     bool   // a place to sleep is meant: it needs no airport
}

// Verdict says what a name turned out to be.
type Verdict string

// The verdicts.
const (
	Unknown Verdict = "unknown" // nothing has this name: ask, and repeat the word
	One     Verdict = "one"     // Place is meant
	Several Verdict = "several" // one of Choices is meant: ask which
	Wide    Verdict = "wide"    // Named is an area, or a town that several airports serve alike: ask for one of Choices
)

// Assumption says what Find assumed about the place that it returned, for telling the person.
type Assumption string

// The assumptions.
const (
	Misspelt    Assumption = "misspelt"     // the name was one letter off
	OnlyAirport Assumption = "only_airport" // an area was named; the place is where its one airport of weight is
	// The place has no flights of its own; Code is the airport that serves it.
	NearestAirport Assumption = "nearest_airport"
)

// Reason says why one of several places with the name was taken.
type Reason string

// The reasons, in the order in which they are tried.
const (
	Said     Reason = "said"      // the country or state was said
	AtOther  Reason = "other_end" // it lies in the country, or alone on the continent, of the leg's other end
	AtHome   Reason = "home"      // the same, of the home airport
	Largest  Reason = "largest"   // it is at least ten times as large as any other
	NoReason Reason = ""          // it is the only one
)

// Answer is what Find found. Its verdict says which members hold something.
type Answer struct {
	Verdict    Verdict
	Place      Place   // One: where one flies to or sleeps
	Named      Place   // One and Wide: what the name means; the area where Place is its airport's city
	Choices    []Place // Several and Wide: at most MaxChoices, the likeliest first
	Assumption Assumption
	Reason     Reason
}

// MaxChoices is how many choices a question about a place has at most.
const MaxChoices = 4

// How much smaller a place may be than the largest of its name and still be meant. Somebody in the
// same country may mean a town of an eightieth; on the same continent it takes a twentieth, and
// without any sign only one that is ten times as large as all others is taken without asking.
const (
	countryWeight   = 80
	continentWeight = 20
	clearlyLarger   = 10
	foreignWeight   = 100 // a name from elsewhere counts so much less than a proper one
)

// Find says what a name means. It is a pure function of its arguments.
//
// The name may be in any language and any case, with its state or country behind it ("Portland,
// Maine", "London UK"). Only a place that has this very name is found, or, as an assumption, one
// whose name of six or more letters is a single letter off. For flights, the places with scheduled
// flights of their own compete, if there are any. Codes are read by ByCode.
func Find(name string, h Hints) Answer {
	if len(name) > maxNameBytes {
		return Answer{Verdict: Unknown}
	}
	answer, rest := exact(name, h)
	if rest == nil {
		return answer
	}
	if answer = decide(slips(rest.key), rest.said, h); answer.Verdict == One {
		answer.Assumption = Misspelt
	}
	return answer
}

// query is a name on its way: its key, and what was said with it.
type query struct {
	key  string
	said []string
}

// exact finds what has the very name; unknown is not nil where the table has no such name.
func exact(name string, h Hints) (a Answer, unknown *query) {
	head, said := split(name)
	if h.Beside != "" {
		said = append(said, h.Beside)
	}
	key := nameKey(head)
	if _, ok := nameTable().find(key); !ok {
		return Answer{Verdict: Unknown}, &query{key, said}
	}
	return decide(called(key), said, h), nil // a word that is no place stands in the table without one
}

const maxNameBytes = 200

// candidate is a place that a name may mean.
type candidate struct {
	place Place
	mark  byte // how the name belongs to it
	size  int64
}

// The marks of names.tsv.
const (
	proper  = ' '
	short   = '-'
	foreign = '~'
	beside  = '!'
)

// named reads all that the table has for a key, the marked ones for use beside a city too.
func named(key string) []candidate {
	line, ok := nameTable().find(key)
	if !ok || key == "" {
		return nil
	}
	return namedIn(line)
}

// namedIn lists the places that a line of the table of names holds.
func namedIn(line string) (all []candidate) {
	for _, id := range list(strings.Split(line, "\t")[1]) {
		c := candidate{mark: proper}
		if id[0] == short || id[0] == foreign || id[0] == beside {
			c.mark, id = id[0], id[1:]
		}
		if a, ok := airportID(id); ok {
			c.place = a.asPlace()
		} else {
			c.place = byID(id)
		}
		c.size = c.place.size
		all = append(all, c)
	}
	return all
}

// airportID reads three capitals; a country has two.
func airportID(id string) (Airport, bool) {
	if len(id) != 3 || id[0] < 'A' || id[0] > 'Z' {
		return Airport{}, false
	}
	return AirportByCode(id)
}

// called lists the places that a key may mean.
func called(key string) []candidate { return weighed(named(key)) }

// weighed returns the places of a name with less weight for those that have it in another language only.
func weighed(all []candidate) []candidate {
	all = slices.DeleteFunc(all, func(c candidate) bool { return c.mark == beside })
	if slices.ContainsFunc(all, func(c candidate) bool { return c.mark != foreign }) {
		for i := range all {
			if all[i].mark == foreign {
				all[i].size /= foreignWeight
			}
		}
	}
	return all
}

// decide chooses among the places of one name.
func decide(all []candidate, said []string, h Hints) Answer {
	reason := NoReason
	if h.Not != "" {
		all = slices.DeleteFunc(slices.Clone(all), inside(h.Not))
	}
	for _, area := range said {
		all = within(all, area)
		reason = Said
	}
	all = competing(all, h.Stay)
	if len(all) > 1 {
		reason = NoReason
	}
	slices.SortFunc(all, larger)
	if len(all) > 0 && all[0].mark != foreign {
		all = slices.DeleteFunc(all,
			func(c candidate) bool { return c.mark == foreign && c.size*clearlyLarger < all[0].size })
	}
	for _, n := range [...]struct {
		country string
		reason  Reason
	}{{h.OtherEnd, AtOther}, {h.Home, AtHome}} {
		if near := nearTo(all, n.country); len(near) < len(all) {
			all, reason = near, n.reason
		}
	}
	switch {
	case len(all) == 0:
		return Answer{Verdict: Unknown}
	case len(all) == 1:
		return answerOf(all[0].place, reason, h.Stay)
	case all[0].size >= clearlyLarger*all[1].size:
		return answerOf(all[0].place, Largest, h.Stay)
	}
	offers := choices(all)
	if len(offers) == 1 { // a city and the state around it have one airport
		return answerOf(offers[0], reason, h.Stay)
	}
	return Answer{Verdict: Several, Choices: offers}
}

// larger orders candidates.
func larger(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.size, a.size), strings.Compare(a.place.id, b.place.id))
}

// competing leaves, for flights, those that one can fly to, if there are any, and settles a name
// that is both a city's and an area's.
func competing(all []candidate, stay bool) []candidate {
	served := func(c candidate) bool { return c.place.Flights || c.place.isArea() || c.place.namesAirport() }
	ours := func(c candidate) bool { return c.mark != foreign }
	area := func(c candidate) bool { return c.place.isArea() }
	all = farLarger(all)
	// Munich is Monaco to Italians: its flights do not count against a place of that very name.
	if !stay && (!slices.ContainsFunc(all, ours) ||
		slices.ContainsFunc(all, func(c candidate) bool { return ours(c) && served(c) })) {
		all = only(all, served)
	}
	// "Washington" is the capital, not the state.
	all = without(all, func(c, o candidate) bool {
		return area(c) && o.place.Capital && o.mark == proper && o.size*clearlyLarger >= c.size
	})
	return without(all, func(c, o candidate) bool {
		if stay {
			return area(c) && o.mark == proper && o.place.in(c.place)
		}
		return area(o) && c.place.in(o.place) // "Quebec" asks for an airport of the province
	})
}

// farLarger leaves a city of millions with flights that is called so elsewhere, where nothing of that very name has
// flights or is a hundredth as large: Singapur is Singapore, not the town in India.
func farLarger(all []candidate) []candidate {
	large := func(c candidate) bool {
		return c.mark == foreign && c.place.Flights && c.place.Population >= slipPeople &&
			!slices.ContainsFunc(all, func(o candidate) bool {
				return o.mark != foreign && (o.place.Flights || o.place.isArea() || o.size >= c.size)
			})
	}
	return only(all, large)
}

// namesAirport reports whether the airport that serves a place is called after it, though it counts for a larger city:
// Newark Liberty is one of New York's.
func (p Place) namesAirport() bool {
	if len(p.Airports) != 1 {
		return false
	}
	a, ok := AirportByCode(p.Airports[0])
	return ok && byID(a.place).Name != p.Name && a.Country == p.Country && strings.HasPrefix(a.Name, p.Name+" ")
}

// without leaves the candidates that no other one rules out.
func without(all []candidate, rulesOut func(c, other candidate) bool) []candidate {
	return slices.DeleteFunc(slices.Clone(all), func(c candidate) bool {
		return slices.ContainsFunc(all, func(o candidate) bool { return rulesOut(c, o) })
	})
}

// only leaves the candidates that are wanted, and all of them when none is.
func only(all []candidate, wanted func(candidate) bool) []candidate {
	if !slices.ContainsFunc(all, wanted) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(c candidate) bool { return !wanted(c) })
}

// in reports whether the place lies in an area.
func (p Place) in(area Place) bool {
	switch area.Kind {
	case KindCountry:
		return p.Country == area.id && p.id != area.id
	case KindState:
		return p.Region == area.id && p.id != area.id
	case KindRegion:
		return !p.isArea() && slices.ContainsFunc(p.Airports,
			func(code string) bool { return slices.Contains(area.Airports, code) })
	case KindCity, KindAirport:
	}
	return false
}

// within leaves the candidates that lie in the state or country that was said.
func within(all []candidate, said string) []candidate {
	isIn := inside(said)
	return slices.DeleteFunc(slices.Clone(all), func(c candidate) bool { return !isIn(c) })
}

// inside tells whether a candidate lies in what was said: a country, a state, a region or a code of one.
func inside(said string) func(candidate) bool {
	ids := regionIDs(said)
	var areas []Place
	for _, c := range named(nameKey(said)) {
		if c.place.isArea() {
			areas = append(areas, c.place)
		}
	}
	return func(c candidate) bool {
		p := c.place
		return slices.Contains(ids, p.Country) || p.Region != "" && slices.Contains(ids, p.Region) ||
			slices.ContainsFunc(areas, p.in)
	}
}

// regionIDs reads the codes that people write behind a city: of a country, and of a state of the
// United States, Canada and Australia.
func regionIDs(said string) []string {
	code := strings.ToUpper(strings.ReplaceAll(strings.TrimSpace(said), ".", ""))
	if len(code) < 2 || len(code) > 3 || strings.ContainsAny(code, "- ") {
		return nil
	}
	ids := []string{"US-" + code, "CA-" + code, "AU-" + code}
	if len(code) == 2 {
		ids = append(ids, code)
	}
	return slices.DeleteFunc(ids, func(id string) bool {
		_, ok := placeTable().find(id)
		return !ok
	})
}

// nearTo leaves the candidates of weight in a country or, where there is none, the one that lies
// alone on its continent; all of them where neither says anything.
func nearTo(all []candidate, country string) []candidate {
	if country == "" || len(all) < 2 {
		return all
	}
	of := func(weight int64, wanted func(Place) bool) []candidate {
		return slices.DeleteFunc(slices.Clone(all),
			func(c candidate) bool { return c.size*weight < all[0].size || !wanted(c.place) })
	}
	if here := of(countryWeight, func(p Place) bool { return p.Country == country }); len(here) > 0 {
		return here
	}
	continent := continentOf(country)
	here := of(continentWeight, func(p Place) bool { return continent != "" && continentOf(p.Country) == continent })
	if len(here) == 1 {
		return here
	}
	return all
}

// answerOf makes the answer of the place that is meant.
func answerOf(p Place, reason Reason, stay bool) Answer {
	a := Answer{Verdict: One, Place: p, Named: p, Reason: reason}
	switch {
	case !p.isArea() && (p.Flights || stay):
	case p.isArea() && len(p.Airports) == 1:
		a.Place, a.Assumption = destination(p.Airports[0]), OnlyAirport
		if a.Place.Kind == KindAirport { // "Easter Island" says more than "Mataveri"
			a.Place.Name, a.Place.City = p.Name, p.Name
		}
	case len(p.Airports) == 1:
		a.Assumption = NearestAirport
	default:
		return Answer{Verdict: Wide, Named: p, Choices: airports(p, MaxChoices), Reason: reason}
	}
	return a
}

// destination is the place that an airport takes one to: its city, or the airport where the city
// has another one that people mean first.
func destination(code string) Place {
	a, _ := AirportByCode(code)
	city := byID(a.place)
	if city.Code != code || a.City != city.Name {
		return a.asPlace()
	}
	return city
}

// airports lists where one can fly to for a place.
func airports(p Place, limit int) []Place {
	var all []Place
	for _, code := range p.Airports[:min(len(p.Airports), limit)] {
		all = append(all, destination(code))
	}
	for i, d := range all {
		if slices.ContainsFunc(all, func(o Place) bool { return o.City == d.City && o.Code != d.Code }) {
			a, _ := AirportByCode(d.Code)
			all[i] = a.asPlace() // Tenerife South, Tenerife North
		}
	}
	return all
}

// choices lists what a question offers: the cities, of an area its airports, the first of each
// before the second of any.
func choices(all []candidate) []Place {
	var list []Place
	for round := range MaxChoices {
		for _, c := range all {
			if c.size*countryWeight < all[0].size || len(list) == MaxChoices {
				continue
			}
			offer := []Place{c.place}
			if c.place.isArea() {
				offer = airports(c.place, MaxChoices)
			}
			if round < len(offer) && !slices.ContainsFunc(list, offer[round].Same) {
				list = append(list, offer[round])
			}
		}
	}
	return list
}
