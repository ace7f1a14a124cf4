package documents_test

import (
	"context"
	"testing"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

const (
	houses = "Valuation report.\n\nThe value of Highlands is 4.2 million dollars. The pool closes at 9 pm. The deposit is 200 EUR.\n"

	assist  = `{"request":{"kind":"assist"},"trip_intent":{}}`
	nothing = `{"request":{"kind":"plan"},"trip_intent":{},"acts":null,"unread":["it"]}`
	planned = `{"request":{"kind":"plan"},"trip_intent":{"travelers":{"adults":2}},"unread":["it"]}`
	act     = `{"request":{"kind":"plan"},"trip_intent":{},"acts":[{"act":"hold"}],"unread":["it"]}`
	sent    = `{"request":{"about":"documents","kind":"assist"},"trip_intent":{}}`
)

// A question that the tenant's documents fit is sent to them, whoever read the message; another one is not.
func TestReadFirst(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	lib := unhurried(dir + "/docs")
	id := add(t, lib, "acme", "villa-7", write(t, dir, "houses.md", houses))
	add(t, lib, "acme", "", write(t, dir, "terms.md", terms))
	for name, c := range map[string]struct {
		question, reading string
		scope             trip.Scope
		sent              bool
	}{
		"all words":           {"what is the value of highlands?", assist, trip.Scope{Tenant: "acme"}, true},
		"no question":         {"value of highlands", nothing, trip.Scope{Tenant: "acme"}, true},
		"one word, asked":     {"pls how much is the deposit", assist, trip.Scope{Tenant: "acme"}, true},
		"one word":            {"deposit", nothing, trip.Scope{Tenant: "acme"}, false},
		"one word, marked":    {"deposit?", nothing, trip.Scope{Tenant: "acme"}, true},
		"one of three words":  {"what is the value of mountain lodge?", assist, trip.Scope{Tenant: "acme"}, false},
		"no word":             {"who is the president of France?", assist, trip.Scope{Tenant: "acme"}, false},
		"only asking":         {"what can you do?", assist, trip.Scope{Tenant: "acme"}, false},
		"something was read":  {"the value of highlands", planned, trip.Scope{Tenant: "acme"}, false},
		"something is done":   {"the value of highlands", act, trip.Scope{Tenant: "acme"}, false},
		"another tenant":      {"what is the value of highlands?", assist, trip.Scope{Tenant: "other"}, false},
		"selected":            {"what is the value of highlands?", assist, trip.Scope{Tenant: "acme", DocumentIDs: []string{id}}, true},
		"not selected":        {"does a dog cost a lot per night?", assist, trip.Scope{Tenant: "acme", DocumentIDs: []string{id}}, false},
		"selected, no word":   {"swimming?", nothing, trip.Scope{Tenant: "acme", DocumentIDs: []string{id}}, true},
		"selected, no mark":   {"swimming", nothing, trip.Scope{Tenant: "acme", DocumentIDs: []string{id}}, false},
		"selected, only what": {"what?", nothing, trip.Scope{Tenant: "acme", DocumentIDs: []string{id}}, false},
		"of the property":     {"what is the value of highlands?", assist, trip.Scope{Tenant: "acme", PropertyID: "villa-7"}, true},
		"not of the property": {"does a dog cost a lot per night?", assist, trip.Scope{Tenant: "acme", PropertyID: "villa-7"}, false},
	} {
		reg := tools.Registry{trip.ToolExtract: {Run: func(context.Context, tools.Request) ([]byte, error) { return []byte(c.reading), nil }}}
		lib.ReadFirst(reg)
		in := trip.NewIntent()
		in.Scope = c.scope
		got, err := reg[trip.ToolExtract].Run(t.Context(), tools.Request{Arguments: []byte(`{"user_message":"` + c.question + `"}`), Intent: in})
		want := c.reading
		if c.sent {
			want = sent
			if c.reading == nothing {
				want = `{"acts":null,"request":{"about":"documents","kind":"assist"},"trip_intent":{}}`
			}
		}
		if err != nil || string(got) != want {
			t.Errorf("%s: got %s, %v; want %s", name, got, err, want)
		}
	}
}

// A result that is no reading stays as it is, and so does a registry without the extraction tool.
func TestReadFirstOfWhatIsNoReading(t *testing.T) {
	t.Parallel()
	lib := unhurried(t.TempDir())
	reg := tools.Registry{}
	lib.ReadFirst(reg)
	if len(reg) > 0 {
		t.Error("a reader was made up")
	}
	for _, reading := range []string{"", "null", "[]", `{"request":3}`, `{"request":{"kind":"assist","about":"documents"}}`} {
		reg[trip.ToolExtract] = tools.Tool{Run: func(context.Context, tools.Request) ([]byte, error) { return []byte(reading), nil }}
		lib.ReadFirst(reg)
		got, err := reg[trip.ToolExtract].Run(t.Context(), tools.Request{Arguments: []byte(`{"user_message":"deposit?"}`)})
		if err != nil || string(got) != reading {
			t.Errorf("%s gives %s, %v", reading, got, err)
		}
	}
}
