package scenario_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/legwork-go/legwork/legworktest/scenario"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// TestLogsAreTheScenarios: the recordings of all scenarios fold, and decide what the scenarios do.
func TestLogsAreTheScenarios(t *testing.T) {
	files := func(name string) (string, error) {
		text, err := os.ReadFile(filepath.Join("../../fixtures/scenarios", name))
		return string(text), err
	}
	paths, err := filepath.Glob("../../fixtures/scenarios/*.scn")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range paths {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		last := map[trip.ID]trip.Status{}
		if err := scenario.Watch(file, string(src), turn.Default(), files, func(_ *trip.Intent, d *trip.Decision) {
			last[d.Next.TripID] = d.Status
		}); err != nil {
			t.Fatal(err)
		}
		logs, err := scenario.Logs(file, string(src), turn.Default(), files)
		if err != nil {
			t.Fatal(err)
		}
		ends := map[trip.ID]trip.Status{}
		for _, log := range logs {
			r := replay.New(file, turn.Default(), replay.Options{})
			for _, err := range r.Lines(bytes.NewReader(log)) {
				if err != nil {
					t.Errorf("%s: %v", file, err)
				}
			}
			ends[r.Intent().TripID] = r.Intent().Status.Node
		}
		for id, want := range last {
			if got, ok := ends[id]; ok && got != want {
				t.Errorf("%s: trip %s ends in %s, its recording in %s", file, id, want, got)
			}
		}
	}
}
