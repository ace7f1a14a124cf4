package extract_test

import "testing"

// TestOnTheWay reads where a journey halts before its end, and that it goes by road.
func TestOnTheWay(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{
			[]string{"flights from Boston to Rome on May 4 with a stop in Paris"},
			"lodging.needed=false segments[0].depart_date=2026-05-04 segments[0].destination.code=CDG " +
				"segments[0].origin.code=BOS segments[1].destination.code=FCO segments[1].origin.code=CDG trip_type=multi_city",
		},
		{
			[]string{"driving from Denver to Phoenix with stops in Vail and Moab, starting June 6, no hotel"},
			"lodging.needed=false segments[0].depart_date=2026-06-06 segments[0].destination.code=EGE " +
				"segments[0].origin.code=DEN segments[0].transport_mode=car segments[1].destination.code=CNY " +
				"segments[1].origin.code=EGE segments[1].transport_mode=car segments[2].destination.code=PHX " +
				"segments[2].origin.code=CNY segments[2].transport_mode=car trip_type=multi_city",
		},
		{
			[]string{"a road trip from Denver to Phoenix, stopping over in Vail, no hotel"},
			"lodging.needed=false segments[0].destination.code=EGE segments[0].origin.code=DEN segments[0].transport_mode=car " +
				"segments[1].destination.code=PHX segments[1].origin.code=EGE segments[1].transport_mode=car trip_type=multi_city",
		},
		{
			[]string{"flights from Leeds to Oslo on May 4, back on May 9", "we stop in Bergen on the way back"},
			"segments[1].depart_date=2026-05-09 segments[1].destination.code=BGO segments[2].destination.code=LBA segments[2].origin.code=BGO trip_type=multi_city",
		},
		{[]string{"Leeds to Oslo on May 4, back on May 9", "train would be nicer than flying"}, "segments[0].transport_mode=train segments[1].transport_mode=train"},
		{[]string{"Leeds to Oslo on May 4, back on May 9", "rather by train than flying"}, "segments[0].transport_mode=train segments[1].transport_mode=train"},
	})
}

// TestShorthand reads codes and airlines as people type them.
func TestShorthand(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{[]string{"need flight lhr to jfk 14 jan"}, "dates.departure_date=2027-01-14 destination.code=JFK lodging.needed=false origin.code=LHR"},
		{
			[]string{"lhr to jfk 14 jan", "ba or virgin only"},
			"airline=Virgin Atlantic constraints.preferred_airlines[0]=British Airways constraints.preferred_airlines[1]=Virgin Atlantic",
		},
		{
			[]string{"lhr to jfk 14 jan", "BA or Virgin only"},
			"airline=Virgin Atlantic constraints.preferred_airlines[0]=British Airways constraints.preferred_airlines[1]=Virgin Atlantic",
		},
	})
}

// TestSeveralGoals: two places that answer where to go are both on the way; one within the country that the trip goes to
// is its goal, whatever else is asked; and a journey that starts in one place is flown to it from another.
func TestSeveralGoals(t *testing.T) {
	t.Parallel()
	const jaw = "lodging.needed=false segments[0].depart_date=2026-04-03 segments[0].destination.code=MLA " +
		"segments[0].origin.code=DUB segments[1].depart_date=2026-04-12 segments[1].destination.code=DUB segments[1].origin.code=FCO trip_type=multi_city"
	readTalks(t, []talkRead{
		{
			[]string{"We fly from Dublin to Malta on 3 April and come back from Rome on 12 April. How do we get from Malta to Rome?"},
			jaw + " | How do we get from Malta to Rome?",
		},
		{
			[]string{"to Australia, from Leeds. Sydney first then Melbourne, no hotel"},
			"lodging.needed=false segments[0].destination.code=SYD segments[0].origin.code=LBA " +
				"segments[1].destination.code=MEL segments[1].origin.code=SYD trip_type=multi_city",
		},
		{
			[]string{"out Madrid-Berlin 3 May, Berlin-Oslo 6 May, home from Oslo 9 May, no hotel"},
			"lodging.needed=false segments[0].depart_date=2026-05-03 segments[0].destination.code=BER " +
				"segments[0].origin.code=MAD segments[1].depart_date=2026-05-06 segments[1].destination.code=OSL " +
				"segments[1].origin.code=BER segments[2].depart_date=2026-05-09 segments[2].destination.code=MAD segments[2].origin.code=OSL trip_type=multi_city",
		},
		{[]string{"from Birmingham to Spain", "Majorca"}, "destination.code=PMI"},
		{
			[]string{"want to see Scotland on 12 July, start in Edinburgh. flying from Cologne"},
			"dates.departure_date=2026-07-12 destination.code=EDI lodging.needed=false origin.code=CGN",
		},
		{
			[]string{"from Amsterdam in October", "Tokyo and Osaka, one week each"},
			"inferred[0]=hotel_city inferred[1]=check_in inferred[2]=check_out segments[0].destination.code=HND " +
				"segments[1].destination.code=KIX segments[1].origin.code=HND stays[0].location_code=HND " +
				"stays[0].location_hint=Tokyo stays[1].location_code=KIX stays[1].location_hint=Osaka trip_type=multi_city",
		},
	})
}
