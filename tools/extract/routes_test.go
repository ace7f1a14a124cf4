package extract_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

const (
	threeCities = "London to Paris on June 3, then Brussels on June 6, then Amsterdam June 9, back June 12, 2 adults"
	twoCities   = "London to Rome on June 3, then Florence on June 6, home June 9, 2 adults"
	toParis     = "London to Paris June 3 to June 9, 2 adults"
)

// TestLegEdits changes the legs of a trip of several.
func TestLegEdits(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		// Means of travel go to the legs that they stand beside.
		{[]string{threeCities, "trains between the cities"}, "segments[1].transport_mode=train segments[2].transport_mode=train"},
		{[]string{twoCities, "train from Rome to Florence"}, "segments[1].transport_mode=train"},
		{[]string{twoCities, "bus to Pisa"}, "| bus to Pisa"},
		{[]string{twoCities, "everything by train"}, "segments[0].transport_mode=train segments[1].transport_mode=train segments[2].transport_mode=train"},
		// The last leg goes, and with it what is slept where it went.
		{[]string{threeCities, "drop the last leg"}, ""},
		{[]string{toParis, "we don't need the return"}, "trip_type=one_way"},
		{[]string{toParis, "cancel the return flight please"}, "trip_type=one_way"},
		// Where the trip ends.
		{[]string{threeCities, "end in Manchester"}, "segments[3].destination.code=MAN"},
		// Days: the nights around a leg follow it.
		{[]string{threeCities, "leave on the 4th"}, "dates.departure_date=2026-06-04 stays[0].check_in=2026-06-04"},
		{[]string{threeCities, "back on the 13th"}, "segments[3].depart_date=2026-06-13 stays[2].check_out=2026-06-13"},
		{
			[]string{threeCities, "just two nights in Brussels"},
			"segments[2].depart_date=2026-06-08 segments[3].depart_date=2026-06-11 stays[1].check_out=2026-06-08 " +
				"stays[2].check_in=2026-06-08 stays[2].check_out=2026-06-11",
		},
		// Stops between places, and while nobody has said yet where the trip begins.
		{
			[]string{toParis, "add Brussels between London and Paris"},
			"segments[0].depart_date=2026-06-03 segments[0].destination.code=BRU segments[1].destination.code=CDG " +
				"segments[1].origin.code=BRU segments[2].depart_date=2026-06-09 segments[2].destination.code=LHR " +
				"segments[2].origin.code=CDG stays[0].check_in=2026-06-03 stays[0].check_out=2026-06-09 " +
				"stays[0].location_code=CDG stays[0].location_hint=Paris trip_type=multi_city",
		},
		{
			[]string{toParis, "add Brussels between London and Paris", "leg 2 is on June 5"},
			"segments[1].depart_date=2026-06-05 stays[0].check_in=2026-06-03 stays[0].check_out=2026-06-05 " +
				"stays[0].location_code=BRU stays[0].location_hint=Brussels stays[1].check_in=2026-06-05 " +
				"stays[1].check_out=2026-06-09 stays[1].location_code=CDG stays[1].location_hint=Paris",
		},
		{
			[]string{"to Rome on June 3, back on June 10, 2 people", "and add Florence for 3 nights"},
			"segments[1].depart_date=2026-06-10 segments[1].destination.code=FLR segments[2].depart_date=2026-06-13 " +
				"segments[2].origin.code=FLR stays[0].check_in=2026-06-03 stays[0].check_out=2026-06-10 " +
				"stays[0].location_code=FCO stays[0].location_hint=Rome stays[1].check_in=2026-06-10 " +
				"stays[1].check_out=2026-06-13 stays[1].location_code=FLR stays[1].location_hint=Florence trip_type=multi_city",
		},
		{[]string{"to Rome on June 3", "then Florence for 3 nights"}, "segments[1].destination.code=FLR segments[1].origin.code=FCO trip_type=multi_city"},
		{
			[]string{"to Rome on June 3", "then Florence for 3 nights", "leg 2 is on June 6"},
			"segments[1].depart_date=2026-06-06 stays[0].check_in=2026-06-03 stays[0].check_out=2026-06-06 " +
				"stays[0].location_code=FCO stays[0].location_hint=Rome stays[1].check_in=2026-06-06 " +
				"stays[1].check_out=2026-06-09 stays[1].location_code=FLR stays[1].location_hint=Florence",
		},
	})
}

// TestStopEdits changes the days and nights of stops, and tells what it cannot place.
func TestStopEdits(t *testing.T) {
	t.Parallel()
	const toRome = "London to Rome June 3 to June 9, 2 adults"
	readTalks(t, []talkRead{
		// A day or a time of day beside a place is that of its leg.
		{[]string{threeCities, "leave Paris on the 7th"}, "segments[1].depart_date=2026-06-07 stays[0].check_out=2026-06-07 stays[1].check_in=2026-06-07"},
		{[]string{threeCities, "arrive in Brussels on Sunday"}, "segments[1].depart_date=2026-06-07 stays[0].check_out=2026-06-07 stays[1].check_in=2026-06-07"},
		{[]string{threeCities, "stay in Paris until the 7th"}, "segments[1].depart_date=2026-06-07 stays[0].check_out=2026-06-07 stays[1].check_in=2026-06-07"},
		{[]string{threeCities, "leave Paris in the afternoon"}, "segments[1].depart_time_window.end=18:00 segments[1].depart_time_window.start=12:00"},
		{
			[]string{threeCities, "make Paris 2 nights and Amsterdam 4"},
			"segments[1].depart_date=2026-06-05 segments[2].depart_date=2026-06-08 stays[0].check_out=2026-06-05 " +
				"stays[1].check_in=2026-06-05 stays[1].check_out=2026-06-08 stays[2].check_in=2026-06-08",
		},
		{[]string{threeCities, "start and end in Manchester"}, "origin.code=MAN segments[3].destination.code=MAN"},
		{[]string{threeCities, "fly home from Brussels"}, "| fly home from Brussels"},
		{[]string{threeCities, "by train except the last leg"}, "segments[0].transport_mode=train segments[1].transport_mode=train segments[2].transport_mode=train"},
		{[]string{threeCities, "we will go home by car"}, "segments[3].transport_mode=car"},
		{[]string{threeCities, "2 rooms in Paris"}, "stays[0].rooms=2"},
		// A stop on a day within the trip leaves the way home as it is.
		{
			[]string{toRome, "then Naples on the 6th"},
			"segments[1].depart_date=2026-06-06 segments[1].destination.code=NAP segments[2].depart_date=2026-06-09 " +
				"segments[2].destination.code=LHR segments[2].origin.code=NAP stays[0].check_in=2026-06-03 " +
				"stays[0].check_out=2026-06-06 stays[0].location_code=FCO stays[0].location_hint=Rome " +
				"stays[1].check_in=2026-06-06 stays[1].check_out=2026-06-09 stays[1].location_code=NAP stays[1].location_hint=Naples trip_type=multi_city",
		},
		// Nights elsewhere: where it is said which, else told.
		{
			[]string{toRome, "first 2 nights in Naples"},
			"stays[0].check_in=2026-06-03 stays[0].check_out=2026-06-05 stays[0].location_code=NAP " +
				"stays[0].location_hint=Naples stays[1].check_in=2026-06-05 stays[1].check_out=2026-06-09 stays[1].location_code=FCO stays[1].location_hint=Rome",
		},
		{
			[]string{toRome, "Naples from the 6th to the 9th"},
			"stays[0].check_in=2026-06-03 stays[0].check_out=2026-06-06 stays[0].location_code=FCO " +
				"stays[0].location_hint=Rome stays[1].check_in=2026-06-06 stays[1].check_out=2026-06-09 stays[1].location_code=NAP stays[1].location_hint=Naples",
		},
		{[]string{toRome, "2 nights in Naples"}, "| 2 nights in Naples"},
		{[]string{toRome, "take a day trip to Florence by train"}, "| take a day trip to Florence by train"},
		{[]string{toRome, "train to Florence"}, "| train to Florence"},
		// How long the trip is, said anew.
		{
			[]string{toRome, "just 3 nights"},
			"dates.return_date=2026-06-06 inferred[0]=return_date inferred[1]=check_out lodging.check_out=2026-06-06 lodging.nights=3",
		},
		{[]string{toRome, "hotel for the first 3 nights"}, "inferred[0]=check_out lodging.check_out=2026-06-06 lodging.nights=3"},
		{
			[]string{toRome, "June 5th for 3 nights"},
			"dates.departure_date=2026-06-05 dates.return_date=2026-06-08 inferred[0]=return_date inferred[1]=check_out lodging.check_out=2026-06-08 lodging.nights=3",
		},
		{[]string{"Hotel in Rome June 3 to June 9, 2 adults", "from the 4th"}, "stays[0].check_in=2026-06-04"},
		{
			[]string{"Hotel in Rome June 3 to June 9, 2 adults", "then Naples for 2 nights"},
			"stays[1].check_in=2026-06-09 stays[1].check_out=2026-06-11 stays[1].location_code=NAP stays[1].location_hint=Naples",
		},
	})
}

// TestLegsAndLastNights drops a leg and not a stop, a stop of which the airport is not known yet, spends the last nights
// elsewhere, and says a whole route anew by its nights alone.
// Rule: 6.7.place
func TestLegsAndLastNights(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{[]string{threeCities, "drop the Paris–Brussels flight, we take the train"}, "segments[1].transport_mode=train"},
		{[]string{threeCities, "drop the flight from Paris to Brussels"}, "| drop the flight from Paris to Brussels"},
		{
			[]string{"London to Paris on June 3, then Crete on June 6, back to London on June 9", "drop Crete, stay longer in Paris"},
			"segments[1].depart_date=2026-06-09 segments[1].destination.code=LHR stays[0].check_out=2026-06-09 trip_type=round_trip",
		},
		{
			[]string{"Brussels to Naples, 20 June to 27 June", "fly back from Rome", "and two nights in Rome at the end in a hotel"},
			"inferred[0]=check_in inferred[1]=check_out stays[0].check_in=2026-06-20 stays[0].check_out=2026-06-25 " +
				"stays[0].location_code=NAP stays[0].location_hint=Naples stays[1].check_in=2026-06-25 " +
				"stays[1].check_out=2026-06-27 stays[1].location_code=FCO stays[1].location_hint=Rome stays[1].nights=2",
		},
		{
			[]string{"Vienna to Rome, 20 June to 27 June, with a hotel", "two nights in Naples at the end"},
			"inferred[0]=check_in inferred[1]=check_out stays[0].check_in=2026-06-20 stays[0].check_out=2026-06-25 " +
				"stays[0].location_code=FCO stays[0].location_hint=Rome stays[1].check_in=2026-06-25 " +
				"stays[1].check_out=2026-06-27 stays[1].location_code=NAP stays[1].location_hint=Naples stays[1].nights=2",
		},
		{
			[]string{"Vienna to Rome, 20 June to 27 June", "Leeds to Oslo 3 nights, then Bergen 4 nights and back"},
			"inferred[0]=hotel_city inferred[1]=check_in inferred[2]=check_out segments[0].destination.code=OSL " +
				"segments[0].origin.code=LBA segments[1].depart_date=2026-06-23 segments[1].destination.code=BGO " +
				"segments[1].origin.code=OSL segments[2].depart_date=2026-06-27 segments[2].destination.code=LBA " +
				"segments[2].origin.code=BGO stays[0].check_in=2026-06-20 stays[0].check_out=2026-06-23 " +
				"stays[0].location_code=OSL stays[0].location_hint=Oslo stays[1].check_in=2026-06-23 " +
				"stays[1].check_out=2026-06-27 stays[1].location_code=BGO stays[1].location_hint=Bergen trip_type=multi_city",
		},
	})
}

// TestPartyAndRooms reads groups, ages and rooms.
func TestPartyAndRooms(t *testing.T) {
	t.Parallel()
	const open = "London to Paris June 3 to June 9, no hotel"
	readTalks(t, []talkRead{
		{[]string{open, "two families with 2 kids each"}, "travelers.adults=4 travelers.children=4"},
		{[]string{open, "two couples with 2 kids each"}, "travelers.adults=4 travelers.children=4"},
		{[]string{open, "myself plus one"}, "travelers.adults=2"},
		{[]string{open, "me + 3"}, "travelers.adults=4"},
		{[]string{open, "2 ad 1 ch (8)"}, "travelers.adults=2 travelers.ages[0]=8 travelers.children=1"},
		{[]string{open, "solo"}, "travelers.adults=1"},
		{[]string{open, "nobody but me"}, "travelers.adults=1"},
		{[]string{open, "three of us: me, my husband and our baby"}, "travelers.adults=2 travelers.infants=1"},
		{[]string{open, "we're 5, one of them a baby"}, "travelers.adults=4 travelers.infants=1"},
		{[]string{toParis, "my brother joins us in Paris"}, "| my brother joins us in Paris"},
		{[]string{toParis, "my brother joins us"}, "travelers.adults=3"},
		// Rooms that cannot be had are told, and a limit is no wish.
		{[]string{toParis, "3 rooms for us"}, "lodging.rooms=3 | 3 rooms"},
		{[]string{toParis, "max 2 rooms"}, ""},
		{[]string{toParis, "2 rooms", "at most one room"}, "lodging.rooms=1"},
		// Who stays with somebody needs no hotel.
		{[]string{toParis, "we stay with a friend"}, "lodging.needed=false"},
		{[]string{toParis, "he has a spare room"}, "lodging.needed=false"},
	})
}

// TestOtherTimes moves a trip that is known to another month or place.
func TestOtherTimes(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{[]string{toParis, "what about March?"}, "| Which day in March do you mean?"},
		{[]string{toParis, "let's do October"}, "| Which day in October do you mean?"},
		{[]string{toParis, "and back in July?"}, "| Which day in July do you mean?"},
		{[]string{toParis, "Corfu instead of Paris"}, "destination.code=CFU"},
		{[]string{toParis, "2 rooms", "what about Lanzarote"}, "destination.code=ACE"},
		{[]string{toParis, "sans hotel"}, "lodging.needed=false"},
		{[]string{toParis, "Alicante then, 8 to 11 May"}, "dates.departure_date=2026-05-08 dates.return_date=2026-05-11 destination.code=ALC"},
		{
			[]string{"The wedding is in Edinburgh on 12 June, from Bristol, we arrive a day before"},
			"dates.departure_date=2026-06-11 destination.code=EDI origin.code=BRS " + landsThatDay,
		},
	})
}

// TestWhatIsNotNamedStays names some of the stops of a known journey: the legs behind them and the way home stay, unless
// the sentence goes home itself.
// Rule: 6.7.place
func TestWhatIsNotNamedStays(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{
			[]string{threeCities, "instead of Paris we go to Lyon, then Brussels"},
			"inferred[0]=hotel_city inferred[1]=check_in inferred[2]=check_out segments[0].destination.code=LYS " +
				"segments[1].origin.code=LYS stays[0].location_code=LYS stays[0].location_hint=Lyon trip_type=multi_city",
		},
		{
			[]string{threeCities, "to Lyon rather than Paris, then Brussels"},
			"inferred[0]=hotel_city inferred[1]=check_in inferred[2]=check_out segments[0].destination.code=LYS " +
				"segments[1].origin.code=LYS stays[0].location_code=LYS stays[0].location_hint=Lyon trip_type=multi_city",
		},
		{
			[]string{threeCities, "flight from London to Paris, train from Paris to Brussels"},
			"inferred[0]=hotel_city inferred[1]=check_in inferred[2]=check_out segments[1].transport_mode=train trip_type=multi_city",
		},
		{
			[]string{threeCities, "from Manchester to Paris and then Brussels"},
			"inferred[0]=hotel_city inferred[1]=check_in inferred[2]=check_out trip_type=multi_city | Do you mean Manchester (GB) or " +
				"Manchester (US)?",
		},
		{
			[]string{threeCities, "visit Paris, Brussels and Rotterdam"},
			"inferred[0]=hotel_city inferred[1]=check_in inferred[2]=check_out segments[2].destination.code=RTM " +
				"segments[3].origin.code=RTM stays[2].location_code=RTM stays[2].location_hint=Rotterdam trip_type=multi_city",
		},
		// Legs that the trip has are those legs.
		{[]string{threeCities, "train from Paris to Brussels, flight from Brussels to Amsterdam"}, "segments[1].transport_mode=train"},
		{
			[]string{threeCities, "Paris to Brussels on June 7, then Brussels to Amsterdam on June 10"},
			"segments[1].depart_date=2026-06-07 segments[2].depart_date=2026-06-10 stays[0].check_out=2026-06-07 " +
				"stays[1].check_in=2026-06-07 stays[1].check_out=2026-06-10 stays[2].check_in=2026-06-10",
		},
		// An order is one of all stops, and the one that there is changes nothing.
		{
			[]string{threeCities, "Brussels, then Paris, then Amsterdam"},
			"segments[0].destination.code=BRU segments[1].destination.code=CDG segments[1].origin.code=BRU " +
				"segments[2].origin.code=CDG stays[0].check_in=2026-06-03 stays[0].check_out=2026-06-06 stays[0].location_code=BRU " +
				"stays[0].location_hint=Brussels stays[1].check_in=2026-06-06 stays[1].check_out=2026-06-09 stays[1].location_code=CDG " +
				"stays[1].location_hint=Paris",
		},
		{[]string{threeCities, "yes, Paris and then Brussels"}, ""},
	})
}

// TestNoLegIsDropped leaves no leg and no stay out where a sentence names some of the stops, in any of its forms.
// Rule: 6.7.place
func TestNoLegIsDropped(t *testing.T) {
	t.Parallel()
	known := merged(t, threeCities)
	for _, said := range [...]string{
		"instead of Paris we go to Lyon, then Brussels", "to Lyon rather than Paris, then Brussels", "go to Lyon and Brussels instead",
		"flight from London to Paris, train from Paris to Brussels", "start from Manchester to Paris and then Brussels",
		"go from Nice to Paris and then Brussels", "visit Paris, Brussels and Rotterdam", "replace Paris by Lyon and Nice",
		"Brussels, then Paris, then Amsterdam", "train from Paris to Brussels and from Brussels to Amsterdam",
		"train from Paris to Brussels, flight from Brussels to Amsterdam", "after Brussels go to Lyon then Nice",
	} {
		if res, _ := say(t, known, said); len(res.Clears) > 0 {
			t.Errorf("%q takes out %v", said, res.Clears)
		}
	}
	if res, _ := say(t, known, "London to Lyon, Lyon to Nice, Nice to London"); !slices.Contains(res.Clears, "itinerary.segments[3]") {
		t.Errorf("a journey that goes home takes out %v", res.Clears)
	}
	if res, _ := say(t, known, "then from Brussels to Milan on June 7"); strings.Contains(flat(t, res), "stays[2]") {
		t.Errorf("a day before one is there cuts the nights: %s", flat(t, res))
	}
}

// TestOrderIsNoAnswer reads "put Brussels first" as an order where it is asked which Manchester is meant.
// Rule: 6.7.place
func TestOrderIsNoAnswer(t *testing.T) {
	t.Parallel()
	for _, home := range [...]string{"fly home to Manchester", "back to Manchester"} {
		for _, order := range [...]string{"put Brussels first", "Brussels first"} {
			in := merged(t, threeCities, home)
			in.Status.Ask = &trip.Ask{Kind: trip.AskClarify, About: []string{"itinerary.segments[3].destination.code"}}
			res, _ := say(t, in, order)
			if got := flat(t, res); strings.Contains(got, "segments[3].destination") || !strings.Contains(got, "segments[0].destination.code=BRU") {
				t.Errorf("%s / %s: %s", home, order, got)
			}
		}
	}
}

// merged is the trip after some messages.
func merged(t *testing.T, messages ...string) trip.Intent {
	t.Helper()
	in := newIntent(t)
	for _, message := range messages {
		_, raw := say(t, in, message)
		in = merge(t, in, raw)
	}
	return in
}

// TestNightsOfStopsFollow lets nights follow only the days of their stop, and be open where these are.
// Rule: 6.7.place
func TestNightsOfStopsFollow(t *testing.T) {
	t.Parallel()
	const (
		elsewhere = "from London to Rome on June 3, back from Athens to London on June 11, in between by train, 2 adults, hotel in Rome"
		open      = "Vienna - Rome - Athens - Vienna, starting June 3, 2 adults, with hotels"
	)
	readTalks(t, []talkRead{
		{[]string{elsewhere, "home on the 16th"}, "segments[1].depart_date=2026-06-16"},
		{[]string{elsewhere, "also back to London on 15 June"}, "segments[1].depart_date=2026-06-15"},
		{
			[]string{open, "swap Rome and Athens"},
			"segments[0].destination.code=ATH segments[1].destination.code=FCO segments[1].origin.code=ATH " +
				"segments[2].origin.code=FCO stays[0].check_in=2026-06-03 stays[0].location_code=ATH stays[0].location_hint=Athens " +
				"stays[1].location_code=FCO stays[1].location_hint=Rome",
		},
		{
			[]string{"Vienna - Rome - Athens - Vienna, starting June 3, 2 adults, with a hotel in Rome", "swap Rome and Athens"},
			"segments[0].destination.code=ATH segments[1].destination.code=FCO segments[1].origin.code=ATH " +
				"segments[2].origin.code=FCO",
		},
		{[]string{open, "start on May 12"}, "stays[0].check_in=2026-05-12"},
		{
			[]string{"Vienna - Rome - Athens - Vienna, starting June 3, 4 nights in Rome and 3 nights in Athens"},
			"inferred[0]=hotel_city inferred[1]=check_in inferred[2]=check_out segments[0].depart_date=2026-06-03 " +
				"segments[0].destination.code=FCO segments[0].origin.code=VIE segments[1].depart_date=2026-06-07 " +
				"segments[1].destination.code=ATH segments[1].origin.code=FCO segments[2].depart_date=2026-06-10 " +
				"segments[2].destination.code=VIE segments[2].origin.code=ATH stays[0].check_in=2026-06-03 stays[0].check_out=2026-06-07 " +
				"stays[0].location_code=FCO stays[0].location_hint=Rome stays[1].check_in=2026-06-07 stays[1].check_out=2026-06-10 " +
				"stays[1].location_code=ATH stays[1].location_hint=Athens trip_type=multi_city",
		},
		{
			[]string{threeCities, "end the trip in Amsterdam", "then 3 nights in Milan"},
			"segments[4].depart_date=2026-06-12 segments[4].destination.code=MXP segments[4].origin.code=AMS " +
				"stays[3].check_in=2026-06-12 stays[3].check_out=2026-06-15 stays[3].location_code=MXP stays[3].location_hint=Milan " +
				"trip_type=multi_city",
		},
	})
}

// TestGermanNightsMore reads "noch zwei Nächte" as two nights more: in a town that the trip does not go to they replace
// no stop.
// Rule: 6.7.accounted
func TestGermanNightsMore(t *testing.T) {
	t.Parallel()
	const known = "London nach Rom 3. Juni, Rom nach Athen 7. Juni, Athen nach London 11. Juni, mit Hotels"
	for _, said := range [...]string{
		"noch zwei Nächte in Mailand", "nach Rom noch zwei Nächte in Mailand", "noch 2 Nächte in Mailand dazwischen",
		"vorher noch zwei Nächte in Mailand", "am Ende noch zwei Nächte in Mailand",
	} {
		readTalks(t, []talkRead{{[]string{known, said}, "| " + said}})
	}
	readTalks(t, []talkRead{{
		[]string{known, "noch zwei Nächte in Rom"},
		"segments[1].depart_date=2026-06-09 segments[2].depart_date=2026-06-13 stays[0].check_out=2026-06-09 " +
			"stays[1].check_in=2026-06-09 stays[1].check_out=2026-06-13",
	}})
}
