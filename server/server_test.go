package server_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/server/auth"
	"github.com/legwork-go/legwork/server/internal/web"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// TestStory makes a trip, talks about it and reads it in every way that there is.
func TestStory(t *testing.T) {
	w := serve(t, nil)
	if got := w.want(201, "POST", "/v1/trips", `{"trip_id":"t1"}`); got["trip_id"] != "t1" {
		t.Fatal(got)
	}
	w.want(409, "POST", "/v1/trips", `{"trip_id":"t1"}`)
	turn := w.say("/v1/trips/t1", "k1")
	for i, m := range turn {
		if m.id != int64(i+1) || m.data["event"] == nil || m.data["decision"] == nil {
			t.Errorf("message %d: %v", i, m)
		}
	}
	last := turn[len(turn)-1].id

	if got := w.want(200, "POST", "/v1/trips/t1/events", ask, "Idempotency-Key: k1"); got["seq"] != 1.0 || got["turn"] != 1.0 {
		t.Errorf("the same again: %v", got)
	}
	w.want(409, "POST", "/v1/trips/t1/events", strings.Replace(ask, "Lisbon", "Rome", 1), "Idempotency-Key: k1")

	for _, from := range []int64{0, 2, last - 1} {
		res := w.open(t.Context(), "GET", "/v1/trips/t1/updates", "", fmt.Sprint("Last-Event-ID: ", from))
		list := read(t, res.Body, ended)
		if len(list) != int(last-from) || list[0].id != from+1 {
			t.Errorf("from %d: %d messages from %d on", from, len(list), list[0].id)
		}
	}

	in := w.want(200, "GET", "/v1/trips/t1", "")
	if status, _ := in["status"].(map[string]any); in["trip_id"] != "t1" || status["state"] != "presenting_options" {
		t.Errorf("intent: %v", in["status"])
	}
	if in := w.want(200, "GET", "/v1/trips/t1?seq=1", ""); in["status"].(map[string]any)["state"] != "collecting_requirements" {
		t.Errorf("intent at 1: %v", in["status"])
	}
	w.want(404, "GET", "/v1/trips/t1?seq=1000", "")
	if got := w.want(200, "GET", "/v1/trips/t1/transcript", ""); len(got["messages"].([]any)) < 3 {
		t.Errorf("transcript: %v", got)
	}
	if _, text := w.send("GET", "/v1/trips/t1/recording", ""); strings.Count(text, "\n") != int(last)+1 {
		t.Errorf("recording: %d lines", strings.Count(text, "\n"))
	}
	_, text := w.send("GET", "/v1/trips/t1/timeline", "")
	if lines := strings.Split(strings.TrimSpace(text), "\n"); len(lines) != int(last) ||
		!strings.Contains(lines[0], `"type":"USER_MESSAGE"`) || !strings.Contains(lines[last-1], `"state":"presenting_options"`) {
		t.Errorf("timeline: %s", text)
	}
	if got := w.want(200, "GET", "/v1/trips?state=presenting_options", ""); len(got["trips"].([]any)) != 1 {
		t.Errorf("list: %v", got)
	}
	w.want(204, "DELETE", "/v1/trips/t1", "")
	w.want(404, "GET", "/v1/trips/t1", "")
	w.want(404, "POST", "/v1/trips/t1/events", ask)
	w.want(404, "GET", "/v1/trips/t1/updates", "")
}

// TestTenants sees that two tenants have nothing to do with each other, nor two owners.
func TestTenants(t *testing.T) {
	w := serve(t, func(c *server.Config) {
		c.Auth = who{
			"a": {Tenant: "acme", Scope: auth.Write}, "b": {Tenant: "beta", Scope: auth.Write},
			"r": {Tenant: "acme", Scope: auth.Read}, "o": {Tenant: "acme", Owner: "olga", Scope: auth.Write},
			"x": {Tenant: "no/name", Scope: auth.Write}, "y": {Scope: auth.Admin}, "m": {Tenant: "acme", Scope: auth.Admin},
		}
	})
	a, b, o := w.as("a"), w.as("b"), w.as("o")
	for _, token := range []string{"", "unknown", "x", "y"} {
		w.as(token).want(401, "GET", "/v1/trips", "")
	}
	a.want(201, "POST", "/v1/trips", `{"trip_id":"t1","intent":{"scope":{"tenant":"beta"}}}`)
	if in := a.want(200, "GET", "/v1/trips/t1", ""); in["trip_id"] != "t1" || in["scope"].(map[string]any)["tenant"] != "acme" {
		t.Errorf("a trip of another tenant: %v", in["scope"])
	}
	for _, m := range a.say("/v1/trips/t1", "k") {
		if m.data["trip_id"] != "t1" || m.data["event"].(map[string]any)["trip_id"] != "t1" {
			t.Errorf("another trip: %v", m.data)
		}
	}
	if _, got := w.as("r").send("GET", "/v1/trips/t1/timeline", ""); !strings.Contains(got, `"seq":1,`) ||
		strings.Contains(got, "acme/") {
		t.Errorf("timeline: %s", got)
	}
	for _, other := range []*site{b, o} {
		for _, path := range []string{"/v1/trips/t1", "/v1/trips/acme%2Ft1", "/v1/trips/..%2Facme%2Ft1", "/v1/trips/none"} {
			for _, rest := range []string{"", "/updates", "/transcript", "/recording", "/timeline"} {
				_, got := other.send("GET", path+rest, "")
				if _, want := other.send("GET", "/v1/trips/absent", ""); got != want {
					t.Errorf("GET %s: %s", path+rest, got)
				}
			}
			other.want(404, "DELETE", path, "")
			other.want(404, "POST", path+"/events", ask)
		}
		if got := other.want(200, "GET", "/v1/trips", ""); len(got["trips"].([]any)) != 0 {
			t.Errorf("list: %v", got)
		}
	}
	b.want(201, "POST", "/v1/trips", `{"trip_id":"t1"}`)
	o.want(409, "POST", "/v1/trips", `{"trip_id":"t1"}`)
	o.want(201, "POST", "/v1/trips", `{"trip_id":"t2"}`)
	if got := o.want(200, "GET", "/v1/trips", ""); len(got["trips"].([]any)) != 1 {
		t.Errorf("list of an owner: %v", got)
	}
	w.as("r").want(403, "POST", "/v1/trips/t1/events", ask)
	w.as("r").want(403, "DELETE", "/v1/trips/t1", "")
	w.as("r").want(200, "GET", "/v1/trips/t2", "")
	for _, loose := range []string{"\"fork_writes\":true", "\"require_user_approval_to_purchase\":false"} {
		a.want(403, "POST", "/v1/trips", `{"trip_id":"t3","intent":{"policy":{"rules":{`+loose+`}}}}`)
		a.want(404, "GET", "/v1/trips/t3", "")
		w.as("m").want(201, "POST", "/v1/trips", `{"intent":{"policy":{"rules":{`+loose+`}}}}`)
	}
	a.want(201, "POST", "/v1/trips", `{"trip_id":"t3","intent":{"policy":{"rules":{"holds_allowed_without_approval":false}}}}`)
	a.want(403, "POST", "/v1/trips/t1/events", `{"type":"INTENT_PATCHED","data":{"patch":{"constraints":{"currency":"EUR"}}}}`)
}

// TestRefused sends what no server should take.
func TestRefused(t *testing.T) {
	w := serve(t, nil)
	w.want(201, "POST", "/v1/trips", `{"trip_id":"t1"}`)
	for _, c := range []struct {
		status             int
		code, method, path string
		body               string
		headers            []string
	}{
		{421, "host", "GET", "/v1/trips", "", []string{"Host: evil.example"}},
		{421, "host", "GET", "/", "", []string{"Host: 192.0.2.7:8080"}},
		{403, "origin", "GET", "/v1/trips", "", []string{"Origin: http://evil.example"}},
		{403, "origin", "POST", "/v1/trips", "", []string{"Origin: null"}},
		{404, "not_found", "GET", "/v1/nothing", "", nil},
		{404, "not_found", "GET", "/..%2f..%2fetc%2fpasswd", "", nil},
		{405, "method", "PUT", "/v1/trips", "", nil},
		{405, "method", "GET", "/agui", "", nil},
		{405, "method", "GET", "/v1/trips/t1/events", "", nil},
		{404, "trip_not_found", "POST", "/v1/trips/none/events", ask, nil},
		{400, "trip_id", "GET", "/v1/trips/" + strings.Repeat("a", 300), "", nil},
		{400, "trip_id", "GET", "/v1/trips/a%00b", "", nil},
		{400, "trip_id", "POST", "/v1/trips", `{"trip_id":"."}`, nil},
		{400, "trip_id", "POST", "/v1/trips", `{"trip_id":".."}`, nil},
		{400, "malformed", "POST", "/v1/trips", "{", nil},
		{400, "malformed", "POST", "/v1/trips", `{"tripid":"t"}`, nil},
		{400, "malformed", "POST", "/v1/trips", `{"trip_id":"t2"}}`, nil},
		{400, "malformed", "POST", "/v1/trips", `{"trip_id":"t2"}]`, nil},
		{400, "malformed", "POST", "/v1/trips", "null", nil},
		{400, "malformed", "POST", "/v1/trips/t1/forks", `{"seq":1}}`, nil},
		{400, "malformed", "POST", "/v1/trips", `{"intent":{"party":7}}`, nil},
		{400, "malformed", "POST", "/v1/trips/t1/events", "hello", nil},
		{400, "malformed", "POST", "/v1/trips/t1/events", `{"type":"USER_MESSAGE","data":{"text":7}}`, nil},
		{422, "not_postable", "POST", "/v1/trips/t1/events", `{"type":"TOOL_RESULT","data":{"call_id":"c","tool_name":"t","result":{}}}`, nil},
		{422, "not_postable", "POST", "/v1/trips/t1/events", `{"type":"HELLO","data":{}}`, nil},
		{422, "reserved_id", "POST", "/v1/trips/t1/events", ask, []string{"Idempotency-Key: f059cd26-585a-550e-ad5e-dba73ca096f3"}},
		{400, "event_id", "POST", "/v1/trips/t1/events", ask, []string{"Idempotency-Key: " + strings.Repeat("k", 257)}},
		{400, "event_id", "POST", "/v1/trips/t1/events", ask, []string{"Idempotency-Key: \xff\xfe"}},
		{413, "too_large", "POST", "/v1/trips", strings.Repeat(" ", 1<<20+1), nil},
		{413, "too_large", "POST", "/v1/trips/t1/events", fmt.Sprintf(`{"type":"USER_MESSAGE","data":{"text":%q}}`, strings.Repeat("a", 70_000)), nil},
		{400, "last_event_id", "GET", "/v1/trips/t1/updates", "", []string{"Last-Event-ID: x"}},
		{410, "no_such_update", "GET", "/v1/trips/t1/updates", "", []string{"Last-Event-ID: 1"}},
		{400, "limit", "GET", "/v1/trips?limit=0", "", nil},
		{400, "state", "GET", "/v1/trips?state=nowhere", "", nil},
	} {
		if got := w.want(c.status, c.method, c.path, c.body, c.headers...); got["code"] != c.code {
			t.Errorf("%s %s: %v, want %s", c.method, c.path, got, c.code)
		}
	}
	if got := w.want(200, "GET", "/v1/trips/t1", ""); got["request"].(map[string]any)["user_message"] != "" {
		t.Errorf("something was accepted: %v", got["turn"])
	}
}

// TestIntentThatIsRefused tells the member that no trip can begin with.
func TestIntentThatIsRefused(t *testing.T) {
	w := serve(t, nil)
	for member, intent := range map[string]string{
		"request.timezone":      `{"request":{"timezone":"Mars/Olympus"}}`,
		"calls are outstanding": `{"turn":{"outstanding":[{"call_id":"c","name":"web_search"}]}}`,
	} {
		if got := w.want(422, "POST", "/v1/trips", `{"intent":`+intent+`}`); got["code"] != "intent" || !strings.Contains(got["detail"].(string), member) {
			t.Errorf("%s: %v", member, got)
		}
	}
}

// TestPatchThatIsRefused tells the member that a patch may not write.
func TestPatchThatIsRefused(t *testing.T) {
	w := serve(t, nil)
	w.want(201, "POST", "/v1/trips", `{"trip_id":"t1"}`)
	for _, c := range []struct{ patch, member string }{
		{`{"party":{"travelers":{"adults":"two"}}}`, "party.travelers.adults"},
		{`{"itinerary":{"lodging":{"check_in":"31 May"}}}`, "itinerary.lodging.check_in"},
		{`{"itinerary":{"stops":2}}`, "itinerary.stops"},
		{`{"status":{"phase":"booked"}}`, "status"},
		{`{"ext":{"crm":{"id":4}}}`, "ext.crm.id"},
	} {
		res, text := w.send("POST", "/v1/trips/t1/events", `{"type":"INTENT_PATCHED","data":{"patch":`+c.patch+`}}`)
		if detail := decoded(t, text)["detail"]; res.StatusCode/100 != 4 || !strings.Contains(detail.(string), c.member) {
			t.Errorf("%s: %s %v, want a word on %s", c.patch, res.Status, detail, c.member)
		}
	}
	if got := w.want(200, "GET", "/v1/trips", "")["trips"].([]any)[0].(map[string]any); got["updated_at"] != nil {
		t.Errorf("something was accepted: %v", got)
	}
}

// TestConditional asks again for what has not changed.
func TestConditional(t *testing.T) {
	w := serve(t, nil)
	w.want(201, "POST", "/v1/trips", `{"trip_id":"t1"}`)
	w.say("/v1/trips/t1", "k1")
	for _, path := range []string{"/v1/trips/t1", "/v1/trips/t1?seq=2", "/v1/trips/t1/transcript"} {
		res, _ := w.send("GET", path, "")
		tag := res.Header.Get("ETag")
		if len(tag) != 66 {
			t.Fatalf("%s: ETag %s", path, tag)
		}
		if res, text := w.send("GET", path, "", "If-None-Match: "+tag); res.StatusCode != http.StatusNotModified || text != "" {
			t.Errorf("%s: %s %q", path, res.Status, text)
		}
		w.want(200, "GET", path, "", `If-None-Match: "other"`)
	}
}

// TestPageIsAskedForAgain answers a browser that has a file of the page, also one that is made, without its bytes.
func TestPageIsAskedForAgain(t *testing.T) {
	w := serve(t, nil)
	tags := map[string]string{}
	for _, path := range []string{"/", "/index.html", "/js/app.js", "/data/rules.json", "/openapi.json"} {
		res, text := w.send("GET", path, "")
		if path == "/index.html" { // it is /
			continue
		}
		tag := res.Header.Get("ETag")
		if res.StatusCode != http.StatusOK || len(tag) < 10 || text == "" || tags[tag] != "" {
			t.Fatalf("%s: %s, tag %s, also that of %q", path, res.Status, tag, tags[tag])
		}
		tags[tag] = path
		res, text = w.send("GET", path, "", "If-None-Match: "+tag)
		if res.StatusCode != http.StatusNotModified || text != "" || res.Header.Get("ETag") != tag {
			t.Errorf("%s again: %s %.40q", path, res.Status, text)
		}
		if res, text = w.send("GET", path, "", `If-None-Match: "another"`); res.StatusCode != http.StatusOK || text == "" {
			t.Errorf("%s of another version: %s", path, res.Status)
		}
	}
	for _, path := range []string{"/js", "/js/", "/data", "/../server.go", "/js/none.js"} {
		if res, _ := w.send("GET", path, ""); res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", path, res.Status)
		}
	}
}

// TestNothingIsMadeByAnEvent: an event for a trip that was deleted since it was found makes none.
func TestNothingIsMadeByAnEvent(t *testing.T) {
	w := serve(t, nil)
	b := &web.Backend{Runner: w.r}
	var last error
	for _, err := range b.Handle(t.Context(), "t1", trip.Event{ID: "m1", Data: trip.UserMessage{Text: "Boston to Lisbon"}}) {
		last = err
	}
	if !errors.Is(last, store.ErrNotFound) {
		t.Errorf("got %v", last)
	}
	w.want(404, "GET", "/v1/trips/t1", "")
}
