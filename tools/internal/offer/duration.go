package offer

import "strconv"

// Duration writes minutes for a person, such as "2 h 5 min".
func Duration(minutes int64) string {
	hours, rest := strconv.FormatInt(minutes/60, 10)+" h", strconv.FormatInt(minutes%60, 10)+" min"
	switch {
	case minutes < 60:
		return rest
	case minutes%60 == 0:
		return hours
	}
	return hours + " " + rest
}
