package extract_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/extract"
)

// TestTravellers says who travels in many ways, alone and around a journey.
func TestTravellers(t *testing.T) {
	t.Parallel()
	for who, want := range map[string]struct {
		adults, children, infants int64
		ages                      []int64
	}{
		"me and my 9 year old":                        {1, 1, 0, []int64{9}},
		"my 9-year-old and me":                        {1, 1, 0, []int64{9}},
		"me and my two girls":                         {1, 2, 0, nil},
		"2 adults and a child of 9":                   {2, 1, 0, []int64{9}},
		"two adults, a boy of 4 and a girl of 7":      {2, 2, 0, []int64{4, 7}},
		"a family of four, kids 5 and 9":              {2, 2, 0, []int64{5, 9}},
		"a family of 5 with kids aged 3, 5 and 9":     {2, 3, 0, []int64{3, 5, 9}},
		"me and my 80 year old mother":                {2, 0, 0, nil},
		"my husband, me and our baby (10 months)":     {2, 0, 1, []int64{0}},
		"3 people, one of them a child aged 9":        {2, 1, 0, []int64{9}},
		"4 of us including 2 kids":                    {2, 2, 0, nil},
		"my wife and I and the kids, 4 and 7":         {2, 2, 0, []int64{4, 7}},
		"my parents and me":                           {3, 0, 0, nil},
		"myself plus 3":                               {4, 0, 0, nil},
		"2 grown-ups and 2 kids aged 6 and 8":         {2, 2, 0, []int64{6, 8}},
		"one adult and one infant":                    {1, 0, 1, nil},
		"my girlfriend, her son (6) and me":           {2, 1, 0, []int64{6}},
		"my friend and I plus her 3 year old":         {2, 1, 0, []int64{3}},
		"two couples":                                 {4, 0, 0, nil},
		"me (34), wife (33), daughter (7), son (1)":   {2, 1, 1, []int64{7, 1}},
		"me (34), my wife (33), my daughter (7)":      {2, 1, 0, []int64{7}},
		"20 students + 2 teachers":                    {22, 0, 0, nil},
		"mum dad 3 kids (13, 10, 6)":                  {2, 3, 0, []int64{13, 10, 6}},
		"mum and dad and 2 kids":                      {2, 2, 0, nil},
		"mum, dad and me":                             {3, 0, 0, nil},
		"2 parents and 3 kids":                        {2, 3, 0, nil},
		"my two teenagers (14 and 16), my wife and I": {2, 2, 0, []int64{14, 16}},
	} {
		for _, said := range []string{
			who, "from Oslo to Rome on 4 May, " + who, "Oslo to Rome on 4 May for " + who, "Oslo to Rome for " + who + " on 4 May",
		} {
			res := extractFrom(t, said, "{}")
			n := res.TripIntent.Travelers
			if n == nil {
				n = &extract.Travelers{}
			}
			value := func(p *int64) int64 {
				if p == nil {
					return 0
				}
				return *p
			}
			isSame := value(n.Adults) == want.adults && value(n.Children) == want.children && value(n.Infants) == want.infants &&
				len(n.Ages) == len(want.ages)
			for i := range n.Ages {
				isSame = isSame && n.Ages[i] == want.ages[i]
			}
			if !isSame || len(res.Unread) > 0 {
				t.Errorf("%q: %d adults, %d children, %d infants, ages %v, unread %q; want %+v", said, value(n.Adults), value(n.Children),
					value(n.Infants), n.Ages, res.Unread, want)
			}
		}
	}
}

// TestATotalIsNoFurtherPeople: whoever says how many they are in all, and who they are, is counted once, in whichever
// order and with whichever noun.
// Rule: 6.7.traveller
func TestATotalIsNoFurtherPeople(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"4 adults and 2 kids":                                "4+2",
		"four of us: 2 students and 2 teachers":              "4+0",
		"2 adults and 2 kids, 4 in total":                    "2+2",
		"the four of us (my husband, me, and the kids 4, 7)": "2+2",
		"zu viert (2 Erwachsene, 2 Kinder 4 und 7)":          "2+2",
		"two families (4 adults, 5 kids)":                    "4+5",
		"two couples, 4 adults":                              "4+0",
	}
	for _, total := range []string{"four of us", "4 people", "4 pax", "we are four", "4 passengers", "group of 4", "party of 4"} {
		for _, form := range []string{
			"%s (2 adults, 2 kids)", "%s: 2 adults and 2 kids", "%s, two adults and two children",
			"2 adults and 2 kids, %s", "2 adults, 2 kids, so %s", "%s - me, my wife and 2 kids",
		} {
			want[fmt.Sprintf(form, total)] = "2+2"
		}
	}
	for who, want := range want {
		res := extractFrom(t, "from Oslo to Rome on 3 May, "+who, "{}")
		got := "none"
		if p := res.TripIntent.Travelers; p != nil && p.Adults != nil {
			got = fmt.Sprint(*p.Adults, "+0")
			if p.Children != nil {
				got = fmt.Sprint(*p.Adults, "+", *p.Children)
			}
		}
		if strings.ReplaceAll(got, " ", "") != want || len(res.Unread) > 0 {
			t.Errorf("%q: %s, unread %q; want %s", who, got, res.Unread, want)
		}
	}
}

// TestOneTravellerLess takes travellers away, and tells nothing of that as not used: not even where as many are left as
// are taken away.
// Rule: 6.7.count
func TestOneTravellerLess(t *testing.T) {
	t.Parallel()
	for _, verb := range []string{"remove", "drop", "cancel", "can I remove", "could we drop", "please remove"} {
		for _, who := range []string{"one person", "one passenger", "one adult"} {
			res := extractFrom(t, verb+" "+who, after(planned, approve+"[0]"))
			if got := flat(t, res); got != "travelers.adults=1" || len(res.Unread)+len(res.Acts) > 0 {
				t.Errorf("%q: %s, %s", verb+" "+who, got, saying(t, res))
			}
		}
	}
}

// TestAdultsBesideAdults adds to a number of adults those who are named behind it, by a number or as one.
// Rule: 6.7.traveller
func TestAdultsBesideAdults(t *testing.T) {
	t.Parallel()
	for _, link := range []string{"and", "&", "+", "plus"} {
		for who, n := range map[string]int64{
			"a grandma": 1, "my mother": 1, "2 grandparents": 2, "our parents": 2, "two seniors": 2, "one pensioner": 1, "3 teachers": 3,
		} {
			for _, form := range []string{"3 adults %s %s from Oslo to Rome on 4 May", "Oslo to Rome on 4 May, three adults %s %s"} {
				said := fmt.Sprintf(form, link, who)
				got := extractFrom(t, said, "{}").TripIntent.Travelers
				if got == nil || got.Adults == nil || *got.Adults != 3+n {
					t.Errorf("%q: %+v, want %d adults", said, got, 3+n)
				}
			}
		}
	}
}

// TestPartsOfAll: groups that make up a number of people before them add nobody to it.
// Rule: 6.7.count
func TestPartsOfAll(t *testing.T) {
	t.Parallel()
	for _, all := range []string{"4 people", "4 adults", "four of us", "4 travellers"} {
		for _, parts := range []string{": 2 students + 2 teachers", ", 2 men and 2 women", " (2 students, 2 teachers)", ": 1 teacher and 3 students"} {
			got := extractFrom(t, all+parts, "{}").TripIntent.Travelers
			if got == nil || got.Adults == nil || *got.Adults != 4 {
				t.Errorf("%q: %+v", all+parts, got)
			}
		}
	}
}

// TestHowManyInAll counts all who travel: as a first message, as an answer, and of a trip for others than so many.
// Rule: 6.7.count
func TestHowManyInAll(t *testing.T) {
	t.Parallel()
	for adults, number := range map[int64][2]string{2: {"two", "2"}, 3: {"three", "3"}, 4: {"four", "4"}, 7: {"seven", "7"}} {
		for _, form := range []string{
			"I have # total in my group.", "there are # total in our party", "we have # people in total in our group",
			"I have a total of # in my group", "# in total", "it'll be for # people, not just me", "it's not only me, we are # people",
			"we are # people", "there will be # of us, not just myself", "just # of us", "I will be needing # please", "I'd need # please",
			"I will need #", "are the tickets round trip and I will be needing # please", "is that a round trip, and I need # please",
			"book for just # of us", "it is for only # of us",
		} {
			for _, n := range number {
				said := strings.ReplaceAll(form, "#", n)
				countsAdults(t, said, "{}", adults)
				countsAdults(t, said, after("", "missing party.travelers.adults"), adults)
			}
		}
		for _, form := range []string{
			"Sorry, I'd like to book for just # of us instead if possible.", "book it for only # of us in economy", "it's just # of us now",
			"I'd like to book for # of us in Oslo", "book for just # of us in Oslo", "it is for only # of us that want to fly",
		} {
			for _, n := range number {
				countsAdults(t, strings.ReplaceAll(form, "#", n), strings.Replace(after(planned, "choose"), `"adults":2`, `"adults":9`, 1), adults)
			}
		}
	}
	for _, said := range []string{
		"I am the one and only person in my group", "I am the only person", "I'm the only one travelling", "I will be the only traveller",
		"I'm the only one in my party", "Only one, that's me will be staying there.", "only one person, that is me", "one, just me", "just one, me",
		"only me", "1, that's me",
	} {
		countsAdults(t, said, "{}", 1)
		countsAdults(t, said, after("", "missing party.travelers.adults"), 1)
	}
}

// TestWhatThereIsForSoMany asks of options that are shown for others what there is for more who travel: they are
// searched for anew, and not shown again. For as many as travel, they are.
// Rule: 6.7.count
func TestWhatThereIsForSoMany(t *testing.T) {
	t.Parallel()
	shown := after(planned, choose, "1. A", "2. B", "3. C")
	for _, form := range []string{
		"what flights are available for %s?", "what do you have for %s", "any flights for %s?", "are there flights for %s", "anything for %s?",
		"what else is there for %s?", "which flights are there for %s", "what options do you have for %s?", "show me flights for %s",
		"what is available for %s?", "can you show me options for %s", "what about for %s?", "how much is it for %s?", "and for %s?",
		"what would it cost for %s?", "what are the options for %s", "more options for %s", "other flights for %s please",
	} {
		for who, adults := range map[string]int64{
			"a group of four": 4, "4 people": 4, "four": 4, "a party of 3": 3, "three adults": 3, "five of us": 5, "our group of 5": 5,
		} {
			said := strings.Replace(form, "%s", who, 1)
			countsAdults(t, said, shown, adults)
			if res := extractFrom(t, said, shown); len(res.Acts) > 0 || res.Request.Kind != "plan" {
				t.Errorf("%q: %s, for the %s", said, saying(t, res), res.Request.Kind)
			}
		}
	}
	for _, said := range []string{"are there others, I need four", "do you have others? I need 4", "I need four", "are there any others? we need four"} {
		countsAdults(t, said, shown, 4)
	}
	for said, want := range map[string]string{
		"what flights are available for two adults?": "show what=options", "which one is the cheapest for two?": "ask by=cheapest",
		"what flights are there for 8 in the morning?": "", "take option 3": "select position=3",
	} {
		if got := saying(t, extractFrom(t, said, shown)); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

// TestSoManyInAClass books, beside options that are shown, tickets for so many in a class: both is of the trip, whatever
// the options are like.
// Rule: 6.7.count, 6.7.cabin
func TestSoManyInAClass(t *testing.T) {
	t.Parallel()
	shown := after(planned, choose, "1. A", "2. B", "3. C")
	for _, verb := range []string{"buy", "book", "get", "purchase"} {
		for number, want := range map[string]string{"three": "travelers.adults=3", "4": "travelers.adults=4", "one": "travelers.adults=1"} {
			for class, cabin := range map[string]string{
				"in Economy class": "economy", "in economy": "economy", "in Business": "business", "in First Class": "first",
			} {
				for _, form := range []string{
					"That sounds good. Can you help me VERB NUMBER one-way tickets CLASS?", "could you VERB NUMBER tickets CLASS",
					"Please VERB NUMBER tickets CLASS.", "Can I VERB NUMBER tickets CLASS",
				} {
					said := strings.NewReplacer("VERB", verb, "NUMBER", number, "CLASS", class).Replace(form)
					if number == "one" {
						said = strings.Replace(said, "tickets", "ticket", 1)
					}
					res := extractFrom(t, said, shown)
					if got := flat(t, res); !strings.Contains(got, "cabin="+cabin) || !strings.Contains(got, want) || len(res.Unread)+len(res.Acts) > 0 {
						t.Errorf("%q: %s, %s", said, got, saying(t, res))
					}
				}
			}
		}
	}
	for _, said := range []string{
		"Yes, go on and book one in Economy.", "book one in Economy", "take one in economy class", "I'll take one in Economy",
		"Any airline is okay but I'd like economy tickets.", "any airline will do but I want economy", "any carrier is fine but please in economy",
		"Are there other choices for Economy?", "any other options in economy?", "other choices in economy please",
	} {
		res := extractFrom(t, said, shown)
		if got := flat(t, res); !strings.HasPrefix(got, "cabin=economy") || len(res.Unread) > 0 {
			t.Errorf("%q: %s, %s", said, got, saying(t, res))
		}
	}
	for _, day := range []string{"today", "later today", "tonight", "tomorrow", "later today and for Economy"} {
		res := extractFrom(t, "Are there other choices "+day+"?", shown)
		wantsCabin := strings.Contains(day, "Economy")
		if got := flat(t, res); !strings.Contains(got, "dates.departure_date=2026-03-0") || strings.HasPrefix(got, "cabin=") != wantsCabin ||
			len(res.Unread)+len(res.Acts) > 0 {
			t.Errorf("%s: %s, %s", day, got, saying(t, res))
		}
	}
}

// TestTheFirstClassOne is one of the options that are shown, and no wish for the class; what is wanted is one.
// Rule: 6.7.cabin
func TestTheFirstClassOne(t *testing.T) {
	t.Parallel()
	shown := after(planned, choose, "1. A", "2. B", "3. C")
	for _, said := range []string{"the first class one", "the first class one please", "I like the first class one"} {
		if res := extractFrom(t, said, shown); flat(t, res) != "" {
			t.Errorf("%q: %s", said, flat(t, res))
		}
	}
	for said, known := range map[string]string{
		"first class please": shown, "we fly in the first class": shown, "I want the first class": "{" + planned + "}",
	} {
		if res := extractFrom(t, said, known); flat(t, res) != "cabin=first" || len(res.Unread) > 0 {
			t.Errorf("%q: %s, told %q", said, flat(t, res), res.Unread)
		}
	}
}

// countsAdults says how many adults travel, and that all of it is used.
func countsAdults(t *testing.T, said, intent string, adults int64) {
	t.Helper()
	res := extractFrom(t, said, intent)
	if n := res.TripIntent.Travelers; n == nil || n.Adults == nil || *n.Adults != adults || n.Children != nil || len(res.Unread) > 0 {
		t.Errorf("%q to %.60s: %s, want %d adults; %s", said, intent, flat(t, res), adults, saying(t, res))
	}
}

// TestWhoIsNoTraveller: what others have and who is at home or sleeps at granny's is none of the trip's, and is told; a child
// who comes along, or the class of one, takes no adult away.
// Rule: 6.7.count, 6.7.traveller
func TestWhoIsNoTraveller(t *testing.T) {
	t.Parallel()
	const kids, two, three = "2 adults and 2 kids aged 5 and 8, Dublin to Rome 7 to 13 May", "2 adults, Dublin to Rome 7 to 13 May",
		"3 adults, Dublin to Rome 7 to 13 May"
	for _, who := range []string{"my boss", "my colleague", "my sister", "she", "my sister lives in London and she", "my neighbour is nice, he"} {
		for _, has := range []string{"has two kids", "has 3 children", "has got two kids", "has a baby", "has one child, crazy"} {
			said := who + " " + has
			in := newIntent(t)
			_, raw := say(t, in, two)
			in = merge(t, in, raw)
			res := readIn(t, in, said)
			if res.TripIntent.Travelers != nil || len(res.Unread) == 0 {
				t.Errorf("%q: %s, told %q", said, flat(t, res), res.Unread)
			}
		}
	}
	for talk, want := range map[[2]string]string{
		{two, "I have two kids at home"}:                           "2 0 0 []",
		{two, "we have a baby at home"}:                            "2 0 0 []",
		{kids, "one of the kids stays with granny"}:                "2 1 0 []",
		{kids, "the kids are staying with my parents"}:             "2 0 0 []",
		{kids, "the 8 year old stays with his aunt"}:               "2 1 0 [5]",
		{three, "actually with the baby"}:                          "3 0 1 []",
		{three, "with my baby"}:                                    "3 0 1 []",
		{two, "I come with the baby"}:                              "2 0 1 []",
		{two, "yes, with my daughter, she's 10"}:                   "2 1 0 [10]",
		{three, "yes, with my son, he is 10"}:                      "3 1 0 [10]",
		{two, "just me and the baby"}:                              "1 0 1 []",
		{two, "make it business class for my father only"}:         "2 0 0 []",
		{two, "business class only for my mother please"}:          "2 0 0 []",
		{two, "only for my mother economy class"}:                  "2 0 0 []",
		{"4 adults, Dublin to Rome", "two of them are children"}:   "2 2 0 []",
		{"4 adults, Dublin to Rome", "one of us is a child"}:       "3 1 0 []",
		{"4 adults, Dublin to Rome", "two of us are vegetarian"}:   "4 0 0 []",
		{"3 adults and 1 child to Rome", "one of them is a child"}: "3 1 0 []",
	} {
		if got := partyAfter(t, talk[:]...); got != want {
			t.Errorf("%q: %s, want %s", talk, got, want)
		}
	}
}

// TestHeadsOfAnOpening counts those who are told as somebody's partners, beside couples, by name, or by a label.
// Rule: 6.7.count, 6.7.traveller
func TestHeadsOfAnOpening(t *testing.T) {
	t.Parallel()
	for who, want := range map[string]string{
		"me and my 2 brothers with their wives": "5 0 0 []", "my sister and I with our husbands": "4 0 0 []",
		"two friends with their girlfriends and me": "5 0 0 []", "my 3 sisters and their husbands": "6 0 0 []",
		"three couples and a single": "7 0 0 []", "two couples and me": "5 0 0 []", "2 couples plus 2 singles": "6 0 0 []",
		"2 adults and me": "3 0 0 []", "3 people plus myself": "4 0 0 []", "2 adults": "2 0 0 []", "adults 2": "2 0 0 []",
		"passengers 3": "3 0 0 []", "couple with twins of 8 months": "2 0 2 [0 0]", "a couple with a baby": "2 0 1 []",
		"Mr. Tanaka and Ms. Ito": "2 0 0 []", "Mr and Mrs Silva": "2 0 0 []",
	} {
		for _, said := range []string{who + ", Dublin to Rome 7 to 13 May", "Dublin to Rome 7 to 13 May, " + who} {
			if got := partyAfter(t, said); got != want {
				t.Errorf("%q: %s, want %s", said, got, want)
			}
		}
	}
	for said, want := range map[string]string{
		"Mr. Tanaka and Ms. Ito: Dublin to Rome 7 May. Business for Mr. Tanaka, economy for Ms. Ito": "2 0 0 []",
		"Mr Silva and Mrs Costa, Dublin to Rome 7 May, Mr Silva needs an aisle seat":                 "2 0 0 []",
		"Dublin to Rome 7 May, I visit my brothers and their wives, 2 adults":                        "2 0 0 []",
	} {
		if got := partyAfter(t, said); got != want {
			t.Errorf("%q: %s, want %s", said, got, want)
		}
	}
}

// TestBedForAChild: a child for whom a bed is wished is asked for where none is known to travel.
// Rule: 6.7.request
func TestBedForAChild(t *testing.T) {
	t.Parallel()
	const asks = "How many children come along"
	for _, bed := range []string{"a cot", "an extra bed", "one room but with an extra bed", "a crib"} {
		for _, whom := range []string{"a child of 5", "our baby", "my son"} {
			said := bed + " for " + whom + " please"
			for opening, isAsked := range map[string]bool{
				"2 adults, Dublin to Rome 7 to 13 May": true, "2 adults, a child and a baby, Dublin to Rome 7 to 13 May": false,
			} {
				in := newIntent(t)
				_, raw := say(t, in, opening)
				if got := asked(readIn(t, merge(t, in, raw), said)); strings.Contains(got, asks) != isAsked {
					t.Errorf("%s / %s: %q", opening, said, got)
				}
			}
		}
	}
}

// TestOnlyTheWayBackAlone says of one of several how they come back: all travel, and it is told. Who travels alone at all is one.
// Rule: 6.7.traveller
func TestOnlyTheWayBackAlone(t *testing.T) {
	t.Parallel()
	for said, adults := range map[string]string{
		"two adults from Berlin to Rome April 10 and I return alone on the 14th": "2",
		"two adults from Berlin to Rome April 10, I come back alone on the 14th": "2",
		"two adults from Berlin to Rome April 10, I fly home solo on the 14th":   "2",
		"from Berlin to Rome April 10, I travel alone, back on the 14th":         "1",
		"just my grandma from Berlin to Rome April 10, back on the 14th":         "1",
		"only my mum, from Berlin to Rome April 10, back on the 14th":            "1",
		"My mum is 80. Fly her from Berlin to Rome April 10, back on the 14th":   "1",
		"Please take him from Berlin to Rome on April 10, back on the 14th":      "1",
	} {
		res := extractFrom(t, said, "{}")
		got, isAlone := flat(t, res), strings.Contains(strings.Join(res.Unread, "|"), "alone") || strings.Contains(strings.Join(res.Unread, "|"), "solo")
		if !strings.Contains(got, "travelers.adults="+adults) || !strings.Contains(got, "return_date=2026-04-14") ||
			isAlone != strings.HasPrefix(said, "two") {
			t.Errorf("%q: %s, told %q", said, got, res.Unread)
		}
	}
}
