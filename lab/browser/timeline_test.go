package browser

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// timeline opens the page of a timeline, and waits until it shows events.
func (p *tab) timeline(address string) {
	p.t.Helper()
	p.open("about:blank")
	p.run(chromedp.Navigate(address))
	p.wait(`/[1-9]\d* of \d+ event/.test(document.querySelector("#count")?.innerText)`)
}

// shown are the seqs of the events that the timeline shows.
func (p *tab) shown() string {
	p.t.Helper()
	return eval[string](p, `[...document.querySelectorAll(".event:not([hidden])")].map((e) => e.id.slice(1)).join(" ")`)
}

// set fills a field of the timeline as a person does.
func (p *tab) set(field, value string) {
	p.t.Helper()
	p.do(fmt.Sprintf(`const f = document.getElementById(%s); f.value = %s; f.dispatchEvent(new Event("input"))`,
		quoted(field), quoted(value)))
}

// looksThrough searches, filters, compares two points, and looks at calls and the way, on a trip whose hotels could not
// be searched at first.
func (p *tab) looksThrough() {
	p.t.Helper()
	all := p.shown()
	p.set("search", "hotel_quote_search TIMEOUT")
	failed := p.shown()
	if failed == "" || strings.Contains(failed, " ") {
		p.t.Errorf("the search for the failure shows %q of %q, want one event", failed, all)
	}
	p.set("search", "")
	p.set("tool", "hotel_quote_search")
	ofTool := strings.Fields(p.shown())
	if len(ofTool) < 2 || len(ofTool) >= len(strings.Fields(all)) {
		p.t.Errorf("the filter of a tool shows %q of %q", ofTool, all)
	}
	p.set("tool", "")
	p.set("rule", "1.6.status")
	p.set("type", "TOOL_ERROR")
	if got := p.shown(); got != failed {
		p.t.Errorf("the filters of rule and event show %q, want %q", got, failed)
	}
	p.do(`document.querySelector(".event:not([hidden]) summary").click()`)
	p.wait(`document.querySelector(".event[open] .inside")?.innerText.includes("1.6.status")`)
	p.wait(`document.querySelector(".event[open] .inside").innerText.includes("status.last_tool_error")`)
	p.set("search", "no such word")
	p.see("0 of ")
	for _, field := range []string{"search", "rule", "type"} {
		p.set(field, "")
	}
	if got := p.shown(); got != all {
		p.t.Errorf("without filters it shows %q, want %q", got, all)
	}

	p.press("Changes")
	p.set("from", "0")
	p.set("to", "1")
	p.wait(`!document.querySelector("#members").innerText.includes("itinerary.segments[0]")`)
	p.set("to", failed)
	p.wait(`document.querySelector("#members").innerText.includes("status.last_tool_error")`)
	p.set("to", strings.Fields(all)[len(strings.Fields(all))-1])
	p.wait(`document.querySelector("#members").innerText.includes("itinerary.segments[0]") &&
		!document.querySelector("#members").innerText.includes("status.last_tool_error")`) // it has gone again

	p.press("Calls")
	p.wait(`[...document.querySelectorAll("#called tr")].some((r) => /^hotel_quote_search\s+timeout\s+event \d+\s+event \d+\s+[\d.]+ m?s/.test(r.innerText))`)
	p.press("Path")
	p.wait(`document.querySelector("#way").innerText.includes("error/retryable")`)
	p.do(`[...document.querySelectorAll("#way li")].find((l) => l.innerText.includes("error/retryable")).querySelector("a").click()`)
	p.wait(`document.querySelector("#e` + failed + `").open && !document.querySelector("#timeline").hidden`)
}

// TestTimeline goes from a trip to its timeline, and keeps the same page as a file: both are searched, filtered and
// compared alike, by people of all kinds, on screens of all kinds.
func TestTimeline(t *testing.T) {
	s, p := insideOfRetried(t)
	trip := p.tripID()
	file := filepath.Join(t.TempDir(), "trip.html")
	binary, err := build()
	if err != nil {
		t.Fatal(err)
	}
	page, err := exec.Command(binary, "inspect", "--html", "--server", s.url(), trip).Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, page, 0o600); err != nil {
		t.Fatal(err)
	}

	p.do(`[...document.querySelectorAll("#side a")].find((a) => a.innerText.includes("Timeline")).click()`)
	p.wait(`/[1-9]\d* of \d+ event/.test(document.querySelector("#count")?.innerText)`)
	served := p.shown()
	if want := len(s.log(trip)); len(strings.Fields(served)) != want {
		t.Errorf("the timeline shows %q, want %d events", served, want)
	}
	p.looksThrough()
	p.do(`document.querySelector("header a").click()`)
	p.see("How it was decided")

	p.timeline("file://" + file)
	if got := p.shown(); got != served {
		t.Errorf("the file shows %q, the page of the server %q", got, served)
	}
	p.looksThrough()

	for name, address := range map[string]string{
		"file": "file://" + file, "server": s.url() + "timeline.html?trip=" + url.QueryEscape(trip),
	} {
		for _, look := range []struct {
			name  string
			width int64
			dark  bool
		}{{"wide", 1440, false}, {"dark", 1440, true}, {"phone", 390, false}} {
			p.size(look.width, 900)
			p.dark(look.dark)
			p.timeline(address)
			for _, view := range []string{"Changes", "Calls", "Path", "Timeline"} {
				p.press(view)
				p.do(`document.querySelectorAll(".event").forEach((d) => { d.open = true })`)
				if name == "server" { // the file has the same markup and styles
					p.accessible(look.name + ", " + view)
				}
				p.picture("timeline-" + name + "-" + look.name + "-" + view)
				if eval[bool](p, `document.documentElement.scrollWidth > innerWidth`) {
					t.Errorf("%s, %s, %s: the page is wider than the screen", name, look.name, view)
				}
			}
		}
	}
}

// TestTimelineOfTenants shows a trip to whoever has a token of its tenant, and to nobody else.
func TestTimelineOfTenants(t *testing.T) {
	s := serve(t, "--auth", "tokens")
	b := browserOf(t)
	p := newTab(b, t)
	p.open(s.url())
	p.signIn(s.token("write"))
	p.findOptions()
	address := s.url() + "timeline.html?trip=" + url.QueryEscape(p.tripID())

	reader := newTab(b, t)
	reader.run(chromedp.Navigate(address))
	reader.signIn("wrong")
	reader.signIn(s.token("read"))
	reader.wait(`/[1-9]\d* of \d+ event/.test(document.querySelector("#count")?.innerText)`)
	if text := eval[string](reader, `document.documentElement.outerHTML`); strings.Contains(text, "acme/") {
		t.Error("the page shows the engine's own id of the trip")
	}

	other := newTab(b, t)
	other.run(chromedp.Navigate(address))
	other.signIn(s.tokenOf("other", "admin"))
	other.see("This trip does not exist")
	if n := other.count(".event"); n != 0 {
		t.Errorf("another tenant is shown %d events", n)
	}
}
