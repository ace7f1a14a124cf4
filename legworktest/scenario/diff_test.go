package scenario

import (
	"slices"
	"testing"
)

func TestCompare(t *testing.T) {
	options := func(ids string) string { return `{"working_memory":{"flight_quotes_by_segment":` + ids + `}}` }
	for name, c := range map[string]struct {
		before, after   string
		patches, clears []string
	}{
		"equal":            {`{"a":1}`, `{"a":1}`, nil, nil},
		"hidden":           {`{"turn":1,"updated_at":"a","status":{"phase":"x"}}`, `{"turn":2,"updated_at":"b","status":{"phase":"y"}}`, nil, nil},
		"leaf":             {`{"a":{"b":1,"c":2}}`, `{"a":{"b":1,"c":3}}`, []string{"a.c: 3"}, nil},
		"new object":       {`{"a":null}`, `{"a":{"b":"x","c":null,"d":[],"e":false}}`, []string{"a.b: x", "a.e: false"}, nil},
		"cleared":          {`{"a":{"b":"x"},"c":[1],"d":"x"}`, `{"a":null,"c":[],"d":""}`, nil, []string{"a", "c", "d"}},
		"absent":           {`{"a":1,"b":2}`, `{"b":2}`, nil, []string{"a"}},
		"empty is nothing": {`{"a":null}`, `{"a":[]}`, nil, nil},
		"zero is a value":  {`{"a":2,"b":true}`, `{"a":0,"b":false}`, []string{"a: 0", "b: false"}, nil},
		"plain list":       {`{"a":["x"]}`, `{"a":["x","y z"]}`, []string{`a: ["x","y z"]`}, nil},
		"list of objects":  {`{"a":[{"b":1},{"b":2}]}`, `{"a":[{"b":3}]}`, []string{"a[0].b: 3"}, []string{"a[1]"}},
		"money":            {`{"a":null}`, `{"a":{"amount":"1480.00","currency":"USD"}}`, []string{"a: 1480.00 USD"}, nil},
		"texts": {
			`{}`, `{"a":"JFK","b":"12","c":"two words","d":"null","e":"<&>"}`,
			[]string{"a: JFK", `b: "12"`, `c: "two words"`, `d: "null"`, `e: "<&>"`},
			nil,
		},
		"options": {
			options(`[]`), options(`[null,[{"option_id":"x"},{"option_id":"y"}]]`),
			[]string{"working_memory.flight_quotes_by_segment[1]: 2 options x y"},
			nil,
		},
		"no options":      {options(`[null]`), options(`[[]]`), []string{"working_memory.flight_quotes_by_segment[0]: 0 options"}, nil},
		"options dropped": {options(`[[],[{"option_id":"x"}]]`), options(`[[],null]`), nil, []string{"working_memory.flight_quotes_by_segment[1]"}},
		"rooms": {
			`{"working_memory":{"hotel_quotes_by_stay":[]}}`, `{"working_memory":{"hotel_quotes_by_stay":[[[{"option_id":"x"}],[]],[]]}}`,
			[]string{
				"working_memory.hotel_quotes_by_stay[0][0]: 1 option x", "working_memory.hotel_quotes_by_stay[0][1]: 0 options",
				"working_memory.hotel_quotes_by_stay[1]: 0 options",
			},
			nil,
		},
		"bundles": {
			`{"working_memory":{"ranked_bundles":[]}}`,
			`{"working_memory":{"ranked_bundles":[{"bundle_id":"a"},{"bundle_id":"b"},{"bundle_id":"c"},{"bundle_id":"d"},{"bundle_id":"e"},{"bundle_id":"f"}]}}`,
			[]string{"working_memory.ranked_bundles: 6 bundles a b c d e …"},
			nil,
		},
		"note added":    {`{"status":{"notes":["a"]}}`, `{"status":{"notes":["a","b c"]}}`, []string{`status.notes[1]: "b c"`}, nil},
		"notes dropped": {`{"status":{"notes":["a","b"]}}`, `{"status":{"notes":["b","c"]}}`, []string{"status.notes: 2 notes, the newest c"}, nil},
		"ask": {
			`{"status":{}}`, `{"status":{"ask":{"kind":"approve","id":"7f3a","text":"Shall I?","about":["x"],"choices":[],"expires_at":"2026-03-01T10:00:00Z"}}}`,
			[]string{`status.ask: approve a1 "Shall I?" until 2026-03-01T10:00:00Z`},
			nil,
		},
		"ask gone": {`{"status":{"ask":{"kind":"approve","id":"7f3a"},"notes":["a"]}}`, `{"status":{"notes":["a"]}}`, nil, []string{"status.ask"}},
	} {
		t.Run(name, func(t *testing.T) {
			n := newNames()
			got := compare(c.before, c.after, &n)
			if !slices.Equal(got.patches, c.patches) || !slices.Equal(got.clears, c.clears) {
				t.Errorf("got patches %q, clears %q", got.patches, got.clears)
			}
		})
	}
}

// An ask has one alias in a log, by which an event may name it.
func TestAskAliases(t *testing.T) {
	n := newNames()
	if got := []string{n.askAlias("x"), n.askAlias("y"), n.askAlias("x")}; !slices.Equal(got, []string{"a1", "a2", "a1"}) {
		t.Errorf("got %q", got)
	}
	if got := []string{n.askID("a2"), n.askID("a3"), n.askID("none")}; !slices.Equal(got, []string{"y", "a3", "none"}) {
		t.Errorf("got %q", got)
	}
}

func TestLookup(t *testing.T) {
	v := parseTree([]byte(`{"a":{"b":[[{"c":1}],null]}}`))
	for path, want := range map[string]string{"a.b[0][0].c": "1", "a.b[1]": "null", "a.b[0]": `[{"c":1}]`} {
		if got, ok := lookup(v, path); !ok || text(got) != want {
			t.Errorf("%s: got %s, %v", path, text(got), ok)
		}
	}
	for _, path := range []string{"", "b", "a.c", "a.b[2]", "a.b[x]", "a.b[0", "a[0]", "a.b.c", "a.b[-1]"} {
		if got, ok := lookup(v, path); ok {
			t.Errorf("%s: got %s", path, text(got))
		}
	}
}
