package trip

// The names of the tools that the engine knows: those that the reducer queues itself, and those
// that it has words or rules of its own for.
const (
	ToolExtract        = "trip_requirements_extract"
	ToolFollowup       = "generate_followup_questions"
	ToolFlightSearch   = "flight_quote_search"
	ToolHotelSearch    = "hotel_quote_search"
	ToolRank           = "trip_option_ranker"
	ToolRiskCheck      = "policy_and_risk_check"
	ToolHold           = "reservation_hold_create"
	ToolRelease        = "reservation_hold_release"
	ToolPurchase       = "booking_confirm_and_purchase"
	ToolAssistantStep  = "assistant_step"
	ToolResolveDocs    = "resolve_property_documents"
	ToolRetrieveDocs   = "retrieve_docs"
	ToolRetrieveChunks = "retrieve_chunks"
	ToolSearchPlaces   = "search_places"
	ToolGetWeather     = "get_weather"
	ToolWebSearch      = "web_search"
	ToolSearchWeb      = "search_web"
	ToolScrapeWeb      = "scrape_web_content"
	ToolJavaScript     = "execute_javascript"
)

// ExtractArguments asks what a message changes.
// Wire: {user_message, context{timezone, now, home_airport_code?, current_intent, open_request?, unread_messages?}}.
// current_intent is the intent without `working_memory` and `turn`. open_request is what the person
// asked for before the question that ended the last turn (Turn.OpenRequest). unread_messages are earlier
// messages whose extraction did not succeed (Turn.Unread): read before user_message, oldest first.
type ExtractArguments struct {
	UserMessage string
	Now         Instant
	Current     *Intent // never modified; the decision's own Next, and valid as long as that
}

// FollowupArguments asks for one question. Wire: {missing[], user_message}.
type FollowupArguments struct {
	Missing     []string
	UserMessage string
}

// FlightSearchArguments asks for the offers of one leg.
// Wire: {origin, destination, departure_date, travelers{…}, cabin, max_stops, avoid_red_eye?,
// preferred_airlines?, result_limit, segment_index}.
type FlightSearchArguments struct {
	Origin            string
	Destination       string
	DepartureDate     Date
	Travelers         Travelers
	Cabin             string
	MaxStops          int64
	AvoidRedEye       OptBool
	PreferredAirlines []string
	ResultLimit       int64
	SegmentIndex      int64
}

// HotelSearchArguments asks for the offers of one stay.
// Wire: {location_code, dates{start_date, end_date}, room_occupancies[], star_min,
// refundable_only?, max_price_per_night?, result_limit, stay_index}.
type HotelSearchArguments struct {
	LocationCode     string
	StartDate        Date
	EndDate          Date
	RoomOccupancies  []int64
	StarMin          int64
	RefundableOnly   OptBool
	MaxPricePerNight Money
	ResultLimit      int64
	StayIndex        int64
}

// RankArguments asks for bundles.
// Wire: {flight_options_by_segment[][], hotel_options_by_stay[][][], room_counts_per_stay[],
// room_occupancies[], ranking_policy{weights{price, duration, refundable, convenience}}}.
type RankArguments struct {
	FlightOptionsBySegment []FlightQuotes // flight legs only
	HotelOptionsByStay     []HotelQuotes
	RoomCountsPerStay      []int64
	RoomOccupancies        []int64
	Weights                Weights
}

// Weights are percents that sum to 100.
type Weights struct{ Price, Duration, Refundable, Convenience int64 }

// RiskArguments asks what speaks against a bundle.
// Wire: {bundle_id, flight_options[], hotel_options[], estimated_total?, constraints, org_policy}.
type RiskArguments struct {
	BundleID       string
	FlightOptions  []FlightOption
	HotelOptions   []HotelOption
	EstimatedTotal Money
	Constraints    Constraints
	OrgPolicy      Rules
}

// HoldItem is one option to hold.
type HoldItem struct {
	ItemType string // "flight" or "hotel"
	OptionID string
}

// HoldArguments holds options. Wire: {items[{item_type, option_id}], idempotency_key}.
type HoldArguments struct {
	Items          []HoldItem
	IdempotencyKey string
}

// ReleaseArguments gives holds back. Wire: {hold_ids[], idempotency_key}.
type ReleaseArguments struct {
	HoldIDs        []string
	IdempotencyKey string
}

// PurchaseArguments buys what is held. ExpectedTotal is the total that was shown and approved; absent
// where the prices are in several currencies or not all known.
// Wire: {hold_ids[], approval_token, payment_method_id, expected_total?, idempotency_key}.
type PurchaseArguments struct {
	HoldIDs         []string
	ApprovalToken   string
	PaymentMethodID string
	ExpectedTotal   Money
	IdempotencyKey  string
}

// AssistArguments asks the model for its next step. Wire: {allowed_tools[], parallel_tool_calls?, tool_choice};
// parallel_tool_calls is false or left out.
type AssistArguments struct {
	AllowedTools []string
	ToolChoice   string
	Serial       bool // one call at a time
}

// ResolveArguments asks which documents belong to a property. Wire: {property_id, tenant}.
type ResolveArguments struct {
	PropertyID string
	Tenant     string
}
