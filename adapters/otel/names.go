package otel

import (
	"go.opentelemetry.io/otel/attribute"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
)

// Every name that leaves this package. Those of GenAI are the conventions of semconv 1.41, the last that has them in
// the core; what the conventions have no word for begins with "legwork.".
const (
	scope = "github.com/legwork-go/legwork/adapters/otel"

	nameTurnDuration   = "legwork.turn.duration"
	nameCallDuration   = "legwork.call.duration"
	nameCallAttempts   = "legwork.call.attempts"
	nameBreakerOpen    = "legwork.breaker.open"
	nameCommitDuration = "legwork.store.commit.duration"
	nameNotices        = "legwork.notices"

	keyTurn      = attribute.Key("legwork.turn")
	keyEvent     = attribute.Key("legwork.event")
	keyStatus    = attribute.Key("legwork.status")
	keyClass     = attribute.Key("legwork.class")
	keyAttempt   = attribute.Key("legwork.attempt")
	keyAttempts  = attribute.Key("legwork.attempts")
	keyRecovered = attribute.Key("legwork.recovered")
	keyNotice    = attribute.Key("legwork.notice")

	keyOperation    = semconv.GenAIOperationNameKey
	keyAgent        = semconv.GenAIAgentNameKey
	keyConversation = semconv.GenAIConversationIDKey
	keyTool         = semconv.GenAIToolNameKey
	keyCall         = semconv.GenAIToolCallIDKey
	keyProvider     = semconv.GenAIProviderNameKey
	keyModel        = semconv.GenAIResponseModelKey
	keyInput        = semconv.GenAIUsageInputTokensKey
	keyOutput       = semconv.GenAIUsageOutputTokensKey
	keyTokenType    = semconv.GenAITokenTypeKey
	keyError        = semconv.ErrorTypeKey

	invokeAgent = "invoke_agent"
	executeTool = "execute_tool"
	chat        = "chat"
	lookup      = "lookup"

	tokensIn  = "input"
	tokensOut = "output"
)

// Buckets of histograms, in seconds and in tokens.
var (
	slow   = []float64{.01, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600}
	fast   = []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5}
	tokens = []float64{1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304}
)
