package models_test

import (
	"encoding/json"
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
			for _, size := range []int{1, 2, 7, 1000} {
				var chunks []string
				for runes := []rune(c.text); len(runes) > 0; runes = runes[min(size, len(runes)):] {
					piece, _ := json.Marshal(string(runes[:min(size, len(runes))]))
					chunks = append(chunks, `{"choices":[{"index":0,"delta":{"content":`+string(piece)+`}}]}`)
				}
				chunks = append(chunks, `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`, "[DONE]")
				s := newServer(t, events(chunks...), events(chunks...))
				said := ""
				ctx := tools.WithSpeaker(t.Context(), func(words string) { said += words })
				out, err := s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep].Run(ctx, request(assistArguments))
				var result struct{ Text string }
				if err == nil {
					err = json.Unmarshal(out, &result)
				}
				if size == 1000 && strings.HasPrefix(said, "One moment.") {
					said = strings.TrimRight(said, " ") // in one piece nothing is held back
				}
				if err != nil && c.said != "" || !strings.HasPrefix(result.Text, strings.TrimRight(said, " \n")) || !strings.HasPrefix(said, c.said) {
					t.Errorf("in pieces of %d: said %q of %q, %v", size, said, result.Text, err)
				}
			}
		})
	}
}
