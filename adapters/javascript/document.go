package javascript

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Reason is the class of a script's failure.
type Reason string

// The reasons. An error that is none of them, such as one that the script made itself, has none.
const (
	ReasonSyntax    Reason = "syntax"    // the code is no JavaScript
	ReasonReference Reason = "reference" // a name that is not there
	ReasonType      Reason = "type"      // a value of the wrong kind
	ReasonRange     Reason = "range"     // a value or a depth beyond what is allowed
	ReasonTime      Reason = "time"      // the time limit passed
	ReasonMemory    Reason = "memory"    // the memory limit was reached
)

// document is the result of a call, and what the prelude says of a script.
type document struct {
	Result  json.RawMessage `json:"result,omitempty"`
	Note    string          `json:"note,omitempty"`
	Error   string          `json:"error,omitempty"`
	Code    trip.Class      `json:"code,omitempty"` // of an error: failed, whatever its words are
	Reason  Reason          `json:"reason,omitempty"`
	Line    int             `json:"line,omitempty"`
	Column  int             `json:"column,omitempty"`
	Stack   string          `json:"stack,omitempty"` // only from the prelude
	Console []string        `json:"console,omitempty"`
}

// encode writes the document.
func (d document) encode() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(d); err != nil {
		return nil, fmt.Errorf("javascript: the result cannot be written: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// stopped is the document of a script that can say nothing itself any more.
func stopped(reason Reason, text string) document {
	return document{Error: text, Code: trip.ClassFailed, Reason: reason}
}

// scriptName is the file name of the script in positions.
const scriptName = "script"

// position finds the innermost place of the script in the frames of an error.
var position = regexp.MustCompile(scriptName + `:([0-9]{1,6}):([0-9]{1,6})`)

// run performs the code and says what became of it. Code that returns at the top level is read as the
// body of a function.
func (m *machine) run(f functions, code string) (document, error) {
	d, err := m.attempt(f, code)
	if d.Reason == ReasonSyntax && strings.Contains(d.Error, "return not in a function") {
		d, err = m.attempt(f, "(function(){\n"+code+"\n})()")
		d.Line = max(d.Line-1, 0)
	}
	return d, err
}

func (m *machine) attempt(f functions, code string) (d document, err error) {
	v, threw := m.evaluate(code, scriptName)
	if !threw {
		v, threw = m.invoke(f.tell, v)
	}
	if threw {
		m.call("qjs_set_memory_limit", uint64(m.memory.Limit()))
		v, threw = m.invoke(f.explain, v)
	}
	text := m.text(v)
	if m.memory.Refused && (threw || text == "") { // too little is left to say so itself
		return stopped(ReasonMemory, "the script needs too much memory"), nil
	}
	if m.err != nil {
		return d, m.err
	}
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		return d, fmt.Errorf("javascript: the prelude says %.80q: %w", text, err)
	}
	if at := position.FindStringSubmatch(d.Stack); at != nil {
		d.Line, _ = strconv.Atoi(at[1])
		d.Column, _ = strconv.Atoi(at[2])
	}
	d.Stack = ""
	if d.Error != "" {
		d.Code = trip.ClassFailed
	}
	return d, nil
}
