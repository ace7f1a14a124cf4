package extract_test

import (
	"fmt"
	"testing"
)

// TestFirstMessages reads first messages of many kinds.
func TestFirstMessages(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{
			[]string{"Vienna to Lisbon on 12 May, hotel accommodation will not be required"},
			"dates.departure_date=2026-05-12 destination.code=LIS lodging.needed=false origin.code=VIE",
		},
		{[]string{"Vienna to Lisbon on 12 May, nowhere to stay needed"}, "dates.departure_date=2026-05-12 destination.code=LIS lodging.needed=false origin.code=VIE"},
		{[]string{"Vienna to Lisbon on 12 May, we have nowhere to stay"}, "dates.departure_date=2026-05-12 destination.code=LIS origin.code=VIE"},
		{[]string{"flights form Berlin too Madird on 4 june"}, "dates.departure_date=2026-06-04 destination.code=MAD lodging.needed=false origin.code=BER"},
		{
			[]string{"9 July to 16 July, Nice, leaving from Manchester"},
			"dates.departure_date=2026-07-09 dates.return_date=2026-07-16 destination.code=NCE origin.code=MAN trip_type=round_trip",
		},
		{
			[]string{"My sister gets married in Athens on 13 June. We fly from Brussels on the 11th and back on the 15th"},
			"dates.departure_date=2026-06-11 dates.return_date=2026-06-15 destination.code=ATH lodging.needed=false origin.code=BRU trip_type=round_trip | on 13 June",
		},
		{
			[]string{"Dublin to Barcelona, 5 nights from the 8th of June, with hotel"},
			"dates.departure_date=2026-06-08 dates.return_date=2026-06-13 destination.code=BCN inferred[0]=return_date " +
				"inferred[1]=check_out lodging.check_out=2026-06-13 lodging.nights=5 origin.code=DUB trip_type=round_trip",
		},
		{[]string{"my gran, my mum and me from Boston to Rome"}, "destination.code=FCO origin.code=BOS travelers.adults=3"},
		{[]string{"I'm travelling with my two daughters from Boston to Rome"}, "destination.code=FCO origin.code=BOS travelers.adults=1 travelers.children=2"},
		{[]string{"we're travelling with my two daughters from Boston to Rome"}, "destination.code=FCO origin.code=BOS travelers.children=2"},
		{
			[]string{"from Hamburg on 2 June - 4 nights Lisbon, 3 nights Porto, then back home, no hotel"},
			"lodging.needed=false segments[0].depart_date=2026-06-02 segments[0].destination.code=LIS " +
				"segments[0].origin.code=HAM segments[1].depart_date=2026-06-06 segments[1].destination.code=OPO " +
				"segments[1].origin.code=LIS segments[2].depart_date=2026-06-09 segments[2].destination.code=HAM segments[2].origin.code=OPO trip_type=multi_city",
		},
		{
			[]string{"Dublin to Barcelona, 3 June to 10 June, no hotel", "before going home we want to spend 2 days in Madrid"},
			"segments[1].depart_date=2026-06-10 segments[1].destination.code=MAD segments[2].depart_date=2026-06-12 " +
				"segments[2].destination.code=DUB segments[2].origin.code=MAD trip_type=multi_city",
		},
		{
			[]string{"fly Boston to Dublin June 3, return from Edinburgh to Boston June 12, no hotel"},
			"lodging.needed=false segments[0].depart_date=2026-06-03 segments[0].destination.code=DUB " +
				"segments[0].origin.code=BOS segments[1].depart_date=2026-06-12 segments[1].destination.code=BOS segments[1].origin.code=EDI trip_type=multi_city",
		},
		{
			[]string{"Zurich to Milan, May 4 to May 6, please no planes"},
			"dates.departure_date=2026-05-04 dates.return_date=2026-05-06 destination.code=MXP origin.code=ZRH " +
				"segments[0].transport_mode=other segments[1].transport_mode=other trip_type=round_trip",
		},
		{
			[]string{"Boston to New York on May 4 by bus, back May 6 by train, no hotel"},
			"dates.departure_date=2026-05-04 dates.return_date=2026-05-06 destination.code=JFK lodging.needed=false " +
				"origin.code=BOS segments[0].transport_mode=bus segments[1].transport_mode=train trip_type=round_trip",
		},
	})
}

// TestStarsByRating reads stars in the words of a rating, and no star in what guests say.
func TestStarsByRating(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"with a star rating of 4", "with a rating of 4 stars", "with a star of 4", "rated 4", "rated 4 stars", "star rating: 4"} {
		res := extractFrom(t, "a hotel in Rome, "+said+", for 2 nights from May 5", "{}")
		if l := res.TripIntent.Lodging; l == nil || l.HotelStarMin == nil || *l.HotelStarMin != 4 || len(res.Unread) > 0 {
			t.Errorf("%q: %s, not used %q", said, flat(t, res), res.Unread)
		}
	}
	for _, said := range []string{"guest rating of 4", "review rating 4", "rated 4.5"} {
		res := extractFrom(t, "a hotel in Rome, "+said, "{}")
		if l := res.TripIntent.Lodging; l != nil && l.HotelStarMin != nil || len(res.Unread) == 0 {
			t.Errorf("%q: %s, not used %q", said, flat(t, res), res.Unread)
		}
	}
}

// TestOrdinalsOfSomebody takes no birthday for a day of the trip.
func TestOrdinalsOfSomebody(t *testing.T) {
	t.Parallel()
	for _, whose := range []string{"my 21st", "our 25th", "her 30th", "my wife's 30th", "my mum's 20th"} {
		for _, form := range []string{
			"from Chicago to Las Vegas for %s on June 12", "Chicago to Las Vegas on June 12, it is %s", "for %s we fly from Chicago to Las Vegas on June 12",
		} {
			message := fmt.Sprintf(form, whose)
			if d := extractFrom(t, message, "{}").TripIntent.Dates; d == nil || d.DepartureDate != "2026-06-12" || d.ReturnDate != "" {
				t.Errorf("%q: %+v", message, d)
			}
		}
	}
}
