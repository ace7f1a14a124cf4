//go:build sdk

package models

import (
	"github.com/legwork-go/legwork/tools/llm"
	"github.com/legwork-go/legwork/tools/llm/anthropic"
	"github.com/legwork-go/legwork/tools/llm/openai"
)

func open(c llm.Config) (llm.Model, error) {
	if c.Provider == llm.Anthropic {
		return anthropic.New(c)
	}
	return openai.New(c)
}
