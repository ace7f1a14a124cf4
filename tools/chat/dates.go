package chat

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

var months = []string{
	"january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
	"november", "december",
}

var weekdays = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

const monthPattern = `(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)`

// Dates as people write them; the message is lower case.
var (
	isoDate    = regexp.MustCompile(`\b(\d{4}-\d{2}-\d{2})\b`)
	monthDay   = regexp.MustCompile(`\b` + monthPattern + `\.?\s+(\d{1,2})(?:st|nd|rd|th)?\b(?:,?\s+(20\d\d)\b)?`)
	dayMonth   = regexp.MustCompile(`\b(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?` + monthPattern + `\b(?:,?\s+(20\d\d)\b)?`)
	monthAlone = regexp.MustCompile(`\b(?:in|during|of|for)\s+(?:early\s+|mid\s+|late\s+)?` + monthPattern +
		`\b(?:\s+(20\d\d)\b)?`)
	here        = regexp.MustCompile(`(?i)\b(?:my|our)\s+(?:hotel|hostel|apartment|destination|trip|stay|stop|itinerary)\b|\b(?:nearby|around here|near here)\b`)
	nextWeek    = regexp.MustCompile(`\bnext\s+week\b`)
	weekend     = regexp.MustCompile(`\b(?:this|the|coming|next)\s+weekend\b`)
	tomorrow    = regexp.MustCompile(`\btomorrow\b`)
	todayWord   = regexp.MustCompile(`\b(?:today|tonight|now)\b`)
	weekdayWord = regexp.MustCompile(`\b(?:on|this|next)\s+(sunday|monday|tuesday|wednesday|thursday|friday|saturday)\b`)
)

const (
	weatherDays = 7  // the longest span that the weather is told for
	midMonth    = 12 // the first of the days that stand for a whole month
)

// days reads the days that the message names, at most a week of them; 0 when it names none.
func (t *turn) days() (from, to trip.Date) {
	text := strings.ToLower(t.text)
	if dates := t.dates(text); len(dates) > 0 {
		from, to = slices.Min(dates), slices.Max(dates)
		return from, min(to, from.AddDays(weatherDays-1))
	}
	today := t.today()
	switch {
	case tomorrow.MatchString(text):
		return today.AddDays(1), today.AddDays(1)
	case weekend.MatchString(text):
		saturday := today.AddDays((6 - today.Weekday() + 7) % 7)
		return saturday, saturday.AddDays(1)
	case nextWeek.MatchString(text):
		monday := today.AddDays(7 - (today.Weekday()+6)%7)
		return monday, monday.AddDays(weatherDays - 1)
	case weekdayWord.MatchString(text):
		day := slices.Index(weekdays, weekdayWord.FindStringSubmatch(text)[1])
		d := today.AddDays((day - today.Weekday() + 7) % 7)
		return d, d
	case todayWord.MatchString(text):
		return today, today
	}
	if m := monthAlone.FindStringSubmatch(text); m != nil {
		if from = t.dateOf(m[2], m[1], strconv.Itoa(midMonth)); from != 0 {
			return from, from.AddDays(weatherDays - 1)
		}
	}
	return 0, 0
}

// dates lists the days that are written out, in the order of their kinds.
func (t *turn) dates(lower string) []trip.Date {
	var out []trip.Date
	for _, m := range isoDate.FindAllStringSubmatch(lower, -1) {
		if d, err := trip.ParseDate(m[1]); err == nil {
			out = append(out, d)
		}
	}
	for _, m := range monthDay.FindAllStringSubmatch(lower, -1) {
		if d := t.dateOf(m[3], m[1], m[2]); d != 0 {
			out = append(out, d)
		}
	}
	for _, m := range dayMonth.FindAllStringSubmatch(lower, -1) {
		if d := t.dateOf(m[3], m[2], m[1]); d != 0 {
			out = append(out, d)
		}
	}
	return out
}

// dateOf makes a date of texts; without a year it is the next such day. 0 when there is none.
func (t *turn) dateOf(year, month, day string) trip.Date {
	m := 1 + slices.IndexFunc(months, func(name string) bool { return strings.HasPrefix(name, month[:3]) })
	n, err := strconv.Atoi(day)
	if err != nil {
		return 0
	}
	today := t.today()
	y := today.Year()
	if year != "" {
		if y, err = strconv.Atoi(year); err != nil {
			return 0
		}
	}
	d := trip.NewDate(y, m, n)
	if year == "" && d.Valid() && d.Before(today) {
		d = trip.NewDate(y+1, m, n)
	}
	if !d.Valid() {
		return 0
	}
	return d
}

// isDateWord reports whether a lower-case word belongs to a date. «May» and «march» are months.
func isDateWord(w string) bool {
	if slices.Contains(weekdays, w) || slices.Contains(months, w) {
		return true
	}
	return len(w) >= 1 && w[0] >= '0' && w[0] <= '9'
}
