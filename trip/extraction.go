package trip

import "fmt"

// Extraction is what `trip_requirements_extract` says a message changes (formats 3). The zero
// value of a field changes nothing: null, absent and blank are the same on the wire.
//
//codec:read known result=resultExtraction
type Extraction struct {
	Origin        Place            `wire:"trip_intent.origin"`
	Destination   Place            `wire:"trip_intent.destination"`
	TripType      TripType         `wire:"trip_intent.trip_type"`
	DepartureDate Date             `wire:"trip_intent.dates.departure_date"`
	ReturnDate    Date             `wire:"trip_intent.dates.return_date"`
	Travelers     TravelersPatch   `wire:"trip_intent.travelers"`
	Cabin         string           `wire:"trip_intent.cabin,rare"`
	Constraints   ConstraintsPatch `wire:"trip_intent.constraints,rare"`
	Lodging       LodgingPatch     `wire:"trip_intent.lodging,rare"`
	Segments      []SegmentPatch   `wire:"trip_intent.segments,max=MaxSegments,nulls,rare"`
	Stays         []Stay           `wire:"trip_intent.stays,max=MaxStays,nulls,rare"`
	Contact       Contact          `wire:"trip_intent.contact,rare"`
	ExcludedDays  []DayRange       `wire:"trip_intent.excluded_days,nil,rare"` // a complete list; nil changes nothing
	Nights        Nights           `wire:"trip_intent.nights,rare"`
	Ext           Ext              `wire:"trip_intent.ext,as=own,rare"` // an embedder's own fields
	Requests      []SpecialPatch   `wire:"trip_intent.requests,max=MaxRequests,rare"`

	MissingRequiredFields []string    `wire:"missing_required_fields"`
	ClarifyingQuestions   []string    `wire:"clarifying_questions"`
	Assumptions           []Message   `wire:"assumptions,given=HasAssumptions,rare"` // a text stands for a message of that text
	HasAssumptions        bool        `wire:"-"`                                     // the list was given, be it empty
	Kind                  RequestKind `wire:"request.kind"`
	About                 string      `wire:"request.about,rare"` // AboutDocuments, or empty

	Acts      []Act      `wire:"acts,max=MaxActs,rare"`           // what is to be done, in the order of the message
	Clears    []string   `wire:"clears,rare"`                     // paths of the intent that the person took back
	Questions []Question `wire:"questions,max=MaxQuestions,rare"` // what the reading could not settle
	Unread    []string   `wire:"unread,rare"`                     // parts of the message that it could not use
	Topic     Topic      `wire:"topic,rare"`
	Language  string     `wire:"language,rare"` // BCP 47, of a message that is not in English

	Operations []Operation `wire:"operations,max=MaxOperations,rare"` // changes of single paths, in order
}

// CheckQuestions reports whether each question is about something of the plan, and what its choices write can
// stand there. A question that nothing can answer would be asked for ever.
//
//   - Errors: ErrPath, whose text names the question, or the choice.
func (e *Extraction) CheckQuestions() error {
	for i := range e.Questions {
		q := &e.Questions[i]
		if q.About == "" {
			continue
		}
		in := NewIntent()
		if err := in.Write(q.About, "null"); err != nil {
			return fmt.Errorf("questions[%d]: %w", i, err)
		}
		for k := range q.Choices {
			if err := in.Write(q.About, q.Choices[k].Value); err != nil {
				return fmt.Errorf("questions[%d].choices[%d]: %w", i, k, err)
			}
		}
	}
	return nil
}

// TravelersPatch changes the counts that are set.
type TravelersPatch struct {
	Adults   OptInt `wire:"adults,max=MaxTravelers"`
	Children OptInt `wire:"children,max=MaxTravelers"`
	Infants  OptInt `wire:"infants,max=MaxTravelers"`

	Ages      []int64 `wire:"ages,as=integers,rare"`       // of the children and infants; empty changes nothing
	AgeMonths []int64 `wire:"age_months,as=integers,rare"` // of the same, where months were told; 0 where years were
}

// ConstraintsPatch changes budget and flight wishes.
type ConstraintsPatch struct {
	BudgetTotal       Money    `wire:"budget_total,as=extractedBudget"`
	Currency          Currency `wire:"currency"` // that the prices are wanted in
	RefundableOnly    OptBool  `wire:"refundable_only"`
	MaxStops          OptInt   `wire:"max_stops,max=MaxSmall"`
	PreferredAirlines []string `wire:"preferred_airlines,nil"` // nil changes nothing
	AvoidRedEye       OptBool  `wire:"avoid_red_eye"`

	// What is not wanted, as complete lists; nil changes nothing.
	ExcludedAirlines    []string `wire:"excluded_airlines,nil"`
	ExcludedConnections []Place  `wire:"excluded_connections,nil"`
	ExcludedModes       []string `wire:"excluded_modes,nil"`
}

// LodgingPatch changes the lodging.
type LodgingPatch struct {
	Needed           OptBool `wire:"needed"`
	Rooms            OptInt  `wire:"rooms,max=MaxSmall"`
	HotelStarMin     OptInt  `wire:"hotel_star_min,max=MaxSmall"`
	MaxPricePerNight Money   `wire:"max_price_per_night,as=extractedNightly"`
	LocationHint     string  `wire:"location_hint"`
	CheckIn          Date    `wire:"check_in"`
	CheckOut         Date    `wire:"check_out"`
}

// SegmentPatch changes the leg at its index.
type SegmentPatch struct {
	Origin           Place      `wire:"origin"`
	Destination      Place      `wire:"destination"`
	DepartDate       Date       `wire:"depart_date"`
	TransportMode    string     `wire:"transport_mode"`
	DepartTimeWindow TimeWindow `wire:"depart_time_window"`
	ArriveTimeWindow TimeWindow `wire:"arrive_time_window"`
	Via              []Place    `wire:"via,nil"` // a complete list; nil changes nothing

	DepartBetween DayRange     `wire:"depart_between"`
	Alternatives  Alternatives `wire:"alternatives"`
}

// Confirmation is what a purchase answered.
type Confirmation struct {
	RecordLocator string `wire:"record_locator"` // empty when the supplier gave none
	Status        string `wire:"status,filled"`
	Tickets       Raw    `wire:"tickets,as=tickets"` // canonical JSON list
	Cancellation  string `wire:"cancellation"`       // how the booking is cancelled; empty when the supplier did not say
	TotalPrice    Money  `wire:"total_price"`        // what was charged; zero value when the supplier did not say

	Requests []AnsweredRequest `wire:"requests,max=MaxItems"` // what became of the special requests
}

// The statuses of a confirmation.
const (
	PurchaseConfirmed = "confirmed"
	PurchaseFailed    = "failed"
)
