package browser

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"github.com/legwork-go/legwork/texts/textstest"
)

// readsNoEnglish holds that all that a person sees, hears or has as a hint is German. What a person or a supplier named
// is left out: airlines, hotels, and the messages of the person.
func (p *tab) readsNoEnglish(when string) {
	p.t.Helper()
	text := eval[string](p, `(() => {
		const copy = document.body.cloneNode(true);
		for (const e of copy.querySelectorAll("noscript, script, .brand, .credit, .stay .strong, .block .lines, .flight .muted, .flight .unseen")) e.remove();
		const named = [...copy.querySelectorAll("[aria-label], [title], [placeholder]")]
			.flatMap((e) => ["aria-label", "title", "placeholder"].map((name) => e.getAttribute(name) ?? ""));
		for (const e of copy.querySelectorAll("*")) e.append(" ");
		return copy.textContent + named.join(" ") + document.title;
	})()`)
	if found := textstest.English(text); len(found) > 0 {
		p.t.Errorf("%s: %v is English in %q", when, found, text)
	}
	if lang := eval[string](p, `document.documentElement.lang`); lang != "de" {
		p.t.Errorf("%s: the page says that it is in %q", when, lang)
	}
}

// TestGerman plans and buys a trip in German: by the language of the browser, or of the first message where the browser
// is English.
// Rule: 7.0.languages
func TestGerman(t *testing.T) {
	for _, language := range []string{"de-AT", "en-US"} {
		t.Run(language, func(t *testing.T) {
			s := serve(t)
			p := newTab(browserOf(t), t)
			call(p, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{
				UserAgent: eval[string](p, "navigator.userAgent"), AcceptLanguage: language,
			})
			p.open(s.url())
			if language == "de-AT" {
				p.readsNoEnglish("at the start")
				p.picture("german-start")
			}
			p.say("Zwei Erwachsene von Berlin nach Lissabon am 3. Juni, zurück am 10. Juni, mit Hotel, höchstens 3000 Euro")
			p.see("Das sind Ihre besten Optionen.")
			p.settled()
			p.readsNoEnglish("with options")
			p.picture("german-options-" + language)
			p.say("Wie ist das Wetter dort?")
			p.see("Wetter in Lissabon")
			p.settled()
			p.press("Die billigste")
			p.settled()
			p.press("Ja")
			p.see("Das ist für Sie reserviert.")
			p.settled()
			p.readsNoEnglish("with a hold")
			p.press("Prüfen und kaufen")
			p.see("Mehr wird nicht gekauft.")
			p.readsNoEnglish("in the review")
			p.picture("german-review-" + language)
			p.do(`for (const box of document.querySelectorAll("dialog input")) box.click()`)
			p.press("Kaufen für")
			p.see("Buchungscode")
			p.settled()
			p.readsNoEnglish("with a booking")
			p.size(390, 844)
			p.picture("german-narrow-" + language)
			p.readsNoEnglish("where it is narrow")
		})
	}
}
