package extract_test

import "testing"

// TestWhoAndWhere reads who travels and names of places that other words lie near to.
func TestWhoAndWhere(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{[]string{"We are four friends who want to fly from Oslo to Bergen"}, "destination.code=BGO lodging.needed=false origin.code=OSL travelers.adults=4"},
		{[]string{"Boston to Rome, there'll be two of us plus our toddler"}, "destination.code=FCO origin.code=BOS travelers.adults=2 travelers.infants=1"},
		{
			[]string{"my husband, my mother-in-law, our two boys and me from Boston to Rome"},
			"destination.code=FCO origin.code=BOS travelers.adults=3 travelers.children=2",
		},
		{
			[]string{"Chicago to San Juan, Puerto Rico on May 4, witout hotel"},
			"dates.departure_date=2026-05-04 destination.code=SJU lodging.needed=false origin.code=ORD",
		},
		{[]string{"Chicago to Portland on May 4, no hotel", "the one in Maine"}, "destination.code=PWM"},
		{
			[]string{"Amsterdam - Brussels - Paris, start from Copenhagen on 4 May, two nights in each city, no hotel"},
			"lodging.needed=false segments[0].depart_date=2026-05-04 segments[0].destination.code=AMS " +
				"segments[0].origin.code=CPH segments[1].depart_date=2026-05-06 segments[1].destination.code=BRU " +
				"segments[1].origin.code=AMS segments[2].depart_date=2026-05-08 segments[2].destination.code=CDG " +
				"segments[2].origin.code=BRU segments[3].depart_date=2026-05-10 segments[3].destination.code=CPH segments[3].origin.code=CDG trip_type=multi_city",
		},
		{
			[]string{"Madrid to Vienna on June 3, no hotel, I'd rather not change planes"},
			"constraints.max_stops=0 dates.departure_date=2026-06-03 destination.code=VIE lodging.needed=false origin.code=MAD",
		},
		{
			[]string{"Oslo to Rome, June 3 to June 10, no hotel", "let's also go to Naples from June 7 to June 10"},
			"segments[1].depart_date=2026-06-07 segments[1].destination.code=NAP segments[2].depart_date=2026-06-10 " +
				"segments[2].destination.code=OSL segments[2].origin.code=NAP trip_type=multi_city",
		},
		{[]string{"Paris to London, June 3 to June 7", "change it to the Eurostar"}, "segments[0].transport_mode=train segments[1].transport_mode=train"},
	})
}
