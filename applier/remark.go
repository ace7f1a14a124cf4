package applier

import (
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// ages writes how old the children and infants are, and when they can have been born by that. Ages that are told again
// as they stand say nothing new of that. Where fewer children travel and nobody said which, no age is known.
// Rule: 5.6.born
func (m *merge) ages() {
	ex, p := &m.ex.Travelers, &m.next.Party
	if t := &p.Travelers; len(ex.Ages) == 0 && int64(len(p.Ages)) > t.Children+t.Infants {
		p.Ages, p.Births = nil, nil
	}
	if len(ex.Ages) == 0 {
		return
	}
	if isNew := !slices.Equal(p.Ages, ex.Ages) || len(p.Births) != len(ex.Ages); !isNew && len(ex.AgeMonths) == 0 {
		return
	}
	m.born(ex.Ages, ex.AgeMonths)
}

// born writes ages in years, and in months where they were told so, with when somebody of that age can have been born.
func (m *merge) born(ages, months []int64) {
	p, was := &m.next.Party, m.next.Party
	p.Ages, p.Births = ages, make([]trip.Birth, len(ages))
	for i, years := range ages {
		const year, maxYears = 12, 120
		p.Births[i] = offers.BirthOf(m.today, min(years, maxYears)*year, year)
		if i < len(months) && months[i] > 0 {
			p.Births[i] = offers.BirthOf(m.today, min(months[i], maxYears*year), 1)
		} else if len(months) > 0 && i < len(was.Births) && i < len(was.Ages) && was.Ages[i] == years {
			p.Births[i] = was.Births[i] // who was told before
		}
	}
}

// remark notes the days that were given and have passed, and whose birthday makes them another kind of traveller on a
// flight.
// Rule: 5.2.past-said, 5.6.crossing
func (m *merge) remark() {
	kept := slices.DeleteFunc(slices.Clone(m.next.Status.AssumptionKeys),
		func(a trip.Message) bool {
			return a.Key == messages.KeyAssumePassed || a.Key == messages.KeyAssumeBirthday
		})
	var list []trip.Message
	for _, day := range m.past {
		list = append(list, messages.AssumePassed{Date: day.String()}.Message())
	}
	for _, c := range offers.Crossings(m.next) {
		list = append(list, messages.AssumeBirthday{
			Age: m.next.Party.Ages[c.Traveler], Kind: c.Kind.String(), Other: c.Other.String(), Open: c.IsOpen,
			Date: m.next.Itinerary.Segments[c.Leg].DepartDate.String(),
		}.Message())
	}
	if len(list) > 0 || len(kept) < len(m.next.Status.AssumptionKeys) {
		m.next.Assume(append(kept, list...))
	}
}
