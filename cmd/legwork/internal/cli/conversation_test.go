package cli

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var updateConversation = flag.Bool("update", false, "write the conversation of docs/conversation.md anew")

// The conversation in docs/conversation.md is what the command prints when a traveller says the same. The files that it
// stands on are the embedded ones, so it changes only with a rule or a text.
func TestConversation(t *testing.T) {
	const path = "../../../../docs/conversation.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), "<!-- conversation -->\n```\n")
	shown, after, closed := strings.Cut(rest, "```\n")
	if !found || !closed {
		t.Fatal("docs/conversation.md has no conversation")
	}
	var messages strings.Builder
	for line := range strings.Lines(shown) {
		if said, ok := strings.CutPrefix(line, "you › "); ok {
			messages.WriteString(said)
		}
	}
	script := filepath.Join(t.TempDir(), "messages.txt")
	if err := os.WriteFile(script, []byte(messages.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, said := legwork(nil, "run", "--quiet", "--now", "2026-03-01T09:00:00Z", script)
	if code != exitOK {
		t.Fatalf("exit %d: %s", code, said)
	}
	if out == shown {
		return
	}
	if !*updateConversation {
		t.Fatalf("docs/conversation.md shows another conversation than this; go test -run TestConversation -update writes it:\n%s", out)
	}
	whole := before + "<!-- conversation -->\n```\n" + out + "```\n" + after
	if err := os.WriteFile(path, []byte(whole), 0o600); err != nil {
		t.Fatal(err)
	}
}
