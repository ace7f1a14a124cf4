package trip

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/legwork-go/legwork/internal/wire"
)

// TestSameSectionSeesEveryField changes one field of an intent after the other: an encoder that overlooked one would
// take an old digest for the section's.
func TestSameSectionSeesEveryField(t *testing.T) {
	in := NewIntent()
	fields := changeEach(t, &in, "Intent", reflect.ValueOf(&in).Elem())
	if fields < 100 {
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
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Uint8:
		v.SetUint(v.Uint() + 1)
	default:
		v.SetInt(v.Int() + 1)
	}
	same := func(o *Intent) bool {
		for i := range intentSections {
			if !in.sameSection(o, i) {
				return false
			}
		}
		return true
	}
	if same(&before) {
		t.Errorf("%s: a change goes unseen", path)
	}
	if v.Kind() == reflect.Slice {
		shorter := *in
		v.Set(v.Slice(0, 1))
		if same(&shorter) {
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
	const lists = 5 // flights, rooms, bundles, marks and messages
	if n := cap(e.last) + cap(e.now); len(e.last) != lists || n >= intents {
		t.Errorf("of %d intents with %d lists each an encoder keeps %d lists, and room for %d", intents, lists, len(e.last), n)
	}
}

// TestEncoderForgetsDecisions: decisions without intents between them, as a log has that records no
// states, leave no lists behind either.
func TestEncoderForgetsDecisions(t *testing.T) {
	const decisions = 100
	var e Encoder
	for range decisions {
		args := RankArguments{FlightOptionsBySegment: []FlightQuotes{{{OptionID: "f"}}}}
		d := Decision{ToolCalls: []Call{{Name: ToolRank, Arguments: args}}}
		if got := e.Decision(&d, ""); got != d.Digest() {
			t.Fatalf("got the digest %s, want %s", got, d.Digest())
		}
	}
	if n := cap(e.last) + cap(e.now); n == 0 || n >= decisions {
		t.Errorf("of %d decisions an encoder keeps %d lists", decisions, n)
	}
}

// keep makes a list go through an encoder and returns how often it was written.
func keep(t *testing.T, e *Encoder, list []string) (written int) {
	t.Helper()
	write := func(dst []byte, list []string) []byte {
		written++
		return wire.AppendStrings(dst, list)
	}
	if got, want := string(appendKept([]byte("before "), e, list, write)), "before "+string(wire.AppendStrings(nil, list)); got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
	return written
}

// TestKeptListsAreWrittenOnce: a list is written when it is met first, and not again as long as it is
// met at every turn; what holds it is gone with the turn after the last one that met it.
func TestKeptListsAreWrittenOnce(t *testing.T) {
	var e Encoder
	long, short, late := []string{"a", "b"}, []string{"c"}, []string{"d", "e", "f"}
	for turn, step := range []struct {
		list    []string
		written int
	}{{long, 1}, {long, 0}, {short, 1}, {long[:1], 1}} {
		if got := keep(t, &e, step.list); got != step.written {
			t.Errorf("list %d was written %d times, want %d", turn, got, step.written)
		}
	}
	e.turnOver()
	for _, list := range [][]string{short, long, short} {
		if keep(t, &e, list) != 0 {
			t.Errorf("%q was written again", list)
		}
	}
	e.turnOver()
	if keep(t, &e, long) != 0 || keep(t, &e, late) != 1 {
		t.Error("a list that was met at every turn was written again, or a new one was not")
	}
	e.turnOver()
	e.turnOver()
	if keep(t, &e, long) != 1 {
		t.Error("a list that was not met for a turn was not written again")
	}
	for _, list := range [][]keptText{e.last[:cap(e.last)], e.now[len(e.now):cap(e.now)]} {
		for i := range list {
			if list[i].first != nil {
				t.Errorf("a list that was forgotten is held: %+v", list[i])
			}
		}
	}
}

// TestKeptTextsAreTheirOwn: a text stays what it is while lists come and go in any order, as keep tells, for
// no two entries write into the same memory.
func TestKeptTextsAreTheirOwn(t *testing.T) {
	var e Encoder
	lists := [][]string{{"a"}, {"b", "c"}, {"d", "e", "f"}, {"g"}, {"h", "i", "j", "k"}}
	for turn := range 300 {
		for i := range turn%4 + 1 {
			keep(t, &e, lists[(turn*turn+3*i)%len(lists)])
		}
		owners := map[*byte]int{}
		for _, list := range [][]keptText{e.last[:cap(e.last)], e.now[:cap(e.now)]} {
			for i := range list {
				owners[unsafe.SliceData(list[i].text)]++
			}
		}
		delete(owners, nil)
		for text, n := range owners {
			if n > 1 {
				t.Fatalf("turn %d: %d entries have the memory at %p", turn, n, text)
			}
		}
		e.turnOver()
	}
}

// TestEncoderHoldsNoLongText: an encoder writes into the memory of texts that it forgot, but holds
// none of a long one.
func TestEncoderHoldsNoLongText(t *testing.T) {
	var e Encoder
	write := func(length int) {
		in := NewIntent()
		in.WorkingMemory.RankedBundles = []Bundle{{BundleID: "b", WhyThisBundle: strings.Repeat("x", length)}}
		if got := e.Intent(&in, ""); got != in.Digest() {
			t.Fatalf("an intent with a text of %d bytes has the digest %s", length, got)
		}
	}
	held := func() (n int) {
		for _, list := range [][]keptText{e.last[:cap(e.last)], e.now[:cap(e.now)]} {
			for i := range list {
				n += cap(list[i].text)
			}
		}
		return n
	}
	for range 100 {
		write(100 * maxSpare)
		write(100)
		write(100)
	}
	if n := held(); n == 0 || n > 2*maxSpare {
		t.Errorf("%d bytes are held after short texts", n)
	}
}
