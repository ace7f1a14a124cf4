package temporal

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
	"go.temporal.io/sdk/log"
	"google.golang.org/protobuf/types/known/durationpb"
)

// server is a Temporal service of the tests' own: one process, with its data in a file, so that it can be killed.
type server struct {
	t       testing.TB
	port    int
	config  string
	process *exec.Cmd
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
        connectAttributes: {cache: private, setup: true, journal_mode: wal, synchronous: 2}
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

// startServer starts a service in a folder; it ends with the test.
func startServer(t testing.TB) *server {
	t.Helper()
	if os.Getenv(programName) == "" {
		t.Skipf("%s names no program: make temporal", programName)
	}
	dir := t.TempDir()
	s := &server{t: t, config: filepath.Join(dir, "config.yaml")}
	ports := freePorts(t, 8)
	s.port = ports[0]
	text := fmt.Sprintf(settings, ports[0], filepath.Join(dir, "data.db"), ports[1], ports[2], ports[3], ports[4], ports[5],
		ports[6], ports[7], filepath.Join(dir, "dynamic.yaml"))
	for name, text := range map[string]string{"config.yaml": text, "dynamic.yaml": dynamic} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.start()
	t.Cleanup(s.kill)
	names, err := client.NewNamespaceClient(s.options())
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

func (s *server) start() {
	s.t.Helper()
	s.process = exec.Command(os.Getenv(programName), "--config-file", s.config, "--allow-no-auth", "start")
	out, err := os.Create(s.config + ".log")
	if err != nil {
		s.t.Fatal(err)
	}
	s.process.Stdout, s.process.Stderr = out, out
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.until("the server", func(context.Context) error {
		conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", s.port))
		if err == nil {
			err = conn.Close()
		}
		return err
	})
}

// kill ends the server at once, as a power cut does.
func (s *server) kill() {
	_ = s.process.Process.Kill()
	_ = s.process.Wait()
}

func (s *server) options() client.Options {
	return client.Options{
		HostPort: fmt.Sprintf("127.0.0.1:%d", s.port), DataConverter: DataConverter(),
		Logger: log.NewStructuredLogger(slog.New(slog.DiscardHandler)),
	}
}

// dial returns a client of the service; it is closed with the test.
func (s *server) dial(t testing.TB) client.Client {
	t.Helper()
	var c client.Client
	s.until("a client", func(ctx context.Context) (err error) {
		if c, err = client.DialContext(ctx, s.options()); err != nil {
			return err
		}
		_, err = c.ListWorkflow(ctx, &workflowservice.ListWorkflowExecutionsRequest{})
		return err
	})
	t.Cleanup(c.Close)
	return c
}

// until tries until there is no error.
func (s *server) until(what string, try func(ctx context.Context) error) {
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
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		addr, _ := l.Addr().(*net.TCPAddr)
		ports = append(ports, addr.Port)
	}
	return ports
}
