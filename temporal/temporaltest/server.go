// Package temporaltest runs a Temporal service of a test's own: one process, which can be killed. Its program is the
// one that the environment variable TEMPORAL_SERVER names, and make temporal builds; tests are skipped without.
package temporaltest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/log"
	"google.golang.org/protobuf/types/known/durationpb"
)

// Server is a service.
type Server struct {
	Port    int // of its front end, on this machine
	Process *exec.Cmd

	t      testing.TB
	config string
}

// settings are those of one process with SQLite. The ports follow the first one.
const settings = `log: {stdout: true, level: error}
persistence:
  defaultStore: main
  visibilityStore: main
  numHistoryShards: 1
  datastores:
    main:
      sql:
        pluginName: sqlite
        databaseName: %[2]q
        connectAddr: localhost
        connectProtocol: tcp
        connectAttributes: {cache: private, %[11]s}
        maxConns: 1
        maxIdleConns: 1
global:
  membership: {maxJoinDuration: 30s, broadcastAddress: 127.0.0.1}
services:
  frontend: {rpc: {grpcPort: %[1]d, membershipPort: %[3]d, bindOnLocalHost: true}}
  matching: {rpc: {grpcPort: %[4]d, membershipPort: %[5]d, bindOnLocalHost: true}}
  history: {rpc: {grpcPort: %[6]d, membershipPort: %[7]d, bindOnLocalHost: true}}
  worker: {rpc: {grpcPort: %[8]d, membershipPort: %[9]d, bindOnLocalHost: true}}
clusterMetadata:
  enableGlobalNamespace: false
  failoverVersionIncrement: 10
  masterClusterName: active
  currentClusterName: active
  clusterInformation:
    active: {enabled: true, initialFailoverVersion: 1, rpcName: frontend, rpcAddress: "127.0.0.1:%[1]d"}
dcRedirectionPolicy: {policy: noop}
dynamicConfigClient: {filepath: %[10]q, pollInterval: 10s}
`

// dynamic lets tests not wait: for tasks, for timers, for a namespace to be known.
const dynamic = `history.transferProcessorMaxPollRPS: [{value: 2000}]
history.timerProcessorMaxPollRPS: [{value: 2000}]
history.timerProcessorMaxTimeShift: [{value: 20ms}]
system.forceSearchAttributesCacheRefreshOnRead: [{value: true}]
frontend.workerVersioningDataAPIs: [{value: false}]
frontend.persistenceMaxQPS: [{value: 20000}]
history.persistenceMaxQPS: [{value: 20000}]
frontend.namespaceRPS: [{value: 20000}]
`

// programName is the environment variable that names the server's program, which make temporal builds.
const programName = "TEMPORAL_SERVER"

// Start starts a service with its data in memory; it ends with the test.
func Start(t testing.TB) *Server { return start(t, "default", "mode: memory") }

// StartFile starts a service with its data in a file, so that Begin goes on where Kill ended it.
func StartFile(t testing.TB) *Server {
	return start(t, filepath.Join(t.TempDir(), "data.db"), "setup: true, journal_mode: wal, synchronous: 2")
}

func start(t testing.TB, database, attributes string) *Server {
	t.Helper()
	if os.Getenv(programName) == "" {
		t.Skipf("%s names no program: make temporal", programName)
	}
	dir := t.TempDir()
	s := &Server{t: t, config: filepath.Join(dir, "config.yaml")}
	ports := freePorts(t, 8)
	s.Port = ports[0]
	text := fmt.Sprintf(settings, ports[0], database, ports[1], ports[2], ports[3], ports[4], ports[5],
		ports[6], ports[7], filepath.Join(dir, "dynamic.yaml"), attributes)
	for name, text := range map[string]string{"config.yaml": text, "dynamic.yaml": dynamic} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.Begin()
	t.Cleanup(s.Kill)
	names, err := client.NewNamespaceClient(s.options(nil))
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
func (s *Server) Begin() {
	s.t.Helper()
	s.Process = exec.CommandContext(context.Background(), os.Getenv(programName),
		"--config-file", s.config, "--allow-no-auth", "start")
	out, err := os.Create(s.config + ".log")
	if err != nil {
		s.t.Fatal(err)
	}
	s.Process.Stdout, s.Process.Stderr = out, out
	if err := s.Process.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.until("the server", func(ctx context.Context) error {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", fmt.Sprintf("127.0.0.1:%d", s.Port))
		if err == nil {
			err = conn.Close()
		}
		return err
	})
}

// Kill ends the server at once, as a power cut does.
func (s *Server) Kill() {
	_ = s.Process.Process.Kill()
	_ = s.Process.Wait()
}

func (s *Server) options(c converter.DataConverter) client.Options {
	return client.Options{
		HostPort: fmt.Sprintf("127.0.0.1:%d", s.Port), DataConverter: c,
		Logger: log.NewStructuredLogger(slog.New(slog.DiscardHandler)),
	}
}

// Dial returns a client of the service; it is closed with the test.
func (s *Server) Dial(t testing.TB, d converter.DataConverter) client.Client {
	t.Helper()
	var c client.Client
	s.until("a client", func(ctx context.Context) (err error) {
		if c, err = client.DialContext(ctx, s.options(d)); err != nil {
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
	said, _ := os.ReadFile(s.config + ".log")
	s.t.Fatalf("%s: %v\n%s", what, err, said[max(0, len(said)-4000):])
}

// freePorts returns ports that nobody listens on.
func freePorts(t testing.TB, n int) (ports []int) {
	t.Helper()
	var open []net.Listener
	for range n {
		l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
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
