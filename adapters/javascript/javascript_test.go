package javascript_test

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/adapters/javascript"
	"github.com/legwork-go/legwork/tools"
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
	h := javascript.Unhurried(javascript.Limits{})
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
		{
			"joined by its own rule", "const o = {[Symbol.toPrimitive]: (hint) => hint}; ['' + o, `${o}`, 'x' + new Date(0)]",
			`{"result":["default","string","xThu Jan 01 1970 00:00:00 GMT+0000"]}`,
		},
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
		{
			"matches", "['a1b2'.match(/\\d/g), 'a1b2'.split(/\\d/), 'a1'.replace(/(\\d)/, '<$1>'), 'ab'.search('b'), [...'a1b2'.matchAll(/\\d/g)].length]",
			`{"result":[["1","2"],["a","b",""],"a<1>",1,2]}`,
		},
		{"markup", "'<b>&'", `{"result":"<b>&"}`},
		{"emoji", "[...'né👋']", `{"result":["n","é","👋"]}`},
		{"half a character", `'\ud800'`, "{\"result\":\"\uFFFD\"}"},
		{"control characters", `'\u0000\u2028\u202e'`, "{\"result\":\"\\u0000\u2028\u202e\"}"},
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

// A script that fails says why in words, and for a model by a reason of a closed set and a position.
func TestScriptErrors(t *testing.T) {
	h := javascript.Unhurried(javascript.Limits{})
	for _, tc := range []struct{ name, code, want string }{
		{"thrown error", "1;\nthrow new Error('boom')", `{"error":"Error: boom","code":"failed","line":2,"column":11}`},
		{"thrown text", "throw 'x'", `{"error":"uncaught x","code":"failed"}`},
		{"thrown null", "throw null", `{"error":"uncaught null","code":"failed"}`},
		{"thrown object", "throw {a: 1}", `{"error":"uncaught object","code":"failed"}`},
		{
			"thrown getter of the text", "throw Object.assign(new TypeError(), {toString() { throw 1 }})",
			`{"error":"uncaught object","code":"failed","reason":"type"}`,
		},
		{"syntax error", "1 +\n", `{"error":"SyntaxError: unexpected token in expression: ''","code":"failed","reason":"syntax","line":2,"column":1}`},
		{"await", "await 1", `{"error":"SyntaxError: expecting ';'","code":"failed","reason":"syntax","line":1,"column":7}`},
		{"import", "import x from 'fs'", `{"error":"SyntaxError: Unexpected identifier 'x'","code":"failed","reason":"syntax","line":1,"column":8}`},
		{"async function", "(async () => 1)()", `{"error":"TypeError: not a function","code":"failed","reason":"type","line":1,"column":13}`},
		{"reference error", "1;\n2;\n  taxes * 2", `{"error":"ReferenceError: taxes is not defined","code":"failed","reason":"reference","line":3,"column":3}`},
		{
			"after a return at the top", "if (0) return 1;\nreturn x",
			`{"error":"ReferenceError: x is not defined","code":"failed","reason":"reference","line":2,"column":8}`,
		},
		{"type error", "null.x", `{"error":"TypeError: cannot read property 'x' of null","code":"failed","reason":"type","line":1,"column":1}`},
		{
			"within a function", "const f = (x) => {\n  return x.y.z;\n};\nf({})",
			`{"error":"TypeError: cannot read property 'z' of undefined","code":"failed","reason":"type","line":2,"column":10}`,
		},
		{"throwing getter", "({get a() { throw new Error('g') }})", `{"error":"Error: g","code":"failed","line":1,"column":23}`},
		{
			"deep recursion", "function f() { return f() } f()",
			`{"error":"RangeError: Maximum call stack size exceeded","code":"failed","reason":"range","line":1,"column":22}`,
		},
		{
			"deep native recursion", "function f() { return [1].map(f) } f()",
			`{"error":"RangeError: Maximum call stack size exceeded","code":"failed","reason":"range","line":1,"column":31}`,
		},
		{"circle", "const o = {}; o.o = o; o", `{"error":"RangeError: the value contains itself","code":"failed","reason":"range"}`},
		{
			"deep value", "let a = []; for (let i = 0; i < 100; i++) a = [a]; a",
			`{"error":"RangeError: the value is nested too deeply","code":"failed","reason":"range"}`,
		},
		{"giant output", "'x'.repeat(1e6)", tooLarge},
		{"giant list", "Array.from({length: 1e5}, (_, i) => i)", tooLarge},
		{"shared parts", "let a = [1, 2]; for (let i = 0; i < 30; i++) a = [a, a]; a", tooLarge},
		{"giant big integer", "2n ** 1000000n", tooLarge},
		{"memory", "'x'.repeat(1e9)", `{"error":"the script needs too much memory","code":"failed","reason":"memory","line":1,"column":4}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := run(t, h, tc.code); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

const tooLarge = `{"error":"RangeError: the value is too large; return less of it","code":"failed","reason":"range"}`

// failure returns the error and the reason of a result that must have both.
func failure(t *testing.T, out string) (text string, reason javascript.Reason) {
	t.Helper()
	var doc struct {
		Error  string            `json:"error"`
		Reason javascript.Reason `json:"reason"`
		Result json.RawMessage   `json:"result"`
	}
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Result != nil || doc.Error == "" || doc.Reason == "" {
		t.Fatalf("no error with a reason: %s", out)
	}
	return doc.Error, doc.Reason
}

// bombs ask a built-in function for more than there is, of memory, of time or of the stack.
var bombs = []string{
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
	"Object.assign({}, ...'x'.repeat(4e6))",
	"Object.keys('x'.repeat(4e6))",
	"'x'.repeat(4e6).split('')",
	"[...'x'.repeat(4e6)]",
	"let s = 'x'.repeat(4e6); (s + s + s + s).match(/x/g)",
	"let s = 'x'.repeat(4e6); (s + s + s + s).replace(/x/g, () => '')",
	"let s = 'x'.repeat(4e6); [.../x/g[Symbol.matchAll](s + s)]",
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
	"Array.prototype.indexOf.call({length: 2 ** 53 - 1}, 1)",
	"Array.prototype.reverse.call({length: 2 ** 53 - 1})",
	"let a = []; a.length = 4294967295; a.sort()",
	"new Set((function* () { while (true) yield 1 })())",
	"let x = 3n; while (true) x *= x",
	"/^(?:(a+)+)+(?!x)$/.test('a'.repeat(60) + '!')",
	"let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x",
	"const f = () => JSON.stringify({toJSON: f}); f()",
	"try { while (true); } catch (e) { 1 }",
	"try { while (true); } finally { while (true); }",
	"throw new Proxy({}, {get() { while (true); }})",
	"const e = new Error(); e.toString = () => { while (true); }; throw e",
	"({get a() { while (true); }})",
	"console.log({get a() { while (true); }})",
}

// None of the bombs may outlast its time, and the process must not grow by more than the machine's memory. One that is
// not stopped goes on for ever: the slack is for a machine that does other things.
func TestBombsAreStopped(t *testing.T) {
	const limit, slack = 500 * time.Millisecond, time.Minute
	h := javascript.New(javascript.Limits{Time: limit})
	run(t, h, "1") // the engine is compiled
	for _, code := range bombs {
		t.Run(code, func(t *testing.T) {
			start := time.Now()
			_, reason := failure(t, run(t, h, code))
			if took := time.Since(start); took > limit+slack {
				t.Errorf("stopped after %v", took)
			}
			if !slices.Contains([]javascript.Reason{
				javascript.ReasonRange, javascript.ReasonTime, javascript.ReasonMemory, javascript.ReasonType, javascript.ReasonSyntax,
			}, reason) {
				t.Errorf("stopped for reason %q", reason)
			}
		})
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.Sys > 256<<20 {
		t.Errorf("the process took %d MB beside the machines", m.Sys>>20)
	}
}

// A script whose time is over before it could work is not stopped, whatever else the machine does; one that has worked
// for a while is.
func TestTimeOfAScriptThatCouldNotWork(t *testing.T) {
	h := javascript.New(javascript.Limits{Time: 1})
	if got, want := run(t, h, "let n = 0; for (let i = 0; i < 1000; i++) n += i; n"), `{"result":499500}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, reason := failure(t, run(t, h, "while (true);")); reason != javascript.ReasonTime {
		t.Errorf("a loop without end: %q", got)
	}
}

// A value that changes between two looks is looked at once.
func TestGuardsAndFunctionsSeeTheSame(t *testing.T) {
	h := javascript.Unhurried(javascript.Limits{})
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
	h := javascript.Unhurried(javascript.Limits{MemoryBytes: 16 << 20})
	for _, code := range []string{
		"let a = []; while (true) a.push('x'.repeat(1e5) + a.length)",
		"let a = []; while (true) a.push(new Float64Array(1000))",
		"let o = {}; while (true) o = {o}",
	} {
		if got, reason := failure(t, run(t, h, code)); reason != javascript.ReasonMemory {
			t.Errorf("%s: %q", code, got)
		}
	}
	for code, want := range map[string]string{
		"let n = 0; for (let i = 0; i < 3e5; i++) n += [i].length; n":                               `{"result":300000}`,
		"let n = 0; for (let i = 0; i < 300; i++) n += new Float64Array(1e5).length; n":             `{"result":30000000}`,
		"let a = []; try { while (true) a.push(new Float64Array(1000)) } catch { a = null } 'free'": `{"result":"free"}`,
	} {
		if got := run(t, h, code); got != want {
			t.Errorf("garbage counted as memory in use, or none is left afterwards: %s", got)
		}
	}
}

func TestRefusals(t *testing.T) {
	h := javascript.Unhurried(javascript.Limits{})
	for _, code := range []string{" \n", strings.Repeat("1;", 10_000)} {
		wantClass(t, trip.ClassInvalidArguments, runError(h, request(t, code)))
	}
	for _, raw := range []string{``, `{}`, `{"code":1}`, `{"code":null}`, `[]`, `"1"`, `{`} {
		wantClass(t, trip.ClassInvalidArguments, runError(h, tools.Request{Arguments: []byte(raw)}))
	}
}

func runError(h *javascript.Handler, req tools.Request) error {
	return runErrorIn(context.Background(), h, req)
}

func runErrorIn(ctx context.Context, h *javascript.Handler, req tools.Request) error {
	_, err := h.Run(ctx, req)
	return err
}

func wantClass(t *testing.T, want trip.Class, err error) {
	t.Helper()
	var failed *tools.Error
	if !errors.As(err, &failed) || failed.Class != want {
		t.Errorf("got %v, want class %s", err, want)
	}
}

// A caller who gives up is answered with a class, before and while the script runs and while it waits
// for another one to end.
func TestCallerGivesUp(t *testing.T) {
	h := javascript.Unhurried(javascript.Limits{Machines: 1})
	run(t, h, "1") // the engine is compiled
	endless := request(t, "for (;;);")

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := h.Run(ctx, endless)
	wantClass(t, trip.ClassCancelled, err)

	ctx, cancel = context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	_, err = h.Run(ctx, endless)
	wantClass(t, trip.ClassCancelled, err)

	ctx, cancel = context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, err = h.Run(ctx, endless)
	wantClass(t, trip.ClassTimeout, err)

	ctx, cancel = context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- runErrorIn(ctx, h, endless) }()
	err = nil
	for err == nil { // until it has the only machine
		waiting, stop := context.WithTimeout(context.Background(), 50*time.Millisecond)
		_, err = h.Run(waiting, request(t, "1"))
		stop()
	}
	wantClass(t, trip.ClassTimeout, err)
	cancel()
	wantClass(t, trip.ClassCancelled, <-done)
	if got := run(t, h, "1"); got != `{"result":1}` {
		t.Errorf("afterwards: %s", got)
	}
}

func TestPure(t *testing.T) {
	h := javascript.Unhurried(javascript.Limits{})
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
	h := javascript.Unhurried(javascript.Limits{})
	for code, want := range map[string]string{
		"Date.now()":                                            `1772366400000`,
		"new Date()":                                            `"2026-03-01T12:00:00.000Z"`,
		"Date()":                                                `"Sun Mar 01 2026 12:00:00 GMT+0000"`,
		"new Date(2026, 0, 31)":                                 `"2026-01-31T00:00:00.000Z"`,
		"new Date(2026, 0, 31).getHours()":                      `0`,
		"new Date().getTimezoneOffset()":                        `0`,
		"new Date('2026-01-01T10:00')":                          `"2026-01-01T10:00:00.000Z"`,
		"new Date('2026-01-01T10:00+02:00')":                    `"2026-01-01T08:00:00.000Z"`,
		"new Date('March 1, 2026 10:00')":                       `"2026-03-01T10:00:00.000Z"`,
		"new Date('2026-01-01')":                                `"2026-01-01T00:00:00.000Z"`,
		"new Date().toLocaleString()":                           `"03/01/2026, 12:00:00 PM"`,
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
	h := javascript.Unhurried(javascript.Limits{})
	for _, name := range []string{
		"require", "process", "fetch", "setTimeout", "setInterval", "queueMicrotask", "Deno", "Buffer", "module",
		"eval", "Promise", "WeakRef", "FinalizationRegistry", "performance", "navigator", "Atomics", "WebAssembly", "XMLHttpRequest", "std", "os",
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
		if got, _ := failure(t, run(t, h, code)); got != "TypeError: code cannot be made from text" {
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

// Pollution harms the polluter only: it is gone with the machine, and never reaches what reads the value.
func TestPollution(t *testing.T) {
	h := javascript.Unhurried(javascript.Limits{})
	for code, want := range map[string]string{
		"Object.prototype.x = 1; ({a: 1})":                                     `{"result":{"a":1}}`,
		"Array.prototype.map = null; [1, 2]":                                   `{"result":[1,2]}`,
		"({}).__proto__.a = 1; [{}]":                                           `{"result":[{}]}`,
		"JSON.stringify = () => 'no'; String = null; ({a: 'b'})":               `{"result":{"a":"b"}}`,
		"Object.keys = null; Object.prototype.toString = null; [1]":            `{"result":[1]}`,
		"Array.prototype[Symbol.iterator] = null; [[1], [2]]":                  `{"result":[[1],[2]]}`,
		"Array.prototype.toJSON = () => 1; String.prototype.toJSON = 1; ['a']": `{"result":["a"]}`,
		"Error.prototype.toString = () => 'own'; Map.prototype.size; 1":        `{"error":"own","code":"failed","reason":"type","line":1,"column":41}`,
		"Function.prototype.call = null; Object.prototype.toString = 1; [{}]":  `{"result":[{}]}`,
	} {
		if got := run(t, h, code); got != want {
			t.Errorf("%s: got %s, want %s", code, got, want)
		}
	}
}

func TestConsoleLimit(t *testing.T) {
	h := javascript.Unhurried(javascript.Limits{})
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
