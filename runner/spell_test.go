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
		for _, asked := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, asked before: %v", name, asked), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					parent, cancel := context.WithCancel(context.WithValue(t.Context(), key{}, "v"))
					defer cancel()
					s := newSpell(parent, time.Now().Add(time.Minute))
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
