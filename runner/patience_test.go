package runner

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// A context that is used again has its new time, its new values and nothing of the old ones.
func TestPatienceIsUsedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := new(realtime)
		for range 100 { // the pool may let it go, at any time, but not each time
			if usedAgain(t, r) {
				return
			}
		}
		t.Error("it is never used again")
	})
}

// usedAgain gives a context back in the middle of its time. It looks at the next one, and returns
// true, if that is the same.
func usedAgain(t *testing.T, r *realtime) bool {
	first, cancel := r.WithTimeout(context.WithValue(context.Background(), key{}, "first"), time.Minute)
	if first.Value(key{}) != "first" {
		t.Error("it has not the values of whom it stands for")
	}
	time.Sleep(30 * time.Second)
	cancel()
	begun := time.Now()
	second, cancel := r.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if second != first {
		return false
	}
	if at, ok := second.Deadline(); !ok || !at.Equal(begun.Add(time.Minute)) {
		t.Errorf("its deadline is %v", at)
	}
	if second.Value(key{}) != nil {
		t.Error("it has the values of the first")
	}
	time.Sleep(59 * time.Second)
	if err := second.Err(); err != nil {
		t.Errorf("it ended early: %v", err)
	}
	child, stop := context.WithCancel(second)
	defer stop()
	<-second.Done()
	if took := time.Since(begun); took != time.Minute {
		t.Errorf("it ended after %s", took)
	}
	synctest.Wait()
	for _, ctx := range []context.Context{second, child} {
		if err := ctx.Err(); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want that its time is over", err)
		}
	}
	return true
}

// A context whose time has come stays over, and whoever comes next has another one.
func TestPatienceThatIsOverIsNotUsedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := new(realtime)
		first, cancel := r.WithTimeout(context.Background(), time.Second)
		<-first.Done()
		cancel()
		second, cancel := r.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if first == second || second.Err() != nil {
			t.Error("it is used again")
		}
		if !errors.Is(first.Err(), context.DeadlineExceeded) {
			t.Errorf("got %v", first.Err())
		}
	})
}

// What may be cancelled by its parent ends with it.
func TestTimeoutEndsWithItsParent(t *testing.T) {
	parent, end := context.WithCancel(context.Background())
	ctx, cancel := new(realtime).WithTimeout(parent, time.Hour)
	defer cancel()
	end()
	if !errors.Is(ctx.Err(), context.Canceled) {
		t.Errorf("got %v", ctx.Err())
	}
}
