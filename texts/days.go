package texts

import (
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Days and routes of which one is still to be chosen (behaviour 5.8).

// orText names a place and those that could stand for it: "Faro or Lisbon".
func orText(p Args, others []Args, understood bool) string {
	names := []string{placeText(p, understood)}
	for _, o := range others {
		names = append(names, placeText(o, understood))
	}
	return strings.Join(names, " or ")
}

// openDaysText tells the days of a leg of which one is to be chosen.
func openDaysText(l Args) string {
	between := l.Object("between")
	if between == nil {
		days := l.Texts("days")
		names := make([]string, len(days))
		for i, d := range days {
			names[i] = dayText(d)
		}
		return strings.Join(names, " or ")
	}
	text := "between " + betweenText(between.Text("from"), between.Text("to"))
	if weekday := between.Text("weekday"); weekday != "" {
		return "on a " + capital(weekday) + " " + text
	}
	return text
}

// betweenText tells the first and the last of some days: "1 and 31 May 2026".
func betweenText(from, to string) string {
	first, ok := dayOf(from)
	last, known := dayOf(to)
	switch {
	case !ok || !known:
		return dayText(from) + " and " + dayText(to)
	case first.Year() != last.Year():
		return dateText(first) + " " + strconv.Itoa(first.Year()) + " and " + dateText(last) + " " + strconv.Itoa(last.Year())
	case first.Month() == last.Month():
		return strconv.Itoa(first.Day()) + " and " + dateText(last) + " " + strconv.Itoa(last.Year())
	}
	return dateText(first) + " and " + dateText(last) + " " + strconv.Itoa(last.Year())
}

// dateText writes a day without its weekday and year: "31 May".
func dateText(day trip.Date) string { return strconv.Itoa(day.Day()) + " " + months[day.Month()-1] }

// nightsRange tells how many nights a trip may have: "3 to 5 nights".
func nightsRange(n Args) string {
	switch low, high := n.Int("min"), n.Int("max"); {
	case high == 0:
		return ""
	case low == high:
		return plural(low, "night", "nights")
	default:
		return strconv.FormatInt(low, 10) + " to " + plural(high, "night", "nights")
	}
}

// daysTable lists days and routes with what their flights cost at least, as fully as a message has room for.
// Rule: 5.8.list
func daysTable(a Args) string {
	text := ""
	for _, full := range [...]bool{true, false} {
		text = looked(a)
		rows := a.List("rows")
		for i, row := range rows {
			text += "\n" + strconv.Itoa(i+1) + ". " + rowText(row, full && nightsDiffer(rows))
		}
		if more := a.Int("more"); more > 0 {
			text += "\n" + strconv.FormatInt(more, 10) + " more cost more."
		}
		text += withoutOffers(a, full) + "\nWhich one shall I take?"
		if isBrief(text) {
			break
		}
	}
	return text
}

// nightsDiffer reports whether the rows are of several numbers of nights.
func nightsDiffer(rows []Args) bool {
	return slices.ContainsFunc(rows, func(row Args) bool { return row.Int("nights") != rows[0].Int("nights") })
}

// looked says at how much of what is open was looked.
func looked(a Args) string {
	text := "Lowest flight totals"
	if who := peopleText(a.Object("travelers")); who != "" {
		text += " for " + who
	}
	var of []string
	if n, all := a.Int("days"), a.Int("of_days"); n < all {
		of = append(of, strconv.FormatInt(n, 10)+" of "+plural(all, "day", "days"))
	}
	if n, all := a.Int("ways"), a.Int("of_ways"); n < all {
		of = append(of, strconv.FormatInt(n, 10)+" of "+plural(all, "route", "routes"))
	}
	if len(of) > 0 {
		text += " (I looked at " + joined(of) + ")"
	}
	return text + ":"
}

// rowText writes a line of the table of days: the days, the nights, and the places where these differ between lines.
func rowText(row Args, full bool) string {
	text := rowDays(row.Texts("days"))
	if n := row.Int("nights"); full && n > 0 {
		text += " (" + plural(n, "night", "nights") + ")"
	}
	if places := rowPlaces(row); places != "" {
		text = places + ", " + text
	}
	text += ": " + total(row)
	if row.Is("cheapest") {
		text += ", cheapest"
	}
	if row.Is("unfit") {
		text += ", not as you asked"
	}
	return text
}

// rowPlaces names the places of a row that vary: "Boston to Faro".
func rowPlaces(row Args) string {
	from, to := placesText(row.List("from")), placesText(row.List("to"))
	switch {
	case from != "" && to != "":
		return from + " to " + to
	case from != "":
		return "From " + from
	}
	return to
}

// rowDays tells the days of a row: "Fri 1 – Mon 4 May".
func rowDays(days []string) string {
	parts := make([]string, len(days))
	for i, text := range days {
		day, ok := dayOf(text)
		if !ok {
			return strings.Join(days, " – ")
		}
		parts[i] = weekdays[day.Weekday()] + " " + strconv.Itoa(day.Day())
		if next, ok := dayOf(days[min(i+1, len(days)-1)]); i == len(days)-1 || !ok || next.Month() != day.Month() {
			parts[i] = weekdays[day.Weekday()] + " " + dateText(day)
		}
	}
	return strings.Join(parts, " – ")
}

// dayChoice is the label of one of the days.
func dayChoice(row Args) string { return rowText(row.without("cheapest"), false) }

// withoutOffers says which searches failed, and which found nothing: in full by their days, else how many.
func withoutOffers(a Args, full bool) (text string) {
	const named = 3
	tell := func(list []Args) string {
		if len(list) > named || !full {
			return plural(int64(len(list)), "search", "searches")
		}
		names := make([]string, len(list))
		for i, l := range list {
			names[i] = placeText(l.Object("from"), false) + " to " + placeText(l.Object("to"), false)
			if day, ok := dayOf(l.Text("day")); ok {
				names[i] += " on " + dateText(day)
			}
		}
		return joined(names)
	}
	if failed := a.List("failed"); len(failed) > 0 {
		text += "\nNo answer came for " + tell(failed) + ": say 'try again'."
	}
	if empty := a.List("empty"); len(empty) > 0 {
		text += "\nNothing was found for " + tell(empty) + "."
	}
	return text
}

// noDays says that nothing was found on any day that was looked at.
func noDays(a Args) string {
	text := "I found no flights for " + routeText(a.Object("trip"))
	if n := a.Int("days"); n > 1 {
		text += " on any of the " + strconv.FormatInt(n, 10) + " days that I looked at"
	}
	return text + ". Try other days, more stops or a nearby airport."
}
