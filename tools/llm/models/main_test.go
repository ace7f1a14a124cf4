package models_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/llm"
	"github.com/legwork-go/legwork/tools/llm/anthropic"
	"github.com/legwork-go/legwork/tools/llm/models"
	"github.com/legwork-go/legwork/tools/llm/openai"
	"github.com/legwork-go/legwork/tools/llm/plain"
)

// open is the way to a model that is being tested.
var open func(llm.Config) (llm.Model, error)

// TestMain runs every test twice: without the SDKs, and with them.
func TestMain(m *testing.M) {
	ways := []struct {
		name string
		open func(llm.Config) (llm.Model, error)
	}{{"package plain", plain.Open}, {"the SDKs", withSDK}}
	for _, way := range ways {
		open = way.open
		if code := m.Run(); code != 0 {
			fmt.Println("failed with the models of", way.name)
			os.Exit(code)
		}
	}
}

func withSDK(c llm.Config) (llm.Model, error) {
	if c.Provider == llm.Anthropic {
		return anthropic.New(c)
	}
	return openai.New(c)
}

func TestOpen(t *testing.T) {
	t.Parallel()
	for _, c := range []llm.Config{{}, {Provider: "other", Model: "m"}, {Provider: llm.Anthropic, Model: "m"}, {Provider: llm.OpenAI, Model: "m"}} {
		if _, err := models.Open(c); err == nil {
			t.Errorf("%+v was opened", c)
		}
	}
	for provider, name := range packageOf {
		m, err := models.Open(llm.Config{Provider: provider, Model: "m", Key: canary})
		if got := strings.TrimPrefix(fmt.Sprintf("%T", m), "*"); err != nil || !strings.HasPrefix(got, name) {
			t.Errorf("%s: %s, %v, want one of package %s", provider, got, err, name)
		}
	}
}
