package embedding

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/legworktest"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/trip"
)

// talk opens a desk on a store in memory, which the test closes.
func talk(t *testing.T) (*runner.Runner, *outbox) {
	t.Helper()
	mail := &outbox{sent: map[string]string{}}
	r, err := open(t.Context(), mem.New(mem.Options{}), mail)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
	return r, mail
}

func TestCostCenterIsAskedFor(t *testing.T) {
	config, registry, err := made(&outbox{sent: map[string]string{}})
	if err != nil {
		t.Fatal(err)
	}
	story := legworktest.Drive(t, config, registry, "Boston to Lisbon on June 3, one adult, no hotel", "CC-17")
	if !slices.Contains(story.Said, "Which cost center pays?") {
		t.Errorf("said %q", story.Said)
	}
}

// TestOwnFlightAgain drives the conversation with what the suppliers of a recording answered.
func TestOwnFlightAgain(t *testing.T) {
	config, registry, err := made(&outbox{sent: map[string]string{}})
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{"Boston to Lisbon on June 3, one adult, no hotel", "CC-17", "the first"}
	story := legworktest.Drive(t, config, registry, lines...)
	path := filepath.Join(t.TempDir(), "trip.jsonl")
	if err := os.WriteFile(path, []byte(story.Recording), 0o600); err != nil {
		t.Fatal(err)
	}
	maps.Copy(registry, legworktest.Stubs(path)) // the tools that it has no answer of stay ours
	again := legworktest.Drive(t, config, registry, lines...)
	if again.Recording != story.Recording {
		t.Errorf("the stubs answer otherwise:\n%s\n%s", story.Recording, again.Recording)
	}
}

func TestMailWaitsForAnApproval(t *testing.T) {
	r, mail := talk(t)
	said, ask, err := say(t.Context(), r, "t1", trip.UserMessage{Text: "mail Ann where I am"})
	if err != nil || ask == nil || ask.Kind != trip.AskApprove || len(mail.sent) > 0 {
		t.Fatalf("%q, %+v, sent %q, %v", said, ask, mail.sent, err)
	}
	if said, err = approve(t.Context(), r, "t1", ask); err != nil || len(mail.sent) != 1 || mail.sent[""] != "" || said[len(said)-1] != "It is sent." {
		t.Errorf("%q, sent %q, %v", said, mail.sent, err)
	}
}

func TestPatchAndFollow(t *testing.T) {
	r, _ := talk(t)
	if _, _, err := say(t.Context(), r, "t1", trip.UserMessage{Text: "Boston to Lisbon on June 3, one adult, no hotel"}); err != nil {
		t.Fatal(err)
	}
	if err := bill(t.Context(), r, "t1", "nobody"); err == nil {
		t.Error("a cost center that breaks its schema is taken")
	}
	if err := bill(t.Context(), r, "t1", "CC-18"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var out strings.Builder
	watched := writer(func(p []byte) (int, error) {
		if strings.HasPrefix(string(p), "4 ") { // the patch is the fourth event
			cancel()
		}
		return out.Write(p)
	})
	if err := follow(ctx, r, "t1", 1, watched); err != nil || !strings.HasPrefix(out.String(), "2 intake/") {
		t.Errorf("it tells %q, %v", out.String(), err)
	}
	in, err := r.State(t.Context(), "t1")
	if err != nil || len(in.Status.MissingRequired) > 0 || in.Ext != `{"acme":{"cost_center":"CC-18"}}` {
		t.Errorf("missing %q, own fields %s, %v", in.Status.MissingRequired, in.Ext, err)
	}
}

type writer func(p []byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }

// TestSupplierGetsItsKeyBack goes on to a purchase: what the supplier added to its offer comes back with each call.
func TestSupplierGetsItsKeyBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r, err := open(t.Context(), s, &outbox{sent: map[string]string{}})
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range []trip.EventData{
		trip.UserMessage{Text: "Boston to Lisbon on June 3, one adult, no hotel"},
		trip.UserMessage{Text: "CC-17"},
		trip.UserMessage{Text: "the first"},
	} {
		if said, _, err := say(t.Context(), r, "t1", data); err != nil {
			t.Fatalf("%q, %v", said, err)
		}
	}
	in, err := r.State(t.Context(), "t1")
	if err != nil {
		t.Fatal(err)
	}
	if option := in.WorkingMemory.Flight(in.WorkingMemory.Selected.FlightOptionIDs[0]); !strings.Contains(string(option.Ext), "HA7|Y|") {
		t.Errorf("the option that is picked has %s", option.Ext)
	}
	if err := r.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

var goBlock = regexp.MustCompile("(?s)```go\n(.*?)```")

// TestDocuments compares every block of Go in the tutorial and in the README with the programs that the tests run.
func TestDocuments(t *testing.T) {
	for document, sources := range map[string][]string{
		"../../docs/embedding.md": {"desk.go", "desk_test.go"},
		"../../docs/suppliers.md": {"../supplier/client.go", "../supplier/desk.go"},
		"../../README.md":         {"../hello/main.go"},
	} {
		text := read(t, document)
		var code strings.Builder
		for _, name := range sources {
			code.WriteString(read(t, name))
		}
		blocks := goBlock.FindAllStringSubmatch(text, -1)
		if len(blocks) == 0 {
			t.Errorf("%s has no block of Go", document)
		}
		for _, block := range blocks {
			if !strings.Contains(code.String(), block[1]) {
				t.Errorf("%s: this stands in none of %q:\n%s", document, sources, block[1])
			}
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
