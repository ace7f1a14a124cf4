package turn_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/legworktest/midst"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// mostWords is how long a message with three options may be.
const maxWords = 120

type object = map[string]any

// names of airlines, hotels and cities, short and long ones.
var (
	airlineNames = []string{"TAP", "Fjordlight Air", "Compañía Aérea del Mediterráneo Occidental y Baleares"}
	hotelNames   = []string{"Ritz", "Hazel House Lisbon", "The Grand Old Harbour Residence and Spa by the Botanical Gardens of Saint Mary"}
	reasons      = []string{
		"", "Best overall: nonstop, 13 h 10 min of travel",
		"It lands in time for lunch and the hotel stands right by the sea, which you said matters more than all else.",
	}
	cityNames = []string{"Rome", "Rio de Janeiro", "Palma de Mallorca", "San Salvador de Jujuy", "Llanfairpwllgwyngyll"}
)

func drawMoney(t *rapid.T, currency string) object {
	return object{"amount": fmt.Sprintf("%d.%02d", rapid.IntRange(10, 99999).Draw(t, "amount"), rapid.IntRange(0, 99).Draw(t, "cents")), "currency": currency}
}

// offerDraw draws what is found for a trip.
type offerDraw struct {
	*rapid.T
	legs, stays int
	cabin       string
	currencies  []string
	grouped     bool
}

func (d *offerDraw) of(label string, list ...string) string {
	return rapid.SampledFrom(list).Draw(d.T, label)
}

func dayAt(n int) string { return time.Date(2026, 6, 1+n, 0, 0, 0, 0, time.UTC).Format(time.DateOnly) }

func codeAt(i int) string { return fmt.Sprintf("A%c%c", 'A'+i, 'A'+i) }

func (d *offerDraw) option(id string) object {
	o := object{"option_id": id, "total_price": drawMoney(d.T, d.of("currency", d.currencies...))}
	if r := d.of("refundable", "true", "false", ""); r != "" {
		o["refundable"] = r == "true"
	}
	return o
}

func (d *offerDraw) flight(i, k int) object {
	stops := rapid.IntRange(0, 2).Draw(d.T, "stops")
	var parts []any
	for p := range stops + 1 {
		parts = append(parts, object{
			"from": codeAt(i), "to": codeAt(i + 1), "airline": d.of("airline", airlineNames...), "flight_number": fmt.Sprint("F", i, k, p),
			"depart_at": fmt.Sprintf("%sT%02d:15:00Z", dayAt(3*i), 6+p), "arrive_at": fmt.Sprintf("%sT%02d:35:00Z", dayAt(3*i+stops/2), 7+p),
		})
	}
	o := d.option(fmt.Sprint("f", i, k))
	o["segments"], o["cabin"] = parts, d.of("sold", d.cabin, "economy")
	if d.grouped {
		o["group"] = fmt.Sprint("g", k)
	}
	return o
}

func (d *offerDraw) room(j, k int) object {
	o := d.option(fmt.Sprint("h", j, k))
	o["hotel_name"], o["star_rating"] = d.of("hotel", hotelNames...), 4
	o["nightly_price"] = object{"amount": fmt.Sprintf("%d.33", 40+k), "currency": d.currencies[0]}
	return o
}

func (d *offerDraw) bundle(k int) object {
	var flights, rooms []string
	pick := rapid.IntRange(0, 3).Draw(d.T, "pick")
	for i := range d.legs {
		flights = append(flights, fmt.Sprint("f", i, pick))
	}
	for j := range d.stays {
		rooms = append(rooms, fmt.Sprint("h", j, pick))
	}
	b := object{
		"bundle_id": fmt.Sprint("b", k), "flight_option_ids": flights, "hotel_option_ids": rooms, "why_this_bundle": d.of("why", reasons...),
		"tradeoffs": []string{"2 stops on the first flight", "Night flight: the first flight"},
	}
	if len(d.currencies) == 1 {
		total := 1000 + 137*rapid.IntRange(0, 20).Draw(d.T, "total")*(k+1) + k
		b["estimated_total"] = object{"amount": fmt.Sprintf("%d.17", total), "currency": d.currencies[0]}
	}
	return b
}

// found draws what was found: offers of each leg and stay, and bundles of them.
func (d *offerDraw) found() object {
	var flights, rooms, bundles []any
	const each = 4
	for i := range d.legs {
		var list []any
		for k := range each {
			list = append(list, d.flight(i, k))
		}
		flights = append(flights, list)
	}
	for j := range d.stays {
		var list []any
		for k := range each {
			list = append(list, d.room(j, k))
		}
		rooms = append(rooms, []any{list})
	}
	for k := range rapid.IntRange(1, 8).Draw(d.T, "bundles") {
		bundles = append(bundles, d.bundle(k))
	}
	return object{"flight_quotes_by_segment": flights, "hotel_quotes_by_stay": rooms, "ranked_bundles": bundles}
}

// drawOffers draws a trip with all that was found for it.
func drawOffers(t *rapid.T) string {
	d := &offerDraw{T: t, legs: rapid.IntRange(0, 6).Draw(t, "legs"), stays: rapid.IntRange(0, 4).Draw(t, "stays")}
	if d.legs == 0 {
		d.stays = max(d.stays, 1)
	}
	d.cabin = d.of("cabin", "economy", "business", "premium_economy")
	d.currencies = rapid.SliceOfN(rapid.SampledFrom([]string{"USD", "EUR", "CHF"}), 1, 2).Draw(t, "currencies")
	d.grouped = d.legs > 1 && rapid.IntRange(0, 2).Draw(t, "grouped") == 0
	city := func(i int) object {
		return object{"code": codeAt(i), "city": d.of("city", cityNames...), "country": "PT"}
	}
	var segments, stays []any
	at := city(0)
	for i := range d.legs {
		to := city(i + 1)
		segments = append(segments, object{"origin": at, "destination": to, "depart_date": dayAt(3 * i)})
		at = to
	}
	for j := range d.stays {
		in := dayAt(3*j + rapid.IntRange(0, 2).Draw(t, "from"))
		stays = append(stays, object{"location_code": codeAt(j + 1), "check_in": in, "check_out": dayAt(3*j + 3), "location_hint": "Rome"})
	}
	kind := "multi_city"
	if d.legs < 3 {
		kind = []string{"stay_only", "one_way", "round_trip"}[d.legs]
	}
	constraints := object{"refundable_preference": rapid.Bool().Draw(t, "wants refundable")}
	if rapid.Bool().Draw(t, "has budget") {
		constraints["budget_total"] = drawMoney(t, d.of("of", "USD", "GBP"))
	}
	doc, err := json.Marshal(object{
		"updated_at": "2026-03-01T09:00:00Z", "status": object{"state": "presenting_options"}, "constraints": constraints,
		"preferences": object{"flight": object{
			"cabin": d.cabin, "max_stops": rapid.IntRange(0, 2).Draw(t, "most stops"), "preferred_airlines": []string{airlineNames[2]},
		}},
		"party":          object{"travelers": object{"adults": rapid.IntRange(1, 5).Draw(t, "adults"), "children": rapid.IntRange(0, 2).Draw(t, "children")}},
		"itinerary":      object{"trip_type": kind, "segments": segments, "lodging": object{"needed": d.stays > 0, "stays": stays}},
		"working_memory": d.found(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(doc)
}

// says folds what a person says, and what it is read as.
func says(t *rapid.T, cfg turn.Config, in trip.Intent, text, reading string) (trip.Intent, []trip.Message) {
	next, d, err := turn.Step(cfg, in, trip.Event{At: in.UpdatedAt + 1, Data: trip.UserMessage{Text: text}})
	if err != nil {
		t.Fatal(err)
	}
	said := slices.Clone(d.UI)
	next, d, err = turn.Step(cfg, next, trip.Event{At: next.UpdatedAt + 1, Data: trip.ToolResult{
		CallID: d.ToolCalls[0].CallID, ToolName: trip.ToolExtract, Result: trip.Raw(reading),
	}})
	if err != nil {
		t.Fatal(err)
	}
	return next, append(said, d.UI...)
}

var (
	aDay     = regexp.MustCompile(`(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ [A-Z][a-z]{2}( \d{4})?`)
	anAmount = regexp.MustCompile(`\d+\.\d\d`)
	aNumber  = regexp.MustCompile(`(?m)^\d+\. `)
)

// TestOptionsAreBrief draws trips with offers and has options shown, in their order, in others, and more of them: a
// message has at most 120 words and a line for each option, the cheapest is among those that are shown first, and no
// day and no total is said twice in it. What is left out is told of the option that is asked about.
func TestOptionsAreBrief(t *testing.T) {
	shown := 0
	rapid.Check(t, func(t *rapid.T) {
		h, _, err := trip.DecodeHeader(`{"recording":"legwork/1","trip_id":"t1","intent":` + drawOffers(t) + `}`)
		if err != nil {
			t.Fatal(err)
		}
		cfg := turn.Default()
		in, err := midst.Start(cfg, h)
		if err != nil {
			t.Fatal(err)
		}
		for _, act := range []string{
			`{"act":"show","what":"options"}`, `{"act":"sort","by":"price"}`, `{"act":"sort","by":"stops"}`, `{"act":"show","what":"more_options"}`,
		} {
			next, said := says(t, cfg, in, "show", `{"acts":[`+act+`]}`)
			for _, m := range said {
				if options, _ := m.Params.Get("options").([]trip.Params); len(options) > 0 && len(options) <= 3 {
					checkBrief(t, &in, m, options)
					shown++
				}
			}
			if m := said[len(said)-1]; m.Key == "present.options" {
				checkCheapest(t, &in, m)
			}
			in = next
		}
		full, said := says(t, cfg, in, "more about 1", `{"acts":[{"act":"show","what":"option","position":1}]}`)
		checkFull(t, &full, said)
	})
	if shown < 100 {
		t.Errorf("only %d lists were shown", shown)
	}
}

// checkBrief looks at one message with options.
func checkBrief(t *rapid.T, in *trip.Intent, m trip.Message, options []trip.Params) {
	if n := len(strings.Fields(m.Text)); n > maxWords {
		t.Fatalf("%d words:\n%s", n, m.Text)
	}
	if lines := aNumber.FindAllString(m.Text, -1); len(lines) != len(options) {
		t.Fatalf("%d lines for %d options:\n%s", len(lines), len(options), m.Text)
	}
	days := aDay.FindAllString(m.Text, -1)
	if slices.Sort(days); len(slices.Compact(slices.Clone(days))) != len(days) {
		t.Fatalf("a day is said twice, %q:\n%s", days, m.Text)
	}
	for _, line := range strings.Split(m.Text, "\n") {
		total := anAmount.FindString(line)
		if aNumber.MatchString(line) && strings.HasSuffix(total, ".17") && strings.Count(line, total) > 1 {
			t.Fatalf("a total is said twice: %s", line)
		}
	}
	if in.Itinerary.TripType != trip.StayOnly && !strings.Contains(m.Text, "–") {
		t.Fatalf("no times:\n%s", m.Text)
	}
}

// checkCheapest wants the cheapest option among those that are shown first.
func checkCheapest(t *rapid.T, in *trip.Intent, m trip.Message) {
	least, known := trip.Money{}, true
	for _, b := range in.WorkingMemory.RankedBundles {
		known = known && b.EstimatedTotal.IsSet()
		if !least.IsSet() || b.EstimatedTotal.Minor < least.Minor {
			least = b.EstimatedTotal
		}
	}
	if known && !strings.Contains(m.Text, ". "+least.String()) {
		t.Fatalf("the cheapest, %s, is not shown:\n%s", least, m.Text)
	}
}

// checkFull wants all that is known of the option that was shown first.
func checkFull(t *rapid.T, in *trip.Intent, said []trip.Message) {
	w := &in.WorkingMemory
	text := said[len(said)-1].Text
	for i := range w.RankedBundles {
		b := &w.RankedBundles[i]
		if b.BundleID != in.Turn.Shown[0] {
			continue
		}
		want := slices.Clone(b.Tradeoffs)
		for _, id := range b.FlightOptionIDs {
			for _, s := range w.Flight(id).Segments {
				want = append(want, s.Airline, s.FlightNumber)
			}
		}
		for _, id := range b.HotelOptionIDs {
			want = append(want, w.Hotel(id).HotelName, w.Hotel(id).NightlyPrice.String())
		}
		for _, part := range want {
			if !strings.Contains(strings.ToLower(text), strings.ToLower(part)) {
				t.Fatalf("“more about 1” does not tell %q:\n%s", part, text)
			}
		}
	}
}
