package trip

const (
	nanosPerSecond = 1_000_000_000
	secondsPerDay  = 86_400
)

// ParseInstant reads an RFC 3339 instant with up to nine decimals of the second. An offset
// is read and normalised to UTC. The very start of 1970 is refused: it stands for absent.
//
//   - Errors: ErrInstant.
func ParseInstant(s string) (Instant, error) { return new(calendar).instant(s) }

// calendar remembers the day that it read last: the events of a log seldom change it.
type calendar struct {
	known   bool // a day was read
	day     [len("2006-01-02")]byte
	seconds int64 // from 1970 to the start of the day
}

// turnTo reads a day unless it is the one that was read last.
func (c *calendar) turnTo(day string) bool {
	if c.known && string(c.day[:]) == day {
		return true
	}
	date, err := ParseDate(day)
	if err == nil {
		c.known = true
		copy(c.day[:], day)
		c.seconds = int64(date.days()) * secondsPerDay
	}
	return err == nil
}

// instant is ParseInstant.
func (c *calendar) instant(s string) (Instant, error) {
	if len(s) < len("2006-01-02T15:04:05Z") || s[10]|0x20 != 't' || s[13] != ':' || s[16] != ':' {
		return 0, ErrInstant
	}
	hour, minute, second := pair(s[11], s[12]), pair(s[14], s[15]), pair(s[17], s[18])
	if !c.turnTo(s[:10]) || uint(hour) > 23 || uint(minute) > 59 || uint(second) > 59 {
		return 0, ErrInstant
	}
	nanos, rest := fraction(s[19:])
	offset, ok := zoneSeconds(rest)
	if nanos < 0 || !ok {
		return 0, ErrInstant
	}
	seconds := c.seconds + int64(hour*3600+minute*60+second-offset)
	if seconds < 0 || seconds >= lastSecond {
		return 0, ErrInstant
	}
	if at := Instant(seconds*nanosPerSecond + nanos); at > 0 {
		return at, nil
	}
	return 0, ErrInstant
}

// lastSecond is the start of the year 2262 in seconds since 1970.
var lastSecond = int64(daysFrom(2262, 1, 1)) * secondsPerDay

// fraction reads the optional decimals of a second; -1 when they are malformed.
func fraction(s string) (nanos int64, rest string) {
	if s == "" || s[0] != '.' {
		return 0, s
	}
	end := 1
	for end < len(s) && s[end]-'0' <= 9 {
		end++
	}
	if end == 1 || end > 10 {
		return -1, ""
	}
	nanos = int64(digits(s[1:end]))
	for range 10 - end {
		nanos *= 10
	}
	return nanos, s[end:]
}

// zoneSeconds reads Z or ±hh:mm.
func zoneSeconds(s string) (int, bool) {
	if len(s) == 1 {
		return 0, s[0]|0x20 == 'z'
	}
	if len(s) != 6 || s[3] != ':' || (s[0] != '+' && s[0] != '-') {
		return 0, false
	}
	hour, minute := pair(s[1], s[2]), pair(s[4], s[5])
	if uint(hour) > 23 || uint(minute) > 59 {
		return 0, false
	}
	offset := hour*3600 + minute*60
	if s[0] == '-' {
		offset = -offset
	}
	return offset, true
}

// String returns the instant as RFC 3339 in UTC, or "" of an absent one.
func (t Instant) String() string {
	if t <= 0 {
		return ""
	}
	var buf [32]byte
	return string(t.appendText(buf[:0]))
}

// appendInstant appends the instant as a JSON string, an absent one as null.
func appendInstant(dst []byte, t Instant) []byte {
	if t <= 0 {
		return append(dst, "null"...)
	}
	dst = append(dst, '"')
	dst = t.appendText(dst)
	return append(dst, '"')
}

func (t Instant) appendText(dst []byte) []byte {
	seconds, nanos := uint64(t)/nanosPerSecond, int(uint64(t)%nanosPerSecond)
	year, month, day := civil(int(seconds / secondsPerDay))
	dst = appendDay(dst, year, month, day)
	ofDay := uint(seconds % secondsPerDay)
	hour, minute, second := two(ofDay/3600), two(ofDay/60%60), two(ofDay%60)
	dst = append(dst, 'T', hour[0], hour[1], ':', minute[0], minute[1], ':', second[0], second[1])
	if nanos != 0 {
		dst = append(dst, '.')
		dst = appendPadded(dst, nanos, 9)
		for dst[len(dst)-1] == '0' {
			dst = dst[:len(dst)-1]
		}
	}
	return append(dst, 'Z')
}
