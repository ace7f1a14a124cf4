package browser

import (
	"fmt"
	"strings"
	"testing"
)

// moving is a trip whose holds are made at prices 7 % above the offer.
const moving = "Two of us from Boston to WQM on June 3, back June 10, with a hotel"

// onFocus presses a button that has the focus, as somebody at a keyboard does.
func (p *tab) onFocus(name string) {
	p.t.Helper()
	button := fmt.Sprintf(`[...document.querySelectorAll("button")].filter((b) => !b.disabled && b.checkVisibility() &&
		(b.getAttribute("aria-label") ?? b.innerText).trim().startsWith(%s)).at(-1)`, quoted(name))
	p.wait(button)
	p.do("const b = " + button + "; b.focus(); b.click()")
}

// hold chooses an option and has it held.
func (p *tab) hold(choose string) {
	p.t.Helper()
	p.press(choose)
	p.press("Yes")
	p.see("Held for you")
	p.settled()
}

// moved asks for a trip whose price moves over the budget when it is held, and has it held.
func (p *tab) moved() {
	p.t.Helper()
	p.say(moving)
	p.see("These are your best options")
	p.settled()
	least := eval[float64](p, `Math.min(...[...document.querySelectorAll(".option .price .amount")].map((e) => Number(e.innerText.replace(/[^0-9.]/g, ""))))`)
	p.say(fmt.Sprintf("my budget is %.0f dollars", least*1.04))
	p.wait(`[...document.querySelectorAll(".options:not(.past) .option")].some((o) => o.innerText.includes("under budget"))`)
	p.settled()
	p.hold(eval[string](p, `[...document.querySelectorAll(".options:not(.past) .option")].find((o) => `+
		`o.innerText.includes("under budget")).querySelector(".choose").getAttribute("aria-label")`))
}

// TestMovedPrice buys what costs more than it was offered for and more than the budget: card, panel and review say both,
// with the same amounts, and each is confirmed by itself.
func TestMovedPrice(t *testing.T) {
	s, p := visit(t)
	p.moved()
	p.picture("moved-held")
	for name, width := range map[string]int64{"narrow": 320, "wide": 1440} {
		for _, dark := range []bool{false, true} {
			p.size(width, 800)
			p.dark(dark)
			p.picture(fmt.Sprintf("moved-%s-dark-%t", name, dark))
			if eval[bool](p, `document.documentElement.scrollWidth > innerWidth`) {
				t.Errorf("%s: the page is wider than the window", name)
			}
		}
	}
	p.dark(false)
	facts := func(at string) string {
		return eval[string](p, fmt.Sprintf(`[...document.querySelectorAll(%s)].map((e) => e.innerText).join("; ")`, quoted(at)))
	}
	card, panel := facts("#chat .card.held .moves .fact"), facts("#side .block:has(.bar) .amount-row, #side .block:has(.bar) .fact, #side .holds .fact")
	for name, text := range map[string]string{"card": card, "panel": panel} {
		if !strings.Contains(text, "more than the $") || !strings.Contains(text, "over ") {
			t.Errorf("the %s says %q, want what moved and how far it is over the budget", name, text)
		}
	}
	total := eval[string](p, `document.querySelector("#chat .card.held header .amount").innerText`)
	if !strings.Contains(panel, "On hold for "+total) || strings.Contains(panel, "left") {
		t.Errorf("the panel says %q, want on hold for %s", panel, total)
	}
	if n := p.count(`#chat .card.held s`); n != 3 {
		t.Errorf("%d items show what they were offered for, want all three", n)
	}
	p.press("Review and buy")
	p.picture("moved-review")
	review := facts("dialog .moves .fact")
	if review != card {
		t.Errorf("the review says %q, the card %q", review, card)
	}
	boxes := p.count(`dialog input[type="checkbox"]`)
	if boxes != 3 {
		t.Errorf("%d confirmations, want one for what is bought, one for the price that rose, one for the budget", boxes)
	}
	for i := range boxes {
		if !eval[bool](p, `document.querySelector("dialog .primary").disabled`) {
			t.Errorf("it can be bought after %d of %d confirmations", i, boxes)
		}
		p.do(fmt.Sprintf(`document.querySelectorAll('dialog input[type="checkbox"]')[%d].click()`, i))
	}
	p.press("Buy for " + total)
	p.see("Your trip is booked")
	p.settled()
	if n := count(s.log(p.tripID()), "USER_APPROVED_PURCHASE"); n != 1 {
		t.Errorf("%d approvals were sent, want one", n)
	}
	p.wait(`document.querySelector("#chat .card.held h3").innerText === "Bought"`)
}

// later sets the clock of the page forward.
func (p *tab) later(hours int) {
	p.t.Helper()
	p.do(fmt.Sprintf(`const now = Date.now; Date.now = () => now() + %d * 3600000`, hours))
}

// TestEndedHold shows what is not held any more as ended, on the card, in the panel and in the bar, and offers one thing:
// to hold it again. It is told to who hears the page.
func TestEndedHold(t *testing.T) {
	s, p := visit(t)
	p.findOptions()
	p.hold("Choose option 1")
	p.later(25)
	p.wait(`document.querySelector("#side .holds.over")`)
	p.wait(`document.querySelector("#spoken").textContent.includes("The hold has ended.")`)
	p.picture("ended")
	p.wait(`document.querySelector("#chat .card.held h3").innerText === "No longer held"`)
	if text := eval[string](p, `document.querySelector("#bar .pill").innerText + "; " + `+
		`document.querySelector(".trip-head .pill").innerText`); text != "Hold ended; Hold ended" {
		t.Errorf("the trip is %q", text)
	}
	for _, place := range []string{"#side .actions", "#replies"} {
		if got := eval[string](p, fmt.Sprintf(`[...document.querySelectorAll(%s)].map((b) => b.innerText).join("; ")`,
			quoted(place+" button"))); got != "Hold again at today's price" {
			t.Errorf("%s offers %q", place, got)
		}
	}
	p.press("Hold again at today's price")
	p.settled()
	if n := count(s.log(p.tripID()), "USER_REQUEST_HOLD"); n != 1 {
		t.Errorf("%d requests for the hold, want one", n)
	}
}

// TestFocusStaysAfterAChoice presses buttons with the keyboard: who chose a card is still there, and who pressed a reply is at the
// replies, also after the answer has come.
func TestFocusStaysAfterAChoice(t *testing.T) {
	_, p := visit(t)
	p.findOptions()
	at := func() string {
		return eval[string](p, `document.activeElement.closest(".option, #replies, #side, #composer")?.matches(".option") ? "option" :
			document.activeElement.closest("#replies, #side, #composer")?.id ?? document.activeElement.tagName`)
	}
	p.onFocus("Choose option 1")
	p.wait(`document.querySelector("#bar .pill").innerText === "Chosen"`)
	p.settled()
	if got := at(); got != "option" {
		t.Errorf("after a choice the focus is at %s", got)
	}
	p.onFocus("Yes")
	p.see("Held for you")
	p.settled()
	if got := at(); got != "replies" {
		t.Errorf("after a reply the focus is at %s", got)
	}
	p.do(`const b = document.querySelector("#side .actions .primary"); b.focus(); b.click()`)
	p.wait(`document.querySelector("dialog[open]")`)
	p.do(`document.querySelectorAll('dialog input[type="checkbox"]').forEach((b) => b.click())`)
	p.do(`const b = document.querySelector("dialog .primary"); b.focus(); b.click()`)
	p.see("Your trip is booked")
	p.settled()
	if got := at(); got != "side" {
		t.Errorf("after the purchase the focus is at %s", got)
	}
}

// TestFirstTurnIsReadOut has all of the first turn read out: what was understood, and what was found. The message is
// sent after the page has read the trip, which has no event then.
func TestFirstTurnIsReadOut(t *testing.T) {
	_, p := visit(t)
	p.do(`const fetched = window.fetch; let read; const known = new Promise((done) => { read = done; });
		window.fetch = async (path, options) => {
			if (String(path).endsWith("/events")) await known;
			const answer = await fetched(path, options);
			if (/\/v1\/trips\/[^/?]+$/.test(path)) setTimeout(read, 100);
			return answer;
		}`)
	p.findOptions()
	heard := eval[string](p, `document.querySelector("#spoken").innerText`)
	for _, want := range []string{"Boston (US) to Lisbon (PT)", "These are your best options."} {
		if !strings.Contains(heard, want) {
			t.Errorf("%q is not read out, but %q", want, heard)
		}
	}
	p.say("show more options")
	p.see("Here are more.")
	p.settled()
	if heard := eval[string](p, `document.querySelector("#spoken").innerText`); !strings.Contains(heard, "Here are more.") ||
		strings.Contains(heard, "best options") {
		t.Errorf("of the second turn %q is read out", heard)
	}
}

// TestZoom looks at the page as a window of 1280 × 1024 shows it at 400 %: most of it is the conversation, nothing is
// wider than the window, and what is bought can be read and bought.
func TestZoom(t *testing.T) {
	_, p := visit(t)
	p.size(320, 256)
	p.findOptions()
	p.picture("zoom-options")
	room := eval[float64](p, `(document.querySelector("#composer").getBoundingClientRect().top - Math.max(0, `+
		`document.querySelector("#chat").getBoundingClientRect().top)) / innerHeight`)
	if room < 0.6 {
		t.Errorf("the conversation has %.0f %% of the window, want 60 or more", 100*room)
	}
	if wide := eval[bool](p, `document.documentElement.scrollWidth > innerWidth || document.querySelector("#chat").scrollWidth > innerWidth`); wide {
		t.Error("the page is wider than the window")
	}
	p.hold("Choose option 1")
	p.press("Review and buy")
	p.picture("zoom-review")
	p.do(`document.querySelector("dialog .primary").scrollIntoView()`)
	if seen := eval[bool](p, `(() => { const r = document.querySelector("dialog .primary").getBoundingClientRect(); `+
		`return r.top >= 0 && r.bottom <= innerHeight && r.right <= innerWidth })()`); !seen {
		t.Error("the last button cannot be brought into sight")
	}
	p.do(`document.querySelectorAll('dialog input[type="checkbox"]').forEach((b) => b.click())`)
	p.press("Buy for")
	p.see("Your trip is booked")
}
