package offers

import "github.com/legwork-go/legwork/trip"

// Airlines sell by how old somebody is on the day of a flight, and not by how old they were when the trip was told
// (behaviour 5.6).

// The ages from which somebody is a child, and an adult, to an airline.
const (
	childFrom = 2
	adultFrom = 12
)

// BirthOf returns when somebody can have been born who was so many months old on a day; span is how many more it may
// be: 12 of an age in years.
func BirthOf(today trip.Date, months, span int64) trip.Birth {
	return trip.Birth{From: monthsBefore(today, months+span).AddDays(1), To: monthsBefore(today, months)}
}

// monthsBefore is the same day so many months earlier, or the last one of a shorter month.
func monthsBefore(day trip.Date, months int64) trip.Date {
	at := day.Year()*12 + day.Month() - 1 - int(months)
	for d := day.Day(); d > 0; d-- {
		if date := trip.NewDate(at/12, at%12+1, d); date != 0 {
			return date
		}
	}
	return 0
}

// yearsOn returns how old somebody is on a day.
func yearsOn(birth, day trip.Date) int64 {
	years := int64(day.Year() - birth.Year())
	if int64(day)%10000 < int64(birth)%10000 {
		years--
	}
	return years
}

// kindOf is what somebody is to an airline at an age.
func kindOf(years int64) trip.TravelerKind {
	switch {
	case years < childFrom:
		return trip.Infant
	case years < adultFrom:
		return trip.Child
	}
	return trip.Adult
}

// Crossing is a child or infant whose birthday lies between the day on which the age was told and a flight, and makes
// them another kind of traveller there.
type Crossing struct {
	Traveler int // in the order in which ages were told
	Leg      int
	Kind     trip.TravelerKind // what they are searched for as
	Other    trip.TravelerKind // what they may be instead, where that is not certain; else what they were
	IsOpen   bool              // it depends on the birthday, which is not known
}

// TravelersOn returns who flies on a day, by their ages then. Whose birthday may lie before or after the day is what
// they were told to be.
//
// Rule: 5.6.types
func TravelersOn(in *trip.Intent, day trip.Date) trip.Travelers {
	t := in.Party.Travelers
	if day == 0 {
		return t
	}
	for i := range in.Party.Births {
		told, is, _, known := kindsOn(in, i, day)
		if from := t.Of(told); known && is != told && *from > 0 {
			*from--
			*t.Of(is)++
		}
	}
	return t
}

// kindsOn returns what a child or infant was told as, what they fly as on a day, and what they may be instead.
func kindsOn(in *trip.Intent, i int, day trip.Date) (told, is, other trip.TravelerKind, known bool) {
	if i >= len(in.Party.Ages) {
		return 0, 0, 0, false
	}
	b := in.Party.Births[i]
	told = trip.Child // whoever has a seat and is no adult
	if in.Party.Ages[i] < childFrom {
		told = trip.Infant
	}
	youngest, oldest := kindOf(yearsOn(b.To, day)), kindOf(yearsOn(b.From, day))
	switch now := kindOf(in.Party.Ages[i]); {
	case youngest == oldest:
		return told, youngest, now, true
	case now == youngest:
		return told, youngest, oldest, true
	}
	return told, oldest, youngest, true
}

// Crossings lists whose birthday makes them another kind of traveller on a flight of the trip, or may: each with the
// first flight of which that is so.
//
// Rule: 5.6.crossing
func Crossings(in *trip.Intent) (out []Crossing) {
	for i := range in.Party.Births {
		from := len(out)
		for leg := range in.Itinerary.Segments {
			day := in.Itinerary.Segments[leg].DepartDate
			if day == 0 || !IsSearchedLeg(in, leg) {
				continue
			}
			_, is, other, known := kindsOn(in, i, day)
			isOpen := kindOf(yearsOn(in.Party.Births[i].To, day)) != kindOf(yearsOn(in.Party.Births[i].From, day))
			isSaid := len(out) > from && out[len(out)-1].Kind == is && out[len(out)-1].IsOpen == isOpen
			if known && is != other && !isSaid {
				out = append(out, Crossing{i, leg, is, other, isOpen})
			}
		}
	}
	return out
}
