package browser

import (
	"fmt"
	"testing"
)

// forkAt makes a fork at an event with the button of the time machine, and waits until it is shown.
func (p *tab) forkAt(seq int) {
	p.t.Helper()
	original := p.tripID()
	p.inside()
	p.at(fmt.Sprint(seq))
	p.press("Fork from here")
	p.wait(fmt.Sprintf(`!location.hash.includes(%s) && document.body.dataset.view === "chat"`, quoted(original)))
	p.see(fmt.Sprintf("This is a fork of Boston → Lisbon, from event %d on. It is for trying things out: nothing is held, bought or given back here.", seq))
}

// lastBefore returns the seq of the last event of a trip before the nth message of the person, from 0.
func lastBefore(events []event, n int) int {
	for i, e := range events {
		if e.Type == "USER_MESSAGE" || e.Type == "USER_SELECTED_BUNDLE" || e.Type == "USER_ANSWERED" {
			if n--; n < 0 {
				return i
			}
		}
	}
	return len(events)
}

// TestFork goes back to where the options were shown and tries another one, in a fork in which nothing is held. The
// trip itself stays as it was.
func TestFork(t *testing.T) {
	s := serve(t)
	p := newTab(browserOf(t), t)
	p.open(s.url())
	p.say(lisbon)
	p.see("These are your best options")
	p.settled()
	p.press("Choose option 3")
	p.settled()
	p.press("Yes")
	p.see("Held for you")
	p.settled()
	original, events := p.tripID(), s.log(p.tripID())
	url := eval[string](p, "location.href")

	p.inside()
	for seq := len(events) - 1; ; seq-- { // at its last event the hold is answered, just before it is under way
		p.at(fmt.Sprint(seq))
		if eval[bool](p, `document.querySelector(".where code").innerText.includes("reservation_hold_create")`) {
			continue
		}
		p.press("Fork from here")
		p.see("No fork was made: at this event a hold, a purchase or another write is under way")
		break
	}
	p.picture("fork-refused")
	p.at("2")
	p.wait(`document.querySelector(".refusal").innerText === ""`)
	p.press("Close")

	shown := lastBefore(events, 1)
	p.forkAt(shown)
	p.settled()
	if n := p.count(".option .choose:not(:disabled)"); n < 3 {
		t.Errorf("%d options can be chosen in the fork", n)
	}
	p.press("Choose option 2")
	p.settled()
	p.press("Yes")
	p.see("nothing is held or booked from it")
	p.settled()
	p.do("setTimeout(() => location.reload(), 0)")
	p.wait(`performance.getEntriesByType("navigation")[0].type === "reload"`)
	p.see("This is a fork of Boston → Lisbon")
	p.see("nothing is held or booked from it")
	if title := eval[string](p, `document.querySelector("#bar h2").innerText`); title != "Boston → Lisbon (fork)" {
		t.Errorf("the fork is called %q", title)
	}
	p.inside()
	p.at(fmt.Sprint(shown))
	p.see("also in the original")
	p.at(fmt.Sprint(shown + 1))
	p.wait(`!document.querySelector(".where").innerText.includes("original")`)
	p.press("Close")
	p.do(`document.querySelector("#fork a").click()`)
	p.see("Held for you")
	p.wait(`document.querySelector("#fork").children.length === 0`)
	if p.tripID() != original || len(s.log(original)) != len(events) {
		t.Errorf("trip %s has %d events, want %s with %d", p.tripID(), len(s.log(original)), original, len(events))
	}
	p.open(url)
	p.press("Review and buy")
	p.see("This is all that is bought")
}

// TestAForkBuysNothing forks a trip that holds something: the fork offers no purchase, before its policy allows one.
func TestAForkBuysNothing(t *testing.T) {
	s := serve(t)
	p := newTab(browserOf(t), t)
	p.open(s.url())
	p.say(lisbon)
	p.see("These are your best options")
	p.settled()
	p.press("Choose option 3")
	p.settled()
	p.press("Yes")
	p.see("Held for you")
	p.settled()
	p.forkAt(len(s.log(p.tripID())))
	p.see("Held in another trip")
	p.settled()
	if n := eval[int](p, `[...document.querySelectorAll("button")].filter((b) => /Review and buy|Give back/.test(b.innerText)).length`); n != 0 {
		t.Errorf("%d buttons of the fork would buy or give back", n)
	}
	p.do(`await fetch("/v1/trips/" + location.hash.split("/")[2] + "/events", {method: "POST", body: JSON.stringify(
		{type: "INTENT_PATCHED", data: {patch: {policy: {rules: {fork_writes: true}}}}})})`)
	p.see("Its policy allows it to hold and buy: what you approve here is bought.")
}

// TestForkPictures takes the pictures of a fork, and lets axe-core look at each.
func TestForkPictures(t *testing.T) {
	s := serve(t)
	p := newTab(browserOf(t), t)
	for _, look := range []struct {
		name          string
		width, height int64
		dark          bool
	}{{"light", 1440, 900, false}, {"dark", 1440, 900, true}, {"phone", 390, 844, false}, {"phone-dark", 390, 844, true}} {
		p.size(look.width, look.height)
		p.dark(look.dark)
		p.open("about:blank")
		p.open(s.url())
		p.say(lisbon)
		p.see("These are your best options")
		p.settled()
		seq := len(s.log(p.tripID()))
		p.inside()
		p.at(fmt.Sprint(seq))
		p.picture(look.name + "-9-fork-from-here")
		p.accessible(look.name + ", fork from here")
		p.press("Fork from here")
		p.see("This is a fork of Boston → Lisbon")
		p.settled()
		p.picture(look.name + "-9-fork")
		p.accessible(look.name + ", fork")
		if w := eval[int](p, "document.documentElement.scrollWidth"); w > int(look.width) {
			t.Errorf("%s: the page is %d wide", look.name, w)
		}
	}
}
