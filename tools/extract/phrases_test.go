package extract_test

import (
	"fmt"
	"testing"
)

// phrases are what people say as the first message of a trip, on Wednesday 2026-03-04, and what it states.
var phrases = []struct{ message, states string }{
	{"a flight from SFO to JFK on the 8th", "dates.departure_date=2026-03-08 destination.code=JFK lodging.needed=false origin.code=SFO"},
	{"fly to Vegas next Monday, the two of us", "dates.departure_date=2026-03-09 destination.code=LAS lodging.needed=false travelers.adults=2"},
	{"myself and my wife, a week from Friday", "dates.departure_date=2026-03-13 travelers.adults=2"},
	{"March 3rd to the 8th", "dates.departure_date=2027-03-03 dates.return_date=2027-03-08 trip_type=round_trip"},
	{"Boston to Rome, April 3 - 10", "dates.departure_date=2026-04-03 dates.return_date=2026-04-10 destination.code=FCO origin.code=BOS trip_type=round_trip"},
	{"from the 28th to the 3rd of April", "dates.departure_date=2026-03-28 dates.return_date=2026-04-03 trip_type=round_trip"},
	{"Boston to Rome, 10 to 17 June", "dates.departure_date=2026-06-10 dates.return_date=2026-06-17 destination.code=FCO origin.code=BOS trip_type=round_trip"},
	{"hotel in Oslo 28-3 May", "stays[0].check_in=2026-04-28 stays[0].check_out=2026-05-03 stays[0].location_code=OSL " +
		"stays[0].location_hint=Oslo trip_type=stay_only"},
	{
		"a week in Rome from April 3",
		"dates.departure_date=2026-04-03 dates.return_date=2026-04-10 destination.code=FCO inferred[0]=return_date " +
			"inferred[1]=check_out lodging.check_out=2026-04-10 lodging.nights=7 trip_type=round_trip",
	},
	{"a flight, but no red-eyes", "constraints.avoid_red_eye=true lodging.needed=false"},
	{"between April 3rd and the 8th in Oslo", "dates.departure_date=2026-04-03 dates.return_date=2026-04-08 destination.code=OSL trip_type=round_trip"},
	{
		"a hotel in Oslo for 3 nights from April 3",
		"inferred[0]=check_out stays[0].check_in=2026-04-03 stays[0].check_out=2026-04-06 stays[0].location_code=OSL " +
			"stays[0].location_hint=Oslo stays[0].nights=3 trip_type=stay_only",
	},
	{
		"I need a hotel room for a week in Lisbon from 2026-05-01",
		"inferred[0]=adults inferred[1]=check_out stays[0].check_in=2026-05-01 stays[0].check_out=2026-05-08 stays[0].location_code=LIS " +
			"stays[0].location_hint=Lisbon stays[0].nights=7 travelers.adults=1 trip_type=stay_only",
	},
	{"leaving from Chicago going to Denver on Friday", "dates.departure_date=2026-03-06 destination.code=DEN origin.code=ORD"},
	{
		"I want to fly out of Boston, return on March 20th",
		"dates.return_date=2026-03-20 inferred[0]=adults lodging.needed=false origin.code=BOS travelers.adults=1 trip_type=round_trip",
	},
	{"no layovers please", "constraints.max_stops=0 lodging.needed=false"},
	{"non-stop flights only", "constraints.max_stops=0 lodging.needed=false"},
	{"at most 1 stop", "constraints.max_stops=1"},
	{"4 star hotel", "lodging.hotel_star_min=4 trip_type=stay_only"},
	{"a 3-star hotel with two rooms", "lodging.hotel_star_min=3 lodging.rooms=2 trip_type=stay_only"},
	{"under $1,500", "constraints.budget_total.amount=1500.00 constraints.budget_total.currency=USD"},
	{"our budget is 2,000 euros", "constraints.budget_total.amount=2000.00 constraints.budget_total.currency=EUR"},
	{"not more than 150 dollars a night", "lodging.max_price_per_night.amount=150.00 lodging.max_price_per_night.currency=USD"},
	{"up to ¥200,000 in total", "constraints.budget_total.amount=200000 constraints.budget_total.currency=JPY"},
	{"with British Airways", "airline=British Airways constraints.preferred_airlines[0]=British Airways"},
	{"I would rather take KLM or Air France", "airline=Air France constraints.preferred_airlines[0]=KLM constraints.preferred_airlines[1]=Air France"},
	{"any airline is fine", "no_preference[0]=airline"},
	{"I don't care which class", "no_preference[0]=cabin"},
	{"premium economy seats", "cabin=premium_economy"},
	{"business class, not economy", "cabin=business"},
	{"2 adults and a 9 month old baby", "travelers.adults=2 travelers.age_months[0]=9 travelers.ages[0]=0 travelers.infants=1"},
	{"the first Monday in May", "dates.departure_date=2026-05-04"},
	{"the last Friday of June", "dates.departure_date=2026-06-26"},
	{"Madrid to London, 5/6 to 12/6", "dates.departure_date=2026-06-05 dates.return_date=2026-06-12 destination.code=LHR origin.code=MAD trip_type=round_trip"},
	{"a family of five", "travelers.adults=2 travelers.children=3"},
	{"me, my girlfriend and her parents", "travelers.adults=4"},
	{"my husband, our 3 year old and I", "travelers.adults=2 travelers.ages[0]=3 travelers.children=1"},
	{"2 adults and 3 kids (2, 5 and 9)", "travelers.adults=2 travelers.ages[0]=2 travelers.ages[1]=5 travelers.ages[2]=9 travelers.children=3"},
	{"5 people including 2 children", "travelers.adults=3 travelers.children=2"},
	{"just me", "travelers.adults=1"},
	{"one-way", "lodging.needed=false trip_type=one_way"},
	{"round trip please", "lodging.needed=false trip_type=round_trip"},
	{"Oslo to Rome on 4 June. No need for a return flight", "dates.departure_date=2026-06-04 destination.code=FCO lodging.needed=false origin.code=OSL " +
		"trip_type=one_way"},
	{"Oslo to Rome on 4 June without the flight back", "dates.departure_date=2026-06-04 destination.code=FCO lodging.needed=false origin.code=OSL " +
		"trip_type=one_way"},
	{"one way tickets for 3 people", "lodging.needed=false travelers.adults=3 trip_type=one_way"},
	{
		"Boston to Rome on April 3, one way, hotel from April 3 to April 10",
		"dates.departure_date=2026-04-03 destination.code=FCO lodging.check_in=2026-04-03 lodging.check_out=2026-04-10 origin.code=BOS trip_type=one_way",
	},
	{"2 adults, 1 child and a baby", "travelers.adults=2 travelers.children=1 travelers.infants=1"},
	{"me, my husband and our two kids", "travelers.adults=2 travelers.children=2"},
	{"a group of four", "travelers.adults=4"},
	{"travelling alone", "travelers.adults=1"},
	{"three of us", "travelers.adults=3"},
	{"from Portland, Maine to Portland, Oregon", "destination.code=PDX origin.code=PWM"},
	{"to St. Louis from Washington D.C.", "destination.code=STL origin.code=IAD"},
	{"from heathrow to charles de gaulle", "destination.code=CDG origin.code=LHR"},
	{"flying sfo to lax", "destination.code=LAX lodging.needed=false origin.code=SFO"},
	{"from São Paulo to Zürich", "destination.code=ZRH origin.code=GRU"},
	{"via Chicago to Miami from Boston", "destination.code=MIA origin.code=BOS segments[0].via[0].code=ORD"},
	{"starting in Madrid, arriving in Porto", "destination.code=OPO origin.code=MAD"},
	{"Madrid is my destination", "destination.code=MAD"},
	{"back to Boston from Miami", "destination.code=MIA origin.code=BOS"},
	{"I'm in Atlanta and want to visit Austin", "destination.code=AUS inferred[0]=adults origin.code=ATL travelers.adults=1"},
	{"today", "dates.departure_date=2026-03-04"},
	{"tomorrow", "dates.departure_date=2026-03-05"},
	{"the day after tomorrow", "dates.departure_date=2026-03-06"},
	{"this Saturday", "dates.departure_date=2026-03-07"},
	{"Thursday next week", "dates.departure_date=2026-03-12"},
	{"Saturday this week", "dates.departure_date=2026-03-07"},
	{"in two weeks", "dates.departure_date=2026-03-18"},
	{"in two weeks from Geneva to Porto", "dates.departure_date=2026-03-18 destination.code=OPO origin.code=GVA"},
	{"3 days from now", "dates.departure_date=2026-03-07"},
	{"in a month", "dates.departure_date=2026-04-04"},
	{"the first of April", "dates.departure_date=2026-04-01"},
	{"April the 2nd, 2027", "dates.departure_date=2027-04-02"},
	{"8.30 pm on 3/20", "dates.departure_date=2026-03-20"},
	{"20/4/2026", "dates.departure_date=2026-04-20"},
	{"2026-03-31", "dates.departure_date=2026-03-31"},
	{"christmas eve", "dates.departure_date=2026-12-24"},
	{"on Whit Monday", "dates.departure_date=2026-05-25"},
	{"on St Patrick's Day", "dates.departure_date=2026-03-17"},
	{"Friday, March 13", "dates.departure_date=2026-03-13"},
	{"Friday the 13th", "dates.departure_date=2026-03-13"},
	{"the 13th of next month", "dates.departure_date=2026-04-13"},
	{"Feb 29", "dates.departure_date=2028-02-29"},
	{"31st of April", ""},
	{"leave on the 10th, not the 9th", "dates.departure_date=2026-03-10"},
	{"change the date from the 8th to the 9th", "dates.departure_date=2026-03-09"},
	{"my number is 415-555-0100, mail me at ann@example.org", "contact.email=ann@example.org contact.phone=415-555-0100"},
	{"refundable tickets only", "constraints.refundable_only=true lodging.needed=false"},
	{"it does not need to be refundable", "constraints.refundable_only=false"},
	{"a red-eye from LAX to JFK on March 7", "dates.departure_date=2026-03-07 destination.code=JFK origin.code=LAX " +
		"segments[0].depart_time_window.end=<nil> segments[0].depart_time_window.start=20:00"},
	{"avoid red-eye flights", "constraints.avoid_red_eye=true lodging.needed=false"},
	{"by train from Berlin to Munich", "destination.code=MUC origin.code=BER segments[0].transport_mode=train"},
	{"half past 11 would be fine", ""},
	{"at 7 in the evening", ""},
	{"call me back", ""},
	{"check in on the 10th and check out on the 12th", "stays[0].check_in=2026-03-10 stays[0].check_out=2026-03-12 trip_type=stay_only"},
	{"check-in today, out on Friday", "stays[0].check_in=2026-03-04 stays[0].check_out=2026-03-06 trip_type=stay_only"},
	{"We land on the 10th and need a room until the 14th", "stays[0].check_in=2026-03-10 stays[0].check_out=2026-03-14 trip_type=stay_only"},
	{"two rooms in Nice, France", "lodging.rooms=2 stays[0].location_code=NCE stays[0].location_hint=Nice trip_type=stay_only"},
	{"reading a book on mobile", ""},
	{"I may go to Nice in May", "destination.code=NCE inferred[0]=adults travelers.adults=1"},
	{"an SUV would be best", ""},
	{"A hotel near Disneyland in Anaheim", "requests[0].kind=room requests[0].text=near Disneyland stays[0].location_code=Anaheim " +
		"stays[0].location_hint=Anaheim trip_type=stay_only"},
	{"March", ""},
	{"May I ask for help?", ""},
	{"Thanks, that is all for today", ""},
	{"500", ""},
	{"London", "destination.code=LHR"},
	{"SD", "destination.code=SAN"},
	{"to St. Louis from Washington D.C.", "destination.code=STL origin.code=IAD"},
	{
		"Plan a trip to Tokyo for me and my wife, leaving from Boston a week from Friday for 5 nights",
		"dates.departure_date=2026-03-13 dates.return_date=2026-03-18 destination.code=HND inferred[0]=return_date " +
			"inferred[1]=check_out lodging.check_out=2026-03-18 lodging.nights=5 origin.code=BOS travelers.adults=2 trip_type=round_trip",
	},
	{
		"We need a flight and a hotel in Rome, May 3 to May 10, from Chicago, 2 adults",
		"dates.departure_date=2026-05-03 dates.return_date=2026-05-10 destination.code=FCO inferred[0]=destination " +
			"lodging.location_hint=Rome origin.code=ORD travelers.adults=2 trip_type=round_trip",
	},
	{
		"Family of four (2 adults, 2 kids) to Orlando from Newark, Dec 20 - Jan 3",
		"dates.departure_date=2026-12-20 dates.return_date=2027-01-03 destination.code=MCO origin.code=EWR " +
			"travelers.adults=2 travelers.children=2 trip_type=round_trip",
	},
	{
		"SFO to Tokyo on April 1, then Tokyo to Seoul on April 5, then back to SFO on April 10",
		"inferred[0]=hotel_city inferred[1]=check_in inferred[2]=check_out segments[0].depart_date=2026-04-01 " +
			"segments[0].destination.code=HND segments[0].origin.code=SFO segments[1].depart_date=2026-04-05 " +
			"segments[1].destination.code=ICN segments[1].origin.code=HND segments[2].depart_date=2026-04-10 " +
			"segments[2].destination.code=SFO segments[2].origin.code=ICN stays[0].check_in=2026-04-01 " +
			"stays[0].check_out=2026-04-05 stays[0].location_code=HND stays[0].location_hint=Tokyo " +
			"stays[1].check_in=2026-04-05 stays[1].check_out=2026-04-10 stays[1].location_code=ICN stays[1].location_hint=Seoul trip_type=multi_city",
	},
	{
		"I don't need a hotel, only a flight from Austin to Denver on Friday",
		"dates.departure_date=2026-03-06 destination.code=DEN inferred[0]=adults lodging.needed=false origin.code=AUS travelers.adults=1",
	},
	{"direct flights only, from Austin to Denver", "constraints.max_stops=0 destination.code=DEN lodging.needed=false origin.code=AUS"},
	{"NYC -> LAX 4/1", "dates.departure_date=2026-04-01 destination.code=LAX origin.code=JFK"},
	{
		"Delta or United, whichever is cheaper",
		"airline=United Airlines constraints.preferred_airlines[0]=Delta Air Lines constraints.preferred_airlines[1]=United Airlines",
	},
	{"What's the weather in Paris on Friday?", "kind=assist"},
	{"Find restaurants near the Louvre", "kind=assist"},
	{"what is 5! and 10!", "kind=assist"},
	{"sqrt(2) * 10", "kind=assist"},
	{"max(3, 8)", "kind=assist"},
	{"make it 20 years", "kind=assist"},
	{"what if it were 6% instead?", "kind=assist"},
	{"Which airport does the flight to Seattle leave from?", "kind=assist"},
	{"Summarize my rental contract", "kind=assist"},
	{"Search the web for visa news", "kind=assist"},
	{"Convert 100 miles to km", "kind=assist"},
	{"find bars near my hotel", "kind=assist"},
	{"Museums close to our hotel?", "kind=assist"},
	{"Can you give me their phone number?", "kind=assist"},
	{"try again", ""},
	{"yes, go ahead", ""},
	{"hello", ""},
	{"Hello! Nancy here!", ""},
	{"Stay at the Hilton Chicago Downtown", "requests[0].kind=room requests[0].text=Hilton requests[1].kind=room requests[1].text=Downtown " +
		"stays[0].location_code=ORD stays[0].location_hint=Chicago trip_type=stay_only"},
}

func TestPhrases(t *testing.T) {
	t.Parallel()
	for _, p := range phrases {
		if got := flat(t, extractFrom(t, p.message, "{}")); got != p.states {
			t.Errorf("%q\n got  %s\n want %s", p.message, got, p.states)
		}
	}
}

// TestWordsOfAContact takes "my email is" with the address, and reads nothing of the trip in it.
// Rule: 6.7.contact
func TestWordsOfAContact(t *testing.T) {
	t.Parallel()
	const to = "contact.email=kim@example.com dates.departure_date=2026-06-04 destination.code=FCO origin.code=OSL"
	for _, before := range []string{"my email is ", "email: ", "my e-mail address is ", "reach me at ", "contact me under ", "mail "} {
		for _, form := range []string{
			"%skim@example.com, Oslo to Rome on 4 June", "Oslo to Rome on 4 June, %skim@example.com", "Oslo to Rome on 4 June. %skim@example.com",
		} {
			message := fmt.Sprintf(form, before)
			res := extractFrom(t, message, "{}")
			if got := flat(t, res); got != to || len(res.Unread) > 0 {
				t.Errorf("%q: %s, told %q", message, got, res.Unread)
			}
		}
	}
}
