package trip_test

import (
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// draw fills any value of the vocabulary by its type and the tags of its fields, so that a field which the
// codec forgets fails the round trip. Lists are nil or filled, but for those in which empty has a meaning.
func draw[T any](t *rapid.T) T {
	var v T
	fill(t, reflect.ValueOf(&v).Elem(), "", "")
	return v
}

// fill draws a value; tag is what its field says of the wire.
func fill(t *rapid.T, v reflect.Value, name, tag string) {
	if special, ok := specials[v.Type()]; ok {
		v.Set(reflect.ValueOf(special(t)))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		fillFields(t, v)
	case reflect.Pointer:
		if rapid.Bool().Draw(t, name) {
			v.Set(reflect.New(v.Type().Elem()))
			fill(t, v.Elem(), name, "")
		}
	case reflect.Slice:
		fillSlice(t, v, name, tag)
	case reflect.String:
		v.SetString(drawText(t, name))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, name))
	case reflect.Int64:
		v.SetInt(rapid.Int64Range(0, bound(t, tag)).Draw(t, name))
	default:
		t.Fatalf("no way to draw %s", v.Type())
	}
}

// fillFields draws the fields of a struct that are on the wire. Structs without tags have them all.
func fillFields(t *rapid.T, v reflect.Value) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		tag := f.Tag.Get("wire")
		switch as := option(tag, "as"); {
		case tag == "-":
		case fields[as] != nil:
			v.Field(i).Set(reflect.ValueOf(fields[as](t)))
		case f.Type == reflect.TypeFor[trip.Money]() && option(tag, "required") != "":
			v.Field(i).Set(reflect.ValueOf(drawPrice(t)))
		case f.Type == reflect.TypeFor[trip.OptInt]():
			if rapid.Bool().Draw(t, f.Name+" set") {
				v.Field(i).Set(reflect.ValueOf(trip.Some(rapid.Int64Range(0, bound(t, tag)).Draw(t, f.Name))))
			}
		default:
			fill(t, v.Field(i), f.Name, tag)
		}
	}
}

// option returns what a tag says behind a key and "=", "" when it does not have the key.
func option(tag, key string) string {
	for o := range strings.SplitSeq(tag, ",") {
		if value, ok := strings.CutPrefix(o, key+"="); ok {
			return value
		}
	}
	return ""
}

// bound returns the greatest number that a tag allows.
func bound(t *rapid.T, tag string) int64 {
	name := option(tag, "max")
	if name == "" {
		return wire.MaxInt
	}
	n, ok := map[string]int64{
		"MaxTravelers": trip.MaxTravelers, "MaxSmall": trip.MaxSmall, "MaxNights": trip.MaxNights,
		"MaxDateSearches": trip.MaxDateSearches,
	}[name]
	if !ok {
		t.Fatalf("the value of %s is not known here", name)
	}
	return n
}

// emptyMatters are the lists of which nil and empty differ.
var emptyMatters = map[reflect.Type]bool{
	reflect.TypeFor[trip.FlightQuotes](): true,
	reflect.TypeFor[trip.HotelQuotes]():  true,
}

func fillSlice(t *rapid.T, v reflect.Value, name, tag string) {
	n := rapid.IntRange(0, 3).Draw(t, name+" length")
	matters := emptyMatters[v.Type()] || strings.HasSuffix(tag, ",nil")
	if n == 0 && !matters && v.Type() != reflect.TypeFor[[]trip.HotelOption]() {
		return
	}
	if n == 0 && matters && rapid.Bool().Draw(t, name+" nil") {
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	for i := range n {
		fill(t, v.Index(i), name, "")
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

// fields draw those whose values functions written by hand know.
var fields = map[string]func(*rapid.T) any{
	"params":      func(t *rapid.T) any { return drawParams(t, 2) },
	"tickets":     drawOf[trip.Raw]("", `[{"number":"1"}]`),
	"result":      drawOf[trip.Raw](`null`, `{"a":[1,2.5,"x"]}`, `"\n"`),
	"toolName":    func(t *rapid.T) any { return "tool" + drawText(t, "tool") },
	"askID":       drawOf("", trip.AskNone, "a1"),
	"settledBy":   drawOf("", trip.SettledByLookup),
	"dates":       drawOf(nil, []trip.Date{20260301}, []trip.Date{20260301, 20240229}),
	"filledTexts": drawOf(nil, []string{"d1"}, []string{"d1", "d2"}),
	"seconds":     func(t *rapid.T) any { return rapid.Int64Range(0, 999_999).Draw(t, "seconds") },
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
		reflect.TypeFor[trip.Currency](): drawOf[trip.Currency]("USD", "JPY", "KWD", "UYW"),
		reflect.TypeFor[trip.Money]():    func(t *rapid.T) any { return drawMoney(t) },
		reflect.TypeFor[[]trip.Money](): func(t *rapid.T) any {
			return rapid.SampledFrom([][]trip.Money{nil, {drawPrice(t)}, {drawPrice(t), drawPrice(t)}}).Draw(t, "prices")
		},
		reflect.TypeFor[trip.Number]():          drawOf[trip.Number]("", "0", "4", "4.5", "1e-7"),
		reflect.TypeFor[trip.Status]():          func(t *rapid.T) any { return trip.Status(rapid.IntRange(0, int(trip.StatusCount)-1).Draw(t, "status")) },
		reflect.TypeFor[trip.RequestKind]():     drawOf(trip.KindPlan, trip.KindAssist),
		reflect.TypeFor[trip.TripType]():        drawOf("", trip.OneWay, trip.RoundTrip, trip.MultiCity, trip.StayOnly),
		reflect.TypeFor[trip.SpecialKind]():     drawOf(trip.SpecialMedical, trip.SpecialMeal, trip.SpecialLoyalty, trip.SpecialOther),
		reflect.TypeFor[trip.SpecialStatus]():   drawOf(trip.SpecialNoted, trip.SpecialAsked, trip.SpecialConfirmed, trip.SpecialRefused),
		reflect.TypeFor[trip.Class]():           drawOf[trip.Class]("", trip.ClassOK, trip.ClassOutcomeUnknown),
		reflect.TypeFor[trip.Ignored]():         drawOf("", trip.DuplicateResult, trip.StaleTurn, trip.NotOutstanding),
		reflect.TypeFor[trip.ApprovalBinding](): drawOf(trip.BindStamp, trip.BindStrict),
		reflect.TypeFor[trip.LodgingUnsaid]():   drawOf(trip.LodgingOffer, trip.LodgingSearch, trip.LodgingNone),
		reflect.TypeFor[trip.AskKind]():         drawOf(trip.AskMissing, trip.AskClarify, trip.AskChoose, trip.AskConfirm, trip.AskApprove),
		reflect.TypeFor[trip.Multitask]():       drawOf(trip.Enqueue, trip.Interrupt, trip.Reject),
		reflect.TypeFor[trip.Raw]():             drawOf[trip.Raw]("", `{"a":[1,2.5,"x"],"b":null}`, `"text"`, `17`),
		reflect.TypeFor[trip.Ext]():             drawOf[trip.Ext]("", `{"acme":{"cost_center":"C1","tags":["a"]},"b":{"n":1}}`),
		reflect.TypeFor[[]trip.Member]():        func(t *rapid.T) any { return drawMembers(t) },
		reflect.TypeFor[trip.EventData]():       func(t *rapid.T) any { return drawData(t) },
		reflect.TypeFor[trip.Arguments]():       drawOf(trip.RawArguments(`{}`), trip.RawArguments(`{"query":"x"}`)),
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

// drawMembers draws members whose names surround those that the codec knows.
func drawMembers(t *rapid.T) []trip.Member {
	names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"", "a", "b", "dat", "datb", "i", "zz", "é", "😀", "\ufb33", "x\"y"}), 0, 5,
		rapid.ID[string]).Draw(t, "names")
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

func drawData(t *rapid.T) trip.EventData {
	return rapid.SampledFrom([]trip.EventData{
		draw[trip.UserMessage](t), draw[trip.UserSelectedBundle](t), draw[trip.UserRequestHold](t), draw[trip.UserApprovedPurchase](t),
		draw[trip.IntentReady](t), draw[trip.TurnCancelled](t), draw[trip.ToolResult](t), draw[trip.ToolError](t),
		draw[trip.ScopeChanged](t),
	}).Draw(t, "data")
}

func drawIntent(t *rapid.T) trip.Intent {
	in := draw[trip.Intent](t)
	in.Schema = trip.Schema
	s := &in.Status // a text has what it is made of beside it
	s.Notes = s.Notes[:min(len(s.Notes), len(s.NoteKeys), trip.MaxNotes)]
	s.Assumptions = s.Assumptions[:min(len(s.Assumptions), len(s.AssumptionKeys))]
	if s.NoteKeys = s.NoteKeys[:len(s.Notes)]; len(s.Notes) == 0 {
		s.Notes, s.NoteKeys = nil, nil
	}
	if s.AssumptionKeys = s.AssumptionKeys[:len(s.Assumptions)]; len(s.Assumptions) == 0 {
		s.Assumptions, s.AssumptionKeys = nil, nil
	}
	return in
}

func drawEvent(t *rapid.T) trip.Event {
	ev := draw[trip.Event](t)
	ev.Seq = rapid.SampledFrom([]int64{0, 1, wire.MaxInt}).Draw(t, "seq")
	if ev.Clock >= ev.At {
		ev.Clock = 0
	}
	slices.SortFunc(ev.Sections, func(a, b trip.Section) int { return wire.CompareUTF16(a.Name, b.Name) })
	ev.Sections = slices.CompactFunc(ev.Sections, func(a, b trip.Section) bool { return a.Name == b.Name })
	return ev
}

// drawParams draws the parameters of a message, with objects in them down to a depth.
func drawParams(t *rapid.T, depth int) trip.Params {
	var out []any
	for _, name := range []string{"", "a", "b c", "\ufb33", "😀"} {
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0:
			out = append(out, name, drawText(t, "value"))
		case 1:
			out = append(out, name, rapid.Int64Range(0, 999_999_999_999_999).Draw(t, "value"))
		case 2:
			out = append(out, name, rapid.Bool().Draw(t, "value"))
		case 3:
			out = append(out, name, append([]string{}, rapid.SliceOfN(rapid.String(), 0, 2).Draw(t, "value")...))
		case 4:
			out = append(out, name, rapid.SampledFrom([]trip.Raw{"null", "-1", "1.5", `[1,"a"]`, `["a",{}]`}).Draw(t, "value"))
		case 5:
			if depth > 0 {
				out = append(out, name, drawParams(t, depth-1))
			}
		case 6:
			if depth > 0 {
				out = append(out, name, []trip.Params{drawParams(t, depth-1)})
			}
		}
	}
	return trip.With(out...)
}
