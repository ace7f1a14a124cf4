package extract_test

import (
	"fmt"
	"strings"
	"testing"
)

// planAfter says messages one after the other, and returns where the flights of the plan then go and when, how many
// travel, where one sleeps, and "told" where something of the last message is told as not used.
func planAfter(t *testing.T, messages ...string) string {
	t.Helper()
	in, last := converse(t, messages)
	var parts []string
	for _, s := range in.Itinerary.Segments {
		by := strings.TrimPrefix(s.TransportMode, "flight")
		parts = append(parts, strings.TrimSpace(fmt.Sprint(s.Origin.Code, "-", s.Destination.Code, " ", s.DepartDate, " ", by)))
	}
	who := in.Party.Travelers
	parts = append(parts, fmt.Sprintf("%d+%d", who.Adults, who.Children))
	if l := in.Itinerary.Lodging; l.Needed {
		parts = append(parts, fmt.Sprint("bed ", l.CheckIn, "-", l.CheckOut))
		for _, s := range l.Stays {
			parts = append(parts, fmt.Sprint(s.LocationHint, " ", s.CheckIn, "-", s.CheckOut))
		}
	}
	if len(last.Unread) > 0 || last.Topic != "" {
		parts = append(parts, "told")
	}
	return strings.Join(parts, "; ")
}

// TestOtherMeansAskedFor holds that who asks what else one could go by changes nothing, and is told.
// Rule: 6.7.mode
func TestOtherMeansAskedFor(t *testing.T) {
	t.Parallel()
	const flies = "Oslo to Rome on 4 May, 2 adults, no hotel"
	for _, means := range []string{"trains", "buses", "ferries", "train tickets"} {
		for _, asks := range []string{"do you do ~?", "do you also sell ~?", "can you book ~?", "are there any ~?"} {
			said := strings.ReplaceAll(asks, "~", means)
			if got := planAfter(t, flies, said); got != "OSL-FCO 2026-05-04; 2+0; told" {
				t.Errorf("%q: %s", said, got)
			}
		}
	}
	for _, what := range []string{"a train station", "a bus stop", "anything"} { // nor does a hotel that something shall be near to add one
		for _, near := range []string{"near the hotel", "close to our hotel", "next to the hotel"} {
			if got := planAfter(t, flies, "is there "+what+" "+near+"?"); strings.Contains(got, "bed") {
				t.Errorf("%s %s: %s", what, near, got)
			}
		}
	}
	if got := planAfter(t, flies, "and a hotel near the station"); !strings.Contains(got, "bed") {
		t.Error(got)
	}
	for _, said := range []string{"can you do it by train", "could you put us on the train instead"} {
		if got := planAfter(t, flies, said); got != "OSL-FCO 2026-05-04 train; 2+0" {
			t.Errorf("%q: %s", said, got)
		}
	}
}

// TestNotReversed holds that a remark changes what it speaks of, and nothing else of the plan.
// Rule: 6.7.mode
func TestNotReversed(t *testing.T) {
	t.Parallel()
	const (
		flies  = "Oslo to Rome on 4 May, 2 adults, no hotel"
		toRome = "Oslo to Rome 4 May to 8 May, 2 adults, no hotel"
		goes   = "OSL-FCO 2026-05-04; FCO-OSL 2026-05-08; "
	)
	check := func(want string, messages ...string) {
		t.Helper()
		if got := strings.TrimSuffix(planAfter(t, messages...), "; told"); got != want {
			t.Errorf("%q: %s, want %s", messages, got, want)
		}
	}
	for _, means := range []string{"trains", "the train", "a bus", "buses", "a ferry"} { // another way would do as well
		for _, says := range []string{"~ would be fine too", "~ would also be ok", "~ would work as well", "we could also take ~", "I'm fine with ~ too"} {
			said := strings.ReplaceAll(says, "~", means)
			check("OSL-FCO 2026-05-04; 2+0", flies, said)
			check("OSL-FCO 2026-05-04; 2+0", flies+". "+said)
			if got := planAfter(t, flies, said); !strings.HasSuffix(got, "told") {
				t.Errorf("%q is not told: %s", said, got)
			}
		}
	}
	for _, said := range []string{"we'll airbnb", "we'll get an airbnb", "we're renting an airbnb", "we have an airbnb", "we'll rent a villa"} {
		check(goes+"2+0", toRome, "just flights, "+said)
		check(goes+"2+0", "Oslo to Rome 4 May to 8 May, 2 adults, flights only, "+said)
	}
	for _, said := range []string{"no flights", "we don't need flights", "I'll be driving so don't need flights"} {
		check("2+0; bed -; Rome 2026-05-04-2026-05-09", "5 nights in Rome from 4 May, 2 adults, "+said)
	}
	check("OSL-FCO 2026-05-04; FCO-OSL 2026-05-08; 2+0", "a return Oslo to Rome mon 4 May, back fri 8 May, 2 adults, no hotel")
	check("OSL-FCO 2026-05-04; FCO-OSL 2026-05-14; 2+0", "Oslo to Rome 4 May, 2 adults, no hotel. Come back whenever, 10 days there")
	for said, who := range map[string]string{
		"2 people drop out": "6+0", "2 of us pull out": "6+0", "make it 7 adults, my brother dropped out": "7+0",
		"don't drop one adult": "8+0", "drop one adult": "7+0",
	} {
		check("OSL-FCO 2026-05-04; "+who, "Oslo to Rome on 4 May, 8 adults, no hotel", said)
	}
	for _, who := range []string{"we're 6 girls", "we are 6 boys", "we're 6 lads"} {
		check("OSL-FCO 2026-05-04; 6+0", who+", Oslo to Rome on 4 May, no hotel")
	}
	for said, day := range map[string]string{
		"make the trip one day shorter": "07", "make the trip a day shorter": "07", "make the trip two days longer": "10", "make the trip 3 days": "07",
	} {
		check("OSL-FCO 2026-05-04; FCO-OSL 2026-05-"+day+"; 2+0", toRome, said)
	}
	for _, said := range []string{"my daughter turns 4 in may", "we got married in May", "our anniversary is in June"} {
		if _, last := converse(t, []string{toRome, said}); len(last.Questions) > 0 || len(last.Unread) == 0 {
			t.Errorf("%q: asks %v, tells %q", said, last.Questions, last.Unread)
		}
	}
	check("LBA-NAP 2026-06-09; NAP-LBA 2026-06-19; 2+0; bed 2026-06-09-2026-06-13",
		"Leeds to Naples 9 June to 19 June, 2 adults, and a hotel for 4 nights")
	for _, said := range []string{"fly back to Oslo from Naples on the 13th", "then back to Oslo from Naples on 13 May", "then Naples to Oslo on the 13th"} {
		check("OSL-FCO 2026-05-04; FCO-NAP 2026-05-09; NAP-OSL 2026-05-13; 3+0",
			"Oslo to Rome 4 May, Rome to Naples 9 May, 3 adults, no hotel", said)
	}
	for _, said := range []string{"an extra night in Iceland", "one more night in Reykjavik"} {
		check("YYZ-KEF 2026-06-03; KEF-GLA 2026-06-08; GLA-YYZ 2026-06-16; 2+0",
			"Toronto to Reykjavik June 3, Reykjavik to Glasgow June 7, Glasgow to Toronto June 15, 2 adults, no hotel", "can we stay "+said+"?")
	}
}

// TestNextYear reads "next year" before and behind a day or a month.
// Rule: 6.7.day
func TestNextYear(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"3 to 6 Dec next year", "next year, 3 to 6 Dec", "3 Dec next year, back 6 Dec next year", "3 Dec to 6 Dec next year", "next year on 3 Dec, back 6 Dec",
	} {
		want := "OSL-FCO 2027-12-03; FCO-OSL 2027-12-06; 1+0"
		if got := planAfter(t, "Oslo to Rome "+said+", 1 adult, no hotel"); got != want {
			t.Errorf("%q: %s", said, got)
		}
	}
	for _, said := range []string{"in December next year", "next year in December", "in December 2027"} {
		if got := planAfter(t, "Oslo to Rome "+said+", 1 adult, no hotel", "the 4th"); got != "OSL-FCO 2027-12-04; 1+0" {
			t.Errorf("%q: %s", said, got)
		}
	}
}
