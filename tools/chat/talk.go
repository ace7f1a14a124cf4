package chat

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

var (
	greeting = regexp.MustCompile(`(?i)^\s*(?:hi|hello|hey|good\s+(?:morning|afternoon|evening)|greetings)\b[^?]{0,20}$`)
	thanks   = regexp.MustCompile(`(?i)^\s*(?:(?:ok(?:ay)?|great|perfect|cool)[,. ]*)?(?:thanks?|thank\s+you|cheers)\b[^?]{0,40}$`)
	aboutMe  = regexp.MustCompile(`(?i)\b(?:what|who)\s+(?:can\s+you\s+do|are\s+you)\b|^\s*help\s*[.!?]*$`)
	myTrip   = regexp.MustCompile(`(?i)\b(?:my|our|the)\s+(?:trip|itinerary|plans?|flights?|route|booking)\b`)
)

// smallTalk answers when no tool has anything to say.
func (t *turn) smallTalk() string {
	switch {
	case thanks.MatchString(t.text):
		return t.say("thanks")
	case greeting.MatchString(t.text):
		return t.say("greeting") + " " + t.abilities()
	case aboutMe.MatchString(t.text):
		return t.abilities()
	case myTrip.MatchString(t.text) && len(t.intent.Itinerary.Segments) > 0:
		return t.tripSoFar()
	case exchange.MatchString(t.text):
		return t.say("no_rates")
	case entry.MatchString(t.text):
		return t.say("no_entry")
	case t.lacksWeb():
		return t.say("no_web") + " " + t.abilities()
	case pageAddress.MatchString(t.text) && !t.may(trip.ToolScrapeWeb):
		return t.say("no_pages") + " " + t.abilities()
	}
	return t.unanswered()
}

// unanswered is the answer to what no rule fits. Where the trip waits for something, that is more use than what else
// can be asked.
func (t *turn) unanswered() string {
	if ask := t.intent.Status.Ask; ask != nil && (ask.Kind == trip.AskMissing || ask.Kind == trip.AskClarify) {
		return t.say("no_answer") + " " + ask.Text
	}
	return t.say("no_answer") + " " + t.abilities()
}

const currency = `(?:usd|eur|gbp|jpy|chf|us\s*dollars?|dollars?|euros?|pounds?|yen|yuan|francs?|[$€£¥])`

// exchange are questions that need a rate of exchange.
var exchange = regexp.MustCompile(`(?i)\bexchange\s+rate|` + currency + `\s*(?:[0-9][0-9.,]*\s*)?(?:in|to|into|as|=)\s+` +
	currency + `|[0-9]\s*` + currency + `\s+in\s+(?:[a-z]+\s+)?(?:currency|money)\b|\bconvert\s+[0-9.,]+\s*` + currency)

// entry are questions about what a country asks of those who enter it.
var entry = regexp.MustCompile(`(?i)\bvisas?\b|\bpassports?\b|\bvaccin(?:at|e)|` +
	`\bentry\s+(?:rules?|requirements?|permits?)\b`)

// lacksWeb reports whether the web is to be searched and cannot be.
func (t *turn) lacksWeb() bool {
	return t.asksWeb() && t.webTool() == ""
}

// noTool is in place of a tool where the assistant needs none.
const noTool = "-"

// abilities names what the allowed tools can do; with none allowed it says what is always there.
func (t *turn) abilities() string {
	var can []string
	for _, a := range []struct{ tool, what string }{
		{trip.ToolGetWeather, "weather"},
		{trip.ToolSearchPlaces, "places"},
		{noTool, "distance"},
		{trip.ToolJavaScript, "sums"},
		{trip.ToolRetrieveChunks, "documents"},
		{t.webTool(), "web"},
		{trip.ToolScrapeWeb, "pages"},
	} {
		if a.tool == noTool || t.may(a.tool) {
			can = append(can, t.say("can_"+a.what))
		}
	}
	return t.say("abilities", "list", can)
}

// tripSoFar tells the legs of the itinerary.
func (t *turn) tripSoFar() string {
	var legs []string
	for _, s := range t.intent.Itinerary.Segments {
		day := ""
		if s.DepartDate != 0 {
			day = s.DepartDate.String()
		}
		legs = append(legs, t.say("leg", "from", named(s.Origin), "to", named(s.Destination), "day", day))
	}
	return t.say("trip", "legs", strings.Join(legs, t.say("then")))
}

func named(p trip.Place) string { return cmp.Or(p.City, p.Code) }
