package extract

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// A message among others: those before it that were not read yet, a new trip that it begins, and what it only says
// again.

// readAll reads messages that were said one after the other, each in the light of those before,
// and returns what they change together.
func readAll(messages []string, today trip.Date, k *known) (Result, error) {
	res, err := readAnew(messages[0], today, k)
	for _, message := range messages[1:] {
		var next Result
		if err == nil {
			k, err = k.with(res)
		}
		if err == nil {
			next, err = readAnew(message, today, k)
		}
		if err == nil {
			res, err = res.then(next, k)
		}
	}
	return res, err
}

// with returns what is known once the engine has merged a result. Nothing of k is modified.
func (k *known) with(res Result) (*known, error) {
	result, err := json.Marshal(res)
	const call = "unread"
	in := k.Intent
	in.Turn.Outstanding = []trip.Pending{{CallID: call, Name: trip.ToolExtract}}
	read := trip.ToolResult{CallID: call, ToolName: trip.ToolExtract}
	if err == nil {
		read.Value, err = trip.ReadResult(trip.ToolExtract, trip.Raw(result))
	}
	if err == nil {
		in, _, err = applier.Apply(catalog.Catalog{}, in, read)
	}
	if err != nil {
		return nil, fmt.Errorf("extract: an earlier message: %w", err)
	}
	in.Turn.Outstanding = nil
	return (&known{Intent: in, home: k.home, open: k.open, recent: k.recent, unsaid: k.unsaid}).uncounted(), nil
}

// then returns what two messages change together; where they differ the later one counts. A later
// message that changes nothing ("try again") leaves the questions and the kind of the one before.
func (r Result) then(later Result, known *known) (Result, error) {
	requests := r.TripIntent.requestsThen(later.TripIntent.Requests, known)
	r.TripIntent.Requests, later.TripIntent.Requests = nil, nil
	patch, err := r.TripIntent.without(later.Clears).then(later.TripIntent)
	if err != nil {
		return Result{}, err
	}
	if later.saysNothing() {
		later.Questions, later.Request, later.Topic, later.Unread = r.Questions, r.Request, r.Topic, r.Unread
	}
	later.Clears = append(r.Clears, later.Clears...)
	if later.Assumptions == nil {
		later.Assumptions = r.Assumptions
	}
	later.TripIntent = patch
	later.TripIntent.Requests = requests
	return later, nil
}

// requestsThen returns the special requests of two messages together. The later one may mean requests by ids that they
// have in known, where the messages before were read already: of those that the earlier one brought it says the words.
func (t *TripPatch) requestsThen(later []SpecialRequest, known *known) []SpecialRequest {
	all := slices.Clone(t.Requests)
	for _, q := range later {
		words := func(o trip.SpecialRequest) bool { return o.ID == q.ID }
		if at := slices.IndexFunc(known.Requests, words); q.ID != "" && at >= 0 {
			noted := known.Requests[at]
			isIt := func(o SpecialRequest) bool { return o.ID == "" && o.Text == noted.Text && o.For == noted.For }
			if i := slices.IndexFunc(all, isIt); i >= 0 {
				all, q.ID = slices.Delete(all, i, i+1), ""
				if q.Withdrawn {
					continue
				}
			}
		}
		all = append(all, q)
	}
	return all[:min(len(all), trip.MaxRequests)]
}

func (r Result) saysNothing() bool {
	return r.TripIntent.isZero() && len(r.Acts)+len(r.Clears)+len(r.Questions) == 0 && r.Request.Kind == trip.KindPlan
}

func (t TripPatch) isZero() bool {
	text, err := json.Marshal(t)
	return err == nil && string(text) == "{}"
}

// then lays a later patch over this one. What the later one says of the first leg goes into the list of legs,
// where there is one: the engine reads the list last.
func (t TripPatch) then(later TripPatch) (TripPatch, error) {
	if len(t.Segments) > 0 && len(later.Segments) == 0 {
		first := Segment{Origin: later.Origin, Destination: later.Destination}
		if later.Dates != nil {
			first.DepartDate = later.Dates.DepartureDate
		}
		later.Segments = []Segment{first}
	}
	segments, err := laid(t.Segments, later.Segments)
	stays, failed := laid(t.Stays, later.Stays)
	later.Segments, later.Stays = nil, nil
	err = errors.Join(err, failed, lay(&t, later))
	t.Segments, t.Stays = segments, stays
	return t, err
}

// lay lays a later value over one: objects by their members, and of anything else the later one counts.
func lay[T any](under *T, over T) error {
	text, err := json.Marshal(over)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, under)
}

// laid lays a later list over one, element by element.
func laid[T any](under, over []T) ([]T, error) {
	out := slices.Clone(under)
	for i := range over {
		if i == len(out) {
			return append(out, over[i:]...), nil
		}
		if err := lay(&out[i], over[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// startsAnother reports whether the message begins another trip than the one that is known: "second trip: Leeds to
// Rome", "book me another one, from Oslo to Bergen", "also plan a trip to Porto". A conversation has one trip, so that
// this is a new start, and is told or asked about as one.
func (r *reading) startsAnother() bool {
	if r.known.fresh() || !r.goesElsewhereToo() {
		return false
	}
	if r.known.isCommitted() && r.namesNewWay() && !r.corrects() &&
		(r.known.askKind() == "" || r.wantsMore() && !r.some(0, len(r.toks), r.changes) && !r.hasAny("rather")) {
		return true // what is held is not given back for it unasked, and what is booked is no part of it
	}
	for i := range r.toks {
		if !r.anyOf(i, class("trip-nouns")...) && r.text(i) != "one" || r.aside(i) || r.otherToken(i) {
			continue
		}
		at := r.before(i-1, "round", "weekend", "short", "business", "family", "little", "whole", "separate")
		isOther := r.anyOf(at, "another", "second", "third", "2nd", "3rd", "new", "next") || r.anyOf(i-1, "separate")
		switch named := r.text(i) != "one"; {
		case named && isOther:
			return true
		case isOther && (r.anyOf(i+1, ":", ",", "-", "–", "from") || r.has("book", "me") || r.has("plan", "me")):
			return true
		case named && r.anyOf(at, "a", "one") && r.hasIn(max(0, at-4), at, "also", "additionally", "too"):
			return true
		}
	}
	return false
}

// namesNewWay reports whether the message tells from where to where, and one of the two is no place of the trip.
func (r *reading) namesNewWay() bool {
	a, isNew, roles := assembly{r: r}, false, map[role]bool{}
	for k := range r.places {
		if p := &r.places[k]; p.sure && !r.unwanted(p.from) {
			roles[p.role] = true
			isNew = isNew || !a.isOfTrip(p)
		}
	}
	return isNew && roles[originRole] && roles[destinationRole]
}

// wantsMore reports whether the message wants something beside what there is: "I also need …", "a second flight from".
func (r *reading) wantsMore() bool {
	return r.hasAny("also", "additionally") || r.has("as", "well") || r.has("in", "addition") ||
		r.some(1, len(r.toks), func(i int) bool {
			return r.text(i) == "too" && r.phraseEnds(i+1) || topicWords[r.text(i)] == flightTopic &&
				r.anyOf(i-1, "another", "second", "2nd", "additional", "further")
		})
}

// goesElsewhereToo reports whether the message names a place that the trip does not have, or a whole way.
func (r *reading) goesElsewhereToo() bool {
	a, named := assembly{r: r}, 0
	for k := range r.places {
		p := &r.places[k]
		if p.role == asideRole || !p.sure {
			continue
		}
		if named++; !a.isOfTrip(p) || named > 1 {
			return true
		}
	}
	return false
}

// startsOver reports whether the message begins anew.
func (r *Result) startsOver() bool {
	return slices.ContainsFunc(r.Acts, func(a Act) bool { return a.Act == trip.ActStartOver })
}

// readAnew reads a message on a given day. If the message begins a new trip, it is read as if nothing were known of the
// old one, so that old values neither fill its gaps nor hide values that both trips share.
func readAnew(message string, today trip.Date, k *known) (Result, error) {
	res := read(message, today, k)
	if k.fresh() || !res.startsOver() {
		return res, nil
	}
	start := []Act{{Act: trip.ActStartOver}}
	begun, err := k.with(Result{MissingRequiredFields: []string{}, ClarifyingQuestions: []string{}, Acts: start})
	if err != nil {
		return Result{}, err
	}
	if res = read(message, today, begun); !res.startsOver() {
		res.Acts = append(start, res.Acts[:min(len(res.Acts), maxActs-1)]...)
	}
	return res, nil
}

// dropRepeats takes out what stands in the intent already: a result says what a message changes.
// Dates stay: one that the engine only copied from the other becomes the person's own when it is said.
func (a *assembly) dropRepeats() {
	k, t := a.r.known, &a.patch
	leg := k.leg()
	isSame := func(p *Place, is trip.Place, others []trip.Place) bool {
		return p != nil && len(others) == 0 && p.Code != "" && p.Code == is.Code && (p.Type == is.Type ||
			is.Type == "airport")
	}
	if isSame(t.Origin, leg.Origin, leg.Alternatives.Origin) {
		t.Origin = nil
	}
	if isSame(t.Destination, leg.Destination, leg.Alternatives.Destination) {
		t.Destination = nil
	}
	if p := t.Travelers; p != nil {
		known := k.Party.Travelers
		drop(&p.Adults, trip.Some(known.Adults))
		drop(&p.Children, trip.Some(known.Children))
		drop(&p.Infants, trip.Some(known.Infants))
		if p.Adults == nil && p.Children == nil && p.Infants == nil && p.Ages == nil {
			t.Travelers = nil
		}
	}
	if t.Cabin == k.Preferences.Flight.Cabin {
		t.Cabin = ""
	}
	if c := t.Constraints; c != nil && c.PreferredAirlines != nil &&
		slices.Equal(c.PreferredAirlines, k.Preferences.Flight.PreferredAirlines) {
		c.PreferredAirlines, t.Airline = nil, ""
	}
	a.dropKnownStay()
}

// dropKnownStay does the same for the place to sleep.
func (a *assembly) dropKnownStay() {
	k, t := a.r.known, &a.patch
	old := k.stay()
	if l := t.Lodging; l != nil {
		drop(&l.HotelStarMin, k.Preferences.Hotel.StarMin)
		drop(&l.Rooms, old.Rooms)
		if l.LocationHint == old.LocationHint || l.LocationHint == k.leg().Destination.City {
			l.LocationHint = ""
		}
		if *l == (Lodging{}) {
			t.Lodging = nil
		}
	}
	if len(t.Stays) == 1 && len(k.Itinerary.Lodging.Stays) > 0 && !slices.Contains(a.clears, stayPath(0)) {
		s := &t.Stays[0]
		drop(&s.Rooms, old.Rooms)
		if s.LocationCode == old.LocationCode && s.LocationHint == old.LocationHint {
			s.LocationCode, s.LocationHint = "", ""
		}
		if *s == (Stay{}) {
			t.Stays = nil
		}
	}
}

// drop takes out a number that is the known one.
func drop(n **int64, known trip.OptInt) {
	if *n != nil && known.Set && **n == known.Value {
		*n = nil
	}
}

// keepsDay reads "keep it at the 12th", where the trip begins or ends on that day: all stays as it is.
func (r *reading) keepsDay() bool {
	all := r.whole()
	if !all.has("keep", "leave it", "stick to", "stick with", "stay with", "stay on") {
		return false
	}
	var day, month int64
	for i := range r.toks {
		t := &r.toks[i]
		switch {
		case months[t.text] != 0:
			month = int64(months[t.text])
		case t.kind == number && day == 0 && !t.decimal:
			day = t.value
		case t.kind == mark || is("keep", t.text):
		default:
			return false
		}
	}
	return slices.ContainsFunc(r.known.days(), func(d trip.Date) bool {
		return int64(d.Day()) == day && (month == 0 || int64(d.Month()) == month)
	})
}
