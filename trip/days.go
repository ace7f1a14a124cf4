package trip

import "slices"

// DayRange is the days from one to another, both included; an end that is 0 is open. Where a weekday is named it is
// only those within: "no Fridays".
type DayRange struct {
	From    Date   `wire:"from,null"`
	To      Date   `wire:"to,null"`
	Weekday string `wire:"weekday,optional"` // "friday"
}

// weekdayNames are those of a DayRange, by Date.Weekday.
var weekdayNames = [...]string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

// Has reports whether a day is one of the range.
func (r DayRange) Has(day Date) bool {
	return day != 0 && (r.From == 0 || day >= r.From) && (r.To == 0 || day <= r.To) &&
		(r.Weekday == "" || r.Weekday == weekdayNames[day.Weekday()])
}

// Excludes reports whether the person does not travel on a day.
func (it *Itinerary) Excludes(day Date) bool {
	return slices.ContainsFunc(it.ExcludedDays, func(r DayRange) bool { return r.Has(day) })
}

// IsSet reports whether it is a range of days: one without a beginning and an end is none to choose a day of.
func (r DayRange) IsSet() bool { return r.From != 0 && r.To != 0 }

// Nights is how many nights a trip may have, both ends included; the zero value says nothing.
type Nights struct {
	Min int64 `wire:"min,max=MaxNights"`
	Max int64 `wire:"max,max=MaxNights"`
}

// IsSet reports whether a number of nights was said.
func (n Nights) IsSet() bool { return n.Min > 0 && n.Max >= n.Min }

// Alternatives are the places and days that could stand in a leg instead of the one that does: "Porto or Lisbon". Of
// days none stands in the leg while some are to be chosen from.
type Alternatives struct {
	Origin      []Place `wire:"origin,optional"`
	Destination []Place `wire:"destination,optional"`
	DepartDate  []Date  `wire:"depart_date,optional,as=dates"`
}

// IsSet reports whether there is any.
func (a Alternatives) IsSet() bool { return len(a.Origin)+len(a.Destination)+len(a.DepartDate) > 0 }

// Equal reports whether both are the same, in the same order.
func (a Alternatives) Equal(o Alternatives) bool {
	return slices.Equal(a.Origin, o.Origin) && slices.Equal(a.Destination, o.Destination) &&
		slices.Equal(a.DepartDate, o.DepartDate)
}

// IsOpen reports whether a day or a place of the leg is still to be chosen of those that were said.
func (s Segment) IsOpen() bool {
	return s.DepartDate == 0 && s.DepartBetween.IsSet() || s.Alternatives.IsSet()
}

// DayLeg is one leg of a trip on one of its days: codes of its places, and the day.
type DayLeg struct {
	Origin      string `wire:"origin"`
	Destination string `wire:"destination"`
	Day         Date   `wire:"day"`
}

// DayPlan is one of the ways and days to choose from: all legs that are searched, in order.
type DayPlan struct {
	Legs []DayLeg `wire:"legs,max=MaxSegments"`
}

// DayQuote is what one search found for a trip whose days or routes are open.
type DayQuote struct {
	Leg     DayLeg         `wire:"leg"`
	Mark    QuoteMark      `wire:"mark"`             // with which arguments, and once it has ended when
	Failure Class          `wire:"failure,optional"` // why nothing is known; empty when it did not fail
	Options []FlightOption `wire:"options,max=MaxOptions"`
}

// Ended reports whether the search has ended, be it with a failure.
func (q *DayQuote) Ended() bool { return q.Mark.Turn != 0 }
