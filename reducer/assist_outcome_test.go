package reducer_test

import (
	"testing"

	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/trip"
)

func TestClassify(t *testing.T) {
	for _, tc := range []struct {
		code, text string
		retryable  trip.OptBool
		want       trip.Class
	}{
		{"timeout", "location is required", trip.Unset, trip.ClassTimeout},
		{" DENIED ", "", trip.Unset, trip.ClassDenied},
		{"ok", "boom", trip.Unset, trip.ClassFailed},
		{"ECONNRESET", "boom", trip.Unset, trip.ClassFailed},
		{"429", "", trip.Unset, trip.ClassRateLimited},
		{"", "location is required", trip.Unset, trip.ClassNeedsInput},
		{"", "  Start_date, end-date and 2 guests are required. ", trip.Unset, trip.ClassNeedsInput},
		{"", "At least one field to update is required", trip.Unset, trip.ClassNeedsInput},
		{"", "location is required", trip.False, trip.ClassNeedsInput},
		{"", "dates must be a non-empty list", trip.Unset, trip.ClassFailed},
		{"", "error: location is required", trip.Unset, trip.ClassFailed},
		{"", "location is required!", trip.Unset, trip.ClassFailed},
		{"", "location is required for this", trip.Unset, trip.ClassFailed},
		{"", "is required", trip.Unset, trip.ClassFailed},
		{"", "authentication is required", trip.Unset, trip.ClassDenied},
		{"", "Login is required.", trip.True, trip.ClassDenied},
		{"", "payment is required", trip.Unset, trip.ClassDenied},
		{"", "payment_method is required", trip.Unset, trip.ClassNeedsInput},
		{"", "user_id, login and payment are required", trip.Unset, trip.ClassDenied},
		{"", "the land is required", trip.Unset, trip.ClassNeedsInput},
		{"", "HTTP 429", trip.True, trip.ClassRateLimited},
		{"", "upstream said: status=429", trip.Unset, trip.ClassRateLimited},
		{"", "https://example.org/quotes: 429", trip.Unset, trip.ClassRateLimited},
		{"", "supplier error 429", trip.Unset, trip.ClassRateLimited},
		{"", "exit code 429", trip.Unset, trip.ClassRateLimited},
		{"", "Rate limit exceeded", trip.Unset, trip.ClassRateLimited},
		{"", "rate_limit_exceeded", trip.Unset, trip.ClassRateLimited},
		{"", "Too Many Requests", trip.Unset, trip.ClassRateLimited},
		{"", "http 4290", trip.Unset, trip.ClassFailed},
		{"", "room 429 is taken", trip.Unset, trip.ClassFailed},
		{"", "HTTP/1.1 429", trip.Unset, trip.ClassRateLimited},
		{"", "HTTP429", trip.Unset, trip.ClassRateLimited},
		{"", "Error 429: slow down", trip.Unset, trip.ClassRateLimited},
		{"", "429 slow down", trip.Unset, trip.ClassRateLimited},
		{"", "flight 429 has an error", trip.Unset, trip.ClassFailed},
		{"", "corporate limited", trip.Unset, trip.ClassFailed},
		{"", "no such model", trip.False, trip.ClassPermanent},
		{"", "no such model", trip.True, trip.ClassFailed},
		{"", "", trip.Unset, trip.ClassFailed},
	} {
		if got := reducer.Classify(tc.code, tc.text, tc.retryable); got != tc.want {
			t.Errorf("Classify(%q, %q, %v) = %s, want %s", tc.code, tc.text, tc.retryable, got, tc.want)
		}
	}
}

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
