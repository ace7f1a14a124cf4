package score

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/jsonerr"
)

// The fields that are scored, in the order of the table.
const (
	Origin      = "origin"
	Destination = "destination"
	DepartDate  = "depart_date"
	ReturnDate  = "return_date"
	Adults      = "adults"
	Cabin       = "cabin"
	Airline     = "airline"
	HotelCity   = "hotel_city"
	CheckIn     = "check_in"
	CheckOut    = "check_out"
	Nights      = "nights"
	Rooms       = "rooms"
	StarRating  = "star_rating"
)

// Fields are all scored fields.
var Fields = [...]string{
	Origin, Destination, DepartDate, ReturnDate, Adults, Cabin, Airline, HotelCity, CheckIn,
	CheckOut, Nights, Rooms, StarRating,
}

// DontCare is the inform of somebody to whom a field does not matter.
const DontCare = "dontcare"

// Dialogue is one line of a data set. Today is YYYY-MM-DD.
type Dialogue struct {
	ID       string   `json:"id"`
	Split    string   `json:"split"`
	Services []string `json:"services"`
	Today    string   `json:"today"`
	Turns    []Turn   `json:"turns"`
}

// Turn is one message of the person. Before is what the system had said; no extractor sees it.
type Turn struct {
	Before   string            `json:"before"`
	User     string            `json:"user"`
	Services []string          `json:"services"`
	Informs  map[string]string `json:"informs"`
}

// ParseDialogue reads one line of a data set.
//
//   - Errors: ErrDialogue.
func ParseDialogue(line []byte) (Dialogue, error) {
	var d Dialogue
	err := json.Unmarshal(line, &d)
	if err != nil {
		return Dialogue{}, fmt.Errorf("%w: %w", ErrDialogue, jsonerr.Explain(err))
	}
	if d.Today == "" || len(d.Turns) == 0 {
		return Dialogue{}, fmt.Errorf("%w: today and turns are required", ErrDialogue)
	}
	return d, nil
}

// Counts reports whether the turn is about a flight or a hotel.
func (t Turn) Counts() bool {
	return slices.ContainsFunc(t.Services, func(s string) bool {
		return strings.HasPrefix(s, "Flights") || strings.HasPrefix(s, "Hotels")
	})
}
