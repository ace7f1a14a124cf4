package searxng_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/legwork-go/legwork/tools/websearch/searxng"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools/websearch"
	"github.com/legwork-go/legwork/trip"
)

// FuzzSearxNG lets an instance answer with anything: the tool fails, or gives a result that keeps its schema.
func FuzzSearxNG(f *testing.F) {
	for _, body := range []string{
		`{"results":[{"title":"Visa","url":"https://example.com","content":"Ninety days."}]}`, `{"results":null}`, `{"results":[null,{"url":7}]}`, `<html>`,
		`{"results":[{"title":"a\u202eb\u0000","url":"https://e.com/\u0001"}]}`, `{"results":[{"url":"https://a b"}]}`,
	} {
		f.Add(200, body)
	}
	f.Add(429, "")
	var status atomic.Int64
	var answer atomic.Value
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(int(status.Load()))
		_, _ = w.Write([]byte(answer.Load().(string)))
	}))
	f.Cleanup(s.Close)
	p, err := searxng.New(s.URL)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, code int, body string) {
		if code < 200 || code > 599 || code == http.StatusNoContent || code/100 == 3 {
			return
		}
		status.Store(int64(code))
		answer.Store(body)
		out, err := search(t.Context(), p, `{"query":"x"}`)
		if err != nil {
			return
		}
		if err := catalog.Default().CheckResult(trip.ToolWebSearch, trip.Raw(out)); err != nil {
			t.Errorf("%q: %v", body, err)
		}
		var doc struct{ Results []websearch.Result }
		if err := json.Unmarshal(out, &doc); err != nil || len(doc.Results) > websearch.MaxResults {
			t.Errorf("%q: %v, %d results", body, err, len(doc.Results))
		}
		for _, r := range doc.Results {
			if !strings.HasPrefix(strings.ToLower(r.URL), "http") || strings.ContainsAny(r.Title+r.Snippet, "\x00\x1b\n\u202e") {
				t.Errorf("%q: %q", body, r)
			}
		}
	})
}
