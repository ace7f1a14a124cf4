package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// recordedModel is a server that plays what a model answered, in the form in which it was asked: readings of messages
// and steps of the assistant in their order, and the same question whenever it is to ask one.
type recordedModel struct {
	mu       sync.Mutex
	readings []string
	steps    []recordedStep
	asked    []string // what it was told, of each reading
	stepped  []string // what it was told, of each step
}

// recordedStep is a step of the assistant: a failure, or a text and a call with what it is called with.
type recordedStep struct {
	status           int
	text, call, with string
	finish           string // of OpenAI; default stop
}

const recordedQuestion = "Sorry, what do you mean?"

// ServeHTTP implements http.Handler.
func (m *recordedModel) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	step, ok := m.answer(string(raw))
	switch {
	case !ok:
		http.Error(w, "no more was recorded", http.StatusTeapot)
	case step.status != 0:
		http.Error(w, `{"error":{"message":"recorded"}}`, step.status)
	case strings.HasSuffix(r.URL.Path, "/messages"):
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, step.anthropic())
	case strings.Contains(string(raw), `"stream":true`):
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "data: "+step.openai("delta")+"\n\ndata: [DONE]\n\n")
	default:
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, step.openai("message"))
	}
}

// answer takes the next answer of the kind that is asked for.
func (m *recordedModel) answer(asked string) (recordedStep, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case strings.Contains(asked, `"name":"generate_followup_questions"`):
		return recordedStep{text: `{"message":"` + recordedQuestion + `"}`, call: "generate_followup_questions"}, true
	case strings.Contains(asked, `"name":"trip_requirements_extract"`):
		m.asked = append(m.asked, asked)
		if len(m.asked) > len(m.readings) {
			return recordedStep{}, false
		}
		return recordedStep{text: m.readings[len(m.asked)-1], call: "trip_requirements_extract"}, true
	default:
		m.stepped = append(m.stepped, asked)
		if len(m.stepped) > len(m.steps) {
			return recordedStep{}, false
		}
		return m.steps[len(m.stepped)-1], true
	}
}

// isForm reports whether the answer is a structured one, which Anthropic gives as the input of a tool.
func (a recordedStep) isForm() bool { return a.with == "" && a.call != "" }

func (a recordedStep) openai(member string) string {
	calls := ""
	if a.with != "" {
		calls = `,"tool_calls":[{"index":0,"id":"k1","type":"function","function":{"name":"` + a.call + `","arguments":` + strconv.Quote(a.with) + `}}]`
	}
	return `{"choices":[{"index":0,"` + member + `":{"content":` + strconv.Quote(a.text) + calls + `},"finish_reason":"` +
		cmp.Or(a.finish, "stop") + `"}],"usage":{"prompt_tokens":3,"completion_tokens":2}}`
}

func (a recordedStep) anthropic() string {
	var content []string
	switch {
	case a.isForm() && json.Valid([]byte(a.text)):
		content = append(content, `{"type":"tool_use","id":"k1","name":"`+a.call+`","input":`+a.text+`}`)
	case a.text != "":
		content = append(content, `{"type":"text","text":`+strconv.Quote(a.text)+`}`)
	}
	if a.with != "" {
		content = append(content, `{"type":"tool_use","id":"k2","name":"`+a.call+`","input":`+a.with+`}`)
	}
	finish := map[string]string{"": "end_turn", "length": "max_tokens", "content_filter": "refusal", "tool_calls": "tool_use"}[a.finish]
	return `{"type":"message","role":"assistant","content":[` + strings.Join(content, ",") + `],"stop_reason":"` + finish +
		`","usage":{"input_tokens":3,"output_tokens":2}}`
}

// recordedAs are the ways in which a recorded model is asked.
var recordedAs = map[string]struct{ model, stream string }{
	"openai whole":    {"openai:recorded", "off"},
	"openai streamed": {"openai:recorded", "on"},
	"anthropic":       {"anthropic:recorded", "on"},
}

// play runs a conversation with a recorded model and returns what was printed after each message.
func (m *recordedModel) play(t *testing.T, as struct{ model, stream string }, recording string, lines []string) []string {
	t.Helper()
	server := httptest.NewServer(m)
	defer server.Close()
	t.Setenv("LEGWORK_MODEL_BASE_URL", server.URL)
	t.Setenv("LEGWORK_MODEL_STREAM", as.stream)
	t.Setenv("ANTHROPIC_API_KEY", "recorded-key")
	var out, errs bytes.Buffer
	code := Main([]string{"run", "--model", as.model, "--now", "2026-03-01T09:00:00Z", "--record", recording},
		strings.NewReader(strings.Join(lines, "\n")), &out, &errs)
	if code != exitOK || len(m.asked) != len(m.readings) || len(m.stepped) != len(m.steps) {
		t.Fatalf("exit code %d, %d of %d readings and %d of %d steps were taken: %s%s", code, len(m.asked), len(m.readings),
			len(m.stepped), len(m.steps), &out, &errs)
	}
	return strings.Split(out.String(), "you › ")[1:]
}

// What a model reads badly never gets into the trip: a refusal goes back to it once, then the person is asked. What
// it reads well drives the whole trip, and nothing that it says buys.
func TestConversationOfARecordedModel(t *testing.T) {
	conversation := []struct {
		says     string
		readings []string // of a model that is asked again, the second is of the repair
		answers  string
	}{
		{"Two of us, JFK to Lisbon on 4 May, no hotel", []string{
			`{"trip_intent":{"origin":{"code":"JFK"},"destination":{"code":"LIS","city":"Lisbon"},"trip_type":"one_way",` +
				`"dates":{"departure_date":"2026-05-04"},"travelers":{"adults":2},"lodging":{"needed":false}}}`,
		}, "Which one shall I take?"},
		{"the ninety-ninth", []string{`{"acts":[{"act":"select","position":99}]}`}, "There is no option 99"},
		{"the zeroth", []string{`{"acts":[{"act":"select","position":0}]}`}, "Which one do you mean?"},
		{"the one before the first", []string{`{"acts":[{"act":"select","position":-1}]}`, `{"acts":[{"act":"select","position":-1}]}`}, recordedQuestion},
		{"the very first", []string{`{"acts":[{"act":"select","position":"first"}]}`, `{"acts":[{"act":"select","position":true}]}`}, recordedQuestion},
		{"well?", []string{``, ``}, recordedQuestion},
		{"the one of my friend", []string{`{"acts":[{"act":"select","bundle_id":"invented_1"}]}`}, "There is no option"},
		{"dance for me", []string{`{"acts":[{"act":"dance_invented"}]}`}, "something that I cannot do"},
		{"brrr", []string{`I cannot do that`, `{"acts":`}, recordedQuestion},
		{"hmm", []string{
			`{"questions":[{"about":"invented.path","text":"Which?"}],"trip_intent":{"travelers":{"adults":7}}}`,
			`{"trip_intent":{"travelers":{"adults":"seven"}}}`,
		}, "Could you say that in other words?"},
		{"the second one", []string{`{"acts":[{"act":"select","position":"two"}]}`, `{"acts":[{"act":"select","position":2}]}`}, "against option 2"},
		{"yes, hold it", []string{`{"acts":[{"act":"confirm"}]}`}, "Do you approve"},
		{"buy it", []string{`{"acts":[{"act":"approve","amount":null}]}`}, "923.26 USD"},
	}
	for name, as := range recordedAs {
		t.Run(name, func(t *testing.T) {
			var lines []string
			model := &recordedModel{}
			for _, c := range conversation {
				lines = append(lines, c.says)
				model.readings = append(model.readings, c.readings...)
			}
			recording := filepath.Join(t.TempDir(), "trip.jsonl")
			turns := model.play(t, as, recording, lines)
			for i, c := range conversation {
				if !strings.Contains(turns[i], c.answers) {
					t.Errorf("%q is not answered by %q but by\n%s", c.says, c.answers, turns[i])
				}
			}
			checkRecordedTrip(t, recording)
			checkWhoAnswered(t, recording, turns, len(conversation))
		})
	}
}

// checkWhoAnswered looks for the name of the model and its tokens in what was printed, and in the recording.
func checkWhoAnswered(t *testing.T, recording string, turns []string, messages int) {
	t.Helper()
	var out, errs bytes.Buffer
	const by = "by recorded, 3 + 2 tokens"
	if !strings.Contains(turns[0], "trip_requirements_extract: ok "+by) || !strings.Contains(strings.Join(turns, ""), "generate_followup_questions: ok "+by) {
		t.Errorf("who answered is not told: %s", turns)
	}
	if code := Main([]string{"inspect", recording}, nil, &out, &errs); code != exitOK || strings.Count(out.String(), " by recorded, ") < messages {
		t.Errorf("exit code %d, and inspect tells %d times who answered", code, strings.Count(out.String(), " by recorded, "))
	}
}

// Of what an assistant proposes only what its tools can take is run, and whatever it answers the turn ends with words
// for the person.
func TestAssistantOfARecordedModel(t *testing.T) {
	conversation := []struct {
		says    string
		steps   []recordedStep
		answers string
		runs    bool // a tool
	}{
		{"an unknown tool", []recordedStep{{call: "fly_to_the_moon", with: `{"x":1}`}, {text: "No moon today."}}, "No moon today.", false},
		{"a wrong type", []recordedStep{{call: "get_weather", with: `{"location":5}`}, {text: "No weather."}}, "No weather.", false},
		{"a tool of the engine", []recordedStep{{call: "reservation_hold_create", with: `{"items":[]}`}, {text: "I cannot."}}, "I cannot.", false},
		{"a calculation", []recordedStep{{call: "execute_javascript", with: `{"code":"6*7"}`}, {text: "It is 42."}}, "It is 42.", true},
		{"nothing", []recordedStep{{}}, "I have no answer to that.", false},
		{"a refusal", []recordedStep{{text: "I will not.", finish: "content_filter"}}, "I will not.", false},
		{"half an answer", []recordedStep{{text: "The three best are", finish: "length"}}, "The three best are …", false},
		{"a server in trouble", []recordedStep{{status: 500}, {text: "Back again."}}, "Back again.", false},
		{"a long answer", []recordedStep{{text: strings.Repeat("long ", 20_000)}, {text: "Shorter now."}}, "Shorter now.", false},
		{"a denial", []recordedStep{{status: 401}}, "Tool error: assistant_step — ", false},
	}
	for name, as := range recordedAs {
		t.Run(name, func(t *testing.T) {
			var lines []string
			model := &recordedModel{}
			for _, c := range conversation {
				lines = append(lines, c.says)
				model.readings = append(model.readings, `{"request":{"kind":"assist"}}`)
				model.steps = append(model.steps, c.steps...)
			}
			turns := model.play(t, as, filepath.Join(t.TempDir(), "trip.jsonl"), lines)
			for i, c := range conversation {
				if !strings.Contains(turns[i], "agent › "+c.answers) {
					t.Errorf("%q is not answered by %q but by\n%s", c.says, c.answers, turns[i])
				}
				ran := strings.Contains(turns[i], "… execute_javascript") || strings.Contains(turns[i], "… get_weather") || strings.Contains(turns[i], "… reservation")
				if ran != c.runs {
					t.Errorf("%q ran a tool: %t\n%s", c.says, ran, turns[i])
				}
			}
		})
	}
}

// checkRecordedTrip replays a recording without the model and looks at the trip at its end.
func checkRecordedTrip(t *testing.T, recording string) {
	t.Helper()
	var out, errs bytes.Buffer
	if code := Main([]string{"replay", "--json", "--intent", recording}, nil, &out, &errs); code != exitOK {
		t.Fatalf("the replay ends with %d: %s", code, &errs)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var last struct {
		Intent struct {
			Status struct{ State string }
			Party  struct{ Travelers struct{ Adults int64 } }
			Memory struct {
				Selected struct {
					ID string `json:"bundle_id"`
				}
				Bookings []any
			} `json:"working_memory"`
		}
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil {
		t.Fatal(err)
	}
	in := last.Intent
	if in.Status.State != "holds_placed" || in.Party.Travelers.Adults != 2 || in.Memory.Selected.ID == "" || len(in.Memory.Bookings) > 0 {
		t.Errorf("the trip is %+v", in)
	}
	if strings.Contains(lines[len(lines)-1], "invented") {
		t.Errorf("what the model invented stands in the trip: %s", lines[len(lines)-1])
	}
}
