package assist

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// A plan without steps says that there is nothing to do.
func TestHasNoSteps(t *testing.T) {
	t.Parallel()
	for raw, want := range map[trip.Raw]bool{
		`""`: true, `" "`: true, `"x"`: false, `[]`: true, `[1]`: false, `{}`: true, `{"steps":[]}`: true,
		`{"steps":[{"id":"a"}]}`: false, `7`: false,
	} {
		if got := hasNoSteps(raw); got != want {
			t.Errorf("%s: %t", raw, got)
		}
	}
}

// planned is the plan that a model's becomes, in a trip that asks "What of fees?" and knows the document k1, with a
// line a step.
func planned(selected []string, raw string) (lines []string, p *plan) {
	in := trip.NewIntent()
	in.Request.UserMessage, in.Scope.DocumentIDs = "What of fees?", selected
	in.Turn.Assist.Known = []string{"k1"}
	p = view{catalog: catalog.Default(), in: &in}.plan(trip.Raw(raw))
	for _, st := range p.steps {
		lines = append(lines, strings.ReplaceAll(fmt.Sprintf("%s %s %s", st.ID, st.Tool, st.Args), `"`, "'"))
	}
	return lines, p
}

// What a model's plan becomes: each step has a name of its own, a question, and documents that are known or found by
// a step before it.
func TestPlanIsMadeFit(t *testing.T) {
	t.Parallel()
	docs, chunks := `{"id":"a","tool":"retrieve_docs","args":{"query":"q"}}`, func(ids string) string {
		return `{"id":"b","tool":"retrieve_chunks","args":{"query":"q","document_ids":` + ids + `}}`
	}
	search := "a retrieve_docs {'query':'q'}"
	for name, c := range map[string]struct {
		steps   string
		want    []string
		refused refusal
		dropped int
	}{
		"in order": {
			docs + "," + chunks(`["<from_step_a>"]`),
			[]string{search, "b retrieve_chunks {'document_ids':['<from_step_a>'],'query':'q'}"},
			refusal{},
			0,
		},
		"names of their own": {
			`{"tool":"retrieve_docs"},{"id":" ","tool":" retrieve_chunks ","args":{"document_ids":["k1"]}}`,
			[]string{
				"step_0 retrieve_docs {'query':'What of fees?'}",
				"step_1 retrieve_chunks {'document_ids':['k1'],'query':'What of fees?'}",
			},
			refusal{},
			0,
		},
		"one name twice": {docs + "," + docs, []string{search}, sameStepNames, 0},
		"two searches": {
			docs + "," + strings.Replace(docs, `"a"`, `"b"`, 1),
			[]string{search, "b retrieve_chunks {'document_ids':['<from_step_a>'],'query':'q'}"},
			refusal{},
			0,
		},
		"known and not": {chunks(`["k1","x",7]`), []string{"b retrieve_chunks {'document_ids':['k1'],'query':'q'}"}, refusal{}, 2},
		"a step to come": {
			chunks(`["k1","<from_step_z>"]`),
			[]string{"b retrieve_chunks {'document_ids':['k1'],'query':'q'}"},
			refusal{},
			1,
		},
		"no such tool": {`{"id":"a","tool":"charter_boat"}`, nil, unknownPlanTool, 0},
		"the engine's": {`{"id":"a","tool":"trip_plan_extract_intent"}`, nil, unknownPlanTool, 0},
		"a write":      {`{"id":"a","tool":"` + trip.ToolHold + `"}`, nil, unknownPlanTool, 0},
	} {
		got, p := planned(nil, `{"steps":[`+c.steps+`]}`)
		if !slices.Equal(got, c.want) || p.refused != c.refused || p.dropped != c.dropped {
			t.Errorf("%s: %q, refused %v, dropped %d", name, got, p.refused, p.dropped)
		}
	}
}

// What the person selected is read, whatever a model names: what it named beside that is dropped.
func TestPlanReadsTheSelection(t *testing.T) {
	t.Parallel()
	got, p := planned([]string{"d1", "d2"},
		`{"steps":[{"id":"b","tool":"retrieve_chunks","args":{"query":"q","document_ids":["d1","k1"]}}]}`)
	want := stepChunks + " " + trip.ToolRetrieveChunks + " {'document_ids':['d1','d2'],'query':'q'}"
	if len(got) != 1 || got[0] != want || p.dropped != 1 {
		t.Errorf("%q, dropped %d", got, p.dropped)
	}
}

// Only documents that are named can be found where none is known: any other argument that names nothing known is
// refused, unless it is empty.
func TestPlanNamesWhatIsKnown(t *testing.T) {
	t.Parallel()
	in := trip.NewIntent()
	in.Turn.Assist.Known = []string{"k1"}
	source := catalog.Source{Argument: "hold_id", From: []string{catalog.FromLookup}}
	for raw, c := range map[trip.Raw]struct {
		ok   bool
		want trip.Raw
	}{
		`{}`:                     {true, `{}`},
		`{"hold_id":[]}`:         {true, `{"hold_id":[]}`},
		`{"hold_id":"k1"}`:       {true, `{"hold_id":["k1"]}`},
		`{"hold_id":"k2"}`:       {false, `{"hold_id":"k2"}`},
		`{"hold_id":[7]}`:        {false, `{"hold_id":[7]}`},
		`{"hold_id":["k2",7]}`:   {false, `{"hold_id":["k2",7]}`},
		`{"hold_id":["k1","x"]}`: {true, `{"hold_id":["k1"]}`},
	} {
		p := &plan{view: view{catalog: catalog.Default(), in: &in}}
		args, ok := p.settleNames(source, parseObject(raw))
		if ok != c.ok || args.raw() != c.want {
			t.Errorf("%s: %t, %s", raw, ok, args.raw())
		}
	}
	in.Scope.DocumentIDs = []string{"d1"} // which selects documents, and nothing else
	p := &plan{view: view{catalog: catalog.Default(), in: &in}}
	if args, ok := p.settleNames(source, parseObject(`{"hold_id":"k1"}`)); !ok || args.raw() != `{"hold_id":["k1"]}` {
		t.Errorf("beside a selection: %t, %s", ok, args.raw())
	}
}

// A trip remembers the newest of what its results gave: ids and answers, each id once.
func TestRememberedOfResults(t *testing.T) {
	t.Parallel()
	in := trip.NewIntent()
	s := deciding(&in)
	var all []string
	for i := range maxKnown + 3 {
		all = append(all, fmt.Sprint(i))
	}
	s.learn(all[:1])
	s.learn(all)
	a := &in.Turn.Assist
	if !slices.Equal(a.Known, all[3:]) {
		t.Errorf("remembers %d ids from %s", len(a.Known), a.Known[0])
	}
	for _, id := range all[:maxAnswers+2] {
		s.keepAnswer(trip.ToolWebSearch, id)
	}
	if len(a.Answers) != maxAnswers || a.Answers[0].Text != "2" {
		t.Errorf("remembers the answers %v", a.Answers)
	}
}

// What a call found is noted at its step of the plan, and only there.
func TestFoundByAStep(t *testing.T) {
	t.Parallel()
	tool, _ := catalog.Default().Tool(trip.ToolRetrieveDocs)
	for id, want := range map[string]bool{"of the step": true, "of no step": false, "of no round": false} {
		in := trip.NewIntent()
		in.Turn.Assist.Plan = &trip.Plan{Steps: []trip.PlanStep{{ID: "a", Tool: trip.ToolRetrieveDocs}}}
		in.Turn.Assist.Round = []trip.RoundCall{{CallID: "of the step", Step: 1}, {CallID: "of no step"}}
		s := deciding(&in)
		s.keepFound(id, tool, `{"documents":[{"document_id":"d1"}]}`)
		st := in.Turn.Assist.Plan.Steps[0]
		if st.Done != want || slices.Equal(st.Found, []string{"d1"}) != want || !slices.Equal(in.Turn.Assist.Known, []string{"d1"}) {
			t.Errorf("%s: %+v, knows %q", id, st, in.Turn.Assist.Known)
		}
	}
	in := trip.NewIntent() // the plan was given up meanwhile
	in.Turn.Assist.Round = []trip.RoundCall{{CallID: "c1", Step: 1}}
	s := deciding(&in)
	if s.keepFound("c1", tool, `{"documents":[{"document_id":"d1"}]}`); !slices.Equal(in.Turn.Assist.Known, []string{"d1"}) {
		t.Errorf("knows %q", in.Turn.Assist.Known)
	}
}
