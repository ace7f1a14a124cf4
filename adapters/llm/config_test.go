package llm_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/adapters/llm"
)

const canary = "sk-canary-5f0c2a"

func TestFromEnvironment(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		env  map[string]string
		flag string
		want llm.Config
		err  error
	}{
		"nothing":     {},
		"a key alone": {env: map[string]string{"OPENAI_API_KEY": canary}},
		"openai": {
			env:  map[string]string{"LEGWORK_MODEL": "openai:gpt-x", "OPENAI_API_KEY": canary},
			want: llm.Config{Provider: "openai", Model: "gpt-x", Key: canary, Timeout: llm.DefaultTimeout},
		},
		"flag wins": {
			env: map[string]string{"LEGWORK_MODEL": "gpt-x", "ANTHROPIC_API_KEY": canary}, flag: "claude-y",
			want: llm.Config{Provider: "anthropic", Model: "claude-y", Key: canary, Timeout: llm.DefaultTimeout},
		},
		"local": {
			env: map[string]string{
				"LEGWORK_MODEL":          "llama3:8b",
				"LEGWORK_MODEL_BASE_URL": "http://10.0.0.7:11434/v1", "LEGWORK_MODEL_TIMEOUT": "5s",
				"LEGWORK_MODEL_MAX_TOKENS": "900", "LEGWORK_MODEL_FORMAT": "text", "LEGWORK_MODEL_STREAM": "off",
			},
			want: llm.Config{
				Provider: "openai", Model: "llama3:8b", BaseURL: "http://10.0.0.7:11434/v1",
				Timeout: 5 * time.Second, MaxTokens: 900, Format: "text", Whole: true,
			},
		},
		"no key":        {env: map[string]string{"LEGWORK_MODEL": "gpt-x"}, err: llm.ErrKey},
		"wrong key":     {env: map[string]string{"LEGWORK_MODEL": "claude-y", "OPENAI_API_KEY": canary}, err: llm.ErrKey},
		"open line":     {env: map[string]string{"LEGWORK_MODEL": "x", "OPENAI_API_KEY": canary, "LEGWORK_MODEL_BASE_URL": "http://10.0.0.7/v1"}, err: llm.ErrConfig},
		"secret in url": {env: map[string]string{"LEGWORK_MODEL": "x", "LEGWORK_MODEL_BASE_URL": "https://u:" + canary + "@host/v1"}, err: llm.ErrConfig},
		"no url":        {env: map[string]string{"LEGWORK_MODEL": "x", "LEGWORK_MODEL_BASE_URL": "localhost:8080"}, err: llm.ErrConfig},
		"timeout":       {env: map[string]string{"LEGWORK_MODEL": "x", "LEGWORK_MODEL_TIMEOUT": "soon"}, err: llm.ErrConfig},
		"tokens":        {env: map[string]string{"LEGWORK_MODEL": "x", "LEGWORK_MODEL_MAX_TOKENS": "-1"}, err: llm.ErrConfig},
		"format":        {env: map[string]string{"LEGWORK_MODEL": "x", "LEGWORK_MODEL_BASE_URL": "https://h", "LEGWORK_MODEL_FORMAT": "xml"}, err: llm.ErrConfig},
		"stream":        {env: map[string]string{"LEGWORK_MODEL": "x", "LEGWORK_MODEL_STREAM": "maybe"}, err: llm.ErrConfig},
		"line break":    {env: map[string]string{"LEGWORK_MODEL": "x", "OPENAI_API_KEY": canary + "\nX: y"}, err: llm.ErrConfig},
		"no name":       {env: map[string]string{"LEGWORK_MODEL": "openai:", "OPENAI_API_KEY": canary}, err: llm.ErrConfig},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := llm.FromEnvironment(func(key string) string { return c.env[key] }, c.flag)
			if !errors.Is(err, c.err) || (err != nil) != (c.err != nil) {
				t.Fatalf("error %v, want %v", err, c.err)
			}
			if err != nil {
				if strings.Contains(err.Error(), canary) {
					t.Errorf("the error holds the key: %v", err)
				}
				return
			}
			var want []llm.Config
			if c.want != (llm.Config{}) {
				want = []llm.Config{c.want}
			}
			if !slices.Equal(got, want) {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		})
	}
}

// Several models are read in their order. The server that is named is that of OpenAI-compatible ones: what is meant
// for Anthropic, and its key, does not go there.
func TestSeveralModelsFromEnvironment(t *testing.T) {
	t.Parallel()
	env := map[string]string{
		"LEGWORK_MODEL": "openai:a, claude-b", "LEGWORK_MODEL_BASE_URL": "http://127.0.0.1:1/v1", "OPENAI_API_KEY": "one", "ANTHROPIC_API_KEY": "two",
	}
	getenv := func(key string) string { return env[key] }
	got, err := llm.FromEnvironment(getenv, "")
	want := []llm.Config{
		{Provider: "openai", Model: "a", BaseURL: "http://127.0.0.1:1/v1", Key: "one", Timeout: llm.DefaultTimeout},
		{Provider: "anthropic", Model: "claude-b", Key: "two", Timeout: llm.DefaultTimeout},
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got  %+v, %v\nwant %+v", got, err, want)
	}
	delete(env, "ANTHROPIC_API_KEY")
	if _, err := llm.FromEnvironment(getenv, ""); !errors.Is(err, llm.ErrKey) {
		t.Errorf("without a key of the second: %v", err)
	}
	if _, err := llm.FromEnvironment(getenv, "a,,b"); !errors.Is(err, llm.ErrConfig) {
		t.Errorf("a hole in the list: %v", err)
	}
}
