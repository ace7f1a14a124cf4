// Package canary puts a secret into everything that can go wrong and looks for it in everything
// that comes out. It may stand in the event log and nowhere else (behaviour 2.4).
package canary

import (
	"strings"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// secret is what a tool must not tell. It reads like the name of a parameter, so that a text of
// it counts as one.
const secret = "canary-9c41f7"

// story is how a trip gets to call a tool.
type story struct {
	intent   string // the trip's start
	events   []trip.EventData
	extracts []string // answers of the extraction, the last one again and again
	proposal string   // answer of the first assistant step; a text answers the others
}

const (
	complete = `{"trip_intent":{"origin":"JFK","destination":"LIS","trip_type":"one_way","dates":{"departure_date":"2099-05-04"},"travelers":{"adults":1},` +
		`"stays":[{"location_code":"LIS","check_in":"2099-05-04","check_out":"2099-05-06"}]}}`
	moreTravellers = `{"trip_intent":{"travelers":{"adults":2}}}`
	assist         = `{"request":{"kind":"assist"}}`
)

// storyOf returns the story that calls a tool.
func storyOf(tool string) story {
	message := trip.UserMessage{Text: "JFK to Lisbon on May 4th"}
	booking := []trip.EventData{message, trip.UserSelectedBundle{BundleID: "b1"}, trip.UserRequestHold{}}
	switch tool {
	case trip.ToolFollowup:
		return story{events: []trip.EventData{message}, extracts: []string{`{}`}}
	case trip.ToolExtract, trip.ToolFlightSearch, trip.ToolHotelSearch, trip.ToolRank, trip.ToolRiskCheck, trip.ToolHold, trip.ToolPurchase:
		return story{events: append(booking, trip.UserApprovedPurchase{ApprovalToken: "tok", PaymentMethodID: "pm"}), extracts: []string{complete, `{}`}}
	case trip.ToolRelease:
		return story{events: append(booking, message), extracts: []string{complete, moreTravellers}}
	case trip.ToolResolveDocs:
		s := storyOf(trip.ToolRetrieveChunks)
		s.intent = `{"scope":{"property_id":"p","tenant":"t"}}`
		return s
	}
	arguments := map[string]string{
		trip.ToolSearchPlaces: `{"query":"dinner"}`, trip.ToolGetWeather: `{}`, trip.ToolJavaScript: `{"code":"1"}`,
		trip.ToolScrapeWeb: `{"url":"https://example.org"}`,
	}[tool]
	if arguments == "" {
		arguments = `{"query":"dinner"}`
	}
	return story{
		intent:   `{"itinerary":{"segments":[{"destination":{"code":"LIS","city":"Lisbon"}}],"lodging":{"stays":[{"location_code":"OPO"}]}}}`,
		events:   []trip.EventData{trip.UserMessage{Text: "Where to eat, and will it rain?"}},
		extracts: []string{assist},
		proposal: `{"tool_calls":[{"name":"` + tool + `","arguments":` + arguments + `},{"name":"scrape_web_content","arguments":{"url":"https://example.org/2"}}]}`,
	}
}

// good are answers of tools that do what they should.
var good = map[string]string{
	trip.ToolFollowup:     `{"message":"Where to?"}`,
	trip.ToolFlightSearch: `{"options":[{"option_id":"f1","total_price":{"amount":"610.00","currency":"USD"}}]}`,
	trip.ToolHotelSearch:  `{"options":[{"option_id":"h1","total_price":{"amount":"300.00","currency":"USD"}}]}`,
	trip.ToolRank: `{"bundles":[{"bundle_id":"b1","flight_option_ids":["f1"],"hotel_option_ids":["h1"],` +
		`"estimated_total":{"amount":"910.00","currency":"USD"}}]}`,
	trip.ToolRiskCheck:      `{"risks":[],"blocking_issues":[],"required_user_confirmations":[]}`,
	trip.ToolHold:           `{"holds":[{"hold_id":"H1","item_type":"flight","option_id":"f1","status":"held","expires_at":"2099-01-01T00:00:00Z"}]}`,
	trip.ToolRelease:        `{}`,
	trip.ToolPurchase:       `{"confirmation":{"record_locator":"QX7PLM","status":"confirmed"}}`,
	trip.ToolRetrieveDocs:   `{"documents":[{"document_id":"d1"}]}`,
	trip.ToolResolveDocs:    `{"document_ids":["d1"]}`,
	trip.ToolRetrieveChunks: `{"chunks":[{"document_id":"d1","text":"x"}]}`,
	trip.ToolSearchPlaces:   `{"results":[{"name":"Ramiro"}]}`,
	trip.ToolWebSearch:      `{"results":[{"title":"News"}]}`,
	trip.ToolSearchWeb:      `{"results":[{"title":"News"}]}`,
	trip.ToolScrapeWeb:      `{"text":"A page."}`,
	trip.ToolGetWeather:     `{"summary":"sun"}`,
	trip.ToolJavaScript:     `{"result":1}`,
}

// teller gives the good answers of a story.
type teller struct {
	story
	extracted, steps int
}

func (s *teller) answer(tool string) string {
	switch tool {
	case trip.ToolExtract:
		s.extracted++
		return s.extracts[min(s.extracted, len(s.extracts))-1]
	case trip.ToolAssistantStep:
		s.steps++
		if s.steps == 1 && s.proposal != "" {
			return s.proposal
		}
		return `{"text":"That is all.","finish_reason":"stop"}`
	}
	return good[tool]
}

// header is the first line of the story's recording.
func (s *story) header() string {
	intent := s.intent
	if intent == "" {
		intent = "{}"
	}
	return `{"recording":"legwork/1","trip_id":"t1","intent":` + intent + `}`
}

// eachTool runs a test for every tool of the catalog.
func eachTool(t *testing.T, test func(t *testing.T, tool string)) {
	t.Helper()
	for tool := range catalog.Default().Tools {
		t.Run(tool.Name, func(t *testing.T) { test(t, tool.Name) })
	}
}

// isClean fails when the secret stands in an output.
func isClean(t *testing.T, where, output string) {
	t.Helper()
	if i := strings.Index(output, secret); i >= 0 {
		t.Errorf("%s holds the secret: …%s…", where, output[max(i-200, 0):min(i+100, len(output))])
	}
}
