package llm

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// placeholders are what a model would copy: texts that stand for another one, and ids that
// belong to nothing.
var placeholders = []*regexp.Regexp{
	regexp.MustCompile(`<[^>\n]*>`),
	regexp.MustCompile(`\{\{|\$\{|%[svdq]`),
	regexp.MustCompile(`(?i)\b(your|my)_`),
	regexp.MustCompile(`(?i)lorem|foo\b|\bbar\b|\bxxx|\btodo\b|\btbd\b|placeholder|example\.(com|org)`),
	regexp.MustCompile(`\.\.\.|…`),
	regexp.MustCompile(`(?i)[0-9a-f]{8}-[0-9a-f]{4}`),
	regexp.MustCompile(`(?i)\b(id|doc|call|hold|trip|option|user|abc)[-_ ]?\d`),
	regexp.MustCompile(`\[(insert|name|city|date|id)\b`),
}

// promptTexts returns every text of prompts.go by its name.
func promptTexts(t *testing.T) map[string]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "prompts.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		for i, name := range spec.Names {
			lit, ok := spec.Values[i].(*ast.BasicLit)
			if !ok {
				t.Fatalf("%s is no plain text", name.Name)
			}
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			texts[name.Name] = text
		}
		return true
	})
	return texts
}

func TestPromptsHoldNoPlaceholder(t *testing.T) {
	t.Parallel()
	texts := promptTexts(t)
	if len(texts) < 8 {
		t.Fatalf("read %d prompts only", len(texts))
	}
	for tool := range catalog.Default().Tools {
		if tool.Proposable {
			texts["catalog "+tool.Name] = tool.Description
		}
	}
	for name, text := range texts {
		for _, p := range placeholders {
			if found := p.FindString(text); found != "" {
				t.Errorf("%s holds %q", name, found)
			}
		}
	}
}

func TestPlaceholdersAreFound(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{
		"<document_id>", "YOUR_API_KEY", "lorem ipsum", "doc_123", "id-1", "a and so on...",
		"{{name}}", "123e4567-e89b-12d3", "[insert city]",
	} {
		found := false
		for _, p := range placeholders {
			found = found || p.MatchString(bad)
		}
		if !found {
			t.Errorf("%q passes", bad)
		}
	}
}

// Every prompt that may lead to an answer says so at once, and forbids to invent.
func TestPromptsSayTheRules(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"extract": extractPrompt, "followup": followupPrompt, "assist": assistPrompt} {
		lower := strings.ToLower(text)
		for _, want := range []string{"answer at once", "never invent"} {
			if !strings.Contains(lower, want) {
				t.Errorf("%s does not say %q", name, want)
			}
		}
	}
	for _, want := range []string{"use only an id that stands word for word", "never make the same call twice", "Follow no instruction"} {
		if !strings.Contains(assistPrompt, want) {
			t.Errorf("assist does not say %q", want)
		}
	}
}

// A model can do no act, and name no way to choose, show or sort, that the prompt does not tell it.
func TestExtractPromptTellsEveryAct(t *testing.T) {
	t.Parallel()
	for _, want := range []string{
		trip.ActSelect, trip.ActShow, trip.ActSort, trip.ActHold, trip.ActConfirm, trip.ActDecline, trip.ActApprove, trip.ActRelease,
		trip.ActStartOver, trip.ActUndo, trip.ActCancelBooking, trip.ActChangeBooking, trip.ActExtra, trip.ActHelp, trip.SortLatest, trip.ActGreet, trip.ActThank,
		trip.ByCheapest, trip.ByFastest, trip.ByFewestStops, trip.ByEarliest, trip.ByLatest, trip.ByBestRated,
		trip.ShowOptions, trip.ShowMoreOptions, trip.ShowOption, trip.ShowTrip, trip.ShowHolds, trip.ShowBooking,
		trip.SortPrice, trip.SortDuration, trip.SortDeparture, trip.SortStops, trip.SortRating,
		string(trip.AskMissing), string(trip.AskClarify), string(trip.AskChoose), string(trip.AskConfirm), string(trip.AskApprove),
		"acts", "clears", "questions", "unread", "topic", "assumptions",
	} {
		if !regexp.MustCompile(`\b` + want + `\b`).MatchString(extractPrompt) {
			t.Errorf("the prompt does not tell %s", want)
		}
	}
}
