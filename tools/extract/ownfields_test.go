package extract_test

import (
	"encoding/json"
	"testing"

	"github.com/legwork-go/legwork/tools/extract"
)

// TestOwnField takes a bare answer for the value of a field of one's own that is asked for, where nothing else is.
func TestOwnField(t *testing.T) {
	const own = `"ext.acme.cost_center"`
	for name, tc := range map[string]struct{ about, message, schema, want string }{
		"bare":                  {own, "CC-17", `{"type":"string","pattern":"^CC-"}`, `{"acme":{"cost_center":"CC-17"}}`},
		"within words":          {own, "It's CC-17.", `{"type":"string","pattern":"^CC-[0-9]+$"}`, `{"acme":{"cost_center":"CC-17"}}`},
		"as a whole":            {own, "north wing", `{"type":"string"}`, `{"acme":{"cost_center":"north wing"}}`},
		"unfit":                 {own, "ours", `{"type":"string","pattern":"^CC-"}`, `null`},
		"no text":               {own, "seventeen", `{"type":"integer"}`, `null`},
		"something else wanted": {`"party.travelers.adults",` + own, "north wing", `{"type":"string"}`, `null`},
		"something else said":   {own, "make it 3 adults", `{"type":"string"}`, `null`},
	} {
		t.Run(name, func(t *testing.T) {
			args := `{"user_message":` + quote(t, tc.message) + `,"context":{"timezone":"UTC","now":"2026-03-01T09:00:00Z",
				"fields":[{"path":` + own + `,"schema":` + tc.schema + `}],
				"current_intent":{"status":{"ask":{"kind":"missing","id":"a","about":[` + tc.about + `],"text":"?","choices":[]}}}}}`
			res, err := extract.Extract([]byte(args))
			if err != nil {
				t.Fatal(err)
			}
			got, err := json.Marshal(res.TripIntent.Ext)
			if err != nil || string(got) != tc.want {
				t.Errorf("%s: %s, %v, want %s; unread %q", tc.message, got, err, tc.want, res.Unread)
			}
			if tc.want != "null" && len(res.Unread) > 0 {
				t.Errorf("unread %q", res.Unread)
			}
		})
	}
}

func quote(t *testing.T, text string) string {
	t.Helper()
	out, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
