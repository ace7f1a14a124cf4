package score

import (
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// The services that goals are counted for.
const (
	Flights = "flights"
	Hotels  = "hotels"
)

// goalFields are the fields of a service that the trip must have at the end.
var goalFields = map[string][]string{
	Flights: {Origin, Destination, DepartDate, ReturnDate, Adults, Cabin, Airline},
	Hotels:  {HotelCity, CheckIn, CheckOut, Nights, Adults, Rooms, StarRating},
}

// Goals is all that was said of each service, as it stands at the end of the dialogue: what was said last counts.
func (d Dialogue) Goals() map[string]Predictions {
	goals := map[string]Predictions{}
	for _, t := range d.Turns {
		if _, back := t.Informs[ReturnDate]; !back && saysOneWay(t.User) {
			delete(goals[Flights], ReturnDate)
		}
		for service, fields := range goalFields {
			if !slices.ContainsFunc(t.Services, func(s string) bool { return strings.HasPrefix(strings.ToLower(s), service) }) {
				continue
			}
			for _, field := range fields {
				if value, said := t.Informs[field]; said {
					if goals[service] == nil {
						goals[service] = Predictions{}
					}
					goals[service][field] = value
				}
			}
		}
	}
	return goals
}

// saysOneWay reports whether a message asks for a flight without a way back: a date of return that was said before
// holds no more.
func saysOneWay(message string) bool {
	letters := strings.NewReplacer("-", "", " ", "").Replace(strings.ToLower(message))
	return strings.Contains(letters, "oneway")
}

// State is what a trip says of the fields.
func State(in *trip.Intent) Predictions {
	p := Predictions{}
	if legs := in.Itinerary.Segments; len(legs) > 0 {
		p.text(Origin, nameOf(legs[0].Origin))
		p.text(Destination, nameOf(legs[0].Destination))
		p.text(DepartDate, legs[0].DepartDate.String())
		if last := legs[len(legs)-1]; len(legs) > 1 {
			p.text(ReturnDate, last.DepartDate.String())
		}
	}
	if n := in.Party.Travelers.Adults; n > 0 {
		p.text(Adults, strconv.FormatInt(n, 10))
	}
	f, h := &in.Preferences.Flight, &in.Preferences.Hotel
	p.text(Cabin, f.Cabin)
	if n := len(f.PreferredAirlines); n > 0 {
		p.text(Airline, f.PreferredAirlines[n-1])
	}
	if h.StarMin.Set {
		p.text(StarRating, strconv.FormatInt(h.StarMin.Value, 10))
	}
	if offers.StayCount(in) > 0 {
		p.stayed(in)
	}
	return p
}

func nameOf(p trip.Place) string {
	if p.City != "" {
		return p.City
	}
	return p.Code
}

func (p Predictions) stayed(in *trip.Intent) {
	stay := offers.StayAt(in, 0)
	p.text(HotelCity, stay.LocationHint)
	if p.text(HotelCity, stay.LocationCode); p[HotelCity] == "" {
		p.text(HotelCity, p[Destination])
	}
	if stay.CheckIn != 0 {
		p.text(CheckIn, stay.CheckIn.String())
	}
	if stay.CheckOut != 0 {
		p.text(CheckOut, stay.CheckOut.String())
	}
	if stay.CheckIn != 0 && stay.CheckOut != 0 {
		p.text(Nights, strconv.Itoa(stay.CheckIn.DaysUntil(stay.CheckOut)))
	}
	for _, a := range in.Status.AssumptionKeys { // nights wait there for their first day
		if said := (messages.AssumeNights{}); said.Read(&a) && stay.CheckIn == 0 {
			p.text(Nights, strconv.FormatInt(said.Count, 10))
		}
	}
	if stay.Rooms.Set {
		p.text(Rooms, strconv.FormatInt(stay.Rooms.Value, 10))
	} else if rooms := in.Itinerary.Lodging.Rooms; rooms.Set {
		p.text(Rooms, strconv.FormatInt(rooms.Value, 10))
	}
}

// Miss is a field that the trip has otherwise than it was said.
type Miss struct {
	Dialogue string `json:"dialogue"`
	Service  string `json:"service"`
	Field    string `json:"field"`
	Said     string `json:"said"`
	Has      string `json:"has"`
}

// Misses lists where a trip differs from what was said. "dontcare" is met by a trip that has no such wish.
func (d Dialogue) Misses(state Predictions) []Miss {
	var all []Miss
	goals := d.Goals()
	for _, service := range []string{Flights, Hotels} {
		for _, field := range goalFields[service] {
			said, ok := goals[service][field]
			has := state[field]
			if !ok || said == DontCare && (has == "" || field == Cabin) || Same(field, said, has) {
				continue
			}
			all = append(all, Miss{d.ID, service, field, said, has})
		}
	}
	return all
}

// Joint counts the dialogues whose trip equals all that was said.
type Joint struct {
	Said, Met map[string]int // by service
	Dialogues int            // that said anything of a flight or a hotel
	Equal     int            // whose trip is right in all services
}

// Add counts one dialogue with its misses.
func (j *Joint) Add(d Dialogue, misses []Miss) {
	if j.Said == nil {
		j.Said, j.Met = map[string]int{}, map[string]int{}
	}
	goals := d.Goals()
	if len(goals) == 0 {
		return
	}
	j.Dialogues++
	if len(misses) == 0 {
		j.Equal++
	}
	for service := range goals {
		j.Said[service]++
		if !slices.ContainsFunc(misses, func(m Miss) bool { return m.Service == service }) {
			j.Met[service]++
		}
	}
}

// Merge adds the counts of another.
func (j *Joint) Merge(o Joint) {
	if j.Said == nil {
		j.Said, j.Met = map[string]int{}, map[string]int{}
	}
	j.Dialogues, j.Equal = j.Dialogues+o.Dialogues, j.Equal+o.Equal
	for service := range goalFields {
		j.Said[service] += o.Said[service]
		j.Met[service] += o.Met[service]
	}
}

// Share is the joint goal accuracy of a service, or of all with "".
func (j *Joint) Share(service string) float64 {
	met, said := j.Equal, j.Dialogues
	if service != "" {
		met, said = j.Met[service], j.Said[service]
	}
	if said == 0 {
		return 0
	}
	return float64(met) / float64(said)
}
