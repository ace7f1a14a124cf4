package server_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// raw sends bytes over a connection of its own, and returns all that comes back until the server closes it. Nothing more
// is sent: a server that waits for more is taken at its word after a minute.
func (w *site) raw(text string) (answers []*http.Response, isClosed bool) {
	w.t.Helper()
	conn := w.sends(text)
	defer conn.Close()
	got, err := io.ReadAll(conn)
	isClosed = err == nil || !strings.Contains(err.Error(), "timeout")
	for in := bufio.NewReader(bytes.NewReader(got)); ; {
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			return answers, isClosed
		}
		_, _ = io.Copy(io.Discard, res.Body)
		answers = append(answers, res)
	}
}

// sends opens a connection of its own for bytes, from which is read for a minute at most.
func (w *site) sends(text string) net.Conn {
	w.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(w.url, "http://"))
	if err != nil {
		w.t.Fatal(err)
	}
	if _, err := io.WriteString(conn, text); err != nil {
		w.t.Fatal(err)
	}
	_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
	return conn
}

// TestSmuggling sends requests of which two programs could disagree where they end. What follows each of them would be
// another one's request behind a proxy that reads it otherwise: it must not be answered.
func TestSmuggling(t *testing.T) {
	t.Parallel()
	w := serve(t, nil)
	const (
		host    = "Host: localhost\r\n"
		post    = "POST /v1/trips HTTP/1.1\r\n" + host
		end     = "0\r\n\r\n"
		another = "GET /v1/trips HTTP/1.1\r\n" + host + "\r\n"
	)
	for name, c := range map[string]struct {
		head, body string
		status     int
	}{
		"length, then chunked":     {post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", end, 201},
		"chunked, then length":     {post + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", end, 201},
		"chunked on a folded line": {post + "Content-Length: 5\r\nTransfer-Encoding:\r\n chunked\r\n", end, 201},
		"chunked of HTTP/1.0": {"POST /v1/trips HTTP/1.0\r\n" + host +
			"Connection: keep-alive\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n", end, 400},
		"chunks with extensions":      {post + "Transfer-Encoding: chunked\r\n", "2;a=\"b\"\r\n{}\r\n" + end, 201},
		"chunks with bare line feeds": {post + "Transfer-Encoding: chunked\r\n", "2\n{}\n0\n\n", 400},
		"a chunk longer than said":    {post + "Transfer-Encoding: chunked\r\n", "2\r\n{} \r\n" + end, 400},
		"a chunk's length is signed":  {post + "Transfer-Encoding: chunked\r\n", "+2\r\n{}\r\n" + end, 400},
		"a chunk of 2^64 bytes":       {post + "Transfer-Encoding: chunked\r\n", "10000000000000000\r\n{}\r\n" + end, 400},
		"another encoding":            {post + "Transfer-Encoding: xchunked\r\n", end, 501},
		"two encodings":               {post + "Transfer-Encoding: gzip, chunked\r\n", end, 501},
		"two lines of encodings":      {post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", end, 501},
		"an encoding with a tab":      {post + "Transfer-Encoding: \vchunked\r\n", end, 400},
		"two lengths":                 {post + "Content-Length: 2\r\nContent-Length: 3\r\n", "{}", 400},
		"a list of lengths":           {post + "Content-Length: 2, 3\r\n", "{}", 400},
		"a signed length":             {post + "Content-Length: +2\r\n", "{}", 400},
		"a negative length":           {post + "Content-Length: -2\r\n", "{}", 400},
		"a length of 2^64":            {post + "Content-Length: 18446744073709551618\r\n", "{}", 400},
		"a space before the colon":    {post + "Content-Length : 2\r\n", "{}", 400},
		"a bare carriage return":      {post + "X: a\rContent-Length: 2\r\n", "{}", 400},
		"a zero byte":                 {post + "X: a\x00\r\n", "", 400},
		"two hosts":                   {post + "Host: 127.0.0.1\r\n", "", 400},
		"no host":                     {"GET /v1/trips HTTP/1.1\r\n", "", 400},
		"another protocol":            {"GET /v1/trips HTTP/2.0\r\n" + host, "", 505},
		"a method with a space":       {"GET  /v1/trips HTTP/1.1\r\n" + host, "", 400},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answers, isClosed := w.raw(c.head + "\r\n" + c.body + another)
			if len(answers) != 1 || answers[0].StatusCode != c.status || !isClosed {
				t.Errorf("%d answers, the connection is closed: %v", len(answers), isClosed)
				for _, a := range answers {
					t.Errorf("answered %s, want %d alone", a.Status, c.status)
				}
			}
		})
	}
}

// TestOneRequestAfterAnother sends what is meant to be two requests, of which there is no doubt.
func TestOneRequestAfterAnother(t *testing.T) {
	w := serve(t, nil)
	const another = "GET /v1/trips HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
	for name, first := range map[string]string{
		"a length":                 "POST /v1/trips HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}",
		"the same length twice":    "POST /v1/trips HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
		"a folded line":            "POST /v1/trips HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\nContent-Length: 2\r\n\r\n{}",
		"bare line feeds":          "POST /v1/trips HTTP/1.1\nHost: localhost\nContent-Length: 2\n\n{}",
		"an offer of HTTP/2 taken": "POST /v1/trips HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\n{}",
	} {
		if answers, isClosed := w.raw(first + another); len(answers) != 2 || answers[0].StatusCode != http.StatusCreated ||
			answers[1].StatusCode != http.StatusOK || !isClosed {
			t.Errorf("%s: %d answers: %v", name, len(answers), answers)
		}
	}
}

// TestTooLarge sends whole bodies beyond the limit before it reads, as many clients do: each is told so.
func TestTooLarge(t *testing.T) {
	w := serve(t, nil)
	for _, size := range []int{2 << 20, 12 << 20, 40 << 20} {
		conn := w.sends(fmt.Sprintf("POST /v1/trips HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s", size, strings.Repeat(" ", size)))
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || answer.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%d bytes: %v, %v", size, answer, err)
		}
		_ = conn.Close()
	}
	answers, isClosed := w.raw("POST /v1/trips HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n{")
	if len(answers) != 1 || answers[0].StatusCode != http.StatusRequestEntityTooLarge || !isClosed {
		t.Errorf("a length that nobody reads to its end: %v, closed %t", answers, isClosed)
	}
}

// TestHeadOfAStream asks for the headers of a stream: the answer ends.
func TestHeadOfAStream(t *testing.T) {
	w := serve(t, nil)
	w.want(201, "POST", "/v1/trips", `{"trip_id":"t1"}`)
	w.say("/v1/trips/t1", "k1")
	answers, isClosed := w.raw("HEAD /v1/trips/t1/updates HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
	if len(answers) != 1 || answers[0].Header.Get("Content-Type") != "text/event-stream" || !isClosed {
		t.Errorf("%v, closed %t", answers, isClosed)
	}
}

// TestPaths asks for paths that lead out of where they begin, written in every way.
func TestPaths(t *testing.T) {
	w := serve(t, nil)
	w.want(201, "POST", "/v1/trips", `{"trip_id":"t1"}`)
	for _, path := range []string{
		"/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2f..%2fetc%2fpasswd", "/..%5c..%5cetc%5cpasswd", `/..\..\etc\passwd`,
		"/%252e%252e%252fetc%252fpasswd", "/....//....//etc/passwd", "/js/..%2f..%2f..%2fgo.mod", "/index.html%00.js", "/js/", "//etc/passwd", "/etc/passwd",
		"/v1/trips/../../../etc/passwd", "/v1/trips/..%2ft1", "/v1/trips/t1%2f..", "/v1/trips/t1;a=b", "/v1/../v1/trips/t1", "/file:///etc/passwd",
		"http://localhost/../etc/passwd", "/v1/trips/%ff", "/v1/trips/t1/updates/..%2f..", "/.git/config", "/go.mod",
	} {
		answers, _ := w.raw(fmt.Sprintf("GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", path))
		if len(answers) != 1 {
			t.Errorf("%s: %d answers", path, len(answers))
			continue
		}
		switch status := answers[0].StatusCode; {
		case status == http.StatusBadRequest, status == http.StatusNotFound:
		case status == http.StatusTemporaryRedirect && !strings.Contains(answers[0].Header.Get("Location"), "//"):
		default:
			t.Errorf("%s: %s, Location %q", path, answers[0].Status, answers[0].Header.Get("Location"))
		}
	}
}
