package openai

import (
	"strings"
	"testing"

	"github.com/legwork-go/legwork/adapters/llm/internal/outbound"
)

// FuzzStream gathers any stream: it is an answer with a reason, or an error, and what it proposes came in the stream.
func FuzzStream(f *testing.F) {
	for _, text := range []string{
		"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}\n\ndata: [DONE]\n\n",
		"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"function\":{\"name\":\"n\",\"arguments\":\"{}\"}}]},\"finish_reason\":\"stop\"}]}\n\n",
		"data: {\"choices\":[{\"message\":{\"content\":\"a\"}}]}\r\n\r\ndata:[DONE]", ": x\n\ndata\n\ndata: {\"error\":null}\n\n", "data: {\"error\":1}\n\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		said := ""
		answer, err := gather(newEvents(strings.NewReader(text)), outbound.NewBegin(nil), func(words string) { said += words })
		if err != nil {
			return
		}
		if said != "" && said != answer.Text {
			t.Errorf("%q was said, of %q", said, answer.Text)
		}
		if answer.FinishReason == "" {
			t.Errorf("%q has no reason", text)
		}
		if len(answer.Calls) > 0 && !strings.Contains(text, "tool_calls") && !strings.Contains(text, `\u`) {
			t.Errorf("%q makes %+v", text, answer.Calls)
		}
	})
}
