package mcp

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
)

// Defaults of a Config.
const (
	DefaultConnectTimeout = 20 * time.Second
	DefaultCallTimeout    = 60 * time.Second
)

// The bounds of what is taken of one server. Providers of models refuse many more tools in all, and
// the header of every trip holds their schemas.
const (
	maxTools       = 64
	maxEntireBytes = 512 << 10
)

// Config says how to connect. The zero value is good.
type Config struct {
	Name           string          // the prefix of the tools' names; default the server's own name
	Taken          []string        // prefixes that other servers have: a number is added to an equal one
	Catalog        catalog.Catalog // the tools that there are: none is replaced; default catalog.Default
	Trust          Trust
	Version        string // of this program, told to the server
	ConnectTimeout time.Duration
	CallTimeout    time.Duration

	Env       []string          // of a command; default this process's without its secrets
	Transport http.RoundTripper // to a URL; default one with the proxies of the environment
	Logger    *slog.Logger      // is told when the server's tools change; default nobody
}

// Server is one connected MCP server. Its methods are safe for concurrent use.
type Server struct {
	config Config
	target target
	http   *http.Client
	client *sdk.Client
	prefix string
	tools  []tool // those that became tools of Legwork, by name
	left   []Skipped

	gate chan struct{} // holds one token: who has it may connect

	mu       sync.Mutex  // guards what follows
	link     *link       // nil while there is none
	restarts []time.Time // of the last minute
	stale    bool        // the server said that its tools changed
	broken   map[string]bool
	closed   bool
}

// tool is one tool of the server.
type tool struct {
	entry  catalog.Tool
	remote string // the server's own name of it
	repeat bool   // a call may be made twice with the same arguments
}

// Skipped is a tool of the server that did not become one of Legwork.
type Skipped struct {
	Name string
	Why  string
}

// Connect starts or reaches the server of a target, "command args" or a URL, and reads its tools.
//
//   - Errors: ErrTarget, ErrConnect.
func Connect(ctx context.Context, where string, c Config) (*Server, error) {
	t, err := parseTarget(where)
	if err != nil {
		return nil, err
	}
	c.ConnectTimeout = cmp.Or(c.ConnectTimeout, DefaultConnectTimeout)
	c.CallTimeout = cmp.Or(c.CallTimeout, DefaultCallTimeout)
	c.Logger = cmp.Or(c.Logger, slog.New(slog.DiscardHandler))
	if c.Catalog.Digest() == "" {
		c.Catalog = catalog.Default()
	}
	s := &Server{config: c, target: t, http: client(c), gate: make(chan struct{}, 1), broken: map[string]bool{}}
	s.client = sdk.NewClient(&sdk.Implementation{Name: "legwork", Version: cmp.Or(c.Version, "dev")}, &sdk.ClientOptions{
		Capabilities:           &sdk.ClientCapabilities{}, // no roots, no sampling, no questions to the person
		MultiRoundTrip:         &sdk.MultiRoundTripOptions{Disabled: true},
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { s.markStale() },
	})
	session, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	list, err := s.list(ctx, session)
	if err != nil {
		_ = s.Close()
		return nil, err
	}
	s.prefix = uniquePrefix(cmp.Or(c.Name, serverName(session)), c.Taken)
	s.addTools(list)
	return s, nil
}

// serverName returns what the server calls itself.
func serverName(session *sdk.ClientSession) string {
	if r := session.InitializeResult(); r != nil && r.ServerInfo != nil {
		return r.ServerInfo.Name
	}
	return ""
}

// uniquePrefix makes a short prefix of a name, with a number when it is taken.
func uniquePrefix(name string, taken []string) string {
	prefix := strings.Trim(strings.ToLower(cleanName(name)), "_-")
	prefix = cmp.Or(strings.TrimRight(prefix[:min(len(prefix), maxPrefixBytes)], "_-"), "mcp")
	out := prefix
	for n := 2; slices.Contains(taken, out); n++ {
		out = fmt.Sprintf("%s%d", prefix, n)
	}
	return out
}

// addTools makes tools of what the server listed; what cannot be one is left out and remembered.
func (s *Server) addTools(list []*sdk.Tool) {
	size := 0
	for _, t := range list {
		entry, st, err := describe(t, s.prefix, s.config.Trust, s.config.CallTimeout)
		_, taken := s.config.Catalog.Tool(entry.Name)
		switch {
		case err != nil:
			s.skip(t.Name, err.Error())
		case taken || s.find(entry.Name) != nil:
			s.skip(t.Name, "a tool of this name exists")
		case len(s.tools) >= maxTools:
			s.skip(t.Name, fmt.Sprintf("the server has more than %d tools", maxTools))
		case size+len(entry.Arguments)+len(entry.Result) > maxEntireBytes:
			s.skip(t.Name, fmt.Sprintf("the schemas of the server have more than %d bytes", maxEntireBytes))
		default:
			size += len(entry.Arguments) + len(entry.Result)
			s.tools = append(s.tools, tool{entry: entry, remote: t.Name, repeat: st.repeats || st.effect == catalog.Read})
		}
	}
	slices.SortFunc(s.tools, func(a, b tool) int { return strings.Compare(a.entry.Name, b.entry.Name) })
}

func (s *Server) skip(name, why string) { s.left = append(s.left, Skipped{Name: cut(name), Why: why}) }

func (s *Server) find(name string) *tool {
	for i := range s.tools {
		if s.tools[i].entry.Name == name {
			return &s.tools[i]
		}
	}
	return nil
}

// Prefix returns what the names of all tools of this server begin with.
func (s *Server) Prefix() string { return s.prefix }

// Tools returns the catalog entries of the server's tools, by name.
func (s *Server) Tools() []catalog.Tool {
	out := make([]catalog.Tool, len(s.tools))
	for i := range s.tools {
		out[i] = s.tools[i].entry
	}
	return out
}

// Skipped returns the tools of the server that did not become tools of Legwork, and why.
func (s *Server) Skipped() []Skipped { return slices.Clone(s.left) }

// Withheld returns the server's own names of the tools that a model may not propose, because they may
// change things and nobody vouched for them.
func (s *Server) Withheld() []string {
	var names []string
	for i := range s.tools {
		if !s.tools[i].entry.Proposable && s.config.Trust.said(s.tools[i].remote) != TrustOff {
			names = append(names, s.tools[i].remote)
		}
	}
	return names
}

// Has reports whether the server listed a tool of this name, its own name of it.
func (s *Server) Has(name string) bool {
	return slices.ContainsFunc(s.tools, func(t tool) bool { return t.remote == name }) ||
		slices.ContainsFunc(s.left, func(l Skipped) bool { return l.Name == name })
}

// Register puts the handlers of the server's tools into a registry.
func (s *Server) Register(reg tools.Registry) {
	for i := range s.tools {
		reg[s.tools[i].entry.Name] = tools.Tool{Run: handler{server: s, tool: s.tools[i]}.Run}
	}
}

// Close ends the connection, and a command with all that it has started. Calls that run fail.
func (s *Server) Close() error {
	s.mu.Lock()
	l := s.link
	s.link, s.closed = nil, true
	s.mu.Unlock()
	if l == nil {
		return nil
	}
	if err := l.end(); err != nil {
		return fmt.Errorf("mcp: closing: %s", s.words(err))
	}
	return nil
}
