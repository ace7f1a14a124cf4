package llm

import (
	"encoding/json"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// checkStrict walks a schema and reports what a server with strict schemas would refuse.
func checkStrict(t *testing.T, path string, node any) {
	t.Helper()
	m, ok := node.(map[string]any)
	if !ok {
		return
	}
	for _, key := range unchecked {
		if _, ok := m[key]; ok {
			t.Errorf("%s has %s", path, key)
		}
	}
	if m["type"] == nil && m["anyOf"] == nil {
		t.Errorf("%s has no type", path)
	}
	if members, ok := m["properties"].(map[string]any); ok {
		if m["additionalProperties"] != false {
			t.Errorf("%s is open", path)
		}
		if required, _ := m["required"].([]any); len(required) != len(members) {
			t.Errorf("%s requires %v of %d members", path, required, len(members))
		}
		for name, v := range members {
			checkStrict(t, path+"."+name, v)
		}
	}
	if isObject(m) && m["additionalProperties"] != false {
		t.Errorf("%s is a free object", path)
	}
	checkStrict(t, path+"[]", m["items"])
	branches, _ := m["anyOf"].([]any)
	for _, b := range branches {
		checkStrict(t, path+"|", b)
	}
}

func TestStrictOfTheCatalog(t *testing.T) {
	t.Parallel()
	for _, name := range []string{trip.ToolExtract, trip.ToolFollowup} {
		tool, _ := catalog.Default().Tool(name)
		before := string(tool.Result)
		out, err := Strict(tool.Result)
		if err != nil {
			t.Fatal(err)
		}
		if string(tool.Result) != before {
			t.Fatal("the catalog's schema was changed")
		}
		var doc any
		if err := json.Unmarshal(out, &doc); err != nil {
			t.Fatal(err)
		}
		checkStrict(t, name, doc)
	}
}

func TestStrict(t *testing.T) {
	t.Parallel()
	out, err := Strict([]byte(`{"type":"object","properties":{
		"must":{"type":"string","pattern":"\\S"},
		"may":{"type":"integer","minimum":0},
		"null":{"type":["string","null"]},
		"one":{"enum":["a",2,true,null]}},"required":["must"]}`))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"additionalProperties":false,"properties":{` +
		`"may":{"anyOf":[{"type":"integer"},{"type":"null"}]},` +
		`"must":{"type":"string"},` +
		`"null":{"type":["string","null"]},` +
		`"one":{"enum":["a",2,true,null],"type":["string","number","boolean","null"]}},` +
		`"required":["may","must","null","one"],"type":"object"}`
	if string(out) != want {
		t.Errorf("got  %s\nwant %s", out, want)
	}
	if _, err := Strict([]byte(`[]`)); err == nil {
		t.Error("a list passed as a schema")
	}
}
