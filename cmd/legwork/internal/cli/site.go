package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/legwork-go/legwork/adapters/postgres"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// site says where an operator's trips are: in a store that nobody has open, in a database, or in a running server.
type site struct {
	store, postgres string
	server          remote
}

// What a verb does at a place. Of a store, whoever only reads writes nothing.
const (
	reading = false
	writing = true
)

// named counts how many places are named.
func (p *site) named() (n int) {
	for _, name := range []string{p.store, p.postgres, p.server.url} {
		if name != "" {
			n++
		}
	}
	return n
}

// with opens the desk of the place for a while.
func (p *site) with(ctx context.Context, writes bool, do func(ops.Desk) error) error {
	desk, closed, err := p.open(ctx, writes)
	if err != nil {
		return err
	}
	err = do(desk)
	return asOfFiles(errors.Join(err, closed()))
}

// asOfFiles gives an error of a desk the exit code that it has with files.
func asOfFiles(err error) error {
	var refused *ops.ServerError
	switch {
	case errors.As(err, &refused) && (refused.Status == http.StatusUnauthorized || refused.Status == http.StatusForbidden):
		return usage("--token: the server refuses it: %s", refused.Detail)
	case errors.Is(err, runner.ErrNotOpen), errors.Is(err, runner.ErrResult):
		return fmt.Errorf("%w: %w", errInput, err)
	}
	return err
}

// open opens the desk of the place.
func (p *site) open(ctx context.Context, writes bool) (desk ops.Desk, closed func() error, err error) {
	switch {
	case p.server.url != "":
		return p.server.client(), func() error { return nil }, p.server.valid()
	case p.postgres != "":
		s, err := postgres.Open(ctx, p.postgres, postgres.Options{})
		if err != nil {
			return nil, nil, err
		}
		return deskOf(ctx, setup{store: s}, s.Accept) // its turns a server performs, which has the tools of its trips
	case !writes:
		s, err := openRead(p.store)
		if err != nil {
			return nil, nil, err
		}
		return deskOf(ctx, setup{store: s}, nil)
	}
	s, err := openWritten(p.store)
	if err != nil {
		return nil, nil, whenLocked(err, "stop it; or, where that process is legwork serve, say --server URL")
	}
	on, err := newSetup(s, p.store, outside{})
	if err != nil {
		return nil, nil, err
	}
	return deskOf(ctx, on, nil)
}

// deskOf returns the desk of a setup, which is closed with it. Without tools nothing is performed there: accept, where
// there is one, leaves it to others.
func deskOf(
	ctx context.Context, on setup, accept func(context.Context, trip.ID, trip.Event) error,
) (ops.Desk, func() error, error) {
	c := runner.Config{Turn: turn.Default(), Store: on.store, Tools: tools.Registry{}, Engine: engineVersion}
	if on.box != nil {
		c.Tools, c.ToolLimits = on.box.Registry, on.box.limits
	}
	r, err := runner.New(c)
	if err != nil {
		return nil, nil, errors.Join(err, on.Close())
	}
	return &ops.Local{Runner: r, Store: on.store, Accept: accept}, func() error {
		return errors.Join(r.Close(context.WithoutCancel(ctx)), on.Close())
	}, nil
}
