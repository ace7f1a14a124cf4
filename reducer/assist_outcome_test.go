package reducer_test

import (
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestErrorInAResult is an error whatever event carried it, with what it says of itself.
func TestErrorInAResult(t *testing.T) {
	for result, want := range map[string]trip.Class{
		`{"error":"boom","results":[{"title":"x"}]}`: trip.ClassFailed,
		`{"error":"no key","retryable":false}`:       trip.ClassPermanent,
		`{"error":"slow","code":"timeout"}`:          trip.ClassTimeout,
		`{"error":"query is required"}`:              trip.ClassNeedsInput,
		`{"error":"","results":[]}`:                  trip.ClassEmpty,
		`{"error":null,"results":[{"title":"x"}]}`:   trip.ClassOK,
		`{"results":"none"}`:                         trip.ClassFailed, // breaks the schema
	} {
		c := ask(t, "Who won?").calls("web_search", `{"query":"who"}`).gives("web_search", result)
		if c.d.Outcome != want {
			t.Errorf("%s has outcome %s, want %s", result, c.d.Outcome, want)
		}
	}
}

// TestQuestionWinsOverTheRound asks once, whatever else the round came to.
func TestQuestionWinsOverTheRound(t *testing.T) {
	ask(t, "Look it up").
		calls("web_search", `{"query":"a"}`, "search_places", `{"location":"Oslo"}`, "scrape_web_content", `{"url":"b"}`).
		fails("web_search", "", "language is required").
		fails("search_places", "", "language is required").
		gives("scrape_web_content", `{"text":"x"}`).
		is(trip.AssistAnswered).queues().notes().
		shows("I need one more detail for that. Could you tell me more precisely what you are after?")
}
