package reducer_test

import (
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// FuzzProposal gives the engine any JSON as a model's answer: the turn goes on or ends, and what is
// queued can be read back.
func FuzzProposal(f *testing.F) {
	for _, seed := range []string{
		`{"text":"x","tool_calls":[{"name":"search_places","arguments":{"location":" ","category":""}},{"name":"get_weather"}],"usage":{"input_tokens":1}}`,
		`{"tool_calls":[{"name":"retrieve_chunks","arguments":{"document_ids":["d1",{"a":"\ud800"},"<from_step_x>"],"query":1e3}}]}`,
		`{"plan":{"steps":[{"id":"a","tool":"retrieve_docs","args":{"query":"x"}},{"id":"b","tool":"retrieve_docs","args":null}]}}`,
		`{"plan":{"steps":[{"id":"\ud800","tool":"web_search","args":{"query":"\ud800","query":"y"}}]},"text":null}`,
		`{"plan":{"steps":[{"tool":"retrieve_chunks","args":{"document_ids":"<from_step_step_0>"}}]},"finish_reason":"stop"}`,
		`{"plan":"x","tool_calls":[]}`, `{}`, `[]`, `{"tool_calls":[{"name":"execute_javascript","arguments":{"code":"${x}"}}]}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, header := range []string{`"intent":{}`, selected, lisbonOporto, `"intent":{"scope":{"property_id":"p"}}`} {
			c := openChat(t, header, "Lisbon")
			raw, err := trip.CanonicalRaw(text)
			if err != nil {
				return
			}
			c.proposes(string(raw))
			for _, call := range c.d.ToolCalls {
				args := trip.AppendArguments(nil, call.Arguments)
				if header == selected && (call.Name == trip.ToolRetrieveDocs || call.Name == trip.ToolRetrieveChunks) &&
					!strings.Contains(string(args), `"document_ids":["`+id1+`","`+id2+`"]`) {
					t.Fatalf("%s %s reads outside the selection", call.Name, args)
				}
				if again, err := trip.CanonicalRaw(string(args)); err != nil || string(again) != string(args) {
					t.Fatalf("%s is called with %s, which is not canonical: %v", call.Name, args, err)
				}
			}
			before := c.in.AppendJSON(nil)
			read, _, err := trip.DecodeIntent(string(before))
			if err != nil {
				t.Fatalf("the state cannot be read back: %v", err)
			}
			if _, err := turn.Resume(c.cfg, trip.Header{HasIntent: true, Intent: read}); err != nil {
				t.Fatalf("the state cannot be gone on from: %v", err)
			}
		}
	})
}
