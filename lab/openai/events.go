package openai

import (
	"bytes"
	"encoding/json"
	"errors"
)

// value is one JSON value of a file.
type value struct {
	line int // where it stands, from 1
	text json.RawMessage
}

// valuesOf lists the values of a file: its lines, those of server-sent events, or the elements of its one list. It
// returns none where a line is no JSON: the reader of messages says so.
func valuesOf(data []byte) (list []value) {
	var whole []json.RawMessage
	if json.Unmarshal(data, &whole) == nil {
		for _, text := range whole {
			list = append(list, value{line: 1, text: text})
		}
		return list
	}
	if json.Valid(data) {
		return []value{{line: 1, text: data}}
	}
	n := 0
	for line := range bytes.Lines(data) {
		n++
		line = bytes.TrimSpace(line)
		if rest, isData := bytes.CutPrefix(line, []byte("data:")); isData {
			line = bytes.TrimSpace(rest)
		}
		switch {
		case len(line) == 0, line[0] == ':', bytes.HasPrefix(line, []byte("id:")), bytes.HasPrefix(line, []byte("event:")):
		case !json.Valid(line):
			return nil
		default:
			list = append(list, value{line: n, text: line})
		}
	}
	return list
}

// events yields the conversations of a log of events or of spans. ok is false where the file is neither.
func (s *source) events(data []byte) (ok bool) {
	list := valuesOf(data)
	switch {
	case len(list) == 0:
		return false
	case isAGUI(list[0].text):
		s.runs(list)
	case isSpans(list[0].text):
		s.spans(list)
	default:
		return false
	}
	return true
}

// runs yields the conversations of a log of AG-UI.
func (s *source) runs(list []value) {
	var l threads
	for _, v := range list {
		if err := l.add(v); err != nil {
			s.fail(Conversation{File: s.file, Line: v.line}, err)
			return
		}
	}
	for _, t := range l.list {
		c := Conversation{File: s.file, Line: t.line, ID: t.id}
		raw, err := t.conversation()
		if err != nil {
			if !s.fail(c, err) {
				return
			}
			continue
		}
		if !s.read(c, raw) {
			return
		}
	}
}

// spans yields the conversations of spans.
func (s *source) spans(list []value) {
	byID, order := map[string][]*span{}, []string{}
	for _, v := range list {
		found, err := spansOf(v)
		if err == nil && !isSpans(v.text) {
			err = &fault{problem: "want a span, or a document of spans: it has no id of one"}
		}
		if err != nil {
			s.fail(Conversation{File: s.file, Line: v.line}, err)
			return
		}
		for _, one := range found {
			id := one.of()
			if byID[id] == nil {
				order = append(order, id)
			}
			byID[id] = append(byID[id], one)
		}
	}
	found := 0
	for _, id := range order {
		c := Conversation{File: s.file, Line: byID[id][0].line, ID: id}
		said, err := told(byID[id])
		if err == nil && said == nil {
			continue // spans of something else
		}
		found++
		var list []spoken
		for _, m := range said {
			list = append(list, spoken{message: m})
		}
		if err == nil && !s.spoken(s.numbered(c), list) || err != nil && !s.fail(c, err) {
			return
		}
	}
	if found == 0 {
		s.fail(Conversation{File: s.file, Line: 1}, errNoModel)
	}
}

var errNoModel = errors.New("openai: no span is of a model: none has gen_ai.operation.name and gen_ai.input.messages")
