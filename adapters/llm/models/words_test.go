package models_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/adapters/llm"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// TestWordsAreSaidAsTheyCome streams answers in pieces of odd sizes. What is said on the way is how the result's text
// begins, and never what nobody shall read.
func TestWordsAreSaidAsTheyCome(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text, said string // said: the least of what was said
	}{
		"an answer":         {"Blue won.  It was 2 to 1.\n\n- Ann\n- Bob\nThat is all.", "Blue won.  It was 2 to 1.\n\n- Ann\n- Bob\nThat is"},
		"blanks before":     {"\n\n Blue won. Yes.", "Blue won."},
		"thoughts":          {"<think>I do not know. Let me see.</think>\n\nBlue won. Yes.", "Blue won."},
		"open thoughts":     {"<think>I do not know. Let me see. And so on", ""},
		"a call in text":    {"One moment. <tool_call>{\"name\":\"search_places\",\"arguments\":{\"location\":\"Rome. It is old.\"}}</tool_call>", "One moment."},
		"a bare call":       {"{\"name\": \"search_places\", \"arguments\": {\"location\": \"Rome. It is old.\"}}", ""},
		"other parts":       {"<|channel|>final<|message|>Blue won. Yes.", "Blue won."},
		"without any blank": {"蓝队赢了。二比一。好", "蓝队赢了。二比一"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, model := range []llm.Config{streamed, claude} {
				for _, size := range []int{1, 2, 7, 1000} {
					checkWords(t, model, size, c.text, c.said)
				}
			}
		})
	}
}

// checkWords streams a text in pieces of a size.
func checkWords(t *testing.T, model llm.Config, size int, text, least string) {
	t.Helper()
	var pieces []string
	for runes := []rune(text); len(runes) > 0; runes = runes[min(size, len(runes)):] {
		pieces = append(pieces, string(runes[:min(size, len(runes))]))
	}
	answer := inPieces(model, pieces...)
	s := newServer(t, answer, answer)
	said := ""
	ctx := tools.WithSpeaker(t.Context(), func(words string) { said += words })
	out, err := s.registry(t, model, llm.Options{})[trip.ToolAssistantStep].Run(ctx, request(assistArguments))
	var result struct{ Text string }
	if err == nil {
		err = json.Unmarshal(out, &result)
	}
	if size == 1000 && strings.HasPrefix(said, "One moment.") {
		said = strings.TrimRight(said, " ") // in one piece nothing is held back
	}
	if err != nil && least != "" || !strings.HasPrefix(result.Text, strings.TrimRight(said, " \n")) || !strings.HasPrefix(said, least) {
		t.Errorf("%s in pieces of %d: said %q of %q, %v", model.Provider, size, said, result.Text, err)
	}
}

// inPieces answers with the pieces of a text, as the servers of a model stream them.
func inPieces(model llm.Config, pieces ...string) http.HandlerFunc {
	var list []string
	for _, piece := range pieces {
		quoted, _ := json.Marshal(piece)
		list = append(list, string(quoted))
	}
	if model.Provider == llm.OpenAI {
		for i, piece := range list {
			list[i] = `{"choices":[{"index":0,"delta":{"content":` + piece + `}}]}`
		}
		return events(append(list, `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`, "[DONE]")...)
	}
	for i, piece := range list {
		list[i] = `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":` + piece + `}}`
	}
	return typed(slices.Concat([]string{messageStart, `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`},
		list, []string{`{"type":"content_block_stop","index":0}`, messageEnd("end_turn"), `{"type":"message_stop"}`})...)
}

// TestThoughtsWithoutABeginning are told once at most: of the model's next answers nothing is said before they end.
func TestThoughtsWithoutABeginning(t *testing.T) {
	t.Parallel()
	answer := inPieces(streamed, "I do not know. ", "Let me see.", "</think>\n\n", "Blue won. ", "Yes.")
	s := newServer(t, answer, answer)
	step := s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep]
	for range 2 {
		said := ""
		out, err := step.Run(tools.WithSpeaker(t.Context(), func(words string) { said += words }), request(assistArguments))
		if err != nil || !strings.Contains(string(out), `"text":"Blue won. Yes."`) {
			t.Errorf("%s, %v", out, err)
		}
		if s.count() == 2 && strings.TrimSpace(said) != "Blue won." {
			t.Errorf("said %q", said)
		}
	}
}
