package catalog_test

import (
	"slices"
	"testing"

	"github.com/legwork-go/legwork/catalog"
)

func tool(t *testing.T, c catalog.Catalog, name string) catalog.Tool {
	t.Helper()
	def, ok := c.Tool(name)
	if !ok {
		t.Fatalf("there is no %s", name)
	}
	return def
}

func TestWithhold(t *testing.T) {
	all := catalog.Default()
	c := all.Withhold("web_search", "assistant_step", "no_such_tool")
	if withheld := tool(t, c, "web_search"); withheld.Proposable {
		t.Error("a withheld tool is offered")
	}
	if rest := tool(t, c, "search_web"); !rest.Proposable {
		t.Error("another tool is withheld")
	}
	if before := tool(t, all, "web_search"); !before.Proposable {
		t.Error("the catalog that was asked has changed")
	}
	if c.Digest() == all.Digest() {
		t.Error("the digest does not cover what is withheld")
	}
	if same := all.Withhold("assistant_step"); same.Digest() != all.Digest() {
		t.Error("withholding what is never offered changes the catalog")
	}
}

func TestSharers(t *testing.T) {
	c := catalog.Default()
	for name, want := range map[string][]string{
		"web_search": {"search_web", "web_search"}, "search_web": {"search_web", "web_search"}, "search_places": {"search_places"}, "no_such_tool": nil,
	} {
		if got := c.Sharers(name); !slices.Equal(got, want) {
			t.Errorf("%s shares its budget with %v, want %v", name, got, want)
		}
	}
	own := tool(t, c, "web_search")
	own.Name, own.Budget = "find", "search_places"
	c, err := c.With(own)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Sharers("search_places"); !slices.Equal(got, []string{"find", "search_places"}) {
		t.Errorf("a tool whose name is another's budget shares with %v", got)
	}
}
