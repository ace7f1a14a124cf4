package temporal

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.temporal.io/api/enums/v1"
	historypb "go.temporal.io/api/history/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/legwork-go/legwork/trip"
)

var update = flag.Bool("update", false, "write the histories of testdata anew; needs a server")

// histories are the runs whose histories are kept, and where their trips stand at the end.
var histories = map[string]trip.Status{
	"booked": trip.Booked, "doubt": trip.Booked, "quick": trip.Booked, "interrupted": trip.PresentingOptions,
	"queued": trip.PresentingOptions,
}

// kept reads the history of a run. What stands there as from is read as to.
func kept(t *testing.T, name, from, to string) *historypb.History {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	h := &historypb.History{}
	if err := protojson.Unmarshal([]byte(strings.ReplaceAll(string(data), from, to)), h); err != nil {
		t.Fatal(err)
	}
	return h
}

// again replays a history by today's code. Nothing is decided again: there is no runner.
func again(t *testing.T, h *historypb.History) error {
	t.Helper()
	r, err := worker.NewWorkflowReplayerWithOptions(worker.WorkflowReplayerOptions{DataConverter: DataConverter()})
	if err != nil {
		t.Fatal(err)
	}
	r.RegisterWorkflowWithOptions((&engine{heartbeat: 1}).trip, workflow.RegisterOptions{Name: workflowName})
	return r.ReplayWorkflowHistory(nil, h)
}

// Workflows that began under an earlier version go on: today's code replays the histories that it left, from each moment
// on at which a worker may take over, whatever today's engine would decide, and ends in the state that was recorded.
func TestHistories(t *testing.T) {
	t.Parallel()
	for name, want := range histories {
		old := kept(t, name, "", "")
		for i, ev := range old.GetEvents() {
			if i+1 < len(old.GetEvents()) && ev.GetEventType() != enums.EVENT_TYPE_WORKFLOW_TASK_STARTED {
				continue
			}
			if err := again(t, &historypb.History{Events: old.GetEvents()[:i+1]}); err != nil {
				t.Errorf("%s: to event %d: %v", name, i+1, err)
			}
		}
		v, h := new(view), &history{config: Config{DataConverter: DataConverter()}}
		for _, ev := range old.GetEvents() {
			if err := h.add(v, ev); err != nil {
				t.Fatal(err)
			}
		}
		in, _, err := trip.DecodeIntent(v.state.Intent)
		if err != nil {
			t.Fatal(err)
		}
		last, err := trip.DecodeEvent(v.state.Records[len(v.state.Records)-1].Event)
		if err != nil || last.State != in.Digest() || in.Status.Node != want {
			t.Errorf("%s: the trip is in %s, and not what its log says: %v", name, in.Status.Node, err)
		}
		if in.Turn.Seq != int64(len(v.state.Records)) {
			t.Errorf("%s: the trip is at %d of %d events", name, in.Turn.Seq, len(v.state.Records))
		}
	}
}

// A history that does not fit today's code is noticed.
func TestHistoryThatDiffers(t *testing.T) {
	t.Parallel()
	if again(t, kept(t, "booked", activityName, "legwork.other")) == nil {
		t.Error("it replays")
	}
}

// save writes the history of a trip's workflow.
func save(t *testing.T, service client.Client, workflow, name string) {
	t.Helper()
	var h historypb.History
	events := service.GetWorkflowHistory(t.Context(), workflow, "", false, enums.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
	for events.HasNext() {
		ev, err := events.Next()
		if err != nil {
			t.Fatal(err)
		}
		h.Events = append(h.Events, ev)
	}
	data, err := protojson.Marshal(&h)
	if err == nil {
		err = os.WriteFile(filepath.Join("testdata", name+".json"), append(data, '\n'), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
