package mcp_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/adapters/mcp"
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// self is the command line of the test binary.
var self = strconv.Quote(os.Args[0])

// connect starts the other process in a mode, with more variables in its environment.
func connect(t *testing.T, mode string, c mcp.Config, more ...string) (*mcp.Server, tools.Registry) {
	t.Helper()
	target := self
	if mode == "http" {
		target, _ = startHTTP(t)
	} else {
		c.Env = append(append(os.Environ(), modeVariable+"="+mode), more...)
	}
	s, err := mcp.Connect(t.Context(), target, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	reg := tools.Registry{}
	s.Register(reg)
	return s, reg
}

func say(text string) tools.Request {
	return tools.Request{Trip: "t1", CallID: "c1", Arguments: []byte(`{"text":` + strconv.Quote(text) + `}`)}
}

func run(t *testing.T, reg tools.Registry, tool, text string) (string, error) {
	t.Helper()
	h := reg["test_server_"+tool]
	if h.Run == nil {
		t.Fatalf("no handler of %s", tool)
	}
	ctx, cancel := context.WithTimeout(t.Context(), waitTime)
	defer cancel()
	out, err := h.Run(ctx, say(text))
	return string(out), err
}

// failsAs checks the class of an error.
func failsAs(t *testing.T, err error, want trip.Class) *tools.Error {
	t.Helper()
	var e *tools.Error
	if !errors.As(err, &e) || e.Class != want {
		t.Fatalf("got %v, want class %q", err, want)
	}
	return e
}

func TestToolsBecomeCatalogEntries(t *testing.T) {
	t.Parallel()
	s, _ := connect(t, "stdio", mcp.Config{})
	if s.Prefix() != "test_server" {
		t.Errorf("prefix %q", s.Prefix())
	}
	c, err := catalog.Default().With(s.Tools()...)
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]struct {
		effect     catalog.Effect
		offered    bool
		retries    int64
		idempotent string
	}{
		"echo": {catalog.Read, true, 1, ""}, "bare": {catalog.Write, false, 0, ""}, "append": {catalog.Write, true, 0, ""},
		"wipe": {catalog.Write, false, 0, ""}, "die_once": {catalog.Write, true, 0, ""}, "keyed": {catalog.Read, true, 1, ""},
	}
	for name, want := range cases {
		got, ok := c.Tool("test_server_" + name)
		if !ok || got.Effect != want.effect || got.Proposable != want.offered || got.Retries != want.retries || got.Idempotency != want.idempotent {
			t.Errorf("%s: %+v", name, got)
		}
		if got.Unverifiable != (want.effect == catalog.Write && want.idempotent == "") {
			t.Errorf("%s: unverifiable is %v", name, got.Unverifiable)
		}
	}
	echo, _ := c.Tool("test_server_echo")
	if echo.Description != "Does echo." || echo.TimeoutMillis != 60_000 || echo.CallsPerTurn == 0 {
		t.Errorf("echo: %+v", echo)
	}
	if err := c.CheckArguments("test_server_echo", `{"text":7}`); !errors.Is(err, catalog.ErrSchema) {
		t.Errorf("a number passed as a text: %v", err)
	}
	if err := c.CheckResult("test_server_structured", `{"big":"x"}`); !errors.Is(err, catalog.ErrSchema) {
		t.Errorf("a text passed as a number: %v", err)
	}
	if !slices.Equal(s.Withheld(), []string{"bare", "wipe"}) {
		t.Errorf("withheld: %v", s.Withheld())
	}
	skipped := s.Skipped()
	if len(skipped) != 1 || skipped[0].Name != "outside" || !strings.Contains(skipped[0].Why, "schema") {
		t.Errorf("skipped: %+v", skipped)
	}
	if i := slices.IndexFunc(s.Tools(), func(e catalog.Tool) bool { return strings.HasPrefix(e.Name, "test_server_a_b_") }); i < 0 {
		t.Error("a.b has no name of its own")
	}
}

func TestTrust(t *testing.T) {
	t.Parallel()
	trust, err := mcp.ParseTrust([]string{"bare=read", "keyed=write", "echo=off", "*=off"})
	if err != nil {
		t.Fatal(err)
	}
	s, _ := connect(t, "stdio", mcp.Config{Trust: trust, Name: "Über Server!", Taken: []string{"ber_server"}})
	c, err := catalog.New(s.Tools()...)
	if err != nil {
		t.Fatal(err)
	}
	offered := 0
	for tool := range c.Tools {
		if tool.Proposable {
			offered++
		}
	}
	bare, _ := c.Tool("ber_server2_bare")
	keyed, _ := c.Tool("ber_server2_keyed")
	if offered != 2 || bare.Effect != catalog.Read || keyed.Effect != catalog.Write || keyed.Idempotency != "idempotency_key" {
		t.Errorf("%d offered, bare %+v, keyed %+v", offered, bare, keyed)
	}
	if err := c.CheckArguments("ber_server2_keyed", `{"x":1}`); err != nil {
		t.Errorf("the key is asked of the model: %v", err)
	}
	for _, bad := range []string{"", "x", "=read", "x=maybe", "x=read=off"} {
		if _, err := mcp.ParseTrust([]string{bad}); !errors.Is(err, mcp.ErrTrust) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestResults(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"stdio", "http"} {
		_, reg := connect(t, mode, mcp.Config{})
		for tool, want := range map[string]string{
			"echo":       `{"result":"hello"}`,
			"structured": `{"big":77}`,
			"exact":      `{"big":9007199254740993}`,
			"list":       `{"result":[1,2]}`,
			"picture": `{"attachments":[{"type":"image","mime_type":"image/png","bytes":3},{"type":"resource_link","mime_type":"text/plain","uri":"file:///x"}],` +
				`"result":"a map\nand words"}`,
		} {
			if got, err := run(t, reg, tool, "hello"); err != nil || got != want {
				t.Errorf("%s %s: %s, %v; want %s", mode, tool, got, err, want)
			}
		}
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"stdio", "http"} {
		_, reg := connect(t, mode, mcp.Config{CallTimeout: time.Minute})
		_, hasty := connect(t, mode, mcp.Config{CallTimeout: 4 * time.Second})
		_, err := run(t, reg, "fail", "city is required")
		if e := failsAs(t, err, ""); e.Text != "city is required" { // the engine classifies it by its text
			t.Errorf("text %q", e.Text)
		}
		_, err = run(t, reg, "silent", "")
		if e := failsAs(t, err, ""); e.Text == "" {
			t.Error("no text")
		}
		_, err = run(t, reg, "huge", "")
		failsAs(t, err, trip.ClassFailed)
		_, err = run(t, hasty, "slow", "")
		failsAs(t, err, trip.ClassTimeout)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err = reg["test_server_echo"].Run(ctx, say(""))
		failsAs(t, err, trip.ClassCancelled)
		if got, err := run(t, hasty, "echo", "still here"); err != nil || got != `{"result":"still here"}` {
			t.Errorf("%s: %s, %v", mode, got, err)
		}
	}
}

// A server that dies in a call is started again with the next one, but not for ever.
func TestServerThatDies(t *testing.T) {
	t.Parallel()
	_, reg := connect(t, "stdio", mcp.Config{})
	_, err := run(t, reg, "die_writing", "")
	failsAs(t, err, trip.ClassOutcomeUnknown)
	if got, err := run(t, reg, "echo", "again"); err != nil || got != `{"result":"again"}` {
		t.Fatalf("%s, %v", got, err)
	}
	for range 2 {
		_, err = run(t, reg, "die", "")
		failsAs(t, err, trip.ClassFailed)
		if got, err := run(t, reg, "echo", "again"); err != nil || got != `{"result":"again"}` {
			t.Fatalf("%s, %v", got, err)
		}
	}
	_, err = run(t, reg, "die", "")
	failsAs(t, err, trip.ClassFailed)
	_, err = run(t, reg, "echo", "once more")
	if e := failsAs(t, err, trip.ClassPermanent); e.Text != mcp.ErrRestarts.Error() {
		t.Errorf("text %q", e.Text)
	}
}

// A write that may be made twice is made again when its server died in it.
func TestIdempotentWriteIsMadeAgain(t *testing.T) {
	t.Parallel()
	_, reg := connect(t, "stdio", mcp.Config{})
	if got, err := run(t, reg, "die_once", filepath.Join(t.TempDir(), "mark")); err != nil || got != `{"result":"alive"}` {
		t.Errorf("%s, %v", got, err)
	}
}

func TestHTTPServerThatGoesAway(t *testing.T) {
	t.Parallel()
	url, end := startHTTP(t)
	s, err := mcp.Connect(t.Context(), url+"/mcp?token=SECRET", mcp.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	reg := tools.Registry{}
	s.Register(reg)
	if got, err := run(t, reg, "echo", "hello"); err != nil || got != `{"result":"hello"}` {
		t.Fatalf("%s, %v", got, err)
	}
	end()
	_, err = run(t, reg, "echo", "hello")
	if e := failsAs(t, err, trip.ClassFailed); strings.Contains(e.Text, "SECRET") {
		t.Errorf("the token leaks: %s", e.Text)
	}
	_, err = run(t, reg, "append", "hello")
	failsAs(t, err, trip.ClassPermanent) // certainly not made
}

// The tools of a running catalog do not change under it.
func TestToolListThatChanges(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"stdio", "http"} {
		var log bytes.Buffer
		_, reg := connect(t, mode, mcp.Config{Logger: slog.New(slog.NewTextHandler(&log, nil))})
		before := len(reg)
		if _, err := run(t, reg, "change", ""); err != nil {
			t.Fatal(err)
		}
		if mode == "http" {
			continue // this server gives every session a server of its own
		}
		var err error
		for deadline := time.Now().Add(waitTime); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
			if _, err = run(t, reg, "echo", "?"); isGone(err) { // the server tells of it a little later
				break
			}
		}
		if !isGone(err) {
			t.Fatalf("got %v, want %v", err, mcp.ErrGone)
		}
		var dotted string
		for name := range reg {
			if strings.Contains(name, "_a_b_") {
				dotted = name
			}
		}
		_, err = reg[dotted].Run(t.Context(), say(""))
		failsAs(t, err, trip.ClassPermanent)
		if _, err := run(t, reg, "picture", ""); err != nil || len(reg) != before {
			t.Errorf("%v, %d tools, before %d", err, len(reg), before)
		}
		if !strings.Contains(log.String(), "test_server_echo") {
			t.Errorf("nobody was told: %s", log.String())
		}
	}
}

func isGone(err error) bool {
	var e *tools.Error
	return errors.As(err, &e) && e.Class == trip.ClassPermanent && e.Text == mcp.ErrGone.Error()
}

func TestOldServer(t *testing.T) {
	t.Parallel()
	s, reg := connect(t, "old", mcp.Config{ConnectTimeout: 12 * time.Second})
	if s.Prefix() != "old_one" {
		t.Errorf("prefix %q", s.Prefix())
	}
	out, err := reg["old_one_ask"].Run(t.Context(), say("hello"))
	if err != nil || string(out) != `{"result":"old but good"}` {
		t.Errorf("%s, %v", out, err)
	}
}

func TestServersThatCannotBeConnected(t *testing.T) {
	t.Parallel()
	for mode, within := range map[string]time.Duration{
		"deaf": time.Second, "garbage": time.Second, "flood": time.Second, "broken": waitTime, // which ends by itself
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			_, err := mcp.Connect(t.Context(), self, mcp.Config{Env: append(os.Environ(), modeVariable+"="+mode), ConnectTimeout: within})
			if !errors.Is(err, mcp.ErrConnect) {
				t.Errorf("got %v", err)
			}
			if mode == "broken" && !strings.Contains(err.Error(), "the database of the server is missing") {
				t.Errorf("the server's last words are lost: %v", err)
			}
		})
	}
	if _, err := mcp.Connect(t.Context(), "/does/not/exist --x", mcp.Config{}); !errors.Is(err, mcp.ErrConnect) {
		t.Errorf("got %v", err)
	}
	if _, err := mcp.Connect(t.Context(), "http://127.0.0.1:1/mcp", mcp.Config{}); !errors.Is(err, mcp.ErrConnect) {
		t.Errorf("got %v", err)
	}
	for _, bad := range []string{"", "  ", `"open`, "https://", `x \`} {
		if _, err := mcp.Connect(t.Context(), bad, mcp.Config{}); !errors.Is(err, mcp.ErrTarget) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestEnvironmentHoldsNoKeys(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "SECRET-1")
	t.Setenv("LEGWORK_MCP_TOKEN", "SECRET-2")
	t.Setenv(modeVariable, "stdio")
	s, err := mcp.Connect(t.Context(), self, mcp.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	reg := tools.Registry{}
	s.Register(reg)
	got, err := run(t, reg, "environment", "")
	if err != nil || !strings.Contains(got, modeVariable) || strings.Contains(got, "SECRET") {
		t.Errorf("%s, %v", got, err)
	}
}

func TestClose(t *testing.T) {
	t.Parallel()
	s, reg := connect(t, "stdio", mcp.Config{})
	for range 2 {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	_, err := run(t, reg, "echo", "")
	failsAs(t, err, trip.ClassPermanent)
}
