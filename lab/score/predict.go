package score

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// Predictions maps a field to the value that a result states.
type Predictions map[string]string

// result is what scoring reads of an extraction result.
type result struct {
	TripIntent struct {
		Origin      place  `json:"origin"`
		Destination place  `json:"destination"`
		Cabin       string `json:"cabin"`
		Airline     string `json:"airline"`
		Dates       struct {
			DepartureDate string `json:"departure_date"`
			ReturnDate    string `json:"return_date"`
		} `json:"dates"`
		Travelers struct {
			Adults *int64 `json:"adults"`
		} `json:"travelers"`
		Constraints struct {
			PreferredAirlines []string `json:"preferred_airlines"`
		} `json:"constraints"`
		Lodging struct {
			HotelStarMin *int64 `json:"hotel_star_min"`
			stay
		} `json:"lodging"`
		Segments []struct {
			Origin      place  `json:"origin"`
			Destination place  `json:"destination"`
			DepartDate  string `json:"depart_date"`
		} `json:"segments"`
		Stays        []stay   `json:"stays"`
		NoPreference []string `json:"no_preference"`
		Inferred     []string `json:"inferred"`
	} `json:"trip_intent"`
}

type stay struct {
	LocationCode string `json:"location_code"`
	LocationHint string `json:"location_hint"`
	CheckIn      string `json:"check_in"`
	CheckOut     string `json:"check_out"`
	Nights       *int64 `json:"nights"`
	Rooms        *int64 `json:"rooms"`
}

// place is a place of a result: an object, or a bare code.
type place string

// UnmarshalJSON reads a code or an object; the city's name is preferred over the code.
func (p *place) UnmarshalJSON(text []byte) error {
	var code string
	if json.Unmarshal(text, &code) == nil {
		*p = place(code)
		return nil
	}
	var o struct{ Code, City string }
	if err := json.Unmarshal(text, &o); err != nil {
		return err
	}
	if *p = place(o.City); o.City == "" {
		*p = place(o.Code)
	}
	return nil
}

// Predict lists what an extraction result states, without what it marks as inferred.
//
//   - Errors: ErrResult.
func Predict(extraction []byte) (Predictions, error) {
	var r result
	if err := json.Unmarshal(extraction, &r); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrResult, err)
	}
	t := &r.TripIntent
	p := Predictions{}
	p.text(Origin, string(t.Origin))
	p.text(Destination, string(t.Destination))
	p.text(DepartDate, t.Dates.DepartureDate)
	if len(t.Segments) > 0 {
		p.text(Origin, string(t.Segments[0].Origin))
		p.text(Destination, string(t.Segments[0].Destination))
		p.text(DepartDate, t.Segments[0].DepartDate)
	}
	p.text(ReturnDate, t.Dates.ReturnDate)
	p.number(Adults, t.Travelers.Adults)
	p.text(Cabin, t.Cabin)
	p.text(Airline, t.Airline)
	if n := len(t.Constraints.PreferredAirlines); n > 0 {
		p.text(Airline, t.Constraints.PreferredAirlines[n-1])
	}
	p.number(StarRating, t.Lodging.HotelStarMin)
	p.stay(t.Lodging.stay)
	for _, s := range t.Stays {
		p.stay(s)
	}
	for _, field := range t.NoPreference {
		p.text(field, DontCare)
	}
	for field := range p {
		if slices.Contains(t.Inferred, field) {
			delete(p, field)
		}
	}
	return p, nil
}

// text keeps the first value of a field.
func (p Predictions) text(field, value string) {
	if _, ok := p[field]; !ok && value != "" {
		p[field] = value
	}
}

func (p Predictions) number(field string, n *int64) {
	if n != nil {
		p.text(field, strconv.FormatInt(*n, 10))
	}
}

func (p Predictions) stay(s stay) {
	p.text(HotelCity, s.LocationHint)
	p.text(HotelCity, s.LocationCode)
	p.text(CheckIn, s.CheckIn)
	p.text(CheckOut, s.CheckOut)
	if s.Nights != nil && *s.Nights > 0 {
		p.number(Nights, s.Nights)
	}
	p.number(Rooms, s.Rooms)
}
