// Package models opens a language model by its configuration, whoever provides it.
package models

import (
	"github.com/legwork-go/legwork/tools/llm"
	"github.com/legwork-go/legwork/tools/llm/anthropic"
	"github.com/legwork-go/legwork/tools/llm/openai"
)

// Open returns the model that a configuration names. It connects to nobody yet.
//
// Errors: llm.ErrConfig, llm.ErrKey.
func Open(c llm.Config) (llm.Model, error) {
	if c.Provider == llm.Anthropic {
		return anthropic.New(c)
	}
	return openai.New(c)
}
