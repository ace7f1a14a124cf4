package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/legwork-go/legwork/catalog"
)

// The restart policy.
const (
	maxRestarts   = 3
	restartWindow = time.Minute
)

// protocols are the versions that a connection is tried with: the newest, then the one that every
// server answers. Some servers say nothing to a greeting that they do not know.
var protocols = []string{"", "2025-11-25"}

// connected returns the session, starts the server again when it has ended, and looks at its tools
// again when they may have changed.
func (s *Server) connected(ctx context.Context) (*sdk.ClientSession, error) {
	select {
	case s.gate <- struct{}{}:
		defer func() { <-s.gate }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	session, stale, err := s.current()
	if err != nil || session != nil && !stale {
		return session, err
	}
	if session == nil {
		if err := s.mayRestart(time.Now()); err != nil {
			return nil, err
		}
		if session, err = s.open(ctx); err != nil {
			return nil, err
		}
	}
	list, err := s.list(ctx, session)
	if err != nil {
		s.markStale()
		return nil, err
	}
	s.compare(list)
	return session, nil
}

// current returns the session, if there is one, and whether its tools have to be looked at.
func (s *Server) current() (session *sdk.ClientSession, stale bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, false, ErrClosed
	}
	stale = s.stale
	s.stale = false
	if s.link == nil {
		return nil, stale, nil
	}
	return s.link.session, stale, nil
}

// mayRestart counts a restart, or refuses it.
func (s *Server) mayRestart(now time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.restarts = slices.DeleteFunc(s.restarts, func(t time.Time) bool { return now.Sub(t) > restartWindow })
	if len(s.restarts) >= maxRestarts {
		return ErrRestarts
	}
	s.restarts = append(s.restarts, now)
	return nil
}

// open connects. It returns when ctx ends, also when the server hangs.
func (s *Server) open(ctx context.Context) (*sdk.ClientSession, error) {
	within, cancel := context.WithTimeout(ctx, s.config.ConnectTimeout)
	defer cancel()
	var last error
	for i, version := range protocols {
		part := s.config.ConnectTimeout / time.Duration(len(protocols)-i)
		session, err := s.attempt(within, version, part)
		if err == nil {
			return session, nil
		}
		last = err
		if within.Err() != nil {
			break
		}
	}
	return nil, last
}

// attempt connects with one version of the protocol. A server that does not answer in time, or wrongly,
// is ended.
func (s *Server) attempt(ctx context.Context, version string, limit time.Duration) (*sdk.ClientSession, error) {
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	l := s.newLink()
	var err error
	connected := make(chan struct{}) // or not: err says it
	go func() {
		defer close(connected)
		l.session, err = s.client.Connect(within, l.transport, &sdk.ClientSessionOptions{ProtocolVersion: version})
	}()
	select {
	case <-connected:
		if err == nil {
			return l.session, s.keep(l)
		}
		go func() { _ = l.end() }()
		return nil, s.unconnected(err, l.last)
	case <-within.Done():
		go func() { // one that answers after all is not wanted any more
			<-connected
			_ = l.end()
		}()
		return nil, s.unconnected(within.Err(), l.last)
	}
}

// unconnected says why there is no connection, with the last words of a command.
func (s *Server) unconnected(err error, last *tail) error {
	text := s.words(err)
	if said := last.String(); said != "" {
		text += "; its standard error ends: " + said
	}
	if refused, is := errors.AsType[*refusal](err); is {
		return fmt.Errorf("%w: %w", ErrConnect, refused)
	}
	return fmt.Errorf("%w: %s", ErrConnect, text)
}

// keep makes a connection the current one and watches for its end.
func (s *Server) keep(l *link) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		go func() { _ = l.end() }()
		return ErrClosed
	}
	s.link = l
	go func() {
		_ = l.session.Wait()
		s.drop(l.session)
	}()
	return nil
}

// drop forgets a session, and ends its process.
func (s *Server) drop(session *sdk.ClientSession) {
	s.mu.Lock()
	l := s.link
	mine := l != nil && l.session == session
	if mine {
		s.link = nil
	}
	s.mu.Unlock()
	if mine {
		_ = l.end()
	}
}

// sound makes sure that a server which did not answer a call in time answers anything: one that hangs is
// ended, and the next call starts another.
func (s *Server) sound(session *sdk.ClientSession) {
	if s.target.url != "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), soundTime)
	defer cancel()
	if _, err := session.ListTools(ctx, nil); err != nil {
		s.config.Logger.Warn("mcp: a server hangs and is ended", "server", s.prefix)
		s.drop(session)
	}
}

// list reads all tools of the server, within the time of a connection.
func (s *Server) list(ctx context.Context, session *sdk.ClientSession) ([]*sdk.Tool, error) {
	within, cancel := context.WithTimeout(ctx, s.config.ConnectTimeout)
	defer cancel()
	var all []*sdk.Tool
	for t, err := range session.Tools(within, nil) {
		if err != nil {
			return nil, fmt.Errorf("%w: listing its tools: %s", ErrConnect, s.words(err))
		}
		if all = append(all, t); len(all) > 16*maxTools {
			break // a list without end
		}
	}
	return all, nil
}

func (s *Server) markStale() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stale = true
}

// compare finds the tools that are gone or not what they were. They fail until they are again.
func (s *Server) compare(list []*sdk.Tool) {
	broken := map[string]bool{}
	for i := range s.tools {
		known := &s.tools[i]
		j := slices.IndexFunc(list, func(t *sdk.Tool) bool { return t.Name == known.remote })
		if j < 0 || !s.same(known, list[j]) {
			broken[known.entry.Name] = true
			s.config.Logger.Warn("mcp: a tool is gone or changed", "tool", known.entry.Name)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken = broken
}

// same reports whether a tool does what the catalog says of it; its description may change.
func (s *Server) same(known *tool, now *sdk.Tool) bool {
	entry, st, err := describe(now, s.prefix, s.config.Trust, s.config.CallTimeout)
	return err == nil && entry.Effect == known.entry.Effect &&
		(st.repeats || !known.repeat || entry.Effect == catalog.Read) &&
		string(entry.Arguments) == string(known.entry.Arguments) && string(entry.Result) == string(known.entry.Result)
}

func (s *Server) isBroken(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.broken[name]
}
