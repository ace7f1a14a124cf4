package extract_test

import "testing"

// TestDaysOfATime reads days within a time that was said, and parts of it.
func TestDaysOfATime(t *testing.T) {
	t.Parallel()
	const open = "from Vienna to Rome for 4 nights in May, 2 adults"
	readTalks(t, []talkRead{
		{
			[]string{"from Vienna to Rome any day in the first two weeks of May"},
			"destination.code=FCO origin.code=VIE segments[0].depart_between.from=2026-05-01 " +
				"segments[0].depart_between.to=2026-05-14",
		},
		{
			[]string{"from Vienna to Rome any day in the last two weeks of May"},
			"destination.code=FCO origin.code=VIE segments[0].depart_between.from=2026-05-18 " +
				"segments[0].depart_between.to=2026-05-31",
		},
		{
			[]string{"from Vienna to Rome any day in May after the 10th"},
			"destination.code=FCO origin.code=VIE segments[0].depart_between.from=2026-05-11 " +
				"segments[0].depart_between.to=2026-05-31",
		},
		{
			[]string{"from Vienna to Rome any day in May before the 10th"},
			"destination.code=FCO origin.code=VIE segments[0].depart_between.from=2026-05-01 " +
				"segments[0].depart_between.to=2026-05-09",
		},
		{
			[]string{"from Vienna to Rome, 3 nights before Christmas, any time between 10 and 20 December"},
			"destination.code=FCO nights.max=3 nights.min=3 origin.code=VIE segments[0].depart_between.from=2026-12-10 " +
				"segments[0].depart_between.to=2026-12-17 trip_type=round_trip",
		},
		{
			[]string{"from Vienna to Rome on 3 May, back before the 10th of May"},
			"dates.departure_date=2026-05-03 destination.code=FCO origin.code=VIE trip_type=round_trip | Which day before " +
				"Sun 10 May 2026 do you mean?",
		},
		{
			[]string{"from Vienna to Rome, Monday out, Thursday back, in the week of 11 May"},
			"dates.departure_date=2026-05-11 dates.return_date=2026-05-14 destination.code=FCO origin.code=VIE " +
				"trip_type=round_trip",
		},
		{[]string{"from Vienna to Rome any day in June", "not at the weekend"}, "excluded_days[0].weekday=saturday excluded_days[1].weekday=sunday"},
		{[]string{open, "from Thursday the 14th"}, "dates.departure_date=2026-05-14"},
		{[]string{open + ", with flight and hotel", "from Thursday the 14th"}, "dates.departure_date=2026-05-14"},
		{
			[]string{"from Vienna to Rome 4 to 9 May with a hotel", "one day less, so home on the 8th"},
			"dates.return_date=2026-05-08",
		},
		{[]string{"from Vienna to Rome 4 to 9 May", "it is so home like, I like it"}, ""},
		{
			[]string{"from Vienna to Rome, 2 adults, sometime in May", "compare the first and second hotel"},
			"| compare the first and second hotel",
		},
		{
			[]string{"from Vienna to Rome, 2 adults, sometime in May", "the first and the second"},
			"dates.departure_date=2026-05-01 dates.return_date=2026-05-02 trip_type=round_trip",
		},
	})
}

// TestDaysOfElse takes no day or hour of a hold, an event or somebody's answer for one of the trip.
func TestDaysOfElse(t *testing.T) {
	t.Parallel()
	const trip = "from Vienna to Rome 4 to 9 May"
	readTalks(t, []talkRead{
		{[]string{trip, "place it on hold until tomorrow noon"}, "| place it on hold until tomorrow noon"},
		{[]string{trip, "he'll confirm tomorrow morning"}, "| he'll confirm tomorrow morning"},
		{[]string{trip, "we are on hold, fly back on the 8th"}, "dates.return_date=2026-05-08"},
		{[]string{trip, "the meeting may move to the 11th"}, "| the meeting may move to the 11th"},
		{
			[]string{trip, "the meeting was moved, so make it 5 to 11 May"},
			"dates.departure_date=2026-05-05 dates.return_date=2026-05-11 | moved",
		},
		{
			[]string{"from Vienna to Rome for the wedding May 5"},
			"dates.departure_date=2026-05-05 destination.code=FCO origin.code=VIE",
		},
		{
			[]string{"we are getting married on 3 May and leave for our honeymoon on 5 May, from Vienna to Rome"},
			"dates.departure_date=2026-05-05 destination.code=FCO origin.code=VIE travelers.adults=2 | married on 3 May",
		},
		{
			[]string{"from Vienna to Rome, I need to be there by Thursday evening"},
			"dates.departure_date=2026-03-05 destination.code=FCO inferred[0]=adults origin.code=VIE " +
				"segments[0].arrive_time_window.end=23:59 segments[0].arrive_time_window.start=<nil> travelers.adults=1",
		},
		{
			[]string{"from Vienna to Rome, leaving Thursday evening"},
			"dates.departure_date=2026-03-05 destination.code=FCO origin.code=VIE segments[0].depart_time_window.end=<nil> " +
				"segments[0].depart_time_window.start=17:00",
		},
		{
			[]string{"from Vienna to Rome on 5 May, be there by the afternoon"},
			"dates.departure_date=2026-05-05 destination.code=FCO origin.code=VIE segments[0].arrive_time_window.end=18:00 " +
				"segments[0].arrive_time_window.start=<nil>",
		},
		{
			[]string{"from Vienna to Rome on 5 May, be there by the evening"},
			"dates.departure_date=2026-05-05 destination.code=FCO origin.code=VIE | by the evening",
		},
		{[]string{"from Vienna to Rome, leave by Thursday evening"}, "dates.departure_date=2026-03-05 destination.code=FCO origin.code=VIE"},
		{
			[]string{"from Vienna to Rome, leave by Thursday afternoon"},
			"dates.departure_date=2026-03-05 destination.code=FCO origin.code=VIE segments[0].depart_time_window.end=18:00 " +
				"segments[0].depart_time_window.start=<nil>",
		},
		{
			[]string{"from Vienna to Rome, be there by Thursday morning"},
			"dates.departure_date=2026-03-05 destination.code=FCO origin.code=VIE segments[0].arrive_time_window.end=12:00 " +
				"segments[0].arrive_time_window.start=<nil>",
		},
		{
			[]string{"from Vienna to Rome for our meeting on 3 May, home on 5 May"},
			"dates.departure_date=2026-05-03 dates.return_date=2026-05-05 destination.code=FCO origin.code=VIE " +
				"trip_type=round_trip",
		},
		{[]string{"from Vienna to Rome, getting married on 3 May"}, "dates.departure_date=2026-05-03 destination.code=FCO origin.code=VIE"},
		{[]string{trip, "it is no longer on hold, from 5 to 8 May please"}, "dates.departure_date=2026-05-05 dates.return_date=2026-05-08"},
		{[]string{trip, "Milan instead, leave on 5 May, same return"}, "dates.departure_date=2026-05-05 destination.code=MXP | same"},
		{[]string{trip, "Milan instead, keep the same seats"}, "destination.code=MXP | same"},
		{[]string{trip, "Milan instead, make it the same"}, "destination.code=MXP | same"},
	})
}

// TestLimitsAsSaid reads what a limit of money is for, and what nobody asked for yet.
func TestLimitsAsSaid(t *testing.T) {
	t.Parallel()
	const trip = "from Vienna to Rome 4 to 9 May, 2 adults"
	readTalks(t, []talkRead{
		{
			[]string{trip, "and a hotel, max 350 dollars by night"},
			"lodging.max_price_per_night.amount=350.00 lodging.max_price_per_night.currency=USD",
		},
		{[]string{trip, "flights under 300 euros by night"}, "| flights under 300 euros by night"},
		{[]string{trip, "the flights up to 350 dollars by night"}, "| the flights up to 350 dollars by night"},
		{[]string{trip, "a hotel, 2 doubles, max 220 euros per double per night"}, "lodging.rooms=2 | 220 euros per double per"},
		{[]string{trip, "a hotel for 350 dollars and by night train"}, "| a hotel for 350 dollars and by night train"},
		{
			[]string{trip, "a hotel, max 220 euros per double per night"},
			"lodging.max_price_per_night.amount=220.00 lodging.max_price_per_night.currency=EUR",
		},
		{[]string{trip + ", a hotel, 2 rooms", "max 220 euros per room per night"}, "| max 220 euros per room per night"},
		{
			[]string{trip, "a hotel which allows dogs, near the river, up to 130 euros"},
			"requests[0].kind=pet requests[0].text=which allows dogs requests[1].kind=room requests[1].text=near the river " +
				"| 130 euros",
		},
		{
			[]string{trip, "a hotel, and the budget is 1300 euros"},
			"constraints.budget_total.amount=1300.00 constraints.budget_total.currency=EUR",
		},
		{
			[]string{trip, "budget is €60 000"},
			"constraints.budget_total.amount=60000.00 constraints.budget_total.currency=EUR",
		},
		{[]string{trip, "budget is R60 000"}, "| budget is R60 000"},
		{[]string{trip, "budget is 90,000 shillings each"}, "| budget is 90,000 shillings each"},
		{
			[]string{trip, "Jetstar's fine but would rather Qantas"},
			"airline=Qantas constraints.preferred_airlines[0]=Qantas",
		},
		{[]string{trip, "Jetstar is fine"}, "airline=Jetstar constraints.preferred_airlines[0]=Jetstar"},
		{
			[]string{trip, "We don't mind Milan instead of Rome if it makes a difference"},
			"| We don't mind Milan instead of Rome if it makes a difference",
		},
		{[]string{trip, "I don't mind Milan"}, "| I don't mind Milan"},
		{[]string{trip, "I don't mind if it is Milan instead of Rome"}, "| I don't mind | if it is Milan instead of Rome"},
		{[]string{trip, "the connection should be in Munich"}, "segments[0].via[0].code=MUC segments[1].via[0].code=MUC"},
		{
			[]string{trip, "the hotel should be in Milan"},
			"inferred[0]=check_in inferred[1]=check_out stays[0].check_in=2026-05-04 stays[0].check_out=2026-05-09 " +
				"stays[0].location_code=MXP stays[0].location_hint=Milan",
		},
		{
			[]string{trip, "business or first class is fine"},
			"| All flights of a trip are searched in one class. Which one shall it be: business or first?",
		},
		{[]string{trip, "direct is preferred, but one stop is also ok"}, "constraints.max_stops=1 | direct is preferred"},
		{[]string{trip, "direct please, one stop is ok"}, "constraints.max_stops=1"},
		{[]string{trip, "direct please, one stop is ok on the way back"}, "constraints.max_stops=0 | one stop is ok on the way back"},
		{[]string{"10 to 20 May but before the 15th"}, "dates.departure_date=2026-05-10 dates.return_date=2026-05-20 trip_type=round_trip | before the 15th"},
		{[]string{trip, "direct, not one with one stop"}, "constraints.max_stops=0"},
		{[]string{trip, "business or economy is fine"}, "no_preference[0]=cabin"},
		{
			[]string{trip, "premium economy or business whichever is under 3500 dollars"},
			"constraints.budget_total.amount=3500.00 constraints.budget_total.currency=USD | All flights of a trip are " +
				"searched in one class. Which one shall it be: premium economy or business?",
		},
	})
}

// TestBoundsOfATime takes days that bound a time for its bounds, and those that do not lie in it for nothing of it.
func TestBoundsOfATime(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{
			[]string{"from Vienna to Rome any day in May after the 10th of April"},
			"destination.code=FCO origin.code=VIE segments[0].depart_between.from=2026-05-01 " +
				"segments[0].depart_between.to=2026-05-31 | after the 10th of April",
		},
		{
			[]string{"from Vienna to Rome any day in May before the 10th of June"},
			"destination.code=FCO origin.code=VIE segments[0].depart_between.from=2026-05-01 " +
				"segments[0].depart_between.to=2026-05-31 | before the 10th of June",
		},
		{
			[]string{"from Vienna to Rome in May, back before the 20th of May"},
			"destination.code=FCO origin.code=VIE | before the 20th of May | Which day in May do you mean?",
		},
		{
			[]string{"from Vienna to Rome from 10 to 20 December, back before Christmas"},
			"dates.departure_date=2026-12-10 dates.return_date=2026-12-20 destination.code=FCO origin.code=VIE " +
				"trip_type=round_trip | Which day before Fri 25 Dec 2026 do you mean?",
		},
		{
			[]string{"from Vienna to Rome in June, 10 nights, around the 10th of July, give or take 2 days"},
			"destination.code=FCO nights.max=10 nights.min=10 origin.code=VIE segments[0].depart_between.from=2026-05-30 " +
				"segments[0].depart_between.to=2026-07-02 trip_type=round_trip | 10th of July",
		},
		{
			[]string{"from Vienna to Rome in July, 10 nights, around 10 June, give or take 2 days"},
			"destination.code=FCO nights.max=10 nights.min=10 origin.code=VIE segments[0].depart_between.from=2026-06-29 " +
				"segments[0].depart_between.to=2026-08-02 trip_type=round_trip | 10 June",
		},
		{
			[]string{"one way from Vienna to Rome between 3 and 6 May, any day will do"},
			"destination.code=FCO lodging.needed=false origin.code=VIE segments[0].depart_between.from=2026-05-03 " +
				"segments[0].depart_between.to=2026-05-06 trip_type=one_way",
		},
		{[]string{"from Vienna to Rome in May, 2 adults", "fly on the 5th and a hotel"}, "dates.departure_date=2026-05-05"},
		{
			[]string{"from Vienna to Rome on 8 June, 2 adults", "back on Tuesday or Wednesday"},
			"segments[1].alternatives.depart_date[0]=2026-06-09 segments[1].alternatives.depart_date[1]=2026-06-10 " +
				"trip_type=round_trip",
		},
		{[]string{"from Vienna to Rome with our son, April, 2 adults"}, "destination.code=FCO origin.code=VIE travelers.adults=2 travelers.children=1 | April"},
		{
			[]string{"from Vienna to Rome, in the week of 8 June, back on Thursday"},
			"dates.return_date=2026-06-11 destination.code=FCO origin.code=VIE trip_type=round_trip | Which day in the " +
				"week of 8 June do you mean?",
		},
	})
}

// TestLimitsBesideWishes reads limits, classes and airlines beside what else is wished.
func TestLimitsBesideWishes(t *testing.T) {
	t.Parallel()
	const trip = "from Vienna to Rome 4 to 9 May, 2 adults"
	readTalks(t, []talkRead{
		{[]string{trip, "a flight please. A hotel which allows dogs, up to 130 euros"}, "requests[0].kind=pet requests[0].text=which allows dogs | 130 euros"},
		{
			[]string{trip, "flights and a hotel which allows dogs, up to 1300 euros"},
			"constraints.budget_total.amount=1300.00 constraints.budget_total.currency=EUR requests[0].kind=pet " +
				"requests[0].text=which allows dogs",
		},
		{
			[]string{trip, "1 room, max 220 euros per room per night"},
			"lodging.max_price_per_night.amount=220.00 lodging.max_price_per_night.currency=EUR lodging.rooms=1",
		},
		{[]string{trip, "a hotel with 2 rooms, max 220 euros per room per night"}, "lodging.rooms=2 | 220 euros per room per"},
		{[]string{trip, "under 350 dollars by night bus"}, "constraints.budget_total.amount=350.00 constraints.budget_total.currency=USD | bus"},
		{[]string{trip, "we would like Milan instead if it's cheaper"}, "destination.code=MXP | if it's cheaper"},
		{[]string{trip, "don't take Milan instead if it's cheaper"}, "| don't take Milan instead | if it's cheaper"},
		{
			[]string{trip, "I like Jetstar but I would rather fly Qantas"},
			"airline=Qantas constraints.preferred_airlines[0]=Jetstar constraints.preferred_airlines[1]=Qantas",
		},
		{[]string{trip, "Jetstar is fine and I'd rather not change"}, "airline=Jetstar constraints.preferred_airlines[0]=Jetstar"},
		{[]string{trip, "economy or the economy class is fine"}, "cabin=economy"},
		{
			[]string{trip, "business or first thing in the morning"},
			"cabin=business segments[0].depart_time_window.end=12:00 segments[0].depart_time_window.start=04:00 " +
				"segments[1].depart_time_window.end=12:00 segments[1].depart_time_window.start=04:00",
		},
		{[]string{trip + ", budget 2000 euros", "per person"}, "| per person"},
		{[]string{trip + ", budget 2000 euros", "that budget is per person"}, "constraints.budget_total.amount=4000.00 constraints.budget_total.currency=EUR"},
		{[]string{trip + ", with a hotel", "can you get us breakfast?"}, "requests[0].kind=room requests[0].text=us breakfast"},
		{[]string{trip + ", with a hotel", "breakfast?"}, ""},
		{[]string{trip + ", with a hotel", "is there wifi"}, ""},
		{[]string{trip + ", with a hotel", "do we need a visa letter?"}, "kind=assist"},
		{
			[]string{"vienna to rome 4 may, preferred delta please"},
			"airline=Delta Air Lines constraints.preferred_airlines[0]=Delta Air Lines dates.departure_date=2026-05-04 " +
				"destination.code=FCO origin.code=VIE",
		},
		{[]string{trip, "budget EUR 60 000"}, "constraints.budget_total.amount=60000.00 constraints.budget_total.currency=EUR"},
		{[]string{trip, "the connection will be in Munich"}, "segments[0].via[0].code=MUC segments[1].via[0].code=MUC"},
		{
			[]string{"from Vienna to Rome on 4 May, 2 adults", "budget €500 10 nights"},
			"constraints.budget_total.amount=500.00 constraints.budget_total.currency=EUR dates.return_date=2026-05-14 " +
				"inferred[0]=return_date inferred[1]=check_out lodging.check_out=2026-05-14 lodging.nights=10 " +
				"trip_type=round_trip",
		},
		{
			[]string{"vienna to rome 4 may, delta or united"},
			"airline=United Airlines constraints.preferred_airlines[0]=Delta Air Lines " +
				"constraints.preferred_airlines[1]=United Airlines dates.departure_date=2026-05-04 destination.code=FCO " +
				"origin.code=VIE",
		},
		{
			[]string{"vienna to rome 4 may, delta only"},
			"airline=Delta Air Lines constraints.preferred_airlines[0]=Delta Air Lines dates.departure_date=2026-05-04 " +
				"destination.code=FCO origin.code=VIE",
		},
	})
}

// TestLimitsOfAll reads limits of the whole trip beside a hotel that is added.
func TestLimitsOfAll(t *testing.T) {
	t.Parallel()
	const trip = "from Vienna to Rome 4 to 9 May, 2 adults"
	readTalks(t, []talkRead{
		{[]string{trip, "add a hotel, we have 2000 euros"}, "constraints.budget_total.amount=2000.00 constraints.budget_total.currency=EUR"},
		{[]string{trip, "add a hotel, limit is 2000 euros"}, "constraints.budget_total.amount=2000.00 constraints.budget_total.currency=EUR"},
		{[]string{trip, "we need a hotel, max 500 euros"}, "| we need a hotel, max 500 euros"},
		{[]string{trip, "with a hotel, at most 2000 euros for both of us"}, "constraints.budget_total.amount=2000.00 constraints.budget_total.currency=EUR"},
		{
			[]string{trip, "add a hotel with a pool, and we can pay up to 2000 euros"},
			"constraints.budget_total.amount=2000.00 constraints.budget_total.currency=EUR requests[0].kind=room requests[0].text=a " +
				"pool",
		},
		{[]string{trip + ", max 2000 euros", "I meant for both, not each"}, "| I meant for both, not each"},
		{[]string{trip, "budget 60 000 rand"}, "constraints.budget_total.amount=60000.00 constraints.budget_total.currency=ZAR"},
		{
			[]string{trip, "budget is 9,000 rand"},
			"constraints.budget_total.amount=9000.00 constraints.budget_total.currency=ZAR",
		},
	})
}
