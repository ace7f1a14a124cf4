package runner_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// handling makes a runner that answers open requests by text and has handlers for these tools too.
func handling(names ...string) func(*runner.Config) {
	return func(c *runner.Config) {
		c.Tools[trip.ToolExtract] = instant(`{"request":{"kind":"assist"}}`)
		c.Tools[trip.ToolAssistantStep] = instant(`{"text":"Hello."}`)
		for _, name := range names {
			c.Tools[name] = instant(`{"results":[]}`)
		}
	}
}

// offered returns what the model was offered in a turn.
func offered(t *testing.T, list []runner.Update) string {
	t.Helper()
	for _, u := range list {
		if u.Kind == runner.CallStarted && u.Call.Name == trip.ToolAssistantStep {
			return string(u.Call.Arguments)
		}
	}
	t.Fatal("no model was asked")
	return ""
}

const onlySearch = `{"allowed_tools":["web_search"],"tool_choice":"auto"}`

// TestToolsWithoutHandlerAreNotOffered, and the recording says so.
func TestToolsWithoutHandlerAreNotOffered(t *testing.T) {
	s := newStore()
	r := start(t, newWorld(), s, handling(trip.ToolWebSearch))
	if got := offered(t, send(t, r, "t1", say("hello"))); got != onlySearch {
		t.Errorf("the model is offered %s", got)
	}
	text := recording(t, r, "t1")
	if !strings.Contains(text, `"withheld":["execute_javascript","get_weather","retrieve_chunks","retrieve_docs",`+
		`"scrape_web_content","search_places","search_web"]`) {
		t.Errorf("the header does not say what is withheld: %.600s", text)
	}
	replayed(t, text)

	// A runner with other handlers goes on with what the trip began with.
	other := start(t, newWorld(), s, handling(trip.ToolWebSearch, trip.ToolSearchPlaces))
	if got := offered(t, send(t, other, "t1", say("hello again"))); got != onlySearch {
		t.Errorf("the trip is offered %s by another runner", got)
	}
	replayed(t, recording(t, other, "t1"))
	if got := offered(t, send(t, other, "t2", say("hello"))); got != `{"allowed_tools":["search_places","web_search"],"tool_choice":"auto"}` {
		t.Errorf("a new trip is offered %s", got)
	}
}

// TestTripKeepsTheEmbeddedCatalog also when the runner that goes on with it lacks handlers, or has more tools.
func TestTripKeepsTheEmbeddedCatalog(t *testing.T) {
	s := newStore()
	var all []string
	for tool := range catalog.Default().Tools {
		if tool.Proposable {
			all = append(all, tool.Name)
		}
	}
	full := start(t, newWorld(), s, handling(all...))
	want := offered(t, send(t, full, "t1", say("hello")))
	if text := recording(t, full, "t1"); strings.Contains(text, `"withheld"`) || strings.Contains(text, `"catalog":`) {
		t.Errorf("the header of a trip with all embedded tools names some: %.300s", text)
	}
	more, err := catalog.Default().With(catalog.Tool{Name: "taxi", Effect: catalog.Read, Proposable: true, Arguments: []byte(`{}`), Result: []byte(`{}`)})
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*runner.Config){
		"without handlers": handling(trip.ToolWebSearch),
		"with a taxi": func(c *runner.Config) {
			handling(append(slices.Clone(all), "taxi")...)(c)
			c.Turn.Catalog = more
		},
	} {
		r := start(t, newWorld(), s, change)
		if got := offered(t, send(t, r, "t1", say("hello "+name))); got != want {
			t.Errorf("%s: offered %s, want %s", name, got, want)
		}
		replayed(t, recording(t, r, "t1"))
	}
}

// TestCatalogWithoutEmbeddedTools offers what it has, and its recording replays with the embedded tools around it.
func TestCatalogWithoutEmbeddedTools(t *testing.T) {
	own, err := catalog.New(catalog.Tool{Name: "taxi", Effect: catalog.Read, Proposable: true, Arguments: []byte(`{}`), Result: []byte(`{}`)})
	if err != nil {
		t.Fatal(err)
	}
	r := start(t, newWorld(), newStore(), handling("taxi", trip.ToolWebSearch), func(c *runner.Config) { c.Turn.Catalog = own })
	if got := offered(t, send(t, r, "t1", say("hello"))); got != `{"allowed_tools":["taxi"],"tool_choice":"auto"}` {
		t.Errorf("the model is offered %s", got)
	}
	replayed(t, recording(t, r, "t1"))
}

// TestForgedHeaderChangesNoOtherTrip: an imported recording that names the digest of another trip's catalog does not
// lend it its own tools, such as a write that runs unasked.
func TestForgedHeaderChangesNoOtherTrip(t *testing.T) {
	sent := 0
	mailing := func(unattended bool, more ...catalog.Tool) func(*runner.Config) {
		mail := catalog.Tool{
			Name: "send_mail", Effect: catalog.Write, Proposable: true, Unverifiable: true, Unattended: unattended,
			Arguments: []byte(`{}`), Result: []byte(`{}`),
		}
		all, err := catalog.Default().With(append(more, mail)...)
		if err != nil {
			t.Fatal(err)
		}
		return func(c *runner.Config) {
			c.Turn.Catalog = all
			c.Tools[trip.ToolExtract] = instant(`{"request":{"kind":"assist"}}`)
			c.Tools[trip.ToolAssistantStep] = tools.Tool{Run: func(_ context.Context, req tools.Request) ([]byte, error) {
				if len(req.Intent.Turn.Assist.Answers) > 0 {
					return []byte(`{"text":"It is sent."}`), nil
				}
				return []byte(`{"tool_calls":[{"name":"send_mail","arguments":{}}]}`), nil
			}}
			c.Tools["send_mail"] = tools.Tool{Run: func(context.Context, tools.Request) ([]byte, error) {
				sent++
				return []byte(`{}`), nil
			}}
		}
	}
	s := newStore()
	before := start(t, newWorld(), s, mailing(false))
	send(t, before, "t1", say("hello"))
	forger := start(t, newWorld(), newStore(), mailing(true))
	send(t, forger, "forged", say("hello"))
	if sent != 1 {
		t.Fatalf("the unattended tool ran %d times, want 1", sent)
	}
	digest := func(recording string) string {
		_, rest, _ := strings.Cut(recording, `"catalog_digest":"`)
		return rest[:strings.IndexByte(rest, '"')]
	}
	forged := recording(t, forger, "forged")
	forged = strings.Replace(forged, digest(forged), digest(recording(t, before, "t1")), 1)
	taxi := catalog.Tool{Name: "taxi", Effect: catalog.Read, Arguments: []byte(`{}`), Result: []byte(`{}`)}
	now := start(t, newWorld(), s, mailing(false, taxi))
	if _, err := now.Import(t.Context(), strings.NewReader(forged), runner.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	state(t, now, "forged")
	send(t, now, "t1", say("hello again"))
	if sent != 1 {
		t.Error("a trip that asks before it writes has written unasked")
	}
}
