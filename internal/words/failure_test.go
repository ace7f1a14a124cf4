package words_test

import (
	"testing"

	"github.com/legwork-go/legwork/internal/words"
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
		if got := words.Classify(tc.code, tc.text, tc.retryable); got != tc.want {
			t.Errorf("Classify(%q, %q, %v) = %s, want %s", tc.code, tc.text, tc.retryable, got, tc.want)
		}
	}
}

// What a tool requires is read of its whole text, and a place of the words for one.
func TestNeeds(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]words.Failure{
		"name is required.":               {Class: trip.ClassNeedsInput, Needs: words.NeedOther},
		"origin, city are required":       {Class: trip.ClassNeedsInput, Needs: words.NeedPlace},
		"Latitude and start are required": {Class: trip.ClassNeedsInput, Needs: words.NeedPlace},
		"login is required":               {Class: trip.ClassDenied, Needs: words.NeedOther},
		"something is missing":            {Class: trip.ClassFailed},
		"Could not geocode location: Xyz": {Class: trip.ClassFailed, NotFound: true},
	} {
		if got := words.ReadFailure("", text, trip.Unset); got != want {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

func TestTooManyRequests(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"429": true, "http 429": true, "https: 429": true, "status 429": true, "code 429": true, "error (429)": true, "http429": true,
		"rate limited": true, "too many requests": true, "flight 429 is full": false, "room 429": false, "status 500": false, "": false,
	} {
		if got := words.Classify("", text, trip.Unset) == trip.ClassRateLimited; got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
