package documents_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/adapters/documents"
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

const secret = "zanzibar-secret-4711"

// Two tenants whose names are made to be mistaken for each other.
var hostileTenants = []string{"a", "A", "a ", "a/../b", "../a", "a\x00", "*", "a OR b", "", "å", "a\u030a", strings.Repeat("a", 512)}

func isolated(t *testing.T) (lib *documents.Library, dir, secretID string) {
	t.Helper()
	dir = t.TempDir()
	lib = unhurried(filepath.Join(dir, "index"))
	secretID = add(t, lib, "owner", "villa-7", write(t, dir, "secret.md", "# "+secret+"\n\nThe code is "+secret+"."))
	for i, tenant := range hostileTenants {
		add(t, lib, tenant, "villa-7", write(t, dir, string(rune('a'+i))+".md", "# Own document\n\nThe code of tenant number "+string(rune('a'+i))))
	}
	return lib, dir, secretID
}

var hostileQueries = []string{
	secret, "code", "*", "?", "+", "-", "tenant:owner", "doc:*", "kind:document", "document", "owner",
	`text:/.*/`, `"code"`, "code~2", "cod*", "(code OR secret)", "code^1000", `{"match_all":{}}`, "_id:*", "\x00", "\\", "' OR 1=1 --",
	strings.Repeat("code ", 300), "c:d:", "zanzibar\u202e", "ｃｏｄｅ",
}

func TestTenantsNeverMeet(t *testing.T) {
	lib, _, secretID := isolated(t)
	ctx := context.Background()
	for _, tenant := range append([]string{"stranger"}, hostileTenants...) {
		for _, query := range hostileQueries {
			docs, err := lib.FindDocuments(ctx, tenant, query, "")
			if err != nil {
				t.Fatalf("%q %q: %v", tenant, query, err)
			}
			for _, d := range docs {
				if d.ID == secretID || strings.Contains(d.Title, secret) {
					t.Fatalf("tenant %q finds the owner's document by %q", tenant, query)
				}
			}
			for _, ids := range [][]string{nil, {secretID}, {secretID, "*", "", "d:" + secretID, "c:" + secretID + ":0"}} {
				for _, p := range passages(t, lib, tenant, query, ids) {
					if p.DocumentID == secretID || strings.Contains(p.Text, secret) {
						t.Fatalf("tenant %q reads the owner's document by %q", tenant, query)
					}
				}
			}
		}
		list, err := lib.List(ctx, tenant)
		if stranger := tenant == "stranger"; err != nil || stranger != (len(list) == 0) || len(list) > 1 {
			t.Errorf("tenant %q lists %d documents, %v", tenant, len(list), err)
		}
		ids, err := lib.PropertyDocuments(ctx, tenant, "villa-7")
		if err != nil || len(ids) > 1 || len(ids) == 1 && ids[0] == secretID {
			t.Errorf("tenant %q resolves %v, %v", tenant, ids, err)
		}
		if err := lib.Remove(ctx, tenant, secretID); !errors.Is(err, documents.ErrNotFound) {
			t.Errorf("tenant %q removes the owner's document: %v", tenant, err)
		}
	}
	if found := passages(t, lib, "owner", secret, []string{secretID}); len(found) != 1 {
		t.Errorf("the owner does not find it: %+v", found)
	}
}

// A folder that is copied into another tenant's place is not believed.
func TestCopiedFolderIsRefused(t *testing.T) {
	dir := t.TempDir()
	mine, theirs := filepath.Join(dir, "mine"), filepath.Join(dir, "theirs")
	add(t, unhurried(theirs), "owner", "", write(t, dir, "a.txt", secret))
	lib := unhurried(mine)
	add(t, lib, "thief", "", write(t, dir, "b.txt", "nothing"))
	if err := os.RemoveAll(onlyFolder(t, mine)); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(onlyFolder(t, theirs), filepath.Join(mine, thiefFolder)); err != nil {
		t.Fatal(err)
	}
	if _, err := lib.FindPassages(context.Background(), "thief", secret, nil); !errors.Is(err, documents.ErrDamaged) {
		t.Errorf("%v", err)
	}
	if _, err := lib.Add(context.Background(), "thief", "", write(t, dir, "c.txt", "x")); !errors.Is(err, documents.ErrDamaged) {
		t.Errorf("%v", err)
	}
}

// thiefFolder is the digest by which the tenant "thief" finds its folder.
const thiefFolder = "8dd29add9992f7006f4d0f57bd9e468d"

func onlyFolder(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Fatalf("%v, %v", entries, err)
	}
	return filepath.Join(dir, entries[0].Name())
}

func handlers(lib *documents.Library) tools.Registry {
	reg := tools.Registry{}
	lib.Register(reg)
	return reg
}

func call(t *testing.T, reg tools.Registry, tool, tenant, args string) (string, error) {
	t.Helper()
	req := tools.Request{Name: tool, Arguments: []byte(args)}
	req.Intent.Scope.Tenant = tenant
	out, err := reg[tool].Run(context.Background(), req)
	if err == nil {
		if err := catalog.Default().CheckResult(tool, trip.Raw(out)); err != nil {
			t.Errorf("%s: %v", tool, err)
		}
	}
	return string(out), err
}

func TestHandlers(t *testing.T) {
	lib, _, secretID := isolated(t)
	reg := handlers(lib)
	out, err := call(t, reg, trip.ToolRetrieveDocs, "owner", `{"query":"what is the code"}`)
	var docs struct {
		Documents []struct {
			DocumentID string `json:"document_id"`
			Title      string
			Score      float64
		}
	}
	if err != nil || json.Unmarshal([]byte(out), &docs) != nil || len(docs.Documents) != 1 ||
		docs.Documents[0].DocumentID != secretID || docs.Documents[0].Title != secret || docs.Documents[0].Score <= 0 {
		t.Errorf("%s, %v", out, err)
	}
	out, err = call(t, reg, trip.ToolRetrieveChunks, "owner", `{"document_ids":["`+secretID+`"],"query":"code"}`)
	if err != nil || !strings.Contains(out, "The code is "+secret) {
		t.Errorf("%s, %v", out, err)
	}
	out, err = call(t, reg, trip.ToolResolveDocs, "owner", `{"property_id":"villa-7","tenant":"owner"}`)
	if err != nil || out != `{"document_ids":["`+secretID+`"]}` {
		t.Errorf("%s, %v", out, err)
	}
}

func TestFilters(t *testing.T) {
	dir := t.TempDir()
	lib := unhurried(filepath.Join(dir, "index"))
	lease := add(t, lib, "", "", write(t, dir, "a.md", "# The Lease\n\nPets are welcome."))
	rules := add(t, lib, "", "", write(t, dir, "b.md", "# House rules\n\nPets are not welcome."))
	for filters, want := range map[string][]string{
		`{"title":" lease "}`: {lease}, `{"title":"RULES"}`: {rules}, `{"title":"visa"}`: nil,
		`{}`: {lease, rules}, `null`: {lease, rules}, `{"title":null}`: {lease, rules},
	} {
		out, err := call(t, handlers(lib), trip.ToolRetrieveDocs, "", `{"query":"pets","filters":`+filters+`}`)
		if err != nil || strings.Count(out, "document_id") != len(want) {
			t.Errorf("%s: %s, %v, want %v", filters, out, err, want)
		}
		for _, id := range want {
			if !strings.Contains(out, id) {
				t.Errorf("%s: %s, want %v", filters, out, want)
			}
		}
	}
}

func TestHandlersKeepTenantsApart(t *testing.T) {
	lib, _, secretID := isolated(t)
	reg := handlers(lib)
	for tool, args := range map[string]string{
		trip.ToolRetrieveDocs:   `{"query":"` + secret + `","tenant":"owner"}`,
		trip.ToolRetrieveChunks: `{"query":"` + secret + `","document_ids":["` + secretID + `"],"tenant":"owner"}`,
	} {
		out, err := call(t, reg, tool, "stranger", args)
		if err != nil || !strings.Contains(out, `[]`) {
			t.Errorf("%s: %s, %v", tool, out, err)
		}
	}
	_, err := call(t, reg, trip.ToolResolveDocs, "stranger", `{"property_id":"villa-7","tenant":"owner"}`)
	var failed *tools.Error
	if !errors.As(err, &failed) || failed.Class != trip.ClassDenied {
		t.Errorf("resolving for another tenant: %v", err)
	}
}

func TestHandlerErrors(t *testing.T) {
	reg := handlers(unhurried(t.TempDir()))
	for _, tc := range []struct{ tool, args string }{
		{trip.ToolRetrieveDocs, `{}`},
		{trip.ToolRetrieveDocs, `{"query":" "}`},
		{trip.ToolRetrieveDocs, `{"query":1}`},
		{trip.ToolRetrieveDocs, `{"query":"x","filters":{"kind":"lease"}}`},
		{trip.ToolRetrieveDocs, `{"query":"x","filters":{"title":7}}`},
		{trip.ToolRetrieveChunks, `{"query":"x","document_ids":"all"}`},
		{trip.ToolRetrieveChunks, `{"query":"` + strings.Repeat("x", 3000) + `"}`},
		{trip.ToolRetrieveChunks, `{"query":"x","document_ids":["` + strings.Repeat(`x","`, 600) + `"]}`},
		{trip.ToolResolveDocs, `{"property_id":"","tenant":""}`},
		{trip.ToolResolveDocs, `[`},
	} {
		_, err := call(t, reg, tc.tool, "", tc.args)
		var failed *tools.Error
		if !errors.As(err, &failed) || failed.Class != trip.ClassInvalidArguments {
			t.Errorf("%s %.40s: %v", tc.tool, tc.args, err)
		}
	}
	if out, err := call(t, reg, trip.ToolRetrieveDocs, "", `{"query":"anything"}`); err != nil || out != `{"documents":[]}` {
		t.Errorf("%s, %v", out, err)
	}
}
