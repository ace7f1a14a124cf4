package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/tools/sandbox/magic"
)

// placeMention is a city or an airport that the message names, at the tokens [from, to).
type placeMention struct {
	from, to int
	city     geo.City
	airport  string // IATA code when an airport was named, not a city
	rival    string // country of another big place of the same name
	named    bool   // it is a part of a longer name: "Hilton Chicago Downtown"
	sure     bool   // named by more than a bare small place
	role     role
}

// maxPlaceWords is the length of the longest place name that is looked up, in words.
const maxPlaceWords = 5

// findPlaces takes every place that the message names, the longest name first.
func (r *reading) findPlaces() {
	for i := 0; i < len(r.toks); {
		p, ok := r.placeAt(i)
		if !ok {
			i++
			continue
		}
		p.named = r.partOfName(p.from, p.to)
		if n := len(r.places); n > 0 && r.places[n-1].named && r.places[n-1].to == p.from {
			p.named = true
		}
		r.take(p.from, p.to)
		r.places = append(r.places, p)
		i = p.to
	}
}

// asidePlace returns the name of the last city that a question was about, in a form that
// geo.CityByName reads; empty when there is none.
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
	if first := geo.CitiesByKey(geo.Fold(c.Name)); len(first) > 0 && geo.SameCity(first[0], c) {
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
	return to < len(r.toks) && r.nameWord(to) && r.sameSentence(to, from) || r.text(to) == "-" && to+1 < len(r.toks) && r.nameWord(to+1)
}

func (r *reading) nameWord(i int) bool {
	t := &r.toks[i]
	return t.kind == word && t.title && !t.used && len(t.raw) > 1 && topicWords[t.text] != flightTopic && !geo.IsRegion(t.text)
}

func (r *reading) placeAt(i int) (placeMention, bool) {
	if !r.free(i) || r.toks[i].kind != word {
		return placeMention{}, false
	}
	keys := r.keysFrom(i)
	for n := len(keys); n > 1; n-- {
		if p, ok := r.namedPlace(i, n, geo.Fold(keys[n-1])); ok {
			return p, true
		}
	}
	if p, ok := r.codeAt(i); ok {
		return p, true
	}
	return r.namedPlace(i, 1, keys[0])
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
			b.WriteString(t.text)
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
	if len(t.text) != 3 || slices.Contains(plainWords, t.text) || months[t.text] != 0 {
		return placeMention{}, false
	}
	if _, isMagic := magic.Place(t.text); isMagic && t.caps {
		code := strings.ToUpper(t.text)
		return placeMention{from: i, to: i + 1, city: geo.City{Name: code}, airport: code, sure: true}, true
	}
	a, ok := geo.AirportByCode(t.text)
	if !ok || !t.caps && (a.Size != geo.Large || !r.placeMustStand(i)) || t.caps && r.shouting() && !r.placeMustStand(i) {
		return placeMention{}, false
	}
	city, ok := geo.CityOf(a)
	if !ok || len(geo.CitiesByKey(t.text)) > 0 && !slices.Contains(knownCodes, t.text) {
		return placeMention{}, false // a nickname of a city ("SFO" is both) or a town of that name
	}
	p := placeMention{from: i, to: i + 1, city: city, airport: a.Code, sure: true}
	if r.text(i+1) == "airport" {
		p.to++
	}
	return p, true
}

// knownCodes are airport codes that are at the same time a city's nickname in the table.
var knownCodes = []string{"sfo", "atl", "mex"}

// shouting reports whether the whole message is in capitals, so that capitals say nothing.
func (r *reading) shouting() bool {
	words := 0
	for i := range r.toks {
		if t := &r.toks[i]; t.kind == word {
			if !t.caps {
				return false
			}
			words++
		}
	}
	return words > 2
}

// placeMustStand reports whether a place is to be expected at token i: after a preposition of
// place, or alone in the message.
func (r *reading) placeMustStand(i int) bool {
	if r.anyOf(i-1, "from", "to", "into", "in", "near", "around", "at", "visit", "visiting", "leaving", "departing", "via", "for", "leave", "depart", "destination") {
		return true
	}
	return r.text(i-1) == "of" && r.text(i-2) == "out" || r.wordCount() <= 3 && (i == 0 || r.text(i-1) == ",")
}

func (r *reading) sentenceWords(sentence int) int {
	n := 0
	for i := range r.toks {
		if r.toks[i].kind == word && r.toks[i].sentence == sentence {
			n++
		}
	}
	return n
}

func (r *reading) wordCount() int {
	n := 0
	for i := range r.toks {
		if r.toks[i].kind == word {
			n++
		}
	}
	return n
}

// namedPlace looks up the key of the n tokens from i on and judges whether a place is meant.
func (r *reading) namedPlace(i, n int, key string) (placeMention, bool) {
	if n > 1 && r.toks[i+n-1].kind == mark {
		return placeMention{}, false
	}
	p := placeMention{from: i, to: i + n}
	cities := geo.CitiesByKey(key)
	if len(cities) == 0 {
		a, ok := geo.AirportByKey(key)
		if !ok {
			return p, false
		}
		p.city, ok = geo.CityOf(a)
		p.airport, p.sure = a.Code, true
		if r.text(p.to) == "airport" {
			p.to++
		}
		return p, ok
	}
	p.city = cities[0]
	if !r.isPlace(i, n, key, cities[0]) {
		return p, false
	}
	if to, at, ok := r.regionAfter(p.to, cities); ok {
		p.to, p.city, p.sure = to, cities[at], true
		return p, true
	}
	p.sure = cities[0].Population >= 100_000 || n > 1
	for _, other := range cities[1:] {
		if other.Population > cities[0].Population/4 && other.Country != cities[0].Country && p.rival == "" {
			p.rival = other.Country
		}
	}
	return p, true
}

// isPlace judges whether words that are also a city's name mean the city.
func (r *reading) isPlace(i, n int, key string, c geo.City) bool {
	t := &r.toks[i]
	if n > 1 {
		return !slices.Contains(plainPhrases, key) && (t.title || c.Population >= 50_000 || r.placeMustStand(i))
	}
	if _, isDay := weekdays[key]; isDay || months[key] != 0 || t.value != 0 {
		return false
	}
	if slices.Contains(plainWords, key) {
		return false
	}
	if slices.Contains(oftenWords, key) {
		return t.title && r.placeMustStand(i) && i > 0
	}
	if len(key) == 2 {
		return t.caps || r.placeMustStand(i) && !slices.Contains(shortWords, key)
	}
	switch {
	case r.placeMustStand(i):
		return t.title || c.Population >= 20_000
	case t.title && i > 0 && r.sameSentence(i-1, i):
		return true
	case t.title && r.sentenceWords(t.sentence) > 1 && !r.anyOf(i+1, "please", "thanks", "thank") && r.text(i+1) != "to" && r.text(i+1) != ",":
		return c.Population >= 500_000 // the first word of a sentence: "Nancy here!"
	}
	return c.Population >= 100_000
}

// regionAfter reads a state or country after a city's name ("Atlanta, GA", "London UK") and
// returns which of the cities lies there.
func (r *reading) regionAfter(i int, cities []geo.City) (to, at int, ok bool) {
	start := i
	if r.text(start) == "," {
		start++
	}
	comma := start > i
	var keys []string
	if start < len(r.toks) {
		keys = r.keysFrom(start)
	}
	for n := min(len(keys), 3); n > 0; n-- {
		if r.toks[start+n-1].kind == mark || !r.regionStands(start, n, keys[n-1], comma) {
			continue
		}
		for at, c := range cities {
			if c.In(keys[n-1]) {
				return start + n, at, true
			}
		}
	}
	return i, 0, false
}

// regionStands judges whether a short word after a city is the code of its state, not a word.
func (r *reading) regionStands(i, n int, key string, comma bool) bool {
	if n > 1 || len(key) > 2 {
		return true
	}
	t := &r.toks[i]
	if slices.Contains(shortWords, key) {
		return t.caps && (comma || !r.toks[i-1].caps)
	}
	return t.title || comma
}
