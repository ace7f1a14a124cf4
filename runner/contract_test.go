package runner_test

import (
	"testing"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/runner/runnertest"
)

func TestContract(t *testing.T) {
	runnertest.Run(t, func(t testing.TB, c runner.Config) runnertest.Engine {
		c.Store = newStore()
		return start(t, newWorld(), c.Store, func(own *runner.Config) { *own = c })
	})
}
