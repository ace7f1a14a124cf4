package extract

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// What the engine asked, to which a bare place, day or number is the answer, and what a message leaves open, so that
// the engine asks for it next.

// target is a field of the trip that the engine asks for: its path in parts.
type target struct {
	path  string
	leg   int // of itinerary.segments, -1
	stay  int // of itinerary.lodging.stays, -1
	field string
}

const (
	originField   = "origin.code"
	destField     = "destination.code"
	departField   = "depart_date"
	locationField = "location_code"
	inField       = "check_in"
	outField      = "check_out"
)

// targets are the fields that the engine asks for, in its order; none unless it asks for something.
func (k *known) targets() []target {
	kind := k.askKind()
	if kind != trip.AskMissing && kind != trip.AskClarify {
		return nil
	}
	var all []target
	for _, path := range k.Status.Ask.About {
		t := target{path: path, leg: -1, stay: -1}
		switch {
		case path == "itinerary.segments":
			all = append(all, target{path, 0, -1, destField}, target{path, 0, -1, originField},
				target{path, 0, -1, departField})
			continue
		case strings.HasPrefix(path, "itinerary.segments["):
			if n, _ := fmt.Sscanf(path, "itinerary.segments[%d].%s", &t.leg, &t.field); n != 2 {
				continue
			}
		case strings.HasPrefix(path, "itinerary.lodging.stays["):
			if n, _ := fmt.Sscanf(path, "itinerary.lodging.stays[%d].%s", &t.stay, &t.field); n != 2 {
				continue
			}
		default:
			t.field = strings.TrimPrefix(path, "itinerary.lodging.")
		}
		all = append(all, t)
	}
	return all
}

func find(all []target, fields ...string) *target {
	if i := slices.IndexFunc(all, func(t target) bool { return slices.Contains(fields, t.field) }); i >= 0 {
		return &all[i]
	}
	return nil
}

// answer gives a bare place, day or choice to what the engine asked for, before any other rule gives it to something
// else.
func (a *assembly) answer() {
	asked := a.r.known.targets()
	if len(asked) == 0 {
		return
	}
	if a.chooses(asked[0]) {
		return
	}
	var open []*placeMention
	for k := range a.r.places {
		if p := &a.r.places[k]; p.role == noRole || p.role == insideRole {
			open = append(open, p)
		}
	}
	if t := find(asked, originField, destField, locationField); t != nil && len(open) == 1 && len(a.r.places) == 1 &&
		!a.r.corrects() && a.r.wordCount() <= 6 && !(t.field == originField && a.r.addsPlace()) &&
		!(a.r.isFirst(open[0]) && a.legOf(nil, open[0]) >= 0) { // "Athens first" says the order
		if a.isWithinGoal(open[0]) {
			t = &target{leg: 0, stay: -1, field: destField} // "Majorca", of a trip to Spain, wherever it begins
		}
		a.givePlace(t, open[0])
	}
	var days []*dateMention
	for k := range a.r.dates {
		if d := &a.r.dates[k]; d.role == noRole || a.leavesUntil(asked, d) {
			days = append(days, d)
		}
	}
	k := a.r.known
	isOn := len(days) == 1 && a.r.anyOf(a.r.before(days[0].from-1, "the"), "on") // "for one day, on the 10th"
	if t := find(asked, departField, inField, outField); t != nil && len(days) == 1 && len(a.r.dates) == 1 &&
		!a.saysAnew() && a.onlyKind(asked, t) &&
		!(t.field == outField && (days[0].day <= k.stay().CheckIn || a.r.beginsOn(days[0]) || isOn && a.r.tellsNights())) &&
		!(t.role(k) == returnRole && k.needsLodging() && days[0].day == k.leg().DepartDate) { // it is that of the hotel
		if !a.movesTo(t, days[0]) {
			a.giveDay(t, days[0])
		}
	}
}

// isWithinGoal reports whether a place lies in the country or region that is the trip's destination, as long as no town
// there is known.
func (a *assembly) isWithinGoal(p *placeMention) bool {
	goal := a.r.known.leg().Destination
	return goal.Code == "" && goal.City != "" && geo.Within(p.name, goal.City)
}

// leavesUntil reads "until the 10th" where it is asked when a stop on the way is left.
func (a *assembly) leavesUntil(asked []target, d *dateMention) bool {
	t := find(asked, departField)
	return t != nil && t.leg > 0 && t.leg < len(a.r.known.Itinerary.Segments)-1 && a.r.hasIn(max(0, d.from-2), d.from,
		"until", "till", "til")
}

// movesTo handles the answer to the question which day of another month the trip should move to: all of its days move.
func (a *assembly) movesTo(t *target, d *dateMention) bool {
	k, old := a.r.known, a.r.known.leg().DepartDate
	if t.field == inField && (k.stayOnly() || t.leg < 0) {
		old = k.stay().CheckIn
	}
	if a.r.askedMonth() == 0 || old == 0 || a.r.tellsNights() || a.r.shift != nil ||
		!(t.leg == 0 && t.field == departField && k.returnDate() != 0) &&
			!(t.field == inField && k.stayOnly() && k.stay().CheckOut != 0) {
		return false
	}
	a.r.shift = &shift{days: old.DaysUntil(d.day)}
	d.role = asideRole
	return true
}

// onlyKind reports whether a bare day can only answer what is asked for first. If several ends of the trip are open,
// the rules that know the conversation decide.
func (a *assembly) onlyKind(asked []target, t *target) bool {
	fields := map[string]bool{}
	for _, o := range asked {
		if slices.Contains([]string{departField, inField, outField}, o.field) {
			fields[o.field] = true
		}
	}
	return len(fields) == 1 || t.leg > 0
}

func (a *assembly) givePlace(t *target, p *placeMention) {
	switch {
	case t.field == locationField:
		p.role = insideRole
		a.hotel = p
		a.stayAt = max(t.stay, 0)
	case t.leg > 0 && !a.r.known.roundTrip():
		near := a.r.known.Itinerary.Segments[min(t.leg, len(a.r.known.Itinerary.Segments)-1)].Origin
		if t.field == originField {
			a.segment(t.leg).Origin = a.putAt(p, near, t.leg, "origin")
		} else {
			a.segment(t.leg).Destination = a.putAt(p, near, t.leg, "destination")
		}
	case t.field == originField:
		p.role = originRole
	default:
		p.role = destinationRole
	}
}

func (k *known) roundTrip() bool {
	return k.Itinerary.TripType != trip.MultiCity && len(k.Itinerary.Segments) <= 2
}

func (a *assembly) giveDay(t *target, d *dateMention) {
	if d.role = t.role(a.r.known); d.role == asideRole {
		a.segment(t.leg).DepartDate = relativeTo(d, a.r.known.Itinerary.Segments[t.leg-1].DepartDate).String()
	}
}

// role is the part of a day that is asked for; it is written to its leg where that is one behind the first.
func (t *target) role(k *known) role {
	switch {
	case t.field == inField:
		return checkInRole
	case t.field == outField:
		return checkOutRole
	case t.leg == 1 && k.roundTrip():
		return returnRole
	case t.leg > 0:
		return asideRole
	}
	return departRole
}

func (a *assembly) segment(i int) *Segment {
	for len(a.patch.Segments) <= i {
		a.patch.Segments = append(a.patch.Segments, Segment{})
	}
	return &a.patch.Segments[i]
}

// chooses reads one of the choices that were offered: by its place in the list, or by words that only its label has.
func (a *assembly) chooses(t target) bool {
	choices := a.r.known.Status.Ask.Choices
	isReadHere := slices.Contains([]string{originField, destField, locationField, departField, inField, outField},
		t.field)
	if len(choices) == 0 || len(a.r.places) > 1 || !isReadHere {
		return false // what else is asked, such as the class, is read by its own words
	}
	at := a.r.choiceByNumber(len(choices))
	if at < 0 {
		at = a.r.choiceByWords(choices)
	}
	if at < 0 {
		return false
	}
	a.r.take(0, len(a.r.toks), byAnswer)
	label := choices[at].Label
	if day, err := trip.ParseDate(a.r.dayOfLabel(label)); err == nil &&
		slices.Contains([]string{departField, inField, outField}, t.field) {
		d := dateMention{day: day}
		a.giveDay(&t, &d)
		a.r.dates = []dateMention{d}
		return true
	}
	p, ok := placeOfLabel(label)
	if !ok {
		return false
	}
	a.r.places = []placeMention{p}
	a.givePlace(&t, &a.r.places[0])
	return true
}

// choiceByNumber reads "the second", "2", "option 1"; -1 when no choice is meant so.
func (r *reading) choiceByNumber(n int) int {
	c := r.whole()
	_, isOption := r.picksEarly(c)
	isRange := func(i int) bool { return r.tok(i-1).ordinal && r.joinsDays(i) && r.tok(r.behind(i+1, "the")).ordinal }
	isDays := r.inDayRange(0, len(r.toks)) || r.some(0, len(r.toks), isRange) // "3rd to the 10th"
	if isOption || isDays || len(r.topics) > 0 || !c.only(class("choose"), numberWords(c), ordinalWords(c)) {
		return -1
	}
	isBare := func(i int) bool { return r.text(i) != "one" || len(r.toks) == 1 }
	for _, o := range r.optionsIn(0, len(r.toks), isBare) {
		if o.position <= int64(n) {
			return int(o.position) - 1
		}
	}
	return -1
}

func ordinalWords(c *clause) []string {
	return c.those(func(w string) bool { return ordinals[w] != 0 || w == "last" || w == "top" })
}

// choiceByWords finds the only choice whose label has the most words of the message; -1 when there is none.
func (r *reading) choiceByWords(choices []trip.Choice) int {
	best, at, tie := 0, -1, false
	for k := range choices {
		words := strings.FieldsFunc(geo.Fold(choices[k].Label),
			func(c rune) bool { return strings.ContainsRune(" (),.-", c) })
		n := 0
		for i := range r.toks {
			if t := &r.toks[i]; t.kind == word && len(t.text) > 2 && slices.Contains(words, t.text) {
				n++
			}
		}
		switch {
		case n > best:
			best, at, tie = n, k, false
		case n == best && n > 0:
			tie = true
		}
	}
	if tie {
		return -1
	}
	return at
}

// placeOfLabel reads a label of the gazetteer back: "Portland (US, Maine)".
func placeOfLabel(label string) (placeMention, bool) {
	name, inside, _ := strings.Cut(strings.TrimSuffix(label, ")"), " (")
	country, region, _ := strings.Cut(inside, ", ")
	p := placeMention{name: name, beside: region, sure: true, chosen: true}
	if region == "" {
		p.beside = geo.CountryName(country)
	}
	p.answer = geo.Find(name, geo.Hints{Beside: p.beside})
	p.city = p.answer.Place
	return p, p.answer.Verdict == geo.One
}

// dayOfLabel reads the ISO day at the end of a label that this tool made.
func (r *reading) dayOfLabel(label string) string {
	for w := range strings.FieldsSeq(label) {
		if _, err := trip.ParseDate(strings.Trim(w, "().,")); err == nil {
			return strings.Trim(w, "().,")
		}
	}
	q := reading{toks: tokenize(label), today: r.today, known: r.known}
	q.findDates()
	if len(q.dates) == 0 {
		return ""
	}
	return q.dates[0].day.String()
}

// placeAsked is a place and the path that it is stored at.
type placeAsked struct {
	place *placeMention
	path  string
}

// The paths that a question is for.
const (
	originPath   = "itinerary.segments[0].origin.code"
	goalPath     = "itinerary.segments[0].destination.code"
	departPath   = "itinerary.segments[0].depart_date"
	returnPath   = "itinerary.segments[1].depart_date"
	adultsPath   = "party.travelers.adults"
	childrenPath = "party.travelers.children"
	checkInPath  = "itinerary.lodging.check_in"
	checkOutPath = "itinerary.lodging.check_out"
)

// legPath and stayPath are where a leg and a stay stand.
func legPath(leg int) string   { return "itinerary.segments[" + strconv.Itoa(leg) + "]" }
func stayPath(stay int) string { return "itinerary.lodging.stays[" + strconv.Itoa(stay) + "]" }

// clarify lists what the message left open: a city of several, a town without an airport, a day
// that has passed or that the calendar does not have, a month without a day, friends without a number.
func (a *assembly) clarify() []Question {
	questions := a.questions
	ask := func(about, key string, params ...any) {
		questions = append(questions, Question{About: about, Text: a.r.say(key, params...)})
	}
	if len(a.r.toks) == maxTokens {
		ask("", "long")
	}
	for _, p := range a.named() {
		if q, open := p.place.question(a.r, p.path); open {
			questions = append(questions, q)
		}
	}
	for _, d := range a.r.dates {
		if d.day < a.r.today && d.role != asideRole {
			ask(a.pathOf(d.role), "passed", "day", a.r.labelOfDay(d.day))
		}
	}
	for _, d := range a.r.impossible {
		ask(a.pathOf(a.nextRole()), "no_such_day", "text", a.r.words(d.from, d.to))
	}
	if v := a.r.vague; v != nil && v.back {
		questions = append(questions, Question{About: returnPath, Text: v.question(a.r), Choices: v.choices(a.r)})
	} else if v != nil && !a.dated() {
		questions = append(questions,
			Question{About: a.pathOf(a.nextRole()), Text: v.question(a.r), Choices: v.choices(a.r)})
	}
	if a.lacksReturn() {
		ask(returnPath, "return")
	}
	if a.minor {
		ask("party.travelers.adults", "minor")
	}
	if a.left {
		ask("party.travelers.adults", "left")
	}
	if a.uncounted != "" {
		ask(adultsPath, "uncounted", "text", a.uncounted)
	}
	if a.kids {
		ask(childrenPath, "kids")
	}
	if a.r.nobody {
		ask(adultsPath, "nobody")
	}
	return questions
}

// lacksReturn reports whether a round trip has a departure date but no return date.
func (a *assembly) lacksReturn() bool {
	k, t := a.r.known, cmp.Or(a.patch.TripType, a.r.known.Itinerary.TripType)
	isBack := a.back != nil || a.r.vague != nil && a.r.vague.back || k.returnDate() != 0 ||
		a.patch.Dates != nil && a.patch.Dates.ReturnDate != ""
	opens := func(leg int) bool { return leg < len(a.patch.Segments) && a.patch.Segments[leg].opensDay() }
	return a.scope.flight && t == trip.RoundTrip && !isBack && (a.departure() != 0 || opens(0)) && !opens(1) &&
		a.nights == 0 && a.patch.Nights == nil && !k.Itinerary.Nights.IsSet()
}

// dated reports whether the message names the day of departure or check-in.
func (a *assembly) dated() bool {
	return a.depart != nil || a.in != nil || len(a.legs) > 0 && a.legs[0].depart != nil
}

// nextRole is the part that a day without an explicit part would get.
func (a *assembly) nextRole() role {
	k := a.r.known
	switch {
	case !a.scope.flight && a.in == nil && (k.stay().CheckIn == 0 || k.stay().CheckOut != 0 && !a.r.speaksOfEnd()):
		return checkInRole
	case !a.scope.flight:
		return checkOutRole
	case a.depart == nil && (k.leg().DepartDate == 0 || k.dated() && !a.r.speaksOfEnd() ||
		a.r.hasAny("move", "shift", "change", "postpone", "push", "reschedule", "switch")):
		return departRole
	}
	return returnRole
}

// dated reports whether the days of the whole journey are known.
func (k *known) dated() bool {
	return k.leg().DepartDate != 0 && (k.returnDate() != 0 || k.Itinerary.TripType == trip.OneWay)
}

// speaksOfEnd reports whether the message mentions the way back or the check-out.
func (r *reading) speaksOfEnd() bool {
	return r.hasAny("until", "till") || slices.ContainsFunc(r.cues,
		func(c cue) bool { return c.kind == backCue || c.kind == checkOutCue })
}

// pathOf is where a day with this part stands.
func (a *assembly) pathOf(role role) string {
	stays := len(a.r.known.Itinerary.Lodging.Stays) > 0 || !a.scope.flight
	switch {
	case role == checkOutRole && stays:
		return "itinerary.lodging.stays[0].check_out"
	case role == checkInRole && stays, role != returnRole && !a.scope.flight:
		return "itinerary.lodging.stays[0].check_in"
	case role == checkInRole:
		return checkInPath
	case role == checkOutRole:
		return checkOutPath
	case role == returnRole &&
		(len(a.r.known.Itinerary.Segments) > 1 || a.r.known.Itinerary.TripType == trip.RoundTrip || a.back != nil):
		return returnPath
	}
	return departPath
}

// say words a question in the language of the person.
func (r *reading) say(key string, params ...any) string {
	return texts.Of(r.locale(), trip.With(params...)).Say("question." + key)
}

// locale is that of the trip, or the language of a first message.
func (r *reading) locale() string {
	if locale := r.known.Request.Locale; r.language == "" || !trip.IsEnglish(locale) {
		return locale
	}
	return r.language
}

// labelOfDay is how a person reads a day: "Fri 3 Apr 2026".
func (r *reading) labelOfDay(d trip.Date) string { return r.say("day", "date", d.String()) }
