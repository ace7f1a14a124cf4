package weather

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/tools/internal/seeded"
	"github.com/legwork-go/legwork/tools/internal/spot"
	"github.com/legwork-go/legwork/trip"
)

// MaxDays is the longest span of one call.
const MaxDays = 7

const (
	maxTextBytes = 500
	defaultSeed  = "legwork"
	sourceName   = "sandbox climate normals"
)

type arguments struct {
	Latitude  *json.Number `json:"latitude"`
	Longitude *json.Number `json:"longitude"`
	Location  *string      `json:"location"`
	StartDate *string      `json:"start_date"`
	EndDate   *string      `json:"end_date"`
}

type location struct {
	Name      string      `json:"name,omitempty"`
	Country   string      `json:"country,omitempty"`
	Latitude  json.Number `json:"latitude"`
	Longitude json.Number `json:"longitude"`
}

// Day is the usual weather of one day; temperatures are in whole degrees Celsius.
type Day struct {
	Date                 trip.Date `json:"date"`
	HighC                int64     `json:"high_c"`
	LowC                 int64     `json:"low_c"`
	PrecipitationPercent int64     `json:"precipitation_percent"`
	Conditions           string    `json:"conditions"`
}

type result struct {
	Location location `json:"location"`
	Days     []Day    `json:"days"`
	Summary  string   `json:"summary"`
	Source   string   `json:"source"`
	Note     string   `json:"note"`
}

// Handler performs get_weather. The zero value is ready; it is safe for concurrent use.
type Handler struct {
	Seed string // another seed is other weather; default "legwork"
}

// Register adds the tool to a registry.
func Register(reg tools.Registry) { reg[trip.ToolGetWeather] = tools.Tool{Run: Handler{}.Run} }

// Run performs one call: see the package documentation.
func (h Handler) Run(ctx context.Context, req tools.Request) ([]byte, error) {
	if err := tools.Ended(ctx); err != nil {
		return nil, err
	}
	args, err := readArguments(req)
	if err != nil {
		return nil, err
	}
	if out, done, err := spot.Act(ctx, trip.ToolGetWeather, text(args.Location), "days"); done || err != nil {
		return out, err
	}
	s, err := args.place()
	if err != nil {
		return nil, err
	}
	from, days, err := args.span(req.At)
	if err != nil {
		return nil, err
	}
	return json.Marshal(h.describe(s, from, days, req.Intent.Request.Locale))
}

// readArguments keeps numbers as texts, so that coordinates are exact.
func readArguments(req tools.Request) (arguments, error) {
	var args arguments
	dec := json.NewDecoder(bytes.NewReader(req.Arguments))
	dec.UseNumber()
	if err := dec.Decode(&args); err != nil {
		return args, tools.Invalid("get_weather: %v", err)
	}
	return args, nil
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return strings.TrimSpace(*s)
}

// place is where the coordinates point, else what the location names.
func (a arguments) place() (spot.Spot, error) {
	if a.Latitude == nil || a.Longitude == nil {
		if len(text(a.Location)) > maxTextBytes {
			return spot.Spot{}, tools.Invalid("get_weather: location is longer than %d bytes", maxTextBytes)
		}
		return spot.Find(text(a.Location))
	}
	lat, ok := degrees(*a.Latitude, 90)
	if !ok {
		return spot.Spot{}, tools.Invalid("get_weather: latitude is %s, want -90 to 90", *a.Latitude)
	}
	lon, ok := degrees(*a.Longitude, 180)
	if !ok {
		return spot.Spot{}, tools.Invalid("get_weather: longitude is %s, want -180 to 180", *a.Longitude)
	}
	return spot.Spot{At: geo.Point{LatMicro: lat, LonMicro: lon}}, nil
}

func degrees(n json.Number, limit int64) (int64, bool) {
	micro, ok := spot.Micro(n)
	return micro, ok && micro >= -limit*1e6 && micro <= limit*1e6
}

// span is the first day and how many there are.
func (a arguments) span(at trip.Instant) (from trip.Date, days int, err error) {
	days = MaxDays
	if from, err = dateOf("start_date", a.StartDate); err != nil {
		return 0, 0, err
	}
	switch {
	case from != 0:
		days = 1
	default:
		from = today(at)
	}
	to, err := dateOf("end_date", a.EndDate)
	if err != nil {
		return 0, 0, err
	}
	if to != 0 {
		days = from.DaysUntil(to) + 1
	}
	switch {
	case days < 1:
		return 0, 0, tools.Invalid("get_weather: end_date %s is before %s", to, from)
	case days > MaxDays:
		return 0, 0, tools.Invalid("get_weather: %d days, at most %d", days, MaxDays)
	case !from.AddDays(days - 1).Valid():
		return 0, 0, tools.Invalid("get_weather: %s is too late", from)
	}
	return from, days, nil
}

func dateOf(name string, s *string) (trip.Date, error) {
	if text(s) == "" {
		return 0, nil
	}
	day, err := trip.ParseDate(text(s))
	if err != nil {
		return 0, tools.Invalid("get_weather: %s is %.40q, want a date such as 2026-03-01", name, text(s))
	}
	return day, nil
}

func today(at trip.Instant) trip.Date {
	t := time.Unix(0, int64(at)).UTC()
	return trip.NewDate(t.Year(), int(t.Month()), t.Day())
}

// describe computes the days and says them in a sentence of the language of a locale.
func (h Handler) describe(s spot.Spot, from trip.Date, days int, locale string) result {
	r := result{
		Location: location{s.Name, s.Country, spot.Degrees(s.At.LatMicro), spot.Degrees(s.At.LonMicro)},
		Days:     make([]Day, days), Source: sourceName, Note: texts.Say(locale, "weather.note"),
	}
	for i := range r.Days {
		r.Days[i] = h.day(s.At, from.AddDays(i))
	}
	low, high, wet := r.Days[0].LowC, r.Days[0].HighC, int64(0)
	for _, d := range r.Days {
		low, high = min(low, d.LowC), max(high, d.HighC)
		wet += d.PrecipitationPercent
	}
	r.Summary = texts.Of(locale, trip.With("low", low, "high", high, "rain", wet/int64(days))).Say("weather.summary")
	return r
}

const (
	variation    = 25 // tenths of a degree that a day may differ from the normal
	rainSwing    = 15 // percent
	freezing     = 10 // tenths of a degree below which it snows
	cellMicro    = 100_000
	leastDaySpan = 15
)

// day is one day at a point. The variation is drawn for a cell of a tenth of a degree, so that
// neighbours agree.
func (h Handler) day(at geo.Point, date trip.Date) Day {
	seed := h.Seed
	if seed == "" {
		seed = defaultSeed
	}
	draw := seeded.About(seed, "weather", strconv.FormatInt(at.LatMicro/cellMicro, 10),
		strconv.FormatInt(at.LonMicro/cellMicro, 10), date.String())
	mean, z := normal(at, date)
	mean += draw.Between(-variation, variation)
	half := max(z.dayNight+draw.Between(-variation/2, variation/2), leastDaySpan)
	rain := min(max(z.rain+draw.Between(-rainSwing, rainSwing), 5), 95)
	return Day{
		Date: date, HighC: whole(mean + half), LowC: whole(mean - half),
		PrecipitationPercent: rain, Conditions: conditions(mean, rain),
	}
}

// whole rounds tenths of a degree to degrees.
func whole(tenths int64) int64 {
	if tenths < 0 {
		return -((-tenths + 5) / 10)
	}
	return (tenths + 5) / 10
}

func conditions(meanTenths, rain int64) string {
	switch {
	case rain >= 50 && meanTenths < freezing:
		return "snow"
	case rain >= 50:
		return "rain"
	case rain >= 35:
		return "cloudy"
	case rain >= 20:
		return "partly cloudy"
	}
	return "sunny"
}
