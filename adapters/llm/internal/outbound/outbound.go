// Package outbound is the HTTP side of a model: a client that reads no more than it should and
// follows nobody, and what a failed request means. It keeps keys and long bodies out of errors.
package outbound

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/legwork-go/legwork/adapters/llm"
	"github.com/legwork-go/legwork/trip"
)

// The bounds of what a server may send.
const (
	maxBodyBytes   = 4 << 20
	maxHeaderBytes = 64 << 10
	maxSaidBytes   = 16 << 10 // of the body of a failure
	maxErrorText   = 600      // characters of a server's own words that go to the log
)

// maxRetryAfter bounds what a server may ask to wait; a longer wait is no wait.
const maxRetryAfter = time.Hour

// Client returns an HTTP client that reads bounded bodies and follows no redirect. An answer that
// is not a success becomes an *llm.Error, without the key.
func Client(transport http.RoundTripper, key string) *http.Client {
	if transport == nil {
		transport = &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			DialContext:            (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
			TLSHandshakeTimeout:    10 * time.Second,
			IdleConnTimeout:        30 * time.Second,
			MaxIdleConnsPerHost:    8,
			MaxResponseHeaderBytes: maxHeaderBytes,
			ForceAttemptHTTP2:      true,
		}
	}
	return &http.Client{Transport: &guard{next: transport, key: key}}
}

// guard stands between an SDK and the network. It takes failures before the SDK does: not every
// server, and no proxy, words them as the SDK expects. A server that wants to be left alone for a time is: what is
// asked meanwhile, in whichever trip, fails at once as what the server said.
type guard struct {
	next http.RoundTripper
	key  string
	rest rest
}

// RoundTrip implements http.RoundTripper.
func (g *guard) RoundTrip(req *http.Request) (*http.Response, error) {
	if refused := g.rest.refuse(time.Now()); refused != nil {
		if req.Body != nil {
			_ = req.Body.Close() // nobody reads it
		}
		return nil, refused
	}
	res, err := g.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if res.StatusCode < 200 || res.StatusCode > 299 {
		defer func() { _ = res.Body.Close() }()
		said, _ := io.ReadAll(io.LimitReader(res.Body, maxSaidBytes)) // what came before a failure is enough
		refused := refusal(res.StatusCode, res.Header, said, g.key)
		g.rest.note(time.Now(), *refused)
		return nil, refused
	}
	res.Body = &body{ReadCloser: res.Body, left: maxBodyBytes, begin: beginOf(req.Context())}
	return res, nil
}

type body struct {
	io.ReadCloser
	left  int64
	begin *Begin
}

// Read fails with llm.ErrTooLarge where the bound is passed: a cut body must not look whole.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.begin.read(p[:n])
	b.left -= int64(n)
	if b.left < 0 {
		return 0, llm.ErrTooLarge
	}
	return n, err
}

// refusal makes the error of an answer that is no success.
func refusal(status int, header http.Header, said []byte, key string) *llm.Error {
	text, code := message(said)
	e := &llm.Error{Class: classOf(status), Text: "HTTP " + strconv.Itoa(status), RetryAfter: -1}
	if text = clean(text, key); text != "" {
		e.Text += ": " + text
	}
	switch {
	case e.Class == trip.ClassRateLimited && code == "insufficient_quota":
		e.Class = trip.ClassDenied // nobody waits for a bill to be paid
	case e.Class == trip.ClassRateLimited, e.Class == trip.ClassFailed:
		e.RetryAfter = retryAfter(header, time.Now())
	}
	return e
}

// message takes the server's own words out of a body: {"error":{"message","code"}}, or all of it.
func message(said []byte) (text, code string) {
	var doc struct {
		Error struct {
			Message string `json:"message"`
			Code    any    `json:"code"`
		} `json:"error"`
	}
	if json.Unmarshal(said, &doc) == nil && doc.Error.Message != "" {
		code, _ = doc.Error.Code.(string)
		return doc.Error.Message, code
	}
	return string(said), ""
}

// classOf says what a status means for the call. What a second try cannot mend is permanent.
func classOf(status int) trip.Class {
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusPaymentRequired:
		return trip.ClassDenied
	case status == http.StatusTooManyRequests:
		return trip.ClassRateLimited
	case status == http.StatusRequestTimeout, status == http.StatusGatewayTimeout:
		return trip.ClassTimeout
	case status == http.StatusConflict, status >= 500:
		return trip.ClassFailed
	default:
		return trip.ClassPermanent
	}
}

// Broken makes the error of a request that got no whole answer; began says that it got a part of one.
func Broken(err error, key string, began bool) *llm.Error {
	if refused, is := errors.AsType[*llm.Error](err); is {
		return refused
	}
	e := &llm.Error{
		Class: trip.ClassFailed, Text: clean(err.Error(), key), RetryAfter: -1,
		Began: began && !errors.Is(err, llm.ErrEmpty),
	}
	var slow net.Error
	switch {
	case errors.Is(err, context.Canceled):
		e.Class = trip.ClassCancelled
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &slow) && slow.Timeout():
		e.Class = trip.ClassTimeout
	}
	return e
}

// clean makes a text fit for the event log: one bounded line, without the key and without
// anything that looks like one.
func clean(text, key string) string {
	if key != "" {
		text = strings.ReplaceAll(text, key, "[key]")
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
	for i, w := range words {
		if looksLikeKey(w) {
			words[i] = "[key]"
		}
	}
	runes := []rune(strings.Join(words, " "))
	if len(runes) > maxErrorText {
		runes = append(runes[:maxErrorText], '…')
	}
	return string(runes)
}

// looksLikeKey reports whether a word holds what providers' keys begin with, also when the server has
// masked a part of it.
func looksLikeKey(word string) bool {
	return keyMark.MatchString(word)
}

var keyMark = regexp.MustCompile(`(?:^|[^A-Za-z])sk[-_]`)

// retryAfter reads when a server wants to be asked again: milliseconds, seconds or a date. It is
// negative when the header does not say, or says something that nobody would wait for.
func retryAfter(h http.Header, now time.Time) time.Duration {
	wait := time.Duration(-1)
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms >= 0 && ms < 1e9 {
		wait = time.Duration(ms * float64(time.Millisecond))
	} else if s, err := strconv.ParseFloat(h.Get("Retry-After"), 64); err == nil && s >= 0 && s < 1e6 {
		wait = time.Duration(s * float64(time.Second))
	} else if at, err := http.ParseTime(h.Get("Retry-After")); err == nil {
		wait = max(at.Sub(now), 0)
	}
	if wait > maxRetryAfter {
		return -1
	}
	return wait
}
