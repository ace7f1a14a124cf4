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

// ExtractArguments asks what a message changes. On the wire they have a context that is made of Current:
// its time zone and home airport, the intent without `working_memory` and `turn`, what the person asked for
// before the question that ended the last turn (Turn.OpenRequest), and earlier messages whose extraction did not
// succeed (Turn.Unread), which are read before the message, oldest first.
type ExtractArguments struct {
	UserMessage string
	Now         Instant
	Current     *Intent // never modified
	Fields      []Field // the fields of the intent that the catalog describes

	LodgingUnsaid LodgingUnsaid // the policy's
}

// extractRequest is what ExtractArguments are on the wire.
//
//codec:write
type extractRequest struct {
	UserMessage string        `wire:"user_message"`
	Now         Instant       `wire:"context.now,null"`
	Timezone    string        `wire:"context.timezone"`
	HomeAirport string        `wire:"context.home_airport_code,optional"`
	OpenRequest string        `wire:"context.open_request,optional"`
	Unread      []string      `wire:"context.unread_messages,optional"`
	Fields      []Field       `wire:"context.fields,optional"`
	Lodging     LodgingUnsaid `wire:"context.lodging_unsaid,unless=LodgingOffer"`
	Current     *Intent       `wire:"context.current_intent,as=currentIntent,kept"`
}

// FollowupArguments asks for one question.
//
//codec:arguments
type FollowupArguments struct {
	Missing     []string        `wire:"missing"`
	Conflicts   []Conflict      `wire:"conflicts,optional"`
	Questions   []AskedQuestion `wire:"questions,optional"`
	Fields      []Field         `wire:"fields,optional"` // those of missing that have a question of their own
	UserMessage string          `wire:"user_message"`
	Locale      string          `wire:"locale,optional"` // in which it is asked; empty in English
}

// AskedQuestion is a [Question] as a tool is shown it: with the labels of its choices.
type AskedQuestion struct {
	About   string   `wire:"about"`
	Text    string   `wire:"text"`
	Choices []string `wire:"choices"`
	Asked   int64    `wire:"asked,optional"` // how often it was asked before
}

// FlightSearchArguments asks for the offers of one leg.
//
//codec:arguments equal
type FlightSearchArguments struct {
	Origin            string    `wire:"origin"`
	Destination       string    `wire:"destination"`
	DepartureDate     Date      `wire:"departure_date,null"`
	Travelers         Travelers `wire:"travelers"`
	Cabin             string    `wire:"cabin"`
	MaxStops          int64     `wire:"max_stops"`
	AvoidRedEye       OptBool   `wire:"avoid_red_eye,optional"`
	PreferredAirlines []string  `wire:"preferred_airlines,optional"`
	Currency          Currency  `wire:"currency,optional"` // that the prices are wanted in
	ResultLimit       int64     `wire:"result_limit"`
	SegmentIndex      int64     `wire:"segment_index"`
}

// HotelSearchArguments asks for the offers of one stay.
//
//codec:arguments equal
type HotelSearchArguments struct {
	LocationCode     string   `wire:"location_code"`
	StartDate        Date     `wire:"dates.start_date,null"`
	EndDate          Date     `wire:"dates.end_date,null"`
	RoomOccupancies  []int64  `wire:"room_occupancies"`
	StarMin          int64    `wire:"star_min"`
	RefundableOnly   OptBool  `wire:"refundable_only,optional"`
	MaxPricePerNight Money    `wire:"max_price_per_night,optional"`
	Currency         Currency `wire:"currency,optional"` // that the prices are wanted in
	ResultLimit      int64    `wire:"result_limit"`
	StayIndex        int64    `wire:"stay_index"`
}

// RankArguments asks for bundles.
//
//codec:arguments
type RankArguments struct {
	FlightOptionsBySegment []FlightQuotes `wire:"flight_options_by_segment,as=rankedFlights,kept"` // flight legs only
	HotelOptionsByStay     []HotelQuotes  `wire:"hotel_options_by_stay,as=rankedHotels,kept"`
	RoomCountsPerStay      []int64        `wire:"room_counts_per_stay"`
	RoomOccupancies        []int64        `wire:"room_occupancies"`
	Weights                Weights        `wire:"ranking_policy.weights"`
	BudgetTotal            Money          `wire:"budget_total,optional"` // bundles above it come after those within it

	// UnfitFlights are the flights that are not as the person asked: at another time, or not by the way they want.
	// Bundles with one come after those without.
	UnfitFlights []string `wire:"unfit_flights,optional"`

	Locale string `wire:"locale,optional"` // in which reasons are told; empty in English
}

// Weights are percents that sum to 100.
type Weights struct {
	Price       int64 `wire:"price"`
	Duration    int64 `wire:"duration"`
	Refundable  int64 `wire:"refundable"`
	Convenience int64 `wire:"convenience"`
}

// RiskArguments asks what speaks against a bundle.
//
//codec:arguments
type RiskArguments struct {
	BundleID       string         `wire:"bundle_id"`
	FlightOptions  []FlightOption `wire:"flight_options"`
	HotelOptions   []HotelOption  `wire:"hotel_options"`
	EstimatedTotal Money          `wire:"estimated_total,optional"`
	Constraints    Constraints    `wire:"constraints"`
	OrgPolicy      Rules          `wire:"org_policy"`
	Locale         string         `wire:"locale,optional"` // in which it is told; empty in English
}

// PointArguments are what an embedder's own tool is given at a point of a plan. What was picked stands there
// before it is held.
//
//codec:arguments
type PointArguments struct {
	Point          string         `wire:"point"` // before_quote, before_hold
	Party          Party          `wire:"party"`
	Itinerary      Itinerary      `wire:"itinerary"`
	Preferences    Preferences    `wire:"preferences"`
	Constraints    Constraints    `wire:"constraints"`
	Ext            Ext            `wire:"ext,optional,as=own"`
	FlightOptions  []FlightOption `wire:"flight_options,optional"`
	HotelOptions   []HotelOption  `wire:"hotel_options,optional"`
	EstimatedTotal Money          `wire:"estimated_total,optional"`
}

// HoldItem is one option to hold.
type HoldItem struct {
	ItemType string `wire:"item_type"` // "flight" or "hotel"
	OptionID string `wire:"option_id"`
	Ext      Raw    `wire:"ext,optional"` // the supplier's own data of the option, unchanged

	// Options that are sold together are one item, under the id of the first of them.
	Group  string        `wire:"group,optional"`
	Others []GroupedItem `wire:"others,optional,max=MaxSegments"` // the others, in the order of their legs
}

// GroupedItem is an option that is held together with another one.
type GroupedItem struct {
	OptionID string `wire:"option_id"`
	Ext      Raw    `wire:"ext,optional"` // the supplier's own data of the option, unchanged
}

// HoldArguments holds options.
//
//codec:arguments
type HoldArguments struct {
	Items          []HoldItem `wire:"items"`
	IdempotencyKey string     `wire:"idempotency_key"`

	Requests []PassedRequest `wire:"requests,optional"` // what is asked for beside the plan
}

// ReleaseArguments gives holds back.
//
//codec:arguments
type ReleaseArguments struct {
	HoldIDs        []string `wire:"hold_ids"`
	IdempotencyKey string   `wire:"idempotency_key"`
}

// PurchaseArguments buys what is held. ExpectedTotal is the total that was shown and approved; absent
// where the prices are in several currencies or not all known.
//
//codec:arguments
type PurchaseArguments struct {
	HoldIDs         []string `wire:"hold_ids"`
	ApprovalToken   string   `wire:"approval_token"`
	PaymentMethodID string   `wire:"payment_method_id"`
	ExpectedTotal   Money    `wire:"expected_total,optional"`
	IdempotencyKey  string   `wire:"idempotency_key"`

	Items    []PurchaseItem  `wire:"items,optional"`    // the holds that have suppliers' own data
	Requests []PassedRequest `wire:"requests,optional"` // what is asked for beside the plan
}

// PurchaseItem is a hold that a purchase is about, with its supplier's own data.
type PurchaseItem struct {
	HoldID   string `wire:"hold_id"`
	ItemType string `wire:"item_type"`
	OptionID string `wire:"option_id"`
	Ext      Raw    `wire:"ext,optional"`
}

// AssistArguments asks the model for its next step.
//
//codec:arguments
type AssistArguments struct {
	AllowedTools []string `wire:"allowed_tools"`
	ToolChoice   string   `wire:"tool_choice"`
	Serial       bool     `wire:"parallel_tool_calls,optional,as=serial"` // one call at a time
}
