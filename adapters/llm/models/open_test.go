package models_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/adapters/llm"
	"github.com/legwork-go/legwork/adapters/llm/models"
	"github.com/legwork-go/legwork/trip"
)

func TestOpen(t *testing.T) {
	t.Parallel()
	for _, c := range []llm.Config{
		{}, {Provider: "other", Model: "m"}, {Provider: llm.Anthropic, Model: "m"}, {Provider: llm.OpenAI, Model: "m"},
	} {
		if _, err := models.Open(c); err == nil {
			t.Errorf("%+v was opened", c)
		}
	}
	for _, provider := range []string{llm.OpenAI, llm.Anthropic} {
		m, err := models.Open(llm.Config{Provider: provider, Model: "m", Key: canary})
		if got := strings.TrimPrefix(fmt.Sprintf("%T", m), "*"); err != nil || !strings.HasPrefix(got, provider+".") {
			t.Errorf("%s: %s, %v, want one of that package", provider, got, err)
		}
	}
}

// The SDKs know variables of their own, by which a request would go elsewhere or carry another key.
func TestTheEnvironmentIsNotRead(t *testing.T) {
	thief := newServer(t, body(200, "{}"))
	for _, name := range []string{"OPENAI_BASE_URL", "ANTHROPIC_BASE_URL"} {
		t.Setenv(name, thief.URL)
	}
	const other = "another-account"
	for _, name := range []string{
		"OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_WEBHOOK_SECRET",
		"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_CUSTOM_HEADERS",
	} {
		t.Setenv(name, other)
	}
	for _, model := range []llm.Config{streamed, whole, claude} {
		s := newServer(t, said(model, extracted))
		runs(t, s.registry(t, model, llm.Options{})[trip.ToolExtract], request(extractArguments(t)))
		for name, values := range s.asked[0].header {
			if strings.Contains(strings.Join(values, " "), other) {
				t.Errorf("%s: the header %s holds what stands in the environment", model.Provider, name)
			}
		}
	}
	if thief.count() != 0 {
		t.Error("a server that the environment names was asked")
	}
}
