package wire_test

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/internal/wire"
)

func TestIntReadsEveryFormOfAnInteger(t *testing.T) {
	for _, c := range []struct {
		in   string
		want int64
		err  string
	}{
		{"0", 0, ""},
		{"-0", 0, ""},
		{"7", 7, ""},
		{"-12", -12, ""},
		{"1.0", 1, ""},
		{"1e2", 100, ""},
		{"1200e-2", 12, ""},
		{"9007199254740991", wire.MaxInt, ""},
		{"-9007199254740991", -wire.MaxInt, ""},
		{"0e999999999999999999999", 0, ""},
		{"9007199254740992", 0, "an integer of at most 2^53-1"},
		{"1e16", 0, "an integer of at most 2^53-1"},
		{"1e999999999999999999999", 0, "an integer of at most 2^53-1"},
		{"99999999999999999999", 0, "an integer of at most 2^53-1"},
		{"1.5", 0, "got a fraction"},
		{"1e-1", 0, "got a fraction"},
		{"01", 0, "number in JSON form"},
		{`"1"`, 0, "want an integer, got a string"},
		{"", 0, "got the end of the input"},
		{"-", 0, "number in JSON form"},
		{"true", 0, "want an integer, got true"},
	} {
		var d wire.Decoder
		d.Reset(c.in+" ", 1)
		got := d.Int()
		d.End()
		if err := d.Err(); c.err == "" {
			if err != nil || got != c.want {
				t.Errorf("Int of %q = %d, %v, want %d", c.in, got, err, c.want)
			}
		} else if err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("Int of %q = %d, %v, want an error with %q", c.in, got, err, c.err)
		}
	}
}

// Whoever treats a text that ends too early, or begins with a mark, in its own way need not read the words of the
// error.
func TestErrorTellsEndAndMark(t *testing.T) {
	for text, want := range map[string]wire.Error{
		``: {Ends: true}, `{"a":"b`: {Ends: true}, `{"a":"b"`: {Ends: true}, "\ufeff{}": {Marked: true}, `[]`: {}, `{"a":2}`: {},
	} {
		var d wire.Decoder
		d.Reset(text, 2)
		for d.Object(); d.Next(); {
			_ = d.String()
		}
		d.End()
		var got *wire.Error
		if !errors.As(d.Err(), &got) || got.Ends != want.Ends || got.Marked != want.Marked {
			t.Errorf("reading %q says %+v, want ends %t, marked %t", text, got, want.Ends, want.Marked)
		}
	}
}

// Scale agrees with exact rational arithmetic.
func TestScaleIsExact(t *testing.T) {
	number := rapid.StringMatching(`-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,8})?([eE][+-]?[0-9]{1,2})?`)
	rapid.Check(t, func(t *rapid.T) {
		text, places := number.Draw(t, "number"), rapid.IntRange(0, 4).Draw(t, "places")
		exact, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Fatalf("big.Rat does not read %q", text)
		}
		exact.Mul(exact, new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)))
		got, scaling := wire.Scale(text, places)
		switch {
		case scaling == wire.Exact:
			if exact.Cmp(new(big.Rat).SetInt64(got)) != 0 {
				t.Fatalf("Scale(%s, %d) = %d, want %s", text, places, got, exact)
			}
		case exact.IsInt() && exact.Num().IsInt64():
			t.Fatalf("Scale(%s, %d) is %v, want %s", text, places, scaling, exact)
		case scaling == wire.Inexact && exact.IsInt():
			t.Fatalf("Scale(%s, %d) is inexact, but it is %s", text, places, exact)
		}
	})
}

func TestCompareUTF16(t *testing.T) {
	text := rapid.StringOf(rapid.RuneFrom([]rune{'a', 'b', 'é', '\ud7ff', '\ue000', '\ufb33', '\uffff', '\U00010000', '\U0001F600', '\U0010FFFF'}))
	rapid.Check(t, func(t *rapid.T) {
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		want := compareUnits(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
		if got := wire.CompareUTF16(a, b); (got > 0) != (want > 0) || (got < 0) != (want < 0) {
			t.Fatalf("CompareUTF16(%q, %q) = %d, want the sign of %d", a, b, got, want)
		}
	})
}

func compareUnits(a, b []uint16) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return int(a[i]) - int(b[i])
		}
	}
	return len(a) - len(b)
}

// A duplicate is found wherever it stands, however many members there are, and in skipped values.
func TestDuplicateNamesAreRefused(t *testing.T) {
	for _, n := range []int{2, 3, 10, 24, 25, 26, 60, 70, 500} {
		for _, at := range []int{1, n / 2, n - 1} {
			for _, name := range []string{`"n0"`, `"\u006e0"`} {
				for _, space := range []string{"", " "} {
					object := objectOf(n, at, name, space)
					for _, text := range []string{object, `{"deep":[` + object + `]}`} {
						var d wire.Decoder
						d.Reset(text, wire.MaxDepth)
						d.Skip()
						d.End()
						var e *wire.Error
						if !errors.As(d.Err(), &e) || e.Want != "each member once" {
							t.Fatalf("%d members, second %s at %d: %v", n, name, at, d.Err())
						}
					}
				}
			}
		}
	}
}

// objectOf writes n members n0, n1, … of which the one at an index has another name.
func objectOf(n, at int, name, space string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString("," + space)
		}
		if i == at {
			b.WriteString(name + ":1")
		} else {
			fmt.Fprintf(&b, `"n%d":{"n0":1}`, i)
		}
	}
	return "{" + b.String() + "}"
}

func TestManyMembersAreRead(t *testing.T) {
	for _, n := range []int{0, 1, 24, 25, 26, 70, 500} {
		text := objectOf(n, -1, "", "")
		var d wire.Decoder
		d.Reset(`{"first":`+text+`,"second":`+text+`}`, wire.MaxDepth)
		count := 0
		for d.Object(); d.Next(); {
			for d.Object(); d.Next(); {
				if want := fmt.Sprintf("n%d", count%max(n, 1)); d.Key() != want {
					t.Fatalf("member %d is %q, want %q", count, d.Key(), want)
				}
				count++
				d.Skip()
			}
		}
		d.End()
		if d.Err() != nil || count != 2*n {
			t.Fatalf("%d members: read %d, %v", n, count, d.Err())
		}
	}
}

// Member and Next read the same members, and together refuse a second one.
func TestMemberBeforeNext(t *testing.T) {
	read := func(text string) (got string, err error) {
		var d wire.Decoder
		d.Reset(text, wire.MaxDepth)
		d.Object()
		for _, name := range []string{"a", "b", "c"} {
			if d.Member(`"` + name + `":`) {
				got += name + "!" + d.Raw() + " "
			}
		}
		for d.Next() {
			got += d.Key() + d.Raw() + " "
		}
		d.End()
		return got, d.Err()
	}
	for _, c := range []struct{ in, want string }{
		{`{"a":1,"b":2,"c":3}`, "a!1 b!2 c!3 "},
		{`{"b":2,"c":3}`, "b!2 c!3 "},
		{`{"a":1,"x":0,"c":3}`, "a!1 x0 c3 "},
		{`{"c":3,"a":1}`, "c!3 a1 "},
		{`{}`, ""},
		{` { "a" : 1 } `, "a1 "},
		{`{"a":1, "b":2}`, "a!1 b2 "},
	} {
		if got, err := read(c.in); err != nil || got != c.want {
			t.Errorf("%s: %q, %v, want %q", c.in, got, err, c.want)
		}
	}
	for _, in := range []string{`{"a":1,"a":2}`, `{"a":1,"b":2,"a":2}`, `{"a":1,"\u0061":2}`, `{"a":1`, `{"a":1,}`, `{,"a":1}`, `{"a":1"b":2}`} {
		if got, err := read(in); err == nil {
			t.Errorf("%s: read as %q, want an error", in, got)
		}
	}
}

// Deep objects with many members use up the room for names; what is inside is read and checked
// all the same.
func TestMemberWithoutRoomForNames(t *testing.T) {
	for _, inner := range []string{`{"a":1,"b":2}`, `{"a":1,"a":2}`, `{"b":1,"\u0062":2}`} {
		text := inner
		for range 5 {
			text = strings.TrimSuffix(objectOf(20, -1, "", ""), "}") + `,"in":` + text + "}"
		}
		var d wire.Decoder
		d.Reset(text, wire.MaxDepth)
		for range 5 {
			for d.Object(); d.Next() && d.Key() != "in"; {
				d.Skip()
			}
		}
		d.Object()
		got := ""
		if d.Member(`"a":`) {
			got += "a" + d.Raw()
		}
		for d.Next() {
			got += d.Key() + d.Raw()
		}
		for range 5 {
			d.Next()
		}
		d.End()
		if good := inner == `{"a":1,"b":2}`; (d.Err() == nil) != good || (good && got != "a1b2") {
			t.Errorf("%s: read %q, %v", inner, got, d.Err())
		}
	}
}

func TestPaths(t *testing.T) {
	text := `{"a":{"b":[10,{"c.d":"x\"]","e":[]}]},"f" : 1}`
	for _, c := range []struct{ at, want string }{
		{`{"a"`, ""},
		{`"a"`, "a"},
		{`{"b"`, "a"},
		{`[10`, "a.b"},
		{`10`, "a.b[0]"},
		{`{"c`, "a.b[1]"},
		{`"c.d"`, `a.b[1]."c.d"`},
		{`"x`, `a.b[1]."c.d"`},
		{`"e"`, "a.b[1].e"},
		{`[]`, "a.b[1].e"},
		{`"f"`, "f"},
		{`1}`, "f"},
	} {
		if got := wire.PathAt(text, strings.Index(text, c.at)); got != c.want {
			t.Errorf("PathAt(%s) = %q, want %q", c.at, got, c.want)
		}
	}
}

// The first error sticks, and no loop goes on after it.
func TestErrorsStick(t *testing.T) {
	var d wire.Decoder
	d.Reset(`{"a":[1,x],"b":2}`, wire.MaxDepth)
	for d.Object(); d.Next(); {
		for d.List(); d.More(); {
			d.Int()
		}
	}
	if d.Int() != 0 || d.String() != "" || d.Bool() || d.Null() || d.Next() || d.More() || d.Object() || d.List() || d.Raw() != "" {
		t.Error("something was read after an error")
	}
	d.Fail("something else")
	d.End()
	if want := "wire: a[1] (byte 8): want an integer, got 'x'"; d.Err() == nil || d.Err().Error() != want {
		t.Errorf("error %v, want %s", d.Err(), want)
	}
}

func TestSeekReadsASkippedValue(t *testing.T) {
	var d wire.Decoder
	d.Reset(`{"data":{"x":[1,2]},"type":"t"}`, wire.MaxDepth)
	at := 0
	for d.Object(); d.Next(); {
		if d.Key() == "data" {
			at = d.Offset()
		}
		d.Skip()
	}
	end := d.Offset()
	d.Seek(at)
	if got := d.Raw(); got != `{"x":[1,2]}` {
		t.Errorf("read %q", got)
	}
	d.Seek(end)
	if d.End(); d.Err() != nil {
		t.Error(d.Err())
	}
}

func TestDigests(t *testing.T) {
	if got, want := wire.Digest([]byte("{}")), "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"; string(got[:]) != want {
		t.Errorf("Digest = %s, want %s", got, want)
	}
	if got, want := wire.Hash([]byte("{}")), "44136fa355b3678a1146ad16f7e8649e"; got != want {
		t.Errorf("Hash = %s, want %s", got, want)
	}
}
