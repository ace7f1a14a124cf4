package score_test

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/lab/score"
)

func TestParseDialogue(t *testing.T) {
	t.Parallel()
	d, err := score.ParseDialogue([]byte(`{"id":"1","split":"dev","services":["Hotels_1"],"today":"2019-03-01",` +
		`"turns":[{"before":"","user":"hi","services":["Hotels_1"],"informs":{"rooms":"1"},"calls":[]}]}`))
	if err != nil || d.ID != "1" || len(d.Turns) != 1 || d.Turns[0].Informs["rooms"] != "1" {
		t.Errorf("%+v, %v", d, err)
	}
	for _, line := range []string{``, `[]`, `{}`, `{"today":"2019-03-01"}`, `{"turns":[{}]}`} {
		if _, err := score.ParseDialogue([]byte(line)); !errors.Is(err, score.ErrDialogue) {
			t.Errorf("%s: %v, want ErrDialogue", line, err)
		}
	}
}

func TestCounts(t *testing.T) {
	t.Parallel()
	for services, want := range map[string]bool{
		"Flights_1": true, "Hotels_4": true, "Weather_1,Hotels_2": true, "Weather_1": false, "Buses_1,Events_2": false, "": false,
	} {
		if got := (score.Turn{Services: strings.Split(services, ",")}).Counts(); got != want {
			t.Errorf("%q counts %v, want %v", services, got, want)
		}
	}
}

func TestPredict(t *testing.T) {
	t.Parallel()
	cases := []struct {
		result string
		want   score.Predictions
	}{
		{`{}`, score.Predictions{}},
		{
			`{"trip_intent":{"origin":{"type":"city","code":"SFO","city":"San Francisco"},"destination":"JFK",` +
				`"dates":{"departure_date":"2019-03-08"},"travelers":{"adults":2},"cabin":"economy"}}`,
			score.Predictions{"origin": "San Francisco", "destination": "JFK", "depart_date": "2019-03-08", "adults": "2", "cabin": "economy"},
		},
		{`{"trip_intent":{"origin":{"code":"SFO"},"dates":null,"travelers":{"adults":null}}}`, score.Predictions{"origin": "SFO"}},
		{
			`{"trip_intent":{"stays":[{"location_code":"LAS","check_in":"2019-03-02","check_out":"2019-03-05","nights":3}],` +
				`"lodging":{"rooms":1,"hotel_star_min":4},"inferred":["check_out"]}}`,
			score.Predictions{"hotel_city": "LAS", "check_in": "2019-03-02", "nights": "3", "rooms": "1", "star_rating": "4"},
		},
		{`{"trip_intent":{"no_preference":["airline","cabin"]}}`, score.Predictions{"airline": "dontcare", "cabin": "dontcare"}},
		{`{"trip_intent":{"constraints":{"preferred_airlines":["KLM","Delta Air Lines"]}}}`, score.Predictions{"airline": "Delta Air Lines"}},
		{
			`{"trip_intent":{"segments":[{"origin":"BOS","destination":{"city":"Rome"},"depart_date":"2019-05-03"},{"destination":"ATH"}]}}`,
			score.Predictions{"origin": "BOS", "destination": "Rome", "depart_date": "2019-05-03"},
		},
	}
	for _, c := range cases {
		got, err := score.Predict([]byte(c.result))
		if err != nil || !maps.Equal(got, c.want) {
			t.Errorf("%s\n got  %v, %v\n want %v", c.result, got, err, c.want)
		}
	}
	for _, bad := range []string{``, `[]`, `{"trip_intent":{"origin":7}}`, `{"trip_intent":[]}`} {
		if _, err := score.Predict([]byte(bad)); !errors.Is(err, score.ErrResult) {
			t.Errorf("%s: %v, want ErrResult", bad, err)
		}
	}
}

func TestSame(t *testing.T) {
	t.Parallel()
	cases := []struct {
		field, a, b string
		want        bool
	}{
		{score.Origin, "San Francisco", "SFO", true},
		{score.Destination, "New York", "NYC", true},
		{score.HotelCity, "New York", "EWR", true},
		{score.HotelCity, "New York", "Newark", false},
		{score.HotelCity, "Atlantis", "atlantis", true},
		{score.Origin, "Portland", "Phoenix", false},
		{score.Airline, "Delta Airlines", "Delta Air Lines", true},
		{score.Airline, "Air Canada", "Canada", true},
		{score.Airline, "United Airlines", "American Airlines", false},
		{score.Airline, "dontcare", "dontcare", true},
		{score.Cabin, "Premium Economy", "premium_economy", true},
		{score.Cabin, "Economy", "premium_economy", false},
		{score.Adults, "2", "2", true},
		{score.CheckIn, "2019-03-02", "2019-03-03", false},
	}
	for _, c := range cases {
		if got := score.Same(c.field, c.a, c.b); got != c.want {
			t.Errorf("Same(%s, %q, %q) = %v, want %v", c.field, c.a, c.b, got, c.want)
		}
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	flights := []string{"Flights_1"}
	var a, b score.Table
	a.Add(score.Turn{Services: flights, Informs: map[string]string{"origin": "Seattle", "adults": "2"}}, score.Predictions{"origin": "SEA", "adults": "3"})
	a.Add(score.Turn{Services: []string{"Weather_1"}, Informs: map[string]string{"origin": "Rome"}}, nil)
	b.Add(score.Turn{Services: flights, Informs: map[string]string{"origin": "Boston"}}, score.Predictions{"rooms": "1"})
	a.Merge(b)
	r := a.Result()
	// Hits: origin. False: adults, rooms. Missed: adults, origin.
	near := func(name string, got, want float64) {
		if d := got - want; d > 1e-9 || d < -1e-9 {
			t.Errorf("%s = %v, want %v", name, got, want)
		}
	}
	near("precision", r.Precision, 1.0/3)
	near("recall", r.Recall, 1.0/3)
	near("f1", r.F1, 1.0/3)
	near("origin precision", r.Fields["origin"].Precision, 1)
	near("origin recall", r.Fields["origin"].Recall, 0.5)
	near("adults f1", r.Fields["adults"].F1, 0)
	if r.Turns != 2 || r.N != 3 || r.Fields["origin"].N != 2 || len(r.Fields) != len(score.Fields) {
		t.Errorf("turns %d, n %d, fields %v", r.Turns, r.N, r.Fields)
	}
	text := r.String()
	for _, field := range append(score.Fields[:], "all") {
		if !strings.Contains(text, "\n"+field+" ") {
			t.Errorf("the table has no line for %s:\n%s", field, text)
		}
	}
	if empty := (&score.Table{}).Result(); empty.F1 != 0 || empty.N != 0 {
		t.Errorf("an empty table has %+v", empty)
	}
}
