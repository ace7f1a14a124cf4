package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files of testdata")

// folder is that of package trip.
const folder = "../.."

// TestGeneratedFilesAreFresh fails when a type was changed and `go generate ./trip` was not run.
func TestGeneratedFilesAreFresh(t *testing.T) {
	if err := run(folder, true); err != nil {
		t.Error(err)
	}
}

// TestStaleFilesAreTold: a file that is not what the types say, or that is missing, is named.
func TestStaleFilesAreTold(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte("package a\n\n//codec:read\ntype A struct {\n\tB string `wire:\"b\"`\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run(dir, true); err == nil || !strings.Contains(err.Error(), "append_gen.go") {
		t.Errorf("without a generated file: %v", err)
	}
	if err := run(dir, false); err != nil {
		t.Fatal(err)
	}
	if err := run(dir, true); err != nil {
		t.Errorf("fresh files: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "decode_gen.go"), []byte("package a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run(dir, true); err == nil || !strings.Contains(err.Error(), "decode_gen.go is not what its types say") {
		t.Errorf("with a stale file: %v", err)
	}
}

// TestSample shows what is written for every mark and every option.
func TestSample(t *testing.T) {
	dir := filepath.Join("testdata", "sample")
	files, err := generate(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		golden := filepath.Join(dir, strings.TrimSuffix(f.name, ".go")+".golden")
		if *update {
			if err := os.WriteFile(golden, f.text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if string(want) != string(f.text) {
			t.Errorf("%s is now\n%s", golden, f.text)
		}
	}
}

// TestMistakes: what a tag or a mark gets wrong is told with the field.
func TestMistakes(t *testing.T) {
	const begin, end = "package a\n\n//codec:read\ntype A struct {\n", "\n}\n"
	for _, c := range []struct{ source, want string }{
		{begin + "B string `wire:\"b\"`\nC int64" + end, `A.C: a field without a tag`},
		{begin + "B string `wire:\"b\"`\nC int64 `json:\"c\"`" + end, `A.C: a field without a tag wire`},
		{begin + "B string `wire:\"\"`" + end, `A.B: "" is no name of a member`},
		{begin + "B string `wire:\"b,optionl\"`" + end, `A.B: no option is called "optionl"`},
		{begin + "B string `wire:\"b,max\"`" + end, `A.B: no option is called "max"`},
		{begin + "B string `wire:\"b,null=x\"`" + end, `A.B: no option is called "null=x"`},
		{begin + "B string `wire:\"b\"`\nC string `wire:\"b\"`" + end, `A.C: the name b is there twice`},
		{begin + "B string `wire:\"b\"`\nC string `wire:\"b.c\"`" + end, `A.C: b is a field and an object`},
		{begin + "B string `wire:\"b,as=mistake\"`" + end, `A.B: no function written by hand is called mistake`},
		{begin + "B Unknown `wire:\"b\"`" + end, `A.B: the type Unknown is not declared here`},
		{begin + "B map[string]string `wire:\"b\"`" + end, `A.B: a type that has no form on the wire`},
		{begin + "B []Day `wire:\"b\"`" + end + "type Day struct{}", `A.B: a list of Day needs functions written by hand`},
		{begin + "B *string `wire:\"b\"`" + end, `A.B: a pointer to something that is no object`},
		{begin + "B string `wire:\"b\"`\nDay" + end + "type Day string", `A: what is embedded is a struct declared here`},
		{begin + "B string `wire:\"b\"`\nDay" + end + "type Day struct{\nC string `wire:\"b\"`\n}", `A.C: the name b is there twice`},
		{"package a\n\n//codec:reads\ntype A struct {\nB string `wire:\"b\"`" + end, `A: no mark is called "reads"`},
		{"package a\n\n//codec:write sections\ntype A struct {\nB string `wire:\"b.c\"`" + end, `A: a section is a field of its own`},
		{"package a\n\n//codec:enum\ntype A string\n\nconst B A = \"b\"\n", `A: a closed set needs two constants or more`},
		{"package a\n\ntype A struct {", `expected`},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte(c.source), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := generate(dir, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n got %v\nwant %s", c.source, err, c.want)
		}
	}
}
