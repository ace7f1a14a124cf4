//go:build !sdk

package models

import (
	"github.com/legwork-go/legwork/tools/llm"
	"github.com/legwork-go/legwork/tools/llm/plain"
)

func open(c llm.Config) (llm.Model, error) { return plain.Open(c) }
