package openai_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/legwork-go/legwork/lab/openai"
	"github.com/legwork-go/legwork/trip"
)

var update = flag.Bool("update", false, "write testdata/recording.jsonl anew")

// TestGolden shows a whole conversation as a recording. Digests are left out: they change with
// the engine, and TestMapping and the recordings in fixtures hold them.
func TestGolden(t *testing.T) {
	data, err := os.ReadFile("testdata/transcript.json")
	if err != nil {
		t.Fatal(err)
	}
	tools := openai.Infer(openai.Read("testdata/transcript.json", data))
	var got string
	for c, err := range openai.Read("testdata/transcript.json", data) {
		if err != nil {
			t.Fatal(err)
		}
		r, err := openai.Convert(c, tools, "v0")
		if err != nil {
			t.Fatal(err)
		}
		foldAgain(t, r)
		got += plain(t, string(r.Lines))
	}
	if *update {
		if err := os.WriteFile("testdata/recording.jsonl", []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/recording.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s\n-update writes the file anew", diff)
	}
}

// plain writes a recording without digests.
func plain(t *testing.T, recording string) string {
	t.Helper()
	var out []byte
	for line := range strings.Lines(recording) {
		line = strings.TrimSuffix(line, "\n")
		if trip.IsHeader(line) {
			h, _, err := trip.DecodeHeader(line)
			if err != nil {
				t.Fatal(err)
			}
			h.CatalogDigest, h.PolicyDigest = "", ""
			out = append(h.AppendJSON(out), '\n')
			continue
		}
		ev, err := trip.DecodeEvent(line)
		if err != nil {
			t.Fatal(err)
		}
		ev.Decision, ev.State = "", ""
		out = append(ev.AppendJSON(out), '\n')
	}
	return string(out)
}
