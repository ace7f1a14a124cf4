package openai_test

import (
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/lab/openai"
)

// inferred returns the tools of a log with one call for each pair of name and arguments.
func inferred(t *testing.T, pairs ...string) map[string]catalog.Tool {
	t.Helper()
	var list []string
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, `{"function":{"name":"`+pairs[i]+`","arguments":`+pairs[i+1]+`}}`)
	}
	log := []byte(messages(wants(list...)))
	out := map[string]catalog.Tool{}
	for _, tool := range openai.Infer(openai.Read("log.json", log)).List() {
		out[tool.Name] = tool
	}
	return out
}

func TestSchemas(t *testing.T) {
	got := inferred(t,
		"a", `{"s":"x","i":1,"n":1,"o":{},"l":[],"b":true,"u":1,"z":null}`,
		"a", `{"s":"y","i":2,"n":1.5,"o":{},"l":[1],"b":false,"u":"x","extra":1}`,
		"none", `{}`)
	const want = `{"properties":{"b":{"type":"boolean"},"extra":{"type":"integer"},"i":{"type":"integer"},"l":{"type":"array"},` +
		`"n":{"type":"number"},"o":{"type":"object"},"s":{"type":"string"},"u":{"type":["integer","string"]},"z":{"type":"null"}},` +
		`"required":["b","i","l","n","o","s","u"],"type":"object"}`
	if string(got["a"].Arguments) != want {
		t.Errorf("got  %s\nwant %s", got["a"].Arguments, want)
	}
	if string(got["none"].Arguments) != `{"type":"object"}` || string(got["none"].Result) != `{"type":"object"}` {
		t.Errorf("got %s and %s", got["none"].Arguments, got["none"].Result)
	}
}

func TestEffects(t *testing.T) {
	for name, want := range map[string]catalog.Effect{
		"book_reservation": catalog.Write, "cancelOrder": catalog.Write, "payments.pay": catalog.Write, "order_create": catalog.Write,
		"transfer_to_human_agents": catalog.Write, "SendEmail": catalog.Write, "delete-file": catalog.Write,
		"get_order": catalog.Read, "search_direct_flight": catalog.Read, "weather": catalog.Read, "check_cancel_policy": catalog.Read,
		"bookings": catalog.Read, "calculate": catalog.Read,
	} {
		if got := inferred(t, name, `{}`)[name]; got.Effect != want || !got.Proposable {
			t.Errorf("%s: effect %s, proposable %v, want %s", name, got.Effect, got.Proposable, want)
		}
	}
}

// TestKnownTools: a tool that the engine knows keeps its bounds, whatever arguments the log gives it.
func TestKnownTools(t *testing.T) {
	got := inferred(t, "execute_javascript", `{"source":"1"}`)["execute_javascript"]
	own, _ := catalog.Default().Tool("execute_javascript")
	if got.CallsPerTurn != own.CallsPerTurn || !got.Answers || got.Effect != own.Effect {
		t.Errorf("got %+v", got)
	}
	c, err := catalog.New(got)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.CheckArguments("execute_javascript", `{"source":"2"}`); err != nil {
		t.Error(err)
	}
}
