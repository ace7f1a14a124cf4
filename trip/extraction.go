package trip

// Extraction is what `trip_requirements_extract` says a message changes (CONTRACT 3). The zero
// value of a field changes nothing: null, absent and blank are the same on the wire.
type Extraction struct {
	Origin        Place
	Destination   Place
	TripType      TripType
	DepartureDate Date
	ReturnDate    Date
	Travelers     TravelersPatch
	Cabin         string
	Constraints   ConstraintsPatch
	Lodging       LodgingPatch
	Segments      []SegmentPatch
	Stays         []Stay
	Contact       Contact

	MissingRequiredFields []string
	ClarifyingQuestions   []string
	Assumptions           []string
	HasAssumptions        bool // the list was given, be it empty
	Kind                  RequestKind
}

// TravelersPatch changes the counts that are set.
type TravelersPatch struct{ Adults, Children, Infants OptInt }

// ConstraintsPatch changes budget and flight wishes.
type ConstraintsPatch struct {
	BudgetTotal       Money
	RefundableOnly    OptBool
	MaxStops          OptInt
	PreferredAirlines []string // nil changes nothing
	AvoidRedEye       OptBool
}

// LodgingPatch changes the lodging.
type LodgingPatch struct {
	Needed           OptBool
	Rooms            OptInt
	HotelStarMin     OptInt
	MaxPricePerNight Money
	LocationHint     string
	CheckIn          Date
	CheckOut         Date
}

// SegmentPatch changes the leg at its index.
type SegmentPatch struct {
	Origin           Place
	Destination      Place
	DepartDate       Date
	TransportMode    string
	DepartTimeWindow TimeWindow
}

// Confirmation is what a purchase answered.
type Confirmation struct {
	RecordLocator string // empty when the supplier gave none
	Status        string
	Tickets       Raw // canonical JSON list
}

// The statuses of a confirmation.
const (
	PurchaseConfirmed = "confirmed"
	PurchaseFailed    = "failed"
)
