package browser

import (
	"fmt"
	"strings"
	"testing"
)

// TestReturnFare holds and buys a return fare: card, panel and review show both flights of it and its price once, also in
// a window of 1280 × 1024 at 400 %; and gives one back whole.
func TestReturnFare(t *testing.T) {
	s := serve(t, "--return-fares")
	p := newTab(browserOf(t), t)
	p.open(s.url())
	p.say("Two of us from Boston to Lisbon on June 3, back June 10, no hotel")
	p.see("These are your best options")
	p.settled()
	p.picture("fare-options")
	const fare = `[...document.querySelectorAll(".option")].find((o) => o.innerText.includes("Return fare"))`
	p.wait(fare)
	if n := eval[int](p, fare+`.querySelectorAll(".track").length`); n != 2 {
		t.Errorf("the card shows %d flights, want both", n)
	}
	choose := eval[string](p, fare+`.querySelector(".choose").getAttribute("aria-label")`)
	p.hold(choose)
	total := eval[string](p, `document.querySelector("#chat .card.held header .amount").innerText`)
	for _, size := range []struct {
		name          string
		width, height int64
	}{{"wide", 1440, 900}, {"zoom", 320, 256}} {
		p.size(size.width, size.height)
		p.picture("fare-held-" + size.name)
		if eval[bool](p, `document.documentElement.scrollWidth > innerWidth`) {
			t.Errorf("%s: the page is wider than the window", size.name)
		}
		p.press("Review and buy")
		p.picture("fare-review-" + size.name)
		for _, at := range []string{"#chat .card.held .item", "dialog .item"} {
			if n := p.count(at); n != 1 {
				t.Errorf("%s: %s shows %d items, want one fare", size.name, at, n)
			}
			text := eval[string](p, fmt.Sprintf(`document.querySelector(%s).innerText`, quoted(at)))
			if n := p.count(at + " .track"); n != 2 || strings.Count(text, total) != 1 {
				t.Errorf("%s: %s shows %d flights in %q, want both and %s once", size.name, at, n, text, total)
			}
		}
		p.press("Not now")
	}
	p.size(1440, 900)
	p.say("release it")
	p.see("Given back")
	p.settled()
	p.picture("fare-released")
	if n := p.count("#side .holds .item"); n != 0 {
		t.Errorf("the panel still has %d holds", n)
	}
	p.hold(choose) // what was given back is picked again
	p.buy()
	p.picture("fare-bought")
	if n := p.count("#chat .card.booked .track"); n != 2 {
		t.Errorf("the booking shows %d flights, want both", n)
	}
}
