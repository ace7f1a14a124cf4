package trip

import (
	"bytes"
	"slices"
)

// Schema is the version of the intent document that this engine writes.
const Schema = "legwork.trip_intent.v1"

// ID names a trip. It is chosen by the embedder and unique in its store.
type ID string

// Intent is everything that is known about one trip (formats 3). It is a value: engine
// code copies a slice before it changes an element, so an Intent once handed out never changes.
//
//codec:read write sections
type Intent struct {
	Schema      string        `wire:"schema,as=schema"`
	TripID      ID            `wire:"trip_id"`
	CreatedAt   Instant       `wire:"created_at,null"`
	UpdatedAt   Instant       `wire:"updated_at,null"`
	Request     Request       `wire:"request"`
	Status      StatusSection `wire:"status"`
	Party       Party         `wire:"party"`
	Itinerary   Itinerary     `wire:"itinerary"`
	Preferences Preferences   `wire:"preferences"`
	Constraints Constraints   `wire:"constraints"`
	Policy      TravelPolicy  `wire:"policy"`
	Scope       Scope         `wire:"scope"`
	Ext         Ext           `wire:"ext,optional,as=own"` // an embedder's own fields

	Requests      []SpecialRequest `wire:"requests,optional,max=MaxRequests"`      // what is asked for beside the plan
	UndoStack     []PlanSnapshot   `wire:"earlier_plans,own,optional,max=MaxUndo"` // before the last changes, oldest first: what can be gone back to
	WorkingMemory WorkingMemory    `wire:"working_memory,own"`
	Turn          Turn             `wire:"turn,own"`
}

// LastAt returns the At of the last event folded, which the next one must not stand before.
func (in *Intent) LastAt() Instant { return max(in.UpdatedAt, in.Turn.LogAt) }

// RequestKind says what the last message asked for.
//
//codec:enum
type RequestKind string

// The kinds of request.
const (
	KindPlan   RequestKind = "plan"
	KindAssist RequestKind = "assist"
)

// Request is what the traveller said last, and where they said it from.
type Request struct {
	UserMessage     string      `wire:"user_message"`
	Locale          string      `wire:"locale"`   // BCP 47; default "en-US"
	Timezone        string      `wire:"timezone"` // IANA name; default "UTC"
	HomeAirportCode string      `wire:"home_airport_code,optional"`
	Kind            RequestKind `wire:"kind"`
	About           string      `wire:"about,optional"` // AboutDocuments when the last message asked about documents
}

// AboutDocuments says of a request that it is about documents.
const AboutDocuments = "documents"

// StatusSection is the `status` section of the intent.
type StatusSection struct {
	Node            Status       `wire:"phase+state"`
	MissingRequired []string     `wire:"missing_required"`
	Conflicts       []Conflict   `wire:"conflicts"`
	Assumptions     []string     `wire:"assumptions"`                     // texts
	AssumptionKeys  []Message    `wire:"assumption_keys,optional"`        // what they are made of
	Notes           []string     `wire:"notes,max=MaxNotes"`              // texts, the newest last
	NoteKeys        []Message    `wire:"note_keys,optional,max=MaxNotes"` // what the newest of them are made of
	LastToolError   *ToolFailure `wire:"last_tool_error,optional"`        // nil when the last turn did not fail
	Ask             *Ask         `wire:"ask,optional"`                    // what is waited for; nil when nothing is. While a turn is open, the one that stood before it
}

// ToolFailure says which tool failed last. Error is safe text, never the tool's own.
type ToolFailure struct {
	ToolName string  `wire:"tool_name"`
	Error    string  `wire:"error"`
	Key      string  `wire:"key,optional"` // what Error is made of
	Params   Params  `wire:"params,optional,as=params"`
	At       Instant `wire:"at,null"`
}

// Message returns what the error is made of.
func (f *ToolFailure) Message() Message { return Message{Key: f.Key, Params: f.Params} }

// Assume replaces the assumptions of an intent that is the caller's own. Their texts are made anew.
func (in *Intent) Assume(list []Message) { in.Status.Assumptions, in.Status.AssumptionKeys = nil, list }

// AddNote adds a note to an intent that is the caller's own; the newest MaxNotes are kept.
func (in *Intent) AddNote(m Message) { in.Status.NoteKeys = latest(in.Status.NoteKeys, m) }

// AddNoteText adds the text of a note, as [Intent.AddNote] added what it is made of.
func (in *Intent) AddNoteText(text string) { in.Status.Notes = latest(in.Status.Notes, text) }

// latest returns a copy of the newest notes with one more.
// Rule: 1.7.notes-bound
func latest[T any](notes []T, note T) []T {
	if len(notes) >= MaxNotes {
		notes = notes[len(notes)-MaxNotes+1:]
	}
	return append(slices.Clip(notes), note)
}

// Party is who travels.
type Party struct {
	Travelers          Travelers `wire:"travelers"`
	TravelerProfileIDs []string  `wire:"traveler_profile_ids"`
	Contact            Contact   `wire:"contact"`
	Ages               []int64   `wire:"ages,optional,as=integers"`  // of the children and infants, as far as they were told
	Births             []Birth   `wire:"births,optional"`            // of the same: when they can have been born, by the day on which it was told
	PaymentMethodID    string    `wire:"payment_method_id,optional"` // what an approval in words pays with
}

// Birth is a range of days on one of which somebody was born: an age in years leaves a year, one in months a month.
type Birth struct {
	From Date `wire:"from"`
	To   Date `wire:"to"`
}

// appendTo appends the range for a hash.
func (b *Birth) appendTo(dst []byte) []byte { return append(b.From.appendText(dst), b.To.String()...) }

// Travelers counts people; null on the wire counts as 0.
type Travelers struct {
	Adults   int64 `wire:"adults,max=MaxTravelers"`
	Children int64 `wire:"children,max=MaxTravelers"`
	Infants  int64 `wire:"infants,max=MaxTravelers"`
}

// Contact is how to reach the party; both fields are optional.
type Contact struct {
	Email string `wire:"email,optional"`
	Phone string `wire:"phone,optional"`
}

// TripType is the shape of a trip. The empty value means that nobody said.
//
//codec:enum
type TripType string //nolint:revive // the wire name is trip_type, and Type alone would say nothing beside EventType

// The trip types.
const (
	OneWay    TripType = "one_way"
	RoundTrip TripType = "round_trip"
	MultiCity TripType = "multi_city"
	StayOnly  TripType = "stay_only"
)

// Itinerary is where and when the party goes.
type Itinerary struct {
	TripType     TripType  `wire:"trip_type,null"`
	Segments     []Segment `wire:"segments,max=MaxSegments"`
	Lodging      Lodging   `wire:"lodging"`
	GroundNeeded bool      `wire:"ground.needed"`

	ExcludedDays []DayRange `wire:"excluded_days,optional"` // on which the person does not travel
	Nights       Nights     `wire:"nights,optional"`        // how long the trip shall be, while its days are open
}

// SegmentReturn is the id of the return leg of a round trip.
const SegmentReturn = "seg_return"

// ModeFlight is the transport mode that is searched; the empty mode means the same.
const ModeFlight = "flight"

// Segment is one leg of the itinerary.
type Segment struct {
	SegmentID        string     `wire:"segment_id"`
	Origin           Place      `wire:"origin"`
	Destination      Place      `wire:"destination"`
	DepartDate       Date       `wire:"depart_date,null"`
	TransportMode    string     `wire:"transport_mode,null"` // empty means flight
	DepartTimeWindow TimeWindow `wire:"depart_time_window,null"`
	ArriveTimeWindow TimeWindow `wire:"arrive_time_window,optional"`
	Via              []Place    `wire:"via,optional"` // where the person wants to change

	DepartBetween DayRange     `wire:"depart_between,optional"` // days of which one is still to be chosen; both ends are set
	Alternatives  Alternatives `wire:"alternatives,optional"`   // what else could stand in the leg
}

// IsFlight reports whether the leg is searched as a flight.
//
// Rule: 1.4.mode-absent
func (s *Segment) IsFlight() bool { return s.TransportMode == "" || s.TransportMode == ModeFlight }

// IsChoosy reports whether more is asked of the flight of a leg than a search can be for: its times, its way.
func (s *Segment) IsChoosy() bool {
	return s.DepartTimeWindow.IsSet() || s.ArriveTimeWindow.IsSet() || len(s.Via) > 0
}

// Same reports whether both legs ask for the same journey. How exactly a place with a code is
// described makes no difference, and neither does the leg's id.
func (s Segment) Same(o Segment) bool { return s.needs().Equal(o.needs()) }

// Equal reports whether both legs are alike in all that they say.
func (s Segment) Equal(o Segment) bool {
	return s.SegmentID == o.SegmentID && s.Origin == o.Origin && s.Destination == o.Destination &&
		s.DepartDate == o.DepartDate && s.TransportMode == o.TransportMode && s.DepartTimeWindow == o.DepartTimeWindow &&
		s.ArriveTimeWindow == o.ArriveTimeWindow && slices.Equal(s.Via, o.Via) &&
		s.DepartBetween == o.DepartBetween && s.Alternatives.Equal(o.Alternatives)
}

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
//
//codec:sparse
type Place struct {
	Type string `wire:"type,null"` // "airport" or "city"; may be empty
	Code string `wire:"code,null"`
	City string `wire:"city,optional"`

	Country string `wire:"country,optional"` // ISO 3166-1 alpha-2
	Region  string `wire:"region,optional"`  // a state, a province, an island
	Name    string `wire:"name,optional"`    // what the person called it
}

// TimeWindow is a local time range, each end "HH:MM" or empty.
type TimeWindow struct {
	Start string `wire:"start,null"`
	End   string `wire:"end,null"`
}

// IsSet reports whether a time was asked for.
func (w TimeWindow) IsSet() bool { return w != TimeWindow{} }

// Has reports whether a local time lies within the window, both ends included. Times are "HH:MM".
func (w TimeWindow) Has(clock string) bool {
	if w.Start != "" && w.End != "" && w.End < w.Start { // over midnight
		return clock >= w.Start || clock <= w.End
	}
	return (w.Start == "" || clock >= w.Start) && (w.End == "" || clock <= w.End)
}

// Lodging is where the party sleeps. Without stays it is one stay at the first leg's destination.
type Lodging struct {
	Needed       bool   `wire:"needed"`
	CheckIn      Date   `wire:"check_in,null"`
	CheckOut     Date   `wire:"check_out,null"`
	Rooms        OptInt `wire:"rooms,optional,max=MaxSmall"`
	LocationHint string `wire:"location_hint,optional"`
	Stays        []Stay `wire:"stays,max=MaxStays"`
}

// Stay is one place to sleep.
type Stay struct {
	LocationCode string `wire:"location_code,null"`
	CheckIn      Date   `wire:"check_in,null"`
	CheckOut     Date   `wire:"check_out,null"`
	Rooms        OptInt `wire:"rooms,optional,max=MaxSmall"`
	LocationHint string `wire:"location_hint,optional"`
}

// Preferences are wishes that shape the searches.
type Preferences struct {
	Flight FlightPreferences `wire:"flight"`
	Hotel  HotelPreferences  `wire:"hotel"`

	ExcludedModes []string `wire:"excluded_modes,optional"` // means of travel that the person does not want
}

// FlightPreferences shape flight searches.
type FlightPreferences struct {
	Cabin             string   `wire:"cabin,optional"` // economy, premium_economy, business, first; empty means economy
	MaxStops          OptInt   `wire:"max_stops,optional,max=MaxSmall"`
	AvoidRedEye       OptBool  `wire:"avoid_red_eye,optional"`
	PreferredAirlines []string `wire:"preferred_airlines,nil"` // nil when nobody said

	ExcludedAirlines    []string `wire:"excluded_airlines,optional"`    // no flight with them is shown while there are others
	ExcludedConnections []Place  `wire:"excluded_connections,optional"` // airports or cities where one will not change
}

// HotelPreferences shape hotel searches.
type HotelPreferences struct {
	StarMin          OptInt  `wire:"star_min,optional,max=MaxSmall"`
	RefundableOnly   OptBool `wire:"refundable_only,optional"`
	MaxPricePerNight Money   `wire:"max_price_per_night,optional,as=nightlyPrice"` // zero value when absent
}

// Constraints limit what may be booked.
type Constraints struct {
	BudgetTotal          Money    `wire:"budget_total,optional"`      // zero value when absent
	Currency             Currency `wire:"currency,null"`              // that the prices are wanted in
	Searched             Currency `wire:"searched_currency,optional"` // that the searches ask for; empty where they need not
	RefundablePreference bool     `wire:"refundable_preference"`
}

// TravelPolicy is the organisation's travel policy that stands in the intent (not the engine's Policy).
type TravelPolicy struct {
	Rules Rules `wire:"rules"`
}

// Rules are the policy rules that the engine itself reads; Extra holds all others as canonical JSON.
type Rules struct {
	RequireUserApprovalToPurchase bool     `wire:"require_user_approval_to_purchase"` // default true
	HoldsAllowedWithoutApproval   bool     `wire:"holds_allowed_without_approval"`    // default true
	ForkWrites                    bool     `wire:"fork_writes,optional"`              // in a fork: write tools run
	Extra                         []Member `wire:"*"`
}

// Scope is what the conversation may look into.
type Scope struct {
	DocumentIDs []string `wire:"document_ids"`
	PropertyID  string   `wire:"property_id,optional"`
	Tenant      string   `wire:"tenant,optional"`
	Owner       string   `wire:"owner,optional"` // whose trip it is; the engine only keeps it, to list trips by
}

// WorkingMemory is what the tools found for the current requirements.
type WorkingMemory struct {
	FlightQuotes  []FlightQuotes `wire:"flight_quotes_by_segment,as=flightQuotes,kept"` // by segment index; a nil list is null: not searched
	HotelQuotes   []HotelQuotes  `wire:"hotel_quotes_by_stay,as=hotelQuotes,kept"`      // by stay index; a nil list is null: not searched
	RankedBundles []Bundle       `wire:"ranked_bundles,max=MaxBundles,kept"`
	RiskReport    *RiskReport    `wire:"risk_report,optional"`
	Selected      Selection      `wire:"selected"`
	Holds         []Hold         `wire:"holds,max=MaxHolds"`
	Bookings      []Booking      `wire:"bookings,max=MaxBookings"`

	DayQuotes []DayQuote `wire:"flight_quotes_by_day,optional,max=MaxDateSearches"` // of a trip whose days or routes are open
}

// FlightQuotes is the option list of one leg: nil means not searched, empty means nothing found.
type FlightQuotes []FlightOption

// HotelQuotes is the option list of one stay, a list per room: nil means not searched.
type HotelQuotes [][]HotelOption

// FlightOption is one flight offer.
//
//codec:known array=flights
type FlightOption struct {
	OptionID         string      `wire:"option_id"`
	TotalPrice       Money       `wire:"total_price,required=money"`
	Refundable       OptBool     `wire:"refundable,null"`
	Cabin            string      `wire:"cabin,null"`
	Segments         []FlightLeg `wire:"segments,max=MaxSegments"`
	FareRulesSummary string      `wire:"fare_rules_summary,optional"`
	Ext              Raw         `wire:"ext,optional,as=supplied,rare"` // the supplier's own data, for its later calls

	ExpiresAt  Instant   `wire:"expires_at,optional"`       // until when it can be held; zero: the supplier did not say
	SameAs     string    `wire:"same_as,optional,rare"`     // a name that it keeps in every search; empty when the supplier gave none
	PricedFor  Travelers `wire:"priced_for,optional,rare"`  // for whom the price is; zero value when the supplier did not say
	Group      string    `wire:"group,optional,rare"`       // names the options of several legs that are sold together; empty: sold alone
	GroupPrice Money     `wire:"group_price,optional,rare"` // of the whole group; zero value when the parts' prices sum up to it
}

// FlightLeg is one flight of an offer. Times are the tool's own local texts.
//
//codec:array=legs
type FlightLeg struct {
	From         string `wire:"from,null"`
	To           string `wire:"to,null"`
	DepartAt     string `wire:"depart_at,null"`
	ArriveAt     string `wire:"arrive_at,null"`
	Airline      string `wire:"airline,null"`
	FlightNumber string `wire:"flight_number,null"`
	Stops        OptInt `wire:"stops,null,max=MaxSmall"`
}

// HotelOption is one hotel offer for one room.
//
//codec:known array=hotels
type HotelOption struct {
	OptionID        string  `wire:"option_id"`
	HotelName       string  `wire:"hotel_name,null"`
	StarRating      Number  `wire:"star_rating,null"` // canonical JSON number text, empty when absent
	Address         string  `wire:"address,optional"`
	NightlyPrice    Money   `wire:"nightly_price,null"` // zero value when absent
	TotalPrice      Money   `wire:"total_price,required=money"`
	Refundable      OptBool `wire:"refundable,null"`
	RoomDescription string  `wire:"room_description,optional"`
	Ext             Raw     `wire:"ext,optional,as=supplied,rare"` // the supplier's own data, for its later calls

	ExpiresAt Instant `wire:"expires_at,optional"`   // until when it can be held; zero: the supplier did not say
	SameAs    string  `wire:"same_as,optional,rare"` // a name that it keeps in every search; empty when the supplier gave none
}

// Bundle is one combination of flight and hotel options.
//
//codec:known array=ranked
type Bundle struct {
	BundleID        string   `wire:"bundle_id"`
	FlightOptionIDs []string `wire:"flight_option_ids,one=flight_option_id"` // Rule: 5.1.bundle-single-ids
	HotelOptionIDs  []string `wire:"hotel_option_ids,one=hotel_option_id"`
	EstimatedTotal  Money    `wire:"estimated_total,null"`
	WhyThisBundle   string   `wire:"why_this_bundle"`
	Tradeoffs       []string `wire:"tradeoffs"`
}

// RiskReport is what the policy and risk check said of one bundle.
type RiskReport struct {
	BundleID                  string   `wire:"bundle_id"`
	Risks                     []string `wire:"risks"`
	BlockingIssues            []string `wire:"blocking_issues"`
	RequiredUserConfirmations []string `wire:"required_user_confirmations"`
	InAddition                bool     `wire:"in_addition,optional"` // what is held is bought beside a booking, which stays as it is: that is confirmed too
}

// ConfirmInAddition is the confirmation of UserRequestHold that what is held is bought in addition to a booking.
const ConfirmInAddition = "in_addition"

// Required returns what UserRequestHold must confirm: the texts of the check, then ConfirmInAddition.
func (r *RiskReport) Required() []string {
	if !r.InAddition {
		return r.RequiredUserConfirmations
	}
	return append(slices.Clip(r.RequiredUserConfirmations), ConfirmInAddition)
}

// Selection is what the traveller picked.
type Selection struct {
	BundleID        string   `wire:"bundle_id,optional"` // empty when nothing is selected
	FlightOptionIDs []string `wire:"flight_option_ids"`
	HotelOptionIDs  []string `wire:"hotel_option_ids"`
}

// The statuses of a hold that the engine reads; a tool may use others for what is not held.
const (
	HoldHeld      = "held"
	HoldPurchased = "purchased"
	HoldLapsed    = "lapsed"  // it had ended before the clock was set back
	HoldForeign   = "foreign" // another trip holds it: here it is not held, bought or given back
	HoldExpired   = "expired" // the supplier would not hold it, because the offer had ended
)

// The item types of a hold.
const (
	ItemFlight = "flight"
	ItemHotel  = "hotel"
)

// Hold is one item that a supplier keeps for the party.
type Hold struct {
	HoldID     string  `wire:"hold_id"`
	ItemType   string  `wire:"item_type"`
	OptionID   string  `wire:"option_id"`
	ExpiresAt  Instant `wire:"expires_at,null"`   // zero: the supplier named none
	Timezone   string  `wire:"timezone,optional"` // IANA name: of the place where it is used; empty when the supplier named none
	Status     string  `wire:"status"`
	TotalPrice Money   `wire:"total_price,optional"`     // zero value when the offer's price stands
	Ext        Raw     `wire:"ext,optional,as=supplied"` // the supplier's own data: of the hold, else of the option
	TripID     ID      `wire:"trip_id,optional"`         // the trip that made it
	Shown      Shown   `wire:"shown,optional"`           // the option as it was when the hold was asked for
	Otherwise  Shown   `wire:"otherwise,optional"`       // the option as a later search offers it, where that is not what was shown
}

// Shown is what is said of an option: the flight, or the room for its nights. What is held keeps it, so that no search
// changes what a hold says. Options of several legs that are sold together are one: the first is Flight.
type Shown struct {
	Flight *FlightOption  `wire:"flight,optional"`
	Others []PickedFlight `wire:"others,optional,max=MaxSegments"` // the other flights of its group, in the order of their legs
	Stay   *BookedStay    `wire:"stay,optional"`
	Index  int64          `wire:"index,optional"` // the leg or stay that it is for
}

// IsSet reports whether anything is known of the option.
func (s *Shown) IsSet() bool { return s.Flight != nil || s.Stay != nil }

// Price returns what the option cost; zero when that is not known.
func (s *Shown) Price() Money {
	switch {
	case len(s.Others) > 0:
		return GroupPrice(s.Flights(), s.Flight.Group)
	case s.Flight != nil:
		return s.Flight.TotalPrice
	case s.Stay != nil:
		return s.Stay.Option.TotalPrice
	}
	return Money{}
}

// SaysAs reports whether two descriptions say the same. A supplier's own data and its names of groups are not said.
func (s *Shown) SaysAs(o *Shown) bool {
	return bytes.Equal(appendShown(nil, s.said()), appendShown(nil, o.said()))
}

// said returns what of an option a person is told.
func (s *Shown) said() *Shown {
	out := *s
	if s.Flight != nil {
		flight := *s.Flight
		flight.Ext, flight.Group, out.Flight = "", "", &flight
	}
	out.Others = slices.Clone(s.Others)
	for i := range out.Others {
		out.Others[i].Option.Ext, out.Others[i].Option.Group = "", ""
	}
	if s.Stay != nil {
		stay := *s.Stay
		stay.Option.Ext, out.Stay = "", &stay
	}
	return &out
}

// Price returns what a hold costs: its own price, else what its offer cost when it was held; zero when neither is
// known.
func (h *Hold) Price() Money {
	if h.TotalPrice.IsSet() {
		return h.TotalPrice
	}
	return h.Shown.Price()
}

// Booking is one confirmed purchase. It is never erased.
type Booking struct {
	RecordLocator string   `wire:"record_locator,null"` // empty when the supplier gave none
	Status        string   `wire:"status"`
	Tickets       Raw      `wire:"tickets,as=tickets"` // the tool's list as canonical JSON
	HoldIDs       []string `wire:"hold_ids,max=MaxHolds"`
	BookedAt      Instant  `wire:"booked_at,null"`
	Stale         bool     `wire:"stale"` // the requirements changed after it was made

	// What was bought, for telling it when the plan and its offers are others.
	Travelers    Travelers      `wire:"travelers,optional"`
	Total        Money          `wire:"total,optional"`                // zero value when the prices are in several currencies or not all known
	Legs         []Segment      `wire:"legs,optional,max=MaxSegments"` // the journey as it was called, also what of it was not bought
	Flights      []FlightOption `wire:"flights,optional,max=MaxHolds"`
	Stays        []BookedStay   `wire:"stays,optional,max=MaxHolds"`
	Cancellation string         `wire:"cancellation,optional"` // how it is cancelled, as far as the supplier said
	Charged      Money          `wire:"charged,optional"`      // what the supplier says that it charged; zero value when it did not say

	Requests []SpecialRequest `wire:"requests,optional,max=MaxRequests"` // that were passed on with it, and what became of them
}

// ChargedMore reports whether the supplier says that it charged more than was approved, or in another currency. What
// was approved is not known where the prices were in several currencies.
func (b *Booking) ChargedMore() bool {
	if !b.Charged.IsSet() || !b.Total.IsSet() {
		return false
	}
	return b.Charged.Currency != b.Total.Currency || b.Charged.Minor > b.Total.Minor
}

// BookedStay is one room that was bought, for its nights.
type BookedStay struct {
	Option   HotelOption `wire:"option"`
	CheckIn  Date        `wire:"check_in,null"`
	CheckOut Date        `wire:"check_out,null"`
}
