package temporal

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/runner/runnertest"
	"github.com/legwork-go/legwork/temporal/temporaltest"
)

// What a runner promises holds of workflows, on a real service.
func TestContract(t *testing.T) {
	s := temporaltest.Start(t)
	service := s.Dial(t, DataConverter())
	var n atomic.Int64
	runnertest.Run(t, func(t testing.TB, c runner.Config) runnertest.Engine {
		name := fmt.Sprintf("contract-%d", n.Add(1))
		config := Config{Client: service, TaskQueue: name, Prefix: name + "/", Runner: c, Heartbeat: 2 * time.Second}
		w, err := NewWorker(config)
		if err == nil {
			err = w.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(w.Stop)
		client, err := NewClient(config)
		if err != nil {
			t.Fatal(err)
		}
		return client
	})
}
