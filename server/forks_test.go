package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/server/auth"
)

// TestFork makes another trip of one at the end of a turn, and goes on with both.
func TestFork(t *testing.T) {
	w := serve(t, nil)
	w.want(201, "POST", "/v1/trips", `{"trip_id":"t 1"}`)
	turn := w.say("/v1/trips/t%201", "k1")
	seq := turn[len(turn)-1].id
	_, before := w.send("GET", "/v1/trips/t%201/recording", "")

	fork := fmt.Sprintf(`{"seq":%d,"trip_id":"t2"}`, seq)
	res, text := w.send("POST", "/v1/trips/t%201/forks", fork)
	made := decoded(t, text)
	notice, _ := made["notice"].(string)
	from, _ := made["forked_from"].(map[string]any)
	if res.StatusCode != http.StatusCreated || res.Header.Get("Location") != "/v1/trips/t2" || made["trip_id"] != "t2" || made["writes"] != false ||
		from["trip_id"] != "t 1" || from["seq"] != float64(seq) || !strings.Contains(notice, "Nothing is held, bought or given back") {
		t.Fatalf("%s %s %s", res.Status, res.Header.Get("Location"), text)
	}
	if again := w.want(200, "POST", "/v1/trips/t%201/forks", fork); fmt.Sprint(again) != fmt.Sprint(made) {
		t.Errorf("again: %v, want %v", again, made)
	}
	if got := w.want(200, "GET", "/v1/trips/t2/transcript", ""); fmt.Sprint(got["forked_from"]) != fmt.Sprint(from) || len(got["messages"].([]any)) < 3 {
		t.Errorf("transcript: %v", got)
	}
	if got := w.want(200, "GET", "/v1/trips/t%201/transcript", ""); got["forked_from"] != nil {
		t.Errorf("the original is a fork: %v", got["forked_from"])
	}
	w.say("/v1/trips/t2", "k2")
	w.want(200, "POST", "/v1/trips/t%201/forks", fork)
	if _, after := w.send("GET", "/v1/trips/t%201/recording", ""); after != before {
		t.Error("the original was changed")
	}
	random := w.want(201, "POST", "/v1/trips/t%201/forks", `{"seq":1}`)["trip_id"]
	if other := w.want(201, "POST", "/v1/trips/t%201/forks", `{"seq":1}`)["trip_id"]; random == other || random == "" {
		t.Errorf("two forks are called %v and %v", random, other)
	}
}

// TestAForkBuysNothing forks a trip that holds something. Where the hold was under way no fork can be made; in one from
// behind it an approval buys nothing. In one from before it something is held and bought once an operator allows it.
func TestAForkBuysNothing(t *testing.T) {
	w := serve(t, nil)
	w.want(201, "POST", "/v1/trips", `{"trip_id":"t1"}`)
	w.say("/v1/trips/t1", "k1")
	chosen := w.post("/v1/trips/t1", "k2", `{"type":"USER_MESSAGE","data":{"text":"the first one"}}`)
	hold := w.post("/v1/trips/t1", "k3", yes)
	refused := 0
	for _, m := range hold {
		res, text := w.send("POST", "/v1/trips/t1/forks", fmt.Sprintf(`{"seq":%d}`, m.id))
		if decoded(t, text)["code"] == "under_way" && res.StatusCode == http.StatusConflict {
			refused++
		} else if res.StatusCode != http.StatusCreated {
			t.Errorf("at %d: %s %s", m.id, res.Status, text)
		}
	}
	if refused == 0 {
		t.Error("a fork was made while a hold was under way")
	}
	w.want(201, "POST", "/v1/trips/t1/forks", fmt.Sprintf(`{"seq":%d,"trip_id":"held"}`, hold[len(hold)-1].id))
	w.post("/v1/trips/held", "k4", `{"type":"USER_APPROVED_PURCHASE","data":{"approval_token":"yes","payment_method_id":"card"}}`)
	if state := w.state("held"); state != "risk_checked" {
		t.Errorf("the fork of a trip that holds something is at %s", state)
	}

	before := fmt.Sprintf(`{"seq":%d,"trip_id":"before"}`, chosen[len(chosen)-1].id)
	w.want(201, "POST", "/v1/trips/t1/forks", before)
	w.post("/v1/trips/before", "k3", yes)
	if state := w.state("before"); state == "holds_placed" {
		t.Error("the fork holds something")
	}
	w.post("/v1/trips/before", "allow", `{"type":"INTENT_PATCHED","data":{"patch":{"policy":{"rules":{"fork_writes":true}}}}}`)
	if got := w.want(200, "POST", "/v1/trips/t1/forks", before); got["writes"] != true || strings.Contains(got["notice"].(string), "Nothing is held") {
		t.Errorf("writes are allowed: %v", got)
	}
	w.post("/v1/trips/before", "k4", yes) // the policy is another one: what the hold is to be is checked and told again
	w.post("/v1/trips/before", "k6", yes)
	if state := w.approve("before", "k5"); state != "booked" {
		t.Errorf("the fork that may buy is at %s", state)
	}
	if state := w.state("t1"); state != "holds_placed" {
		t.Errorf("the original is at %s", state)
	}
}

const yes = `{"type":"USER_MESSAGE","data":{"text":"yes, hold it"}}`

// state returns where a trip stands.
func (w *site) state(name string) string {
	w.t.Helper()
	status, _ := w.want(200, "GET", "/v1/trips/"+name, "")["status"].(map[string]any)
	return fmt.Sprint(status["state"])
}

// approve approves what a trip asks for. It returns the state of the trip then.
func (w *site) approve(name, key string) string {
	w.t.Helper()
	status, _ := w.want(200, "GET", "/v1/trips/"+name, "")["status"].(map[string]any)
	question, _ := status["ask"].(map[string]any)
	w.post("/v1/trips/"+name, key, fmt.Sprintf(
		`{"type":"USER_APPROVED_PURCHASE","data":{"approval_token":"yes","payment_method_id":"card","ask_id":%q}}`, question["id"]))
	return w.state(name)
}

func TestForkRefuses(t *testing.T) {
	w := serve(t, nil)
	w.want(201, "POST", "/v1/trips", `{"trip_id":"t1"}`)
	w.want(201, "POST", "/v1/trips", `{"trip_id":"other"}`)
	turn := w.say("/v1/trips/t1", "k1")
	for body, want := range map[string]string{
		`{"seq":1,"trip_id":"other"}`: "409 trip_exists",
		`{"seq":1,"trip_id":"t1"}`:    "409 trip_exists",
		`{"seq":0}`:                   "400 seq",
		`{"seq":-1}`:                  "400 seq",
		`{}`:                          "400 seq",
		``:                            "400 malformed",
		`{"seq":"one"}`:               "400 malformed",
		`{"seq":1,"to":"t2"}`:         "400 malformed",
		`{"seq":1,"trip_id":"` + strings.Repeat("x", 200) + `"}`:   "400 trip_id",
		fmt.Sprintf(`{"seq":%d}`, turn[len(turn)-1].id+1):          "404 trip_not_found",
		`{"seq":9223372036854775807}`:                              "404 trip_not_found",
		`{"seq":1,"trip_id":"` + strings.Repeat("x", 2<<20) + `"}`: "413 too_large",
	} {
		status, code, _ := strings.Cut(want, " ")
		res, text := w.send("POST", "/v1/trips/t1/forks", body)
		if doc := decoded(t, text); fmt.Sprint(res.StatusCode) != status || doc["code"] != code {
			t.Errorf("%.40s: %s %v, want %s", body, res.Status, doc["code"], want)
		}
	}
	for body, want := range map[string]string{
		`{"seq":"one"}`: "seq: want a whole number, not string", `{"seq":1.5}`: "seq: want a whole number, not number 1.5",
		`{"seq":1,"trip_id":7}`: "trip_id: want a text, not number", `[1]`: "an object, not array", `{"seq":`: "no whole JSON document",
		`{"seq":1,"to":"t2"}`: `unknown field "to"`,
	} {
		if got := w.want(400, "POST", "/v1/trips/t1/forks", body)["detail"]; !strings.Contains(fmt.Sprint(got), want) {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
	w.want(404, "POST", "/v1/trips/none/forks", `{"seq":1}`)
}

// TestForksOfTenants sees that nobody forks what is not theirs, and that a fork is its tenant's and its owner's.
func TestForksOfTenants(t *testing.T) {
	w := serve(t, func(c *server.Config) {
		c.Auth = who{
			"a": {Tenant: "acme", Scope: auth.Write}, "b": {Tenant: "beta", Scope: auth.Write},
			"r": {Tenant: "acme", Scope: auth.Read}, "o": {Tenant: "acme", Owner: "olga", Scope: auth.Write},
			"p": {Tenant: "acme", Owner: "paul", Scope: auth.Write},
		}
	})
	w.as("o").want(201, "POST", "/v1/trips", `{"trip_id":"t1"}`)
	w.as("o").say("/v1/trips/t1", "k")
	for token, status := range map[string]int{"": 401, "b": 404, "p": 404, "r": 403} {
		w.as(token).want(status, "POST", "/v1/trips/t1/forks", `{"seq":1,"trip_id":"t2"}`)
	}
	w.as("o").want(404, "GET", "/v1/trips/t2", "")
	if from := w.as("o").want(201, "POST", "/v1/trips/t1/forks", `{"seq":1,"trip_id":"t2"}`)["forked_from"]; fmt.Sprint(from) != "map[seq:1 trip_id:t1]" {
		t.Errorf("forked from %v", from)
	}
	in := w.as("o").want(200, "GET", "/v1/trips/t2", "")
	if scope := in["scope"].(map[string]any); in["trip_id"] != "t2" || scope["tenant"] != "acme" || scope["owner"] != "olga" {
		t.Errorf("the fork is %v of %v", in["trip_id"], scope)
	}
	w.as("a").want(200, "GET", "/v1/trips/t2", "")
	for _, token := range []string{"b", "p"} {
		w.as(token).want(404, "GET", "/v1/trips/t2", "")
	}
}
