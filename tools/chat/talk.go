package chat

import (
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
		return "You are welcome."
	case greeting.MatchString(t.text):
		return "Hello! " + t.abilities()
	case aboutMe.MatchString(t.text):
		return t.abilities()
	case myTrip.MatchString(t.text) && len(t.intent.Itinerary.Segments) > 0:
		return t.tripSoFar()
	case exchange.MatchString(t.text):
		return noRates
	case entry.MatchString(t.text):
		return noEntry
	case t.lacksWeb():
		return noWeb + " " + t.abilities()
	case pageAddress.MatchString(t.text) && !t.may(trip.ToolScrapeWeb):
		return "I cannot read web pages here. " + t.abilities()
	}
	return t.unanswered()
}

// unanswered is the answer to what no rule fits.
func (t *turn) unanswered() string {
	return "I cannot answer that. " + t.abilities()
}

const currency = `(?:usd|eur|gbp|jpy|chf|us\s*dollars?|dollars?|euros?|pounds?|yen|yuan|francs?|[$€£¥])`

// exchange are questions that need a rate of exchange.
var exchange = regexp.MustCompile(`(?i)\bexchange\s+rate|` + currency + `\s*(?:[0-9][0-9.,]*\s*)?(?:in|to|into|as|=)\s+` +
	currency + `|[0-9]\s*` + currency + `\s+in\s+(?:[a-z]+\s+)?(?:currency|money)\b|\bconvert\s+[0-9.,]+\s*` + currency)

const noRates = "I know no rates of exchange. With the rate I can calculate, such as 100 * 1.08."

// entry are questions about what a country asks of those who enter it.
var entry = regexp.MustCompile(`(?i)\bvisas?\b|\bpassports?\b|\bvaccin(?:at|e)|` +
	`\bentry\s+(?:rules?|requirements?|permits?)\b`)

const noEntry = "I have no source for what a country asks of those who enter it: about a visa, a passport or " +
	"vaccinations please ask its embassy or the airline."

const noWeb = "I cannot search the web here: no search is set up."

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
		{trip.ToolGetWeather, "tell the usual weather of a place"},
		{trip.ToolSearchPlaces, "find restaurants, sights and places to stay"},
		{noTool, "say how far places are from each other"},
		{trip.ToolJavaScript, "calculate"},
		{trip.ToolRetrieveChunks, "look into your documents"},
		{t.webTool(), "search the web"},
		{trip.ToolScrapeWeb, "read a web page"},
	} {
		if a.tool == noTool || t.may(a.tool) {
			can = append(can, a.what)
		}
	}
	text := can[len(can)-1]
	if len(can) > 1 {
		text = strings.Join(can[:len(can)-1], ", ") + " and " + text
	}
	return "I can " + text + ", and plan a trip with you."
}

// tripSoFar tells the legs of the itinerary.
func (t *turn) tripSoFar() string {
	var legs []string
	for _, s := range t.intent.Itinerary.Segments {
		leg := named(s.Origin) + " to " + named(s.Destination)
		if s.DepartDate != 0 {
			leg += " on " + s.DepartDate.String()
		}
		legs = append(legs, leg)
	}
	return "Your trip so far: " + strings.Join(legs, ", then ") + "."
}

func named(p trip.Place) string {
	switch {
	case p.City != "":
		return p.City
	case p.Code != "":
		return p.Code
	}
	return "a place that is still open"
}
