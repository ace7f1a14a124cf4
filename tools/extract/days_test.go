package extract_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestBehindAMonth: a number that counts something is no day of the month before it.
func TestBehindAMonth(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{
			[]string{"Leeds to Oslo in July 2 weeks"},
			"destination.code=OSL nights.max=14 nights.min=14 origin.code=LBA segments[0].depart_between.from=2026-07-01 " +
				"segments[0].depart_between.to=2026-07-31 trip_type=round_trip",
		},
		{[]string{"Leeds to Oslo, july 2 adults 2"}, "dates.departure_date=2026-07-02 destination.code=OSL origin.code=LBA | 2"},
		{[]string{"Leeds to Oslo in July 2 adults"}, "destination.code=OSL origin.code=LBA travelers.adults=2 | Which day in July do you mean?"},
		{
			[]string{"Leeds to Oslo July 2nd for 2 nights"},
			"dates.departure_date=2026-07-02 dates.return_date=2026-07-04 destination.code=OSL inferred[0]=return_date " +
				"inferred[1]=check_out lodging.check_out=2026-07-04 lodging.nights=2 origin.code=LBA trip_type=round_trip",
		},
		{
			[]string{"Leeds to Oslo on May 4, back on May 9, 2 adults, 2 rooms", "the fair is postponed to May 11-14"},
			"dates.departure_date=2026-05-11 dates.return_date=2026-05-14",
		},
		{[]string{"Leeds to Oslo in October", "2 people"}, "travelers.adults=2"},
		{[]string{"Leeds to Oslo in October", "for 2"}, "travelers.adults=2"},
	})
}

// TestWholeDays: days that are said of no place to sleep are the whole trip's.
func TestWholeDays(t *testing.T) {
	t.Parallel()
	const known = "dates.departure_date=2026-12-20 dates.return_date=2027-01-05 " + landsThatDay + " trip_type=round_trip"
	readTalks(t, []talkRead{
		{[]string{"Delhi to Toronto on Dec 22, 2 adults", "Arrive on 20 December and stay until 5 January"}, known},
		{[]string{"Delhi to Toronto on Dec 22, 2 adults", "arriving on 20 December, staying until 5 January"}, known},
		{
			[]string{"Delhi to Toronto on Dec 22, 2 adults", "we arrive at the hotel on 23 December and stay until 5 January"},
			"lodging.check_in=2026-12-23 lodging.check_out=2027-01-05",
		},
		{
			[]string{"flights for my daughter's wedding in Lisbon on 15 August? from Leeds, arriving the 13th, leaving the 17th"},
			"dates.departure_date=2026-08-13 dates.return_date=2026-08-17 destination.code=LIS lodging.needed=false " +
				"origin.code=LBA " + landsThatDay + " trip_type=round_trip | on 15 August",
		},
		{
			[]string{"Leeds to Oslo on May 4, back the next day"},
			"dates.departure_date=2026-05-04 dates.return_date=2026-05-05 destination.code=OSL origin.code=LBA trip_type=round_trip",
		},
		{
			[]string{"Leeds to Oslo on May 4, returning the following day"},
			"dates.departure_date=2026-05-04 dates.return_date=2026-05-05 destination.code=OSL origin.code=LBA trip_type=round_trip",
		},
		{
			[]string{"fly to Madrid there and back on the 3rd of December, from Leeds"},
			"dates.departure_date=2026-12-03 dates.return_date=2026-12-03 destination.code=MAD lodging.needed=false origin.code=LBA trip_type=round_trip",
		},
		{
			[]string{"a hotel in Oslo, I go next tuesday, back thursday, from Leeds"},
			"dates.departure_date=2026-03-10 dates.return_date=2026-03-12 destination.code=OSL inferred[0]=adults " +
				"inferred[1]=destination lodging.location_hint=Oslo origin.code=LBA travelers.adults=1 trip_type=round_trip",
		},
		{
			[]string{"to Oslo next tuesday, back thursday, from Leeds, with a hotel"},
			"dates.departure_date=2026-03-10 dates.return_date=2026-03-12 destination.code=OSL origin.code=LBA trip_type=round_trip",
		},
		{
			[]string{"Leeds to Oslo on June 18th, three nights", "what about going a day earlier"},
			"dates.departure_date=2026-06-17 dates.return_date=2026-06-20 lodging.check_out=2026-06-20",
		},
	})
}

// TestThereAt: a time at which one wants to be there is when to land, not when to leave.
func TestThereAt(t *testing.T) {
	t.Parallel()
	const known = "dates.departure_date=2026-12-07 destination.code=BRU origin.code=GVA"
	readTalks(t, []talkRead{
		{
			[]string{"I need to be in Brussels on Monday 7 December at 9am, coming from Geneva"},
			strings.Replace(known, "origin", "inferred[0]=adults origin", 1) +
				" segments[0].arrive_time_window.end=09:00 segments[0].arrive_time_window.start=<nil> travelers.adults=1",
		},
		{
			[]string{"Geneva to Brussels on December 7, leaving around 9am"},
			known + " segments[0].depart_time_window.end=10:00 segments[0].depart_time_window.start=08:00",
		},
	})
}

// TestEitherDay: of two days that would do one is to be chosen.
func TestEitherDay(t *testing.T) {
	t.Parallel()
	const (
		ends  = "destination.code=MAD origin.code=LIS"
		there = "Leeds to Oslo, Fri May 8 to Sun May 10, 1 adult"
	)
	readTalks(t, []talkRead{
		{
			[]string{"Lisbon to Madrid tonight or tomorrow"},
			ends + " segments[0].alternatives.depart_date[0]=2026-03-04 segments[0].alternatives.depart_date[1]=2026-03-05",
		},
		{[]string{"Lisbon to Madrid on May 4 or 5"}, ends + " segments[0].alternatives.depart_date[0]=2026-05-04 segments[0].alternatives.depart_date[1]=2026-05-05"},
		{
			[]string{"Lisbon to Madrid on the 4th or 5th of May"},
			ends + " segments[0].alternatives.depart_date[0]=2026-05-04 segments[0].alternatives.depart_date[1]=2026-05-05",
		},
		{
			[]string{"Lisbon to Madrid on Friday or maybe on Saturday"},
			ends + " segments[0].alternatives.depart_date[0]=2026-03-06 segments[0].alternatives.depart_date[1]=2026-03-07",
		},
		{
			[]string{"Lisbon to Madrid on May 4 or May 5, back on May 9"},
			"dates.return_date=2026-05-09 " + ends +
				" segments[0].alternatives.depart_date[0]=2026-05-04 segments[0].alternatives.depart_date[1]=2026-05-05 trip_type=round_trip",
		},
		{
			[]string{"Lisbon to Madrid on May 4, back on May 9 or 10"},
			"dates.departure_date=2026-05-04 " + ends +
				" segments[1].alternatives.depart_date[0]=2026-05-09 segments[1].alternatives.depart_date[1]=2026-05-10 trip_type=round_trip",
		},
		{[]string{there, "earliest on sunday you have?"}, "dates.return_date=2026-05-10"},
		{[]string{there, "on Sunday instead"}, "dates.departure_date=2026-05-10"},
	})
}

// TestNotThatDay reads bare numbers of days where one of them is a day of the trip.
func TestNotThatDay(t *testing.T) {
	t.Parallel()
	const there = "from Oslo to London Jan 13 to 20"
	readTalks(t, []talkRead{
		{[]string{there, "i meant 14 not 13"}, "dates.departure_date=2027-01-14"},
		{[]string{there, "14, not 13"}, "dates.departure_date=2027-01-14"},
		{[]string{there, "not the 20 but 21"}, "dates.return_date=2027-01-21"},
		{[]string{there, "not 20, 21"}, "dates.return_date=2027-01-21"},
		{[]string{there, "not 2, 3"}, "| not 2, 3"},
	})
}

// stayed tells the days of a trip after messages: those of the flights, and of the place to sleep. What was not used
// stands behind them.
func stayed(t *testing.T, about string, messages ...string) string {
	t.Helper()
	in, told := newIntent(t), ""
	for i, message := range messages {
		if in.Status.Ask = nil; i == len(messages)-1 && about != "" {
			in.Status.Ask = &trip.Ask{Kind: trip.AskMissing, About: strings.Fields(about), Text: "When?"}
		}
		res, raw := say(t, in, message)
		in, told = merge(t, in, raw), strings.Join(res.Unread, ", ")
		if i == len(messages)-1 && len(in.Itinerary.ExcludedDays) > 0 {
			told += " not on " + in.Itinerary.ExcludedDays[0].From.String()
		}
	}
	var all []string
	add := func(days ...trip.Date) {
		for _, d := range days {
			if d != 0 {
				all = append(all, strings.TrimPrefix(d.String(), "2026-"))
			}
		}
	}
	for _, leg := range in.Itinerary.Segments {
		add(leg.DepartDate)
	}
	if in.Itinerary.Lodging.Needed {
		all = append(all, "sleeps")
		if stays := in.Itinerary.Lodging.Stays; len(stays) > 0 {
			add(stays[0].CheckIn, stays[0].CheckOut)
		} else {
			add(in.Itinerary.Lodging.CheckIn, in.Itinerary.Lodging.CheckOut)
		}
	}
	return strings.TrimSpace(strings.Join(all, " ") + " | " + told)
}

// TestDaysOfWhatIsReserved: the days for which somebody wants a thing booked, reserved or held are days of the trip, also
// while options are shown. Until when it shall be held is none.
// Rule: 6.7.day
func TestDaysOfWhatIsReserved(t *testing.T) {
	t.Parallel()
	const (
		asked  = "itinerary.lodging.stays[0].check_in itinerary.lodging.stays[0].check_out"
		hotel  = "hotel in Sacramento for 2"
		flight = "one way from Oslo to Rome on June 3, 1 adult"
	)
	for _, verb := range []string{"book it", "reserve it", "please reserve that", "I would like to reserve it", "could you hold it", "yes. Reserve it"} {
		for days, want := range map[string]string{
			"for June 5": "06-05", "for the 5th of June": "06-05", "from June 5 to June 8": "06-05 06-08",
			"for June 5 to 8": "06-05 06-08", "from the 5th to the 8th of June": "06-05 06-08",
			"so that I will be able to check in on June 5": "06-05", "from June 5 for 3 nights": "06-05 06-08",
		} {
			if got := stayed(t, asked, hotel, verb+" "+days); got != "sleeps "+want+" |" {
				t.Errorf("%s %s: %s, want %s", verb, days, got, want)
			}
			in := strings.Fields(want + " 06-10")
			if got := stayed(t, "", hotel+", June 3 to June 10", verb+" "+days); got != fmt.Sprintf("sleeps %s %s |", in[0], in[1]) {
				t.Errorf("%s %s, of a known stay: %s", verb, days, got)
			}
			if got := stayed(t, "", flight, verb+" for June 6"); got != "06-06 |" {
				t.Errorf("%s for June 6, of a flight: %s", verb, got)
			}
		}
		for _, kept := range []string{"until Friday", "for 2 days", "while I ask my wife", "for the 3rd"} {
			got := stayed(t, "", hotel+", June 3 to June 10", verb+" "+kept)
			if verb != "book it" && !strings.HasPrefix(got, "sleeps 06-03 06-10") {
				t.Errorf("%s %s: %s", verb, kept, got)
			}
		}
	}
}

// TestRoomsForADay: a room that is booked for a day moves no flight.
// Rule: 6.7.day
func TestRoomsForADay(t *testing.T) {
	t.Parallel()
	for _, known := range []string{"Oslo to Rome on June 4, 1 adult", "Oslo to Rome from June 4 to June 8, 1 adult, with a hotel"} {
		for _, books := range []string{"please book us a room", "make a reservation at that hotel", "I want to book 1 room", "reserve a hotel there"} {
			if got := stayed(t, "", known, books+" for June 6"); !strings.HasPrefix(got, "06-04 ") || !strings.Contains(got, "sleeps 06-06") {
				t.Errorf("%s for June 6, behind %s: %s", books, known, got)
			}
		}
	}
}

// TestFromOneDayToAnother: "change it from one day to another" gives up the first where that is a day of the trip, and
// names new days where it is none.
// Rule: 6.7.day
func TestFromOneDayToAnother(t *testing.T) {
	t.Parallel()
	for _, says := range []string{"change it from %s to %s", "please change the booking from %s to %s.", "could you move my dates from %s to %s?"} {
		for _, days := range []string{"June %d", "the %dth of June", "%d June"} {
			for _, c := range []struct {
				from, to   int
				stay, trip string
			}{
				{4, 5, "06-05 06-08", "06-05 06-08"},
				{8, 7, "06-04 06-07", "06-04 06-07"},
				{8, 12, "06-04 06-12", "06-04 06-12"},
				{4, 10, "06-04 06-10", "06-04 06-10"},
				{6, 11, "06-06 06-11", "06-06 06-11"},
				{5, 6, "06-05 06-06", "06-05 06-06"},
			} {
				message := fmt.Sprintf(says, fmt.Sprintf(days, c.from), fmt.Sprintf(days, c.to))
				if got := stayed(t, "", "hotel in Rome for 2, June 4 to June 8", message); got != "sleeps "+c.stay+" |" {
					t.Errorf("%s: %s, want %s", message, got, c.stay)
				}
				if got := stayed(t, "", "Oslo to Rome, June 4 to June 8, 2 adults, no hotel", message); got != c.trip+" |" {
					t.Errorf("%s, of flights: %s, want %s", message, got, c.trip)
				}
			}
		}
	}
	for message, want := range map[string]string{
		"change the check-out from the 8th to the 9th":                 "sleeps 06-04 06-09 |",
		"change the check-in from the 4th to the 5th":                  "sleeps 06-05 06-08 |",
		"change the check-out date from the 6th of June to the 9th":    "sleeps 06-04 06-09 | 6th of June",
		"move it from Thursday to Friday":                              "sleeps 06-05 06-08 |",
		"please move my booking from 4-8 June to June 10 till June 12": "sleeps 06-10 06-12 |",
	} {
		if got := stayed(t, "", "hotel in Rome for 2, June 4 to June 8", message); got != want {
			t.Errorf("%s: %s, want %s", message, got, want)
		}
	}
}

// TestEndsOfTheStay: where a stay begins and ends is when one checks in and out, also of a trip with flights, and where
// the trip does when one leaves and comes back. The end of something else is none of them.
// Rule: 6.7.cue
func TestEndsOfTheStay(t *testing.T) {
	t.Parallel()
	const flights = "Oslo to Rome, June 3 to June 9, 2 adults"
	for _, says := range []string{
		"I want the %s to end on June 7", "Wait, actually, I want the %s to end on the 7th of June?", "our %s ends on June 7", "end the %s on June 7",
		"the end of the %s is June 7", "my %s should end on the 7th of June", "the %s ends June 7",
	} {
		for _, stay := range []string{"stay", "hotel stay", "hotel booking", "hotel"} {
			said := fmt.Sprintf(says, stay)
			if got := stayed(t, "", "hotel in Rome for 2 adults, June 3 to June 9", said); got != "sleeps 06-03 06-07 |" {
				t.Errorf("%s: %s", said, got)
			}
			if got := stayed(t, "", flights+", with a hotel", said); got != "06-03 06-09 sleeps 06-03 06-07 |" {
				t.Errorf("%s, beside flights: %s", said, got)
			}
		}
		for _, journey := range []string{"trip", "journey"} {
			said := fmt.Sprintf(says, journey)
			if got := stayed(t, "", flights+", no hotel", said); got != "06-03 06-07 |" {
				t.Errorf("%s: %s", said, got)
			}
		}
	}
	for message, want := range map[string]string{
		"the stay starts on June 5 and ends on June 8": "06-03 06-09 sleeps 06-05 06-08 |",
		"our stay begins on June 5":                    "06-03 06-09 sleeps 06-05 06-09 |",
		"the fair ends on June 8":                      "06-03 06-09 sleeps 06-03 06-09 | the fair ends on June 8",
		"hotel: start date June 4, end date June 8":    "06-03 06-09 sleeps 06-04 06-08 |",
		"the trip starts on June 4 and ends on June 8": "06-04 06-08 sleeps 06-04 06-08 |",
	} {
		if got := stayed(t, "", flights+", with a hotel", message); got != want {
			t.Errorf("%s: %s, want %s", message, got, want)
		}
	}
}

// TestNightsFromADay: so many nights from a day are one thing: that day is the one of check-in. Where only the day of
// check-out is asked for, they say it, and nobody flies back for it.
// Rule: 6.7.day
func TestNightsFromADay(t *testing.T) {
	t.Parallel()
	const out = "itinerary.lodging.check_out"
	for _, begins := range []string{"from", "starting on", "starting from", "beginning", "as of", "starting"} {
		for _, length := range []string{"two nights", "2 nights", "two days"} {
			for _, says := range []string{"for %[1]s %[2]s the 9th of June", "%[1]s %[2]s June 9", "I want it for %[1]s %[2]s June 9", "%[2]s June 9 for %[1]s"} {
				said := fmt.Sprintf(says, length, begins)
				for _, flight := range []string{"Oslo to Rome on June 3, 1 adult, no hotel", "one way from Oslo to Rome on June 3, 1 adult"} {
					if got := stayed(t, out, flight, "book a hotel there", said); got != "06-03 sleeps 06-09 06-11 |" {
						t.Errorf("%s: %s", said, got)
					}
				}
				asked := "itinerary.lodging.stays[0].check_in itinerary.lodging.stays[0].check_out"
				if got := stayed(t, asked, "hotel in Rome for 2 adults", said); got != "sleeps 06-09 06-11 |" {
					t.Errorf("%s, of a hotel: %s", said, got)
				}
			}
		}
	}
	for message, want := range map[string]string{
		"make it for two days": "06-03 sleeps 06-03 06-05 |", "two nights": "06-03 sleeps 06-03 06-05 |",
		"3 nights as of Friday": "06-03 sleeps 06-05 06-08 |", "I'd stay 4 nights": "06-03 sleeps 06-03 06-07 |",
		"from the 9th": "06-03 sleeps 06-09 |", "the 9th": "06-03 sleeps 06-03 06-09 |", "until the 9th": "06-03 sleeps 06-03 06-09 |",
	} {
		if got := stayed(t, out, "Oslo to Rome on June 3, 1 adult, no hotel", "book a hotel there", message); got != want {
			t.Errorf("%s: %s, want %s", message, got, want)
		}
	}
}

// TestBackAtWork: the day on which one is back at work or at school is the one of the way back; a day on which one works
// is none on which one travels.
// Rule: 6.7.day
func TestBackAtWork(t *testing.T) {
	t.Parallel()
	const flight = "Oslo to Rome on June 4, 1 adult, no hotel"
	for _, where := range []string{"at work", "to work", "in the office", "at school", "at my desk", "at our jobs", "home"} {
		for _, says := range []string{
			"I need to be back %s on June 12", "we have to be back %s by the 12th of June.", "I must be back %s on the 12th",
			"back %s on June 12 please",
		} {
			message := fmt.Sprintf(says, where)
			if got := stayed(t, "", flight, message); got != "06-04 06-12 |" {
				t.Errorf("%s: %s", message, got)
			}
		}
	}
	for _, message := range []string{"I have to work on June 12", "I work on June 12", "we are busy on June 12", "I have to be at work on June 12"} {
		if got := stayed(t, "", flight, message); got != "06-04 |  not on 2026-06-12" {
			t.Errorf("%s: %s", message, got)
		}
	}
	for _, plans := range []string{"Plans to get back", "planning to get back", "I plan on getting back", "we plan to be back"} {
		if got := stayed(t, "", plans+" on June 12", "Oslo to Rome on June 4, no hotel"); got != "06-04 06-12 |" {
			t.Errorf("%s: %s", plans, got)
		}
		if res := extractFrom(t, plans+" on June 12", "{}"); res.TripIntent.Dates.DepartureDate != "" || len(res.Unread) > 0 {
			t.Errorf("%s: %s, told %q", plans, flat(t, res), res.Unread)
		}
	}
}

// TestDaysOfAnErrand: an errand and what the sentences behind it say of it move no day of the trip, and are told.
// Rule: 6.7.other
func TestDaysOfAnErrand(t *testing.T) {
	t.Parallel()
	for _, errand := range []string{"I'd also like to reserve a car there", "we want to rent a car", "I need a rental car", "book me a massage as well"} {
		for _, more := range []string{"I'll need it from Friday to Sunday", "It should be for 3 days from Saturday", "Get it for the 9th"} {
			for _, known := range []string{"{" + planned + "}", "{}"} {
				res := extractFrom(t, errand+". "+more+".", known)
				if got := flat(t, res); got != "" || !strings.Contains(strings.Join(res.Unread, " "), more) {
					t.Errorf("%s. %s: %s, told %q", errand, more, got, res.Unread)
				}
			}
		}
	}
}

// TestNumberWithinTheRange: a day that is said by its number alone is of the month of the range that it lies in, in the
// same message or the one before.
// Rule: 6.7.day
func TestNumberWithinTheRange(t *testing.T) {
	t.Parallel()
	forms := map[string]string{
		"hotel from the 14th to the 17th":         `"check_in":"2026-04-14","check_out":"2026-04-17"`,
		"hotel from the 14th":                     `"check_in":"2026-04-14"`,
		"hotel from the 11th":                     `"check_in":"2026-04-11"`,
		"hotel just for the night of the 12th":    `"check_in":"2026-04-12","check_out":"2026-04-13"`,
		"not on the 12th":                         `"from":"2026-04-12","to":"2026-04-12"`,
		"I'm busy on the 13th":                    `"from":"2026-04-13","to":"2026-04-13"`,
		"but not from the 12th to the 15th":       `"from":"2026-04-12","to":"2026-04-15"`,
		"but not the 12th or 13th":                `"from":"2026-04-13","to":"2026-04-13"`,
		"can't fly in the morning on the 12th":    `"departure_date":"2026-04-12"`,
		"but we want to come back on the 18th":    `"return_date":"2026-04-18"`,
		"I would rather leave on the 13th":        `"departure_date":"2026-04-13"`,
		"leaving on the 12th, back on the 20th":   `"departure_date":"2026-04-12","return_date":"2026-04-20"`,
		"leaving the 12th and coming on the 19th": `"departure_date":"2026-04-12"`,
	}
	for _, days := range []string{"12 to 19 April", "12-19 April", "12 April to 19 April", "from April 12 to April 19", "12 April, back 19 April"} {
		for form, want := range forms {
			for _, link := range []string{", ", ". "} {
				message := "Dublin to Rome " + days + link + form
				res, raw := say(t, newIntent(t), message)
				if !strings.Contains(string(raw), want) || strings.Contains(string(raw), "2026-05") {
					t.Errorf("%q: %s, want %s", message, flat(t, res), want)
				}
			}
		}
	}
	for _, form := range []string{"hotel from the 14th to the 17th", "hotel from the 14th", "a hotel for the night of the 14th"} {
		in, _ := converse(t, []string{"Dublin to Rome 12 to 19 April, 2 adults", form})
		if got := in.Itinerary.Lodging.CheckIn.String(); got != "2026-04-14" {
			t.Errorf("%q: check-in %s", form, got)
		}
	}
}

// TestTimeOfTheDayBeside: a time before its day is of that day, and not of the one in the clause before it.
// Rule: 6.7.time
func TestTimeOfTheDayBeside(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"can't fly in the morning on the %s", "no flights in the morning on the %s"} {
		for k, day := range []string{"12th", "19th"} {
			message := "Dublin to Rome 12 April, back 19 April, " + fmt.Sprintf(form, day)
			want := fmt.Sprintf("segments[%d].depart_time_window.start=12:00", k)
			if got := flat(t, extractFrom(t, message, "{}")); !strings.Contains(got, want) || strings.Count(got, ".start=") != 1 {
				t.Errorf("%q: %s, want %s", message, got, want)
			}
		}
	}
}
