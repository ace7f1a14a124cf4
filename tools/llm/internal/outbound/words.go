package outbound

import (
	"cmp"

	"github.com/legwork-go/legwork/tools/llm"
)

// AnthropicMaxTokens bounds an answer of Anthropic when nobody says otherwise: the API wants a bound.
const AnthropicMaxTokens = 4096

// finishReasons are Anthropic's words in those of package llm.
var finishReasons = map[string]string{
	"end_turn":      llm.FinishStop,
	"stop_sequence": llm.FinishStop,
	"tool_use":      llm.FinishCalls,
	"max_tokens":    llm.FinishLength,
	"refusal":       llm.FinishFiltered,
}

// FinishReason returns one of the finish reasons of package llm for Anthropic's, or the word itself.
func FinishReason(word string) string { return cmp.Or(finishReasons[word], word) }
