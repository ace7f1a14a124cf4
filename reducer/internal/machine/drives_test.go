package machine_test

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/legwork-go/legwork/legworktest/scenario"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

const scenarios = "../../../fixtures/scenarios"

// fold folds a scenario. What it says, be it an error or a bug, is what a table makes of it.
func fold(name, src string) (out string) {
	defer func() {
		if bug := recover(); bug != nil {
			out = fmt.Sprint("panic: ", bug)
		}
	}()
	out, err := scenario.Run(name, src, turn.Default(), nil)
	if err != nil {
		return "error: " + err.Error()
	}
	return out
}

// visits is what the scenarios show of a table: for each edge that they walk and each status that a tool is
// outstanding in, where. told is what those say that were folded over the table as it is.
type visits struct {
	src  map[string]string
	seen map[string][]string
	told map[string]string
}

func (v *visits) note(what, name string) {
	if !slices.Contains(v.seen[what], name) {
		v.seen[what] = append(v.seen[what], name)
	}
}

// labelled returns the trigger with a label.
func labelled(label string) machine.Trigger {
	for t := range machine.TriggerCount {
		if t.String() == label {
			return t
		}
	}
	panic("no trigger is called " + label)
}

func edgeFrom(from, trigger string) string { return from + " --" + trigger + "-->" }

func visitAll(t *testing.T) *visits {
	t.Helper()
	v, err := visited()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// visited visits the scenarios, once for all tests.
var visited = sync.OnceValues(func() (*visits, error) {
	names, err := filepath.Glob(filepath.Join(scenarios, "*.scn"))
	if err != nil {
		return nil, err
	}
	v := &visits{src: map[string]string{}, seen: map[string][]string{}, told: map[string]string{}}
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		v.src[name] = string(src)
		err = scenario.Watch(name, string(src), turn.Default(), nil, func(before *trip.Intent, d *trip.Decision) {
			node := before.Status.Node
			for _, trigger := range d.Path {
				v.note(edgeFrom(node.State(), trigger), name)
				node, _ = machine.Next(node, labelled(trigger))
			}
			for _, p := range before.Turn.Outstanding {
				v.note(before.Status.Node.State()+" awaits "+p.Name, name)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	if len(names) == 0 {
		return nil, errors.New("there are no scenarios")
	}
	return v, nil
})

// few picks the shortest of these scenarios.
func (v *visits) few(names []string) []string {
	sorted := slices.Clone(names)
	slices.SortFunc(sorted, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(v.src[a]), len(v.src[b])), cmp.Compare(a, b))
	})
	return sorted[:min(len(sorted), 3)]
}

// drives reports whether other rows make a difference in one of the scenarios.
func (v *visits) drives(t *testing.T, rows []machine.Row, names []string) (differ bool) {
	t.Helper()
	for _, name := range names {
		if _, known := v.told[name]; !known {
			v.told[name] = fold(name, v.src[name])
		}
	}
	t.Run("altered", func(t *testing.T) {
		if err := machine.Drive(t, rows); err != nil {
			t.Fatal(err)
		}
		differ = slices.ContainsFunc(names, func(name string) bool { return fold(name, v.src[name]) != v.told[name] })
	})
	return differ
}

// alter returns the table with one row changed.
func alter(i int, change func(*machine.Row)) []machine.Row {
	rows := machine.Table()
	rows[i].Src, rows[i].Tools = slices.Clone(rows[i].Src), slices.Clone(rows[i].Tools)
	change(&rows[i])
	if len(rows[i].Src) == 0 {
		rows = slices.Delete(rows, i, i+1)
	}
	return rows
}

// TestEveryEdgeDrives takes each edge out of the table, and leads each somewhere else: scenarios turn red. An edge
// from any status is one.
func TestEveryEdgeDrives(t *testing.T) {
	v := visitAll(t)
	for i, r := range machine.Table() {
		for j, from := range r.Src {
			edge := edgeFrom(from, r.Name) + " " + r.Dst
			var names []string
			for what, where := range v.seen {
				source, ok := strings.CutSuffix(what, edgeFrom("", r.Name))
				if ok && (source == from || from == machine.Any) {
					names = append(names, where...)
				}
			}
			if len(names) == 0 {
				t.Errorf("no scenario walks %s", edge)
				continue
			}
			names = v.few(slices.Compact(slices.Sorted(slices.Values(names))))
			gone := alter(i, func(r *machine.Row) { r.Src = slices.Delete(r.Src, j, j+1) })
			if !v.drives(t, gone, names) {
				t.Errorf("without %s nothing differs", edge)
			}
			led := r
			led.Src, led.Dst = []string{from}, trip.Booked.State()
			if r.Dst == led.Dst {
				led.Dst = trip.Blocked.State()
			}
			if !v.drives(t, append(slices.Clone(gone), led), names) {
				t.Errorf("with %s led to %s nothing differs", edge, led.Dst)
			}
		}
	}
}

// TestEveryWaitDrives takes each tool out of the statuses that await it: snapshots in which it is outstanding are
// judged otherwise, and scenarios turn red.
func TestEveryWaitDrives(t *testing.T) {
	v := visitAll(t)
	for i, r := range machine.Table() {
		for j, tool := range r.Tools {
			what := r.Dst + " awaits " + tool
			gone := alter(i, func(r *machine.Row) { r.Tools = slices.Delete(r.Tools, j, j+1) })
			if len(v.seen[what]) == 0 {
				t.Errorf("no scenario shows that %s", what)
				continue
			}
			// A question is shown whatever happens beside it, and a hotel's result waits for the flights.
			kept := tool == trip.ToolFollowup || tool == trip.ToolHotelSearch && r.Dst == trip.QuotingFlights.State()
			if !kept && !v.drives(t, gone, v.seen[what]) {
				t.Errorf("without a row that says that %s nothing differs", what)
			}
			before := starts(tool)
			t.Run(what, func(t *testing.T) {
				if err := machine.Drive(t, gone); err != nil {
					t.Fatal(err)
				}
				if after := starts(tool); slices.Equal(before, after) {
					t.Errorf("without a row for it the same snapshots are taken: %v", after)
				}
			})
		}
	}
}

// starts lists the statuses in which a snapshot may have a tool outstanding.
func starts(tool string) []trip.Status {
	var out []trip.Status
	for s := range trip.StatusCount {
		in := trip.NewIntent()
		in.Status.Node = s
		in.Turn.Number, in.Turn.Outstanding = 1, []trip.Pending{{CallID: "c", Name: tool}}
		if _, err := turn.Resume(turn.Default(), trip.Header{HasIntent: true, Intent: in}); err == nil {
			out = append(out, s)
		}
	}
	return out
}

// TestAnAddedEdgeDrives lets a status be at work that is none: a cancellation then takes the trip out of it.
func TestAnAddedEdgeDrives(t *testing.T) {
	v := visitAll(t)
	added := machine.Table()[0]
	added.Name, added.Src, added.Dst = "done", []string{"presenting_options"}, "risk_checked"
	rows := append(machine.Table(), added)
	var names []string
	for name, src := range v.src {
		if strings.Contains(src, "on TURN_CANCELLED") {
			names = append(names, name)
		}
	}
	if !v.drives(t, rows, names) {
		t.Error("with another edge nothing differs")
	}
}
