package server_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/server/agui"
	"github.com/legwork-go/legwork/server/auth"
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
	f.Add("POST", "/v1/trips/t1/forks", `{"seq":1,"trip_id":"t2"}`, "", "")
	f.Add("GET", "/chat/t1/stream", "", "", "")
	s := emptyHanded(f, server.Config{})
	f.Fuzz(func(t *testing.T, method, target, body, key, tag string) {
		if method != "GET" && method != "POST" && method != "DELETE" || !strings.HasPrefix(target, "/v1/") &&
			!strings.HasPrefix(target, "/chat/") || strings.ContainsAny(target, " \r\n") ||
			strings.HasSuffix(target, "/updates") {
			return
		}
		forgetTrips(t, s)
		exchange(t, s, "POST", "/v1/trips", `{"trip_id":"t1"}`, nil)
		exchange(t, s, "POST", "/v1/trips/t1/events", ask, nil)
		u, err := url.Parse("http://localhost" + target)
		if err != nil || u.Host != "localhost" {
			return
		}
		out := exchange(t, s, method, "/", body, func(r *http.Request) {
			r.URL = u
			r.Header.Set("Idempotency-Key", key)
			r.Header.Set("If-None-Match", tag)
		})
		if out.Code >= 400 {
			var problem struct{ Code string }
			if json.Unmarshal(out.Body.Bytes(), &problem) != nil || problem.Code == "" || problem.Code == "internal" {
				t.Errorf("%s %s %q: %d %s", method, target, body, out.Code, out.Body)
			}
		}
	})
}

// emptyHanded returns a server over a runner without tools: every call fails at once.
func emptyHanded(tb testing.TB, c server.Config) *server.Server {
	tb.Helper()
	r, err := runner.New(runner.Config{Store: mem.New(mem.Options{}), Tools: tools.Registry{}})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := r.Close(context.Background()); err != nil {
			tb.Error(err)
		}
	})
	c.Runner = r
	s, err := server.New(c)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// forgetTrips erases the trips of the request before, but for those whose turn still runs.
func forgetTrips(tb testing.TB, s *server.Server) {
	tb.Helper()
	var list struct {
		Trips []struct {
			ID string `json:"trip_id"`
		}
	}
	if err := json.Unmarshal(exchange(tb, s, "GET", "/v1/trips", "", nil).Body.Bytes(), &list); err != nil {
		tb.Fatal(err)
	}
	for _, t := range list.Trips {
		exchange(tb, s, "DELETE", "/v1/trips/"+url.PathEscape(t.ID), "", nil)
	}
}

// exchange answers one request of this machine. edit changes it.
func exchange(tb testing.TB, s *server.Server, method, path, body string, edit func(*http.Request)) *httptest.ResponseRecorder {
	tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	req := httptest.NewRequestWithContext(ctx, method, "http://localhost"+path, strings.NewReader(body))
	if req.RemoteAddr = "127.0.0.1:1"; edit != nil {
		edit(req)
	}
	out := httptest.NewRecorder()
	s.ServeHTTP(out, req)
	if ctx.Err() != nil {
		tb.Errorf("%s %s %q has no end", method, path, body)
	}
	return out
}

// FuzzChat posts anything to the front ends of others: it is refused with a problem, or told in a stream, which for AG-UI
// is in order.
func FuzzChat(f *testing.F) {
	f.Add(true, `{"threadId":"t1","runId":"r1","messages":[{"id":"m1","role":"user","content":"Boston to Lisbon"}]}`)
	f.Add(true, `{"threadId":"t1","runId":"r1","messages":[],"resume":[{"interruptId":"a1","status":"cancelled"}]}`)
	f.Add(true, `{"threadId":"t2","runId":"r1","messages":[],"forwardedProps":{"cancel":true}}`)
	f.Add(false, `{"id":"t1","messages":[{"id":"m1","role":"user","parts":[{"type":"text","text":"Boston to Lisbon"}]}],"trigger":"submit-message"}`)
	f.Add(false, `{"id":"t1","messages":[{"id":"m1","role":"user","parts":[],"metadata":{"ask_id":"a","choice_id":"b"}}]}`)
	s := emptyHanded(f, server.Config{})
	f.Fuzz(func(t *testing.T, isAGUI bool, body string) {
		forgetTrips(t, s)
		exchange(t, s, "POST", "/v1/trips", `{"trip_id":"t1"}`, nil)
		path := "/chat"
		if isAGUI {
			path = "/agui"
		}
		out := exchange(t, s, "POST", path, body, nil)
		if out.Code >= 400 {
			var problem struct{ Code string }
			if json.Unmarshal(out.Body.Bytes(), &problem) != nil || problem.Code == "" || problem.Code == "internal" {
				t.Errorf("%q: %d %s", body, out.Code, out.Body)
			}
			return
		}
		var v agui.Verifier
		for line := range strings.Lines(out.Body.String()) {
			data, is := strings.CutPrefix(line, "data: ")
			if !is || !isAGUI {
				continue
			}
			var e agui.Event
			if err := json.Unmarshal([]byte(data), &e); err != nil {
				t.Fatalf("%q: %v in %s", body, err, data)
			}
			if err := v.Check(&e); err != nil {
				t.Errorf("%q: %v", body, err)
			}
		}
		if err := v.End(); err != nil && isAGUI {
			t.Errorf("%q: %v\n%s", body, err, out.Body)
		}
	})
}

// FuzzLastEventID comes back with anything as the last id: what was an id gets the events after it, else a problem.
func FuzzLastEventID(f *testing.F) {
	for _, text := range []string{"", "0", "1", "-1", "+1", "01", "1_0", "0x1", "9223372036854775807", "9223372036854775808", "1 ", "٣", "1e0"} {
		f.Add(text)
	}
	s := emptyHanded(f, server.Config{})
	exchange(f, s, "POST", "/v1/trips", `{"trip_id":"t1"}`, nil)
	out := exchange(f, s, "POST", "/v1/trips/t1/events", ask, func(r *http.Request) { r.Header.Set("Accept", "text/event-stream") })
	head := int64(strings.Count(out.Body.String(), "\nid: "))
	if head < 2 {
		f.Fatalf("no turn: %s", out.Body)
	}
	f.Fuzz(func(t *testing.T, text string) {
		from, err := strconv.ParseInt(text, 10, 64)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		req := httptest.NewRequestWithContext(ctx, "GET", "http://localhost/v1/trips/t1/updates", nil)
		req.RemoteAddr = "127.0.0.1:1"
		req.Header.Set("Last-Event-ID", text)
		out := &until{ResponseRecorder: httptest.NewRecorder(), leave: cancel}
		if from < head {
			out.seq = head
		}
		s.ServeHTTP(out, req)
		switch said := out.Body.String(); {
		case err != nil && text != "" || from < 0:
			if out.Code != http.StatusBadRequest || !strings.Contains(said, `"last_event_id"`) {
				t.Errorf("%q: %d %s", text, out.Code, said)
			}
		case from > head: // of another trip, or of one that was erased
			if out.Code != http.StatusGone || !strings.Contains(said, `"no_such_update"`) {
				t.Errorf("%q: %d %s", text, out.Code, said)
			}
		case out.Code != http.StatusOK, int64(strings.Count(said, "\nid: ")) != max(head-from, 0), strings.Contains(said, "event: error"):
			t.Errorf("%q: %d %s", text, out.Code, said)
		}
	})
}

// until is a client that leaves when it was told the event at seq; with 0 at once.
type until struct {
	*httptest.ResponseRecorder
	seq   int64
	leave func()
}

func (u *until) Write(p []byte) (int, error) {
	if u.seq == 0 || strings.HasPrefix(string(p), "id: "+strconv.FormatInt(u.seq, 10)+"\n") {
		u.leave()
	}
	return u.ResponseRecorder.Write(p)
}

// FuzzAdmitted asks under any name, from any page: only under names of this machine, and from its own pages, there is an
// answer.
func FuzzAdmitted(f *testing.F) {
	for _, host := range []string{
		"localhost", "LOCALHOST.:80", "127.0.0.1:8080", "[::1]:80", "[::1%25lo]",
		"127.0.0.1.evil.example", "localhost@evil", "::1", "localhost]", "localhost:x", "127.1", "2130706433", "",
	} {
		f.Add(host, "")
		f.Add("localhost:80", "http://"+host)
		f.Add(host, "https://"+host)
	}
	s := emptyHanded(f, server.Config{})
	f.Fuzz(func(t *testing.T, host, origin string) {
		out := exchange(t, s, "GET", "/v1/trips", "", func(r *http.Request) {
			r.Host = host
			r.Header.Set("Origin", origin)
		})
		if out.Code != http.StatusOK {
			if out.Code != http.StatusMisdirectedRequest && out.Code != http.StatusForbidden || out.Header().Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%q %q: %d %v", host, origin, out.Code, out.Header())
			}
			return
		}
		u, err := url.Parse("http://" + host)
		if err != nil {
			t.Fatalf("%q is no host and was answered", host)
		}
		addr, err := netip.ParseAddr(strings.TrimSuffix(u.Hostname(), "."))
		if !strings.EqualFold(strings.TrimSuffix(u.Hostname(), "."), "localhost") && (err != nil || !addr.IsLoopback()) {
			t.Errorf("answered under the name %q", host)
		}
		if origin != "" && !strings.EqualFold(origin, "http://"+host) && !strings.EqualFold(origin, "https://"+host) {
			if p, err := url.Parse(origin); err != nil || !strings.EqualFold(p.Host, host) {
				t.Errorf("answered a page of %q under %q", origin, host)
			}
		}
	})
}

// FuzzAuthorization sends any Authorization header: only the token itself lets somebody in.
func FuzzAuthorization(f *testing.F) {
	path := filepath.Join(f.TempDir(), "tokens")
	token, _, err := auth.Create(path, auth.Principal{Tenant: "acme", Scope: auth.Read}, time.Now(), time.Time{})
	if err != nil {
		f.Fatal(err)
	}
	tokens, err := auth.OpenTokens(path, nil)
	if err != nil {
		f.Fatal(err)
	}
	for _, scheme := range []string{"Bearer ", "bearer ", "Bearer", "Basic ", "Bearer  ", "", "Bearer\t", "Bearer x, Bearer "} {
		f.Add(scheme, "", true)
		f.Add(scheme, "\x00", true)
		f.Add(scheme, "lw_a_b", false)
	}
	s := emptyHanded(f, server.Config{Auth: tokens})
	f.Fuzz(func(t *testing.T, before, after string, hasToken bool) {
		text := before + after
		if hasToken {
			text = before + token + after
		}
		out := exchange(t, s, "GET", "/v1/trips", "", func(r *http.Request) { r.Header.Set("Authorization", text) })
		isIn := hasToken && strings.EqualFold(before, "Bearer ") && after == ""
		if isIn && out.Code != http.StatusOK || !isIn && (out.Code != http.StatusUnauthorized || out.Header().Get("WWW-Authenticate") == "") {
			t.Errorf("%q: %d %s", text, out.Code, out.Body)
		}
	})
}
