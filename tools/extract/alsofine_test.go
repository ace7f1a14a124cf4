package extract_test

import (
	"strings"
	"testing"
)

// reads is what a message is to be read as: what is wanted in its patch, what may not be there, and what is told.
type reads struct{ known, said, want, not, told string }

// check reads each message of a table.
func check(t *testing.T, table []reads) {
	t.Helper()
	for _, row := range table {
		res := extractFrom(t, row.said, after(row.known, ""))
		got, told := flat(t, res), strings.Join(res.Unread, "|")
		if !strings.Contains(got, row.want) || row.not != "" && strings.Contains(got, row.not) || !strings.Contains(told, row.told) ||
			row.told == "" && told != "" {
			t.Errorf("%q: %s, told %q; want %s, no %s, told %q", row.said, got, told, row.want, row.not, row.told)
		}
	}
}

// TestAlsoFine: a place that is said to be fine too stands beside the end of the journey that is known, and neither takes
// its place nor is the other end.
// Rule: 6.7.place
func TestAlsoFine(t *testing.T) {
	t.Parallel()
	const from, to = "alternatives.origin[0].code=", "alternatives.destination[0].code="
	check(t, []reads{
		{"", "we live in Bologna, also Milan is ok", from + "MXP", " destination.code", ""},
		{"", "we live in Bologna but Milan is ok too", from + "MXP", "origin[1]", ""},
		{"", "from Bologna to Oslo 5 May, also Milan is ok", from + "MXP", "alternatives.destination", ""},
		{"", "Oslo to Rome 5 May, Milan is ok too", to + "MXP", "alternatives.origin", ""},
		{"", "Oslo to Rome 5 May, Milan would be fine as well", to + "MXP", "alternatives.origin", ""},
		{"", "Oslo to Rome or Turin 5 May, Milan is ok too", "destination[1].code=MXP", "alternatives.origin", ""},
		{planned, "landing in Bergen is good also", to + "BGO", " destination.code", ""},
		{planned, "landing in Leeds is good also", to + "LBA", "alternatives.origin", ""}, // what is said, not what is near
		{planned, "to Leeds is fine too", to + "LBA", "alternatives.origin", ""},
		{planned, "from Bergen is fine too", from + "BGO", "alternatives.destination", ""},
		{planned, "also Leeds is fine", from + "LBA", "alternatives.destination", ""},
		{planned, "show me also to Bergen, maybe is cheaper", to + "BGO", " destination.code", ""},
		{planned, "please show me Bergen as well", to + "BGO", " destination.code", ""},
		// with nothing beside which it could stand, or with no "also", it is the end itself
		{"", "Milan is ok too", "destination.code=MXP", "alternatives", ""},
		{"", "we live in Bologna, Milan is fine", "destination.code=MXP", "alternatives", ""},
		{planned, "Bergen instead", "destination.code=BGO", "alternatives", ""},
		{planned, "show me Bergen", "", "alternatives", "Bergen"},
		// who wants to go there too, or sleep there, asks for more
		{planned, "I want to see also Bergen", "", "alternatives", "Bergen"},
		{planned, "and a hotel in Bergen is fine too", "", "alternatives", ""},
		{planned, "Oslo is fine too", "", "alternatives", "Oslo"},
		{planned, "Bergen is also nice but we stay with Oslo", "", "alternatives", "Bergen"},
		{planned, "Bergen is fine too, only Oslo is a must", "", "alternatives", "Bergen"},
		{planned, "if Oslo is full Bergen is fine too", "", "alternatives", "full"},
		{planned, "flying back from Bergen is ok too", "", "alternatives", ""},
		{planned, "coming back to York is ok as well", "", "alternatives.destination", ""},
		{planned, "a day in Bergen is fine too", "", "alternatives", ""},
		{planned, "Tokyo is fine too", "", "alternatives", "Tokyo"}, // of which end is not said
		{"", "Oslo to Rome 5 May, back 9 May, flying home from Milan is fine too", "", "alternatives", ""},
		{"", "Oslo to Rome 5 May then Naples 9 May, Milan is fine too", "", "alternatives", "Milan"},
		{planned, "Bergen or Leeds is fine too", "", "alternatives.origin", ""},
	})
}

// TestMayChange: where planes are changed is a wish where it is asked for, and where it only may be it is told; an end of
// the journey it is never.
// Rule: 6.7.place
func TestMayChange(t *testing.T) {
	t.Parallel()
	const trip = "Oslo to Rome 5 May, "
	check(t, []reads{
		{"", trip + "change planes in Munich", "via[0].code=MUC", "destination.code=MUC", ""},
		{"", trip + "I want to change plane in Munich", "via[0].code=MUC", "destination.code=MUC", ""},
		{"", trip + "we must change flights in Munich", "via[0].code=MUC", "destination.code=MUC", ""},
		{"", trip + "we can change plane in Munich", "destination.code=FCO", "MUC", "Munich"},
		{"", trip + "we could also change in Munich or Vienna", "destination.code=FCO", "MUC", "Vienna"},
		{"", trip + "a connection in Munich is ok", "destination.code=FCO", "MUC", "Munich"},
		{"", trip + "via Munich is fine", "destination.code=FCO", "MUC", "Munich"},
		{"", trip + "via Munich please", "via[0].code=MUC", "destination.code=MUC", ""},
		{"", trip + "the layover can be in Munich", "destination.code=FCO", "MUC", "Munich"},
		{"", trip + "the layover should be in Munich", "via[0].code=MUC", "destination.code=MUC", ""},
		{"", trip + "should the layover be in Munich, tell me", "destination.code=FCO", "MUC", "Munich"},
		{"", trip + "change of planes in Munich please", "via[0].code=MUC", "destination.code=MUC", ""},
		{"", trip + "we may connect in Munich or in Vienna", "destination.code=FCO", "MUC", "Vienna"},
		{"", trip + "via Munich or via Vienna", "via[0].code=MUC", "VIE", "via Vienna"},
		{planned, "we can change plane in Munich or Bergen but only one time", "", "alternatives", "Munich"},
		{planned, "connection in Munich is ok", "", "MUC", "Munich"},
		{planned, "a flight to Bergen is ok", "destination.code=BGO", "via", ""}, // and no connection
		{planned, "can we go to Bergen", "destination.code=BGO", "via", ""},
	})
}
