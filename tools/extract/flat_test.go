package extract_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/trip"
)

// now is a Wednesday.
const now = "2026-03-04T09:00:00Z"

// extractFrom runs the extractor on one message with what is known before it.
func extractFrom(t *testing.T, message, intent string) extract.Result {
	t.Helper()
	in, _, err := trip.DecodeIntent(intent)
	if err != nil {
		t.Fatal(err)
	}
	at, err := trip.ParseInstant(now)
	if err != nil {
		t.Fatal(err)
	}
	args := trip.AppendArguments(nil, trip.ExtractArguments{UserMessage: message, Now: at, Current: &in, LodgingUnsaid: trip.LodgingSearch})
	res, err := extract.ForTrip(args, &in)
	if err != nil {
		t.Fatalf("%q: %v", message, err)
	}
	return res
}

// flat writes what a result states as "path=value" parts in order of the paths; what follows from the
// code of a place is left out.
func flat(t *testing.T, res extract.Result) string {
	t.Helper()
	text, err := json.Marshal(res.TripIntent)
	if err != nil {
		t.Fatal(err)
	}
	var doc any
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	var parts []string
	flatten(doc, "", &parts)
	if res.Request.Kind != trip.KindPlan {
		parts = append(parts, "kind="+string(res.Request.Kind))
	}
	slices.Sort(parts)
	return strings.Join(parts, " ")
}

// asked joins the questions of a result.
func asked(res extract.Result) string {
	var texts []string
	for _, q := range res.Questions {
		texts = append(texts, q.Text)
	}
	return strings.Join(texts, " ")
}

func flatten(v any, path string, parts *[]string) {
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			if !slices.Contains([]string{"type", "city", "country", "region", "name"}, name) {
				flatten(member, strings.TrimPrefix(path+"."+name, "."), parts)
			}
		}
	case []any:
		for i, element := range v {
			flatten(element, fmt.Sprintf("%s[%d]", path, i), parts)
		}
	default:
		*parts = append(*parts, fmt.Sprintf("%s=%v", path, v))
	}
}
