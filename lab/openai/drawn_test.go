package openai_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/lab/openai"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

type object = map[string]any

// drawnNames are tools of logs: some that the engine has rules for, and two of its own.
var drawnNames = []string{
	"look", "book_room", "search_places", "get_weather", "web_search", "execute_javascript", "retrieve_docs", "retrieve_chunks",
	"assistant_step", "booking_confirm_and_purchase",
}

var drawnArguments = []string{
	`{}`, `{"n":1}`, `{"n":2}`, `{"location":"Rome"}`, `{"query":"x"}`, `{"code":"1"}`, `{"document_ids":["<from_step_a>","x"]}`, `{"a":"<id>"}`, "",
}

var drawnAnswers = []string{
	"fine", "", "[]", `{"results":[]}`, `{"documents":[{"document_id":"d"}]}`, `{"result":null}`, "Error: no", `{"error":"no","retryable":false}`,
	`{"error":"late","code":"timeout"}`, `{"error":"location is required"}`, "Error: could not geocode location x", `{"error":"rate limit"}`,
	`{"error":"x","code":"outcome_unknown"}`,
}

// drawConversation draws messages as a loop could have recorded them: any order of speakers, calls in
// parallel, answers shuffled and some of them missing.
func drawConversation(t *rapid.T) []object {
	var out []object
	text := rapid.SampledFrom([]string{"", "ok", strings.Repeat("long ", 50)})
	id := 0
	for range rapid.IntRange(0, 40).Draw(t, "messages") {
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			out = append(out, object{"role": "user", "content": text.Draw(t, "user")})
		case 1:
			out = append(out, object{"role": "assistant", "content": text.Draw(t, "assistant")})
		default:
			out, id = drawRound(t, out, id)
		}
	}
	return out
}

func drawRound(t *rapid.T, out []object, id int) ([]object, int) {
	var calls, answers []object
	for range rapid.IntRange(1, 4).Draw(t, "calls") {
		id++
		callID := fmt.Sprint("call", id)
		calls = append(calls, object{"id": callID, "function": object{
			"name":      rapid.SampledFrom(drawnNames).Draw(t, "name"),
			"arguments": rapid.SampledFrom(drawnArguments).Draw(t, "arguments"),
		}})
		if rapid.IntRange(0, 9).Draw(t, "lost") > 0 {
			answers = append(answers, object{"role": "tool", "tool_call_id": callID, "content": rapid.SampledFrom(drawnAnswers).Draw(t, "answer")})
		}
	}
	answers = rapid.Permutation(answers).Draw(t, "order")
	content := rapid.SampledFrom([]any{nil, "a moment"}).Draw(t, "beside")
	return append(append(out, object{"role": "assistant", "content": content, "tool_calls": calls}), answers...), id
}

// TestAnyConversation: whatever the speakers did, the recording folds to its own digests, and
// everything that was said and answered stands in it.
func TestAnyConversation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		messages := drawConversation(t)
		log, err := json.Marshal(messages)
		if err != nil {
			t.Fatal(err)
		}
		if len(messages) == 0 {
			return
		}
		tools := openai.Infer(openai.Read("log", log))
		for c, err := range openai.Read("log", log) {
			if err != nil {
				t.Fatal(err)
			}
			r, err := openai.Convert(c, tools, "")
			if err != nil {
				t.Fatal(err)
			}
			checkAll(t, messages, r)
		}
	})
}

func checkAll(t *rapid.T, messages []object, r openai.Recording) {
	want := map[string]int{}
	for _, m := range messages {
		want[m["role"].(string)]++
	}
	got := map[string]int{}
	rep := replay.New("log", turn.Default(), replay.Options{})
	for step, err := range rep.Lines(bytes.NewReader(r.Lines)) {
		if err != nil {
			t.Fatal(err)
		}
		data := string(trip.AppendData(nil, step.Event.Data))
		switch {
		case step.Event.Type().OpensTurn():
			got["user"]++
		case strings.Contains(data, `"tool_name":"trip_requirements_extract"`), strings.Contains(data, `"tool_name":"assistant_step"`),
			len(step.Event.Extra) > 0: // an answer that the log does not have
		default:
			got["tool"]++
		}
	}
	if got["user"] != want["user"] || got["tool"] != want["tool"] {
		t.Fatalf("%d user messages and %d answers, want %d and %d", got["user"], got["tool"], want["user"], want["tool"])
	}
}
