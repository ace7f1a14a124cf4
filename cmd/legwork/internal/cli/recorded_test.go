package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
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

// recordedTurn is a message, what the model makes of it, and a part of the answer that the person gets.
type recordedTurn struct {
	says     string
	readings []string // of a model that is asked again, the second is of the repair
	steps    []recordedStep
	answers  string
}

// quotingAll is a reading of a message that quotes the whole of it for each value.
func quotingAll(reading, message string) string {
	body, ok := strings.CutSuffix(reading, "}")
	if !ok || body == "{" {
		return reading
	}
	var quotes []string
	for _, path := range []string{
		"acts[0]", "acts[1]", "trip_intent.origin", "trip_intent.destination", "trip_intent.dates", "trip_intent.travelers",
		"trip_intent.lodging", "trip_intent.trip_type", "request.kind",
	} {
		quotes = append(quotes, `{"path":"`+path+`","text":`+strconv.Quote(message)+`}`)
	}
	return body + `,"quotes":[` + strings.Join(quotes, ",") + `]}`
}

// playRecorded runs a conversation with a recorded model, writes it to a recording, and returns what was printed after
// each message.
func playRecorded(t *testing.T, as struct{ model, stream string }, recording string, conversation []recordedTurn) []string {
	t.Helper()
	var lines []string
	m := &recordedModel{}
	for _, c := range conversation {
		lines = append(lines, c.says)
		for _, reading := range c.readings {
			m.readings = append(m.readings, quotingAll(reading, c.says))
		}
		m.steps = append(m.steps, c.steps...)
	}
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
	turns := strings.Split(out.String(), "you › ")[1:]
	for i, c := range conversation {
		if !strings.Contains(turns[i], c.answers) {
			t.Errorf("%q is not answered by %q but by\n%s", c.says, c.answers, turns[i])
		}
	}
	return turns
}

// What a model reads badly never gets into the trip: a refusal goes back to it once, then the person is asked. What
// it reads well drives the whole trip, and nothing that it says buys.
func TestConversationOfARecordedModel(t *testing.T) {
	conversation := []recordedTurn{
		{"Two of us, JFK to Lisbon on 4 May, no hotel", []string{
			`{"trip_intent":{"origin":{"code":"JFK"},"destination":{"code":"LIS","city":"Lisbon"},"trip_type":"one_way",` +
				`"dates":{"departure_date":"2026-05-04"},"travelers":{"adults":2},"lodging":{"needed":false}}}`,
		}, nil, "Which one shall I take?"},
		{"the ninety-ninth", []string{`{"acts":[{"act":"select","position":99}]}`}, nil, "There is no option 99"},
		{"the zeroth", []string{`{"acts":[{"act":"select","position":0}]}`}, nil, "Say its number"},
		{"the one before the first", []string{`{"acts":[{"act":"select","position":-1}]}`, `{"acts":[{"act":"select","position":-1}]}`}, nil, recordedQuestion},
		{"the very first", []string{`{"acts":[{"act":"select","position":"first"}]}`, `{"acts":[{"act":"select","position":true}]}`}, nil, recordedQuestion},
		{"well?", []string{``, ``}, nil, recordedQuestion},
		{"the one of my friend", []string{`{"acts":[{"act":"select","bundle_id":"invented_1"}]}`}, nil, "There is no option"},
		{"dance for me", []string{`{"acts":[{"act":"dance_invented"}]}`}, nil, "something that I cannot do"},
		{"brrr", []string{`I cannot do that`, `{"acts":`}, nil, recordedQuestion},
		{"hmm", []string{
			`{"questions":[{"about":"invented.path","text":"Which?"}],"trip_intent":{"travelers":{"adults":7}}}`,
			`{"trip_intent":{"travelers":{"adults":"seven"}}}`,
		}, nil, "Could you say that in other words?"},
		{"the second one", []string{`{"acts":[{"act":"select","position":"two"}]}`, `{"acts":[{"act":"select","position":2}]}`}, nil, "before I hold option 2"},
		{"yes, no", []string{`{"acts":[{"act":"confirm"},{"act":"decline"}]}`}, nil, "nothing is held"},
		{"the second one again", []string{`{"acts":[{"act":"select","position":2},{"act":"select","position":1}]}`}, nil, "before I hold option 2"},
		{"yes, hold it", []string{`{"acts":[{"act":"confirm"}]}`}, nil, "Do you approve"},
		{"buy it", []string{`{"acts":[{"act":"approve","amount":null}]}`}, nil, "923.26 USD"},
		{"lovely", []string{`{"acts":[{"act":"approve","amount":"923.26"},{"act":"confirm"}]}`}, nil, "Nothing has been bought"},
	}
	for name, as := range recordedAs {
		t.Run(name, func(t *testing.T) {
			recording := filepath.Join(t.TempDir(), "trip.jsonl")
			turns := playRecorded(t, as, recording, conversation)
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
	open := []string{`{"request":{"kind":"assist"}}`}
	conversation := []recordedTurn{
		{"an unknown tool", open, []recordedStep{{call: "fly_to_the_moon", with: `{"x":1}`}, {text: "No moon today."}}, "agent › " + "No moon today."},
		{"a wrong type", open, []recordedStep{{call: "get_weather", with: `{"location":5}`}, {text: "No weather."}}, "agent › " + "No weather."},
		{"a tool of the engine", open, []recordedStep{{call: "reservation_hold_create", with: `{"items":[]}`}, {text: "I cannot."}}, "agent › " + "I cannot."},
		{"a purchase", open, []recordedStep{
			{call: "booking_confirm_and_purchase", with: `{"hold_ids":["H1"],"approval_token":"t"}`},
			{text: "I cannot buy."},
		}, "agent › " + "I cannot buy."},
		{
			"a megabyte", open,
			[]recordedStep{{call: "get_weather", with: `{"location":"` + strings.Repeat("x", 1<<20) + `"}`}, {text: "No room."}},
			"agent › " + "No room.",
		},
		{"a calculation", open, []recordedStep{{call: "execute_javascript", with: `{"code":"6*7"}`}, {text: "It is 42."}}, "agent › " + "It is 42."},
		{"nothing", open, []recordedStep{{}, {}}, "agent › " + "I have no answer to that."},
		{"a refusal", open, []recordedStep{{text: "I will not.", finish: "content_filter"}}, "agent › " + "I will not."},
		{"half an answer", open, []recordedStep{{text: "The three best are", finish: "length"}}, "agent › " + "The three best are …"},
		{"a server in trouble", open, []recordedStep{{status: 500}, {text: "Back again."}}, "agent › " + "Back again."},
		{"a long answer", open, []recordedStep{{text: strings.Repeat("long ", 20_000)}, {text: "Shorter now."}}, "agent › " + "Shorter now."},
		{"a denial", open, []recordedStep{{status: 401}}, "agent › " + "Finding an answer was refused. "},
	}
	for name, as := range recordedAs {
		t.Run(name, func(t *testing.T) {
			turns := playRecorded(t, as, filepath.Join(t.TempDir(), "trip.jsonl"), conversation)
			for i, c := range conversation {
				ran := slices.ContainsFunc([]string{"… execute_javascript", "… get_weather", "… reservation"}, func(call string) bool {
					return strings.Contains(turns[i], call)
				})
				if ran != (c.says == "a calculation") {
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
	intent := lines[len(lines)-2] // behind it stand the totals
	if err := json.Unmarshal([]byte(intent), &last); err != nil {
		t.Fatal(err)
	}
	in := last.Intent
	if in.Status.State != "holds_placed" || in.Party.Travelers.Adults != 2 || in.Memory.Selected.ID == "" || len(in.Memory.Bookings) > 0 {
		t.Errorf("the trip is %+v", in)
	}
	if strings.Contains(intent, "invented") {
		t.Errorf("what the model invented stands in the trip: %s", intent)
	}
}
