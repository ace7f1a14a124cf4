package extract

import "github.com/legwork-go/legwork/trip"

// Result is what a message changes, in the shape of formats 3. Members that say nothing are left
// out, except the lists at the top level. Nights, Airline, NoPreference and Inferred are additions that the engine
// passes over: they tell what the person said from what follows of it.
type Result struct {
	TripIntent            TripPatch       `json:"trip_intent"`
	MissingRequiredFields []string        `json:"missing_required_fields"`
	ClarifyingQuestions   []string        `json:"clarifying_questions"`  // none: Questions has them
	Assumptions           *[]trip.Message `json:"assumptions,omitempty"` // the complete list that holds from now on
	Request               Request         `json:"request"`

	Acts      []Act      `json:"acts,omitempty"`
	Clears    []string   `json:"clears,omitempty"` // paths of the intent that the person took back
	Questions []Question `json:"questions,omitempty"`
	Unread    []string   `json:"unread,omitempty"` // parts of the message that could not be used
	Topic     trip.Topic `json:"topic,omitempty"`
	Language  string     `json:"language,omitempty"` // of a message that is not in English
	Reading   *Reading   `json:"reading,omitempty"`  // what became of every word; part of no decision
}

// Question is something that the message left open. The value of the chosen answer is for the path About.
type Question struct {
	About   string   `json:"about,omitempty"`
	Text    string   `json:"text"`
	Choices []Choice `json:"choices,omitempty"`
}

// Choice is one answer to a question. The value is a place or a day.
type Choice struct {
	Label string `json:"label"`
	Value any    `json:"value"`
}

// Request says what kind of answer the message wants: plan or assist.
type Request struct {
	Kind  trip.RequestKind `json:"kind"`
	About string           `json:"about,omitempty"` // trip.AboutDocuments, or empty
}

// TripPatch is the changed part of the trip.
type TripPatch struct {
	Origin      *Place        `json:"origin,omitempty"`
	Destination *Place        `json:"destination,omitempty"`
	TripType    trip.TripType `json:"trip_type,omitempty"`
	Dates       *Dates        `json:"dates,omitempty"`
	Travelers   *Travelers    `json:"travelers,omitempty"`
	Cabin       string        `json:"cabin,omitempty"`
	Constraints *Constraints  `json:"constraints,omitempty"`
	Lodging     *Lodging      `json:"lodging,omitempty"`
	Segments    []Segment     `json:"segments,omitempty"`
	Stays       []Stay        `json:"stays,omitempty"`
	Contact     *contact      `json:"contact,omitempty"`

	Requests     []SpecialRequest `json:"requests,omitempty"`     // what is asked for beside the plan
	ExcludedDays []DayRange       `json:"excluded_days,omitzero"` // a complete list
	Nights       *Nights          `json:"nights,omitempty"`       // how long the trip may be while its days are open

	Ext map[string]map[string]string `json:"ext,omitempty"` // an embedder's own fields by name space

	Airline      string   `json:"airline,omitempty"`       // the airline as the person named it last
	NoPreference []string `json:"no_preference,omitempty"` // "cabin", "airline": any will do
	Inferred     []string `json:"inferred,omitempty"`      // fields that follow from something else and were not said
}

// Place is a city or an airport by the code that flights are searched with.
type Place struct {
	Type string `json:"type"` // "city" or "airport"
	Code string `json:"code,omitempty"`
	City string `json:"city"`

	Country string `json:"country,omitempty"`
	Region  string `json:"region,omitempty"`
	Name    string `json:"name,omitempty"` // what the person called it, where that is not its name
}

// Dates are the travel dates, YYYY-MM-DD.
type Dates struct {
	DepartureDate string `json:"departure_date,omitempty"`
	ReturnDate    string `json:"return_date,omitempty"`
}

// Travelers are the counts that were said.
type Travelers struct {
	Adults   *int64 `json:"adults,omitempty"`
	Children *int64 `json:"children,omitempty"`
	Infants  *int64 `json:"infants,omitempty"`

	Ages      []int64 `json:"ages,omitempty"` // of the children and infants
	AgeMonths []int64 `json:"age_months,omitempty"`
}

// over returns who travels where some of those who are known were said anew.
func (t *Travelers) over(now trip.Travelers) trip.Travelers {
	if t != nil {
		for _, n := range []struct{ said, now *int64 }{
			{t.Adults, &now.Adults}, {t.Children, &now.Children}, {t.Infants, &now.Infants},
		} {
			if n.said != nil {
				*n.now = *n.said
			}
		}
	}
	return now
}

// Constraints are the limits that were said.
type Constraints struct {
	BudgetTotal       *price   `json:"budget_total,omitempty"`
	Currency          string   `json:"currency,omitempty"`
	RefundableOnly    *bool    `json:"refundable_only,omitempty"`
	MaxStops          *int64   `json:"max_stops,omitempty"`
	PreferredAirlines []string `json:"preferred_airlines,omitzero"` // empty: any airline will do
	AvoidRedEye       *bool    `json:"avoid_red_eye,omitempty"`

	ExcludedAirlines    []string `json:"excluded_airlines,omitzero"` // complete lists of what is not wanted
	ExcludedConnections []Place  `json:"excluded_connections,omitzero"`
	ExcludedModes       []string `json:"excluded_modes,omitzero"`
}

// Lodging is what was said of the place to sleep. The dates stand here on a trip that has no
// stays of its own, else in the stay.
type Lodging struct {
	Needed           *bool  `json:"needed,omitempty"`
	Rooms            *int64 `json:"rooms,omitempty"`
	HotelStarMin     *int64 `json:"hotel_star_min,omitempty"`
	MaxPricePerNight *price `json:"max_price_per_night,omitempty"`
	LocationHint     string `json:"location_hint,omitempty"`
	CheckIn          string `json:"check_in,omitempty"`
	CheckOut         string `json:"check_out,omitempty"`
	Nights           int64  `json:"nights,omitempty"`
}

// Segment is one leg of a trip with several.
type Segment struct {
	Origin        *Place `json:"origin,omitempty"`
	Destination   *Place `json:"destination,omitempty"`
	DepartDate    string `json:"depart_date,omitempty"`
	TransportMode string `json:"transport_mode,omitempty"`

	DepartTimeWindow *timeWindow `json:"depart_time_window,omitempty"`
	ArriveTimeWindow *timeWindow `json:"arrive_time_window,omitempty"`
	Via              []Place     `json:"via,omitzero"`

	DepartBetween *DayRange     `json:"depart_between,omitempty"` // days of which one is to be chosen
	Alternatives  *Alternatives `json:"alternatives,omitempty"`
}

// Alternatives are the places and days that could stand in a leg instead.
type Alternatives struct {
	Origin      []Place  `json:"origin,omitempty"`
	Destination []Place  `json:"destination,omitempty"`
	DepartDate  []string `json:"depart_date,omitempty"`
}

// Nights is a range of nights, both ends included.
type Nights struct {
	Min int64 `json:"min"`
	Max int64 `json:"max"`
}

// DayRange is days on which the person does not travel: an end that is absent is open.
type DayRange struct {
	From    string `json:"from,omitempty"`
	To      string `json:"to,omitempty"`
	Weekday string `json:"weekday,omitempty"` // only these of them
}

// Stay is one place to sleep.
type Stay struct {
	LocationCode string `json:"location_code,omitempty"`
	CheckIn      string `json:"check_in,omitempty"`
	CheckOut     string `json:"check_out,omitempty"`
	Rooms        *int64 `json:"rooms,omitempty"`
	LocationHint string `json:"location_hint,omitempty"`
	Nights       int64  `json:"nights,omitempty"`
}

// The names that Inferred and NoPreference use.
const (
	fieldOrigin      = "origin"
	fieldDestination = "destination"
	fieldHotelCity   = "hotel_city"
	fieldReturnDate  = "return_date"
	fieldCheckIn     = "check_in"
	fieldCheckOut    = "check_out"
	fieldAdults      = "adults"
	fieldCabin       = "cabin"
	fieldAirline     = "airline"
)

func (t *TripPatch) infer(field string) { t.Inferred = append(t.Inferred, field) }

func (t *TripPatch) lodging() *Lodging { return filled(&t.Lodging) }

func (t *TripPatch) constraints() *Constraints { return filled(&t.Constraints) }

func (t *TripPatch) dates() *Dates { return filled(&t.Dates) }

func (s *Segment) alternatives() *Alternatives { return filled(&s.Alternatives) }

// filled returns what stands at a place that may have nothing yet.
func filled[T any](p **T) *T {
	if *p == nil {
		*p = new(T)
	}
	return *p
}
