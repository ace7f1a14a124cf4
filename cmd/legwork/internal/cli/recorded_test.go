package cli

import (
	"bytes"
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

// recordedModel is a server that plays what a model answered: readings of messages in their order, and the same
// question whenever it is to ask one.
type recordedModel struct {
	mu       sync.Mutex
	readings []string
	asked    []string // what it was told, of each reading
}

const recordedQuestion = "Sorry, what do you mean?"

// ServeHTTP implements http.Handler.
func (m *recordedModel) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	answer := `{"message":"` + recordedQuestion + `"}`
	if strings.Contains(string(raw), `"name":"trip_requirements_extract"`) {
		m.mu.Lock()
		m.asked = append(m.asked, string(raw))
		if len(m.asked) > len(m.readings) {
			m.mu.Unlock()
			http.Error(w, "no more was recorded", http.StatusTeapot)
			return
		}
		answer = m.readings[len(m.asked)-1]
		m.mu.Unlock()
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"choices":[{"index":0,"message":{"content":`+strconv.Quote(answer)+`},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":2}}`)
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
	var lines []string
	model := &recordedModel{}
	for _, c := range conversation {
		lines = append(lines, c.says)
		model.readings = append(model.readings, c.readings...)
	}
	server := httptest.NewServer(model)
	defer server.Close()
	t.Setenv("LEGWORK_MODEL_BASE_URL", server.URL)
	t.Setenv("LEGWORK_MODEL_STREAM", "off")
	recording := filepath.Join(t.TempDir(), "trip.jsonl")
	var out, errs bytes.Buffer
	code := Main([]string{"run", "--model", "openai:recorded", "--now", "2026-03-01T09:00:00Z", "--record", recording},
		strings.NewReader(strings.Join(lines, "\n")), &out, &errs)
	if code != exitOK || len(model.asked) != len(model.readings) {
		t.Fatalf("exit code %d, %d of %d answers were taken: %s%s", code, len(model.asked), len(model.readings), &out, &errs)
	}
	turns := strings.Split(out.String(), "you › ")[1:]
	for i, c := range conversation {
		if !strings.Contains(turns[i], c.answers) {
			t.Errorf("%q is not answered by %q but by\n%s", c.says, c.answers, turns[i])
		}
	}
	checkRecordedTrip(t, recording)
	const by = "by recorded, 3 + 2 tokens"
	if !strings.Contains(turns[0], "trip_requirements_extract: ok "+by) || !strings.Contains(turns[4], "generate_followup_questions: ok "+by) {
		t.Errorf("who answered is not told: %s%s", turns[0], turns[4])
	}
	out.Reset()
	if code := Main([]string{"inspect", recording}, nil, &out, &errs); code != exitOK || strings.Count(out.String(), " by recorded, ") < len(conversation) {
		t.Errorf("exit code %d, and inspect tells %d times who answered", code, strings.Count(out.String(), " by recorded, "))
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
