package extract_test

import (
	"fmt"
	"strings"
	"testing"
)

const (
	family = "Dublin to Malaga, 11 to 21 July, 1 adult and 2 kids, no hotel"
	couple = "Hamburg to Vienna, 12 to 19 May, 2 adults, no hotel"
)

// TestFreshPeople reads who travels, in one message or several.
func TestFreshPeople(t *testing.T) {
	t.Parallel()
	haveTalks(t, [][]string{
		// One of several comes later: all travel together here, which is told.
		{family, "my husband joins us from the 15th", "travelers.adults=2; cannot use my husband joins us from the 15th"},
		{couple, "one of us arrives a day earlier", "; cannot use one of us arrives a day earlier"},
		{couple, "he stays at home", "travelers.adults=1"},
		// A question about one of them is no change of who travels, and a decision's day is none of the trip.
		{"Dublin to Malaga, 11 to 21 July, 1 adult and 3 kids, no hotel", "hmm wait. is my 4 year old free?", "; cannot use is my 4 year old free?"},
		{couple, "can we approve it tomorrow?", "; cannot use can we approve it tomorrow?"},
		{couple, "please hold it until Friday", ""},
		{couple, "I can pay on the 5th", "; cannot use I can pay on the 5th"},
		{"Dublin to Malaga, 11 to 21 July, 2 adults and 2 kids, no hotel", "he stays at home", "; asks Who stays at home? How many adults and how many " +
			"children travel now?"},
		// What is said of somebody who travels does not change how many travel.
		{couple, "We prefer the train, since my wife is afraid of flying.", "segments[0].transport_mode=train segments[1].transport_mode=train"},
		{couple, "train if possible", "segments[0].transport_mode=train segments[1].transport_mode=train"},
		{"4 of us to Edinburgh, kids are 9 and 12", "destination.code=EDI travelers.adults=2 travelers.ages[0]=9 travelers.ages[1]=12 travelers.children=2"},
		{"me + 2 kids to Malaga", "destination.code=AGP travelers.adults=1 travelers.children=2"},
		{"2 rooms in Milan for 3 ppl", "lodging.rooms=2 stays[0].location_code=MXP stays[0].location_hint=Milan travelers.adults=3 trip_type=stay_only"},
		{"we're 4 friends meeting in Porto", "destination.code=OPO travelers.adults=4"},
		{"Leeds to Oslo, 4 to 9 May, 2 adults, no hotel", "book me another one: Leeds to Rome, 4 to 9 June, 2 adults", "dates.departure_date=2026-06-04 " +
			"dates.return_date=2026-06-09 destination.code=FCO origin.code=LBA travelers.adults=2 trip_type=round_trip"},
		{couple, "shift everything by one week", "dates.departure_date=2026-05-19 dates.return_date=2026-05-26"},
		{couple, "fly out in the evening", "segments[0].depart_time_window.end=<nil> segments[0].depart_time_window.start=17:00"},
		{"Hamburg to Vienna, 12 to 19 May, 2 adults with a hotel", "stay in Graz for the last 3 nights", "inferred[0]=check_in inferred[1]=check_out " +
			"stays[0].check_in=2026-05-12 stays[0].check_out=2026-05-16 stays[0].location_code=VIE stays[0].location_hint=Vienna stays[1].check_in=2026-05-16 " +
			"stays[1].check_out=2026-05-19 stays[1].location_code=GRZ stays[1].location_hint=Graz stays[1].nights=3"},
		{couple, "fly back to Bremen", "segments[1].destination.code=BRE trip_type=multi_city"},
		{couple, "return to Bremen", "segments[1].destination.code=BRE trip_type=multi_city"},
		{couple, "next weekend", "dates.departure_date=2026-03-14 dates.return_date=2026-03-15"},
		{couple, "the 13th instead of the 12th", "dates.departure_date=2026-05-13"},
		{couple, "12th to 16th", "dates.departure_date=2026-05-12 dates.return_date=2026-05-16"},
		{couple, "2 weeks instead", "dates.return_date=2026-05-26 inferred[0]=return_date"},
		{couple, "make it 10 days", "dates.return_date=2026-05-22 inferred[0]=return_date"},
		{couple, "extend to the 22nd", "dates.return_date=2026-05-22"},
		{
			"Leeds to Oslo, 2 adults", "leaving the last Friday of April, back the following Monday",
			"dates.departure_date=2026-04-24 dates.return_date=2026-04-27 trip_type=round_trip",
		},
		{couple, "the Friday before", "dates.departure_date=2026-05-08"},
		{couple, "12.-19.4.", "dates.departure_date=2026-04-12 dates.return_date=2026-04-19"},
		{couple, "go to Graz after Vienna", "segments[1].depart_date=2026-05-19 segments[1].destination.code=GRZ segments[2].destination.code=HAM " +
			"segments[2].origin.code=GRZ trip_type=multi_city"},
		{couple, "make it 4 to 9 June", "dates.departure_date=2026-06-04 dates.return_date=2026-06-09"},
		{couple, "June 4 to 9 then", "dates.departure_date=2026-06-04 dates.return_date=2026-06-09"},
		{couple, "add a hotel for 2 adults", "lodging.needed=true"},
		{couple, "add two adults", "travelers.adults=4"},
		{couple, "my brother comes too", "travelers.adults=3"},
		{couple, "that is too expensive for 2 adults", "; cannot use that is too expensive for 2 adults"},
		{"Leeds to Oslo, six of us, two are under 12", "destination.code=OSL origin.code=LBA travelers.adults=4 travelers.children=2"},
		{"Leeds to Oslo, 2 ad 1 ch", "destination.code=OSL origin.code=LBA travelers.adults=2 travelers.children=1"},
		{couple, "go back to the 13th", "dates.departure_date=2026-05-13"},
		{couple, "go back to the 18th", "dates.return_date=2026-05-18"},
		{"Leeds to Oslo, 2 seniors 65+", "destination.code=OSL origin.code=LBA travelers.adults=2"},
		{"1 adult 1 senior from Manila to Osaka", "destination.code=KIX origin.code=MNL travelers.adults=2"},
		{"2 adults + 1 senior from Manila to Osaka", "destination.code=KIX origin.code=MNL travelers.adults=3"},
		{couple, "could my mum fly back earlier, on the 17th?", "; cannot use could my mum fly back earlier, on the 17th?"},
		{"two of our managers to Oslo", "destination.code=OSL travelers.adults=2"},
		{"Oslo, I travel on my own", "destination.code=OSL travelers.adults=1"},
		{"Cairo to Rome. Date: 05/06/2026. Return: 12/06/2026. Persons: 3", "dates.departure_date=2026-06-05 dates.return_date=2026-06-12 " +
			"destination.code=FCO origin.code=CAI travelers.adults=3 trip_type=round_trip"},
	})
}

// TestFreshTalks reads days and places, in one message or several.
func TestFreshTalks(t *testing.T) {
	t.Parallel()
	haveTalks(t, [][]string{
		// Days.
		{"Kiev to Barcelona 14.06 - 21.06", "dates.departure_date=2026-06-14 dates.return_date=2026-06-21 destination.code=BCN origin.code=KBP trip_type=round_trip"},
		{"Berlin to Barcelona the weekend of 8 May", "dates.departure_date=2026-05-08 dates.return_date=2026-05-10 destination.code=BCN origin.code=BER " +
			"trip_type=round_trip"},
		{"Berlin to Barcelona, 2nd week of June", "destination.code=BCN origin.code=BER; asks Which day in 2nd week of June do you mean?"},
		{"Our golden wedding is on 20 June. We go from Porto to Madeira.", "destination.code=FNC origin.code=OPO; cannot use golden wedding is on 20 June"},
		{"my sister is getting married in Edinburgh on the 12th of September, from Bristol we arrive the day before", "dates.departure_date=2026-09-11 " +
			"destination.code=EDI origin.code=BRS " + landsThatDay},
		{"Bristol to Edinburgh, leaving on 12 September, back the day after", "dates.departure_date=2026-09-12 dates.return_date=2026-09-13 " +
			"destination.code=EDI origin.code=BRS trip_type=round_trip"},
		{"Leeds to Orlando, 14 days from 1 August, no hotel", "dates.departure_date=2026-08-01 dates.return_date=2026-08-15 destination.code=MCO " +
			"inferred[0]=return_date lodging.needed=false origin.code=LBA trip_type=round_trip"},
		{"Leeds to Orlando on 1 August, a week, no hotel", "dates.departure_date=2026-08-01 dates.return_date=2026-08-08 destination.code=MCO " +
			"inferred[0]=return_date lodging.needed=false origin.code=LBA trip_type=round_trip"},
		{"Oslo to Bergen on May 4, 1 adult", "a week", "dates.return_date=2026-05-11 inferred[0]=return_date inferred[1]=check_out " +
			"lodging.check_out=2026-05-11 lodging.nights=7 trip_type=round_trip"},
		// Who stays with somebody needs no hotel, and comes back after so long.
		{"Leeds to Toronto to visit my daughter, I stay with her for three weeks", "leaving 4 June", "dates.departure_date=2026-06-04 " +
			"dates.return_date=2026-06-25 inferred[0]=return_date trip_type=round_trip"},
		{"Amsterdam to Bangkok for christmas, 2 adults", "two weeks, leaving around the 20th", "nights.max=14 nights.min=14 " +
			"segments[0].depart_between.from=2026-12-17 segments[0].depart_between.to=2026-12-23 trip_type=round_trip"},
		{"Dublin to Barcelona this wkend", "dates.departure_date=2026-03-07 dates.return_date=2026-03-08 destination.code=BCN origin.code=DUB trip_type=round_trip"},
		{couple, "also a hotel for the last two nights", "inferred[0]=check_in inferred[1]=check_out lodging.check_in=2026-05-17 " +
			"lodging.check_out=2026-05-19 lodging.needed=true lodging.nights=2"},
		{"from Copenhagen to Innsbruck, 4 people, a week from the 16th of January", "dates.departure_date=2027-01-16 dates.return_date=2027-01-23 " +
			"destination.code=INN inferred[0]=return_date inferred[1]=check_out lodging.check_out=2027-01-23 lodging.nights=7 origin.code=CPH " +
			"travelers.adults=4 trip_type=round_trip"},
		{"Copenhagen to Innsbruck, 16 January, 4 people, hotel", "can we get there on Friday the 15th instead", "dates.departure_date=2027-01-15 " + landsThatDay},
		{"from Manchester on sept 5: 3 nights Venice, 2 Florence, 4 Rome", "inferred[0]=hotel_city inferred[1]=check_in inferred[2]=check_out " +
			"segments[0].depart_date=2026-09-05 segments[0].destination.code=VCE segments[0].origin.code=MAN segments[1].depart_date=2026-09-08 " +
			"segments[1].destination.code=FLR segments[1].origin.code=VCE segments[2].depart_date=2026-09-10 segments[2].destination.code=FCO " +
			"segments[2].origin.code=FLR segments[3].depart_date=2026-09-14 segments[3].destination.code=MAN segments[3].origin.code=FCO " +
			"stays[0].check_in=2026-09-05 stays[0].check_out=2026-09-08 stays[0].location_code=VCE stays[0].location_hint=Venice " +
			"stays[1].check_in=2026-09-08 stays[1].check_out=2026-09-10 stays[1].location_code=FLR stays[1].location_hint=Florence " +
			"stays[2].check_in=2026-09-10 stays[2].check_out=2026-09-14 stays[2].location_code=FCO stays[2].location_hint=Rome trip_type=multi_city"},
		{"My flight was cancelled and I need to get home to Dallas from Denver tonight!!", "dates.departure_date=2026-03-04 destination.code=DFW " +
			"inferred[0]=adults lodging.needed=false origin.code=DEN segments[0].arrive_time_window.end=<nil> " +
			"segments[0].arrive_time_window.start=17:00 travelers.adults=1"},
		// Somebody who has a hotel already needs none.
		{"I've booked a hotel already, only need flights: Vienna - Tbilisi, 3 May out, 17 May back", "dates.departure_date=2026-05-03 " +
			"dates.return_date=2026-05-17 destination.code=TBS lodging.needed=false origin.code=VIE trip_type=round_trip"},
		{"Our hotel is already booked. Oslo to Rome June 3", "dates.departure_date=2026-06-03 destination.code=FCO lodging.needed=false origin.code=OSL"},
		{"we have a room already, need a flight Oslo to Rome June 3", "dates.departure_date=2026-06-03 destination.code=FCO lodging.needed=false origin.code=OSL"},
		{couple, "we have a connection concern: is 50 minutes enough in Istanbul?", "kind=assist"},
		// Places.
		{"Leeds to Orlando, 1 to 15 August, 2 adults, no hotel", "swap Leeds for Manchester", "origin.code=MAN"},
		{couple, "replace Vienna with Prague", "destination.code=PRG"},
		{couple, "ok then rather Prague", "destination.code=PRG"},
		{couple, "a hotel near las ramblas", "lodging.needed=true requests[0].kind=room requests[0].text=near las ramblas"},
		{"a quiet hotel in Vienna near the opera house", "requests[0].kind=room requests[0].text=a quiet hotel requests[1].kind=room requests[1].text=near " +
			"the opera house " +
			"stays[0].location_code=VIE stays[0].location_hint=Vienna trip_type=stay_only"},
		{"Zurich to Oslo 4 May. One flies economy, the other business.", "dates.departure_date=2026-05-04 destination.code=OSL origin.code=ZRH; asks All " +
			"flights of a trip are searched in one class. Which one shall it be: economy or business?"},
	})
}

// haveTalks reads talks, each with what the last of its messages changes, asks and cannot use behind them.
func haveTalks(t *testing.T, talks [][]string) {
	t.Helper()
	for _, talk := range talks {
		_, res := converse(t, talk[:len(talk)-1])
		got := strings.ReplaceAll(flat(t, res), "cabin=business ", "")
		if text := asked(res); text != "" {
			got += "; asks " + text
		}
		if len(res.Unread) > 0 {
			got += "; cannot use " + strings.Join(res.Unread, ", ")
		}
		if want := talk[len(talk)-1]; got != want {
			t.Errorf("%q\n got %s\nwant %s", talk[:len(talk)-1], got, want)
		}
	}
}

// TestNoPlaceIsPassedOver: a place is a part of the trip, or told as not used.
func TestNoPlaceIsPassedOver(t *testing.T) {
	t.Parallel()
	res := extractFrom(t, "amsterdam, brussels, paris, in july, 3 days each", "{}")
	var goals []string
	for _, s := range res.TripIntent.Segments {
		if s.Destination != nil { // the way home has none yet
			goals = append(goals, s.Destination.Code)
		}
	}
	if got := strings.Join(goals, " "); got != "AMS BRU CDG" {
		t.Errorf("goes to %s", got)
	}
}

// TestPlaceNamedTwice: a place that is named twice is one goal, settled or not; of two goals none is lost in silence.
func TestPlaceNamedTwice(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"train", "flight"} {
		for _, place := range []string{"Cambridge", "Oxford", "Rome", "Tenerife", "Portugal"} {
			res := extractFrom(t, "I am planning a trip to "+place+" and need a "+mode+" heading to "+place+" on 4 May", "{}")
			if len(res.Questions) > 1 || res.TripIntent.TripType == "multi_city" || res.TripIntent.Destination == nil {
				t.Errorf("%s by %s: %+v, asks %v", place, mode, res.TripIntent, res.Questions)
			}
			res = extractFrom(t, "I am travelling to "+place+" and need a "+mode+" to Leeds on 4 May", "{}")
			if text := flat(t, res) + asked(res) + strings.Join(res.Unread, " "); !strings.Contains(text, place) {
				t.Errorf("%s by %s is lost: %s", place, mode, text)
			}
		}
	}
}

// TestSoundsAreNotTold: what people utter rather than say, and words that judge the whole sentence, are not told.
// Rule: 6.7.accounted
func TestSoundsAreNotTold(t *testing.T) {
	t.Parallel()
	const want = "dates.departure_date=2026-05-05 destination.code=FCO lodging.needed=false origin.code=LBA"
	for _, word := range []string{"ugh", "lol", "haha", "er", "tbh", "btw", "however", "therefore", "honestly", "finally", "clearly", "totally"} {
		for _, form := range []string{"%s, we fly from Leeds to Rome on 5 May", "we fly from Leeds to Rome on 5 May %s", "we %s fly from Leeds to Rome on 5 May"} {
			message := fmt.Sprintf(form, word)
			res := extractFrom(t, message, "{}")
			if got := flat(t, res); got != want || len(res.Unread) > 0 {
				t.Errorf("%q: %s; told %q", message, got, res.Unread)
			}
		}
	}
}
