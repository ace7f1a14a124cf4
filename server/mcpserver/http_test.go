package mcpserver_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/server/mcpserver"
)

func TestWhoIsAdmitted(t *testing.T) {
	t.Parallel()
	s := mcpserver.New(broken{}, mcpserver.Options{})
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	cases := map[string]struct {
		token, remote string
		header        []string
		host          string
		want          int
	}{
		"this machine":         {"", "127.0.0.1:99", nil, "127.0.0.1:80", 200},
		"this machine, v6":     {"", "[::1]:99", nil, "localhost", 200},
		"another machine":      {"", "10.0.0.7:99", nil, "legwork.test", 401},
		"nobody":               {"", "", nil, "legwork.test", 401},
		"the token":            {token, "10.0.0.7:99", []string{"Authorization", "Bearer " + token}, "legwork.test", 200},
		"no token":             {token, "127.0.0.1:99", nil, "localhost", 401},
		"another token":        {token, "10.0.0.7:99", []string{"Authorization", "Bearer " + token + "x"}, "legwork.test", 401},
		"another scheme":       {token, "10.0.0.7:99", []string{"Authorization", token}, "legwork.test", 401},
		"a page of others":     {"", "127.0.0.1:99", []string{"Origin", "https://evil.test", "Sec-Fetch-Site", "cross-site"}, "127.0.0.1", 403},
		"a page without fetch": {"", "127.0.0.1:99", []string{"Origin", "https://evil.test"}, "127.0.0.1", 403},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(ping))
			r.RemoteAddr, r.Host = c.remote, c.host
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json, text/event-stream")
			for i := 0; i < len(c.header); i += 2 {
				r.Header.Set(c.header[i], c.header[i+1])
			}
			w := httptest.NewRecorder()
			s.Handler(c.token).ServeHTTP(w, r)
			if w.Code != c.want {
				t.Errorf("status %d, want %d: %s", w.Code, c.want, w.Body)
			}
		})
	}
}

// A name that an attacker points at this machine is refused.
func TestRebinding(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(mcpserver.New(broken{}, mcpserver.Options{}).Handler(""))
	defer server.Close()
	for host, want := range map[string]int{"": 200, "evil.test": 403} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		res, err := server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("host %q: status %d, want %d", host, res.StatusCode, want)
		}
	}
}

// TestSmuggling sends a request of whose end there is doubt, and another: only the first is answered.
func TestSmuggling(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(mcpserver.New(broken{}, mcpserver.Options{}).Handler(""))
	defer server.Close()
	const (
		fields  = "Host: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
		ping    = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
		another = "POST / HTTP/1.1\r\n" + fields + "Content-Length: 40\r\n\r\n" + ping
	)
	for name, head := range map[string]string{
		"length and chunked": "POST / HTTP/1.1\r\n" + fields + "Content-Length: 50\r\nTransfer-Encoding: chunked\r\n\r\n28\r\n" + ping + "\r\n0\r\n\r\n",
		"HTTP/1.0":           "POST / HTTP/1.0\r\n" + fields + "Connection: keep-alive\r\nTransfer-Encoding: chunked\r\nContent-Length: 40\r\n\r\n" + ping,
	} {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.SetDeadline(time.Now().Add(time.Minute))
		if _, err := io.WriteString(conn, head+another); err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(conn)
		_ = conn.Close()
		if n := strings.Count(string(got), `"result"`); err != nil || n != 1 {
			t.Errorf("%s: %d answers, %v:\n%s", name, n, err, got)
		}
	}
}
