package mcpserver_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/server/mcpserver"
)

// FuzzHandler posts anything: it is answered in time, as JSON-RPC or with a refusal, and what the engine says of itself
// stays inside.
func FuzzHandler(f *testing.F) {
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`, `[]`, `{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, `{"jsonrpc":"2.0","id":{},"method":"tools/call","params":null}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"send_message","arguments":{"trip_id":"t1","text":"Boston to Lisbon"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_trip","arguments":{"trip_id":7}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"trip://t1"}}`,
	} {
		f.Add(body)
	}
	h := mcpserver.New(broken{}, mcpserver.Options{}).Handler("")
	f.Fuzz(func(t *testing.T, body string) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/", strings.NewReader(body))
		r.RemoteAddr, r.Host = "127.0.0.1:99", "localhost"
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if ctx.Err() != nil {
			t.Errorf("%q has no end", body)
		}
		if w.Code >= 500 || strings.Contains(w.Body.String(), secret) && !strings.Contains(body, secret) {
			t.Errorf("%q: %d %s", body, w.Code, w.Body)
		}
	})
}
