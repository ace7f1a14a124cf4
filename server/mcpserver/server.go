package mcpserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Engine is what the server needs of a runner; *runner.Runner is one.
type Engine interface {
	Handle(ctx context.Context, id trip.ID, ev trip.Event) iter.Seq2[runner.Update, error]
	State(ctx context.Context, id trip.ID) (trip.Intent, error)
	Export(ctx context.Context, id trip.ID) iter.Seq2[[]byte, error]
}

// Policy is the default policy of a server: an approval must say itself what it is for, since several
// clients may look at one trip.
func Policy() trip.Policy {
	p := trip.DefaultPolicy()
	p.ApprovalBinding = trip.BindStrict
	return p
}

// Options change what a server says of itself. The zero value is good.
type Options struct {
	Version  string        // told to clients
	Turn     turn.Config   // to replay trips whose header names no catalog; default turn.Default
	Health   func() Health // how the engine is; default: well
	BodyTime time.Duration // how long the body of an HTTP request may take to arrive; default 10 s
	Logger   *slog.Logger  // default: nothing is logged
}

// Health says how an engine is.
type Health struct {
	Recovering bool `json:"recovering" jsonschema:"turns that a restart or a fault left behind are still being finished"`
	StoreWorks bool `json:"store_works" jsonschema:"false after a write failed, until one succeeds: what is sent meanwhile may be refused"`
}

// Server offers an engine to MCP clients. Its methods are safe for concurrent use.
type Server struct {
	engine  Engine
	options Options
	mcp     *sdk.Server
}

// instructions are what a client's model is told of the server.
const instructions = `Plans and books one trip per trip_id. Send the traveller's own words with send_message; the answer says what is missing, which bundles there are, or what failed. Its ask is what the engine waits for: show it to the traveller and send the reply, as one of its choices with answer or in their words with send_message.
Select a bundle, request a hold, and approve the purchase only when the traveller has agreed to exactly what is held: name the ask that showed it. When anything has changed since, nothing is bought and the answer asks again. Never make up an id: use those that the answers hold.`

// New returns a server for an engine.
func New(e Engine, o Options) *Server {
	if o.Turn.Catalog.Digest() == "" {
		o.Turn = turn.Default()
	}
	if o.Health == nil {
		o.Health = func() Health { return Health{StoreWorks: true} }
	}
	o.BodyTime = cmp.Or(max(o.BodyTime, 0), 10*time.Second)
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	s := &Server{engine: e, options: o}
	s.mcp = sdk.NewServer(&sdk.Implementation{Name: "legwork", Title: "Legwork", Version: cmp.Or(o.Version, "dev")},
		&sdk.ServerOptions{Instructions: instructions, Capabilities: &sdk.ServerCapabilities{}})
	s.addTools()
	return s
}

// Stdio serves one client over standard input and output until it goes away or ctx ends.
//
//   - Errors: those of reading and writing; nil when the client went away.
func (s *Server) Stdio(ctx context.Context) error {
	return s.serve(ctx, &sdk.StdioTransport{})
}

// Serve serves one client over a reader and a writer until it goes away or ctx ends.
//
//   - Errors: those of reading and writing; nil when the client went away.
func (s *Server) Serve(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	return s.serve(ctx, &sdk.IOTransport{Reader: in, Writer: out})
}

func (s *Server) serve(ctx context.Context, t sdk.Transport) error {
	err := s.mcp.Run(ctx, t)
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("mcpserver: %w", err)
	}
	return nil
}

// add offers a function as a tool. Its error becomes a result that says a sentence of this package.
func add[In, Out any](s *Server, t *sdk.Tool, f func(context.Context, *sdk.CallToolRequest, In) (Out, error)) {
	schema, err := jsonschema.For[Out](nil)
	if err != nil {
		panic(fmt.Sprintf("mcpserver: the result of %s has no schema: %v", t.Name, err))
	}
	t.OutputSchema = schema
	sdk.AddTool(s.mcp, t, func(ctx context.Context, req *sdk.CallToolRequest, in In) (*sdk.CallToolResult, any, error) {
		out, err := guarded(ctx, s.options.Logger, req, in, f)
		if err != nil {
			s.log(ctx, t.Name, err)
			return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: sentence(err)}}}, nil, nil
		}
		return nil, out, nil
	})
}

// log notes a call that was refused or failed. What a client can do something about is no fault of
// ours.
func (s *Server) log(ctx context.Context, tool string, err error) {
	level := slog.LevelWarn
	if _, is := errors.AsType[request](err); is {
		level = slog.LevelInfo
	}
	s.options.Logger.Log(ctx, level, "mcpserver: a call failed", slog.String("tool", tool), slog.Any("error", err))
}

// errPanic is what became of a call whose handler panicked.
var errPanic = errors.New("mcpserver: it panicked")

// guarded keeps a panic from ending the process, and its value from a client.
func guarded[In, Out any](
	ctx context.Context, log *slog.Logger, req *sdk.CallToolRequest, in In,
	f func(context.Context, *sdk.CallToolRequest, In) (Out, error),
) (out Out, err error) {
	defer func() {
		if recover() != nil {
			log.Error("mcpserver: a call panicked", slog.String("stack", string(debug.Stack())))
			err = errPanic
		}
	}()
	return f(ctx, req, in)
}
