package chat_test

import (
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

func TestTellsDistances(t *testing.T) {
	toLisbon := func(req *tools.Request) {
		req.Intent.Itinerary.Segments = []trip.Segment{{Destination: trip.Place{Code: "LIS", City: "Lisbon"}}}
	}
	for text, want := range map[string]string{
		"How far is Lisbon from Porto?":                     "From Lisbon (PT) to Porto (PT) it is about 274 km (170 miles) as the crow flies.",
		"what's the distance between tokyo and kyoto":       "From Tokyo (JP) to Kyoto (JP) it is about 365 km (226 miles) as the crow flies.",
		"How many miles is it from Paris, Texas to Dallas?": "From Paris (US) to Dallas (US)",
		"how far is Porto?":                                 "From Porto (PT) to Lisbon (PT)",
	} {
		if step := ask(t, "auto", every, toLisbon, user(text)); !strings.HasPrefix(step.Text, want) || len(step.ToolCalls) > 0 {
			t.Errorf("%q: %+v", text, step)
		}
	}
	for _, text := range []string{"How far is Lisbon?", "how far is it?", "How far is Xyzzyville from Porto?", "How far is Lisbon from Lisbon?"} {
		if step := ask(t, "auto", every, nil, user(text)); !strings.HasPrefix(step.Text, "I cannot answer that") {
			t.Errorf("%q: %+v", text, step)
		}
	}
}

// TestDistanceBesideAnotherQuestion: both are answered.
func TestDistanceBesideAnotherQuestion(t *testing.T) {
	const text = "How far is Sintra from Lisbon, and what is 2+2?"
	step := ask(t, "auto", every, nil, user(text))
	if got := proposed(t, step); !strings.HasPrefix(got, trip.ToolJavaScript) {
		t.Fatalf("proposes %q", got)
	}
	answered := ask(t, "auto", every, nil, append([]tools.Message{user(text)}, round(trip.ToolJavaScript, `{"code":"// 2 + 2\n2 + 2"}`, `{"result":4}`)...)...)
	if !strings.HasPrefix(answered.Text, "From Sintra (PT) to Lisbon (PT)") || !strings.HasSuffix(answered.Text, "2 + 2 = 4") {
		t.Errorf("answers %q", answered.Text)
	}
}

// TestSaysThatTheWebIsMissing: what else was asked is answered.
func TestSaysThatTheWebIsMissing(t *testing.T) {
	const text = "calculate 2+2 and search the web for events in Lisbon"
	for _, web := range []bool{true, false} {
		allowed := []string{trip.ToolJavaScript}
		if web {
			allowed = append(allowed, trip.ToolWebSearch)
		}
		step := ask(t, "auto", allowed, nil, append([]tools.Message{user(text)}, round(trip.ToolJavaScript, `{"code":"// 2 + 2\n2 + 2"}`, `{"result":4}`)...)...)
		if said := strings.Contains(step.Text, "I cannot search the web here"); said == web {
			t.Errorf("with a web search: %v, answers %q", web, step.Text)
		}
	}
}
