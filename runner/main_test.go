package runner_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// Every test must leave no goroutine behind; on a busy machine the last ones take a moment to leave.
func TestMain(m *testing.M) {
	code := m.Run()
	for end := time.Now().Add(time.Minute); code == 0; {
		err := goleak.Find()
		if err == nil {
			break
		}
		if time.Now().After(end) {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}
