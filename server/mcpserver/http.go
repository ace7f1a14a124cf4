package mcpserver

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxRequestBytes bounds a client's request.
const maxRequestBytes = 1 << 20

// Handler returns the handler of streamable HTTP. It keeps no sessions: every request stands for
// itself. With a token, requests need the header "Authorization: Bearer TOKEN"; without one only
// this machine is let in. Pages of other origins are refused.
func (s *Server) Handler(token string) http.Handler {
	serve := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s.mcp }, &sdk.StreamableHTTPOptions{
		Stateless: true, MaxRequestBodyBytes: maxRequestBytes, Logger: s.options.Logger,
	})
	guarded := http.NewCrossOriginProtection().Handler(serve)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !admitted(r, token) {
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "not admitted", http.StatusUnauthorized)
			return
		}
		guarded.ServeHTTP(w, r)
	})
}

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
