package browser

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

const (
	// lisbon is a trip that is sold without trouble.
	lisbon = "Two of us from Boston to Lisbon on June 3, back June 10, with a hotel, budget 3000 dollars"
	// troubled is one whose first hotel search takes too long.
	troubled = "Two of us from Boston to WQK on June 3, back June 10, with a hotel"
	// slow is one whose searches take three seconds.
	slow = "Two of us from Boston to WQL on June 3, back June 10, with a hotel"
	// hanging is one whose searches never answer.
	hanging = "Two of us from Boston to WQH on June 3, back June 10, with a hotel"
)

// inside opens the engineer's view.
func (p *tab) inside() {
	p.t.Helper()
	if eval[int](p, "innerWidth") < 861 {
		p.press("Inside")
	} else {
		p.press("Look inside")
	}
	p.wait(`document.querySelector(".inspect-body")?.innerText.length > 20`)
}

// buy goes through both steps of a purchase.
func (p *tab) buy() {
	p.t.Helper()
	p.press("Review and buy")
	p.see("This is all that is bought")
	p.do(`document.querySelector("#agree").click()`)
	p.press("Buy for")
	p.see("Booking reference")
	p.settled()
}

// tripID returns the id of the trip that the tab shows.
func (p *tab) tripID() string {
	p.t.Helper()
	return eval[string](p, `decodeURIComponent(location.hash.split("/")[2])`)
}

// log reads the recording of a trip: type, data and said of each event.
func (s *server) log(id string) (events []event) {
	s.t.Helper()
	answer, err := http.Get(s.url() + "v1/trips/" + id + "/recording")
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		var e event
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			s.t.Fatalf("%v: %s", err, line)
		}
		events = append(events, e)
	}
	return events
}

type event struct {
	Type string
	Data struct {
		Text     string
		ToolName string `json:"tool_name"`
		AskID    string `json:"ask_id"`
	}
}

// count counts events of a type.
func count(events []event, kind string) (n int) {
	for _, e := range events {
		if e.Type == kind {
			n++
		}
	}
	return n
}

// TestStory plays the demo story on the page: a failure, "Try again", options, a hold, a purchase. No name that only
// programs use, such as a tool's or a state's, is shown to the traveller.
func TestStory(t *testing.T) {
	s, p := visit(t)
	p.say(troubled)
	p.see("The hotel search did not answer in time")
	p.settled()
	p.picture("story-failure")
	p.press("Try again")
	p.see("These are your best options")
	p.settled()
	if n := p.count(".option .choose:not(:disabled)"); n < 3 {
		t.Errorf("%d options can be chosen, want 3 or more", n)
	}
	p.press("Choose option 1")
	p.settled()
	if n := p.count(".option .choose:not(:disabled)"); n != 0 {
		t.Errorf("%d options can be chosen after one was", n)
	}
	p.press("Yes")
	p.see("Held for you")
	p.settled()
	p.wait(`/^\d\d:\d\d:\d\d$/.test(document.querySelector("#side .countdown").innerText)`)
	ends := eval[[]string](p, `["#chat .held", "#side .holds"].map((at) => document.querySelector(at).innerText.match(/Until .*(\d\d:\d\d)/)?.[1])`)
	if ends[0] == "" || ends[0] != ends[1] {
		t.Errorf("the card says that the hold ends at %q, the panel at %q", ends[0], ends[1])
	}
	p.press("Review and buy")
	if got := eval[bool](p, `[...document.querySelectorAll("dialog .primary")].every((b) => b.disabled)`); !got {
		t.Error("a purchase can be made before it was agreed to")
	}
	total := eval[string](p, `document.querySelector("dialog .rows dd.amount").innerText`)
	if n := p.count("dialog .item"); n != 3 {
		t.Errorf("the dialog shows %d items, want two flights and a hotel", n)
	}
	p.press("Not now")
	p.wait(`!document.querySelector("dialog")`)
	if n := count(s.log(p.tripID()), "USER_APPROVED_PURCHASE"); n != 0 {
		t.Errorf("%d approvals were sent, want none", n)
	}
	p.buy()
	p.wait(fmt.Sprintf(`document.querySelector(".booking .total .amount")?.innerText === %s`, quoted(total)))
	p.press("Show my booking")
	p.wait(`document.querySelectorAll(".card.booked").length === 2`)
	p.wait(`[...document.querySelectorAll(".card.booked")].every((b) => b.innerText.includes("Changes cost"))`)
	p.settled()
	shown := eval[string](p, `document.querySelectorAll("details").forEach((d) => { d.open = true }); document.body.innerText`)
	for _, e := range s.log(p.tripID()) {
		if e.Data.ToolName != "" && strings.Contains(shown, e.Data.ToolName) {
			t.Errorf("a traveller reads %s", e.Data.ToolName)
		}
	}
}

// TestBrokenAddress opens an address that was cut in the middle of a character.
func TestBrokenAddress(t *testing.T) {
	_, p := visit(t)
	p.do(`history.replaceState(null, "", "#/trip/%E0%A4%A"); setTimeout(() => location.reload(), 0)`)
	p.wait(`performance.getEntriesByType("navigation")[0].type === "reload" && document.readyState === "complete"`)
	p.see("This trip does not exist")
}

// TestReload loads the page anew while a turn runs: nothing is lost, nothing comes twice.
func TestReload(t *testing.T) {
	_, p := visit(t)
	p.say(slow)
	p.see("Searching flights and searching hotels")
	p.do("setTimeout(() => location.reload(), 0)")
	p.wait(`performance.getEntriesByType("navigation")[0].type === "reload" && document.querySelector(".work.busy")`)
	p.see("These are your best options")
	p.settled()
	if got := [2]int{p.count(".bubble"), p.count(".options")}; got != [2]int{1, 1} {
		t.Errorf("%d messages of the person and %d lists of options, want one each", got[0], got[1])
	}
	p.press("Choose option 1")
	p.settled()
	p.see("I take option 1")
}

// TestStop ends a turn that runs.
func TestStop(t *testing.T) {
	_, p := visit(t)
	p.say(hanging)
	p.see("Searching flights and searching hotels")
	p.picture("story-searching")
	p.press("Stop")
	p.see("You stopped this.")
	p.settled()
	if n := p.count(".options"); n != 0 {
		t.Errorf("%d lists of options after it was stopped", n)
	}
}

// TestTwoTabs has one trip in two tabs: both show all of it, and what one does the other cannot do again.
func TestTwoTabs(t *testing.T) {
	s := serve(t)
	b := browserOf(t)
	one := newTab(b, t)
	one.open(s.url())
	one.say(lisbon)
	one.see("These are your best options")
	one.settled()
	two := newTab(b, t)
	two.open(eval[string](one, "location.href"))
	two.see("These are your best options")
	two.press("Choose option 2")
	two.settled()
	one.see("I take option 2")
	one.settled()
	one.press("Yes")
	two.see("Held for you")
	two.settled()
	two.press("Review and buy")
	two.see("This is all that is bought")
	one.settled()
	one.buy()
	two.wait(`!document.querySelector("dialog")`)
	two.see("Booking reference")
	two.settled()
	if a, b := one.count(".bubble"), two.count(".bubble"); a != b || a != 4 {
		t.Errorf("the tabs show %d and %d messages of the person, want 4 each", a, b)
	}
	if n := count(s.log(one.tripID()), "USER_APPROVED_PURCHASE"); n != 1 {
		t.Errorf("%d approvals, want 1", n)
	}
}

// TestKilled kills the server while the page is open, and starts it again: the page goes on, and what was written in
// between is sent once.
func TestKilled(t *testing.T) {
	s, p := visit(t)
	p.say(slow)
	p.see("Searching flights and searching hotels")
	s.kill()
	p.see("No connection")
	p.say("the cheapest")
	p.see("Will be sent when the connection is back")
	p.picture("story-no-connection")
	s.start()
	p.wait(`!document.querySelector(".lost")`)
	p.wait(`[...document.querySelectorAll(".bubble")].some((b) => b.innerText.includes("the cheapest") && !b.classList.contains("waiting"))`)
	p.settled()
	p.picture("story-connected-again")
	events := s.log(p.tripID())
	sent := 0
	for _, e := range events {
		if e.Type == "USER_MESSAGE" && e.Data.Text == "the cheapest" {
			sent++
		}
	}
	if sent != 1 || count(events, "USER_MESSAGE") != 2 {
		t.Errorf("the message is in the log %d times, beside %d others", sent, count(events, "USER_MESSAGE")-sent)
	}
	if n := p.count(".bubble"); n != 2 {
		t.Errorf("the page shows %d messages of the person, want 2", n)
	}
}

// TestApprovalBeforeAHold: where the policy wants one, the button holds, and buying is a step of its own.
func TestApprovalBeforeAHold(t *testing.T) {
	s, p := visit(t)
	p.findOptions()
	p.do(`await fetch("/v1/trips/" + location.hash.split("/")[2] + "/events", {method: "POST", body: JSON.stringify(
		{type: "INTENT_PATCHED", data: {patch: {policy: {rules: {holds_allowed_without_approval: false}}}}})})`)
	p.settled()
	p.press("Choose option 1")
	p.settled()
	p.press("Yes")
	p.settled()
	p.press("Approve, so that it is held")
	p.see("Held for you")
	p.settled()
	if n := count(s.log(p.tripID()), "USER_APPROVED_PURCHASE"); n != 1 {
		t.Errorf("%d approvals were sent, want one", n)
	}
	p.buy()
	p.see("Booking reference")
}

// TestPhone goes through a trip on a phone: nothing is wider than the screen, and what is pressed is large enough.
func TestPhone(t *testing.T) {
	s := serve(t)
	p := newTab(browserOf(t), t)
	p.size(390, 844)
	p.open(s.url())
	fits := func(where string) {
		t.Helper()
		if w := eval[int](p, "document.documentElement.scrollWidth"); w > 390 {
			t.Errorf("%s: the page is %d wide", where, w)
		}
		small := eval[[]string](p, `[...document.querySelectorAll("button, a, summary, select, input")]
			.filter((e) => e.checkVisibility() && !e.closest(".unseen, .skip, label"))
			.map((e) => [e, e.getBoundingClientRect()])
			.filter(([e, r]) => r.width > 0 && (r.height < 24 || r.width < 24 || r.right > innerWidth + 1 && !e.closest("#replies, .tablist, .graph")))
			.map(([e, r]) => e.outerHTML.slice(0, 120) + " " + Math.round(r.width) + "x" + Math.round(r.height))`)
		if len(small) > 0 {
			t.Errorf("%s: hard to press: %s", where, strings.Join(small, "\n"))
		}
	}
	fits("welcome")
	p.findOptions()
	fits("options")
	p.press("Choose option 3")
	p.settled()
	p.press("Yes")
	p.see("Held for you")
	p.settled()
	fits("held")
	p.buy()
	fits("booked")
	p.press("Trip")
	p.wait(`document.querySelector(".map .stop") && !document.querySelector("#chat").checkVisibility()`)
	fits("trip")
	p.inside()
	for _, name := range []string{"Decision", "Lifecycle", "Changes", "Tool calls", "Trip then"} {
		p.press(name)
		p.wait(`document.querySelector(".inspect-body").innerText.length > 20`)
		fits("inside, " + name)
	}
}

// TestPictures takes the pictures of a whole trip, which people look at: light, dark, and as wide as a phone.
func TestPictures(t *testing.T) {
	s := serve(t)
	p := newTab(browserOf(t), t)
	for _, look := range []struct {
		name          string
		width, height int64
		dark          bool
	}{{"light", 1440, 900, false}, {"dark", 1440, 900, true}, {"phone", 390, 844, false}, {"phone-dark", 390, 844, true}} {
		p.size(look.width, look.height)
		p.dark(look.dark)
		shot := func(name string) { p.picture(fmt.Sprintf("%s-%s", look.name, name)) }
		p.open(s.url() + "#/")
		p.open(s.url())
		shot("1-welcome")
		p.findOptions()
		shot("2-options")
		p.do(`document.querySelectorAll(".compare input").forEach((b, i) => (i === 0 || i === 2) && b.click())`)
		p.press("Compare")
		p.see("side by side")
		shot("3-compare")
		p.press("Choose option 3")
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
		}
		p.inside()
		for _, tab := range []string{"Decision", "Lifecycle", "Changes", "Tool calls", "Trip then"} {
			p.press(tab)
			p.wait(`document.querySelector(".inspect-body").innerText.length > 20`)
			shot("8-inside-" + tab)
		}
	}
}

// TestFailures says of each failure in words what it was, also where a tool gave a result that says it failed.
func TestFailures(t *testing.T) {
	s := serve(t)
	p := newTab(browserOf(t), t)
	for place, words := range map[string]string{
		"WQJ": "The flight search did not work", "WQD": "The flight search was refused", "WQR": "The flight search has to wait: the service is busy for a moment",
	} {
		p.open("about:blank")
		p.open(s.url())
		p.say("One adult from Boston to " + place + " on June 3, one way, no hotel")
		p.see(words + ".")
		p.settled()
		if got := eval[string](p, `document.querySelector(".step.bad .step-line span")?.textContent ?? ""`); got != words {
			t.Errorf("%s: the step says %q, want %q", place, got, words)
		}
	}
}
