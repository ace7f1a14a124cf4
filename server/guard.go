package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/legwork-go/legwork/server/auth"
	"github.com/legwork-go/legwork/server/internal/web"
)

// policyOfContent lets a page use its own files and nothing else.
const policyOfContent = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src " +
	"'self'; " +
	"connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.counted(w, r) }

// answer does what is done for every request, before it is known what it is for.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	defer func() { s.survive(w, r, recover()) }()
	h := w.Header()
	h.Set("Content-Security-Policy", policyOfContent)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	if len(r.TransferEncoding) > 0 || !r.ProtoAtLeast(1, 1) {
		// A Content-Length beside a Transfer-Encoding was ignored, or in HTTP/1.0 the other way round. A proxy that trusts
		// the ignored header takes the bytes that follow for a part of this request (request smuggling), so nothing after it
		// may be answered.
		h.Set("Connection", "close")
	}
	if r.TLS != nil {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
	out := http.NewResponseController(w)
	// Set the deadlines first: net/http reads the rest of a body even if the request is refused unread.
	_ = out.SetReadDeadline(time.Now().Add(s.config.Limits.BodyTime))
	_ = out.SetWriteDeadline(time.Now().Add(s.config.Limits.AnswerTime))
	if err := s.admitted(w, r); err != nil {
		s.backend.Fail(w, r, err)
		return
	}
	if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
		h.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
		h.Set("Access-Control-Allow-Headers",
			"Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Traceparent, Tracestate, X-Request-Id")
		h.Set("Access-Control-Max-Age", "600")
		w.WriteHeader(http.StatusNoContent)
		return
	}
	if _, pattern := s.mux.Handler(r); pattern == "" {
		s.backend.Fail(w, r, s.unknown(w, r))
		return
	}
	s.mux.ServeHTTP(w, r)
}

// unknown says of a path that it has nothing, or not under this method.
func (s *Server) unknown(w http.ResponseWriter, r *http.Request) error {
	var methods []string
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := s.mux.Handler(other); pattern != "" && pattern != files {
			methods = append(methods, method)
		}
	}
	if len(methods) == 0 {
		return web.Problemf(http.StatusNotFound, "not_found", "there is nothing here: see /openapi.json")
	}
	w.Header().Set("Allow", strings.Join(methods, ", "))
	return web.Problemf(http.StatusMethodNotAllowed, "method", "this path takes %s", strings.Join(methods, ", "))
}

// survive keeps a panic of one request from its client. The runner's own panics end the process.
func (s *Server) survive(w http.ResponseWriter, r *http.Request, value any) {
	if value == nil {
		return
	}
	if value == http.ErrAbortHandler { //nolint:errorlint // this very value
		panic(value)
	}
	s.config.Logger.LogAttrs(r.Context(), slog.LevelError, "server: a request panicked",
		slog.String("route", r.Pattern), slog.String("stack", string(debug.Stack())))
	s.backend.Fail(w, r, errors.New("server: it panicked"))
}

// admitted refuses requests that were not meant for this server: under another host's name, as DNS rebinding makes
// them, and from pages of other sites.
func (s *Server) admitted(w http.ResponseWriter, r *http.Request) error {
	if s.config.Auth == nil && !isLoopback(r.RemoteAddr) {
		return web.Problemf(http.StatusForbidden, "not_local", "without authentication only this machine is let in")
	}
	if !s.hosts.has(r.Host) {
		return web.Problemf(http.StatusMisdirectedRequest, "host",
			"this server does not answer under the name of the Host header")
	}
	origin := r.Header.Get("Origin")
	if origin == "" || ownOrigin(origin, r.Host) {
		return nil
	}
	if !s.origins[origin] {
		return web.Problemf(http.StatusForbidden, "origin", "pages of other sites may not use this server")
	}
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", "ETag, Retry-After")
	h.Add("Vary", "Origin")
	return nil
}

// open serves every admitted request, without authentication. Its routes take no body.
func (s *Server) open(next handler) http.Handler { return s.backend.Handler(next) }

// handler answers a request. An error, with which nothing of the answer was written, is told to the client.
type handler func(w http.ResponseWriter, r *http.Request) error

// whole is the handler of one that tells errors itself.
func whole(next http.Handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		next.ServeHTTP(w, r)
		return nil
	}
}

// guarded reads the request's body, then serves the request if the client has the scope.
func (s *Server) guarded(need auth.Scope, next handler) http.Handler {
	return s.guardedBy(permit{scope: need}, s.config.Limits.BodyBytes, next)
}

// chat is guarded for a protocol whose clients send the conversation with every message.
func (s *Server) chat(need auth.Scope, next http.Handler) http.Handler {
	return s.guardedBy(permit{scope: need}, s.config.Limits.ChatBytes, whole(next))
}

// permit says who may ask for something: tenants with a scope, operators, or both.
type permit struct {
	scope    auth.Scope // 0: no tenant
	operator bool
}

// refuses says why a principal may not.
func (need permit) refuses(p *auth.Principal) error {
	switch {
	case need.operator && p.Operator, need.scope > 0 && p.Scope >= need.scope:
		return nil
	case need.scope == 0:
		return web.Problemf(http.StatusForbidden, "scope", "this takes a token of an operator")
	}
	return web.Problemf(http.StatusForbidden, "scope", "this takes the scope %s", need.scope)
}

// guardedBy is guarded for whoever a permit says, with the given limit on the body.
func (s *Server) guardedBy(need permit, limit int64, next handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p, err := s.principal(w, r)
		if err == nil {
			var leave func()
			if leave, err = s.rates.enter(p.Tenant); err == nil {
				defer leave()
			}
		}
		if err == nil {
			err = s.rates.take(p.Tenant)
		}
		if noted := web.NotedOf(r.Context()); err == nil {
			noted.Tenant, noted.Token = p.Tenant, p.TokenID
			err = need.refuses(&p)
		}
		if err == nil {
			r, err = s.arrived(w, r, limit)
		}
		if err != nil {
			s.backend.Fail(w, r, err)
			return
		}
		r, leave := s.whileValid(web.WithPrincipal(r, p))
		defer leave()
		s.open(next).ServeHTTP(w, r)
	})
}

// whileValid returns the request with a context that ends when its token becomes invalid, so that an open stream does
// not outlive the token. It stays open while the token temporarily cannot be checked.
func (s *Server) whileValid(r *http.Request) (valid *http.Request, leave func()) {
	if s.config.Auth == nil {
		return r, func() {}
	}
	ctx, end := context.WithCancelCause(r.Context())
	token, _ := bearer(r)
	var check *time.Timer
	check = time.AfterFunc(math.MaxInt64, func() { // Reset starts it, when check is set
		if _, err := s.config.Auth.Authenticate(ctx, token); errors.Is(err, auth.ErrToken) {
			end(refused)
		}
		if ctx.Err() == nil {
			check.Reset(s.config.Limits.Heartbeat)
		}
	})
	check.Reset(s.config.Limits.Heartbeat)
	return r.WithContext(ctx), func() {
		end(nil)
		check.Stop()
	}
}

// refused is the one answer to every request without a valid token, whatever the reason.
var refused = web.Problemf(http.StatusUnauthorized, "token", "send a valid token: Authorization: Bearer TOKEN")

// bearer returns the token of a request, and whether there is one.
func bearer(r *http.Request) (token string, ok bool) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return token, strings.EqualFold(scheme, "Bearer") && token != ""
}

// principal authenticates the client that sent the request.
func (s *Server) principal(w http.ResponseWriter, r *http.Request) (auth.Principal, error) {
	if s.config.Auth == nil {
		return auth.Principal{Scope: auth.Admin, Operator: true}, nil
	}
	token, ok := bearer(r)
	if !ok {
		w.Header().Set("WWW-Authenticate", "Bearer")
		return auth.Principal{}, refused
	}
	p, err := s.config.Auth.Authenticate(r.Context(), token)
	switch {
	case errors.Is(err, auth.ErrToken):
		w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
		return auth.Principal{}, refused
	case errors.Is(err, auth.ErrKeys): // not logged: whoever makes tokens up could fill the log
		return auth.Principal{}, web.Problemf(http.StatusTooManyRequests, "rate",
			"too many tokens of unknown keys were sent: try again later").RetryIn(5)
	case err != nil:
		s.config.Logger.LogAttrs(r.Context(), slog.LevelError, "server: a token cannot be checked", slog.Any("error", err))
		return auth.Principal{},
			&web.Problem{
				Status: http.StatusServiceUnavailable, Code: "auth", Detail: "tokens cannot be checked at the moment",
				RetryAfter: 5,
			}
	case p.Check() != nil:
		s.config.Logger.LogAttrs(r.Context(), slog.LevelError, "server: a token names no usable tenant or owner")
		return auth.Principal{}, refused
	}
	return p, nil
}

// mostBeyond bounds how much of a body beyond its limit is read and discarded. Many clients send the whole body before
// they read the answer: if the rest were left unread, the connection would be reset and they would never see the
// answer.
const maxBeyond = 64 << 20

// arrived returns the request once its body has arrived. The deadline ends with the body: a stream may last.
func (s *Server) arrived(w http.ResponseWriter, r *http.Request, limit int64) (*http.Request, error) {
	tooLarge := web.Problemf(http.StatusRequestEntityTooLarge, "too_large", "the body has more than %d bytes", limit)
	if r.ContentLength-limit > maxBeyond {
		return r, tooLarge
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var beyond *http.MaxBytesError
	switch {
	case errors.As(err, &beyond):
		_, _ = io.CopyN(io.Discard, r.Body, maxBeyond)
		return r, tooLarge
	case errors.Is(err, os.ErrDeadlineExceeded):
		return r, web.Problemf(http.StatusRequestTimeout, "body", "the body did not arrive in time")
	case err != nil:
		return r, badRequest("body", "the body did not arrive whole")
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	arrived := *r
	arrived.Body, arrived.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return &arrived, nil
}

// hosts are the names under which a server answers.
type hosts struct {
	names   []string
	all, ip bool
}

func parseHosts(list []string) (h hosts, err error) {
	for _, name := range list {
		addr, notAddr := netip.ParseAddr(name)
		switch {
		case name == "*":
			h.all = true
		case notAddr == nil && addr.IsUnspecified():
			h.ip = true
		case name == "" || notAddr != nil && strings.ContainsAny(name, ":/ "):
			return h, fmt.Errorf("%w: Hosts: %q: want a name or an address without a port", ErrConfig, name)
		default:
			h.names = append(h.names, strings.ToLower(name))
		}
	}
	return h, nil
}

// has reports whether a Host header names this server. A foreign name could be made to resolve to this server (DNS
// rebinding); an address cannot be redirected.
func (h hosts) has(host string) bool {
	u, err := url.Parse("//" + host)
	if h.all || err != nil || u.Host != host {
		return h.all
	}
	name := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	addr, err := netip.ParseAddr(name)
	return name == "localhost" || slices.Contains(h.names, name) || err == nil && (h.ip || addr.IsLoopback())
}

func isLoopback(address string) bool {
	at, err := netip.ParseAddrPort(address)
	return err == nil && at.Addr().Unmap().IsLoopback()
}

// ownOrigin reports whether an Origin header is that of the page that came under this very Host.
func ownOrigin(origin, host string) bool {
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && strings.EqualFold(u.Host, host)
}

func isOrigin(text string) (bool, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme == "" || u.Host == "" || text != u.Scheme+"://"+u.Host {
		return false, fmt.Errorf("%w: Origins: %q: want such as https://chat.example", ErrConfig, text)
	}
	return true, nil
}
