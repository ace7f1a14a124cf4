package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// patience bounds each wait for the page; the machine may be busy.
const patience = time.Minute

// findBrowser returns the path of a Chromium.
func findBrowser(t *testing.T) string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("WEBCLIENTS_REQUIRED") != "" {
		t.Fatal("no Chromium is installed, and WEBCLIENTS_REQUIRED says that one must be: apt-get install chromium")
	}
	t.Skip("no Chromium is installed: apt-get install chromium")
	return ""
}

// browserOf starts a Chromium with a profile of its own, which is removed once all of its processes have ended. One
// that ends while it starts is started again: of that the page knows nothing.
func browserOf(t *testing.T) context.Context {
	t.Helper()
	const limit = 3
	for start := 1; ; start++ {
		ctx, err := startBrowser(t)
		if err == nil {
			return ctx
		}
		if start == limit {
			t.Fatalf("the browser does not start: %v", err)
		}
		t.Logf("the browser does not start: %v", err)
	}
}

func startBrowser(t *testing.T) (context.Context, error) {
	t.Helper()
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(findBrowser(t)), chromedp.WindowSize(1440, 900), chromedp.WSURLReadTimeout(patience),
	}
	for _, flag := range []string{
		"headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking",
		"disable-component-update", "disable-sync", "disable-dev-shm-usage",
	} {
		options = append(options, chromedp.Flag(flag, true))
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return ctx, chromedp.Do(ctx, chromedp.Navigate("about:blank"))
}

// tab is one page in a browser. What goes wrong in its scripts fails the test.
type tab struct {
	t        *testing.T
	ctx      context.Context
	failures []string // of its scripts; complete once the tab is closed
}

// newTab opens a tab of the browser.
func newTab(browser context.Context, t *testing.T) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	p := &tab{t: t, ctx: ctx}
	p.run(chromedp.Navigate("about:blank"))
	read := make(chan struct{})
	go func() {
		defer close(read)
		p.listen()
	}()
	t.Cleanup(func() {
		cancel()
		<-read
		for _, f := range p.failures {
			t.Errorf("the page: %s", f)
		}
	})
	return p
}

// listen notes exceptions of scripts, and what the content policy refused. That a server does not answer is no mistake
// of the page.
func (p *tab) listen() {
	for m, err := range chromedp.Console(p.ctx) {
		if err != nil {
			return
		}
		if m.IsException() || m.Type == "error" && m.Source != "network" {
			p.failures = append(p.failures, m.String())
		}
	}
}

func (p *tab) run(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.t.Fatal(err)
	}
}

// visit opens the page of a server of its own.
func visit(t *testing.T) (*server, *tab) {
	t.Helper()
	s := serve(t)
	p := newTab(browserOf(t), t)
	p.open(s.url())
	return s, p
}

// insideOfRetried looks inside a trip whose first hotel search failed, and whose options were found when that was tried
// again.
func insideOfRetried(t *testing.T) (*server, *tab) {
	t.Helper()
	s, p := visit(t)
	p.say(troubled)
	p.see("The hotel search did not answer in time")
	p.press("Try again")
	p.see("These are your best options")
	p.settled()
	p.inside()
	return s, p
}

// findOptions asks for a trip to Lisbon and waits for its options.
func (p *tab) findOptions() {
	p.t.Helper()
	p.say(lisbon)
	p.see("These are your best options")
	p.settled()
}

func (p *tab) open(url string) {
	p.t.Helper()
	p.run(chromedp.Navigate(url))
	p.wait(`document.querySelector("#send svg") !== null || location.href === "about:blank"`)
}

// size makes the window as wide and high as a device.
func (p *tab) size(width, height int64) {
	p.t.Helper()
	call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: width, Height: height, DeviceScaleFactor: 1, Mobile: width < 600,
	})
}

// dark chooses the colours.
func (p *tab) dark(on bool) {
	p.t.Helper()
	scheme := "light"
	if on {
		scheme = "dark"
	}
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
}

func call[P, R any](p *tab, cmd cdp.Command[P, R], params P) {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, cmd, params); err != nil {
		p.t.Fatal(err)
	}
}

// eval runs a script, waits for its promise, and returns its value.
func eval[T any](p *tab, script string) T {
	p.t.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", script, err)
	}
	return value
}

// do runs a script for what it does.
func (p *tab) do(script string) {
	p.t.Helper()
	eval[bool](p, "(async () => {"+script+"; return true})()")
}

// wait waits until a condition is true.
func (p *tab) wait(condition string) {
	p.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		// While a page is loaded nothing can be asked.
		if ok, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("Boolean("+condition+")")); err == nil && ok {
			return
		}
	}
	p.picture("failed-" + strings.ReplaceAll(p.t.Name(), "/", "-"))
	p.t.Fatalf("it did not come to this: %s; the page ends:\n%s", condition, eval[string](p, `document.body.innerText.slice(-1500)`))
}

// see waits until the page shows a text.
func (p *tab) see(text string) {
	p.t.Helper()
	p.wait(fmt.Sprintf("document.body.innerText.includes(%s)", quoted(text)))
}

// settled waits until no turn runs and nothing is on its way. The page is drawn once a frame: what was done before has
// to be on it.
func (p *tab) settled() {
	p.t.Helper()
	p.do(`await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))`)
	p.wait(`document.querySelector(".work.busy, .bubble.waiting,` +
		` .lost") === null && document.querySelector("#send").getAttribute("aria-label").startsWith("Send")`)
}

// say types a message and sends it with the Enter key.
func (p *tab) say(text string) {
	p.t.Helper()
	p.run(chromedp.Focus(chromedp.CSS("#say")), chromedp.SendKeys(chromedp.CSS("#say"), text))
	p.key("Enter", 13)
}

// key presses a key that writes nothing.
func (p *tab) key(name string, code int64) {
	p.t.Helper()
	for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeRawKeyDown, input.DispatchKeyEventTypeKeyUp} {
		call(p, input.DispatchKeyEvent, input.DispatchKeyEventParams{
			Type: kind, Key: name, Code: name, WindowsVirtualKeyCode: code, NativeVirtualKeyCode: code,
		})
	}
}

// press presses the button that a screen reader calls by a name, as soon as it can be pressed.
func (p *tab) press(name string) {
	p.t.Helper()
	button := fmt.Sprintf(`[...document.querySelectorAll("dialog[open] button, body:not(:has(dialog[open])) button")]
		.filter((b) => !b.disabled && b.checkVisibility() && (b.getAttribute("aria-label") ?? b.innerText).trim().startsWith(%s)).at(-1)`, quoted(name))
	p.wait(button)
	p.do(button + ".click()")
}

// count counts the elements that a selector finds.
func (p *tab) count(selector string) int {
	p.t.Helper()
	return eval[int](p, fmt.Sprintf("document.querySelectorAll(%s).length", quoted(selector)))
}

// picture keeps what the tab shows.
func (p *tab) picture(name string) {
	p.t.Helper()
	p.rests()
	png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.MkdirAll("screenshots", 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("screenshots", name+".png"), png, 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// rests waits until nothing moves on the page but what never stops.
func (p *tab) rests() {
	p.t.Helper()
	eval[bool](p, `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
		.then(() => Promise.allSettled(document.getAnimations().filter((a) => a.effect.getComputedTiming().endTime < Infinity).map((a) => a.finished)))
		.then(() => true)`)
}

func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err) // a text
	}
	return string(b)
}
