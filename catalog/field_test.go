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

var (
	costCenter = catalog.Field{Path: "ext.acme.cost_center", Question: "Which cost center?", Schema: json.RawMessage(`{"type":"string","pattern":"^CC-"}`)}
	email      = catalog.Field{Path: "party.contact.email", Question: "Which e-mail address?"}
)

func TestFields(t *testing.T) {
	c, err := catalog.Default().WithFields(costCenter, email)
	if err != nil {
		t.Fatal(err)
	}
	if c.Digest() == catalog.Default().Digest() {
		t.Error("the digest does not cover the fields")
	}
	again, err := c.With()
	if err != nil || again.Digest() != c.Digest() || len(again.Asked()) != 2 {
		t.Errorf("With loses fields: %v, %v", again.Asked(), err)
	}
	if withheld := c.Withhold(trip.ToolWebSearch); len(slices.Collect(withheld.Fields)) != 2 {
		t.Error("Withhold loses fields")
	}
	if err := c.CheckField(costCenter.Path, `"CC-1"`); err != nil {
		t.Error(err)
	}
	if err := c.CheckField(costCenter.Path, `1`); !errors.Is(err, catalog.ErrSchema) {
		t.Errorf("%v, want ErrSchema", err)
	}
	for _, path := range []string{"ext.acme.colour", email.Path} {
		if err := c.CheckField(path, `"x"`); !errors.Is(err, catalog.ErrField) {
			t.Errorf("%s: %v, want ErrField", path, err)
		}
	}
	for _, none := range []catalog.Catalog{{}, catalog.Default()} {
		if err := none.CheckField(costCenter.Path, `"CC-1"`); !errors.Is(err, catalog.ErrField) || none.Asked() != nil {
			t.Errorf("%v and %v of a catalog without fields", err, none.Asked())
		}
	}
}

func TestBadFields(t *testing.T) {
	for want, f := range map[string]catalog.Field{
		"ext.party.cost_center has no schema": {Path: "party.cost_center"},
		`no intent has "party.a.b"`:           {Path: "party.a.b"},
		`no intent has "ext.acme"`:            {Path: "ext.acme"},
		`no intent has "ext.Acme.x"`:          {Path: "ext.Acme.x"},
		`no intent has ""`:                    {},
		"ext.a.b has no schema":               {Path: "ext.a.b"},
		"ext.a.c: catalog: bad tool: schema":  {Path: "ext.a.c", Schema: json.RawMessage(`{"type":"colour"}`)},
		"party.contact is the engine's":       {Path: "party.contact", Schema: json.RawMessage(`{}`)},
	} {
		_, err := catalog.Default().WithFields(f)
		if !errors.Is(err, catalog.ErrField) || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", f, err, want)
		}
	}
	if _, err := catalog.Default().WithFields(costCenter, costCenter); !errors.Is(err, catalog.ErrField) {
		t.Errorf("twice the same: %v", err)
	}
	if _, err := catalog.ParseFields([]byte(`{}`)); !errors.Is(err, catalog.ErrField) {
		t.Errorf("no list: %v", err)
	}
}

func TestExtractionSchema(t *testing.T) {
	plain, err := catalog.Default().ExtractionSchema()
	tool, _ := catalog.Default().Tool(trip.ToolExtract)
	if err != nil || string(plain) != string(tool.Result) {
		t.Errorf("without own fields it is another one: %v", err)
	}
	c, err := catalog.Default().WithFields(costCenter, email)
	if err != nil {
		t.Fatal(err)
	}
	schema, err := c.ExtractionSchema()
	if err != nil {
		t.Fatal(err)
	}
	with, err := c.With(catalog.Tool{Name: "reading", Effect: catalog.Read, Arguments: json.RawMessage(`{}`), Result: schema})
	if err != nil {
		t.Fatal(err)
	}
	for doc, fits := range map[string]bool{
		`{"trip_intent":{"ext":{"acme":{"cost_center":"CC-1"}}},"missing_required_fields":[],"clarifying_questions":[]}`: true,
		`{"trip_intent":{"ext":{"acme":{"cost_center":7}}},"missing_required_fields":[],"clarifying_questions":[]}`:      false,
		`{"trip_intent":{"ext":{"acme":{"colour":"red"}}},"missing_required_fields":[],"clarifying_questions":[]}`:       false,
	} {
		if err := with.CheckResult("reading", trip.Raw(doc)); (err == nil) != fits {
			t.Errorf("%s: %v, want it to fit: %v", doc, err, fits)
		}
	}
}

// TestShortPaths: an own field may be named without ext, and is the same field then.
func TestShortPaths(t *testing.T) {
	short := costCenter
	short.Path = "acme.cost_center"
	one, err := catalog.Default().WithFields(short)
	if err != nil {
		t.Fatal(err)
	}
	two, err := catalog.Default().WithFields(costCenter)
	if err != nil || one.Digest() != two.Digest() {
		t.Errorf("another catalog: %v, %v", one.Asked(), err)
	}
	if _, err := catalog.Default().WithFields(costCenter, short); !errors.Is(err, catalog.ErrField) {
		t.Errorf("twice the same: %v", err)
	}
	if replaced, err := two.WithFields(short); err != nil || replaced.Digest() != two.Digest() {
		t.Errorf("described again: %v, %v", replaced.Asked(), err)
	}
	for path, want := range map[string]string{
		"party.cost_center": "ext.party.cost_center", "party.contact": "party.contact", "ext.acme": "ext.acme", "ext.a.b": "ext.a.b",
		"cost_center": "cost_center", "party.contact.email": "party.contact.email", "party.Cost": "party.Cost", "": "",
	} {
		if got := trip.FieldPath(path); got != want {
			t.Errorf("%q is %q, want %q", path, got, want)
		}
	}
}
