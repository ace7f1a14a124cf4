package diffs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/replay"
)

// Line is one event as `legwork replay --json` tells it.
type Line struct {
	Seq   int64
	State string // digest of the state
	Side
}

// wireLine is a Line on the wire.
type wireLine struct {
	Seq    *int64 `json:"seq"`
	Phase  string `json:"phase"`
	State  string `json:"state"`
	Digest string `json:"state_digest"`
	Calls  []struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"tool_calls"`
	Texts []string `json:"ui_messages"`
	UI    []struct {
		Key    string          `json:"key"`
		Params json.RawMessage `json:"params"`
	} `json:"ui"`
	Ask     map[string]any `json:"ask"`
	Ignored string         `json:"ignored"`
	Rules   []string       `json:"rules"`
}

// ParseLine reads a line. Lines of totals and of the intent are no events: they give nil.
//
//   - Errors: ErrNonsense.
func ParseLine(text []byte) (*Line, error) {
	var w wireLine
	if err := json.Unmarshal(text, &w); err != nil {
		return nil, fmt.Errorf("%w: %w: %s", ErrNonsense, err, short(strings.TrimSpace(string(text))))
	}
	if w.Seq == nil {
		return nil, nil //nolint:nilnil // no event, and nothing is wrong
	}
	if w.Phase == "" || w.State == "" {
		return nil, fmt.Errorf("%w: it has no phase and state: %s", ErrNonsense, short(strings.TrimSpace(string(text))))
	}
	l := &Line{Seq: *w.Seq, State: w.Digest, Side: Side{
		Status: w.Phase + "/" + w.State, Ignored: w.Ignored, Texts: w.Texts, Rules: w.Rules, NoKeys: w.UI == nil,
	}}
	for _, c := range w.Calls {
		l.Calls = append(l.Calls, Call{c.Name, arguments(c.Arguments)})
	}
	for _, m := range w.UI {
		l.UI = append(l.UI, Message{m.Key, canonical(m.Params)})
	}
	l.Ask = question(w.Ask)
	return l, nil
}

// SameLine reports whether two lines tell the same of an event, byte for byte but for the file and the digests, and
// whether they have the same digest of the state. Most lines do, and need not be parsed.
func SameLine(old, now []byte) (same, sameState bool) {
	was, wasDigests, ok := cutLine(old)
	is, isDigests, okToo := cutLine(now)
	return ok && okToo && bytes.Equal(was, is), bytes.Equal(digestOf(wasDigests), digestOf(isDigests))
}

// cutLine returns what a line tells of an event, and its digests. Neither name can stand in a text: its quotes would be
// escaped there.
func cutLine(line []byte) (event, digests []byte, ok bool) {
	from, to := bytes.Index(line, []byte(`,"seq":`)), bytes.LastIndex(line, []byte(`,"decision":"`))
	if from < 0 || to < from {
		return nil, nil, false
	}
	return line[from:to], bytes.TrimSpace(line[to:]), true
}

// digestOf returns the digest of the state.
func digestOf(digests []byte) []byte {
	return digests[max(0, bytes.LastIndex(digests, []byte(`,"state_digest":`))):]
}

// canonical writes a value in one form.
func canonical(text json.RawMessage) string {
	var v any
	if json.Unmarshal(text, &v) != nil {
		return string(text)
	}
	return written(v)
}

// written writes a value that was read, which always can be.
func written(v any) string {
	out, _ := json.Marshal(v)
	return string(out)
}

// arguments writes the arguments of a call in one form, without what question leaves out of an intent in them.
func arguments(text json.RawMessage) string {
	var v any
	if json.Unmarshal(text, &v) != nil {
		return string(text)
	}
	at, _ := v.(map[string]any)
	for _, member := range []string{"context", "current_intent", "status"} {
		at, _ = at[member].(map[string]any)
	}
	if ask, ok := at["ask"].(map[string]any); ok {
		at["ask"] = question(ask)
	}
	return written(v)
}

// question leaves out of an ask the id, which is a hash of what was shown, the texts, and the references, which the
// parameters describe.
func question(ask map[string]any) string {
	if ask == nil {
		return ""
	}
	delete(ask, "id")
	delete(ask, "text")
	delete(ask, "refs")
	if choices, ok := ask["choices"].([]any); ok {
		for _, c := range choices {
			if c, ok := c.(map[string]any); ok {
				delete(c, "label")
				delete(c, "refs")
			}
		}
	}
	return written(ask)
}

// OfLines returns how two lines of the same event differ; nil when nobody can notice it. What is only remembered does
// not count: versions remember in different ways.
func OfLines(old, now *Line) *Difference {
	kinds := noticedOf(&old.Side, &now.Side)
	if len(kinds) == 0 {
		return nil
	}
	d := &Difference{
		Seq: now.Seq, Kind: kinds[0], Also: kinds[1:], RulesOld: texts(old.Rules), RulesNew: texts(now.Rules),
	}
	d.fill(&old.Side, &now.Side)
	return d
}

func noticedOf(old, now *Side) (kinds []replay.Kind) {
	if old.Status != now.Status || old.Ignored != now.Ignored {
		kinds = append(kinds, replay.DiffersStatus)
	}
	switch {
	case !slices.Equal(old.tools(), now.tools()):
		kinds = append(kinds, replay.DiffersCalls)
	case !slices.Equal(old.Calls, now.Calls):
		kinds = append(kinds, replay.DiffersArguments)
	}
	sameTexts := slices.Equal(old.Texts, now.Texts)
	switch noKeys := old.NoKeys || now.NoKeys; {
	case noKeys && !sameTexts, !noKeys && (!slices.Equal(old.UI, now.UI) || old.Ask != now.Ask):
		kinds = append(kinds, replay.DiffersUI)
	case !sameTexts:
		kinds = append(kinds, replay.DiffersWords)
	}
	return kinds
}
