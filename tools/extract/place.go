package extract

import (
	"cmp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/tools/sandbox/magic"
	"github.com/legwork-go/legwork/trip"
)

// placeMention is a city or an airport that the message names, at the tokens [from, to).
type placeMention struct {
	from, to int
	name     string    // the key that it is looked up by; empty for a code
	said     string    // as the person wrote it; empty for a code
	beside   string    // the state or country that was said after it
	without  string    // the one in which it does not lie
	city     geo.Place // where one flies to or sleeps; only the name of a place that is not settled
	airport  string    // IATA code when an airport was named, not a city
	answer   geo.Answer
	named    bool     // it is a part of a longer name: "Hilton Chicago Downtown"
	sure     bool     // named by more than a bare small place
	chosen   bool     // the person chose it from what was offered
	via      bool     // where the person wants to change planes
	names    bool     // it only says which flight is meant, by where that goes or leaves
	leaves   bool     // of such a one: it leaves here
	either   []string // the names of several places of which one is meant
	of       role     // the end of the known trip of which it says which place of that name is meant
	role     role
}

// maxPlaceWords is the length of the longest place name that is looked up, in words.
const maxPlaceWords = 5

// findPlaces takes every place that the message names, the longest name first.
func (r *reading) findPlaces() {
	for i := 0; i < len(r.toks); {
		p, ok := r.stopByNumber(i)
		if !ok {
			p, ok = r.placeAt(i)
		}
		if !ok {
			p, ok = r.strangePlace(i)
		}
		if !ok {
			i++
			continue
		}
		r.namesake(&p) // or "the English one" of something else
		if r.isOfHotelName(&p) || p.of == noRole && p.answer.Verdict == geo.Wide && r.text(p.to) == "one" {
			i = p.to
			continue
		}
		if r.isDistrict(&p) {
			for i = p.to; r.nameWord(i); {
				i++
			}
			continue
		}
		p.named = r.partOfName(p.from, p.to)
		if n := len(r.places); n > 0 && r.places[n-1].named && r.places[n-1].to == p.from {
			p.named = true
		}
		r.take(p.from, p.to, byPlace)
		if is("near", r.text(p.from-1)) {
			r.note(p.from-1, p.from, byPlace)
		} else if r.at(p.from-2, "close", "to") {
			r.note(p.from-2, p.from, byPlace)
		}
		i = p.to
		if n := len(r.places); n > 0 && r.narrowsDown(&r.places[n-1], &p) {
			p.from = r.places[n-1].from
			r.places[n-1] = p
			continue
		}
		r.places = append(r.places, p)
	}
	r.eitherPlace()
}

// isOfHotelName reports whether a place is only part of the name of a hotel whose city is named beside it: Hyde in
// "Mercure London Hyde Park", Buckingham in "Comfort Inn Buckingham Palace Road in London", Kensington in "the
// Kensington Park Hotel in London".
func (r *reading) isOfHotelName(p *placeMention) bool {
	isOfName := func(i int) bool {
		return r.tok(i).kind == word && r.sameSentence(i, p.from) &&
			(r.toks[i].title || r.anyOf(i, "de", "la", "du", "of"))
	}
	isMarker := func(i int) bool {
		return isOfName(i) && (is("hotel-chains", r.text(i)) || topicWords[r.text(i)] == hotelTopic)
	}
	from, to := p.from-1, p.to
	for isOfName(from) && !isMarker(from) {
		from--
	}
	for isOfName(to) {
		to++
	}
	hasCity := slices.ContainsFunc(r.places, func(q placeMention) bool { return q.from > from && q.to <= p.from })
	isInCity := r.text(to) == "in" && isOfName(to+1)
	if _, isCity := geo.Lookup(r.text(to + 1)); isInCity && isCity && r.text(p.from-1) == "hotel" &&
		months[r.text(to+1)] == 0 && !geo.Within(p.name, r.text(to+1)) {
		return true // "hotel Roma in Milan"
	}
	if _, isName := geo.Lookup(r.text(p.to + 1)); isName && isMarker(p.to) && isOfName(p.to+1) {
		return true // Hampton in "Hampton Inn Portland"
	}
	return r.isNameOfHouse(p, from) || isMarker(from) && (hasCity || isInCity) || isInCity && r.some(p.to, to, isMarker)
}

// isNameOfHouse reads Thompson in "at the Thompson Seattle" and Vendôme in "at the Renaissance Paris Vendome", a name
// that begins behind token from: beside a much larger city that lies elsewhere it names a house, not a town.
func (r *reading) isNameOfHouse(p *placeMention, from int) bool {
	at := r.before(from, "the")
	isHouse := r.anyOf(at, "at", "in") && r.topicOf(p.from) == hotelTopic && !r.titled()
	isElsewhere := func(name string) bool {
		a, b := geo.Find(p.name, geo.Hints{}).Named, geo.Find(name, geo.Hints{}).Named
		return a.Country != b.Country || r.text(at) == "at" && a.Region != b.Region
	}
	e, _ := geo.Lookup(p.name)
	if town, _ := geo.Lookup(r.text(p.to)); r.tok(p.to).title && r.sameSentence(p.to, p.from) &&
		town.Population >= max(10*e.Population, 100_000) {
		return p.answer.Verdict == geo.Unknown || isHouse && isElsewhere(r.text(p.to))
	}
	return isHouse && e.Population < 100_000 && slices.ContainsFunc(r.places, func(q placeMention) bool {
		return q.from > from && q.to <= p.from && isElsewhere(q.name)
	})
}

// namesake reads "the one in Maine", "the English one": the larger of the trip's places that have their name there too.
func (r *reading) namesake(p *placeMention) {
	area, isArea := p.beside, p.answer.Verdict == geo.Wide
	if isArea {
		area = p.name
	}
	isOne := r.at(p.from-2, "one", "in") || r.text(p.to) == "one" || r.text(p.to-1) == "one" ||
		r.hasIn(max(0, p.from-3), p.from, "mean", "meant") || !isArea && r.wordCount() <= 4
	if !isOne || area == "" || r.anyOf(p.from-1, "to", "from", "via") || r.unwanted(p.from) {
		return
	}
	leg, people, name := r.known.leg(), int64(-1), p.name
	for end, at := range []trip.Place{leg.Origin, leg.Destination} {
		city := geo.Fold(at.City)
		a := geo.Find(city, geo.Hints{Beside: area})
		if city != "" && (isArea || city == name) && geo.Within(city, area) && a.Named.Population > people {
			people, p.name, p.beside, p.said, p.of = a.Named.Population, city, area, "", []role{originRole, destinationRole}[end]
			r.settle(p, geo.Hints{})
			r.repeats = r.repeats || placeOf(p).Code == at.Code
		}
	}
}

// asidePlace returns the name of the last city that a question was about, in a form that
// geo.ResolveCity reads; empty when there is none.
func (r *reading) asidePlace() string {
	q := reading{toks: slices.Clone(r.toks), today: r.today, known: r.known}
	for i := range q.toks {
		q.toks[i].used = !r.aside(i)
	}
	q.findPlaces()
	if len(q.places) == 0 {
		return ""
	}
	c := q.places[len(q.places)-1].city
	if c.Country == "" { // a magic place of the sandbox
		return c.Name
	}
	if first, ok := geo.ResolveCity(c.Name); ok && first.Same(c) {
		return c.Name
	}
	return c.Name + ", " + c.Country
}

// partOfName reports whether a place stands within capitalised words that name something else,
// most likely a hotel.
func (r *reading) partOfName(from, to int) bool {
	if from > 1 && r.nameWord(from-1) && r.sameSentence(from-2, from) {
		return true
	}
	return r.sameSentence(to, from) && r.nameWord(to) ||
		r.text(to) == "-" && r.nameWord(to+1)
}

func (r *reading) nameWord(i int) bool {
	t := r.tok(i)
	return t.kind == word && t.title && t.own == "" && !t.used && len(t.raw) > 1 &&
		topicWords[t.text] != flightTopic && !isArea(t.text)
}

func (r *reading) placeAt(i int) (placeMention, bool) {
	if !r.free(i) || r.toks[i].kind != word {
		return placeMention{}, false
	}
	keys := r.keysFrom(i)
	for n := len(keys); n > 1; n-- {
		if p, ok := r.namedPlace(i, n, geo.Fold(keys[n-1])); ok && !(p.airport != "" && r.isOfCity(p.to-1)) {
			return p, true
		}
	}
	if p, ok := r.codeAt(i); ok {
		return p, true
	}
	if !r.alien && r.anyOf(i-1, "du", "del", "della") && r.tok(i-2).kind == word {
		return placeMention{}, false // "the gare du nord"
	}
	return r.namedPlace(i, 1, keys[0])
}

// isOfCity reports whether token i is the "city" of what stands behind it, and no part of an airport's name: "a London
// city break".
func (r *reading) isOfCity(i int) bool {
	return r.text(i) == "city" &&
		r.anyOf(i+1, "break", "breaks", "centre", "center", "hotel", "hotels", "tour", "trip")
}

// strangePlace takes the capitalised words after "from" and "to" that the gazetteer does not know:
// one letter may be wrong, and else the person is asked.
func (r *reading) strangePlace(i int) (placeMention, bool) {
	if !r.anyOf(i-1, "from", "to", "too") || r.anyOf(i-2, "close", "next") || r.shouting() {
		return placeMention{}, false
	}
	to := i
	for to < len(r.toks) && to-i < maxPlaceWords && r.free(to) && r.nameWord(to) && r.sameSentence(to, i) {
		t := &r.toks[to]
		if e, isName := geo.Lookup(t.text); isName || e.Word || t.caps || t.own != "" || is("town-never", t.text) {
			break
		}
		to++
	}
	if to == i {
		return placeMention{}, false
	}
	p := placeMention{from: i, to: to, name: r.words(i, to), said: r.words(i, to), sure: true}
	r.settle(&p, geo.Hints{})
	return p, true
}

// keysFrom builds the lookup keys of the 1, 2, … words from token i on; a key may cross a hyphen
// or the dots of "D.C.".
func (r *reading) keysFrom(i int) []string {
	var keys []string
	var b strings.Builder
	for at := i; at < len(r.toks) && len(keys) < maxPlaceWords && r.free(at); at++ {
		t := &r.toks[at]
		switch {
		case t.kind == word:
			if at > i {
				b.WriteByte(' ')
			}
			b.WriteString(cmp.Or(t.own, t.text))
		case at > i && t.text == "." && r.anyOf(at+1, "de", "del", "da", "do"): // "Santiago. De Compostela that is"
		case at > i && (t.text == "-" || t.text == ".") && r.sameSentence(at-1, at+1) && !t.spaced:
		default:
			return keys
		}
		keys = append(keys, b.String())
	}
	return keys
}

// codeAt reads an airport code: three capitals, or three letters where a place must stand. The
// codes that make the sandbox fail are places as well, so that a conversation can ask for a failure.
func (r *reading) codeAt(i int) (placeMention, bool) {
	t := &r.toks[i]
	a, ok := geo.AirportByCode(t.text)
	if ok && t.code {
		return r.airportMention(i, a), true
	}
	if len(t.text) != 3 || is("town-never", t.text) || months[t.text] != 0 {
		return placeMention{}, false
	}
	if _, isMagic := magic.Place(t.text); isMagic && t.caps {
		code := strings.ToUpper(t.text)
		return placeMention{from: i, to: i + 1, city: geo.Place{Name: code}, airport: code, sure: true}, true
	}
	if !ok || !t.caps && (a.Size != geo.Large || !r.placeMustStand(i) && !r.pairsCodes(i)) ||
		t.caps && r.shouting() && !r.placeMustStand(i) {
		return placeMention{}, false
	}
	if next := r.text(i + 1); !t.caps && r.tok(i+1).kind == word && !r.tok(i+1).used {
		if e, isName := geo.Lookup(next); !isName && !e.Word && cueWords[next] == noCue && cardinals[next] == 0 {
			return placeMention{}, false // "las ramblas"
		}
	}
	if _, isName := geo.Lookup(t.text); isName && !t.caps || geo.OftenWord(t.text) && !r.placeMustStand(i) {
		return placeMention{}, false // a town of that name, or a word: "an SUV"
	}
	if is("sought", t.text) && (r.wordCount() <= 2 || !r.placeMustStand(i)) {
		return placeMention{}, false // "ATM please"
	}
	return r.airportMention(i, a), true
}

// airportMention is the airport whose code is token i.
func (r *reading) airportMention(i int, a geo.Airport) placeMention {
	return placeMention{
		from: i, to: i + 1 + boolInt(r.text(i+1) == "airport"), city: townOf(a), airport: a.Code, sure: true,
	}
}

// findCodes marks the codes of large airports that stand on a route, "OSL-SIN", "from SEA to AUS": there they are no
// words, of English or of another language.
func (r *reading) findCodes() {
	isCode := func(i int) bool {
		a, ok := geo.AirportByCode(r.text(i))
		return ok && r.tok(i).caps && len(r.text(i)) == 3 && a.Size == geo.Large
	}
	joins := func(i int) bool { return r.rangeDash(i) || r.anyOf(i, "to", ">", "→", "/") }
	isMixed := !r.shouting()
	for i := range r.toks {
		r.toks[i].code = isCode(i) && (joins(i+1) && isCode(i+2) || joins(i-1) && isCode(i-2) ||
			isMixed && r.anyOf(i-1, "from", "to") && r.phraseEnds(i+1))
	}
}

// pairsCodes reports whether the codes of two large airports are joined at token i: "fra-lhr", "flight lhr to jfk".
func (r *reading) pairsCodes(i int) bool {
	isCode := func(k int) bool {
		if !r.sameSentence(k, i) || r.toks[k].kind != word {
			return false
		}
		text := r.text(k)
		a, ok := geo.AirportByCode(text)
		return ok && len(text) == 3 && a.Size == geo.Large && !is("weekday", text) && months[text] == 0 &&
			!is("town-never", text) && !geo.OftenWord(text)
	}
	joins := func(k int) bool { return r.rangeDash(k) || r.text(k) == "to" }
	return isCode(i) && (joins(i+1) && isCode(i+2) || joins(i-1) && isCode(i-2))
}

// shouting reports whether the whole message is in capitals, so that capitals say nothing.
func (r *reading) shouting() bool {
	isPlain := func(t token) bool { return t.kind == word && !t.caps }
	return !slices.ContainsFunc(r.toks, isPlain) && r.wordCount() > 2
}

// isNamed reports whether a word that is common in small letters is a name because of its capitals: "May", "US".
func (r *reading) isNamed(i int) bool {
	t := &r.toks[i]
	isSmall := func(t *token) bool { return t.kind == word && !t.caps }
	return t.title && months[t.text] != 0 || t.caps && len(t.text) > 1 && r.countTokens(isSmall) > 0
}

// placeMustStand reports whether a place is to be expected at token i: after a preposition of
// place, or alone in the message.
func (r *reading) placeMustStand(i int) bool {
	if r.anyOf(i-1, "from", "to", "into", "in", "near", "around", "at", "visit", "visiting", "leaving", "departing",
		"via", "for", "leave", "depart", "destination") {
		return true
	}
	if (r.anyOf(i-1, "add", "adding", "then", "see", "seeing") || i == 1 && r.anyOf(0, "and", "also", "plus")) &&
		r.toks[i].title && (r.phraseEnds(i+1) || r.text(i+1) == "by") ||
		r.at(i+1, "instead", "of") || r.anyOf(i-1, "night", "nights") ||
		r.count(i-1) > 0 && r.anyOf(i-2, ",", "and", "&", "then") && r.hasIn(0, i-2, "night", "nights") {
		return true // "3 nights Venice, 2 Florence"
	}
	return r.anyOf(i-1, ">", "→") ||
		i == 0 && r.toks[i].title && r.text(1) == "or" && len(r.toks) > 2 && r.toks[2].title || // "Bologna or Pisa …"
		r.text(i-1) == "of" && r.text(i-2) == "out" || r.wordCount() <= 3 && (i == 0 || r.text(i-1) == ",")
}

func (r *reading) wordCount() int {
	return r.countTokens(func(t *token) bool { return t.kind == word })
}

// besideIn reports whether o is another word in the sentence of t.
func (t *token) besideIn(o *token) bool {
	return o.kind == word && o.sentence == t.sentence && o.start != t.start
}

func (r *reading) countTokens(is func(t *token) bool) (n int) {
	for i := range r.toks {
		n += boolInt(is(&r.toks[i]))
	}
	return n
}

// namedPlace looks up the key of the n tokens from i on and judges whether a place is meant.
func (r *reading) namedPlace(i, n int, key string) (placeMention, bool) {
	if n > 1 && r.tok(i+n-1).kind == mark {
		return placeMention{}, false
	}
	p := placeMention{from: i, to: i + n, name: key, said: r.words(i, i+n)}
	e, ok := geo.Lookup(key)
	if !ok || !r.isPlace(i, n, key, &e) {
		return p, false
	}
	r.regionsAfter(&p)
	p.sure = p.sure || e.Population >= 100_000 || n > 1 || r.beginsTrip(i) || r.isInsideArea(i, key, &e)
	r.settle(&p, geo.Hints{})
	if p.airport != "" {
		p.sure, p.to = true, p.to+boolInt(r.text(p.to) == "airport")
	}
	return p, true
}

// settle asks the gazetteer what a name means. A place that it does not settle keeps its name and
// has no code: the person is asked.
func (r *reading) settle(p *placeMention, hints geo.Hints) {
	if p.name == "" || p.chosen {
		return
	}
	hints.Beside, hints.Not = p.beside, p.without
	if home, ok := geo.AirportByCode(r.known.home); ok {
		hints.Home = home.Country
	}
	if p.answer = geo.Find(p.name, hints); len(p.either) > 0 {
		p.answer = r.anyPlace(p, hints)
	}
	r.dropUnwanted(&p.answer)
	p.airport = ""
	switch p.answer.Verdict {
	case geo.One:
		p.city = p.answer.Place
		if a, ok := geo.AirportByCode(p.city.Code); ok {
			p.flyTo(a)
		}
	case geo.Wide:
		p.city = geo.Place{Name: p.answer.Named.Name}
	case geo.Several:
		p.city = geo.Place{Name: p.answer.Choices[0].Name}
	case geo.Unknown:
		p.city = geo.Place{Name: r.words(p.from, p.to)}
	}
}

// flyTo gives a mention that is settled the name that people have for where its airport is, where they named the
// airport or an island or country that is called so: Malta lies at Qormi.
func (p *placeMention) flyTo(a geo.Airport) {
	if p.city.Kind == geo.KindAirport {
		p.city, p.airport = townOf(a), a.Code
	}
	if p.answer.Assumption == geo.OnlyAirport && geo.Fold(p.answer.Named.Name) == geo.Fold(a.City) {
		p.city, p.answer.Assumption = townOf(a), "" // there is nothing to tell
	}
}

// townOf is the city of an airport under the name that people have for where the airport is.
func townOf(a geo.Airport) geo.Place {
	city := geo.CityOf(a)
	city.Name, city.City = a.City, a.City
	return city
}

// isName reports whether a word is the name of a place, whatever else it means.
func isPlaceName(text string) bool {
	_, ok := geo.Lookup(text)
	return ok
}

func isArea(key string) bool {
	e, ok := geo.Lookup(key)
	return ok && e.Area
}

// isAreaAlone reports whether a name means an area, and no town within it that is called the same.
func isAreaAlone(key string) bool {
	kind := geo.Find(key, geo.Hints{}).Named.Kind
	return kind == geo.KindCountry || kind == geo.KindState || kind == geo.KindRegion
}

// isPlace judges whether words that are also a city's name mean the city.
func (r *reading) isPlace(i, n int, key string, e *geo.Entry) bool {
	t, people := &r.toks[i], e.Population
	if n == 1 && t.own != "" {
		return false // a word of another language: "para"
	}
	if n > 1 {
		return !is("town-phrase", key) && (t.title || people >= 50_000 || r.placeMustStand(i))
	}
	if is("weekday", key) || months[key] != 0 || t.value != 0 {
		return false
	}
	_, isTown := geo.Lookup(r.text(i + 2))
	isOfWord := !isTown && r.text(i+1) == "-" && !r.tok(i+1).spaced && r.tok(i+2).title && people < 100_000 // "EU-Viertel"
	isPerson := isCompanion(r.text(i-1)) && t.title && !r.lacksCapitals() && !r.anyOf(i+1, "to", "-") ||
		t.title && r.staysAway(r.behind(i+1, "has", "just", "can", "is", "will")) > 0 // "Sam dropped out"
	if is("town-never", key) || r.isSight(i) && !isAreaAlone(key) || isOfWord || isPerson ||
		r.text(i+1) == "islands" && !isAreaAlone(key) {
		return false
	}
	if is("town-often", key) {
		stands := r.anyOf(i-1, "want", "wants", "prefer", "prefers", "go", "going") || r.placeMustStand(i) && i > 0 ||
			r.anyOf(i-1, "would", "is") && r.anyOf(i+1, "be", "cheaper")
		return t.title && (stands || r.standsApart(i) || r.amongPlaces(i) || r.orPlace(i) || r.known.goesTo(key)) ||
			r.beginsRoute(i) || r.endsRoute(i) || r.beginsTrip(i)
	}
	if len(key) == 2 {
		onRoute := r.beginsRoute(i) || r.endsRoute(i)
		return t.caps || r.placeMustStand(i) && !is("town-code", key) ||
			is("articles", key) && e.Flights && !r.sameSentence(i-1, i) && r.phraseEnds(i+1) || // "La and on the 12th"
			onRoute && geo.Find(key, geo.Hints{}).Named.Kind == geo.KindCity // "la to nyc"
	}
	switch {
	case e.Flights && !e.Word && r.endsPair(i):
		return true
	case r.placeMustStand(i), r.beginsRoute(i), r.beginsTrip(i), r.anyOf(i-1, "go", "going") && !e.Word:
		return t.title || people >= 20_000 || r.endsRoute(i) && !e.Word || r.known.goesTo(key)
	case t.title && i > 0 && r.sameSentence(i-1, i):
		return true
	case t.title && r.countTokens(t.besideIn) > 0 && !r.anyOf(i+1, "please", "thanks", "thank") &&
		r.text(i+1) != "to" && r.text(i+1) != "," && !r.at(i+1, "after", "all") && !r.anyOf(i+1, "instead", "then"):
		return people >= 500_000 || r.known.goesTo(key) || r.unwanted(i) // the first word of a sentence: "Nancy here!"
	}
	return people >= 100_000 || r.isInsideArea(i, key, e)
}

// isSight reads "near the Prado", and "in the medina" in small letters: a sight or a quarter, and not a town of that
// name.
func (r *reading) isSight(i int) bool {
	return r.text(i-1) == "the" && r.phraseEnds(i+1) && (!r.toks[i].title || r.anyOf(i-2, "near", "nearby", "by", "beside",
		"opposite", "behind", "of", "at") || r.text(i-2) == "to" &&
		r.anyOf(i-3, "close", "next", "near", "nearest", "closest", "distance"))
}

// standsApart reports whether the word at token i stands alone between commas, behind some that are no name: "9 July
// to 16 July, Nice, three adults".
func (r *reading) standsApart(i int) bool {
	return i > 1 && r.text(i-1) == "," && (i+1 == len(r.toks) || r.text(i+1) == ",") &&
		(!r.tok(i-2).title || months[r.text(i-2)] != 0) && r.tok(i-2).kind != mark && r.wordCount() > 3
}

// amongPlaces reports whether token i goes on with a list of places: "Rome, Florence and Venice", "then Florence".
func (r *reading) amongPlaces(i int) bool {
	at := r.before(i-1, ",", "and", "or", "&", "+", "then", "-", "–", ">", "→")
	if at == i-1 || !r.sameSentence(at, i) || len(r.places) == 0 {
		return false
	}
	return r.places[len(r.places)-1].to == at+1 || r.text(i-1) == "then"
}

// orPlace reads the first of "Split or Dubrovnik".
func (r *reading) orPlace(i int) bool {
	return r.text(i+1) == "or" && r.sameSentence(i, i+2) && r.tok(i+2).title && isPlaceName(r.text(i+2))
}

// goesTo reports whether a place of the trip is called so.
func (k *known) goesTo(key string) bool {
	return slices.ContainsFunc(k.Itinerary.Segments, func(s trip.Segment) bool {
		names := []string{s.Origin.City, s.Origin.Name, s.Destination.City, s.Destination.Name}
		return slices.ContainsFunc(names, func(name string) bool { return geo.Fold(name) == key })
	})
}

// beginsRoute reads the first of two places that are joined: "Austin to Seattle", "Nice - Paris".
func (r *reading) beginsRoute(i int) bool {
	inside := i > 0 && r.sameSentence(i-1, i)
	isBetween := r.text(i-1) == "between" && r.text(i+1) == "and"
	if !r.anyOf(i+1, "to", "-", "–", ">", "→") && !isBetween || !r.sameSentence(i, i+2) ||
		inside && !r.toks[i].title && !r.anyOf(i-1, "from", "fly", "between") && topicWords[r.text(i-1)] != flightTopic {
		return false
	}
	return slices.ContainsFunc(r.keysFrom(i+2), func(key string) bool {
		e, ok := geo.Lookup(key)
		return ok && !is("town-never", key) && (r.tok(i+2).title || !e.Word && e.Population >= 100_000 ||
			is("town-often", key) && r.routeEnds(i+3))
	})
}

// endsPair reports whether token i stands right behind a place, in a message without capitals, and before no third one:
// "leeds faro 4 june".
func (r *reading) endsPair(i int) bool {
	n := len(r.places)
	return n > 0 && r.places[n-1].to == i && r.lacksCapitals() && !isPlaceName(r.text(r.behind(i+1, ",")))
}

// beginsTrip reads the first word of "Faro in July from Leeds": nothing but days stands between it and where one comes
// from.
func (r *reading) beginsTrip(i int) bool {
	at := i + 1
	for at < len(r.toks) && (r.toks[at].used || r.anyOf(at, ",", "in", "on", "for", "the")) {
		at++
	}
	isApart := r.tok(i-1).kind == mark || r.tok(i-1).used && (!r.tok(i-1).title || r.endsDay(i-1))
	isFirst := i == 0 || !r.sameSentence(i-1, i) || r.toks[i].title && isApart
	return isFirst && r.sameSentence(i, at+1) && r.text(at) == "from" && isPlaceName(r.text(at+1))
}

// endsRoute reads the second of two places that are joined, in small letters: "boston to austin june 3".
func (r *reading) endsRoute(i int) bool {
	n := len(r.places)
	isBetween := n > 0 && r.text(r.places[n-1].from-1) == "between" && r.text(i-1) == "and"
	return n > 0 && r.places[n-1].to == i-1 && (r.anyOf(i-1, "to", "-", "–", ">", "→") || isBetween) &&
		!r.toks[r.places[n-1].from].title && r.routeEnds(i+1)
}

// routeEnds reports whether token i no longer names the end of a route.
func (r *reading) routeEnds(i int) bool {
	return r.phraseEnds(i) || r.anyOf(i, "on", "from", "for", "in", "next", "this", "tomorrow") ||
		months[r.text(i)] != 0 || r.count(i) > 0
}
