package extract

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

// What may be spent. An amount is a number with its currency (amountAt), a bound ("under", "tops", the upper end of a
// range) and what it is per: all of the trip, a person (perPerson) or a night (perNight). findMoney takes every amount;
// one with a bound is a budget, and one without, or for a part of the trip that no search can limit, is told. A budget
// for each person is kept as that, so that the total follows the party (writeTotal).

// price is an amount on the wire.
type price struct {
	Amount   string `json:"amount"`
	Currency string `json:"currency"`
}

// amountMention is an amount of money at the tokens [from, to).
type amountMention struct {
	from, to int
	price    *price
}

// budgets are the limits of money that the message sets; each is one for every traveller.
type budgets struct {
	total, each, perNight *price
	currency              string // that the prices are wanted in
}

// findCurrency takes a currency that prices are wanted in: "prices in euros", "search in EUR". A question for it is one
// about what is shown.
func (r *reading) findCurrency() (code string) {
	for i := range r.toks {
		of := i
		if r.anyOf(i-1, "us", "british", "swiss") {
			of-- // "in US dollars"
		}
		currency := valueOf("currency", r.text(i))
		if !trip.Currency(currency).Known() || !r.free(i) || !r.anyOf(of-1, "in", "into", "to") ||
			r.asks(r.toks[i].sentence) || r.tok(i+1).kind == number {
			continue
		}
		r.take(of-1, i+1, byMoney)
		code = currency
	}
	return code
}

// findMoney takes every amount of money; one that a word of limit stands with is a budget.
func (r *reading) findMoney() budgets {
	b := budgets{currency: r.findCurrency(), each: r.budgetIsEach()}
	for i := range r.toks {
		if !r.free(i) || r.toks[i].kind != number || r.toks[i].ordinal {
			continue
		}
		from, to, currency := r.amountAt(i)
		isDistance := r.text(to-1) == "k" && r.text(to) == "from" // "max 1k from the beach"
		if currency == "" && (isDistance || countNouns[r.text(to)] != noCount || months[r.text(to)] != 0 ||
			months[r.text(from-1)] != 0) {
			continue // "we want to spend 2 days in Madrid", "on a budget, 5 May"
		}
		isBare, each := currency == "" && r.phraseEnds(to), r.perPerson(to)
		lower, ofLower := r.rangeBefore(from, to, r.toks[i].value, currency)
		if lower >= 0 && currency == "" {
			currency = ofLower
		}
		limit := r.limitBefore(from)
		isCondition := r.known.offered() && r.conditionIn(r.sentence(from).from, from) // "if it is 200 more at most"
		limited := !isCondition && (lower >= 0 || limit >= 0 || r.limitAfter(to) || each || r.ownMoney(from) ||
			r.correctsAmount(from, to) || r.haggles(from) ||
			r.perNight(to) && r.known.Preferences.Hotel.MaxPricePerNight.IsSet()) // "make it 300 a night"
		if to, ok := r.beginsRange(i, to); ok {
			r.take(from, to, byMoney) // the end of the range is the limit
			continue
		}
		if b := r.countBound(from, r.nightEnds(to)); b.min && lower < 0 && limited && !(b.beyond && r.turnsAway(from)) {
			r.tell(b.from, b.to) // "at least 100 a night": no search knows a least price
			r.take(from, to, byMoney)
			continue
		}
		if currency == "" && !limited && r.perNight(to) && r.toks[i].value >= leastEach && !r.aside(i) {
			r.tell(from, r.nightEnds(to))
			r.take(from, to, byMoney)
			continue
		}
		end := r.behind(to, "max", "maximum", "tops", "in", "all", "total", "altogether", "overall")
		if currency == "" && !(limited &&
			((r.budgetTalk(i) || each) && (r.toks[i].value >= leastEach || to > i+1) || r.perNight(to) ||
				r.nightlyBefore(from) || (r.toks[i].value >= leastBare || to > i+1) &&
				(r.phraseEnds(end) || r.limitAfter(to)) && countNouns[r.text(to)] == noCount)) {
			continue
		}
		r.take(from, r.forOne(to), byMoney)
		r.note(to, end, byMoney)
		if k := r.before(r.before(from-1, "it", "budget", "limit", "to"), whose...); is("limit-moves", r.text(k)) {
			r.note(k, k+1, byMoney) // "raise the limit to 800"
		}
		r.note(r.before(limit-1, "pay", "paying", "more", "at", "up")+1, limit+1, byMoney)
		if currency == "" {
			from, to, currency = r.foreignMoney(from, to, end)
		}
		if p := newPrice(r.toks[i].text, r.text(i+1), currency); p != nil && limited && !r.ofPart(i) && !r.ofShare(to) {
			r.amounts = append(r.amounts, amountMention{from, to, p})
			switch {
			case r.perNight(to), r.nightlyBefore(from), (isBare || r.correctsAmount(from, to)) && r.knowsNightOnly():
				b.perNight = p
			case each:
				b.each = p
			default:
				b.total = p
			}
		} else if !r.aside(i) {
			r.tell(from, to)
		}
	}
	return b
}

// turnsAway reports whether the sentence of token i says what is too much: "more than 300 is too much", "if it costs
// more than 300, forget it".
func (r *reading) turnsAway(i int) bool {
	from, to := r.span(r.toks[i].sentence)
	return r.hasIn(from, to, "too", "if", "?", "when", "unless") ||
		r.some(from, to, func(k int) bool { return r.toks[k].denies })
}

// budgetIsEach reads "per person that is" and "I meant each", which say that the known limit is for one person.
func (r *reading) budgetIsEach() *price {
	total := r.known.Constraints.BudgetTotal
	for i := range r.toks {
		to := r.behind(i, "per", "for", "a", "each", "every", "/", "person", "head", "pp", "apiece", "of", "us", "traveller")
		if to == i || r.unwanted(i) || !r.perPerson(i) || !total.IsSet() || r.hasAny("?") ||
			!r.hasAny("that", "thats", "mean", "meant", "budget", "limit") {
			continue
		}
		isOther := func(w string) bool {
			return !is("recount", w) && !is("filler", w) && !is("trip-nouns", w) && w != "budget"
		}
		if rest := r.clause(0, i).text + r.clause(to, len(r.toks)).text; !slices.ContainsFunc(strings.Fields(rest), isOther) {
			r.take(i, to, byMoney)
			return &price{total.Amount(), string(total.Currency)}
		}
	}
	return nil
}

// ofPart reads "flights at most 300" and "hotel at most 500" of a trip that has both: a limit of a part of the trip,
// of which only that of a night can be kept.
func (r *reading) ofPart(i int) bool {
	_, to, _ := r.amountAt(i)
	switch {
	case r.perNight(to), r.nightlyBefore(i):
		return false
	case r.partOfAmount(i) == hotelTopic:
		isJourney := func(c cue) bool { return c.kind == backCue || c.kind == leaveCue }
		isOrigin := func(k int) bool { // "from London", "London to Rome"
			_, is := r.placeAt(k + 1)
			endsAt := func(i int) bool { p, is := r.placeAt(i); return is && p.to == k }
			return is && (r.text(k) == "from" || r.text(k) == "to" && r.some(max(0, k-3), k, endsAt))
		}
		return len(r.known.Itinerary.Segments) > 0 || r.speaksOf(flightTopic) || slices.ContainsFunc(r.cues, isJourney) ||
			r.some(0, len(r.toks), isOrigin)
	case r.partOfAmount(i) == flightTopic:
		return r.speaksOf(hotelTopic) && !r.refusesStay() || !r.known.fresh() && r.known.needsLodging()
	}
	return false
}

// partOfAmount returns whether an amount at token i is for the flights or for the hotel; noTopic where it is for both.
func (r *reading) partOfAmount(i int) topic {
	joins := []string{"and", "plus", "+", "&", "with"}
	ends := func(k int) bool { return r.anyOf(k, ",", "but") || r.anyOf(k, joins...) || !r.sameSentence(k, i) }
	part := noTopic
	for _, m := range r.topics {
		isApart := r.some(min(i, m.at), max(i, m.at), ends)
		isIncluded := is("including", r.text(r.before(m.at-1, ".", "the", "a")))
		if isApart || isIncluded || r.anyOf(m.at, "night", "nights") || r.anyOf(m.at, class("trip-nouns")...) {
			continue
		}
		isBoth := slices.ContainsFunc(r.topics, func(o topicMark) bool {
			return o.topic != m.topic && max(o.at-m.at, m.at-o.at) <= 3 && r.hasIn(min(o.at, m.at), max(o.at, m.at), joins...)
		})
		if isBoth || part != noTopic && part != m.topic {
			return noTopic // "2000 for flights and hotel"
		}
		part = m.topic
	}
	from, to := r.span(r.toks[i].sentence)
	isOther := func(m topicMark) bool { return r.sameSentence(m.at, i) && !r.isLodging(m) }
	isTold := func(m topicMark) bool { // not only added, "add a hotel, not more than 2000 euros"
		isAdded := r.partEnds(m.at+1) && r.anyOf(r.before(m.at-1, "a", "an", "the"), "add", "with", "plus")
		return r.isLodging(m) && !m.refused && m.at < i && !isAdded
	}
	own, end := r.partOfWay(i, i+1)
	if part == noTopic && !r.known.fresh() && slices.ContainsFunc(r.topics, isTold) &&
		!r.hasIn(own, end, "i", "we", "it", "us", "limit") && !slices.ContainsFunc(r.topics, isOther) &&
		!r.hasIn(from, to, "budget", "total", "all", "everything", "altogether", "overall", "trip", "spend") &&
		!r.hasIn(from, to, class("including")...) {
		return hotelTopic // "a hotel which allows dogs, near the lake, up to 130 euros"
	}
	return part
}

// ofShare reads "a room", "per person per night" and, of several rooms, "per room per night" behind an amount at token
// i: limits that no search knows.
func (r *reading) ofShare(i int) bool {
	at := r.behind(i, "per", "a", "an", "each", "every", "/", "max", "maximum", "tops")
	isRooms := func(k int) bool {
		return (countNouns[r.text(k)] == roomCount || r.roomAt(k)) && r.count(k-1) > 1
	}
	rooms := max(r.known.stay().Rooms.Value, r.known.Itinerary.Lodging.Rooms.Value)
	isOne := rooms < 2 && !r.some(0, len(r.toks), isRooms)
	return at > i && (r.roomAt(at) && !(isOne && r.perNight(at+1)) ||
		r.perNight(at+1) && r.perPerson(i) || r.anyOf(at, "night") && r.perPerson(at+1))
}

// roomAt reports whether token i is a room, also by how many sleep in it.
func (r *reading) roomAt(i int) bool { return r.anyOf(i, "room", "rm") || is("room-kinds", r.text(i)) }

// knowsNightOnly reports whether the one limit of money that is known is that of a night.
func (r *reading) knowsNightOnly() bool {
	return r.known.Preferences.Hotel.MaxPricePerNight.IsSet() && !r.known.Constraints.BudgetTotal.IsSet()
}

// rangeBefore reads "100-150 a night" and "between 100 and 150 euros" up to the amount of the tokens [from, to): the
// token of its lower end, -1 when there is none, and the currency of that.
func (r *reading) rangeBefore(from, to int, upper int64, currency string) (lower int, ofLower string) {
	at := from - 2
	if is("currency", r.text(at)) {
		at-- // "100 euros to 150 euros"
	}
	isJoined := r.anyOf(from-1, "-", "–", "to") || r.text(from-1) == "and" && r.hasIn(max(0, at-2), at, "between")
	if currency == "" && !r.perNight(to) || at < 0 || !isJoined || r.toks[at].kind != number ||
		r.toks[at].ordinal || r.toks[at].value >= upper || !r.sameSentence(at, from) {
		return -1, ""
	}
	_, _, ofLower = r.amountAt(at)
	return at, ofLower
}

// beginsRange reports whether the amount at number i, which ends at token to, is the lower end of a range of money, and
// where the upper one begins.
func (r *reading) beginsRange(i, to int) (next int, ok bool) {
	if !r.anyOf(to, "-", "–", "to", "and") {
		return to, false
	}
	at := to + 1
	if is("currency", r.text(at)) {
		at++
	}
	if r.tok(at).kind != number {
		return to, false
	}
	from, end, currency := r.amountAt(at)
	lower, _ := r.rangeBefore(from, end, r.toks[at].value, currency)
	return to + 1, lower == i
}

// nightEnds is where "a night" behind an amount at token i ends, i where it does not stand there.
func (r *reading) nightEnds(i int) int {
	at := r.behind(i, "max", "maximum", "tops")
	if k := r.behind(at, "per", "a", "each", "/"); k > at && r.roomAt(k) && r.nightEnds(k+1) > k+1 {
		r.note(k, k+1, byMoney)
		at = k + 1 // "220 euros per double per night"
	}
	switch {
	case r.anyOf(at, "nightly"):
		return at + 1
	case r.text(at) == "by" && r.text(at+1) == "night" && r.phraseEnds(at+2) && r.roomBefore(i),
		r.anyOf(at, "per", "a", "each", "every", "the", "pro") && r.anyOf(at+1, "night", "nite", "day"),
		r.text(at) == "/" && r.anyOf(at+1, "night", "nt", "n"):
		return at + 2
	}
	return i
}

// budgetTalk reports whether the sentence of token i speaks of money at all.
func (r *reading) budgetTalk(i int) bool {
	from, to := r.span(r.toks[i].sentence)
	return r.hasIn(from, to, "budget", "spend", "cost", "price", "pay", "spending")
}

func (r *reading) perNight(i int) bool { return r.nightEnds(i) > i }

// amountAt returns the tokens of an amount at number i and its currency, empty when none is said.
func (r *reading) amountAt(i int) (from, to int, currency string) {
	from, to = i, i+1
	if is("thousands", r.text(to)) {
		to++
	}
	if c := valueOf("currency", r.text(to)); c != "" {
		return from, to + 1, c
	}
	if own := valueOf("dollar-of", r.text(to)); own != "" && valueOf("currency", r.text(to+1)) == "USD" {
		return from, to + 2, own
	}
	if c := valueOf("currency", r.text(i-1)); c != "" && !r.tok(i-1).used { // not "150 euros 5 to 9 May"
		if own := valueOf("dollar-of", r.text(i-2)); own != "" && r.text(i-1) == "$" && !r.toks[i-1].spaced {
			return i - 2, to, own
		}
		return i - 1, to, c
	}
	return from, to, ""
}

// foreignMoney returns the tokens of an amount without a currency that is known, and the one of the trip. A word or a
// sign beside it that nothing here knows is another currency: "R40000", "20000 pesos", "₺9000". What else says how much
// it is ends at token end.
// Rule: 6.7.money
func (r *reading) foreignMoney(from, to, end int) (first, last int, currency string) {
	const other = "?"
	isWord := func(i int) bool {
		return r.sameSentence(i, from) && r.tok(i).kind == word && r.free(i) && !isOfClass(r.text(i)) &&
			!r.carrierWord(i) && !(isPlaceName(r.text(i)) && r.toks[i].title)
	}
	isSign := func(i int) bool {
		return strings.ContainsFunc(r.tok(i).raw, func(c rune) bool { return unicode.Is(unicode.Sc, c) })
	}
	before := from - 1
	bound := r.before(before-1, "is", "of", ":", "about", "around", "only", "roughly")
	isBeside := !r.toks[from].spaced || bound >= 0 && r.limitBefore(before) == bound
	isCaps := isBeside && r.tok(before).caps && r.limitBefore(from) != before && r.sameSentence(before, from)
	switch code := trip.Currency(r.tok(before).raw); {
	case isCaps && code.Known() && !r.shouting():
		return before, to, string(code)
	case isSign(before), isCaps && !r.toks[from].spaced, isWord(before) && isBeside:
		return before, to, other
	case isSign(to), isWord(to) && end == to && !r.limitAfter(to) && !r.perPerson(to) &&
		(!r.sameSentence(to, to+1) || r.phraseEnds(to+1)):
		return from, to + 1, other
	}
	return from, to, string(cmp.Or(r.known.Constraints.BudgetTotal.Currency, r.known.Constraints.Currency, "USD"))
}

// limitBefore returns the word before the amount at token i that makes it a limit, -1 where there is none.
func (r *reading) limitBefore(i int) int {
	for k := i - 1; k >= max(0, i-6) && r.sameSentence(k, i); k-- {
		isLimit := false
		switch r.text(k) {
		case "under", "below", "within", "budget", "max", "maximum", "most", "limit", "less", "cheaper", "exceed",
			"exceeding", "spend", "spending", "cap":
			isLimit = true
		case "than":
			isLimit = r.anyOf(k-1, "less", "more", "cheaper", "lower", "higher", "dearer")
		case "to":
			isLimit = r.text(k-1) == "up"
		case "over", "above":
			if r.tok(k-1).denies || r.anyOf(k-1, denying...) || r.anyOf(k-1, "go", "be") {
				return k
			}
			return -1
		}
		if isLimit {
			return k
		}
	}
	return -1
}

func (r *reading) limitAfter(i int) bool {
	i = r.behind(r.behind(r.nightEnds(i), "is"), whose...)
	return r.anyOf(i, "max", "maximum", "budget", "tops", "limit", "total") || r.at(i, "or", "less") ||
		r.at(i, "at", "most") || r.at(i, "or", "under")
}

// correctsAmount reads "correction: EUR 1,100", "no, 900 dollars" and "raise it to 800": an amount that says nothing
// but itself, while one limit of money is known.
func (r *reading) correctsAmount(from, to int) bool {
	known := r.known
	if known.Constraints.BudgetTotal.IsSet() == known.Preferences.Hotel.MaxPricePerNight.IsSet() ||
		!r.corrects() && !r.hasAny(class("limit-moves")...) && !r.hasAny("then", "make") {
		return false
	}
	if r.text(from-1) == "by" || // which is not how much it is then
		r.hasIn(to, len(r.toks), "?") || r.hasAny("if", "should", "would") ||
		r.some(0, len(r.toks), func(i int) bool { return r.toks[i].denies }) {
		return false
	}
	for i := range r.toks {
		t := &r.toks[i]
		if (i < from || i >= to) && t.kind != mark && !is("filler", t.text) &&
			!r.anyOf(i, class("recount")...) && !r.anyOf(i, class("limit-moves")...) && !r.anyOf(i, "rather", "correct") {
			return false
		}
	}
	return true
}

// nightlyBefore reads "nightly rate not above 140", "company rate max 130" and "per night at most 140" before the
// amount at token i: what a night may cost.
func (r *reading) nightlyBefore(i int) bool {
	for k := i - 1; k >= max(0, i-6) && r.sameSentence(k, i) && !r.toks[k].used; k-- {
		switch {
		case r.text(k) == "rate" && r.anyOf(k-1, class("rate-of")...):
			r.note(r.before(k-1, class("rate-of")...)+1, k+1, byMoney)
			return true
		case r.anyOf(k, "nightly"), r.anyOf(k, "night") && r.anyOf(k-1, "per", "a", "each"):
			return true
		}
	}
	return false
}

// leastEach is the least number that is an amount of money where no currency was said: "300 each", not "2 each".
const leastEach = 30

// leastBare is the least number behind a word of limit that is an amount of money where neither a currency nor a word
// for money was said: "under 3000", not "under 18".
const leastBare = 100

// haggles reads "can you do 250?" and "could you manage it for 300", said of the offers, up to an amount at token i.
func (r *reading) haggles(i int) bool {
	at := r.before(i-1, "for", "it", "that", "this", "at", "to", "about", "around")
	return r.known.offered() && r.anyOf(at, "do", "manage", "make", "get") && r.anyOf(at-1, "you", "u", "we") &&
		r.anyOf(at-2, "can", "could", "would", "will")
}

// perPerson reads "each", "per person", "pp" after an amount at token i. "Each way" and "each night" are others.
func (r *reading) perPerson(i int) bool {
	if r.anyOf(i, "max", "maximum", "tops", "budget") || r.text(i) == "." &&
		r.sameSentence(i, i+1) { // "400 Fr. pro Person"
		i++
	}
	of := r.behind(r.behind(i, "for"), "per", "a", "/", "every", "each")
	switch isEach := r.anyOf(of-1, "each"); {
	case of > i && r.anyOf(of, "person", "head", "traveller", "traveler", "pers", "adult", "passenger"):
		return true
	case isEach:
		return !r.anyOf(of, "way", "night", "day")
	}
	return r.anyOf(i, "pp", "apiece") || r.at(i, "p", ".", "p") || r.forOne(i) > i
}

// forOne returns where "for one person" ends behind an amount at token i, i where it does not stand there.
func (r *reading) forOne(i int) int {
	if r.text(i) == "for" && r.count(i+1) == 1 && r.anyOf(i+2, "person", "traveller", "traveler", "passenger", "adult") {
		return i + 3
	}
	return i
}

// ownMoney reads "with 300 euros", "we have 2000 dollars", "around $900" before an amount at token i.
func (r *reading) ownMoney(i int) bool {
	at := i - 1
	for r.anyOf(at, "about", "around", "roughly", "only", "just", "approximately", "like", "~") {
		if r.anyOf(at, "about", "around", "roughly", "approximately", "~") && !r.asks(r.toks[i].sentence) {
			return true
		}
		at--
	}
	return r.anyOf(at, "with", "have", "got", "ive", "weve")
}

// writeBudget writes what may be spent. Who complains of the price and says a limit has said all with the limit.
func (a *assembly) writeBudget(b budgets, cleared bool) {
	if b.total != nil || b.each != nil || b.perNight != nil {
		a.r.acts = slices.DeleteFunc(a.r.acts, func(act Act) bool {
			return act == Act{Act: trip.ActSort, By: trip.SortPrice} || act == Act{Act: trip.ActAsk, What: trip.FactEach}
		})
	}
	if b.currency != "" && b.currency != string(a.r.known.Constraints.Currency) {
		a.patch.constraints().Currency = b.currency
	}
	if b.perNight != nil {
		a.patch.lodging().MaxPricePerNight = b.perNight
	}
	a.writeTotal(b, cleared)
}

// writeTotal writes the limit for all. One for each traveller is kept, so that the total follows the party.
func (a *assembly) writeTotal(b budgets, cleared bool) {
	each := b.each
	var said messages.AssumeBudgetEach
	if a.r.known.assumed(&said) && each == nil && b.total == nil && !cleared {
		each = &price{said.Amount, said.Currency}
	}
	if each == nil {
		if b.total != nil || cleared {
			a.scope.drop(messages.KeyAssumeBudgetEach)
		}
		if b.total != nil {
			a.patch.constraints().BudgetTotal = b.total
		}
		return
	}
	now := a.r.known.Party.Travelers
	was := now.Adults + now.Children + now.Infants
	now = a.patch.Travelers.over(now)
	people := now.Adults + now.Children + now.Infants
	a.scope.add(messages.AssumeBudgetEach{Amount: each.Amount, Currency: each.Currency, Count: people}.Message())
	m, err := trip.ParseMoney(each.Amount, trip.Currency(each.Currency))
	if people == 0 || err != nil || b.each == nil && people == was {
		return
	}
	m.Minor *= people
	a.patch.constraints().BudgetTotal = &price{m.Amount(), each.Currency}
}

// newPrice writes an amount as an exact decimal text in the currency's own decimals.
func newPrice(digits, scale, currency string) *price {
	digits = strings.ReplaceAll(digits, ",", "")
	if zeros := valueOf("thousands", scale); zeros != "" {
		digits += "e" + zeros
	}
	m, err := trip.ParseMoney(digits, trip.Currency(currency))
	if err != nil {
		return nil
	}
	return &price{m.Amount(), currency}
}
