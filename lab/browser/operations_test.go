package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

const (
	journeyOf = "Two of us from New York to London on 2027-05-01, back on the 8th"
	failing   = "Two of us from Boston to WQK on 2027-06-03, back June 10, with a hotel"
)

// legwork runs the program in the server's folder, which must not hold the store, and returns what it says.
func (s *server) legwork(stdin string, args ...string) string {
	s.t.Helper()
	binary, err := build()
	if err != nil {
		s.t.Fatal(err)
	}
	cmd := exec.Command(binary, args...)
	cmd.Dir, cmd.Stdin = filepath.Dir(s.store), strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("legwork %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// withTrouble is a server with a trip in doubt, two that failed, and one that is well.
func withTrouble(t *testing.T, flags ...string) *server {
	t.Helper()
	s := &server{t: t, store: filepath.Join(t.TempDir(), "trips.db"), address: "127.0.0.1:0", flags: flags}
	s.legwork(journeyOf+"\n/select 1\n/hold *\n/approve yes pm_lost\n", "run", "--quiet", "--record", "lost.jsonl",
		"--store", "lost.db", "--trip", "acme/stuck", "--now", "2026-03-01T09:00:00Z")
	log, err := os.ReadFile(filepath.Join(filepath.Dir(s.store), "lost.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(strings.TrimSpace(string(log)), "\n")
	s.legwork(strings.Join(lines[:len(lines)-1], ""), "import", "recording", "--store", s.store, "-") // before it is found out
	for _, id := range []string{"acme/failed-1", "beta/failed-2"} {
		s.legwork(failing, "run", "--quiet", "--store", s.store, "--trip", id, "--now", "2026-03-01T09:00:00Z")
	}
	s.legwork(journeyOf, "run", "--quiet", "--store", s.store, "--trip", "beta/well", "--now", "2026-03-01T09:00:00Z")
	s.start()
	t.Cleanup(s.kill)
	return s
}

// TestOperations: an operator sees what needs attention, tries two trips again at once, settles a call, and looks at a
// timeline.
func TestOperations(t *testing.T) {
	s := withTrouble(t, "--auth", "tokens")
	b := browserOf(t)
	p := newTab(b, t)
	p.run(chromedp.Navigate(s.url() + "operations.html"))
	words := strings.Fields(s.legwork("", "token", "create", "--store", s.store, "--operator"))
	p.signIn(s.token("admin"))
	p.see("This takes a token of an operator")
	p.do(`sessionStorage.clear()`)
	p.run(chromedp.Navigate(s.url() + "operations.html"))
	p.signIn(words[len(words)-1])
	p.wait(`document.querySelectorAll("#trips tr").length === 3 && document.querySelectorAll(".tile").length > 0`)
	for _, look := range []struct {
		name  string
		width int64
		dark  bool
	}{{"wide", 1440, false}, {"dark", 1440, true}, {"phone", 390, false}, {"phone-dark", 390, true}} {
		p.size(look.width, 900)
		p.dark(look.dark)
		p.accessible(look.name)
		p.picture("operations-" + look.name)
		if eval[bool](p, `document.documentElement.scrollWidth > innerWidth`) {
			t.Errorf("%s: the page is wider than the screen", look.name)
		}
	}
	p.size(1440, 900)
	p.dark(false)

	p.do(`[...document.querySelectorAll("#trips tr")].filter((r) => r.innerText.includes("failed")).forEach((r) => r.querySelector("input").click())`)
	p.press("Retry 2")
	p.wait(`document.querySelectorAll("#done li").length === 2 && document.querySelector("#done").innerText.includes("tried again, quote/presenting_options")`)
	p.wait(`document.querySelectorAll("#trips tr").length === 1`)

	p.press("Settle")
	p.wait(`document.querySelector("dialog[open]")?.innerText.includes("booking_confirm_and_purchase of acme/stuck")`)
	p.accessible("settle")
	p.picture("operations-settle")
	p.do(`document.querySelector("#result").value = "no JSON"`)
	p.press("It was made")
	p.see("is to be JSON")
	p.do(`document.querySelector("#result").value = '{"confirmation":{"record_locator":"ABC123","status":"confirmed","tickets":[]}}'`)
	p.press("It was made")
	p.see("acme/stuck: settled, completed/booked")
	p.wait(`[...document.querySelectorAll(".tile")].every((t) => t.innerText.startsWith("0"))`)
	p.wait(`document.querySelector("#none").innerText && !document.querySelector("#none").hidden`)

	p.do(`document.querySelector("#attention").click()`)
	p.wait(`document.querySelectorAll("#trips tr").length === 4`)
	p.do(`[...document.querySelectorAll("#trips a")].find((a) => a.innerText === "acme/stuck").click()`)
	p.wait(`/[1-9]\d* of \d+ event/.test(document.querySelector("#count")?.innerText)`)
	p.do(`document.querySelector("header a").click()`)
	p.see("What needs attention")
}
