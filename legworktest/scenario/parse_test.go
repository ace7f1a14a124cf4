package scenario

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const small = `# A search fails.
# rule: 1.6.status, 1.6.note

# And a second comment.
trip t1 at=2026-03-01T09:00:00Z
----
status intake/collecting_requirements

on TOOL_RESULT flight_quote_search at=+4s
  {"options": [
    {"total_price": {"amount": "1480.00", "currency": "USD"}}
  ]}
----
status quote/quoting_hotels -> error/retryable
patch  a.b: c

crash
----

# The end.
`

func TestFormatKeepsNormalForm(t *testing.T) {
	f, err := Parse("small.scn", small)
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Format(); got != small {
		t.Errorf("got:\n%s", got)
	}
	if len(f.Rules) != 2 || f.Rules[1] != (Reference{Rule: "1.6.note", Line: 2}) {
		t.Errorf("rules: %v", f.Rules)
	}
}

func TestFormatNormalises(t *testing.T) {
	rough := "\n\n# A.  \r\n\n\n\ncrash   \n----\nui \"x\"\nqueue   c1.1 a {}\n\n\n\n" +
		"on TOOL_RESULT a\n\t\t{\n\t\t\t\"b\": 1}\non INTENT_READY\n----\n# B\n"
	want := "# A.\n\ncrash\n----\nui     \"x\"\nqueue  c1.1 a {}\n\n" +
		"on TOOL_RESULT a\n  {\n    \"b\": 1}\n\non INTENT_READY\n----\n\n# B\n"
	f, err := Parse("rough.scn", strings.Replace(rough, "----\n# B", "----\n\n# B", 1))
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Format(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestParseErrors(t *testing.T) {
	for src, want := range map[string]string{
		"  {}\n":                            "scenario: x.scn:1: an indented line continues an input",
		"----\n":                            `scenario: x.scn:1: "----" stands directly below an input`,
		"crash\n----\nfoo bar\n":            "scenario: x.scn:3: a block line begins with",
		"crash\n----\n# c\n":                "scenario: x.scn:3: a block line begins with",
		"\n\nfly\n":                         "scenario: x.scn:3: an input begins with",
		"trip\n":                            "a trip id is missing",
		"trip t1\n":                         "trip needs at=",
		"trip t1 at=noon\n":                 "at=noon is neither",
		"trip t1 at=1969-12-31T00:00:00Z\n": "out of range",
		"trip t1 at=+4x\n":                  "no duration",
		"trip t1 at=+0s policy\n":           "a JSON object or list, here or in indented lines",
		"on\n":                              "an event type is missing",
		"on FOO\n":                          `"FOO" is no event type`,
		"on USER_MESSAGE\n":                 "text is missing",
		"on USER_MESSAGE {}\n":              "text is missing",
		"on USER_MESSAGE a b\n":             "b is not expected here",
		"on USER_MESSAGE a code=x\n":        "code= is not known here",
		"on TOOL_RESULT a\n":                "a result is missing",
		"on TOOL_RESULT a {\n":              "bad JSON",
		"on TOOL_RESULT a {}x\n":            "white space is missing after {}",
		"on TOOL_ERROR a retryable=maybe\n": "retryable is true or false",
		"on TOOL_ERROR a at=\n":             "a value is missing",
		"redeliver 0\n":                     "0 is no seq",
		"rewind\n":                          "rewind needs the seq",
		"show\n":                            "a path is missing",
		"line\n":                            "line needs the text",
		"on USER_MESSAGE \"\xff\"\n":        "not valid UTF-8",
		"crash now\n":                       "now is not expected here",
	} {
		_, err := Parse("x.scn", src)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", src, err, want)
		}
	}
}

// TestFormatIsIdempotent builds files from random lines: whatever parses is in normal form
// after one formatting, and means the same.
func TestFormatIsIdempotent(t *testing.T) {
	line := rapid.SampledFrom([]string{
		"", " ", "# c", "# rule: 1.1.a,1.1.b", "crash", "crash  ", "----", "trip t at=+0s", "rewind 3", "show a.b[0]",
		"on TOOL_RESULT x", "  {}", "\t[1,", "      2]", " {\"a\":", "\t \"b\"}", "on USER_MESSAGE \"a  b\"", "status a/b",
		"ui     \"x\"", "queue c1.1", "patch  a: b ", "clear\ta",
	})
	rapid.Check(t, func(t *rapid.T) {
		src := strings.Join(rapid.SliceOfN(line, 0, 30).Draw(t, "lines"), "\n")
		formatsOnce(t, src)
	})
}

func formatsOnce(t interface{ Fatalf(string, ...any) }, src string) {
	f, err := Parse("x.scn", src)
	if err != nil {
		return
	}
	once := f.Format()
	again, err := Parse("x.scn", once)
	if err != nil {
		t.Fatalf("formatted, it does not parse: %v\n%q\n%q", err, src, once)
	}
	if twice := again.Format(); twice != once {
		t.Fatalf("formatting is not idempotent:\n%q\n%q\n%q", src, once, twice)
	}
	if len(again.Stanzas) != len(f.Stanzas) || len(again.Rules) != len(f.Rules) {
		t.Fatalf("formatting changed the meaning:\n%q\n%q", src, once)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(small)
	f.Add("on USER_REQUEST_HOLD \"a\" b at=+1s\n----\nreject x\n")
	f.Add("line {\"type\":\"NOPE\"}\n")
	f.Fuzz(func(t *testing.T, src string) { formatsOnce(t, src) })
}
