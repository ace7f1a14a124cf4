package diffs_test

import (
	"fmt"
	"testing"

	"github.com/legwork-go/legwork/cmd/legwork/internal/diffs"
)

// TestQuestions: of a question its id, its texts and what it names by reference are no difference; what it offers is,
// and is told by its member.
func TestQuestions(t *testing.T) {
	t.Parallel()
	line := func(ask string) *diffs.Line {
		l, err := diffs.ParseLine([]byte(`{"seq":1,"phase":"quote","state":"presenting_options","ui":[],"ask":` + ask +
			`,"tool_calls":[{"name":"x","arguments":{"context":{"current_intent":{"status":{"ask":` + ask + `}}}}}]}`))
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	old := line(`{"id":"a","text":"Which?","choices":[{"id":"b1","label":"1","params":{"price":"10"}}]}`)
	same := line(`{"id":"b","text":"Which one?","refs":{},"choices":[{"id":"b1","label":"one","refs":{},"params":{"price":"10"}}]}`)
	if d := diffs.OfLines(old, same); d != nil {
		t.Errorf("it differs: %+v", d)
	}
	other := line(`{"choices":[{"id":"b1","params":{"price":"11"}}]}`)
	other.Calls = old.Calls
	d := diffs.OfLines(old, other)
	if d == nil || fmt.Sprint(d.Old, d.New) != `map[the question.choices[0].params.price:"10"] map[the question.choices[0].params.price:"11"]` {
		t.Errorf("%+v", d)
	}
	if d := diffs.OfLines(line("null"), old); d == nil || d.Kind != "arguments" || len(d.Also) != 1 {
		t.Errorf("a question that is new: %+v", d)
	}
}
