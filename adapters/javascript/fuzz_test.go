package javascript_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/adapters/javascript"
	"github.com/legwork-go/legwork/tools"
)

// FuzzRun throws code at a handler with small limits: it must answer with a document of the
// result schema or a classified error, and the same code must not give two values.
func FuzzRun(f *testing.F) {
	for _, seed := range []string{
		"1+1", "return 1", "for(;;);", "'x'.repeat(1e9)", "let a=[];while(1)a=[a]", "2n**64n", "Math.random()",
		"({get a(){throw 1}})", "[...'\\ud800']", "class A extends Date{} new A", "a:b:c:1", "`${1}`", "/(a+)+\\1/.test('aaaa')",
		"new Map([[1,2]])", "console.log({}, [], 1n)", "Object.prototype.toJSON=()=>1;({})", "[,].flat()", "x=>x**=2",
	} {
		f.Add(seed)
	}
	h := javascript.New(javascript.Limits{
		Time: 100 * time.Millisecond, MemoryBytes: 64 << 20, CodeBytes: 2 << 10,
		ResultChars: 4 << 10, ConsoleChars: 1 << 10,
	})
	f.Fuzz(func(t *testing.T, code string) {
		args, err := json.Marshal(map[string]string{"code": code})
		if err != nil {
			t.Skip()
		}
		first, err := h.Run(context.Background(), tools.Request{Arguments: args, At: noon})
		if err != nil {
			var failed *tools.Error
			if !errors.As(err, &failed) || !failed.Class.Known() {
				t.Fatalf("not classified: %v", err)
			}
			return
		}
		var doc map[string]json.RawMessage
		if err := json.Unmarshal(first, &doc); err != nil || (doc["result"] == nil) == (doc["error"] == nil) {
			t.Fatalf("not a result document: %s", first)
		}
		second, err := h.Run(context.Background(), tools.Request{Arguments: args, At: noon})
		timeOver := strings.Contains(string(second), `"reason":"`+string(javascript.ReasonTime)+`"`) // the machine was busy
		if err == nil && string(first) != string(second) && doc["result"] != nil && !timeOver {
			t.Fatalf("%s and then %s", first, second)
		}
	})
}
