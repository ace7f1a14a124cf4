package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// program returns a path under which the test binary is legwork.
func program(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "legwork")
	if err := os.Symlink(self, path); err != nil {
		t.Fatal(err)
	}
	return path
}

// openAI is a server that lets the model ask for one tool of an MCP server, then answer.
func openAI(t *testing.T, key string) *httptest.Server {
	t.Helper()
	var steps atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+key {
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		var ask struct {
			Format json.RawMessage `json:"response_format"`
		}
		raw, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(raw, &ask)
		message := `{"content":"That trip does not exist."}`
		switch {
		case len(ask.Format) > 0:
			message = `{"content":"{\"trip_intent\":{},\"request\":{\"kind\":\"assist\"}}"}`
		case steps.Add(1) == 1:
			message = `{"tool_calls":[{"id":"a","type":"function","function":{"name":"legwork_get_trip","arguments":"{\"trip_id\":\"x\"}"}}]}`
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"choices":[{"index":0,"message":`+message+`,"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":3,"completion_tokens":2}}`)
	}))
	t.Cleanup(s.Close)
	return s
}

// A conversation with a language model and the tools of an MCP server, which is this program again;
// its recording replays without both.
func TestRunWithTheOutside(t *testing.T) {
	const key = "sk-test-canary"
	t.Setenv("OPENAI_API_KEY", key)
	t.Setenv("LEGWORK_MODEL_BASE_URL", openAI(t, key).URL)
	t.Setenv("LEGWORK_MODEL_STREAM", "off")
	recording := filepath.Join(t.TempDir(), "trip.jsonl")
	var out, errs bytes.Buffer
	code := Main([]string{"run", "--model", "openai:test", "--mcp", "'" + program(t) + "' mcp", "--record", recording},
		strings.NewReader("What about trip x?\n"), &out, &errs)
	if code != 0 {
		t.Fatalf("exit code %d: %s%s", code, &out, &errs)
	}
	for _, want := range []string{"legwork_get_trip: failed", "That trip does not exist."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in %s", want, &out)
		}
	}
	for _, want := range []string{"model: test (openai)", "mcp: legwork: 7 tools", "approve_purchase (offer one with --mcp-trust"} {
		if !strings.Contains(errs.String(), want) {
			t.Errorf("%q is missing in %s", want, &errs)
		}
	}
	log, err := os.ReadFile(recording)
	if err != nil || strings.Contains(string(log), key) || !strings.Contains(string(log), "there is no trip with this trip_id") {
		t.Errorf("recorded %v: %s", err, log)
	}
	t.Setenv("OPENAI_API_KEY", "")
	if code := Main([]string{"replay", recording}, nil, &out, &errs); code != 0 {
		t.Errorf("the replay ends with %d: %s", code, &errs)
	}
}

// A search of the web, and a page on this machine, which is not read.
func TestRunWithASearch(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, `{"results":[{"title":"Trams","url":"https://example.com/trams","content":"About `+r.FormValue("q")+`"}]}`)
	}))
	t.Cleanup(s.Close)
	t.Setenv("LEGWORK_MODEL", "")
	var out, errs bytes.Buffer
	code := Main([]string{"run", "--search", s.URL},
		strings.NewReader("Search the web for trams in Lisbon\nWhat does "+s.URL+" say about tickets?\n"), &out, &errs)
	if code != 0 {
		t.Fatalf("exit code %d: %s%s", code, &out, &errs)
	}
	for _, want := range []string{"- Trams: About trams in Lisbon (https://example.com/trams)", "scrape_web_content: denied"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in %s", want, &out)
		}
	}
}

func TestOutsideThatIsNotThere(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	t.Setenv("LEGWORK_MODEL", "")
	cases := []struct {
		arguments []string
		code      int
		says      string
	}{
		{[]string{"run", "--model", "gpt-x"}, exitUsage, "OPENAI_API_KEY is not set"},
		{[]string{"run", "--mcp", `"open`}, exitUsage, "a quote is not closed"},
		{[]string{"run", "--mcp", "/no/such/program"}, exitFault, "cannot connect"},
		{[]string{"run", "--search", "localhost:8888"}, exitUsage, "--search: "},
		{[]string{"run", "--mcp-trust", "x"}, exitUsage, "want NAME=read"},
		{[]string{"run", "--mcp-trust", "approve_purchase=off"}, exitUsage, "no server has a tool approve_purchase"},
		{
			[]string{"run", "--mcp", "'" + program(t) + "' mcp", "--mcp-trust", "approve_purchase=off", "--mcp-trust", "get_tripp=off"},
			exitUsage,
			"no server has a tool get_tripp",
		},
		{[]string{"run", "--mcp", "'" + program(t) + "' mcp", "--mcp-trust", "approve_purchase=off", "--mcp-trust", "*=off"}, exitOK, "mcp: legwork: 0 tools"},
		{[]string{"mcp", "--http", "0.0.0.0:0"}, exitUsage, "LEGWORK_MCP_TOKEN"},
		{[]string{"mcp", "--http", "8090"}, exitUsage, "want HOST:PORT"},
		{[]string{"mcp", "more"}, exitUsage, `got the argument "more", want none`},
	}
	for _, c := range cases {
		var out, errs bytes.Buffer
		if code := Main(c.arguments, strings.NewReader(""), &out, &errs); code != c.code || !strings.Contains(errs.String(), c.says) {
			t.Errorf("%v: exit code %d, %s; want %d, %q", c.arguments, code, &errs, c.code, c.says)
		}
	}
}

// Another agent starts `legwork mcp`, talks, goes away, and finds the trip again later.
func TestMCPKeepsTrips(t *testing.T) {
	t.Parallel()
	path, store := program(t), filepath.Join(t.TempDir(), "trips.db")
	call := func(tool string, arguments map[string]any) map[string]any {
		process := exec.CommandContext(t.Context(), path, "mcp", "--store", store)
		session, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), &sdk.CommandTransport{Command: process}, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
		if err != nil || res.IsError {
			t.Fatalf("%s: %v, %+v", tool, err, res)
		}
		if err := session.Close(); err != nil {
			t.Error(err)
		}
		answer, _ := res.StructuredContent.(map[string]any)
		return answer
	}
	call("send_message", map[string]any{"trip_id": "t1", "text": "A flight to Rome"})
	if got := call("get_trip", map[string]any{"trip_id": "t1"}); got["phase"] != "intake" {
		t.Errorf("got %v", got)
	}
	if got := call("replay", map[string]any{"trip_id": "t1"}); got["equal"] != true {
		t.Errorf("got %v", got)
	}
	var out, errs bytes.Buffer
	if code := Main([]string{"export", store, "t1"}, strings.NewReader(""), &out, &errs); code != exitOK ||
		!strings.Contains(out.String(), `"approval_binding":"strict"`) {
		t.Errorf("the trip does not have the policy of a server: exit code %d, %s\n%s", code, &errs, &out)
	}
}

// `legwork mcp --http` says where it listens, and ends when it is interrupted.
func TestMCPOverHTTP(t *testing.T) {
	t.Parallel()
	process := exec.CommandContext(t.Context(), program(t), "mcp", "--http", "127.0.0.1:0")
	errs, err := process.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	var said []byte
	for buf := make([]byte, 256); !bytes.Contains(said, []byte("\n")); {
		n, err := errs.Read(buf)
		if err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		said = append(said, buf[:n]...)
	}
	url := strings.TrimSpace(string(said[bytes.Index(said, []byte("http://")):]))
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: url}, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "send_message", Arguments: map[string]any{"text": "A flight to Rome"}})
	if err != nil || res.IsError {
		t.Errorf("%v, %+v", err, res)
	}
	_ = session.Close()
	if err := process.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := process.Wait(); err != nil {
		t.Errorf("it ends with %v", err)
	}
}
