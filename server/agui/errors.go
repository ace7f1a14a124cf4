package agui

import "errors"

// ErrInput is returned for a body that is no RunAgentInput, or one that cannot be answered. It says where and why.
var ErrInput = errors.New("agui: not a run")

// ErrOrder is returned by a [Verifier] for an event that cannot come where it came.
var ErrOrder = errors.New("agui: an event out of order")
