package trip

// Act is one thing that a message asks the engine to do, beside what it changes of the trip
// (behaviour 6.1). Which members count depends on Kind. A kind that this version does not know is
// answered, not refused.
type Act struct {
	Kind     string `wire:"act,filled"`
	BundleID string `wire:"bundle_id"` // select
	Position int64  `wire:"position"`  // select, show, sort: in the list that was shown last, from 1; 0 when it was not said
	By       string `wire:"by"`        // select, sort; ask: the one that is meant, or for FactBest what it shall be the best in
	Like     Likes  `wire:"like"`      // select, ask
	What     string `wire:"what"`      // show; ask: a fact, or what no offer has a member for; extra: what the person named; help: the word that was asked about, or HelpCondition; sort: SortNight or SortBack; thank: ThankBye
	Amount   string `wire:"amount"`    // approve, sort: a decimal number in the currency that was shown

	Holds []string `wire:"holds,optional,max=MaxHolds"` // release: the ids of the holds that are meant
	Items []string `wire:"items,optional,max=MaxHolds"` // hold, release, cancel_booking, ask: the parts that are meant; none means all. sort: those that stay as they are. select: of the options at positions, one of each

	Times TimeWindow `wire:"times,optional"` // sort: when a flight leaves, or lands where it is by arrival

	Positions []int64 `wire:"positions,optional,as=integers"` // ask: the options that are meant, in the list that was shown last; none where no number was said. select: of which the best in by is meant, or each of which has the part at its place of items
	Of        string  `wire:"of,optional"`                    // ask: OfShown, OfHold or OfBooking; empty for what the talk is about
}

// The parts of a trip that an act may name in its items, beside the ids of options.
const (
	PartFlight = "flight" // all flights
	PartHotel  = "hotel"  // all rooms
	PartOut    = "out"    // the flight of the first leg
	PartBack   = "back"   // the flight of the last leg
)

// Likes describes the bundle that is meant.
type Likes struct {
	Airline    string  `wire:"airline"`
	HotelName  string  `wire:"hotel_name"`
	Refundable OptBool `wire:"refundable"`
	MaxStops   OptInt  `wire:"max_stops,max=MaxSmall"`
}

// The kinds of act.
const (
	ActSelect        = "select"
	ActShow          = "show"
	ActSort          = "sort"
	ActHold          = "hold"
	ActConfirm       = "confirm"
	ActDecline       = "decline"
	ActApprove       = "approve"
	ActAsk           = "ask"
	ActRelease       = "release"
	ActStartOver     = "start_over"
	ActUndo          = "undo"
	ActCancelBooking = "cancel_booking"
	ActChangeBooking = "change_booking"
	ActExtra         = "extra"
	ActHelp          = "help"
	ActGreet         = "greet"
	ActThank         = "thank"
	ActComplain      = "complain"
	ActMuse          = "muse"
	ActRefresh       = "refresh"
)

// ThankBye is the what of a thank that says goodbye.
const ThankBye = "bye"

// ExtraWatch is the what of an extra that wants to be told when a price moves.
const ExtraWatch = "watch"

// HelpCondition is the what of a help that says that nothing is taken on a condition.
const HelpCondition = "on_condition"

// MusePraise is the what of a muse that praises what stands before the person.
const MusePraise = "praise"

// What a select is by.
const (
	ByCheapest    = "cheapest"
	ByFastest     = "fastest"
	ByFewestStops = "fewest_stops"
	ByEarliest    = "earliest"
	ByLatest      = "latest"
	ByBestRated   = "best_rated"
	// ByEarliestArrival is the one that lands first.
	ByEarliestArrival = "earliest_arrival"
)

// What a show shows.
const (
	ShowOptions     = "options"
	ShowMoreOptions = "more_options"
	ShowOption      = "option"
	ShowTrip        = "trip"
	ShowHolds       = "holds"
	ShowBooking     = "booking"
	ShowTerms       = "terms"
	ShowPayment     = "payment"
	ShowDeadline    = "deadline"
	ShowCurrency    = "currency"
	ShowAirlines    = "airlines"
	ShowBudget      = "budget"
	ShowChanged     = "changed" // what the last change of the plan was
)

// What an ask asks for. What is none of these, such as "breakfast", is looked for in what the offers say in words.
const (
	FactBest       = "best"       // which of several is the best in some way
	FactDifference = "difference" // between several

	FactPrice    = "price"    // of all, for all travellers
	FactEach     = "each"     // of all, for each traveller
	FactNight    = "night"    // of a night in the hotel
	FactParts    = "parts"    // of the flights and of the hotel
	FactCurrency = "currency" // the price in another currency: By
	FactRefund   = "refund"   // what comes back when it is cancelled
	FactDeparts  = "departs"
	FactArrives  = "arrives"
	FactDuration = "duration"
	FactStops    = "stops"
	FactLayover  = "layover" // how long it is between flights
	FactAirline  = "airline"
	FactNumber   = "number"  // of the flight
	FactAirport  = "airport" // from which to which
	FactCabin    = "cabin"
	FactHotel    = "hotel" // its name
	FactStars    = "stars"
	FactNights   = "nights"
	FactArea     = "area" // where the hotel lies
	FactRoom     = "room" // what it is like
)

// What an ask is about, where it says so.
const (
	OfShown   = "shown"   // all options that were shown last
	OfHold    = "hold"    // what is held
	OfBooking = "booking" // what was booked last
)

// What a sort sorts by.
const (
	SortLatest    = "latest"
	SortPrice     = "price"
	SortDuration  = "duration"
	SortDeparture = "departure"
	SortStops     = "stops"
	SortRating    = "rating"
	SortArrival   = "arrival"
	// SortLayover and SortLongestLayover go by the time between flights.
	SortLayover        = "layover"
	SortLongestLayover = "longest_layover"
	// SortNight is what an amount is for that only a night may cost.
	SortNight = "night"
	// SortBack says that times and order are those of the last flight, not of the first.
	SortBack = "back"
)

// Question is something that a reading could not settle: the value that the person chooses is written to
// the path About. A question without a path or without choices is only asked.
type Question struct {
	About   string           `wire:"about"`
	Text    string           `wire:"text"`
	Choices []QuestionChoice `wire:"choices,max=MaxChoices"`
	Asked   int64            `wire:"asked,optional"` // how often it was asked; the engine's own count
}

// QuestionChoice is one answer to a [Question].
type QuestionChoice struct {
	Label string `wire:"label"`
	Value Raw    `wire:"value,optional"` // what is written at the question's path, as canonical JSON
}

// Topic is what a message is about. The empty topic is the trip.
//
//codec:enum
type Topic string

// The topics.
const (
	TopicTrip  Topic = "trip"
	TopicOther Topic = "other" // a car, an event, a bank: what the engine does not do
)

// Conflict is a contradiction within a trip (behaviour 6.4).
type Conflict struct {
	Code  string   `wire:"code"`
	About []string `wire:"about"`        // paths of the intent
	Day   Date     `wire:"day,optional"` // of ExcludedDay
}

// The codes of conflicts.
const (
	ReturnBeforeDeparture = "return_before_departure"
	LegsOutOfOrder        = "legs_out_of_order"
	SamePlace             = "same_place"
	ExcludedDay           = "excluded_day" // a leg is on a day on which the person does not travel
	StayOutsideTrip       = "stay_outside_trip"
	StaysOverlap          = "stays_overlap"
	InfantsWithoutLaps    = "infants_without_laps"
	PartyTooLarge         = "party_too_large"
)
