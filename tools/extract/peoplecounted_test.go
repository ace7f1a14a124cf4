package extract_test

import (
	"fmt"
	"testing"
)

// TestCountedAnew: "my mum is coming too, so that's 3 adults" says how many they are now, and the 3 are not added to
// those before. Where all are counted, "10 people in total", the children who are known are among them.
// Rule: 6.7.traveller
func TestCountedAnew(t *testing.T) {
	t.Parallel()
	const trip = "Leeds to Oslo on 4 May, one way"
	for _, comes := range []string{"my mum is coming too", "my mam has just decided she's coming too!", "grandpa joins us"} {
		for _, now := range []string{"so that's 3 adults and 2 kids", "so 3 adults", "that makes 3 adults now", "3 adults now"} {
			readTalks(t, []talkRead{{[]string{"2 adults and 2 kids, " + trip, comes + ", " + now}, "travelers.adults=3"}})
		}
	}
	for said, want := range map[string]string{
		"one boy pulled out, so 7 kids now":            "travelers.children=7",
		"one kid dropped out so that's 7 kids":         "travelers.children=7",
		"one boy pulled out":                           "travelers.children=7",
		"10 people in total":                           "", // as it is
		"11 persons in total":                          "travelers.adults=3",
		"make it 11 people":                            "travelers.adults=3",
		"one of us fell ill":                           "| one of us fell ill",
		"no red eye flights":                           "constraints.avoid_red_eye=true",
		"my daughter in Oslo is having a baby":         "| my daughter in Oslo is having a baby",
		"we will be with my aunt there":                "| we will be with my aunt there",
		"my sister can only go 3 days":                 "| my sister can only go 3 days",
		"1 of us will fly from Hull":                   "| 1 of us will fly from Hull",
		"Ms Okafor would like to fly back on the 14th": "| Ms Okafor would like to fly back on the 14th",
	} {
		readTalks(t, []talkRead{{[]string{"2 adults and 8 kids, " + trip, said}, want}})
	}
	const kids = " travelers.ages[0]=4 travelers.ages[1]=9 travelers.children=2"
	for said, want := range map[string]string{
		"18 people, 15 boys and 3 coaches":                 "travelers.adults=3 travelers.children=15",
		"5 people, 2 kids and 3 suitcases":                 "requests[0].kind=baggage requests[0].text=3 suitcases travelers.adults=5 travelers.children=2",
		"2 adults, 2 kids aged 4 and 9 and a nanny":        "travelers.adults=3" + kids,
		"2 adults, 2 kids aged 4 and 9 and a dog":          "requests[0].kind=pet requests[0].text=a dog travelers.adults=2" + kids,
		"a hen do, 8 girls":                                "travelers.adults=8",
		"8 girls":                                          "travelers.children=8",
		"we take the kids, 5 and 8. 4 people":              "travelers.adults=2 travelers.ages[0]=5 travelers.ages[1]=8 travelers.children=2",
		"6 friends. 5 of us fly from Hull and 1 from York": "travelers.adults=6 | 5 of us fly from Hull and 1 from York",
	} {
		const way = "destination.code=OSL origin.code=LBA "
		readTalks(t, []talkRead{{[]string{"Leeds to Oslo, " + said}, way + want}})
	}
}

// TestRoomForSome: a number of those who sleep somewhere is none of those who fly, where it is smaller, and changes
// nothing where it is the same.
// Rule: 6.7.traveller
func TestRoomForSome(t *testing.T) {
	t.Parallel()
	const trip = "2 adults and 2 kids, Leeds to Oslo on 4 May, back 8 May, with a hotel"
	for form, rooms := range map[string]string{"one room for %s": "lodging.rooms=1", "a room for %s please": "", "a hotel for %s": ""} {
		for _, all := range []string{"4", "4 people", "four of us"} {
			readTalks(t, []talkRead{{[]string{trip, fmt.Sprintf(form, all)}, rooms}})
		}
	}
	readTalks(t, []talkRead{
		{[]string{trip, "a hotel for two people only"}, "| two people"},
		{[]string{"4 adults, Leeds to Oslo on 4 May, back 8 May, with a hotel", "a hotel for two people"}, "travelers.adults=2"},
		{[]string{trip, "we need a hotel too, for two people only"}, "| two people"},
		{[]string{"4 adults, Leeds to Oslo on 4 May, back 8 May", "a flight and a hotel for two people"}, "travelers.adults=2"},
		{[]string{"4 adults, a hotel in Oslo from 4 to 8 May, no flights", "a hotel for two people only"}, "travelers.adults=2"},
		{[]string{"4 adults, Leeds to Oslo on 4 May, back 8 May", "a hotel for two people only, direct flights"}, "constraints.max_stops=0 travelers.adults=2"},
		{[]string{"4 adults, Leeds to Oslo on 4 May, back 8 May", "a hotel for six people only"}, "travelers.adults=6"},
		{[]string{"4 adults, Leeds to Oslo on 4 May, back 8 May", "a hotel, two people only"}, "travelers.adults=2"},
	})
}

// TestRoomsOfOneKind: a room by its kind alone is a request, and none that stands with it is lost.
// Rule: 5.7.wish
func TestRoomsOfOneKind(t *testing.T) {
	t.Parallel()
	const trip, room = "4 adults, Leeds to Oslo on 4 May, back 8 May, with a hotel", "requests[0].kind=room requests[0].text="
	readTalks(t, []talkRead{
		{[]string{trip, "a double please"}, room + "a double"},
		{[]string{trip, "and a triple, thanks"}, room + "a triple"},
		{[]string{trip, "2 twins and 1 single"}, "lodging.rooms=3 " + room + "2 twins and 1 single"},
		{[]string{trip, "2 adults and 2 twins aged 4"}, "travelers.adults=2 travelers.ages[0]=4 travelers.ages[1]=4 travelers.children=2"},
		{[]string{trip, "our two twins snore"}, "| our two twins snore"},
		{[]string{trip, "a double and a twin room with breakfast"}, room + "a double and a twin room with breakfast"},
		{[]string{trip, "no double"}, "| no double"},
	})
}

// TestNotedStays: who speaks of a request that is noted takes none back, and what cannot be done is no wish.
// Rule: 5.7.wish
func TestNotedStays(t *testing.T) {
	t.Parallel()
	const trip, noted = "2 adults, Leeds to Oslo on 4 May, back 8 May, with a hotel", "I use a powered wheelchair. An accessible room please."
	const one, two = "requests[0].id=r1 ", "requests[0].kind=assistance requests[0].text="
	haveTalks(t, [][]string{
		{trip, noted, "note the wheelchair", one + two + "I use a powered wheelchair"},
		{trip, noted, "put the wheelchair request on both please", one + two + "I use a powered wheelchair"},
		{trip, noted, "I use a manual wheelchair", one + two + "I use a manual wheelchair"},
		{trip, noted, "step free access too", two + "step free access"},
		{trip, "not too far from the beach", "requests[0].kind=room requests[0].text=not too far from the beach"},
		{trip, "a hotel not too far from the beach", "requests[0].kind=room requests[0].text=not too far from the beach"},
		{trip, "ask them to put a bottle of prosecco in the room", "requests[0].kind=room requests[0].text=a bottle of prosecco in the room"},
		{trip, "Is it possible to pay at the hotel?", "requests[0].asked=true requests[0].kind=payment requests[0].text=pay at the hotel"},
	})
	readTalks(t, []talkRead{
		{[]string{trip, "they can't sleep in the same bed any more"}, "| they can't sleep in the same bed any more"},
	})
}

// TestSomeFromElsewhere: a number before "from" is some of those who travel only where others come from elsewhere.
func TestSomeFromElsewhere(t *testing.T) {
	t.Parallel()
	const family = "my wife and I and our two kids aged 4 and 7 from Boston to Rome"
	const friends = "5 friends to Athens on 9 May. 4 of us fly from Madrid and one from Valencia."
	const ages = "travelers.adults=2 travelers.ages[0]=4 travelers.ages[1]=7 travelers.children=2"
	readTalks(t, []talkRead{
		{[]string{family}, "destination.code=FCO origin.code=BOS " + ages},
		{[]string{"4 of us fly from Madrid to Athens"}, "destination.code=ATH lodging.needed=false origin.code=MAD travelers.adults=4"},
		{
			[]string{friends},
			"dates.departure_date=2026-05-09 destination.code=ATH travelers.adults=5 | 4 of us fly from Madrid and one from Valencia.",
		},
	})
}

// TestGrownUpsTellTheirAges: ages of the travellers themselves are no number of them, and do not add others.
// Rule: 6.7.traveller
func TestGrownUpsTellTheirAges(t *testing.T) {
	t.Parallel()
	const trip = " and want to fly from Leeds to Oslo on 4 May"
	for says, adults := range map[string]int64{
		"my husband and I are 74 and 71 years old":      2,
		"my wife and I are 74 and 71":                   2,
		"We are 74 and 71":                              2,
		"we're both 30 and 31":                          2,
		"we are 20 and 5 kids":                          20,
		"we are 4":                                      4,
		"me, my wife and two friends who are 30 and 31": 4,
	} {
		res := extractFrom(t, says+trip, "{}")
		if got := res.TripIntent.Travelers; got == nil || got.Adults == nil || *got.Adults != adults {
			t.Errorf("%q: %s, want %d adults", says, flat(t, res), adults)
		}
	}
}

// TestCountedAnewOrNot: a number behind which it is said who comes or goes is how many these are, and none of all.
// Rule: 6.7.traveller
func TestCountedAnewOrNot(t *testing.T) {
	t.Parallel()
	for first, all := range map[string]map[string]string{
		"5 adults": {
			"2 adults now have a cold and can't come": "3 0 0 []", "two of us now can't make it": "3 0 0 []", "one adult left the company and won't come": "4 0 0 []",
			"one dropped out, 4 adults left": "4 0 0 []", "remove two people, so that is 3 adults": "3 0 0 []", "two dropped out, so 3 adults now": "3 0 0 []",
		},
		"2 adults": {
			"two adults now join us": "4 0 0 []", "my brother's family joins, so that is four adults joining": "6 0 0 []",
			"my parents join, so that's two people": "4 0 0 []",
			"my mum needs a flight too":             "3 0 0 []", "my brother wants a ticket too": "3 0 0 []",
			"we need a hotel too": "2 0 0 []", "my sister joins, so that's 3 adults": "3 0 0 []",
		},
		"2 adults and 2 kids": {
			"make it 4 people plus the kids": "4 2 0 []", "make it 6 people": "4 2 0 []", "one child less, so 1 child": "2 1 0 []",
			"5 passengers, all adults": "5 2 0 []", "my mum is coming too, 5 in total": "3 2 0 []", "my mum is coming too, so 5 in all": "3 2 0 []",
		},
	} {
		for said, want := range all {
			if got := partyAfter(t, "Leeds to Oslo on 4 May, one way, "+first, said); got != want {
				t.Errorf("%s, then %q: %s, want %s", first, said, got, want)
			}
		}
	}
	for said, want := range map[string]string{
		"2 kids, 2 people": "2 2 0 []", "2 adults and 2 kids, and my wife, a vegetarian, would like a meal": "2 2 0 []",
		"2 adults, 2 kids and my mother": "3 2 0 []", "2 adults, 2 kids and grandma": "3 2 0 []", "2 adults, a toddler and a nanny": "3 0 1 []",
		"1 of us travelling": "1 0 0 []", "I'll be with my wife there": "2 0 0 []",
	} {
		if got := partyAfter(t, "Leeds to Oslo on 4 May, one way, "+said); got != want {
			t.Errorf("%q: %s, want %s", said, got, want)
		}
	}
}

// TestNumbersSaidAgain: numbers of those who travel that are said again, or of some of them, change what they say and no more.
// Rule: 6.7.traveller
func TestNumbersSaidAgain(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{[]string{"2 adults and 8 kids, Leeds to Oslo on 4 May", "2 more adults now"}, "travelers.adults=4"},
		{[]string{"2 adults and 2 kids, Leeds to Oslo on 4 May", "my dad joins, so 1 adult now"}, "travelers.adults=3 | 1 adult"},
		{[]string{"2 adults and 8 kids, Leeds to Oslo on 4 May", "one child can't come, make it 7 kids"}, "travelers.children=7"},
		{[]string{"Leeds to Oslo, 18 people, 3 teachers and 15 coaches"}, "destination.code=OSL origin.code=LBA travelers.adults=18 | 3 teachers and 15 coaches"},
		{[]string{"Leeds to Oslo, 18 people, 15 boys and 4 coaches"}, "destination.code=OSL origin.code=LBA travelers.adults=18 travelers.children=15 | 4 coaches"},
		{[]string{"Leeds to Oslo, 5 people, 2 kids and 3 nights"}, "destination.code=OSL lodging.nights=3 origin.code=LBA travelers.adults=5 travelers.children=2"},
		{[]string{"Leeds to Oslo, they are 6 girls"}, "destination.code=OSL origin.code=LBA travelers.children=6"},
		{
			[]string{"Leeds to Oslo, a hen do, 3 girls aged 9, 10 and 11"},
			"destination.code=OSL origin.code=LBA travelers.ages[0]=9 travelers.ages[1]=10 travelers.ages[2]=11 " +
				"travelers.children=3 | hen",
		},
		{[]string{"We are 22 and 20 kids, Leeds to Oslo"}, "destination.code=OSL origin.code=LBA travelers.adults=22 travelers.children=20"},
		{[]string{"4 adults, Leeds to Oslo on 4 May", "just my sister"}, "travelers.adults=1"},
		{[]string{"4 adults, Leeds to Oslo on 4 May", "for my parents"}, "travelers.adults=2"},
		{[]string{"4 adults, Leeds to Oslo on 4 May", "my sister needs a flight too"}, "travelers.adults=5"},
		{[]string{"2 adults, Leeds to Oslo on 4 May", "one of us"}, "travelers.adults=1"},
		{[]string{"2 adults, Leeds to Oslo on 4 May", "only one of us goes"}, "travelers.adults=1"},
		{[]string{"Leeds to Oslo on 4 May, I will be with my aunt"}, "dates.departure_date=2026-05-04 destination.code=OSL origin.code=LBA travelers.adults=2"},
		{[]string{"4 adults, Leeds to Oslo on 4 May", "my sister flies one way"}, "| my sister flies one way"},
		{[]string{"4 adults, Leeds to Oslo on 4 May, back 8 May", "one of us stays 2 days longer"}, "| one of us stays 2 days longer"},
		{
			[]string{"4 adults, Leeds to Oslo on 4 May, back 8 May", "my sister flies on the 3rd, we do not want to fly before the 5th of May"},
			"excluded_days[0].to=2026-05-04 | my sister flies on the 3rd",
		},
		{[]string{"4 adults, Leeds to Oslo on 4 May, back 8 May, with a hotel", "4 single tickets"}, "| 4 single tickets"},
		{[]string{"4 adults, Leeds to Oslo on 4 May, back 8 May, with a hotel", "two twins"}, "| two twins"},
	})
}
