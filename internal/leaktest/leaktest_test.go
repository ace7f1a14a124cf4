package leaktest

import (
	"testing"
	"time"
)

// TestWait names a goroutine that stays, and forgives one that leaves late.
func TestWait(t *testing.T) {
	leave := make(chan struct{})
	go func() { <-leave }()
	if err := wait(time.Millisecond); err == nil {
		t.Error("a goroutine that stays is not told")
	}
	time.AfterFunc(100*time.Millisecond, func() { close(leave) })
	if err := wait(patience); err != nil {
		t.Errorf("a goroutine that leaves is told: %v", err)
	}
}
