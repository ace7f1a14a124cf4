package extract

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// arguments is what the handler is given (CONTRACT 3). Members that no rule reads are left out.
type arguments struct {
	UserMessage *string `json:"user_message"`
	Context     *struct {
		Timezone        string          `json:"timezone"`
		Now             string          `json:"now"`
		HomeAirportCode string          `json:"home_airport_code"`
		CurrentIntent   json.RawMessage `json:"current_intent"`
		OpenRequest     string          `json:"open_request"`
		UnreadMessages  []string        `json:"unread_messages"`
	} `json:"context"`
}

// known is what the current intent says, as far as the rules read it.
type known struct {
	Status struct {
		Assumptions []string `json:"assumptions"`
	} `json:"status"`
	Party struct {
		Travelers struct {
			Adults   int64 `json:"adults"`
			Children int64 `json:"children"`
			Infants  int64 `json:"infants"`
		} `json:"travelers"`
	} `json:"party"`
	Itinerary struct {
		TripType trip.TripType `json:"trip_type"`
		Segments []knownLeg    `json:"segments"`
		Lodging  struct {
			Needed       *bool       `json:"needed"`
			CheckIn      day         `json:"check_in"`
			CheckOut     day         `json:"check_out"`
			Rooms        *int64      `json:"rooms"`
			LocationHint string      `json:"location_hint"`
			Stays        []knownStay `json:"stays"`
		} `json:"lodging"`
	} `json:"itinerary"`
	Preferences struct {
		Flight struct {
			Cabin             string   `json:"cabin"`
			PreferredAirlines []string `json:"preferred_airlines"`
		} `json:"flight"`
		Hotel struct {
			StarMin *int64 `json:"star_min"`
		} `json:"hotel"`
	} `json:"preferences"`
	Constraints struct {
		Currency string `json:"currency"`
	} `json:"constraints"`
	Scope struct {
		DocumentIDs []string `json:"document_ids"`
		PropertyID  string   `json:"property_id"`
	} `json:"scope"`
	home string // home airport code of the context
	open string // the open request about which the person was asked
}

type knownLeg struct {
	SegmentID   string     `json:"segment_id"`
	Origin      knownPlace `json:"origin"`
	Destination knownPlace `json:"destination"`
	DepartDate  day        `json:"depart_date"`
}

type knownPlace struct {
	Code string `json:"code"`
	City string `json:"city"`
}

type knownStay struct {
	LocationCode string `json:"location_code"`
	LocationHint string `json:"location_hint"`
	CheckIn      day    `json:"check_in"`
	CheckOut     day    `json:"check_out"`
	Rooms        *int64 `json:"rooms"`
}

// day is a date on the wire; anything that is no date reads as absent.
type day trip.Date

// UnmarshalJSON reads a date. A text that names no day of the calendar is absent, because a
// broken date in the intent is for the engine to ask about, not for this tool to fail on.
func (d *day) UnmarshalJSON(text []byte) error {
	var s string
	_ = json.Unmarshal(text, &s) // what is no text leaves s empty, which is no date
	if date, err := trip.ParseDate(s); err == nil {
		*d = day(date)
	}
	return nil
}

func decodeKnown(raw json.RawMessage) (*known, error) {
	k := &known{}
	if len(raw) == 0 {
		return k, nil
	}
	if err := json.Unmarshal(raw, k); err != nil {
		return nil, fmt.Errorf("%w: current_intent: %w", ErrArguments, err)
	}
	return k, nil
}

func (k *known) needsLodging() bool {
	return k.Itinerary.Lodging.Needed == nil || *k.Itinerary.Lodging.Needed
}

func (k *known) stayOnly() bool { return k.Itinerary.TripType == trip.StayOnly }

func (k *known) assumes(text string) bool { return slices.Contains(k.Status.Assumptions, text) }

// leg returns the first leg, empty when there is none.
func (k *known) leg() knownLeg {
	if len(k.Itinerary.Segments) == 0 {
		return knownLeg{}
	}
	return k.Itinerary.Segments[0]
}

// returnDate is the date of the second leg; 0 when there is none.
func (k *known) returnDate() trip.Date {
	if len(k.Itinerary.Segments) < 2 {
		return 0
	}
	return trip.Date(k.Itinerary.Segments[1].DepartDate)
}

// stay returns the first stay, or the lodging's own dates when there are no stays.
func (k *known) stay() knownStay {
	l := &k.Itinerary.Lodging
	if len(l.Stays) > 0 {
		return l.Stays[0]
	}
	return knownStay{LocationHint: l.LocationHint, CheckIn: l.CheckIn, CheckOut: l.CheckOut, Rooms: l.Rooms}
}

// staysNights is how long the stay is as it stands: 0 when one of its days is not known.
func (k *known) staysNights() int64 {
	in, out := trip.Date(k.stay().CheckIn), trip.Date(k.stay().CheckOut)
	if in == 0 || out == 0 {
		return k.nights()
	}
	n := int64(0)
	for d := in; d < out && n < mostNights; d = d.AddDays(1) {
		n++
	}
	return n
}

// mostNights is the longest stay that is understood.
const mostNights = 365

// fresh reports whether nothing is known yet of where and when.
func (k *known) fresh() bool {
	l := k.leg()
	return !k.stayOnly() && l.Origin.Code == "" && l.Destination.Code == "" && l.DepartDate == 0 && k.returnDate() == 0 &&
		k.stay() == (knownStay{Rooms: k.stay().Rooms}) && k.needsLodging()
}

// topic is what the conversation is about when a message does not say.
func (k *known) topic() topic {
	l := k.leg()
	flightDone := l.Origin.Code != "" && l.Destination.Code != "" && l.DepartDate != 0
	switch {
	case k.stayOnly(), k.assumes(assumeStayFocus):
		return hotelTopic
	case !k.needsLodging():
		return flightTopic
	case flightDone && (k.stay().CheckIn == 0 || k.stay().CheckOut == 0):
		return hotelTopic
	case l.SegmentID != "" && !flightDone:
		return flightTopic
	case l.SegmentID == "" && len(k.Itinerary.Lodging.Stays) > 0:
		return hotelTopic
	}
	return noTopic
}
