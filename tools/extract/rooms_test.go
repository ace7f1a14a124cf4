package extract_test

import (
	"strings"
	"testing"
)

// TestRooms reads how many rooms are wanted from who sleeps with whom.
func TestRooms(t *testing.T) {
	t.Parallel()
	const trip, five = "Leeds to Oslo on May 4, back on May 9, with a hotel", "5 adults. "
	readTalks(t, []talkRead{
		{[]string{trip, five + "Two share a room, the rest singles"}, "lodging.rooms=4 travelers.adults=5"},
		{[]string{trip, five + "Two share a room"}, "travelers.adults=5 | Two share a room"},
		{
			[]string{trip, "4 adults, two twin rooms and a single"},
			"lodging.rooms=3 requests[0].kind=room requests[0].text=two twin rooms and a single travelers.adults=4",
		},
		{
			[]string{trip, "4 adults, 1 double and 2 singles"},
			"lodging.rooms=3 requests[0].kind=room requests[0].text=1 double and 2 singles travelers.adults=4",
		},
		{[]string{trip, "3 adults, everyone in their own room"}, "lodging.rooms=3 travelers.adults=3"},
		{[]string{trip, "3 adults, a room each"}, "lodging.rooms=3 travelers.adults=3"},
		{[]string{trip, "4 of us sharing a room"}, "lodging.rooms=1 travelers.adults=4"},
		{[]string{trip, "4 adults", "separate rooms please"}, "lodging.rooms=4"},
		{[]string{trip, "2 adults and 2 kids in separate rooms"}, "travelers.adults=2 travelers.children=2 | 2 kids in separate rooms"},
		{[]string{trip, "2 adults with 3 year old twins"}, "travelers.adults=2 travelers.ages[0]=3 travelers.ages[1]=3 travelers.children=2"},
	})
}

// TestRoomsMore: rooms by how many sleep in them bring a hotel as a number of rooms does; "more", "another" and "less"
// count from the rooms that there are.
func TestRoomsMore(t *testing.T) {
	t.Parallel()
	const trip, four = "Leeds to Oslo on May 4, back on May 9, with a hotel", "4 adults, 2 rooms"
	readTalks(t, []talkRead{
		{[]string{trip, "4 adults", "2 singles"}, "lodging.rooms=2"},
		{[]string{"2 couples plus 2 singles"}, "travelers.adults=6"},
		{[]string{"London to Madrid on 3 June, one way", "4 adults, 1 double and 2 singles"}, "travelers.adults=4 | 1 double and 2 singles"},
	})
	for _, kind := range []string{"doubles", "triples"} {
		readTalks(t, []talkRead{
			{[]string{trip, "4 adults", "2 " + kind}, "lodging.rooms=2"},
			{[]string{trip, "4 adults", "two " + kind + " please"}, "lodging.rooms=2"},
			{[]string{"Leeds to Oslo on May 4, back on May 9, 4 adults, 2 " + kind}, "dates.departure_date=2026-05-04 dates.return_date=2026-05-09 " +
				"destination.code=OSL lodging.rooms=2 origin.code=LBA travelers.adults=4 trip_type=round_trip"},
		})
	}
	for message, rooms := range map[string]string{
		"one more room": "3", "another room please": "3", "an extra room": "3", "an additional room please": "3", "one room less": "1",
		"1 room fewer": "1", "two more rooms": "4", "Anna needs her own room": "3", "he wants his own room": "3", "everyone in their own room": "4",
	} {
		unread := ""
		if strings.HasPrefix(message, "Anna") {
			unread = " | Anna"
		}
		readTalks(t, []talkRead{{[]string{trip, four, message}, "lodging.rooms=" + rooms + unread}})
	}
	for _, kind := range []string{"a suite", "a family room", "a triple room"} {
		readTalks(t, []talkRead{{[]string{trip, four, kind + " please"}, "requests[0].kind=room requests[0].text=" + kind}})
	}
}

// TestWordsBeforeRooms: rooms and people count whatever word describes them, and that word is a wish or is told.
// Rule: 6.7.count
func TestWordsBeforeRooms(t *testing.T) {
	t.Parallel()
	const trip = "Leeds to Oslo on May 4, back on May 9, 4 adults, with a hotel"
	for _, kind := range []string{"twin", "quiet", "adjoining", "connecting", "smoking"} {
		text := "2 " + kind + " rooms"
		readTalks(t, []talkRead{{[]string{trip, text}, "lodging.rooms=2 requests[0].kind=room requests[0].text=" + text}})
	}
	for _, word := range []string{"connected", "gorgeous", "freezing"} {
		readTalks(t, []talkRead{{[]string{trip, "two " + word + " rooms"}, "lodging.rooms=2 | " + word}})
	}
	for _, word := range []string{"lovable", "adorable", "smallish"} {
		readTalks(t, []talkRead{{[]string{trip, "and two " + word + " children"}, "travelers.children=2 | " + word}})
	}
	for _, word := range []string{"ruhige", "riesige", "lustige"} {
		readTalks(t, []talkRead{{[]string{"Hotel in Wien, 2 Erwachsene", "zwei " + word + " Zimmer bitte"}, "lodging.rooms=2 | " + word}})
	}
}

// TestNumbersOfNoRooms: an age, a floor and how large a house is are no number of rooms.
// Rule: 6.7.count
func TestNumbersOfNoRooms(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"2 adults aged 60 and 62 quiet rooms", "kids 4 and 6 connecting rooms", "a nice place with 10 gorgeous rooms", "on floor 3 gorgeous rooms",
	} {
		if got := flat(t, extractFrom(t, "Hotel in Rome 5 to 7 March, "+said, "{}")); strings.Contains(got, "lodging.rooms") {
			t.Errorf("%q: %s", said, got)
		}
	}
}
