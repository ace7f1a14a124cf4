package runner_test

import (
	"testing"

	"go.uber.org/goleak"
)

// Every test must leave no goroutine behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
