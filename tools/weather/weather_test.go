package weather_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/weather"
	"github.com/legwork-go/legwork/trip"
)

// noon is 2026-03-01T12:00:00Z.
const noon = trip.Instant(1772366400_000_000_000)

type report struct {
	Location struct {
		Name                string
		Latitude, Longitude json.Number
	}
	Days                  []weather.Day
	Summary, Source, Note string
}

func ask(args string) ([]byte, error) {
	return weather.Handler{}.Run(context.Background(), tools.Request{Name: trip.ToolGetWeather, Arguments: []byte(args), At: noon})
}

func tell(t *testing.T, args string) report {
	t.Helper()
	out, err := ask(args)
	if err != nil {
		t.Fatalf("%s: %v", args, err)
	}
	var r report
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatal(err)
	}
	if err := catalog.Default().CheckResult(trip.ToolGetWeather, trip.Raw(out)); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSpans(t *testing.T) {
	for args, want := range map[string]string{
		`{"location":"Paris"}`:                                                              "2026-03-01 to 2026-03-07",
		`{"location":"Paris","start_date":"2026-06-10"}`:                                    "2026-06-10 to 2026-06-10",
		`{"location":"Paris","start_date":"2026-06-10","end_date":"2026-06-16"}`:            "2026-06-10 to 2026-06-16",
		`{"location":"Paris","end_date":"2026-03-02"}`:                                      "2026-03-01 to 2026-03-02",
		`{"location":"Paris","start_date":null,"end_date":""}`:                              "2026-03-01 to 2026-03-07",
		`{"latitude":0,"longitude":-180,"start_date":"2024-02-28","end_date":"2024-03-01"}`: "2024-02-28 to 2024-03-01",
	} {
		r := tell(t, args)
		if got := r.Days[0].Date.String() + " to " + r.Days[len(r.Days)-1].Date.String(); got != want {
			t.Errorf("%s: %s", args, got)
		}
	}
}

func TestCoordinatesGoBeforeTheLocation(t *testing.T) {
	r := tell(t, `{"latitude":48.8566,"longitude":2.3522,"location":"Sydney"}`)
	if r.Location.Name != "" || r.Location.Latitude != "48.8566" || r.Location.Longitude != "2.3522" {
		t.Errorf("%+v", r.Location)
	}
	if r := tell(t, `{"latitude":48.8566,"location":"SYD"}`); r.Location.Name != "Sydney" {
		t.Errorf("%+v", r.Location)
	}
}

// What a traveller packs for must be right: summer and winter, north and south, tropics and poles.
func TestPlausible(t *testing.T) {
	high := func(place, date string) int64 {
		return tell(t, fmt.Sprintf(`{"location":%q,"start_date":%q}`, place, date)).Days[0].HighC
	}
	for _, tc := range []struct {
		place, date string
		least, highest int64
	}{
		{"Paris", "2026-07-20", 20, 31},
		{"Paris", "2026-01-15", -1, 11},
		{"Sydney", "2026-07-20", 9, 21},
		{"Sydney", "2026-01-15", 22, 35},
		{"Singapore", "2026-01-15", 27, 35},
		{"Singapore", "2026-07-15", 27, 35},
		{"Reykjavik", "2026-01-15", -20, 5},
		{"Cairo", "2026-07-15", 28, 40},
		{"Quito", "2026-05-01", 24, 35},
	} {
		if got := high(tc.place, tc.date); got < tc.least || got > tc.highest {
			t.Errorf("%s on %s: high of %d °C, want %d to %d", tc.place, tc.date, got, tc.least, tc.highest)
		}
	}
}

// Every day of a leap year at every latitude: no jump between two days beyond the variation, the
// low below the high, percentages within bounds.
func TestEveryDayEverywhere(t *testing.T) {
	for lat := -90; lat <= 90; lat += 15 {
		last := int64(0)
		for day := trip.NewDate(2024, 1, 1); day.Year() == 2024; day = day.AddDays(1) {
			r := tell(t, fmt.Sprintf(`{"latitude":%d,"longitude":10,"start_date":%q}`, lat, day.String()))
			d := r.Days[0]
			if d.LowC >= d.HighC || d.PrecipitationPercent < 5 || d.PrecipitationPercent > 95 || d.Conditions == "" {
				t.Fatalf("%d: %+v", lat, d)
			}
			mean := d.HighC + d.LowC
			if day.Month()+day.Day() > 2 && max(mean-last, last-mean) > 14 {
				t.Errorf("latitude %d: from %d to %d half degrees on %s", lat, last, mean, day)
			}
			last = mean
		}
	}
}

func TestSaysThatItIsNoForecast(t *testing.T) {
	r := tell(t, `{"location":"Oslo"}`)
	if r.Source != "sandbox climate normals" || !strings.Contains(r.Note, "not a forecast") || r.Summary == "" {
		t.Errorf("%+v", r)
	}
}

func TestDeterministic(t *testing.T) {
	a, _ := ask(`{"location":"Oslo"}`)
	b, _ := ask(`{"location":"OSL"}`)
	if string(a) != string(b) || len(a) == 0 {
		t.Errorf("%s\n%s", a, b)
	}
	other, _ := weather.Handler{Seed: "x"}.Run(context.Background(), tools.Request{Arguments: []byte(`{"location":"Oslo"}`), At: noon})
	if string(a) == string(other) {
		t.Error("the seed does not matter")
	}
}

func TestErrors(t *testing.T) {
	for args, want := range map[string]trip.Class{
		`{}`:                                             trip.ClassNeedsInput,
		`{"latitude":1}`:                                 trip.ClassNeedsInput,
		`{"location":"Xyzzyville"}`:                      trip.ClassFailed,
		`{"location":"WQR"}`:                             trip.ClassRateLimited,
		`{"latitude":90.1,"longitude":0}`:                trip.ClassInvalidArguments,
		`{"latitude":0,"longitude":-180.01}`:             trip.ClassInvalidArguments,
		`{"latitude":"x","longitude":0}`:                 trip.ClassInvalidArguments,
		`{"latitude":1e400,"longitude":0}`:               trip.ClassInvalidArguments,
		`{"location":"Paris","start_date":"2026-02-30"}`: trip.ClassInvalidArguments,
		`{"location":"Paris","start_date":"tomorrow"}`:   trip.ClassInvalidArguments,
		`{"location":"Paris","start_date":"2026-03-02","end_date":"2026-03-01"}`: trip.ClassInvalidArguments,
		`{"location":"Paris","start_date":"2026-03-01","end_date":"2026-03-08"}`: trip.ClassInvalidArguments,
		`{"location":"Paris","start_date":"2026-03-01","end_date":"9999-12-31"}`: trip.ClassInvalidArguments,
		`{"location":"Paris","start_date":"9999-12-31"}`:                         "",
		`{"location":"` + strings.Repeat("x", 600) + `"}`:                        trip.ClassInvalidArguments,
		`nonsense`: trip.ClassInvalidArguments,
	} {
		_, err := ask(args)
		var failed *tools.Error
		if errors.As(err, &failed) && failed.Class != want || (err == nil) != (want == "") {
			t.Errorf("%.60s: %v, want %q", args, err, want)
		}
	}
}

func Example() {
	out, err := weather.Handler{}.Run(context.Background(), tools.Request{
		Name:      trip.ToolGetWeather,
		Arguments: []byte(`{"location":"Lisbon","start_date":"2026-07-01"}`),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	var r struct{ Summary, Source string }
	if err := json.Unmarshal(out, &r); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Summary)
	fmt.Println(r.Source)
	// Output:
	// Usually between 21 and 32 °C, with a 33 percent chance of rain or snow a day.
	// sandbox climate normals
}
