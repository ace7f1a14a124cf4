package trip

import (
	"reflect"
	"strings"
	"testing"
)

// TestSameHeadSeesEveryField changes one field of the head after the other: an encoder that
// overlooked one would write an old text.
func TestSameHeadSeesEveryField(t *testing.T) {
	in := NewIntent()
	behind := map[string]bool{"TripID": true, "UpdatedAt": true, "Status": true, "WorkingMemory": true, "Turn": true}
	v := reflect.ValueOf(&in).Elem()
	fields := 0
	for i := range v.NumField() {
		if name := v.Type().Field(i).Name; !behind[name] {
			fields += changeEach(t, &in, name, v.Field(i))
		}
	}
	if fields < 30 {
		t.Errorf("only %d fields were changed", fields)
	}
}

// changeEach changes what is below v, one after the other, and returns how many there were.
func changeEach(t *testing.T, in *Intent, path string, v reflect.Value) (n int) {
	if v.Kind() == reflect.Struct {
		for i := range v.NumField() {
			n += changeEach(t, in, path+"."+v.Type().Field(i).Name, v.Field(i))
		}
		return n
	}
	before, old := *in, reflect.New(v.Type()).Elem()
	old.Set(v)
	switch v.Kind() {
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
	case reflect.Uint8:
		v.SetUint(v.Uint() + 1)
	default:
		v.SetInt(v.Int() + 1)
	}
	if in.sameHead(&before) {
		t.Errorf("%s: a change goes unseen", path)
	}
	if v.Kind() == reflect.Slice {
		shorter := *in
		v.Set(v.Slice(0, 1))
		if in.sameHead(&shorter) {
			t.Errorf("%s: a shorter list goes unseen", path)
		}
	}
	v.Set(old)
	return 1
}

// TestEncoderForgets: an encoder keeps the texts of the lists that it met last, not of all that it ever met.
func TestEncoderForgets(t *testing.T) {
	const intents = 100
	var e Encoder
	for range intents {
		in := NewIntent()
		in.WorkingMemory = WorkingMemory{
			FlightQuotes:  []FlightQuotes{{{OptionID: "f"}}},
			HotelQuotes:   []HotelQuotes{{{{OptionID: "h"}}}},
			RankedBundles: []Bundle{{BundleID: "b"}},
		}
		in.Turn.FlightMarks, in.Turn.Assist.Recent = []QuoteMark{{At: 1}}, []string{"m"}
		e.Intent(&in, "")
	}
	for name, kept := range map[string]int{
		"flights": cap(e.flights.last) + cap(e.flights.now), "rooms": cap(e.rooms.last) + cap(e.rooms.now),
		"bundles": cap(e.bundles.last) + cap(e.bundles.now), "texts": cap(e.texts.last) + cap(e.texts.now),
		"marks": cap(e.marks.last) + cap(e.marks.now),
	} {
		if kept == 0 || kept >= intents {
			t.Errorf("of %d intents an encoder keeps %d lists of %s", intents, kept, name)
		}
	}
}

// TestEncoderHoldsNoLongText: an encoder writes into the memory of texts that it forgot, but holds
// none of a long one.
func TestEncoderHoldsNoLongText(t *testing.T) {
	var e Encoder
	write := func(length int) {
		in := NewIntent()
		in.WorkingMemory.RankedBundles = []Bundle{{BundleID: "b", WhyThisBundle: strings.Repeat("x", length)}}
		if _, text := e.Intent(&in, ""); string(text) != string(in.AppendJSON(nil)) {
			t.Fatalf("an intent with a text of %d bytes was written as\n%s", length, text)
		}
	}
	for range 100 {
		write(maxSpare)
		write(100)
		for _, text := range e.bundles.free {
			if cap(text) > maxSpare {
				t.Fatalf("%d bytes are held for one text", cap(text))
			}
		}
	}
	for range 100 {
		write(100)
	}
	if n := len(e.bundles.free); n != 1 {
		t.Errorf("the memory of %d texts is held for the next one, want 1", n)
	}
}
