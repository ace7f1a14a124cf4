package mcp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// modeVariable makes the test binary a server instead: the tests talk to another process.
const modeVariable = "MCPTEST_MODE"

func TestMain(m *testing.M) {
	mode := os.Getenv(modeVariable)
	if mode == "" {
		os.Exit(m.Run())
	}
	if err := serve(mode); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
}

// serve is the other process.
func serve(mode string) error {
	switch mode {
	case "stdio":
		return newServer().Run(context.Background(), &sdk.StdioTransport{})
	case "http":
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		fmt.Println("http://" + listener.Addr().String())
		handler := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return newServer() }, nil)
		return http.Serve(listener, handler)
	case "deaf": // answers nobody
		_, _ = io.Copy(io.Discard, os.Stdin)
		return nil
	case "stubborn", "stubborn-deaf":
		return stubborn(mode == "stubborn")
	case "lingering":
		return linger()
	case "old":
		return serveOld()
	case "garbage":
		fmt.Println("this is no JSON-RPC")
		_, _ = io.Copy(io.Discard, os.Stdin)
		return nil
	case "flood":
		for {
			if _, err := os.Stdout.WriteString(strings.Repeat("[", 1<<16)); err != nil {
				return err
			}
		}
	default:
		return errors.New("the database of the server is missing")
	}
}

// serveOld speaks only the first version, and says nothing to a method that it does not know.
func serveOld() error {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var msg struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
		}
		if err := json.Unmarshal(in.Bytes(), &msg); err != nil {
			return err
		}
		answer := map[string]string{
			"initialize": `{"protocolVersion":"2024-11-05","capabilities":{"tools":{}},"serverInfo":{"name":"Old One","version":"1"}}`,
			"tools/list": `{"tools":[{"name":"ask","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}]}`,
			"tools/call": `{"content":[{"type":"text","text":"old but good"}]}`,
		}[msg.Method]
		if answer != "" {
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", msg.ID, answer)
		}
	}
	return in.Err()
}

type words struct {
	Text string `json:"text" jsonschema:"what to say"`
}

func newServer() *sdk.Server {
	s := sdk.NewServer(&sdk.Implementation{Name: "Test.Server", Version: "1"}, nil)
	yes, no := true, false
	read := &sdk.ToolAnnotations{ReadOnlyHint: true}
	add := func(name string, a *sdk.ToolAnnotations, f func(context.Context, words) *sdk.CallToolResult) {
		sdk.AddTool(s, &sdk.Tool{Name: name, Description: "Does  " + name + ".\n", Annotations: a},
			func(ctx context.Context, _ *sdk.CallToolRequest, in words) (*sdk.CallToolResult, any, error) {
				return f(ctx, in), nil, nil
			})
	}
	text := func(t string) *sdk.CallToolResult {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: t}}}
	}
	add("echo", read, func(_ context.Context, in words) *sdk.CallToolResult { return text(in.Text) })
	add("bare", nil, func(context.Context, words) *sdk.CallToolResult { return text("bare") })
	add("append", &sdk.ToolAnnotations{DestructiveHint: &no}, func(context.Context, words) *sdk.CallToolResult { return text("appended") })
	add("wipe", &sdk.ToolAnnotations{DestructiveHint: &yes}, func(context.Context, words) *sdk.CallToolResult { return text("wiped") })
	add("a.b", read, func(context.Context, words) *sdk.CallToolResult { return text("dotted") })
	add("fail", read, func(_ context.Context, in words) *sdk.CallToolResult {
		r := text(in.Text)
		r.IsError = true
		return r
	})
	add("slow", read, func(ctx context.Context, _ words) *sdk.CallToolResult { <-ctx.Done(); return text("late") })
	add("die", read, func(context.Context, words) *sdk.CallToolResult { os.Exit(4); return nil })
	add("die_writing", &sdk.ToolAnnotations{DestructiveHint: &no}, func(context.Context, words) *sdk.CallToolResult { os.Exit(4); return nil })
	add("die_once", &sdk.ToolAnnotations{DestructiveHint: &no, IdempotentHint: true}, dieOnce(text))
	add("environment", read, func(context.Context, words) *sdk.CallToolResult { return text(strings.Join(os.Environ(), "\n")) })
	add("huge", read, func(context.Context, words) *sdk.CallToolResult { return text(strings.Repeat("h", 2<<20)) })
	add("picture", read, func(context.Context, words) *sdk.CallToolResult {
		return &sdk.CallToolResult{Content: []sdk.Content{
			&sdk.TextContent{Text: "a map"}, &sdk.ImageContent{MIMEType: "image/png", Data: []byte("123")},
			&sdk.ResourceLink{URI: "file:///x", Name: "x", MIMEType: "text/plain"},
			&sdk.EmbeddedResource{Resource: &sdk.ResourceContents{URI: "file:///y", Text: "and words"}},
		}}
	})
	addStructured(s, read)
	addChange(s, add, text)
	return s
}

// dieOnce ends the process at the first call and answers in the next.
func dieOnce(text func(string) *sdk.CallToolResult) func(context.Context, words) *sdk.CallToolResult {
	return func(_ context.Context, in words) *sdk.CallToolResult {
		if _, err := os.Stat(in.Text); err != nil {
			_ = os.WriteFile(in.Text, nil, 0o600)
			os.Exit(4)
		}
		return text("alive")
	}
}

func addStructured(s *sdk.Server, read *sdk.ToolAnnotations) {
	type numbers struct {
		Big int64 `json:"big"`
	}
	sdk.AddTool(s, &sdk.Tool{Name: "structured", Annotations: read},
		func(context.Context, *sdk.CallToolRequest, words) (*sdk.CallToolResult, numbers, error) {
			return nil, numbers{Big: 77}, nil
		})
	raw := func(name string, result string, schema string) {
		s.AddTool(&sdk.Tool{Name: name, Annotations: read, InputSchema: json.RawMessage(schema)},
			func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
				var r sdk.CallToolResult
				return &r, json.Unmarshal([]byte(result), &r)
			})
	}
	raw("exact", `{"content":[{"type":"text","text":"{\"big\":9007199254740993}"}],"structuredContent":{"big":9007199254740993}}`, `{"type":"object"}`)
	raw("list", `{"content":[],"structuredContent":[1,2]}`, `{"type":"object"}`)
	raw("silent", `{"content":[],"isError":true}`, `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{}}`)
	raw("keyed", `{"content":[]}`,
		`{"type":"object","properties":{"idempotency_key":{"type":"string"},"x":{"type":"integer"}},"required":["idempotency_key","x"],"additionalProperties":false}`)
	raw("outside", `{"content":[]}`, `{"type":"object","properties":{"x":{"$ref":"https://evil.test/schema.json"}}}`)
}

// addChange adds a tool that changes the server's tools: echo goes, bare is not what it was.
func addChange(s *sdk.Server, add func(string, *sdk.ToolAnnotations, func(context.Context, words) *sdk.CallToolResult), text func(string) *sdk.CallToolResult) {
	add("change", &sdk.ToolAnnotations{ReadOnlyHint: true}, func(context.Context, words) *sdk.CallToolResult {
		s.RemoveTools("echo")
		add("a.b", nil, func(context.Context, words) *sdk.CallToolResult { return text("now it writes") })
		add("fresh", nil, func(context.Context, words) *sdk.CallToolResult { return text("new") })
		return text("changed")
	})
}

// startHTTP starts the other process as an HTTP server and returns its URL and what ends it.
func startHTTP(t *testing.T) (string, func()) {
	t.Helper()
	process := exec.Command(os.Args[0])
	process.Env = append(os.Environ(), modeVariable+"=http")
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	end := func() { _ = process.Process.Kill(); _ = process.Wait() }
	t.Cleanup(end)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line), end
}

// waitTime bounds what a test waits for another process.
const waitTime = time.Minute
