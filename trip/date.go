package trip

const (
	minYear = 1
	maxYear = 9999
)

// NewDate returns a calendar day, or 0 when there is no such day in the years 1 to 9999.
func NewDate(year, month, day int) Date {
	if year < minYear || year > maxYear || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return 0
	}
	return Date(year*10000 + month*100 + day)
}

// ParseDate reads YYYY-MM-DD. Only days that the calendar has are dates.
//
//   - Errors: ErrDate.
func ParseDate(s string) (Date, error) {
	if len(s) != 10 || s[4] != '-' || s[7] != '-' {
		return 0, ErrDate
	}
	century, year, month, day := pair(s[0], s[1]), pair(s[2], s[3]), pair(s[5], s[6]), pair(s[8], s[9])
	if d := NewDate(century*100+year, month, day); d != 0 && century >= 0 && year >= 0 {
		return d, nil
	}
	return 0, ErrDate
}

// pair reads two decimal digits; -1 when it is given anything else.
func pair(tens, ones byte) int {
	tens, ones = tens-'0', ones-'0'
	if tens > 9 || ones > 9 {
		return -1
	}
	return int(tens)*10 + int(ones)
}

// digits reads a short run of decimal digits; -1 when it holds anything else.
func digits(s string) int {
	n := 0
	for i := range len(s) {
		c := s[i] - '0'
		if c > 9 {
			return -1
		}
		n = n*10 + int(c)
	}
	return n
}

// Year returns the year, 0 of an absent date.
func (d Date) Year() int { return int(d) / 10000 }

// Month returns the month from 1 to 12.
func (d Date) Month() int { return int(d) / 100 % 100 }

// Day returns the day of the month from 1.
func (d Date) Day() int { return int(d) % 100 }

// Valid reports whether the calendar has this day. An absent date is not valid.
func (d Date) Valid() bool { return d != 0 && NewDate(d.Year(), d.Month(), d.Day()) == d }

// Before reports whether d is an earlier day than o.
func (d Date) Before(o Date) bool { return d < o }

// AddDays returns the day n days later, or earlier when n is negative. It is 0 when d is
// absent or the result is outside of the years 1 to 9999.
func (d Date) AddDays(n int) Date {
	const span = (maxYear - minYear + 2) * 366
	if d == 0 || n > span || n < -span {
		return 0
	}
	return NewDate(civil(d.days() + n))
}

// DaysUntil returns how many days later o is than d; negative when o is earlier. Both must be valid.
func (d Date) DaysUntil(o Date) int { return o.days() - d.days() }

// Weekday returns the day of the week from 0, Sunday, to 6, Saturday. The date must be valid.
func (d Date) Weekday() int { return (d.days()%7 + 11) % 7 }

// String returns YYYY-MM-DD, or "" of an absent date.
func (d Date) String() string {
	if d == 0 {
		return ""
	}
	var buf [10]byte
	return string(d.appendText(buf[:0]))
}

// appendDate appends the date as a JSON string, an absent one as null.
func appendDate(dst []byte, d Date) []byte {
	if d == 0 {
		return append(dst, "null"...)
	}
	dst = append(dst, '"')
	dst = d.appendText(dst)
	return append(dst, '"')
}

func (d Date) appendText(dst []byte) []byte { return appendDay(dst, d.Year(), d.Month(), d.Day()) }

func appendDay(dst []byte, ofYear, ofMonth, ofDay int) []byte {
	century, year, month, day := two(uint(ofYear)/100), two(uint(ofYear)%100), two(uint(ofMonth)), two(uint(ofDay))
	return append(dst, century[0], century[1], year[0], year[1], '-', month[0], month[1], '-', day[0], day[1])
}

// two returns the digits of a number from 0 to 99.
func two(n uint) [2]byte { return [2]byte{byte('0' + n/10), byte('0' + n%10)} }

// appendPadded appends the last width decimal digits of n.
func appendPadded(dst []byte, n, width int) []byte {
	var buf [9]byte
	for i := width - 1; i >= 0; i-- {
		buf[i] = byte('0' + n%10)
		n /= 10
	}
	return append(dst, buf[:width]...)
}

func daysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// days counts the days since 1970-01-01 in the Gregorian calendar. It counts years from
// March, so that the leap day is the last of its year.
func (d Date) days() int { return daysFrom(d.Year(), d.Month(), d.Day()) }

func daysFrom(year, month, day int) int {
	if month <= 2 {
		year--
		month += 12
	}
	era := year / 400
	ofEra := year - era*400
	ofYear := (153*(month-3)+2)/5 + day - 1
	return era*146097 + ofEra*365 + ofEra/4 - ofEra/100 + ofYear - 719468
}

// civil is the inverse of daysFrom for days of the years 0 and later.
func civil(days int) (year, month, day int) {
	days += 719468
	if days < 0 {
		return 0, 0, 0
	}
	era := days / 146097
	ofEra := days - era*146097
	yearOfEra := (ofEra - ofEra/1460 + ofEra/36524 - ofEra/146096) / 365
	ofYear := ofEra - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	shifted := (5*ofYear + 2) / 153
	day = ofYear - (153*shifted+2)/5 + 1
	month = shifted + 3
	year = yearOfEra + era*400
	if month > 12 {
		month -= 12
		year++
	}
	return year, month, day
}
