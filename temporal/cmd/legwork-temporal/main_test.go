package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/converter"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/legwork-go/legwork/cmd/legwork/program"
	"github.com/legwork-go/legwork/temporal/temporaltest"
)

// TestMain makes this program the command where a test asks for that.
func TestMain(m *testing.M) {
	if os.Getenv("LEGWORK_TEMPORAL_MAIN") != "" {
		main()
	}
	os.Exit(m.Run())
}

// run runs the command in this process.
func run(args ...string) (code int, said string) {
	var out strings.Builder
	code = program.Main(args, strings.NewReader(""), &out, &out, new(backend))
	return code, out.String()
}

// A trip has one place, and flags of the backend are settings as all others are.
func TestFlags(t *testing.T) {
	if code, said := run("serve", "--temporal", "--store", "trips.db"); code != 2 || !strings.Contains(said, "one place") {
		t.Errorf("two places: exit %d, %s", code, said)
	}
	t.Setenv("LEGWORK_TEMPORAL_QUEUE", "trips")
	if code, said := run("serve", "--print-config"); code != 0 ||
		!strings.Contains(said, "temporal-queue: trips # LEGWORK_TEMPORAL_QUEUE\n") ||
		!strings.Contains(said, "temporal: false # default\n") || !strings.Contains(said, "\ntls-cert: ") {
		t.Errorf("exit %d, %s", code, said)
	}
	t.Setenv("TEMPORAL_CONFIG_FILE", filepath.Join(t.TempDir(), "none.toml"))
	if code, said := run("serve", "--temporal", "--temporal-profile", "prod"); code != 20 || !strings.Contains(said, "prod") {
		t.Errorf("a profile that is not there: exit %d, %s", code, said)
	}
}

// The service is reached over TLS and with a key, as Temporal's own variables say.
func TestServiceWithAKey(t *testing.T) {
	like := httptest.NewTLSServer(http.NotFoundHandler()) // has a certificate of this machine
	defer like.Close()
	ca := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: like.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	seen := make(chan metadata.MD, 100)
	service := grpc.NewServer(grpc.Creds(credentials.NewServerTLSFromCert(&like.TLS.Certificates[0])),
		grpc.UnknownServiceHandler(func(_ any, s grpc.ServerStream) error {
			md, _ := metadata.FromIncomingContext(s.Context())
			seen <- md
			return status.Error(codes.PermissionDenied, "not you")
		}))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go service.Serve(listener)
	defer service.Stop()
	for name, value := range map[string]string{
		"TEMPORAL_ADDRESS": listener.Addr().String(), "TEMPORAL_API_KEY": "the-key", "TEMPORAL_NAMESPACE": "trips",
		"TEMPORAL_TLS_SERVER_CA_CERT_PATH": ca, "TEMPORAL_TLS_SERVER_NAME": "example.com",
	} {
		t.Setenv(name, value)
	}
	code, said := run("serve", "--temporal", "--addr", "127.0.0.1:0")
	if code != 20 || !strings.Contains(said, "no Temporal service") || !strings.Contains(said, "not you") {
		t.Errorf("exit %d, %s", code, said)
	}
	if strings.Contains(said, "the-key") {
		t.Errorf("the key is told: %s", said)
	}
	if md := <-seen; strings.Join(md.Get("authorization"), " ") != "Bearer the-key" {
		t.Errorf("the service is told %v", md)
	}
}

// hidden is a codec that nobody else reads.
type hidden struct{}

func (hidden) Encode(payloads []*commonpb.Payload) (out []*commonpb.Payload, err error) {
	for _, p := range payloads {
		plain, err := proto.Marshal(p)
		if err != nil {
			return nil, err
		}
		encoding := map[string][]byte{converter.MetadataEncoding: []byte("binary/hidden")}
		out = append(out, &commonpb.Payload{Metadata: encoding, Data: []byte(hex.EncodeToString(plain))})
	}
	return out, nil
}

func (hidden) Decode(payloads []*commonpb.Payload) (out []*commonpb.Payload, err error) {
	for _, p := range payloads {
		plain, err := hex.DecodeString(string(p.GetData()))
		if err != nil {
			return nil, err
		}
		out = append(out, &commonpb.Payload{})
		if err := proto.Unmarshal(plain, out[len(out)-1]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// What Temporal's variables name as a codec writes all that the service keeps of a trip.
func TestRemoteCodec(t *testing.T) {
	service := temporaltest.Start(t)
	keeps := service.Dial(t, nil)
	codec := httptest.NewServer(converter.NewPayloadCodecHTTPHandler(hidden{}))
	defer codec.Close()
	t.Setenv("TEMPORAL_CODEC_ENDPOINT", codec.URL)
	s := serve(t, service.Address)
	if code, text := s.do("POST", "/v1/trips", `{"trip_id":"t1"}`, ""); code != 201 {
		t.Fatal(code, text)
	}
	const say = `{"type":"USER_MESSAGE","data":{"text":"LIS to FCO on 1 May 2027, one way, 1 adult, no hotel"}}`
	if code, text := s.do("POST", "/v1/trips/t1/events", say, ""); code != 200 || !strings.Contains(text, "presenting_options") {
		t.Errorf("%d %.300s", code, text)
	}
	events := keeps.GetWorkflowHistory(t.Context(), "legwork/t1", "", false, enums.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
	var read, hides int
	for events.HasNext() {
		ev, err := events.Next()
		if err != nil {
			t.Fatal(err)
		}
		if text := ev.String(); strings.Contains(text, "USER_MESSAGE") || strings.Contains(text, "binary/zlib") {
			t.Errorf("the service reads %.300s", text)
		}
		read, hides = read+1, hides+strings.Count(ev.String(), "binary/hidden")
	}
	if hides == 0 {
		t.Errorf("nothing is hidden in %d events", read)
	}
}

// served is the command in a process of its own.
type served struct {
	t       *testing.T
	url     string
	process *exec.Cmd
}

func serve(t *testing.T, address string, args ...string) *served {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := &served{t: t, process: exec.Command(self, append([]string{"serve", "--temporal", "--addr", "127.0.0.1:0"}, args...)...)}
	s.process.Env = append(os.Environ(), "LEGWORK_TEMPORAL_MAIN=1", "TEMPORAL_ADDRESS="+address)
	said, err := s.process.StderrPipe()
	if err == nil {
		err = s.process.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.process.Process.Kill(); _ = s.process.Wait() })
	var log strings.Builder
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		log.WriteString(lines.Text() + "\n")
		if url, found := strings.CutPrefix(lines.Text(), "listening on "); found {
			s.url = url
			go io.Copy(io.Discard, said)
			return s
		}
	}
	t.Fatalf("it does not listen:\n%s", log.String())
	return nil
}

func (s *served) do(method, path, body, token string) (code int, text string) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Accept", "text/event-stream")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	all, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return res.StatusCode, string(all)
}

// Trips are served with tokens from a Temporal service: by one process that decides and performs and by another one that
// only asks, which outlives the first; an operator sees them.
func TestServe(t *testing.T) {
	service := temporaltest.Start(t)
	service.Dial(t, nil)
	tokens := filepath.Join(t.TempDir(), "tokens")
	made := map[string]string{}
	for name, args := range map[string][]string{"acme": {"--tenant", "acme"}, "operator": {"--operator"}} {
		code, said := run(append([]string{"token", "create", "--tokens", tokens}, args...)...)
		words := strings.Fields(said)
		if code != 0 || len(words) == 0 {
			t.Fatal(code, said)
		}
		made[name] = words[len(words)-1]
	}
	works := serve(t, service.Address, "--auth", "tokens", "--tokens", tokens)
	asks := serve(t, service.Address, "--auth", "tokens", "--tokens", tokens, "--temporal-work=false")
	if code, _ := asks.do("GET", "/v1/trips", "", ""); code != 401 {
		t.Errorf("nobody: %d", code)
	}
	if code, text := asks.do("POST", "/v1/trips", `{"trip_id":"t1"}`, made["acme"]); code != 201 {
		t.Fatal(code, text)
	}
	const say = `{"type":"USER_MESSAGE","data":{"text":"LIS to FCO on 1 May 2027, one way, 1 adult, no hotel"}}`
	code, text := asks.do("POST", "/v1/trips/t1/events", say, made["acme"])
	if code != 200 || !strings.Contains(text, "presenting_options") || !strings.Contains(text, `"turn_ended":true`) {
		t.Errorf("%d %.300s", code, text)
	}
	_, recording := works.do("GET", "/v1/trips/t1/recording", "", made["acme"])
	if _, there := asks.do("GET", "/v1/trips/t1/recording", "", made["acme"]); there != recording ||
		strings.Count(recording, "TOOL_RESULT") < 3 {
		t.Errorf("the recording is\n%s\nand the other one's\n%s", recording, there)
	}
	for end := time.Now().Add(time.Minute); !strings.Contains(text, "acme/t1"); time.Sleep(50 * time.Millisecond) {
		if code, text = asks.do("GET", "/v1/ops/trips", "", made["operator"]); code != 200 || time.Now().After(end) {
			t.Fatalf("operator: %d %s", code, text)
		}
	}
	if err := works.process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := works.process.Wait(); err != nil {
		t.Errorf("an end by a signal: %v", err)
	}
	if code, text := asks.do("GET", "/v1/trips/t1", "", made["acme"]); code != 200 || !strings.Contains(text, "presenting_options") {
		t.Errorf("without a worker: %d %s", code, text)
	}
}

// Trips move between the file of a store and a service that is served, and what an operator asks of one is done to it there.
func TestOps(t *testing.T) {
	service := temporaltest.Start(t)
	service.Dial(t, nil)
	s := serve(t, service.Address)
	messages := filepath.Join(t.TempDir(), "messages")
	if err := os.WriteFile(messages, []byte("Two of us from Boston to WQK on 2099-06-03, back June 10, with a hotel\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "trips.db")
	if code, said := run("run", "-q", "--store", file, "--trip", "t1", messages); code != 0 {
		t.Fatal(code, said)
	}
	for _, step := range []struct{ verb, want string }{
		{"move t1 --store FILE --to-server URL", "moved t1: error/retryable"},
		{"list --store FILE", ""},
		{"inspect t1 --server URL", "legwork ops retry t1"},
		{"retry t1 --server URL", "tried again t1: quote/presenting_options"},
		{"move t1 --server URL --to-store FILE", "moved t1: quote/presenting_options"},
		{"inspect t1 --store FILE", "presenting_options after event"},
		{"move t1 --store FILE --to-server URL", "moved t1: quote/presenting_options"},
		{"export t1 --server URL", `"text":"try again"`},
		{"delete t1 --server URL", "deleted t1"},
	} {
		args := strings.Fields(strings.NewReplacer("FILE", file, "URL", s.url).Replace(step.verb))
		code, said := run(append([]string{"ops"}, args...)...)
		if code != 0 || !strings.Contains(said, step.want) {
			t.Errorf("ops %s: exit %d, %s", step.verb, code, said)
		}
	}
}
