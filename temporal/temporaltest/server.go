// Package temporaltest runs a Temporal service of a test's own, of one process or of several, which can be killed. Its
// program is the one that the environment variable TEMPORAL_SERVER names, and make temporal builds; tests are skipped
// without.
package temporaltest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/log"
	"google.golang.org/grpc"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/legwork-go/legwork/internal/pgserver"
)

// Server is a service.
type Server struct {
	Address  string           // of the front ends of its nodes, with commas; see Options
	Nodes    []*Node          // one, or those that share a database
	Database *pgserver.Server // nil where there is one node

	t testing.TB
}

// Node is one process, with all parts of a service.
type Node struct {
	Process *exec.Cmd

	s       *Server
	config  string
	address string
}

// settings is the configuration file of one server process, to be filled in: %[1]s is the database, what follows are
// ports.
const settings = `log: {stdout: true, level: error}
persistence:
  defaultStore: main
  visibilityStore: visibility
  numHistoryShards: 4
  datastores:
    main: {sql: %[1]s}
    visibility: {sql: %[2]s}
global:
  membership: {maxJoinDuration: 30s, broadcastAddress: 127.0.0.1}
services:
  frontend: {rpc: {grpcPort: %[3]d, membershipPort: %[4]d, bindOnLocalHost: true}}
  matching: {rpc: {grpcPort: %[5]d, membershipPort: %[6]d, bindOnLocalHost: true}}
  history: {rpc: {grpcPort: %[7]d, membershipPort: %[8]d, bindOnLocalHost: true}}
  worker: {rpc: {grpcPort: %[9]d, membershipPort: %[10]d, bindOnLocalHost: true}}
clusterMetadata:
  enableGlobalNamespace: false
  failoverVersionIncrement: 10
  masterClusterName: active
  currentClusterName: active
  clusterInformation:
    active: {enabled: true, initialFailoverVersion: 1, rpcName: frontend, rpcAddress: "127.0.0.1:%[3]d"}
dcRedirectionPolicy: {policy: noop}
dynamicConfigClient: {filepath: %[11]q, pollInterval: 10s}
`

// dynamic lets tests not wait: for tasks, for timers, for a namespace to be known.
const dynamic = `history.transferProcessorMaxPollRPS: [{value: 2000}]
history.timerProcessorMaxPollRPS: [{value: 2000}]
history.timerProcessorMaxTimeShift: [{value: 20ms}]
history.transferProcessorUpdateAckInterval: [{value: 1s}]
history.visibilityProcessorUpdateAckInterval: [{value: 1s}]
system.forceSearchAttributesCacheRefreshOnRead: [{value: true}]
frontend.workerVersioningDataAPIs: [{value: false}]
frontend.persistenceMaxQPS: [{value: 20000}]
history.persistenceMaxQPS: [{value: 20000}]
frontend.namespaceRPS: [{value: 20000}]
`

// The environment variables that name programs, which make temporal and make temporal-nodes build.
const (
	serverProgram = "TEMPORAL_SERVER"
	schemaProgram = "TEMPORAL_SQL"
)

// sqlite is a database of one process.
const sqlite = `{pluginName: sqlite, databaseName: %q, connectAddr: localhost, connectProtocol: tcp, maxConns: 1,
      maxIdleConns: 1, connectAttributes: {cache: private, %s}}`

// Start starts a service with its data in memory; it ends with the test.
func Start(t testing.TB) *Server {
	need(t, serverProgram)
	memory := fmt.Sprintf(sqlite, "default", "mode: memory")
	return start(t, &Server{t: t}, 1, memory, memory)
}

// StartFile starts a service with its data in a file, so that Begin goes on where Kill ended it.
func StartFile(t testing.TB) *Server {
	need(t, serverProgram)
	file := fmt.Sprintf(sqlite, filepath.Join(t.TempDir(), "data.db"), "setup: true, journal_mode: wal, synchronous: 2")
	return start(t, &Server{t: t}, 1, file, file)
}

// StartNodes starts a service of so many processes, which share a PostgreSQL server of the test's own.
func StartNodes(t testing.TB, nodes int) *Server {
	need(t, serverProgram)
	need(t, schemaProgram)
	db, err := pgserver.New("max_connections=300")
	if errors.Is(err, pgserver.ErrMissing) {
		t.Skip(err)
	}
	if err == nil {
		t.Cleanup(db.Remove)
		err = db.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	folder, _, _ := strings.Cut(strings.TrimPrefix(db.URL(), "host="), " ")
	stores := make([]string, 2)
	for i, schema := range []string{"temporal", "visibility"} {
		if err := db.Do("CREATE DATABASE " + schema); err != nil {
			t.Fatal(err)
		}
		for _, verb := range [][]string{
			{"setup-schema", "-v", "0.0"}, {"update-schema", "--schema-name", "postgresql/v12/" + schema},
		} {
			args := append([]string{
				"--plugin", "postgres12_pgx", "--ep", "127.0.0.1", "-p", "5432", "-u", "legwork", "--db", schema,
				"--ca", "host=" + folder,
			}, verb...)
			if out, err := exec.CommandContext(t.Context(), os.Getenv(schemaProgram), args...).CombinedOutput(); err != nil {
				t.Fatalf("%v: %v\n%s", verb, err, out)
			}
		}
		stores[i] = fmt.Sprintf(`{pluginName: postgres12_pgx, databaseName: %s, connectAddr: "127.0.0.1:5432", connectProtocol: tcp,
      user: legwork, maxConns: 20, maxIdleConns: 20, connectAttributes: {host: %q}}`, schema, folder)
	}
	return start(t, &Server{t: t, Database: db}, nodes, stores[0], stores[1])
}

// need skips a test without a program.
func need(t testing.TB, program string) {
	t.Helper()
	if os.Getenv(program) == "" {
		t.Skipf("%s names no program: make temporal", program)
	}
}

func start(t testing.TB, s *Server, nodes int, main, visibility string) *Server {
	t.Helper()
	var addresses []string
	for range nodes {
		dir := t.TempDir()
		p := freePorts(t, 8)
		n := &Node{s: s, config: filepath.Join(dir, "config.yaml"), address: fmt.Sprintf("127.0.0.1:%d", p[0])}
		text := fmt.Sprintf(settings, main, visibility, p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7],
			filepath.Join(dir, "dynamic.yaml"))
		for name, text := range map[string]string{"config.yaml": text, "dynamic.yaml": dynamic} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		n.Begin()
		t.Cleanup(n.Kill)
		s.Nodes, addresses = append(s.Nodes, n), append(addresses, n.address)
	}
	s.Address = strings.Join(addresses, ",")
	names, err := client.NewNamespaceClient(Options(s.Address, nil))
	if err != nil {
		t.Fatal(err)
	}
	defer names.Close()
	s.until("the namespace", func(ctx context.Context) error {
		err := names.Register(ctx, &workflowservice.RegisterNamespaceRequest{
			Namespace: "default", WorkflowExecutionRetentionPeriod: durationpb.New(24 * time.Hour),
		})
		var there *serviceerror.NamespaceAlreadyExists
		if errors.As(err, &there) {
			return nil
		}
		return err
	})
	return s
}

// Begin starts it again after Kill.
func (n *Node) Begin() {
	n.s.t.Helper()
	n.Process = exec.CommandContext(context.Background(), os.Getenv(serverProgram),
		"--config-file", n.config, "--allow-no-auth", "start")
	out, err := os.Create(n.config + ".log")
	if err != nil {
		n.s.t.Fatal(err)
	}
	n.Process.Stdout, n.Process.Stderr = out, out
	if err := n.Process.Start(); err != nil {
		n.s.t.Fatal(err)
	}
	n.s.until("a node", func(ctx context.Context) error {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", n.address)
		if err == nil {
			err = conn.Close()
		}
		if err != nil {
			said, _ := os.ReadFile(n.config + ".log")
			err = fmt.Errorf("%w\n%s", err, said[max(0, len(said)-4000):])
		}
		return err
	})
}

// Kill ends it at once, as a power cut does.
func (n *Node) Kill() {
	_ = n.Process.Process.Kill()
	_ = n.Process.Wait()
}

// Options are those of a client of the nodes at an address (Server.Address).
func Options(address string, c converter.DataConverter) client.Options {
	nodes := manual.NewBuilderWithScheme("nodes")
	var at resolver.State
	for one := range strings.SplitSeq(address, ",") {
		at.Addresses = append(at.Addresses, resolver.Address{Addr: one})
	}
	nodes.InitialState(at)
	return client.Options{
		HostPort: "nodes:///all", DataConverter: c,
		ConnectionOptions: client.ConnectionOptions{DialOptions: []grpc.DialOption{grpc.WithResolvers(nodes)}},
		Logger:            log.NewStructuredLogger(slog.New(slog.DiscardHandler)),
	}
}

// Dial returns a client of the service; it is closed with the test.
func (s *Server) Dial(t testing.TB, d converter.DataConverter) client.Client {
	t.Helper()
	var c client.Client
	s.until("a client", func(ctx context.Context) (err error) {
		if c, err = client.DialContext(ctx, Options(s.Address, d)); err != nil {
			return err
		}
		_, err = c.ListWorkflow(ctx, &workflowservice.ListWorkflowExecutionsRequest{})
		return err
	})
	t.Cleanup(c.Close)
	return c
}

// until tries until there is no error.
func (s *Server) until(what string, try func(ctx context.Context) error) {
	s.t.Helper()
	var err error
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		err = try(ctx)
		if cancel(); err == nil {
			return
		}
	}
	s.t.Fatalf("%s: %v", what, err)
}

// freePorts returns ports that nobody listens on, below those that clients are given: the service keeps them in
// PostgreSQL as small numbers.
func freePorts(t testing.TB, n int) (ports []int) {
	t.Helper()
	var open []net.Listener
	for len(open) < n {
		l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", fmt.Sprintf("127.0.0.1:%d", 10000+rand.IntN(22000)))
		if err != nil {
			continue
		}
		open = append(open, l)
		addr, _ := l.Addr().(*net.TCPAddr)
		ports = append(ports, addr.Port)
	}
	for _, l := range open {
		_ = l.Close()
	}
	return ports
}
