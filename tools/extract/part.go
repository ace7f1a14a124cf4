package extract

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// Which part of what is held or booked an act means: "release the hotel only", "hold the way back too", "everything
// but the hotel", "cancel flight 2".
//
// The model: partsOf makes of a clause the parts that it names, those that stand behind "but" or "without", and the
// rest of its words. A part is one of the trip (flight, hotel, out, back) or the id of an option that is held, which
// may be called by all that namesHeld lists: airline and number, place, day, or where it stands in the list. part
// tells by the rest of the words what is to be done with the parts: release, hold or cancel_booking, with the parts
// as Items. keepsPart tells of which parts nothing is to be done, as the others are given back.
//
// What always holds: a part is given back only while something is held, and cancelled only of a trip that is booked.
// A name that two of those have that are held names neither. The rest of the clause may only have words that stand
// beside parts (onlyParts); otherwise it is no act. All parts together are none: that is an act on the whole (part is
// not ok).

// parts are the parts of a trip that an act names, with commas between them: acts are compared.
type parts string

// MarshalJSON writes them as a list.
func (p parts) MarshalJSON() ([]byte, error) { return json.Marshal(strings.Split(string(p), ",")) }

// The words for parts of a trip, and those of who gives one back, holds one, or means nothing else.
var partWords = wordsOf(class("flight-part"), class("hotel-part"), class("back-part"), class("out-part"),
	[]string{"leg", "way"})

// wordsOf returns all words of some phrases.
func wordsOf(phrases ...[]string) (out []string) {
	for _, list := range phrases {
		for _, phrase := range list {
			out = append(out, strings.Fields(phrase)...)
		}
	}
	return out
}

// partNames is what a clause names of a trip.
type partNames struct {
	parts  []string // parts of the trip, or options that are held
	beside []string // behind "but", "except" or "without"
	rest   clause   // what else it says
}

// partsOf returns what a clause names of the trip.
func (r *reading) partsOf(c *clause) partNames {
	n := partNames{rest: *c}
	text := c.text
	for _, verb := range class("giving-part") { // "give back 2"
		head, at, found := strings.Cut(text, " "+verb+" ")
		if _, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(at), " please")); found && err == nil {
			text = head + " " + verb + " item " + at
		}
	}
	for _, word := range class("words-beside") {
		head, tail, found := strings.Cut(text, " "+word+" ")
		if !found {
			continue
		}
		if n.beside, tail = r.partsIn(" " + tail); len(n.beside) > 0 {
			n.parts, head = r.partsIn(head + " ")
			n.rest.text = head + tail
			return n
		}
	}
	n.parts, n.rest.text = r.partsIn(text)
	return n
}

// partsIn returns the parts that a text names, and the text without the names of what is held.
func (r *reading) partsIn(text string) (named []string, rest string) {
	isFlight, isHotel := false, false
	for _, many := range []string{"items", "numbers"} {
		if strings.Contains(text, " "+many+" ") {
			text = strings.NewReplacer(" "+many+" ", " item ", " and ", " item ").Replace(text)
		}
	}
	for _, h := range r.known.namesHeld() {
		for _, phrase := range h.phrases {
			if !strings.Contains(text, phrase) {
				continue
			}
			text = strings.ReplaceAll(text, phrase, " ")
			if !slices.Contains(named, h.option) {
				named = append(named, h.option)
			}
			isFlight, isHotel = isFlight || h.isFlight, isHotel || !h.isFlight
		}
	}
	c := clause{text: text}
	back, out := c.has(class("back-part")...), c.has(class("out-part")...)
	if out {
		named = append(named, trip.PartOut)
	}
	if back {
		named = append(named, trip.PartBack)
	}
	if !back && !out && !isFlight && c.has(class("flight-part")...) {
		named = append(named, trip.PartFlight)
	}
	if !isHotel && c.has(class("hotel-part")...) {
		named = append(named, trip.PartHotel)
	}
	return named, text
}

// partsWithout is what an option has beside one of its parts.
var partsWithout = map[string]parts{
	trip.PartHotel: trip.PartFlight, trip.PartFlight: trip.PartHotel,
	trip.PartBack: trip.PartOut + "," + trip.PartHotel, trip.PartOut: trip.PartBack + "," + trip.PartHotel,
}

// isAll reports whether parts are all of a trip there and back.
func isAll(named []string) bool {
	has := func(part string) bool { return slices.Contains(named, part) }
	return has(trip.PartHotel) && (has(trip.PartFlight) || has(trip.PartOut) && has(trip.PartBack))
}

// saysPart reports whether a clause that names parts says one of some verbs of them, and nothing else.
func (c *clause) saysPart(verbs []string) bool {
	return c.has(verbs...) && c.onlyParts(wordsOf(verbs))
}

// onlyParts reports whether a clause has nothing but parts, these words and what may stand beside.
func (c *clause) onlyParts(words ...[]string) bool {
	return c.only(append(words, partWords, class("rest"), class("it"), class("beside-part"))...)
}

// lets reads "let the room go".
func (c *clause) lets() bool {
	return c.has("let") && c.has("go") && c.onlyParts()
}

// goesWithout reads "no hotel", "without the flights", "not the return".
func (r *reading) goesWithout(c *clause) bool {
	return c.onlyParts(class("lack"), []string{"any"}) && r.deniesPart(c) && !c.has("keep")
}

// deniesPart reports whether a part of the trip that a clause names is not wanted.
func (r *reading) deniesPart(c *clause) bool {
	return r.some(c.from, c.to, func(i int) bool {
		return slices.Contains(partWords, r.text(i)) && r.unwanted(i) && !r.judges(i)
	})
}

// part reads an act that names a part of what is held, or is to be held, or is booked: "release the hotel only", "hold
// the way back too", "everything but the hotel", "cancel the return flight". Of a plan that is neither it is a change.
func (r *reading) part(c *clause) (Act, bool) {
	n := r.partsOf(c)
	if len(n.parts)+len(n.beside) == 0 || isAll(n.parts) && len(n.beside) == 0 {
		return Act{}, false
	}
	rest, held := &n.rest, r.known.holds()
	release := func(parts []string) (Act, bool) {
		if len(parts) == 0 {
			return Act{}, false
		}
		return r.meant(Act{Act: trip.ActRelease, Items: partsText(parts)}, c)
	}
	only := func(named []string) (Act, bool) {
		others, isHeld := r.known.othersThan(named)
		if !isHeld { // "approve the hotel only", of flights
			r.keeps = true
			return Act{Act: trip.ActShow, What: trip.ShowHolds}, true
		}
		return release(others)
	}
	isHeldPart := func() bool {
		_, isHeld := r.known.othersThan(n.parts)
		return isHeld && slices.Contains([]string{trip.PartFlight, trip.PartHotel}, n.parts[0])
	}
	gives := (rest.saysPart(class("giving-part")) || rest.lets()) && !r.couldGiveUp(c)
	switch takes := rest.saysPart(class("taking-part")) || rest.saysPart(class("holding-part")); {
	case len(n.beside) > 0 && c.has("everything", "all", "anything") && gives && held:
		return only(n.beside)
	case len(n.beside) > 0 && takes && held && !c.has(class("not")...):
		return release(n.beside)
	case len(n.beside) > 0 && len(n.parts) > 0:
		return Act{}, false
	case len(n.parts) > 0 && held && c.has("only", "just") && !c.has(denying...) &&
		!rest.saysPart(class("holding-part")) && (takes || !gives && !r.asks(r.toks[c.from].sentence) && isHeldPart() &&
		!c.has("like") && r.whole().onlyParts(class("beside-only"), []string{"drop"})):
		return only(n.parts)
	case rest.saysPart(class("holding-part")) && !c.has(class("not")...) && (held || r.known.asksHold()) &&
		!r.known.holdsOne(n.parts) && !r.withholds() &&
		(!r.asks(r.toks[c.from].sentence) || c.starts("can", "could", "would", "will")):
		return Act{Act: trip.ActHold, Items: partsText(n.parts)}, true
	case held && (gives || r.goesWithout(rest) || len(n.parts) == 0 && rest.only(partWords, class("rest"), class("it"))):
		return release(slices.Concat(n.parts, n.beside))
	case held && c.has("keep") && rest.onlyParts(class("lack")): // as it is
		r.keeps = true
		return Act{Act: trip.ActShow, What: trip.ShowHolds}, true
	case gives && r.known.isBooked():
		return r.meant(Act{Act: trip.ActCancelBooking, Items: partsText(n.parts)}, c)
	}
	return Act{}, false
}

func partsText(named []string) parts { return parts(strings.Join(named, ",")) }

// namesPart reports whether an act of the message names a part of what is held or booked: the plan stays as it is.
func (r *reading) namesPart() bool {
	return r.keeps || slices.ContainsFunc(r.acts, func(a Act) bool { return a.Items != "" })
}

// holdsOne reports whether one of what is named is held: what shall be held is another then, "hold option 3".
func (k *known) holdsOne(named []string) bool {
	return slices.ContainsFunc(k.WorkingMemory.Holds, func(h trip.Hold) bool { return slices.Contains(named, h.OptionID) })
}

// othersThan returns what is held beside what is named, and whether something is held that is.
func (k *known) othersThan(named []string) (others []string, isHeld bool) {
	for i := range k.WorkingMemory.Holds {
		h := &k.WorkingMemory.Holds[i]
		item := trip.HoldItem{ItemType: h.ItemType, OptionID: h.OptionID}
		isNamed := len(named) > 0 && offers.IsPart(&k.Intent, named, &item, &h.Shown)
		isHeld = isHeld || isNamed && h.Status == trip.HoldHeld
		if h.Status == trip.HoldHeld && !isNamed && !slices.Contains(others, h.OptionID) {
			others = append(others, h.OptionID)
		}
	}
	return others, isHeld
}

// keepsPart reads the "keep the flights" beside "cancel the hotel", and "book the rest": what is not given back stays.
func (r *reading) keepsPart(c *clause) bool {
	all := r.whole()
	n := r.partsOf(c)
	return !c.has("only", "just") && len(n.beside) == 0 && n.rest.saysPart(class("taking-part")) &&
		(c.has("keep", "rest") || len(n.parts) > 0) &&
		(all.has(class("giving-part")...) || all.lets() || r.deniesPart(all)) &&
		(r.known.holds() || r.known.isBooked())
}

// heldName is how a person may call what is held, beside its kind.
type heldName struct {
	option   string
	isFlight bool
	phrases  []string // each between blanks
}

// namesHeld returns the names of what is held: airline and number, places, day and place in the order of the flights;
// the hotel's; where it stands in what was told as held. A name that several have names none of them.
func (k *known) namesHeld() []heldName {
	if !k.holds() {
		return nil
	}
	var all []heldName
	at := 0
	for i := range k.WorkingMemory.Holds {
		h := &k.WorkingMemory.Holds[i]
		if h.Status != trip.HoldHeld {
			continue
		}
		at++
		if slices.ContainsFunc(all, func(n heldName) bool { return n.option == h.OptionID }) {
			continue
		}
		n := heldName{option: h.OptionID, isFlight: h.ItemType == trip.ItemFlight}
		switch {
		case h.Shown.Flight != nil && len(h.Shown.Others) == 0:
			n.phrases = k.namesOfFlight(h.Shown.Flight, int(h.Shown.Index))
		case h.Shown.Stay != nil:
			name := h.Shown.Stay.Option.HotelName
			n.phrases = append(n.phrases, phraseOf(name))
			for j := range k.Itinerary.Segments {
				if short, isLast := strings.CutSuffix(name, " "+k.Itinerary.Segments[j].Destination.City); isLast {
					n.phrases = append(n.phrases, phraseOf(short))
				}
			}
		}
		n.phrases = append(n.phrases, namesOfPlace(at)...)
		all = append(all, n)
	}
	for i := range all {
		all[i].phrases = slices.DeleteFunc(slices.Clone(all[i].phrases), func(phrase string) bool {
			return phrase == " " || slices.ContainsFunc(all, func(o heldName) bool {
				return o.option != all[i].option && slices.Contains(o.phrases, phrase)
			})
		})
	}
	return all
}

var (
	countedFlights = []string{"first", "second", "third", "fourth", "fifth", "sixth"}
	countedItems   = []string{"one", "two", "three", "four", "five", "six"}
)

// namesOfPlace are the ways to say where something stands in a list, from 1.
func namesOfPlace(at int) (out []string) {
	for _, word := range append(class("option-number"), "item") {
		out = append(out, fmt.Sprintf(" %s %d ", word, at))
		if at <= len(countedItems) {
			out = append(out, " "+word+" "+countedItems[at-1]+" ")
		}
	}
	if at <= len(countedFlights) {
		out = append(out, " "+countedFlights[at-1]+" one ", " "+countedFlights[at-1]+" item ")
	}
	return out
}

func (k *known) namesOfFlight(o *trip.FlightOption, leg int) (out []string) {
	for i := range o.Segments {
		out = append(out, phraseOf(o.Segments[i].FlightNumber), phraseOf(o.Segments[i].Airline))
	}
	if leg < len(countedFlights) {
		out = append(out, " "+countedFlights[leg]+" flight ", " "+countedFlights[leg]+" leg ")
	}
	if leg >= len(k.Itinerary.Segments) {
		return out
	}
	if leg == len(k.Itinerary.Segments)-1 {
		out = append(out, " last flight ", " last leg ")
	}
	s := &k.Itinerary.Segments[leg]
	for _, place := range []trip.Place{s.Destination, s.Origin} {
		word := " to"
		if place == s.Origin {
			word = " from"
		}
		for _, name := range []string{place.City, place.Code} {
			if name != "" {
				out = append(out, word+phraseOf(name))
			}
		}
	}
	day := s.DepartDate.Day()
	for name, month := range months {
		if month == s.DepartDate.Month() {
			out = append(out, fmt.Sprintf(" %s %d ", name, day), fmt.Sprintf(" %d %s ", day, name),
				fmt.Sprintf(" %d of %s ", day, name))
		}
	}
	return append(out, fmt.Sprintf(" the %d ", day))
}

// phraseOf writes a name as the text of a clause has it.
func phraseOf(name string) string {
	q := reading{toks: tokenize(name)}
	c := q.clause(0, len(q.toks))
	return c.text
}

// holds reports whether something is held, and asked about.
func (k *known) holds() bool {
	return k.askKind() == trip.AskApprove && slices.ContainsFunc(k.Status.Ask.About,
		func(path string) bool { return strings.HasPrefix(path, "working_memory.holds") })
}

// isBooked reports whether the trip is bought as it stands.
func (k *known) isBooked() bool {
	return k.Status.Node == trip.Booked || k.askKind() == "" && k.isCommitted()
}
