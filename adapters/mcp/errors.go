package mcp

import "errors"

// Errors of connecting.
var (
	// ErrTarget is returned for a target that is neither a command line nor a URL.
	ErrTarget = errors.New("mcp: not a command line or a URL")

	// ErrConnect is returned when a server cannot be started or reached, or does not speak the
	// protocol.
	ErrConnect = errors.New("mcp: cannot connect")

	// ErrTrust is returned for words that vouch for no tool: want NAME=read, NAME=write or NAME=off.
	ErrTrust = errors.New("mcp: want NAME=read, NAME=write or NAME=off")
)

// Errors of calls. They reach a caller as the text of a *tools.Error.
var (
	// ErrGone is returned for a tool that the server no longer has, or that it changed.
	ErrGone = errors.New("mcp: the server no longer has this tool as it was")

	// ErrDied is returned when the server ended in the middle of a call.
	ErrDied = errors.New("mcp: the server ended in the middle of the call")

	// ErrRestarts is returned when a server ended too often to be started again now.
	ErrRestarts = errors.New("mcp: the server ends again and again")

	// ErrTooLarge is returned for an answer that is longer than its bound.
	ErrTooLarge = errors.New("mcp: the answer is too large")

	// ErrClosed is returned after Close.
	ErrClosed = errors.New("mcp: closed")
)
