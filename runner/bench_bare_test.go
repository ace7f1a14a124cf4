package runner_test

import (
	"context"
	"slices"
	"testing"

	"github.com/legwork-go/legwork/internal/barebolt"
	"github.com/legwork-go/legwork/store"
)

// payload is the bytes that one turn of the runner stores, taken from a real one.
type payload struct {
	commits []store.Commit
}

// spy keeps the commits of one turn.
type spy struct {
	store.Store
	commits []store.Commit
}

func (s *spy) Append(ctx context.Context, c store.Commit) error {
	s.commits = append(s.commits, c)
	return s.Store.Append(ctx, c)
}

func sizesOf(b *testing.B) payload {
	s := &spy{Store: newStore()}
	r := quick(b, s, withAging)
	aTurn(b, r, "t1")
	s.commits = nil
	aTurn(b, r, "t1")
	return payload{s.commits}
}

// bare makes the commits of a payload in bare bbolt.
type bare struct {
	*barebolt.DB
	p payload
}

func newBare(b *testing.B, p payload, trips int) bare { return bare{barebolt.Open(b, trips == 1), p} }

func (s bare) turn(tb testing.TB, i int) {
	for _, c := range s.p.commits {
		log := slices.Concat(c.Events...)
		for _, o := range c.Outstanding {
			log = append(log, o.Arguments...)
		}
		if err := s.Append(string(tripID(i)), log, c.Snapshot); err != nil {
			tb.Error(err)
		}
	}
}
