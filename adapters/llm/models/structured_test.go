package models_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/adapters/llm"
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// said answers with one whole text, in the form of the provider.
func said(model llm.Config, text string) http.HandlerFunc {
	quoted := strconv.Quote(text)
	switch {
	case model.Provider == llm.Anthropic:
		return body(200, `{"type":"message","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"trip_requirements_extract","input":`+text+
			`}],"stop_reason":"tool_use","usage":{"input_tokens":11,"output_tokens":2}}`)
	case model.Whole:
		return body(200, `{"choices":[{"index":0,"message":{"role":"assistant","content":`+quoted+
			`},"finish_reason":"stop"}],"usage":{"prompt_tokens":11,"completion_tokens":2}}`)
	default:
		return events(`{"choices":[{"index":0,"delta":{"content":`+quoted+`},"finish_reason":"stop"}]}`,
			`{"choices":[],"usage":{"prompt_tokens":11,"completion_tokens":2}}`, "[DONE]")
	}
}

// extractArguments are those that the engine makes, with contact data that a model need not see.
func extractArguments(t *testing.T) string {
	t.Helper()
	in := trip.NewIntent()
	in.Party.Contact.Email = "ana@travel.test"
	at, err := trip.ParseInstant("2026-03-01T09:00:00Z")
	if err != nil {
		t.Fatal(err)
	}
	args := trip.ExtractArguments{UserMessage: "Lisbon to Rome on Friday, two of us", Now: at, Current: &in}
	return string(trip.AppendArguments(nil, args))
}

const extracted = `{"trip_intent":{"origin":{"type":"city","code":"LIS","city":"Lisbon"},"destination":{"type":"city","code":"ROM","city":null},` +
	`"trip_type":"one_way","dates":{"departure_date":"2026-03-06","return_date":null},"travelers":{"adults":2,"children":null,"infants":null},` +
	`"cabin":null,"constraints":null,"lodging":null,"segments":null,"stays":null,"contact":null},` +
	`"missing_required_fields":[],"clarifying_questions":null,"assumptions":null,"request":{"kind":"plan"}}`

const wantExtracted = `{"missing_required_fields":[],"model":"m","request":{"kind":"plan"},"trip_intent":{"dates":{"departure_date":"2026-03-06"},` +
	`"destination":{"code":"ROM","type":"city"},"origin":{"city":"Lisbon","code":"LIS","type":"city"},"travelers":{"adults":2},"trip_type":"one_way"},` +
	`"usage":{"input_tokens":11,"output_tokens":2}}`

// by names the model that gave a result.
func by(model llm.Config, result string) string {
	return strings.Replace(result, `"model":"m"`, `"model":"`+model.Model+`"`, 1)
}

// quoting adds to a reading that the whole message is behind each of its values.
func quoting(reading string) string {
	var quotes []string
	for _, path := range []string{
		"trip_intent.origin", "destination", "trip_intent.dates", "travelers", "trip_type", "cabin", "constraints", "segments[0]", "segments[1]",
		"acts[0]", "acts[1]",
	} {
		quotes = append(quotes, `{"path":"`+path+`","text":"lisbon to rome,  on Friday two of us"}`)
	}
	end := strings.LastIndexByte(reading, '}')
	if end <= 0 {
		return reading
	}
	return strings.Replace(reading[:end]+`,"quotes":[`+strings.Join(quotes, ",")+`]`+reading[end:], "{,", "{", 1)
}

// unquoted is a result, which keeps its form, without what it says of the words of the message.
func unquoted(t *testing.T, result string) string {
	t.Helper()
	if err := catalog.Default().CheckResult(trip.ToolExtract, trip.Raw(result)); err != nil {
		t.Error(err)
	}
	if _, err := trip.DecodeExtraction(trip.Raw(result)); err != nil {
		t.Error(err)
	}
	var doc map[string]any
	if err := json.Unmarshal([]byte(result), &doc); err != nil {
		t.Fatalf("%s: %v", result, err)
	}
	delete(doc, "quotes")
	delete(doc, "reading")
	out, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestExtraction(t *testing.T) {
	t.Parallel()
	for _, model := range []llm.Config{streamed, whole, claude} {
		s := newServer(t, said(model, quoting(extracted)))
		got := runs(t, s.registry(t, model, llm.Options{})[trip.ToolExtract], request(extractArguments(t)))
		if want := by(model, wantExtracted); unquoted(t, got) != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if err := catalog.Default().CheckResult(trip.ToolExtract, trip.Raw(got)); err != nil {
			t.Error(err)
		}
		if _, err := trip.DecodeExtraction(trip.Raw(got)); err != nil {
			t.Error(err)
		}
		asked, err := json.Marshal(s.asked[0].body)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"two of us", "Friday 2026-03-06", "Sunday 2026-03-01"} {
			if !strings.Contains(string(asked), want) {
				t.Errorf("the model is not told %q", want)
			}
		}
		if strings.Contains(string(asked), "ana@travel.test") {
			t.Error("the model is told the traveller's address")
		}
	}
}

// A model reads a message against what the person was asked: it is told the ask with its choices, and where the
// trip stands, but not what their texts are made of.
func TestExtractionIsToldTheAsk(t *testing.T) {
	t.Parallel()
	in := trip.NewIntent()
	in.Status.Node = trip.PresentingOptions
	in.Status.Ask = &trip.Ask{
		Kind: trip.AskChoose, ID: "a1", About: []string{"working_memory.selected"}, Text: "Which option shall I take?", Key: "ask.choose",
		Choices: []trip.Choice{{ID: "bundle_7", Label: "1. 480.00 EUR, Gannet Air 09:10", Key: "choice.option"}},
	}
	at, err := trip.ParseInstant("2026-03-01T09:00:00Z")
	if err != nil {
		t.Fatal(err)
	}
	args := trip.ExtractArguments{UserMessage: "the first", Now: at, Current: &in}
	s := newServer(t, said(whole, `{"acts":[{"act":"select","position":1,"by":null}],"quotes":[{"path":"acts[0]","text":"the first"}]}`))
	got := runs(t, s.registry(t, whole, llm.Options{})[trip.ToolExtract], request(string(trip.AppendArguments(nil, args))))
	if !strings.Contains(got, `"acts":[{"act":"select","position":1}]`) {
		t.Errorf("got %s", got)
	}
	told := s.asked[0].text(t)
	for _, want := range []string{
		`"ask":{"kind":"choose","about":["working_memory.selected"],"text":"Which option shall I take?","choices":[{"label":"1. 480.00 EUR, Gannet Air 09:10"}]}`,
		`"state":"presenting_options"`,
	} {
		if !strings.Contains(told, want) {
			t.Errorf("the model is not told %s in\n%s", want, told)
		}
	}
	if strings.Contains(told, "choice.option") {
		t.Error("the model is told what a label is made of")
	}
}

// What is wrong in a way that no schema sees goes back once as well. What is wrong again is a question to the
// person, and changes nothing.
func TestExtractionThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	for text, wrong := range map[string]string{
		`{"questions":[{"about":"working_memory.holds","text":"Which?"}]}`:                                                         "questions[0]: ",
		`{"questions":[{"about":"itinerary.segments[0].depart_date","text":"When?","choices":[{"label":"Soon","value":"soon"}]}]}`: "questions[0].choices[0]: ",
	} {
		s := newServer(t, said(whole, text), said(whole, text))
		got := runs(t, s.registry(t, whole, llm.Options{})[trip.ToolExtract], request(extractArguments(t)))
		if s.count() != 2 || !strings.Contains(s.asked[1].text(t), wrong) {
			t.Errorf("asked %d times; the model is not told what was wrong in %s", s.count(), text)
		}
		if !strings.Contains(got, wantUnread) {
			t.Errorf("got %s", got)
		}
	}
}

func TestStructuredOutputIsAskedFor(t *testing.T) {
	t.Parallel()
	s := newServer(t, said(whole, quoting(extracted)))
	runs(t, s.registry(t, whole, llm.Options{})[trip.ToolExtract], request(extractArguments(t)))
	format, _ := s.asked[0].body["response_format"].(map[string]any)
	schema, _ := format["json_schema"].(map[string]any)
	if format["type"] != "json_schema" || schema["strict"] != true || schema["name"] != trip.ToolExtract || schema["schema"] == nil {
		t.Errorf("asked with %v", format)
	}
	for kind, want := range map[string]any{llm.FormatObject: map[string]any{"type": "json_object"}, llm.FormatText: nil} {
		model := whole
		model.Format = kind
		s := newServer(t, said(whole, "Here it is:\n```json\n"+quoting(extracted)+"\n```"))
		if got := unquoted(t, runs(t, s.registry(t, model, llm.Options{})[trip.ToolExtract], request(extractArguments(t)))); got != wantExtracted {
			t.Errorf("%s: got %s", kind, got)
		}
		asked, err := json.Marshal(s.asked[0].body)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(asked), `\"departure_date\"`) {
			t.Errorf("%s: the prompt does not hold the schema", kind)
		}
		if got, _ := s.asked[0].body["response_format"].(map[string]any); (got == nil) != (want == nil) || want != nil && got["type"] != "json_object" {
			t.Errorf("%s: response_format %v", kind, got)
		}
	}
}

// An answer that breaks the schema is asked for once more, with what was wrong with it.
func TestExtractionIsRepairedOnce(t *testing.T) {
	t.Parallel()
	broken := []string{
		`{"trip_intent":{"travelers":{"adults":"two"}}}`,
		`{"trip_intent":{"dates":{"departure_date":"next Friday"}}}`,
		`{"trip_intent":{"trip_type":"space"}}`,
		`{"trip_intent":{"constraints":{"budget_total":{"amount":"much","currency":"EUR"}}}}`,
		`{"answer":"Lisbon"}`,
	}
	for _, model := range []llm.Config{streamed, whole, claude} {
		for _, text := range broken {
			s := newServer(t, said(model, text), said(model, quoting(extracted)))
			got := runs(t, s.registry(t, model, llm.Options{})[trip.ToolExtract], request(extractArguments(t)))
			if want := strings.Replace(strings.Replace(by(model, wantExtracted), ":11", ":22", 1), `"output_tokens":2`, `"output_tokens":4`, 1); unquoted(t,
				got) != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if asked, _ := json.Marshal(s.asked[1].body); !strings.Contains(string(asked), "could not be used") {
				t.Error("the model is not told what was wrong")
			}
			s = newServer(t, said(model, text), said(model, text))
			got = runs(t, s.registry(t, model, llm.Options{})[trip.ToolExtract], request(extractArguments(t)))
			if s.count() != 2 || !strings.Contains(got, wantUnread) {
				t.Errorf("asked %d times, want 2; got %s", s.count(), got)
			}
		}
	}
}

// wantUnread is the reading of a message that a model could not read.
const wantUnread = `"questions":[{"text":"Could you say that in other words?"}],"trip_intent":{},"unread":["Lisbon to Rome on Friday, two of us"]`

func TestExtractionOfTextsThatAreNoJSON(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "I cannot do that.", "}{", `{"trip_intent":`, `{"trip_intent":{}} {"trip_intent":{}}`, "null", "[]"} {
		s := newServer(t, said(whole, text), said(whole, text))
		if got := runs(t, s.registry(t, whole, llm.Options{})[trip.ToolExtract], request(extractArguments(t))); !strings.Contains(got, wantUnread) {
			t.Errorf("%q gives %s", text, got)
		}
	}
}

func TestExtractionOfNothing(t *testing.T) {
	t.Parallel()
	s := newServer(t, said(whole, `{}`))
	got := runs(t, s.registry(t, whole, llm.Options{})[trip.ToolExtract], request(extractArguments(t)))
	if _, err := trip.DecodeExtraction(trip.Raw(got)); err != nil {
		t.Errorf("%s: %v", got, err)
	}
}

func TestFollowup(t *testing.T) {
	t.Parallel()
	s := newServer(t, said(whole, `{"message":""}`), said(whole, `{"message":"When do you leave?"}`))
	arguments := `{"missing":["itinerary.segments[0].depart_date"],"user_message":"to Rome"}`
	got := runs(t, s.registry(t, whole, llm.Options{})[trip.ToolFollowup], request(arguments))
	if want := `{"message":"When do you leave?","model":"m","usage":{"input_tokens":22,"output_tokens":4}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := catalog.Default().CheckResult(trip.ToolFollowup, trip.Raw(got)); err != nil {
		t.Error(err)
	}
}

// A question that a model cannot ask is asked by the rules.
func TestFollowupThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	for _, model := range []llm.Config{streamed, whole, claude} {
		s := newServer(t, said(model, `{"message":5}`), said(model, `{"message":""}`))
		got := runs(t, s.registry(t, model, llm.Options{})[trip.ToolFollowup], request(`{"missing":["itinerary.segments[0].depart_date"],"user_message":"to Rome"}`))
		if s.count() != 2 || !strings.Contains(got, `{"message":"When would you like to leave?`) {
			t.Errorf("asked %d times; got %s", s.count(), got)
		}
	}
}
