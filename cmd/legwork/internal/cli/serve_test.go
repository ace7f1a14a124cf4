package cli

import (
	"bufio"
	"bytes"
	"context"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// served is a server in a process of its own.
type served struct {
	t       *testing.T
	url     string
	process *exec.Cmd
	gate    string // a file: while it is there, searches wait

	mu  sync.Mutex
	log bytes.Buffer
}

// Write keeps what the process logs.
func (s *served) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.Write(p)
}

func (s *served) logged() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.String()
}

// startServer starts legwork serve, which picks a port.
func startServer(t *testing.T, args ...string) *served {
	t.Helper()
	s := &served{t: t, process: exec.Command(program(t), append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...)}
	s.process.Stderr = s
	s.gate = filepath.Join(t.TempDir(), "gate")
	s.process.Env = append(os.Environ(), gateVariable+"="+s.gate)
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.process.Process.Kill(); _ = s.process.Wait() })
	await(t, "the server listens", func() bool {
		_, url, _ := strings.Cut(s.logged(), "listening on ")
		line, _, found := strings.Cut(url, "\n")
		s.url = line
		return found
	})
	return s
}

// do sends a request. headers are "Name: value".
func (s *served) do(method, path, body string, headers ...string) (status int, text string) {
	s.t.Helper()
	res := s.open(s.t.Context(), method, path, body, headers...)
	all, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return res.StatusCode, string(all)
}

func (s *served) open(ctx context.Context, method, path, body string, headers ...string) *http.Response {
	s.t.Helper()
	req, err := http.NewRequestWithContext(ctx, method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

// ready waits until the server says that it is.
func (s *served) ready() {
	s.t.Helper()
	await(s.t, "the server is ready", func() bool {
		status, _ := s.do("GET", "/readyz", "")
		return status == http.StatusOK
	})
}

// end sends a signal and returns the exit code.
func (s *served) end(signal syscall.Signal) int {
	s.t.Helper()
	if err := s.process.Process.Signal(signal); err != nil {
		s.t.Fatal(err)
	}
	_ = s.process.Wait()
	return s.process.ProcessState.ExitCode()
}

const post = `{"type":"USER_MESSAGE","data":{"text":"` + journey + `"}}`

// TestServe lets clients in by tokens that are made while it runs, and ends as it should.
func TestServe(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "trips.db")
	s := startServer(t, "--store", path, "--auth", "tokens", "--log-level", "debug")
	if status, _ := s.do("GET", "/v1/trips", ""); status != 401 {
		t.Errorf("nobody: %d", status)
	}
	made := map[string]string{}
	for _, tenant := range []string{"acme", "beta"} {
		code, out, said := legwork(nil, "token", "create", "--store", path, "--tenant", tenant)
		words := strings.Fields(out)
		if code != exitOK || len(words) == 0 {
			t.Fatal(code, out, said)
		}
		made[tenant] = words[len(words)-1]
	}
	acme, beta := "Authorization: Bearer "+made["acme"], "Authorization: Bearer "+made["beta"]
	if status, text := s.do("POST", "/v1/trips", `{"trip_id":"t1"}`, acme); status != 201 {
		t.Fatal(status, text)
	}
	if status, text := s.do("POST", "/v1/trips/t1/events", post, acme, "Accept: text/event-stream"); status != 200 ||
		!strings.Contains(text, "presenting_options") {
		t.Errorf("%d %.300s", status, text)
	}
	if status, _ := s.do("GET", "/v1/trips/t1", "", beta); status != 404 {
		t.Errorf("another tenant: %d", status)
	}
	code, out, _ := legwork(nil, "token", "list", "--store", path)
	if code != exitOK {
		t.Fatal(code, out)
	}
	id, _, _ := strings.Cut(out, " ")
	if code, _, said := legwork(nil, "token", "revoke", "--store", path, id); code != exitOK {
		t.Fatal(code, said)
	}
	if status, _ := s.do("GET", "/v1/trips/t1", "", acme); status != 401 {
		t.Errorf("a revoked token: %d", status)
	}
	s.ready()
	if code := s.end(syscall.SIGTERM); code != exitOK {
		t.Errorf("exit %d: %s", code, s.logged())
	}
	for _, secret := range []string{made["acme"], made["beta"], "New York", "Bearer"} {
		if strings.Contains(s.logged(), secret) {
			t.Errorf("the log holds %q: %s", secret, s.logged())
		}
	}
	if !strings.Contains(s.logged(), `"route":"POST /v1/trips/{id}/events"`) {
		t.Errorf("requests are not logged: %s", s.logged())
	}
}

// TestServeTLS serves HTTPS with the files of a certificate.
func TestServeTLS(t *testing.T) {
	t.Parallel()
	like := httptest.NewTLSServer(http.NotFoundHandler()) // has a certificate of this machine
	defer like.Close()
	pair := like.TLS.Certificates[0]
	key, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	cert, private := filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	for path, block := range map[string]*pem.Block{
		cert: {Type: "CERTIFICATE", Bytes: pair.Certificate[0]}, private: {Type: "PRIVATE KEY", Bytes: key},
	} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := startServer(t, "--tls-cert", cert, "--tls-key", private)
	const lost = "trips are kept in memory"
	await(t, "the server says "+lost, func() bool { return strings.Contains(s.logged(), lost) })
	res, err := like.Client().Get(s.url + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK || res.Header.Get("Strict-Transport-Security") == "" || !strings.HasPrefix(s.url, "https://") {
		t.Errorf("%s: %s %v", s.url, res.Status, res.Header)
	}
}

// TestServeKilled kills the server while its clients talk to many trips and watch them. After the restart each of
// them gets every update once.
func TestServeKilled(t *testing.T) {
	t.Parallel()
	const trips, kills = 8, 3
	path := filepath.Join(t.TempDir(), "trips.db")
	s := startServer(t, "--store", path)
	seen := make([][]int64, trips) // the seqs that each watcher was told
	for i := range trips {
		if status, text := s.do("POST", "/v1/trips", fmt.Sprintf(`{"trip_id":"t%d"}`, i)); status != 201 {
			t.Fatal(status, text)
		}
	}
	for round := range kills {
		key := fmt.Sprint("Idempotency-Key: round ", round)
		s.killUnderLoad(key, seen)
		s = startServer(t, "--store", path)
		for i := range trips { // sent again: it was accepted or it was not
			if status, text := s.do("POST", fmt.Sprintf("/v1/trips/t%d/events", i), post, key); status != 200 && status != 202 {
				t.Fatal(status, text)
			}
		}
	}
	for i := range trips {
		path := fmt.Sprintf("/v1/trips/t%d", i)
		var log []string
		await(t, "the trip is at rest", func() bool {
			_, text := s.do("GET", path+"/recording", "")
			log = strings.Split(strings.TrimSpace(text), "\n")
			_, in := s.do("GET", path, "")
			return strings.Contains(in, `"presenting_options"`) && strings.Count(text, `"round `) == kills
		})
		if last := int64(len(log) - 1); len(seen[i]) < len(log)-1 {
			ctx, stop := context.WithTimeout(t.Context(), patience)
			res := s.open(ctx, "GET", path+"/updates", "", fmt.Sprint("Last-Event-ID: ", len(seen[i])))
			seen[i] = append(seen[i], idsUntil(res.Body, last)...)
			stop()
		}
		for n, seq := range seen[i] {
			if seq != int64(n+1) {
				t.Fatalf("%s: update %d is of seq %d", path, n+1, seq)
			}
		}
		if len(seen[i]) != len(log)-1 {
			t.Errorf("%s: %d updates, %d events", path, len(seen[i]), len(log)-1)
		}
	}
	if code := s.end(syscall.SIGTERM); code != exitOK {
		t.Errorf("exit %d: %s", code, s.logged())
	}
}

// killUnderLoad kills the server while each trip is watched from where its watcher was, and talked to.
func (s *served) killUnderLoad(key string, seen [][]int64) {
	var watching, talking sync.WaitGroup
	for i := range seen {
		trip, last := fmt.Sprintf("/v1/trips/t%d", i), int64(0)
		if n := len(seen[i]); n > 0 {
			last = seen[i][n-1]
		}
		res := s.open(s.t.Context(), "GET", trip+"/updates", "", fmt.Sprint("Last-Event-ID: ", last))
		watching.Go(func() { seen[i] = append(seen[i], idsUntil(res.Body, 0)...) })
		talking.Go(func() { s.do("POST", trip+"/events", post, key) })
	}
	talking.Wait() // each has been accepted, and its turn runs
	s.end(syscall.SIGKILL)
	watching.Wait()
}

// idsUntil reads the ids of whole messages until that of the last one, 0 for none, or the end of the stream.
func idsUntil(body io.Reader, last int64) (list []int64) {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, 16<<20)
	var id int64
	whole := false
	for (last == 0 || len(list) == 0 || list[len(list)-1] < last) && lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch name {
		case "id":
			_, _ = fmt.Sscan(value, &id)
		case "data":
			whole = json.Valid([]byte(value))
		case "":
			if lines.Text() == "" && whole && id > 0 {
				list = append(list, id)
			}
			id, whole = 0, false
		}
	}
	return list
}

// TestServeCompacts: --compact shrinks the store before it is opened, and a store that is not there is made as ever.
func TestServeCompacts(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "trips.db")
	s := startServer(t, "--store", path, "--compact")
	var ids []string
	for i := range 20 {
		ids = append(ids, fmt.Sprint("t", i))
	}
	s.talks(ids)
	for _, id := range ids[1:] {
		if status, text := s.do("DELETE", "/v1/trips/"+id, ""); status != 204 {
			t.Fatal(status, text)
		}
	}
	_, before := s.do("GET", "/v1/trips/t0/recording", "")
	if code := s.end(syscall.SIGTERM); code != exitOK {
		t.Fatal(code, s.logged())
	}
	was, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	s = startServer(t, "--store", path, "--compact")
	is, err := os.Stat(path)
	if err != nil || is.Size() >= was.Size() || !strings.Contains(s.logged(), `"event":"compact","before_bytes":`) {
		t.Errorf("%d bytes became %d, %v: %s", was.Size(), is.Size(), err, s.logged())
	}
	if _, after := s.do("GET", "/v1/trips/t0/recording", ""); after != before {
		t.Error("the trip that stayed is another one")
	}
	if code, _, said := legwork(nil, "serve", "--compact"); code != exitUsage || !strings.Contains(said, "--compact takes --store") {
		t.Errorf("exit %d: %s", code, said)
	}
}

// TestServeRetains: a trip that is idle for long is archived and removed; what is archived can be imported.
func TestServeRetains(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, kept := filepath.Join(dir, "trips.db"), filepath.Join(dir, "kept")
	s := startServer(t, "--store", path, "--retain", "3s", "--archive", kept)
	s.talks([]string{"t1"})
	await(t, "the trip is removed", func() bool {
		status, _ := s.do("GET", "/v1/trips/t1", "")
		return status == 404
	})
	await(t, "that is audited", func() bool {
		return strings.Contains(s.logged(), `"event":"audit","act":"retention","trip":"t1","archived":true`)
	})
	if code := s.end(syscall.SIGTERM); code != exitOK {
		t.Fatal(code, s.logged())
	}
	if code, out, said := legwork(nil, "import", "recording", "--store", filepath.Join(dir, "other.db"), kept); code != exitOK ||
		!strings.Contains(out, "imported as trip t1") {
		t.Errorf("exit %d: %s%s", code, out, said)
	}
	if code, _, _ := legwork(nil, "serve", "--archive", kept); code != exitUsage {
		t.Errorf("--archive alone: exit %d", code)
	}
}
