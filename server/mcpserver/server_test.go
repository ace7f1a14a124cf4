package mcpserver_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/server/mcpserver"
)

// client connects to the other process, over standard input and output or HTTP.
func client(t *testing.T, mode string, o *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	process := exec.Command(os.Args[0])
	process.Env = append(os.Environ(), modeVariable+"="+mode)
	var transport sdk.Transport = &sdk.CommandTransport{Command: process}
	if mode == "http" {
		transport = &sdk.StreamableClientTransport{Endpoint: listen(t, process), HTTPClient: &http.Client{Transport: bearer{token}}}
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, o).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// listen starts the other process as an HTTP server and returns its URL.
func listen(t *testing.T, process *exec.Cmd) string {
	t.Helper()
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = process.Process.Kill(); _ = process.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

type bearer struct{ token string }

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.token)
	return http.DefaultTransport.RoundTrip(r)
}

// call calls a tool that must succeed.
func call[Out any](t *testing.T, s *sdk.ClientSession, name string, arguments map[string]any) Out {
	t.Helper()
	res, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if res.IsError {
		t.Fatalf("%s: %s", name, text(res))
	}
	raw, err := json.Marshal(res.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	var out Out
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatalf("%s: %v in %s", name, err, raw)
	}
	return out
}

// refused calls a tool that must answer with isError, and returns what it says.
func refused(t *testing.T, s *sdk.ClientSession, name string, arguments map[string]any) string {
	t.Helper()
	res, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: a protocol error: %v", name, err)
	}
	if !res.IsError {
		t.Fatalf("%s is no error: %s", name, text(res))
	}
	if res.StructuredContent != nil {
		t.Errorf("%s: an error with content %v", name, res.StructuredContent)
	}
	return text(res)
}

func text(res *sdk.CallToolResult) string {
	var b strings.Builder
	for _, c := range res.Content {
		if v, ok := c.(*sdk.TextContent); ok {
			b.WriteString(v.Text)
		}
	}
	return b.String()
}

// A whole trip, from a message to a booking, with client and server in two processes.
func TestTripIsBooked(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"stdio", "http"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			s := client(t, mode, nil)
			v := call[mcpserver.View](t, s, "send_message", map[string]any{"text": "Hello, I want to travel"})
			if v.TripID == "" || v.Phase != "intake" || len(v.Messages) != 2 || v.Ask == nil || len(v.MissingRequired) == 0 {
				t.Fatalf("got %+v", v)
			}
			id := v.TripID
			v = call[mcpserver.View](t, s, "send_message", map[string]any{
				"trip_id": id, "message_id": "m2",
				"text": "Two of us from New York to London on May 1st, back on the 8th",
			})
			if v.State != "presenting_options" || len(v.Bundles) == 0 || v.Bundles[0].Total == nil || v.TripID != id {
				t.Fatalf("got %+v", v)
			}
			again := call[mcpserver.View](t, s, "send_message", map[string]any{
				"trip_id": id, "message_id": "m2",
				"text": "Two of us from New York to London on May 1st, back on the 8th",
			})
			if again.Turn != v.Turn || again.Bundles[0].BundleID != v.Bundles[0].BundleID {
				t.Errorf("a message sent again changed something: %+v", again)
			}
			v = call[mcpserver.View](t, s, "select_bundle", map[string]any{"trip_id": id, "bundle_id": v.Bundles[0].BundleID})
			if v.State != "risk_checked" || v.Selected == "" {
				t.Fatalf("got %+v", v)
			}
			v = call[mcpserver.View](t, s, "request_hold", map[string]any{"trip_id": id, "confirmations": v.Confirmations})
			if v.State != "holds_placed" || len(v.Holds) == 0 || v.Holds[0].ExpiresAt == "" {
				t.Fatalf("got %+v", v)
			}
			if v.Ask == nil || v.Ask.Kind != "approve" || v.Ask.ID == "" || !strings.Contains(v.Ask.Text, "Do you approve") ||
				v.Ask.ExpiresAt == "" || len(v.Ask.Choices) != 1 {
				t.Fatalf("the ask is %+v", v.Ask)
			}
			v = approve(t, s, id, v.Ask.ID)
			if v.State != "booked" || len(v.Bookings) != 1 || v.Bookings[0].RecordLocator == "" || v.Ask != nil {
				t.Fatalf("got %+v", v)
			}
			checkEnd(t, s, id)
		})
	}
}

func approve(t *testing.T, s *sdk.ClientSession, trip, ask string) mcpserver.View {
	t.Helper()
	return call[mcpserver.View](t, s, "approve_purchase", map[string]any{
		"trip_id": trip, "ask_id": ask, "approval_token": "ok", "payment_method_id": "card",
	})
}

// What one client approves another one has changed: nothing is bought, and the answer asks for what stands.
func TestApprovalOfWhatAnotherClientChanged(t *testing.T) {
	t.Parallel()
	s := client(t, "stdio", nil)
	v := call[mcpserver.View](t, s, "send_message", map[string]any{"text": "Two of us from New York to London on May 1st, back on the 8th"})
	id, bundles := v.TripID, v.Bundles
	if v.Ask == nil || v.Ask.Kind != "choose" || len(bundles) < 2 {
		t.Fatalf("got %+v", v)
	}
	choose := func(bundle string) mcpserver.View {
		v := call[mcpserver.View](t, s, "select_bundle", map[string]any{"trip_id": id, "bundle_id": bundle})
		return call[mcpserver.View](t, s, "request_hold", map[string]any{"trip_id": id, "confirmations": v.Confirmations})
	}
	saw := choose(bundles[0].BundleID).Ask
	now := choose(bundles[1].BundleID).Ask
	if saw == nil || now == nil || saw.ID == now.ID {
		t.Fatalf("asked were %+v and %+v", saw, now)
	}
	for _, ask := range []string{saw.ID, "made up"} {
		why := refused(t, s, "approve_purchase", map[string]any{"trip_id": id, "ask_id": ask, "approval_token": "ok", "payment_method_id": "card"})
		if !strings.Contains(why, "names no ask that stands") || !strings.Contains(why, "Nothing was bought") {
			t.Errorf("approving %s says %s", ask, why)
		}
	}
	v = approve(t, s, id, "none")
	if v.State != "holds_placed" || len(v.Bookings) > 0 || v.Ask == nil || v.Ask.ID != now.ID || !strings.Contains(v.Messages[0], "Nothing was bought") {
		t.Fatalf("approving none gives %+v", v)
	}
	got := call[mcpserver.Trip](t, s, "get_trip", map[string]any{"trip_id": id})
	if got.Ask == nil || got.Ask.ID != now.ID {
		t.Errorf("get_trip asks %+v", got.Ask)
	}
	if v = approve(t, s, id, now.ID); v.State != "booked" {
		t.Errorf("got %+v", v)
	}
}

// An ask is answered by one of its choices, without a word: only the ask that stands, only with what it
// offers, and never so that it buys.
func TestAsksAreAnswered(t *testing.T) {
	t.Parallel()
	s := client(t, "stdio", nil)
	v := call[mcpserver.View](t, s, "send_message", map[string]any{"text": "Two of us from New York to London on May 1st, back on the 8th"})
	if v.Ask == nil || len(v.Ask.Choices) < 2 || v.Ask.Choices[1].ID == "" || v.Ask.Choices[1].Label == "" {
		t.Fatalf("the ask is %+v", v.Ask)
	}
	shown := *v.Ask
	answer := func(ask, choice string) mcpserver.View {
		return call[mcpserver.View](t, s, "answer", map[string]any{"trip_id": v.TripID, "ask_id": ask, "choice_id": choice})
	}
	for _, wrong := range [][2]string{{shown.ID, "made up"}, {"made up", shown.Choices[1].ID}} {
		why := refused(t, s, "answer", map[string]any{"trip_id": v.TripID, "ask_id": wrong[0], "choice_id": wrong[1]})
		got := call[mcpserver.Trip](t, s, "get_trip", map[string]any{"trip_id": v.TripID})
		if !strings.Contains(why, "so nothing was done") || got.Selected != "" || got.Ask == nil || got.Ask.ID != shown.ID {
			t.Errorf("answering %v says %s and gives %+v", wrong, why, got)
		}
	}
	v = answer(shown.ID, shown.Choices[1].ID)
	if v.Selected != shown.Choices[1].ID || v.Ask == nil || v.Ask.Kind != "confirm" {
		t.Fatalf("got %+v", v)
	}
	v = answer(v.Ask.ID, v.Ask.Choices[0].ID)
	if v.State != "holds_placed" || v.Ask == nil || v.Ask.Kind != "approve" {
		t.Fatalf("got %+v", v)
	}
	if v = answer(v.Ask.ID, v.Ask.Choices[0].ID); v.State != "holds_placed" || len(v.Bookings) > 0 {
		t.Errorf("a choice bought: %+v", v)
	}
}

// checkEnd looks at the booked trip and replays it.
func checkEnd(t *testing.T, s *sdk.ClientSession, id string) {
	t.Helper()
	got := call[mcpserver.Trip](t, s, "get_trip", map[string]any{"trip_id": id})
	if got.State != "booked" || got.Intent["itinerary"] == nil || got.Intent["turn"] != nil {
		t.Errorf("got %+v", got)
	}
	r := call[mcpserver.Replay](t, s, "replay", map[string]any{"trip_id": id})
	if !r.Equal || r.Difference != nil || r.Turns != 5 || r.Events < 10 {
		t.Errorf("got %+v", r)
	}
}

func TestRequestsThatCannotBeDone(t *testing.T) {
	t.Parallel()
	s := client(t, "stdio", nil)
	v := call[mcpserver.View](t, s, "send_message", map[string]any{"text": "hello", "trip_id": "t1", "message_id": "m1"})
	if v.TripID != "t1" {
		t.Errorf("got %+v", v)
	}
	gone := map[string]any{"trip_id": "no such trip"}
	with := func(more map[string]any) map[string]any {
		more["trip_id"] = "no such trip"
		return more
	}
	cases := []struct {
		tool, says string
		arguments  map[string]any
	}{
		{"send_message", "text is empty", map[string]any{"text": "  "}},
		{"send_message", "too long", map[string]any{"text": strings.Repeat("x", 70_000)}},
		{"send_message", "with a message_id of its own", map[string]any{"text": "something else", "trip_id": "t1", "message_id": "m1"}},
		{"send_message", "must not be a UUID of version 5", map[string]any{"text": "hello", "message_id": calls.EventID("t1", 2)}},
		{"send_message", "too long", map[string]any{"text": "hello", "message_id": strings.Repeat("x", 257)}},
		{"send_message", "trip_id cannot be used", map[string]any{"text": "x", "trip_id": strings.Repeat("t", 5000)}},
		{"send_message", "validating", map[string]any{"text": 7}},
		{"send_message", "validating", map[string]any{"text": "x", "unknown": 1}},
		{"answer", "ask_id is empty", map[string]any{"trip_id": "t1", "ask_id": "", "choice_id": "yes"}},
		{"answer", "choice_id is empty", map[string]any{"trip_id": "t1", "ask_id": "a", "choice_id": ""}},
		{"answer", "validating", map[string]any{"trip_id": "t1", "ask_id": "a"}},
		{"answer", "no trip", with(map[string]any{"ask_id": "a", "choice_id": "yes"})},
		{"select_bundle", "bundle_id is empty", map[string]any{"trip_id": "t1", "bundle_id": ""}},
		{"select_bundle", "no trip", with(map[string]any{"bundle_id": "b1"})},
		{"request_hold", "no trip", gone},
		{"approve_purchase", "are needed", map[string]any{"trip_id": "t1", "ask_id": "a", "approval_token": "", "payment_method_id": "x"}},
		{"approve_purchase", "ask_id is empty", map[string]any{"trip_id": "t1", "ask_id": "", "approval_token": "x", "payment_method_id": "x"}},
		{"approve_purchase", "validating", map[string]any{"trip_id": "t1", "approval_token": "x", "payment_method_id": "x"}},
		{"approve_purchase", "no trip", with(map[string]any{"ask_id": "a", "approval_token": "x", "payment_method_id": "x"})},
		{"change_scope", "trip_id cannot be used", map[string]any{"trip_id": "", "property_id": "villa-7"}},
		{"change_scope", "does not accept", map[string]any{"trip_id": "t1", "document_ids": []string{""}}},
		{"get_trip", "no trip", gone},
		{"get_trip", "trip_id cannot be used", map[string]any{"trip_id": ""}},
		{"replay", "no trip", gone},
	}
	for _, c := range cases {
		if got := refused(t, s, c.tool, c.arguments); !strings.Contains(got, c.says) {
			t.Errorf("%s %v says %q, want %q", c.tool, c.arguments, got, c.says)
		}
	}
	v = call[mcpserver.View](t, s, "select_bundle", map[string]any{"trip_id": "t1", "bundle_id": "unknown"})
	if len(v.Messages) == 0 || v.Selected != "" {
		t.Errorf("an unknown bundle: %+v", v)
	}
}

// The first question of a trip may be about documents that are chosen before it.
func TestAScopeBeginsATrip(t *testing.T) {
	t.Parallel()
	s := client(t, "stdio", nil)
	v := call[mcpserver.View](t, s, "change_scope", map[string]any{"trip_id": "fresh", "property_id": "villa-7"})
	if v.TripID != "fresh" || v.Turn != 0 || len(v.Messages) > 0 {
		t.Errorf("got %+v", v)
	}
	got := call[mcpserver.Trip](t, s, "get_trip", map[string]any{"trip_id": "fresh"})
	if scope, _ := got.Intent["scope"].(map[string]any); scope["property_id"] != "villa-7" {
		t.Errorf("the scope is %v", got.Intent["scope"])
	}
}

// No text of an error or a panic reaches a client, and the server goes on.
func TestErrorsOfTheEngineStayInside(t *testing.T) {
	t.Parallel()
	s := client(t, "broken", nil)
	there := map[string]any{"trip_id": "there"}
	for range 2 {
		for _, c := range []struct {
			tool      string
			arguments map[string]any
		}{
			{"send_message", map[string]any{"text": "hello"}},
			{"send_message", map[string]any{"text": "panic"}},
			{"request_hold", there},
			{"request_hold", map[string]any{"trip_id": "x"}},
			{"get_trip", map[string]any{"trip_id": "x"}},
			{"replay", there},
		} {
			if got := refused(t, s, c.tool, c.arguments); strings.Contains(got, "SECRET") || !strings.Contains(got, "the engine could not do this") {
				t.Errorf("%s says %q", c.tool, got)
			}
		}
	}
}

func TestToolsSayWhatTheyDo(t *testing.T) {
	t.Parallel()
	s := client(t, "stdio", nil)
	if s.InitializeResult().ServerInfo.Name != "legwork" {
		t.Errorf("got %+v", s.InitializeResult())
	}
	want := map[string]string{
		"send_message": "write", "answer": "write", "select_bundle": "write", "request_hold": "write",
		"approve_purchase": "destroy", "change_scope": "write", "get_trip": "read", "replay": "read",
	}
	for tool, err := range s.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		kind := "write"
		switch a := tool.Annotations; {
		case a == nil || a.DestructiveHint == nil && !a.ReadOnlyHint:
			kind = "unknown"
		case a.ReadOnlyHint:
			kind = "read"
		case *a.DestructiveHint:
			kind = "destroy"
		}
		if want[tool.Name] != kind || tool.InputSchema == nil || tool.OutputSchema == nil || tool.Description == "" {
			t.Errorf("%s is %s: %+v", tool.Name, kind, tool)
		}
		delete(want, tool.Name)
	}
	if len(want) != 0 {
		t.Errorf("missing: %v", want)
	}
}

func TestProgress(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"stdio", "http"} {
		var told atomic.Int64
		s := client(t, mode, &sdk.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) {
			if r.Params.Message == "trip_requirements_extract" {
				told.Add(1)
			}
		}})
		params := &sdk.CallToolParams{Name: "send_message", Arguments: map[string]any{"text": "hello"}}
		params.SetProgressToken("p1")
		if _, err := s.CallTool(t.Context(), params); err != nil {
			t.Fatal(err)
		}
		if _, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: "get_trip", Arguments: map[string]any{"trip_id": "x"}}); err != nil {
			t.Fatal(err) // what was told before has arrived by now
		}
		if told.Load() != 1 {
			t.Errorf("%s: told %d times", mode, told.Load())
		}
	}
}
