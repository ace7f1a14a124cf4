package models_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/adapters/llm"
	"github.com/legwork-go/legwork/trip"
)

// TestRecordedServers answers with the streams of servers that were seen to send them: each is understood at once, and
// nothing of its notation or thoughts is told.
func TestRecordedServers(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "..", "shared", "data", "cases", "models", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("streams of servers are not here")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var c struct{ Assist [][]json.RawMessage }
			if err := json.Unmarshal(raw, &c); err != nil {
				t.Fatal(err)
			}
			var script []http.HandlerFunc
			for _, stream := range c.Assist {
				var chunks []string
				for _, chunk := range stream {
					chunks = append(chunks, string(chunk))
				}
				script = append(script, events(append(chunks, "[DONE]")...))
			}
			s := newServer(t, script[0])
			got := readProposed(t, []byte(runs(t, s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep], request(assistArguments))))
			if got.Text == "" && len(got.Calls) == 0 || strings.ContainsAny(got.Text, "<{") || strings.Contains(got.Text, "canary") {
				t.Errorf("got %+v", got)
			}
			for _, call := range got.Calls {
				if len(call.Arguments) == 0 {
					t.Errorf("%s has no arguments", call.Name)
				}
			}
		})
	}
}
