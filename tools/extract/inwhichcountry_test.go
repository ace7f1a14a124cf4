package extract_test

import "testing"

// TestGoesToACountry: where somebody goes to do something tells which namesake is meant; where somebody only is does not.
// Rule: 6.7.place
func TestGoesToACountry(t *testing.T) {
	t.Parallel()
	check(t, []reads{
		{"", "I go to study in Spain, a ticket from Bogota to Valencia on 5 May", "destination.code=VLC", "VLN", "study"},
		{"", "going to live in Spain, flight from Bogota to Valencia on 5 May", "destination.code=VLC", "VLN", "Spain"},
		{"", "flight from Bogota to Valencia on 5 May", "destination.code=VLN", "VLC", ""},
		{"", "I study in Spain, flight from Bogota to Valencia on 5 May", "destination.code=VLN", "VLC", "study"},
		{"", "I go to study in Canada. Flight from Oslo to London on 5 May", "code=LHR", "YXU", "study"}, // another sentence
		{"", "I go to study in Canada, flight from Oslo to Rome on 5 May", "origin.code=OSL", "YXU", "study in Canada"},
		{"", "I go to study in Canada, flight from London to Oslo on 5 May", "origin.code=LHR", "YXU", "study"},
		{"", "I used to study in Canada, flight from Oslo to London on 5 May", "destination.code=LHR", "YXU", "study"},
	})
}

// TestTownOfAnArea: a town in small letters behind the area in which it lies is a place; a word that stands there is not.
// Rule: 6.7.place
func TestTownOfAnArea(t *testing.T) {
	t.Parallel()
	check(t, []reads{
		{"", "from Oslo to greece, kos, 5 May", "destination.code=KGS", "", ""},
		{"", "greece, kos, 5 May from Oslo", "destination.code=KGS", "", ""},
		{"", "from Oslo to fiji instead, nadi, 5 May", "destination.code=NAN", "", ""},
		{"", "from Oslo to greece, nadi, 5 May", "origin.code=OSL", "NAN", "nadi"},
		{"", "from Oslo to athens, kos, 5 May", "destination.code=ATH", "KGS", "kos"},
		{"", "from Oslo to england, bath, 5 May", "origin.code=OSL", "destination", "bath"},
		{"", "from Oslo to greece, kos airlines, 5 May", "origin.code=OSL", "KGS", "kos"},
	})
}

// TestGoalsCompared: places of which the cheaper one is wanted are where the journey may go.
// Rule: 6.7.place
func TestGoalsCompared(t *testing.T) {
	t.Parallel()
	check(t, []reads{
		{"", "from Oslo 5 May, 2 adults. Rome or maybe Milan, what is cheaper?", "destination[0].code=MXP", "", ""},
		{"", "what is cheaper, Rome or Milan?", "destination[0].code=MXP", "", ""},
		{"", "is Rome or Milan cheaper?", "destination[0].code=MXP", "", ""},
		{"", "maybe Rome or Milan or Turin, which one is the cheapest?", "destination[1].code=TRN", "origin", ""},
		{"", "Oslo to Rome 3-9 May, 2 adults. Is Rome or Naples cheaper for food?", "return_date", "NAP", "food"},
		{"", "where is beer cheaper, Rome or Paris?", "", "destination", ""},
		{"", "is petrol cheaper in Oslo or Stockholm?", "", "destination", ""},
		{"", "is Rome or Paris cheaper to live in?", "", "destination", ""},
		{"", "which is warmer, Malaga or Crete?", "", "destination", ""},
		{"", "what is cheaper, a taxi or a bus?", "", "destination", "a taxi or a bus"},
	})
}
