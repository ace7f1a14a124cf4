package mcp_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/legwork-go/legwork/adapters/mcp"
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// small is a server with one reading and one writing tool.
func small(name string, versions ...string) http.Handler {
	s := sdk.NewServer(&sdk.Implementation{Name: name}, &sdk.ServerOptions{SupportedProtocolVersions: versions})
	no := false
	for tool, a := range map[string]*sdk.ToolAnnotations{"places": {ReadOnlyHint: true}, "save": {DestructiveHint: &no}} {
		sdk.AddTool(s, &sdk.Tool{Name: tool, Annotations: a}, func(context.Context, *sdk.CallToolRequest, words) (*sdk.CallToolResult, any, error) {
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "done"}}}, nil, nil
		})
	}
	return sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil)
}

// swap serves with a handler that can be changed.
func swap(t *testing.T, h http.Handler) (*httptest.Server, *atomic.Pointer[http.Handler]) {
	t.Helper()
	var now atomic.Pointer[http.Handler]
	now.Store(&h)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*now.Load()).ServeHTTP(w, r) }))
	t.Cleanup(server.Close)
	return server, &now
}

func join(t *testing.T, url string, c mcp.Config) (*mcp.Server, tools.Registry) {
	t.Helper()
	s, err := mcp.Connect(t.Context(), url, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	reg := tools.Registry{}
	s.Register(reg)
	return s, reg
}

// A status says what became of a call: nothing, so a write is certain too.
func TestStatusOfAServer(t *testing.T) {
	t.Parallel()
	working := small("box")
	server, now := swap(t, working)
	_, reg := join(t, server.URL, mcp.Config{})
	for status, want := range map[int]trip.Class{
		401: trip.ClassDenied, 403: trip.ClassDenied,
		429: trip.ClassRateLimited, 500: trip.ClassFailed, 503: trip.ClassFailed,
	} {
		var refuse http.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
		for _, tool := range []string{"box_places", "box_save"} {
			now.Store(&refuse)
			_, err := reg[tool].Run(t.Context(), say("x"))
			failsAs(t, err, want)
			now.Store(&working)
			_, _ = reg[tool].Run(t.Context(), say("x")) // whatever the status broke is mended
		}
	}
}

// A server that has forgotten its sessions is greeted again.
func TestForgottenSession(t *testing.T) {
	t.Parallel()
	server, now := swap(t, small("box", "2025-11-25"))
	_, reg := join(t, server.URL, mcp.Config{})
	fresh := small("box", "2025-11-25")
	now.Store(&fresh)
	_, err := reg["box_places"].Run(t.Context(), say("x"))
	failsAs(t, err, trip.ClassFailed)
	if out, err := reg["box_places"].Run(t.Context(), say("x")); err != nil || string(out) != `{"result":"done"}` {
		t.Errorf("%s, %v", out, err)
	}
}

// No tool of a server takes the name of another one, whatever the server calls itself.
func TestNamesThatClash(t *testing.T) {
	t.Parallel()
	server, _ := swap(t, small("search"))
	s, reg := join(t, server.URL, mcp.Config{})
	if len(reg) != 1 || reg["search_save"].Run == nil || len(s.Skipped()) != 1 || s.Skipped()[0].Name != "places" {
		t.Errorf("registered %v, skipped %+v", reg, s.Skipped())
	}
	c, err := catalog.Default().With(s.Tools()...)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := swap(t, small("search"))
	s, _ = join(t, again.URL, mcp.Config{Catalog: c, Name: "search"})
	if len(s.Skipped()) != 2 {
		t.Errorf("skipped %+v", s.Skipped())
	}
	s, _ = join(t, again.URL, mcp.Config{Catalog: c, Taken: []string{"search"}})
	if s.Prefix() != "search2" || len(s.Skipped()) != 0 {
		t.Errorf("prefix %s, skipped %+v", s.Prefix(), s.Skipped())
	}
}

func TestTooManyTools(t *testing.T) {
	t.Parallel()
	s := sdk.NewServer(&sdk.Implementation{Name: "box"}, nil)
	for i := range 80 {
		s.AddTool(&sdk.Tool{Name: "t" + strings.Repeat("x", i+1), InputSchema: map[string]any{"type": "object"}}, nil)
	}
	server, _ := swap(t, sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil))
	got, _ := join(t, server.URL, mcp.Config{})
	if len(got.Tools()) != 64 || len(got.Skipped()) != 16 {
		t.Errorf("%d tools, %d skipped", len(got.Tools()), len(got.Skipped()))
	}
	for _, tool := range got.Tools() {
		if len(tool.Name) > 64 {
			t.Errorf("%s has %d bytes", tool.Name, len(tool.Name))
		}
	}
}
