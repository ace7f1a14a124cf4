package extract

import "slices"

// airlineMention is an airline that the message names; an empty name says that any will do.
type airlineMention struct {
	from, to int
	name     string
	rejected bool // "not with Delta"
}

type airlineName struct {
	key  []string // the words that name it, without "airlines"
	name string
	sole bool // the words mean the airline even where nothing else says so
}

// airlineNames holds carriers by the words that people use; longer names stand before shorter ones.
var airlineNames = []airlineName{
	{[]string{"south", "african"}, "South African Airways", true},
	{[]string{"air", "canada"}, "Air Canada", true},
	{[]string{"air", "france"}, "Air France", true},
	{[]string{"air", "india"}, "Air India", true},
	{[]string{"air", "china"}, "Air China", true},
	{[]string{"air", "new", "zealand"}, "Air New Zealand", true},
	{[]string{"air", "asia"}, "AirAsia", true},
	{[]string{"airasia"}, "AirAsia", true},
	{[]string{"air", "europa"}, "Air Europa", true},
	{[]string{"british", "airways"}, "British Airways", true},
	{[]string{"qatar", "airways"}, "Qatar Airways", true},
	{[]string{"etihad", "airways"}, "Etihad Airways", true},
	{[]string{"kenya", "airways"}, "Kenya Airways", true},
	{[]string{"all", "nippon"}, "All Nippon Airways", true},
	{[]string{"ana"}, "All Nippon Airways", false},
	{[]string{"japan", "airlines"}, "Japan Airlines", true},
	{[]string{"jal"}, "Japan Airlines", false},
	{[]string{"cathay", "pacific"}, "Cathay Pacific", true},
	{[]string{"cathay"}, "Cathay Pacific", true},
	{[]string{"virgin", "atlantic"}, "Virgin Atlantic", true},
	{[]string{"virgin", "america"}, "Virgin America", true},
	{[]string{"virgin", "australia"}, "Virgin Australia", true},
	{[]string{"singapore", "airlines"}, "Singapore Airlines", true},
	{[]string{"turkish", "airlines"}, "Turkish Airlines", true},
	{[]string{"thai", "airways"}, "Thai Airways", true},
	{[]string{"malaysia", "airlines"}, "Malaysia Airlines", true},
	{[]string{"korean", "air"}, "Korean Air", true},
	{[]string{"hawaiian", "airlines"}, "Hawaiian Airlines", true},
	{[]string{"hawaiian"}, "Hawaiian Airlines", false},
	{[]string{"american", "airlines"}, "American Airlines", true},
	{[]string{"united", "airlines"}, "United Airlines", true},
	{[]string{"delta", "airlines"}, "Delta Air Lines", true},
	{[]string{"delta", "air"}, "Delta Air Lines", true},
	{[]string{"southwest", "airlines"}, "Southwest Airlines", true},
	{[]string{"south", "west", "airlines"}, "Southwest Airlines", true},
	{[]string{"alaska", "airlines"}, "Alaska Airlines", true},
	{[]string{"alaska", "air"}, "Alaska Airlines", true},
	{[]string{"spirit", "airlines"}, "Spirit Airlines", true},
	{[]string{"frontier", "airlines"}, "Frontier Airlines", true},
	{[]string{"allegiant"}, "Allegiant Air", true},
	{[]string{"jetblue"}, "JetBlue", true},
	{[]string{"jet", "blue"}, "JetBlue", true},
	{[]string{"austrian", "airlines"}, "Austrian Airlines", true},
	{[]string{"austrian"}, "Austrian Airlines", false},
	{[]string{"turkish"}, "Turkish Airlines", false},
	{[]string{"brussels", "airlines"}, "Brussels Airlines", true},
	{[]string{"lufthansa"}, "Lufthansa", true},
	{[]string{"emirates"}, "Emirates", true},
	{[]string{"qantas"}, "Qantas", true},
	{[]string{"klm"}, "KLM", true},
	{[]string{"ryanair"}, "Ryanair", true},
	{[]string{"easyjet"}, "easyJet", true},
	{[]string{"iberia"}, "Iberia", true},
	{[]string{"avianca"}, "Avianca", true},
	{[]string{"latam"}, "LATAM Airlines", true},
	{[]string{"aeromexico"}, "Aeromexico", true},
	{[]string{"volaris"}, "Volaris", true},
	{[]string{"westjet"}, "WestJet", true},
	{[]string{"finnair"}, "Finnair", true},
	{[]string{"icelandair"}, "Icelandair", true},
	{[]string{"aer", "lingus"}, "Aer Lingus", true},
	{[]string{"norwegian"}, "Norwegian", false},
	{[]string{"indigo"}, "IndiGo", false},
	{[]string{"vistara"}, "Vistara", true},
	{[]string{"etihad"}, "Etihad Airways", true},
	{[]string{"eva", "air"}, "EVA Air", true},
	{[]string{"vueling"}, "Vueling", true},
	{[]string{"wizz", "air"}, "Wizz Air", true},
	{[]string{"wizz"}, "Wizz Air", true},
	{[]string{"eurowings"}, "Eurowings", true},
	{[]string{"tap", "air", "portugal"}, "TAP Air Portugal", true},
	{[]string{"tap"}, "TAP Air Portugal", false},
	{[]string{"lot", "polish"}, "LOT Polish Airlines", true},
	{[]string{"sas"}, "SAS", false},
	{[]string{"aeroflot"}, "Aeroflot", true},
	{[]string{"american"}, "American Airlines", false},
	{[]string{"united"}, "United Airlines", false},
	{[]string{"delta"}, "Delta Air Lines", false},
	{[]string{"southwest"}, "Southwest Airlines", false},
	{[]string{"alaska"}, "Alaska Airlines", false},
	{[]string{"spirit"}, "Spirit Airlines", false},
	{[]string{"qatar"}, "Qatar Airways", false},
	{[]string{"frontier"}, "Frontier Airlines", false},
	{[]string{"british"}, "British Airways", false},
	{[]string{"ba"}, "British Airways", false},
	{[]string{"virgin"}, "Virgin Atlantic", false},
	{[]string{"swiss"}, "SWISS", false},
}

// findAirlines takes every airline that the message names, and "any airline".
func (r *reading) findAirlines() {
	for i := 0; i < len(r.toks); i++ {
		m, ok := r.airlineAt(i)
		if !ok {
			m, ok = r.anyAirline(i)
		}
		if !ok {
			continue
		}
		m.rejected = m.name != "" && r.unwanted(m.from)
		r.take(m.from, m.to, byAirline)
		r.airline = append(r.airline, m)
		i = m.to - 1
	}
}

func (r *reading) airlineAt(i int) (airlineMention, bool) {
	if !r.free(i) || r.toks[i].kind != word {
		return airlineMention{}, false
	}
	for k := range airlineNames {
		a := &airlineNames[k]
		if a.key[0] != r.toks[i].text || !r.at(i, a.key...) {
			continue
		}
		to := i + len(a.key)
		if !a.sole && !r.airlineStands(i, to) {
			continue
		}
		for r.anyOf(to, "airlines", "airline", "airways", "air", "lines", "flights") && to < i+4 {
			to++
		}
		return airlineMention{from: i, to: to, name: a.name}, true
	}
	return airlineMention{}, false
}

// airlineStands decides whether a word such as "united" means the airline.
func (r *reading) airlineStands(i, to int) bool {
	if r.anyOf(to, "airlines", "airline", "airways", "air", "flights", "flight") {
		return true
	}
	pair := r.anyOf(i-1, "or", "and", ",") && len(r.airline) > 0 ||
		r.anyOf(to, "or", "and", ",") && r.carrierWord(to+1)
	if pair && r.anyOf(len(r.toks)-1, "only", "please") {
		return true // "ba or virgin only"
	}
	if r.anyOf(to, "states", "kingdom", "arab", "express", "food", "citizen", "columbia", "islands") || !r.toks[i].title {
		return false
	}
	if pair || r.wordCount() <= 2 {
		return true
	}
	if r.at(to, "if", "possible") || r.anyOf(to, "only", "preferred", "preferably") {
		return true
	}
	return r.anyOf(i-1, "no", "not", "except", "avoid", "with", "on", "by", "via", "prefer", "fly", "flying", "like",
		"take", "try", "use", "using",
		"airline", "preferably")
}

// carrierWord reports whether token i begins the name of an airline.
func (r *reading) carrierWord(i int) bool {
	return slices.ContainsFunc(airlineNames, func(a airlineName) bool { return r.at(i, a.key...) })
}

// anyAirline reads "any airline", "no preference over the airlines", "don't care which airline".
func (r *reading) anyAirline(i int) (airlineMention, bool) {
	if !r.anyOf(i, "airline", "airlines", "carrier", "airliner", "carriers") {
		return airlineMention{}, false
	}
	if r.indifferentAround(i) {
		return airlineMention{from: i, to: i + 1}, true
	}
	return airlineMention{}, false
}

// indifferentAround reports whether the sentence around token i says that the person has no preference.
func (r *reading) indifferentAround(i int) bool {
	if r.anyOf(i-1, "any", "whichever", "whatever", "either") || r.text(i-2) == "any" {
		return true
	}
	for k := max(0, i-9); k < min(len(r.toks), i+7); k++ {
		if !r.sameSentence(i, k) {
			continue
		}
		switch {
		case r.anyOf(k, "matter", "matters") && r.anyOf(k-1, "doesnt", "not", "dont", "wont"),
			r.anyOf(k, "care", "mind") &&
				(r.anyOf(k-1, "dont", "not", "doesnt", "didnt") || r.anyOf(k-2, "dont", "not", "doesnt")),
			r.anyOf(k, "preference", "preferences") && r.anyOf(k-1, "no", "any", "particular", "specific", "have"),
			r.anyOf(k, "picky", "particular", "important") && r.anyOf(k-1, "not"),
			r.at(k, "open", "to", "any"), r.at(k, "flexible"), r.anyOf(k, "irrelevant", "whichever"),
			r.text(k) == "any" && r.anyOf(k+1, "is", "one", "will", "works", "of"):
			return true
		}
	}
	return false
}
