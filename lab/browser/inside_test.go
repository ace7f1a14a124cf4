package browser

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

// at moves the slider of the time machine.
func (p *tab) at(seq string) {
	p.t.Helper()
	p.do(`const r = document.querySelector(".timeline input"); r.value = ` + seq + `; r.dispatchEvent(new Event("input"))`)
	p.see("Event " + seq + " of ")
}

// TestTimeMachine looks at a trip at any point: what was decided and why, the way through the lifecycle, what changed
// between two points, what was called, and the trip as it was.
func TestTimeMachine(t *testing.T) {
	s, p := insideOfRetried(t)
	last := len(s.log(p.tripID()))

	p.at("2")
	p.see("intake/collecting_requirements")
	p.see("1.4.one-decision")
	p.see("one decision queues")
	p.see("flight_quote_search")

	p.press("Lifecycle")
	p.wait(`document.querySelector(".node.now text")?.textContent === "quoting flights"`)
	p.at("5")
	p.wait(`document.querySelector(".node.now text")?.textContent === "retryable"`)
	lit := eval[[]string](p, `[...document.querySelectorAll(".node.visited text, .node.now text")].map((n) => n.textContent)`)
	slices.Sort(lit)
	if want := []string{"collecting requirements", "quoting flights", "quoting hotels", "retryable"}; !slices.Equal(lit, want) {
		t.Errorf("the way through %q is lit, want %q", lit, want)
	}

	p.press("Changes")
	p.wait(`document.querySelector(".changes")?.innerText.includes("status.last_tool_error")`)
	p.do(`const s = document.querySelector("#compare-with"); s.value = "0"; s.dispatchEvent(new Event("change"))`)
	p.wait(`document.querySelector(".changes")?.innerText.includes("itinerary.segments[0]")`)

	p.press("Tool calls")
	p.wait(`[...document.querySelectorAll(".inspect-body .fold summary")].some((e) => /hotel_quote_search\s+timeout/.test(e.innerText))`)
	p.do(`document.querySelectorAll(".inspect-body details").forEach((d) => { d.open = true })`)
	p.see(`"location_code": "WQK"`)
	p.see(`"option_id"`)

	p.press("Trip then")
	p.wait(`document.querySelector(".then .pill")?.innerText === "Interrupted"`)
	p.press("Next event")
	p.see("Event 6 of ")
	p.at("1")
	p.wait(`document.querySelector(".then .pill")?.innerText === "Planning"`)
	if last != eval[int](p, `Number(document.querySelector(".timeline input").max)`) {
		t.Errorf("the slider does not reach event %d", last)
	}
}

// TestDownload keeps the recording as a file, which the program replays.
func TestDownload(t *testing.T) {
	s := serve(t)
	b := browserOf(t)
	p := newTab(b, t)
	dir := t.TempDir()
	if _, err := chromedp.CallBrowser(p.ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir,
	}); err != nil {
		t.Fatal(err)
	}
	p.open(s.url())
	p.findOptions()
	p.inside()
	p.press("Download the recording")
	file := filepath.Join(dir, p.tripID()+".jsonl")
	waitFor(t, "the download", func() bool {
		text, err := os.ReadFile(file)
		return err == nil && strings.Count(string(text), "\n") == len(s.log(p.tripID()))+1
	})
	s.replays(file)
}

// TestCalculation shows the code of a calculation to whoever opens it.
func TestCalculation(t *testing.T) {
	_, p := visit(t)
	p.say("What is 17% of 2,300?")
	p.see("391")
	p.settled()
	p.do(`document.querySelectorAll("details").forEach((d) => { d.open = true })`)
	p.see("How it was calculated")
	p.see("17 / 100 * 2300")
}

// TestKeyboard makes a choice without a mouse: Tab goes through all that can be done, Enter does it, Escape closes a
// dialog and gives the focus back.
func TestKeyboard(t *testing.T) {
	_, p := visit(t)
	p.findOptions()
	p.tabTo("Choose option 1")
	p.enter()
	p.see("I take option 1")
	p.settled()
	p.tabTo("Yes")
	p.enter()
	p.see("Held for you")
	p.settled()
	p.tabTo("Review and buy")
	p.enter()
	p.see("This is all that is bought")
	for range 12 { // the focus does not leave the dialog for the page behind it
		p.key("Tab", 9)
		if !eval[bool](p, `document.activeElement === document.body || document.activeElement.closest("dialog") !== null`) {
			t.Fatal("the focus has left the dialog")
		}
	}
	p.key("Escape", 27)
	p.wait(`!document.querySelector("dialog") && document.activeElement.innerText === "Review and buy"`)
}

// TestFocusStays holds that what is drawn anew does not take the focus away.
func TestFocusStays(t *testing.T) {
	_, p := visit(t)
	p.findOptions()
	p.tabTo("Look inside")
	p.enter()
	p.see("How it was decided")
	if got := eval[string](p, `document.activeElement.innerText`); got != "Close" {
		t.Errorf("the focus is on %q, want the button that was pressed", got)
	}
}

// tabTo presses Tab until a button has the focus.
func (p *tab) tabTo(name string) {
	p.t.Helper()
	p.do(`document.activeElement.blur()`)
	for range 120 {
		p.key("Tab", 9)
		if eval[bool](p, `(document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText ?? "").startsWith(`+quoted(name)+`)`) {
			return
		}
	}
	p.t.Fatalf("Tab does not reach %q", name)
}

// TestModules holds what the modules of the page compute.
func TestModules(t *testing.T) {
	_, p := visit(t)
	for script, want := range map[string]string{
		`f.money({amount: "1480.00", currency: "USD"})`:                                           "$1,480.00",
		`f.money({amount: "90071992547409931.25", currency: "EUR"})`:                              "€90,071,992,547,409,931.25",
		`f.money({amount: "1480", currency: "JPY"})`:                                              "¥1,480",
		`f.money("12.50 USD")`:                                                                    "$12.50",
		`f.difference("0.30 USD", "0.10 USD").amount`:                                             "0.20",
		`f.difference("0.1 USD", "0.35 USD").sign + f.difference("0.1 USD", "0.35 USD").amount`:   "-10.25",
		`f.difference("1.00 USD", "1.00 EUR")`:                                                    "null",
		`f.share("1500.00 USD", "2000.00 USD")`:                                                   "75",
		`f.day("2027-06-03")`:                                                                     "Thu 3 Jun",
		`f.days("2027-06-03", "2027-06-10") + "|" + f.days("2027-12-30", "2028-01-02")`:           "3–10 Jun 2027|30 Dec 2027 – 2 Jan 2028",
		`f.localTime("2027-06-03T17:45:00-04:00")`:                                                "17:45",
		`f.daysLater("2027-06-03T17:45:00-04:00", "2027-06-04T05:20:00+01:00")`:                   "1",
		`f.left(90061000) + "|" + f.left(3599000) + "|" + f.left(-5)`:                             "1 d 01:01:01|00:59:59|00:00:00",
		`f.duration(395) + "|" + f.duration(60)`:                                                  "6\u00a0h\u00a035\u00a0min|1\u00a0h",
		`f.moment("2027-06-03T17:45:00Z", "Asia/Tokyo")`:                                          "Fri 4 Jun, 02:45 GMT+9",
		`f.moment("2027-06-03T17:45:00Z", "Nowhere/At_all") === f.moment("2027-06-03T17:45:00Z")`: "true",
		`f.list(["a", "b", "c"])`:                                                                 "a, b and c",
		`JSON.stringify(d.diff({a: 1, b: [1, 2], c: {x: 1}}, {a: 2, b: [1], c: {x: 1}, e: null}))`: `[{"path":"a","kind":"changed","before":1,` +
			`"after":2},{"path":"b[1]","kind":"removed","before":2},{"path":"e","kind":"added","after":null}]`,
		`sse(["id: 1\nda", "ta: {\"a\":1}\n",` +
			` "\n: still here\n\nevent: progress\r\ndata: 2\r", "\n\r\n"])`: `[{"id":"1","name":"message","data":{"a":1}},{"id":"","name":"progress","data":2}]`,
		`sse(["data: [1,\ndata: 2]\n\n", "data: 3\n"])`: `[{"id":"","name":"message","data":[1,2]}]`,
	} {
		got := eval[string](p, `(async () => {
			const [f, d, api] = await Promise.all(["format", "diff", "api"].map((m) => import("/js/" + m + ".js")));
			const sse = (pieces) => { const out = []; const parse = api.parser((m) => out.push(m)); pieces.forEach(parse); return JSON.stringify(out); };
			return String(`+script+`);
		})()`)
		if got != want {
			t.Errorf("%s gives %s, want %s", script, got, want)
		}
	}
}

// enter presses the Enter key as a person does, which presses the button that has the focus.
func (p *tab) enter() {
	p.t.Helper()
	p.run(chromedp.KeyEvent("\r"))
}
