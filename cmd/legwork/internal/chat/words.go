package chat

import (
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// work is what a person reads in the place of a tool's name: while it runs, and once it is done.
type work struct{ doing, did string }

// works are the steps that the engine and its assistant make.
var works = map[string]work{
	trip.ToolExtract:        {"Reading your message", "Read your message"},
	trip.ToolFollowup:       {"Finding the next question", "Asked what is missing"},
	trip.ToolFlightSearch:   {"Searching flights", "Searched flights"},
	trip.ToolHotelSearch:    {"Searching hotels", "Searched hotels"},
	trip.ToolRank:           {"Comparing what was found", "Compared what was found"},
	trip.ToolRiskCheck:      {"Checking the fine print", "Checked the fine print"},
	trip.ToolHold:           {"Placing the holds", "Placed the holds"},
	trip.ToolRelease:        {"Giving the holds back", "Gave the holds back"},
	trip.ToolPurchase:       {"Buying your trip", "Bought your trip"},
	trip.ToolAssistantStep:  {"Thinking", "Thought about it"},
	trip.ToolSearchPlaces:   {"Looking for places", "Looked for places"},
	trip.ToolWebSearch:      {"Searching the web", "Searched the web"},
	trip.ToolSearchWeb:      {"Searching the web", "Searched the web"},
	trip.ToolScrapeWeb:      {"Reading a web page", "Read a web page"},
	trip.ToolJavaScript:     {"Calculating", "Calculated"},
	trip.ToolGetWeather:     {"Looking up the weather", "Looked up the weather"},
	trip.ToolRetrieveDocs:   {"Looking for documents", "Looked for documents"},
	trip.ToolRetrieveChunks: {"Reading documents", "Read documents"},
	trip.ToolResolveDocs:    {"Looking for documents", "Looked for documents"},
}

// workOf returns the words for a tool. The name of one that is an embedder's own is written in words.
func workOf(tool string) work {
	if w, ok := works[tool]; ok {
		return w
	}
	name := oneLine(strings.NewReplacer("_", " ", "-", " ").Replace(tool))
	return work{"Working on “" + name + "”", "Done: " + name}
}
