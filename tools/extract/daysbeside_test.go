package extract_test

import (
	"strings"
	"testing"
)

// TestWeeksBehind: "a week on Friday" and "Friday week" are a week behind that Friday.
// Rule: 6.7.day
func TestWeeksBehind(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{ // today is Wednesday 4 March
		"a week on friday": "03-13", "a week tomorrow": "03-12", "a week today": "03-11", "two weeks on Friday": "03-20",
		"tomorrow week": "03-12", "friday week": "03-13", "on Saturday in a week": "03-14", "on friday in two weeks": "03-20",
	} {
		for _, message := range []string{"London to Rome " + said + ", one way, 1 adult", "One way from Leeds to Oslo for 2 people, " + said} {
			if got := stayed(t, "", message); got != want+" |" {
				t.Errorf("%s: %s, want %s", message, got, want)
			}
		}
	}
}

// TestDaysBesideAnother: weekdays and numbers of days beside the day of something else, or beside a stay to which flights
// are added, are counted from it and not from today.
// Rule: 6.7.day
func TestDaysBesideAnother(t *testing.T) {
	t.Parallel()
	things := []string{"My sister gets married in Naples on Saturday 24 April", "Our meeting in Naples is on 24 April", "The wedding in Naples is on 24 April"}
	for _, thing := range things {
		for days, want := range map[string]string{
			"so I fly from Oslo on Thursday and return on Monday":   "04-23 04-27",
			"I want to fly there from Oslo the Friday, back Sunday": "04-24 04-26",
		} {
			if got := stayed(t, "", thing+", "+days); !strings.HasPrefix(got, want) {
				t.Errorf("%s, %s: %s, want %s", thing, days, got, want)
			}
		}
	}
	for _, days := range [][3]string{
		{"also flights from Eindhoven, go on the 30th", "fly back on the 2nd", "12-30 01-02 sleeps 12-31 01-02"},
		{"I need a flight from Leeds on Wednesday", "and a flight back on Saturday", "12-30 01-02 sleeps 12-31 01-02"},
	} {
		got := stayed(t, "", "hotel in Budapest for 2, check in 31 Dec, 2 nights", days[0], days[1])
		if got = strings.ReplaceAll(got, "2027-", ""); !strings.HasPrefix(got, days[2]) {
			t.Errorf("%v: %s", days, got)
		}
	}
}

// TestThereAndBackInADay: who is back in a day, or the same day, flies both ways on it.
// Rule: 6.7.day
func TestThereAndBackInADay(t *testing.T) {
	t.Parallel()
	for _, back := range []string{
		"there and back in a day", "back in one day", "same day back", "back the same day", "returning the same evening",
		"there and back in a day, nobody else coming",
	} {
		if got := stayed(t, "", "Toulouse to Lyon for work on monday the 9th, "+back); !strings.HasPrefix(got, "03-09 03-09") {
			t.Errorf("%s: %s", back, got)
		}
	}
}

// TestRangesOfDays: days between which one is, or is not, are one range, and so are bare numbers beside the days of a trip.
// Rule: 6.7.day
func TestRangesOfDays(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{
			[]string{"Flug von Wien nach Oslo zwischen 5. und 20. August, 4 Nächte"},
			"destination.code=OSL lodging.needed=false nights.max=4 nights.min=4 origin.code=VIE segments[0].depart_between.from=2026-08-05 " +
				"segments[0].depart_between.to=2026-08-16 trip_type=round_trip",
		},
		{
			[]string{"Berlin to Athens between 10 and 14 May, 7 nights", "but not between the 11th and 12th of May"},
			"excluded_days[0].from=2026-05-11 excluded_days[0].to=2026-05-12",
		},
	})
	stay := "hotel in Krakow for 2, 20 to 23 May"
	for _, said := range []string{"can we do 22 to 25 instead?", "sorry 22-25 not 20-23", "make it 22-25", "22 to 25 please"} {
		if got := stayed(t, "", stay, said); !strings.HasPrefix(got, "sleeps 05-22 05-25") {
			t.Errorf("%s: %s", said, got)
		}
	}
	for _, said := range []string{"for 2-3 people", "options 1-3", "children aged 7-13", "between 7 and 9 pm"} {
		if got := stayed(t, "", stay, said); !strings.HasPrefix(got, "sleeps 05-20 05-23") {
			t.Errorf("%s: %s", said, got)
		}
	}
}

// TestFirstNightIsNoTime: the first night of a stay says nothing of when a flight leaves.
// Rule: 6.7.time
func TestFirstNightIsNoTime(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"first night we stay elsewhere", "hotel only for the first night", "we sleep at the airport hotel the first night", "the last night is at a friend's place",
	} {
		res, _ := say(t, newIntent(t), "Lyon to Rome on 5 May, back 9 May, 2 adults, "+said)
		for _, s := range res.TripIntent.Segments {
			if s.DepartTimeWindow != nil || s.ArriveTimeWindow != nil {
				t.Errorf("%s: a time", said)
			}
		}
	}
}

// TestThereTheNextMorning: when one is to be there on the day behind the flight says nothing of when that lands.
// Rule: 6.7.time
func TestThereTheNextMorning(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"I must be there by 9am on 14 May, flying the day before", "my meeting starts at 10:00 on 14 May, leaving the day before",
		"I have to be in Rome for 8:30 on 14 May, so flying the night before",
	} {
		res, _ := say(t, newIntent(t), "Lisbon to Rome, "+said+", 1 adult, one way")
		for _, s := range res.TripIntent.Segments {
			if s.ArriveTimeWindow != nil {
				t.Errorf("%s: lands at a time", said)
			}
		}
		if len(res.Unread) == 0 || res.TripIntent.Dates.DepartureDate != "2026-05-13" {
			t.Errorf("%s: %+v, told %v", said, res.TripIntent.Dates, res.Unread)
		}
	}
}

// TestDaysWithAStroke: "the 9th/10th" is one of two days, of the way that it is said of, and never out and back.
// Rule: 6.7.day
func TestDaysWithAStroke(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{
			[]string{"Berlin to Rome 5th/6th of May, one way"},
			"destination.code=FCO lodging.needed=false origin.code=BER segments[0].alternatives.depart_date[0]=2026-05-05 " +
				"segments[0].alternatives.depart_date[1]=2026-05-06 trip_type=one_way",
		},
		{
			[]string{"Berlin to Rome on 5 May, back the 9th/10th"},
			"dates.departure_date=2026-05-05 destination.code=FCO origin.code=BER " +
				"segments[1].alternatives.depart_date[0]=2026-05-09 segments[1].alternatives.depart_date[1]=2026-05-10 trip_type=round_trip",
		},
	})
}
