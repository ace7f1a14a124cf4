//go:build sdk

package models_test

import "github.com/legwork-go/legwork/tools/llm"

// packageOf says whose models Open returns in this build.
var packageOf = map[string]string{llm.OpenAI: "openai.", llm.Anthropic: "anthropic."}
