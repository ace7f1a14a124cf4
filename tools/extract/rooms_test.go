package extract_test

import "testing"

// TestRooms reads how many rooms are wanted from who sleeps with whom.
func TestRooms(t *testing.T) {
	t.Parallel()
	const trip, five = "Leeds to Oslo on May 4, back on May 9, with a hotel", "5 adults. "
	readTalks(t, []talkRead{
		{[]string{trip, five + "Two share a room, the rest singles"}, "lodging.rooms=4 travelers.adults=5"},
		{[]string{trip, five + "Two share a room"}, "travelers.adults=5 | Two share a room"},
		{[]string{trip, "4 adults, two twin rooms and a single"}, "lodging.rooms=3 travelers.adults=4"},
		{[]string{trip, "4 adults, 1 double and 2 singles"}, "lodging.rooms=3 travelers.adults=4"},
		{[]string{trip, "3 adults, everyone in their own room"}, "lodging.rooms=3 travelers.adults=3"},
		{[]string{trip, "3 adults, a room each"}, "lodging.rooms=3 travelers.adults=3"},
		{[]string{trip, "4 of us sharing a room"}, "lodging.rooms=1 travelers.adults=4"},
		{[]string{trip, "4 adults", "separate rooms please"}, "lodging.rooms=4"},
		{[]string{trip, "2 adults and 2 kids in separate rooms"}, "travelers.adults=2 travelers.children=2 | 2 kids in separate rooms"},
		{[]string{trip, "2 adults with 3 year old twins"}, "travelers.adults=2 travelers.ages[0]=3 travelers.ages[1]=3 travelers.children=2"},
	})
}

// TestOnTheWay reads where a journey halts before its end, and that it goes by road.
func TestOnTheWay(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{[]string{"flights from Boston to Rome on May 4 with a stop in Paris"}, "lodging.needed=false segments[0].depart_date=2026-05-04 segments[0].destination.code=CDG segments[0].origin.code=BOS segments[1].destination.code=FCO segments[1].origin.code=CDG trip_type=multi_city"},
		{[]string{"driving from Denver to Phoenix with stops in Vail and Moab, starting June 6, no hotel"}, "lodging.needed=false segments[0].depart_date=2026-06-06 segments[0].destination.code=EGE segments[0].origin.code=DEN segments[0].transport_mode=car segments[1].destination.code=CNY segments[1].origin.code=EGE segments[1].transport_mode=car segments[2].destination.code=PHX segments[2].origin.code=CNY segments[2].transport_mode=car trip_type=multi_city"},
		{[]string{"a road trip from Denver to Phoenix, stopping over in Vail, no hotel"}, "lodging.needed=false segments[0].destination.code=EGE segments[0].origin.code=DEN segments[0].transport_mode=car segments[1].destination.code=PHX segments[1].origin.code=EGE segments[1].transport_mode=car trip_type=multi_city"},
		{[]string{"flights from Leeds to Oslo on May 4, back on May 9", "we stop in Bergen on the way back"}, "segments[1].depart_date=2026-05-09 segments[1].destination.code=BGO segments[2].destination.code=LBA segments[2].origin.code=BGO trip_type=multi_city"},
	})
}

// TestWithMe: who travels "just" with somebody is not alone.
func TestWithMe(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{[]string{"just me and my girlfriend"}, "travelers.adults=2"},
		{[]string{"only me with two friends"}, "travelers.adults=3"},
		{[]string{"only me with the kids aged 4 and 6"}, "travelers.adults=1 travelers.ages[0]=4 travelers.ages[1]=6 travelers.children=2"},
		{[]string{"just me, and a hotel"}, "travelers.adults=1 trip_type=stay_only"},
	})
}

// TestBehindAMonth: a number that counts something is no day of the month before it.
func TestBehindAMonth(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{[]string{"Leeds to Oslo in July 2 weeks"}, "destination.code=OSL lodging.nights=14 origin.code=LBA | Which day in July do you mean?"},
		{[]string{"Leeds to Oslo, july 2 adults 2"}, "dates.departure_date=2026-07-02 destination.code=OSL origin.code=LBA"},
		{[]string{"Leeds to Oslo in July 2 adults"}, "destination.code=OSL origin.code=LBA travelers.adults=2 | Which day in July do you mean?"},
		{[]string{"Leeds to Oslo July 2nd for 2 nights"}, "dates.departure_date=2026-07-02 dates.return_date=2026-07-04 destination.code=OSL inferred[0]=return_date inferred[1]=check_out lodging.check_out=2026-07-04 lodging.nights=2 origin.code=LBA trip_type=round_trip"},
		{[]string{"Leeds to Oslo on May 4, back on May 9, 2 adults, 2 rooms", "the fair is postponed to May 11-14"}, "dates.departure_date=2026-05-11 dates.return_date=2026-05-14"},
	})
}
