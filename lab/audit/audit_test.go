package audit_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/legwork-go/legwork/lab/audit"
	"github.com/legwork-go/legwork/lab/openai"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// watch folds a recording into an audit.
func watch(t *testing.T, a *audit.Audit, recording string) {
	t.Helper()
	w := a.Conversation("file")
	rep := replay.New("r", turn.Default(), replay.Options{})
	for step, err := range rep.Lines(strings.NewReader(recording)) {
		if err != nil {
			t.Fatal(err)
		}
		w.Step(step)
	}
	w.End()
}

// audited audits a log in the form of OpenAI chat completions.
func audited(t *testing.T, log string) audit.Report {
	t.Helper()
	a := audit.New()
	tools := openai.Infer(openai.Read("log", []byte(log)))
	for c, err := range openai.Read("log", []byte(log)) {
		if err != nil {
			t.Fatal(err)
		}
		r, err := openai.Convert(c, tools, "")
		if err != nil {
			t.Fatal(err)
		}
		watch(t, a, string(r.Lines))
	}
	return a.Report()
}

const (
	user = `{"role":"user","content":"hi"}`
	done = `{"role":"assistant","content":"done"}`
)

func says(text string) string { return `{"role":"assistant","content":"` + text + `"}` }

// round is an assistant's message with a call of each pair of name and n, and their answers.
func round(text string, triples ...string) string {
	var calls, answers []string
	for i := 0; i < len(triples); i += 3 {
		id := "c" + string(rune('0'+i/3))
		calls = append(calls, `{"id":"`+id+`","function":{"name":"`+triples[i]+`","arguments":"{\"n\":`+triples[i+1]+`}"}}`)
		answers = append(answers, `{"role":"tool","tool_call_id":"`+id+`","content":"`+triples[i+2]+`"}`)
	}
	return `{"role":"assistant","content":"` + text + `","tool_calls":[` + strings.Join(calls, ",") + `]},` + strings.Join(answers, ",")
}

func log(messages ...string) string { return `[` + strings.Join(messages, ",") + `]` }

// sums are the counts of a report, those that are not zero.
func sums(r audit.Report) map[string]int {
	out := map[string]int{
		"turns": r.Turns, "steps": r.Steps, "calls": r.Calls, "unanswered": r.Unanswered, "in turn": r.RepeatsInTurn, "repeats": r.Repeats,
		"retries": r.Retries, "after permanent": r.AfterPermanent, "failed rounds": r.FailedRounds, "shown": r.ErrorsShown,
	}
	for class, n := range r.Classes {
		out[string(class)] = n
	}
	for _, why := range r.Cut.Reasons {
		out["cut: "+why.Reason] = why.Calls
	}
	for _, why := range r.Skipped.Reasons {
		out["skipped: "+why.Reason] = why.Calls
	}
	for name, n := range out {
		if n == 0 {
			delete(out, name)
		}
	}
	return out
}

const finalError = `{\"error\":\"closed\",\"retryable\":false}`

var longText = strings.Repeat("word ", 41)

// rounds is n rounds of one call each, no two of them the same.
func rounds(n int) string {
	var out []string
	for i := range n {
		out = append(out, round("", "look", strconv.Itoa(i), "x"))
	}
	return strings.Join(out, ",")
}

var findings = map[string]struct {
	log  string
	want map[string]int
}{
	"nothing": {log(user, done), map[string]int{"turns": 1, "steps": 1}},
	"a repeat in the turn and one later": {
		log(user, round("", "look", "1", "x"), round("", "look", "1", "x"), done, user, round("", "look", "1", "x"), done),
		map[string]int{"turns": 2, "steps": 5, "calls": 3, "ok": 3, "in turn": 1, "repeats": 2, "cut: the same call was made before": 1},
	},
	"a failed call is tried once more": {
		log(user, round("", "look", "1", "Error"), round("", "look", "1", "Error"), round("", "look", "1", "Error"), done),
		map[string]int{
			"turns": 1, "steps": 4, "calls": 3, "failed": 3, "retries": 2, "failed rounds": 3, "cut: it may not be used again in this turn": 1,
		},
	},
	"after a permanent failure": {
		log(user, round("", "look", "1", finalError, "see", "1", "x"), round("", "look", "2", "x"), done),
		map[string]int{
			"turns": 1, "steps": 3, "calls": 3, "permanent": 1, "ok": 2, "after permanent": 1,
			"cut: it may not be used again in this turn": 1,
		},
	},
	"a permanent failure ends the turn": {
		log(user, round("", "look", "1", finalError), round("", "see", "1", "x"), done),
		map[string]int{
			"turns": 1, "steps": 3, "calls": 2, "permanent": 1, "ok": 1, "failed rounds": 1, "cut: failed rounds had ended the turn": 1,
		},
	},
	"ten rounds": {
		log(user, rounds(12), done),
		map[string]int{"turns": 1, "steps": 13, "calls": 12, "ok": 12, "cut: the turn had ten good rounds": 2},
	},
	"a long text ends the turn": {
		log(user, round(longText, "look", "1", "x"), round("", "look", "2", "x"), done),
		map[string]int{
			"turns": 1, "steps": 3, "calls": 2, "ok": 2, "skipped: the text beside it was the answer": 1, "skipped: the turn was answered": 1,
		},
	},
	"before the first message": {
		log(round("", "look", "1", "x"), user, done),
		map[string]int{"turns": 1, "steps": 2, "calls": 1, "ok": 1, "skipped: no turn was open": 1},
	},
	"an empty result, one without an answer": {
		log(user, round("", "look", "1", "[]"), `{"role":"assistant","tool_calls":[{"id":"z","function":{"name":"see"}}]}`, user, done),
		map[string]int{"turns": 2, "steps": 3, "calls": 2, "empty": 1, "unanswered": 1},
	},
	"an error is shown": {
		log(user, round("", "look", "1", "Error: no seats left on flight 7, sorry"), says("There are *no seats left on flight 7*."), user, says("No seats left.")),
		map[string]int{"turns": 2, "steps": 3, "calls": 1, "failed": 1, "failed rounds": 1, "shown": 1},
	},
	"a refused write": {
		log(user, round("", "book", "1", "Error: full"), round("", "book", "2", "x"), done),
		map[string]int{"turns": 1, "steps": 3, "calls": 2, "invalid_arguments": 1, "ok": 1, "failed rounds": 1},
	},
	"a write whose outcome is unknown": {
		log(user, round("", "book", "1", `{\"error\":\"late\",\"code\":\"timeout\"}`), round("", "look", "2", "x"), done),
		map[string]int{
			"turns": 1, "steps": 3, "calls": 2, "outcome_unknown": 1, "ok": 1, "failed rounds": 1, "skipped: a write's outcome was unknown": 1,
		},
	},
}

func TestFindings(t *testing.T) {
	for name, test := range findings {
		t.Run(name, func(t *testing.T) {
			r := audited(t, test.log)
			if diff := cmp.Diff(test.want, sums(r)); diff != "" {
				t.Error(diff)
			}
			checkSums(t, r)
		})
	}
}

// checkSums: what is counted twice must agree.
func checkSums(t *testing.T, r audit.Report) {
	t.Helper()
	calls, notRun, answers, unanswered := 0, 0, 0, 0
	for _, tool := range r.Tools {
		calls += tool.Calls
		notRun += tool.NotRun
		unanswered += tool.Unanswered
		for _, n := range tool.Classes {
			answers += n
		}
	}
	total := 0
	for _, n := range r.Classes {
		total += n
	}
	if calls != r.Calls || notRun != r.Cut.Calls+r.Skipped.Calls || answers != total || unanswered != r.Unanswered {
		t.Errorf("the tools have %d calls, %d not run, %d answers, %d unanswered; the report %d, %d, %d, %d",
			calls, notRun, answers, unanswered, r.Calls, r.Cut.Calls+r.Skipped.Calls, total, r.Unanswered)
	}
}

// TestTokens: four characters of the arguments and the answer of what was cut, and nothing else.
func TestTokens(t *testing.T) {
	r := audited(t, log(user, round("", "look", "1", "x"), round("", "look", "1", "ééééé"), done))
	const chars = len(`{"n":1}`) + len(`{"result":"eeeee"}`)
	if r.Cut.Characters != chars || r.Cut.Tokens != chars/4 || r.Cut.Reasons[0].Tokens != chars/4 {
		t.Errorf("got %+v, want %d characters", r.Cut, chars)
	}
}

// TestOwnRecording: in a log that the engine wrote itself, calls that it refused have no answer,
// and its own calls count too.
func TestOwnRecording(t *testing.T) {
	a := audit.New()
	watch(t, a, strings.Join([]string{
		`{"type":"USER_MESSAGE","data":{"text":"hi"}}`,
		`{"type":"TOOL_RESULT","data":{"tool_name":"trip_requirements_extract","result":{"request":{"kind":"assist"}}}}`,
		`{"type":"TOOL_RESULT","data":{"tool_name":"assistant_step","result":{"tool_calls":[{"name":"web_search","arguments":{"query":"a"}},{"name":"no_such","arguments":{}}]}}}`,
		`{"type":"TOOL_RESULT","data":{"tool_name":"web_search","result":{"results":[{"title":"x"}]}}}`,
		`{"type":"TOOL_RESULT","data":{"tool_name":"assistant_step","result":{"text":"x"}}}`,
		`{"type":"USER_MESSAGE","data":{"text":"a flight from JFK to LHR on May 4"}}`,
		`{"type":"TOOL_RESULT","data":{"tool_name":"trip_requirements_extract","result":{"trip_intent":{"origin":"JFK","destination":"LHR","dates":{"departure_date":"2026-05-04"},"travelers":{"adults":1},"trip_type":"one_way","lodging":{"needed":false}}}}}`,
		`{"type":"TOOL_ERROR","data":{"tool_name":"flight_quote_search","error":"slow","code":"timeout"}}`,
	}, "\n"))
	want := map[string]int{
		"turns": 2, "steps": 2, "calls": 3, "ok": 1, "timeout": 1, "failed rounds": 1, "cut: it does not exist": 1,
	}
	if diff := cmp.Diff(want, sums(a.Report())); diff != "" {
		t.Error(diff)
	}
}

// TestWorstFirst: by findings, and where they are.
func TestWorstFirst(t *testing.T) {
	good := `{"id":"good","messages":` + log(user, done) + `}`
	bad := `{"id":"bad","messages":` + log(user, done, user, round("", "look", "1", "Error"), round("", "look", "2", "Error"), done) + `}`
	r := audited(t, good+"\n"+bad)
	if r.List[0].Trip != "bad" || r.List[1].Trip != "good" || r.Conversations != 2 {
		t.Fatalf("got %+v", r.List)
	}
	want := []audit.Finding{{Turn: 2, Seq: 6, Kind: audit.FailedRound, Tool: "look", Count: 2}}
	if diff := cmp.Diff(want, r.List[0].Where); diff != "" {
		t.Error(diff)
	}
	if len(r.List[1].Where) != 0 {
		t.Errorf("the good one has %v", r.List[1].Where)
	}
}

// TestUnfinishedWatchCountsForNothing: a recording that breaks off in an error is no basis.
func TestUnfinishedWatchCountsForNothing(t *testing.T) {
	a := audit.New()
	w := a.Conversation("file")
	rep := replay.New("r", turn.Default(), replay.Options{})
	step, err := rep.Line(`{"type":"USER_MESSAGE","data":{"text":"hi"}}`)
	if err != nil {
		t.Fatal(err)
	}
	w.Step(step)
	if r := a.Report(); r.Turns != 0 || r.Conversations != 0 || len(r.Tools) != 0 {
		t.Errorf("got %+v", r)
	}
}

// TestNoText: neither the page nor the object repeats what people, tools or the model said.
func TestNoText(t *testing.T) {
	r := audited(t, strings.ReplaceAll(log(user, round("SECRET", "look", "1", "Error: the SECRET is out now"), says("the SECRET is out now")), `"hi"`, `"SECRET"`))
	if r.ErrorsShown != 1 {
		t.Fatalf("%d errors shown, want 1", r.ErrorsShown)
	}
	var page, table bytes.Buffer
	if err := r.Page(&page); err != nil {
		t.Fatal(err)
	}
	if err := r.Table(&table, 10); err != nil {
		t.Fatal(err)
	}
	object, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"page": page.String(), "table": table.String(), "object": string(object)} {
		if strings.Contains(text, "SECRET") {
			t.Errorf("the %s holds what was said", name)
		}
	}
}

// TestHostileNames: what a log calls its tools and conversations is escaped, and no control
// character reaches a terminal.
func TestHostileNames(t *testing.T) {
	r := audited(t, `{"id":"<script>alert(1)</script>","messages":`+log(user, round("", `</svg><img src=x onerror=1>\u001b[2J`, "1", "Error"), done)+`}`)
	var page, table bytes.Buffer
	if err := r.Page(&page); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"<script", "<img", "http:", "https:", "url(", "@import"} {
		if strings.Contains(page.String(), bad) {
			t.Errorf("the page holds %s", bad)
		}
	}
	if err := r.Table(&table, 10); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(table.String(), "\x1b") || !strings.Contains(table.String(), "</svg><img src=x onerror=1>�[2J") {
		t.Errorf("table:\n%s", table.String())
	}
}

// TestEmptyReport: no conversation at all still makes every form of the report.
func TestEmptyReport(t *testing.T) {
	r := audit.New().Report()
	var page, table bytes.Buffer
	if err := r.Page(&page); err != nil {
		t.Fatal(err)
	}
	if err := r.Table(&table, 0); err != nil {
		t.Fatal(err)
	}
	object, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(object, []byte("null")) {
		t.Errorf("a list is null: %s", object)
	}
}

// tauFile holds 100 transcripts that others recorded; it is no part of the repository.
const tauFile = "../../../shared/data/tau-airline/gpt-4o-even.jsonl"

// TestTranscriptsAgainstPlainCount holds calls, errors and repeats against a count that knows
// nothing of the engine.
func TestTranscriptsAgainstPlainCount(t *testing.T) {
	data, err := os.ReadFile(tauFile)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the transcripts are not here")
	}
	if err != nil {
		t.Fatal(err)
	}
	r := audited(t, string(data))
	got := map[string]int{
		"calls": r.Calls, "turns": r.Turns, "errors": r.Calls - r.Classes[trip.ClassOK] - r.Classes[trip.ClassEmpty],
		"in turn": r.RepeatsInTurn, "repeats": r.Repeats,
	}
	if diff := cmp.Diff(plainCount(t, data), got); diff != "" {
		t.Error(diff)
	}
	checkSums(t, r)
}

type plainMessage struct {
	Role, Content string
	Calls         []struct {
		Function struct{ Name, Arguments string }
	} `json:"tool_calls"`
}

func plainCount(t *testing.T, data []byte) map[string]int {
	t.Helper()
	out := map[string]int{}
	dec := json.NewDecoder(bytes.NewReader(data))
	for dec.More() {
		var c struct{ Messages []plainMessage }
		if err := dec.Decode(&c); err != nil {
			t.Fatal(err)
		}
		succeeded, inTurn, last := map[string]bool{}, map[string]bool{}, ""
		for _, m := range c.Messages {
			switch m.Role {
			case "user":
				out["turns"]++
				clear(inTurn)
			case "tool":
				if strings.HasPrefix(m.Content, "Error") {
					out["errors"]++
				} else {
					succeeded[last], inTurn[last] = true, true
				}
			}
			for _, call := range m.Calls {
				raw, err := trip.CanonicalRaw(call.Function.Arguments)
				if err != nil {
					t.Fatal(err)
				}
				last = call.Function.Name + string(raw)
				out["calls"]++
				if succeeded[last] {
					out["repeats"]++
				}
				if inTurn[last] {
					out["in turn"]++
				}
			}
		}
	}
	if _, ok := out["in turn"]; !ok {
		out["in turn"] = 0
	}
	return out
}
