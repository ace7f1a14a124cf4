package trip_test

import (
	"reflect"
	"sort"
	"strconv"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// draw fills any value of the vocabulary by its type, so that a field which the codec forgets
// fails the round trip. Lists are nil or filled; the few where empty has a meaning are set by
// the special cases.
func draw[T any](t *rapid.T) T {
	var v T
	fill(t, reflect.ValueOf(&v).Elem(), "")
	return v
}

func fill(t *rapid.T, v reflect.Value, name string) {
	if special, ok := specials[v.Type()]; ok {
		v.Set(reflect.ValueOf(special(t)))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i), v.Type().Field(i).Name)
		}
	case reflect.Pointer:
		if rapid.Bool().Draw(t, name) {
			v.Set(reflect.New(v.Type().Elem()))
			fill(t, v.Elem(), name)
		}
	case reflect.Slice:
		fillSlice(t, v, name)
	case reflect.String:
		v.SetString(drawText(t, name))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, name))
	case reflect.Int64:
		v.SetInt(rapid.Int64Range(0, wire.MaxInt).Draw(t, name))
	default:
		t.Fatalf("no way to draw %s", v.Type())
	}
}

// emptyMatters are the lists of which nil and empty differ.
var emptyMatters = map[reflect.Type]bool{
	reflect.TypeFor[trip.FlightQuotes](): true,
	reflect.TypeFor[trip.HotelQuotes]():  true,
}

func fillSlice(t *rapid.T, v reflect.Value, name string) {
	n := rapid.IntRange(0, 3).Draw(t, name+" length")
	if n == 0 && !emptyMatters[v.Type()] && v.Type() != reflect.TypeFor[[]trip.HotelOption]() {
		return
	}
	if n == 0 && emptyMatters[v.Type()] && rapid.Bool().Draw(t, name+" nil") {
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	for i := range n {
		fill(t, v.Index(i), name)
	}
}

func drawText(t *rapid.T, name string) string {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"", "JFK", "a text", `"quoted\"`, "line\nfeed", "\u0000\u001f", "😀 €\ufb33\u2028", "</script>"}),
		rapid.String(),
	).Draw(t, name)
}

func drawOf[T any](values ...T) func(*rapid.T) any {
	return func(t *rapid.T) any { return rapid.SampledFrom(values).Draw(t, "value") }
}

// specials draw types whose values are not free.
var specials map[reflect.Type]func(*rapid.T) any

func init() {
	specials = map[reflect.Type]func(*rapid.T) any{
		reflect.TypeFor[trip.Instant](): func(t *rapid.T) any {
			return trip.Instant(rapid.SampledFrom([]int64{0, 1, 1_772_355_600_000_000_000, 1_772_355_600_120_000_000, 9_214_646_399_999_999_999}).Draw(t, "instant"))
		},
		reflect.TypeFor[trip.Date]():     drawOf[trip.Date](0, 10101, 20260301, 20240229, 99991231),
		reflect.TypeFor[trip.OptBool]():  drawOf(trip.Unset, trip.True, trip.False),
		reflect.TypeFor[trip.OptInt]():   drawOf(trip.OptInt{}, trip.Some(0), trip.Some(3), trip.Some(999)),
		reflect.TypeFor[trip.Currency](): drawOf[trip.Currency]("USD", "JPY", "KWD", "UYW"),
		reflect.TypeFor[trip.Money]():    func(t *rapid.T) any { return drawMoney(t) },
		reflect.TypeFor[[]trip.Money](): func(t *rapid.T) any {
			return rapid.SampledFrom([][]trip.Money{nil, {drawPrice(t)}, {drawPrice(t), drawPrice(t)}}).Draw(t, "prices")
		},
		reflect.TypeFor[trip.Travelers]():         func(t *rapid.T) any { return drawTravelers(t) },
		reflect.TypeFor[trip.Number]():            drawOf[trip.Number]("", "0", "4", "4.5", "1e-7"),
		reflect.TypeFor[trip.Status]():            func(t *rapid.T) any { return trip.Status(rapid.IntRange(0, int(trip.StatusCount)-1).Draw(t, "status")) },
		reflect.TypeFor[trip.RequestKind]():       drawOf(trip.KindPlan, trip.KindAssist),
		reflect.TypeFor[trip.TripType]():          drawOf("", trip.OneWay, trip.RoundTrip, trip.MultiCity, trip.StayOnly),
		reflect.TypeFor[trip.Class]():             drawOf[trip.Class]("", trip.ClassOK, trip.ClassOutcomeUnknown),
		reflect.TypeFor[trip.Ignored]():           drawOf("", trip.DuplicateResult, trip.StaleTurn, trip.NotOutstanding),
		reflect.TypeFor[trip.ApprovalBinding]():   drawOf(trip.BindStamp, trip.BindStrict),
		reflect.TypeFor[trip.AskKind]():           drawOf(trip.AskMissing, trip.AskClarify, trip.AskChoose, trip.AskConfirm, trip.AskApprove),
		reflect.TypeFor[trip.Multitask]():         drawOf(trip.Enqueue, trip.Interrupt, trip.Reject),
		reflect.TypeFor[trip.Raw]():               drawOf[trip.Raw]("", `{"a":[1,2.5,"x"],"b":null}`, `"text"`, `17`),
		reflect.TypeFor[[]trip.Member]():          func(t *rapid.T) any { return drawMembers(t) },
		reflect.TypeFor[trip.Booking]():           func(t *rapid.T) any { return drawBooking(t) },
		reflect.TypeFor[trip.FlightOption]():      func(t *rapid.T) any { return drawFlight(t) },
		reflect.TypeFor[trip.HotelOption]():       func(t *rapid.T) any { return drawHotel(t) },
		reflect.TypeFor[trip.EventData]():         func(t *rapid.T) any { return drawData(t) },
		reflect.TypeFor[trip.Arguments]():         drawOf(trip.RawArguments(`{}`), trip.RawArguments(`{"query":"x"}`)),
		reflect.TypeFor[[]trip.Trigger]():         drawOf[[]trip.Trigger](nil), // not on the wire
		reflect.TypeFor[trip.FlightPreferences](): func(t *rapid.T) any { return drawFlightPreferences(t) },
	}
}

func drawMoney(t *rapid.T) trip.Money {
	if rapid.Bool().Draw(t, "absent") {
		return trip.Money{}
	}
	return drawPrice(t)
}

func drawPrice(t *rapid.T) trip.Money {
	return trip.Money{
		Minor:    rapid.Int64().Draw(t, "minor"),
		Currency: rapid.SampledFrom([]trip.Currency{"USD", "JPY", "KWD", "UYW"}).Draw(t, "currency"),
	}
}

func drawTravelers(t *rapid.T) trip.Travelers {
	count := rapid.Int64Range(0, trip.MaxTravelers)
	return trip.Travelers{Adults: count.Draw(t, "adults"), Children: count.Draw(t, "children"), Infants: count.Draw(t, "infants")}
}

// drawMembers draws members whose names surround those that the codec knows.
func drawMembers(t *rapid.T) []trip.Member {
	names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"", "a", "b", "dat", "datb", "i", "zz", "é", "😀", "\ufb33", "x\"y"}), 0, 5, rapid.ID[string]).Draw(t, "names")
	if len(names) == 0 {
		return nil
	}
	sort.Slice(names, func(i, j int) bool { return wire.CompareUTF16(names[i], names[j]) < 0 })
	out := make([]trip.Member, len(names))
	for i, name := range names {
		out[i] = trip.Member{Key: name, Value: trip.Raw(strconv.Itoa(i))}
	}
	return out
}

func drawBooking(t *rapid.T) trip.Booking {
	return trip.Booking{
		RecordLocator: drawText(t, "locator"), Status: drawText(t, "status"), HoldIDs: draw[[]string](t),
		Tickets:  rapid.SampledFrom([]trip.Raw{"", `[{"number":"1"}]`}).Draw(t, "tickets"),
		BookedAt: draw[trip.Instant](t), Stale: rapid.Bool().Draw(t, "stale"),
	}
}

func drawFlight(t *rapid.T) trip.FlightOption {
	return trip.FlightOption{
		OptionID: drawText(t, "id"), TotalPrice: drawPrice(t), Refundable: draw[trip.OptBool](t), Cabin: drawText(t, "cabin"),
		Segments: draw[[]trip.FlightLeg](t), FareRulesSummary: drawText(t, "rules"),
	}
}

func drawHotel(t *rapid.T) trip.HotelOption {
	return trip.HotelOption{
		OptionID: drawText(t, "id"), HotelName: drawText(t, "name"), StarRating: draw[trip.Number](t), Address: drawText(t, "address"),
		NightlyPrice: drawMoney(t), TotalPrice: drawPrice(t), Refundable: draw[trip.OptBool](t), RoomDescription: drawText(t, "room"),
	}
}

func drawFlightPreferences(t *rapid.T) trip.FlightPreferences {
	return trip.FlightPreferences{
		Cabin: drawText(t, "cabin"), MaxStops: draw[trip.OptInt](t), AvoidRedEye: draw[trip.OptBool](t),
		PreferredAirlines: rapid.SampledFrom([][]string{nil, {}, {"BA"}, {"BA", "AA"}}).Draw(t, "airlines"),
	}
}

func drawData(t *rapid.T) trip.EventData {
	tool := "tool" + drawText(t, "tool")
	attempts := rapid.Int64Range(0, 5).Draw(t, "attempts")
	return rapid.SampledFrom([]trip.EventData{
		draw[trip.UserMessage](t), draw[trip.UserSelectedBundle](t), draw[trip.UserRequestHold](t), draw[trip.UserApprovedPurchase](t),
		trip.IntentReady{},
		draw[trip.TurnCancelled](t),
		trip.ToolResult{CallID: drawText(t, "call"), ToolName: tool, Attempts: attempts, Result: rapid.SampledFrom([]trip.Raw{`null`, `{"a":[1,2.5,"x"]}`, `"\n"`}).Draw(t, "result")},
		trip.ToolError{CallID: drawText(t, "call"), ToolName: tool, Attempts: attempts, Error: drawText(t, "error"), Code: drawText(t, "code"), Retryable: draw[trip.OptBool](t), SettledBy: rapid.SampledFrom([]string{"", trip.SettledByLookup}).Draw(t, "settled by")},
	}).Draw(t, "data")
}

func drawIntent(t *rapid.T) trip.Intent {
	in := draw[trip.Intent](t)
	in.Schema = trip.Schema
	if len(in.Status.Notes) > trip.MaxNotes {
		in.Status.Notes = in.Status.Notes[:trip.MaxNotes]
	}
	return in
}

// drawDecision draws a decision without the members that are not on the wire.
func drawDecision(t *rapid.T) trip.Decision {
	return trip.Decision{
		Status: draw[trip.Status](t), ToolCalls: draw[[]trip.Call](t), UIMessages: draw[[]string](t), MissingRequired: draw[[]string](t),
		LastToolError: draw[*trip.ToolFailure](t), Ask: draw[*trip.Ask](t), NotesAdded: draw[[]string](t), Ignored: draw[trip.Ignored](t),
	}
}

func drawEvent(t *rapid.T) trip.Event {
	ev := draw[trip.Event](t)
	ev.Seq = rapid.SampledFrom([]int64{0, 1, wire.MaxInt}).Draw(t, "seq")
	if ev.Clock >= ev.At {
		ev.Clock = 0
	}
	return ev
}
