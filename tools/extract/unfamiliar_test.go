package extract_test

import (
	"strings"
	"testing"
)

const (
	toOslo = "Leeds to Oslo on May 4, back on May 9, 2 adults"
	hotel  = "a hotel with 4 stars"
)

// talkRead is a conversation, and what its last message changes; behind a bar stands what of it could not be used or is
// asked.
type talkRead struct {
	talk []string
	want string
}

// TestDaysBeside reads days that are counted from other days, or that may move.
func TestDaysBeside(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{
			[]string{"from Vienna to Rome on May twenty-first, back twenty nights later"},
			"dates.departure_date=2026-05-21 dates.return_date=2026-06-10 destination.code=FCO origin.code=VIE trip_type=round_trip",
		},
		{
			[]string{"from Vienna to Bali in May for 2 or 3 weeks"},
			"destination.code=DPS nights.max=21 nights.min=14 origin.code=VIE segments[0].depart_between.from=2026-05-01 " +
				"segments[0].depart_between.to=2026-05-31 trip_type=round_trip",
		},
		{
			[]string{"from Vienna to Rome on 5 May, 2 days flexible"},
			"destination.code=FCO origin.code=VIE segments[0].depart_between.from=2026-05-03 segments[0].depart_between.to=2026-05-07",
		},
		{
			[]string{"from Vienna to Rome on 5 May", "give or take 2 days"},
			"segments[0].depart_between.from=2026-05-03 segments[0].depart_between.to=2026-05-07",
		},
		{
			[]string{"from Vienna to Rome on 5 May", "my dates are flexible"},
			"segments[0].depart_between.from=2026-05-02 segments[0].depart_between.to=2026-05-08",
		},
		{[]string{"from Vienna to Rome this coming Friday"}, "dates.departure_date=2026-03-06 destination.code=FCO origin.code=VIE"},
		{[]string{"from Vienna to Rome this week on Friday"}, "dates.departure_date=2026-03-06 destination.code=FCO origin.code=VIE"},
		{[]string{"from Vienna to Rome Friday of the next week"}, "dates.departure_date=2026-03-13 destination.code=FCO origin.code=VIE"},
		{
			[]string{"from Vienna to Rome two days before the conference, which is on 5 May"},
			"dates.departure_date=2026-05-03 destination.code=FCO origin.code=VIE",
		},
		{
			[]string{"from Vienna to Rome 20 February to 5 March"},
			"dates.departure_date=2027-02-20 dates.return_date=2027-03-05 destination.code=FCO origin.code=VIE trip_type=round_trip",
		},
		{
			[]string{"from Vienna to Rome on 5 May, back 9 May", "arrive a day later and return two days later"},
			"dates.departure_date=2026-05-06 dates.return_date=2026-05-11",
		},
		{[]string{"from Vienna to Rome on 5 May, back 9 May", "arrive a day earlier"}, "dates.departure_date=2026-05-04"},
		{[]string{"from Vienna to Rome this month"}, "destination.code=FCO origin.code=VIE | Which day this month do you mean?"},
		{
			[]string{"from Vienna to Rome at Thanksgiving"},
			"destination.code=FCO origin.code=VIE | Thanksgiving is on Thu 26 Nov 2026. Which day do you leave?",
		},
		{[]string{"from Vienna to Rome, back 19 April", "leave on Thursday"}, "dates.departure_date=2026-04-16"},
		{
			[]string{"from Vienna to Rome on 5 May\nback 8 May"},
			"dates.departure_date=2026-05-05 dates.return_date=2026-05-08 destination.code=FCO origin.code=VIE trip_type=round_trip",
		},
	})
}

// TestUnfamiliarDays reads days, times and who travels.
func TestUnfamiliarDays(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		// The days of the trip, also after talk of a hotel.
		{[]string{toOslo, hotel, "change the dates to 5/5 - 5/12"}, "dates.departure_date=2026-05-05 dates.return_date=2026-05-12"},
		{[]string{toOslo, hotel, "could we go to Bergen instead"}, "destination.code=BGO"},
		// What a night may cost, however it is put.
		{[]string{toOslo, "nightly rate not above 140"}, "lodging.max_price_per_night.amount=140.00 lodging.max_price_per_night.currency=USD"},
		{[]string{toOslo, "a hotel, maximum 100 dollars the night"}, "lodging.max_price_per_night.amount=100.00 lodging.max_price_per_night.currency=USD"},
		// When one leaves, said by when one does not.
		{[]string{toOslo, "I don't want to leave before 10am"}, "segments[0].depart_time_window.end=<nil> segments[0].depart_time_window.start=10:00"},
		{[]string{toOslo, "we can't fly after 9 pm"}, "segments[0].depart_time_window.end=21:00 segments[0].depart_time_window.start=<nil> " +
			"segments[1].depart_time_window.end=21:00 segments[1].depart_time_window.start=<nil>"},
		// The flight that is planned is no wish to fly.
		{[]string{"Leeds to Oslo on May 4, come back by train on May 9"}, "dates.departure_date=2026-05-04 dates.return_date=2026-05-09 " +
			"destination.code=OSL origin.code=LBA segments[1].transport_mode=train trip_type=round_trip"},
		{[]string{"Leeds to Oslo on May 4, come back by train on May 9", "can the flight be on the 5th instead"}, "dates.departure_date=2026-05-05"},
		// Days that are not those of the trip.
		{[]string{"Leeds to Oslo on May 4, back on May 9, 7 of us", "2 of us only join on the 6th"}, "| 2 of us only join on the 6th"},
		{[]string{"We are getting married on the 12th of June and fly two days later from Oslo to Rome for ten nights"}, "dates.departure_date=2026-06-14 " +
			"dates.return_date=2026-06-24 destination.code=FCO inferred[0]=return_date lodging.needed=false " +
			"origin.code=OSL trip_type=round_trip | married on the 12th of June"},
		{[]string{toOslo, "we see them at Christmas"}, "| we see them at Christmas"},
		// Where somebody was or lives.
		{[]string{toOslo, "we went to Bergen last summer, lovely"}, ""},
		{[]string{toOslo, "my brother lives in Bergen"}, "| my brother lives in Bergen"},
		{[]string{toOslo, "my brother lives in Bergen, can we stop there on the way back?"}, "segments[1].depart_date=2026-05-09 " +
			"segments[1].destination.code=BGO segments[2].destination.code=LBA segments[2].origin.code=BGO trip_type=multi_city"},
		// Days by weekday and number, and by their number alone.
		{[]string{"Leeds to Oslo, Fri 8 to Mon 11 May"}, "dates.departure_date=2026-05-08 dates.return_date=2026-05-11 destination.code=OSL origin.code=LBA " +
			"trip_type=round_trip"},
		{[]string{"Leeds to Oslo, the first week of August, so Sat 1 August to Sat 8"}, "dates.departure_date=2026-08-01 dates.return_date=2026-08-08 " +
			"destination.code=OSL origin.code=LBA trip_type=round_trip"},
		{[]string{"Leeds to Oslo on May 4", "return the 9"}, "dates.return_date=2026-05-09 trip_type=round_trip"},
		{[]string{"Leeds to Oslo on May 8 for the weekend"}, "dates.departure_date=2026-05-08 dates.return_date=2026-05-10 destination.code=OSL " +
			"origin.code=LBA trip_type=round_trip"},
		{[]string{"Leeds to Oslo on May 8", "the return is the same day"}, "dates.return_date=2026-05-08 lodging.needed=false trip_type=round_trip"},
		// Ages behind a relative clause.
		{[]string{"our three kids who are 11, 7 and 18 months and my wife and I go to Oslo"}, "destination.code=OSL travelers.adults=2 " +
			"travelers.age_months[0]=0 travelers.age_months[1]=0 travelers.age_months[2]=18 travelers.ages[0]=11 travelers.ages[1]=7 travelers.ages[2]=1 " +
			"travelers.children=2 travelers.infants=1"},
	})
}

// TestUnfamiliarTalks reads routes, nights and what is taken back.
func TestUnfamiliarTalks(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		// The way home begins elsewhere.
		{[]string{toOslo, "fly home from Bergen"}, "segments[1].origin.code=BGO trip_type=multi_city"},
		{[]string{toOslo, "the train back leaves from Bergen"}, "segments[1].origin.code=BGO trip_type=multi_city | train"},
		// Nights of a route before its first day, and of the place before.
		{[]string{"Leeds to Oslo 3 nights, then Bergen 4 nights, then Stockholm 2 nights and back", "leave on June 3"}, "dates.departure_date=2026-06-03 " +
			"segments[1].depart_date=2026-06-06 segments[2].depart_date=2026-06-10 segments[3].depart_date=2026-06-12 stays[0].check_in=2026-06-03 " +
			"stays[0].check_out=2026-06-06 stays[1].check_in=2026-06-06 stays[1].check_out=2026-06-10 stays[2].check_in=2026-06-10 stays[2].check_out=2026-06-12"},
		{[]string{"Leeds to Oslo on June 2, then 3 nights there, then Bergen 4 nights and home"}, "inferred[0]=hotel_city inferred[1]=check_in " +
			"inferred[2]=check_out segments[0].depart_date=2026-06-02 segments[0].destination.code=OSL segments[0].origin.code=LBA " +
			"segments[1].depart_date=2026-06-05 segments[1].destination.code=BGO segments[1].origin.code=OSL segments[2].depart_date=2026-06-09 " +
			"segments[2].destination.code=LBA segments[2].origin.code=BGO stays[0].check_in=2026-06-02 stays[0].check_out=2026-06-05 " +
			"stays[0].location_code=OSL stays[0].location_hint=Oslo stays[1].check_in=2026-06-05 stays[1].check_out=2026-06-09 stays[1].location_code=BGO " +
			"stays[1].location_hint=Bergen trip_type=multi_city"},
		// What is left out or not needed.
		{[]string{toOslo, "no need for a hotel"}, "lodging.needed=false"},
		{[]string{"Leeds to Oslo on June 2, then Bergen on June 5, home on June 9", "leave Bergen out"}, "segments[1].destination.code=LBA trip_type=round_trip"},
		{[]string{toOslo, "biz class"}, "cabin=business"},
		{[]string{"Leeds to Oslo on June 2, then Bergen on June 5, home on June 9", "skip Oslo"}, "segments[0].destination.code=BGO " +
			"stays[0].check_in=2026-06-02 trip_type=round_trip"},
		// Limits of money said anew or taken back.
		{[]string{toOslo, "budget 900 USD", "correction: USD 1,100.00"}, "constraints.budget_total.amount=1100.00 constraints.budget_total.currency=USD"},
		{[]string{toOslo, "budget 900 USD", "please disregard the budget"}, ""},
		{[]string{toOslo, "correction: USD 1,100.00"}, "| correction: USD 1,100.00"},
		// How long the whole trip is, said anew.
		{[]string{"Leeds to Oslo for a fortnight from 14 April", "ten nights rather than fourteen"}, "dates.return_date=2026-04-24 inferred[0]=return_date " +
			"inferred[1]=check_out lodging.check_out=2026-04-24 lodging.nights=10 | rather than fourteen"},
		{[]string{toOslo, "what if we stay until the 12th"}, "dates.return_date=2026-05-12"},
		{[]string{toOslo, "what if we leave on the 5th"}, "dates.departure_date=2026-05-05"},
		{[]string{toOslo, "what would it cost if we stay one night longer"}, "dates.return_date=2026-05-10"},
		{[]string{toOslo, "how much is it for 3 people?"}, "travelers.adults=3"},
		{[]string{toOslo, "how much for one more person?"}, "travelers.adults=3"},
		{[]string{toOslo, "how much is it for one more night"}, "dates.return_date=2026-05-10"},
		{[]string{toOslo, "if we stayed two nights longer, what would it cost?"}, "dates.return_date=2026-05-11"},
		// A day that stays.
		{[]string{toOslo, "keep it at the 9th"}, ""},
		{[]string{toOslo, "no, leave it on May 4"}, ""},
		{[]string{toOslo, "a hotel from May 4 to May 6", "what if we stay until the 7th"}, "lodging.check_out=2026-05-07"},
		// The same at another time.
		{[]string{toOslo, "the same but next week"}, "dates.departure_date=2026-05-11 dates.return_date=2026-05-16"},
		{[]string{toOslo, "one month later"}, "dates.departure_date=2026-06-04 dates.return_date=2026-06-09"},
		{[]string{"Leeds to Oslo on May 31, back on June 2", "a month later"}, "dates.departure_date=2026-06-30 dates.return_date=2026-07-02"},
		// Nights divided, and a night without a place to sleep.
		{[]string{toOslo, "3 nights in Oslo and then the rest in Bergen"}, "inferred[0]=check_in inferred[1]=check_out stays[0].check_in=2026-05-04 " +
			"stays[0].check_out=2026-05-07 stays[0].location_code=OSL stays[0].location_hint=Oslo stays[1].check_in=2026-05-07 stays[1].check_out=2026-05-09 " +
			"stays[1].location_code=BGO stays[1].location_hint=Bergen"},
		{[]string{toOslo, "no hotel on friday night"}, "lodging.check_out=2026-05-08"},
		{[]string{toOslo, "no hotel on wednesday night"}, "| no hotel on wednesday night"},
		// Two who want different places are asked.
		{[]string{"from Leeds on May 4, I want Rome, my wife wants Nice"}, "dates.departure_date=2026-05-04 origin.code=LBA | Rome (IT) or Nice (FR): which " +
			"one is it?"},
		// Another order of a route without days.
		{[]string{"Leeds to Oslo, then Bergen, then Stockholm and back", "Bergen first"}, "segments[0].destination.code=BGO segments[1].destination.code=OSL " +
			"segments[1].origin.code=BGO segments[2].origin.code=OSL stays[0].location_code=BGO stays[0].location_hint=Bergen " +
			"stays[1].location_code=OSL stays[1].location_hint=Oslo"},
		{[]string{"Leeds to Oslo, then Bergen and home", "Bergen first, then Oslo"}, "segments[0].destination.code=BGO " +
			"segments[1].destination.code=OSL segments[1].origin.code=BGO segments[2].origin.code=OSL stays[0].location_code=BGO stays[0].location_hint=Bergen " +
			"stays[1].location_code=OSL stays[1].location_hint=Oslo"},
		// German.
		{[]string{"Flug von Berlin nach Rom am 3. Juni zu zweit, Hotel mit 4 Sternen"}, "dates.departure_date=2026-06-03 destination.code=FCO " +
			"lodging.hotel_star_min=4 origin.code=BER travelers.adults=2"},
		{[]string{"Flug von Berlin nach Rom am 3. Juni", "lieber Neapel statt Rom"}, "destination.code=NAP"},
	})
}

func readTalks(t *testing.T, talks []talkRead) {
	t.Helper()
	for _, c := range talks {
		in := newIntent(t)
		for _, message := range c.talk[:len(c.talk)-1] {
			_, raw := say(t, in, message)
			in = merge(t, in, raw)
		}
		res, _ := say(t, in, c.talk[len(c.talk)-1])
		got := flat(t, res)
		for _, more := range append(res.Unread, asked(res)) {
			if more != "" {
				got += " | " + more
			}
		}
		if got = strings.TrimSpace(got); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", strings.Join(c.talk, " / "), got, c.want)
		}
	}
}

// TestFractionIsNoDay takes a bare "1/3" for nothing while the number of travellers is asked for.
func TestFractionIsNoDay(t *testing.T) {
	t.Parallel()
	res := extractFrom(t, "1/3", after(planned, "missing party.travelers.adults"))
	if got := flat(t, res); got != "" || len(res.Unread) != 1 {
		t.Errorf("states %q, unread %q", got, res.Unread)
	}
}

// TestSaidBesideSomethingElse reads a stay that is described in uncommon words, or beside a special request.
func TestSaidBesideSomethingElse(t *testing.T) {
	t.Parallel()
	const stay = "a hotel in Sydney for 4 people"
	haveTalks(t, [][]string{
		{stay, "I need 2 rooms at a pet-friendly hotel", "lodging.rooms=2 requests[0].kind=pet requests[0].text=pet-friendly"},
		{stay, "one room with wheelchair access", "lodging.rooms=1 requests[0].kind=assistance requests[0].text=wheelchair access"},
		{stay, "check me in on 4 May and check me out on 10 May", "stays[0].check_in=2026-05-04 stays[0].check_out=2026-05-10"},
		{stay, "please check us in on the 4th of May", "stays[0].check_in=2026-05-04"},
		{stay, "arrive on 4 May and start again on 10 May", "stays[0].check_in=2026-05-04 stays[0].check_out=2026-05-10"},
		{stay, "arriving 4 May, setting off on 10 May", "stays[0].check_in=2026-05-04 stays[0].check_out=2026-05-10"},
		{stay, "I need the reservation from 4 to 10 May", "stays[0].check_in=2026-05-04 stays[0].check_out=2026-05-10"},
		{stay, "I need the reservations for 4 May please", "stays[0].check_in=2026-05-04"},
		{stay, "I just found out my mother-in-law is coming, I need 2 rooms", "lodging.rooms=2"},
	})
}
