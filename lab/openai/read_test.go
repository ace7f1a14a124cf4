package openai_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/legwork-go/legwork/lab/openai"
)

// found reads a log and writes each conversation as "line id" or "line id: error".
func found(log string) []string {
	var out []string
	for c, err := range openai.Read("dir/log.jsonl", []byte(log)) {
		line := strings.TrimSpace(strings.Join([]string{string(rune('0' + c.Line)), c.ID}, " "))
		if err != nil {
			line += " bad"
		}
		out = append(out, line)
	}
	return out
}

func TestForms(t *testing.T) {
	const one = `{"id":"a","messages":[{"role":"user","content":"hi"}]}`
	for name, test := range map[string]struct {
		log  string
		want []string
	}{
		"lines":                    {one + "\n\n" + strings.Replace(one, `"a"`, `7`, 1) + "\n", []string{"1 a", "3 7"}},
		"one line is bad":          {one + "\n{oops\n" + one, []string{"1 a", "2 bad", "3 a"}},
		"the first line is bad":    {"{oops\n" + one, []string{"1 bad", "2 a"}},
		"a document":               {"{\n\"messages\": [\n{\"role\":\"user\",\n\"content\":\"hi\"}\n]\n}\n", []string{"1"}},
		"a list of messages":       {"[\n{\"role\":\"user\",\"content\":\"hi\"}\n]", []string{"1"}},
		"a list of conversations":  {"[\n" + one + ",\n" + one + "\n]", []string{"2 a", "3 a"}},
		"a list of lists":          {`[[{"role":"user","content":"hi"}],[]]`, []string{"1", "1"}},
		"a byte order mark":        {"\ufeff" + one, []string{"1 a"}},
		"nothing":                  {" \n", []string{"1 bad"}},
		"something else":           {"hello\nworld\n", []string{"1 bad"}},
		"a damaged document":       {"{\n\"messages\": [\n", []string{"1 bad"}},
		"an empty conversation":    {`{"id":"a","messages":[]}`, []string{"1 a"}},
		"an id that is no text":    {`{"id":{},"messages":[]}`, []string{"1"}},
		"an object of other kinds": {`{"id":"a"}`, []string{"1 a bad"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, found(test.log)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestTripIDs: no two conversations of a file become the same trip, and every store takes the id.
func TestTripIDs(t *testing.T) {
	long := strings.Repeat("é", 200)
	const empty = `"messages":[]}`
	log := `[[],[],{"id":"a",` + empty + `,{"id":"a",` + empty + `,{"id":"` + long + `",` + empty + `,{"id":"` + long + `x",` + empty + `]`
	var got []string
	for c, err := range openai.Read("dir/log.json", []byte(log)) {
		if err != nil {
			t.Fatal(err)
		}
		r, err := openai.Convert(c, openai.Infer(openai.Read("", nil)), "")
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(r.TripID))
	}
	if diff := cmp.Diff([]string{"log-1", "log-1-2", "a", "a-2"}, got[:4]); diff != "" {
		t.Error(diff)
	}
	if got[4] == got[5] || len(got[4]) > 255 || !utf8.ValidString(got[4]) {
		t.Errorf("long ids became %q and %q", got[4], got[5])
	}
}

// TestErrorsSayWhere: file, line, conversation and place within it.
func TestErrorsSayWhere(t *testing.T) {
	user := says("user", `"hi"`)
	call := func(function string) string { return wants(`{"id":"a","function":` + function + `}`) }
	for log, want := range map[string]string{
		`{"id":"c"}`:                                                             `messages: missing`,
		`{"id":"c","messages":{}}`:                                               `got a object`,
		messages(`7`):                                                            `messages[0]: want an object`,
		messages(`{"content":"x"}`):                                              `messages[0].role: missing`,
		messages(says("robot", `"x"`)):                                           `messages[0].role: want system, user, assistant or tool, got "robot"`,
		messages(`{"role":7}`):                                                   `messages[0].role: of the wrong type: a number`,
		messages(says("user", `7`)):                                              `messages[0].content: want a text, a list of parts or null`,
		messages(says("user", `[[]]`)):                                           `messages[0].content[0]: want a part`,
		messages(user, wants(`{"id":"a"}`)):                                      `messages[1].tool_calls[0].function: missing`,
		messages(user, call(`{"arguments":""}`)):                                 `messages[1].tool_calls[0].function.name: want the name of a tool`,
		messages(user, call(`{"name":"n","arguments":"{oops"}`)):                 `messages[1].tool_calls[0].function.arguments: not JSON: at byte 1`,
		messages(user, call(`{"name":"n","arguments":"[1]"}`)):                   `messages[1].tool_calls[0].function.arguments: want an object`,
		messages(user, call(`{"name":"n","arguments":"{\"a\":1e999}"}`)):         `arguments: not JSON`,
		messages(user, `{"role":"tool","content":"x"}`):                          `messages[1].tool_call_id: missing`,
		messages(user, answer("z", `"x"`)):                                       `messages[1].tool_call_id: no open call has this id: "z"`,
		messages(user, wants(callA), answer("a", `"x"`), answer("a", `"x"`)):     `messages[3].tool_call_id: no open call`,
		messages(user, wants(callA), `{"role":"tool","name":"x","content":"x"}`): `messages[2].name: no open call of this tool: "x"`,
	} {
		checkError(t, log, want)
	}
}

// TestErrorsOfConverting are those that only the engine's limits show.
func TestErrorsOfConverting(t *testing.T) {
	many := strings.TrimSuffix(strings.Repeat(callA+",", 51), ",")
	long := `{"id":"a","function":{"name":"n","arguments":"{\"a\":\"` + strings.Repeat("x", 1<<20) + `\"}"}}`
	for log, want := range map[string]string{
		messages(says("user", `"hi"`), wants(many)): `messages[1].tool_calls: want at most 50 in a row, got 51`,
		messages(says("user", `"hi"`), wants(long)): `messages[1]: `,
	} {
		checkError(t, log, want)
	}
}

// checkError wants the only conversation of a log to be refused.
func checkError(t *testing.T, log, want string) {
	t.Helper()
	data := []byte("\n" + log)
	tools := openai.Infer(openai.Read("log.jsonl", data))
	for c, err := range openai.Read("log.jsonl", data) {
		if err == nil {
			_, err = openai.Convert(c, tools, "")
		}
		prefix := `openai: log.jsonl:2: conversation "c": `
		if !errors.Is(err, openai.ErrTranscript) || !strings.HasPrefix(err.Error(), prefix) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: got error %v\n  want %s…%s", log, err, prefix, want)
		}
	}
}
