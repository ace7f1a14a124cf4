package cli

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/legwork-go/legwork/cmd/legwork/internal/diffs"
)

// TestFormats: docs/formats.md names each flag of the verbs about recordings, and each member of what they write for
// programs.
func TestFormats(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, about, _ := strings.Cut(string(text), "\n## 6. ")
	about, _, _ = strings.Cut(about, "\n## 7. ")
	for _, verb := range []string{"test", "diff", "shrink", "bisect", "find", "stats", "scrub", "fork"} {
		cmd, _, err := (&app{}).root().Find([]string{verb})
		if err != nil || !strings.Contains(about, "\nlegwork "+verb+" ") {
			t.Errorf("%s: it is not there, %v", verb, err)
			continue
		}
		cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(about, "--"+f.Name) {
				t.Errorf("%s: it does not name --%s", verb, f.Name)
			}
		})
	}
	for _, written := range []any{diffs.Difference{}, diffTotals{}, foundLine{}, statsReport{}} {
		for _, name := range members(reflect.TypeOf(written)) {
			if !strings.Contains(about, `"`+name+`"`) {
				t.Errorf("%T: it does not name the member %s", written, name)
			}
		}
	}
}

// members returns the names of all members of a type's JSON.
func members(t reflect.Type) (names []string) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return members(t.Elem())
	case reflect.Struct:
	default:
		return nil
	}
	for i := range t.NumField() {
		if name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); name != "" && name != "-" {
			names = append(names, name)
		}
		if t.Field(i).IsExported() {
			names = append(names, members(t.Field(i).Type)...)
		}
	}
	return names
}
