package openai_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/lab/openai"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// imported converts the only conversation of a log and folds it again: the replay must be equal.
func imported(t *testing.T, log string) (openai.Recording, []string) {
	t.Helper()
	tools := openai.Infer(openai.Read("log.json", []byte(log)))
	var out []openai.Recording
	for c, err := range openai.Read("log.json", []byte(log)) {
		if err != nil {
			t.Fatal(err)
		}
		r, err := openai.Convert(c, tools, "v0")
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	if len(out) != 1 {
		t.Fatalf("%d conversations, want 1", len(out))
	}
	return out[0], events(t, out[0])
}

// events folds a recording and writes each event on a line, without the extractions.
func events(t *testing.T, r openai.Recording) []string {
	t.Helper()
	var out []string
	rep := replay.New("r", turn.Default(), replay.Options{})
	for step, err := range rep.Lines(strings.NewReader(string(r.Lines))) {
		if err != nil {
			t.Fatal(err)
		}
		ev := step.Event
		if ev.Decision == "" || ev.State == "" {
			t.Errorf("seq %d has no digests", ev.Seq)
		}
		data := string(trip.AppendData(nil, ev.Data))
		if strings.Contains(data, trip.ToolExtract) {
			continue
		}
		line := fmt.Sprintf("%s %s", ev.Type(), data)
		if step.Decision.Ignored != "" {
			line += " ignored"
		}
		out = append(out, line)
	}
	return out
}

const (
	callA  = `{"id":"a","type":"function","function":{"name":"look","arguments":"{\"n\":1}"}}`
	callB  = `{"id":"b","type":"function","function":{"name":"look","arguments":"{ \"n\": 2 }"}}`
	stepAB = `TOOL_RESULT {"result":{"tool_calls":[{"arguments":{"n":1},"id":"a","name":"look"},{"arguments":{"n":2},` +
		`"id":"b","name":"look"}]},"tool_name":"assistant_step"}`
	bookA    = `{"id":"a","type":"function","function":{"name":"book","arguments":"{}"}}`
	stepBook = `TOOL_RESULT {"result":{"tool_calls":[{"arguments":{},"id":"a","name":"book"}]},"tool_name":"assistant_step"}`
	stepA    = `TOOL_RESULT {"result":{"tool_calls":[{"arguments":{"n":1},"id":"a","name":"look"}]},"tool_name":"assistant_step"}`
)

func messages(list ...string) string {
	return `{"id":"c","messages":[` + strings.Join(list, ",") + `]}`
}

func says(role, text string) string { return `{"role":"` + role + `","content":` + text + `}` }

func wants(list ...string) string {
	return `{"role":"assistant","content":null,"tool_calls":[` + strings.Join(list, ",") + `]}`
}

func answer(id, text string) string {
	return `{"role":"tool","tool_call_id":"` + id + `","content":` + text + `}`
}

const userEvent = `USER_MESSAGE {"text":"hi"}`

var user = says("user", `"hi"`)

// lateA is the answer to the third call of the first turn, after an extraction and a step.
var lateA = `TOOL_RESULT {"call_id":"` + calls.ID("c", 1, 3) + `","result":{"result":"x"},"tool_name":"look"}`

func stepOf(text string) string {
	return `TOOL_RESULT {"result":{"text":"` + text + `"},"tool_name":"assistant_step"}`
}

func resultOf(doc string) string { return `TOOL_RESULT {"result":` + doc + `,"tool_name":"look"}` }

var mappings = map[string]struct {
	log  string
	want []string
}{
	"a question and an answer": {messages(user, says("assistant", `"hello"`)), []string{userEvent, stepOf("hello")}},
	"a plain list of messages": {`[` + user + `]`, []string{userEvent}},
	"the system is left out":   {messages(says("system", `"be nice"`), user, says("developer", `"x"`)), []string{userEvent}},
	"parts of a content": {
		messages(says("user", `[{"type":"text","text":"a"},{"type":"image_url","image_url":{"url":"x"}},"b"]`),
			says("assistant", `[{"type":"refusal","refusal":"no"}]`)),
		[]string{`USER_MESSAGE {"text":"a\n[image_url]\nb"}`, stepOf("no")},
	},
	"a refusal": {messages(user, `{"role":"assistant","content":null,"refusal":"no"}`), []string{userEvent, stepOf("no")}},
	"null content": {
		messages(says("user", "null"), says("assistant", "null")),
		[]string{`USER_MESSAGE {"text":""}`, `TOOL_RESULT {"result":{},"tool_name":"assistant_step"}`},
	},
	"a greeting":       {messages(says("assistant", `"welcome"`), user), []string{stepOf("welcome") + " ignored", userEvent}},
	"users in a row":   {messages(user, user), []string{userEvent, userEvent}},
	"answers in a row": {messages(user, says("assistant", `"one"`), says("assistant", `"two"`)), []string{userEvent, stepOf(`one\n\ntwo`)}},
	"text, then a call": {
		messages(user, says("assistant", `"wait"`), wants(callA), answer("a", `"x"`)),
		[]string{userEvent, `TOOL_RESULT {"result":{"text":"wait","tool_calls":[{"arguments":{"n":1},"id":"a",` +
			`"name":"look"}]},"tool_name":"assistant_step"}`, resultOf(`{"result":"x"}`)},
	},
	"a finish reason": {
		messages(user, `{"role":"assistant","content":"x","finish_reason":"stop"}`),
		[]string{userEvent, `TOOL_RESULT {"result":{"finish_reason":"stop","text":"x"},"tool_name":"assistant_step"}`},
	},
	"the old form": {
		messages(user, `{"role":"assistant","content":null,"function_call":{"name":"look","arguments":"{}"}}`, `{"role":"function","name":"look","content":"1.5"}`),
		[]string{userEvent, `TOOL_RESULT {"result":{"tool_calls":[{"arguments":{},"name":"look"}]},"tool_name":"assistant_step"}`, resultOf(`{"result":"1.5"}`)},
	},
	"an object": {
		messages(user, wants(callA), answer("a", `"{\"b\": 1, \"a\": [1.0]}"`)),
		[]string{userEvent, stepA, resultOf(`{"a":[1],"b":1}`)},
	},
	"a list": {messages(user, wants(callA), answer("a", `"[]"`)), []string{userEvent, stepA, resultOf(`{"results":[]}`)}},
	"an object that is not I-JSON": {
		messages(user, wants(callA), answer("a", `"{\"a\":1,\"a\":2}"`)),
		[]string{userEvent, stepA, resultOf(`{"result":"{\"a\":1,\"a\":2}"}`)},
	},
	"content that is an object": {messages(user, wants(callA), answer("a", `{"a":1}`)), []string{userEvent, stepA, resultOf(`{"a":1}`)}},
	"no error": {
		messages(user, wants(callA), answer("a", `"{\"error\":null,\"a\":1}"`)),
		[]string{userEvent, stepA, resultOf(`{"a":1,"error":null}`)},
	},
	"an error": {
		messages(user, wants(callA), answer("a", `"Error: nothing there"`)),
		[]string{userEvent, stepA, `TOOL_ERROR {"error":"Error: nothing there","tool_name":"look"}`},
	},
	"an error in an object": {
		messages(user, wants(callA), answer("a", `"{\"error\":\"gone\",\"code\":\"timeout\",\"retryable\":false}"`)),
		[]string{userEvent, stepA, `TOOL_ERROR {"code":"timeout","error":"gone","retryable":false,"tool_name":"look"}`},
	},
	"an error that is an object": {
		messages(user, wants(callA), answer("a", `"{\"error\":{\"message\":\"gone\",\"type\":\"x\"}}"`)),
		[]string{userEvent, stepA, `TOOL_ERROR {"error":"gone","tool_name":"look"}`},
	},
	"answers out of order": {
		messages(user, wants(callA, callB), answer("b", `"second"`), answer("a", `"first"`)),
		[]string{
			userEvent, stepAB,
			resultOf(`{"result":"first"}`), resultOf(`{"result":"second"}`),
		},
	},
	"a call that is not admitted comes last": {
		messages(user, wants(callA), answer("a", `"x"`), wants(callA, callB), answer("a", `"again"`), answer("b", `"y"`)),
		[]string{
			userEvent, stepA, resultOf(`{"result":"x"}`),
			stepAB,
			resultOf(`{"result":"y"}`), `TOOL_RESULT {"call_id":"a","result":{"result":"again"},"tool_name":"look"} ignored`,
		},
	},
	"a call without an answer": {
		messages(user, wants(callA, callB), answer("b", `"y"`), says("assistant", `"done"`)),
		[]string{
			userEvent, stepAB,
			resultOf(`{"result":"y"}`), `TOOL_ERROR {"code":"cancelled","error":"the log holds no answer to this call","tool_name":"look"}`, stepOf("done"),
		},
	},
	"an answer that comes late": {
		messages(user, wants(callA), user, answer("a", `"x"`), wants(callA)),
		[]string{userEvent, stepA, userEvent, lateA + " ignored", stepA},
	},
	"a write that nobody knows of is not settled by the answer of another call": {
		messages(user, wants(bookA), answer("a", `"{\"error\":\"late\",\"code\":\"timeout\"}"`), wants(bookA), answer("a", `"fine"`)),
		[]string{
			userEvent, stepBook, `TOOL_ERROR {"code":"timeout","error":"late","tool_name":"book"}`, stepBook + " ignored",
			`TOOL_RESULT {"call_id":"a","result":{"result":"fine"},"tool_name":"book"} ignored`,
		},
	},
	"an id that is used again": {
		messages(user, wants(callA), answer("a", `"x"`), says("assistant", `"ok"`), user, wants(callA), answer("a", `"y"`)),
		[]string{userEvent, stepA, resultOf(`{"result":"x"}`), stepOf("ok"), userEvent, stepA, resultOf(`{"result":"y"}`)},
	},
}

func TestMapping(t *testing.T) {
	for name, test := range mappings {
		t.Run(name, func(t *testing.T) {
			_, got := imported(t, test.log)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestFailedWriteIsRefusal: the engine must not take a refused booking as one whose outcome
// nobody knows.
func TestFailedWriteIsRefusal(t *testing.T) {
	booking := `{"id":"a","function":{"name":"book_room","arguments":"{}"}}`
	for text, want := range map[string]string{
		`"Error: full"`:                               "invalid_arguments",
		`"{\"error\":\"full\",\"code\":\"E7\"}"`:      "invalid_arguments",
		`"{\"error\":\"late\",\"code\":\"timeout\"}"`: "timeout",
	} {
		_, got := imported(t, messages(says("user", `"hi"`), wants(booking), answer("a", text)))
		if last := got[len(got)-1]; !strings.Contains(last, `"code":"`+want+`"`) {
			t.Errorf("%s became %s, want code %s", text, last, want)
		}
	}
}

// TestHeader: the header says where the recording comes from and has the tools; of the system's
// message it has nothing but the digest.
func TestHeader(t *testing.T) {
	r, _ := imported(t, messages(says("system", `"abc"`), says("user", `"hi"`), wants(callA), answer("a", `"x"`)))
	line, _, _ := strings.Cut(string(r.Lines), "\n")
	h, warnings, err := trip.DecodeHeader(line)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	if h.TripID != "c" || h.Engine != "v0" || len(h.Extra) != 2 || h.Extra[0].Key != "catalog" {
		t.Errorf("header %s", line)
	}
	const want = `{"conversation":"c","file":"log.json","format":"openai-chat","line":1,"messages":4,` +
		`"system":["sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"]}`
	if h.Extra[1].Value != want {
		t.Errorf("import %s\n  want %s", h.Extra[1].Value, want)
	}
	cfg, err := turn.Configure(turn.Default(), h)
	if err != nil {
		t.Fatal(err)
	}
	if cfg.Catalog.Digest() != h.CatalogDigest {
		t.Errorf("catalog digest %s, want %s", h.CatalogDigest, cfg.Catalog.Digest())
	}
}

// TestEngineNames: a log's tool that has the name of one that only the engine queues gets another
// one, so that its results are not taken for the engine's own.
func TestEngineNames(t *testing.T) {
	own := `{"id":"a","function":{"name":"assistant_step","arguments":"{}"}}`
	taken := `{"id":"b","function":{"name":"log_assistant_step","arguments":"{}"}}`
	_, got := imported(t, messages(says("user", `"hi"`), wants(own, taken), answer("a", `"x"`), answer("b", `"y"`)))
	want := []string{
		`TOOL_RESULT {"result":{"result":"x"},"tool_name":"log_log_assistant_step"}`,
		`TOOL_RESULT {"result":{"result":"y"},"tool_name":"log_assistant_step"}`,
	}
	if diff := cmp.Diff(want, got[2:]); diff != "" {
		t.Error(diff)
	}
}

// TestLongTexts: what is beyond the engine's limits is cut at a whole character, and the notes say so.
func TestLongTexts(t *testing.T) {
	long := `"` + strings.Repeat("é", trip.MaxTextBytes) + `"`
	failing := `"Error ` + strings.Repeat("x", trip.MaxTextBytes) + `"`
	huge := `"` + strings.Repeat(`\u0001`, trip.MaxResultBytes) + `"`
	r, got := imported(t, messages(says("user", long), wants(callA, callB), answer("a", huge), answer("b", failing), says("assistant", long)))
	want := []string{
		"messages[0]: 131072 bytes, cut to 65536", "messages[4]: 131072 bytes, cut to 65536",
		"messages[2]: 1048576 bytes, cut to 131072", "messages[3]: 65542 bytes, cut to 65536",
	}
	if diff := cmp.Diff(want, r.Notes); diff != "" {
		t.Error(diff)
	}
	if len(got) != 5 {
		t.Errorf("%d events, want 5", len(got))
	}
	if !strings.Contains(string(r.Lines[:10_000]), `"notes":["messages[0]: 131072 bytes, cut to 65536"`) {
		t.Error("the header has no notes")
	}
}

// TestManyNotes: however much is cut, the header stays a line that can be read.
func TestManyNotes(t *testing.T) {
	long := says("user", `"`+strings.Repeat("x", trip.MaxTextBytes+1)+`"`)
	var list []string
	for range 102 {
		list = append(list, long)
	}
	r, _ := imported(t, messages(list...))
	line, _, _ := strings.Cut(string(r.Lines), "\n")
	if len(r.Notes) != 102 || strings.Count(line, "cut to") != 100 || !strings.Contains(line, `"2 more"`) {
		t.Errorf("%d notes, header %s", len(r.Notes), line)
	}
}
