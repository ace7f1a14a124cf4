package catalog_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

func TestCheckAnswer(t *testing.T) {
	for _, tc := range []struct {
		answerIn string
		result   trip.Raw
		member   string // that is complained of; empty when the result is useful
	}{
		{"", `{"result":0}`, ""},
		{"", `{"result":[]}`, ""},
		{"", `{"sum":1}`, "result"},
		{"", `{"result":null}`, "result"},
		{"", `{"result":" "}`, "result"},
		{"", `{"result":"NaN"}`, "result"},
		{"", `{"result":{ }}`, "result"},
		{"", `[1]`, "result"},
		{"sum", `{"sum":false}`, ""},
		{"sum", `{"result":1}`, "sum"},
	} {
		tool := catalog.Tool{Answers: true, AnswerIn: tc.answerIn}
		err := tool.CheckAnswer(tc.result)
		var schema *catalog.SchemaError
		switch {
		case tc.member == "" && err != nil:
			t.Errorf("%s in %q: %v", tc.result, tc.answerIn, err)
		case tc.member != "" && (!errors.As(err, &schema) || schema.Member != tc.member || !errors.Is(err, catalog.ErrSchema)):
			t.Errorf("%s in %q: got %v, want one about %s", tc.result, tc.answerIn, err, tc.member)
		}
		tool.Answers = false
		if err := tool.CheckAnswer(tc.result); err != nil {
			t.Errorf("%s of another tool: %v", tc.result, err)
		}
	}
}

func TestAnswerInNeedsAnswers(t *testing.T) {
	object := json.RawMessage(`{"type":"object"}`)
	_, err := catalog.New(catalog.Tool{Name: "x", Effect: catalog.Read, AnswerIn: "sum", Arguments: object, Result: object})
	if !errors.Is(err, catalog.ErrTool) {
		t.Errorf("got %v", err)
	}
}

// What breaks a schema is named as a path is written elsewhere.
func TestSchemaErrorNamesTheMember(t *testing.T) {
	c, err := catalog.New(catalog.Tool{
		Name: "x", Effect: catalog.Read, Arguments: json.RawMessage(`{"type":"object"}`),
		Result: json.RawMessage(`{"type":"object","required":["list"],"properties":{"list":{"type":"array",` +
			`"items":{"type":"object","properties":{"n":{"type":"integer"}}}}}}`),
	})
	if err != nil {
		t.Fatal(err)
	}
	for doc, want := range map[trip.Raw]catalog.SchemaError{
		`{}`:                              {Member: "list", Want: "required"},
		`[]`:                              {Member: "", Want: "type"},
		`{"list":[{"n":1},{"n":"SOON"}]}`: {Member: "list[1].n", Want: "type"},
	} {
		var got *catalog.SchemaError
		if err := c.CheckResult("x", doc); !errors.As(err, &got) || got.Member != want.Member || got.Want != want.Want {
			t.Errorf("%s: got %+v, want %+v", doc, got, want)
		}
	}
}
