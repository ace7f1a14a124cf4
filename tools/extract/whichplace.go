package extract

import (
	"cmp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// Which place is meant, where the words alone do not tell:
//   - one of several: "to Portugal or Spain", "torn between Rome and Oslo" become one place with choices, of which the
//     person is asked (eitherPlace, anyPlace);
//   - an airport of a city: "not Heathrow" leaves the city its others (otherAirports), and an airport that has no part
//     of its own says which one of the city's it is (narrowsEnds);
//   - a place within another: "Portugal, Faro probably" (narrowsDown), "Spain, but not Madrid" (dropUnwanted), a part
//     of a town that is named like a town far away (isDistrict);
//   - one of several of a name: "Portland (Maine, not Oregon)" (regionsAfter);
//   - names of several words that mean something else one by one: "Christmas Island" (joinTowns, before all readers).
//
// It reads the places that place.go found and what the gazetteer says of them (tools/geo). It writes no field: it
// changes, joins or sets aside mentions, so that the readers behind see one mention for each place that is meant.
//
// What always holds: nothing is chosen for the person: of several that are left the person is asked. What is not wanted
// is no longer among the choices, unless that would leave none.

// eitherPlace makes one place of several of which one is meant, where one of them is an area that one does not fly to:
// "to Portugal or Spain". Which airport is best is asked of all of them.
func (r *reading) eitherPlace() {
	isArea := func(p placeMention) bool { return p.answer.Verdict == geo.Wide }
	for k := len(r.places) - 1; k > 0; k-- {
		from := r.choiceTo(k)
		among := r.places[from : k+1]
		if from == k || !slices.ContainsFunc(among, isArea) {
			continue
		}
		p := among[0]
		p.to = among[len(among)-1].to
		p.name, p.said = r.words(p.from, p.to), ""
		for i := range among {
			p.either = append(p.either, among[i].name)
		}
		r.settle(&p, geo.Hints{})
		r.places = slices.Replace(r.places, from, k+1, p)
		k = from
	}
}

// choiceTo returns the first of the places of which one is meant and place k is the last, "Rome, Milan or Turin", "torn
// between Rome and Oslo"; k when it is none of several.
func (r *reading) choiceTo(k int) int {
	a, b := &r.places[k-1], &r.places[k]
	if !r.or(a.to, b.from) && !r.isTorn(a, b) || sameCity(a, b) && placeOf(a).Code == placeOf(b).Code {
		return k
	}
	from := k - 1
	for from > 0 && r.anyOf(r.places[from].from-1, ",", "or") && r.places[from-1].to == r.places[from].from-1 {
		from--
	}
	return from
}

// repeatsChoice sets aside places of which one is meant where they are named again: "to Faro or Lisbon and back from
// Faro or Lisbon".
func (r *reading) repeatsChoice() {
	for k := 1; k < len(r.places); k++ {
		from := r.choiceTo(k)
		isNew := func(p placeMention) bool {
			return !slices.ContainsFunc(r.places[:from], func(o placeMention) bool { return sameCity(&o, &p) })
		}
		if from == k || slices.ContainsFunc(r.places[from:k+1], isNew) {
			continue
		}
		for i := from; i <= k; i++ {
			r.places[i].role = asideRole
		}
	}
}

// isTorn reads "I can't decide between Rome and Oslo": one of the two is to be chosen.
func (r *reading) isTorn(a, b *placeMention) bool {
	return r.anyOf(a.from-2, "torn", "undecided", "decide", "deciding", "choose", "choosing", "choice") &&
		r.text(a.from-1) == "between" && r.text(a.to) == "and" && b.from == a.to+1
}

// anyPlace answers for several places of which one is meant: each has its turn among the choices.
func (r *reading) anyPlace(p *placeMention, hints geo.Hints) geo.Answer {
	all := geo.Answer{Verdict: geo.Wide, Named: geo.Place{Name: p.name}}
	var lists [][]geo.Place
	for _, name := range p.either {
		answer := geo.Find(name, hints)
		if answer.Verdict == geo.One {
			answer.Choices = []geo.Place{answer.Place}
		}
		lists = append(lists, answer.Choices)
	}
	for turn := range geo.MaxChoices {
		for _, list := range lists {
			isIn := func(p geo.Place) bool { return p.Name == list[turn].Name && p.Region == list[turn].Region }
			if turn < len(list) && len(all.Choices) < geo.MaxChoices && !slices.ContainsFunc(all.Choices, isIn) {
				all.Choices = append(all.Choices, list[turn])
			}
		}
	}
	return all
}

// otherAirports goes to the other airports of a city of which one is not wanted: "any London airport but Heathrow",
// "London, not Heathrow", and "not Heathrow" of a trip to London.
func (a *assembly) otherAirports() {
	r := a.r
	var out, done []string // the airports that are not wanted, and the first of each city that was seen to
	for i := range r.places {
		if r.unwanted(r.places[i].from) {
			out = append(out, r.places[i].flies())
		}
	}
	for i := range r.places {
		p := &r.places[i]
		if !r.unwanted(p.from) || !a.scope.flight || len(r.known.Itinerary.Segments) > 2 {
			continue
		}
		place, city := a.cityBeside(p)
		if place == nil && r.fliesBeside(p) {
			from, to := r.deniedPart(p.from, p.to) // "Gatwick, not Heathrow"
			r.note(from, to, byPlace)
		}
		if place == nil || slices.Contains(done, city.Airports[0]) {
			p.role = asideRole
			continue
		}
		done = append(done, city.Airports[0])
		from, to := r.deniedPart(p.from, p.to)
		apart := placesApart{first: place, origin: place.role == originRole || place.role == noRole && a.lacksOrigin()}
		isOut := func(code string) bool { return slices.Contains(out, code) }
		for _, code := range slices.DeleteFunc(slices.Clone(city.Airports), isOut) {
			at, _ := geo.ByCode(code)
			apart.others = append(apart.others, &placeMention{
				from: place.from, to: place.to, city: at, airport: code, sure: true, chosen: true, role: place.role,
			})
		}
		if len(apart.others) > 0 {
			*place = *apart.others[0]
			if apart.others = apart.others[1:]; len(apart.others) > 0 {
				a.apart = append(a.apart, apart)
			}
			r.note(from, to, byPlace)
			r.note(place.to, r.behind(place.to, "airport", "airports"), byPlace)
		}
	}
}

// saysWhich reports whether what is denied says which of several places is wanted: it is an airport of a city of which
// another one is, or where a place does not lie.
func (r *reading) saysWhich(thing span) bool {
	return slices.ContainsFunc(r.places, func(p placeMention) bool {
		start := r.toks[p.from].start
		return thing.start <= start && start < thing.end && r.unwanted(p.from) && r.fliesBeside(&p) ||
			p.without != "" && start < thing.start && thing.end <= r.toks[p.to-1].end
	})
}

// fliesBeside reports whether another airport of the city of p is wanted.
func (r *reading) fliesBeside(p *placeMention) bool {
	a, ok := geo.AirportByCode(p.flies())
	return ok && slices.ContainsFunc(r.places, func(o placeMention) bool {
		return !r.unwanted(o.from) && o.airport != "" && o.airport != a.Code &&
			slices.Contains(geo.CityOf(a).Airports, o.airport)
	})
}

// cityBeside returns the city that is wanted where its airport p is not, p itself where it is of a city of the trip,
// and nil where there is none.
func (a *assembly) cityBeside(p *placeMention) (*placeMention, geo.Place) {
	isOf := func(city geo.Place) bool {
		return len(city.Airports) > 1 && slices.Contains(city.Airports, p.flies()) && (p.airport != "" || !p.city.Same(city))
	}
	for k := range a.r.places {
		if o := &a.r.places[k]; !a.r.unwanted(o.from) && isOf(o.city) && o.airport == "" {
			return o, o.city
		}
	}
	if slices.ContainsFunc(a.r.places, func(o placeMention) bool { return !a.r.unwanted(o.from) }) {
		return nil, geo.Place{}
	}
	leg := a.r.known.leg()
	for end, at := range []trip.Place{leg.Origin, leg.Destination} {
		airport, ok := geo.AirportByCode(at.Code)
		if !ok {
			continue
		}
		city := geo.CityOf(airport)
		if at.Type != "city" { // of which others may have been denied before
			city.Airports = []string{at.Code}
			for _, o := range [][]trip.Place{leg.Alternatives.Origin, leg.Alternatives.Destination}[end] {
				city.Airports = append(city.Airports, o.Code)
			}
		}
		if isOf(city) {
			p.role = []role{originRole, destinationRole}[end]
			return p, city
		}
	}
	return nil, geo.Place{}
}

// flies is the code of the airport of a place: its own, or the main one of a city.
func (p *placeMention) flies() string { return cmp.Or(p.airport, p.city.Code) }

// dropUnwanted takes the places that are not wanted out of the choices: "Spain, but not Madrid".
func (r *reading) dropUnwanted(a *geo.Answer) {
	left := slices.DeleteFunc(slices.Clone(a.Choices), func(c geo.Place) bool {
		return slices.ContainsFunc(r.places, func(p placeMention) bool { return r.unwanted(p.from) && p.city.Same(c) })
	})
	switch {
	case len(left) == 0 || len(left) == len(a.Choices):
	case len(left) == 1:
		a.Verdict, a.Place = geo.One, left[0]
	default:
		a.Choices = left
	}
}

// narrowsEnds lets an airport that has no part of its own stand for the city whose it is, at an end of the journey:
// "London to Oslo, I'd prefer Gatwick".
func (r *reading) narrowsEnds() {
	if r.areOfOneEnd() {
		return
	}
	for i := range r.places {
		p := &r.places[i]
		if p.airport == "" || r.anyOf(p.from-1, "or") || r.anyOf(p.to, "or") || r.hotelBefore(p.from) {
			continue
		}
		city := slices.IndexFunc(r.places, func(o placeMention) bool {
			return o.airport == "" && (o.role == originRole || o.role == destinationRole) &&
				(p.role == noRole || p.role == o.role) && len(o.city.Airports) > 1 && slices.Contains(o.city.Airports, p.airport)
		})
		if city >= 0 {
			r.places[city].city, _ = geo.ByCode(p.airport)
			r.places[city].airport, r.places[city].chosen = p.airport, true
			p.role = asideRole
		}
	}
}

// narrowsToCountry reads "I'm going to study in Spain, a ticket from Bogotá to Valencia": where somebody goes to do
// something tells in which country the goal lies.
func (r *reading) narrowsToCountry() {
	for i := range r.places {
		area := &r.places[i]
		at := r.before(area.from-3, "to")
		isFor := area.answer.Verdict == geo.Wide && r.text(area.from-1) == "in" && at == area.from-4 && r.cueAt(at) == goCue
		for k := i + 1; k < len(r.places) && isFor; k++ {
			if p := &r.places[k]; p.role == destinationRole && p.beside == "" && r.sameSentence(area.from, p.from) &&
				p.answer.Verdict != geo.Wide && geo.Within(p.name, area.name) {
				p.beside, area.role = area.name, asideRole
				r.settle(p, geo.Hints{})
			}
		}
	}
}

// areOfOneEnd gives all places the end of the journey in whose town they are: "JFK or Newark?" of a trip from New York.
func (r *reading) areOfOneEnd() bool {
	at := slices.IndexFunc(r.places, func(p placeMention) bool { return p.airport != "" })
	if at < 0 || r.hotelBefore(r.places[at].from) {
		return false
	}
	ends := r.known.endsIn(r.places[at].airport)
	isElsewhere := func(p placeMention) bool {
		return p.role != noRole || !slices.Equal(r.known.endsIn(p.flies()), ends)
	}
	if len(ends) != 1 || slices.ContainsFunc(r.places, isElsewhere) {
		return false
	}
	for k := range r.places {
		r.places[k].role = ends[0]
	}
	return true
}

// endsIn returns the ends of the first leg that lie in a city of which an airport is one of several.
func (k *known) endsIn(airport string) (ends []role) {
	leg := k.leg()
	for _, end := range []struct {
		role role
		at   trip.Place
	}{{originRole, leg.Origin}, {destinationRole, leg.Destination}} {
		a, ok := geo.AirportByCode(end.at.Code)
		if ok && (end.at.Code != airport || end.at.Type == "city") && slices.Contains(geo.CityOf(a).Airports, airport) {
			ends = append(ends, end.role)
		}
	}
	return ends
}

// narrowsDown reads "Portugal, Faro probably" and "Crete (Chania)": a place within the area that was named before it.
func (r *reading) narrowsDown(wide, p *placeMention) bool {
	for i := wide.to; i < p.from; i++ {
		if !r.anyOf(i, ",", "(", "-", "maybe", "probably", "perhaps", "ideally", "preferably", "near", "instead") {
			return false
		}
	}
	isInside := wide.answer.Verdict == geo.Wide && geo.Within(cmp.Or(p.name, p.city.Name), wide.name) ||
		wide.answer.Verdict == geo.Unknown && wide.name != "" && r.text(p.from-1) == "("
	return isInside && p.answer.Verdict == geo.One
}

// isInsideArea reads the second of "Greece, Kos, 5 May" in small letters: between commas, behind an area in which a
// town of that name lies.
func (r *reading) isInsideArea(i int, key string, e *geo.Entry) bool {
	n := len(r.places)
	return n > 0 && r.text(i-1) == "," && r.phraseEnds(i+1) && !e.Word && r.sameSentence(r.places[n-1].from, i) &&
		r.places[n-1].answer.Verdict == geo.Wide && geo.Within(key, r.places[n-1].name)
}

// maxStayKM is how far a place to sleep may lie from the nearest place of its journey.
const maxStayKM = 2000

// Farther from the middle of a town than townKM lies none of its parts, and nearer than nearbyKM another town in which
// one may sleep.
const townKM, nearbyKM = 25, 150

// isDistrict reads "to London, with a hotel in Kensington" as a part of London: the gazetteer knows places of that name
// only far from where the journey goes.
func (r *reading) isDistrict(p *placeMention) bool {
	at := r.before(p.from-1, "in", "near", "around", "at", "close", "to", "somewhere")
	if at == p.from-1 || topicWords[r.text(at)] != hotelTopic || cueWords[r.text(at)] != noCue ||
		countNouns[r.text(at)] == nightCount || p.beside != "" {
		return false
	}
	var ends []geo.Place
	for i := range r.places {
		if r.text(r.places[i].from-1) != "from" {
			ends = append(ends, r.places[i].city)
		}
	}
	found := append([]geo.Place{p.answer.Place, p.answer.Named}, p.answer.Choices...)
	isNear := func(c geo.Place) bool {
		return slices.ContainsFunc(ends, func(e geo.Place) bool { return geo.DistanceKM(e.Point(), c.Point()) < maxStayKM })
	}
	isKnown := func(c geo.Place) bool { return c.Country != "" }
	for _, e := range ends { // another town that is near: "hotel in Toledo" of a trip to Madrid
		town := geo.Find(p.name, geo.Hints{Beside: e.Country, Stay: true}).Place
		if km := geo.DistanceKM(e.Point(), town.Point()); km > townKM && km < nearbyKM {
			found = append(found, town)
		}
	}
	return slices.ContainsFunc(ends, isKnown) && slices.ContainsFunc(found, isKnown) &&
		!slices.ContainsFunc(found, func(c geo.Place) bool { return isKnown(c) && isNear(c) })
}

// joinTowns makes one word of the name of a place that is written with capitals, "Chiang Mai", "Christmas Island",
// "Santo Domingo": what its words mean elsewhere they do not mean there. The "2" between two towns, "Leeds 2 Rome", is
// "to", and the "form" or "fro" before one, "flights form lax", is "from".
func (r *reading) joinTowns() {
	for i := 0; i < len(r.toks); {
		if to, name := r.townAt(i); to > 0 {
			r.join(i, to, name)
			r.toks[i].value, r.toks[i].ordinal = 0, false
		}
		i++
	}
	for i := range r.toks { // "the English one", and "Leeds 2 Rome 3" are nights
		if area := valueOf("of-area", r.text(i)); r.text(i+1) == "one" && (r.anyOf(i-1, "the") || is("not", r.text(i-1))) {
			r.toks[i].text = cmp.Or(area, r.toks[i].text)
		}
		if r.anyOf(i, "form", "fro") && !r.anyOf(i-1, class("determiner")...) && r.text(i-1) != "and" && r.fliesTo(i+1) {
			r.toks[i].text = "from"
		}
		if r.toks[i].raw == "2" && r.fliesTo(i-1) && r.fliesTo(i+1) && !(r.count(i+2) > 0 && r.phraseEnds(i+3)) {
			r.toks[i].kind, r.toks[i].text, r.toks[i].value = word, "to", 0
		}
	}
}

// fliesTo reports whether the name of a town with an airport, or the code of an airport, begins at token i.
func (r *reading) fliesTo(i int) bool {
	_, isCode := geo.AirportByCode(r.text(i))
	return isCode && !geo.OftenWord(r.text(i)) || slices.ContainsFunc(r.keysFrom(i), func(key string) bool {
		e, ok := geo.Lookup(key)
		return ok && e.Flights && (!e.Word || r.tok(i).title)
	})
}

// townAt returns where the longest name of a place ends that begins at token i, and what it is looked up by; 0 where
// there is none of several words.
func (r *reading) townAt(i int) (to int, name string) {
	if !r.toks[i].title || r.shouting() {
		return 0, ""
	}
	var key []string
	for at := i; at < len(r.toks) && at < i+maxPlaceWords && r.toks[at].kind == word && r.sameSentence(at, i); at++ {
		key = append(key, r.toks[at].fold())
		if at == i || !r.toks[at].title {
			continue
		}
		if e, ok := geo.Lookup(strings.Join(key, " ")); ok && (e.Population > 0 || e.Flights || e.Area) {
			to, name = at+1, strings.Join(key, " ")
		}
	}
	return to, name
}

// regionsAfter reads the states or countries after a city's name: "Atlanta, GA", "London UK", "Toulouse in France",
// "Sydney, NSW in Australia", "Portland (Maine, not Oregon)", "Birmingham, not the one in England", "San Jose, not in
// California but Costa Rica".
// Rule: 6.7.place
func (r *reading) regionsAfter(p *placeMention) {
	if area := valueOf("of-area", r.text(p.from-1)); area != "" && geo.Within(p.name, area) {
		p.beside, p.sure = area, true // "the American Birmingham"
		r.note(p.from-1, p.from, byPlace)
	}
	for range 2 {
		at := r.behind(p.to, ",", "(", "?", ".", "that", "is", "thats", "i", "mean")
		isApart := at > p.to
		at = r.behind(at+boolInt(r.anyOf(at, "-", "–") && r.text(at+1) == "the"), "but", "in", "the", "one")
		from := at
		for r.tok(at).denies && is("not", r.text(at)) || at == from && r.text(at) == "and" {
			at++
		}
		isDenied := at > from
		if isDenied {
			at = r.behind(at, "the", "one", "in", "from")
		}
		to, region := r.regionAt(at, p.name, isApart || isDenied)
		switch {
		case region == "" || isDenied && (p.without != "" || !r.unwanted(at)):
			return
		case isDenied:
			p.without = region
		case p.beside != "":
			if geo.Find(p.name, geo.Hints{Beside: p.beside}).Named.Country != geo.Find(region, geo.Hints{}).Named.Country {
				return // but "Portland, Maine, USA"
			}
		default:
			p.beside, p.sure = region, true
		}
		if p.to = r.behind(to, "!", "one"); r.text(p.to) == ")" {
			p.to++
			return
		}
	}
}

// regionAt reads a state or country at token i that has a city of that name; empty where none stands there.
func (r *reading) regionAt(i int, city string, apart bool) (to int, region string) {
	if i >= len(r.toks) {
		return i, ""
	}
	keys := r.keysFrom(i)
	for n := min(len(keys), 3); n > 0; n-- {
		if r.tok(i+n-1).kind != mark && r.regionStands(i, n, keys[n-1], apart) && geo.Within(city, keys[n-1]) {
			return i + n, keys[n-1]
		}
	}
	return i, ""
}

// regionStands judges whether a short word after a city is the code of its state, not a word.
func (r *reading) regionStands(i, n int, key string, comma bool) bool {
	t := &r.toks[i]
	if n == 1 && t.own != "" {
		return false
	}
	if n > 1 || len(key) > 2 {
		return true
	}
	if is("town-code", key) {
		return t.caps && (comma || !r.tok(i-1).caps)
	}
	return t.title || comma
}
