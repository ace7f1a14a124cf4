package documents_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/legwork-go/legwork/adapters/documents"
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

const terms = `# Booking terms of Villa Sette

The deposit of 200 EUR is returned on departure.

## Pets

A dog costs 15 EUR a night. Cats stay for free.

## Cancellation

Free until 48 hours before arrival; afterwards one night is charged.
`

// unhurried opens a library whose PDFs may take as long as the machine makes them.
func unhurried(dir string) *documents.Library {
	lib := documents.Open(dir)
	lib.SetPDFTime(time.Hour)
	return lib
}

func write(t testing.TB, dir, name string, content string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func add(t testing.TB, lib *documents.Library, tenant, property, path string) string {
	t.Helper()
	id, err := lib.Add(context.Background(), tenant, property, path)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func passages(t testing.TB, lib *documents.Library, tenant, query string, ids []string) []documents.Passage {
	t.Helper()
	found, err := lib.FindPassages(context.Background(), tenant, query, ids)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func list(t testing.TB, lib *documents.Library, tenant string) []documents.Document {
	t.Helper()
	docs, err := lib.List(context.Background(), tenant)
	if err != nil {
		t.Fatal(err)
	}
	return docs
}

func TestAddAndFind(t *testing.T) {
	dir := t.TempDir()
	lib := unhurried(filepath.Join(dir, "index"))
	md := add(t, lib, "acme", "villa-7", write(t, dir, "terms.md", terms))
	txt := add(t, lib, "acme", "", write(t, dir, "insurance.txt", "Lost baggage is covered up to 1,000 EUR.\n\nSkiing is not covered."))
	pdfID := add(t, lib, "acme", "",
		write(t, dir, "visa.pdf", string(pdfOf("Visa letter", "Dear traveller,\nyour visa for Japan is valid for 90 days.", "The embassy is in Tokyo."))))
	for _, tc := range []struct{ query, id, part string }{
		{"How much does a dog cost?", md, "A dog costs 15 EUR"},
		{"may I cancel before I arrive", md, "Free until 48 hours"},
		{"is my LOST luggage or baggage covered", txt, "Lost baggage"},
		{"visa Japan", pdfID, "your visa for Japan is valid"},
		{"embassy", pdfID, "The embassy is in Tokyo."},
		{"déposit", md, "The deposit of 200 EUR"},
	} {
		found := passages(t, lib, "acme", tc.query, nil)
		if len(found) == 0 || found[0].DocumentID != tc.id || !strings.Contains(found[0].Text, tc.part) {
			t.Errorf("%q: %+v", tc.query, found)
		}
		docs, err := lib.FindDocuments(context.Background(), "acme", tc.query, "")
		if err != nil || len(docs) == 0 || docs[0].ID != tc.id {
			t.Errorf("%q: %+v, %v", tc.query, docs, err)
		}
	}
	if found := passages(t, lib, "acme", "helicopter", nil); len(found) != 0 {
		t.Errorf("%+v", found)
	}
	if found := passages(t, lib, "acme", "covered costs visa", []string{txt}); len(found) == 0 || found[0].DocumentID != txt {
		t.Errorf("the ids do not narrow: %+v", found)
	}
	if found := passages(t, lib, "acme", "covered", []string{}); len(found) != 0 {
		t.Errorf("no ids are not all ids: %+v", found)
	}
}

// What the person selected is read: where no word of the question stands in it, by its first passages, and the result
// says so. What was not selected is not, and nothing of another tenant is.
func TestSelectedDocumentsAreRead(t *testing.T) {
	dir := t.TempDir()
	lib := unhurried(filepath.Join(dir, "index"))
	long := add(t, lib, "acme", "villa-7", write(t, dir, "long.md", terms+strings.Repeat(strings.Repeat("More of it. ", 80)+"\n\n", 20)))
	short := add(t, lib, "acme", "villa-7", write(t, dir, "short.txt", "Baggage is covered."))
	reg := tools.Registry{}
	lib.Register(reg)
	var many []string
	for n := range 20 {
		many = append(many, add(t, lib, "acme", "", write(t, dir, fmt.Sprintf("%d.txt", n), fmt.Sprintf("Number %d.", n))))
	}
	for name, c := range map[string]struct {
		scope   trip.Scope
		ids     []string
		query   string
		matched bool
		of      []string // the documents of the passages, each once, in order
	}{
		"one":                 {trip.Scope{Tenant: "acme", DocumentIDs: []string{long}}, []string{long}, "helicopter", false, []string{long}},
		"two":                 {trip.Scope{Tenant: "acme", DocumentIDs: []string{short, long}}, []string{short, long}, "helicopter", false, []string{short, long}},
		"a property":          {trip.Scope{Tenant: "acme", PropertyID: "villa-7"}, []string{long, short}, "helicopter", false, []string{long, short}},
		"only common words":   {trip.Scope{Tenant: "acme", DocumentIDs: []string{short}}, []string{short}, "what is it about?", false, []string{short}},
		"many":                {trip.Scope{Tenant: "acme", DocumentIDs: many}, many, "helicopter", false, many[:documents.MaxFoundChunks]},
		"a word matches":      {trip.Scope{Tenant: "acme", DocumentIDs: []string{short, long}}, []string{short, long}, "dog", true, []string{long}},
		"nothing is selected": {trip.Scope{Tenant: "acme"}, []string{long}, "helicopter", true, nil},
		"of another tenant":   {trip.Scope{Tenant: "evil", DocumentIDs: []string{long}}, []string{long}, "helicopter", true, nil},
		"nobody's":            {trip.Scope{Tenant: "acme", DocumentIDs: []string{"x", short}}, []string{"x", short}, "helicopter", false, []string{short}},
		"no ids":              {trip.Scope{Tenant: "acme", PropertyID: "villa-7"}, nil, "helicopter", true, nil},
	} {
		in := trip.NewIntent()
		in.Scope = c.scope
		arguments, err := json.Marshal(map[string]any{"query": c.query, "document_ids": append([]string{}, c.ids...)})
		if err != nil {
			t.Fatal(err)
		}
		out, err := reg[trip.ToolRetrieveChunks].Run(t.Context(), tools.Request{Arguments: arguments, Intent: in})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := catalog.Default().CheckResult(trip.ToolRetrieveChunks, trip.Raw(out)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var got struct {
			Matched *bool
			Chunks  []struct {
				DocumentID string `json:"document_id"`
				Text       string
			}
		}
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatalf("%s: %s", name, out)
		}
		var of []string
		for _, chunk := range got.Chunks {
			if !slices.Contains(of, chunk.DocumentID) {
				of = append(of, chunk.DocumentID)
			}
		}
		if (got.Matched == nil) != c.matched || !slices.Equal(of, c.of) || len(got.Chunks) > documents.MaxFoundChunks {
			t.Errorf("%s: %s", name, out)
		}
		if name == "one" && (len(got.Chunks) < 4 || !strings.HasPrefix(got.Chunks[0].Text, "# Booking terms")) {
			t.Errorf("it does not begin at its beginning: %s", out)
		}
	}
}

func TestListTellsWhatWasAdded(t *testing.T) {
	dir := t.TempDir()
	lib := unhurried(filepath.Join(dir, "index"))
	id := add(t, lib, "", "villa-7", write(t, dir, "terms.md", terms))
	pdfID := add(t, lib, "", "", write(t, dir, "b.pdf", string(pdfOf("A \\(fine\\) title", "text"))))
	list, err := lib.List(context.Background(), "")
	if err != nil || len(list) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	want := documents.Document{
		ID: pdfID, Title: "A (fine) title", Path: filepath.Join(dir, "b.pdf"), Bytes: list[0].Bytes, Chunks: 1,
	}
	if list[0] != want {
		t.Errorf("got %+v, want %+v", list[0], want)
	}
	if list[1].ID != id || list[1].Title != "Booking terms of Villa Sette" || list[1].Property != "villa-7" || list[1].Bytes != int64(len(terms)) {
		t.Errorf("%+v", list[1])
	}
}

func TestSameFileTwiceIsOneDocument(t *testing.T) {
	dir := t.TempDir()
	lib := unhurried(filepath.Join(dir, "index"))
	path := write(t, dir, "terms.md", terms)
	first := add(t, lib, "acme", "", path)
	if second := add(t, lib, "acme", "", path); second != first {
		t.Errorf("%s and %s", first, second)
	}
	if again := add(t, unhurried(filepath.Join(dir, "index")), "acme", "villa-7", path); again != first {
		t.Errorf("%s and %s", first, again)
	}
	list, err := lib.List(context.Background(), "acme")
	if err != nil || len(list) != 1 || list[0].Property != "villa-7" {
		t.Errorf("%+v, %v", list, err)
	}
	if found := passages(t, lib, "acme", "dog", nil); len(found) != 1 {
		t.Errorf("%d passages", len(found))
	}
}

func TestChangedFileReplacesTheOldText(t *testing.T) {
	dir := t.TempDir()
	lib := unhurried(filepath.Join(dir, "index"))
	old := add(t, lib, "acme", "", write(t, dir, "a.txt", "The code of the door is 1234."))
	changed := add(t, lib, "acme", "", write(t, dir, "a.txt", "The code of the gate is 5678."))
	if old == changed {
		t.Fatal("another content has the same id")
	}
	if found := passages(t, lib, "acme", "door 1234", nil); len(found) != 0 {
		t.Errorf("the old text is still found: %+v", found)
	}
	list, err := lib.List(context.Background(), "acme")
	if err != nil || len(list) != 1 || list[0].ID != changed {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestRemove(t *testing.T) {
	dir := t.TempDir()
	lib := unhurried(filepath.Join(dir, "index"))
	ctx := context.Background()
	if err := lib.Remove(ctx, "acme", "x"); !errors.Is(err, documents.ErrNotFound) {
		t.Errorf("from nothing: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "index")); !os.IsNotExist(err) {
		t.Errorf("looking made a folder: %v", err)
	}
	id := add(t, lib, "acme", "", write(t, dir, "a.md", terms))
	if err := lib.Remove(ctx, "other", id); !errors.Is(err, documents.ErrNotFound) {
		t.Errorf("another tenant's: %v", err)
	}
	if err := lib.Remove(ctx, "acme", id); err != nil {
		t.Fatal(err)
	}
	if found := passages(t, lib, "acme", "dog", nil); len(found) != 0 {
		t.Errorf("%+v", found)
	}
	if err := lib.Remove(ctx, "acme", id); !errors.Is(err, documents.ErrNotFound) {
		t.Errorf("twice: %v", err)
	}
}

func TestRefusedFiles(t *testing.T) {
	dir := t.TempDir()
	lib := unhurried(filepath.Join(dir, "index"))
	if err := os.Mkdir(filepath.Join(dir, "folder.txt"), 0o700); err != nil {
		t.Fatal(err)
	}
	good := string(pdfOf("t", "some text"))
	for name, tc := range map[string]struct {
		content string
		want    error
	}{
		"a.docx":       {"x", documents.ErrKind},
		"noextension":  {"x", documents.ErrKind},
		"latin.txt":    {"caf\xe9", documents.ErrEncoding},
		"binary.md":    {"a\x00b", documents.ErrEncoding},
		"empty.txt":    {"", documents.ErrNoText},
		"blank.md":     {" \n\t\u200b\u202e\n", documents.ErrNoText},
		"huge.txt":     {strings.Repeat("x", documents.MaxFileBytes+1), documents.ErrTooLarge},
		"long.txt":     {strings.Repeat("word ", documents.MaxTextBytes/4), documents.ErrTooLarge},
		"text.pdf":     {"just text", documents.ErrPDF},
		"empty.pdf":    {"", documents.ErrPDF},
		"head.pdf":     {"%PDF-1.4\n", documents.ErrPDF},
		"cut.pdf":      {good[:len(good)/2], documents.ErrPDF},
		"scan.pdf":     {string(pdfOf("t", "")), documents.ErrNoText},
		"symbols.pdf":  {string(pdfOf("t", "a\x01\x02\x03\x04\x05")), documents.ErrNoText},
		"longtext.pdf": {string(pdfOf("t", strings.Repeat("a line of words\n", documents.MaxTextBytes/15))), documents.ErrTooLarge},
	} {
		if testing.Short() && errors.Is(tc.want, documents.ErrTooLarge) {
			continue // half a minute under the race detector, in one goroutine
		}
		_, err := lib.Add(context.Background(), "acme", "", write(t, dir, name, tc.content))
		if !errors.Is(err, tc.want) {
			t.Errorf("%s: %v, want %v", name, err, tc.want)
		}
	}
	for path, want := range map[string]error{
		filepath.Join(dir, "folder.txt"): documents.ErrNotFile, "/dev/zero.txt": os.ErrNotExist,
		filepath.Join(dir, "missing.txt"): os.ErrNotExist,
	} {
		if _, err := lib.Add(context.Background(), "acme", "", path); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
	}
	path := write(t, dir, "a.txt", "x")
	for _, name := range []string{strings.Repeat("x", 600), "\xff"} {
		if _, err := lib.Add(context.Background(), name, "", path); !errors.Is(err, documents.ErrName) {
			t.Errorf("tenant %.5q: %v", name, err)
		}
	}
}

// A PDF that is damaged at any place gives an error or text, never a crash.
func TestDamagedPDFs(t *testing.T) {
	dir := t.TempDir()
	lib := unhurried(filepath.Join(dir, "index"))
	good := pdfOf("t", "some text of a page", "and another")
	for at := 0; at < len(good); at += 7 {
		bad := append([]byte(nil), good...)
		bad[at] ^= 0x55
		path := write(t, dir, "damaged.pdf", string(bad))
		_, err := lib.Add(context.Background(), "acme", "", path)
		if err != nil && !errors.Is(err, documents.ErrPDF) && !errors.Is(err, documents.ErrNoText) && !errors.Is(err, documents.ErrTooLarge) {
			t.Fatalf("byte %d: %v", at, err)
		}
	}
}

func TestDamagedIndex(t *testing.T) {
	dir := t.TempDir()
	lib := unhurried(filepath.Join(dir, "index"))
	add(t, lib, "acme", "", write(t, dir, "a.md", terms))
	add(t, lib, "other", "", write(t, dir, "a.md", terms))
	bolts, err := filepath.Glob(filepath.Join(dir, "index", "*", "index", "root.bolt"))
	if err != nil || len(bolts) != 2 {
		t.Fatalf("%v, %v", bolts, err)
	}
	if err := os.WriteFile(bolts[0], []byte(strings.Repeat("not bbolt ", 10_000)), 0o600); err != nil {
		t.Fatal(err)
	}
	damaged := 0
	for _, tenant := range []string{"acme", "other"} {
		if _, err := lib.FindPassages(context.Background(), tenant, "dog", nil); err != nil {
			damaged++
			if !errors.Is(err, documents.ErrDamaged) {
				t.Errorf("%s: %v", tenant, err)
			}
		}
	}
	if damaged != 1 {
		t.Errorf("%d tenants are damaged, want the one", damaged)
	}
}

// Searches and changes at once: every search sees a whole document or none.
func TestConcurrentUse(t *testing.T) {
	dir := t.TempDir()
	lib := unhurried(filepath.Join(dir, "index"))
	path := write(t, dir, "a.txt", "alpha one\n\n"+strings.Repeat("filler words here. ", 60)+"\n\nalpha two")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 10 {
				if n := len(passages(t, lib, "acme", "alpha", nil)); n != 0 && n != 2 {
					t.Errorf("half a document: %d passages", n)
				}
			}
		})
	}
	for range 5 {
		id := add(t, lib, "acme", "", path)
		if err := lib.Remove(context.Background(), "acme", id); err != nil {
			t.Error(err)
		}
	}
	wg.Wait()
}

// Two libraries stand for two processes: the files are locked, not only the memory.
func TestTwoLibrariesOneFolder(t *testing.T) {
	dir := t.TempDir()
	one, two := unhurried(filepath.Join(dir, "index")), unhurried(filepath.Join(dir, "index"))
	add(t, one, "acme", "", write(t, dir, "a.txt", "alpha"))
	add(t, two, "acme", "", write(t, dir, "b.txt", "alpha beta"))
	if found := passages(t, one, "acme", "alpha", nil); len(found) != 2 {
		t.Errorf("%+v", found)
	}
}
