package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// handler performs the calls of one tool.
type handler struct {
	server *Server
	tool   tool
}

// Run performs a call.
func (h handler) Run(ctx context.Context, req tools.Request) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, h.server.config.CallTimeout)
	defer cancel()
	for again := h.tool.repeat && h.tool.entry.Effect == catalog.Write; ; again = false {
		session, err := h.server.connected(ctx)
		if err != nil {
			return nil, h.unsent(ctx, err)
		}
		if h.server.isBroken(h.tool.entry.Name) {
			return nil, tools.Failure(trip.ClassPermanent, ErrGone.Error())
		}
		res, err := session.CallTool(ctx, &sdk.CallToolParams{Name: h.tool.remote, Arguments: json.RawMessage(req.Arguments)})
		if err == nil {
			return outcome(res)
		}
		if undialled(err) {
			return nil, h.unsent(ctx, err)
		}
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			go h.server.sound(session)
		}
		if lost := h.server.lost(session, err); !lost || !again || ctx.Err() != nil {
			return nil, h.sent(ctx, err, lost)
		}
	}
}

// lost reports whether a call failed because its connection ended, and forgets the connection then.
// A command that answers with anything but an answer is as good as ended.
func (s *Server) lost(session *sdk.ClientSession, err error) bool {
	var answer *jsonrpc.Error
	ended := errors.Is(err, sdk.ErrConnectionClosed) || errors.Is(err, sdk.ErrSessionMissing) || errors.Is(err, io.EOF)
	if !ended && (s.target.url != "" || errors.As(err, &answer) || isContext(err)) {
		return false
	}
	s.drop(session)
	return true
}

func isContext(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// unsent makes the error of a call that never reached the server. A write certainly did nothing
// then, and its class must say so.
func (h handler) unsent(ctx context.Context, err error) *tools.Error {
	e := tools.Failure(trip.ClassFailed, h.server.words(err))
	var refused *refusal
	switch {
	case errors.As(err, &refused):
		e.Class = refused.class()
	case h.tool.entry.Effect == catalog.Write, errors.Is(err, ErrRestarts), errors.Is(err, ErrClosed):
		e.Class = trip.ClassPermanent
	case errors.Is(ctx.Err(), context.Canceled):
		e.Class = trip.ClassCancelled
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		e.Class = trip.ClassTimeout
	}
	return e
}

// undialled reports whether a call failed before a connection was there.
func undialled(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

// sent makes the error of a call that may have reached the server.
func (h handler) sent(ctx context.Context, err error, lost bool) *tools.Error {
	var refused *refusal
	var answer *jsonrpc.Error
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return tools.Failure(trip.ClassCancelled, h.server.words(err))
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return tools.Failure(trip.ClassTimeout, "mcp: the server did not answer in time")
	case errors.As(err, &refused):
		return tools.Failure(refused.class(), refused.Error())
	case lost && h.tool.entry.Effect == catalog.Write:
		return tools.Failure(trip.ClassOutcomeUnknown, ErrDied.Error())
	case lost:
		return tools.Failure(trip.ClassFailed, ErrDied.Error())
	case errors.As(err, &answer) && answer.Code != codeRejected:
		return tools.Failure(classOf(answer.Code), cut(answer.Message))
	default:
		return tools.Failure(trip.ClassFailed, h.server.words(err))
	}
}

// codeRejected is the SDK's own code for an HTTP answer that is none of the protocol's.
const codeRejected = -32005

// classOf says what a protocol error means; without a class the text says it.
func classOf(code int64) trip.Class {
	switch code {
	case jsonrpc.CodeInvalidParams:
		return trip.ClassInvalidArguments
	case jsonrpc.CodeMethodNotFound, jsonrpc.CodeInvalidRequest:
		return trip.ClassPermanent
	default:
		return ""
	}
}
