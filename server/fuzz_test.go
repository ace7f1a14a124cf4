package server_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
)

// FuzzRequest sends requests of any form: every answer is one of the server's own, and none says internal.
func FuzzRequest(f *testing.F) {
	f.Add("POST", "/v1/trips", `{"trip_id":"t2","intent":{"party":{"travelers":{"adults":2}}}}`, "", "")
	f.Add("POST", "/v1/trips/t1/events", ask, "k1", "")
	f.Add("POST", "/v1/trips/t1/events", `{"type":"INTENT_PATCHED","data":{"patch":{"party":{"travelers":{"adults":3}}}}}`, "", "")
	f.Add("POST", "/v1/trips/t1/events", `{"type":"SCOPE_CHANGED","data":{"document_ids":["d1"]}}`, "", "")
	f.Add("GET", "/v1/trips?limit=3&state=quote/blocked&after=t", "", "", "")
	f.Add("GET", "/v1/trips/t1?seq=0", "", "", `W/"x", *`)
	f.Add("DELETE", "/v1/trips/a%2Fb", "", "", "")
	f.Fuzz(func(t *testing.T, method, target, body, key, tag string) {
		if method != "GET" && method != "POST" && method != "DELETE" || !strings.HasPrefix(target, "/v1/") || strings.ContainsAny(target, " \r\n") ||
			strings.HasSuffix(target, "/updates") {
			return
		}
		r, err := runner.New(runner.Config{Store: mem.New(mem.Options{}), Tools: tools.Registry{}})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close(context.Background())
		s, err := server.New(server.Config{Runner: r})
		if err != nil {
			t.Fatal(err)
		}
		send := func(method, target, body string) *httptest.ResponseRecorder {
			req := httptest.NewRequestWithContext(t.Context(), method, "http://localhost/", strings.NewReader(body))
			u, err := req.URL.Parse(target)
			if err != nil || u.Host != "localhost" {
				return nil
			}
			req.URL, req.RemoteAddr = u, "127.0.0.1:1"
			req.Header.Set("Idempotency-Key", key)
			req.Header.Set("If-None-Match", tag)
			out := httptest.NewRecorder()
			s.ServeHTTP(out, req)
			return out
		}
		send("POST", "/v1/trips", `{"trip_id":"t1"}`)
		out := send(method, target, body)
		if out == nil {
			return
		}
		if out.Code >= 400 {
			var problem struct{ Code string }
			if json.Unmarshal(out.Body.Bytes(), &problem) != nil || problem.Code == "" || problem.Code == "internal" {
				t.Errorf("%s %s %q: %d %s", method, target, body, out.Code, out.Body)
			}
		}
	})
}
