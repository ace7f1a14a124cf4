package score_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/legwork-go/legwork/lab/score"
	"github.com/legwork-go/legwork/trip"
)

// TestMisses compares a trip with what was said last of each service.
func TestMisses(t *testing.T) {
	t.Parallel()
	d, err := score.ParseDialogue([]byte(`{"id":"d","today":"2026-03-01","turns":[
		{"user":"a flight","services":["Flights_1"],"informs":{"origin":"Boston","depart_date":"2026-05-04","return_date":"2026-05-09","cabin":"dontcare"}},
		{"user":"no, the 5th","services":["Flights_1"],"informs":{"depart_date":"2026-05-05","adults":"2"}},
		{"user":"is it one-way?","services":["Flights_1"],"informs":{}},
		{"user":"for the weather","services":["Weather_1"],"informs":{"origin":"Rome"}},
		{"user":"a hotel","services":["Hotels_2"],"informs":{"hotel_city":"Rome","nights":"3"}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	in, _, err := trip.DecodeIntent(`{"party":{"travelers":{"adults":2}},"itinerary":{"segments":[{"origin":{"code":"BOS","city":"Boston"},
	"destination":{"code":"FCO","city":"Rome"},"depart_date":"2026-05-04"}],
		"lodging":{"check_in":"2026-05-04","check_out":"2026-05-07"}}}`)
	if err != nil {
		t.Fatal(err)
	}
	misses := d.Misses(score.State(&in))
	want := []score.Miss{{Dialogue: "d", Service: score.Flights, Field: score.DepartDate, Said: "2026-05-05", Has: "2026-05-04"}}
	if diff := cmp.Diff(want, misses); diff != "" {
		t.Error(diff)
	}
	var one, both score.Joint
	one.Add(d, misses)
	both.Merge(one)
	one = score.Joint{}
	one.Add(d, nil)
	both.Merge(one)
	if both.Share(score.Flights) != 0.5 || both.Share(score.Hotels) != 1 || both.Share("") != 0.5 || both.Dialogues != 2 {
		t.Errorf("joint %+v", both)
	}
}
