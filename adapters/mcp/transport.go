package mcp

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/legwork-go/legwork/trip"
)

// The bounds of a connection.
const (
	maxBodyBytes   = 8 << 20 // of one HTTP answer; the SDK bounds a line of a command
	maxHeaderBytes = 64 << 10
	maxTailBytes   = 2 << 10         // kept of what a command writes to its standard error
	closeTime      = 2 * time.Second // that a command is given to end, each time that it is told to
	soundTime      = 5 * time.Second // that one is given to answer anything when it did not answer a call
)

// link is one connection to the target, or the attempt to make it.
type link struct {
	transport sdk.Transport
	child     *child // nil of a URL
	last      *tail
	session   *sdk.ClientSession // nil until there is one
}

// end closes the connection, and ends the process. The process comes first: a session waits for answers.
func (l *link) end() error {
	var err error
	if l.child != nil {
		err = l.child.Close()
	}
	if l.session == nil {
		return err
	}
	if closed := l.session.Close(); l.child == nil {
		err = closed
	}
	return err
}

// newLink makes a new connection to the target. It is used once.
func (s *Server) newLink() *link {
	last := &tail{}
	if s.target.url != "" {
		return &link{transport: &sdk.StreamableClientTransport{Endpoint: s.target.url, HTTPClient: s.http}, last: last}
	}
	argv := s.target.argv
	process := exec.Command(argv[0], argv[1:]...) //nolint:gosec,noctx // the operator names it; it outlives a call
	process.Env = s.config.Env
	if process.Env == nil {
		process.Env = environment()
	}
	process.Stderr = last
	process.WaitDelay = closeTime
	c := &child{process: process}
	return &link{transport: c, child: c, last: last}
}

// headerSlack is how much longer the transport waits for headers than a call does.
const headerSlack = 5 * time.Second

// client returns the HTTP client of a server, with bounded answers.
func client(c Config) *http.Client {
	next := c.Transport
	if next == nil {
		next = &http.Transport{
			Proxy:               http.ProxyFromEnvironment,
			DialContext:         (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
			TLSHandshakeTimeout: 10 * time.Second,
			// Also of the stream that nobody waits for. A call's own context ends first, so that the
			// call is known to have been too slow.
			ResponseHeaderTimeout:  c.CallTimeout + headerSlack,
			IdleConnTimeout:        30 * time.Second,
			MaxResponseHeaderBytes: maxHeaderBytes,
		}
	}
	return &http.Client{
		Transport:     guard{next: next},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// guard bounds answers and takes refusals before the SDK does, which tells them by their text only.
type guard struct{ next http.RoundTripper }

// refusal is an HTTP status that says what became of a call.
type refusal struct{ status int }

// Error implements error.
func (r *refusal) Error() string { return fmt.Sprintf("mcp: HTTP %d", r.status) }

// class returns the outcome class of the status.
func (r *refusal) class() trip.Class {
	if r.status == http.StatusTooManyRequests {
		return trip.ClassRateLimited
	}
	return trip.ClassDenied
}

// RoundTrip implements http.RoundTripper.
func (g guard) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := g.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	switch res.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
		_ = res.Body.Close()
		return nil, &refusal{status: res.StatusCode}
	}
	if !strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		res.Body = &body{ReadCloser: res.Body, left: maxBodyBytes}
	}
	return res, nil // the SDK bounds the events of a stream
}

type body struct {
	io.ReadCloser
	left int64
}

// Read fails with ErrTooLarge where the bound is passed.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.left -= int64(n)
	if b.left < 0 {
		return 0, ErrTooLarge
	}
	return n, err
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex // guards text
	text []byte
}

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if over := len(t.text) - maxTailBytes; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

// String returns the end of what was written.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(strings.ToValidUTF8(string(t.text), ""))
}

// words returns an error's text without the URL that it went to, which may hold a secret.
func (s *Server) words(err error) string {
	text := err.Error()
	if u, parseErr := url.Parse(s.target.url); parseErr == nil && s.target.url != "" {
		for _, whole := range []string{s.target.url, u.String(), u.Redacted()} {
			text = strings.ReplaceAll(text, whole, u.Scheme+"://"+u.Host)
		}
	}
	return cut(text)
}
