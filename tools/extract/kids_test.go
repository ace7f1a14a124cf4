package extract_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestKidsWithoutNumber: children are told by their ages behind the word too, and those of whom nobody says how many
// there are, are asked for: nobody is left at home in silence.
func TestKidsWithoutNumber(t *testing.T) {
	t.Parallel()
	const our = "my husband and I and our kids from Leeds to Malaga, 3 to 10 July"
	readTalks(t, []talkRead{
		{
			[]string{"me hubby and kids 4, 7 and 10 to Malaga"},
			"destination.code=AGP travelers.adults=2 travelers.ages[0]=4 travelers.ages[1]=7 travelers.ages[2]=10 travelers.children=3",
		},
		{[]string{"me, hubby and kids 4 and 7 to Malaga"}, "destination.code=AGP travelers.adults=2 travelers.ages[0]=4 travelers.ages[1]=7 travelers.children=2"},
		{[]string{"me my husband and 2 kids to Malaga"}, "destination.code=AGP travelers.adults=2 travelers.children=2"},
		{[]string{"my husband and I and our kids to Malaga"}, "destination.code=AGP travelers.adults=2 | How many children come along, and how old are they?"},
		{[]string{"2 adults and children 2 to Malaga"}, "destination.code=AGP travelers.adults=2 travelers.children=2"},
		{[]string{"adults 2 kids 1 infant 1 to Malaga"}, "destination.code=AGP travelers.adults=2 travelers.children=1 travelers.infants=1"},
		{[]string{"a party of five including 2 kids to Malaga"}, "destination.code=AGP travelers.adults=3 travelers.children=2"},
		{[]string{"3 of us to Malaga, two are kids"}, "destination.code=AGP travelers.adults=1 travelers.children=2"},
		{[]string{"three people to Malaga, one is a baby"}, "destination.code=AGP travelers.adults=2 travelers.infants=1"},
		{[]string{"to Malaga, half of us are kids, we are 6"}, "destination.code=AGP travelers.adults=6 | How many children come along, and how old are they?"},
		{[]string{"to Malaga, I lost my late husband, so it's me and my sister"}, "destination.code=AGP travelers.adults=2"},
		{[]string{our, "2 kids"}, "travelers.children=2"},
		{[]string{our, "two adults and two children"}, "travelers.children=2"},
		{
			[]string{"to Malaga", "we are 5 in all, the kids are 3, 6 and 9"},
			"travelers.adults=2 travelers.ages[0]=3 travelers.ages[1]=6 travelers.ages[2]=9 travelers.children=3",
		},
	})
}

// TestOneselfWithKids counts the person who writes and travels with children that are told by their ages alone, or with
// friends joined by any "and".
func TestOneselfWithKids(t *testing.T) {
	t.Parallel()
	for _, and := range []string{"and", "plus", "&", "+", "n"} {
		for rest, want := range map[string]string{
			"kids aged 11 and 8": "travelers.adults=1 travelers.ages[0]=11 travelers.ages[1]=8 travelers.children=2",
			"my kids (4 and 7)":  "travelers.adults=1 travelers.ages[0]=4 travelers.ages[1]=7 travelers.children=2",
			"my 2 mates":         "travelers.adults=3",
		} {
			message := "Me " + and + " " + rest + ", Toronto to Dublin 2 June"
			if got := flat(t, extractFrom(t, message, "{}")); !strings.Contains(got+" ", want+" ") {
				t.Errorf("%q: %s, want %s", message, got, want)
			}
		}
	}
}

// TestHowManyKids reads the answers to that question.
func TestHowManyKids(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ message, want string }{
		{"3", "travelers.children=3"},
		{"they are 4, 7 and 10", "travelers.ages[0]=4 travelers.ages[1]=7 travelers.ages[2]=10 travelers.children=3"},
		{"4 and 7", "travelers.ages[0]=4 travelers.ages[1]=7 travelers.children=2"},
		{"none, just us", "clears party.travelers.children"},
	} {
		in := newIntent(t)
		_, raw := say(t, in, "my husband and I and our kids from Leeds to Malaga, 3 to 10 July")
		in = merge(t, in, raw)
		in.Status.Ask = &trip.Ask{Kind: trip.AskClarify, About: []string{"party.travelers.children"}}
		res := readIn(t, in, c.message)
		got := flat(t, res)
		if len(res.Clears) > 0 {
			got = "clears " + res.Clears[0]
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.message, got, c.want)
		}
	}
}

// TestSmallChildrenByAge counts everybody once who is called a toddler and told by an age, also in halves of years.
func TestSmallChildrenByAge(t *testing.T) {
	t.Parallel()
	for _, noun := range []string{"toddler", "baby", "infant"} {
		for form, ages := range map[string][]string{
			"(%s)": {"1", "2", "3", "2 1/2", "2½", "1 1/2"}, "aged %s": {"1", "2", "3", "2 1/2", "two and a half"},
			"who is %s": {"1", "2", "3", "2.5", "two and a half"}, "of %s": {"2", "3"},
		} {
			for _, age := range ages {
				message := fmt.Sprintf("two adults and a "+noun+" "+form+", Oslo to Malaga 5 July", age)
				want := "travelers.ages[0]=" + age[:1] + " travelers.children=1 "
				switch age {
				case "1", "1 1/2":
					want = "travelers.ages[0]=1 travelers.infants=1 "
				case "two and a half":
					want = "travelers.ages[0]=2 travelers.children=1 "
				}
				res := extractFrom(t, message, "{}")
				got := flat(t, res) + " "
				if !strings.Contains(got, "travelers.adults=2 "+want) || strings.Count(got, "travelers.") != 3 ||
					!strings.Contains(got, "departure_date=2026-07-05") || len(res.Unread) > 0 {
					t.Errorf("%q: %s, told %q", message, got, res.Unread)
				}
			}
		}
	}
	for _, said := range []string{"1 1/2 weeks", "1.5 weeks", "one and a half weeks", "a week and a half", "1½ weeks"} {
		if got := flat(t, extractFrom(t, "Oslo to Malaga 5 July for "+said, "{}")); !strings.Contains(got, "return_date=2026-07-15") {
			t.Errorf("%q: %s", said, got)
		}
	}
}

// TestAgesInMonths: an age in months, in a list of ages or beside a child, is no length of the journey, and nobody is
// left at home.
// Rule: 6.7.traveller
func TestAgesInMonths(t *testing.T) {
	t.Parallel()
	const days = "dates.departure_date=2027-03-03 dates.return_date=2027-03-10 "
	for _, before := range []string{"Leeds to Malaga, 3 to 10 March 2027, 2 adults", "2 adults from Leeds to Malaga 3-10 March 2027"} {
		for said, want := range map[string]string{
			", 3 kids (12, 8 and 6 months)":                  "12 8 0",
			" and 2 kids 4 years and 9 months":               "4 0",
			", children 5 and 18 months":                     "5 1",
			", kids are 3 years, 8 months":                   "3 0",
			", 2 children: 5 years and 8 months":             "5 0",
			", girl 12, boy 8 and baby 6 months":             "12 8 0",
			", a son 7 and a daughter 10 months":             "7 0",
			", one child 3 years, one 10 months":             "3 0",
			", one child 3 years, one child 10 months":       "3 0",
			", child 1 year and 11 months":                   "1",
			" and a baby (1 year and 3 months)":              "1",
			" and a 1 year and 3 months old":                 "1",
			", a child of 2 years and 4 months":              "2",
			", a child of 9 months":                          "0",
			" with our kids 9 years, 7 years, and 14 months": "9 7 1",
		} {
			res := extractFrom(t, before+said, "{}")
			got, ages := flat(t, res), strings.Fields(want)
			for k, age := range ages {
				if !strings.Contains(got, fmt.Sprintf("travelers.ages[%d]=%s ", k, age)) {
					t.Errorf("%q: %s, want ages %s", before+said, got, want)
				}
			}
			if strings.Count(got, ".ages[") != len(ages) || !strings.Contains(got, days) || len(res.Unread) > 0 ||
				!strings.Contains(got, "travelers.adults=2") {
				t.Errorf("%q: %s, told %q", before+said, got, res.Unread)
			}
		}
	}
	for _, said := range []string{"2 kids, for 2 months", "for 2 months, with 2 kids", "and a child for 2 months"} {
		got := flat(t, extractFrom(t, "Leeds to Malaga on 3 March 2027, 2 adults, "+said, "{}"))
		if !strings.Contains(got, "return_date=2027-05-03") || strings.Contains(got, "ages") {
			t.Errorf("%q: %s", said, got)
		}
	}
}

// partyAfter is who travels once messages are read: adults, children and infants, and the ages of these.
func partyAfter(t *testing.T, talk ...string) string {
	t.Helper()
	in := newIntent(t)
	for _, message := range talk {
		_, raw := say(t, in, message)
		in = merge(t, in, raw)
	}
	n := in.Party.Travelers
	return fmt.Sprint(n.Adults, " ", n.Children, " ", n.Infants, " ", in.Party.Ages)
}

// TestWhichChildStays: the ages are of those who travel. Who stays at home is told by age, who is added keeps the ages of
// the others, and where fewer travel without a word of which, no age is left.
// Rule: 5.6.born, 6.7.count
func TestWhichChildStays(t *testing.T) {
	t.Parallel()
	const kids, baby = "2 adults and 2 kids aged 5 and 8, Zurich to Vienna 12 May back 15 May",
		"2 adults, a boy of 6 and a baby of 8 months, Zurich to Vienna 12 May back 15 May"
	for _, age := range []string{"5", "8"} {
		other := map[string]string{"5": "8", "8": "5"}[age]
		for _, who := range []string{
			"the # year old", "the #-year-old", "our # year old", "our son (#)", "my daughter, #,", "our girl (#)", "the boy of #",
		} {
			for _, does := range []string{"isn't coming", "stays home", "can't make it", "will stay at home", "is not coming after all", "can't come"} {
				said := strings.ReplaceAll(who, "#", age) + " " + does
				if got := partyAfter(t, kids, said); got != "2 1 0 ["+other+"]" {
					t.Errorf("%q: %s", said, got)
				}
			}
		}
	}
	for said, want := range map[string]string{
		"only one child": "2 1 0 []", "just one kid": "2 1 0 []", "the kids stay at home": "2 0 0 []", "one more child": "2 3 0 [5 8]",
		"plus another kid, 3 years old": "2 3 0 [5 8 3]", "add a child of 11": "2 3 0 [5 8 11]", "and a third child, a baby": "2 2 1 [5 8]",
		"add a third child, 3 years old": "2 3 0 [5 8 3]", "the kids are 6 and 9": "2 2 0 [6 9]", "3 kids aged 5, 8 and 10": "2 3 0 [5 8 10]",
		"my wife can't come": "1 2 0 [5 8]",
	} {
		if got := partyAfter(t, kids, said); got != want {
			t.Errorf("%q: %s, want %s", said, got, want)
		}
	}
	for said, want := range map[string]string{"the baby stays home": "2 1 0 [6]", "the 6 year old isn't coming": "2 0 1 [0]"} {
		if got := partyAfter(t, baby, said); got != want {
			t.Errorf("%q: %s, want %s", said, got, want)
		}
	}
}

// TestBirthdays tells how old a child is by the day of its birth, past or to come: the age is known to the month, and the day
// takes none of the days of the trip.
// Rule: 5.6.born
func TestBirthdays(t *testing.T) {
	t.Parallel()
	const days = "dates.departure_date=2026-04-10 dates.return_date=2026-04-14 "
	for said, want := range map[string]string{
		"a child who turns two on April 12":       "1 22", // in months, on 4 March 2026
		"a child who will be two on April 12":     "1 22",
		"a baby turning one on 20 March":          "0 11",
		"an infant born on April 12 2024":         "1 22",
		"a baby born on 1 March 2025":             "1 12",
		"a daughter who turns twelve on April 12": "11 142",
	} {
		for _, message := range []string{"one adult and X, Berlin to Rome April 10, back April 14", "Berlin to Rome on April 10, back April 14, one adult and X"} {
			message = strings.Replace(message, "X", said, 1)
			res := extractFrom(t, message, "{}")
			years, months, _ := strings.Cut(want, " ")
			got := flat(t, res)
			if !strings.Contains(got, "age_months[0]="+months+" ") || !strings.Contains(got, "ages[0]="+years+" ") ||
				!strings.Contains(got, days) || len(res.Unread) > 0 {
				t.Errorf("%q: %s, told %q, want %s", message, got, res.Unread, want)
			}
		}
	}
}

// TestDaysAreNoAges names days behind a child or a baby: they are days, and nobody's age.
//
// Rule: 6.7.traveller
func TestDaysAreNoAges(t *testing.T) {
	for _, who := range []string{"two adults and a baby", "2 adults, 1 child", "my wife, me and our daughter", "2 adults and 2 kids"} {
		for _, days := range []string{"17 to 21 May", "9-12 May", "3 to 8 May", "the 4th to the 9th of May", "5 May to 9 May"} {
			res := extractFrom(t, "Vienna to London, "+who+", "+days, "{}")
			if tr := res.TripIntent.Travelers; tr == nil || len(tr.Ages)+len(tr.AgeMonths) > 0 || res.TripIntent.Dates.ReturnDate == "" {
				t.Errorf("%s, %s: %+v", who, days, tr)
			}
		}
	}
}

// TestAnAgeIsNoOption tells how old the child of the trip is while options are listed: none of them is taken.
//
// Rule: 6.7.traveller
func TestAnAgeIsNoOption(t *testing.T) {
	withChild := strings.Replace(planned, `"adults":2`, `"adults":2,"children":1`, 1)
	known := after(withChild, choose, "1. A", "2. B", "3. C")
	for _, message := range []string{"she is 3", "he's 2", "she's 3 years", "he is 3, by the way"} {
		res := extractFrom(t, message, known)
		if len(res.Acts) > 0 {
			t.Errorf("%q: %+v", message, res.Acts)
		}
		if tr := res.TripIntent.Travelers; tr == nil || len(tr.Ages) != 1 {
			t.Errorf("%q: %+v", message, tr)
		}
	}
}

// TestAgesBeforeTheirUnit: of several ages before one "years old" each is a child's, and who travels with them is
// counted.
// Rule: 6.7.traveller
func TestAgesBeforeTheirUnit(t *testing.T) {
	t.Parallel()
	for ages, want := range map[string]string{
		"4 and 7": "ages[0]=4 travelers.ages[1]=7 travelers.children=2", "four and seven": "ages[0]=4 travelers.ages[1]=7 travelers.children=2",
		"4, 7 and 9": "ages[0]=4 travelers.ages[1]=7 travelers.ages[2]=9 travelers.children=3",
	} {
		for who, adults := range map[string]string{"me and": "1", "2 adults with": "2", "2 adults,": "2"} {
			for _, unit := range []string{"years old", "year olds", "year-olds", "years old kids"} {
				message := "from Leeds to Oslo on 3 June, " + who + " " + ages + " " + unit
				res := extractFrom(t, message, "{}")
				if got := flat(t, res); !strings.Contains(got+" ", "travelers.adults="+adults+" travelers."+want+" ") || len(res.Unread) > 0 {
					t.Errorf("%q: %s %q", message, got, res.Unread)
				}
			}
		}
	}
	readTalks(t, []talkRead{
		{
			[]string{"2 adults with 4- and 7-year-olds to Malaga"},
			"destination.code=AGP travelers.adults=2 travelers.ages[0]=4 travelers.ages[1]=7 travelers.children=2",
		},
		{
			[]string{"2 adults with a 4 and a 7 year old to Malaga"},
			"destination.code=AGP travelers.adults=2 travelers.ages[0]=4 travelers.ages[1]=7 travelers.children=2",
		},
		{
			[]string{"2 adults and a single kid to Malaga"},
			"destination.code=AGP travelers.adults=2 travelers.children=1",
		},
		{
			[]string{"2 adults and our kids, who are 4 and 7, to Malaga"},
			"destination.code=AGP travelers.adults=2 travelers.ages[0]=4 travelers.ages[1]=7 travelers.children=2",
		},
	})
}

// TestOneFewer says in German that one of three does not come: two stay.
//
// Rule: 6.7.traveller
func TestOneFewer(t *testing.T) {
	for _, message := range []string{"eine Person fällt aus", "einer springt ab", "einer fällt weg"} {
		if got := partyAfter(t, "Flug von Berlin nach Mallorca für 3, 20. bis 27. Juli", message); !strings.HasPrefix(got, "2") {
			t.Errorf("%q: %s", message, got)
		}
	}
}
