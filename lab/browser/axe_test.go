package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// axe is the script of axe-core, which npm installs once.
var axe = sync.OnceValues(func() (string, error) {
	file := filepath.Join("node_modules", "axe-core", "axe.min.js")
	if _, err := os.Stat(file); err != nil {
		if out, err := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund").CombinedOutput(); err != nil {
			return "", &npmError{err, string(out)}
		}
	}
	text, err := os.ReadFile(file)
	return string(text), err
})

type npmError struct {
	err error
	out string
}

func (e *npmError) Error() string { return "npm ci: " + e.err.Error() + "\n" + e.out }

// accessible fails the test when axe-core finds something that shuts people out.
func (p *tab) accessible(where string) {
	p.t.Helper()
	script, err := axe()
	if err != nil {
		if os.Getenv("WEBCLIENTS_REQUIRED") != "" {
			p.t.Fatal(err)
		}
		p.t.Skipf("axe-core cannot be installed: %v", err)
	}
	if !eval[bool](p, `"axe" in window`) {
		p.do(script)
		p.wait(`"axe" in window`)
	}
	p.rests() // colours that change are neither of both
	found := eval[[]string](p, `axe.run(document, {resultTypes: ["violations"]}).then((r) =>
		r.violations.map((v) => v.id + " (" + v.help + "): " + v.nodes.slice(0, 4).map((n) => n.target.join(" ") + " " + n.failureSummary).join(" | ")))`)
	if len(found) > 0 {
		p.t.Errorf("%s: axe-core finds %d violations:\n%s", where, len(found), strings.Join(found, "\n"))
	}
}

func TestAccessible(t *testing.T) {
	s := serve(t)
	p := newTab(browserOf(t), t)
	for _, look := range []struct {
		name  string
		width int64
		dark  bool
	}{{"light", 1440, false}, {"dark", 1440, true}, {"phone", 390, false}} {
		p.size(look.width, 900)
		p.dark(look.dark)
		check := func(where string) { p.accessible(look.name + ", " + where) }
		p.open("about:blank")
		p.open(s.url())
		check("welcome")
		p.say("Two of us from Boston to WQK on June 3, back June 10, with a hotel, budget 1500 dollars")
		p.see("The hotel search did not answer in time")
		p.settled()
		check("a failure")
		p.press("Try again")
		p.wait(`document.querySelector(".choose:not(:disabled)")`)
		p.do(`document.querySelectorAll(".work").forEach((d) => { d.open = true })`)
		check("options")
		p.do(`document.querySelectorAll(".compare input").forEach((b, i) => i < 2 && b.click())`)
		p.press("Compare")
		p.see("Two options side by side")
		check("comparison")
		p.press("Choose option 1")
		p.settled()
		p.press("Yes")
		p.see("Held for you")
		p.settled()
		check("held")
		p.press("Review and buy")
		p.see("This is all that is bought")
		check("purchase")
		p.do(`document.querySelectorAll('dialog input[type="checkbox"]').forEach((b) => b.click())`)
		p.press("Buy for")
		p.see("Booking reference")
		p.settled()
		check("booked")
		p.inside()
		for _, name := range []string{"Decision", "Lifecycle", "Changes", "Tool calls", "Trip then"} {
			p.press(name)
			p.wait(`document.querySelector(".inspect-body").innerText.length > 20`)
			p.do(`document.querySelectorAll(".inspect-body details").forEach((d) => { d.open = true })`)
			check("inside, " + name)
		}
	}
}
