package offer_test

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/tools/internal/offer"
	"github.com/legwork-go/legwork/trip"
)

func TestMoneyIsReadExactly(t *testing.T) {
	for text, want := range map[string]offer.Money{
		`{"amount":"1480.00","currency":"USD"}`: {Minor: 148000, Currency: "USD"},
		`{"amount":1480.5,"currency":"USD"}`:    {Minor: 148050, Currency: "USD"},
		`{"amount":"1480","currency":"JPY"}`:    {Minor: 1480, Currency: "JPY"},
		`{"amount":"0.125","currency":"KWD"}`:   {Minor: 125, Currency: "KWD"},
		`null`:                                  {},
	} {
		var got offer.Money
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s is read as %+v, error %v, want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{
		`{"amount":"1.005","currency":"USD"}`, `{"amount":"1.5","currency":"JPY"}`, `{"amount":"x","currency":"USD"}`,
		`{"amount":"1","currency":"usd"}`, `{"currency":"USD"}`, `{}`, `7`,
	} {
		var got offer.Money
		if err := json.Unmarshal([]byte(text), &got); err == nil {
			t.Errorf("%s is read as %+v, want an error", text, got)
		}
	}
}

func TestMoneyRoundTrips(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		want := offer.Money{
			Minor:    rapid.Int64().Draw(rt, "minor"),
			Currency: rapid.SampledFrom([]trip.Currency{"USD", "JPY", "KWD", "CLF"}).Draw(rt, "currency"),
		}
		data, err := json.Marshal(want)
		if err != nil {
			rt.Fatal(err)
		}
		var got offer.Money
		if err := json.Unmarshal(data, &got); err != nil || got != want {
			rt.Fatalf("%s is read as %+v, error %v, want %+v", data, got, err, want)
		}
	})
}

func TestFlightFacts(t *testing.T) {
	leg := func(depart, arrive string, stops int64) offer.Leg {
		return offer.Leg{DepartAt: depart, ArriveAt: arrive, Stops: stops}
	}
	for name, c := range map[string]struct {
		legs    []offer.Leg
		stops   int64
		minutes int64
		known   bool
		redEye  bool
	}{
		"nonstop across zones": {[]offer.Leg{leg("2026-03-09T10:00:00-05:00", "2026-03-09T22:00:00+00:00", 0)}, 0, 420, true, false},
		"change and stop": {[]offer.Leg{
			leg("2026-03-09T10:00:00Z", "2026-03-09T12:00:00Z", 1),
			leg("2026-03-09T13:00:00Z", "2026-03-09T14:30:00Z", 0),
		}, 2, 270, true, false},
		"late take-off":    {[]offer.Leg{leg("2026-03-09T22:00", "2026-03-10T06:00", 0)}, 0, 0, false, true},
		"landing at night": {[]offer.Leg{leg("2026-03-09 18:00", "2026-03-10 05:29", 0)}, 0, 0, false, true},
		"early landing":    {[]offer.Leg{leg("2026-03-09T19:00:00", "2026-03-10T05:30:00", 0)}, 0, 0, false, false},
		"no legs":          {nil, 0, 0, false, false},
		"no times":         {[]offer.Leg{leg("tomorrow", "", 0)}, 0, 0, false, false},
	} {
		f := offer.Flight{Segments: c.legs}
		minutes, known := f.Minutes()
		if f.Stops() != c.stops || f.RedEye() != c.redEye || known != c.known || known && minutes != c.minutes {
			t.Errorf("%s: stops %d, red-eye %t, %d minutes (%t), want %+v", name, f.Stops(), f.RedEye(), minutes, known, c)
		}
	}
}

func TestMoments(t *testing.T) {
	read := func(text string) offer.Moment {
		m, ok := offer.ParseMoment(text)
		if !ok {
			t.Fatalf("%q is no moment", text)
		}
		return m
	}
	evening, morning := read("2026-03-09T23:50:00+01:00"), read("2026-03-10T00:10")
	if got := evening.MinutesAtOnePlace(morning); got != 20 {
		t.Errorf("at one place it is %d minutes, want 20", got)
	}
	if _, ok := evening.MinutesTo(morning); ok {
		t.Error("a time without offset has a known distance to another")
	}
	if got := evening.DaysTo(morning); got != 1 {
		t.Errorf("%d days, want 1", got)
	}
	if evening.Date() != "2026-03-09" || evening.Clock() != "23:50" || evening.MinuteOfDay() != 23*60+50 {
		t.Errorf("got %s %s", evening.Date(), evening.Clock())
	}
}

func TestStars(t *testing.T) {
	for text, want := range map[json.Number]int64{"4": 40, "4.5": 45, "3.75": 37, "0": 0} {
		if got, ok := (offer.Hotel{StarRating: text}).StarTenths(); !ok || got != want {
			t.Errorf("%s stars are %d tenths (%t), want %d", text, got, ok, want)
		}
	}
	for _, text := range []json.Number{"", "-1", "99", "many"} {
		if got, ok := (offer.Hotel{StarRating: text}).StarTenths(); ok {
			t.Errorf("%q stars are %d tenths, want none", text, got)
		}
	}
}
