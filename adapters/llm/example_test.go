package llm_test

import (
	"context"
	"fmt"

	"github.com/legwork-go/legwork/adapters/llm"
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// parrot is a model of one's own: one method is all it takes.
type parrot struct{}

// Complete implements llm.Model.
func (parrot) Complete(_ context.Context, ask llm.Ask) (llm.Answer, error) {
	last := ask.Messages[len(ask.Messages)-1]
	return llm.Answer{Text: "You said: " + last.Content, FinishReason: llm.FinishStop, Usage: llm.Usage{InputTokens: 9, OutputTokens: 4}}, nil
}

func ExampleRegister() {
	registry := tools.Registry{}
	if err := llm.Register(registry, parrot{}, catalog.Default(), llm.Options{}); err != nil {
		fmt.Println(err)
		return
	}
	out, err := registry[trip.ToolAssistantStep].Run(context.Background(), tools.Request{
		At:        1_772_355_600_000_000_000,
		Intent:    trip.NewIntent(),
		Arguments: []byte(`{"allowed_tools":["search_places"],"tool_choice":"auto"}`),
		Messages:  []tools.Message{{Role: "user", Content: "Where can we eat?"}},
	})
	fmt.Println(string(out), err)
	// Output: {"text":"You said: Where can we eat?","finish_reason":"stop","usage":{"input_tokens":9,"output_tokens":4}} <nil>
}

func ExampleFromEnvironment() {
	env := map[string]string{"LEGWORK_MODEL": "openai:llama3:8b", "LEGWORK_MODEL_BASE_URL": "http://localhost:11434/v1"}
	list, err := llm.FromEnvironment(func(name string) string { return env[name] }, "")
	for _, c := range list {
		fmt.Println(c.Provider, c.Model, c.BaseURL, c.Key == "", err)
	}
	// Output: openai llama3:8b http://localhost:11434/v1 true <nil>
}
