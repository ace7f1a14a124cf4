package javascript_test

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/javascript"
	"github.com/legwork-go/legwork/trip"
)

// noon is 2026-03-01T12:00:00Z.
const noon = trip.Instant(1772366400_000_000_000)

func request(t testing.TB, code string) tools.Request {
	t.Helper()
	args, err := json.Marshal(map[string]string{"code": code})
	if err != nil {
		t.Fatal(err)
	}
	return tools.Request{Name: trip.ToolJavaScript, Arguments: args, At: noon}
}

func run(t testing.TB, h *javascript.Handler, code string) string {
	t.Helper()
	out, err := h.Run(context.Background(), request(t, code))
	if err != nil {
		t.Fatalf("%s: %v", code, err)
	}
	return string(out)
}

func TestValues(t *testing.T) {
	h := javascript.New(javascript.Limits{Time: 5 * time.Second})
	for _, tc := range []struct{ name, code, want string }{
		{"last expression", "1 + 1", `{"result":2}`},
		{"after a declaration", "const x = 5 * 3; x", `{"result":15}`},
		{"top-level return", "if (1 > 2) { return 1 } return 5 * 3", `{"result":15}`},
		{"compound interest", "Math.round(1000 * (1 + 0.05) ** 10 * 100) / 100", `{"result":1628.89}`},
		{"float", "0.1 + 0.2", `{"result":0.30000000000000004}`},
		{"negative zero", "-0", `{"result":0}`},
		{"big integer", "2n ** 80n", `{"result":"1208925819614629174706176"}`},
		{"big integer inside", "({n: 10n})", `{"result":{"n":"10"}}`},
		{"assigned power", "let x = 3n; x **= 4n; x", `{"result":"81"}`},
		{"power of a member", "const a = [2]; let i = 0; a[i++] **= 3; [a, i]", `{"result":[[8],1]}`},
		{"sums", "const a = [1], o = {}, n = 2; let i = 0; a[i++] += n; [a, i, n + true, n + new Number(3), 2n + BigInt(3)]", `{"result":[[3],1,3,5,"5"]}`},
		{"joined", "const list = [1, [2]], no = null; '' + list + {} + no + void 0 + 5n + new String('s')", `{"result":"1,2[object Object]nullundefined5s"}`},
		{"joined by its own rule", "const o = {[Symbol.toPrimitive]: (hint) => hint}; ['' + o, `${o}`, 'x' + new Date(0)]", `{"result":["default","string","xThu Jan 01 1970 00:00:00 GMT+0000 (UTC)"]}`},
		{"template", "const list = [1, 2], no = null; `${list}|${no}|${{toString: () => 't'}}|${7}`", `{"result":"1,2|null|t|7"}`},
		{"tag", "const tag = (s, ...v) => s.raw.join('-') + v.length, x = 'x'; tag`a${x}b${x}`", `{"result":"a-b-2"}`},
		{"shift", "[1n << 40n, 5 >> 1, -8n >> 1n]", `{"result":["1099511627776",2,"-4"]}`},
		{"infinity", "1 / 0", `{"result":null,"note":"the value is Infinity"}`},
		{"minus infinity", "-1 / 0", `{"result":null,"note":"the value is -Infinity"}`},
		{"not a number", "0 / 0", `{"result":null,"note":"the value is NaN"}`},
		{"undefined", "void 0", `{"result":null,"note":"the value is undefined"}`},
		{"declaration only", "const x = 5", `{"result":null,"note":"the value is undefined"}`},
		{"function", "(x) => x", `{"result":null,"note":"the value is a function"}`},
		{"symbol", "Symbol('x')", `{"result":null,"note":"the value is a symbol"}`},
		{"inside", "[1, {a: [1 / 0, NaN]}]", `{"result":[1,{"a":[null,null]}],"note":"written as null: Infinity at $[1].a[0], NaN at $[1].a[1]"}`},
		{"null", "null", `{"result":null}`},
		{"false", "false", `{"result":false}`},
		{"empty text", "''", `{"result":""}`},
		{"empty object", "({})", `{"result":{}}`},
		{"left out", "({a: undefined, b() {}, c: null})", `{"result":{"c":null}}`},
		{"map", "new Map([['a', {b: 1}]])", `{"result":[["a",{"b":1}]]}`},
		{"set", "new Set([1, 2])", `{"result":[1,2]}`},
		{"bytes", "new Uint8Array([1, 2])", `{"result":[1,2]}`},
		{"boxed", "[new Number(5), new String('x')]", `{"result":[5,"x"]}`},
		{"pattern", "/a/g", `{"result":"/a/g"}`},
		{"toJSON", "({toJSON: () => 7})", `{"result":7}`},
		{"generator", "[...(function* () { yield 1; yield 2 })()]", `{"result":[1,2]}`},
		{"matches", "['a1b2'.match(/\\d/g), 'a1b2'.split(/\\d/), 'a1'.replace(/(\\d)/, '<$1>'), 'ab'.search('b'), [...'a1b2'.matchAll(/\\d/g)].length]", `{"result":[["1","2"],["a","b",""],"a<1>",1,2]}`},
		{"markup", "'<b>&'", `{"result":"<b>&"}`},
		{"emoji", "[...'né👋']", `{"result":["n","é","👋"]}`},
		{"half a character", `'\ud800'`, "{\"result\":\"\uFFFD\"}"},
		{"control characters", `'\u0000\u2028\u202e'`, "{\"result\":\"\\u0000\\u2028\u202e\"}"},
		{"console", "console.log('a', {b: 1}, [2], 1 / 0); console.warn(3n); 5", `{"result":5,"console":["a {\"b\":1} [2] Infinity","3"]}`},
		{"console only", "console.log(42)", `{"result":null,"note":"the value is undefined","console":["42"]}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := run(t, h, tc.code); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

func TestScriptErrors(t *testing.T) {
	h := javascript.New(javascript.Limits{Time: 5 * time.Second})
	for _, tc := range []struct{ name, code, want string }{
		{"thrown error", "1;\nthrow new Error('boom')", "Error: boom (line 2)"},
		{"thrown text", "throw 'x'", "uncaught x (line 1)"},
		{"thrown object", "throw {a: 1}", "uncaught object (line 1)"},
		{"type error", "null.x", "TypeError: Cannot read property 'x' of undefined (line 1)"},
		{"throwing getter", "({get a() { throw new Error('g') }})", "Error: g (line 1)"},
		{"deep recursion", "function f() { return f() } f()", "RangeError: too many nested calls"},
		{"deep native recursion", "function f() { return [1].map(f) } f()", "RangeError: too many nested calls"},
		{"circle", "const o = {}; o.o = o; o", "RangeError: the value contains itself"},
		{"deep value", "let a = []; for (let i = 0; i < 100; i++) a = [a]; a", "RangeError: the value is nested too deeply"},
		{"giant output", "'x'.repeat(1e6)", "RangeError: the value is too large; return less of it"},
		{"giant list", "Array.from({length: 1e5}, (_, i) => i)", "RangeError: the value is too large; return less of it"},
		{"shared parts", "let a = [1, 2]; for (let i = 0; i < 30; i++) a = [a, a]; a", "RangeError: the value is too large; return less of it"},
		{"giant big integer", "2n ** 1000000n", "RangeError: the value is too large; return less of it"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := failure(t, run(t, h, tc.code)); got != tc.want {
				t.Errorf("got  %q\nwant %q", got, tc.want)
			}
		})
	}
}

func failure(t *testing.T, out string) string {
	t.Helper()
	var doc struct {
		Error  string          `json:"error"`
		Result json.RawMessage `json:"result"`
	}
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Result != nil {
		t.Fatalf("a result where an error was expected: %s", out)
	}
	return doc.Error
}

// Each of these would take the whole process with it if it reached the built-in function.
func TestBombsAreRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("the work of one goroutine, and much of it under the race detector")
	}
	h := javascript.New(javascript.Limits{Time: 5 * time.Second})
	for _, code := range []string{
		"'x'.repeat(1e9)",
		"'x'.padStart(1e10)",
		"new Array(1e9).fill(0)",
		"Array(1e6).join('x'.repeat(1e6))",
		"Array.from({length: 1e12})",
		"Array.from({get length() { return 1e12 }})",
		"Array.prototype.slice.call({length: 1e12})",
		"[].concat({length: 1e12, [Symbol.isConcatSpreadable]: true})",
		"Math.max.apply(null, {length: 1e9})",
		"String.raw({raw: {length: 1e12}})",
		"'a'.repeat(1e5).replace(/a/g, '$`')",
		"'a'.repeat(1e5).replaceAll('a', 'b'.repeat(1e5))",
		"'a'.repeat(1e5).replaceAll('a', {toString: () => 'b'.repeat(1e5)})",
		"10n ** 10n ** 10n",
		"1n << (1n << 40n)",
		"1n >> (-1n << 40n)",
		"let x = 10n; x **= 10n ** 9n",
		"const o = {x: 10n}; o.x **= 10n ** 9n",
		"2n ** {valueOf: () => 10n ** 12n}",
		"BigInt('9'.repeat(1e6))",
		"BigInt.asUintN(1e9, -1n)",
		"new Uint8Array(1e10)",
		"new (new Uint8Array(1).constructor)(1e10)",
		"new Float64Array({length: 1e12})",
		"({...'x'.repeat(4e6)})",
		"Object.keys('x'.repeat(4e6))",
		"'x'.repeat(4e6).split('')",
		"[...'x'.repeat(4e6)]",
		"let s = 'x'.repeat(4e6); (s + s + s + s).match(/x/g)",
		"let s = 'x'.repeat(4e6); (s + s + s + s).replace(/x/g, () => '')",
		"let s = 'x'.repeat(4e6); /x/g[Symbol.matchAll](s + s)",
		"new RegExp('('.repeat(1e6))",
		"'x'.match('('.repeat(1e6))",
		"JSON.parse('['.repeat(1e5))",
		"let s = 'x'; while (true) s += s",
		"let s = 'x'; while (true) s = s + s",
		"const o = {s: 'x'}; while (true) o.s += o.s",
		"let s = 'x'; while (true) s = `${s}${s}`",
		"let s = 'x'; while (true) s = s.concat(s)",
		"let s = 'x'; while (true) s = '' + {toString: () => s + s}",
		"let s = 'x'; while (true) s += {[Symbol.toPrimitive]: () => s}",
		"let a = [1]; for (let i = 0; i < 50; i++) a = [a, a]; JSON.stringify(a)",
		"let a = [1]; for (let i = 0; i < 50; i++) a = [a, a]; '' + a",
		"let a = [1]; for (let i = 0; i < 50; i++) a = [a, a]; a.flat(Infinity)",
		"let a = []; for (let i = 0; i < 1e5; i++) a = [a]; String(a)",
		"let a = []; for (let i = 0; i < 1e5; i++) a = [a]; JSON.stringify(a)",
	} {
		t.Run(code, func(t *testing.T) {
			got := failure(t, run(t, h, code))
			if !strings.Contains(got, "Error") {
				t.Errorf("not refused: %q", got)
			}
		})
	}
}

// A value that changes between two looks is looked at once.
func TestGuardsAndFunctionsSeeTheSame(t *testing.T) {
	h := javascript.New(javascript.Limits{})
	const fickle = "{n: 0, valueOf() { return this.n++ ? 1e12 : 1 }, get length() { return this.n++ ? 1e12 : 1 }}"
	for code, want := range map[string]string{
		"'x'.repeat(" + fickle + ")":                                    `{"result":"x"}`,
		"'x'.padEnd(" + fickle + ")":                                    `{"result":"x"}`,
		"Array.from(" + fickle + ").length":                             `{"result":1}`,
		"Array.prototype.slice.call(" + fickle + ").length":             `{"result":1}`,
		"new Uint8Array(" + fickle + ").length":                         `{"result":1}`,
		"2n ** {n: 0, valueOf() { return this.n++ ? 10n ** 12n : 3n }}": `{"result":"8"}`,
	} {
		if got := run(t, h, code); got != want {
			t.Errorf("%s: got %s, want %s", code, got, want)
		}
	}
}

func TestMemoryLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("the work of one goroutine, too much for the time limit under the race detector")
	}
	h := javascript.New(javascript.Limits{MemoryBytes: 32 << 20, Time: 5 * time.Second})
	for _, code := range []string{
		"let a = []; while (true) a.push('x'.repeat(1e5) + a.length)",
		"const part = 'x'.repeat(1e6); let s = ''; while (true) s += part",
		"let o = {}; while (true) o = {o}",
	} {
		runtime.GC() // what others left behind does not count as room
		if got := failure(t, run(t, h, code)); got != "RangeError: the script needs too much memory" {
			t.Errorf("%s: %q", code, got)
		}
	}
	if got := run(t, h, "let n = 0; for (let i = 0; i < 3e5; i++) n += [i].length; n"); got != `{"result":300000}` {
		t.Errorf("garbage counted as memory in use: %s", got)
	}
}

func TestClasses(t *testing.T) {
	hasty, patient := javascript.New(javascript.Limits{Time: 100 * time.Millisecond}), javascript.New(javascript.Limits{Time: 5 * time.Second})
	for _, tc := range []struct {
		name, code string
		want       trip.Class
	}{
		{"endless loop", "for (;;);", trip.ClassTimeout},
		{"endless loop in finally", "for (;;) { try { for (;;); } finally { continue } }", trip.ClassTimeout},
		{"endless getter of the value", "({get a() { for (;;); }})", trip.ClassTimeout},
		{"endless text of an error", "const e = new Error(); e.toString = () => { for (;;); }; throw e", trip.ClassTimeout},
		{"syntax error", "1 +", trip.ClassInvalidArguments},
		{"async function", "(async () => 1)()", trip.ClassInvalidArguments},
		{"await", "await 1", trip.ClassInvalidArguments},
		{"import", "import x from 'fs'", trip.ClassInvalidArguments},
		{"blank", " \n", trip.ClassInvalidArguments},
		{"too long", strings.Repeat("1;", 10_000), trip.ClassInvalidArguments},
		{"brackets", strings.Repeat("(", 5000), trip.ClassInvalidArguments},
		{"labels", strings.Repeat("a:", 5000), trip.ClassInvalidArguments},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := patient
			if tc.want == trip.ClassTimeout {
				h = hasty
			}
			wantClass(t, tc.want, runError(h, request(t, tc.code)))
		})
	}
	for _, raw := range []string{``, `{}`, `{"code":1}`, `{"code":null}`, `[]`, `"1"`, `{`} {
		wantClass(t, trip.ClassInvalidArguments, runError(patient, tools.Request{Arguments: []byte(raw)}))
	}
}

func runError(h *javascript.Handler, req tools.Request) error {
	_, err := h.Run(context.Background(), req)
	return err
}

func wantClass(t *testing.T, want trip.Class, err error) {
	t.Helper()
	var failed *tools.Error
	if !errors.As(err, &failed) || failed.Class != want {
		t.Errorf("got %v, want class %s", err, want)
	}
}

func TestCancelled(t *testing.T) {
	h := javascript.New(javascript.Limits{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := h.Run(ctx, request(t, "for (;;);"))
	wantClass(t, trip.ClassCancelled, err)
}

// A match of a regular expression cannot be interrupted: the slot stays taken until it has ended,
// and a second script is told so.
func TestBusy(t *testing.T) {
	h := javascript.New(javascript.Limits{Time: 50 * time.Millisecond, Machines: 1})
	wantClass(t, trip.ClassTimeout, runError(h, request(t, `/^(?:(a+)+)+(?!x)$/.test('`+strings.Repeat("a", 60)+`!')`)))
	wantClass(t, trip.ClassFailed, runError(h, request(t, "1")))
}

func TestPure(t *testing.T) {
	h := javascript.New(javascript.Limits{})
	random := "[Math.random(), Math.random()]"
	if first, second := run(t, h, random), run(t, h, random); first != second {
		t.Errorf("the same call gave %s and %s", first, second)
	}
	if run(t, h, random) == run(t, h, random+" ") {
		t.Error("chance does not depend on the call")
	}
	if got := run(t, h, "globalThis.kept = 1; Array.prototype.kept = 2; 0"); got != `{"result":0}` {
		t.Error(got)
	}
	if got := run(t, h, "[typeof kept, [].kept === undefined]"); got != `{"result":["undefined",true]}` {
		t.Errorf("something survived a call: %s", got)
	}
}

// TestMain lets all tests run elsewhere: where they run must not matter. It is set before there is
// another goroutine, for each timer reads it.
func TestMain(m *testing.M) {
	time.Local = time.FixedZone("elsewhere", -9*3600-1800)
	m.Run()
}

func TestTimeIsEventTimeInUTC(t *testing.T) {
	if time.Local.String() != "elsewhere" {
		t.Fatal("the tests run at home")
	}
	h := javascript.New(javascript.Limits{})
	for code, want := range map[string]string{
		"Date.now()":                                            `1772366400000`,
		"new Date()":                                            `"2026-03-01T12:00:00.000Z"`,
		"Date()":                                                `"Sun Mar 01 2026 12:00:00 GMT+0000 (UTC)"`,
		"new Date(2026, 0, 31)":                                 `"2026-01-31T00:00:00.000Z"`,
		"new Date(2026, 0, 31).getHours()":                      `0`,
		"new Date().getTimezoneOffset()":                        `0`,
		"new Date('2026-01-01T10:00')":                          `"2026-01-01T10:00:00.000Z"`,
		"new Date('2026-01-01T10:00+02:00')":                    `"2026-01-01T08:00:00.000Z"`,
		"new Date('March 1, 2026 10:00')":                       `"2026-03-01T10:00:00.000Z"`,
		"new Date('2026-01-01')":                                `"2026-01-01T00:00:00.000Z"`,
		"new Date().toLocaleString()":                           `"3/1/2026, 12:00:00 PM"`,
		"const d = new Date(2026, 0, 31); d.setMonth(1); d":     `"2026-03-03T00:00:00.000Z"`,
		"(new Date(2026, 5, 1) - new Date(2026, 4, 1)) / 864e5": `31`,
		"new Date() instanceof Date":                            `true`,
		"class D extends Date {} new D(2026, 0, 1).getDate()":   `1`,
	} {
		if got := run(t, h, code); got != `{"result":`+want+`}` {
			t.Errorf("%s: got %s, want %s", code, got, want)
		}
	}
	if got := run(t, h, "new Date('x')"); got != `{"result":null,"note":"the value is an invalid date"}` {
		t.Error(got)
	}
}

func TestNoHost(t *testing.T) {
	h := javascript.New(javascript.Limits{})
	for _, name := range []string{
		"require", "process", "fetch", "setTimeout", "setInterval", "queueMicrotask", "Deno", "Buffer", "module",
		"eval", "Proxy", "Reflect", "Promise", "GoError", "ArrayBuffer", "WebAssembly", "XMLHttpRequest",
	} {
		if got := run(t, h, "typeof "+name); got != `{"result":"undefined"}` {
			t.Errorf("%s: %s", name, got)
		}
	}
	for _, code := range []string{
		"Function('return 1')()", "new Function('return 1')()", "(() => {}).constructor('return 1')()",
		"(function* () {}).constructor('yield 1')()", "[].map.constructor('return 1')()", "console.log.constructor('return 1')()",
		"class F extends Function {} new F('return 1')()",
	} {
		if got := failure(t, run(t, h, code)); !strings.HasPrefix(got, "TypeError: code cannot be made from text") {
			t.Errorf("%s: %s", code, got)
		}
	}
	if got := run(t, h, "1 //# sourceMappingURL=file:///proc/self/environ"); got != `{"result":1}` {
		t.Errorf("a source map was looked for: %s", got)
	}
	if got := run(t, h, "[[].map.name, 'x'.repeat.name, Date.name]"); got != `{"result":["map","repeat","Date"]}` {
		t.Errorf("names of Go show: %s", got)
	}
}

// Pollution harms the polluter only: it is gone with the machine, and never reaches guards or the encoder.
func TestPollution(t *testing.T) {
	h := javascript.New(javascript.Limits{})
	for code, want := range map[string]string{
		"Object.prototype.x = 1; ({a: 1})":                                      `{"result":{"a":1}}`,
		"Array.prototype.map = null; [1, 2]":                                    `{"result":[1,2]}`,
		"({}).__proto__.a = 1; [{}]":                                            `{"result":[{}]}`,
		"JSON.stringify = () => 'no'; String = null; ({a: 'b'})":                `{"result":{"a":"b"}}`,
		"Object.keys = null; Object.prototype.toString = null; [1]":             `{"result":[1]}`,
		"globalThis[' power'] = null; const n = 2; 3 ** n":                      `{"result":9}`,
		"try { Array.prototype[Symbol.iterator] = null } catch (e) {} [...[1]]": `{"result":[1]}`,
	} {
		if got := run(t, h, code); got != want {
			t.Errorf("%s: got %s, want %s", code, got, want)
		}
	}
	if got := failure(t, run(t, h, "RangeError = null; 'x'.repeat(1e9)")); !strings.Contains(got, "too large") {
		t.Error(got)
	}
}

func TestConsoleLimit(t *testing.T) {
	h := javascript.New(javascript.Limits{})
	for _, code := range []string{
		"for (let i = 0; i < 1e4; i++) console.log(i); 1",
		"for (let i = 0; i < 20; i++) console.log('x'.repeat(1000)); 1",
	} {
		var doc struct {
			Result  int      `json:"result"`
			Console []string `json:"console"`
		}
		out := run(t, h, code)
		if err := json.Unmarshal([]byte(out), &doc); err != nil {
			t.Fatal(err)
		}
		last := doc.Console[len(doc.Console)-1]
		if doc.Result != 1 || len(out) > 16<<10 || last != "(more was printed and left out)" {
			t.Errorf("%d lines, %d bytes, last %q", len(doc.Console), len(out), last)
		}
	}
}
