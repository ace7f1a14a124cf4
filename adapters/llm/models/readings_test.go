package models_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/adapters/llm"
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/trip"
)

// protocols are all ways of asking a model: each answers with a text, also where it was asked for a call.
var protocols = []llm.Config{
	streamed, whole, claude,
	{Provider: llm.OpenAI, Model: "m", Format: llm.FormatObject},
	{Provider: llm.OpenAI, Model: "m", Whole: true, Format: llm.FormatText},
}

// TestReadingsAsTheyCome: however a model wraps its reading, it is read at once.
func TestReadingsAsTheyCome(t *testing.T) {
	t.Parallel()
	good := quoting(extracted)
	escaped := strings.ReplaceAll(good, `"`, `\"`)
	for name, text := range map[string]string{
		"plain":                    good,
		"thoughts":                 "<think>{\"trip_intent\":{\"cabin\":\"first\"}}</think>\n" + good,
		"thoughts that only end":   "Two of them {maybe}. </think>" + good,
		"a code fence":             "```json\n" + good + "\n```",
		"prose around":             "Sure! Here {as you asked} it is:\n" + good + "\nIs there {anything} else?",
		"a list of one":            "[" + good + "]",
		"a byte order mark":        "\uFEFF" + good,
		"a text of JSON":           `"` + escaped + `"`,
		"a call as a text":         `<tool_call>{"name":"trip_requirements_extract","arguments":` + good + `}</tool_call>`,
		"a call with a text":       `<tool_call>{"name":"trip_requirements_extract","arguments":"` + escaped + `"}</tool_call>`,
		"a bare call":              `{"name":"trip_requirements_extract","parameters":` + good + `}`,
		"a named function":         `<function=trip_requirements_extract>` + good + `</function>`,
		"a call behind thoughts":   `<think>hm</think><|python_tag|>{"name":"trip_requirements_extract","parameters":` + good + `}`,
		"a member twice, the same": strings.Replace(good, `"request":`, `"request":{"kind":"plan"},"request":`, 1),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, model := range protocols {
				s := newServer(t, talking(model, text))
				got := runs(t, s.registry(t, model, llm.Options{})[trip.ToolExtract], request(extractArguments(t)))
				got = unquoted(t, got)
				want, _, _ := strings.Cut(by(model, wantExtracted), `,"usage"`)
				if !strings.HasPrefix(got, want) || s.count() != 1 {
					t.Errorf("%s: asked %d times\ngot  %s\nwant %s", model.Provider, s.count(), got, want)
				}
			}
		})
	}
}

// TestReadingsThatAreNone are asked for once more; twice, the person is told, and nothing of the trip changes.
func TestReadingsThatAreNone(t *testing.T) {
	t.Parallel()
	good := quoting(extracted)
	for name, text := range map[string]string{
		"only thoughts":         "<think>{\"trip_intent\":{}}",
		"blanks":                " \n",
		"prose":                 "I cannot read {that}.",
		"cut":                   good[:len(good)/2],
		"cut in a value":        good[:strings.Index(good, "Lisbon")+3],
		"cut before the end":    good[:len(good)-1],
		"two":                   good + "\n" + good,
		"two that differ":       good + strings.Replace(good, "LIS", "OPO", 1),
		"a text":                `"Lisbon"`,
		"a number":              `7`,
		"null":                  `null`,
		"wrong types all along": `{"trip_intent":"Lisbon","acts":7}`,
		"another tool's call":   `<tool_call>{"name":"web_search","arguments":{"query":"Lisbon"}}</tool_call>`,
		"single quotes":         strings.ReplaceAll(good, `"`, `'`),
		"too deep":              strings.Repeat(`{"a":`, 200) + "1" + strings.Repeat("}", 200),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, model := range protocols {
				s := newServer(t, talking(model, text), talking(model, text))
				got := runs(t, s.registry(t, model, llm.Options{})[trip.ToolExtract], request(extractArguments(t)))
				if !strings.Contains(got, wantUnread) || s.count() != 2 {
					t.Errorf("%s: asked %d times; got %s", model.Provider, s.count(), got)
				}
				if err := catalog.Default().CheckResult(trip.ToolExtract, trip.Raw(got)); err != nil {
					t.Error(err)
				}
				s = newServer(t, talking(model, text), talking(model, good))
				got = runs(t, s.registry(t, model, llm.Options{})[trip.ToolExtract], request(extractArguments(t)))
				if want, _, _ := strings.Cut(by(model, wantExtracted), `,"usage"`); !strings.HasPrefix(unquoted(t, got), want) {
					t.Errorf("%s: the second answer gives %s", model.Provider, got)
				}
			}
		})
	}
}

// TestReadingsWithoutAnEnd: an answer beyond its bound, or one that nobody ends, is none, and the rules read.
func TestReadingsWithoutAnEnd(t *testing.T) {
	t.Parallel()
	want, err := extract.New().Run(t.Context(), request(extractArguments(t)))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		model  llm.Config
		answer http.HandlerFunc
	}{
		"streamed":  {streamed, endless("text/event-stream", "", "data: "+saying("delta", "{aaaaaaaaaaaaaa", "null")+"\n\n")},
		"whole":     {whole, endless("application/json", `{"choices":[{"index":0,"message":{"content":"{\"trip_intent\":{`, "a")},
		"anthropic": {claude, endless("application/json", `{"content":[{"type":"text","text":"{\"trip_intent\":{`, "a")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t)
			s.always = c.answer
			if got := runs(t, s.registry(t, c.model, llm.Options{})[trip.ToolExtract], request(extractArguments(t))); got != string(want) {
				t.Errorf("got %s", got)
			}
		})
	}
}
