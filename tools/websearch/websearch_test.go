package websearch_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/websearch"
	"github.com/legwork-go/legwork/trip"
)

// fixed is a provider that answers what it is told.
type fixed struct {
	results []websearch.Result
	err     error
	asked   string
}

func (f *fixed) Search(_ context.Context, query string, _ int) ([]websearch.Result, error) {
	f.asked = query
	return f.results, f.err
}

func search(ctx context.Context, p websearch.Provider, args string) ([]byte, error) {
	return websearch.Handler{Provider: p}.Run(ctx, tools.Request{Name: trip.ToolWebSearch, Arguments: []byte(args)})
}

func wantClass(t *testing.T, want trip.Class, err error) {
	t.Helper()
	var failed *tools.Error
	if !errors.As(err, &failed) || failed.Class != want {
		t.Errorf("got %v, want class %s", err, want)
	}
}

func TestResultsAreTidied(t *testing.T) {
	p := &fixed{results: []websearch.Result{
		{Title: "A\n\x00title \u202e", URL: "https://example.com/a", Snippet: strings.Repeat("long ", 500)},
		{Title: "a script", URL: "javascript:alert(1)"},
		{Title: "a file", URL: "file:///etc/passwd"},
		{Title: "nothing", URL: ""},
		{Title: "\xff", URL: "http://example.com/b"},
	}}
	out, err := search(context.Background(), p, `{"query":"  visa Japan "}`)
	if err != nil {
		t.Fatal(err)
	}
	if err := catalog.Default().CheckResult(trip.ToolWebSearch, trip.Raw(out)); err != nil {
		t.Error(err)
	}
	var doc struct{ Results []websearch.Result }
	if err := json.Unmarshal(out, &doc); err != nil || len(doc.Results) != 2 || p.asked != "visa Japan" {
		t.Fatalf("%s, %v, asked %q", out, err, p.asked)
	}
	if doc.Results[0].Title != "A title" || utf8.RuneCountInString(doc.Results[0].Snippet) > 600 {
		t.Errorf("%+v", doc.Results[0])
	}
}

func TestNothingFoundIsAnEmptyList(t *testing.T) {
	if out, err := search(context.Background(), &fixed{}, `{"query":"x"}`); err != nil || string(out) != `{"results":[]}` {
		t.Errorf("%s, %v", out, err)
	}
}

func TestErrors(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, tc := range []struct {
		ctx  context.Context
		err  error
		args string
		want trip.Class
	}{
		{context.Background(), nil, `{}`, trip.ClassInvalidArguments},
		{context.Background(), nil, `{"query":" "}`, trip.ClassInvalidArguments},
		{context.Background(), nil, `{"query":7}`, trip.ClassInvalidArguments},
		{context.Background(), nil, `{"query":"` + strings.Repeat("x", 2000) + `"}`, trip.ClassInvalidArguments},
		{context.Background(), errors.New("boom"), `{"query":"x"}`, trip.ClassFailed},
		{context.Background(), fmt.Errorf("over: %w", tools.Failure(trip.ClassRateLimited, "HTTP 429")), `{"query":"x"}`, trip.ClassRateLimited},
		{ended, nil, `{"query":"x"}`, trip.ClassCancelled},
	} {
		_, err := search(tc.ctx, &fixed{err: tc.err}, tc.args)
		wantClass(t, tc.want, err)
	}
}
