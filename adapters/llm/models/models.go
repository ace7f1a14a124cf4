// Package models opens a language model by its configuration, whoever provides it.
package models

import (
	"fmt"

	"github.com/legwork-go/legwork/adapters/llm"
	"github.com/legwork-go/legwork/adapters/llm/anthropic"
	"github.com/legwork-go/legwork/adapters/llm/openai"
)

// Open returns the model that a configuration names; of several, one that asks them in order ([llm.InOrder]). It
// connects to nobody yet.
//
//   - Errors: llm.ErrConfig, llm.ErrKey.
func Open(list ...llm.Config) (llm.Model, error) {
	if len(list) == 0 {
		return nil, fmt.Errorf("%w: no model is named", llm.ErrConfig)
	}
	var out []llm.Model
	for i := range list {
		m, err := open(list[i])
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return llm.InOrder(out...), nil
}

func open(c llm.Config) (llm.Model, error) {
	if c.Provider == llm.Anthropic {
		return anthropic.New(c)
	}
	return openai.New(c)
}
