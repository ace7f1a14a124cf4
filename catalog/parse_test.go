package catalog_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// TestParseReadsWhatAppendJSONWrites: the written tools of a catalog are read back to a catalog
// of the same digest.
func TestParseReadsWhatAppendJSONWrites(t *testing.T) {
	want := catalog.Default()
	tools, err := catalog.Parse(want.AppendJSON(nil))
	if err != nil {
		t.Fatal(err)
	}
	got, err := catalog.New(tools...)
	if err != nil {
		t.Fatal(err)
	}
	if got.Digest() != want.Digest() {
		t.Errorf("digest %s, want %s", got.Digest(), want.Digest())
	}
}

func TestParseRefusesWhatIsNoTool(t *testing.T) {
	tool := func(members string) string { return `[{"name":"n","effect":"read",` + members + `}]` }
	write := func(millis string) string {
		return `[{"name":"n","effect":"write","settle_after_millis":` + millis + `,"arguments":{},"result":{}}]`
	}
	for name, text := range map[string]string{
		"not JSON":                 `[`,
		"no list":                  `{"name":"n"}`,
		"no name":                  `[{"effect":"read","arguments":{},"result":{}}]`,
		"unknown effect":           `[{"name":"n","effect":"maybe","arguments":{},"result":{}}]`,
		"no result schema":         tool(`"arguments":{}`),
		"a schema that is null":    tool(`"arguments":null,"result":{}`),
		"a schema of wrong type":   tool(`"arguments":{"type":"thing"},"result":{}`),
		"a schema from outside":    tool(`"arguments":{"$ref":"https://example.com/s.json"},"result":{}`),
		"a read tool that settles": tool(`"settle_after_millis":1000,"arguments":{},"result":{}`),
		"negative retries":         tool(`"retries":-1,"arguments":{},"result":{}`),
		"a negative timeout":       tool(`"timeout_millis":-1,"arguments":{},"result":{}`),
		"settled before its end":   write(`-1`),
		"settled half a tick late": write(`1.5`),
		"settled after an age":     write(`604800001`),
		"too many tools":           "[" + strings.Repeat("{},", trip.MaxItems) + "{}]",
	} {
		if tools, err := catalog.Parse([]byte(text)); !errors.Is(err, catalog.ErrTool) {
			t.Errorf("%s: got %v, error %v, want ErrTool", name, tools, err)
		}
	}
}

func TestParseKeepsToNewerWriters(t *testing.T) {
	tools, err := catalog.Parse([]byte(`[{"name":"n","effect":"write","colour":"red","arguments":{},"result":true}]`))
	if err != nil || len(tools) != 1 || tools[0].Effect != catalog.Write {
		t.Fatalf("got %v, error %v", tools, err)
	}
}

// TestSettleAfter: a write tool says how long its calls may still arrive; one that says nothing has a minute.
func TestSettleAfter(t *testing.T) {
	tools, err := catalog.Parse([]byte(`[{"name":"slow","effect":"write","settle_after_millis":604800000,"arguments":{},"result":{}},
		{"name":"usual","effect":"write","arguments":{},"result":{}}]`))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int64{604_800_000, 60_000} {
		if got := tools[i].SettleMillis(); got != want {
			t.Errorf("%s: %d ms, want %d", tools[i].Name, got, want)
		}
	}
}

// TestSettlingThatContradictsItself is refused, with the member that is wrong.
func TestSettlingThatContradictsItself(t *testing.T) {
	for members, want := range map[string]string{
		`"effect":"write","idempotency":"key","settle":"repeat","settle_tries":3,"sendable_millis":1000`: "",
		`"effect":"write","idempotency":"key","settle":"again"`:                                          `settle "again"`,
		`"effect":"write","settle":"repeat"`:                                                             "without an idempotency argument",
		`"effect":"write","idempotency":"key","settle_tries":3`:                                          "settle_tries 3",
		`"effect":"write","idempotency":"key","settle":"repeat","settle_tries":101`:                      "want 1 to 100",
		`"effect":"write","idempotency":"key","settle":"repeat","settle_tries":-1`:                       "negative settle_tries",
		`"effect":"write","sendable_millis":-1`:                                                          "negative sendable_millis",
		`"effect":"read","sendable_millis":1`:                                                            "only a write tool",
		`"effect":"read","idempotency":"key","settle":"repeat"`:                                          "only a write tool",
	} {
		_, err := catalog.Parse([]byte(`[{"name":"n",` + members + `,"arguments":{},"result":{}}]`))
		if want == "" && err != nil || want != "" && (!errors.Is(err, catalog.ErrTool) || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", members, err, want)
		}
	}
}

// TestSchemaThatRefersToItself: it breaks every document instead of being followed for ever, and
// the error does not tell where the process runs.
func TestSchemaThatRefersToItself(t *testing.T) {
	tools, err := catalog.Parse([]byte(`[{"name":"n","effect":"read","arguments":{"$ref":"#"},"result":{}}]`))
	if err != nil {
		t.Fatal(err)
	}
	c, err := catalog.New(tools...)
	if err != nil {
		t.Fatal(err)
	}
	err = c.CheckArguments("n", `{}`)
	if !errors.Is(err, catalog.ErrSchema) || strings.Contains(err.Error(), "file:") {
		t.Errorf("got %v", err)
	}
}

// TestListsOfIDsDeclareTheirSources: an argument that names things says where its values may come from.
func TestListsOfIDsDeclareTheirSources(t *testing.T) {
	found := 0
	for tool := range catalog.Default().Tools {
		var schema struct {
			Properties map[string]json.RawMessage `json:"properties"`
		}
		if err := json.Unmarshal(tool.Arguments, &schema); err != nil {
			t.Fatal(err)
		}
		for name := range schema.Properties {
			if !strings.HasSuffix(name, "_ids") {
				continue
			}
			found++
			if !slices.ContainsFunc(tool.Sources, func(s catalog.Source) bool { return s.Argument == name && len(s.From) > 0 }) {
				t.Errorf("%s: %s declares no source", tool.Name, name)
			}
		}
	}
	if found < 3 {
		t.Errorf("%d arguments name things, want at least 3", found)
	}
}
