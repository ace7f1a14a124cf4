package sandbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/sandbox"
	"github.com/legwork-go/legwork/trip"
)

var morning = trip.Instant(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC).UnixNano())

type object = map[string]any

func flightQuery(change object) object {
	q := object{
		"origin": "JFK", "destination": "LHR", "departure_date": "2026-03-20",
		"travelers": object{"adults": 1, "children": 0, "infants": 0},
		"cabin":     "economy", "max_stops": 1, "result_limit": 10, "segment_index": 0,
	}
	return with(q, change)
}

func hotelQuery(change object) object {
	q := object{
		"location_code": "LHR", "dates": object{"start_date": "2026-03-20", "end_date": "2026-03-23"},
		"room_occupancies": []int{2}, "star_min": 3, "result_limit": 10, "stay_index": 0,
	}
	return with(q, change)
}

func with(q, change object) object {
	for k, v := range change {
		q[k] = v
		if v == nil {
			delete(q, k)
		}
	}
	return q
}

func registry(cfg sandbox.Config) tools.Registry {
	reg := tools.Registry{}
	sandbox.Register(reg, cfg)
	return reg
}

func request(t testing.TB, tool string, query object, at trip.Instant) tools.Request {
	t.Helper()
	data, err := json.Marshal(query)
	if err != nil {
		t.Fatal(err)
	}
	in := trip.NewIntent()
	in.CreatedAt = min(at, morning)
	return tools.Request{Trip: "t1", Name: tool, Arguments: data, At: at, Intent: in}
}

// search returns the answer of a search, which must keep the tool's schemas.
func search(t testing.TB, tool string, query object, at trip.Instant) []byte {
	t.Helper()
	req := request(t, tool, query, at)
	if err := catalog.Default().CheckArguments(tool, trip.Raw(req.Arguments)); err != nil {
		t.Fatal(err)
	}
	out, err := registry(sandbox.Config{})[tool].Run(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	if err := catalog.Default().CheckResult(tool, trip.Raw(out)); err != nil {
		t.Fatal(err)
	}
	return out
}

func flights(t testing.TB, query object, at trip.Instant) trip.FlightQuotes {
	t.Helper()
	options, err := readFlights(trip.Raw(search(t, trip.ToolFlightSearch, query, at)))
	if err != nil {
		t.Fatal(err)
	}
	return options
}

func hotels(t testing.TB, query object, at trip.Instant) trip.HotelQuotes {
	t.Helper()
	read, err := trip.ReadResult(trip.ToolHotelSearch, trip.Raw(search(t, trip.ToolHotelSearch, query, at)))
	if err != nil {
		t.Fatal(err)
	}
	found, ok := read.(*trip.HotelResult)
	if !ok || found.OptionsByRoom == nil {
		t.Fatalf("one list for all rooms: %+v", read)
	}
	return found.OptionsByRoom
}

func readFlights(raw trip.Raw) (trip.FlightQuotes, error) {
	read, err := trip.ReadResult(trip.ToolFlightSearch, raw)
	if err != nil {
		return nil, err
	}
	return read.(*trip.FlightResult).Options, nil
}

func stops(o trip.FlightOption) int64 {
	n := int64(len(o.Segments)) - 1
	for _, leg := range o.Segments {
		n += leg.Stops.Value
	}
	return n
}

func local(t interface{ Fatal(...any) }, text string) time.Time {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

var airports = rapid.SampledFrom([]string{"JFK", "LHR", "CDG", "SFO", "SYD", "NRT", "GRU", "JNB", "AAE", "WQQ", "ORD", "NYC", "Lisbon"})

// TestFlightLimitsAreKept asks for anything and checks every offer against the query.
func TestFlightLimitsAreKept(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		maxStops, limit := rapid.IntRange(0, 3).Draw(rt, "stops"), rapid.IntRange(1, 15).Draw(rt, "limit")
		cabin := rapid.SampledFrom([]string{"economy", "premium_economy", "business", "first"}).Draw(rt, "cabin")
		avoid := rapid.Bool().Draw(rt, "avoid red-eye")
		q := flightQuery(object{
			"origin": airports.Draw(rt, "from"), "destination": airports.Draw(rt, "to"), "cabin": cabin,
			"departure_date": rapid.SampledFrom([]string{"2026-03-01", "2026-03-02", "2026-03-29", "2026-11-01", "2027-02-28"}).Draw(rt, "date"),
			"travelers":      object{"adults": rapid.IntRange(1, 5).Draw(rt, "adults"), "children": rapid.IntRange(0, 3).Draw(rt, "children"), "infants": 1},
			"max_stops":      maxStops, "result_limit": limit, "avoid_red_eye": avoid,
		})
		options := flights(t, q, morning)
		if again := flights(t, q, morning); !sameFlights(options, again) {
			rt.Fatal("one query has two answers")
		}
		if len(options) > limit {
			rt.Fatalf("%d options, limit %d", len(options), limit)
		}
		seen := map[string]bool{}
		for i, o := range options {
			if stops(o) > int64(maxStops) || o.Cabin != cabin || o.TotalPrice.Minor <= 0 || o.TotalPrice.Currency != "USD" || seen[o.OptionID] {
				rt.Fatalf("option %+v breaks the query", o)
			}
			seen[o.OptionID] = true
			if i > 0 && options[i-1].TotalPrice.Minor > o.TotalPrice.Minor {
				rt.Fatal("the cheapest is not first")
			}
			checkTimes(rt, o, q["departure_date"].(string), avoid)
		}
	})
}

func checkTimes(rt *rapid.T, o trip.FlightOption, date string, avoid bool) {
	var landed time.Time
	for i, leg := range o.Segments {
		leaves, lands := local(rt, leg.DepartAt), local(rt, leg.ArriveAt)
		if i == 0 && leaves.Format(time.DateOnly) != date {
			rt.Fatalf("%s leaves at %s, wanted on %s", o.OptionID, leg.DepartAt, date)
		}
		if leaves.Sub(landed) < 45*time.Minute || lands.Sub(leaves) < 30*time.Minute || lands.Sub(leaves) > 20*time.Hour {
			rt.Fatalf("%s has leg %+v after a landing at %s", o.OptionID, leg, landed)
		}
		if i > 0 && leg.From != o.Segments[i-1].To {
			rt.Fatalf("%s jumps from %s to %s", o.OptionID, o.Segments[i-1].To, leg.From)
		}
		night := leaves.Hour() >= 22 || leaves.Hour() < 5 || lands.Hour() < 5
		if avoid && night {
			rt.Fatalf("%s is a red-eye: %+v", o.OptionID, leg)
		}
		landed = lands
	}
}

func sameFlights(a, b trip.FlightQuotes) bool {
	return slices.EqualFunc(a, b, func(x, y trip.FlightOption) bool {
		return x.OptionID == y.OptionID && x.TotalPrice == y.TotalPrice && slices.Equal(x.Segments, y.Segments)
	})
}

// TestFiltersOnlyTakeAway holds a narrow search against the wide one.
func TestFiltersOnlyTakeAway(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		from, to := airports.Draw(rt, "from"), airports.Draw(rt, "to")
		wide := flights(t, flightQuery(object{"origin": from, "destination": to, "max_stops": 3, "result_limit": 100}), morning)
		for limit := range 3 {
			for _, o := range flights(t, flightQuery(object{"origin": from, "destination": to, "max_stops": limit, "result_limit": 100}), morning) {
				if !slices.ContainsFunc(wide, func(w trip.FlightOption) bool { return w.OptionID == o.OptionID && w.TotalPrice == o.TotalPrice }) {
					rt.Fatalf("%s at %s is shown with max_stops %d only", o.OptionID, o.TotalPrice, limit)
				}
			}
		}
	})
}

func TestPreferredAirlinesComeFirst(t *testing.T) {
	all := flights(t, flightQuery(nil), morning)
	dear := all[len(all)-1].Segments[0]
	for _, wish := range []string{dear.Airline, strings.ToUpper(dear.Airline), dear.FlightNumber[:2]} {
		got := flights(t, flightQuery(object{"preferred_airlines": []string{"Nobody", wish}}), morning)
		if len(got) != len(all) || got[0].Segments[0].Airline != dear.Airline {
			t.Errorf("with a wish for %q the first is %s of %d", wish, got[0].Segments[0].Airline, len(got))
		}
	}
}

func TestPartyPrices(t *testing.T) {
	price := func(adults, children, infants int) int64 {
		q := flightQuery(object{"travelers": object{"adults": adults, "children": children, "infants": infants}})
		return flights(t, q, morning)[0].TotalPrice.Minor
	}
	one := price(1, 0, 0)
	if got := price(3, 0, 0); got != 3*one {
		t.Errorf("three adults pay %d, want %d", got, 3*one)
	}
	if got, want := price(2, 1, 1), 2*one+one*750/1000+one*100/1000; got != want {
		t.Errorf("a family pays %d, want %d", got, want)
	}
}

func TestNoFlights(t *testing.T) {
	for name, change := range map[string]object{
		"to itself":             {"destination": "JFK"},
		"to a town nobody has":  {"destination": "QQQ"},
		"yesterday":             {"departure_date": "2026-02-28"},
		"no stop, half a world": {"origin": "SYD", "max_stops": 0},
	} {
		if got := flights(t, flightQuery(change), morning); got == nil || len(got) != 0 {
			t.Errorf("%s: %d options, want an empty list", name, len(got))
		}
	}
}

func TestSaleEndsAnHourBeforeDeparture(t *testing.T) {
	today := flightQuery(object{"departure_date": "2026-03-01", "max_stops": 3})
	early, late := flights(t, today, morning), flights(t, today, morning+trip.Instant(9*time.Hour))
	if len(late) == 0 || len(late) >= len(early) {
		t.Errorf("%d flights are sold in the evening, %d in the morning", len(late), len(early))
	}
	closes := time.Date(2026, 3, 1, 19, 0, 0, 0, time.UTC)
	for _, o := range late {
		if leaves := local(t, o.Segments[0].DepartAt); leaves.Before(closes) {
			t.Errorf("at 18:00 UTC a flight is sold that leaves at %s", leaves.UTC())
		}
	}
}

// TestHotelLimitsAreKept asks for anything and checks every offer against the query.
func TestHotelLimitsAreKept(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		beds := rapid.SliceOfN(rapid.IntRange(1, 4), 1, 4).Draw(rt, "rooms")
		stars, limit := rapid.IntRange(0, 5).Draw(rt, "stars"), rapid.IntRange(1, 12).Draw(rt, "limit")
		nights, price := rapid.IntRange(1, 14).Draw(rt, "nights"), rapid.Int64Range(50, 600).Draw(rt, "most")
		refundable := rapid.Bool().Draw(rt, "refundable")
		end := time.Date(2026, 3, 20+nights, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		q := hotelQuery(object{
			"location_code": airports.Draw(rt, "place"), "dates": object{"start_date": "2026-03-20", "end_date": end},
			"room_occupancies": beds, "star_min": stars, "result_limit": limit, "refundable_only": refundable,
			"max_price_per_night": object{"amount": strconv.FormatInt(price, 10), "currency": "USD"},
		})
		rooms := hotels(t, q, morning)
		if len(rooms) != len(beds) {
			rt.Fatalf("%d lists for %d rooms", len(rooms), len(beds))
		}
		seen := map[string]bool{}
		for r, list := range rooms {
			if len(list) > limit || len(list) != len(rooms[0]) {
				rt.Fatalf("room %d has %d options, limit %d, the first room has %d", r, len(list), limit, len(rooms[0]))
			}
			for k, o := range list {
				rating, err := strconv.Atoi(string(o.StarRating))
				if err != nil || rating < stars || seen[o.OptionID] || o.HotelName != rooms[0][k].HotelName {
					rt.Fatalf("option %+v breaks the query", o)
				}
				seen[o.OptionID] = true
				if o.NightlyPrice.Minor > price*100 || o.NightlyPrice.Minor <= 0 || o.TotalPrice.Minor != o.NightlyPrice.Minor*int64(nights) {
					rt.Fatalf("%s costs %s a night, %s for %d nights, at most %d", o.OptionID, o.NightlyPrice, o.TotalPrice, nights, price)
				}
				if refundable && o.Refundable != trip.True {
					rt.Fatalf("%s is not refundable", o.OptionID)
				}
			}
		}
	})
}

func TestNoHotels(t *testing.T) {
	for name, change := range map[string]object{
		"a town nobody has":         {"location_code": "QQQ"},
		"five guests in a room":     {"room_occupancies": []int{2, 5}},
		"yesterday":                 {"dates": object{"start_date": "2026-02-28", "end_date": "2026-03-03"}},
		"six stars":                 {"star_min": 6},
		"a price that nobody meets": {"max_price_per_night": object{"amount": "1", "currency": "USD"}},
	} {
		for r, list := range hotels(t, hotelQuery(change), morning) {
			if list == nil || len(list) != 0 {
				t.Errorf("%s: room %d has %d options, want an empty list", name, r, len(list))
			}
		}
	}
}

// TestNightlyLimitInOtherMoney: what is not converted keeps nothing out.
func TestNightlyLimitInOtherMoney(t *testing.T) {
	limited := hotels(t, hotelQuery(object{"max_price_per_night": object{"amount": "1", "currency": "EUR"}}), morning)
	if all := hotels(t, hotelQuery(nil), morning); len(limited[0]) == 0 || len(limited[0]) != len(all[0]) {
		t.Errorf("%d hotels with a limit in other money, %d without", len(limited[0]), len(all[0]))
	}
}

func TestOneCityHasOneSetOfHotels(t *testing.T) {
	names := func(code string) string {
		var list []string
		for _, o := range hotels(t, hotelQuery(object{"location_code": code}), morning)[0] {
			list = append(list, o.HotelName+" "+o.TotalPrice.String())
		}
		return strings.Join(list, "\n")
	}
	if a, b := names("LHR"), names("London"); a != b || a == "" {
		t.Errorf("the airport has\n%s\nthe city has\n%s", a, b)
	}
}

// TestPricesDrift compares a search with the same one later in the conversation, and a day after that began.
func TestPricesDrift(t *testing.T) {
	first := flights(t, flightQuery(nil), morning)
	still := flights(t, flightQuery(nil), morning+trip.Instant(24*time.Hour-time.Second))
	moved, changed := flights(t, flightQuery(nil), morning+trip.Instant(24*time.Hour)), 0
	price := func(list trip.FlightQuotes, id string) int64 {
		for _, o := range list {
			if o.OptionID == id {
				return o.TotalPrice.Minor
			}
		}
		t.Fatalf("%s is gone", id)
		return 0
	}
	for _, o := range first {
		was := o.TotalPrice.Minor
		if now := price(still, o.OptionID); now != was {
			t.Errorf("%s moved from %d to %d within the conversation", o.OptionID, was, now)
		}
		now := price(moved, o.OptionID)
		if now != was {
			changed++
		}
		if diff := now - was; diff > was*31/1000 || diff < -was*31/1000 {
			t.Errorf("%s moved from %d to %d", o.OptionID, was, now)
		}
	}
	if changed == 0 {
		t.Error("no price moved after a day")
	}
	if other, _ := registry(sandbox.Config{Seed: "other"})[trip.ToolFlightSearch].Run(context.Background(),
		request(t, trip.ToolFlightSearch, flightQuery(nil), morning)); strings.Contains(string(other), first[0].OptionID) {
		t.Error("another seed sells the same flights")
	}
}

func TestOffersExpire(t *testing.T) {
	for tool, q := range map[string]object{trip.ToolFlightSearch: flightQuery(nil), trip.ToolHotelSearch: hotelQuery(nil)} {
		if out := string(search(t, tool, q, morning)); !strings.Contains(out, `"expires_at":"2026-03-01T09:30:00Z"`) {
			t.Errorf("%s answers %s without expires_at", tool, out)
		}
	}
}

func TestBadQueries(t *testing.T) {
	for name, c := range map[string]struct {
		tool  string
		query object
	}{
		"date":             {trip.ToolFlightSearch, flightQuery(object{"departure_date": "2026-02-30"})},
		"cabin":            {trip.ToolFlightSearch, flightQuery(object{"cabin": "roof"})},
		"nobody":           {trip.ToolFlightSearch, flightQuery(object{"travelers": object{"infants": 1}})},
		"too many":         {trip.ToolFlightSearch, flightQuery(object{"travelers": object{"adults": 100}})},
		"less than none":   {trip.ToolFlightSearch, flightQuery(object{"travelers": object{"adults": 2, "children": -1}})},
		"stops":            {trip.ToolFlightSearch, flightQuery(object{"max_stops": -1})},
		"limit":            {trip.ToolFlightSearch, flightQuery(object{"result_limit": 0})},
		"type":             {trip.ToolFlightSearch, flightQuery(object{"origin": 7})},
		"check-in":         {trip.ToolHotelSearch, hotelQuery(object{"dates": object{"start_date": "soon", "end_date": "2026-03-23"}})},
		"check-out":        {trip.ToolHotelSearch, hotelQuery(object{"dates": object{"start_date": "2026-03-20"}})},
		"no night":         {trip.ToolHotelSearch, hotelQuery(object{"dates": object{"start_date": "2026-03-20", "end_date": "2026-03-20"}})},
		"too many nights":  {trip.ToolHotelSearch, hotelQuery(object{"dates": object{"start_date": "2026-03-20", "end_date": "2027-03-21"}})},
		"empty room":       {trip.ToolHotelSearch, hotelQuery(object{"room_occupancies": []int{2, 0}})},
		"too many rooms":   {trip.ToolHotelSearch, hotelQuery(object{"room_occupancies": make([]int, 65)})},
		"money of no land": {trip.ToolHotelSearch, hotelQuery(object{"max_price_per_night": object{"amount": "100", "currency": "QQQ"}})},
		"hotel limit":      {trip.ToolHotelSearch, hotelQuery(object{"result_limit": -4})},
	} {
		_, err := registry(sandbox.Config{})[c.tool].Run(context.Background(), request(t, c.tool, c.query, morning))
		var failure *tools.Error
		if !errors.As(err, &failure) || failure.Class != trip.ClassInvalidArguments {
			t.Errorf("%s: got %v, want class invalid_arguments", name, err)
		}
	}
}

func TestAbsentFieldsHaveDefaults(t *testing.T) {
	got := flights(t, flightQuery(nil), morning)
	q := flightQuery(object{"max_stops": nil, "result_limit": nil, "cabin": nil, "segment_index": nil})
	out, err := registry(sandbox.Config{})[trip.ToolFlightSearch].Run(context.Background(), request(t, trip.ToolFlightSearch, q, morning))
	if err != nil {
		t.Fatal(err)
	}
	if same, err := readFlights(trip.Raw(out)); err != nil || !sameFlights(same, got) {
		t.Errorf("without optional fields it answers %s, error %v", out, err)
	}
}
