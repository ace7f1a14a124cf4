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
