package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// signIn answers the question for a token.
func (p *tab) signIn(token string) {
	p.t.Helper()
	p.wait(`document.querySelector("dialog #token")`)
	p.run(chromedp.Focus(chromedp.CSS("#token")), chromedp.SendKeys(chromedp.CSS("#token"), token))
	p.enter()
}

// TestSignIn has a server that wants a token: a wrong one is asked for again, what was written meanwhile is sent once
// it is right, and one that may only read says why nothing was sent.
func TestSignIn(t *testing.T) {
	s := serve(t, "--auth", "tokens")
	b := browserOf(t)
	p := newTab(b, t)
	p.open(s.url())
	p.see("Access token")
	p.picture("story-sign-in")
	p.accessible("sign in")
	p.signIn("wrong")
	p.wait(`document.querySelector("dialog #token")?.value === ""`)
	p.key("Escape", 27)
	p.wait(`!document.querySelector("dialog")`)
	p.say(lisbon)
	p.signIn(s.token("write"))
	p.see("These are your best options")
	p.settled()
	if n := p.count(".bubble"); n != 1 {
		t.Errorf("the page shows %d messages of the person, want 1", n)
	}
	p.inside()
	p.see("How it was decided")

	reader := newTab(b, t)
	reader.open(eval[string](p, "location.href"))
	reader.signIn(s.token("read"))
	reader.see("These are your best options")
	reader.say("the cheapest")
	reader.see("Not sent:")
	reader.press("Dismiss")
	reader.wait(`document.querySelectorAll(".bubble").length === 1`)
}

// TestReloadBeforeSent loads the page anew before the server has seen anything of a trip.
func TestReloadBeforeSent(t *testing.T) {
	_, p := visit(t)
	p.do(`const real = fetch; window.fetch = (path, o) => path.startsWith("/v1") ? Promise.reject(new TypeError("down")) : real(path, o)`)
	p.say(lisbon)
	p.see("Will be sent when the connection is back")
	p.do("setTimeout(() => location.reload(), 0)")
	p.see("These are your best options")
	p.settled()
	if n := p.count(".bubble"); n != 1 {
		t.Errorf("the page shows %d messages of the person, want 1", n)
	}
}
