package catalog_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
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

// TestArgumentsAreDescribed: models read what an argument of a tool means, and what its values do.
func TestArgumentsAreDescribed(t *testing.T) {
	for tool := range catalog.Default().Tools {
		var schema struct {
			Properties map[string]struct {
				Description string   `json:"description"`
				Enum        []string `json:"enum"`
			} `json:"properties"`
		}
		if err := json.Unmarshal(tool.Arguments, &schema); err != nil {
			t.Fatal(err)
		}
		for name, p := range schema.Properties {
			if tool.Proposable && p.Description == "" {
				t.Errorf("%s: %s has no description", tool.Name, name)
			}
			for _, value := range p.Enum {
				if tool.Proposable && !strings.Contains(p.Description, value+":") && value != "" {
					t.Errorf("%s: the description of %s does not say what %q is", tool.Name, name, value)
				}
			}
		}
	}
}

func TestCalled(t *testing.T) {
	called := func(words string) error {
		_, err := catalog.New(catalog.Tool{
			Name: "send_mail", Called: words, Effect: catalog.Write, Arguments: json.RawMessage(`{}`), Result: json.RawMessage(`{}`),
		})
		return err
	}
	if err := called("the e-mail"); err != nil {
		t.Error(err)
	}
	for _, words := range []string{strings.Repeat("m", catalog.MaxCalledBytes+1), "the\ne-mail", "\xff"} {
		if err := called(words); !errors.Is(err, catalog.ErrTool) {
			t.Errorf("%q: %v, want ErrTool", words, err)
		}
	}
}
