package texts

import (
	"slices"
	"strconv"
	"strings"
)

// Days and routes of which one is still to be chosen (behaviour 5.8).

// orText names a place and those that could stand for it: "Faro or Lisbon".
func orText(p Args, others []Args, understood bool) string {
	if len(others) == 0 {
		return placeText(p, understood)
	}
	names := []string{placeText(p, understood)}
	for _, o := range others {
		names = append(names, placeText(o, understood))
	}
	return strings.Join(names, p.in.or)
}

// openDaysText tells the days of a leg of which one is to be chosen.
func openDaysText(l Args) string {
	between := l.Object("between")
	if !l.Has("between") {
		days := l.Texts("days")
		names := make([]string, len(days))
		for i, d := range days {
			names[i] = l.in.day(d)
		}
		return strings.Join(names, l.in.or)
	}
	return l.say("days.between", "weekday", weekdayOf(between), "days",
		l.in.daysBetween(between.Text("from"), between.Text("to")))
}

// weekdayOf names the weekday of a range of days.
func weekdayOf(d Args) string {
	if day := d.Text("weekday"); day != "" {
		return d.say("weekday." + day)
	}
	return ""
}

// daysBetween tells the first and the last of some days: "1 and 31 May 2026".
func (l *language) daysBetween(from, to string) string {
	first, ok := dayOf(from)
	last, known := dayOf(to)
	if !ok || !known {
		return l.say("days.and", "first", l.day(from), "last", l.day(to))
	}
	begin := l.date(first)
	switch {
	case first.Year() != last.Year():
		begin += " " + strconv.Itoa(first.Year())
	case first.Month() == last.Month():
		begin = strconv.Itoa(first.Day()) + l.dot
	}
	return l.say("days.and", "first", begin, "last", l.date(last)+" "+strconv.Itoa(last.Year()))
}

// nightsRange tells how many nights a trip may have: "3 to 5 nights".
func nightsRange(n Args) string {
	switch low, high := n.Int("min"), n.Int("max"); {
	case high == 0:
		return ""
	case low == high:
		return n.in.plural(low, "night")
	default:
		return n.say("days.nights", "low", n.Text("min"), "high", n.Text("max"))
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
		if a.Has("more") {
			text += "\n" + a.say("days.more")
		}
		text += withoutOffers(a, full) + "\n" + a.say("select.take")
		if isBrief(text) {
			break
		}
	}
	return text
}

// daysAsked tells what some lines of the table cost.
// Rule: 5.8.ask
func daysAsked(a Args) string {
	rows := a.List("rows")
	lines := make([]string, len(rows))
	for i, row := range rows {
		lines[i] = row.Text("position") + ". " + rowText(row, nightsDiffer(rows))
	}
	return a.say("show.days", "lines", strings.Join(lines, "\n"))
}

// nightsDiffer reports whether the rows are of several numbers of nights.
func nightsDiffer(rows []Args) bool {
	return slices.ContainsFunc(rows, func(row Args) bool { return row.Int("nights") != rows[0].Int("nights") })
}

// looked says at how much of what is open was looked.
func looked(a Args) string {
	var of []string
	for _, kind := range [...]string{"day", "dates", "route"} {
		name := map[string]string{"day": "days", "dates": "dates", "route": "ways"}[kind]
		if n, all := a.Int(name), a.Int("of_"+name); n < all {
			of = append(of, a.say("days.of", "n", a.Text(name), "all", a.in.plural(all, kind)))
		}
	}
	return a.say("days.looked", "of", a.in.joined(of))
}

// rowText writes a line of the table of days: the days, the nights, and the places where these differ between lines.
func rowText(row Args, full bool) string {
	text := row.in.daysOfRow(row.Texts("days"))
	if n := row.Int("nights"); full && n > 0 {
		text += " (" + row.in.plural(n, "night") + ")"
	}
	if places := rowPlaces(row); places != "" {
		text = places + ", " + text
	}
	text += ": " + total(row)
	if row.Is("cheapest") {
		text = row.say("days.cheapest", "text", text)
	}
	if row.Has("above_budget") {
		text += ", " + row.say("budget.above")
	}
	if row.Is("unfit") {
		text = row.say("days.unfit", "text", text)
	}
	return text
}

// rowPlaces names the places of a row that vary: "Boston to Faro".
func rowPlaces(row Args) string {
	from, to := placesText(row.List("from")), placesText(row.List("to"))
	switch {
	case from != "" && to != "":
		return row.say("way", "from", from, "to", to)
	case from != "":
		return row.say("days.row_from", "from", from)
	}
	return to
}

// daysOfRow tells the days of a row: "Fri 1 – Mon 4 May".
func (l *language) daysOfRow(days []string) string {
	parts := make([]string, len(days))
	for i, text := range days {
		day, ok := dayOf(text)
		if !ok {
			return strings.Join(days, " – ")
		}
		parts[i] = l.weekdays[day.Weekday()] + " " + strconv.Itoa(day.Day()) + l.dot
		if next, ok := dayOf(days[min(i+1, len(days)-1)]); i == len(days)-1 || !ok || next.Month() != day.Month() {
			parts[i] = l.dayInYear(text)
		}
	}
	return strings.Join(parts, " – ")
}

// dayChoice is the label of one of the days.
func dayChoice(row Args) string { return rowText(row.without("cheapest"), false) }

// withoutOffers says which searches failed, and which found nothing: in full by their days, else how many.
func withoutOffers(a Args, full bool) (text string) {
	const named = 3
	for _, kind := range [...]string{"failed", "empty"} {
		list := a.List(kind)
		if len(list) == 0 {
			continue
		}
		searches := a.in.plural(int64(len(list)), "search")
		if len(list) <= named && full {
			names := make([]string, len(list))
			for i, l := range list {
				day := ""
				if on, ok := dayOf(l.Text("day")); ok {
					day = l.in.date(on)
				}
				names[i] = l.say("days.search", "way", l.say("way", "from", placeText(l.Object("from"), false),
					"to", placeText(l.Object("to"), false)), "day", day)
			}
			searches = a.in.joined(names)
		}
		text += "\n" + a.say("days."+kind, "searches", searches)
	}
	return text
}

// noDays says that nothing was found on any day that was looked at.
func noDays(a Args) string {
	looked := ""
	if a.Int("days") > 1 {
		looked = a.Text("days")
	}
	return a.say("quote.no_days", "looked", looked)
}
