package wire_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/gowebpki/jcs"
	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/internal/wire/wiretest"
)

// canonical is Canonical from nothing, with IsCanonical and CanonicalText checked on the way.
func canonical(t interface{ Fatalf(string, ...any) }, text string) (string, error) {
	out, err := wire.Canonical([]byte("before"), text, wire.MaxDepth)
	got, ok := strings.CutPrefix(string(out), "before")
	if !ok {
		t.Fatalf("Canonical(%q) lost what was before: %q", text, out)
	}
	if err != nil {
		if got != "" {
			t.Fatalf("Canonical(%q) left %q on error %v", text, got, err)
		}
		return "", err
	}
	if is := wire.IsCanonical(text, wire.MaxDepth); is != (got == text) {
		t.Fatalf("IsCanonical(%q) = %v, but its canonical form is %q", text, is, got)
	}
	if !wire.IsCanonical(got, wire.MaxDepth) {
		t.Fatalf("the canonical form of %q is not canonical: %q", text, got)
	}
	same, err := wire.CanonicalText(text, wire.MaxDepth)
	if err != nil || same != got {
		t.Fatalf("CanonicalText(%q) = %q, %v, want %q", text, same, err, got)
	}
	var used wire.Canonicaliser
	for _, before := range []string{`{"z":{"y":1,"x":[2]},`, `{"b":"\u00e9","a":{"d":1,"c":2}}`} { // the first is cut short
		if _, err := used.Text(before, wire.MaxDepth); (err == nil) != (before[len(before)-1] == '}') {
			t.Fatalf("Text(%q): %v", before, err)
		}
	}
	if again, err := used.Text(text, wire.MaxDepth); err != nil || again != got {
		t.Fatalf("after others, Text(%q) = %q, %v, want %q", text, again, err, got)
	}
	return got, nil
}

// A Canonicaliser allocates its results and nothing else.
func TestCanonicaliserUsesItsMemoryAgain(t *testing.T) {
	var c wire.Canonicaliser
	text := `{"options":[{"price":"12.50","id":"o1"},{"price":"9.99","id":"o2"}],"count":2}`
	n := testing.AllocsPerRun(100, func() {
		if _, err := c.Text(text, wire.MaxDepth); err != nil {
			t.Error(err)
		}
	})
	if n > 1 {
		t.Errorf("%v allocations a text, want 1", n)
	}
}

// The sample of RFC 8785, 3.2.2 and 3.2.3, and the number forms of its appendix B.
func TestCanonicalOfTheStandard(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{
			"{\n  \"numbers\": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],\n" +
				`  "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",` + "\n  \"literals\": [null, true, false]\n}",
			`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
		},
		{
			`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One",` +
				`"\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
			`{"\r":"Carriage Return","1":"One","` + "\u0080" +
				`":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","` +
				"\ufb33" + `":"Hebrew Letter Dalet With Dagesh"}`,
		},
		{`-0`, `0`},
		{`-0.0`, `0`},
		{`0e9`, `0`},
		{`5e-324`, `5e-324`},
		{`-5e-324`, `-5e-324`},
		{`1.7976931348623157e308`, `1.7976931348623157e+308`},
		{`9007199254740992`, `9007199254740992`},
		{`9007199254740993`, `9007199254740992`},
		{`295147905179352830000`, `295147905179352830000`},
		{`9.999999999999997e22`, `9.999999999999997e+22`},
		{`1e23`, `1e+23`},
		{`1e21`, `1e+21`},
		{`1e20`, `100000000000000000000`},
		{`0.000001`, `0.000001`},
		{`0.0000001`, `1e-7`},
		{`1e-10`, `1e-10`},
		{`123456789012345`, `123456789012345`},
		{` [ ] `, `[]`},
		{"{\t}", `{}`},
		{`"\u2028\u2029\u007f"`, "\"\u2028\u2029\u007f\""},
		{`"<>&"`, `"<>&"`},
	} {
		got, err := canonical(t, c.in)
		if err != nil || got != c.want {
			t.Errorf("Canonical(%s)\n got %s, %v\nwant %s", c.in, got, err, c.want)
		}
	}
}

func TestCanonicalRefusesWhatIsNoIJSON(t *testing.T) {
	deep := strings.Repeat("[", 65) + strings.Repeat("]", 65)
	for _, c := range []struct{ in, want string }{
		{``, "want a value, got the end of the input"},
		{`1e400`, "byte 0: want a number within the range of a double"},
		{`{"a":[0,-1e999]}`, "a[1] (byte 8): want a number within the range of a double"},
		{`{"a":1,"b":{"c":1,"c":2}}`, `b.c (byte 18): want each member once, got a second "c"`},
		{`"\ud83d"`, "want a pair of surrogates, got a lone surrogate"},
		{`"\ud83d\u0041"`, "a lone surrogate"},
		{`"\ude00\ud83d"`, "a lone surrogate"},
		{"\"a\xff\"", "byte 2: want valid UTF-8, got an invalid byte"},
		{"\"\xed\xa0\x80\"", "want valid UTF-8"},
		{"\"a\nb\"", "byte 2: want an escape for a control character"},
		{`"\x41"`, "want an escape such as"},
		{`"\u12g4"`, "want four hex digits"},
		{`"\`, "want the end of the string, got the end of the input"},
		{`[1,]`, "want a value, got ']'"},
		{`[1 2]`, "want ',' or ']', got a number"},
		{`[1`, "want ',' or ']', got the end of the input"},
		{`{"a" 1}`, "want ':', got a number"},
		{`{"a":1,}`, "want a member name, got '}'"},
		{`{a:1}`, "want a member name, got 'a'"},
		{`{"a":1 "b":2}`, "want ',' or '}', got a string"},
		{`01`, "want a number in JSON form"},
		{`1.`, "want a number in JSON form"},
		{`.5`, "want a value"},
		{`+1`, "want a value"},
		{`-`, "want a number in JSON form"},
		{`1e`, "want a number in JSON form"},
		{`0x1`, "want the end of the input, got 'x'"},
		{`tru`, "want true"},
		{`nul`, "want null"},
		{`falsy`, "want false"},
		{`true false`, "want the end of the input, got false"},
		{`NaN`, "want a value, got 'N'"},
		{"\ufeff{}", "want a value"},
		{"[\u00a01]", "want a value"},
		{deep, "(byte 64): want less nesting, got a list"},
	} {
		_, err := canonical(t, c.in)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Canonical(%.40q) = %v, want an error with %q", c.in, err, c.want)
		}
	}
}

// anyJSON draws JSON text with free order, white space, escapes and number forms.
func anyJSON(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		space := rapid.SampledFrom([]string{"", "", "", " ", "\n\t", "\r "})
		kind := rapid.IntRange(0, 6).Draw(t, "kind")
		if depth == 0 && kind > 4 {
			kind = 1
		}
		switch kind {
		case 0:
			return rapid.SampledFrom([]string{"null", "true", "false"}).Draw(t, "word")
		case 1, 2:
			return quoted(t, rapid.String().Draw(t, "text"))
		case 3:
			return strconv.FormatInt(rapid.Int64().Draw(t, "int"), 10)
		case 4:
			f := rapid.Float64Range(-1e300, 1e300).Draw(t, "float")
			return strconv.FormatFloat(f, byte(rapid.SampledFrom([]int{'e', 'f', 'g'}).Draw(t, "form")), -1, 64)
		case 5:
			var b strings.Builder
			for i, e := range rapid.SliceOfN(anyJSON(depth-1), 0, 4).Draw(t, "list") {
				if i > 0 {
					b.WriteString("," + space.Draw(t, "s"))
				}
				b.WriteString(e + space.Draw(t, "s"))
			}
			return "[" + space.Draw(t, "s") + b.String() + "]"
		}
		var b strings.Builder
		for i, name := range rapid.SliceOfNDistinct(rapid.String(), 0, 30, rapid.ID[string]).Draw(t, "names") {
			if i > 0 {
				b.WriteString("," + space.Draw(t, "s"))
			}
			value := "1"
			if i < 4 {
				value = anyJSON(depth-1).Draw(t, "value")
			}
			b.WriteString(quoted(t, name) + space.Draw(t, "s") + ":" + space.Draw(t, "s") + value)
		}
		return "{" + b.String() + space.Draw(t, "s") + "}"
	})
}

// quoted writes a string plainly, with the escapes of HTML-safe writers, or all in \u escapes.
func quoted(t *rapid.T, s string) string {
	if rapid.IntRange(0, 2).Draw(t, "escapes") > 0 {
		out, _ := json.Marshal(s)
		return string(out)
	}
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&b, `\u%04X`, unit)
	}
	return `"` + b.String() + `"`
}

func TestCanonicalEqualsTheLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := "[" + anyJSON(3).Draw(t, "json") + "]"
		want, err := jcs.Transform([]byte(text))
		if err != nil {
			t.Fatalf("jcs: %v on %s", err, text)
		}
		got, err := canonical(t, text)
		if err != nil || got != string(want) {
			t.Fatalf("Canonical(%s)\n got %s, %v\nwant %s", text, got, err, want)
		}
	})
}

// FuzzCanonical holds the writer byte-equal to the library, and the reader to encoding/json.
func FuzzCanonical(f *testing.F) {
	for _, s := range []string{
		`{"b":[1,2.50,{"x":null}],"a":"\u00e9\n"}`, `[1e21,1e-7,-0,123456789012345678]`, `"\ud83d\ude00"`, `{"a":1,"a":2}`,
		`{"\u0061":1,"a":2}`, `[[[[]]]]`, ` {"a" : true , "b":false}`, `{"` + "\U0001F600" + `":1,"` + "\uFB33" + `":2}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := canonical(t, text)
		norm, nerr := wiretest.Normalise(text)
		if (err == nil) != (nerr == nil) {
			if err != nil && strings.Contains(err.Error(), "range of a double") {
				return // encoding/json keeps such numbers as text
			}
			t.Fatalf("Canonical(%q): %v, encoding/json: %v", text, err, nerr)
		}
		if err != nil {
			return
		}
		again, err := canonical(t, norm)
		if err != nil || again != got {
			t.Fatalf("Canonical(%q) = %q, of its normal form %q: %q, %v", text, got, norm, again, err)
		}
		want, err := jcs.Transform([]byte("[" + text + "]"))
		if err == nil && "["+got+"]" != string(want) {
			t.Fatalf("Canonical(%q)\n got %s\nwant %s", text, got, want)
		}
	})
}
