package mcpserver

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxRequestBytes bounds a client's request.
const maxRequestBytes = 1 << 20

// Handler returns the handler of streamable HTTP. It keeps no sessions: every request stands for
// itself. With a token, requests need the header "Authorization: Bearer TOKEN"; without one only
// this machine is let in. Pages of other origins are refused. A body has to arrive within
// Options.BodyTime; the answer may take as long as its turn does.
func (s *Server) Handler(token string) http.Handler {
	serve := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s.mcp }, &sdk.StreamableHTTPOptions{
		Stateless: true, MaxRequestBodyBytes: maxRequestBytes, Logger: s.options.Logger,
	})
	guarded := http.NewCrossOriginProtection().Handler(whole(serve))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Before anything else: what is refused unread is read by the server, to its end.
		err := http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.options.BodyTime))
		if len(r.TransferEncoding) > 0 || !r.ProtoAtLeast(1, 1) {
			// A proxy may go by a Content-Length, or by an encoding, that was ignored here: what follows is no request.
			w = last{w}
		}
		switch {
		case err != nil && !errors.Is(err, errors.ErrUnsupported):
			http.Error(w, "the connection is broken", http.StatusBadRequest)
		case !admitted(r, token):
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "not admitted", http.StatusUnauthorized)
		default:
			guarded.ServeHTTP(w, r)
		}
	})
}

// whole hands a request on once its body has arrived. The deadline ends with the body: it would end a turn
// that takes longer.
func whole(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequestBytes))
		var tooLarge *http.MaxBytesError
		switch {
		case errors.As(err, &tooLarge):
			http.Error(w, "the request is too large", http.StatusRequestEntityTooLarge)
			return
		case err != nil:
			http.Error(w, "the body did not arrive in time", http.StatusRequestTimeout)
			return
		}
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // supported, or there was none
		arrived := *r
		arrived.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, &arrived)
	})
}

// last is the last answer of its connection, whatever the SDK says of that.
type last struct{ http.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (l last) WriteHeader(status int) {
	l.Header().Set("Connection", "close")
	l.ResponseWriter.WriteHeader(status)
}

// Write implements io.Writer.
func (l last) Write(p []byte) (int, error) {
	l.Header().Set("Connection", "close") // nothing, where the header is written
	return l.ResponseWriter.Write(p)
}

// Unwrap is for http.ResponseController.
func (l last) Unwrap() http.ResponseWriter { return l.ResponseWriter }

// admitted reports whether a request may be served.
func admitted(r *http.Request, token string) bool {
	if token == "" {
		host, _, err := net.SplitHostPort(r.RemoteAddr)
		ip := net.ParseIP(host)
		return err == nil && ip != nil && ip.IsLoopback()
	}
	given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	want, got := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(given))
	return ok && subtle.ConstantTimeCompare(want[:], got[:]) == 1
}
