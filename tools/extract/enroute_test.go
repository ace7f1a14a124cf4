package extract_test

import "testing"

// TestOnTheWay reads where a journey halts before its end, and that it goes by road.
func TestOnTheWay(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{[]string{"flights from Boston to Rome on May 4 with a stop in Paris"}, "lodging.needed=false segments[0].depart_date=2026-05-04 segments[0].destination.code=CDG segments[0].origin.code=BOS segments[1].destination.code=FCO segments[1].origin.code=CDG trip_type=multi_city"},
		{[]string{"driving from Denver to Phoenix with stops in Vail and Moab, starting June 6, no hotel"}, "lodging.needed=false segments[0].depart_date=2026-06-06 segments[0].destination.code=EGE segments[0].origin.code=DEN segments[0].transport_mode=car segments[1].destination.code=CNY segments[1].origin.code=EGE segments[1].transport_mode=car segments[2].destination.code=PHX segments[2].origin.code=CNY segments[2].transport_mode=car trip_type=multi_city"},
		{[]string{"a road trip from Denver to Phoenix, stopping over in Vail, no hotel"}, "lodging.needed=false segments[0].destination.code=EGE segments[0].origin.code=DEN segments[0].transport_mode=car segments[1].destination.code=PHX segments[1].origin.code=EGE segments[1].transport_mode=car trip_type=multi_city"},
		{[]string{"flights from Leeds to Oslo on May 4, back on May 9", "we stop in Bergen on the way back"}, "segments[1].depart_date=2026-05-09 segments[1].destination.code=BGO segments[2].destination.code=LBA segments[2].origin.code=BGO trip_type=multi_city"},
		{[]string{"Leeds to Oslo on May 4, back on May 9", "train would be nicer than flying"}, "segments[0].transport_mode=train segments[1].transport_mode=train"},
		{[]string{"Leeds to Oslo on May 4, back on May 9", "rather by train than flying"}, "segments[0].transport_mode=train segments[1].transport_mode=train"},
	})
}
