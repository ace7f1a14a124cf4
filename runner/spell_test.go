package runner

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

type key struct{}

// TestSpellIsAContext holds a spell against the context that it stands for, whenever it is asked first.
// A spell without a deadline of its own has that of its parent.
func TestSpellIsAContext(t *testing.T) {
	for name, tc := range map[string]struct {
		happens func(parent context.CancelFunc, end func())
		want    error
	}{
		"it lasts":                {func(context.CancelFunc, func()) {}, nil},
		"it ends":                 {func(_ context.CancelFunc, end func()) { end() }, context.Canceled},
		"it ends, then its time":  {func(_ context.CancelFunc, end func()) { end(); time.Sleep(time.Hour) }, context.Canceled},
		"its time comes":          {func(context.CancelFunc, func()) { time.Sleep(time.Hour) }, context.DeadlineExceeded},
		"its parent ends":         {func(parent context.CancelFunc, _ func()) { parent() }, context.Canceled},
		"its parent, then itself": {func(parent context.CancelFunc, end func()) { parent(); end() }, context.Canceled},
	} {
		for mode := range 4 {
			asked, own := mode&1 == 0, mode&2 == 0
			t.Run(fmt.Sprintf("%s, asked before: %v, own deadline: %v", name, asked, own), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					parent, cancel := context.WithCancel(context.WithValue(t.Context(), key{}, "v"))
					defer cancel()
					until := time.Now().Add(time.Minute)
					if !own {
						var stop context.CancelFunc
						parent, stop = context.WithDeadline(parent, until)
						defer stop()
						until = time.Time{}
					}
					s := newSpell(parent, until)
					defer s.end()
					var done <-chan struct{}
					if asked {
						done = s.Done()
					}
					tc.happens(cancel, s.end)
					synctest.Wait()
					if err := s.Err(); !errors.Is(err, tc.want) {
						t.Errorf("got %v, want %v", err, tc.want)
					}
					child, stop := context.WithCancel(s)
					defer stop()
					if err := child.Err(); (err == nil) != (tc.want == nil) {
						t.Errorf("its child says %v", err)
					}
					select {
					case <-s.Done():
						if tc.want == nil {
							t.Error("it is done")
						}
					default:
						if tc.want != nil {
							t.Error("it is not done")
						}
					}
					if asked && done != s.Done() {
						t.Error("it has two channels")
					}
					if s.Value(key{}) != "v" {
						t.Error("it has not its parent's values")
					}
				})
			})
		}
	}
}

func TestSpellKeepsTheEarlierDeadline(t *testing.T) {
	early := time.Now().Add(time.Minute)
	parent, cancel := context.WithDeadline(t.Context(), early)
	defer cancel()
	if at, ok := newSpell(parent, early.Add(time.Hour)).Deadline(); !ok || !at.Equal(early) {
		t.Errorf("its deadline is %v, want that of its parent, %v", at, early)
	}
}

// Who waits for the end of a spell is called once, whenever he came.
func TestSpellTellsOfItsEnd(t *testing.T) {
	for name, tc := range map[string]struct {
		happens func(s *spell, h, other hurrier)
		want    int
	}{
		"it ends":            {func(s *spell, h, _ hurrier) { s.whenEnded(h); s.end(); s.end() }, 1},
		"it had ended":       {func(s *spell, h, _ hurrier) { s.end(); s.whenEnded(h); s.end() }, 1},
		"he waits no more":   {func(s *spell, h, _ hurrier) { s.whenEnded(h); s.forget(h); s.end() }, 0},
		"another came":       {func(s *spell, h, other hurrier) { s.whenEnded(h); s.whenEnded(other); s.end() }, 0},
		"another left later": {func(s *spell, h, other hurrier) { s.whenEnded(other); s.whenEnded(h); s.forget(other); s.end() }, 1},
		"it lasts":           {func(s *spell, h, _ hurrier) { s.whenEnded(h) }, 0},
		"its channel, then":  {func(s *spell, h, _ hurrier) { s.whenEnded(h); s.Done(); s.end() }, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s, h := newSpell(t.Context(), time.Time{}), new(hurried)
			tc.happens(s, h, new(hurried))
			if int(*h) != tc.want {
				t.Errorf("he was called %d times, want %d", *h, tc.want)
			}
		})
	}
}

// hurried counts how often it was told to hurry.
type hurried int

func (n *hurried) hurry() { *n++ }
