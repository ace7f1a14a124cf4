package reducer_test

import (
	"strings"
	"testing"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/trip"
)

const (
	lisbon       = `"intent":{"itinerary":{"segments":[{"destination":{"code":"LIS","city":"Lisbon"},"depart_date":"2026-05-04"}]}}`
	lisbonOporto = `"intent":{"itinerary":{"segments":[{"destination":{"code":"LIS","city":"Lisbon"}}],` +
		`"lodging":{"stays":[{"location_code":"LIS","location_hint":"lisbon"},{"location_code":"OPO","location_hint":"Rua 7, Oporto"}]}}}`
	noSuchPlace = "could not geocode location: Lisbon"
	whereText   = "Where should I look? Please name a city or a place."

	whereAndWhenText = "For which place, and for which days? Please name a city or a place."
	detailText       = "I need one more detail for that. Could you tell me more precisely what you are after?"
)

func TestSearchesOfOneRoundShareThePlace(t *testing.T) {
	openChat(t, lisbon, "Museums, and then concerts?").
		calls("search_places", `{"query":"museums"}`, "search_places", `{"query":"concerts"}`).
		queues(`search_places {"location":"Lisbon","query":"museums"}`, `search_places {"location":"Lisbon","query":"concerts"}`).
		gives("search_places", `{"results":[{"name":"MAAT"}]}`).
		gives("search_places", `{"results":[]}`).
		calls("search_places", `{"query":"fado"}`).
		queues(`search_places {"location":"Lisbon","query":"fado"}`)
}

func TestFailedPlaceIsNeverTriedAgain(t *testing.T) {
	c := openChat(t, lisbonOporto, "Museums, and then concerts?").
		calls("search_places", `{"query":"museums"}`, "search_places", `{"query":"concerts"}`).
		fails("search_places", "", noSuchPlace).
		queues(`search_places {"location":"Oporto","query":"museums"}`).
		fails("search_places", "", noSuchPlace).
		queues(`search_places {"location":"Oporto","query":"concerts"}`).
		gives("search_places", `{"results":[{"name":"Serralves"}]}`).
		gives("search_places", `{"results":[{"name":"Casa da Música"}]}`)
	// The model insists on the place: it gets the next one.
	c.calls("search_places", `{"location":" LISBON ","query":"parks"}`).
		queues(`search_places {"location":"Oporto","query":"parks"}`).
		fails("search_places", "", noSuchPlace).
		queues("assistant_step")
	// With all of them tried it is no question, whether or not the model names one.
	c.calls("search_places", `{"location":"Oporto","query":"bars"}`, "search_places", `{"query":"bars"}`).
		queues("assistant_step").
		notes("[not_admitted] search_places: its place could not be found", "[not_admitted] search_places: its place could not be found")
	// A turn later the places have a new chance.
	c.proposes(`{"text":"I could not look that up.","finish_reason":"stop"}`).says("Parks, please").
		calls("search_places", `{"query":"parks"}`).
		queues(`search_places {"location":"Lisbon","query":"parks"}`)
}

func TestNextPlaceIsNoCallThatRuns(t *testing.T) {
	openChat(t, lisbonOporto, "Museums?").
		calls("search_places", `{"location":"Oporto"}`, "search_places", `{}`).
		queues(`search_places {"location":"Oporto"}`, `search_places {"location":"Lisbon"}`).
		event(trip.ToolError{CallID: calls.ID("t1", 1, 4), ToolName: "search_places", Error: noSuchPlace}).
		queues() // Oporto is being searched with the same arguments
	openChat(t, lisbonOporto, "Museums?").
		calls("search_places", `{"location":"Oporto"}`).gives("search_places", `{"results":[]}`).
		calls("search_places", `{}`).queues(`search_places {"location":"Lisbon"}`).
		fails("search_places", "", noSuchPlace).queues("assistant_step") // and Oporto was
}

func TestOtherFailuresLeaveThePlace(t *testing.T) {
	openChat(t, lisbonOporto, "Museums?").
		calls("search_places", `{}`).
		fails("search_places", "timeout", "").queues("assistant_step").
		calls("search_places", `{}`).
		queues(`search_places {"location":"Lisbon"}`).
		fails("search_places", "timeout", "").queues("assistant_step").
		calls("search_places", `{}`).
		is(trip.ErrorRetryable).
		notes("[not_admitted] search_places: it may not be used again in this turn",
			"[tool_execution_error] search_places failed: the search for places took too long. Say 'try again' or send a new message to re-run.")
}

func TestMissingPlaceWithNothingToTryIsAsked(t *testing.T) {
	ask(t, "Find museums").
		calls("search_places", `{"location":"here"}`).
		fails("search_places", "", "Location is required.").
		is(trip.AssistAnswered).shows(whereText).queues().notes()
	ask(t, "Find museums").
		calls("search_places", `{"location":"here"}`).
		fails("search_places", "", "could not geocode location 'here'").
		queues("assistant_step").shows()
	ask(t, "Find museums").
		calls("web_search", `{"query":"museums"}`, "search_places", `{}`).
		is(trip.AssistAnswered).shows(whereText).queues()
}

// TestOpenRequestIsToldToTheNextExtraction, until it is answered or left.
func TestOpenRequestIsToldToTheNextExtraction(t *testing.T) {
	asked := func() *chat {
		return ask(t, "Museums, please. Where?").calls("search_places", `{}`).is(trip.AssistAnswered).shows(whereText)
	}
	is := func(c *chat, want string) {
		t.Helper()
		if got := c.in.Turn.OpenRequest; got != want {
			t.Errorf("the open request is %q, want %q", got, want)
		}
	}
	c := asked()
	is(c, "Museums, please. Where?")
	c.says("Lisbon")
	is(c, "Museums, please. Where?")
	c.calls("search_places", `{"location":"Lisbon"}`).gives("search_places", `{"results":[]}`).proposes(`{"text":"None."}`)
	is(c, "")
	c = asked()
	c.says("Somewhere?").calls("search_places", `{}`).shows(whereText)
	is(c, "Museums, please. Where? Somewhere?")
	c = asked()
	c.event(trip.UserRequestHold{})
	is(c, "")
	c = asked()
	c.event(trip.UserMessage{Text: "JFK to Lisbon"})
	c.gives(trip.ToolExtract, `{}`)
	is(c, "")
}

// TestWhatIsMissingIsAPlace tells a search that wants a place from one that wants something else.
func TestWhatIsMissingIsAPlace(t *testing.T) {
	for text, isPlace := range map[string]bool{
		"City is required": true, "destination and query are required": true, "where?": true, "": true,
		"query is required": false, "radius_km is required.": false,
	} {
		c := openChat(t, lisbonOporto, "Museums?").calls("search_places", `{}`).fails("search_places", "needs_input", text)
		if isPlace {
			c.queues(`search_places {"location":"Oporto"}`)
			continue
		}
		c.is(trip.AssistAnswered).shows(detailText)
	}
}

func TestPlaceWithinAPlan(t *testing.T) {
	ask(t, "Find museums").
		proposes(`{"plan":{"steps":[{"id":"a","tool":"web_search","args":{"query":"museums"}},{"id":"b","tool":"search_places","args":{}}]}}`).
		queues(`web_search {"query":"museums"}`).
		gives("web_search", `{"results":[{"title":"MAAT"}]}`).
		is(trip.AssistAnswered).shows(whereText)
	openChat(t, lisbonOporto, "Find museums").
		proposes(`{"plan":{"steps":[{"id":"a","tool":"search_places","args":{}}]}}`).
		fails("search_places", "", noSuchPlace).
		queues(`search_places {"location":"Oporto"}`).
		gives("search_places", `{"results":[]}`).
		queues("assistant_step")
}

func TestRepairsUseUpTheBudget(t *testing.T) {
	c := openChat(t, lisbonOporto, "Museums?")
	for range 7 {
		c.calls("search_places", `{"location":"Faro","query":"`+strings.Repeat("x", len(c.in.Turn.Assist.Prints)+1)+`"}`).
			gives("search_places", `{"results":[]}`)
	}
	c.calls("search_places", `{"location":"Nowhere"}`).fails("search_places", "", noSuchPlace)
	if allowed := c.step().AllowedTools; len(allowed) != 7 {
		t.Errorf("allowed tools %v, want all but search_places", allowed)
	}
}

// TestMessageAsPlace takes messages for places, or asks.
func TestMessageAsPlace(t *testing.T) {
	for message, want := range map[string]string{
		"Lisbon":                        "Lisbon",
		"  Rio de Janeiro  ":            "Rio de Janeiro",
		"Paris; then Rome":              "Paris",
		"10115":                         "10115",
		"One Two Three Four Five Six":   "One Two Three Four Five Six",
		"One Two Three Four Five Six 7": "",
		"one two three":                 "",
		strings.Repeat("x", 80):         strings.Repeat("x", 80),
		strings.Repeat("x", 81):         "",
		strings.Repeat("é", 80):         strings.Repeat("é", 80),
		"Lisbon?":                       "",
		"…!":                            "",
		"+2 more":                       "",
		"Show Lisbon":                   "",
		"PLEASE, Lisbon":                "",
		"Fetch":                         "",
		"Showtime Lisbon":               "Showtime Lisbon",
		"Showtime in Lisbon":            "",
		"Could":                         "",
		"; Lisbon":                      "",
		"Hyde Park":                     "Hyde Park",
		"Barcelona":                     "Barcelona",
		"Lisbon please":                 "Lisbon",
		"What's in Lisbon":              "",
		"Sushi":                         "",
		"MUSEUMS!":                      "",
		"a museum in Lisbon":            "",
		"Bars of Lisbon":                "",
		"Best of Lisbon":                "",
		"cheap-ish":                     "",
	} {
		c := ask(t, message).calls("search_places", `{"category":"tourism"}`)
		if want == "" {
			c.is(trip.AssistAnswered).shows(whereText).queues()
			continue
		}
		c.queues(`search_places {"category":"tourism","location":"` + want + `"}`)
	}
}

// TestStops takes the first place of a trip.
func TestStops(t *testing.T) {
	for intent, want := range map[string]string{
		`{"itinerary":{"segments":[{"destination":{"code":"LIS","city":" "}}]}}`:                                        "LIS",
		`{"itinerary":{"segments":[{"destination":{"city":"London; Paris"}}]}}`:                                         "London",
		`{"itinerary":{"segments":[{"destination":{"city":"+3 more"}}],"lodging":{"stays":[{"location_code":"OPO"}]}}}`: "OPO",
		`{"itinerary":{"lodging":{"stays":[{"location_hint":"Little Turnstile 6, London","location_code":"LON"}]}}}`:    "London",
		`{"itinerary":{"lodging":{"stays":[{"location_hint":"Alfama, Lisbon","location_code":"LIS"}]}}}`:                "Alfama, Lisbon",
		`{"itinerary":{"lodging":{"stays":[{"location_hint":"+1 more","location_code":"LIS"}]}}}`:                       "LIS",
		`{"itinerary":{"lodging":{"stays":[{"location_hint":"350 5th Ave, New York, NY"}]}}}`:                           "New York, NY",
		`{"itinerary":{"lodging":{"stays":[{"location_hint":"Rua 1, 1100-053 Lisbon"}]}}}`:                              "1100-053 Lisbon",
		`{"itinerary":{"lodging":{"location_hint":"Rua 1, Faro"}}}`:                                                     "Faro",
	} {
		openChat(t, `"intent":`+intent, "Anything to see?").
			calls("search_places", `{"location":null,"category":"tourism"}`).
			queues(`search_places {"category":"tourism","location":"` + want + `"}`)
	}
}

func TestDining(t *testing.T) {
	for message, food := range map[string]bool{
		"Dinner?": true, "a CAFE": true, "bars": true, "sushi bar": true, "eat-in": true, "cuisine!": true, "Meals, please": true,
		"barbecue": false, "theatre": false, "breakfast_club": false, "mealtime": false, "foodie": false, "barcelona": false,
	} {
		want := `search_places {"location":"Faro"}`
		if food {
			want = `search_places {"category":"food","location":"Faro"}`
		}
		ask(t, message).calls("search_places", `{"location":"Faro","category":" "}`).queues(want)
		ask(t, message).calls("search_places", `{"location":"Faro","category":"lodging"}`).
			queues(`search_places {"category":"lodging","location":"Faro"}`)
	}
}

func TestDiningRemembersThreeMessages(t *testing.T) {
	c := ask(t, "Where is dinner?").proposes(`{"text":"Where to?"}`)
	for i, want := range []string{
		`{"category":"food","location":"Faro"}`, `{"category":"food","location":"Faro"}`,
		`{"category":"food","location":"Faro"}`, `{"location":"Faro"}`,
	} {
		c.says("Faro").calls("search_places", `{"location":"Faro"}`).queues("search_places " + want)
		c.gives("search_places", `{"results":[]}`).proposes(`{"text":"Nothing."}`)
		if i == 2 && len(c.in.Turn.Assist.Recent) != 3 {
			t.Errorf("%d messages are remembered, want 3", len(c.in.Turn.Assist.Recent))
		}
	}
}

func TestWeather(t *testing.T) {
	const dated = `"intent":{"itinerary":{"segments":[{"destination":"LIS","depart_date":"2026-05-04"}],` +
		`"lodging":{"check_in":"2026-05-04","check_out":"2026-05-06"}}}`
	openChat(t, dated, "Will it rain?").
		calls("get_weather", `{"latitude":null}`).
		queues(`get_weather {"end_date":"2026-05-06","location":"LIS","start_date":"2026-05-04"}`).
		fails("get_weather", "", "could not geocode location LIS").
		queues("assistant_step") // unlike a search it gets no second place
	openChat(t, dated, "Will it rain?").
		calls("get_weather", `{"latitude":1,"longitude":2}`).queues(`get_weather {"latitude":1,"longitude":2}`)
	openChat(t, dated, "Will it rain?").
		calls("get_weather", `{"location":"Faro"}`).queues(`get_weather {"location":"Faro"}`)
	// Half of the coordinates is none. Days that the model names stay, be it one of them.
	for proposed, want := range map[string]string{
		`{"latitude":1}`:              `{"end_date":"2026-05-06","location":"LIS","start_date":"2026-05-04"}`,
		`{"longitude":2}`:             `{"end_date":"2026-05-06","location":"LIS","start_date":"2026-05-04"}`,
		`{"start_date":"2026-05-05"}`: `{"location":"LIS","start_date":"2026-05-05"}`,
		`{"end_date":"2026-05-05"}`:   `{"end_date":"2026-05-05","location":"LIS"}`,
	} {
		openChat(t, dated, "Will it rain?").calls("get_weather", proposed).queues("get_weather " + want)
	}
	// A place that could not be found is no stop that has coordinates; the message is none.
	openChat(t, lisbonOporto, "Will it rain").
		calls("search_places", `{}`).fails("search_places", "", noSuchPlace).gives("search_places", `{"results":[]}`).
		calls("get_weather", `{}`).queues(`get_weather {"location":"Oporto"}`)
	ask(t, "Faro").calls("get_weather", `{}`).queues(`get_weather {}`).
		fails("get_weather", "", "latitude and longitude are required").is(trip.AssistAnswered).shows(whereAndWhenText)
	// A place without coordinates gives way to the first stop, once; with coordinates nothing is repaired.
	openChat(t, dated, "Will it rain?").
		calls("get_weather", `{"location":"Faro"}`).fails("get_weather", "", "latitude and longitude are required").
		queues(`get_weather {"end_date":"2026-05-06","location":"LIS","start_date":"2026-05-04"}`).
		fails("get_weather", "", "latitude and longitude are required").is(trip.AssistAnswered).shows(whereAndWhenText)
	ask(t, "Faro").calls("get_weather", `{"location":"Faro"}`).fails("get_weather", "", "latitude and longitude are required").
		queues().is(trip.AssistAnswered)
	openChat(t, dated, "Will it rain?").
		calls("get_weather", `{"location":"Faro"}`).fails("get_weather", "needs_input", "which days?").
		is(trip.AssistAnswered).shows(whereAndWhenText)
	openChat(t, dated, "Will it rain?").
		calls("get_weather", `{"location":"Faro"}`).fails("get_weather", "timeout", "location is required").
		queues("assistant_step")
	openChat(t, dated+`,"catalog":[`+tool("tides", "")+`]`, "When is high tide?").
		calls("tides", `{"location":"Faro"}`).fails("tides", "", "location is required").
		queues().is(trip.AssistAnswered)
	openChat(t, dated, "Will it rain?").
		calls("get_weather", `{"latitude":1,"longitude":2}`).fails("get_weather", "", "location is required").
		is(trip.AssistAnswered).shows(whereAndWhenText)
}

// The weather is asked of the days of the trip, from its first leg or stay to its last, and of a week at most.
func TestDaysOfTheWeather(t *testing.T) {
	const to, on = `{"destination":"LIS","depart_date":"2026-05-04"}`, `{"destination":"OPO","depart_date":"2026-05-07"}`
	for itinerary, days := range map[string]string{
		`{"segments":[` + to + `],"lodging":{"needed":false,"check_in":"2026-05-04","check_out":"2026-05-06"}}`:            "2026-05-04 2026-05-04",
		`{"segments":[` + to + `,` + on + `],"lodging":{"needed":false}}`:                                                  "2026-05-04 2026-05-07",
		`{"segments":[` + to + `,` + on + `],"lodging":{"check_in":"2026-05-05","check_out":"2026-05-06"}}`:                "2026-05-04 2026-05-07",
		`{"segments":[` + to + `],"lodging":{"check_in":"2026-05-05","check_out":"2026-05-30"}}`:                           "2026-05-04 2026-05-10",
		`{"trip_type":"stay_only","lodging":{"location_hint":"LIS","check_in":"2026-05-05","check_out":"2026-05-06"}}`:     "2026-05-05 2026-05-06",
		`{"segments":[{"destination":"LIS"}],"lodging":{"check_in":"2026-05-05","check_out":"2026-05-06"}}`:                "2026-05-05 2026-05-06",
		`{"segments":[{"destination":"LIS"}],"lodging":{"needed":false,"check_in":"2026-05-05","check_out":"2026-05-06"}}`: "",
	} {
		c := openChat(t, `"intent":{"itinerary":`+itinerary+`}`, "Will it rain?").calls("get_weather", `{}`)
		if want := `get_weather {"location":"LIS"}`; days == "" {
			c.queues(want)
			continue
		}
		c.queues(`get_weather {"end_date":"` + days[11:] + `","location":"LIS","start_date":"` + days[:10] + `"}`)
	}
}

// TestPlacesOfTheTrip reads places from texts that list more than one.
func TestPlacesOfTheTrip(t *testing.T) {
	for city, place := range map[string]string{
		"Lisbon": "Lisbon", " Lisbon ; Porto": "Lisbon", "Lisbon, +2 more": "Lisbon", "Lisbon +12 MORE": "Lisbon",
		"+1 more": "LIS", ";Porto": "LIS", " ": "LIS", "C+3 more or less": "C+3 more or less", "+ more": "+ more",
	} {
		intent := `"intent":{"itinerary":{"segments":[{"destination":{"code":"LIS","city":"` + city + `"}}]}}`
		openChat(t, intent, "What is there?").calls("search_places", `{}`).queues(`search_places {"location":"` + place + `"}`)
	}
}
