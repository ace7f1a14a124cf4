package openai_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/legwork-go/legwork/lab/openai"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/turn"
)

// FuzzImport: whatever a log holds, a conversation is refused with its own error or becomes a
// recording that replays equal.
func FuzzImport(f *testing.F) {
	user := says("user", `"hi"`)
	for _, seed := range []string{
		messages(says("system", `"s"`), user, says("assistant", `"hello"`)),
		messages(user, wants(callA, callB), answer("b", `"Error: x"`), answer("a", `"[]"`), says("assistant", `"ok"`)),
		messages(user, wants(`{"function":{"name":"search_places","arguments":"{}"}}`),
			`{"role":"tool","name":"search_places","content":"Error could not geocode location"}`),
		messages(user, wants(`{"id":"a","function":{"name":"retrieve_chunks","arguments":"{\"document_ids\":[\"<from_step_x>\"]}"}}`), answer("a", `"{}"`)),
		messages(user, wants(`{"id":"a","function":{"name":"assistant_step","arguments":"{}"}}`), answer("a", `"{\"error\":{}}"`)),
		messages(user, wants(`{"id":"a","function":{"name":"booking_confirm_and_purchase","arguments":"{}"}}`),
			answer("a", `"{\"error\":\"x\",\"code\":\"outcome_unknown\"}"`), user),
		"[" + messages(user) + ",[" + user + "]]",
		"{\n" + messages(user)[1:],
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(importsOrRefuses)
}

func importsOrRefuses(t *testing.T, log []byte) {
	tools := openai.Infer(openai.Read("log", log))
	for c, err := range openai.Read("log", log) {
		var r openai.Recording
		if err == nil {
			r, err = openai.Convert(c, tools, "")
		}
		var where *openai.Error
		if err != nil {
			if !errors.As(err, &where) || where.Line < 1 {
				t.Fatalf("error without a place: %v", err)
			}
			continue
		}
		rep := replay.New("log", turn.Default(), replay.Options{})
		for _, err := range rep.Lines(bytes.NewReader(r.Lines)) {
			if err != nil {
				t.Fatal(err)
			}
		}
		if events, _ := rep.Counts(); events != r.Events {
			t.Fatalf("%d events, want %d", events, r.Events)
		}
	}
}
