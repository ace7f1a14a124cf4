package trip

import "slices"

// Schema is the version of the intent document that this engine writes.
const Schema = "legwork.trip_intent.v1"

// ID names a trip. It is chosen by the embedder and unique in its store.
type ID string

// Intent is everything that is known about one trip (CONTRACT 3). It is a value: engine
// code copies a slice before it changes an element, so an Intent once handed out never changes.
type Intent struct {
	Schema        string
	TripID        ID
	CreatedAt     Instant
	UpdatedAt     Instant
	Request       Request
	Status        StatusSection
	Party         Party
	Itinerary     Itinerary
	Preferences   Preferences
	Constraints   Constraints
	Policy        TravelPolicy
	Scope         Scope
	WorkingMemory WorkingMemory
	Turn          Turn
}

// LastAt returns the At of the last event folded, which the next one must not stand before.
func (in *Intent) LastAt() Instant { return max(in.UpdatedAt, in.Turn.LogAt) }

// RequestKind says what the last message asked for.
type RequestKind string

// The kinds of request.
const (
	KindPlan   RequestKind = "plan"
	KindAssist RequestKind = "assist"
)

// Request is what the traveller said last, and where they said it from.
type Request struct {
	UserMessage     string
	Locale          string // BCP 47; default "en-US"
	Timezone        string // IANA name; default "UTC"
	HomeAirportCode string // optional
	Kind            RequestKind
}

// StatusSection is the `status` section of the intent.
type StatusSection struct {
	Node            Status
	MissingRequired []string
	Assumptions     []string
	Notes           []string
	LastToolError   *ToolFailure // nil when the last turn did not fail
	Ask             *Ask         // what is waited for; nil when nothing is. While a turn is open, the one that stood before it
}

// ToolFailure says which tool failed last. Error is safe text, never the tool's own.
type ToolFailure struct {
	ToolName string
	Error    string
	At       Instant
}

// AddNote adds a note to an intent that is the caller's own; the newest MaxNotes are kept.
func (in *Intent) AddNote(text string) {
	notes := in.Status.Notes
	if len(notes) >= MaxNotes {
		notes = notes[len(notes)-MaxNotes+1:]
	}
	in.Status.Notes = append(slices.Clip(notes), text)
}

// Party is who travels.
type Party struct {
	Travelers          Travelers
	TravelerProfileIDs []string
	Contact            Contact
}

// Travelers counts people; null on the wire counts as 0.
type Travelers struct {
	Adults   int64
	Children int64
	Infants  int64
}

// Contact is how to reach the party; both fields are optional.
type Contact struct {
	Email string
	Phone string
}

// TripType is the shape of a trip. The empty value means that nobody said.
type TripType string

// The trip types.
const (
	OneWay    TripType = "one_way"
	RoundTrip TripType = "round_trip"
	MultiCity TripType = "multi_city"
	StayOnly  TripType = "stay_only"
)

// Itinerary is where and when the party goes.
type Itinerary struct {
	TripType     TripType
	Segments     []Segment
	Lodging      Lodging
	GroundNeeded bool
}

// SegmentReturn is the id of the return leg of a round trip.
const SegmentReturn = "seg_return"

// ModeFlight is the transport mode that is searched; the empty mode means the same.
const ModeFlight = "flight"

// Segment is one leg of the itinerary.
type Segment struct {
	SegmentID        string
	Origin           Place
	Destination      Place
	DepartDate       Date
	TransportMode    string // empty means flight
	DepartTimeWindow TimeWindow
}

// IsFlight reports whether the leg is searched as a flight.
func (s Segment) IsFlight() bool { return s.TransportMode == "" || s.TransportMode == ModeFlight }

// Same reports whether both legs ask for the same journey. How exactly a place with a code is
// described makes no difference, and neither does the leg's id.
func (s Segment) Same(o Segment) bool { return s.needs() == o.needs() }

// needs returns the leg without what nobody searches by.
func (s Segment) needs() Segment {
	s.SegmentID = ""
	s.Origin, s.Destination = s.Origin.needs(), s.Destination.needs()
	if s.IsFlight() {
		s.TransportMode = ModeFlight
	}
	return s
}

func (p Place) needs() Place {
	if p.Code != "" {
		return Place{Code: p.Code}
	}
	return p
}

// Place is a city or an airport; Code is empty when it is not known.
type Place struct {
	Type string // "airport" or "city"; may be empty
	Code string
	City string // optional
}

// TimeWindow is a local time range, each end "HH:MM" or empty.
type TimeWindow struct {
	Start string
	End   string
}

// Lodging is where the party sleeps. Without stays it is one stay at the first leg's destination.
type Lodging struct {
	Needed       bool
	CheckIn      Date
	CheckOut     Date
	Rooms        OptInt
	LocationHint string // optional
	Stays        []Stay
}

// Stay is one place to sleep.
type Stay struct {
	LocationCode string
	CheckIn      Date
	CheckOut     Date
	Rooms        OptInt
	LocationHint string // optional
}

// Preferences are wishes that shape the searches.
type Preferences struct {
	Flight FlightPreferences
	Hotel  HotelPreferences
}

// FlightPreferences shape flight searches.
type FlightPreferences struct {
	Cabin             string // economy, premium_economy, business, first; empty means economy
	MaxStops          OptInt
	AvoidRedEye       OptBool
	PreferredAirlines []string // nil when nobody said
}

// HotelPreferences shape hotel searches.
type HotelPreferences struct {
	StarMin          OptInt
	RefundableOnly   OptBool
	MaxPricePerNight Money // zero value when absent
}

// Constraints limit what may be booked.
type Constraints struct {
	BudgetTotal          Money // zero value when absent
	Currency             Currency
	RefundablePreference bool
}

// TravelPolicy is the organisation's travel policy that stands in the intent (not the engine's Policy).
type TravelPolicy struct{ Rules Rules }

// Rules are the policy rules that the engine itself reads; Extra holds all others as canonical JSON.
type Rules struct {
	RequireUserApprovalToPurchase bool // default true
	HoldsAllowedWithoutApproval   bool // default true
	Extra                         []Member
}

// Scope is what the conversation may look into.
type Scope struct {
	DocumentIDs []string
	PropertyID  string // optional
	Tenant      string // optional
}

// WorkingMemory is what the tools found for the current requirements.
type WorkingMemory struct {
	FlightQuotes  []FlightQuotes // by segment index; a nil list is null: not searched
	HotelQuotes   []HotelQuotes  // by stay index; a nil list is null: not searched
	RankedBundles []Bundle
	RiskReport    *RiskReport
	Selected      Selection
	Holds         []Hold
	Bookings      []Booking
}

// FlightQuotes is the option list of one leg: nil means not searched, empty means nothing found.
type FlightQuotes []FlightOption

// HotelQuotes is the option list of one stay, a list per room: nil means not searched.
type HotelQuotes [][]HotelOption

// FlightOption is one flight offer.
type FlightOption struct {
	OptionID         string
	TotalPrice       Money
	Refundable       OptBool
	Cabin            string
	Segments         []FlightLeg
	FareRulesSummary string
}

// FlightLeg is one flight of an offer. Times are the tool's own local texts.
type FlightLeg struct {
	From         string
	To           string
	DepartAt     string
	ArriveAt     string
	Airline      string
	FlightNumber string
	Stops        OptInt
}

// HotelOption is one hotel offer for one room.
type HotelOption struct {
	OptionID        string
	HotelName       string
	StarRating      Number // canonical JSON number text, empty when absent
	Address         string
	NightlyPrice    Money // zero value when absent
	TotalPrice      Money
	Refundable      OptBool
	RoomDescription string
}

// Bundle is one combination of flight and hotel options.
type Bundle struct {
	BundleID        string
	FlightOptionIDs []string
	HotelOptionIDs  []string
	EstimatedTotal  Money
	WhyThisBundle   string
	Tradeoffs       []string
}

// RiskReport is what the policy and risk check said of one bundle.
type RiskReport struct {
	BundleID                  string
	Risks                     []string
	BlockingIssues            []string
	RequiredUserConfirmations []string
}

// Selection is what the traveller picked.
type Selection struct {
	BundleID        string // empty when nothing is selected
	FlightOptionIDs []string
	HotelOptionIDs  []string
}

// The statuses of a hold that the engine reads; a tool may use others for what is not held.
const (
	HoldHeld      = "held"
	HoldPurchased = "purchased"
	HoldLapsed    = "lapsed" // it had ended before the clock was set back
)

// The item types of a hold.
const (
	ItemFlight = "flight"
	ItemHotel  = "hotel"
)

// Hold is one item that a supplier keeps for the party.
type Hold struct {
	HoldID     string
	ItemType   string
	OptionID   string
	ExpiresAt  Instant // zero: the supplier named none
	Status     string
	TotalPrice Money // zero value when the offer's price stands
}

// Booking is one confirmed purchase. It is never erased.
type Booking struct {
	RecordLocator string // empty when the supplier gave none
	Status        string
	Tickets       Raw // the tool's list as canonical JSON
	HoldIDs       []string
	BookedAt      Instant
	Stale         bool // the requirements changed after it was made
}
