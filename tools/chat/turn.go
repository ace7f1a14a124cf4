package chat

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// turn is what the assistant knows: the person's last message, what was said before it, and what
// the tools returned after it.
type turn struct {
	said     string   // as the person wrote it
	text     string   // that in English, for the rules
	earlier  []string // the person's messages before in English, newest first
	findings []finding
	allowed  []string
	choice   string
	at       trip.Instant
	intent   *trip.Intent
}

// finding is what one call of this turn came to.
type finding struct {
	tool      string
	arguments document // as the engine ran them: repaired, so there may be more than was proposed
	result    document
	failed    bool // it is known by one safe line only, and its arguments are not
}

// document is a result as JSON, read only as far as an answer needs it.
type document map[string]json.RawMessage

// readTurn reads the conversation. A tool message is matched to its call by id; one whose call is
// not there is known by the shape of its result. A failure stands there as a system line of the
// form «tool: what happened».
func (h Handler) readTurn(req tools.Request, allowed []string, choice string) *turn {
	t := &turn{allowed: allowed, choice: choice, at: req.At, intent: &req.Intent}
	last := -1
	for i, m := range slices.Backward(req.Messages) {
		if m.Role != "user" {
			continue
		}
		if last < 0 {
			last, t.text = i, cut(m.Content)
			continue
		}
		t.earlier = append(t.earlier, cut(m.Content))
	}
	if m := req.Intent.Request.UserMessage; m != "" && t.text != cut(m) { // a retry message, or there is no conversation
		t.text = cut(m)
		t.earlier = slices.DeleteFunc(t.earlier, func(e string) bool { return e == t.text })
	}
	t.said = answerTo(req.Intent.Turn.OpenRequest, t.text)
	t.text = t.said
	if h.English != nil {
		before := slices.Clone(t.earlier)
		slices.Reverse(before)
		t.text = h.English(t.said, before)
		for i := range t.earlier {
			t.earlier[i] = h.English(t.earlier[i], before[:len(before)-1-i])
		}
	}
	calls := map[string]tools.ToolCall{}
	for _, m := range req.Messages[last+1:] {
		for _, c := range m.ToolCalls {
			calls[c.ID] = c
		}
		switch m.Role {
		case "tool":
			t.findings = append(t.findings, findingOf(m, calls[m.ToolCallID]))
		case "system":
			if name, _, ok := strings.Cut(m.Content, ": "); ok && !strings.Contains(name, " ") {
				t.findings = append(t.findings, finding{tool: name, failed: true})
			}
		}
	}
	return t
}

// say says a phrase of the assistant in the language of the trip; names and values alternate.
func (t *turn) say(key string, params ...any) string {
	return texts.Of(t.intent.Request.Locale, trip.With(params...)).Say("chat." + key)
}

// answerTo puts the answer to a question behind what the question was about: «restaurants? in Porto».
func answerTo(open, answer string) string {
	first, _, _ := strings.Cut(strings.ToLower(answer), " ")
	switch {
	case open == "":
		return answer
	case slices.Contains(before, first):
		return open + " " + answer
	default:
		return open + " in " + answer
	}
}

func cut(text string) string {
	text = strings.TrimSpace(strings.ToValidUTF8(text, ""))
	if runes := []rune(text); len(runes) > maxMessageRunes {
		return string(runes[:maxMessageRunes])
	}
	return text
}

func findingOf(m tools.Message, call tools.ToolCall) finding {
	f := finding{tool: call.Name}
	_ = json.Unmarshal(call.Arguments, &f.arguments) // what cannot be read equals nothing
	if len(m.Content) > maxResultBytes || json.Unmarshal([]byte(m.Content), &f.result) != nil ||
		f.result.text("error") != "" {
		f.failed, f.result = true, nil
		return f
	}
	if f.tool == "" {
		f.tool = f.result.tool()
	}
	return f
}

// tool guesses which tool makes results of this shape.
func (d document) tool() string {
	for _, shape := range []struct{ member, tool string }{
		{"days", trip.ToolGetWeather},
		{"chunks", trip.ToolRetrieveChunks},
		{"documents", trip.ToolRetrieveDocs},
		{"location", trip.ToolSearchPlaces},
		{"text", trip.ToolScrapeWeb},
		{"results", trip.ToolWebSearch},
		{"result", trip.ToolJavaScript},
	} {
		if _, ok := d[shape.member]; ok {
			return shape.tool
		}
	}
	return ""
}

// text is a member that is a text; empty when it is absent or another kind.
func (d document) text(member string) string {
	var s string
	if json.Unmarshal(d[member], &s) != nil {
		return ""
	}
	return strings.TrimSpace(s)
}

// list is a member that is a list of objects.
func (d document) list(member string) []document {
	var l []document
	if json.Unmarshal(d[member], &l) != nil {
		return nil
	}
	return l
}

func (d document) object(member string) document {
	var o document
	if json.Unmarshal(d[member], &o) != nil {
		return nil
	}
	return o
}

// made reports whether this call was made in this turn already, or its tool has failed.
func (t *turn) made(c Call) bool {
	args, err := json.Marshal(c.Arguments)
	var want document
	if err != nil || json.Unmarshal(args, &want) != nil {
		return true
	}
	return slices.ContainsFunc(t.findings, func(f finding) bool {
		return f.tool == c.Name && (f.failed || f.arguments.covers(want))
	})
}

// covers reports whether arguments that ran are those that were proposed and what the engine
// filled in. A query is never filled in: with it and without it are two searches.
func (d document) covers(want document) bool {
	if _, ran := d["query"]; ran && want["query"] == nil {
		return false
	}
	for key, value := range want {
		if !bytes.Equal(compact(d[key]), compact(value)) {
			return false
		}
	}
	return len(d) > 0 || len(want) == 0
}

// compact makes texts of equal JSON equal.
func compact(raw json.RawMessage) []byte {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return raw
	}
	out, err := json.Marshal(v)
	if err != nil {
		return raw
	}
	return out
}

// used reports whether a tool was called in this turn.
func (t *turn) used(tool string) bool {
	return slices.ContainsFunc(t.findings, func(f finding) bool { return f.tool == tool })
}

// hasAnswer reports whether a result can be answered with. A search for documents is none while
// their passages can still be read.
func (t *turn) hasAnswer() bool {
	return slices.ContainsFunc(t.findings, func(f finding) bool {
		if f.tool == trip.ToolRetrieveDocs && t.may(trip.ToolRetrieveChunks) && !t.used(trip.ToolRetrieveChunks) {
			return false
		}
		return f.useful()
	})
}

// onlyReadFirst reports whether only documents have been searched, which the engine does before any model is asked.
// The rest of the message has not been answered then.
func (t *turn) onlyReadFirst() bool {
	return !t.asksDocuments() && !slices.ContainsFunc(t.findings, func(f finding) bool {
		return f.tool != trip.ToolRetrieveDocs && f.tool != trip.ToolRetrieveChunks
	})
}

// isUnmatched reports whether a result is how the selected documents begin, because no word of the question stands in
// them.
func (f finding) isUnmatched() bool {
	return f.tool == trip.ToolRetrieveChunks && string(f.result["matched"]) == "false"
}

// useful reports whether a result has anything to tell.
func (f finding) useful() bool {
	if f.failed {
		return false
	}
	switch f.tool {
	case trip.ToolJavaScript:
		value := strings.TrimSpace(string(f.result["result"]))
		return value != "" && value != "null" && value != "{}" && value != `""`
	case trip.ToolGetWeather:
		return len(f.result.list("days")) > 0
	case trip.ToolRetrieveChunks:
		return len(f.result.list("chunks")) > 0 && !f.isUnmatched()
	case trip.ToolRetrieveDocs:
		return len(f.result.list("documents")) > 0
	case trip.ToolScrapeWeb:
		return f.result.text("text") != ""
	}
	return len(f.result.list("results")) > 0 || searchesWeb(f.tool) && f.result.text("result") != ""
}
