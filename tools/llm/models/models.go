// Package models opens a language model by its configuration, whoever provides it.
//
// The models of package plain need nothing but net/http. With the build tag sdk those of packages
// openai and anthropic take their place, on the official SDKs: they do the same and make a program
// 11 MB larger.
package models

import "github.com/legwork-go/legwork/tools/llm"

// Open returns the model that a configuration names. It connects to nobody yet.
//
// Errors: llm.ErrConfig, llm.ErrKey.
func Open(c llm.Config) (llm.Model, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return open(c)
}
