package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

const sample = "testdata/sample"

// What the sample's tests miss is known: the test of a tool that finds missing tests.
func TestSurvivorsOfTheSample(t *testing.T) {
	r, err := mutate(context.Background(), sample, []string{sample}, options{jobs: 2}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, m := range r.survivors {
		got[m.key()] = true
	}
	for _, key := range []string{
		".Clamp off by one: n < low",  // changes nothing: low is returned either way
		".Clamp off by one: n > high", // the same
		".Both turned round: s == a",  // a list of both has another one too
		".Both without its left half: hasA && hasB",
		".Span without its left half: n < 0 || from > to", // changes nothing: the one follows from the other
		".Span without its right half: n < 0 || from > to",
		".Span off by one: n < 0",
		".Span off by one: from > to",
	} {
		if !got[sample+key] {
			t.Errorf("killed, though no test can see it: %s", key)
		}
		delete(got, sample+key)
	}
	for key := range got {
		t.Errorf("survived: %s", key)
	}
}

func TestMatch(t *testing.T) {
	only := regexp.MustCompile(`sample.go:6$`)
	r, err := mutate(context.Background(), sample, []string{sample}, options{jobs: 2, only: only}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if r.tried != 2 || len(r.survivors) != 1 || r.survivors[0].key() != sample+".Clamp off by one: n < low" {
		t.Errorf("%d tried, of which %v survived", r.tried, r.survivors)
	}
}

// A mistake that lets the tests run for ever is told apart from one that they notice.
func TestOutOfTime(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b := binary{dir: ".", path: self}
	for _, c := range []struct {
		mutant string
		late   bool
	}{{"0", false}, {"7", true}} {
		failed, late, out := b.run(context.Background(), time.Second, "LEGWORK_MUTANT="+c.mutant, "TestNeverEnds")
		if failed != c.late || late != c.late {
			t.Errorf("mutant %s: killed %t, out of time %t: %s", c.mutant, failed, late, out)
		}
	}
}

// A test that does not come by a mistake is not tried on it; a slow one is run when the quick ones have not noticed it.
func TestRounds(t *testing.T) {
	reached := map[int]bool{7: true}
	b := binary{tests: []test{{"A", quick, reached}, {"B", quick, nil}, {"C", quick, reached}, {"D", quick + 1, reached}}}
	if got := fmt.Sprint(b.rounds(7)); got != "[{[A C] 600000000} {[D] 300000001}]" {
		t.Error(got)
	}
	if got := b.rounds(8); len(got) != 0 {
		t.Error(got)
	}
}

// TestNeverEnds is run by TestOutOfTime.
func TestNeverEnds(t *testing.T) {
	if os.Getenv("LEGWORK_MUTANT") != "7" {
		t.Skip("nothing is planted")
	}
	time.Sleep(time.Hour)
}

func TestSurvivorsNeedReasons(t *testing.T) {
	file := filepath.Join(t.TempDir(), "survivors.txt")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("# a comment\n\na.F left out: x()\n\tit is done again below\n")
	equal, err := readSurvivors(file)
	if err != nil || !equal["a.F left out: x()"] || len(equal) != 1 {
		t.Errorf("got %v, %v", equal, err)
	}
	write("a.F left out: x()\na.G left out: y()\n\tbecause\n")
	if _, err := readSurvivors(file); err == nil || !strings.Contains(err.Error(), "has no reason") {
		t.Errorf("a survivor without a reason: %v", err)
	}
}
