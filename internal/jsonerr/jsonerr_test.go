package jsonerr_test

import (
	"encoding/json"
	"testing"

	"github.com/legwork-go/legwork/internal/jsonerr"
)

func TestExplain(t *testing.T) {
	type document struct {
		List  []string          `json:"list"`
		Names map[string]string `json:"names"`
		Count int               `json:"count"`
		Share *float64          `json:"share"`
		Is    bool              `json:"is"`
		Text  string            `json:"text"`
	}
	for text, want := range map[string]string{
		`[]`:            "want an object, got a list",
		`{"list":{}}`:   "list: want a list, got an object",
		`{"names":[]}`:  "names: want an object, got a list",
		`{"count":1.5}`: "count: want a whole number, got 1.5",
		`{"share":"x"}`: "share: want a number, got a string",
		`{"text":5}`:    "text: want a string, got a number",
		`{"text":true}`: "text: want a string, got true or false",
		`{"is":"x"}`:    "is: want true or false, got a string",
		`{`:             "unexpected end of JSON input",
	} {
		var d document
		if err := jsonerr.Explain(json.Unmarshal([]byte(text), &d)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if jsonerr.Explain(nil) != nil {
		t.Error("nothing is wrong")
	}
}
