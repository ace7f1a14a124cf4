package runner_test

import (
	"errors"
	"testing"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
)

func TestHead(t *testing.T) {
	s := mem.New(mem.Options{})
	r := start(t, newWorld(), s)
	if _, err := r.Head(t.Context(), "t1"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("no trip: %v", err)
	}
	send(t, r, "t1", say("LIS to FCO on May 1"))
	now, err := r.Head(t.Context(), "t1")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[runner.Head]bool{}
	for seq := range now.Seq + 1 {
		at, err := r.HeadAt(t.Context(), "t1", seq)
		if err != nil || at.Seq != seq || seen[at] {
			t.Errorf("at %d: %v %v", seq, at, err)
		}
		seen[at] = true
	}
	if !seen[now] {
		t.Errorf("the newest is not the last one: %v", now)
	}
	for _, seq := range []int64{-1, now.Seq + 1} {
		if _, err := r.HeadAt(t.Context(), "t1", seq); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("at %d: %v", seq, err)
		}
	}
}
