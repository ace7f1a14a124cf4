package models_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/adapters/llm"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

func TestStatusClasses(t *testing.T) {
	t.Parallel()
	openaiError := `{"error":{"message":"Incorrect API key provided: ` + canary + ` or sk-cana***c2a.","type":"x","code":"y"}}`
	cases := []struct {
		status int
		body   string
		class  trip.Class
	}{
		{400, openaiError, trip.ClassPermanent},
		{401, openaiError, trip.ClassDenied},
		{401, "<html>" + canary + "</html>", trip.ClassDenied},
		{402, "", trip.ClassDenied},
		{403, openaiError, trip.ClassDenied},
		{404, openaiError, trip.ClassPermanent},
		{408, "", trip.ClassTimeout},
		{429, `{"error":{"message":"You exceeded your quota","code":"insufficient_quota"}}`, trip.ClassDenied},
		{429, "slow down", trip.ClassRateLimited},
		{500, openaiError, trip.ClassFailed},
		{502, "<html>bad gateway</html>", trip.ClassFailed},
		{504, "", trip.ClassTimeout},
		{529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, trip.ClassFailed},
		{500, strings.Repeat("long ", 100_000), trip.ClassFailed},
	}
	for _, model := range []llm.Config{streamed, whole, claude} {
		for _, c := range cases {
			s := newServer(t, body(c.status, c.body))
			said := fails(t, s.registry(t, model, llm.Options{})[trip.ToolAssistantStep], request(assistArguments), c.class)
			if strings.Contains(said, "sk-") {
				t.Errorf("%d: a part of a key leaks: %s", c.status, said)
			}
			if s.count() != 1 {
				t.Errorf("%d: asked %d times; only the runner tries again", c.status, s.count())
			}
		}
	}
}

func TestRateLimitIsWaitedForWithinTheDeadline(t *testing.T) {
	t.Parallel()
	limited := body(429, `{"error":{"message":"slow down"}}`, "Retry-After-Ms", "5")
	good := events(`{"choices":[{"index":0,"delta":{"content":"Yes."},"finish_reason":"stop"}]}`)
	s := newServer(t, limited, body(429, "", "Retry-After", "0"), good)
	runs(t, s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep], request(assistArguments))
	if s.count() != 3 {
		t.Errorf("asked %d times", s.count())
	}
	s = newServer(t, limited, limited, limited, good)
	fails(t, s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep], request(assistArguments), trip.ClassRateLimited)
	if s.count() != 3 {
		t.Errorf("asked %d times, want 3: the waits are bounded", s.count())
	}
}

func TestRateLimitBeyondTheDeadlineIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	date := time.Now().Add(time.Hour / 2).UTC().Format(http.TimeFormat)
	for _, wait := range []string{"3600", "60", date, "soon", "-1", "1e99", "NaN"} {
		s := newServer(t, body(429, "", "Retry-After", wait))
		fails(t, s.registry(t, claude, llm.Options{Timeout: 30 * time.Second})[trip.ToolAssistantStep], request(assistArguments), trip.ClassRateLimited)
		if s.count() != 1 {
			t.Errorf("Retry-After %s: asked %d times", wait, s.count())
		}
	}
}

// A redirect would carry the key to another host.
func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	for _, model := range []llm.Config{streamed, claude} {
		thief := newServer(t, body(200, "{}"))
		s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, thief.URL, http.StatusTemporaryRedirect)
		})
		fails(t, s.registry(t, model, llm.Options{})[trip.ToolAssistantStep], request(assistArguments), trip.ClassPermanent)
		if thief.count() != 0 {
			t.Error("the redirect was followed")
		}
	}
}

func TestCancelledAndUnreachable(t *testing.T) {
	t.Parallel()
	for _, model := range []llm.Config{streamed, claude} {
		s := newServer(t, drip)
		_, err := s.registry(t, model, llm.Options{})[trip.ToolAssistantStep].Run(cancelled(t), request(assistArguments))
		var e *tools.Error
		if !errors.As(err, &e) || e.Class != trip.ClassCancelled {
			t.Errorf("got %v, want cancelled", err)
		}
		gone := newServer(t)
		reg := gone.registry(t, model, llm.Options{})
		gone.Close()
		fails(t, reg[trip.ToolAssistantStep], request(assistArguments), trip.ClassFailed)
	}
}

func TestArgumentsOfTheTool(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	reg := s.registry(t, streamed, llm.Options{})
	for _, tool := range []string{trip.ToolAssistantStep, trip.ToolExtract, trip.ToolFollowup} {
		fails(t, reg[tool], request(`{}`), trip.ClassInvalidArguments)
	}
	if s.count() != 0 {
		t.Error("the model was asked")
	}
}
