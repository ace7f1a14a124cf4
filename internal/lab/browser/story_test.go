package browser

import "testing"

// lisbon is a trip that is sold without trouble.
const lisbon = "Two of us from Boston to Lisbon on June 3, back June 10, with a hotel, budget 3000 dollars"

// TestPictures takes the pictures of a whole trip, which people look at: light, dark, and as wide as a phone.
func TestPictures(t *testing.T) {
	s := serve(t)
	p := newTab(t, browser(t))
	for _, look := range []struct {
		name          string
		width, height int64
		dark          bool
	}{{"light", 1440, 900, false}, {"dark", 1440, 900, true}, {"phone", 390, 844, false}, {"phone-dark", 390, 844, true}} {
		p.size(look.width, look.height)
		p.dark(look.dark)
		shot := func(name string) { p.picture(look.name + "-" + name) }
		p.open(s.url() + "#/")
		p.open(s.url())
		shot("1-welcome")
		p.say(lisbon)
		p.see("These are your best options")
		p.settled()
		shot("2-options")
		p.do(`document.querySelectorAll(".compare input").forEach((b, i) => (i === 0 || i === 3) && b.click())`)
		p.press("Compare")
		p.see("side by side")
		shot("3-compare")
		p.press("Choose option 4")
		p.settled()
		p.press("Yes")
		p.see("Held for you")
		p.settled()
		shot("4-held")
		p.press("Review and buy")
		p.see("This is all that is bought")
		p.do(`document.querySelector("#agree").click()`)
		shot("5-buy")
		p.press("Buy for")
		p.see("Booking reference")
		p.settled()
		shot("6-booked")
		if look.width < 600 {
			p.press("Trip")
			shot("7-trip")
			p.press("Inside")
		} else {
			p.press("Look inside")
		}
		for _, tab := range []string{"Decision", "Lifecycle", "Changes", "Tool calls", "Trip then"} {
			p.press(tab)
			p.wait(`document.querySelector(".inspect-body").innerText.length > 20`)
			shot("8-inside-" + tab)
		}
	}
}
