package chat

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// maxPlaceWords is the most words that a place's name is read from.
const maxPlaceWords = 4

// Populations below which a word is rather a word than a city.
const (
	plainCity  = 50_000  // after a preposition, in lower case
	famousCity = 500_000 // without any preposition
)

// before are the words that a place follows.
var before = []string{
	"in", "at", "near", "around", "for", "of", "to", "visiting", "visit", "from", "across",
	"within", "outside",
}

// notPlaces are words that follow a preposition and are no place, though some city has the name.
var notPlaces = []string{
	"a", "an", "the", "my", "our", "your", "their", "his", "her", "this", "that", "these", "those", "there", "here",
	"it", "me", "us", "them", "some", "any", "all", "total", "advance", "general", "order", "case", "need", "town",
	"walking", "something", "spring", "summer", "autumn", "fall", "winter", "morning", "afternoon", "evening", "dinner",
	"lunch", "breakfast", "brunch", "kids", "families", "free", "fun", "weather", "today", "tomorrow", "tonight", "next",
	"tour", "best", "good", "nice", "great", "much", "many", "usd", "eur", "gbp", "pdf", "euros", "dollars", "percent",
	"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "do", "eat", "see", "atm", "bar", "gym", "pub",
}

// place is where the person asks about: in the last message, else in the newest earlier one that
// names a place. Empty leaves it to the engine, which knows the trip.
func (t *turn) place() string {
	if p := placeIn(t.text); p != "" {
		return p
	}
	if here.MatchString(t.text) {
		return "" // «near my hotel» is where the trip is, not where an earlier message was
	}
	for _, m := range t.earlier[:min(len(t.earlier), maxEarlier)] {
		if p := placeIn(m); p != "" && !t.isHome(p) {
			return p
		}
	}
	return ""
}

// isHome reports whether the trip starts at a place: nobody asks for restaurants there because the
// message that began the trip names it.
func (t *turn) isHome(place string) bool {
	legs := t.intent.Itinerary.Segments
	return len(legs) > 0 && names(place, &legs[0].Origin)
}

// isFirstStop reports whether a place is where the trip goes first.
func (t *turn) isFirstStop(place string) bool {
	legs := t.intent.Itinerary.Segments
	return len(legs) > 0 && names(place, &legs[0].Destination)
}

// names reports whether a text names a place of the trip, in whatever language.
func names(text string, place *trip.Place) bool {
	city, ok := geo.ResolveCity(text)
	return strings.EqualFold(text, place.Code) || strings.EqualFold(text, place.City) || ok && city.Name == place.City
}

// wholeTrip are words by which a search is for every stop of the trip.
var wholeTrip = regexp.MustCompile(`(?i)\b(?:itinerary|(?:each|every|all)\s+(?:of\s+)?(?:our\s+|my\s+|the\s+)?(?:stops?|cit(?:y|ies)|places?|destinations?)|along\s+(?:our|my|the)\s+(?:way|trip|route))\b`)

// maxStops is how many stops of a trip one message searches.
const maxStops = 4

// everywhere is where to search: the place of the message, or the stops of the trip that the
// message means. One empty place leaves it to the engine.
func (t *turn) everywhere() []string {
	if placeIn(t.text) == "" && wholeTrip.MatchString(t.text) {
		if stops := t.stops(); len(stops) > 0 {
			return stops
		}
	}
	return []string{t.place()}
}

// stops are the cities of the itinerary in order, without where it started.
func (t *turn) stops() []string {
	var out []string
	legs := t.intent.Itinerary.Segments
	take := func(p trip.Place) {
		home := len(legs) > 0 && (p.Code != "" && p.Code == legs[0].Origin.Code)
		name := p.City
		if name == "" {
			name = p.Code
		}
		if name != "" && !home && !slices.Contains(out, name) && len(out) < maxStops {
			out = append(out, name)
		}
	}
	for _, s := range legs {
		take(s.Destination)
	}
	for _, s := range t.intent.Itinerary.Lodging.Stays {
		if len(legs) == 0 {
			take(trip.Place{Code: s.LocationCode})
		}
	}
	return out
}

// maxEarlier is how many earlier messages are looked at for a place.
const maxEarlier = 5

// placeIn finds a place in a message: the longest name of a city after a preposition, one after
// "from" only when there is no other; else what stands there in capitals, known or not; else the
// name of a big city anywhere.
func placeIn(text string) string {
	words := wordsOf(text)
	from := ""
	for i := range words {
		if !slices.Contains(before, words[i].lower) {
			continue
		}
		p := cityAt(words, i+1)
		if p != "" && words[i].lower != "from" {
			return p
		}
		from = cmp.Or(from, p)
	}
	if from != "" {
		return from
	}
	for i := range words {
		if slices.Contains(before[:4], words[i].lower) {
			if p := capitalsAt(words, i+1); p != "" {
				return p
			}
		}
	}
	for i := range words {
		if p := famousAt(words, i); p != "" {
			return p
		}
	}
	for len(words) > 0 && slices.Contains([]string{"please", "thanks"}, words[len(words)-1].lower) {
		words = words[:len(words)-1]
	}
	if p := cityAt(words, 0); p != "" && len(wordsOf(p)) == len(words) {
		return p // the message is the place: «Bologna please»
	}
	return ""
}

// word is one word of a message. ends says that a sentence or clause ends after it, comma that a
// comma follows.
type word struct {
	text, lower string
	comma, ends bool
}

func wordsOf(text string) []word {
	var out []word
	for f := range strings.FieldsSeq(text) {
		trimmed := strings.TrimFunc(f, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if trimmed == "" {
			if len(out) > 0 {
				out[len(out)-1].ends = true
			}
			continue
		}
		tail := f[strings.LastIndex(f, trimmed)+len(trimmed):]
		if s, ok := strings.CutSuffix(trimmed, "'s"); ok {
			trimmed = s
		}
		if s, ok := strings.CutSuffix(trimmed, "’s"); ok {
			trimmed = s
		}
		abbreviated := tail == "." && len(trimmed) <= 3 && trimmed != strings.ToLower(trimmed) // St. Louis
		out = append(out, word{
			text: trimmed, lower: strings.ToLower(trimmed), comma: tail == ",",
			ends: strings.ContainsAny(tail, ".?!;:)") && !abbreviated,
		})
	}
	return out
}

// cityAt is the longest city name that starts at a word. Lower-case words must name a city that
// people know.
func cityAt(words []word, i int) string {
	for n := maxPlaceWords; n > 0; n-- {
		name, ok := joined(words, i, n)
		if !ok || slices.Contains(notPlaces, words[i].lower) || isDateWord(words[i].lower) {
			continue
		}
		city, ok := geo.ResolveCity(name)
		if !ok {
			continue
		}
		if capital(words[i].text) || city.Population >= plainCity {
			return name
		}
	}
	return ""
}

// joined is n words as one name, with a comma where one stands; false when they are not one clause.
func joined(words []word, i, n int) (string, bool) {
	if i+n > len(words) {
		return "", false
	}
	var b strings.Builder
	for k, w := range words[i : i+n] {
		b.WriteString(w.text)
		if k == n-1 {
			break
		}
		if w.ends {
			return "", false
		}
		if w.comma {
			b.WriteString(",")
		}
		b.WriteString(" ")
	}
	return b.String(), true
}

// capitalsAt is the run of capitalised words at a word: a place that the table may not know.
func capitalsAt(words []word, i int) string {
	n := 0
	for n < maxPlaceWords+1 && i+n < len(words) && capital(words[i+n].text) && !isDateWord(words[i+n].lower) &&
		words[i+n].lower != "i" {
		n++
		if words[i+n-1].ends {
			break
		}
	}
	if n == 0 || slices.Contains(notPlaces, words[i].lower) {
		return ""
	}
	name, _ := joined(words, i, n)
	return name
}

// famousAt is a big city's name in capitals, wherever it stands.
func famousAt(words []word, i int) string {
	if !capital(words[i].text) || slices.Contains(notPlaces, words[i].lower) || isDateWord(words[i].lower) {
		return ""
	}
	for n := maxPlaceWords; n > 0; n-- {
		name, ok := joined(words, i, n)
		if !ok || len(name) < 4 {
			continue
		}
		if city, ok := geo.ResolveCity(name); ok && city.Population >= famousCity {
			return name
		}
	}
	return ""
}

func capital(text string) bool {
	for _, r := range text {
		return unicode.IsUpper(r)
	}
	return false
}

// generic are words that say what is searched for without narrowing it.
var generic = []string{
	"find", "search", "show", "get", "look", "looking", "give", "tell", "help", "recommend", "suggest", "list", "want",
	"need", "like", "love", "where", "what", "which", "who", "how", "can", "could", "would", "should", "please", "is",
	"are", "am", "be", "do", "does", "will", "have", "has", "you", "we", "i", "and", "or", "with", "some", "any", "good",
	"best", "great", "nice", "top", "place", "places", "restaurant", "restaurants", "food", "eat", "eating", "dining",
	"sights", "sight", "attractions", "attraction", "things", "thing", "see", "visit", "stay", "hotel", "hotels", "near",
	"nearby", "around", "close", "by", "on", "that", "there", "here", "serve", "serves", "serving", "go", "going", "today",
	"tonight", "tomorrow", "sightseeing", "lodging", "accommodation", "landmarks", "im", "i'm", "we're", "let's", "about",
	"not", "also", "weather", "forecast", "temperature", "temperatures", "rain", "snow", "sunny", "it's", "as", "well",
	"plus", "along", "itinerary", "each", "every", "stop", "stops", "trip", "city", "cities", "route", "way",
	"destination", "destinations",
}

// placeQuery is what narrows a search for places: the words that are neither the place nor generic.
func (t *turn) placeQuery() string {
	place := wordsOf(t.place())
	parts := slices.DeleteFunc(t.requests(), func(part string) bool {
		return !slices.ContainsFunc(placeNeeds, func(n placeNeed) bool { return n.words.MatchString(part) })
	})
	text := strings.Join(parts, " ")
	if text == "" {
		text = t.text
	}
	var kept []string
	for _, w := range wordsOf(text) {
		if slices.Contains(generic, w.lower) || slices.Contains(before, w.lower) ||
			slices.Contains(notPlaces[:24], w.lower) ||
			slices.ContainsFunc(place, func(p word) bool { return p.lower == w.lower }) || slices.Contains(kept, w.lower) ||
			isDateWord(w.lower) {
			continue
		}
		kept = append(kept, w.lower)
	}
	return short(strings.Join(kept[:min(len(kept), 8)], " "), maxQueryRunes)
}
