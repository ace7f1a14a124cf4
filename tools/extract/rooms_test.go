package extract_test

import "testing"

// TestRooms reads how many rooms are wanted from who sleeps with whom.
func TestRooms(t *testing.T) {
	t.Parallel()
	const trip, five = "Leeds to Oslo on May 4, back on May 9, with a hotel", "5 adults. "
	readTalks(t, []talkRead{
		{[]string{trip, five + "Two share a room, the rest singles"}, "lodging.rooms=4 travelers.adults=5"},
		{[]string{trip, five + "Two share a room"}, "travelers.adults=5 | Two share a room"},
		{[]string{trip, "4 adults, two twin rooms and a single"}, "lodging.rooms=3 requests[0].kind=room requests[0].text=two twin rooms travelers.adults=4"},
		{[]string{trip, "4 adults, 1 double and 2 singles"}, "lodging.rooms=3 travelers.adults=4"},
		{[]string{trip, "3 adults, everyone in their own room"}, "lodging.rooms=3 travelers.adults=3"},
		{[]string{trip, "3 adults, a room each"}, "lodging.rooms=3 travelers.adults=3"},
		{[]string{trip, "4 of us sharing a room"}, "lodging.rooms=1 travelers.adults=4"},
		{[]string{trip, "4 adults", "separate rooms please"}, "lodging.rooms=4"},
		{[]string{trip, "2 adults and 2 kids in separate rooms"}, "travelers.adults=2 travelers.children=2 | 2 kids in separate rooms"},
		{[]string{trip, "2 adults with 3 year old twins"}, "travelers.adults=2 travelers.ages[0]=3 travelers.ages[1]=3 travelers.children=2"},
	})
}
