package llm

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/legwork-go/legwork/tools"
)

func call(id, name, args string) tools.ToolCall {
	return tools.ToolCall{ID: id, Name: name, Arguments: []byte(args)}
}

func TestConversationAnswersEveryCallOnce(t *testing.T) {
	t.Parallel()
	in := []tools.Message{
		{Role: "tool", ToolCallID: "x", Content: "an orphan"},
		{Role: "user", Content: "Food?"},
		{Role: "assistant", ToolCalls: []tools.ToolCall{call("a", "search_places", `{}`), call("b", "web_search", `{broken`)}},
		{Role: "tool", ToolCallID: "b", Content: "B"},
		{Role: "system", Content: "search_places: the search took too long"},
		{Role: "assistant", Content: "  "},
		{Role: "tool", ToolCallID: "a", Content: "far too late"},
		{Role: "stranger", Content: "?"},
	}
	want := []tools.Message{
		{Role: "user", Content: "Food?"},
		{Role: "assistant", ToolCalls: []tools.ToolCall{call("a", "search_places", `{}`), call("b", "web_search", `{}`)}},
		{Role: "tool", ToolCallID: "a", Content: noResult},
		{Role: "tool", ToolCallID: "b", Content: "B"},
		{Role: "system", Content: "search_places: the search took too long"},
	}
	if diff := cmp.Diff(want, conversation(in)); diff != "" {
		t.Error(diff)
	}
	if got := string(in[2].ToolCalls[1].Arguments); got != `{broken` {
		t.Errorf("the input was changed to %q", got)
	}
}

func TestConversationCutsLongContents(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", maxContentBytes)
	got := conversation([]tools.Message{{Role: "user", Content: long}})[0].Content
	if !strings.HasSuffix(got, cutMark) || len(got) > maxContentBytes+len(cutMark) {
		t.Errorf("got %d bytes ending in %q", len(got), got[len(got)-40:])
	}
	if strings.ToValidUTF8(got, "?") != got {
		t.Error("a character was cut in two")
	}
}

func TestFramed(t *testing.T) {
	t.Parallel()
	in := []tools.Message{{Role: "assistant", Content: "Hello."}}
	got := Framed(in)
	if len(got) != 3 || got[0].Role != "user" || got[2].Role != "user" || len(in) != 1 {
		t.Errorf("got %+v", got)
	}
	if got := Framed([]tools.Message{{Role: "user", Content: "Hi"}}); len(got) != 1 {
		t.Errorf("got %+v", got)
	}
}

func TestFailed(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]bool{
		`{"error":"1/0"}`: true, `{"error":""}`: false, `{"error":7}`: false, `{"result":1}`: false, `error`: false,
	} {
		if Failed(content) != want {
			t.Errorf("Failed(%s) = %v", content, !want)
		}
	}
}
